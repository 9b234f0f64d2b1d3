#!/usr/bin/env python3
"""Take each clause out of the rules in turn, run the cases that cite it, and report how many fail.

A case that still holds does not prove that clause.

A clause is taken out in the ways below, the simplest first. It is proved when the case fails for
one of them.

refusals  orders are no longer refused under it; a refusal that other clauses also make cites
          those alone
events    events under it do not happen
questions nobody is asked under it: the first option is taken
rolls     its dice are not rolled: they show ones
void      the functions marked with it find nothing: no refusal, no place, zero, false; coroutines
          do nothing
turned    the functions marked with it find the opposite: a refusal, true, one more
tables    every number of its rule tables, or of those of its chapter, is one higher
spoilt    marked functions whose result has no opposite (a route, a battle) raise an error

A function marked with several clauses is taken out for each of them. So ``void`` and ``turned``
prove that a case depends on the function that decides its clause, not on that clause alone.
"""

from __future__ import annotations

import argparse
import functools
import inspect
import re
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

import flagplot.table
from flagplot.table import LEGAL, Ask, Refusal, Roll, Rulings, Table, Verdict
from flagplot.table.core import memo, registry
from flagplot.table.core.verdict import clause_within

LONGEST = 10
"""Most seconds of a case. A turn that does not end has failed."""
WAYS = ("refusals", "events", "questions", "rolls", "void", "turned", "tables", "spoilt")


class Out(NamedTuple):
    """The clause that is taken out now, and the way."""

    clause: str = ""
    way: str = ""

    def hits(self, id: str, *ways: str) -> bool:
        return self.way in ways and clause_within(id, self.clause)


out = Out()
touched: set[tuple[str, str]] = set()
"""Pairs (way, clause) met by the case that is running."""
forgetting: list[Callable[[], object]] = []
"""Functions that clear the caches of the rules."""


class SpoiltError(RuntimeError):
    """A call of a function that is taken out and has no substitute value."""


# ------------------------------------------------------- remembering, so that it can be forgotten
def remembering(lru_cache: Any) -> Any:
    """Return ``lru_cache`` in a form that records the caches of rule books."""

    def noting(*args: Any, **named: Any) -> Any:
        made = lru_cache(*args, **named)
        if args and callable(args[0]):
            return note(made)
        return lambda f: note(made(f))

    def note(cached: Any) -> Any:
        if cached.__module__.startswith("flagplot.rulebooks"):
            forgetting.append(cached.cache_clear)
        return cached

    return noting


def forgetful(original: Any) -> Any:
    """Return a memo decorator whose memos are made anew when everything is forgotten."""

    def make(function: Any, of: Any) -> Any:
        held = [original(function, of)]

        @functools.wraps(function)
        def call(*args: Any) -> Any:
            return held[0](*args)

        def forget() -> None:
            held[0] = original(function, of)

        forgetting.append(forget)
        call.reads = of  # type: ignore[attr-defined]
        return call

    return make


# ------------------------------------------------------------------ taking out
def instead(f: Any, id: str) -> Any:
    """Return the substitute value of a function that is taken out. Raises ``SpoiltError`` when its
    type has none."""
    kind = str(inspect.unwrap(f).__annotations__.get("return", "None"))
    refusal = Refusal(id, "taken-out")
    empty: dict[str, Any] = {
        "tuple": (),
        "list": [],
        "dict": {},
        "Mapping": {},
        "frozenset": frozenset(),
        "set": set(),
    }
    empty |= {
        "str": "",
        "int": 0,
        "float": 0.0,
        "bool": False,
        "None": None,
        "Verdict": LEGAL,
        "Found": (False, ""),
    }
    bare = re.split(r"[\[ |]", kind)[0]
    if out.way == "void":
        if kind.startswith(("Iterator", "Iterable")):
            return iter(())
        if "None" in re.split(r"\s*\|\s*", kind):
            return None
        if bare in empty and not re.match(r"tuple\[(?!.*\.\.\.)", kind):
            return empty[bare]
    if out.way == "turned":
        if "Refusal" in kind:
            many = {
                "tuple": (refusal,),
                "list": [refusal],
                "Iterator": iter((refusal,)),
                "Iterable": (refusal,),
            }
            return many.get(bare, refusal)
        if bare == "Verdict":
            return Verdict((refusal,))
    raise SpoiltError(f"{f.__qualname__} is taken out")


def opposite(found: Any) -> Any:
    """Return the opposite of a value. Raises ``SpoiltError`` when it has none."""
    if isinstance(found, bool):
        return not found
    if isinstance(found, int):
        return found + 1
    raise SpoiltError("this has no opposite")


def switchable(f: Any, ids: tuple[str, ...]) -> Any:
    """Return a marked function in a form that can be taken out."""

    def hit(*ways: str) -> bool:
        touched.update((w, i) for w in ("void", "turned", "spoilt") for i in ids)
        return any(out.hits(i, *ways) for i in ids)

    if inspect.iscoroutinefunction(f):

        @functools.wraps(f)
        async def later(*args: Any, **named: Any) -> Any:
            if hit("spoilt"):
                raise SpoiltError(f.__qualname__)
            return instead(f, out.clause) if hit("void") else await f(*args, **named)

        return later

    @functools.wraps(f)
    def now(*args: Any, **named: Any) -> Any:
        if hit("spoilt"):
            raise SpoiltError(f.__qualname__)
        if hit("void"):
            return instead(f, out.clause)
        if hit("turned"):
            try:
                return instead(f, out.clause)
            except SpoiltError:
                return opposite(f(*args, **named))
        return f(*args, **named)

    if hasattr(f, "cache_clear"):
        now.cache_clear = f.cache_clear  # type: ignore[attr-defined]
    return now


def marking(clause: Any) -> Any:
    """Return ``@clause`` in a form that makes marked functions switchable."""

    def with_ids(*ids: str) -> Any:
        def mark(target: Any) -> Any:
            clause(*ids)(target)
            return target if isinstance(target, type) else switchable(target, ids)

        return mark

    return with_ids


def install() -> None:
    """Install the switches in the table, before any rule book is imported."""
    functools.lru_cache = remembering(functools.lru_cache)
    memo._remembering = forgetful(memo._remembering)
    flagplot.table.clause = registry.clause = marking(registry.clause)

    record = Table.record

    def recorded(self: Any, event: Any) -> Any:
        touched.add(("events", event.clause))
        return self.state if out.hits(event.clause, "events") else record(self, event)

    Table.record = recorded  # type: ignore[method-assign]
    for kind in (Ask, Roll):
        kind.__await__ = asked(kind.__await__)  # type: ignore[method-assign]
    table = Rulings.table

    def table_now(self: Any, id: str) -> Any:
        found = table(self, id)
        touched.add(("tables", found.clause))
        return (
            raised(found)
            if out.hits(found.clause, "tables") or (out.way == "tables" and of_table(found.clause))
            else found
        )

    Rulings.table = table_now  # type: ignore[method-assign]


def of_table(clause: str) -> bool:
    """Return whether a table belongs to the chapter of the clause that is taken out: a clause may
    name a part of a table."""
    return clause_within(out.clause, clause)


def asked(wait: Any) -> Any:
    """Return a request that can be answered without asking."""

    def awaited(self: Any) -> Any:
        way = "rolls" if isinstance(self, Roll) else "questions"
        touched.add((way, self.clause))
        if not out.hits(self.clause, way):
            return (yield from wait(self))
        if isinstance(self, Roll):
            return self.spec.read((1,) * self.spec.dice[0])
        return self.options[0]

    return awaited


def raised(table: Any) -> Any:
    """Return a table with every number one higher."""

    def up(cell: Any) -> Any:
        return (
            re.sub(r"\d+", lambda m: str(int(m[0]) + 1), cell)
            if isinstance(cell, str)
            else cell + 1
        )

    return replace(table, rows=tuple((label, tuple(map(up, cells))) for label, cells in table.rows))


def checking(book: Any) -> None:
    """Make the book's refusals switchable."""
    check = type(book).check

    def checked(self: Any, *args: Any) -> Any:
        verdict = check(self, *args)
        touched.update(
            ("refusals", c)
            for r in (*verdict.refusals, *verdict.cautions)
            for c in (r.clause, *r.also_cites)
        )
        if out.way != "refusals":
            return verdict
        return Verdict(tuple(kept(verdict.refusals)), tuple(kept(verdict.cautions)))

    type(book).check = checked


def kept(refusals: tuple[Refusal, ...]) -> Iterator[Refusal]:
    """Yield the refusals that other clauses still make."""
    for r in refusals:
        left = [c for c in (r.clause, *r.also_cites) if not clause_within(c, out.clause)]
        if left:
            yield replace(r, clause=left[0], also_cites=tuple(left[1:]))


# ------------------------------------------------------------------ running
def stop(*_: object) -> None:
    raise TimeoutError("it never ends")


def run(casebook: Any, case: Any, clause: str = "", way: str = "") -> str:
    """Return the failure of a case while a clause is taken out; empty when it holds."""
    global out
    deep = ("", "void", "turned", "spoilt", "tables")
    if way in deep or out.way in deep:
        for forget in forgetting:
            forget()
    out = Out(clause, way)
    signal.alarm(LONGEST)
    try:
        return str(casebook.run(case).problem)
    except Exception as e:
        return f"{type(e).__name__}: {e}"
    finally:
        signal.alarm(0)


class Found(NamedTuple):
    """The result of a case without one of its clauses: the first way in which it fails; empty when
    it holds in all."""

    case: Any
    clause: str
    way: str
    tried: tuple[str, ...] = ()


def examine(book: str, only: str = "", of: Sequence[str] = ()) -> Iterator[Found]:
    """Yield every case of a book with each of its clauses taken out (only the named clauses when
    *of* is given)."""
    from importlib.resources import files

    from flagplot import rulebooks
    from flagplot.odds import casebook_chances
    from flagplot.table.casebook.case_file import read_cases
    from flagplot.table.casebook.casebook import Casebook
    from flagplot.table.casebook.clause_index import load_clauses

    rules = rulebooks.book(book)
    checking(rules)
    casebook = Casebook(rulebooks.book, casebook_chances, load_clauses)
    aliases = rules.aliases()
    for path in sorted(
        files("flagplot.rulebooks").joinpath(book, "casebook").iterdir(), key=lambda p: p.name
    ):
        for case in (
            read_cases(path.read_text("utf-8"), path.name) if path.name.endswith(".toml") else ()
        ):
            cited = [c for c in case.clauses if not of or c in of]
            if only not in case.id or not cited:
                continue
            touched.clear()
            wrong = run(casebook, case)
            if wrong:
                raise SystemExit(f"{case.id} fails as it is: {wrong}")
            met = set(touched)
            for id in cited:
                clause = aliases.get(id, id)
                near = {
                    (way, c)
                    for way, c in met
                    if clause_within(c, clause) or (way == "tables" and clause_within(clause, c))
                }
                ways = [w for w in WAYS if any(way == w for way, _ in near)]
                yield Found(
                    case,
                    id,
                    next((w for w in ways if run(casebook, case, clause, w)), ""),
                    tuple(ways),
                )


def main() -> None:
    """Print how many cases fail in each way, and those that hold without their clause."""
    asked_for = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked_for.add_argument("books", nargs="*", help="rule books; all of them when none is named")
    asked_for.add_argument("--only", default="", help="cases whose id contains this")
    asked_for.add_argument(
        "--clause",
        nargs="+",
        default=(),
        help="only cases that cite one of these, and only these taken out",
    )
    asked_for.add_argument(
        "--survivors",
        action="store_true",
        help="list the cases that hold without one of their clauses",
    )
    args = asked_for.parse_args()
    install()
    signal.signal(signal.SIGALRM, stop)
    from flagplot import rulebooks
    from flagplot.table.casebook.clause_index import load_clauses

    for book in args.books or rulebooks.BOOKS:
        found = list(examine(book, args.only, args.clause))
        kinds = load_clauses(book)
        cases = {f.case.id for f in found}
        holding = {f.case.id for f in found if not f.way}
        failing = {f.case.id for f in found if f.way}
        ways = Counter(f.way or "holds" for f in found)
        some, each = len(failing), len(cases - holding)
        print(
            f"{book}: {len(cases)} cases, {some} fail without one of their clauses, {each} "
            "without any of them"
        )
        print(
            f"  {len(found)} pairs of case and clause: "
            + ", ".join(f"{ways[w]} {w}" for w in (*WAYS, "holds") if ways[w])
        )
        if args.survivors:
            for f in found:
                if not f.way:
                    row, tried = kinds[f.clause], " ".join(f.tried) or "nothing to take out"
                    print(
                        f"  {f.case.file}:{f.case.line} {f.case.id} without {f.clause} "
                        f"({row.kind}, {row.title}): {tried}"
                    )

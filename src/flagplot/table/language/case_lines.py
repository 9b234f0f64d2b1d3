"""The lines of a book's cases: one template and one function a line, with the nouns of its orders.

```python
lines = CaseLines(L, ship=Ship, hits=int)

@lines.given("{port} held by {side}")
def held(state: State, port: Port, side: Side) -> State: ...

@lines.fact("{ship} at {place}")
def at(state: State, ship: Ship, place: Place) -> Found:
    return comparison(state.ships[ship].at, place)

lines.given_row("{ship} under repair", lambda s, ship: with_ship(s, ship, repair=True))
lines.fact_row("{ship} has {hits} hits", lambda s, ship: s.ships[ship].hits)
```

Each line has one wording; words after ``1`` may stand in the singular (``1 factor``, ``1 Allied
transport``). The error for an unknown line offers the lines that it may mean, filled with its own
names, and the most similar ones. The error for an unknown name gives its place and similar names.
The casebook handles ``not LINE`` and ``view SIDE: LINE``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache
from inspect import signature
from typing import Any, NamedTuple, TypeVar, get_type_hints

from flagplot.boards.name_folding import without_stop

from ..core.errors import TextError
from .nearby import SMALL_WORDS, Reader, lines_meant
from .nouns import Noun
from .orders import Language, furthest_error
from .scan import Scan
from .templates import Template
from .tokens import PUNCTUATION, fold

F = TypeVar("F", bound=Callable[..., Any])


Found = tuple[bool, str]
"""(whether a line holds, what was found instead)."""


NEAREST = 4
"""Most lines offered for an unknown one."""


FORMS = 2
"""Most wordings shown with the error of a line that is nearly right."""


STEM = 4
"""Shortest common beginning, in letters, of two words that may be forms of one word."""


class Line(NamedTuple):
    """A declared line. ``hints`` are the types of slots that are not parameters of the function."""

    source: str
    make: Callable[..., Any]
    hints: Mapping[str, Any]


class Compiled(NamedTuple):
    """The lines of one kind: the function of each template, and the indices of the templates by
    their rarest word."""

    lines: Sequence[tuple[Template, Callable[..., Any]]]
    by_word: Mapping[str, Sequence[int]]
    keywords: frozenset[str]


@cache
def _own(line: Template) -> frozenset[str]:
    """Return the words of a line's own, folded, including those of its choices."""
    return frozenset(fold(w) for w in re.findall(r"[A-Za-z]+", line.grammar()) if not w.isupper())


def _shared(line: Template, said: Set[str]) -> float:
    """Return a score of how many of a line's own words occur in *said*, in any form. Small words
    count for little."""
    own = _own(line)
    great = (w for w in said if w not in SMALL_WORDS)
    alike = [
        w
        for w in great
        if w in own or (len(w) > STEM and any(len(o) >= STEM and w.startswith(o[:-1]) for o in own))
    ]
    return 2 * len(alike) + len(SMALL_WORDS & own & said) / 4


@cache
def _looks_back(look: Callable[..., Found]) -> bool:
    """Return whether a fact also takes the position before the stage."""
    return "before" in signature(look).parameters


def comparison(found: Any, wanted: Any) -> Found:
    """Return the result of a fact that compares two values. The value found is reported."""
    return found == wanted, str(found)


def _as_said(found: Any, wanted: Any) -> Found:
    """Return the result of a fact that compares a value, or counts a list."""
    if isinstance(wanted, int) and isinstance(found, (list, tuple, frozenset)):
        return len(found) == wanted, f"{len(found)}: {', '.join(found) or 'none'}"
    return comparison(found, wanted)


def _by_words(fields: Mapping[str, str] | Sequence[str]) -> Mapping[str, str]:
    """Return fields by the words that name them."""
    return (
        fields if isinstance(fields, Mapping) else {name.replace("_", " "): name for name in fields}
    )


def words_and_plurals(s: Scan) -> frozenset[str]:
    """Return the words of a text; for those after a 1 also their plural."""
    return frozenset(s.low[: s.n]).union(*s.singular.values())


SAID_TO_BE = re.compile(r" (?:is|are|was|has|lies) ")
"""Verbs that may be left out without changing a line: ``TF-1 is sunk``, ``mines at 33:1204 is
1``."""


class CaseLines:
    """The lines that a book's cases may use for a position (``given``) and for expected results
    (``fact``).

    *usual* maps slot names to types, for lines declared by a lambda (``puts``, ``finds``).
    """

    def __init__(self, language: Language, **usual: Any) -> None:
        self.language, self.usual = language, usual
        self._declared: dict[str, list[Line]] = {"given": [], "fact": []}
        self._compiled: dict[str, Compiled] = {}

    # -- declaring
    def given(self, template: str, **nouns: Any) -> Callable[[F], F]:
        """Return a decorator for a function ``(state, **slots) -> state`` that puts this line on
        the board. *nouns* are the types of slots that are not its parameters."""
        return lambda f: self._line("given", template, f, nouns)

    def fact(self, template: str, **nouns: Any) -> Callable[[F], F]:
        """Return a decorator for a function ``(state, **slots) -> Found`` that checks this line. A
        parameter *before* receives the position before the stage."""
        return lambda f: self._line("fact", template, f, nouns)

    def given_row(self, template: str, put: Callable[..., Any], **nouns: Any) -> None:
        """Declare a line that *put* ``(state, **slots) -> state`` puts on the board. *nouns* are
        the types of slots that differ from the usual ones."""
        self._line("given", template, put, {**self.usual, **nouns})

    def fact_row(self, template: str, look: Callable[..., Any], **nouns: Any) -> None:
        """Declare a fact by *look* ``(state, **slots)``. The line holds when its result equals the
        slot that *look* does not take; a list is compared by its length. A *look* that takes every
        slot returns a :data:`Found` itself."""
        taken = signature(look).parameters
        wanted = next(
            (slot for slot in re.findall(r"\{(\w+)\}", template) if slot not in taken), ""
        )

        def compare(state: Any, /, **slots: Any) -> Found:
            if not wanted:
                told: Found = look(state, **slots)
                return told
            value = slots.pop(wanted)
            return _as_said(look(state, **slots), value)

        self._line("fact", template, compare, {**self.usual, **nouns})

    def fields(
        self,
        thing: Any,
        of: Callable[[Any, str], Any],
        *,
        flags: Mapping[str, str] | Sequence[str] = (),
        numbers: Mapping[str, str] | Sequence[str] = (),
        put: Callable[[Any, str, str, Any], Any] | None = None,
    ) -> None:
        """Declare facts that compare one field of a thing: ``THING FLAG`` and ``THING NUMBER N``,
        with a blank for each ``_``.

        *thing* is the type of the slot; *of* returns the thing from a state. A mapping gives the
        words of each field (``spent {value} MPs``). With *put* ``(state, thing, field, value) ->
        state`` the same lines put a position on the board.
        """

        def declare(words: str, name: str, hints: Mapping[str, Any]) -> None:
            def look(state: Any, thing: Any, value: int | bool = True) -> Found:
                return comparison(getattr(of(state, thing), name), value)

            def lay(state: Any, thing: Any, value: int | bool = True) -> Any:
                assert put is not None
                return put(state, thing, name, value)

            self._line("fact", f"{{thing}} {words}", look, hints)
            if put is not None:
                self._line("given", f"{{thing}} {words}", lay, hints)

        for words, name in _by_words(flags).items():
            declare(words, name, {"thing": thing})
        for words, name in _by_words(numbers).items():
            declare(
                words if "{value}" in words else f"{words} {{value}}",
                name,
                {"thing": thing, "value": int},
            )

    def _line(self, kind: str, source: str, f: F, hints: Mapping[str, Any]) -> F:
        self._declared[kind].append(Line(source, f, hints))
        self._compiled.pop(kind, None)
        return f

    # -- reading
    def _lines(self, kind: str) -> Compiled:
        found = self._compiled.get(kind)
        if found is None:
            nouns = self.language.nouns
            lines = [
                (
                    Template(
                        x.source,
                        get_type_hints(x.make, include_extras=True) | dict(x.hints),
                        nouns,
                        exact=True,
                    ),
                    x.make,
                )
                for x in self._declared[kind]
            ]
            words = [w for t, _ in lines for w in sorted(t.needs)]
            by_word: dict[str, list[int]] = {}
            for n, (t, _) in enumerate(lines):
                by_word.setdefault(
                    min(t.needs, key=lambda w: (words.count(w), w), default=""), []
                ).append(n)
            keywords = frozenset(w for t, _ in lines for w in t.literals) - PUNCTUATION
            found = self._compiled[kind] = Compiled(lines, by_word, keywords)
        return found

    def _scan(self, kind: str, line: str, state: Any) -> Scan:
        return Scan(
            without_stop(line.strip()),
            state,
            "",
            self.language.shelf,
            self._lines(kind).keywords,
            exact=True,
        )

    def _read(
        self, kind: str, line: str, state: Any
    ) -> tuple[Template, Callable[..., Any], dict[str, Any]]:
        """Return the line that reads a text, its function and its slots. The first ``is`` or
        ``has`` may be superfluous. Raises :class:`TextError`."""
        found = self._found(kind, line, state)
        if found is not None:
            return found
        strange = self._strange(kind, self._scan(kind, line, state))
        meant = self.meant(kind, line, state)
        if meant:
            strange.forms = (*meant, *strange.forms)
        raise strange

    def _found(
        self, kind: str, line: str, state: Any
    ) -> tuple[Template, Callable[..., Any], dict[str, Any]] | None:
        """Return the line that reads a text, its function and its slots; ``None`` when no line
        does."""
        lines, by_word, _ = self._lines(kind)
        for text in dict.fromkeys((line, SAID_TO_BE.sub(" ", line, count=1))):
            s = self._scan(kind, text, state)
            likely = {n for w in (*words_and_plurals(s), "") for n in by_word.get(w, ())}
            for n in sorted(likely, key=lambda n: (-len(lines[n][0].needs), n)):
                if lines[n][0].node(s, 0):
                    return *lines[n], s.values
        return None

    def meant(self, kind: str, line: str, state: Any) -> list[str]:
        """Return the lines that an unreadable text may mean, with its own names and numbers."""

        def reads(text: str) -> bool:
            return self._found(kind, text, state) is not None

        by = Reader(
            lambda text: self._scan(kind, text, state),
            self.templates(kind),
            reads,
            denies=kind == "fact",
        )
        return lines_meant(without_stop(line.strip()), by)

    def _strange(self, kind: str, s: Scan) -> TextError:
        """Return the error for an unreadable text. It names the wrong name when the most similar
        line has all its words in the text; else it offers the most similar lines."""
        low = words_and_plurals(s)
        lines = [t for t, _ in self._lines(kind).lines]
        likely = [t for t in lines if t.needs <= low and t.needs]
        most = max((len(t.needs) for t in likely), default=0)
        likely = [t for t in likely if len(t.needs) == most]
        bare = [t for t in lines if not t.needs]
        tried = {t: self._tried(t, s) for t in ((*likely, *bare) if likely else lines)}
        alike = {
            t: _shared(t, low) + (max(0, tried[t].furthest) if t in tried else 0) for t in lines
        }
        ranked = sorted(lines, key=lambda t: (-alike[t], len(t.source), t.source))
        s.follow()
        for t in likely:
            t.node(s, 0)
        known = s.furthest > 0 or any(isinstance(what, Noun) for what in (s.trail or {}).get(0, ()))
        # a line that consists of names only, one of which is unknown
        unnamed = next((x for t, x in tried.items() if x.ends and not t.needs), None)
        if likely and known and any(alike[t] >= alike[ranked[0]] for t in likely):
            error = furthest_error(s)
            error.forms = tuple(t.grammar() for t in ranked[:FORMS])
            return error
        if unnamed is not None:
            return furthest_error(unnamed)
        return TextError(
            f"no line reads like {s.text!r}", 0, [t.grammar() for t in ranked[:NEAREST]]
        )

    def _tried(self, line: Template, s: Scan) -> Scan:
        """Return the scan of a text, read by one line up to where it fails."""
        alone = Scan(s.text, s.view, s.side, s.shelf, s.keywords, exact=True)
        alone.follow()
        line.node(alone, 0)
        return alone

    def put(self, state: Any, line: str) -> Any:
        """Put a line of a position on the board. Raises :class:`TextError`."""
        said = line.removeprefix("not ")
        if said != line and self._found("given", said, state) is not None:
            error = TextError(
                "a position says what is so; leave the line out: what no line names is at its "
                "most ordinary"
            )
            error.forms = tuple(
                x for x in self.meant("given", line, state) if not x.startswith("not ")
            )
            raise error
        _, make, slots = self._read("given", line, state)
        return make(state, **slots)

    def holds(self, before: Any, state: Any, line: str) -> Found:
        """Return whether a line holds, and what was found. Raises :class:`TextError`."""
        _, make, slots = self._read("fact", line, state)
        found: Found = make(before, state, **slots) if _looks_back(make) else make(state, **slots)
        return found

    def read_by(self, kind: str, line: str, state: Any) -> Template:
        """Return the line that reads a text. Raises :class:`TextError`."""
        return self._read(kind, line, state)[0]

    def templates(self, kind: str) -> list[Template]:
        """Return the lines of a kind (``given``, ``fact``)."""
        return [t for t, _ in self._lines(kind).lines]

    def grammars(self, kind: str) -> list[str]:
        """Return the grammar of each line of a kind, as people read it."""
        return [t.grammar() for t in self.templates(kind)]

    def described(self, kind: str) -> list[tuple[str, Callable[..., Any]]]:
        """Return each line of a kind as people read it, with its function, whose docstring says
        what the line means."""
        return [(t.grammar(), make) for t, make in self._lines(kind).lines]

    def knows(self, text: str, state: Any, *nouns: Noun) -> bool:
        """Return whether a text names a thing of one of these nouns."""
        s = Scan(text, state, "", self.language.shelf, frozenset(), exact=True)
        got = (noun.read(s, 0) for noun in nouns)
        return any(g is not None and g[1] == s.n for g in got)

#!/usr/bin/env python3
"""Write the generated pages of the documentation to docs/generated/: ``make docs`` runs it first.

The pages hold what the code and the data know (orders, case lines, questions, switches, results of
ladder and benchmarks). Nobody edits them, and they are not in the repository.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module, resources
from inspect import getdoc
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(ROOT / "src")]

import make_duels  # noqa: E402
from flagplot import rulebooks  # noqa: E402
from flagplot.table.setup.rulings import load_switches  # noqa: E402
from page_data import DATA, Block, Table, markdown, read  # noqa: E402

GENERATED = ROOT / "docs" / "generated"
KINDS = {"given": "Lines of a position", "fact": "Lines of what must follow"}


# -- data beside the pages
def toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def explained(book: str) -> Mapping[str, Mapping[str, tuple[str, str]]]:
    """Return example and meaning of the case lines, by ``given`` or ``fact`` and grammar."""
    return toml(DATA / f"case-lines-{book}.toml")


def words(book: str) -> dict[str, Any]:
    """Return the sentences of a book, by the sections of its ``words.toml``."""
    file = resources.files("flagplot.rulebooks") / book / "words.toml"
    return tomllib.loads(file.read_text("utf-8"))


def code(text: str) -> str:
    return f"`{text}`" if text else ""


def first_paragraph(of: Any) -> str:
    """Return the first paragraph of a docstring as one line of Markdown; empty without one."""
    return " ".join((getdoc(of) or "").partition("\n\n")[0].replace("``", "`").split())


# -- case lines
def case_lines(id: str) -> str:
    """Return the page of a book: how cases are written in its words."""
    book: Any = rulebooks.book(id)
    intro = getdoc(import_module(f"flagplot.rulebooks.{id}.case_lines")) or ""
    return markdown(
        (
            f"# Case lines: {book.title}",
            "The grammar of case files is in [the casebook](../casebook.md). "
            f"`flagplot words {id}` prints orders and lines in a terminal.",
            intro.replace("``", "`"),
            *_orders(book),
            *_lines(book),
            *_questions(book),
            *_events(book),
            *_refusals(book),
            *_odds(book),
            *_switches(id),
        )
    )


def _orders(book: Any) -> Iterator[Block]:
    asked = book.language.answers()
    rows = [
        (
            w.title,
            w.clause,
            " <br> ".join(map(code, w.grammars)),
            "; ".join(f"{s.keyword}: {', '.join(s.others)}" for s in w.synonyms),
        )
        for w in book.language.wordings()
    ]
    yield "## Orders"
    yield "Each order with its clause, its wordings, and other words for its keywords."
    yield Table(("order", "clause", "written", "other words"), rows)
    yield "Which question each order answers:"
    yield Table(
        ("order", "question", "meaning"),
        [
            (code(tag), ", ".join(map(code, asked.get(tag, ()))) or "any", first_paragraph(cls))
            for cls in book.language.order_types
            for tag in (cls.__struct_config__.tag,)
        ],
    )


def _lines(book: Any) -> Iterator[Block]:
    told = explained(book.id)
    for kind, title in KINDS.items():
        yield f"## {title}"
        yield Table(("line", "example", "meaning"), list(line_rows(book.lines, kind, told[kind])))


def line_rows(
    lines: Any, kind: str, told: Mapping[str, tuple[str, str]]
) -> Iterator[tuple[str, str, str]]:
    """Yield grammar, example and meaning of every line of a kind; a line that *told* leaves without
    a meaning has that of its docstring."""
    for grammar, make in dict(lines.described(kind)).items():
        example, meaning = told.get(grammar, ("", ""))
        yield code(grammar), code(example), meaning or first_paragraph(make)


def _questions(book: Any) -> Iterator[Block]:
    rows = []
    for kind, prompt in words(book.id).get("prompt", {}).items():
        options = prompt.get("options", {})
        rows.append((code(kind), prompt.get("question", ""), ", ".join(map(code, options))))
    yield "## Questions"
    yield "Kinds of question (`asks SIDE KIND`), and answers that have words of their own."
    yield Table(("kind", "question", "answers"), rows)


def _events(book: Any) -> Iterator[Block]:
    rows = [
        (
            code(cls.__struct_config__.tag),
            ", ".join(f for f in cls.__struct_fields__ if f != "clause"),
            first_paragraph(cls),
        )
        for cls in sorted(book.event_types, key=lambda c: str(c.__struct_config__.tag))
    ]
    yield "## Events"
    yield "Tags and fields for `event TAG [FIELD=VALUE ...]`."
    yield Table(("tag", "fields", "what happened"), rows)


def _refusals(book: Any) -> Iterator[Block]:
    rows = [(code(name), said.get("title", "")) for name, said in words(book.id)["refusal"].items()]
    yield "## Refusals"
    yield "Codes for `refused by CODE`. A clause also fits its parts: `refused 21.211` is met by 21.211B."
    yield Table(("code", "title"), sorted(rows))


def _odds(book: Any) -> Iterator[Block]:
    yield "## Odds questions"
    yield "`chance [SIDE:] QUESTION ARGUMENT [-> OUTCOME] = P`"
    rows = [(code(q.kind), q.title, code(q.grammar), code(q.example)) for q in book.questions]
    yield Table(("question", "what is asked", "argument", "example"), rows)


def _switches(id: str) -> Iterator[Block]:
    yield "## House switches"
    yield '`house = { ID = "CHOICE" }`, for a file or a case. The default stands first.'
    yield Table(("switch", "clause", "question", "choices"), list(switch_rows(id)))


def switch_rows(id: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield id, clause, question and choices of the house switches of a book, default first."""
    for switch in load_switches(id).values():
        choices = sorted(switch.choices, key=lambda c: c[0] != switch.default)
        shown = "; ".join(f"{code(name)} {meaning}" for name, meaning in choices)
        yield code(switch.id), switch.clause, switch.question, shown


# -- what is told with a question
def forecasts() -> str:
    """Return the page of chances and forecasts, question by question."""
    blocks: list[Block] = [
        "# What is told with each question",
        "The **chance** stands beside an answer or an order; the **forecast** shows what it leads "
        "to. *Yes*: at every such question; *some*: the note says when; *no*: the note says why.",
    ]
    for id, rows in toml(DATA / "forecasts.toml").items():
        blocks.append(f"## {rulebooks.book(id).title}")
        blocks.append(
            Table(
                ("question", "chance", "forecast", "note"),
                [(code(kind), *row) for kind, row in rows.items()],
            )
        )
    return markdown(blocks)


def ladder() -> str:
    """Return the page of the ladder's last recorded run."""
    about = (
        "How strong the [admirals](../admirals.md) are in every start of every scenario. "
        "`make ladder WORKERS=2 PAIRS=10 WRITE=1` plays it again; a stopped run goes on where it "
        "was. Degrees are set so that the same admiral on both sides stays within 35 : 65."
    )
    return markdown(("# The ladder", about, *read(DATA / "ladder.json")))


def benchmarks() -> str:
    """Return the page of the last recorded benchmarks."""
    about = (
        "`make bench` measures, `make bench WRITE=1` records. Figures depend on the machine and "
        "its load; the ratios to the peers, measured in the same run, say more."
    )
    return markdown(("# Benchmarks", about, *read(DATA / "benchmarks.json")))


def scripts() -> str:
    """Return the page that lists the scripts of the room's page, with their first comments."""
    rows = []
    for path in sorted((ROOT / "src/flagplot/room/page/js").glob("*.js")):
        said = path.read_text("utf-8").partition("/*")[2].partition("*/")[0]
        rows.append((code(path.name), " ".join(said.split())))
    return markdown(("# The scripts of the page", Table(("script", "what it does"), rows)))


def duels() -> str:
    return make_duels.page(make_duels.SAMPLES)


PAGES: Mapping[str, Callable[[], str]] = {
    **{f"case-lines-{id}": partial(case_lines, id) for id in toml(DATA / "forecasts.toml")},
    "duels": duels,
    "forecasts": forecasts,
    "ladder": ladder,
    "benchmarks": benchmarks,
    "scripts": scripts,
}
"""The generated pages by name, each with the function that writes it."""


def main() -> None:
    GENERATED.mkdir(exist_ok=True)
    for old in GENERATED.glob("*.md"):
        if old.stem not in PAGES:
            old.unlink()
    for name, page in PAGES.items():
        text, path = page(), GENERATED / f"{name}.md"
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()

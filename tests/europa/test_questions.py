"""The page of the rules lists every question of play with its facts, and a standing order that
answers it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import flagplot.rulebooks.europa as book
from flagplot.table.game.standing_orders import parse_standing_order

PAGE = (Path(__file__).parents[2] / "docs" / "rules-europa.md").read_text("utf-8")
ROWS = {
    m[1]: ([f for f in m[2].replace(" ", "").split(",") if f], m[3])
    for m in re.finditer(r"^\| `([\w-]+)` \| [^|]+ \|([^|]*)\| `([^|]+)` \|$", PAGE, re.M)
}


def name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def named(call: ast.Call) -> list[str]:
    """The facts that a call of ``facts`` names."""
    return [str(k.arg) for k in call.keywords]


def asked() -> dict[str, set[str]]:
    """Every kind of question that the coroutines of rules and play ask, with its facts."""
    found: dict[str, set[str]] = {}
    for path in sorted(
        p for room in ("rules", "play") for p in Path(book.__path__[0], room).rglob("*.py")
    ):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(function, ast.AsyncFunctionDef):
                continue
            kept = {
                t.id: named(a.value)
                for a in ast.walk(function)
                if isinstance(a, ast.Assign) and isinstance(a.value, ast.Call)
                for t in a.targets
                if isinstance(t, ast.Name) and name(a.value) == "facts"
            }
            for call in (
                c
                for c in ast.walk(function)
                if isinstance(c, ast.Call) and name(c) in ("Ask", "AskOrder")
            ):
                at = 3 if name(call) == "Ask" else 2
                kind = ast.literal_eval(call.args[at])
                about = call.args[at + 1] if len(call.args) > at + 1 else None
                facts = (
                    named(about)
                    if isinstance(about, ast.Call)
                    else kept[about.id]
                    if isinstance(about, ast.Name)
                    else []
                )
                found.setdefault(kind, set()).update(facts)
    return found


def test_every_question_is_listed_with_its_facts() -> None:
    assert {kind: set(facts) for kind, (facts, _) in ROWS.items()} == asked()


def test_every_example_is_a_standing_order_on_facts_of_its_question() -> None:
    for kind, (facts, example) in ROWS.items():
        order = parse_standing_order(example)
        assert order.kind == kind
        assert {c.fact for b in order.branches for c in b.conditions} <= set(facts)

"""Every code and tag of the book has its sentence, and nobody is shown an id where a name is
meant."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import Any

import pytest

import flagplot.rulebooks.awaw as package
from flagplot.rulebooks.awaw import BOOK
from flagplot.rulebooks.awaw.nouns import L
from flagplot.rulebooks.awaw.presentation.names import words
from flagplot.rulebooks.awaw.presentation.refusals import refusal_text
from flagplot.table import Ask, AskOrder, Setup, rulings
from flagplot.table.assist.examine import examine
from flagplot.table.contract.default_texts import event_sentences_of
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from flagplot.table.language.sentences import placeholders
from tests.games import questions

ROOT = Path(package.__file__).parent
SILENT = {
    "acted-at",
    "air-roles",
    "air-split",
    "air-used",
    "assault",
    "base-attacked",
    "battle-ended",
    "battle-note",
    "caught",
    "detached",
    "force-gone",
    "hunted",
    "interception-tried",
    "ledger",
    "merged",
    "numbered",
    "screen",
    "script-done",
    "search-used",
    "summed",
    "swept",
    "target-named",
    "targeted",
    "tried",
}
"""Events that are only bookkeeping: they have an empty sentence."""


def calls(name: str) -> list[ast.Call]:
    """Every call of *name* in the package."""
    out = []
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", getattr(node.func, "attr", "")) == name
            ):
                out.append(node)
    return out


def literal(call: ast.Call, position: int, keyword: str = "") -> str:
    """A literal argument, or an empty string when it is computed."""
    found: Any = call.args[position] if len(call.args) > position else None
    found = found or next((k.value for k in call.keywords if k.arg == keyword), None)
    return str(found.value) if isinstance(found, ast.Constant) else ""


def test_refusals_and_remedies_have_sentences() -> None:
    codes = sorted({literal(c, 1, "code") for c in calls("Refusal")} - {""})
    assert len(codes) > 100
    assert words().missing_templates(refusals=codes) == []
    remedies = {literal(c, 0, "code") for c in calls("Remedy")} - {""}
    known = {
        key.removeprefix("remedy.") for key, _ in words().templates() if key.startswith("remedy.")
    }
    assert remedies - known == set()


def test_events_have_sentences() -> None:
    tags = sorted({str(t.__struct_config__.tag) for t in BOOK.event_types} - {"None"})
    lacking = [
        key
        for key in words().missing_templates(events=tags)
        if key.removeprefix("event.") not in SILENT
    ]
    assert lacking == []


def test_what_a_sentence_says_is_a_field_or_worked_out_beside_it() -> None:
    for t in BOOK.event_types:
        lines = words().lines(str(t.__struct_config__.tag))
        said = {name.partition(".")[0] for _, text in lines for name in placeholders(text)}
        said |= {when.split("=")[0].partition(".")[0] for key, _ in lines for when in key.split()}
        assert said <= set(t.__struct_fields__) or t in event_sentences_of(BOOK.id, L)._beside, t


def test_rolls_have_labels() -> None:
    codes = sorted({literal(c, 2, "why") for c in calls("Roll")} - {"", "summed"})
    assert words().missing_templates(rolls=codes) == []


def unmade(sentence: str) -> list[str]:
    """Signs of a sentence nobody finished: braces, ids of units, empty names."""
    bad = [mark for mark in ("{", "}", "[]", "()") if mark in sentence]
    return bad + [w for w in sentence.split() if w.startswith(("GE-", "UK-", "IT-", "FR-"))]


@pytest.mark.parametrize(("scenario", "seed"), [("norway-1940", 5), ("mediterranean-1941", 2)])
def test_a_whole_game_is_told_in_sentences(scenario: str, seed: int) -> None:
    """Display, prompts, drafts and log sentences of a random game: all can be made, none shows an
    id."""
    game = Game.new(BOOK, Setup(scenario), rulings=rulings("awaw"), dice=SeededDice(seed))
    rng = random.Random(seed)
    kinds = set()
    for side, request, view in questions(game, 600):
        kinds.add(request.kind)
        prompt = BOOK.prompt(view, request)
        assert not unmade(prompt.question), prompt.question
        assert not [x for c in prompt.detail for x in unmade(c.text)]
        assert not [x for o in prompt.options for x in unmade(o.label)], prompt.options
        display = BOOK.display(view, side, (request,))
        assert not unmade(display.turn)
        assert not [x for f in display.forces for x in unmade(f.name)]
        ids = {f.id for f in display.forces} | {c.id for f in display.forces for c in f.children}
        assert {c.id for c in display.counters if not c.id.startswith("air:")} <= ids
        if isinstance(request, Ask):
            answer = request.options[rng.randrange(len(request.options))]
        else:
            assert isinstance(request, AskOrder)
            offered = list(BOOK.candidates(view, request))
            answer = offered[-1] if rng.random() < 0.5 else offered[rng.randrange(len(offered))]
            seen = examine(BOOK, view, request, BOOK.text(answer))
            assert seen.legal, seen
            assert seen.complete
            for text in (*[BOOK.text(o)[:-1] for o in offered[:1]], "patrol ", "nonsense", ""):
                examine(BOOK, view, request, text)
        assert game.answer(side, answer)
    assert game.outcome is not None
    assert len(kinds) > 8
    for side in ("Axis", "Allied"):
        lines = [
            BOOK.event_text(entry.event, before, side)
            for entry, before in game.side_log_with_views(side)
            if entry.event is not None
        ]
        assert len([x for x in lines if x]) > 20
        assert not [(x, unmade(x)) for x in lines if unmade(x)]
    assert any(x.startswith("Round ") for x in lines) or not any("Battle in" in x for x in lines)
    spectator = [
        BOOK.event_text(entry.event, before, "")
        for entry, before in game.side_log_with_views("")
        if entry.event is not None
    ]
    assert any(spectator)


def test_refusals_are_written_out() -> None:
    """A refused draft names the clause, people's names, and a whole order that mends it."""
    game = Game.new(BOOK, Setup("norway-1940"), rulings=rulings("awaw"), dice=SeededDice(1))
    view, request = game.view("Axis"), game.request("Axis")
    assert isinstance(request, AskOrder)
    seen = examine(BOOK, view, request, "patrol Scharnhorst, Gneisenau, Hipper, Koeln to B32")
    assert not seen.legal
    assert [s.refusal.clause for s in seen.said] == ["21.312"]
    assert not unmade(seen.said[0].sentence)
    (sentence, mended), *_ = seen.said[0].remedies
    assert sentence
    assert BOOK.check(view, request, BOOK.parse(mended, view, "Axis"))
    for refusal in BOOK.check(
        view, request, BOOK.parse("patrol GE-SS-Hartmut, Koeln to Berlin", view, "Axis")
    ).refusals:
        assert refusal_text(view, refusal).sentence


def test_questions_have_words() -> None:
    """Every kind of question a rule may put, also those of battles and of the turn, can be asked in
    words."""
    kinds = {literal(c, 3, "kind") for c in calls("Ask")} | {
        literal(c, 2, "kind") for c in calls("AskOrder")
    }
    kinds |= {
        literal(c, 1)
        for name in ("ask_order", "choose_one", "choose_each", "sealed_ask")
        for c in calls(name)
    }
    known = {key.split(".")[1] for key, _ in words().templates() if key.startswith("prompt.")}
    assert {"patrol-stay", "movement", "withdraw"} <= kinds
    assert kinds - {""} - known == set()


@pytest.mark.parametrize(
    "mission",
    [
        "patrol",
        "base-change",
        "transport",
        "redeploy",
        "displaced",
        "supply",
        "escort",
        "raid",
        "invade",
        "bombard",
        "carrier",
    ],
)
def test_a_force_that_may_be_met_is_not_told_twice_what_it_does(mission: str) -> None:
    terms = (
        words().term("target", mission),
        words().term("moving", mission, hex="AA8", target="Malta"),
    )
    who, does = ({word.rstrip("s")[:6] for word in text.split() if len(word) > 4} for text in terms)
    assert not who & does
    assert not terms[0].endswith("s"), "does what it does in the singular"

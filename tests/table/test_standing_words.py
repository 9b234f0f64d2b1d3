"""A standing order that no question of its book could have is refused when it is given, with the
near word."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.table import Ask, Setup, TextError, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.fork import GameFork
from flagplot.table.game.game import Game
from flagplot.table.game.standing_orders import parse_standing_order
from flagplot.table.language.wordbook import words_of

STARTS = {"awaw": "mediterranean-1941", "europa": "pedestal-first-steps", "campaign": "graf-spee"}
DOCS = Path(__file__).parents[2] / "docs"


def given(book: str, text: str) -> str:
    """Return the text form of a standing order given at the start of a scenario."""
    game = Game.new(
        rulebooks.book(book), Setup(STARTS[book]), rulings=rulings(book), dice=SeededDice(7)
    )
    return game.add_standing_order(game.sides[0], text).text


REFUSED = [
    ("awaw", "interception: passs", "pass", 14),
    ("awaw", "interception: pass if tern = 3", "turn", 22),
    ("awaw", "interception: pass when turn = 3", "pass if turn = 3", 19),
    ("awaw", "interception: pass unless transports ", "pass if not transports", 19),
    ("awaw", "interception: pass if oddz >= 40", "odds", 22),
    ("awaw", "interception: pass if odds >= 40 and transport", "transports", 37),
    ("awaw", "interception: pass if odds => 40", "odds >= 40", 27),
    ("awaw", "interception: pass if odds is 40", "odds = 40", 27),
    ("awaw", "interceptoin: pass", "interception", 0),
    ("awaw", "any: passs", "pass", 5),
    ("awaw", "any: pass if tern = 3", "turn", 13),
    ("awaw", "air-attack: passs", "pass", 12),
    ("awaw", "patrol-stay: sty", "stay", 13),
    ("awaw", "patrol-stay: best sty", "stay", 13),
    ("awaw", "patrol-stay: stay when hex = B33", "stay if hex = B33", 18),
    ("awaw", "raid-return: {heks}", "force", 14),
    ("awaw", "interception: intercept Hood at {heks}", "hex", 33),
    ("awaw", "interception: intercep Hood at {hex}", "intercept", 14),
    ("awaw", "interception: best intercep Hood", "intercept", 14),
    ("europa", "battle: disengag if round >= 2", "disengage", 8),
    ("europa", "battle: disengage if rounds >= 2", "round", 21),
    ("europa", "search: passs", "pass", 8),
    ("campaign", "proceed-or-abort: abrt", "abort", 18),
    ("campaign", "operations: don", "done", 12),
    ("campaign", "after-battle: attack if ship >= 2", "ships", 24),
]  # fmt: skip


@pytest.mark.parametrize(("book", "text", "near", "at"), REFUSED)
def test_what_no_question_has_is_refused_with_the_near_word(
    book: str, text: str, near: str, at: int
) -> None:
    with pytest.raises(TextError) as caught:
        given(book, text)
    assert near in caught.value.expected
    assert caught.value.at == at


READ = [
    ("awaw", "air-scouting: pass if weather = fair", "air-scouting: pass if weather = fair"),
    ("awaw", "Interception: pass", "interception: pass"),
    ("awaw", "interception: pass if turn = “Axis 1”", 'interception: pass if turn = "Axis 1"'),
    ("awaw", "interception: pass if odds ≥ 40", "interception: pass if odds >= 40"),
    ("awaw", "interception: pass if Odds >= 40", "interception: pass if odds >= 40"),
    ("awaw", "patrol‑stay: s\u200btay", "patrol-stay: stay"),
    ("awaw", "raid-oppose: oppose if modifier >= −2", "raid-oppose: oppose if modifier >= -2"),
    ("awaw", "patrol-stay: remain at sea if force = x", "patrol-stay: remain at sea if force = x"),
    ("awaw", "return-base: Alexandria", "return-base: Alexandria"),
    ("europa", "coast-fire: strongest if strength >= 2", "coast-fire: strongest if strength >= 2"),
]


@pytest.mark.parametrize(("book", "text", "kept"), READ)
def test_what_looks_alike_is_read(book: str, text: str, kept: str) -> None:
    assert given(book, text) == kept
    assert parse_standing_order(kept).text == kept


@pytest.mark.parametrize(("page", "book"), [("playing.md", "awaw"), ("rules-europa.md", "europa")])
def test_the_orders_of_the_docs_are_taken(page: str, book: str) -> None:
    text = (DOCS / page).read_text("utf-8")
    kinds = "|".join(words_of(book).kinds())  # type: ignore[union-attr]
    found = re.findall(rf"(?:^|`)((?:{kinds}): [^`\n]+)", text, re.MULTILINE)
    assert len(found) >= 6
    for order in found:
        assert given(book, order)


@pytest.mark.parametrize("book", STARTS)
def test_every_answer_of_a_game_may_be_given_in_advance(book: str) -> None:
    """And its facts are those that the words name."""
    rules, law = rulebooks.book(book), rulings(book)
    words = words_of(book)
    assert words is not None
    game = Game.new(rules, Setup(STARTS[book]), rulings=law, dice=SeededDice(7))
    branch = GameFork.at(rules, rules.start(Setup(STARTS[book]), law), 5)
    players = {s: admiral(name) for s, name in zip(game.sides, ("random", "greedy"), strict=True)}
    chance, met = Random(5), set()
    for _ in range(300):
        if branch.outcome is not None:
            break
        side = branch.sides_to_answer()[0]
        asked, view = branch.request(side), branch.view(side)
        assert asked is not None
        answer = players[side].decide(rules, view, asked, chance)
        assert (words.answered(asked.kind) is not None) == isinstance(asked, Ask), asked.kind
        assert {name for name, _ in asked.about} <= (words.facts(asked.kind) or set()), asked.kind
        if isinstance(asked, Ask) and asked.kind not in met:
            for option in asked.options[:20]:
                game.cancel_standing_order(
                    side, game.add_standing_order(side, f"{asked.kind}: {option}").n
                )
        met.add(asked.kind)
        branch.answer(side, answer)
    assert len(met) >= 3

"""Exact odds equal full enumeration; sampled ones lie within four standard errors; all drivers
agree."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from flagplot import rulebooks
from flagplot.odds import (
    Exact,
    OverBudget,
    Sampler,
    answer_question,
    casebook_chances,
    odds_of_rule,
    percent_text,
)
from flagplot.odds.exact import chances_as_fractions, merge_by_result
from flagplot.table import (
    Ask,
    AskAny,
    AskEach,
    Roll,
    Setup,
    Table,
    TailCall,
    TextError,
    facts,
    rulings,
)
from flagplot.table.core.dice import ScriptedDice, SeededDice
from flagplot.table.core.errors import DiceError, ReplayDiverged
from flagplot.table.core.roll_specs import AtLeast, Column, Sum
from flagplot.table.game.rule_runner import RuleInput, RuleRun

from ..table.toybook import BOOK, RULINGS, Duel, salvoes


class Fight(msgspec.Struct, frozen=True, cache_hash=True):
    """A situation for the tests: strengths of both and rounds left."""

    red: int
    blue: int
    rounds: int


class Hit(msgspec.Struct, frozen=True, tag="hit"):
    clause: str
    red: int
    blue: int

    def apply(self, f: Fight) -> Fight:
        return Fight(max(0, f.red - self.red), max(0, f.blue - self.blue), f.rounds - 1)

    def seen_by(self, side: str) -> Hit:
        return self


CELLS = (0, 0, 0, 1, 1, 2)


async def fire(t: Table[Fight], sides: int) -> int:
    """A nested rule with a tail call inside: roll again on the highest face."""
    face = await Roll(Sum(1, sides), "1", "fire")
    return CELLS[face - 1]


async def rounds(t: Table[Fight]) -> TailCall | str:
    f = t.state
    if not f.red or not f.blue or not f.rounds:
        return "red" if f.red > f.blue else "blue" if f.blue > f.red else "even"
    if await Ask("Red", ("fight", "flee"), "1", "flee", facts(red=f.red)) == "flee":
        return "fled"
    await AskEach((Ask("Red", ("a",), "1", "each"), Ask("Blue", ("b",), "1", "each")))
    await AskAny((Ask("Red", ("a",), "1", "any"), Ask("Blue", ("b",), "1", "any")))
    red = await t.run(fire, 6)
    blue = await Roll(Column(CELLS, 1, (1, 6)), "1", "fire", "toy.fire")
    t.record(Hit("1", blue, red))
    return TailCall(rounds)


def enumerated(start: Fight) -> dict[str, Fraction]:
    """The brute force: every sequence of faces played by the live driver."""
    found: Counter[str] = Counter()
    chance: dict[str, Fraction] = {}

    def follow(faces: tuple[int, ...]) -> None:
        try:
            play = RuleRun(start, rounds, dice=ScriptedDice(faces))
        except DiceError:
            raise AssertionError from None
        while play.pending is not None and not isinstance(play.pending, Roll):
            asks = (
                play.pending.asks
                if isinstance(play.pending, (AskEach, AskAny))
                else (play.pending,)
            )
            try:
                play.answer(asks[0].side, asks[0].options[0])
                if isinstance(play.pending, AskEach) and play.pending.asks == asks:
                    play.answer(asks[1].side, asks[1].options[0])
            except DiceError:
                for face in range(1, 7):
                    follow((*faces, face))
                return
        chance[play.result] = chance.get(play.result, Fraction(0)) + Fraction(1, 6 ** len(faces))
        found[play.result] += 1

    follow(())
    return chance


@pytest.mark.parametrize(
    "start", [Fight(1, 1, 1), Fight(2, 1, 2), Fight(1, 2, 2), Fight(3, 3, 1), Fight(0, 1, 1)]
)
def test_exact_equals_full_enumeration(start: Fight) -> None:
    exact = chances_as_fractions(merge_by_result(Exact().whole(TailCall(rounds), start)))
    assert exact == enumerated(start)
    assert sum(exact.values()) == 1


async def again_on_six(t: Table[Fight]) -> int:
    """A rule whose runs take one die or two."""
    first = await Roll(Sum(1, 6), "1", "first")
    return first if first < 6 else 6 + await Roll(Sum(1, 4), "1", "second")


async def until_six(t: Table[Fight]) -> TailCall | int:
    """A chain that may end after each of its rounds."""
    face = await Roll(Sum(1, 6), "1", "face")
    t.record(Hit("1", 0, 0))
    return TailCall(until_six) if face < 6 and t.state.rounds else face


def test_runs_of_different_length_weigh_what_they_should() -> None:
    uneven = chances_as_fractions(
        merge_by_result(Exact().whole(TailCall(again_on_six), Fight(1, 1, 1)))
    )
    assert uneven == {n: Fraction(1, 6) for n in range(1, 6)} | {
        6 + n: Fraction(1, 24) for n in range(1, 5)
    }
    chain = chances_as_fractions(
        merge_by_result(Exact().whole(TailCall(until_six), Fight(1, 1, 3)))
    )
    assert chain == {6: 1 - Fraction(125, 216)} | {n: Fraction(25, 216) for n in range(1, 6)}


async def two_tables(t: Table[Fight]) -> int:
    one = await Roll(Sum(1, 6), "1", "one", "toy.one")
    return one + await Roll(Sum(1, 6), "1", "two", "toy.two")


def test_sampled_odds_name_every_table_they_rest_on() -> None:
    sampler = Sampler()
    sampler.play(TailCall(two_tables), Fight(1, 1, 1))
    assert sampler.tables == {"toy.one", "toy.two"}


def test_plays_of_a_seed_have_equal_luck_whatever_else_is_rolled_in_them() -> None:
    async def one_more(t: Table[Fight]) -> int:
        await Roll(Sum(2, 6), "1", "zero")
        return int(await t.run(two_tables))

    alike = [
        [Sampler(seed=n).play(TailCall(rule), Fight(1, 1, 1))[0] for n in range(40)]
        for rule in (two_tables, one_more)
    ]
    assert alike[0] == alike[1]
    assert len(set(alike[0])) > 5


def test_a_question_is_answered_from_the_view_even_when_asked_with_the_truth() -> None:
    awaw = rulebooks.book("awaw")
    truth = awaw.start(Setup("norway-1940"), rulings("awaw"))
    assert answer_question(awaw, truth, "Allied", "round", "UK-DD-Scapa v BC 3").exact
    with pytest.raises(TextError):
        answer_question(awaw, truth, "Axis", "round", "UK-DD-Scapa v BC 3")


def test_weights_are_integers_until_the_chain_is_long() -> None:
    _, total = Exact().whole(TailCall(rounds), Fight(4, 4, 3))
    assert isinstance(total, int)
    pairs, long_total = Exact(runs=10**6).whole(TailCall(rounds), Fight(4, 4, 80))
    assert isinstance(long_total, float)
    assert abs(sum(w for _, w in pairs) - 1) < 1e-9


def test_policy_and_what_the_answer_rests_on() -> None:
    exact = Exact(
        lambda request, f: request.options[-1] if request.kind == "flee" else request.options[0]
    )
    assert dict(merge_by_result(exact.whole(TailCall(rounds), Fight(2, 2, 2)))[0]) == {"fled": 1}
    odds = odds_of_rule(
        TailCall(rounds), Fight(2, 2, 2), lambda request, f: request.options[0], rulings=RULINGS
    )
    assert odds.exact
    assert odds.basis[0] == "table toy.fire (house)"
    assert "choices assumed: flee" in odds.basis
    assert dict(odds.fractions).keys() == dict(odds.outcomes).keys()
    assert sum(p for _, p in odds.outcomes) == pytest.approx(1)


def test_sampling_lies_within_four_standard_errors_and_repeats() -> None:
    start = Fight(3, 3, 3)
    exact = merge_by_result(Exact().whole(TailCall(rounds), start))
    a = Sampler(seed=7).many(TailCall(rounds), start, 20_000)
    assert a == Sampler(seed=7).many(TailCall(rounds), start, 20_000)
    for result, w in exact[0]:
        assert abs(a.chance(result) - w / exact[1]) < 4 * a.error(result)
    assert sum(n for _, n in a.counts) == a.n
    assert a.error("never") > 0


def test_over_budget_is_sampled_with_its_error() -> None:
    with pytest.raises(OverBudget):
        Exact(runs=50).whole(TailCall(rounds), Fight(9, 9, 5))
    odds = odds_of_rule(
        TailCall(rounds), Fight(9, 9, 5), lambda r, f: r.options[0], 50, samples=2000
    )
    full = odds_of_rule(TailCall(rounds), Fight(9, 9, 5), lambda r, f: r.options[0])
    assert not odds.exact
    assert odds.error > 0
    assert "standard error" in odds.basis[-1]
    assert "±" in odds.text
    for text, p in full.outcomes:
        assert abs(odds.chance(text) - p) < 5 * max(odds.error, 1e-3)


def test_one_ordinary_round_is_counted_in_few_runs() -> None:
    exact = Exact()
    exact.whole(TailCall(salvoes), Duel(2, 0, CELLS))
    assert exact.used < 20


def test_a_question_of_a_book() -> None:
    state = BOOK.start(Setup("line"), RULINGS)
    odds = answer_question(BOOK, state, "Red", "duel", "2")
    assert dict(odds.fractions) == {"2": "5/9", "1": "1/3", "0": "1/9"}
    assert odds.text == "2 55.6 %, 1 33.3 %, 0 11.1 %"
    assert casebook_chances(BOOK, state, "Red", "duel", "2").by_outcome == odds.outcomes
    with pytest.raises(TextError):
        answer_question(BOOK, state, "Red", "weather")


def test_yes_and_no_read_as_one_chance() -> None:
    async def reach(t: Table[Any]) -> bool:
        return await Roll(AtLeast(2, 6, 9), "1", "reach")

    odds = odds_of_rule(TailCall(reach), 0, None)
    assert (odds.text, odds.chance(), odds.chance("no")) == ("27.8 %", 10 / 36, 26 / 36)
    assert (percent_text(0.0), percent_text(1.0), percent_text(1e-6), percent_text(1 - 1e-6)) == (
        "0 %",
        "100 %",
        "under 0.1 %",
        "over 99.9 %",
    )


def test_every_driver_gives_the_same_end_for_a_forced_script() -> None:
    def answer_all(play: RuleRun) -> None:
        while play.pending is not None and not isinstance(play.pending, Roll):
            asks = (
                play.pending.asks
                if isinstance(play.pending, (AskEach, AskAny))
                else (play.pending,)
            )
            single = next(s for s in asks if play._single(s.side))
            play.answer(single.side, single.options[0])

    live = RuleRun(Fight(3, 3, 3), rounds, dice=SeededDice(3))
    answer_all(live)
    faces = [f for g in live.inputs if not g.side for f in g.value]
    manual = RuleRun(Fight(3, 3, 3), rounds)
    for face in faces:
        answer_all(manual)
        manual.faces((face,))
    answer_all(manual)
    replay = RuleRun(Fight(3, 3, 3), rounds, inputs=live.inputs)
    for other in (manual, replay):
        assert (other.result, other.state, other.events) == (live.result, live.state, live.events)
        assert other.inputs == live.inputs
    for n in range(len(live.inputs)):
        part = RuleRun(Fight(3, 3, 3), rounds, inputs=live.inputs[:n])
        assert part.inputs == live.inputs[:n]
    ends = {r for (r, _), _ in Exact().whole(TailCall(rounds), Fight(3, 3, 3))[0]}
    assert live.result in ends


def test_a_replay_that_diverges_is_an_error() -> None:
    with pytest.raises(ReplayDiverged):
        RuleRun(Fight(1, 1, 1), rounds, inputs=[RuleInput("9", "Red", "fight")])
    with pytest.raises(ReplayDiverged):
        RuleRun(Fight(1, 1, 1), rounds, inputs=[RuleInput("1", "", (1,))])
    with pytest.raises(ReplayDiverged):
        RuleRun(Fight(0, 1, 1), rounds, inputs=[RuleInput("1", "Red", "fight")])
    play = RuleRun(Fight(1, 1, 1), rounds)
    for side, value in (("Blue", "fight"), ("Red", "dance")):
        with pytest.raises(ValueError):  # noqa: PT011 - two messages
            play.answer(side, value)
    with pytest.raises(ValueError, match="no roll"):
        play.faces((1,))

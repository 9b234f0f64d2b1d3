"""Odds of interception and combat: exact against enumeration, against icepool, against sampling,
and fast against slow."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import islice, product

import icepool
import msgspec
import pytest

from flagplot import rulebooks
from flagplot.odds import Exact, answer_question, odds_of_rule
from flagplot.odds.exact import chances_as_fractions, merge_by_result
from flagplot.rulebooks.awaw.advice import exchange_odds as advice_exchange_odds
from flagplot.rulebooks.awaw.advice import interception_risk, order_tracks
from flagplot.rulebooks.awaw.advice.exchange_forecast import forecast_exchange
from flagplot.rulebooks.awaw.advice.exchange_odds import (
    Exchange,
    exchange_odds,
    run_exchange,
    run_quick_exchange,
)
from flagplot.rulebooks.awaw.rules.combat import combat_tables, gunnery
from flagplot.rulebooks.awaw.rules.combat.dice import Reach
from flagplot.rulebooks.awaw.rules.combat.ships import Battle, Ship
from flagplot.rulebooks.awaw.rules.interception import attempt
from flagplot.rulebooks.awaw.rules.interception.attempt import Attempt, Passage, Watcher
from flagplot.table import AskOrder, Setup, TailCall

from .naval_helpers import R, auto, battle, play, ship

BOOK = rulebooks.book("awaw")
POLICY = BOOK.policy


def exact(rule: object, b: object) -> dict[object, Fraction]:
    return chances_as_fractions(merge_by_result(Exact(POLICY, 10**7).whole(TailCall(rule), b)))  # type: ignore[arg-type]


def as_fractions(b: Battle) -> dict[Exchange, Fraction]:
    weights, total = exchange_odds(b)
    assert sum(weights.values()) == total
    return {k: Fraction(w, total) for k, w in weights.items() if w}


def fleet(rng: random.Random, screened: bool) -> tuple[Ship, ...]:
    pool = [
        ship("BB", 4, False),
        ship("BC", 3, drm=3),
        ship("CA", 2),
        ship("DD", 3, drm=1),
        ship("DD", 2),
        ship("PB", 2, drm=3),
    ]
    if screened:
        pool += [ship("CVL", 2, nas=2), ship("BB", 4, hits=3)]
    return tuple(rng.choice(pool) for _ in range(rng.randint(1, 4)))


@pytest.mark.parametrize("seed", range(25))
def test_the_fast_exchange_is_the_rule_counted_out(seed: int) -> None:
    rng = random.Random(seed)
    b = battle(fleet(rng, seed % 2 == 0), fleet(rng, seed % 3 == 0))
    try:
        fast = as_fractions(b)
    except advice_exchange_odds.NotFactorableError:
        fast = dict(exact(run_quick_exchange, b).items())
    slow = {k: v for k, v in exact(run_exchange, b).items() if v}
    assert fast == slow


def test_one_exchange_by_icepool() -> None:
    """Two heavy pairs, one of them unequal in nationality, and light ships: the sum over all is
    icepool's."""
    b = battle(
        (ship("BB", 4), ship("BC", 3), ship("DD", 6)), (ship("BB", 4, drm=3), ship("DD", 9, drm=3))
    )
    two = icepool.d6 + icepool.d6

    def fire(factors: int, drm: int, cap: int) -> icepool.Die[int]:
        cells = combat_tables.fleet_column(R, factors, drm)
        return two.map(lambda roll: min(cap, cells[roll - 2]))

    on_axis_bb, on_axis_dd = fire(4, 1, 4), fire(9, 1, 6)
    on_allied_bb = (fire(4, -1, 9) + fire(3, -1, 9)).map(lambda n: min(4, n))
    on_allied_dd = fire(6, -1, 9)
    axis = icepool.map(lambda bb, dd: (4 * (bb >= 4) + dd, 4 * (bb == 3)), on_axis_bb, on_axis_dd)
    allied = icepool.map(
        lambda bb, dd: (4 * (bb >= 4) + dd, 4 * (bb == 3)), on_allied_bb, on_allied_dd
    )
    mine = as_fractions(b)
    for side, die in ((0, axis), (1, allied)):
        marginal: dict[tuple[int, int], Fraction] = {}
        for x, p in mine.items():
            key = (x.lost[side], x.hurt[side])
            marginal[key] = marginal.get(key, Fraction(0)) + p
        theirs = {k: Fraction(die.quantity(k), die.denominator()) for k in die.outcomes()}
        assert marginal == {k: v for k, v in theirs.items() if v}
    both = {(x.lost, x.hurt): p for x, p in mine.items()}
    for (a, pa), (c, pc) in product(
        ((k, axis.probability(k)) for k in axis.outcomes()),
        ((k, allied.probability(k)) for k in allied.outcomes()),
    ):
        assert both.get(((a[0], c[0]), (a[1], c[1])), 0) == pa * pc


def test_interception_by_icepool() -> None:
    for n, hexes in product(range(1, 9), range(0, 41, 3)):
        die = n @ icepool.d6
        ways = sum(die.quantity(k) for k in die.outcomes() if k >= hexes)
        outcomes, every = Reach(n, hexes).outcomes()
        assert Fraction(sum(w for v, w in outcomes if v), every) == Fraction(
            ways, die.denominator()
        )


def test_sampling_agrees_with_the_exact_answer() -> None:
    b = battle((ship("BC", 3), ship("DD", 4)), (ship("BB", 4, False), ship("DD", 5)))
    chances = as_fractions(b)
    games = 3000
    counted: dict[object, int] = {}
    for seed in range(games):
        result, _, _ = play(b, seed, auto, run_exchange)
        counted[result] = counted.get(result, 0) + 1
    for result, p in chances.items():
        error = (float(p) * (1 - float(p)) / games) ** 0.5
        assert abs(counted.get(result, 0) / games - float(p)) < 4.5 * error + 1e-9


def watcher(*attempts: Attempt | None) -> Watcher:
    return Watcher(tuple(attempts))


def test_a_passage_by_multiplication_is_the_rule_counted_out() -> None:
    near, far = Attempt("transport", 6), Attempt("transport", 14, spotters=2)
    p = Passage(
        R,
        (
            watcher(None, near, far),
            watcher(Attempt("transport", 9, slow=True), None, None),
            watcher(None, None, None),
        ),
    )
    counted = exact(attempt.run_passage, p)
    assert float(counted["intercepted"]) == pytest.approx(attempt.passage_chance(p), abs=1e-12)
    assert attempt.best_attempt(R, p.watchers[0])[1] == 1
    assert len(attempt.chance_by_hex(p)) == 3


def test_surface_forces_meet_a_passage_in_one_hex_and_submarines_where_they_like() -> None:
    at = [Attempt("transport", n) for n in (4, 9, 14, 19)]
    one, two = watcher(at[0], at[1], at[3]), watcher(at[3], at[1], at[0])
    p = Passage(R, (one, two))
    assert attempt.meeting_place(p) in (0, 2), "a hex near one of them beats the hex between them"
    assert attempt.passage_chance(p) == pytest.approx(max(attempt.chance_by_hex(p)))
    assert float(exact(attempt.run_passage, p)["intercepted"]) == pytest.approx(
        max(attempt.chance_by_hex(p)), abs=1e-12
    )
    boats = Watcher((at[2], None, at[0]), submarines=True)
    with_boats = Passage(R, (watcher(at[0], at[1], at[3]), boats))
    free = (1 - attempt.chance_of(R, at[0])) * (1 - attempt.chance_of(R, at[0]))
    assert attempt.passage_chance(with_boats) == pytest.approx(1 - free)
    assert float(exact(attempt.run_passage, with_boats)["intercepted"]) == pytest.approx(
        1 - free, abs=1e-12
    )


def test_late_helpers_come_closer_every_round() -> None:
    a = Attempt("transport", 7, counter="port")
    chances = [attempt.counter_chance(R, a, n) for n in range(1, 5)]
    assert chances[0] == 0
    assert chances == sorted(chances)
    assert chances[-1] > 0.9
    patrol = Attempt("transport", 3, counter="patrol")
    assert attempt.counter_chance(R, patrol) == 1


@pytest.mark.parametrize(
    ("a", "dice"),
    [
        (Attempt("base-change", 5), 2),
        (Attempt("transport", 5, spotters=3), 7),
        (Attempt("patrol-stays", 5, spotters=3), 8),
        (Attempt("raid", 5, small=True), 0),
        (Attempt("invade", 5, mission_hex=True), 5),
        (Attempt("transport", 5, cards=2), 5),
        (Attempt("transport", 5, submarines=True, closed_port=True), 2),
        (Attempt("transport", 5, closed_port=True, slow=True), 1),
        (Attempt("transport", 0, counter="port", in_hex=True), 3),
        (Attempt("transport", 4, counter="patrol", spotters=1), 2),
    ],
)
def test_dice_counts(a: Attempt, dice: int) -> None:
    assert attempt.dice_for(R, a).dice == dice


def test_the_own_hex_is_always_reached() -> None:
    assert attempt.chance_of(R, Attempt("raid", 0, small=True)) == 1
    assert attempt.chance_of(R, Attempt("raid", 1, small=True)) == 0


def test_pacific_hexes_count_twice() -> None:
    assert attempt.chance_of(R, Attempt("transport", 5, "Pacific")) == attempt.chance_of(
        R, Attempt("transport", 10)
    )
    assert (attempt.most_hexes(R, "Europe"), attempt.most_hexes(R, "Pacific")) == (40, 20)


def test_the_ancestors_reading() -> None:
    from flagplot.table import rulings

    old = rulings("awaw", house={"HR-A2-reading": "ancestor"})
    for hexes, most in ((1, 6), (10, 5), (18, 4), (24, 3), (30, 2), (39, 1)):
        assert attempt.chance_of(old, Attempt("transport", hexes)) == pytest.approx(most / 6)


def test_questions_of_the_book() -> None:
    s = BOOK.case_start(Setup(""), R)
    ask = lambda kind, text: answer_question(BOOK, s, "Allied", kind, text, samples=400)  # noqa: E731
    assert ask("interception", "4 dice to 10 hexes").chance() == pytest.approx(1170 / 1296)
    assert ask("exchange", "Britain BB 4, DD 6 v Germany BC 3, DD 4").exact
    won = ask("battle", "Britain BB 4 fast x2, DD 9 v Germany PB 2, CA 2")
    assert won.chance("Allied wins") > 0.9
    assert won.exact or won.error > 0
    hit = ask("strike", "3 squadrons of Germany at Britain BB 4, DD 6")
    assert sum(p for _, p in hit.outcomes) == pytest.approx(1)
    even = ask("round", "Britain DD 3 v Germany DD 3")
    assert even.exact
    assert even.chance("Axis") > even.chance("Allied")


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("battle", "Britain BB 4"),
        ("battle", "Britain BB 9 v Germany DD 1"),
        ("battle", "Britain XX 4 v Germany DD 1"),
        ("battle", " v "),
        ("interception", "many dice"),
        ("intercepted", "nonsense"),
        ("strike", "three squadrons"),
        ("exchange", "Britain DD 0 v Germany DD 1"),
        ("weather", "today"),
        ("strike", "3 squadrons with surprise at BB 4"),
        ("strike", "3 squadrons of Atlantis at BB 4"),
        ("strike", "3 squadrons at BB 4 rounds x"),
        ("battle", "Renown rounds x v Hipper"),
        ("battle", "Renown, XP 2 v Hipper"),
        ("battle", "BB 4 hits 9 v DD 3"),
        ("battle", "BB 4 x0 v DD 3"),
        ("battle", "DD 4 nas 2 v DD 3"),
        ("battle", "TR 2 fast v DD 3"),
        ("battle", "Germany BC 3; air search 2 search 3 v Britain BB 4"),
        ("exchange", "Germany BC 3 with surprise v Britain BB 4"),
        ("exchange", "DD 3 with 2 cargo triple v DD 3"),
        ("exchange", "group 9 DD 3 v DD 3"),
        ("interception", "3 dice to 12 hexes on Tuesday"),
        ("intercepted", "B29 B30 ZZ99 as transport"),
        ("intercepted", "B29 B30 as banana"),
    ],
)
def test_questions_that_cannot_be_read(kind: str, text: str) -> None:
    from flagplot.table import TextError

    with pytest.raises(TextError):
        answer_question(BOOK, BOOK.case_start(Setup(""), R), "Allied", kind, text)


@pytest.mark.parametrize(
    ("kind", "text", "instead"),
    [
        (
            "strike",
            "3 squadrons of Germany with surprise at BB 4",
            "3 squadrons of Germany from carriers with surprise at BB 4",
        ),
        ("round", "UK-DD-Scapa:99 v DD 4", "UK-DD-Scapa:9"),
        ("interception", "UK-DD-Scapa:x at B31 of transport", "UK-DD-Scapa:9"),
        ("battle", "BB 4 hits 4 v DD 3", "BB 4 hits 3"),
    ],
)
def test_words_not_understood_are_errors_that_name_what_would_be(
    kind: str, text: str, instead: str
) -> None:
    from flagplot.table import TextError

    with pytest.raises(TextError) as found:
        answer_question(
            BOOK, BOOK.view(BOOK.start(Setup("norway-1940"), R), "Allied"), "Allied", kind, text
        )
    assert instead in found.value.expected


NAMED_PORTS = (
    "base change Hipper to Kiel",
    "redeploy Hipper to Stavanger",
    "displace Hipper to Kiel",
    "transport GE-INF-Group-XXI-North-Sea-1 to Bergen with GE-DD-Weser",
    "escort GE-INF-Group-XXI-North-Sea-1 to Oslo with GE-DD-Weser",
    "invade Bergen with GE-INF-Group-XXI-North-Sea-1, GE-DD-Weser",
    "supply from Wilhelmshaven to Stavanger with GE-DD-Weser",
)


@pytest.mark.parametrize("text", NAMED_PORTS)
def test_orders_to_a_named_port_have_a_chance_of_being_intercepted(text: str) -> None:
    view = BOOK.view(BOOK.start(Setup("norway-1940"), R), "Axis")
    (track,) = order_tracks.tracks_of(view, "Axis", BOOK.parse(text, view, "Axis"))
    met = interception_risk.risk_of(
        view,
        "Axis",
        track.kind,
        track.plan.path,
        track.target,
        sum(u.naval_factors for u in track.ships),
    )
    assert met.total > 0
    assert answer_question(BOOK, view, "Axis", "intercepted", text).chance("yes") == pytest.approx(
        met.total
    )


def test_every_order_that_sails_is_answered_as_the_page_draws_it() -> None:
    state = BOOK.start(Setup("norway-1940"), R)
    for side, kind in (("Axis", "movement"), ("Axis", "transport"), ("Allied", "movement")):
        view = BOOK.view(msgspec.structs.replace(state, mover=side), side)
        for order in islice(BOOK.candidates(view, AskOrder(side, "21.416A", kind)), 60):
            if len(order_tracks.tracks_of(view, side, order)) == 1:
                assert (
                    0
                    <= answer_question(BOOK, view, side, "intercepted", BOOK.text(order)).chance(
                        "yes"
                    )
                    <= 1
                )


def test_usual_targets_double_on_the_enemys_best() -> None:
    mine = gunnery.Lines((3, 1, 2), (), ())
    other = gunnery.Lines((0,), (4,), ())
    assert gunnery.default_targets(mine, other) == ((3, 0), (1, 0), (2, 0))
    assert gunnery.default_targets(mine, gunnery.Lines((), (4,), ())) == ((3, -1), (1, -1), (2, -1))
    assert gunnery.default_targets(mine, gunnery.Lines((), (), (5,))) == ((3, -2), (1, -2), (2, -2))


def test_of_rule_says_what_it_rests_on() -> None:
    b = battle((ship("DD", 3),), (ship("DD", 3),))
    odds = odds_of_rule(TailCall(run_quick_exchange), b, POLICY, rulings=R)
    assert any("awaw.naval-attack" in line for line in odds.basis)


def test_the_forecast_tells_both_sides_the_same_exchange() -> None:
    b = battle((ship("BB", 4), ship("DD", 4)), (ship("BC", 3), ship("CA", 2)))
    mine, his = forecast_exchange(b, "Axis"), forecast_exchange(b, "Allied")
    assert mine is not None
    assert his is not None
    assert (mine.mine, mine.his, mine.better, mine.worse) == (
        his.his,
        his.mine,
        his.worse,
        his.better,
    )
    chances = as_fractions(b)
    assert mine.mine == pytest.approx(float(sum(x.lost[0] * p for x, p in chances.items())))
    assert forecast_exchange(battle((ship("BB", 4),), ()), "Axis") is None

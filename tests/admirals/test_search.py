"""The search admiral: its guesses look like its view, reveal nothing else, and its orders are
legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from random import Random as Chance
from statistics import fmean
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.admirals import Greedy, Search, admiral, admirals_for, with_time_limit
from flagplot.admirals.search import (
    QUICK,
    STEADY,
    Games,
    MatchedChancePlayer,
    OrderEvaluation,
    PlannedOrder,
    PlayoutScore,
    SearchResult,
    SearchTask,
    determinised_fork,
    extrapolated_mean,
    other_plans,
    rivals_in_doubt,
)
from flagplot.admirals.simulate import Match, play_one, play_out
from flagplot.admirals.steady import Steady
from flagplot.odds import significantly_better
from flagplot.rulebooks.campaign.advice.merchant_evasion import goals_unseen
from flagplot.rulebooks.campaign.advice.priced_staff import secret_text
from flagplot.rulebooks.campaign.map.battle_ocean import distance
from flagplot.rulebooks.campaign.state.battle import Colour
from flagplot.table import Ask, AskOrder, Setup
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from tests.games import begun
from tests.table.toybook import BOOK as TOY
from tests.table.toybook import RULINGS

GUESSING = [
    (b.id, s.id, start)
    for b in map(rulebooks.book, rulebooks.BOOKS)
    if b.can_determinize
    for s in b.scenarios
    for start, _ in (s.starts or (("", ""),))
]


@pytest.mark.parametrize(("book", "scenario", "start"), GUESSING)
def test_a_guess_looks_like_what_is_seen(book: str, scenario: str, start: str) -> None:
    """The mirror of the hidden-state twins: the side cannot tell the guess from the truth, by
    anything it is sent."""
    game, lots = begun(book, scenario, start), Chance(5)
    asked = guessed = 0
    for n in range(50):
        if game.outcome is not None:
            break
        side = game.sides_to_answer()[0]
        request, view = game.request(side), game.view(side)
        assert request is not None
        half_done = (
            getattr(view, "battle", None) is not None and book != "campaign"
        )  # its battles alone are guessed at
        if isinstance(request, AskOrder) and n % 3 == 0 and not half_done:
            asked += 1
            state = game.book.resample_from_view(view, side, Chance(n))
            if state is not None:
                guessed += 1
                again = game.book.view(state, side)
                assert again == view
                for (
                    name
                ) in view.__struct_fields__:  # the order in which things stand tells nothing either
                    if isinstance(getattr(view, name), Mapping):
                        assert list(getattr(again, name)) == list(getattr(view, name)), name
                assert game.book.display(again, side, [request]) == game.book.display(
                    view, side, [request]
                )
        game.answer(side, Greedy(width=40).decide(game.book, view, request, lots))
    assert guessed == asked


def test_guesses_differ_where_something_is_hidden() -> None:
    game, lots = begun("awaw", "norway-1940"), Chance(5)
    first = game.state.player_turn
    for _ in range(90):
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert request is not None
        if request.kind == "movement" and game.state.player_turn > first + 1:
            break
        game.answer(side, Greedy(width=40).decide(game.book, game.view(side), request, lots))
    guesses = [game.book.resample_from_view(game.view(side), side, Chance(n)) for n in range(6)]
    assert any(g is not None for g in guesses)
    enemy = game.book.view(game.state, "").enemy(side)
    assert (
        len(
            {
                tuple(sorted((u.id, u.base) for u in g.units.values() if u.side == enemy))
                for g in guesses
                if g is not None
            }
        )
        > 1
    )


@pytest.mark.parametrize(
    ("scenario", "asked"),
    [("convoy-sc-7", "battle"), ("oran-1940", "battle"), ("graf-spee", "operations")],
)
def test_a_guess_at_a_campaign_is_played_on_in_the_middle_of_a_battle(
    scenario: str, asked: str
) -> None:
    """A guess asks the question of the view, holds enemies out of sight, and its transports come
    out of their battle."""
    game, lots = begun("campaign", scenario, seed=3), Chance(5)
    thought = 0
    for n in range(60):
        if game.outcome is not None or thought == 2:
            break
        side = game.sides_to_answer()[0]
        request, view = game.request(side), game.view(side)
        assert request is not None
        if request.kind == asked:
            branch = determinised_fork(game.book, view, request, n)
            assert branch is not None
            assert len(branch.state.ships) > len(view.ships) or len(branch.state.planes) > len(
                view.planes
            )
            play_out(branch, dict.fromkeys(game.sides, Greedy(width=10)), Chance(n))
            assert branch.outcome is not None
            thought += 1
        game.answer(side, admiral("random").decide(game.book, view, request, lots))
    assert thought


@pytest.mark.parametrize(
    ("scenario", "seed", "asked"),
    [("graf-spee", 1, 18), ("wake-learning", 1, 1), ("convoy-sc-7", 2, 28)],
)
def test_enemies_out_of_sight_stand_in_a_guess_where_an_admiral_would_have_them(
    scenario: str, seed: int, asked: int
) -> None:
    """On a station, before a coast and under way: in some of the guesses within three hexes of
    where they are, on average."""
    game, lots = begun("campaign", scenario, seed=seed), Chance(seed)
    for _ in range(asked):
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert request is not None
        game.answer(side, STEADY.decide(game.book, game.view(side), request, lots))
    side = game.sides_to_answer()[0]
    view = game.view(side)
    seen = {u.id for u in view.battle.units}
    unseen = [u for u in game.state.battle.units if u.id not in seen]
    off = []
    for n in range(8):
        guess = game.book.resample_from_view(view, side, Chance(n))
        assert game.book.view(guess, side) == view
        guessed = [u for u in guess.battle.units if u.id not in seen]
        assert sorted(u.cls for u in guessed) == sorted(u.cls for u in unseen)
        off.append(
            fmean(min(distance(u.at, x.at) for x in guessed if x.cls == u.cls) for u in unseen)
        )
    assert sum(far <= 3 for far in off) >= 2, off


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_everybody_in_a_guess_is_on_the_map_and_merchants_run_to_rows_of_their_own(
    colour: Colour,
) -> None:
    """Boats that are all bound for one hex lie around it; where merchants run to is drawn anew for
    every guess."""
    game, lots = begun("campaign", "convoy-sc-7", seed=3), Chance(3)
    rows: set[int] = set()
    guessed = 0
    while game.outcome is None:
        side = game.sides_to_answer()[0]
        view, request = game.view(side), game.request(side)
        battle = view.battle
        assert request is not None
        if (
            guessed < 3
            and battle is not None
            and battle.phase == "fight"
            and battle.turn > 4
            and side == battle.side(colour)
        ):
            guessed += 1
            for n in range(4):
                guess = game.book.resample_from_view(view, side, Chance(n))
                assert all(
                    u.at is not None for u in guess.battle.units if u.alive and u.colour != colour
                )
                rows |= {
                    row
                    for _, row in goals_unseen(
                        guess.battle, "blue", secret_text(guess, guess.battle, "blue")
                    ).values()
                }
        game.answer(side, QUICK.decide(game.book, view, request, lots))
    assert guessed == 3
    assert colour == "blue" or len(rows) > 3


def test_the_admiral_who_thinks_looks_at_his_view_alone_and_leaves_the_game_as_it_is() -> None:
    game = begun("awaw", "norway-1940")
    side = game.sides_to_answer()[0]
    view, request = game.view(side), game.request(side)
    assert request is not None
    search = Search(near=(3, 1), answers=20)
    lines = game.lines()
    chosen = search.decide(game.book, view, request, Chance(1))
    assert game.lines() == lines
    for twin in list(game.book.secret_twins(game.state, side))[:3]:
        assert search.decide(game.book, game.book.view(twin, side), request, Chance(1)) == chosen
    assert game.answer(side, chosen)


def test_he_explains_himself_with_his_odds() -> None:
    game = begun("awaw", "norway-1940")
    side = game.sides_to_answer()[0]
    view, request = game.view(side), game.request(side)
    assert request is not None
    thought = Search(near=(3, 2), answers=20).think(game.book, view, request, Chance(1))
    best, *others = thought.prospects
    assert thought.answer == best.course.answer
    assert all(
        p.games == 2 and 0 <= p.ahead <= 2 for p in thought.prospects
    )  # nobody is given up before
    said = thought.sentence(game.book.text)
    assert said.startswith(
        f"{best.course.words(game.book.text)}: ahead in {best.ahead} of 2 simulated games, "
    )
    assert said.endswith(f" {others[0].course.words(game.book.text)}.")
    ahead, behind = (
        OrderEvaluation(PlannedOrder("wait"), 3, 2, 1.5),
        OrderEvaluation(PlannedOrder("sail"), 3, 3, 2.0),
    )
    assert (
        SearchResult("sail", (behind, ahead))
        .sentence(str)
        .endswith("2.0 points ahead on average, 0.5 better than wait.")
    )
    assert (
        SearchResult("wait", (ahead, behind))
        .sentence(str)
        .endswith("on average, 0.5 behind, by chance perhaps, sail.")
    )
    assert SearchResult("hold").sentence(str) == "hold: the best under the plan of this turn."


def test_the_plan_stands_unless_another_order_is_better_by_more_than_chance() -> None:
    assert significantly_better([3.0, 4.0, 5.0], [1.0, 2.0, 3.5])
    assert not significantly_better([9.0, 0.0, 3.0], [1.0, 2.0, 3.5]), "now better, now worse"
    assert not significantly_better([9.0], [1.0]), "one game tells nothing"
    assert not significantly_better([1.0, 2.0], [1.0, 2.0])


def test_orders_that_fall_behind_are_given_up() -> None:
    planned, alike, worse, well = (
        [1.0, 2.0, 1.0, 2.0],
        [1.0, 2.0, 1.0, 2.0],
        [0.0, 1.5, 0.0, 1.0],
        [3.0, 2.5, 1.5, 3.0],
    )
    best, wild = [20.0, 3.2, 9.0, 8.0], [9.0, 0.0, 0.0, 9.0]
    assert rivals_in_doubt([planned, alike, worse, well], [1, 2, 3]) == [3]
    assert rivals_in_doubt([planned, wild, best], [1, 2]) == [2], (
        "of two that may yet win the worse goes after four guesses"
    )
    assert rivals_in_doubt([planned, alike, worse], [1, 2]) == [], "nothing left to doubt"
    assert rivals_in_doubt([[1.0], [1.0], [0.0]], [1, 2]) == [1, 2], "one game tells nothing"
    assert rivals_in_doubt([[1.0, 2.0], [1.0, 2.0], [0.0, 0.0]], [1, 2]) == [2], (
        "two games tell only what makes no difference"
    )
    assert rivals_in_doubt([planned, [n + 4 for n in planned]], [1]) == [], (
        "better by the same in every guess"
    )
    assert extrapolated_mean([0.0, 1.5], [1.0, 2.0, 6.0]) == pytest.approx(3.0 - 0.75), (
        "less than the plan, in the same guesses"
    )


def test_another_order_is_given_only_when_enough_games_speak_for_it() -> None:
    game = begun("awaw", "norway-1940")
    side = game.sides_to_answer()[0]
    view, request = game.view(side), game.request(side)
    assert request is not None
    planned = Search(near=(1, 0)).think(game.book, view, request, Chance(1)).answer

    def told(matter: SearchTask, seeds: Iterator[int], rivals: Sequence[int]) -> Iterator[Games]:
        """All others stand ten points better in every guess."""
        for _ in seeds:
            yield {i: PlayoutScore(10.0 * (i > 0), 1) for i in range(len(matter.orders))}

    for guesses, same in ((3, True), (4, False)):
        thought = Search(near=(3, guesses), thinking=told).think(
            game.book, view, request, Chance(1)
        )
        assert (thought.answer == planned) == same


@pytest.mark.parametrize(("later", "stays"), [(10.0, False), (0.0, True), (-1.0, True)])
def test_the_best_of_many_orders_is_given_only_when_it_is_better_in_fresh_guesses_too(
    later: float, stays: bool
) -> None:
    game = begun("awaw", "norway-1940")
    side = game.sides_to_answer()[0]
    view, request = game.view(side), game.request(side)
    assert request is not None
    planned = Search(near=(1, 0)).think(game.book, view, request, Chance(1)).answer
    heard: list[list[int]] = []

    def told(matter: SearchTask, seeds: Iterator[int], rivals: Sequence[int]) -> Iterator[Games]:
        """The second order stands ten points better at first, and by *later* when it is judged once
        more, with no other."""
        heard.append([])
        one = len(heard) == 1
        assert one or list(rivals) == [1]
        for seed in seeds:
            if not rivals:
                break
            heard[-1].append(seed)
            yield {
                i: PlayoutScore((10.0 + seed % 7 if one else later) * (i == 1), 1)
                for i in range(len(matter.orders))
            }

    thought = Search(near=(3, 8), thinking=told).think(game.book, view, request, Chance(1))
    assert (thought.answer == planned) == stays
    assert len(heard[1]) == 8
    assert not set(heard[0]) & set(heard[1])


def test_an_order_that_wins_more_games_is_given_though_another_leads_by_more() -> None:
    game = begun("awaw", "norway-1940")
    side = game.sides_to_answer()[0]
    view, request = game.view(side), game.request(side)
    assert request is not None

    def told(matter: SearchTask, seeds: Iterator[int], rivals: Sequence[int]) -> Iterator[Games]:
        """The planned order, and the others, win one game by far and lose seven; the next best wins
        those seven by little."""
        for n in range(8):
            far, little = (
                (PlayoutScore(30.0, 1, 1), PlayoutScore(-2.0, 1, -1))
                if n == 0
                else (PlayoutScore(-2.0, 1, -1), PlayoutScore(1.5, 1, 1))
            )
            yield {i: little if i == 1 else far for i in range(len(matter.orders))}

    thought = Search(near=(3, 8), thinking=told).think(game.book, view, request, Chance(1))
    best, planned = thought.prospects[:2]
    assert (best.won, planned.won) == (6, -6)
    assert best.points < planned.points
    assert "(which wins less)" in thought.sentence(game.book.text)


def test_orders_that_say_nearly_the_same_are_played_on_only_where_there_is_nothing_else() -> None:
    plan, ship_more = "patrol with Hood, Renown to E25", "patrol with Hood, Renown, Kent to E25"
    other, passing = "move Kent to Oslo", "done"
    rated = [(plan, 3.0), (ship_more, 2.0), (other, 1.0), (passing, 0.0)]
    assert Search().likely(rated, plan, 3, str) == (plan, other, passing)
    assert Search().likely(rated, other, 3, str) == (other, plan, passing)
    assert Search().likely(rated, plan, 5, str) == (plan, other, passing, ship_more)
    assert Search().likely(rated[:2], plan, 3, str) == (plan, ship_more), "the last is the pass"
    assert Search().likely([*rated[:2], (passing, 0.0)], plan, 4, str) == (plan, passing, ship_more)


def test_other_plans_pass_or_do_more() -> None:
    game = begun("awaw", "norway-1940")
    side = game.sides_to_answer()[0]
    view, request, book = game.view(side), game.request(side), game.book
    assert request is not None
    done = STEADY.rated(book, view, request)[-1][0]
    rated = [(done, -1.0), ("best", 2.0), (done, 0.0)]
    passing, busy = other_plans(book, view, request, rated, Chance(1))
    assert (passing.answer, passing.plan.patience) == (done, float("inf"))
    assert busy.answer != done
    assert busy.plan.patience == pytest.approx(-2.0, abs=0.01)
    assert [
        len(list(other_plans(book, view, request, [(1, 0.0), (done, 0.0)], Chance(1)))),
        busy.plan.looks,
    ] == [1, False]
    said = [c.words(lambda _: "done") for c in (PlannedOrder(0), passing, busy)]
    assert said == ["done", "done (then nothing more)", "done (then much more)"]


def test_a_plan_is_followed_to_the_end_of_the_turn() -> None:
    game = begun("europa", "pedestal", "short")
    side = game.sides_to_answer()[0]
    view, request, book = game.view(side), game.request(side), game.book
    assert request is not None
    idle, now = Steady(looks=False, patience=float("inf")), book.turn_of(view)
    passing = STEADY.rated(book, view, request)[-1][0]
    for turn, passes in ((now, True), (now - 1, False)):
        assert (
            MatchedChancePlayer(1, idle, turn).decide(book, view, request, Chance(1)) == passing
        ) == passes


def test_equal_questions_draw_equal_lots_in_games_in_thought() -> None:
    """Whatever was asked before them, and whatever lots were drawn."""

    class Drawing:
        def mixing_noise(self, view: Any, request: Any) -> float:
            return 0.0

        def turn_of(self, state: Any) -> int:
            return 1

        def refine_choice(self, view: Any, request: Any, answer: Any, rated: Any) -> Any:
            return answer

        def aims(self, view: Any, side: str) -> Any:
            return ()

        def evaluate_under_plan(
            self, view: Any, request: Any, plan: Any, *, unchecked: bool = False
        ) -> Any:
            return [(n, 0.0) for n in range(1000)]

    def answers(seed: int, *questions: str) -> list[Any]:
        book: Any = Drawing()
        player = MatchedChancePlayer(seed)
        return [
            player.decide(book, None, Ask("Red", (1, 2), "1", kind), Chance(0))
            for kind in questions
        ]

    assert answers(1, "fire", "mines", "fire")[1:] == [
        *answers(1, "mines"),
        *answers(1, "fire", "fire")[1:],
    ]
    assert answers(1, "fire", "fire")[0] != answers(1, "fire", "fire")[1]
    assert answers(1, "fire") != answers(2, "fire")


def test_he_thinks_as_long_as_his_clock_allows() -> None:
    """Every look at the clock is a second: one guess more is begun while time is left, and the
    first one always."""
    game = begun("awaw", "norway-1940")
    side = game.sides_to_answer()[0]
    view, request = game.view(side), game.request(side)
    assert request is not None
    for seconds, guesses in ((0.5, 1), (2.0, 2)):
        ticks = count()
        player = with_time_limit(
            Search(near=(2, 0), answers=5), lambda ticks=ticks: float(next(ticks)), seconds
        )
        assert isinstance(player, Search)
        assert player.think(game.book, view, request, Chance(1)).prospects[0].games == guesses
    assert with_time_limit(Greedy(), lambda: 0.0) == Greedy()
    thinker = with_time_limit(Search(), lambda: 0.0)
    assert isinstance(thinker, Search)
    assert thinker.seconds == 2


def test_who_thinks_plays_only_books_that_guess() -> None:
    for id in rulebooks.BOOKS:
        book: Any = rulebooks.book(id)
        assert ("search" in admirals_for(book)) == book.can_determinize
        assert {"greedy", "random"} <= set(admirals_for(book))
    toy = Game.new(TOY, Setup("line"), rulings=RULINGS, dice=SeededDice(1))
    side = toy.sides_to_answer()[0]
    request = toy.request(side)
    assert request is not None
    assert "search" not in admirals_for(TOY)
    assert determinised_fork(TOY, toy.view(side), request, 1) is None


def test_a_raider_without_a_port_is_guessed_at() -> None:
    """The supply ship is lost: nobody of that side lies anywhere, and a mission of it was seen."""
    match = Match("campaign", Setup("graf-spee"), ("random", "search"))
    assert play_one(match, "ladder", 0).outcome.degree

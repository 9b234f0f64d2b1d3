"""Operations under way, valued by the points they are likely to bring: playouts stop where that
value tells enough."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.rulebooks.europa.advice import expected_score, ways_to_goal
from flagplot.rulebooks.europa.state import State
from tests.games import begun


def at(s: State, group: str, hex: str, **other: object) -> State:
    return replace(s, groups={**s.groups, group: replace(s.groups[group], hex=hex, **other)})


def test_freighters_promise_more_the_nearer_they_are_and_nothing_when_it_is_too_late() -> None:
    game = begun("europa", "pedestal-first-steps")
    s, book = game.state, game.book
    way = ways_to_goal.cheapest_course(s, s.groups["Convoy"], s.facts["goal-hex"], 400)
    along = [book.expected_score(at(s, "Convoy", h), "Allied") for h in way]
    assert along == sorted(along)
    assert along[-1] == 6
    assert book.expected_score(s, "Axis") == -book.expected_score(s, "Allied")
    last = replace(s, step=4)
    assert book.expected_score(last, "Allied") < book.expected_score(s, "Allied"), (
        "15 MPs do not bring them there"
    )
    assert book.expected_score(at(last, "Convoy", way[-3]), "Allied") > 5


def test_a_mined_way_promises_less() -> None:
    s = begun("europa", "tallinn-first-steps").state
    assert (
        expected_score.expected_points(s, "Allied")
        < expected_score.expected_points(replace(s, mines={}), "Allied") - 1
    )


def test_troops_promise_what_they_bring_once_there_is_time_to_land_them() -> None:
    s = begun("europa", "husky-first-steps").state
    assert expected_score.expected_points(s, "Allied") > 1.5
    late = replace(s, step=3)
    assert expected_score.expected_points(late, "Allied") <= 0, "an assault takes three steps"
    begun_long_ago = at(late, "Dime", "26:4129", task="assault with C-LC-W1", paid=30)
    assert expected_score.expected_points(begun_long_ago, "Allied") > 1.5


def test_what_has_passed_is_counted_in_steps() -> None:
    s = begun("europa", "pedestal").state
    assert [expected_score.steps_begun(replace(s, at=n, step=2)) for n in range(3)] == [2, 8, 10]


def test_a_lane_that_is_being_cleared_promises_more_while_there_is_time_to_wait() -> None:
    s = begun("europa", "tallinn-first-steps").state
    at_work = at(s, "Sweepers", "1B:0609", spent=3)
    bare = replace(s, mines={"1B:0609": {}})
    waits = expected_score.expected_points(at_work, "Allied")
    assert waits > expected_score.expected_points(s, "Allied") + 1
    assert waits == expected_score.expected_points(
        at(bare, "Sweepers", "1B:0609", spent=3), "Allied"
    ), "all three points in time"
    late = expected_score.expected_points(
        at(replace(s, step=2), "Sweepers", "1B:0609", spent=3), "Allied"
    )
    assert expected_score.expected_points(replace(s, step=2), "Allied") < late < waits, (
        "one point more, and the rest is still there"
    )
    gone = at(at_work, "Convoy", "1B:0510", spent=15)
    assert expected_score.expected_points(replace(gone, step=2), "Allied") < waits, (
        "no step is left to wait for the sweepers"
    )

"""The steady admiral weighs searches, fights and ways in points of the scenario."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from flagplot.rulebooks.europa import BOOK
from flagplot.rulebooks.europa.advice import fire_worth, plans, search_worth
from flagplot.rulebooks.europa.advice.candidates import PLAIN
from flagplot.rulebooks.europa.map import chart
from flagplot.rulebooks.europa.orders import Attack, Move, Search
from flagplot.rulebooks.europa.state import State
from flagplot.table import Ask, AskOrder, Setup, facts, rulings
from flagplot.table.contract.aims import Aim, Plan, assign_forces

from .test_europa import movement


def laid(scenario: str, **changes: dict[str, Any]) -> State:
    """A scenario's first position under way, groups changed."""
    state = BOOK.start(Setup(scenario), rulings("europa"))
    groups = {
        i: replace(g, **changes.get(i.replace("-", "_"), {})) for i, g in state.groups.items()
    }
    return replace(state, segment="move", step=1, groups=groups)


def test_a_lone_squadron_waits_for_a_convoy_that_comes_nearer() -> None:
    def worth(hex: str) -> float:
        state = laid("pedestal-first-steps", Convoy={"hex": hex, "moved": True})
        about = facts(group="Convoy", hex=hex, entered=True, air="A-IT1", groups="", kind="mixed")
        request = AskOrder("Axis", "32.B.2", "search", about)
        return dict(BOOK.evaluate_under_plan(BOOK.view(state, "Axis"), request, Plan()))[Search()]

    assert worth("25:2204") < 0 < worth("25:2903")


def test_a_failure_costs_what_its_airbase_would_still_find() -> None:
    state = laid("pedestal-first-steps", Convoy={"hex": "25:2903", "moved": True})
    view = BOOK.view(state, "Axis")
    group = view.groups["Convoy"]
    assert (
        search_worth.later_strike_points(view, group, "Elmas", ("25:2903",))
        > search_worth.later_strike_points(view, group, "Elmas", ("25:3404",))
        > 0
    )
    assert (
        search_worth.later_strike_points(view, group, "Elmas", ("18Q:0407",)) == 0
    )  # out of reach
    assert fire_worth.points_of_a_hit(view, "Convoy") > 0


def test_who_finds_a_group_may_seek_it_again_and_who_does_not_is_barred() -> None:
    view = BOOK.view(laid("pedestal-first-steps", Convoy={"hex": "25:2903", "moved": True}), "Axis")
    one, two = (
        search_worth.later_strike_points(view, view.groups["Convoy"], "Elmas", ("25:2903",) * n)
        for n in (1, 2)
    )
    assert 0 < one < two < 2 * one


def test_an_airbase_that_has_struck_seeks_nobody_before_it_may_strike_again() -> None:
    state = laid("husky-1943", Commandos={"hex": "26:4528", "moved": True})
    request = AskOrder(
        "Axis",
        "32.B.2",
        "search",
        facts(group="Commandos", hex="26:4528", entered=True, air="A-X3", groups="", kind="cargo"),
    )

    def worth(struck: bool) -> float:
        view = BOOK.view(
            replace(state, air={k: replace(a, struck=struck) for k, a in state.air.items()}), "Axis"
        )
        return dict(BOOK.evaluate_under_plan(view, request, Plan()))[Search()]

    assert worth(True) < 0 < worth(False)


def test_a_blow_is_kept_for_cargo_that_has_not_sailed_yet() -> None:
    state = laid(
        "husky-1943",
        Monitors={"hex": "26:4528", "moved": True},
        Bark_East={"hex": "26:4528", "moved": False},
    )
    kept, free = (
        BOOK.view(
            replace(
                state,
                groups={
                    **state.groups,
                    "Bark-East": replace(state.groups["Bark-East"], moved=moved),
                },
            ),
            "Axis",
        )
        for moved in (False, True)
    )
    assert plans.value_of_strike(kept, Attack(("Gerbini",)), "Monitors") < plans.value_of_strike(
        free, Attack(("Gerbini",)), "Monitors"
    )
    assert plans.value_of_strike(kept, Attack(("Gerbini",), "transports"), "Bark-East") > 0


def test_a_carrier_covers_every_beach_from_one_hex() -> None:
    def found(hex: str, **air: str) -> list[Aim]:
        state = laid("husky-1943", Force_H={"hex": hex})
        state = replace(
            state,
            air={
                i: replace(a, mission=air.get(i.replace("-", "_"), a.mission))
                for i, a in state.air.items()
            },
        )
        return list(plans.aims(BOOK.view(state, "Allied"), "Allied"))

    (aim,) = found("18Q:0407")
    assert aim.id == "cover Force-H"
    assert all(chart.distance(aim.at, h) <= 5 for h in ("26:4426", "26:4427", "26:4129", "26:4130"))
    assert [a.at for a in found(aim.at)] == [aim.at]  # there she stays
    assert not found("18Q:0407", A_A2="escort")  # two from Malta are all that count


def test_cruisers_seek_a_convoy_whose_cargo_is_worth_more_than_they_are() -> None:
    at = {"hex": "25:4007", "where": "sea"}
    state = laid("pedestal", Convoy=at, Div_3_Messina=at)
    mine, foe = state.groups["Div-3-Messina"], state.groups["Convoy"]
    assert (
        fire_worth.mean_points_of_group(state, mine, foe)
        > fire_worth.mean_points_of_group(state, foe, mine)
        > 0
    )
    view = BOOK.view(state, "Axis")
    assert plans.Planned(Plan()).dares(view, mine, foe.hex)
    assert not PLAIN.dares(view, mine, foe.hex)


def test_the_convoy_breaks_off_and_the_cruisers_fight_on() -> None:
    at = {"hex": "25:4007", "where": "sea"}
    state = laid("pedestal", Convoy=at, Div_3_Messina=at)

    def best(side: str, group: str, foe: str) -> str:
        about = facts(group=group, foe=foe, kind="mixed", round=1)
        asked = Ask(side, ("fight on", "decline", "disengage"), "32.D.2", "battle", about)
        found = dict(BOOK.evaluate_under_plan(state, asked, Plan()))
        return str(max(found, key=lambda o: found[o]))

    assert best("Axis", "Div-3-Messina", "Convoy") == "fight on"
    assert best("Allied", "Convoy", "Div-3-Messina") == "disengage"


def test_a_convoy_takes_the_lane_that_was_swept() -> None:
    """Hazards that a route crosses are no gain: of two routes of one length, the one without the
    belt is better."""
    state = laid("tallinn-1941")
    view = BOOK.view(
        replace(state, mines={h: m for h, m in state.mines.items() if h != "1B:0409"}), "Allied"
    )
    made = assign_forces(BOOK.aims(view, "Allied"))
    rated = [
        (o, w)
        for o, w in BOOK.evaluate_under_plan(view, movement("Allied"), made)
        if isinstance(o, Move) and o.group == "Convoy-1"
    ]
    order = max(rated, key=lambda r: r[1])[0]
    assert not set(order.places) & set(view.mines)
    pilot, group = plans.Planned(made), view.groups["Convoy-1"]
    assert pilot.toll(view, group, ("1B:0609",)) > 10 > pilot.toll(view, group, ("1B:0409",))

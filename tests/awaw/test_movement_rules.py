"""Helpers of movement, basing and displacement against plain twins, and the texts of orders."""

from __future__ import annotations

import contextlib
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagplot import boards, rulebooks
from flagplot.rulebooks.awaw import orders as o
from flagplot.rulebooks.awaw.map import ports, straits, theatre
from flagplot.rulebooks.awaw.nouns import L, Pick
from flagplot.rulebooks.awaw.rules import forces
from flagplot.rulebooks.awaw.rules.basing import surplus
from flagplot.rulebooks.awaw.rules.interception import eligibility
from flagplot.rulebooks.awaw.rules.interception.activity import Activity
from flagplot.rulebooks.awaw.rules.movement import displacement, routing
from flagplot.rulebooks.awaw.rules.raiders import groups
from flagplot.rulebooks.awaw.rules.range import limits
from flagplot.rulebooks.awaw.rules.range.limits import Limits
from flagplot.rulebooks.awaw.state import Unit
from flagplot.table import Setup, Table, TextError, rulings

BOOK = rulebooks.book("awaw")
RULINGS = rulings("awaw")
EUROPE = boards.load("awaw-europe")


def position(text: str):
    state = BOOK.case_start(Setup("", "", "current", ()), RULINGS)
    for line in text.strip().splitlines():
        state = BOOK.given(state, line)
    return state


# ------------------------------------------------------------------------------------- range legs
def legs_can_be_kept(length: int, stops: dict[int, int], every: int, initial: int) -> bool:
    """Twin: some choice of stops cuts a straight path of *length* hexes into legal legs."""
    inner = sorted(i for i in stops if 0 < i < length)
    for n in range(len(inner) + 1):
        for chosen in combinations(inner, n):
            marks = [0, *chosen, length]
            allowed = [initial, *(stops[i] for i in chosen)]
            if all(b - a <= allowed[k] for k, (a, b) in enumerate(pairwise(marks))):
                return True
    return False


@settings(max_examples=300, deadline=None)
@given(
    length=st.integers(1, 14),
    stops=st.dictionaries(st.integers(1, 13), st.sampled_from([2, 3, 5]), max_size=6),
    initial=st.integers(1, 6),
)
def test_legs_agree_with_a_search_over_all_stops(length, stops, initial):
    path = boards.route(EUROPE, "Scapa Flow", "Gibraltar").hexes[: length + 1]
    at = [stops.get(i, -1) for i in range(len(path))]
    found = routing.overlong_leg(EUROPE, path, Limits(None, 5, initial), at)
    assert (found is None) == legs_can_be_kept(
        length, {i: leg for i, leg in stops.items() if i < len(path)}, 5, initial
    )


def test_a_leg_is_broken_in_the_ports_own_water_only():
    ionian, adriatic = EUROPE.bodies("AA24")
    state = position("turn Summer 1941\ncontrol Taranto Axis")
    at = limits.range_ports(state, "Axis", (), EUROPE.id, 20)
    for node, touched in ((ionian, 20), (adriatic, -1)):
        start, goal = EUROPE.neighbours(node)[0], node
        way = routing.RouteSearch(
            state,
            "Axis",
            (),
            EUROPE,
            (start.hex, goal.hex),
            "supply",
            "",
            start.hex,
            (),
            goal.hex,
            frozenset({"otranto"}),
            False,
            Limits(None, 20, None),
            at,
        )
        assert (
            routing._legs_after_touch(way, boards.route(EUROPE, start, goal, closed={"otranto"}))[
                -1
            ]
            == touched
        )


# ---------------------------------------------------------------------------------------- surplus
def ship(i: int, kind: str, size: int) -> Unit:
    return Unit(f"U{i}", f"U{i}", "Allied", "Britain", "ship", kind, size, "fast", "AA7", "AA7")


@settings(max_examples=200, deadline=None)
@given(
    sizes=st.lists(
        st.tuples(st.sampled_from(["DD", "CA", "BB"]), st.integers(1, 5)), min_size=1, max_size=6
    ),
    need=st.integers(1, 12),
)
def test_least_surplus_agrees_with_every_subset(sizes, need):
    units = [ship(i, kind, n) for i, (kind, n) in enumerate(sizes)]
    total = sum(u.factors for u in units)
    if total < need:
        return
    ranges = [range(u.factors + 1) if u.type == "DD" else (0, u.factors) for u in units]
    best = min(sum(pick) for pick in product(*ranges) if sum(pick) >= need)
    assert surplus.min_loss(units, need) == best
    taken = surplus.default_elimination(units, need)
    assert sum(n for _, n in taken) >= need
    for choice in surplus.minimal_sets(units, need):
        assert sum(n for _, n in choice) >= need


# ----------------------------------------------------------------------------------- displacement
@pytest.mark.parametrize("place", ["Piraeus", "Tobruk", "Bergen", "Brest", "Malta", "Oran"])
def test_nearest_havens_agree_with_a_route_to_every_port(place):
    state = position(f"turn Summer 1941, Axis player turn\nCA 2 Britain at {place} as UK-CA-1")
    here = EUROPE.find(place)
    unit = state.units["UK-CA-1"]
    found = {h.place: h.distance for h in displacement.refuges_for(state, [unit], here.hex)}
    shut = straits.closed_links(state, "Allied")
    for port in theatre.ports_of(EUROPE):
        if port.hex == here.hex or not ports.is_friendly(state, "Allied", port.hex):
            continue
        own = frozenset(n for p in theatre.port_places(state, port.hex) for n in p.waters)
        ways = [boards.route(EUROPE, n, own, closed=shut) for n in here.waters]
        lengths = [w.distance for w in ways if w is not None]
        assert found.get(port.hex) == (min(lengths) if lengths and min(lengths) <= 40 else None), (
            port.name
        )


# --------------------------------------------------------------------------------- parts of units
def test_parts_of_destroyers_keep_their_sum():
    state = position("DD 9 Britain at Scapa Flow as UK-DD-1\nDD 4 Britain at Scapa Flow as UK-DD-2")
    table = Table(state)
    before = BOOK.inventory(state)
    ids = forces.muster_units(
        table, "Allied", (Pick("UK-DD-1", 4), Pick("UK-DD-2"), Pick("UK-DD-1", 2))
    )
    assert [table.state.units[i].factors for i in ids] == [4, 4, 2]
    assert BOOK.inventory(table.state) == before
    forces.merge_detachments(table)
    assert table.state.units["UK-DD-1"].factors == 9
    assert set(table.state.units) == {"UK-DD-1", "UK-DD-2"}


# ------------------------------------------------------------------------------------ order texts
PICKS = st.lists(
    st.sampled_from([Pick("UK-BC-Hood"), Pick("UK-DD-1"), Pick("UK-DD-1", 3), Pick("UK-CA-1")]),
    min_size=1,
    max_size=3,
    unique_by=lambda p: p.id,
).map(tuple)
PLACES = st.sampled_from(
    ["Gibraltar", "Malta", "Scapa Flow", "Kiel", "Atlantic U.S. box", "India box"]
)
HEXES = st.sampled_from(["B31", "AA6", "J28", "L18", "O9w1"])
VIA = st.lists(HEXES, max_size=3).map(tuple)
TF = st.sampled_from(["", "TF1", "TF22"])
MOVES = st.lists(st.builds(o.Move, PICKS, PLACES, VIA, TF), min_size=1, max_size=3).map(tuple)
ORDERS = st.one_of(
    st.builds(o.BaseChange, MOVES),
    st.builds(o.Patrol, PICKS, HEXES, VIA, TF),
    st.builds(o.Redeploy, PICKS, PLACES, VIA, st.just(()), TF),
    st.builds(o.Intercept, PICKS, HEXES, VIA, TF),
    st.builds(o.Counter, PICKS, VIA, TF),
    st.builds(o.Displace, PICKS, PLACES, VIA),
    st.builds(o.Eliminate, PICKS),
    st.builds(o.Freeze, PICKS),
    st.builds(o.Uninvert, PICKS),
    st.just(o.DONE),
    st.just(o.PASS),
    st.builds(o.Supply, st.just("supply"), PLACES, PLACES, VIA, PICKS, st.just(1), TF),
    st.builds(o.BuildPort, HEXES, st.sampled_from(["", "U.S.", "Japan"])),
    st.builds(o.AssignRP, st.integers(1, 9), st.sampled_from(["", "Japan"])),
)
STATE = position(
    "ship Hood at Liverpool\nDD 5 Britain at Scapa Flow as UK-DD-1\nCA 2 Britain at Malta as "
    "UK-CA-1"
)


@settings(max_examples=400, deadline=None)
@given(ORDERS)
def test_any_order_reads_back_from_its_text(order):
    assert L.parse(L.text(order), STATE, "Allied") == order


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text):
    with contextlib.suppress(TextError):
        L.parse(text, STATE, "Allied")


# ------------------------------------------------------------------------------------- range port
def test_every_switch_of_range_ports_is_heeded():
    for choice, supply, expected in (
        ("supplied", "partial", False),
        ("any", "partial", True),
        ("phase", "full", True),
    ):
        state = BOOK.case_start(
            Setup("", "", "current", ()), rulings("awaw", house={"HR-36C": choice})
        )
        state = BOOK.given(state, "map Pacific")
        state = BOOK.given(state, "control Midway U.S.")
        state = BOOK.given(state, f"supply Midway {supply}")
        at = boards.load("awaw-pacific").find("Midway").hex
        assert limits.is_range_port(state, "Allied", at) is expected


def test_a_port_of_two_waters_on_the_other_board_is_only_too_far() -> None:
    """No strait is looked for between the boards: the distance refuses it."""
    state = BOOK.case_start(Setup("", "", "current", ()), RULINGS)
    singapore = theatre.place_id(state, "Singapore")
    assert len(straits.water_groups(state, "Axis", singapore)) > 1
    assert eligibility.shares_water(
        state, "Axis", "J30", "J30", Activity("patrol", "Allied", (), ("J30",)), singapore
    )


def test_raiders_come_home_from_a_box_to_which_the_map_has_no_edge() -> None:
    """21.533B: a position may place them there; no hex of this map is on their way."""
    state = position("CA 2 Germany at Brest as GE-CA-1")
    way = groups.route_to_box(state, "Axis", (state.units["GE-CA-1"],), "Brest", groups.PACIFIC_SW)
    assert way.plan.path == ("Brest", groups.PACIFIC_SW)
    assert not way.plan.refusals

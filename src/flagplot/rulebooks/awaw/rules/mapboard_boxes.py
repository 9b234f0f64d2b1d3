"""Mapboard boxes (21.14-21.18): what their ships may do, and which ships may change base or
redeploy to them (21.214-21.216)."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Facts, Refusal, Remedy, clause, facts

from ..map import theatre
from ..map.fronts import fronts_of
from ..map.ports import port_count
from ..map.theatre import (
    ATLANTIC_SW,
    ATLANTIC_US,
    AUSTRALIA,
    INDIA,
    INDIAN_SW,
    PACIFIC_SW,
    PACIFIC_US,
    SOUTH_AFRICA,
    is_box,
    is_mapboard_box,
    is_sw_box,
)
from ..state import State, Unit
from ..state.nations import is_at_war, is_western_allied
from .range.limits import has_named_place, is_in_group

US_BOXES = (ATLANTIC_US, PACIFIC_US)


INDIAN_OCEAN_PORTS = ("Suez", "Basra", "Abadan")


PACIFIC_GATES = ("Pearl Harbor", "Dutch Harbor", "Papeete")


BLOCKED = {
    "patrol": {ATLANTIC_US: "21.14C", PACIFIC_US: "21.15C", SOUTH_AFRICA: "21.18A"},
    "intercept": {ATLANTIC_US: "21.14C", PACIFIC_US: "21.15C", SOUTH_AFRICA: "21.18A"},
    "counter": {ATLANTIC_US: "21.14C", PACIFIC_US: "21.15C", SOUTH_AFRICA: "21.18A"},
}


@clause(
    "21.14",
    "21.14C",
    "21.15",
    "21.15C",
    "21.16",
    "21.17",
    "21.18",
    "21.18A",
    "21.523B",
    "21.523C",
    "21.553B",
    "21.553C",
)
def operation_refusals(units: Sequence[Unit], operation: str) -> list[Refusal]:
    """Refuse patrols and interceptions by ships of the U.S. and South Africa boxes, and offensive
    missions by ships of the South Africa box. Ships of the Australia and India boxes may do
    everything."""
    out = []
    bases = {u.base for u in units}
    for box, cite in BLOCKED.get(operation, {}).items():
        if box in bases:
            ids = tuple(u.id for u in units if u.base == box)
            out.append(
                Refusal(
                    cite,
                    "box-forbids",
                    ids,
                    facts(box=box, operation=operation),
                    (Remedy("base-on-map"),),
                )
            )
    if operation in ("invade", "invasion", "bombard", "carrier"):
        ids = tuple(u.id for u in units if u.base == SOUTH_AFRICA)
        if ids:
            out.append(
                Refusal(
                    "21.18A",
                    "box-forbids",
                    ids,
                    facts(box=SOUTH_AFRICA, operation=operation),
                    (Remedy("base-on-map"),),
                    (),
                    {
                        "bombard": ("21.523C",),
                        "carrier": ("21.553C",),
                        "invasion": ("21.512E",),
                    }.get(operation, ()),
                )
            )
    return out


@clause("21.14B", "21.15B", "21.523A", "21.553A", "21.557B")
def support_refusals(
    units: Sequence[Unit], operation: str, invading_from: Sequence[str]
) -> list[Refusal]:
    """Refuse bombardments and carrier missions from a U.S. box without an invasion from the same
    box."""
    out = []
    for box, cite in ((ATLANTIC_US, "21.14B"), (PACIFIC_US, "21.15B")):
        ids = tuple(u.id for u in units if u.base == box)
        if ids and operation in ("bombard", "carrier") and box not in invading_from:
            about, remedies = (
                facts(box=box, operation=operation),
                (Remedy("with-invasion", detail=facts(box=box)),),
            )
            also = ("21.523A",) if operation == "bombard" else ("21.553A",)
            out.append(Refusal(cite, "no-invasion-from-box", ids, about, remedies, (), also))
    return out


@clause("21.433A", "21.433B", "21.433D", "21.433E", "21.433F", "21.433C", "21.433")
def pair_refusal(view: State, one: str, two: str) -> Refusal | None:
    """Return why ground and air units may not be shipped between a box and another place; None when
    they may, or when neither place is a box. No pair of boxes is allowed."""
    for box, end in ((one, two), (two, one)):
        if not is_mapboard_box(box):
            continue
        if box == ATLANTIC_US and "western" not in fronts_of(view, end):
            return _pair("21.14A", "21.433A", box, end)
        if box == PACIFIC_US and not (
            has_named_place(view, end, "Dutch Harbor")
            or is_in_group(view, end, "Hawaiian")
            or is_in_group(view, end, "Society")
        ):
            return _pair("21.15A", "21.433B", box, end)
        if box == SOUTH_AFRICA and not has_named_place(view, end, *INDIAN_OCEAN_PORTS):
            return _pair("21.18A", "21.433F", box, end)
        if box in (INDIA, AUSTRALIA):
            pacific = not is_box(end) and theatre.theatre_of(view, end) == "Pacific"
            if not (pacific or has_named_place(view, end, *INDIAN_OCEAN_PORTS)):
                return _pair("21.433C", "21.433D" if box == INDIA else "21.433E", box, end)
    return None


@clause("21.214", "21.216")
def stranger_refusals(units: Sequence[Unit], places: Sequence[str]) -> list[Refusal]:
    """Refuse ships and cargo other than the Western Allies' to and from mapboard boxes."""
    strangers = tuple(u.id for u in units if not is_western_allied(u.nation))
    boxes = dict.fromkeys(p for p in places if is_mapboard_box(p)) if strangers else ()
    return [
        Refusal(
            "21.214" if box in US_BOXES else "21.216",
            "western-allies-only",
            strangers,
            facts(box=box),
            (Remedy("permitted-end"),),
        )
        for box in boxes
    ]


@clause("21.14A", "21.15A", "21.18A")
def fleet_refusals(
    view: State, units: Sequence[Unit], starts: Sequence[str], to: str
) -> list[Refusal]:
    """Refuse sea transport and invasions for which a box's ships may not be used. Ships of a U.S.
    box may transport only from or to their own box, and invade only from it. Ships of the South
    Africa box may also take part in any transport to Suez, Basra or Abadan."""
    out = stranger_refusals(units, (*starts, to))
    for box, cite in ((ATLANTIC_US, "21.14A"), (PACIFIC_US, "21.15A"), (SOUTH_AFRICA, "21.18A")):
        ids = tuple(u.id for u in units if u.base == box)
        away = [
            s
            for s in starts
            if box not in (s, to)
            and not (box == SOUTH_AFRICA and has_named_place(view, to, *INDIAN_OCEAN_PORTS))
        ]
        if ids and away:
            about = facts(box=box, start=away[0], end=to)
            out.append(Refusal(cite, "box-fleet", ids, about, (Remedy("base-on-map"),)))
    return out


def _pair(cite: str, permits: str, box: str, end: str) -> Refusal:
    return Refusal(
        cite,
        "box-pair",
        (box, end),
        facts(box=box, end=end, permits=permits),
        (Remedy("permitted-end"),),
    )


@clause("21.14A", "21.15A", "21.512D", "21.512E")
def invasion_refusals(view: State, units: Sequence[Unit], goal: str) -> list[Refusal]:
    """Refuse invasions from boxes: from the U.S. boxes as HR-512D says, from the South Africa box
    always, and into any box."""
    out = []
    if is_box(goal):
        out.append(Refusal("21.512E", "invade-box", (goal,), (), (Remedy("permitted-end"),)))
    none = view.rulings.switch("HR-512D") == "none"
    for box, cite, ok in (
        (ATLANTIC_US, "21.14A", not none and "western" in fronts_of(view, goal)),
        (
            PACIFIC_US,
            "21.15A",
            not none
            and any(is_in_group(view, goal, g) for g in ("Hawaiian", "Society", "Aleutian")),
        ),
        (INDIA, "21.512D", not none and theatre.theatre_of(view, goal) == "Pacific"),
        (AUSTRALIA, "21.512D", not none and theatre.theatre_of(view, goal) == "Pacific"),
    ):
        ids = tuple(u.id for u in units if u.base == box)
        if ids and not ok:
            about, also = facts(box=box, goal=goal), ("21.512D",) if cite != "21.512D" else ()
            out.append(
                Refusal(
                    cite, "box-invasion", ids, about, (Remedy("permitted-end"),), ("HR-512D",), also
                )
            )
    return out


def is_pacific_gate(view: State, place: str) -> bool:
    """Return True for Pearl Harbor, Dutch Harbor, Papeete and ports built in the Hawaiian or
    Society Islands."""
    if has_named_place(view, place, *PACIFIC_GATES):
        return True
    built = not theatre.port_places(view, place) and port_count(view, place) > 0
    return built and (is_in_group(view, place, "Hawaiian") or is_in_group(view, place, "Society"))


@clause("21.214A", "21.214B", "21.224")
def base_change_refusals(
    view: State, units: Sequence[Unit], start: str, goal: str
) -> list[Refusal]:
    """Refuse base changes to or from a mapboard box by other ships, or with another end, than the
    rules list.

    Moves to and from the SW box of the same ocean are deployments, not base changes between the
    ends that 21.214 lists.
    """
    out: list[Refusal] = []
    boxes = [b for b in (start, goal) if is_mapboard_box(b)]
    raiders = tuple(u.id for u in units if u.side == "Axis" and u.type not in ("SS", "TR", "ASW"))
    if is_sw_box(goal) and raiders:
        out.append(
            Refusal("21.531B", "raids-later", raiders, facts(box=goal), (Remedy("other-goal"),))
        )
    if not boxes:
        return out
    out += stranger_refusals(units, boxes)
    for box, end in ((start, goal), (goal, start)):
        if box == ATLANTIC_US and not (
            end in (ATLANTIC_SW, PACIFIC_US, SOUTH_AFRICA) or "western" in fronts_of(view, end)
        ):
            out.append(
                Refusal(
                    "21.214A",
                    "box-partner",
                    (box, end),
                    partner_facts(box, end),
                    (Remedy("permitted-end"),),
                )
            )
        if box == PACIFIC_US and not (
            end in (PACIFIC_SW, ATLANTIC_US, AUSTRALIA) or is_pacific_gate(view, end)
        ):
            out.append(
                Refusal(
                    "21.214B",
                    "box-partner",
                    (box, end),
                    partner_facts(box, end),
                    (Remedy("permitted-end"),),
                )
            )
        if box in (INDIA, AUSTRALIA, SOUTH_AFRICA) and not is_box(end):
            on_pacific = theatre.theatre_of(view, end) == "Pacific"
            if on_pacific and box == SOUTH_AFRICA:
                out.append(
                    Refusal(
                        "21.215",
                        "box-partner",
                        (box, end),
                        partner_facts(box, end),
                        (Remedy("permitted-end"),),
                    )
                )
    return out


PARTNERS = {
    ATLANTIC_US: "western front ports, the Pacific U.S. box and the South Africa box",
    PACIFIC_US: "Pearl Harbor, Dutch Harbor, Papeete, ports built in the Hawaiian and Society "
    "Islands, the Australia box and the "
    "Atlantic U.S. box",
    SOUTH_AFRICA: "Suez, Basra, Abadan and other boxes",
}


def partner_facts(box: str, end: str) -> Facts:
    """Return the facts of a refused pair: the box, the other end, and the permitted ends."""
    return facts(box=box, end=end, partners=PARTNERS.get(box, "other places"))


@clause("21.215")
def is_special_route(view: State, start: str, goal: str) -> bool:
    """Return True for moves between Suez, Basra or Abadan and the Indian Ocean boxes. They follow
    special rules instead of counting hexes."""
    for one, two in ((start, goal), (goal, start)):
        if one in (INDIA, AUSTRALIA, SOUTH_AFRICA, INDIAN_SW) and has_named_place(
            view, two, *INDIAN_OCEAN_PORTS
        ):
            return True
    return False


ENTRY_CLAUSE = {
    ATLANTIC_US: "21.214C",
    PACIFIC_US: "21.214D",
    AUSTRALIA: "21.16#2",
    INDIA: "21.17#2",
}


@clause("21.16#2", "21.17#2", "21.214C", "21.214D")
def entry_refusals(view: State, start: str, goal: str, via: Sequence[str]) -> list[Refusal]:
    """Refuse a track to or from a box that crosses the edge of the board elsewhere than at the
    hexes that the rules name."""
    out = []
    for box, hex_id in ((start, via[0]), (goal, via[-1])) if via else ():
        if not is_mapboard_box(box) or is_box(hex_id):
            continue
        board = theatre.board_of(view, hex_id)
        bare = theatre.bare_id(hex_id)
        found = board.boxes.get(theatre.board_box(board.id, box))
        if (
            found is None
            or not found.entries
            or bare in board.virtual
            or bare in {e.hex for e in found.entries}
        ):
            continue
        if len([h for h in board.adjacent(bare) if h not in board.virtual]) < 6:
            entries = ", ".join(e.hex for e in found.entries)
            about = facts(box=box, hex=hex_id, entries=entries)
            out.append(
                Refusal(
                    ENTRY_CLAUSE.get(box, "21.217"),
                    "box-entry",
                    (hex_id,),
                    about,
                    (Remedy("entry-hex"),),
                )
            )
    return out


def is_gateway(view: State, box: str, place: str) -> bool:
    """Return True for a port through which a redeployment between a U.S. box and the map must
    pass."""
    if is_box(place):
        return False
    if box == ATLANTIC_US:
        return "western" in fronts_of(view, place) and port_count(view, place) > 0
    return is_pacific_gate(view, place)


@clause("21.214E")
def gateway_refusals(
    view: State, units: Sequence[Unit], start: str, goal: str, touched: Sequence[str]
) -> list[Refusal]:
    """Refuse a redeployment between a U.S. box and the map that neither ends in nor passes a
    gateway port. *touched* are the ports on its track. Places that the order names do not count by
    themselves."""
    out = []
    for box, end in ((start, goal), (goal, start)):
        if box not in US_BOXES or is_box(end):
            continue
        if not any(is_gateway(view, box, p) for p in (*touched, end)):
            out.append(
                Refusal(
                    "21.214E",
                    "no-gateway",
                    (box, end),
                    facts(box=box, end=end),
                    (Remedy("via-gateway"),),
                )
            )
    return out + stranger_refusals(units, (start, goal))


@clause("21.14E", "21.14E#2", "21.15E", "21.18B")
def protection_refusals(view: State, units: Sequence[Unit], source: str) -> list[Refusal]:
    """Refuse ships that may not protect sea supply or NRs from a box. Ships of that box may. U.S.
    ships in the Atlantic may only once the U.S. is at war with Germany."""
    out = []
    americans = tuple(
        u.id for u in units if u.nation == "U.S." and u.base in (ATLANTIC_US, ATLANTIC_SW)
    )
    if americans and not is_at_war(view, "U.S.", "Germany"):
        out.append(
            Refusal(
                "21.14E",
                "us-not-at-war",
                americans,
                facts(enemy="Germany"),
                (Remedy("after-war-entry"),),
            )
        )
    for u in units:
        if (
            is_mapboard_box(u.base)
            and u.base != source
            and u.base in (ATLANTIC_US, PACIFIC_US, SOUTH_AFRICA)
        ):
            cite = {ATLANTIC_US: "21.14E#2", PACIFIC_US: "21.15E", SOUTH_AFRICA: "21.18B"}[u.base]
            out.append(
                Refusal(cite, "line-from-elsewhere", (u.id,), facts(box=u.base, source=source))
            )
    return out


@clause("21.224#2", "21.224#4")
def does_invert(view: State, start: str, goal: str) -> bool:
    """Return True when a base change inverts its ships: from box to box, from an SW box to a port
    on the map, or between theatres. A base change into an SW box never does."""
    if is_sw_box(goal):
        return False
    if is_mapboard_box(start) and is_mapboard_box(goal):
        return True
    if is_sw_box(start) and not is_box(goal):
        return True
    return theatre.theatre_of(view, start) != theatre.theatre_of(view, goal)


def sw_box_of(box: str) -> str:
    """Return the SW box through which a shipment to or from a mapboard box passes."""
    return {ATLANTIC_US: ATLANTIC_SW, PACIFIC_US: PACIFIC_SW}.get(box, INDIAN_SW)

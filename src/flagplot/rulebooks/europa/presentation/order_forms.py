"""Order forms of the page: the orders that are possible and useful now, with legal examples for the
side's own forces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from flagplot.table import AskOrder, Single
from flagplot.table.assist.nearby_orders import first_legal
from flagplot.table.display.position import OrderForm

from ..advice.candidates import candidates
from ..advice.ways_to_goal import reachable_goal
from ..map import chart
from ..nouns import L
from ..rules import legality, reading
from ..rules.movement import costs
from ..rules.search import reaction
from ..rules.special import fleets
from ..state import Group, State
from ..state.units import CRAFT, Unit, tf_like

EVERYDAY = (
    "sail",
    "move",
    "enter port",
    "put",
    "split",
    "combine",
    "wait",
    "search",
    "activate",
    "attack from",
    "declare",
    "screen",
    "fire",
)
"""The first words of the common orders, in the order in which forms are offered. Rarer orders
follow them, then those that end the step."""


Texts = Mapping[str, Iterable[str]]
"""Orders by their first words, likely ones first."""


def forms(view: State, requests: Sequence[Single]) -> tuple[OrderForm, ...]:
    """Return the kinds of order that may be given now: the common ones first, then those of the
    others for which there is use."""
    found: list[OrderForm] = []
    for request in requests:
        if not isinstance(request, AskOrder):
            continue
        known = order_examples(view, request)
        for form in L.forms(request.kind):
            start = form.start.strip()
            if start in known:
                example = first_legal(view, request, known[start], reading.read, legality.check)
                if example:
                    found.append(
                        replace(form, example=example, start=form.start if form.slots else start)
                    )
            elif (
                not form.slots
                and form.kind == start
                and (request.kind, start) != ("reaction", "pass")
            ):  # "done" ends a reaction as well
                found.append(replace(form, example=start))
    rank = {verb: n for n, verb in enumerate(EVERYDAY)}
    return tuple(sorted(found, key=lambda f: rank.get(f.start.strip(), 99)))


def order_examples(view: State, request: AskOrder) -> Texts:
    """Return example orders for the side's own forces. For an answer to a question these are the
    candidates of a computer admiral, the longest first."""
    if request.kind not in ("movement", "reaction"):
        texts = sorted((L.text(o) for o in candidates(view, request)), key=len, reverse=True)
        return {
            start: [t for t in texts if t.startswith(start)]
            for start in (f.start.strip() for f in L.forms(request.kind))
        }
    own = [g for g in view.standing(request.side) if g.members]
    why = reaction.why_not_phasing if request.kind == "movement" else reaction.why_not_react
    able = [g for g in own if why(view, g) is None and costs.mps_left(view, g) > 0]
    able.sort(key=lambda g: (-len(g.members), g.id))
    return {
        **move_examples(view, able),
        **activity_examples(view, able),
        **reserve_examples(own),
        **service_examples(view, own),
        **shore_examples(view, request.side),
    }


def move_examples(view: State, able: Sequence[Group]) -> Texts:
    """Return examples of moving, splitting and combining."""
    pairs = (
        (x, y) for x in able for y in able if x.id < y.id and (x.hex, x.where) == (y.hex, y.where)
    )
    return {
        "sail": (
            f"sail {g.id} to {to}"
            for g in able
            for to in (reachable_goal(view, g), *sea_hexes_beside(view, g.hex))
            if to
        ),
        "move": (
            f"move {g.id} to {' '.join(way)}"
            for g in able
            for one in sea_hexes_beside(view, g.hex)
            for way in (
                *((one, "night", two) for two in sea_hexes_beside(view, one) if two != g.hex),
                (one,),
            )
        ),
        "put": (f"put {g.id} to sea" for g in able if g.where == "port"),
        "enter port": (
            f"enter port {g.id}" for g in able if g.where == "sea" and g.hex in view.ports
        ),
        "rescue with": (
            f"rescue with {g.id}" for g in able if fleets.res_in_water(view, g.side, g.hex)
        ),
        "wait": (f"wait {g.id} {mps} MPs" for g in able for mps in (5, 1)),
        "combine": (f"combine {x.id} {y.id} as {x.id}" for x, y in pairs),
        "split": (
            f"split {g.id}: {m} as {g.id}-2"
            for g in able
            if len(g.members) > 1
            for m in reversed(g.members)
        ),
    }


def sea_hexes_beside(view: State, hex: str) -> list[str]:
    """Return the hexes with sea that touch a hex."""
    return [h for h in chart.neighbours(hex) if view.ground(h) in ("sea", "coastal")]


def activity_examples(view: State, able: Sequence[Group]) -> Texts:
    """Return examples of the activities that are possible: mines, cargo, carriers, coast
    defences."""
    units: list[tuple[Group, Unit]] = [(g, u) for g in able for u in view.of(g)]
    guns = [(g, u) for g, u in units if tf_like(u)]
    ids = {u.id for _, u in units}
    cargo = [c for _, c in sorted(view.cargo.items()) if c.aboard in ids]
    freight = [c.id for c in cargo if "mine" not in c.marks]
    shares = ("full", "half", "quarter")
    return {
        "lay mine with": (f"lay mine with {c.aboard}" for c in cargo if "mine" in c.marks),
        "sweep mine with": (f"sweep mine with {u.id}" for g, u in guns if g.hex in view.mines),
        "replenish": (f"replenish {g.id}" for g in able if g.where == "port"),
        "load air on": (f"load air on {u.id}" for _, u in units if u.kind == "CG"),
        "prepare": (f"prepare {share} gunfire with {u.id}" for share in shares for _, u in guns),
        "embark": (
            f"embark {c.id} on {u.id} at {at}"
            for _, c in sorted(view.cargo.items())
            for g, u in units
            for at in ("port", "beach")
            if c.side == g.side and not c.aboard and c.place == g.hex
        ),
        "disembark": (f"disembark {c} at {at}" for c in freight for at in ("port", "beach")),
        "assault with": (f"assault with {c}" for c in freight),
        "transfer": (
            f"transfer {c} to {u.id}" for c in freight for _, u in units if u.kind in CRAFT
        ),
        "form": (f"form {g.id}: screen {u.id}" for g in able for u in weakest_task_forces(view, g)),
        "bombard": (
            f"bombard {d.hex} with {u.id}"
            for g, u in guns
            for _, d in sorted(view.defences.items())
            if d.owner not in (g.side, "") and d.fires and chart.distance(d.hex, g.hex) <= 1
        ),
    }


def service_examples(view: State, own: Sequence[Group]) -> Texts:
    """Return examples of services without MPs: gunfire that is ready, repair in port, ferries."""
    units = [(g, u) for g in own for u in view.of(g)]
    shots = [(g, u) for g, u in units if fleets.prepared_share(u) and g.where == "sea"]
    return {
        "support": (f"support {h} with {u.id}" for g, u in shots for h in gunfire_hexes(view, g)),
        "repair": (f"repair 1 hits of {u.id}" for g, u in units if g.where == "port" and u.hits),
        "ferry": (
            f"ferry {chart.side_id(g.hex, h)} with {u.id}"
            for g, u in units
            for h in chart.neighbours(g.hex)
            if u.kind in CRAFT and not u.hits
        ),
    }


def gunfire_hexes(view: State, g: Group) -> list[str]:
    """Return the hexes in range of a group's gunfire, the enemy's first."""
    return sorted(chart.hexes_within(g.hex, 1), key=lambda h: view.owner(h) != view.other(g.side))


def shore_examples(view: State, side: str) -> Texts:
    """Return examples of orders ashore: bombing, mines made and laid from the air, Malta."""
    strikes = [a for _, a in sorted(view.air.items()) if a.side == side and a.mission == "strike"]
    planes = [a for a in strikes if not a.marker and not a.struck]
    mines = [
        c
        for _, c in sorted(view.cargo.items())
        if c.side == side and "mine" in c.marks and not c.aboard
    ]
    ports = [p for _, p in sorted(view.ports.items()) if p.owner == view.other(side)]
    near = sorted((chart.distance(a.place, p.hex), p.name, a.id) for a in planes for p in ports)
    return {
        "bomb Malta with": (f"bomb Malta with {a.id}" for a in planes),
        "bomb the port of": (f"bomb the port of {port} with {a}" for _, port, a in near),
        "drop mine": (
            f"drop mine {c.id} at {h} with {a.id}"
            for a in planes
            for c in mines
            if c.place == a.place
            for h in sea_hexes_near(view, a.place)
        ),
        "make": (
            f"make 1 mine point at {p.name}"
            for _, p in sorted(view.ports.items())
            if p.owner == side
        ),
        "use": ("use 1 Malta points as repair",),
        "lower Malta by": ("lower Malta by 1 with SRPs", "lower Malta by 1 with SPs"),
        "turn": ("turn 1 SRPs into SPs",),
    }


def sea_hexes_near(view: State, hex: str) -> list[str]:
    """Return the hexes with sea up to 3 hexes from a hex, nearest first."""
    return [h for h in chart.hexes_within(hex, 3) if view.ground(h) in ("sea", "coastal")]


def weakest_task_forces(view: State, g: Group) -> list[Unit]:
    """Return the task forces of a group that has several, the weakest first."""
    fighters = sorted((u for u in view.of(g) if tf_like(u)), key=lambda u: (u.strength, u.id))
    return fighters if len(fighters) > 1 else []


def reserve_examples(own: Sequence[Group]) -> Texts:
    """Return examples of holding groups in reserve and releasing them."""
    return {
        "hold": hold_examples(own),
        "release": (f"release {g.id} from reserve" for g in own if g.reserve),
    }


def hold_examples(own: Sequence[Group]) -> Iterator[str]:
    """Yield the groups to hold in reserve, those in port first."""
    yield from (
        f"hold {g.id} in reserve"
        for g in sorted(own, key=lambda g: g.where != "port")
        if not g.reserve
    )

"""The order forms a side may fill in now, with the book's titles, grammar, an example and a text to start from."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.table import Command, about_map
from flagplot.table.display import OrderForm
from flagplot.table.latest import latest

from ..orders import BaseChange, Displace, Patrol, Redeploy, Transport
from ..orders.grammar import text
from ..rules.employment import free
from ..state import FLEET, State
from . import naming

Forms = tuple[OrderForm, ...]


def example_ship(view: State, side: str, *, destroyers: bool = False) -> str:
    """The id of a ship to use in an example."""
    ships = free(view, side)
    wanted = [u for u in ships if u.type == "DD"] if destroyers else [u for u in ships if u.type in FLEET and u.type != "DD"]
    return (wanted or list(ships))[0].id if ships else "SHIP"


def example_cargo(view: State, side: str) -> str:
    """The id of a unit that may be shipped."""
    for u in view.units.values():
        if u.side == side and u.kind in ("ground", "air") and u.present and not u.force and not u.aboard and u.note != "garrison":
            return u.id
    return "UK-INF-1"


ORDER_OF: dict[str, type] = {
    "patrol": Patrol, "base-change": BaseChange, "transport": Transport, "redeploy": Redeploy, "displace": Displace,
}


def forms(view: State, request: Command[object]) -> Forms:
    """Forms for the orders that answer a request, with examples that can be given as they stand; the last one passes."""
    found = plain_forms(view, request)
    if not any(f.kind in ORDER_OF for f in found):
        return found
    legal = short_legal(view, request)
    return tuple(replace(f, example=legal.get(f.kind, f.example)) for f in found)


@latest
def short_legal(view: State, request: Command[object]) -> dict[str, str]:
    """For each kind of order the shortest legal one worth considering, in text form; submarines only when nothing else sails."""
    from ..advice.candidates import candidates

    found: dict[str, str] = {}
    for order in candidates(view, request):
        kind = next((k for k, t in ORDER_OF.items() if isinstance(order, t)), "")
        if kind:
            line = text(order)
            if kind not in found or ("-SS-" in line, len(line)) < ("-SS-" in found[kind], len(found[kind])):
                found[kind] = line
    return found


def plain_forms(view: State, request: Command[object]) -> Forms:
    """The forms of a request, with examples made from the side's own names."""
    side = request.side
    about = about_map(request)
    ship, dd = example_ship(view, side), example_ship(view, side, destroyers=True)
    done = OrderForm("done", "Nothing more", "done", "done", "done", request.clause)
    kind = request.kind
    if kind == "movement":
        announced = [f.id for f in view.forces.values() if f.side == side and f.state == "announced"]
        return (
            OrderForm(
                "patrol",
                "Patrol",
                "patrol SHIPS to HEX [via HEX, HEX] [as TF1]",
                f"patrol {ship} to B32",
                "patrol ",
                "21.41",
                ("units", "place", "path"),
            ),
            OrderForm(
                "base-change",
                "Base change",
                "base change SHIPS to PORT [via HEX, HEX]; SHIPS to PORT",
                f"base change {ship} to {home(view, side)}",
                "base change ",
                "21.22",
                ("units", "port", "path"),
            ),
            OrderForm(
                "form",
                "Form a task force",
                "form TF1 with SHIPS",
                f"form TF1 with {ship}",
                "form TF1 with ",
                "21.312",
                ("units",),
            ),
            *(
                OrderForm(
                    "withdraw",
                    "Take back an announcement",
                    "withdraw FORCE",
                    f"withdraw {id}",
                    "withdraw ",
                    "21.416A",
                    ("groups",),
                )
                for id in announced[:1]
            ),
            OrderForm("done", "All announced: carry out", "done", "done", "done", "21.416A"),
        )
    if kind == "transport":
        cargo = example_cargo(view, side)
        return (
            OrderForm(
                "transport",
                "Sea transport",
                "transport UNITS to PORT with SHIPS [via HEX, HEX] [as TF1]",
                f"transport {cargo} to {home(view, side)} with {dd}:1",
                "transport ",
                "21.43",
                ("units", "port", "units", "path"),
            ),
            OrderForm("done", "No more transports", "done", "done", "done", "21.43"),
        )
    if kind == "redeployment":
        return (
            OrderForm(
                "redeploy",
                "Naval redeployment",
                "redeploy SHIPS to PORT [via HEX, HEX]",
                f"redeploy {ship} to {home(view, side)}",
                "redeploy ",
                "21.6",
                ("units", "port", "path"),
            ),
            OrderForm("done", "No more redeployments", "done", "done", "done", "21.6"),
        )
    if kind == "interception":
        where = str(about.get("hex", "") or str(about.get("path", "")).split(",")[0])
        return (
            OrderForm(
                "intercept",
                "Intercept",
                "intercept SHIPS at HEX [via HEX, HEX] [as TF1]",
                f"intercept {ship} at {where}",
                "intercept ",
                "22.11",
                ("units", "place"),
            ),
            OrderForm("pass", "Let them pass", "pass", "pass", "pass", "21.4171"),
        )
    if kind == "counter-interception":
        return (
            OrderForm(
                "counter",
                "Counter-intercept",
                "counter SHIPS [at HEX] [via HEX, HEX] [as TF1]",
                f"counter {ship}",
                "counter ",
                "22.16",
                ("units",),
            ),
            OrderForm("pass", "Stay away", "pass", "pass", "pass", "22.16"),
        )
    if kind in ("patrol-strike", "combat-strike", "patrol-counterair"):
        base = str(about.get("bases", "")).split(", ")[0]
        air = OrderForm(
            "counterair",
            "Counterair",
            "counterair SQUADRONS at BASE",
            f"counterair UK-NAS-1 at {base}",
            "counterair ",
            request.clause,
            ("units", "place"),
        )
        strike = OrderForm(
            "strike",
            "Strike",
            "strike SQUADRONS at BASE",
            f"strike UK-NAS-1 at {base}",
            "strike ",
            request.clause,
            ("units", "place"),
        )
        end = OrderForm("done", "No strike", "done", "done", "done", request.clause)
        return (air, end) if kind == "patrol-counterair" else (strike, air, end)
    if kind == "sequence":
        forces = str(about.get("patrols", ""))
        return (
            OrderForm(
                "sequence",
                "Sequence of patrols",
                "sequence PATROL, PATROL",
                f"sequence {forces}",
                f"sequence {forces}",
                "21.416B",
                ("groups",),
            ),
            OrderForm("done", "As announced", "done", "done", "done", "21.416B"),
        )
    if kind == "uninversion":
        return (OrderForm("uninvert", "Uninvert", "uninvert SHIPS", f"uninvert {ship}", "uninvert ", "21.7", ("units",)), done)
    if kind == "surplus":
        return (
            OrderForm("idle", "Ships that lie idle", "idle SHIPS", f"idle {ship}", "idle ", "21.112", ("units",)),
            OrderForm("eliminate", "Ships given up", "eliminate SHIPS", f"eliminate {ship}", "eliminate ", "21.112", ("units",)),
        )
    if kind == "displacement":
        return (
            OrderForm(
                "displace",
                "Displace",
                "displace SHIPS to PORT",
                f"displace {ship} to {home(view, side)}",
                "displace ",
                "21.23",
                ("units", "port"),
            ),
        )
    if kind == "supply":
        return (
            OrderForm(
                "supply",
                "Sea supply",
                "supply from PLACE to PORT [with SHIPS]",
                "supply from Liverpool to Malta",
                "supply from ",
                "21.42",
                ("port", "port", "units"),
            ),
            done,
        )
    return (done,)


def home(view: State, side: str) -> str:
    """A port of the side, for examples."""
    for u in view.ships(side):
        if u.base:
            return naming.short_place(view, u.base)
    return "Liverpool"

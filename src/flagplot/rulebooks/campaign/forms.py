"""The orders that fit what is asked, with their grammar, an example, and how the page begins one."""

from __future__ import annotations

from flagplot.table.display import OrderForm

from .battle import orders as bo
from .orders import GRAMMAR

ORDERS = (
    ("patrol", "Naval patrol", "patrol UK-BC-2 to 20,11", "patrol ", "6.3.3", ("units", "place")),
    (
        "base change",
        "Change base, operational",
        "operational change UK-CA-1 to Scapa Flow",
        "operational change ",
        "6.3.7.1",
        ("units", "port"),
    ),
    (
        "base change",
        "Change base, strategic",
        "strategic change GE-DD-1 to Narvik",
        "strategic change ",
        "6.3.7.2",
        ("units", "port"),
    ),
    (
        "convoy",
        "Convoy",
        "convoy 4 transports from Clyde to Scapa Flow via direct escort UK-DD-1",
        "convoy 4 transports from ",
        "6.3.4",
        ("port", "port"),
    ),
    ("fly", "Air patrol", "fly UK-CC-1 to 20,11", "fly ", "6.4.2.2", ("units", "place")),
    ("embark", "Aircraft aboard", "embark UK-NA-1 on UK-CV-1", "embark ", "6.1.7.3", ("units",)),
    ("cancel", "Tear up orders", "cancel AX1-123", "cancel ", "6.3", ("groups",)),
    ("done", "Orders are written", "done", "done", "6.3", ()),
)
INTERCEPT = (
    "intercept",
    "Interception",
    "intercept AX1-123 at 20,11 with UK-BC-2",
    "intercept ",
    "6.4.3",
    ("groups", "place", "units"),
)
SHORT = {
    "patrol": "patrol UNITS to PLACE [via PLACES] [stage PORT] [return PORT] [as raiders]",
    "operational change": "operational change UNITS to PORT [via PLACES] [stage PORT]",
    "strategic change": "strategic change UNITS to PORT [via PLACES] [refuel PORT]",
}
"""The way orders are written on the map; the full grammar stands in the help and in :data:`~.orders.GRAMMAR`."""
TABLE = {
    "orders": ORDERS,
    "operations": (
        INTERCEPT,
        ("done", "No more interceptions", "done", "done", "6.4", ()),
    ),
    "breakthrough": (
        ("passage", "Passage to a yard", "passage UK-CL-3 to Rosyth", "passage ", "6.5.1.4", ("units", "port")),
        ("displace", "Leave a lost port", "displace NO-DD-1 to Bergen", "displace ", "6.5.1.5", ("units", "port")),
        (
            "evacuate",
            "Evacuate troops",
            "evacuate 3 units from Narvik to Scapa Flow",
            "evacuate 1 units from ",
            "6.5.1.5",
            ("port", "port"),
        ),
        INTERCEPT,
        ("done", "Finish", "done", "done", "6.4", ()),
    ),
    "battle": (
        ("place", "Place", "place UK-BC-2 at 05,25", "place ", "6.5.1.1", ("units", "place")),
        ("ready", "Deployed: begin", "ready", "ready", "6.5.1.1", ()),
        ("move", "Move", "move UK-BC-2 to 12,07", "move ", "6.5.1", ("units", "place")),
        ("fire", "Fire", "fire UK-BC-2 at GE-BC-1", "fire ", "6.5.1", ("units", "place")),
        ("launch", "Launch aircraft", "launch UK-NA-2 to 12,07", "launch ", "6.1.7.3", ("units", "place")),
        ("rearm", "Land and rearm", "rearm UK-NA-2 on UK-CV-1", "rearm ", "6.1.7.3", ("units",)),
        ("end turn", "End the turn", "end turn", "end turn", "6.5.1", ()),
        ("staff", "Leave the rest to the staff", "staff", "staff", "6.5.1", ()),
        ("retreat", "Withdraw from the battle", "retreat", "retreat", "6.5.1.b", ()),
    ),
}
DEPLOYING = ("place", "ready", "staff")


def forms(kind: str, *, deploying: bool = False, withdrawing: bool = True, supply: bool = False) -> tuple[OrderForm, ...]:
    """The orders that fit a question of this kind; in a battle only those of the moment."""
    grammar = {**GRAMMAR, **bo.GRAMMAR, **SHORT}
    rows = TABLE.get(kind, ())
    if kind == "battle":
        rows = tuple(r for r in rows if (r[0] in DEPLOYING if deploying else r[0] not in ("place", "ready")))
        rows = tuple(r for r in rows if withdrawing or r[0] != "retreat")
    if kind == "orders" and supply:
        rows = (
            *rows[:-1],
            ("supply ship", "Move the supply ship", "supply ship to RI", "supply ship to ", "6.3.3.2", ("place",)),
            rows[-1],
        )
    return tuple(
        OrderForm(k, title, grammar.get(start.strip(), grammar.get(k, k)), example, start, where, slots)
        for k, title, example, start, where, slots in rows
    )

"""Sentences of the log: the fields that the sentences of ``words.toml`` use besides those of an
event."""

from __future__ import annotations

from collections.abc import Mapping

from flagplot.table.contract.default_texts import event_sentences_of
from flagplot.table.language.sentences import count_text

from .. import events
from ..nouns import L, spoken_activity, spoken_name
from ..rules.combat.events import BattleBegan, Rolled
from ..rules.combat.gunnery import HIT, MEANING
from ..rules.movement.events import Paid, Parted, Voyage
from ..rules.search.events import Searched
from ..rules.special.beach_step import BeachChecked, BeachFought
from ..rules.special.fleets import CarrierLeft
from ..rules.special.hazards import ZoneRolled
from ..rules.special.inland import CounterAttacked
from ..rules.special.mines import MinesMade, ZoneSwept
from ..state import State

LANDED = {
    "D": "disaster",
    "F*": "in disorder, no attack in this step",
    "F": "ashore, at half strength",
    "S": "ashore",
    "S*": "ashore in good order",
}


beside = event_sentences_of("europa", L).extra_values


@beside(Voyage)
def voyage(event: Voyage, view: State) -> Mapping[str, str]:
    """Return the fields for a voyage: its route and its cost."""
    return {"way": route_text(view, event), "cost": cost_text(event)}


def route_text(view: State, event: Voyage) -> str:
    """Return the route of a voyage in words: ``to X`` for one leg, else the start, the number of
    hexes and the goal."""
    to = spoken_name(view, event.path[-1])
    if len(event.path) == 1:
        return f"to {to}" + (" by night" if event.night else "")
    sides = sum("/" in place for place in event.path)
    hexes = len(event.path) - sides
    over = " and ".join(
        count_text(n, one, many)
        for n, one, many in ((hexes, "hex", "hexes"), (sides, "hexside", "hexsides"))
        if n
    )
    dark = ", in part by night" if event.night and not event.mps else ""
    return f"from {spoken_name(view, event.came_from)} to {to}, {over}{dark}"


def cost_text(event: Voyage) -> str:
    """Return the MPs of a voyage in words; empty when the side may not know them."""
    if not event.mps:
        return ""
    by_night = (
        ""
        if not event.by_night or len(event.path) == 1
        else (
            ", by night" if event.by_night == event.mps else f", {event.by_night} of them by night"
        )
    )
    return f" for {count_text(event.mps, 'MP')}{by_night}"


@beside(Parted)
def parted(event: Parted, view: State) -> Mapping[str, str]:
    """Return the fields for a split: the new groups, with their units where the side knows them."""
    return {
        "names": "; ".join(
            f"{n} ({', '.join(spoken_name(view, u) for u in us)})" if us else n
            for n, us in event.parts
        )
    }


@beside(Paid)
def paid(event: Paid, view: State) -> Mapping[str, str]:
    """Return the fields for a payment: the activity that a group pays for."""
    return {"for": spoken_activity(view, event.task)}


@beside(Searched)
def searched(event: Searched, view: State) -> Mapping[str, str]:
    """Return the result of a search in words."""
    return {"meaning": MEANING[event.result]}


@beside(Rolled)
def rolled(event: Rolled, view: State) -> Mapping[str, str]:
    """Return the result of a roll in words."""
    return {"meaning": MEANING.get(event.result, event.result)}


@beside(BattleBegan)
def battle(event: BattleBegan, view: State) -> Mapping[str, str]:
    """Return the fields for a battle: its kind, and the enemy where that is not a group."""
    enemy = event.enemy or ("aircraft" if event.kind == "air" else "a coast defence")
    return {"what": event.kind.capitalize(), "enemy": enemy}


@beside(ZoneRolled)
def contact(event: ZoneRolled, view: State) -> Mapping[str, str]:
    """Return the fields for a danger-zone roll: whether the group meets patrols."""
    return {"what": "meets enemy patrols" if event.result in HIT else "passes unseen"}


@beside(ZoneSwept)
def zone_swept(event: ZoneSwept, view: State) -> Mapping[str, str]:
    """Return the fields for a sweep: its result, and whether the mine point is gone."""
    return {
        "meaning": MEANING[event.result],
        "fate": "is gone" if event.swept else "stays",
        "debt": debt_text(event.owed),
    }


@beside(events.ShippingChecked)
def shipping(event: events.ShippingChecked, view: State) -> Mapping[str, str]:
    """Return the fields for a shipping check: the fate of the transports that are hit."""
    fates = [
        f"{n} {what}"
        for n, what in (
            (event.struck, "lose a point" if event.struck > 1 else "loses a point"),
            (event.back, "turn back" if event.back > 1 else "turns back"),
        )
        if n
    ]
    return {"fate": " and ".join(fates) or "none is hit"}


@beside(CarrierLeft)
def carrier_left(event: CarrierLeft, view: State) -> Mapping[str, str]:
    """Return the fields for a carrier group's withdrawal: the points that cannot be paid."""
    return {"debt": debt_text(event.owed)}


def debt_text(points: float) -> str:
    """Return naval repair points that could not be paid, in words."""
    return f"{points:g} of them {'is' if points == 1 else 'are'} owed" if points else ""


@beside(BeachChecked)
def beach_checked(event: BeachChecked, view: State) -> Mapping[str, str]:
    """Return the fields for a landing check: its result and the REs lost."""
    fate = "; the rest goes back aboard" if event.back else ""
    return {"meaning": LANDED[event.result], "lost": res_lost(event.lost), "fate": fate}


@beside(BeachFought)
def beach_fought(event: BeachFought, view: State) -> Mapping[str, str]:
    """Return the fields for an attack ashore: its result and the REs lost."""
    fate = "the garrison gives way" if event.result in HIT else "both stay where they are"
    return {"meaning": MEANING[event.result], "lost": res_lost(event.lost), "fate": fate}


@beside(CounterAttacked)
def counter_attacked(event: CounterAttacked, view: State) -> Mapping[str, str]:
    """Return the fields for a counter-attack: the REs thrown back, and those of them that find no
    ship."""
    thrown = sum(n for _, n, _, _ in event.thrown)
    back = f"{count_text(thrown, 'RE')} thrown back to sea" if thrown else "nothing gained"
    return {"meaning": MEANING[event.result], "thrown": back}


def res_lost(lost: tuple[tuple[str, int], ...]) -> str:
    """Return the REs lost in all, in words; empty for none."""
    n = sum(x for _, x in lost)
    return f", {count_text(n, 'RE')} lost" if n else ""


@beside(MinesMade)
def mines_made(event: MinesMade, view: State) -> Mapping[str, str]:
    """Return the fields for new mine points: their number."""
    return {"many": str(len(event.ids))}

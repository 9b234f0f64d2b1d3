"""Battle questions in words: the options, the strength of both sides, the odds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from flagplot.table import Ask, Single, about_map
from flagplot.table.display.position import Clause
from flagplot.table.language.sentences import capitalise

from ..advice import air_round_forecast
from ..rules.combat.ships import Group, Ship, is_damaged
from ..state import State, Unit, replace
from . import air_forecast, battle_forecast, names
from .battle_forecast import percent_of_chance
from .names import words


def battle_label(view: State, request: Ask[Any], text: str) -> str:
    """Return the label of a battle option, with ships by name."""
    said = words().option(request, text)
    if text.startswith("split "):
        said = "divide them: " + SHARE.sub(r"\1 against \2,", text.removeprefix("split ")).rstrip(
            ","
        )
    return with_names(view, said if said != text else words().term("battle", text, text))


SHARE = re.compile(r"(\d+) at (\S+)")
"""One part of a divided attack: a number and its target."""


def with_names(view: State, text: str) -> str:
    """Return the text with ship ids replaced by names, and ``lights`` by light ships."""
    out = []
    for word in text.split(" "):
        bare = word.strip(",;:")
        name = (
            names.unit_name(view, bare)
            if bare in view.units
            else "the enemy's light ships"
            if bare == "lights"
            else bare
        )
        out.append(word.replace(bare, name) if bare else word)
    return " ".join(out)


def ships_of_group(view: State, side: str, group: str) -> str:
    """Return the ships of a group that is asked for its number, by name: ``Renown, Repulse and 3
    others``."""
    battle = view.battle
    fleet = next((f for f in battle.fleets if f.side == side), None) if battle is not None else None
    for g in fleet.groups if fleet is not None else ():
        if g.id == group:
            return names.units_text([view.units[s.id] for s in g.ships if s.id in view.units], 3)
    return "these ships"


def numbered_together(view: State, request: Single) -> tuple[str, ...]:
    """Return the groups that are numbered one after the other, by their ships, from the one asked
    about on (22.3). There are never more than numbers left, because further groups are not asked
    about."""
    group, battle = str(about_map(request).get("group", "")), view.battle
    if request.kind != "combat-group" or battle is None or not isinstance(request, Ask):
        return ()
    waiting = [
        g.id for f in battle.fleets if f.side == request.side for g in f.groups if not g.number
    ]
    numbers = sum(str(option).isdigit() for option in request.options)
    left = waiting[waiting.index(group) :][:numbers] if group in waiting else []
    return (
        tuple(capitalise(ships_of_group(view, request.side, id)) for id in left)
        if len(left) > 1
        else ()
    )


def ships_in_battle(view: State, side: str) -> tuple[list[Unit], list[Unit], int]:
    """Return the side's own ships at the battle, the enemy ships it has seen, and the number of
    unseen enemy groups."""
    battle = view.battle
    if battle is None:
        return [], [], 0
    mine: list[Unit] = []
    his: list[Unit] = []
    unseen = 0
    for fleet in battle.fleets:
        for group in fleet.groups:
            here = ships_as_fought(view, group)
            if fleet.side == side:
                mine += here if not group.away else []
            else:
                his += here
                unseen += not here
    return mine, his, unseen


def ships_as_fought(view: State, group: Group) -> list[Unit]:
    """Return the ships of a group as they are in the battle."""
    return [
        unit_as_fought(view, s)
        for s in group.ships
        if s.id in view.units and view.units[s.id].present
    ]


def late_groups(view: State, side: str) -> Iterator[Clause]:
    """Yield the side's own groups that are still on the way to the battle, with their distance
    (22.163)."""
    for group in (g for f in view.battle.fleets if f.side == side for g in f.groups if g.away):
        if ships := ships_as_fought(view, group):
            yield Clause(
                words().term("on-the-way", ships=names.units_text(ships, 8), away=group.away),
                "22.163",
            )


def unit_as_fought(view: State, ship: Ship) -> Unit:
    """Return a unit with its size and damage in the battle. Both sides see these of a ship that was
    found."""
    return replace(view.units[ship.id], factors=ship.size, damaged=is_damaged(view.rulings, ship))


def strength_notes(view: State, request: Ask[Any]) -> list[Clause]:
    """Return the strength of both sides in the battle, from what the side asked knows."""
    mine, his, unseen = ships_in_battle(view, request.side)
    if not mine:
        return []
    w, foe = words(), names.units_text(his, 8) if his else ""
    seen = (
        w.term("seen-of-enemy", ships=foe, factors=sound_factors(his))
        if foe
        else w.term("nothing-seen")
    )
    more = " " + w.term("groups-unseen", groups=unseen) if unseen else ""
    have = Clause(w.term("you-have", ships=names.units_text(mine, 8), factors=sound_factors(mine)))
    return [have, *late_groups(view, request.side), Clause(seen + more)]


def sound_factors(units: Sequence[Unit]) -> int:
    return sum(u.naval_factors for u in units if not u.damaged)


def battle_option_odds(view: State, request: Ask[Any], text: str) -> str:
    """Return the odds beside an option.

    Beside fighting on it is the side that comes off better in one more exchange with the ships
    seen; beside a target, the effect of the fire."""
    if request.kind in ("surplus-heavy", "return-fire", "surplus-light", "screened"):
        return battle_forecast.target_odds(view, request, text)
    if request.kind in air_round_forecast.KINDS:
        return air_forecast.air_answer_odds(view, request, text)
    if request.kind == "submarine-target":
        return battle_forecast.torpedo_result(view, request, text)
    if request.kind == "pursuit":
        return battle_forecast.pursuit_odds(view, request, text)
    if request.kind == "engage":
        return battle_forecast.engagement_odds(view, request, text)
    if request.kind != "withdraw" or text != "stay":
        return ""
    found, _ = battle_forecast.forecast_round(view, request, view.battle.round + 1)
    return (
        ""
        if found is None
        else f"{percent_of_chance(found.better)} better, {percent_of_chance(found.worse)} worse"
    )

"""Harbor attacks worth making, and their odds (21.44), by the rule played on what the side sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from flagplot.table import AskOrder, Roll, Table, TailCall, TextError
from flagplot.table.core.memo import memo_per_state

from ..map import theatre
from ..orders import HarborAttack
from ..rules import harbor_attack
from ..rules.combat.dice import Column
from ..rules.harbor_attack import HarborAnnounced, HarborAnswered
from ..state import State, replace
from . import air_raid_forecast, assumed_ships
from .air_raid_forecast import AirRaid, play_raid, position_with
from .raider_candidates import RaidRoll


@memo_per_state
def forecast_announced(view: State, side: str, order: HarborAttack) -> AirRaid:
    """Forecast an attack before it is announced, without an answer and with no side ahead in
    cards."""
    place = theatre.place_id(view, order.target)
    return play_attack(
        HarborAnnounced("21.443A", side, place, order.means, order.claims).apply(view), (), 0
    )


@memo_per_state
def forecast_answer(view: State, answer: str) -> AirRaid:
    """Forecast the announced attack with this answer of the defender and no side ahead in cards."""
    return play_attack(view, () if answer == harbor_attack.NONE else (answer,), 0)


@memo_per_state
def forecast_cards(view: State, cards: int) -> AirRaid:
    """Forecast the announced attack with the attacker ahead by *cards* (1, 0 or -1)."""
    return play_attack(view, view.harbor.answers, cards)


def play_attack(view: State, answers: tuple[str, ...], cards: int) -> AirRaid:
    """Play the announced attack's roll and hits. Unseen ships are assumed."""
    attack = view.harbor
    enemy = view.enemy(attack.side)
    here = [u for u in view.based(attack.place, enemy) if not u.force and u.status == ""]
    behind = () if here else assumed_ships.assumed_in_port(view, enemy, attack.place, "10+")
    s = position_with(HarborAnswered("21.443B", enemy, answers).apply(view), (*here, *behind))
    return replace(
        play_raid(view, s, attack.side, lambda t: harbor_attack.resolve_attack(t, cards), behind),
        flown=False,
    )


HARBORS = 6
"""Most harbors considered."""


def draft_harbor_attacks(view: State, request: AskOrder) -> Iterator[HarborAttack]:
    """Yield attacks on harbors in which enemy ships are seen, by research or as the initial
    attack."""
    enemy = view.enemy(request.side)
    seen = sorted(
        p for p, sides in view.presence.items() if enemy in sides and not theatre.is_box(p)
    )
    for place in seen[:HARBORS]:
        name = theatre.name_of(view, place)
        yield HarborAttack(name, "submarines")
        if harbor_attack.has_initial_attack(view, request.side):
            yield HarborAttack(name, "submarines", (harbor_attack.INITIAL,))


def rate_attack(view: State, request: AskOrder, order: HarborAttack) -> float:
    """Return the points of an attack: the ships it sinks and damages, since it costs nothing else.
    Unseen ships are assumed to lie at home."""
    return air_raid_forecast.raid_gain(
        view, forecast_announced(view, request.side, order)
    ) + 0.1 * bool(order.claims)


async def roll_hits(t: Table[RaidRoll]) -> str:
    """Roll the number of ships hit."""
    n: int = await Roll(Column(t.state.column), "21.443D", "harbor-attack", "awaw.harbor-attack")
    return str(n)


def ask_hits(view: State, side: str, text: str) -> tuple[TailCall, Any]:
    """Build the odds question about ships hit with a modifier. Raises :class:`TextError`."""
    m = re.fullmatch(r"modifier (-?\d)", text)
    if m is None:
        raise TextError("write the modifier", 0, ("modifier 1",))
    return TailCall(roll_hits), RaidRoll(
        view.rulings, 0, harbor_attack.hits_column(view.rulings, int(m[1]))
    )

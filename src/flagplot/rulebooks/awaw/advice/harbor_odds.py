"""What a harbor attack would do (21.44): the rule that resolves it, played on what the side sees."""

from __future__ import annotations

from flagplot.table.core.memo import latest

from ..events.harbor import HarborAnnounced, HarborAnswered
from ..map import theatre
from ..orders import HarborAttack
from ..rules import harbor_attack
from ..state import State, replace
from . import assumed
from .air_raids import Raid, around, raid


@latest
def announced(view: State, side: str, order: HarborAttack) -> Raid:
    """An attack that is about to be announced, nobody answering it and no cards ahead."""
    place = theatre.place_id(view, order.target)
    return resolved(HarborAnnounced("21.443A", side, place, order.means, order.claims).apply(view), (), 0)


@latest
def answered(view: State, answer: str) -> Raid:
    """The attack that is on, with this answer of the defender and no cards ahead."""
    return resolved(view, () if answer == harbor_attack.NONE else (answer,), 0)


@latest
def ahead(view: State, cards: int) -> Raid:
    """The attack that is on, the attacker ahead by so many cards (1, 0, -1)."""
    return resolved(view, view.harbor.answers, cards)


def resolved(view: State, answers: tuple[str, ...], cards: int) -> Raid:
    """The throw on the table and what it hits; ships that nobody has seen are assumed."""
    attack = view.harbor
    enemy = view.enemy(attack.side)
    here = [u for u in view.based(attack.place, enemy) if not u.force and u.status == ""]
    behind = () if here else assumed.in_port(view, enemy, attack.place, "10+")
    s = around(HarborAnswered("21.443B", enemy, answers).apply(view), (*here, *behind))
    return replace(raid(view, s, attack.side, lambda t: harbor_attack.resolve(t, cards), behind), flown=False)

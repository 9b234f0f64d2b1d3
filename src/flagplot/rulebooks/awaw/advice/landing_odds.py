"""The odds of an assault: whether a beach is taken when the attack goes on as long as it may, and
what the troops lose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from flagplot.odds import Exact, OverBudget
from flagplot.table import Roll, Rulings, Table, TailCall, TextError
from flagplot.table.core.memo import memo_per_state
from flagplot.table.language.event_sentences import AudienceEvent

from ..map import theatre
from ..orders.landing import Storm
from ..rules.combat.dice import Die
from ..rules.forces import expand
from ..rules.invasion import beach_forces, strength
from ..rules.invasion.announced_strength import coming, first_wave, outlook
from ..rules.invasion.ground_units import defenders, total
from ..state import Assault, State, Unit, replace


class Beach(msgspec.Struct, frozen=True, cache_hash=True):
    """An assault in numbers: ground factors of both sides, combat factors of guns and aircraft, the
    multiplier, air cover. Losses fall on the troops while more than one factor is left, then on
    guns and aircraft."""

    rulings: Rulings
    ground: int
    help: int
    defence: int
    dm: int
    cover: int = 0
    landing: bool = True
    """Whether it comes from the sea, which needs 1:1 in every round."""

    @property
    def attack(self) -> int:
        return self.ground + self.help

    @property
    def held(self) -> int:
        return self.defence * self.dm + self.cover


class Stormed(AudienceEvent, frozen=True, tag="stormed"):
    """A round has been fought: what each side lost."""

    clause: str
    lost: int
    killed: int

    def apply(self, b: Beach) -> Beach:
        troops = min(self.lost, max(0, b.ground - 1))
        rest = self.lost - troops
        helped = min(rest, b.help)
        troops += min(rest - helped, b.ground - troops)
        return replace(
            b,
            ground=b.ground - troops,
            help=b.help - helped,
            defence=max(0, b.defence - self.killed),
        )


async def taken(t: Table[Beach]) -> str | TailCall:
    """Fight a round, and another while the odds allow it."""
    b = t.state
    column = strength.odds(b.attack, b.held)
    if not column or (b.landing and not strength.enough(b.attack, b.held)):
        return "beaten off"
    result = str(
        await Roll(
            Die(strength.crt_column(b.rulings, column)), "21.517G", "ground-combat", "awaw.crt"
        )
    )
    lost, killed = strength.toll(
        b.rulings, result, attack=b.attack, defenders=(b.defence,), dm=b.dm
    )
    t.record(Stormed("21.517G", lost, killed))
    if not t.state.ground:
        return "beaten off"
    return TailCall(taken) if t.state.defence else "taken"


NUMBERS = re.compile(
    r"(\d+) ground(?: and (\d+) help)? v (\d+)(?: at DM (\d))?(?: and (\d+) cover)?", re.IGNORECASE
)


def ask_landing(view: State, side: str, text: str) -> tuple[TailCall, Any]:
    """The assault of ``6 ground and 12 help v 2 at DM 3 and 1 cover``, or of what is announced for
    a hex. Raises :class:`TextError`."""
    m = NUMBERS.fullmatch(text)
    if m:
        dm = int(m[4] or strength.multiplier(view.rulings, invading=int(m[1]), marines=0))
        cover = strength.cover_factors(int(m[5] or 0), invasion=True)
        return TailCall(taken), Beach(view.rulings, int(m[1]), int(m[2] or 0), int(m[3]), dm, cover)
    try:
        place = theatre.place_id(view, text)
    except TextError:
        place = ""
    if place not in view.assaults:
        example = ("6 ground and 12 help v 2 at DM 3",)
        raise TextError(
            "write the strengths, or a hex for which an invasion is announced", 0, example
        )
    return TailCall(taken), beach_at(view, side, place)


def beach_at(view: State, side: str, place: str) -> Beach:
    """The assault that is announced for a hex, if all of it arrives."""
    ships, troops = coming(view, side, place)
    o = outlook(view, side, place, ships, troops)
    return Beach(view.rulings, o.ground, o.guns + o.support, o.defence // max(1, o.dm), o.dm)


class Fate(msgspec.Struct, frozen=True):
    """What an assault may come to: the chance that the hex is won, and how many ground factors each
    side loses (factors, chance)."""

    won: float
    mine: tuple[tuple[int, float], ...]
    his: tuple[tuple[int, float], ...]


RUNS = 4000
"""Runs of the rule after which an assault is not worked out beside an order."""


@memo_per_state
def fate(view: State, side: str, place: str) -> Fate | None:
    """What comes of the assault announced for a hex when all of it arrives; ``None`` where nobody
    defends or attacks."""
    return fate_of(beach_at(view, side, place))


@lru_cache(maxsize=256)
def fate_of(beach: Beach) -> Fate | None:
    """What comes of an assault; ``None`` where nobody defends or attacks, and where it would take
    too long to tell."""
    if not beach.defence or not beach.ground:
        return None
    try:
        pairs, total = Exact(runs=RUNS).whole(TailCall(taken), beach)
    except OverBudget:
        return None
    mine: dict[int, float] = {}
    his: dict[int, float] = {}
    for (_, end), w in pairs:
        mine[beach.ground - end.ground] = mine.get(beach.ground - end.ground, 0.0) + w / total
        his[beach.defence - end.defence] = his.get(beach.defence - end.defence, 0.0) + w / total
    won = sum(w for (end, _), w in pairs if end == "taken") / total
    return Fate(won, tuple(sorted(mine.items())), tuple(sorted(his.items())))


def stands(s: State, a: Assault) -> Beach:
    """An assault as it stands now: who has landed, the guns, the aircraft of both sides."""
    ground, here = total(beach_forces.attackers(s, a)), total(defenders(s, a.side, a.hex))
    dm = beach_forces.multiplier(s, a)
    cover = beach_forces.defence_factors(s, a) - here * dm
    help = beach_forces.attack_factors(s, a) - ground
    return Beach(s.rulings, ground, help, here, dm, cover, bool(beach_forces.seaborne(s, a)))


def off_the_beach(
    view: State, a: Assault, order: Storm | None = None, support: Sequence[Unit] = ()
) -> Beach:
    """An assault from the ships off the beach: by the troops and guns of an *order*, else by the
    usual first wave and every gun; with more aircraft in its *support*."""
    troops = beach_forces.afloat(view, a)
    ids = (
        tuple(p.id for p in expand(view, a.side, order.units))
        if order is not None
        else tuple(u.id for u in first_wave(troops))
    )
    guns = beach_forces.gun_names(view, a.side, order.guns) if order is not None else ()
    more = (*a.support, *(u.id for u in support))
    then = replace(a, state="ashore", attackers=ids, guns=guns, support=more)
    return stands(replace(view, assaults={**view.assaults, a.hex: then}), then)

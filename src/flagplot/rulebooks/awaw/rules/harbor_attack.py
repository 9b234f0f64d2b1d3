"""Harbor attacks (21.44): when and by which side, both sides' announcements, cards, and hits."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from flagplot.table import (
    Ask,
    AskOrder,
    Refusal,
    Remedy,
    Roll,
    Rulings,
    Table,
    Verdict,
    clause,
    facts,
    refuse,
)

from ..events import OwnerEvent, SideEvent
from ..map import theatre
from ..map.ports import is_port, side_holding
from ..orders import HarborAttack
from ..scenarios.score import settle_losses
from ..state import HEAVY, SEASONS, State, Unit, replace, with_changes
from . import codebreaking
from .air.base_strike import HitInPort
from .combat import combat_tables
from .combat.dice import Column, Die
from .registry import carries, checks


class HarborRaid(msgspec.Struct, frozen=True):
    """Harbor attack in progress, with both sides' announcements."""

    side: str
    place: str
    means: str
    claims: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()


class HarborAnnounced(SideEvent, frozen=True, tag="harbor-announced"):
    """Announcement by the attacker of the harbor, the kind of attack and its modifiers."""

    place: str
    means: str
    claims: tuple[str, ...]

    def apply(self, s: State) -> State:
        return replace(s, harbor=HarborRaid(self.side, self.place, self.means, self.claims))


class HarborAnswered(SideEvent, frozen=True, tag="harbor-answered"):
    """Announcement by the defender of its modifiers."""

    answers: tuple[str, ...]

    def apply(self, s: State) -> State:
        return replace(s, harbor=replace(s.harbor, answers=self.answers))


class HarborSighted(OwnerEvent, frozen=True, tag="harbor-sighted"):
    """Greatest ships in the harbor, shown to the attacker so that it can choose among them; hidden
    again when ``over``."""

    units: tuple[str, ...]
    over: bool = False

    def apply(self, s: State) -> State:
        seen = s.seen.get(self.side, frozenset())
        now = seen - frozenset(self.units) if self.over else seen | frozenset(self.units)
        return replace(s, seen=with_changes(s.seen, {self.side: now}))


class HarborAttacked(SideEvent, frozen=True, tag="harbor-attacked"):
    """Result of a harbor attack: its modifier, and the number of ships hit."""

    place: str
    modifier: int
    hits: int
    initial: bool

    def apply(self, s: State) -> State:
        made = f"{self.side} initial" if self.initial else self.side
        return replace(s, harbor=None, harbor_attacks=(*s.harbor_attacks, made))


INITIAL, COUNTER = "initial-attack", "counter-intelligence"


NONE = "none"


# ----------------------------------------------------------------------------------- who and when
@clause("21.441", "21.443A")
def time_refusals(view: State, side: str) -> list[Refusal]:
    """Refuse harbor attacks outside the harbor segment of the moving side, which comes after its
    patrols have attacked and before base changes are completed. A harbor attack that has been
    announced cannot be changed."""
    if view.harbor is not None:
        return [Refusal("21.443A", "announced-for-good", (view.harbor.place,))]
    if view.mover == side and view.phase == "movement" and view.segment == "harbor":
        return []
    about = facts(phase=view.phase, segment=view.segment)
    return [
        Refusal(
            "21.441",
            "no-harbor-attack-now",
            (),
            about,
            (Remedy("after-patrols"),),
            (),
            ("21.443A",),
        )
    ]


@clause("21.442")
def has_unused_result(s: State, side: str) -> bool:
    """Return True when a side has a harbor attack result that it has not used."""
    return s.research.get(f"{side} harbor attack", 0) > s.harbor_attacks.count(side)


@clause("21.444")
def has_initial_attack(s: State, side: str) -> bool:
    """Return True while Germany has its initial attack: from Fall 1939 on, until any harbor attack
    is made."""
    begun = (s.year, SEASONS.index(s.season)) >= (1939, SEASONS.index("Fall"))
    return (
        side == "Axis"
        and bool(s.research.get("Axis initial harbor attack", 0))
        and not s.harbor_attacks
        and begun
    )


def is_attack_possible(s: State) -> bool:
    """Return True when the moving side may make a harbor attack now, and an enemy port has ships to
    attack."""
    may = has_unused_result(s, s.mover) or has_initial_attack(s, s.mover)
    return may and any(
        u.side != s.mover and not u.force and u.base and not theatre.is_box(u.base)
        for u in s.ships()
    )


@checks(HarborAttack)
def check_harbor_attack(view: State, request: AskOrder, order: HarborAttack) -> Verdict:
    """Check a harbor attack: the time, the research result that it needs, and an enemy harbor with
    ships in it."""
    side = request.side
    out = time_refusals(view, side)
    if INITIAL in order.claims:
        if not has_initial_attack(view, side):
            out.append(
                Refusal("21.444", "initial-spent", (side,), facts(attacks=len(view.harbor_attacks)))
            )
    elif not has_unused_result(view, side):
        out.append(Refusal("21.442", "no-harbor-result", (side,), facts(side=side)))
    place = theatre.place_id(view, order.target)
    about = facts(place=theatre.name_of(view, place))
    if (
        theatre.is_box(place)
        or not is_port(view, place)
        or side_holding(view, place) != view.enemy(side)
    ):
        out.append(Refusal("21.443A", "no-enemy-harbor", (place,), about))
    elif view.enemy(side) not in view.presence.get(place, ()):
        out.append(Refusal("21.443A", "harbor-empty", (place,), about))
    return refuse(*out)


# ------------------------------------------------------------------------------------- the attack
@carries(HarborAttack)
@clause("21.443")
async def harbor_attack(t: Table[State], side: str, order: HarborAttack) -> None:
    """Carry out a harbor attack: the attacker announces, the defender announces, both may play
    tactical cards, and the attack is resolved."""
    place = theatre.place_id(t.state, order.target)
    t.record(HarborAnnounced("21.443A", side, place, order.means, order.claims))
    await take_defence(t)
    ahead = await play_cards(t, side)
    await resolve_attack(t, ahead)
    settle_losses(t)


@clause("21.443B")
async def take_defence(t: Table[State]) -> None:
    """Take the defender's modifiers: a counter-intelligence result, if it has one and uses it."""
    attack = t.state.harbor
    enemy = t.state.enemy(attack.side)
    answers: tuple[str, ...] = ()
    if t.state.research.get(f"{enemy} counter-intelligence", 0):
        about = facts(place=attack.place, means=attack.means)
        said = await Ask(enemy, (COUNTER, NONE), "21.443B", "harbor-answer", about)
        answers = () if said == NONE else (COUNTER,)
    t.record(HarborAnswered("21.443B", enemy, answers))


@clause("21.443C")
async def play_cards(t: Table[State], side: str) -> int:
    """Let both sides play tactical cards, sealed. Return 1 when the attacker has the advantage, -1
    for the defender, else 0."""
    about = facts(place=t.state.harbor.place, side=side)
    return await codebreaking.play_sealed(
        t, side, codebreaking.TACTICAL, "21.443C", "harbor-cards", about
    )


def modifier_of(r: Rulings, row: str) -> int:
    """Return one modifier of a harbor attack."""
    return combat_tables.cell_number(r, "harbor-modifiers", row)


@clause("21.444")
def total_modifier(s: State, ahead: int) -> int:
    """Return the total modifier: announced modifiers, the advantage in cards, and earlier attacks.
    The initial German attack does not count as earlier."""
    attack, r = s.harbor, s.rulings
    earlier = sum(not made.endswith("initial") for made in s.harbor_attacks)
    claimed = sum(modifier_of(r, x) for x in attack.claims)
    enemy = s.enemy(attack.side)
    against = (
        s.research.get(f"{enemy} {COUNTER}", 0) * modifier_of(r, COUNTER)
        if COUNTER in attack.answers
        else 0
    )
    return (
        claimed
        + against
        + ahead * modifier_of(r, "card")
        + earlier * modifier_of(r, "earlier-attack")
    )


@lru_cache(maxsize=64)
def hits_column(r: Rulings, drm: int) -> tuple[int, ...]:
    """Return the ships hit for totals 2 to 12, with the modified total limited to the rows of the
    table."""
    rows = [int(row) for row, _ in r.table("awaw.harbor-attack").rows]
    least, most = min(rows), max(rows)
    return tuple(
        combat_tables.cell_number(r, "harbor-attack", str(max(least, min(most, n + drm))))
        for n in range(2, 13)
    )


@clause("21.443D")
async def resolve_attack(t: Table[State], ahead: int) -> None:
    """Roll on the Harbor Attack Table, and a die for every heavy ship hit. The attacker chooses
    among equals. When no heavy ship is left, hits sink cruisers."""
    attack, drm = t.state.harbor, total_modifier(t.state, ahead)
    about = facts(place=attack.place, modifier=drm, side=attack.side)
    spec = Column(hits_column(t.state.rulings, drm))
    hits: int = await Roll(spec, "21.443D", "harbor-attack", "awaw.harbor-attack", about)
    t.record(
        HarborAttacked("21.443D", attack.side, attack.place, drm, hits, INITIAL in attack.claims)
    )
    struck: tuple[str, ...] = ()
    sighted: tuple[str, ...] = ()
    for _ in range(hits):
        targets = greatest_targets(t.state, attack.side, attack.place, struck)
        if not targets:
            break
        fresh = tuple(u.id for u in targets if len(targets) > 1 and u.id not in sighted)
        if fresh:
            sighted = (*sighted, *fresh)
            t.record(HarborSighted("21.443D", attack.side, fresh))
        chosen = targets[0].id
        if len(targets) > 1:
            chosen = await Ask(
                attack.side,
                tuple(u.id for u in targets),
                "21.443D",
                "harbor-target",
                facts(place=attack.place),
            )
        struck = (*struck, chosen)
        await hit_ship_in_harbor(t, t.state.units[chosen], attack.place)
    if sighted:
        t.record(HarborSighted("21.443D", attack.side, sighted, True))


def greatest_targets(s: State, side: str, place: str, struck: tuple[str, ...]) -> tuple[Unit, ...]:
    """Return the greatest heavy ships in a harbor that have not been hit yet. When there are none,
    its cruisers."""
    here = [
        u
        for u in s.based(place, s.enemy(side))
        if not u.force and u.status == "" and u.id not in struck
    ]
    heavy = [u for u in here if u.type in HEAVY] or [u for u in here if u.type == "CA"]
    top = max((u.factors for u in heavy), default=0)
    return tuple(sorted((u for u in heavy if u.factors == top), key=lambda u: u.id))


async def hit_ship_in_harbor(t: Table[State], u: Unit, place: str) -> None:
    """Hit a ship in harbor. A heavy ship is damaged or sunk by a die roll. A cruiser is sunk."""
    result = "sunk"
    if u.type in HEAVY:
        faces = tuple(
            str(t.state.rulings.table("awaw.harbor-hit").row(str(n))[0]) for n in range(1, 7)
        )
        spec = Die(tuple(int(x == "sunk") for x in faces))
        result = ("damaged", "sunk")[
            await Roll(spec, "21.443D", "harbor-hit", "awaw.harbor-hit", facts(place=place))
        ]
    at = combat_tables.sunk_at if result == "sunk" else combat_tables.damaged_at
    effects = max(0, at(t.state.rulings, u.factors) - u.hits)
    t.record(HitInPort("21.443D", u.side, u.id, u.name, effects, result, place))

"""Forecasts of the aircraft in a round of a naval battle, before the gunfire.

The air rules are played on from the question asked, with the ships that the side sees or must
assume."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from flagplot.odds import Exact, OverBudget, PlayoutResult, Policy, Sampler, merge_chances
from flagplot.table import Ask, Table, TailCall, about_map
from flagplot.table.core.memo import memo_per_state

from ..rules.combat import air_combat
from ..rules.combat.ships import Battle, Fleet, Ship, is_damaged, is_sunk
from ..state import State
from .battle_choices import fleet_asked, with_assumed_ships, with_ship_ids
from .exchange_forecast import Fate, ShipEnds

ROLES = frozenset({"air-split", "air-roles"})


KINDS = ROLES | {"strike", "air-target"}
"""Kinds of the questions about aircraft in a battle."""


FEW, MANY = 16, 100
"""Playouts of an answer: FEW when several answers are compared, MANY for the one whose bars are
drawn. Playouts in the same state go on together."""


COUNTED = 300
"""Run budget for counting one attack exactly; beyond it the attack is sampled."""


MOST = 9
"""Most answers about the roles of squadrons that a prompt offers at once. Beyond it a selection is
offered (:func:`to_begin_with`)."""


def first_answers(request: Ask[Any]) -> tuple[Any, ...]:
    """Return the answers of a question about aircraft to consider first, the usual one at the head.

    Up to MOST answers all are returned. Of more answers about roles, only those stay that leave a
    role empty and split the squadrons in halves (with two roles, in quarters)."""
    answers = (
        request.options[1:]
        if request.options[:1] and str(request.options[0]) == "auto"
        else request.options
    )
    if request.kind not in ROLES or len(answers) <= MOST:
        return tuple(answers)
    usual = answers[0]
    n, parts = sum(usual.value[:3]), 2 if any(a.value[2] for a in answers) else 4
    shares = {x for k in range(parts + 1) for x in (n * k // parts, n - n * k // parts)}
    return (usual, *(a for a in answers[1:] if shares.issuperset(a.value[:3]) and 0 in a.value[:3]))


class FleetResult(msgspec.Struct, frozen=True, cache_hash=True):
    """A fleet after the aircraft of a round: effects on its ships, squadrons lost, and its
    ships."""

    effects: int
    squadrons: int
    ships: tuple[Ship, ...]


class AirForecast(msgspec.Struct, frozen=True):
    """The possible results of both sides' aircraft after one answer. ``own`` is the index (0 or 1)
    of the fleet asked."""

    own: int
    before: Battle
    outcomes: PlayoutResult[tuple[FleetResult, FleetResult]]
    assumed: bool
    """True when unseen ships had to be assumed."""

    def ends(self) -> tuple[ShipEnds, ...]:
        """Return the possible ends of each ship of both sides, apart from all other ships. Ships
        that stay unchanged are left out."""
        found = []
        for k, fleet in enumerate(self.before.fleets):
            for i, was in enumerate(ships_of(fleet)):
                then = self.outcomes.of(lambda o: o[k].ships[i])  # noqa: B023
                if was.id and set(then) != {was}:
                    found.append(ShipEnds(was, tuple(then.items())))
        return tuple(found)

    def fates(self, fleet: int) -> list[Fate]:
        """Return the fates of the sound heavy ships of a fleet (0 or 1) that may be sunk or
        damaged."""
        r, o, found = self.before.rulings, self.outcomes, []
        for i, was in enumerate(ships_of(self.before.fleets[fleet])):
            gone = o.chance(lambda x: is_sunk(r, x[fleet].ships[i]))  # noqa: B023
            hurt = o.chance(lambda x: is_damaged(r, x[fleet].ships[i])) - gone  # noqa: B023
            if was.heavy and not is_damaged(r, was) and gone + hurt > 0:
                found.append(Fate(was.id, gone, hurt))
        return found


@memo_per_state
def forecast_aircraft(
    view: State, request: Ask[Any], answer: Any, tries: int
) -> AirForecast | None:
    """Forecast the aircraft up to the gunfire when *answer* is given and every other question gets
    its usual answer. ``None`` when the question is not about aircraft, and when nothing flies."""
    b, side = view.battle, fleet_asked(view, request)
    begins = (
        rule_of_question(view, request, side)
        if side is not None and isinstance(b, Battle)
        else None
    )
    if begins is None or side is None:
        return None
    whole = with_ship_ids(b if request.kind == "air-target" else with_assumed_ships(view, b, side))
    if not any(f.air.squadrons or any(s.nas for s in ships_of(f)) for f in whole.fleets):
        return None
    known = request.side, request.kind, request.about

    def policy(asked: Any, situation: Any) -> Any:
        same = (asked.side, asked.kind, asked.about) == known and answer in asked.options
        return answer if same else asked.options[0]

    assumed = any(not g.ships and not g.away for f in b.fleets for g in f.groups)
    return AirForecast(
        side,
        whole,
        play_to_gunfire(begins, whole, policy, tries, counted=request.kind == "air-target"),
        assumed,
    )


def play_to_gunfire(
    begins: TailCall, whole: Battle, policy: Policy, tries: int, *, counted: bool
) -> PlayoutResult[tuple[FleetResult, FleetResult]]:
    """Play the rules from *begins* to the gunfire: exactly when *counted* and within the run
    budget, else in *tries* sampled playouts."""
    read = result_reader(whole)
    try:
        pairs, total = Exact(policy, COUNTED if counted else 0).whole(begins, whole)
        ends = [(end, w / total) for (_, end), w in pairs]
    except OverBudget:
        ends = [(end, n / tries) for (_, end), n in Sampler(policy).ends(begins, whole, tries)]
        counted = False
    return PlayoutResult(
        tuple(merge_chances((read(end), p) for end, p in ends).items()), exact=counted
    )


def rule_of_question(view: State, request: Ask[Any], side: int) -> TailCall | None:
    """Return the rule that goes on from a question to the end of the round's strikes; ``None`` for
    questions that are not about aircraft."""
    about = about_map(request)
    if request.kind in ROLES:
        return TailCall(run_roles)
    if request.kind == "strike":
        return TailCall(air_combat.run_strikes, (int(about["step"]),))
    if request.kind != "air-target":
        return None
    own, foe = view.battle.fleets[side], view.battle.fleets[1 - side]
    source = next((i for i, g in enumerate(own.groups) if g.strike), -1)
    at = next(
        (i for i, g in enumerate(foe.groups) if g.number == about.get("group") and g.ships), None
    )
    if at is None:
        return None
    return TailCall(
        air_combat.air_attack,
        (side, source, int(about["squadrons"]), at, int(about.get("level", 0))),
    )


async def run_roles(t: Table[Battle]) -> TailCall:
    """Run the roles, the search and the strikes of a round (22.4)."""
    await air_combat.give_roles(t)
    return TailCall(run_search_and_strikes)


async def run_search_and_strikes(t: Table[Battle]) -> TailCall:
    """Run the search, then the strikes."""
    await air_combat.run_search(t)
    return TailCall(air_combat.run_strikes, (1,))


def ships_of(fleet: Fleet) -> list[Ship]:
    """Return the ships present in a fleet, group by group."""
    return [s for g in fleet.groups for s in g.ships]


def result_reader(before: Battle) -> Callable[[Battle], tuple[FleetResult, FleetResult]]:
    """Return a function that compares a battle after the strikes with *before*."""
    ids = [[s.id for s in ships_of(f)] for f in before.fleets]
    hits = [sum(s.hits + s.lost for s in ships_of(f)) for f in before.fleets]
    decks = [sum(s.nas for s in ships_of(f)) for f in before.fleets]

    def side_after(k: int, was: Fleet, now: Fleet) -> FleetResult:
        left = {s.id: s for s in (*ships_of(now), *now.gone)}
        ships = tuple(left[i] for i in ids[k])
        flown = now.air.lost + now.air.naval_lost - was.air.lost - was.air.naval_lost
        afloat = sum(s.nas for s in ships)
        return FleetResult(
            sum(s.hits + s.lost for s in ships) - hits[k], flown + max(0, decks[k] - afloat), ships
        )

    def read(after: Battle) -> tuple[FleetResult, FleetResult]:
        one, two = (
            side_after(k, was, now)
            for k, (was, now) in enumerate(zip(before.fleets, after.fleets, strict=True))
        )
        return one, two

    return read

"""Small battles for the tests of naval combat, and a driver that answers by a function."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from flagplot.rulebooks.awaw.rules.combat import battle as combat_battle
from flagplot.rulebooks.awaw.rules.combat.ships import Air, Battle, Fleet, Group, Ship
from flagplot.table import AskEach, Roll, Rulings, Table, rulings

R: Rulings = rulings("awaw")
Answer = Callable[[Any, random.Random], Any]


def ship(type: str, size: int, fast: bool = True, drm: int = 2, **more: Any) -> Ship:
    return Ship(type, size, fast, drm, **more)


def battle(
    first: tuple[Ship, ...], second: tuple[Ship, ...], *, numbered: bool = True, **more: Any
) -> Battle:
    n = 1 if numbered else 0
    a = Fleet("Axis", (Group(first, n, "A1"),))
    b = Fleet("Allied", (Group(second, n, "B1"),), interceptor=True)
    return Battle((a, b), R, round=1 if numbered else 0, **more)


def auto(request: Any, rng: random.Random) -> Any:
    return request.options[0]


def anything(request: Any, rng: random.Random) -> Any:
    return rng.choice(request.options)


def play(
    b: Battle,
    seed: int,
    answer: Answer = auto,
    rule: Any = combat_battle.battle,
    args: tuple[Any, ...] = (),
) -> tuple[Any, Battle, list[Any]]:
    """Play a rule on a battle; returns (result, battle, events)."""
    rng = random.Random(seed)
    events: list[Any] = []
    t: Table[Battle] = Table(b, on_event=events.append)
    run = t.run(rule, *args)
    value: Any = None
    try:
        while True:
            request = run.send(value)
            if isinstance(request, Roll):
                n, sides = request.spec.dice
                value = request.spec.read(tuple(rng.randint(1, sides) for _ in range(n)))
            elif isinstance(request, AskEach):
                value = {a.side: answer(a, rng) for a in request.asks}
            else:
                value = answer(request, rng)
    except StopIteration as end:
        return end.value, t.state, events


def random_ships(rng: random.Random, prefix: str) -> tuple[Ship, ...]:
    """A handful of ships of every kind, each with its own id."""
    kinds = (
        ("BB", 4),
        ("BC", 3),
        ("BB", 5),
        ("PB", 2),
        ("CA", 2),
        ("CA", 2),
        ("DD", 5),
        ("DD", 2),
        ("CVL", 2),
        ("CV", 3),
        ("TR", 2),
        ("CVE", 1),
    )
    out = []
    for i in range(rng.randint(1, 6)):
        type, size = rng.choice(kinds)
        nas = size if type in ("CVL", "CV") else 0
        out.append(
            Ship(type, size, rng.random() < 0.7, rng.randint(1, 3), 0, nas, 0, f"{prefix}{i}", 0, 1)
        )
    return tuple(out)


def random_battle(seed: int) -> Battle:
    """One to three groups a side, with land-based air now and then."""
    rng = random.Random(seed)
    fleets = []
    for k, side in enumerate(("Axis", "Allied")):
        groups = tuple(
            Group(random_ships(rng, f"{side}{g}-"), 0, f"{side}{g}")
            for g in range(rng.randint(1, 3))
        )
        air = (
            Air(rng.randint(0, 2), rng.randint(0, 2), rng.randint(0, 3), rng.randint(0, 2), drm=1)
            if rng.random() < 0.5
            else Air()
        )
        fleets.append(Fleet(side, groups, air, interceptor=k == 1))
    return Battle((fleets[0], fleets[1]), R)

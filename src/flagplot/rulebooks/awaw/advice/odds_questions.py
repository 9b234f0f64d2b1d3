"""Odds questions about interception and combat: small situations built from a side's view."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from flagplot.table import Question, Table, TailCall, TextError

from ..rules.combat import battle
from ..rules.combat.air_combat import run_strike
from ..rules.combat.ships import Battle, Fleet, replace
from ..rules.interception import attempt
from ..rules.interception import attempt as interception_attempt
from ..rules.interception.attempt import Attempt, Passage, Watcher
from ..state import State
from . import battle_text, harbor_attacks, interception_risk, landing_odds, raider_candidates
from .exchange_odds import TotalsKept, run_exchange, run_quick_exchange, side_ahead

__all__ = ["run_exchange"]


QUESTIONS: tuple[Question, ...] = (
    Question(
        "intercepted",
        "Chance of being intercepted on the way",
        "ORDER | HEX HEX ... as MISSION [of N factors] [assuming slow]",
        "patrol Gneisenau, Scharnhorst to B32",
        "norway-1940",
    ),
    Question(
        "interception",
        "Chance of an interception",
        "N dice to N hexes | UNITS at HEX of MISSION",
        "3 dice to 12 hexes",
    ),
    Question(
        "exchange",
        "Losses of one exchange of fire",
        "SHIPS v SHIPS",
        "Germany BC 3 fast, DD 4 v Britain BB 4, DD 6",
    ),
    Question(
        "round",
        "Who comes off better in one exchange",
        "SHIPS v SHIPS",
        "Germany BC 3 fast, DD 4 v Britain BB 4, DD 6",
    ),
    Question(
        "battle",
        "Who wins a naval battle",
        "SHIPS [; SHIPS] [; air search N cover N attack N] v SHIPS ...",
        "Germany BC 3 fast x2, DD 4 v Britain BB 4, DD 6",
    ),
    Question(
        "strike",
        "Losses from one air strike",
        "N squadrons [of NATION] [from carriers] [surprise] at SHIPS",
        "3 squadrons of Germany at BB 4, CA 2",
    ),
    Question(
        "harbor-attack", "Ships a harbor attack hits", "modifier N | modifier -N", "modifier 1"
    ),
    Question(
        "raider-found",
        "How many ships find a raider group",
        "GROUP | SHIPS in OCEAN",
        "Gneisenau, Scharnhorst in Atlantic",
        "norway-1940",
    ),
    Question(
        "raider-sinks",
        "Transports a raider group sinks by gunfire",
        "GROUP | SHIPS in OCEAN",
        "Gneisenau, Scharnhorst in Atlantic",
        "norway-1940",
    ),
    Question(
        "landing",
        "Whether a defended beach is taken",
        "N ground [and N help] v N [at DM N] [and N cover] | HEX",
        "6 ground and 12 help v 2 at DM 3",
    ),
)


MOST = 200
"""Greatest number in a question: factors, squadrons, dice or hexes."""


def build_question(view: State, side: str, question: str, argument: str) -> tuple[TailCall, Any]:
    """Return the counted rule and the situation of a question. Raises :class:`TextError`."""
    build = BUILDERS.get(question)
    if build is None:
        raise TextError(f"no odds question {question!r}", 0, sorted(BUILDERS))
    for n in re.finditer(r"\d+", argument):
        if int(n[0]) > MOST:
            raise TextError(
                f"{n[0]} is more than any fleet has; numbers go up to {MOST}", n.start()
            )
    return build(view, side, " ".join(argument.split()))


def battle_in(view: State, side: str, text: str, *, numbered: bool = False) -> Battle:
    """Return the battle of ``A v B``; the first side is the moving one."""
    a, b = battle_text.split_versus(text)
    r = view.rulings
    groups_a, air_a, nation_a = battle_text.side_in(r, a, view)
    groups_b, air_b, nation_b = battle_text.side_in(r, b, view)
    first = battle_text.default_side_of_nation(nation_a, side or "Allied")
    second = battle_text.default_side_of_nation(nation_b, "Axis" if first == "Allied" else "Allied")
    if first == second:
        second = f"{second} (other)"
    if numbered:
        groups_a = tuple(replace(g, number=g.number or 1) for g in groups_a)
        groups_b = tuple(replace(g, number=g.number or 1) for g in groups_b)
    fleets = (Fleet(first, groups_a, air_a), Fleet(second, groups_b, air_b, interceptor=True))
    return Battle(fleets, r, round=1 if numbered else 0)


async def run_to_winner(t: Table[Battle]) -> str | TailCall:
    """Run the battle to its end. The result is the side that won."""
    sides = tuple(f.side for f in t.state.fleets)
    winner = await t.run(battle.battle)
    return f"{sides[winner]} wins"


async def run_better_side(t: Table[Battle]) -> str:
    """Run one exchange. The result is the side that comes off better."""
    b = t.state
    return side_ahead(b, await run_quick_exchange(t))


async def run_one_strike(t: Table[Battle], squadrons: int, source: int, surprise: bool) -> str:
    """Run one strike of fleet 0 at the first group of fleet 1. The result tells the factors lost
    and damaged."""
    await run_strike(t, 0, source, squadrons, 0, surprise)
    f = t.state.fleets[1]
    t.record(TotalsKept("23.7"))
    return f"lost {f.lost} damaged {f.hurt}"


def ask_battle(view: State, side: str, text: str) -> tuple[TailCall, Any]:
    return TailCall(run_to_winner), battle_in(view, side, text)


def ask_exchange(view: State, side: str, text: str) -> tuple[TailCall, Any]:
    return TailCall(run_quick_exchange), battle_in(view, side, text, numbered=True)


def ask_round(view: State, side: str, text: str) -> tuple[TailCall, Any]:
    return TailCall(run_better_side), battle_in(view, side, text, numbered=True)


STRIKE = re.compile(
    r"(\d+) squadrons?(?: of (.+?))?( from carriers)?( with surprise| surprise)? at (.+)",
    re.IGNORECASE,
)


def ask_strike(view: State, side: str, text: str) -> tuple[TailCall, Any]:
    m = STRIKE.fullmatch(text)
    if not m:
        raise TextError(
            "write the squadrons and the ships they strike",
            0,
            ("4 squadrons of Germany at Britain BB 4, DD 6",),
        )
    n = int(m[1])
    nation, rest = battle_text.nation_in(m[2] or "Britain")
    if not nation or rest:
        raise TextError(f"{m[2]!r} is no nation", 0, ("Germany", "Britain", "U.S.", "Japan"))
    if m[4] and not m[3]:
        whole = f"{n} squadrons of {nation} from carriers with surprise at {m[5]}"
        raise TextError("only strikes from carriers surprise", 0, (whole,))
    group, enemy = battle_text.group_in(view.rulings, m[5], "", view)
    carriers = bool(m[3])
    mine = f"{nation} CV 3 nas {n}" if carriers else f"{nation} DD 1; air attack {n}"
    groups, air, _ = battle_text.side_in(view.rulings, mine)
    foe = Fleet(
        battle_text.default_side_of_nation(enemy[-1], "Axis"),
        (replace(group, number=1, seen=True, found=1),),
        interceptor=True,
    )
    own = Fleet(
        battle_text.default_side_of_nation(nation, "Allied"),
        tuple(replace(g, number=1) for g in groups),
        air,
    )
    return TailCall(run_one_strike, (n, 0 if carriers else -1, bool(m[4]))), Battle(
        (own, foe), view.rulings, round=1
    )


DICE = re.compile(
    r"(\d+) dic?e (?:to|at|over) (\d+)(?: hexes| hex)?(?: (Pacific|Europe))?", re.IGNORECASE
)


AT = re.compile(r"(.+?) at (\S+) of (\S+)", re.IGNORECASE)


async def roll_reach(t: Table[Passage], n: int, need: int) -> bool:
    """Roll *n* dice. The result is True when they reach *need*."""
    from flagplot.table import Roll

    from ..rules.combat.dice import Reach

    reached: bool = await Roll(Reach(n, need), "22.22", "interception", "awaw.interception-dice")
    return reached


async def run_interception(t: Table[Passage]) -> bool:
    """Run the passage. The result is True when it is intercepted."""
    return bool(await t.run(attempt.run_passage) == "intercepted")


def ask_interception(view: State, side: str, text: str) -> tuple[TailCall, Any]:
    m = DICE.fullmatch(text)
    if m:
        name = (m[3] or "Europe").capitalize()
        a = Attempt("base-change", int(m[2]), name)
        return TailCall(
            roll_reach, (int(m[1]), interception_attempt.pips_needed(view.rulings, a))
        ), Passage(view.rulings, ())
    m = AT.fullmatch(text)
    if not m:
        raise TextError(
            "write dice and distance, or units, hex and mission",
            0,
            ("4 dice to 10 hexes", "UK-BC-Renown at B31 of transport"),
        )
    attempt = interception_risk.own_attempt(view, side, m[1], m[2], m[3].casefold())
    return TailCall(run_interception), Passage(view.rulings, (Watcher((attempt,)),))


def ask_intercepted(view: State, side: str, text: str) -> tuple[TailCall, Any]:
    slow = text.casefold().endswith(" assuming slow")
    text = text[: -len(" assuming slow")] if slow else text
    return TailCall(run_interception), interception_risk.passage_of(view, side, text, slow=slow)


BUILDERS: dict[str, Callable[[State, str, str], tuple[TailCall, Any]]] = {
    "battle": ask_battle,
    "exchange": ask_exchange,
    "round": ask_round,
    "strike": ask_strike,
    "interception": ask_interception,
    "intercepted": ask_intercepted,
    "harbor-attack": harbor_attacks.ask_hits,
    "raider-found": raider_candidates.ask_found,
    "raider-sinks": raider_candidates.ask_sunk,
    "landing": landing_odds.ask_landing,
}

"""Every odds question reckons with the modifiers of the roll it foretells, as play comes to it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from flagplot import odds
from flagplot.rulebooks.europa import BOOK
from flagplot.rulebooks.europa.advice.odds_questions import QUESTIONS
from flagplot.rulebooks.europa.orders import (
    Attack,
    Declare,
    Fire,
    Move,
    Pass,
    PutToSea,
    Screen,
    Search,
    Wait,
)
from flagplot.rulebooks.europa.play import initial_phase, turn
from flagplot.rulebooks.europa.presentation.display import group_detail
from flagplot.rulebooks.europa.rules.movement import sailing
from flagplot.rulebooks.europa.rules.special import beach_step as beaches
from flagplot.rulebooks.europa.state import State
from flagplot.table import Ask, AskEach, AskOrder, Roll, Table

from .test_europa import position

Play = Callable[[Table[State]], Coroutine[Any, Any, Any]]
COUNTED = {"bomb", "scuttle", "reply", "shipping", "supply"}
"""Questions compared with play, roll by roll, in ``test_single_rolls``; a supply line rolls
nothing."""
ANSWERS: Mapping[str, Any] = {
    "search": Pass(),
    "attack": Attack(("Elmas",)),
    "declare": Declare(2),
    "screen": Screen(),
    "fire": Fire(),
    "battle": "disengage",
    "reaction": Pass(),
    "activate": Pass(),
    "dusk": "by day",
    "join": "Decimo",
    "zone-sweep": "33:1202",
    "beach-strike": "hold back",
    "coast-fire": "hold fire",
}
"""Answers given where a row says nothing else."""
FIRE = {"fire": Fire((("TF-1", "TF-9"),))}
SHIP = "group X Allied at 33:1201: TF-1 6"
ZONE = ("danger zone Axis at 33:1202 33:1203", SHIP)
PLANES = (
    "air A-1 Axis naval patrol, at Elmas 33:1205, range 20, strength 10",
    "air A-2 Axis naval patrol, at Decimo 33:1206, range 20, strength 10",
)
PORT = (
    "port Bari at 33:1202, Allied, size 3",
    "danger zone Axis at 33:1202 33:1203",
    "group X Allied at Bari, in port: TF-1 6",
)
LYING = ("danger zone Axis at 33:1202", "group X Allied at 33:1202: TF-1 6", "start of step 2")
BELT = (
    "danger zone Allied at 33:1202",
    "port Bari at 33:1205, Axis",
    "mines Axis 3 at 33:1202",
    "repair points Allied 9",
)
BATTLE = (SHIP, "group E Axis at 33:1203: TF-9 6")
BEACH = (
    "hex 33:1203 coastal Axis",
    "garrison Axis 6 at 33:1203",
    "group X Allied at 33:1203: LC-1 4",
    "mines Axis 1 at 33:1203",
    "coast defence Axis 4 at 33:1203",
    "weather rough",
)


def sail(*path: str) -> Play:
    return lambda t: sailing.carry_out_move(t, Move("X", path))


def put(t: Table[State]) -> Coroutine[Any, Any, Any]:
    return sailing.carry_out(t, PutToSea("X"))


def wait(t: Table[State]) -> Coroutine[Any, Any, Any]:
    return sailing.carry_out(t, Wait("X", 2))


class Row(NamedTuple):
    """A question and the roll it foretells: how play comes to it, what is answered and rolled on
    the way."""

    question: str
    about: str
    given: tuple[str, ...]
    play: Play
    why: str
    said: Mapping[str, Any] = {}
    fallen: Mapping[str, list[Any]] = {}
    side: str = "Allied"
    early: bool = True
    """True when the question may be asked before play begins as well."""


ROWS: dict[str, Row] = {
    "a search": Row(
        "search",
        "X",
        (*PLANES, SHIP, "weather rough"),
        sail("33:1202"),
        "search",
        {"search": Search()},
        early=False,
    ),
    "a search of what stays": Row(
        "search", "X", (*PLANES, SHIP), wait, "search", {"search": Search()}
    ),
    "a search of what was found": Row(
        "search", "X", (*PLANES, SHIP, "X found"), wait, "search", {"search": Search()}
    ),
    "a further airbase": Row(
        "join",
        "X by Decimo",
        (*PLANES, SHIP),
        sail("33:1202"),
        "join",
        {"search": Search(("Elmas",))},
        {"search": ["S*"]},
        early=False,
    ),
    "a zone by day": Row("zone", "X at 33:1202", ZONE, sail("33:1202"), "danger-zone"),
    "a zone by night": Row(
        "zone",
        "X at 33:1202 by night",
        (*ZONE, "weather rough"),
        sail("night", "33:1202"),
        "danger-zone",
    ),
    "a zone after aircraft": Row(
        "zone", "X at 33:1202", (*ZONE, "X found from the air"), sail("33:1202"), "danger-zone"
    ),
    "a zone out of port": Row("zone", "X at 33:1202", PORT, put, "danger-zone"),
    "a zone at dusk": Row(
        "zone", "X at 33:1202 by night", LYING, turn.begin_step, "danger-zone", {"dusk": "by night"}
    ),
    "a zone at dawn": Row("zone", "X at 33:1202", LYING, turn.begin_step, "danger-zone"),
    "a zone in a night block": Row(
        "zone", "X at 33:1202", (*LYING, "X night block 2"), turn.begin_step, "danger-zone"
    ),
    "a belt": Row("sweep", "33:1202", BELT, initial_phase.sweep_zones, "zone-sweep"),
    "a belt after a great success": Row(
        "sweep",
        "33:1202",
        BELT,
        initial_phase.sweep_zones,
        "zone-sweep",
        fallen={"zone-sweep": ["S*"]},
        early=False,
    ),
    "a belt after two": Row(
        "sweep",
        "33:1202",
        BELT,
        initial_phase.sweep_zones,
        "zone-sweep",
        fallen={"zone-sweep": ["S*", "S*"]},
        early=False,
    ),
    "mines": Row(
        "mines",
        "X at 33:1202",
        ("mines Axis 4 at 33:1202", "group X Allied at 33:1201: TF-1 1"),
        sail("33:1202"),
        "gunnery",
    ),
    "breaking off": Row(
        "disengage",
        "X from E",
        (*BATTLE, "weather rough"),
        sail("33:1202"),
        "disengage",
        early=False,
    ),
    "breaking off by night": Row(
        "disengage",
        "X from E",
        BATTLE,
        sail("night", "33:1202", "33:1203"),
        "disengage",
        early=False,
    ),
    "a salvo": Row("gunnery", "fire TF-1 at TF-9 of 9", BATTLE, sail("33:1202"), "gunnery", FIRE),
    "a salvo by night": Row(
        "gunnery",
        "fire TF-1 at TF-9 of 9",
        BATTLE,
        sail("night", "33:1202", "33:1203"),
        "gunnery",
        FIRE,
        early=False,
    ),
}


def answer(request: Any, said: Mapping[str, Any]) -> Any:
    if isinstance(request, AskEach):
        return {one.side: answer(one, said) for one in request.asks}
    assert isinstance(request, Ask | AskOrder), request
    return said.get(request.kind, ANSWERS[request.kind])


def at_roll(row: Row) -> tuple[State, Any]:
    """The position and the specification of the roll of a row."""
    t, left, reply = Table(position(*row.given)), {k: list(v) for k, v in row.fallen.items()}, None
    rule = row.play(t)
    while True:
        asked = rule.send(reply)
        if not isinstance(asked, Roll):
            reply = answer(asked, row.said)
        elif left.get(asked.why):
            reply = left[asked.why].pop(0)
        else:
            assert asked.why == row.why, asked
            rule.close()
            return t.state, asked.spec


def told(state: State, side: str, question: str, argument: str) -> dict[str, Fraction]:
    """The answer to an odds question, without what has no chance."""
    found = odds.answer_question(BOOK, BOOK.view(state, side), side, question, argument)
    assert found.exact
    return {str(k): Fraction(p).limit_denominator(10**6) for k, p in found.outcomes if p}


def read(question: str, spec: Any) -> dict[str, Fraction]:
    """The outcomes of one roll as the answer to a question names them."""
    most = {"mines": ("TF-1", 1), "gunnery": ("TF-9", 9)}.get(question)
    pairs, every = spec.outcomes()
    found: dict[str, Fraction] = {}
    for value, w in pairs:
        name = (
            str(value)
            if most is None
            else f"{most[0]} {min(value, most[1])}"
            if value
            else "no hits"
        )
        found[name] = found.get(name, Fraction(0)) + Fraction(w, every)
    return found


@pytest.mark.parametrize("name", ROWS)
def test_a_question_has_the_modifiers_of_its_roll(name: str) -> None:
    row = ROWS[name]
    there, spec = at_roll(row)
    assert told(there, row.side, row.question, row.about) == read(row.question, spec)
    if row.early:
        assert told(position(*row.given), row.side, row.question, row.about) == read(
            row.question, spec
        )


def test_no_question_is_left_out() -> None:
    assert {q.kind for q in QUESTIONS} == {r.question for r in ROWS.values()} | COUNTED | {
        "found",
        "danger",
        "landing",
    }


def test_a_disaster_for_patrols_eases_the_next_roll_of_every_part() -> None:
    table: Table[State] = Table(position(*ZONE[:1], "group X Allied at 33:1201: TF-1 6, TF-2 4"))
    play(sailing.carry_out_move(table, Move("X", ("33:1202",))), {"danger-zone": ["D"]})
    asked = {
        by_night: told(table.state, "Allied", "zone", f"X at 33:1205{by_night}")
        for by_night in ("", " by night")
    }
    assert asked[""] == {
        "D": Fraction(1, 6),
        "F*": Fraction(1, 6),
        "F": Fraction(2, 6),
        "S": Fraction(2, 6),
    }
    assert asked[" by night"]["D"] == Fraction(2, 6)
    told_of = {
        side: group_detail(view := BOOK.view(table.state, side), view.groups["X"])
        for side in ("Allied", "Axis")
    }
    assert "free of danger zones in this step, -1 on its next danger-zone roll" in told_of["Allied"]
    assert told_of["Axis"] == "combat group"


# ------------------------------------ found and danger, against play with every way the dice fall
def play(
    rule: Coroutine[Any, Any, Any], fallen: Mapping[str, list[Any]], said: Mapping[str, Any] = {}
) -> None:
    """Play a rule to its end."""
    left, reply = {k: list(v) for k, v in fallen.items()}, None
    try:
        while True:
            asked = rule.send(reply)
            reply = left[asked.why].pop(0) if isinstance(asked, Roll) else answer(asked, said)
    except StopIteration:
        return


def ways(
    make: Callable[[], Coroutine[Any, Any, str]], said: Mapping[str, Any]
) -> Iterator[tuple[str, Fraction]]:
    """Each way a rule can end, with its chance."""
    ahead: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while ahead:
        faces, chance = ahead.pop()
        rule, left, reply = make(), list(faces), None
        try:
            while True:
                asked = rule.send(reply)
                if not isinstance(asked, Roll):
                    reply = answer(asked, said)
                elif left:
                    reply = left.pop(0)
                else:
                    break
        except StopIteration as e:
            yield str(e.value), chance
            continue
        pairs, every = asked.spec.outcomes()
        ahead += [((*faces, value), chance * Fraction(w, every)) for value, w in pairs]
        rule.close()


async def voyage(state: State, path: tuple[str, ...], until: str) -> str:
    """Sail a path to its end, on and on when it is halted, until the group is hit (or
    ``found``)."""
    t: Table[State] = Table(state)
    left = path
    while left:
        before = t.state.groups["X"]
        await sailing.carry_out_move(t, Move("X", left))
        ship = t.state.units["TF-1"]
        if until == "hit" and (ship.lost or ship.strength < state.units["TF-1"].strength):
            return "hit"
        if ship.lost:
            return "unfound"
        group = t.state.groups["X"]
        at = [n for n, word in enumerate(left) if word == group.hex]
        left = (
            left[at[-1] + 1 :]
            if at and (group.hex, group.spent) != (before.hex, before.spent)
            else left
        )
        light = [w for w in path[: len(path) - len(left)] if w in ("night", "day")][-1:]
        left = (*light, *left) if left and left[0] not in ("night", "day") else left
        if until == "found" and group.found:
            return group.hex
    return "unharmed" if until == "hit" else "unfound"


ROUTES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "contact, out and in again": (
        ("danger zone Axis at 33:1202 33:1204", "group X Allied at 33:1201: TF-1 1"),
        ("33:1202", "33:1203", "33:1204"),
    ),
    "out of port inside a zone": (
        (
            "port Bari at 33:1202, Allied",
            "danger zone Axis at 33:1202 33:1203 33:1205",
            "group X Allied at Bari, in port: TF-1 2",
        ),
        ("33:1203", "33:1204", "33:1205"),
    ),
    "found by aircraft before the zone": (
        (
            "air A-1 Axis naval patrol, at Elmas 33:1205, range 4",
            "danger zone Axis at 33:1203",
            "group X Allied at 33:1200: TF-1 2",
        ),
        ("33:1201", "33:1202", "33:1203"),
    ),
    "by night into day": (
        (
            "danger zone Axis at 33:1203 33:1208",
            "hex 33:1206 coastal nobody",
            "group X Allied at 33:1201: TF-1 2",
        ),
        (
            "night",
            "33:1202",
            "33:1203",
            "33:1204",
            "33:1205",
            "33:1206",
            "day",
            "33:1207",
            "33:1208",
        ),
    ),
    "two airbases, one farther": (
        (
            "air A-1 Axis naval patrol, at Elmas 33:1206, range 20",
            "air A-2 Axis naval patrol, at Decimo 33:1212, range 20",
            "interdiction Axis 1 at 33:1203",
            "interdiction Axis 2 at 33:1204",
            "group X Allied at 33:1201: TF-1 1",
        ),
        ("33:1202", "33:1203", "33:1204"),
    ),
    "eased": (
        ("danger zone Axis at 33:1202", "group X Allied at 33:1201: TF-1 1", "X eased"),
        ("33:1202",),
    ),
}


@pytest.mark.parametrize("name", ROUTES)
def test_a_route_is_as_dangerous_as_play_makes_it(name: str) -> None:
    given, path = ROUTES[name]
    state = position(*(line for line in given if line != "X eased"))
    if "X eased" in given:
        play(sailing.carry_out_move(t := Table(state), Move("X", path)), {"danger-zone": ["D"]})
        state = t.state
        play(sailing.carry_out_move(t, Move("X", ("33:1201",))), {})
        play(turn.end_step(t), {})
        play(turn.begin_step(t), {})
        state = t.state
    said = {"search": Search()}
    for question, until in (("danger", "hit"), ("found", "found")):
        brute: dict[str, Fraction] = {}
        for end, chance in ways(lambda u=until: voyage(state, path, u), said):  # type: ignore[misc]
            brute[end] = brute.get(end, Fraction(0)) + chance
        asked = told(state, "Allied", question, f"move X to {' '.join(path)}")
        if question == "danger":
            asked = {
                "unharmed": asked.get("unharmed", Fraction(0)),
                "hit": sum(p for k, p in asked.items() if k != "unharmed"),
            }
            asked = {k: Fraction(p) for k, p in asked.items() if p}
        assert asked.keys() == brute.keys()
        assert all(abs(asked[k] - brute[k]) < Fraction(1, 10**5) for k in brute), (
            question,
            asked,
            brute,
        )


# ------------------------------------------------------------------ a landing
@pytest.mark.parametrize("gunfire", [0, 3, 8])
def test_a_landing_has_the_modifiers_of_its_checks(gunfire: int) -> None:
    aboard = position(*BEACH, "4 REs C-1 on LC-1")
    ashore = position(
        *BEACH,
        "4 REs C-1 of Allied landed at 33:1203, from LC-1 in this step",
        *((f"gunfire of Allied {gunfire} at 33:1203",) if gunfire else ()),
    )

    async def landed() -> str:
        t = Table(ashore)
        await beaches.resolve_beach(t, "Allied", "33:1203")
        return "taken" if t.state.owner("33:1203") == "Allied" else "not"

    taken = sum((chance for end, chance in ways(landed, {}) if end == "taken"), Fraction(0))
    asked = told(aboard, "Allied", "landing", f"C-1 at 33:1203 with {gunfire} gunfire")
    assert sum(p for k, p in asked.items() if k.startswith("taken")) == taken

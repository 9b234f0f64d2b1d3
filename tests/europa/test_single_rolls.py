"""The odds of rolls that stand alone are those of play, roll by roll."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from flagplot import odds
from flagplot.rulebooks.europa import BOOK
from flagplot.rulebooks.europa.orders import BombPort
from flagplot.rulebooks.europa.rules.combat import battle
from flagplot.rulebooks.europa.rules.combat.gunnery import MEANING
from flagplot.rulebooks.europa.rules.search import resolve
from flagplot.rulebooks.europa.rules.special import beach_step, captured_ports, malta
from flagplot.rulebooks.europa.state import State, replace
from flagplot.table import Ask, AskOrder, Roll, Setup, Table, TextError, rulings
from flagplot.table.assist.examine import examine

from .test_europa import position


def every(make: Callable[[], Coroutine[Any, Any, Any]]) -> list[tuple[Any, Fraction]]:
    """Each way a coroutine can roll, with its chance: what it returns."""
    ended: list[tuple[Any, Fraction]] = []
    ahead: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while ahead:
        faces, chance = ahead.pop()
        rule, asked = make(), None
        try:
            for answer in (None, *faces):
                asked = rule.send(answer)
        except StopIteration as e:
            ended.append((e.value, chance))
            continue
        assert isinstance(asked, Roll)
        pairs, total = asked.spec.outcomes()
        ahead += [((*faces, value), chance * Fraction(w, total)) for value, w in pairs]
        rule.close()
    return ended


def answered(state: State, side: str, question: str, argument: str) -> dict[str, float]:
    found = odds.answer_question(BOOK, BOOK.view(state, side), side, question, argument)
    assert found.exact
    return dict(found.outcomes)


@pytest.mark.parametrize(
    "ships", ["TF-1 2, TF-2 1", "TF-1 2, SHIP-1 4", "TF-1 1, NT-1 2, SHIP-1 3, SHIP-2 1"]
)
@pytest.mark.parametrize("res", [1, 2])
def test_ships_in_a_port_that_falls(ships: str, res: int) -> None:
    state = position(
        "port Bari at 33:1202, Allied, size 2", f"group X Allied at 33:1202, in port: {ships}"
    )
    pool = {u.id: captured_ports.dice_for(u) for u in state.of(state.groups["X"])}
    brute: dict[str, Fraction] = {}
    for due, chance in every(
        lambda: captured_ports.draw_units(Table(state), "33:1202", dict(pool), res)
    ):
        single = sum(captured_ports.is_ship(state, id) for id in due)
        for dice in product((False, True), repeat=sum(due.values())):  # those of single ships first
            gone, lost = sum(dice[:single]), sum(dice[single:])
            told = f"{lost} points" + (f" and {gone} ships" if gone else "")
            weight = (
                chance
                * Fraction(1, 3) ** (gone + lost)
                * Fraction(2, 3) ** (len(dice) - gone - lost)
            )
            brute[told] = brute.get(told, Fraction(0)) + weight
    assert answered(state, "Allied", "scuttle", f"Bari to {res} REs") == {
        k: pytest.approx(float(p)) for k, p in brute.items()
    }


def test_bombs_on_a_port() -> None:
    state = position(
        "turn Aug I 42, Axis player-turn",
        "port Bari at 33:1202, Allied, size 2",
        "air B-1 Axis naval strike, at Near 33:1204, range 5, strength 15",
    )
    brute: dict[str, Fraction] = {}
    flown = BombPort(("B-1",), "33:1202", "port")

    async def hits(table: Table[State]) -> int:
        await malta.carry_out_bombing(table, flown)
        return table.state.ports["33:1202"].hits

    for n, chance in every(lambda: hits(Table(state))):
        told = f"{n} hit{'' if n == 1 else 's'}"
        brute[told] = brute.get(told, Fraction(0)) + chance
    found = answered(state, "Axis", "bomb", "bomb the port of Bari with B-1")
    asked = AskOrder("Axis", "32.A.s03", "movement")
    shown = examine(BOOK, BOOK.view(state, "Axis"), asked, "bomb the port of Bari with B-1")
    assert [c.text for c in shown.odds] == [
        f"{odds.percent_text(p)}: {hits}." for hits, p in sorted(found.items())
    ]
    assert found == {k: pytest.approx(float(p)) for k, p in brute.items()}


def test_mines_zones_and_sweeping() -> None:
    state = position(
        "mines Axis 1 at 33:1202",
        "danger zone Axis at 33:1203",
        "danger zone Allied at 33:1202",
        "group X Allied at 33:1201: TF-1 1, NT-1 1",
        "repair points Allied 5",
    )
    mined = answered(state, "Allied", "mines", "X at 33:1202")
    assert mined["no hits"] == pytest.approx(25 / 36)
    assert mined["NT-1 1, TF-1 1"] == pytest.approx(1 / 36)
    by_day, by_night = (
        answered(state, "Allied", "zone", f"X at 33:1203{light}") for light in ("", " by night")
    )
    assert (by_day["S"], by_day["S*"]) == (pytest.approx(2 / 6), pytest.approx(1 / 6))
    assert by_night == pytest.approx({"D": 1 / 6, "F*": 1 / 6, "F": 2 / 6, "S": 2 / 6})
    swept = answered(state, "Allied", "sweep", "33:1202")  # +3 in calm seas, -1 without cover
    assert swept == {
        "F": pytest.approx(1 / 6),
        "S": pytest.approx(2 / 6),
        "S*": pytest.approx(3 / 6),
    }


@pytest.mark.parametrize("status", [0, 4, 11])
@pytest.mark.parametrize(
    ("ships", "how"),
    [("NT-1 2, NT-2 1", "2 transports"), ("NT-1 3, TF-1 2", "1 transports in convoy")],
)
def test_transports_in_reach_of_malta(status: int, ships: str, how: str) -> None:
    state = position(f"Malta status {status}", f"group X Axis at 18Q:1402: {ships}")
    brute: dict[str, Fraction] = {}

    async def fate(table: Table[State]) -> str:
        back = await malta.check_shipping(table, "X", True)
        struck = sum(u.hits for u in table.state.units.values())
        return f"{struck} struck, {len(back)} back" if struck or back else "none hit"

    for told, chance in every(lambda: fate(Table(state))):
        brute[told] = brute.get(told, Fraction(0)) + chance
    assert sum(brute.values()) == 1
    assert answered(state, "Axis", "shipping", how) == {
        k: pytest.approx(float(p)) for k, p in brute.items()
    }


@pytest.mark.parametrize("gunfire", [0, 4, 9])
@pytest.mark.parametrize(
    "garrison", ["garrison Axis 6 at 33:1203", "garrison Axis 2 at 33:1203", "sea calm from step 1"]
)
def test_landings_are_those_of_play(garrison: str, gunfire: int) -> None:
    ashore = (
        "hex 33:1203 coastal Axis",
        "mines Axis 1 at 33:1203",
        garrison,
        "group X Allied at 33:1202: LC-1 4",
    )
    state = replace(
        position(*ashore, "4 REs C-1 of Allied landed at 33:1203, from LC-1 in this step"),
        support={"33:1203": ("Allied", gunfire)},
    )
    brute: dict[str, Fraction] = {}

    async def fate(table: Table[State]) -> str:
        await beach_step.resolve_beach(table, "Allied", "33:1203")
        s, c = table.state, table.state.cargo["C-1"]
        lost = 4 - c.res
        told = (
            "taken" if s.owner("33:1203") == "Allied" else "thrown back" if c.aboard else "ashore"
        )
        return f"{told} {lost}"

    for told, chance in every(lambda: fate(Table(state))):
        brute[told] = brute.get(told, Fraction(0)) + chance
    asked = position(*ashore, "4 REs C-1 on LC-1")
    words = {"held": "ashore", "no attack": "ashore"}
    found: dict[str, float] = {}
    for text, p in answered(
        asked, "Allied", "landing", f"C-1 at 33:1203 with {gunfire} gunfire"
    ).items():
        fate_of, _, lost = text.partition(", ")
        key = f"{words.get(fate_of, fate_of)} {lost.split(' ')[0] or 0}"
        found[key] = found.get(key, 0.0) + p
    assert found == {k: pytest.approx(float(p)) for k, p in brute.items()}


@pytest.mark.parametrize("ships", ["TF-1 4, NT-1 2", "TF-1 12"])
def test_the_escorts_reply_as_in_play(ships: str) -> None:
    state = position(f"group X Allied at 33:1202: {ships}", "group S Axis at 33:1203: SUB-1 3")
    brute: dict[str, Fraction] = {}

    async def fate(table: Table[State]) -> str:
        await battle.reply_to_submarine(table, "X", "S", False)
        hits = table.state.units["SUB-1"].hits
        return f"SUB-1 {hits}" if hits else "no hits"

    for told, chance in every(lambda: fate(Table(state))):
        brute[told] = brute.get(told, Fraction(0)) + chance
    found = answered(state, "Allied", "reply", "X to SUB-1")
    assert found == {k: pytest.approx(float(p)) for k, p in brute.items()}


def test_a_joining_search_is_that_of_play() -> None:
    state = position(
        "air A-1 Axis naval patrol, at Elmas 33:1203, range 20, strength 10",
        "air A-2 Axis naval strike, at Decimo 33:1209, range 20, strength 10",
        "group X Allied at 33:1202: TF-1 3",
    )
    rule = resolve.let_bases_join(Table(state), "X", ("Elmas",))
    asked = rule.send(None)
    assert isinstance(asked, Ask)
    assert [o.odds for o in BOOK.prompt(BOOK.view(state, "Axis"), asked).options] == [
        "joins 2.8 %",
        "",
    ]
    rolled = rule.send("Decimo")
    rule.close()
    assert isinstance(rolled, Roll)
    pairs, total = rolled.spec.outcomes()
    assert answered(state, "Axis", "join", "X by Decimo") == {
        k: pytest.approx(w / total) for k, w in pairs
    }
    with pytest.raises(TextError):
        BOOK.situation(BOOK.view(state, "Axis"), "Axis", "join", "Y by Decimo")


def test_what_one_does_not_know_has_no_odds() -> None:
    state = position(
        "port Bari at 33:1202, Allied, size 2",
        "group X Allied at 33:1202, in port: TF-1 2",
        "mines Allied 2 at 33:1205",
    )
    view = BOOK.view(state, "Axis")
    for question, argument in (("scuttle", "Bari to 2 REs"), ("mines", "X at 33:1205")):
        with pytest.raises(TextError):
            BOOK.situation(view, "Axis", question, argument)


def test_results_of_a_table_are_told_in_words_as_well() -> None:
    start = BOOK.start(Setup("pedestal-first-steps"), rulings("europa"))
    found = odds.answer_question(BOOK, start, "Allied", "search", "Convoy")
    assert found.basis[0] == ", ".join(f"{code} {MEANING[code]}" for code, _ in found.outcomes)

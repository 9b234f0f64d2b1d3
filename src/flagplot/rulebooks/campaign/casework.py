"""The lines a case of this book may use: positions and what must follow. docs/casebook-campaign.md explains them."""

from __future__ import annotations

import re
from collections.abc import Callable

from flagplot.table import Rulings, TextError
from flagplot.table.phrase import Phrase

from .chart import open_ocean
from .charts import close_to, place_called
from .ratings import CAPITALS, ESCORTS
from .squares import is_square
from .state import Mission, Port, State, port_at

Given = Callable[[State, re.Match[str]], State]
Holds = Callable[[State, State, re.Match[str]], tuple[bool, str]]
GIVEN: list[tuple[Phrase, Given, str]] = []
HOLDS: list[tuple[Phrase, Holds, str]] = []


def given_line(pattern: str, example: str) -> Callable[[Given], Given]:
    """Register a line of a position; the example stands in messages and docs."""

    def mark(f: Given) -> Given:
        GIVEN.append((Phrase(pattern + r"$", re.IGNORECASE), f, example))
        return f

    return mark


def holds_line(pattern: str, example: str) -> Callable[[Holds], Holds]:
    """Register a line of what must follow."""

    def mark(f: Holds) -> Holds:
        HOLDS.append((Phrase(pattern + r"$", re.IGNORECASE), f, example))
        return f

    return mark


def places_of(value: str) -> tuple[str, ...]:
    """Read places separated by spaces, commas or semicolons; squares keep their own comma: ``22,16 21,15; Kiel``."""
    out: list[str] = []
    for chunk in re.split(r"\s*;\s*", value):
        at = 0
        while at < len(chunk):
            square = re.compile(r"\s*,?\s*(\d+)\s*,\s*(\d+)(?=$|[\s,])").match(chunk, at)
            if square:
                out.append(f"{int(square.group(1))},{int(square.group(2))}")
                at = square.end()
                continue
            name = re.compile(r"\s*,?\s*([^,\d][^,]*?)\s*(?=$|,|\s\d+\s*,\s*\d)").match(chunk, at)
            if not name:
                break
            out.append(name.group(1))
            at = name.end()
    return tuple(out)


def side_of(state: State, text: str, at: int = 0) -> str:
    """A side that plays. Raises :class:`TextError`."""
    if text not in state.sides:
        raise TextError(f"no side {text!r} plays", at, list(state.sides))
    return text


def port_of(state: State, text: str, at: int = 0) -> Port:
    """A port on the board by any name the map has for it. Raises :class:`TextError`."""
    name = place_in(state, text)
    if name not in state.ports:
        raise TextError(f"no port {text!r}", at, list(state.ports)[:8])
    return state.ports[name]


def class_of(text: str) -> str:
    """A ship class. Raises :class:`TextError`."""
    if text.upper() not in CAPITALS | ESCORTS:
        raise TextError(f"{text!r} is no ship class", 0, sorted(CAPITALS | ESCORTS))
    return text.upper()


def known_mission(before: State, state: State, id: str) -> str:
    """A mission that is or was: its id, or the one a ship sails in. Raises :class:`TextError` for any other word."""
    for s in (state, before):
        if id in s.missions or id in s.past:
            return id
        if id in s.ships and s.ships[id].mission:
            return s.ships[id].mission
    raise TextError(f"no mission {id!r}", 0, [*state.missions, *state.past][:8])


def knows(state: State, text: str) -> bool:
    """True for what a line may name: a side, a ship or aircraft by id or name, a mission, a place, one unit in battle."""
    ids = (*state.sides, *state.ships, *state.planes, *state.missions, *state.past)
    named = {s.name for s in state.ships.values()} | {p.name for p in state.planes.values()}
    if text in ids or text in named:
        return True
    if state.battle is not None and (state.battle.has(text) or any(u.name == text for u in state.battle.units)):
        return True
    try:
        return bool(sea_place(state, text))
    except TextError:
        return False


def sea_place(state: State, text: str) -> str:
    """A square, a port, a zone or a strait of the board. Raises :class:`TextError`."""
    place, chart = place_in(state, text), state.chart
    if not (is_square(place) or place in state.ports or chart.zone(place) or chart.strait(place)):
        raise TextError(f"no place {text!r}", 0, close_to(text, state.ports) or list(state.ports)[:8])
    return place


def units_named(state: State, text: str) -> tuple[str, ...]:
    """The ids of ships listed by id or name, with commas, ``and`` or blanks between. Raises :class:`TextError`."""
    known = {s.name.lower(): s.id for s in state.ships.values()} | {s.id.lower(): s.id for s in state.ships.values()}
    out: list[str] = []
    for part in (p.strip() for p in re.split(r",|\band\b", text)):
        found = [known[part.lower()]] if part.lower() in known else [known.get(w.lower(), "") for w in part.split()]
        if not all(found):
            near = close_to(part, [*known.values()]) or list(known.values())[:8]
            raise TextError(f"no ship {part!r} stands on the board", 0, near)
        out.extend(found)
    return tuple(out)


def place_in(state: State, text: str) -> str:
    """A place by any name the map has for it; a port by its square too."""
    return port_at(state, place_called(state.chart, state.ports, text))


def mission_of(state: State, id: str) -> Mission:
    """A mission by its id, or by a ship that sails in it. Raises :class:`TextError`."""
    if id in state.ships:
        ship, id = id, state.ships[id].mission
        if not id:
            raise TextError(f"{ship} has no mission now (event mission-decided or mission-ended says what became of it)")
    if id not in state.missions:
        raise TextError(f"no mission {id!r}", 0, list(state.missions)[:8])
    return state.missions[id]


def number(words: dict[str, str], word: str, usual: int = 0) -> int:
    """The number that follows a word, or the usual one. Raises :class:`TextError`."""
    said = words.get(word, str(usual))
    if not re.fullmatch(r"-?\d+", said):
        raise TextError(f"{word} {said!r}: a number is wanted", 0, [f"{word} 3"])
    return int(said)


def empty(rulings: Rulings) -> State:
    """An empty sea: Europe's size, two sides, the Orders Phase of a Spring turn."""
    return State(
        rulings=rulings, scenario="", chart=open_ocean(), sides=("Axis", "Allied"), last_turn=99, ships={}, planes={}, ports={}
    )


def plain(line: str) -> str:
    """A line without the full stop at its end, its sides written as the book writes them."""
    bare = re.sub(r"^(ship|air|mission) (\S+):\s", r"\1 \2 ", line.strip().rstrip("."), flags=re.IGNORECASE)
    axis = re.sub(r"\baxis\b", "Axis", bare, flags=re.IGNORECASE)
    return re.sub(r"\b(?:allied|allies)\b", "Allied", axis, flags=re.IGNORECASE)


VALUE = r"(-?[\d.,/]+(?: ?%)?|none|yes|no|minor|major|open|shut|closed|valid|invalid)"
RATING = r"(strength|experience|patrol|endurance|search|intercept|speed)"
REWORDINGS = (
    (rf"\s+(?:is|are|was|=|equals|stands at|makes)\s+{VALUE}\b", r" \1"),
    (r"^(\S+) (?:now )?(?:is|has been|was) (?:now )?(?=sunk|afloat|interned|withdrawn|scuttled|based|bound|ready|not )", r"\1 "),
    (rf"^(\S+) (?:has|is at|stands at|with|now has) {RATING} ", r"\1 \2 "),
    (rf"^{RATING} of (\S+) (\d+)$", r"\2 \1 \3"),
    (r"^(\w+) has (\d+) missions?$", r"missions of \1 \2"),
    (r"^(\w+) has (\d+) points?$", r"points of \1 \2"),
    (r"^(\S+) (?:does|did|can) (?=not see|not spot)", r"\1 does "),
    (r"^(\S+) is (?:lying |lies |in port )?(?:at|in) (?=[A-Z])", r"\1 based at "),
)
"""Other words for the lines of a case; a line that is not understood so is tried as it stands."""


def reworded(line: str) -> str:
    """A line in the words this book knows."""
    for pattern, by in REWORDINGS:
        line = re.sub(pattern, by, line)
    return line


def given(state: State, line: str) -> State:
    """Put one line of a case's position on the board. Raises :class:`TextError`."""
    for text in dict.fromkeys((reworded(plain(line)), plain(line))):
        for pattern, f, _ in GIVEN:
            found = pattern.match(text)
            if found:
                return f(state, found)
    raise TextError(f"{line!r} is no line of a position", 0, [example for _, _, example in GIVEN])


def holds(before: State, state: State, line: str) -> tuple[bool, str]:
    """Say whether a line holds, and what was found. Raises :class:`TextError`."""
    for text in dict.fromkeys((reworded(plain(line)), plain(line))):
        for pattern, f, _ in HOLDS:
            found = pattern.match(text)
            if found:
                return f(before, state, found)
    raise TextError(f"{line!r} is nothing this book can look at", 0, [example for _, _, example in HOLDS])


def _load() -> None:
    """Register every line; the modules below register as they are imported."""
    from . import case_battle, case_facts, case_more, case_positions  # noqa: F401


_load()

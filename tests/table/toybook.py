"""A tiny rule book for the tests of the table: ships on a line of ten squares, hidden until met.

Rules. 1.1 One ship a move, own ships only, not sunk. 1.2 At most 3 squares. 1.3 Squares 0 to 9. 2.1
When a ship enters a square within 2 of an enemy submarine, the enemy may close: 2d6 reach 7 less
its hidden bonus. 2.2 A ship that is closed with is shown and hit by the table; two hits sink it.
3.1 At the end of a turn both sides choose a watch in secret. 3.2 Then either may parley.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from flagplot.table import (
    Ask,
    AskAny,
    AskEach,
    AskOrder,
    Outcome,
    Question,
    Refusal,
    Remedy,
    Roll,
    Rulebook,
    Rulings,
    Scenario,
    Setup,
    Single,
    Table,
    TailCall,
    TextError,
    Verdict,
    clause,
    facts,
    refuse,
)
from flagplot.table.core.roll_specs import AtLeast, Column
from flagplot.table.display.orders import OptionLine, Prompt, RefusalText
from flagplot.table.display.position import Counter, Display, ForceLine, Phase
from flagplot.table.language import CaseLines, Found, Language, NamedNoun, Number, Thing
from flagplot.table.setup.rulings import RuleTable

SIDES = ("Red", "Blue")
SQUARES = 10
ROWS = (("hits", (0, 0, 1, 1, 1, 2)),)
FIRE = RuleTable(
    "toy.fire", "2.2", "Hits of a salvo", "house", "1d6", ("1", "2", "3", "4", "5", "6"), ROWS
)


def foe(side: str) -> str:
    return "Blue" if side == "Red" else "Red"


class Ship(msgspec.Struct, frozen=True, cache_hash=True):
    id: str
    side: str
    at: int
    hidden: bool = True
    hits: int = 0
    submarine: bool = False

    @property
    def sunk(self) -> bool:
        return self.hits >= 2


class State(msgspec.Struct, frozen=True):
    rulings: Rulings
    ships: Mapping[str, Ship]
    turn: int = 1
    mover: str = "Red"
    segment: str = "move"
    last: int = 3
    watches: Mapping[str, str] = {}
    duel: Duel | None = None


class Duel(msgspec.Struct, frozen=True, cache_hash=True):
    """The situation of rule 2.2: salvoes left, hits so far; small and hashable."""

    salvoes: int
    hits: int
    fire: tuple[int, ...]


class DuelLens(msgspec.Struct, frozen=True, tag="duel-lens"):
    def get(self, state: State) -> Duel:
        assert state.duel is not None
        return state.duel

    def put(self, state: State, part: Duel) -> State:
        return replace(state, duel=part)


# -- orders
class SquareNumber(Number):
    name = "square"

    def shown(self) -> str:
        return "SQUARE"


def ships(view: State, side: str) -> Iterator[Thing]:
    yield from (Thing(s.id, s.id) for s in view.ships.values())


L = Language(synonyms={})
SHIP = L.noun(NamedNoun("ship", ships, pattern=r"\S+", picks="units"))
"""A ship that is not there is refused by its clause, not by the reader."""


@L.order("move {ship} to {to}", clause="1.1", asked="movement")
class Move(msgspec.Struct, frozen=True, tag="move"):
    ship: Annotated[str, SHIP]
    to: Annotated[int, SquareNumber()]


@L.order("pass", clause="1.1", asked="movement")
class Pass(msgspec.Struct, frozen=True, tag="pass"):
    pass


# -- events
class Moved(msgspec.Struct, frozen=True, tag="moved"):
    clause: str
    ship: str
    to: int
    hidden: bool

    def apply(self, s: State) -> State:
        return replace(s, ships={**s.ships, self.ship: replace(s.ships[self.ship], at=self.to)})

    def seen_by(self, side: str) -> Moved | None:
        return self if not self.hidden or (side and self.ship.startswith(side)) else None


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    reveals: ClassVar[bool] = True
    clause: str
    ship: str
    at: int

    def apply(self, s: State) -> State:
        was = s.ships.get(self.ship) or Ship(self.ship, self.ship[:-1], self.at)
        return replace(s, ships={**s.ships, self.ship: replace(was, hidden=False, at=self.at)})

    def seen_by(self, side: str) -> Shown:
        return self


class Fallen(msgspec.Struct, frozen=True, tag="fell-short"):
    clause: str
    side: str

    def apply(self, s: State) -> State:
        return s

    def seen_by(self, side: str) -> Fallen | None:
        return self if side == self.side else None


class Engaged(msgspec.Struct, frozen=True, tag="engaged"):
    clause: str
    salvoes: int
    hits: int
    fire: tuple[int, ...]

    def apply(self, s: State) -> State:
        return replace(s, duel=Duel(self.salvoes, self.hits, self.fire))

    def seen_by(self, side: str) -> Engaged:
        return self


class Salvo(msgspec.Struct, frozen=True, tag="salvo"):
    clause: str
    hits: int

    def apply(self, d: Duel) -> Duel:
        return Duel(d.salvoes - 1, min(2, d.hits + self.hits), d.fire)

    def seen_by(self, side: str) -> Salvo:
        return self


class Damaged(msgspec.Struct, frozen=True, tag="damaged"):
    clause: str
    ship: str
    hits: int

    def apply(self, s: State) -> State:
        return replace(
            s, duel=None, ships={**s.ships, self.ship: replace(s.ships[self.ship], hits=self.hits)}
        )

    def seen_by(self, side: str) -> Damaged:
        return self


class Turned(msgspec.Struct, frozen=True, tag="turned"):
    clause: str
    segment: str
    mover: str
    turn: int

    def apply(self, s: State) -> State:
        return replace(s, segment=self.segment, mover=self.mover, turn=self.turn)

    def seen_by(self, side: str) -> Turned:
        return self


class Watched(msgspec.Struct, frozen=True, tag="watched"):
    clause: str
    watches: tuple[tuple[str, str], ...]

    def apply(self, s: State) -> State:
        return replace(s, watches=dict(self.watches))

    def seen_by(self, side: str) -> Watched:
        return self


class Parley(msgspec.Struct, frozen=True, tag="parley"):
    clause: str
    side: str
    word: str

    def apply(self, s: State) -> State:
        return s

    def seen_by(self, side: str) -> Parley:
        return self


# -- rules
@clause("1.1", "1.2", "1.3")
def refusals_of_move(state: State, side: str, order: Move) -> tuple[Refusal | None, ...]:
    ship = state.ships.get(order.ship)
    if ship is None or ship.side != side:
        return (Refusal("1.1", "not-yours", (order.ship,)),)
    far = abs(order.to - ship.at)
    limit = ship.at + 3 if order.to > ship.at else ship.at - 3
    return (
        Refusal("1.1", "sunk", (ship.id,)) if ship.sunk else None,
        Refusal(
            "1.2",
            "too-far",
            (ship.id,),
            facts(squares=far, limit=3),
            (Remedy("nearer", f"move {ship.id} to {limit}"),),
        )
        if far > 3
        else None,
        Refusal("1.3", "off-board", (str(order.to),), facts(last=SQUARES - 1))
        if not 0 <= order.to < SQUARES
        else None,
    )


@clause("2.1")
async def window(t: Table[State], ship: str) -> None:
    """Enemy submarines near the ship may close with it. The enemy is asked in every square, so that
    asking tells nothing."""
    mover = t.state.ships[ship]
    near = [
        s.id
        for s in t.state.ships.values()
        if s.submarine and s.side != mover.side and abs(s.at - mover.at) <= 2
    ]
    about = facts(square=mover.at, odds=58 if near else 0, near=len(near))
    answer = await Ask(foe(mover.side), ("hold", "close"), "2.1", "interception", about)
    if answer == "hold" or not near:
        return
    side = foe(mover.side)
    if not await Roll(AtLeast(2, 6, 7), "2.1", "closing", about=facts(side=side), seen_by=(side,)):
        t.record(Fallen("2.1", side))
        return
    for each in sorted((ship, near[0])):
        t.record(Shown("2.1", each, t.state.ships[each].at))
    fire = tuple(int(c) for c in t.state.rulings.table("toy.fire").row("hits"))
    t.record(Engaged("2.2", 2, mover.hits, fire))
    hits = await t.focus(DuelLens()).run(salvoes)
    t.record(Damaged("2.2", ship, hits))


@clause("2.2")
async def salvoes(t: Table[Duel]) -> TailCall | int:
    d = t.state
    if not d.salvoes or d.hits >= 2:
        return d.hits
    hits = await Roll(Column(d.fire, 1, (1, 6)), "2.2", "salvo", "toy.fire", facts(side="gun"))
    t.record(Salvo("2.2", hits))
    return TailCall(salvoes)


@clause("3.1", "3.2")
async def evening(t: Table[State]) -> None:
    watches = await AskEach(
        tuple(Ask(s, ("sleep", "watch"), "3.1", "watch", open=True) for s in SIDES)
    )
    t.record(Watched("3.1", tuple((s, watches[s]) for s in SIDES)))
    side, word = await AskAny(
        tuple(Ask(s, ("peace", "war"), "3.2", "parley", open=True) for s in SIDES)
    )
    t.record(Parley("3.2", side, word))
    t.record(Turned("3.2", "move", "Red", t.state.turn + 1))


# -- lines of cases
LINES = CaseLines(L)
Side = Literal["Red", "Blue"]


@LINES.given("ship {id} {side} at {at} [{seen}] [{hit}] [{submarine}]")
def put_ship(
    state: State,
    id: str,
    side: Side,
    at: int,
    seen: bool = False,
    hit: bool = False,
    submarine: bool = False,
) -> State:
    return replace(
        state, ships={**state.ships, id: Ship(id, side, at, not seen, int(hit), submarine)}
    )


@LINES.given("mover {side}")
def put_mover(state: State, side: Side) -> State:
    return replace(state, mover=side)


KNOWN = NamedNoun("ship", ships)


@LINES.fact("ship {ship} at {at}")
def lies(state: State, ship: Annotated[str, KNOWN], at: int) -> Found:
    return state.ships[ship].at == at, f"ship {ship} at {state.ships[ship].at}"


@LINES.fact("ship {ship} sunk")
def is_sunk(state: State, ship: Annotated[str, KNOWN]) -> Found:
    return state.ships[ship].sunk, f"ship {ship} has {state.ships[ship].hits} hits"


class ToyBook(Rulebook[State]):
    id = "toybook"
    title = "Toy"
    version = "1"
    editions = ("current", "earlier")
    scenarios = (
        Scenario(
            "line",
            "The line",
            SIDES,
            "3 turns",
            "Ships.",
            starts=(("usual", "Usual"), ("bare", "No submarines")),
        ),
    )
    language, lines = L, LINES
    event_types = (Moved, Shown, Fallen, Engaged, Salvo, Damaged, Turned, Watched, Parley)
    lens_types = (DuelLens,)
    questions = (Question("duel", "Sinking in a duel", "SALVOES"),)

    def start(self, setup: Setup, rulings: Rulings) -> State:
        if setup.scenario != "line" or setup.start not in ("", "usual", "bare"):
            raise KeyError(f"no scenario {setup.scenario!r} with start {setup.start!r}")
        ships = [
            Ship("Red1", "Red", 0),
            Ship("Red2", "Red", 1),
            Ship("Blue1", "Blue", 9),
            Ship("Blue2", "Blue", 8),
        ]
        if setup.start != "bare":
            ships += [
                Ship("RedS", "Red", 7, submarine=True),
                Ship("BlueS", "Blue", 3, submarine=True),
            ]
        return State(rulings, {s.id: s for s in ships})

    async def step(self, t: Table[State]) -> TailCall | None:
        s = t.state
        if s.segment == "evening":
            await evening(t)
            return None
        order = await AskOrder(s.mover, "1.1", "movement", facts(turn=s.turn))
        if isinstance(order, Pass):
            to = ("move", "Blue") if s.mover == "Red" else ("evening", "Blue")
            t.record(Turned("1.1", to[0], to[1], s.turn))
            return None
        ship = s.ships[order.ship]
        step = 1 if order.to > ship.at else -1
        for here in range(ship.at + step, order.to + step, step):
            t.record(Moved("1.2", ship.id, here, t.state.ships[ship.id].hidden))
            await window(t, ship.id)
            if t.state.ships[ship.id].sunk:
                return None
        if order.to == ship.at:
            t.record(Moved("1.2", ship.id, ship.at, ship.hidden))
        return None

    def outcome(self, state: State) -> Outcome | None:
        if state.turn <= state.last:
            return None
        left = {
            side: sum(not s.sunk for s in state.ships.values() if s.side == side) for side in SIDES
        }
        best = max(left.values())
        winners = [side for side in SIDES if left[side] == best]
        return Outcome(
            winners[0] if len(winners) == 1 else "",
            "points",
            tuple((s, float(n)) for s, n in left.items()),
        )

    def check(self, state: State, request: AskOrder, order: Any) -> Verdict:
        if isinstance(order, Pass):
            return Verdict()
        return refuse(*refusals_of_move(state, request.side, order))

    def candidates(self, state: State, request: AskOrder) -> Iterable[Any]:
        for ship in state.ships.values():
            if ship.side == request.side and not ship.sunk:
                for to in (ship.at - 1, ship.at + 2):
                    if 0 <= to < SQUARES:
                        yield Move(ship.id, to)
        yield Pass()

    def view(self, state: State, side: str) -> State:
        kept = {k: v for k, v in state.ships.items() if v.side == side or not v.hidden}
        return state if len(kept) == len(state.ships) else replace(state, ships=kept)

    def secret_twins(self, state: State, side: str) -> Iterator[State]:
        hidden = [s for s in state.ships.values() if s.side != side and s.hidden]
        for ship in hidden:
            yield replace(
                state, ships={**state.ships, ship.id: replace(ship, at=(ship.at + 1) % SQUARES)}
            )

    def display(self, view: State, side: str, requests: Sequence[Single]) -> Display:
        counters = tuple(Counter(s.id, s.id, s.side, str(s.at)) for s in view.ships.values())
        ships = view.ships.values()
        forces = tuple(
            ForceLine(s.id, s.id, s.side, "ship", str(s.at), orders=(f"move {s.id} to ",))
            for s in ships
        )
        return Display(
            "line",
            "The line",
            f"Turn {view.turn}",
            view.mover,
            (Phase(view.segment, True),),
            counters,
            forces,
        )

    def refusal_text(self, view: State, refusal: Refusal) -> RefusalText:
        return RefusalText(refusal, refusal.code, refusal.code)

    def prompt(self, view: State, request: Single) -> Prompt:
        options = (
            tuple(OptionLine(str(o), str(o)) for o in request.options)
            if isinstance(request, Ask)
            else ()
        )
        return Prompt(
            request.side,
            request.kind,
            request.clause,
            f"{request.kind}?",
            options=options,
            open=not options,
        )

    def event_text(self, event: Any, view: State, side: str) -> str:
        return f"{type(event).__name__} under {event.clause} in turn {view.turn}"

    def evaluate(self, view: State, request: Single, answer: Any) -> float:
        return 1.0 if answer == "close" else 0.0

    def case_start(self, setup: Setup, rulings: Rulings) -> State:
        return self.start(setup, rulings) if setup.scenario else State(rulings, {})

    def situation(
        self, view: State, side: str, question: str, argument: str
    ) -> tuple[TailCall, Any]:
        if question != "duel" or not argument.isdigit():
            raise TextError("ask: duel SALVOES", 0, ["duel 2"])
        fire = tuple(int(c) for c in view.rulings.table("toy.fire").row("hits"))
        return TailCall(salvoes), Duel(int(argument), 0, fire)

    def inventory(self, state: State) -> Mapping[str, str]:
        return {s.id: "lost" if s.sunk else str(s.at) for s in state.ships.values()}


BOOK = ToyBook()
RULINGS = Rulings("current", {}, {FIRE.id: FIRE})


def book_of(id: str) -> ToyBook:
    if id != "toybook":
        raise KeyError(f"no rule book {id!r}")
    return BOOK

"""Nouns of the orders: ships and their cargo (whole, in part or several), places, forces,
nations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Annotated, Any

import msgspec

from flagplot.boards.name_folding import fold
from flagplot.table import TextError
from flagplot.table.core.memo import memo_per_parts
from flagplot.table.language import (
    Choice,
    Language,
    ListNoun,
    MultiValue,
    NamedNoun,
    Noun,
    Read,
    Scan,
    Suggestion,
    Thing,
    sentences,
)
from flagplot.table.language.tokens import NUMBERS, one_and_many
from flagplot.table.language.tokens import fold as fold_word

from ..map import theatre
from ..state import COUNTED, NEUTRAL, SIDES, State, Unit
from ..state.nations import ALIASES, NATIONS, SIDE_ALIASES
from ..state.unit_names import TITLES, group_of, names_text, tf_name

HEX = r"(?:[EP]:)?[A-Z]{1,2}\d{1,2}(?:[nesw]\d+)?"


TOKENS = r"(?<![\w:])[EPep]:[A-Za-z]{1,2}\d\w*"
"""Pattern of a hex of the other board."""


def question_kinds(view: State, side: str) -> tuple[str, ...]:
    """Return the kinds of question that a side may be asked, from what its view shows."""
    if view.mover and side != view.mover:
        return ("interception", "displacement", "surplus", "sequence", "air-cover", "ground-losses")
    if view.phase == "combat":
        return ("combat", view.segment, "landing", "overstack")
    if view.phase != "movement":
        return ("supply",) if view.segment == "post-combat-supply" else (view.phase,)
    return (
        ("movement",)
        if view.segment == "announce"
        else (view.segment, "counter-interception", "combat-strike")
    )


L = Language("awaw", tokens=TOKENS, asked=question_kinds)


class Pick(msgspec.Struct, frozen=True):
    """A unit, a part of one (``factors`` of a destroyer, submarine or air unit), or a task force by
    name."""

    id: str
    factors: int = 0
    """0 means all of it."""


def pick_text(pick: Pick) -> str:
    """Return a unit as an order names it: ``UK-BC-Hood``, ``UK-DD-Scapa:3``."""
    return f"{pick.id}:{pick.factors}" if pick.factors else pick.id


def picks_text(picks: Iterable[Pick]) -> str:
    """Return units as an order lists them."""
    return ", ".join(pick_text(p) for p in picks)


# ------------------------------------------------------------------ places
def place_name_fields(view: State) -> object:
    """Return the fields of a view on which the names of places depend."""
    return view.board, tuple(view.extra_ports.items())


@lru_cache(None)
def _on_board(main: str, only_ports: bool) -> tuple[tuple[str, str], ...]:
    """Return (name, id) of every place on both boards. A name on the main board hides the same name
    on the other."""
    found: dict[str, tuple[str, str]] = {}
    for id in (main, theatre.other_board(main)):
        there = theatre.load_board(id)
        spelled = {fold(n): n for p in there.places.values() for n in (*p.aliases, p.name)}
        ports = {p.name for p in theatre.ports_of(there)}
        prefix = "" if id == main else theatre.PREFIX[id]
        for name, place in sorted(
            there.names.items(), key=lambda x: x[0] != fold(x[1].name)
        ):  # Names come before aliases.
            box = there.boxes.get(place.hex)
            at = (
                box.title
                if box is not None and box.title in theatre.BOX_THEATRE
                else prefix + place.hex
            )
            if not only_ports or place.name in ports or at in theatre.BOX_THEATRE:
                found.setdefault(name, (spelled.get(name, at if box is not None else name), at))
    return tuple(found.values())


def named_places(view: State, *, only_ports: bool) -> Iterator[Thing]:
    """Yield the ports that the position adds, the boxes, and the places of both boards."""
    yield from (Thing(hex, name) for hex, name in view.extra_ports.items())
    for said, box in theatre.BOX_WORDS.items():
        ways = (
            said,
            said.replace("sw", "submarine warfare"),
            said.replace("sw", "strategic warfare"),
        )
        alone = ways if said.endswith(" sw") or " us" in said or " u.s." in said else ()
        yield Thing(
            box, box, (), (*alone, *(f"{way}{of} box" for way in ways for of in ("", " mapboard")))
        )
    yield from (Thing(at, (), name) for name, at in _on_board(view.board, only_ports))


def hex_of(view: State, side: str, said: str) -> str:
    """Return the id of a hex. Raises :class:`TextError` when the board does not have it."""
    return theatre.place_id(view, said)


class Places(NamedNoun):
    """Places by name, and hexes. A theatre written before a place (``Pacific hex``) names its
    board."""

    def longer(self, s: Scan, i: int) -> Read:
        if (
            s.low[i] in ("europe", "pacific")
            and s.low[i + 1]
            and not s.low[i + 1].startswith(("u.s", "us", "sw", "submarine"))
        ):
            at = i + 1 + (s.low[i + 1] == "hex")
            with suppress(TextError):
                return theatre.place_id(s.view, f"{s.raw[i]} {s.raw[at]}"), at + 1
        return None


def place_name(view: State, place: str) -> str:
    """Return a port or box by its name, any other hex by its id."""
    return theatre.name_of(view, place)


BEFORE = ("the", "hex", "port", "of", "mapboard")


PLACE = L.noun(
    Places(
        "place",
        lambda view, side: named_places(view, only_ports=False),
        depends=place_name_fields,
        pattern=HEX,
        make=hex_of,
        call=place_name,
        skip=BEFORE,
        picks="place",
    )
)


HARBOURS = NamedNoun(
    "port", lambda view, side: named_places(view, only_ports=True), depends=place_name_fields
)


class Port(Noun):
    """A place as orders keep it: a port or box by its name, any other hex by its id, so that a
    clause can refuse it."""

    name, picks = "port", "port"

    def read(self, s: Scan, i: int) -> Read:
        got = PLACE.read(s, i)
        return None if got is None else (theatre.name_of(s.view, got[0]), got[1])

    def names_beginning_with(self, s: Scan, key: str) -> Sequence[Suggestion]:
        return HARBOURS.names_beginning_with(s, key)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return HARBOURS.near(s, key)


PORT = L.noun(Port())


class SinglePlace(Noun):
    """One place. Several are kept as the player wrote them, so that a clause can refuse them."""

    def __init__(self, name: str, picks: str, one: Noun, *between: str) -> None:
        self.name, self.picks, self.one, self.several = (
            name,
            picks,
            one,
            ListNoun(one, between=between),
        )

    def read(self, s: Scan, i: int) -> Read:
        got = self.several.read(s, i)
        return None if got is None else (" and ".join(got[0]), got[1])

    def names_beginning_with(self, s: Scan, key: str) -> Sequence[Suggestion]:
        return self.one.names_beginning_with(s, key)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return self.one.near(s, key)


class DeparturePlace(ListNoun):
    """Place of departure. Players write it for clarity; it has no effect."""

    name = "place of departure"

    def __init__(self) -> None:
        super().__init__(PLACE, between=(",", "and"))
        self.name, self.picks = "start", ""

    def shown(self) -> str:
        return "PORT"


L.noun(DeparturePlace())


# ------------------------------------------------------------------ units
def unit_name_fields(view: State) -> tuple[object, ...]:
    """Return the fields of a view on which the names of units, task forces and forces depend."""
    return view.units, view.groups, view.forces


def _parts(name: str) -> tuple[str, ...]:
    """Return the ships that a unit's name lists (``Galatea and Arethusa``); empty for a single
    ship."""
    return tuple(name.split(" and ")) if " and " in name else ()


@lru_cache(1 << 8)
def short_ship_names(ships: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return short forms of ships' names: ``Graf Spee`` and ``Spee`` for ``Admiral Graf Spee``,
    where no other ship's name has those words."""
    whole = [f" {fold(name)} " for name in ships]

    def alone(end: str) -> bool:
        return (
            len(end) > 3
            and end[:1].isupper()
            and sum(f" {fold(end)} " in name for name in whole) == 1
        )

    return {
        name: tuple(filter(alone, (name.split(" ", i)[-1] for i in range(1, name.count(" ") + 1))))
        for name in ships
    }


@memo_per_parts(unit_name_fields)
def named_units(view: State, side: str, kinds: tuple[str, ...]) -> tuple[Thing, ...]:
    """Return the units of a side by id, by name, and by id without nation and type.

    Ships come before other units of the same name, and units in port before their own detachments
    under way. Where ships may be named, task forces and forces at sea are included.
    """
    found: list[Thing] = []
    taken: set[str] = set()
    mine = [u for u in view.units.values() if u.kind in kinds and (not side or u.side == side)]
    of_ships = {
        n.casefold()
        for u in mine
        if u.kind == "ship" and u.present
        for n in (u.name, *_parts(u.name))
    }
    in_port = {u.name for u in mine if u.kind == "ship" and u.present and not u.force}
    ships = (u for u in mine if u.kind == "ship" and u.present and u.type not in COUNTED)
    shorter = short_ship_names(tuple(u.name for u in ships if " and " not in u.name))
    for u in sorted(mine, key=lambda u: u.kind != "ship"):
        bare = u.id.split("-", 2)[-1]
        bare = "" if bare.isdecimal() else bare  # "2 DDs" must not name the whole of UK-DD-2.
        if u.force and u.type in COUNTED and u.name in in_port:
            found.append(Thing(u.id, u.id))
        elif u.kind == "ship" and u.present:
            ways = (bare, *_parts(u.name), *shorter.get(u.name, ()))
            found.append(Thing(u.id, u.id, u.name, tuple(filter(None, ways))))
            taken |= {u.name.casefold(), bare.casefold()}
        else:
            others = tuple([n for n in (u.name, bare) if n and n.casefold() not in taken])
            found.append(
                Thing(
                    u.id,
                    u.id,
                    u.name if u.name and u.name.casefold() not in of_ships else (),
                    others,
                )
            )
    if "ship" in kinds:
        found += [
            Thing(g.name, (), g.name, task_force_aliases(g.name))
            for g in view.groups.values()
            if g.side == side
        ]
        for f in view.forces.values():
            if f.side == side and f.units:
                found.append(Thing(MultiValue([Pick(i) for i in f.units]), f.id))
    return tuple(found)


def task_force_aliases(name: str) -> tuple[str, ...]:
    """Return the other ways to write a task force's name."""
    return (f"TF {name[2:]}", f"task force {name[2:]}") if name.startswith("TF") else ()


KINDS = ("ship", "ground", "air")


UNIT = L.noun(
    NamedNoun(
        "unit",
        lambda view, side: named_units(view, side, KINDS),
        skip=(*TITLES, "force", "patrol"),
        begun=4,
        picks="units",
    )
)


SHIP = L.noun(
    NamedNoun("ship", lambda view, side: named_units(view, side, ("ship",)), picks="units")
)


AIR = L.noun(
    NamedNoun("air unit", lambda view, side: named_units(view, side, ("air",)), picks="units")
)


WORDS_OF_TYPE: Mapping[str, tuple[str, ...]] = {
    "BB": ("BB", "battleship", "capital ship"),
    "BC": ("BC", "battlecruiser", "battle cruiser", "capital ship"),
    "PB": ("PB", "pocket battleship", "panzerschiff", "capital ship"),
    "CA": ("CA", "cruiser"),
    "DD": ("DD", "destroyer"),
    "CV": ("CV", "fleet carrier", "carrier"),
    "CVB": ("CVB", "large carrier", "carrier"),
    "CVL": ("CVL", "light carrier", "carrier"),
    "CVE": ("CVE", "escort carrier"),
    "SS": ("SS", "submarine", "sub", "U-boat"),
    "TR": ("TR", "transport"),
    "ASW": ("ASW",),
    "INF": ("INF", "infantry"),
    "ARM": ("ARM", "armour", "armor"),
    "MAR": ("MAR", "marine"),
    "CDO": ("CDO", "commando"),
    "ABN": ("ABN", "airborne"),
    "AAF": ("AAF",),
    "NAS": ("NAS",),
}
"""Words of players for the units of a type, besides the units' names."""


OF_KIND = {
    "ship": ("ship", "naval unit", "vessel", "warship"),
    "ground": ("ground unit", "troop"),
    "air": ("air unit", "squadron"),
}


EVERY = frozenset(("all", "every", "everything"))


AT = frozenset(("at", "in", "from", "off"))


BASED = frozenset(("factor", "factors", "based", "lying"))


FILLERS = frozenset(("factor", "factors", "of", "the", "x"))


def number_at(s: Scan, i: int) -> int:
    """Return the number at a word of the order; 0 when there is none."""
    w = s.low[i]
    return int(w) if w.isdecimal() and len(w) < 5 else NUMBERS.get(w, 0)


class UnitsByType(Noun):
    """Units by type and place: ``all at Kiel``, ``both battlecruisers``, ``3 British DDs from Scapa
    Flow``.

    Of types kept in factors a number means factors. Of other types it must equal the number of
    units. When no place is named, it is the port from which the order sails.
    """

    def __init__(self, of: Noun, *kinds: str) -> None:
        self._of, self._kinds, self.name = of, kinds, of.name
        words = [w for kind in kinds for w in OF_KIND[kind]] + [
            w for ways in WORDS_OF_TYPE.values() for w in ways
        ]
        said: dict[int, dict[str, str]] = {}
        for word in words:
            *before, last = map(fold_word, word.split())
            for end in one_and_many(last):
                said.setdefault(len(before) + 1, {}).setdefault(" ".join((*before, end)), word)
        self._said = sorted(said.items(), reverse=True)
        """(words, spelling -> word): words for units in singular and plural, the longest first."""
        self._begins = {way.split(" ")[0] for known in said.values() for way in known}

    def read(self, s: Scan, i: int) -> Read:
        every, n = s.low[i] in EVERY, number_at(s, i)
        if not (every or n or s.low[i] in self._begins or s.low[i] == "the"):
            return None
        at = i + bool(every or n)
        while s.low[at] in FILLERS:
            at += 1
        nation = ALIASES.get(s.low[at], "") or next(
            (x for x in NATIONS if x.casefold() == s.low[at]), ""
        )
        word, end = self._kind(s, at + bool(nation))
        if not word:
            nation = ""
        if not every and (not word or (not n and s.low[end] not in AT)):
            return None
        at = end if word else at
        while s.low[at] in BASED or (s.low[at] == "," and s.low[at + 1] in BASED | AT):
            at += 1
        place, end = self._place(s, at, bare=every)
        if not word and not place:
            return None
        found = self._there(s, word, nation, place)
        if n and found and found[0].type in COUNTED:
            return self._factors(s, i, n, found, place, end)
        return self._whole(s, i, n, word, found, place, end)

    def _kind(self, s: Scan, at: int) -> tuple[str, int]:
        """Return the longest word for units at position *at*, and the position after it."""
        for length, known in self._said:
            found = known.get(" ".join(s.low[at : at + length]))
            if found is not None:
                return found, at + length
        return "", at

    def _place(self, s: Scan, at: int, *, bare: bool) -> tuple[str, int]:
        """Return the place at position *at*, and the position after it."""
        j = at + 1 if s.low[at] in AT else at
        got = PLACE.read(s, j) if j > at or bare else None
        return got or ("", at)

    def _there(self, s: Scan, word: str, nation: str, place: str) -> list[Unit]:
        """Return the units of the side that fit these words and are not under way in a force."""
        general = any(word in ways for ways in OF_KIND.values())
        return [
            u
            for u in s.view.units.values()
            if u.side == s.side
            and u.kind in (self._kinds if word else ("ship",))
            and u.present
            and not u.force
            and (
                not word or word in (OF_KIND[u.kind] if general else WORDS_OF_TYPE.get(u.type, ()))
            )
            and (not nation or u.nation == nation)
            and (not place or (u.base or u.at) == place)
        ]

    def _factors(self, s: Scan, i: int, n: int, found: list[Unit], place: str, end: int) -> Read:
        """Return *n* factors of the units found. When no place is named, take those of the port
        from which the order sails."""
        if not place and len({u.base for u in found}) > 1:
            home = departure_port(s, i)
            if not home:
                s.object(i, "say from which port", [u.id for u in found[:6]])
                return None
            found = [u for u in found if u.base == home]
        picks, left = [], n
        for u in found:
            take = min(left, u.factors)
            if take:
                picks.append(Pick(u.id, 0 if take == u.factors else take))
                left -= take
        if left:
            s.object(i, f"there are only {n - left} factors here", [pick_text(p) for p in picks])
            return None
        return MultiValue(picks), end

    def _whole(
        self, s: Scan, i: int, n: int, word: str, found: list[Unit], place: str, end: int
    ) -> Read:
        """Return every unit found. A number must equal their count."""
        where = f"at {theatre.name_of(s.view, place)}" if place else "here"
        if not found:
            s.object(i, f"there is no {word or self.name} {where}")
            return None
        if n and n != len(found):
            s.object(
                i, f"of {word} there are {len(found)} {where}: say which", [u.id for u in found[:6]]
            )
            return None
        return MultiValue([Pick(u.id) for u in found]), end


def departure_port(s: Scan, i: int) -> str:
    """Return the port from which an order sails, from the rest of its words; empty when they do not
    say."""
    for j in range(s.n):
        if s.low[j] == "from" and (got := PLACE.read(s, j + 1)) is not None:
            return str(got[0])
    bases = set()
    for j in range(s.n):
        if (
            j != i
            and not s.low[j].isdecimal()
            and (got := UNIT.read(s, j)) is not None
            and got[0] in s.view.units
        ):
            bases.add(s.view.units[got[0]].base)
    return bases.pop() if len(bases) == 1 else ""


class UnitPick(Noun):
    """A unit, part of it (``3 of X``, ``X:3``, ``X (3)``), or several by type and place.

    Only units of the *offered* kind are suggested and completed. Others are read, so that a clause
    can refuse them.
    """

    itself = False

    def __init__(self, offered: NamedNoun, *kinds: str) -> None:
        self._of, self._offered, self._some = UNIT, offered, UnitsByType(offered, *kinds)
        self.name, self.picks = offered.name, "units"

    def read(self, s: Scan, i: int) -> Read:
        if i >= s.n:
            return None
        got = self._of.read(s, i)
        if got is not None:
            return self._part(s, i, *got)
        return self._numbered(s, i) or self._some.read(s, i)

    def _numbered(self, s: Scan, i: int) -> Read:
        """Read ``3 of X``, ``three factors of X`` or ``3 X``."""
        n = number_at(s, i)
        at = i + 1
        while n and s.low[at] in FILLERS:
            at += 1
        got = self._of.read(s, at) if n and at < s.n else None
        return (
            None
            if got is None or isinstance(got[0], MultiValue)
            else self._made(s, i, got[0], n, got[1])
        )

    def _part(self, s: Scan, i: int, value: Any, j: int) -> Read:
        """Read the number after a name, which says how many factors are meant."""
        low = s.low
        if isinstance(value, MultiValue):
            return value, j
        if low[j] == ":" and number_at(s, j + 1):
            return self._made(s, i, value, number_at(s, j + 1), j + 2)
        if low[j] == "(" and number_at(s, j + 1):
            end = j + 2 + (low[j + 2] in ("factor", "factors"))
            if low[end] == ")":
                return self._made(s, i, value, number_at(s, j + 1), end + 1)
        n = low[j].removeprefix("x")
        if (
            n.isdecimal()
            and (j + 1 == s.n or low[j + 1] in (",", ";") or low[j + 1] in s.keywords)
            and low[j + 1] != "of"
        ):
            return self._made(s, i, value, int(n[:4]), j + 1)
        return self._made(s, i, value, 0, j)

    def _made(self, s: Scan, i: int, id: str, n: int, end: int) -> Read:
        u = s.view.units.get(id)
        if not n or u is None:
            return Pick(id), end
        if u.type not in COUNTED and u.kind == "ship":
            s.object(i, f"{u.id} cannot be divided")
            return None
        if n > u.factors:
            s.object(i, f"{u.id} has only {u.factors} factors", [f"{u.id}:{u.factors}"])
            return None
        return Pick(u.id, 0 if n == u.factors else n), end

    def write(self, value: Any) -> str:
        return pick_text(value)

    def call(self, view: Any, value: Any) -> str:
        u = view.units.get(value.id)
        return (
            f"{value.factors} of {u.name}"
            if u and value.factors
            else u.name
            if u
            else str(value.id)
        )

    def names_beginning_with(self, s: Scan, key: str) -> Sequence[Suggestion]:
        return self._offered.names_beginning_with(s, key)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return self._offered.near(s, key)


# ------------------------------------------------------------------ forces
class NewTaskForce(Noun):
    """Name of a task force, existing or new: ``TF1``, ``tf 1``, ``task force 1``. ``a task force``
    takes the next free number."""

    name = "task force"

    def read(self, s: Scan, i: int) -> Read:
        for k in (3, 2, 1):
            words = s.low[i : i + k]
            if i + k > s.n or (words[-1] in s.keywords and words[-1] not in ("tf", "force")):
                continue
            said = " ".join(s.raw[i : i + k])
            if k > 1 and re.fullmatch(r"(?:an?|one) (?:tf|task force)", said, re.IGNORECASE):
                return self._free(s), i + k
            if name := tf_name(said):
                return name, i + k
        return (self._free(s), i + 1) if s.low[i] == "tf" else None

    def _free(self, s: Scan) -> str:
        return f"TF{next(k for k in range(1, 1000) if not group_of(s.view, s.side, f'TF{k}'))}"

    def names_beginning_with(self, s: Scan, key: str) -> Sequence[Suggestion]:
        free = self._free(s)
        return [Suggestion(free)] if free.casefold().startswith(key) else []

    def shown(self) -> str:
        return "TF1"


def task_forces(view: State, side: str) -> Iterator[Thing]:
    """Yield the task forces of a side."""
    yield from (
        Thing(g.name, g.name, (), task_force_aliases(g.name))
        for g in view.groups.values()
        if g.side == side
    )


def forces(view: State, side: str) -> Iterator[Thing]:
    """Yield the forces of a side that are under way or announced, then its task forces."""
    yield from (
        Thing(f.id, f.id, (f.name, *task_force_aliases(f.name)) if f.name else ())
        for f in view.forces.values()
        if f.side == side
    )
    yield from (
        Thing(g.name, (), (), (g.name, *task_force_aliases(g.name)))
        for g in view.groups.values()
        if g.side == side
    )


NEW_TF = L.noun(NewTaskForce())


GROUP = NamedNoun("task force", task_forces, skip=("the",), picks="groups")


FORCE = L.noun(NamedNoun("force", forces, skip=("the", "force", "patrol"), picks="groups"))


def raid_groups(view: State, side: str) -> Iterator[Thing]:
    """Yield the raider groups of both sides. Both sides know the groups in their boxes."""
    yield from (Thing(r, r) for r in view.raids)


RAID = L.noun(NamedNoun("raider group", raid_groups, skip=("the", "group", "raider", "raiders")))


# ------------------------------------------------------------ sides, nations, and units in events
SIDE = L.noun(
    Choice(*SIDES, name="side", call=sentences.side_name, plural=sentences.side_is_plural)
)


def is_plural_name(unit: Unit) -> bool:
    """Return True when a unit's name is plural: ``Weser destroyers``, ``Galatea and Arethusa``."""
    return " and " in unit.name or unit.name.endswith(
        ("destroyers", "submarines", "transports", "fighters", "squadrons")
    )


class EventUnit(Noun):
    """A unit as an event names it; ``a ship`` where the view does not know the unit."""

    name = "counter"

    def call(self, view: State, value: Any) -> str:
        return view.units[value].name if value in view.units else "a ship"

    def plural(self, view: State, value: Any) -> bool:
        return value in view.units and is_plural_name(view.units[value])


COUNTER = L.noun(EventUnit())


class EventUnits(Noun):
    """Units as an event names them, with their factors where counted; ``ships`` where the view does
    not know them."""

    name = "units"

    def call(self, view: State, value: Any) -> str:
        return names_text(view, value)

    def plural(self, view: State, value: Any) -> bool:
        u = next((view.units[i] for i in value if i in view.units), None)
        if u is not None and u.kind == "ship" and u.type in COUNTED:
            return u.factors != 1
        return u is None or is_plural_name(u)


NATION = L.noun(
    Choice(
        *NATIONS,
        also=ALIASES | {f"the {word}": nation for word, nation in ALIASES.items()},
        name="nation",
    )
)


OWNER = L.noun(
    Choice(
        *SIDES, *NATIONS, NEUTRAL, name="owner",
        also={**ALIASES, **SIDE_ALIASES, "nobody": NEUTRAL, "none": NEUTRAL},
    )
)  # fmt: skip


# ------------------------------------------------------------------ fields of orders
WITH = (
    ",",
    "and",
    "&",
    "+",
    "plus",
    "with",
    "escorted",
    "covered",
    "protected",
    "accompanied",
    "supported",
    "carried",
    "by",
)
"""Words that may stand between carriers and their escorts."""


ON_THE_WAY = (",", ";", "and", "then", "->", "-->", "→", "–", "—", "-")


A_SHIP = UnitPick(SHIP, "ship")


A_UNIT = UnitPick(UNIT, *KINDS)


A_SQUADRON = UnitPick(AIR, "air")


Ships = Annotated[tuple[Pick, ...], ListNoun(A_SHIP)]


Units = Annotated[tuple[Pick, ...], ListNoun(A_UNIT)]


Carriers = Annotated[tuple[Pick, ...], ListNoun(A_UNIT, between=WITH)]


Squadrons = Annotated[tuple[Pick, ...], ListNoun(A_SQUADRON)]


Hex = Annotated[str, PLACE]


Harbour = Annotated[str, PORT]


LandingPort = Annotated[str, SinglePlace("port", "port", PORT, ",", "and")]


GoalHex = Annotated[str, SinglePlace("hex", "place", PLACE, "and")]


Track = Annotated[tuple[str, ...], ListNoun(PLACE, between=ON_THE_WAY)]


TaskForceName = Annotated[str, NEW_TF]


Group = Annotated[str, GROUP]


Force = Annotated[str, FORCE]


RaidGroup = Annotated[str, RAID]


Forces = Annotated[tuple[str, ...], ListNoun(FORCE, between=(",", "then", "and"))]


Nation = Annotated[str, NATION]


Owner = Annotated[str, OWNER]


Side = Annotated[str, SIDE]


FRONT = Choice("western", "eastern", "mediterranean", "pacific", "southeast-asia", name="front")


Front = Annotated[str, FRONT]


That = Annotated[str, COUNTER]


Those = Annotated[tuple[str, ...], L.noun(EventUnits())]

"""Ratings of a ship's sheet and values derived from them: ranges, search, speed, hulls, room in
port, first experience."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from flagplot.boards.map_facts import rows_of
from flagplot.table import Rulings, clause

CAPITALS = frozenset(
    {"BB", "BC", "B", "CV", "CVL", "CVE", "CA", "CL", "CLD", "CAA", "CC", "RAIDER", "GUN"}
)
ESCORTS = frozenset({"DD", "DE", "TB", "SS", "SSC"})
SUBMARINES = frozenset({"SS", "SSC"})
STANDARD = ("BB", "BC", "CV", "CA", "CL", "DD", "SS")
SPECIAL = ("CVE", "CLD", "CAA", "CC", "DE", "SSC")
CARRIERS = frozenset({"CV", "CVL", "CVE"})
ASW_SEARCHERS = frozenset({"DD", "TB", "DE", "CV", "CVL", "CVE"})
"""The ship classes with an ASW Search function (6.4.2.1). Torpedo boats count as destroyers, light
carriers as carriers."""

MILES_PER_PATROL = 1800
MILES_PER_ENDURANCE = 600
SQUARES_PER_RANGE = {"europe": 10, "fareast": 5}


@clause("6.1.7", "6.1.8")
def ship_classes() -> tuple[str, ...]:
    """Return every ship class of the book (6.1.7, 6.1.8)."""
    return (*STANDARD, *SPECIAL)


@clause("6.3.1.b", "6.1.5.1.c")
def patrol_range(nautical_miles: int, nearest: bool = False) -> int:
    """Return the operational (Patrol) Range: steps of 1,800 miles of endurance, rounded down or to
    the nearest (HR-14, 6.3.1)."""
    return (nautical_miles + MILES_PER_PATROL // 2 * nearest) // MILES_PER_PATROL


@clause("6.3.2.a")
def endurance(nautical_miles: int, nearest: bool = False) -> int:
    """Return the Endurance: steps of 600 miles, rounded down or to the nearest (HR-14, 6.3.2)."""
    return (nautical_miles + MILES_PER_ENDURANCE // 2 * nearest) // MILES_PER_ENDURANCE


def to_the_nearest(rulings: Rulings) -> bool:
    """Return True when miles are converted to the nearest number of steps instead of rounded down
    (HR-14)."""
    return rulings.switch("HR-14") == "nearest"


def speed_rating(knots: int) -> int:
    """Return the speed rating: a tenth of the knots, rounded (HR-12)."""
    return (knots + 5) // 10


def intercept_default(speed: int, rulings: Rulings) -> int:
    """Return the Intercept of a ship whose sheet gives none: speed less 1, 0 to 3; or 1 for every
    ship (HR-12)."""
    return 1 if rulings.switch("HR-12") == "one" else max(0, min(3, speed - 1))


@clause("6.4.2.b")
def search_default(cls: str, rulings: Rulings) -> int:
    """Return the Search of a ship whose sheet gives none (HR-13)."""
    return int(rulings.table("campaign.search-default").cell(cls, "search"))


@clause("6.1.b", "6.1.8.1.a")
def number_of_hulls(cls: str) -> int:
    """Return the number of real ships in a unit: 2, or 3 for the small classes and escort carriers
    (6.1, 6.1.8.1)."""
    if cls == "GUN":
        return 0
    return 3 if cls in ("SS", "SSC", "DE", "CVE", "TB") else 2


def room_taken(cls: str) -> int:
    """Return the room that a unit takes in port, in half capital ships: 1 for an escort, 2 for
    others, 0 for a gun ashore (6.1.2)."""
    return 0 if cls == "GUN" else 1 if cls in ESCORTS else 2


def port_room(size: str) -> int:
    """Return the room of a port, in half capital ships: 20 capital ships in a minor port, 40 in a
    major one (6.1.2)."""
    return 80 if size == "major" else 40


class Nations(msgspec.Struct, frozen=True, rename="kebab"):
    """Other names of the nations in the training table, and nations outside it that train like one
    of them."""

    words: Mapping[str, tuple[str, ...]]
    trained_as: Mapping[str, str]


NATIONS = rows_of("rulebooks/campaign/state/nations.toml", Nations)
SAME_NATION = {word: name for name, words in NATIONS.words.items() for word in words}
TRAINED_AS = NATIONS.trained_as
"""Nations outside the table that train like one of it (HR-10)."""


def nation_called(name: str) -> str:
    """Return the nation that a text means, for ``the U.S.A.``, ``Soviet Union``, ``British`` and
    the like. Return other names as they are."""
    bare = " ".join(name.replace(".", "").split())
    bare = bare[4:] if bare.lower().startswith("the ") else bare
    listed = {n.lower(): n for n in (*SAME_NATION.values(), *TRAINED_AS)}
    return SAME_NATION.get(bare.lower()) or listed.get(bare.lower(), bare)


@clause("6.1.1.b", "6.1.1.e", "6.1.1.f", "6.1.1.g", "6.1.1.h")
def first_experience(nation: str, rulings: Rulings) -> int:
    """Return the experience at the start, by the owner's naval training level; 0 for nations not
    listed (HR-10, 6.1.1)."""
    table = rulings.table("campaign.training")
    name = nation_called(nation)
    name = TRAINED_AS.get(name, name)
    return next((int(cells[0]) for row, cells in table.rows if row == name), 0)


def squares_per_range(theatre: str) -> int:
    """Return the number of squares in one Range: 10 in Europe, 5 in the Far East (6.3.1)."""
    return SQUARES_PER_RANGE[theatre]


@clause("6.3.1.c", "6.3.1.d")
def squares_to_range(squares: int, theatre: str) -> int:
    """Return the Range that a number of squares costs; a begun Range counts whole (HR-14,
    6.3.1)."""
    return -(-squares // squares_per_range(theatre))


@clause("6.1.2.a")
def port_size(circle: str) -> Literal["minor", "major"]:
    """Return the size of a port from the colour of its circle: black is minor, red is major
    (6.1.2). Raises ``ValueError`` for another colour."""
    sizes: dict[str, Literal["minor", "major"]] = {
        "black": "minor",
        "red": "major",
        "minor": "minor",
        "major": "major",
    }
    if circle not in sizes:
        raise ValueError(f"a port is black (minor) or red (major), not {circle!r}")
    return sizes[circle]


@clause("6.1.1.d")
def may_lead(cls: str) -> bool:
    """Return True for the only naval units that may have a leader, flak cruisers (6.1.1)."""
    return cls == "CAA"


MILES_PER_DEGREE = 25_000 / 360


@clause("6.3.1.f")
def miles_in_degrees(degrees: float) -> int:
    """Return the statute miles in degrees of latitude: 69 to the degree (6.3.1)."""
    return int(MILES_PER_DEGREE) * round(degrees)


@clause("6.1.7.3.b", "6.1.8.1.b")
def carries_at_most(cls: str, rated: int) -> int:
    """Return the most air units that a ship carries: 1 to 3 for a carrier by its rating, 1 for an
    escort carrier, else 0 (6.1.7.3, 6.1.8.1)."""
    if cls == "CVE":
        return 1
    return max(1, min(3, rated)) if cls in CARRIERS else 0


def valid_capacity(cls: str, rated: int) -> bool:
    """Return True when a sheet may give this capacity: 1 to 3 for a carrier, 1 for an escort
    carrier (6.1.8.1), 0 for others (6.1.7.3)."""
    return rated == carries_at_most(cls, rated)

"""Nations, powers and sides: friends, enemies and neutrals, and wars by theatre."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from flagplot.boards.map_facts import rows_of

from . import NEUTRAL, SIDES, State


class Nation(msgspec.Struct, frozen=True):
    """A nation: its usual side, its major power, the prefix of its units' ids, and other words for
    it."""

    side: str
    prefix: str
    power: str = ""
    words: tuple[str, ...] = ()


class NationTable(msgspec.Struct, frozen=True):
    """Nations by name, and other words for the sides."""

    nation: Mapping[str, Nation]
    side: Mapping[str, tuple[str, ...]]


SHEET = rows_of("rulebooks/awaw/state/nations.toml", NationTable)
NATIONS = SHEET.nation
ALIASES = {word: name for name, nation in NATIONS.items() for word in nation.words}
SIDE_ALIASES = {word: side for side, words in SHEET.side.items() for word in words}


def nation_of(text: str) -> str:
    """Return the nation that a word names (``German``, ``US``), or an empty string."""
    wanted = " ".join(text.split()).casefold()
    for n in NATIONS:
        if n.casefold() == wanted:
            return n
    return ALIASES.get(wanted, "")


def side_of_text(text: str) -> str:
    """Return the side that a word names: a side, or the usual side of a nation. Empty for
    neither."""
    wanted = " ".join(text.split()).casefold()
    if wanted in SIDE_ALIASES:
        return SIDE_ALIASES[wanted]
    nation = nation_of(text)
    side = NATIONS[nation].side if nation else ""
    return side if side in SIDES else ""


def side_of(state: State, owner: str) -> str:
    """Return the side of a holder (side, nation or ``neutral``)."""
    if owner in state.sides or owner == NEUTRAL:
        return owner
    return state.sidings.get(owner) or (NATIONS[owner].side if owner in NATIONS else NEUTRAL)


def power_of(nation: str) -> str:
    """Return the major power to which a nation belongs: ``Western Allies``, ``Russia``,
    ``Germany``, ``Italy`` or ``Japan``. A nation without one is returned itself."""
    return NATIONS[nation].power if nation in NATIONS else nation


def is_western_allied(nation: str) -> bool:
    """Return True for Britain, the U.S., France and the nations that fight with them, and for the
    Allied side as a whole."""
    return nation == "Allied" or power_of(nation) == "Western Allies"


def pair_key(one: str, two: str) -> str:
    """Return the key of a pair of nations."""
    return "|".join(sorted((one, two)))


def is_at_war(state: State, one: str, two: str) -> bool:
    """Return True unless the position says that these two nations are not at war."""
    return pair_key(one, two) not in state.peace


def is_at_war_in(state: State, nation: str, theatre: str) -> bool:
    """Return True unless the position says that the nation is not at war in the theatre (``Europe``
    or ``Pacific``)."""
    return f"{nation}|{theatre}" not in state.peace


def principal_nation(side: str, *, pacific: bool) -> str:
    """Return the nation that is meant where a position names only a side."""
    return "Britain" if side == "Allied" else "Japan" if pacific else "Germany"

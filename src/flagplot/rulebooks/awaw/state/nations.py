"""Nations, powers and sides: who is friend, enemy or neutral to whom, and who is at war where."""

from __future__ import annotations

from . import NEUTRAL, SIDES, State

NATIONS: dict[str, tuple[str, str, str]] = {
    # nation: (usual side, power, prefix of its unit ids)
    "Germany": ("Axis", "Germany", "GE"),
    "Italy": ("Axis", "Italy", "IT"),
    "Japan": ("Axis", "Japan", "JA"),
    "Finland": ("Axis", "Germany", "FI"),
    "Hungary": ("Axis", "Germany", "HU"),
    "Romania": ("Axis", "Germany", "RO"),
    "Bulgaria": ("Axis", "Germany", "BU"),
    "Thailand": ("Axis", "Japan", "TH"),
    "Britain": ("Allied", "Western Allies", "UK"),
    "France": ("Allied", "Western Allies", "FR"),
    "U.S.": ("Allied", "Western Allies", "US"),
    "Netherlands": ("Allied", "Western Allies", "NE"),
    "Norway": ("Allied", "Western Allies", "NO"),
    "Poland": ("Allied", "Western Allies", "PO"),
    "Greece": ("Allied", "Western Allies", "GR"),
    "Yugoslavia": ("Allied", "Western Allies", "YU"),
    "Belgium": ("Allied", "Western Allies", "BE"),
    "Denmark": ("Allied", "Western Allies", "DE"),
    "Australia": ("Allied", "Western Allies", "AU"),
    "Canada": ("Allied", "Western Allies", "CA"),
    "India": ("Allied", "Western Allies", "IN"),
    "South Africa": ("Allied", "Western Allies", "SA"),
    "New Zealand": ("Allied", "Western Allies", "NZ"),
    "Free France": ("Allied", "Western Allies", "FF"),
    "Russia": ("Allied", "Russia", "RU"),
    "China": ("Allied", "China", "CH"),
    "Sweden": (NEUTRAL, "", "SW"),
    "Turkey": (NEUTRAL, "", "TU"),
    "Spain": (NEUTRAL, "", "SP"),
    "Portugal": (NEUTRAL, "", "PT"),
    "Ireland": (NEUTRAL, "", "IR"),
    "Switzerland": (NEUTRAL, "", "SZ"),
    "Vichy France": (NEUTRAL, "", "VF"),
    "Estonia": (NEUTRAL, "", "ES"),
    "Latvia": (NEUTRAL, "", "LA"),
}

ALIASES: dict[str, str] = {
    "german": "Germany",
    "germany": "Germany",
    "italian": "Italy",
    "japanese": "Japan",
    "finnish": "Finland",
    "british": "Britain",
    "uk": "Britain",
    "u.k.": "Britain",
    "united kingdom": "Britain",
    "english": "Britain",
    "french": "France",
    "american": "U.S.",
    "us": "U.S.",
    "usa": "U.S.",
    "u.s.": "U.S.",
    "united states": "U.S.",
    "u.s.a.": "U.S.",
    "u.s": "U.S.",
    "the u.s.": "U.S.",
    "the u.s": "U.S.",
    "the us": "U.S.",
    "america": "U.S.",
    "dutch": "Netherlands",
    "holland": "Netherlands",
    "norwegian": "Norway",
    "polish": "Poland",
    "greek": "Greece",
    "yugoslav": "Yugoslavia",
    "belgian": "Belgium",
    "danish": "Denmark",
    "australian": "Australia",
    "commonwealth": "Britain",
    "canadian": "Canada",
    "indian": "India",
    "soviet": "Russia",
    "russian": "Russia",
    "ussr": "Russia",
    "soviet union": "Russia",
    "chinese": "China",
    "swedish": "Sweden",
    "turkish": "Turkey",
    "spanish": "Spain",
    "portuguese": "Portugal",
    "irish": "Ireland",
    "vichy": "Vichy France",
    "vichy french": "Vichy France",
    "free french": "Free France",
    "rumania": "Romania",
    "romanian": "Romania",
    "hungarian": "Hungary",
    "bulgarian": "Bulgaria",
    "estonian": "Estonia",
    "latvian": "Latvia",
    "thai": "Thailand",
    "new zealander": "New Zealand",
    "south african": "South Africa",
    "swiss": "Switzerland",
}

SIDE_ALIASES: dict[str, str] = {
    "axis": "Axis",
    "european axis": "Axis",
    "allied": "Allied",
    "allies": "Allied",
    "the allies": "Allied",
    "western allied": "Allied",
    "western allies": "Allied",
    "the axis": "Axis",
}


def nation_of(text: str) -> str:
    """The nation a word names (``German``, ``US``), or an empty string."""
    wanted = " ".join(text.split()).casefold()
    for n in NATIONS:
        if n.casefold() == wanted:
            return n
    return ALIASES.get(wanted, "")


def side_of_text(text: str) -> str:
    """The side a word names: a side, or the usual side of a nation; an empty string for neither."""
    wanted = " ".join(text.split()).casefold()
    if wanted in SIDE_ALIASES:
        return SIDE_ALIASES[wanted]
    nation = nation_of(text)
    side = NATIONS[nation][0] if nation else ""
    return side if side in SIDES else ""


def side_of(state: State, owner: str) -> str:
    """The side of a controller (side, nation or neutral)."""
    if owner in state.sides or owner == NEUTRAL:
        return owner
    return state.sidings.get(owner) or NATIONS.get(owner, (NEUTRAL, "", ""))[0]


def power_of(nation: str) -> str:
    """The major power a nation belongs to: ``Western Allies``, ``Russia``, ``Germany``, ``Italy``, ``Japan``."""
    return NATIONS.get(nation, ("", nation, ""))[1]


def western_allied(nation: str) -> bool:
    """True for Britain, the U.S., France and those who fight with them; also for the Allied side as a whole."""
    return nation == "Allied" or power_of(nation) == "Western Allies"


def pair(one: str, two: str) -> str:
    """The key of a pair of nations."""
    return "|".join(sorted((one, two)))


def at_war(state: State, one: str, two: str) -> bool:
    """True unless the position says that these two nations are not at war."""
    return pair(one, two) not in state.peace


def at_war_in(state: State, nation: str, theatre: str) -> bool:
    """True unless the position says that the nation is not at war in the theatre (``Europe`` or ``Pacific``)."""
    return f"{nation}|{theatre}" not in state.peace

"""Lines of a position in other words: prose that says what one of the lines says, brought to the words of that line."""

from __future__ import annotations

import re

from .catalogue import listed
from .nations import nation_of, side_of_text

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
KIND = (
    r"(?:DD|CA|CL|BC|BB|PB|CVL|CVB|CVE|CV|SS|TR|ASW|AAF|NAS|AAS|INF|ARM|MAR|CDO|ABN|destroyers?|(?:light |heavy )?cruisers?|"
    r"battleships?|battlecruisers?|pocket battleships?|(?:light |fast |fleet |escort )?(?:aircraft )?carriers?|submarines?|"
    r"infantry|armou?r|marines?|commandos?|airborne|army air|naval air)"
)
LAND = r"(?P<land>[A-Za-z.]+(?: [A-Za-z.]+)?)"
SIZE = r"(?P<n>\d+)(?:[ -]factors?)?"
SPEED = r"(?:,? (?P<speed>fast|slow))?"
COUNTER = r"(?: (?:units?|counters?|forces?|ships?))?"
PREFIX = r"(?:hms|uss|hmas|kms|ijn|rn|hmcs|ijns|km|rm) "
AT = r"(?:(?:is|are|lies?|stands?|based|moored) )*(?:at|in|based at|based in)"
OPERATIONS = {
    "intercept": "interception", "patrol": "patrol", "transport": "sea transport", "invasion": "invasion",
    "bombard": "bombardment", "carrier mission": "carrier mission", "supply": "sea supply", "escort": "sea escort",
    "counter": "counter-interception",
}


def plainly(line: str) -> list[str]:
    """The lines that say the same as a line of prose; the line itself when nothing about it is known to be prose."""
    out = re.sub(r"^(turn|map|board|control|neutral|target|points)\s*:\s*", r"\1 ", line, flags=re.IGNORECASE)
    out = re.sub(r"^(?:there (?:is|are)|the|an?) (?=\S)", "", out, flags=re.IGNORECASE)
    out = re.sub(rf"\b({'|'.join(NUMBERS[1:])})\b(?! of)", lambda m: str(NUMBERS.index(m[1].lower())), out, flags=re.IGNORECASE)
    for read in (_ships_by_name, _described, _counted, _filled, _counter, _done):
        found = read(out)
        if found:
            return found
    out = re.sub(rf"^{PREFIX}(?=\S)", "ship ", out, flags=re.IGNORECASE)
    out = re.sub(r"\b(destroyer|cruiser|submarine|infantry|armor|air) factors?\b", r"\1", out, flags=re.IGNORECASE)
    out = re.sub(r"^(\d+ .+?) (?:is|are|lies?|stands?) (at|in|aboard) ", r"\1 \2 ", out, flags=re.IGNORECASE)
    out = re.sub(r"^(\S.*?) \((\w+)\) (at|in|aboard) ", r"\2 \1 \3 ", out)
    out = re.sub(r"^([A-Za-z.]+) (\d+) (?=(?:destroyers?|cruisers?|submarines?) )", r"\2 \1 ", out)
    captured = r"^([\w.]+) (?:captured|took|takes|captures) (?!by )(.+?)( this .+)?$"
    return [re.sub(captured, r"\2 captured by \1\3", out, flags=re.IGNORECASE)]


def _ships_by_name(line: str) -> list[str]:
    """``Hood, Repulse and Renown are at Scapa Flow``: one line for each ship of the list."""
    m = re.fullmatch(rf"(?:ships? )?(.+?),? {AT} (.+)", line, re.IGNORECASE)
    if not m:
        return []
    pieces = re.split(r"\s*,\s*(?:and )?|\s+and\s+", m[1])
    names = [re.sub(rf"^(?:the )?(?:{PREFIX})?", "", n, flags=re.IGNORECASE) for n in pieces]
    if not all(n and listed(n) for n in names):
        return []
    lines = [f"ship {n} at {m[2]}" for n in names]
    return [] if lines == [line] else lines


def _described(line: str) -> list[str]:
    """``Ajax (British CA 2) at Malta``, ``British cruiser Ajax (2) at Malta``, ``cruiser Ajax, British, 2 factors, at Malta``."""
    for pattern in (
        rf"(?:ship )?(?P<name>[^(,]+?) \({LAND}[ ,]+(?P<kind>{KIND})[ ,]+{SIZE}{SPEED}\),? {AT} (?P<rest>.+)",
        rf"(?P<land>[\w.]+) (?P<kind>{KIND}) (?P<name>[A-Z][^(,\d]*?),? \(?{SIZE}{SPEED}\)?,? {AT} (?P<rest>.+)",
        rf"(?P<kind>{KIND}) (?P<name>[A-Z][^(,\d]*?),? (?P<land>[A-Z][\w.]+),? {SIZE}{SPEED},? {AT} (?P<rest>.+)",
    ):
        m = re.fullmatch(pattern, line, re.IGNORECASE)
        if m and nation_of(m["land"]):
            name = re.sub(rf"^(?:{PREFIX})", "", m["name"].strip(), flags=re.IGNORECASE)
            kind = _short(m["kind"])
            speed = f" {m['speed']}" if m["speed"] else ""
            return [f"ship {name}, {m['land']} {kind} {m['n']}{speed}, at {m['rest']}"]
    return []


def _counted(line: str) -> list[str]:
    """``Italian DD 3 at Naples``, ``German 3-factor armor unit at Naples``: factors of a type."""
    for pattern in (
        rf"{LAND} (?P<kind>{KIND}),? {SIZE},? (?P<at>{AT}|aboard) (?P<rest>.+)",
        rf"{LAND} (?P<n>\d+)(?:[ -]factors?)? (?:of )?(?P<kind>{KIND}){COUNTER},? (?P<at>{AT}|aboard) (?P<rest>.+)",
        rf"(?P<n>\d+)(?:[ -]factors?)? (?:of )?{LAND} (?P<kind>{KIND}){COUNTER},? (?P<at>{AT}|aboard) (?P<rest>.+)",
    ):
        m = re.fullmatch(pattern, line, re.IGNORECASE)
        if m and nation_of(m["land"]):
            where = "aboard" if m["at"].casefold() == "aboard" else "at"
            return [f"{_short(m['kind'])} {m['n']} {m['land']} {where} {m['rest']}"]
    return []


def _short(kind: str) -> str:
    """A type by its letters: ``CA`` for ``heavy cruiser``."""
    from .given import type_of

    tidy = re.sub(r"\b(?:aircraft|fleet|heavy) ", "", kind, flags=re.IGNORECASE)
    return type_of(re.sub(r"^light (?=cruiser)", "", tidy, flags=re.IGNORECASE)) or kind


def _filled(line: str) -> list[str]:
    """``Malta contains 48 British naval factors``."""
    m = re.fullmatch(
        r"(.+?) (?:already )?(?:contains?|bases?|holds?|has|is filled with|is full with) (\d+)(?: ([\w.]+))?(?: naval)? factors?"
        r"(?: (?:of )?(?:ships|naval units))?(?: (?:based|in port|there))?",
        line,
        re.IGNORECASE,
    )
    if not m or (m[3] and not side_of_text(m[3])):
        return []
    whose = f" of {side_of_text(m[3])} ships" if m[3] else ""
    return [f"fill {m[1]} to {m[2]} factors{whose}"]


def _counter(line: str) -> list[str]:
    """``U.S. port counter at Majuro``."""
    m = re.fullmatch(
        r"([\w.]+)(?:-built)? port(?: counter)? (?:is )?(?:at|in|on) (.+?)(?: (built in .+|in \w+ \d{4}))?", line, re.IGNORECASE
    )
    if not m or not nation_of(m[1]):
        return []
    return [f"port at {m[2]} built by {m[1]}{' ' + m[3].removeprefix('built ') if m[3] else ''}"]


def _done(line: str) -> list[str]:
    """``Ajax has already conducted a sea transport``: the operation it was used for."""
    m = re.fullmatch(
        r"(.+?) (?:has|have|had) (?:already )?(?:conducted|carried out|performed|done|made|undertaken|flown|been used (?:for|in))"
        r" (?:an? |its |one )?(.+?)(?: (?:this|in this) (?:player )?(?:turn|phase))?",
        line,
        re.IGNORECASE,
    )
    if m:
        what = next((word for key, word in OPERATIONS.items() if m[2].casefold().startswith(key)), m[2])
        return [f"{m[1]} used {what}"]
    m = re.fullmatch(r"(.+?) (?:has|have) already (intercepted|patrolled|transported)(?: .*)?", line, re.IGNORECASE)
    if m:
        word = {"intercepted": "interception", "patrolled": "patrol", "transported": "sea transport"}[m[2].casefold()]
        return [f"{m[1]} used {word}"]
    return []

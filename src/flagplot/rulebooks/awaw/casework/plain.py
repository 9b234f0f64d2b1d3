"""Lines of a case in other words: prose that says what one of the lines says, brought to the words of that line."""

from __future__ import annotations

import re

from ..state.catalogue import listed
from ..state.nations import nation_of, owner_of_text, side_of_text
from .reading import divided, type_of

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
AT = r"(?:(?:is|are|lies?|stands?|based|moored) )*(?:at|in|based at|based in)"
PLACE = rf"(?P<at>{AT}|aboard) (?P<rest>.+)"
NAME = r"(?!(?:units?|counters?|forces?|factors?|at|in) )[A-Z][^(,\d]*?"
PREFIX = r"(?:hms|uss|hmas|kms|ijn|rn|hmcs|ijns|km|rm) "
OPERATIONS = {
    "intercept": "interception", "patrol": "patrol", "transport": "sea transport", "invasion": "invasion",
    "bombard": "bombardment", "carrier mission": "carrier mission", "supply": "sea supply", "escort": "sea escort",
    "counter": "counter-interception",
}


_SEASON = r"(?:spring|summer|fall|autumn|winter)"
_PHASE = r"(?:movement|combat|redeployment|construction)"
_POSITIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (rf"(?:turn )?({_SEASON}),? (\d{{4}}),? (?:the )?([A-Za-z.]+)(?:'s)?(?:,? ({_PHASE})(?: phase)?)?",
     (r"turn \1 \2, \3 player turn", r"\4 phase")),
    (rf"turn ({_SEASON} \d{{4}})[,;] (?:the )?([A-Za-z]+)[,;] (.+)", (r"turn \1, \2 player turn", r"turn \3")),
    (rf"(?:the )?(\w+)(?:'s)? (?:player )?turn (?:of|in) ({_SEASON} \d{{4}})", (r"turn \2, \1 player turn",)),
    (rf"season:? ({_SEASON}),? (?:of )?(?:year:? )?(\d{{4}})", (r"turn \1 \2",)),
    (rf"phase:? ({_PHASE})", (r"\1 phase",)),
    (r"segment:? (.+)", (r"turn \1 segment",)),
    (rf"({_PHASE} phase|[a-z ]+ segment) of (?:the )?(\w+)(?:'s)? (?:player )?turn", (r"turn \2 player turn, \1",)),
    (r"(axis|allied|german|italian|japanese|british|soviet) ((?:sea|ground|naval|base) ?\w* ?segment|\w+ segment)",
     (r"turn \1 player turn, \2",)),
    (r"(europe|pacific) (?:board|map)", (r"map \1",)),
    (r"(.+?) (?:has|have) been captured by (.+)", (r"\1 captured by \2",)),
    (rf"(?:the )?([\w.]+) (?:captured|took) (.+?) in the {_PHASE} phase", (r"\2 captured by \1 this turn",)),
    (r"(\w+ is \S+) and (\w+ is \S+)", (r"\1", r"\2")),
    (r"(|.+ )(\d)[-n](\d) (.+)", (r"\1\2 \4, \3 movement factors",)),
    (r"([A-Z]{1,2}\d+) \([^)]*\) (.+)", (r"\1 \2",)),
    (r"(.+?) is only (partially supplied)", (r"\1 is \2",)),
    (r"(.+?):? (full|partial|no) supply", (r"supply \1 \2",)),
    (r"(?:the )?(.+?) is at peace with (?:the )?(.+)", (r"\1 not at war with \2",)),
    (r"war between (?:the )?(.+?) and (?:the )?(.+)", (r"at war \1 \2",)),
    (r"(?:the )?(\w+) (?:has|have) (\d+) (?:mission )?points?", (r"points \1 \2",)),
    (r"(?:the )?(\w+) mission points:? (\d+)", (r"points \1 \2",)),
    (r"(.+?) has a construction limit of (\d+)(?: left)?", (r"\1 construction limit \2",)),
    (r"(?:the )?(.+ SW box) (?:contains|holds) (.+)", (r"\1 has \2",)),
    (r"(\d+ \w+ (?:transports?|CVEs?|ASW)) in the (.+ SW box)", (r"\2 has \1",)),
    (r"bridgehead(?: counter)? (?:at|on|in) (.+)", (r"bridgehead at \1",)),
    (r"supply zone (\S+): (.+)", (r"\2 is in supply zone \1",)),
    (r"(.+?) is filled (?:up )?to (\d+)(?: naval)? factors", (r"fill \1 to \2 factors",)),
    (r"(\d+)(?: naval)? factors (?:are )?(?:based )?(?:at|in) (.+)", (r"fill \2 to \1 factors",)),
    (r"(\d+) (\w+) naval factors (?:are )?(?:based )?(?:at|in) (.+)", (r"fill \3 to \1 factors of \2 ships",)),
    (r"(.+?) is (?:an?|the) target(?: of .+)?", (r"target \1",)),
    (r"(.+?) and (.+?) are (?:joined|linked|connected) by a crossing arrow", (r"crossing arrow strait \1 and \2",)),
    (r"((?:ship )?.+? (?:at|in) .+?) \(((?:un)?inverted|damaged|slow|fast)\)", (r"\1, \2",)),
    (r"((?:un)?inverted|damaged) (.+? (?:at|in) .+)", (r"\2, \1",)),
    (r"(.+?) ((?:un)?inverted|damaged) ((?:at|in) .+)", (r"\1 \3, \2",)),
    (r"(.+? (?:at|in) .+?), (\w+) and (\w+)", (r"\1, \2, \3",)),
)
"""Patterns of positions in other words, and the lines that together say the same."""


def _reworded(line: str) -> list[str]:
    """A line that one of the patterns of positions reads."""
    for pattern, lines in _POSITIONS:
        m = re.fullmatch(pattern, line, re.IGNORECASE)
        if m:
            out = [" ".join(m.expand(x).split()) for x in lines]
            return [x for x in out if x != "phase"]
    m = re.fullmatch(r"(.+?)(?:: | is in )(?:the )?([\w.]+?)(?: hands)?", line, re.IGNORECASE)
    if m and owner_of_text(m[2]):
        return [f"control {m[1]} {m[2]}"]
    m = re.fullmatch(r"([^:]+): ([A-Z].+)", line)
    if m and listed(m[1]):
        return [f"ship {m[1]} at {m[2]}"]
    return []


def plainly(line: str) -> list[str]:
    """The lines that say the same as a line of prose; the line itself when nothing about it is known to be prose."""
    out = re.sub(r"^(turn|map|board|control|neutral|target|points)\s*:\s*", r"\1 ", line, flags=re.IGNORECASE)
    out = re.sub(r"^(?:there (?:is|are)|the|an?) (?=\S)", "", out, flags=re.IGNORECASE)
    out = re.sub(rf"\b({'|'.join(NUMBERS[1:])})\b(?! of)", lambda m: str(NUMBERS.index(m[1].lower())), out, flags=re.IGNORECASE)
    for read in (_ships_by_name, _described, _counted, _filled, _counter, _done, _reworded):
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
    pieces = divided(m[1])
    pieces = [re.sub(rf"^(?:[A-Za-z]+ )?{KIND} (?=[A-Z])", "", p) if not listed(p) else p for p in pieces]
    names = [re.sub(rf"^(?:the )?(?:{PREFIX})?", "", n, flags=re.IGNORECASE) for n in pieces]
    if not all(n and listed(n) for n in names):
        return []
    lines = [f"ship {n} at {m[2]}" for n in names]
    return [] if lines == [line] else lines


def _described(line: str) -> list[str]:
    """``Ajax (British CA 2) at Malta``, ``British cruiser Ajax (2) at Malta``, ``cruiser Ajax, British, 2 factors, at Malta``."""
    for pattern in (
        rf"(?:ship )?(?P<name>[^(,]+?) \((?P<kind>{KIND}) {SIZE}{SPEED}, {LAND}\),? {AT} (?P<rest>.+)",
        rf"(?P<name>[^(,:]+?), {LAND} (?P<kind>{KIND}) {SIZE}{SPEED},? {AT} (?P<rest>.+)",
        rf"(?:ship )?(?P<name>[^(,]+?) \({LAND}[ ,]+(?P<kind>{KIND})[ ,]+{SIZE}{SPEED}\),? {AT} (?P<rest>.+)",
        rf"(?P<land>[\w.]+) (?P<kind>{KIND}) (?P<name>{NAME}),? \(?{SIZE}{SPEED}\)?,? {AT} (?P<rest>.+)",
        rf"(?P<kind>{KIND}) (?P<name>{NAME}),? (?P<land>[A-Z][\w.]+),? {SIZE}{SPEED},? {AT} (?P<rest>.+)",
    ):
        m = re.fullmatch(pattern, line, re.IGNORECASE)
        if m and nation_of(m["land"]):
            name = re.sub(rf"^(?:{PREFIX})", "", m["name"].strip(), flags=re.IGNORECASE)
            if re.fullmatch(r"[A-Z]{2,3}-[A-Z]+-\S+", name):
                return [f"{_short(m['kind'])} {m['n']} {m['land']} at {_named(m['rest'], name)}"]
            kind = _short(m["kind"])
            speed = f" {m['speed']}" if m["speed"] else ""
            return [f"ship {name}, {m['land']} {kind} {m['n']}{speed}, at {m['rest']}"]
    return []


def _counted(line: str) -> list[str]:
    """``Italian DD 3 at Naples``, ``German 3-factor armor unit at Naples``: factors of a type."""
    for pattern in (
        rf"{LAND} (?P<kind>{KIND}),? {SIZE},? {PLACE}",
        rf"{LAND} (?P<n>\d+)(?:[ -]factors?)? (?:of )?(?P<kind>{KIND}){COUNTER},? {PLACE}",
        rf"(?:1 )?(?P<n>\d+)(?:[ -]factors?)? (?:of )?{LAND} (?P<kind>{KIND}){COUNTER},? {PLACE}",
        rf"(?P<n>\d+)(?:[ -]factors?)? (?:of )?(?P<kind>{KIND}){COUNTER}(?: factors?)? \(?{LAND}\)?,? {PLACE}",
        rf"{LAND} (?P<kind>{KIND}){COUNTER} \({SIZE}\),? {PLACE}",
    ):
        m = re.fullmatch(pattern, line, re.IGNORECASE)
        if m and nation_of(m["land"]):
            where = "aboard" if m["at"].casefold() == "aboard" else "at"
            return [f"{_short(m['kind'])} {m['n']} {m['land']} {where} {m['rest']}"]
    m = re.fullmatch(rf"([A-Z]{{2,3}}-[A-Z]+-\S+): (.+?) {AT} (.+)", line, re.IGNORECASE)
    if m:
        return [f"{m[2]} at {_named(m[3], m[1])}"]
    m = re.fullmatch(rf"{LAND} (?P<kind>{KIND}){COUNTER},? {AT} (?P<rest>.+)", line, re.IGNORECASE)
    if m and nation_of(m["land"]):
        kind = _short(m["kind"])
        return [f"{kind} {USUAL_SIZE.get(kind, 1)} {m['land']} at {m['rest']}"]
    return []


USUAL_SIZE = {"CA": 2, "BC": 3, "BB": 3, "CVL": 2, "CV": 3, "CVB": 4, "PB": 2}
"""Factors of a ship of which no more is said than its type."""


def _named(rest: str, id: str) -> str:
    """A place with its remarks, and the id of the unit between them."""
    place, comma, remarks = rest.partition(",")
    return f"{place} as {id}{comma}{remarks}"


def _short(kind: str) -> str:
    """A type by its letters: ``CA`` for ``heavy cruiser``."""
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


_STATE = r"(?:(?:un)?(?:inverted|damaged|used)|afloat|sunk|frozen|fast|slow|ready|at sea|in port)"
_FACTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"(?:destroyers?|cruisers?|battleships?|carriers?|submarines?|ships?|unit) ([A-Z]{2}-.+)", (r"\1",)),
    (r"(.+?) (?:is |are )?(?:still|now|remains?|stays?|back|again)(?: is| are)? (at|in|inverted|uninverted|damaged) ?(.*)",
     (r"\1 \2 \3",)),
    (r"(.+?) (?:is |are )?in port (?:at|in) (.+)", (r"\1 at \2", r"\1 in port")),
    (rf"(.+?) (?:is |are )?({_STATE})(?:,| and|, and) (?:is |are )?({_STATE})", (r"\1 \2", r"\1 \3")),
    (r"(.+?) (?:has|have) been (.+)", (r"\1 \2",)),
    (r"(.+?) (?:is|still has|now has|is left with|has still) (\d+) factors?(?: left)?", (r"\1 \2 factors",)),
    (r"(\d+) factors? of (\S+) (?:are |is )?(?:at|in) (.+)", (r"\2 \1 factors", r"\2 at \3")),
    (r"(.+?) (?:is |are )?(?:at|in) (.+?) with (\d+) factors?", (r"\1 at \2", r"\1 \3 factors")),
    (r"(.+?) (?:is |are )?(?:at|in) (.+?)(?:,| and)(?: is| are)? ((?:un)?inverted|(?:un)?damaged|(?:un)?used)",
     (r"\1 at \2", r"\1 \3")),
    (r"(.+?) (?:is |are )?((?:un)?inverted|(?:un)?damaged)(?: and)? (?:at|in) (.+)", (r"\1 at \3", r"\1 \2")),
    (r"(.+?) (?:has|contains?|bases?|holds?) (\d+)(?: naval)? factors?", (r"\1 holds \2 factors",)),
    (r"(?:there are )?(\d+)(?: naval)? factors? (?:are )?(?:based )?(?:at|in) (.+)", (r"\1 factors at \2",)),
    (r"room (?:at|in) (.+?) is (\d+)(?: factors?)?", (r"room at \1 \2",)),
    (r"(?:there is )?room for (\d+)(?: more)? factors? (?:at|in) (.+)", (r"room at \2 \1",)),
    (r"(.+?) has room for (\d+)(?: more)?(?: naval)?(?: factors?)?", (r"room at \1 \2",)),
    (r"(?:the )?(?:basing )?capacity (?:of |at )?(.+?) (?:is|=) (\w+)(?: factors?)?", (r"basing capacity \1 \2",)),
    (r"(.+?) (?:basing )?capacity (?:is )?(\d+|unlimited)", (r"basing capacity \1 \2",)),
    (r"(.+?) (?:may|can) base (?:up to )?(\d+)(?: naval)? factors?", (r"basing capacity \1 \2",)),
    (r"two-front ports?:(.+)", (r"two-front ports \1",)),
    (r"front of (.+?) is (?:the )?(\S+)(?: front)?", (r"front of \1 \2",)),
    (r"(.+?) (?:is|lies|acts) on the (\S+) front", (r"front of \1 \2",)),
    (r"(.+?) (?:has )?one port", (r"\1 1 port",)),
    (r"(.+?) (?:has )?two ports", (r"\1 2 ports",)),
    (r"(?:the )?(.+?) strait (?:is )?(open|closed|shut) to (?:the )?(.+)", (r"strait \1 \2 to \3",)),
    (r"(.+?) is (\d+) hexes (?:away )?from (.+)", (r"distance \3 to \1 \2",)),
    (r"(?:from )?(.+?) to (.+?) (?:is|are) (\d+) hexes", (r"distance \1 to \2 \3",)),
    (r"range of (?:an? )?(.+?) (?:is )?(\d+|ok|legal|refused(?: \S+)?)(?: hexes)?", (r"range \1 \2",)),
    (r"it is (?:the )?(movement|combat|redeployment|construction|end) phase", (r"phase \1",)),
    (r"it is (?:the )?((?:spring|summer|fall|winter) \d{4}.*)", (r"turn \1",)),
    (r"(?:the )?(?:mission )?points of (?:the )?(\w+)(?: are| is|:)? (\d+)", (r"points \1 \2",)),
    (r"(?:the )?(\w+) (?:has |have )?(?:mission )?points (?:left )?(\d+)", (r"points \1 \2",)),
    (r"(?:the )?(\w+) (?:has|have) (\d+) (?:mission )?points?(?: left)?", (r"points \1 \2",)),
    (r"(.+?) construction limit is (\d+)", (r"\1 construction limit \2",)),
    (r"construction limit of (?:the )?(.+?)(?: is)? (\d+)", (r"\1 construction limit \2",)),
    (r"(.+?) has (\d+) (?:of its )?construction limit(?: left)?", (r"\1 construction limit \2",)),
    (r"(?:the )?(\w+) (?:has|have) no forces? at sea", (r"no \1 force at sea",)),
    (r"(?:there is )?no (tf ?\S+|task force \S+)(?: exists)?", (r"not \1 exists",)),
    (r"(tf ?\S+|task force \S+) consists of (.+)", (r"\1 holds \2",)),
    (r"(?:the )?position (?:is )?unchanged|nothing (?:has )?changed", ("the position is unchanged",)),
    (r"(.+?) is (full|partial)l?y supplied", (r"supply \1 \2",)),
    (r"(.+?) is (?:out of supply|unsupplied)", (r"supply \1 none",)),
    (r"(.+?) supply (?:is )?(full|partial|none)", (r"supply \1 \2",)),
    (r"(.+?) (?:is|are|was) used", (r"\1 used",)),
    (r"(?:no (?:factors?|ships?)|nothing|nobody) (?:is |are |was |were )?(?:eliminated|lost|sunk)",
     ("0 factors of Axis eliminated", "0 factors of Allied eliminated")),
    (r"(?:the )?(\w+) (?:has |have )?(?:lost|loses) (\d+)(?: naval)? factors?", (r"\2 factors of \1 eliminated",)),
    (r"(\S+) (?:has |keeps )?(\d+) mf(?: left)?", (r"\1 has \2 movement factors left",)),
)
"""Patterns of facts in other words, and the lines that together say the same."""


def facts_in(line: str) -> list[list[str]]:
    """Ways to read a line of what must follow that is written in other words: lists of lines that all must hold."""
    out = []
    for pattern, lines in _FACTS:
        m = re.fullmatch(pattern, line, re.IGNORECASE)
        if m:
            out.append([" ".join(m.expand(x).split()) for x in lines])
    m = re.fullmatch(r"(?:the )?(.+?) (?:controls?|holds?|owns?) (.+)", line, re.IGNORECASE)
    if m and owner_of_text(m[1]):
        out.append([f"control {m[2]} {owner_of_text(m[1])}"])
    m = re.fullmatch(r"(.+?) is (?:held by |controlled by |in )?(?:the )?(\S+?)(?: hands)?", line, re.IGNORECASE)
    if m and owner_of_text(m[2]):
        out.append([f"control {m[1]} {owner_of_text(m[2])}"])
    return [lines for lines in out if lines != [line]]

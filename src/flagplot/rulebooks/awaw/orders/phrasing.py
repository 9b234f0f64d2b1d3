"""Orders in other words than the grammar's: ``Hood patrols B31``, ``send 3 destroyers from Scapa Flow to Rosyth``. What cannot be
read as it stands is brought to the grammar's words and read again."""

from __future__ import annotations

import re

from ..map import theatre
from ..state import State, Unit
from ..state.nations import nation_of

KINDS = {
    "destroyer": "DD", "destroyers": "DD", "dd": "DD", "dds": "DD",
    "submarine": "SS", "submarines": "SS", "ss": "SS", "subs": "SS",
    "cruiser": "CA", "cruisers": "CA", "ca": "CA",
}
_SOME = re.compile(
    r"\b(?P<n>\d+) (?:factors? (?:of )?)?(?:(?P<land>[A-Za-z.]+) )?"
    r"(?P<kind>destroyers?|dds?|submarines?|subs|ss|cruisers?|ca)(?: factors?| ships?)?(?![\w-])"
    r"(?: (?:from|at|in) (?P<place>.+?))?"
    r"(?=$|,| and | to | via | with | as | at )",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:all|everything)(?: (?:the )?(?:ships?|units?|naval units?|vessels?))?,?(?: based)? (?:at|from|in) (?P<place>.+?)"
    r"(?=$|,| and | to | via | with | as )",
    re.IGNORECASE,
)
_WHO = (
    r"(?!(?:sea|base|patrol|transport|redeploy|naval|submarine|form|send|sail|change|ship|supply|grant|invade|bombard|carrier|escort|"
    r"intercept|counter|displace|strike|uninvert|eliminate|build|construct|split|sequence)\b)(.+?)"
)
_FIRST = (r"^(?:we |please |i )?(?:will |shall )?(?:announce|order|conduct|make|carry out|begin|start|declare)s? (?:an? |the )?"
          r"(?=patrol|base|sea|transport|naval|redeploy|submarine|nr\b|sequence)")
_WORDS: tuple[tuple[str, str], ...] = (
    (r"[.!;]+$", ""),
    (r" -+> ", " to "),
    (r" ?[&+] ?(?=[A-Z0-9])", ", "),
    (r" (?:through|by way of|passing(?: through)?|by route) ", " via "),
    (r" (?:using|aboard|on board) ", " with "),
    (r"(?<= with )(.+?),? (?:escorted|protected|accompanied|covered|supported|carried) by ", r"\1, "),
    (r",? (?:escorted|protected|accompanied|covered|supported|carried) by ", " with "),
    (r"^(patrol|base change) (.+?) with (.+?) to ", r"\1 \2, \3 to "),
    (r"^(base change .+? to [^,;]+), (?=[^,;]+ to )", r"\1; "),
    (r"^(?:sea |protect |protect sea |trace )?supply (?!from )(?:to )?(.+?) from (.+?)(?=$| with | via | as )",
     r"supply from \2 to \1"),
    (r"^ship (\d+|one) oil(?: counters?)? ", r"ship oil \1 "),
    (r"^ship oil one ", "ship oil 1 "),
    (r"^(carrier mission|fast carrier mission) (?:to|at) (\S+) with (.+)$", r"\1 \3 to \2"),
    (r"^(.+?) invades? (\S.*?) with ", r"invade \2 with \1, "),
    (r"^place (?:an? )?port ", "build port "),
    (r"^((?:build|construct) (?:a )?port) on ", r"\1 at "),
    (r"^(build|construct)(?:s)? (?:a )?port at (.+?) by the (.+)$", r"build port at \2 by \3"),
    (r"^(?:the )?(.+?) (?:builds?|constructs?) (?:an? )?port (?:at|on|in) (.+)$", r"build port at \2 by \1"),
    (r"^(?:occup(?:y|ies)|captures?|takes?) (.+?) with (\S+?)(?: (?:units?|troops|forces))?$", r"occupy \1 by \2"),
    (r"^(?:the )?(\S+?)(?: (?:units?|troops|forces))? (?:occup(?:y|ies)|captures?|takes?) (.+)$", r"occupy \2 by \1"),
    (r"^occupies ", "occupy "),
    (r" (?:together|along) with ", ", "),
    (_FIRST, ""),
    (r"^(base change|(?:submarine )?patrol|(?:sea )?transport|(?:naval )?redeploy(?:ment)?|nr)s?:? (?:of|by|with) ", r"\1 "),
    (r"^redeployment ", "redeploy "),
    (r"^(?:send|sail|dispatch) (.+?) (?:on (?:an? )?)?(?:submarine )?patrol(?:s)? (?:to|in|at|off) ", r"patrol \1 to "),
    (r" in (tf ?[\w.-]+|task force [\w.-]+)$", r" as \1"),
    (rf"^{_WHO}:? (?:(?:makes? a )?base changes?|changes? (?:its |their )?base|rebases?|transfers?) to ", r"base change \1 to "),
    (rf"^{_WHO}:? (?:goes on |go on )?patrols?(?: to| in| at| off)? (?=[A-Z]{{1,2}}\d)", r"patrol \1 to "),
    (rf"^{_WHO} (?:sea )?(?:transports?|carr(?:y|ies)|ships?|takes?) (.+?) to (.+)$", r"transport \2 to \3 with \1"),
    (rf"^{_WHO} (?:(?:tries|try|attempts?) to )?intercepts? (?:at|in) ", r"intercept \1 at "),
    (rf"^{_WHO} (?:counter-?intercepts?|supports?) (?:at|in) ", r"counter \1 at "),
    (rf"^{_WHO} (?:redeploys?|nrs?) to ", r"redeploy \1 to "),
    (rf"^{_WHO} (?:displaces?|flees?) to ", r"displace \1 to "),
    (r"^patrol (?:to |in |at )?([A-Z]{1,2}\d+\w*) with (.+)$", r"patrol \2 to \1"),
    (r"^(patrol .+?) (?:in|off|at hex|to hex) (?!TF)(?=[A-Z]{1,2}\d)", r"\1 to "),
    (r"^(patrol|base change|transport|redeploy) (tf ?\d+) \((.+?)\)(.*)$", r"\1 \3\4 as \2"),
    (r"^form (?:a )?(tf ?[\w.-]+|task force [\w.-]+):? (?!with )(?:of |from |out of )?", r"form \1 with "),
    (r"^end (?:of )?(?:announcements|the segment|segment|phase|turn)$", "done"),
    (r"^(?:no|nothing) (?:more|further)(?: orders| announcements| patrols)?$", "done"),
    (r"^(?:no interception|do not intercept|don't intercept|no intercept|declines?|let (?:him|them|it) pass)$", "pass"),
)
"""Patterns and what stands for them, one after the other."""


def plain_order(state: State, side: str, text: str) -> str:
    """The text of an order in the grammar's words, as near as it can be told; the text itself when nothing in it is known."""
    out = _ALL.sub(lambda m: _everything(state, side, m) or m[0], text)
    for pattern, words in _WORDS:
        out = re.sub(pattern, words, out, count=1, flags=re.IGNORECASE)
    if state.phase == "redeployment":
        out = re.sub(r"^(?:send|sail|move|transfer|dispatch|base change) (?=.+ to )", "redeploy ", out, flags=re.IGNORECASE)
    else:
        out = re.sub(r"^(?:send|sail|transfer|dispatch) (?=.+ to )", "base change ", out, flags=re.IGNORECASE)
    if re.match(r"(?:sea )?transport .+ with .+ with ", out, re.IGNORECASE):
        head, _, tail = out.rpartition(" with ")
        out = f"{head}, {tail}"
    start = re.search(r" from (.+?)(?=$| to | via | with | as )", out, re.IGNORECASE)
    home = start[1] if start else _home(state, side, out)
    return _SOME.sub(lambda m: _some(state, side, m, home) or m[0], out)


def _at(state: State, text: str) -> str:
    from flagplot.table import TextError

    try:
        return theatre.place_id(state, text)
    except TextError:
        return ""


def _home(state: State, side: str, text: str) -> str:
    """The port in which the ships and troops lie that an order names; nothing when they lie in several."""
    low = text.casefold()
    here = [u for u in state.units.values() if u.side == side and u.present and not u.force]
    bases = {u.base for u in here if u.id.casefold() in low or re.search(rf"\b{re.escape(u.name.casefold())}\b", low)}
    return next(iter(bases)) if len(bases) == 1 else ""


def _everything(state: State, side: str, m: re.Match[str]) -> str:
    """The ids of every ship a side has in a port."""
    here = _at(state, m["place"])
    return ", ".join(u.id for u in state.ships(side) if u.base == here and not u.force) if here else ""


def _some(state: State, side: str, m: re.Match[str], start: str) -> str:
    """So many factors of a type in a port; nothing when it is not said which port, and there are several, nor shown by
    the other units of the order."""
    wanted, kind = int(m["n"]), KINDS[m["kind"].casefold()]
    land = nation_of(m["land"]) if m["land"] else ""
    if m["land"] and not land:
        return ""
    place = _at(state, m["place"] or start) if m["place"] or start else ""
    found: list[Unit] = [
        u for u in state.ships(side)
        if u.type == kind and u.present and not u.force and (not place or u.base == place) and (not land or u.nation == land)
    ]
    if not place and len({u.base for u in found}) > 1:
        return ""
    picks = []
    left = wanted if kind in ("DD", "SS") else 2 * wanted
    for u in found:
        take = min(left, u.factors)
        if take:
            picks.append(u.id if take == u.factors else f"{u.id}:{take}")
            left -= take
    return ", ".join(picks) if not left else ""

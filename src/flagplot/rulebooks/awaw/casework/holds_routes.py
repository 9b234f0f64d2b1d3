"""Lines of what must follow in a case: distances, routes, range limits and who may meet whom on the way."""

from __future__ import annotations

import re

from flagplot.boards import BoardError, route
from flagplot.table import TextError

from ..map import straits, theatre
from ..map.fronts import fronts_of, may_meet
from ..rules.movement import routing
from ..rules.range import limits
from ..state import State, Unit
from ..state.nations import nation_of
from .holds import Found, M, names
from .lines import holds
from .reading import divided, place, side, unit

ACTIVITIES = {
    "base change": "base-change",
    "base changes": "base-change",
    "patrol": "patrol",
    "sea transport": "transport",
    "transport": "transport",
    "redeployment": "redeploy",
    "redeploy": "redeploy",
    "nr": "redeploy",
    "sea escort": "escort",
    "escort": "escort",
    "interception": "intercept",
    "intercept": "intercept",
    "counter-interception": "counter",
    "displacement": "displaced",
    "invasion": "invasion",
    "supply": "supply",
    "sea supply": "supply",
    "bombardment": "bombard",
    "offensive mission": "patrol",
    "mission": "patrol",
}
"""Words for activities."""
_ACT = "|".join(sorted((re.escape(a) for a in ACTIVITIES), key=len, reverse=True))
MISSION_CLAUSE = {"base-change": "21.223", "patrol": "21.412", "transport": "21.432"}
"""The clause that lays the range limits on an activity, cited beside the limit itself."""
_FOR = r"(?: for (?:the )?(?P<who>[\w.]+(?: [\w.]+)?))?"


def who_of(s: State, text: str | None) -> str:
    """The side a line is about: the mover when it names none."""
    return side(text) if text else s.mover


def unnamed(who: str, land: str, start: str) -> Unit:
    """A ship that stands for those a line leaves unnamed."""
    return Unit("-", "-", who, land, "ship", "CA", 2, "fast", start, start)


def axis_of(s: State) -> str:
    """The great power of the Axis on the board of a position."""
    return "Japan" if s.board == theatre.PACIFIC else "Germany"


def plan_for(s: State, m: M, activity: str) -> routing.Plan:
    """The plan of a line: an activity from one place (or unit) to another by way of places."""
    goal = place(s, m["goal"])
    ships: tuple[Unit, ...] = ()
    try:
        start = place(s, m["start"])
    except TextError:
        u = unit(s, m["start"])
        start, ships = u.base, (u,)
    who = who_of(s, m.groupdict().get("who"))
    if not ships:
        named = nation_of(m["who"]) if m.groupdict().get("who") else ""
        here = next((u.nation for u in s.ships(who) if u.base == start), "")
        usual = "Britain" if who == "Allied" else axis_of(s)
        ships = (unnamed(who, named or here or usual, start),)
    return routing.plot(s, ships[0].side, ships, start, goal, stops(s, m), activity, MISSION_CLAUSE.get(activity, ""))


def stops(s: State, m: M) -> list[str]:
    """The places of the ``via`` part of a line: parted by commas or ``and``, hex ids by blanks too."""
    text = m.groupdict().get("via") or ""
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s+(?=[A-Za-z]{1,2}\d)", text) if text else []
    return [place(s, v) for v in parts if v]


@holds(
    rf"distance (?:from )?(?P<start>.+?) to (?P<goal>.+?)(?: via (?P<via>.+?))?{_FOR}:? (?:is )?(?P<n>\d+|none)(?: hexes)?",
    "distance Liverpool to Gibraltar 19",
)
def _distance(before: State, s: State, m: M) -> Found:
    start, goal = place(s, m["start"]), place(s, m["goal"])
    board = routing.board_for(s, start, goal)
    if board is None:
        return m["n"] == "none", "no board shows both"
    via = [routing.where(s, board, v) for v in stops(s, m)]
    who = side(m["who"]) if m["who"] else ""
    shut = straits.closed(s, who, board) if who else frozenset(k for k, x in board.links.items() if x.kind == "closure")
    try:
        found = route(board, routing.moored(s, board, start), routing.moored(s, board, goal), via=via, closed=shut)
    except BoardError as e:
        raise TextError(str(e), -1, e.suggestions) from None
    n = "none" if found is None else str(found.distance)
    return n == m["n"], f"distance {n}" + (f" by {' '.join(found.hexes)}" if found else "")


@holds(
    rf"range (?P<act>{_ACT}) (?:from )?(?P<start>.+?) to (?P<goal>.+?)(?: via (?P<via>.+?))?{_FOR}:? (?P<n>\d+|ok|legal|refused(?: [\w.#]+)?)(?: hexes)?",  # noqa: E501
    "range base change from Liverpool to Gibraltar 19",
)
def _range(before: State, s: State, m: M) -> Found:
    p = plan_for(s, m, ACTIVITIES[m["act"].casefold()])
    found = f"{p.distance} hexes by {' '.join(p.path)}" + (
        "; refused " + ", ".join(f"{r.clause} {r.code}" for r in p.refusals) if p.refusals else ""
    )
    if m["n"].isdecimal():
        return p.distance == int(m["n"]), found
    if m["n"].casefold().startswith("refused"):
        cite = m["n"].split()[1:] or [""]
        return any(r.clause.startswith(cite[0]) for r in p.refusals), found
    return not p.refusals, found


@holds(
    rf"route(?: (?P<act>{_ACT}))?(?: of (?P<unit>\S+))? (?:from )?(?P<start>.+?) to (?P<goal>.+?)(?: via (?P<via>.+?))?{_FOR} (?P<no>uses|avoids|passes|does not use|does not pass) (?P<hex>.+)",  # noqa: E501
    "route from Scapa Flow to Bergen uses B31",
)
def _route(before: State, s: State, m: M) -> Found:
    p = plan_for(s, m, ACTIVITIES[(m["act"] or "base change").casefold()])
    want = [place(s, h) for h in divided(m["hex"])]
    uses = all(h in p.path for h in want)
    ok = uses if m["no"].casefold() in ("uses", "passes") else not any(h in p.path for h in want)
    return ok and not p.refusals, " ".join(p.path)


@holds(
    rf"(?P<no>no )?route (?:from )?(?P<start>.+?) to (?P<goal>.+?)(?: via (?P<via>.+?))?{_FOR}",
    "no route from Piraeus to Odessa for Allied",
)
def _any_route(before: State, s: State, m: M) -> Found:
    p = plan_for(s, m, "supply")
    blocked = any(r.code in ("no-way", "strait-closed") for r in p.refusals)
    return blocked == bool(m["no"]), " ".join(p.path) + " " + ", ".join(f"{r.clause} {r.code}" for r in p.refusals)


@holds(
    rf"(?P<which>first leg|leg|total)(?: of)? (?P<act>{_ACT}) (?:from )?(?P<start>.+?) to (?P<goal>.+?){_FOR}:? (?P<n>\d+|unlimited|none|no limit)(?: hexes)?",  # noqa: E501
    "first leg of patrol from Pearl Harbor to Midway 15",
)
def _leg(before: State, s: State, m: M) -> Found:
    start, goal = place(s, m["start"]), place(s, m["goal"])
    who = who_of(s, m["who"])
    here = [u for u in s.ships(who) if u.base == start]
    land = (nation_of(m["who"]) if m["who"] else "") or ("U.S." if who == "Allied" else axis_of(s))
    x = limits.limits_for(s, who, here[:1] or (unnamed(who, land, start),), start, goal, ACTIVITIES[m["act"].casefold()])
    first = x.every if x.initial is None else x.initial
    got = {"total": x.total, "leg": x.every, "first leg": first}[m["which"].casefold()]
    word = "unlimited" if got is None else str(got)
    wanted = "unlimited" if m["n"].casefold() in ("none", "no limit") else m["n"].casefold()
    return word == wanted, f"{m['which']} {word}" + (f" ({x.why})" if x.why else "")


@holds(r"(.+?) (?:is|counts as|may serve as) (?:a )?range port(?: for (?:the )?(\w+))?", "Midway is a range port for Allied")
def _range_port(before: State, s: State, m: M) -> Found:
    at = place(s, m[1])
    ok = limits.range_port(s, side(m[2]) if m[2] else s.mover, at)
    return ok, f"{names(s, at)} {'may' if ok else 'may not'} serve a range leg"


@holds(
    r"(?:ships|units) (?:based )?at (.+?) may (?:intercept|meet) (?:a move )?(?:from )?(.+?) to (.+?)(?: (?:at|in) (\S+))?",
    "ships at Taranto may intercept Liverpool to Gibraltar at AA7",
)
def _meet(before: State, s: State, m: M) -> Found:
    start, goal = place(s, m[2]), place(s, m[3])
    path = routing.plot(s, s.mover, (), start, goal, (), "base-change").path
    ok = may_meet(s, place(s, m[1]), path, place(s, m[4]) if m[4] else goal)
    return ok, f"fronts of {m[1]}: {', '.join(fronts_of(s, place(s, m[1])))}; track {' '.join(path)}"

"""Lines of what must follow in a case: facts of the resulting position, and numbers the rules give."""

from __future__ import annotations

import re

from flagplot.table import TextError

from . import boxes, limits, movement, ports, straits, theatre
from .finding import group_of, tf_name
from .fronts import fronts_of, may_meet, seas_of, two_front
from .given import SEGMENTS, nation, owner, place, side, unit, units
from .nations import side_of
from .registry import holds
from .state import GONE, State, Unit
from .turn import following

M = re.Match[str]
Found = tuple[bool, str]
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
_ACT = "|".join(sorted((re.escape(a) for a in ACTIVITIES), key=len, reverse=True))


def names(state: State, at: str) -> str:
    return f"{theatre.name_of(state, at)} ({at})" if theatre.name_of(state, at) != at else at


# ---------------------------------------------------------------------------------------------------------------- units
def status_of(u: Unit) -> str:
    return ", ".join(
        x
        for x in (
            u.status,
            "inverted" if u.inverted else "uninverted",
            "damaged" if u.damaged else "",
            "frozen" if u.frozen else "",
            f"at {u.at or 'sea'}",
            f"force {u.force}" if u.force else "",
        )
        if x
    )


def is_so(u: Unit, word: str) -> bool:
    return {
        "inverted": u.inverted,
        "uninverted": not u.inverted,
        "damaged": u.damaged,
        "undamaged": not u.damaged,
        "sunk": u.status == "sunk",
        "lost": u.status in GONE,
        "eliminated": u.status == "sunk",
        "afloat": u.afloat,
        "withdrawn": u.status == "withdrawn",
        "frozen": u.frozen,
        "surplus": u.frozen,
        "idle": u.frozen or u.inverted,
        "in play": u.present,
        "unused": not u.used,
        "used": bool(u.used),
        "ready": u.present and not u.inverted and not u.used,
        "at sea": bool(u.force) and u.present,
        "in port": u.present and not u.force and not theatre.BOX_THEATRE.get(u.base),
        "fast": u.fast,
        "slow": not u.fast,
        "fully supplied": u.supply == "full",
        "transported": u.transported,
        "not inverted": not u.inverted,
        "not damaged": not u.damaged,
        "still at sea": bool(u.force) and u.present,
        "in base": u.present and not u.force,
    }[word]


_STATES = (
    r"(?:not )?inverted|uninverted|(?:not )?damaged|undamaged|sunk|lost|eliminated|afloat|withdrawn|frozen|surplus|idle|in play"
    r"|unused|used|ready|(?:still )?at sea|in port|in base|fast|slow|fully supplied|transported"
)


@holds(rf"(?!\d+ factors?)(.+?) (?:is |are |was )?({_STATES})", "UK-BC-Hood inverted")
def _state(before: State, s: State, m: M) -> Found:
    members = units(s, m[1])
    word = " ".join(m[2].split()).casefold()
    return all(is_so(u, word) for u in members), "; ".join(f"{u.id}: {status_of(u)}" for u in members)


@holds(r"(.+?) (?:is |are )?at sea (?:in|at) (\S+)", "UK-BC-Hood at sea in B31")
def _at_sea(before: State, s: State, m: M) -> Found:
    members = units(s, m[1])
    at = place(s, m[2])
    return all(u.force and u.at == at for u in members), "; ".join(f"{u.id}: {status_of(u)}" for u in members)


@holds(
    r"(?!\d+ factors?|two-front|naval base|naval front|front|distance|range|route|capacity|basing|ships |port at|port counter)(.+?) (?:is |are |stays |ends )?(?:at|in|based at|based in) (.+?)",  # noqa: E501
    "UK-BC-Hood at Gibraltar",
)
def _at(before: State, s: State, m: M) -> Found:
    name = tf_name(m[2])
    members = units(s, m[1])
    found = "; ".join(f"{u.id}: {status_of(u)}" for u in members)
    if name:
        return all(u.tf.endswith(f":{name}") for u in members), "; ".join(f"{u.id} in {u.tf or 'no task force'}" for u in members)
    at = place(s, m[2])
    here = (u for u in members if u.present or u.status in ("building", "repair", "port-sunk"))
    return sum((u.at if u.force else (u.base or u.at)) == at for u in here) == len(members), found


@holds(
    r"(?!naval base|range|route|first leg|leg|total|base)(.+?)(?:'s)? base (?!change)(?:is )?(.+)", "UK-BC-Hood base Liverpool"
)
def _base(before: State, s: State, m: M) -> Found:
    u = unit(s, m[1])
    return u.base == place(s, m[2]), f"{u.id} is based at {u.base}"


@holds(r"(.+?) (?:has |counts )?(\d+) factors?(?: left)?", "UK-DD-Scapa 6 factors")
def _factors(before: State, s: State, m: M) -> Found:
    text = m[1]
    based_at = re.fullmatch(r"(.+?) (?:bases|holds)", text)
    if based_at or text.casefold().startswith(("port ", "base ")):
        at = place(s, based_at[1] if based_at else text.split(" ", 1)[1])
        n = ports.based(s, at)
        return n == int(m[2]), f"{names(s, at)} bases {n}"
    members = units(s, text)
    n = sum(u.factors for u in members if u.present)
    return n == int(m[2]), f"{n} factors"


@holds(r"(\d+) factors? (?:of (.+?) )?(?:are )?(?:based )?(?:at|in) (.+)", "12 factors at Gibraltar")
def _based(before: State, s: State, m: M) -> Found:
    at = place(s, m[3])
    who = side(m[2]) if m[2] else ""
    n = ports.based(s, at, who)
    return n == int(m[1]), f"{names(s, at)} bases {n}"


@holds(r"(\d+) factors? (?:of (.+?) )?(?:are )?(?:lost|eliminated|sunk)", "6 factors of Allied eliminated")
def _lost(before: State, s: State, m: M) -> Found:
    who = side(m[2]) if m[2] else ""
    n = 0
    for u in s.units.values():
        if (who and u.side != who) or u.kind != "ship":
            continue
        n += u.lost if u.lost else (u.factors if u.status == "sunk" else 0)
    for u in before.units.values():
        if (who and u.side != who) or u.kind != "ship":
            continue
        n -= u.lost if u.lost else (u.factors if u.status == "sunk" else 0)
    return n == int(m[1]), f"{n} factors lost"


OPERATIONS = {
    "sea transport": "transport", "redeployment": "redeploy", "nr": "redeploy", "naval redeployment": "redeploy",
    "interception": "intercept", "counter-interception": "counter", "invasion": "invade", "bombardment": "bombard",
    "shore bombardment": "bombard", "sea supply": "supply", "sea escort": "escort", "carrier mission": "carrier",
}
"""Other words for what ships have done this player turn."""


@holds(r"(.+?) (?:has )?used (.+)", "UK-BC-Hood used patrol")
def _used(before: State, s: State, m: M) -> Found:
    members = units(s, m[1])
    wanted = OPERATIONS.get(m[2].casefold(), m[2].casefold())
    return all(wanted in (OPERATIONS.get(x.casefold(), x.casefold()) for x in u.used) for u in members), "; ".join(
        f"{u.id} used {', '.join(u.used) or 'nothing'}" for u in members
    )


@holds(r"(?:force|forces) (?:of )?(.+?) (?:at|in) (\S+)", "force of UK-BC-Hood at B31")
def _force_at(before: State, s: State, m: M) -> Found:
    members = units(s, m[1])
    return all(u.force and u.at == place(s, m[2]) for u in members), "; ".join(f"{u.id}: {status_of(u)}" for u in members)


@holds(r"no (?:(\w+) )?forces? at sea", "no Allied force at sea")
def _no_force(before: State, s: State, m: M) -> Found:
    out = [f.id for f in s.forces.values() if not m[1] or f.side == side(m[1])]
    return not out, f"at sea: {', '.join(out) or 'nobody'}"


@holds(r"(\w+) (?:has |have )?(\d+) (?:forces?|patrols?|activities)(?: at sea| announced)?", "Allied has 2 forces")
def _forces(before: State, s: State, m: M) -> Found:
    out = [f.id for f in s.forces.values() if f.side == side(m[1])]
    return len(out) == int(m[2]), f"{len(out)}: {', '.join(out)}"


@holds(r"(tf ?\S+|task force \S+) (?:of (\w+) )?(?:has|holds|contains|is) (.+)", "TF1 holds UK-BC-Hood, UK-DD-1")
def _tf(before: State, s: State, m: M) -> Found:
    name = tf_name(m[1])
    found = next((g for g in s.groups.values() if g.name.casefold() == name.casefold()), None)
    want = {u.id for u in units(s, m[3])}
    return found is not None and set(found.units) == want, f"{name}: {', '.join(found.units) if found else 'none'}"


@holds(r"(tf ?\S+|task force \S+) exists", "TF1 exists")
def _tf_is(before: State, s: State, m: M) -> Found:
    ok = any(group_of(s, x, tf_name(m[1])) for x in s.sides)
    return ok, ", ".join(g.name for g in s.groups.values()) or "no task force"


# ---------------------------------------------------------------------------------------------------- places and ports
@holds(r"control(?: of)? (.+?) ([\w.]+)", "control Gibraltar Axis")
def _control(before: State, s: State, m: M) -> Found:
    at, want = split_control(s, f"{m[1]} {m[2]}")
    who = ports.holder(s, at)
    return who == want or side_of(s, who) == want, f"{names(s, at)} is held by {who}"


def split_control(s: State, text: str) -> tuple[str, str]:
    """A place and who holds it, both perhaps of several words. Raises :class:`TextError`."""
    words = text.split()
    wrong: TextError | None = None
    for n in range(len(words) - 1, 0, -1):
        try:
            return place(s, " ".join(words[:n])), owner(" ".join(words[n:]))
        except TextError as e:
            wrong = wrong or e
    raise wrong or TextError(f"say who holds what: {text!r}", -1, ["control Gibraltar Axis"])


@holds(r"(.+?) (?:is )?(?:held|controlled) by (?:the )?([\w.]+(?: \w+)?)", "Gibraltar held by Axis")
def _held(before: State, s: State, m: M) -> Found:
    return _control(before, s, m)


@holds(r"(?:basing )?capacity (?:of |at )?(.+?):? (\d+|unlimited|none)", "basing capacity J30 50")
def _capacity(before: State, s: State, m: M) -> Found:
    at = place(s, m[1])
    n = ports.capacity(s, at)
    word = "unlimited" if n >= ports.UNLIMITED else str(n) if n else "none"
    return word == m[2].casefold() or str(n) == m[2], f"capacity of {names(s, at)}: {word}"


@holds(r"(?:room|free capacity) (?:at |in )?(.+?):? (\d+|unlimited)", "room at Gibraltar 2")
def _room(before: State, s: State, m: M) -> Found:
    at = place(s, m[1])
    n = ports.room(s, at)
    word = "unlimited" if n >= ports.UNLIMITED // 2 else str(n)
    return word == m[2].casefold(), f"room at {names(s, at)}: {word}"


@holds(r"(.+?) (?:is )?(?:a )?naval base|naval base (?:at )?(.+)", "naval base Gibraltar")
def _naval_base(before: State, s: State, m: M) -> Found:
    at = place(s, m[1] or m[2])
    ok = ports.naval_base(s, at)
    return ok, f"{names(s, at)} is {'a' if ok else 'no'} naval base"


@holds(r"(?:a )?port(?: counter)? (?:at|in) (.+?)(?: built by (.+))?", "port at HH40 built by U.S.")
def _port(before: State, s: State, m: M) -> Found:
    at = place(s, m[1])
    here = s.ports.get(at)
    ok = ports.is_port(s, at) and (not m[2] or (here is not None and here.builder == nation(m[2])))
    return ok, f"{names(s, at)}: {ports.port_count(s, at)} ports" + (f", built by {here.builder}" if here else "")


@holds(r"(.+?) (?:has )?(\d+) ports?", "J30 1 port")
def _ports(before: State, s: State, m: M) -> Found:
    at = place(s, m[1])
    n = ports.port_count(s, at)
    return n == int(m[2]), f"{names(s, at)} has {n} ports"


@holds(
    r"(?:naval )?fronts? (?:of |at )?(.+?):? ((?:western|eastern|mediterranean|pacific|southeast[- ]asia|none)(?:(?:,| and|, and) ?(?:western|eastern|mediterranean|pacific|southeast[- ]asia))*)",  # noqa: E501
    "front of J30 western, eastern",
)
def _front(before: State, s: State, m: M) -> Found:
    text = m[1]
    try:
        at = place(s, text)
    except TextError:
        at = unit(s, text).base
    found = set(fronts_of(s, at))
    want = set(re.split(r"\s*,\s*(?:and )?|\s+and\s+", m[2].casefold().replace(" asia", "-asia"))) - {"none"}
    return found == want, f"fronts of {names(s, at)}: {', '.join(fronts_of(s, at)) or 'none'}"


@holds(r"(?:seas?|waters?) (?:of |at )?(.+?): (.+)", "seas of Istanbul: Black Sea, Sea of Marmara")
def _seas(before: State, s: State, m: M) -> Found:
    at = place(s, m[1])
    want = {x.strip().casefold() for x in re.split(r",| and ", m[2]) if x.strip()}
    found = seas_of(s, at)
    return {x.casefold() for x in found} == want, f"seas of {names(s, at)}: {', '.join(found)}"


@holds(r"two-front ports? (.+)|(.+?) is a two-front port", "two-front ports J30, Gibraltar, Istanbul")
def _two_front(before: State, s: State, m: M) -> Found:
    if m[2]:
        return two_front(s, place(s, m[2])), ", ".join(fronts_of(s, place(s, m[2])))
    want = {place(s, x) for x in re.split(r"\s*,\s*(?:and )?|\s+and\s+", m[1])}
    found = {p.hex for p in theatre.ports_of(theatre.load(s.board)) if two_front(s, p.hex)}
    return found == want, ", ".join(sorted(found))


@holds(r"supply (?:of |at )?(.+?):? (full|partial|none)", "supply Midway full")
def _supply(before: State, s: State, m: M) -> Found:
    at = place(s, m[1])
    return ports.supply_level(s, at) == m[2].casefold(), f"supply of {names(s, at)}: {ports.supply_level(s, at)}"


@holds(
    r"(?:the )?(?:strait |straits |canal )?(?:of )?(.+?)(?: canal)? (?:is )?(open|closed) to (?:the )?(\w+)",
    "strait Gibraltar open to Allied",
)
def _strait(before: State, s: State, m: M) -> Found:
    board = theatre.load(s.board)
    want = m[1].casefold().removeprefix("of ").replace("-", " ")
    link = next(
        (
            k
            for k in board.links.values()
            if want in (k.id.replace("-", " "), k.title.casefold())
            or want in k.title.casefold()
            or want in k.id.replace("-", " ")
        ),
        None,
    )
    if link is None:
        raise TextError(f"no strait or canal {m[1]!r}", -1, [k.title for k in board.links.values()])
    ok = straits.open_to(s, side(m[3]), link, board)
    return ok == (m[2].casefold() == "open"), f"{link.title} is {'open' if ok else 'closed'} to {side(m[3])}"


# ------------------------------------------------------------------------------------------------ distances and routes
_FOR = r"(?: for (?:the )?(?P<who>[\w.]+(?: [\w.]+)?))?"


def who_of(s: State, text: str | None, units_: tuple[Unit, ...] = ()) -> str:
    return side(text) if text else s.mover


def plan_for(s: State, m: M, activity: str) -> movement.Plan:
    """The plan of a line: an activity from one place (or unit) to another by way of places."""
    start_text, goal = m["start"], place(s, m["goal"])
    ships: tuple[Unit, ...] = ()
    try:
        start = place(s, start_text)
    except TextError:
        u = unit(s, start_text)
        start, ships = u.base, (u,)
    who = who_of(s, m.groupdict().get("who"))
    if not ships:
        from .nations import NATIONS, nation_of

        named = nation_of(m["who"]) if m.groupdict().get("who") else ""
        here = tuple(u for u in s.ships(who) if u.base == start)
        land = named or (
            here[0].nation
            if here
            else next(
                n for n, x in NATIONS.items() if x[0] == who and (s.board == theatre.EUROPE or who == "Allied" or n == "Japan")
            )
        )
        ships = (Unit("-", "-", who, land, "ship", "CA", 2, "fast", start, start),)
    return movement.plot(s, ships[0].side, ships, start, goal, stops(s, m), activity, MISSION_CLAUSE.get(activity, ""))


MISSION_CLAUSE = {"base-change": "21.223", "patrol": "21.412", "transport": "21.432"}
"""The clause that lays the range limits on an activity, cited beside the limit itself."""


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
    from flagplot.boards import BoardError, route

    start, goal = place(s, m["start"]), place(s, m["goal"])
    board = movement.board_for(s, start, goal)
    if board is None:
        return m["n"] == "none", "no board shows both"
    via = [movement.where(s, board, v) for v in stops(s, m)]
    who = side(m["who"]) if m["who"] else ""
    shut = straits.closed(s, who, board) if who else frozenset(k for k, x in board.links.items() if x.kind == "closure")
    try:
        found = route(board, movement.where(s, board, start), movement.where(s, board, goal), via=via, closed=shut)
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
    if m["n"].isdigit():
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
    want = [place(s, h) for h in re.split(r"\s*,\s*|\s+and\s+", m["hex"])]
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
    from .nations import nation_of

    named = nation_of(m["who"]) if m["who"] else ""
    land = (
        here[0].nation if here else named or ("U.S." if who == "Allied" else "Japan" if s.board == theatre.PACIFIC else "Germany")
    )
    x = limits.limits_for(
        s,
        who,
        here[:1] or (Unit("-", "-", who, land, "ship", "CA", 2, "fast", start, start),),
        start,
        goal,
        ACTIVITIES[m["act"].casefold()],
    )
    got = (
        x.total
        if m["which"].casefold() == "total"
        else x.every
        if m["which"].casefold() == "leg"
        else (x.initial if x.initial is not None else x.every)
    )
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
    path = movement.plot(s, s.mover, (), start, goal, (), "base-change").path
    ok = may_meet(s, place(s, m[1]), path, place(s, m[4]) if m[4] else goal)
    return ok, f"fronts of {m[1]}: {', '.join(fronts_of(s, place(s, m[1])))}; track {' '.join(path)}"


# ------------------------------------------------------------------------------------------------------- turn and money
@holds(
    r"(?:the )?phase (?:is )?(movement|combat|redeployment|construction|end)|(movement|combat|redeployment|construction) phase",
    "phase combat",
)
def _phase(before: State, s: State, m: M) -> Found:
    return s.phase == (m[1] or m[2]).casefold(), f"{s.phase} phase, {s.segment}"


@holds(r"(?:the )?segment (?:is )?(.+)", "segment sea transport")
def _segment(before: State, s: State, m: M) -> Found:
    word = m[1].casefold().removesuffix(" segment")
    wanted = SEGMENTS.get(word) or SEGMENTS.get(word.removesuffix("s")) or word
    return s.segment == wanted, f"{s.phase} phase, {s.segment}"


@holds(r"(?:the )?(\w+) player turn", "Allied player turn")
def _mover(before: State, s: State, m: M) -> Found:
    return s.mover == side(m[1]), f"the {s.mover} player turn"


@holds(r"(.+?) (?:is )?operational", "Malta is operational")
def _operational(before: State, s: State, m: M) -> Found:
    at = place(s, m[1])
    ok = ports.operational(s, at)
    return ok, f"{names(s, at)} is {'' if ok else 'not '}operational"


@holds(
    r"(?:the )?turn (?:is )?(spring|summer|fall|winter) (\d{4})(?:,? (\w+)(?: player turn)?)?",
    "turn Spring 1940, Allied player turn",
)
def _turn(before: State, s: State, m: M) -> Found:
    ok = s.season == m[1].capitalize() and s.year == int(m[2]) and (not m[3] or s.mover == side(m[3]))
    return ok, f"{s.season} {s.year}, {s.mover} player turn"


@holds(r"next (?:player )?turn (\w+) (spring|summer|fall|winter) (\d{4})", "next turn Allied Spring 1940")
def _next(before: State, s: State, m: M) -> Found:
    y, season, who = following(s)
    return (season.casefold(), y, who) == (m[2].casefold(), int(m[3]), side(m[1])), f"{who} {season} {y}"


@holds(r"(?:mission )?points (\w+):? (\d+)", "points Axis 4")
def _points(before: State, s: State, m: M) -> Found:
    n = s.points.get(side(m[1]), -1)
    return n == int(m[2]), f"{side(m[1])} has {n} points"


@holds(
    r"charged (\w+) (?:to )?(?:the )?(western|eastern|mediterranean|pacific|southeast-asia)(?: front)?:? (\d+)",
    "charged Allied mediterranean 2",
)
def _charged(before: State, s: State, m: M) -> Found:
    n = s.spent.get(f"{side(m[1])} {m[2].casefold()}", 0)
    return n == int(m[3]), "; ".join(f"{k}: {v}" for k, v in s.spent.items()) or "nothing charged"


@holds(
    r"(?:the )?(.+?) (?:has |have )?(\d+) (brps?|rps?|construction limit)(?: left)?|(?:the )?(.+?)(?:'s)? (brps?|rps?|construction limit):? (\d+)",  # noqa: E501
    "U.S. construction limit 0",
)
def _money(before: State, s: State, m: M) -> Found:
    who, what, n = (m[1], m[3], m[2]) if m[1] else (m[4], m[5], m[6])
    a = s.accounts.get(nation(who))
    if a is None:
        return False, f"{who} has no account"
    w = what.casefold()
    got = a.limit if "limit" in w else a.brp if w.startswith("brp") else (a.rp if a.port_rp < 0 else a.port_rp)
    return got == int(n), f"{a.brp} BRPs, {a.rp} RPs, construction limit {a.limit}"


@holds(r"(?:supply )?zone (.+?) (?:is )?closed(?: to (?:the )?(\w+))?", "zone Z closed to Allied")
def _zone(before: State, s: State, m: M) -> Found:
    key = f"{side(m[2]) if m[2] else s.mover}|{m[1]}"
    return key in s.closed_zones, ", ".join(sorted(s.closed_zones)) or "no zone closed"


@holds(
    r"base change (?:from )?(.+?) to (.+?) (inverts|does not invert)",
    "base change Liverpool to Atlantic U.S. box does not invert",
)
def _inverts(before: State, s: State, m: M) -> Found:
    ok = boxes.inverts(s, place(s, m[1]), place(s, m[2]))
    return ok == (m[3].casefold() == "inverts"), "inverts" if ok else "does not invert"


@holds(r"the position is unchanged|nothing (?:has )?(?:changed|happens|happened)", "the position is unchanged")
def _same(before: State, s: State, m: M) -> Found:
    return before == s, "unchanged" if before == s else "changed"

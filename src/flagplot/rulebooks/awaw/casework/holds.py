"""Lines of what must follow in a case: units, forces, places and ports of the resulting position."""

from __future__ import annotations

import re

from flagplot.table import TextError

from ..map import ports, straits, theatre
from ..map.fronts import fronts_of, seas_of, two_front
from ..state import GONE, State, Unit
from ..state.called import group_of, tf_name
from ..state.nations import side_of
from .lines import holds
from .reading import divided, nation, owner, place, side, unit, units

M = re.Match[str]
Found = tuple[bool, str]


def names(state: State, at: str) -> str:
    """A place by name, with its id behind it."""
    name = theatre.name_of(state, at)
    return f"{name} ({at})" if name != at else at


# ---------------------------------------------------------------------------------------------------------------- units
def status_of(u: Unit) -> str:
    """What a message says of a unit when a line does not hold."""
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
    """Whether one of the words of ``_STATES`` is true of a unit."""
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


def lost_by(s: State, who: str) -> int:
    """Factors of ships that a side (or everybody) has lost so far."""
    ships = (u for u in s.units.values() if u.kind == "ship" and (not who or u.side == who))
    return sum(u.lost or (u.factors if u.status == "sunk" else 0) for u in ships)


@holds(r"(\d+) factors? (?:of (.+?) )?(?:are )?(?:lost|eliminated|sunk)", "6 factors of Allied eliminated")
def _lost(before: State, s: State, m: M) -> Found:
    who = side(m[2]) if m[2] else ""
    n = lost_by(s, who) - lost_by(before, who)
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
    whose = side(m[1]) if m[1] else ""
    out = [f.id for f in s.forces.values() if f.side == (whose or f.side)]
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
    want = set(divided(m[2].casefold().replace(" asia", "-asia"))) - {"none"}
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
    want = {place(s, x) for x in divided(m[1])}
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

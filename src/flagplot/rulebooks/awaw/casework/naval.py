"""Lines of the casebook for interception and combat: battles set up from scratch, dice counts, tables, results."""

from __future__ import annotations

import re
from typing import Any

from flagplot.table import TextError

from ..advice import spec
from ..map import theatre
from ..rules.combat import air, charts, fighting, gunnery
from ..rules.combat.ships import Battle, Cargo, Fleet, Group, damaged
from ..rules.interception import interception
from ..rules.interception.activity import Activity
from ..rules.interception.interception import Attempt
from ..state import State, Unit, replace
from ..state.catalogue import listed
from .lines import given, holds

SIDE = r"(?P<side>Axis|Allied|Allies)"


def side_of(m: re.Match[str]) -> str:
    return "Axis" if m["side"].casefold() == "axis" else "Allied"


def index(b: Battle, side: str) -> int:
    return 0 if b.fleets[0].side == side else 1


def the_battle(s: State) -> Battle:
    if s.battle is None:
        raise TextError("no battle is set up: begin with 'battle at D31, Axis moving'", 0)
    return s.battle  # type: ignore[no-any-return]


def with_fleet(s: State, side: str, fleet: Fleet) -> State:
    b = the_battle(s)
    i = index(b, side)
    return replace(s, battle=replace(b, fleets=(fleet, b.fleets[1]) if i == 0 else (b.fleets[0], fleet)))


# ------------------------------------------------------------------------------------------------------------- position
@given(rf"(?:a )?battle(?: (?:at|in) (?P<hex>\S+?))?,? {SIDE} moving(?P<held>, held)?", "battle at D31, Axis moving")
def _battle(s: State, m: re.Match[str]) -> State:
    side = side_of(m)
    other = "Allied" if side == "Axis" else "Axis"
    at = theatre.place_id(s, m["hex"]) if m["hex"] else ""
    marks = ("held",) if m["held"] else ()
    return replace(s, battle=Battle((Fleet(side, ()), Fleet(other, (), interceptor=True)), s.rulings, at, used=marks))


@given(rf"{SIDE} group(?: (?P<number>[1-6]))?: (?P<what>.+)", "Axis group 1: Germany BC 3 fast, DD 4 with 2 cargo")
def _group(s: State, m: re.Match[str]) -> State:
    side = side_of(m)
    b = the_battle(s)
    fleet = b.fleets[index(b, side)]
    g, nations = spec.group_in(s.rulings, m["what"], "Germany" if side == "Axis" else "Britain", s)
    units = dict(s.units)
    ships = []
    for x, nation in zip(g.ships, nations, strict=True):
        id = x.id or free_id(units, side, nation, x.type)
        if id not in units:
            known = listed(id)
            units[id] = Unit(
                id=id,
                name=known.name if known else id,
                side=side,
                nation=nation or "Britain",
                kind="ship",
                type=x.type,
                factors=x.size,
                speed="fast" if x.fast else "slow",
                hits=x.hits,
                damaged=damaged(s.rulings, x),
            )
        ships.append(replace(x, id=id))
    cargo: list[Cargo] = []
    for c in g.cargo:
        id = free_id(units, side, nation, "INF")
        units[id] = Unit(id=id, name=id, side=side, nation=nation or "Britain", kind="ground", type="INF", factors=c.factors)
        cargo.append(replace(c, id=id))
    new = Group(
        tuple(ships),
        int(m["number"] or g.number or 0),
        f"{side[:2]}{len(fleet.groups) + 1}",
        tuple(cargo),
        g.hindered,
        g.transports,
    )
    return with_fleet(replace(s, units=units), side, replace(fleet, groups=(*fleet.groups, new)))


def free_id(units: dict[str, Unit], side: str, nation: str, type: str) -> str:
    """``GE-BC-1``: ids for ships that a case makes up."""
    from ..state.nations import NATIONS

    prefix = NATIONS.get(nation, ("", "", side[:2].upper()))[2]
    n = 1
    while f"{prefix}-{type}-{n}" in units:
        n += 1
    return f"{prefix}-{type}-{n}"


@given(rf"{SIDE} (?P<what>air:? (?:search|cover|attack|naval) .+)", "Axis air search 2 cover 1 attack 3")
def _air(s: State, m: re.Match[str]) -> State:
    side = side_of(m)
    b = the_battle(s)
    nation = "Germany" if side == "Axis" else "Britain"
    return with_fleet(s, side, replace(b.fleet(side), air=spec.air_in(s.rulings, m["what"], nation)))


@given(rf"{SIDE} cards (?P<n>\d+)", "Allied cards 1")
def _cards(s: State, m: re.Match[str]) -> State:
    side = side_of(m)
    return with_fleet(s, side, replace(the_battle(s).fleet(side), cards=int(m["n"])))


@given(rf"{SIDE} displaced", "Allied displaced")
def _displaced(s: State, m: re.Match[str]) -> State:
    side = side_of(m)
    return with_fleet(s, side, replace(the_battle(s).fleet(side), whole=True))


@given(
    rf"{SIDE} late group: (?P<what>.+), (?P<away>\d+) hexes away with (?P<dice>\d+) dic?e",
    "Allied late group: CA 2, 5 hexes away with 1 die",
)
def _late(s: State, m: re.Match[str]) -> State:
    side = side_of(m)
    s = _group(s, re.fullmatch(rf"{SIDE} group(?: (?P<number>[1-6]))?: (?P<what>.+)", f"{side} group: {m['what']}"))  # type: ignore[arg-type]
    fleet = the_battle(s).fleet(side)
    last = replace(fleet.groups[-1], away=int(m["away"]), dice=int(m["dice"]))
    return with_fleet(s, side, replace(fleet, groups=(*fleet.groups[:-1], last)))


@given(
    rf"{SIDE} (?:has|have|holds?|is ahead in) (?:the |more )?(?P<kind>strategic|tactical) (?:codebreaking )?(?:advantage|cards?)",
    "Allied has more strategic cards",
)
def _advantage(s: State, m: re.Match[str]) -> State:
    return replace(s, codebreaking={**s.codebreaking, m["kind"].casefold(): side_of(m)})


@given(r"submarines attack", "submarines attack")
def _submarines_attack(s: State, m: re.Match[str]) -> State:
    return replace(s, battle=replace(the_battle(s), used=("submarines",)))


@given(r"round (?P<n>[1-6])", "round 2")
def _round(s: State, m: re.Match[str]) -> State:
    return replace(s, battle=replace(the_battle(s), round=int(m["n"]) - 1))


# ------------------------------------------------------------------------------------------------------ what must follow
def verdict(found: Any, wanted: Any) -> tuple[bool, str]:
    return found == wanted, str(found)


@holds(rf"{SIDE} wins", "Allied wins")
def _wins(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    b = the_battle(s)
    found = b.fleets[b.winner].side if b.over else "nobody yet"
    return verdict(found, side_of(m))


@holds(r"the battle is over", "the battle is over")
def _over(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    b = the_battle(s)
    return b.over, f"round {b.round}{'' if b.over else ', not over'}"


@holds(r"the battle ends in round (?P<n>\d)", "the battle ends in round 2")
def _rounds(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    b = the_battle(s)
    return b.over and b.round == int(m["n"]), f"round {b.round}{'' if b.over else ', not over'}"


@holds(rf"{SIDE} lost (?P<n>\d+|no) (?:naval )?factors?", "Axis lost 5 factors")
def _lost(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    return verdict(the_battle(s).fleet(side_of(m)).lost_all, 0 if m["n"].casefold() == "no" else int(m["n"]))


@holds(rf"{SIDE} lost (?P<n>\d+) cargo", "Axis lost 2 cargo")
def _cargo(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    return verdict(len(the_battle(s).fleet(side_of(m)).cargo_lost), int(m["n"]))


@holds(rf"{SIDE} has (?P<n>\d+) factors damaged", "Allied has 3 factors damaged")
def _hurt(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    return verdict(the_battle(s).fleet(side_of(m)).hurt_all, int(m["n"]))


@holds(r"(?P<id>[A-Z]{2}-\S+) (?:has|takes|took|has taken) (?P<n>\d+) (?:hits?|effects?)", "GE-BC-1 has 2 hits")
def _hits(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    if m["id"] not in s.units:
        raise TextError(f"no unit {m['id']!r}", 0, sorted(s.units)[:5])
    return verdict(s.units[m["id"]].hits, int(m["n"]))


@holds(rf"{SIDE} must withdraw", "Axis must withdraw")
def _must(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    b = the_battle(s)
    found = fighting.must_withdraw(b, index(b, side_of(m)))
    return found, "must withdraw" if found else "may stay"


@holds(rf"{SIDE} speaks first", "Axis speaks first")
def _first(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    b = the_battle(s)
    return verdict(b.fleets[fighting.speaks_first(b)].side, side_of(m))


@holds(rf"{SIDE} searches with (?P<n>\d+) dic?e", "Axis searches with 3 dice")
def _search(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    b = the_battle(s)
    b = replace(b, round=max(1, b.round + ("held" in b.used and b.round > 0)))
    return verdict(air.search_dice(b, index(b, side_of(m))), int(m["n"]))


@holds(rf"{SIDE} air defence level (?P<n>\d+)", "Allied air defence level 2")
def _defence(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    b = the_battle(s)
    return verdict(air.air_defence_level(b, index(b, side_of(m)), 0), int(m["n"]))


@holds(rf"{SIDE} line: (?P<heavy>.*?) / (?P<light>.*?) / (?P<screened>.*)", "Axis line: GE-BC-1 / GE-DD-1 / GE-TR-1")
def _line(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    b = the_battle(s)
    group = b.fleet(side_of(m)).groups[0]
    line = gunnery.lines(s.rulings, group)
    found = " / ".join(", ".join(group.ships[i].id for i in part) or "none" for part in (line.heavy, line.light, line.screened))
    parts = [[x.strip() for x in part.split(",")] for part in found.split(" / ")]
    wanted = [[x.strip() for x in m[k].split(",")] for k in ("heavy", "light", "screened")]
    fighting = {x.id for x in group.ships} | {"none", ""}
    strangers = [x for part in wanted for x in part if x not in fighting]
    if strangers:
        raise TextError(f"{strangers[0]!r} is no ship of the line", -1, sorted(fighting - {"none", ""}))
    ranked, others = parts[0] == wanted[0], all(sorted(a) == sorted(b) for a, b in zip(parts[1:], wanted[1:], strict=True))
    return ranked and others, found


@holds(r"groups? (?P<a>\d) fights group (?P<b>\d)", "group 1 fights group 2")
def _pairs(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    b = the_battle(s)
    b = replace(b, round=max(1, b.round + ("held" in b.used and b.round > 0)))
    found = [(b.fleets[0].groups[i].number, b.fleets[1].groups[k].number) for i, k in fighting.pairs(b)]
    return (int(m["a"]), int(m["b"])) in found, ", ".join(f"{x} fights {y}" for x, y in found) or "nobody fights"


# ------------------------------------------------------------------------------------------------------- dice and tables
PARTS = {
    "spotting": "spotters",
    "cards": "cards",
    "slow": "slow",
    "submarines": "submarines",
    "closed port": "closed_port",
    "small target": "small",
    "mission hex": "mission_hex",
    "interception hex": "in_hex",
}
MISSION_WORDS = {
    "base change": "base-change",
    "naval redeployment": "redeploy",
    "patrol en route": "patrol",
    "seaborne invasion": "invade",
    "shore bombardment": "bombard",
    "displaced unit": "displaced",
    "unit returning to base": "return",
    "carrier": "carrier",
    "carrier on mission": "carrier",
    "convoy route": "convoy",
    "patrol that stays in its patrol hex": "patrol-stays",
    "sea transport": "transport",
    "transport": "transport",
    "patrol": "patrol",
    "patrol that stays": "patrol-stays",
    "staying patrol": "patrol-stays",
    "redeployment": "redeploy",
    "nr": "redeploy",
    "sea supply": "supply",
    "sea escort": "escort",
    "invasion": "invade",
    "bombardment": "bombard",
    "raider": "raid",
    "displaced ships": "displaced",
    "return": "return",
    "carrier mission": "carrier",
    "convoy": "convoy",
}


def bare(words: str) -> str:
    """Mission words without the ``s`` at their ends: one ship or many, ``stays`` or ``stay``."""
    return " ".join(w.rstrip("s") for w in words.split())


BARE_WORDS = {bare(k): v for k, v in MISSION_WORDS.items()}


@holds(
    r"(?P<counter>counter-)?interception of (?P<what>[a-z .]+?)(?: from (?P<from>port|patrol))?"
    r"(?: at (?:a )?(?:distance )?(?:of )?(?P<d>\d+)(?: hex(?:es)?)?)?(?: from (?P<from2>port|patrol))?"
    r"(?: with (?P<mods>.+?))? rolls (?P<n>\d+) dic?e",
    "interception of sea transport with spotting 2, slow rolls 5 dice",
)
def _dice(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    a = attempt_in(m)
    count = interception.dice_for(s.rulings, a)
    return count.dice == int(m["n"]), f"{count.dice} ({', '.join(f'{k} {v:+d}' for k, v in count.parts)})"


IN_OTHER_WORDS = {
    r"slow ships?": "slow",
    r"(\d+) (?:spotters?|search squadrons?|spotting)": r"spotting \1",
    r"(?:strategic )?cards?(?: ahead)?": "cards",
    r"(?:closed|non-operational) (?:base|port)": "closed port", r"(?:small|target under ten)(?: factors)?": "small target",
    r"submarine": "submarines",
}


def modifier(text: str) -> str:
    """A modifier of interception dice as :data:`PARTS` has it: ``a slow ship``, ``2 spotters``."""
    word = re.sub(r"^(?:an?|the) ", "", text.strip().casefold())
    for pattern, usual in IN_OTHER_WORDS.items():
        if re.fullmatch(pattern, word):
            return re.sub(pattern, usual, word)
    return word


def attempt_in(m: re.Match[str]) -> Attempt:
    word = re.sub(r"^(?:an?|the) ", "", m["what"].strip().casefold())
    kind = BARE_WORDS.get(bare(word), word.replace(" ", "-"))
    if kind not in interception.BASE:
        raise TextError(f"no mission {m['what']!r}", 0, sorted(MISSION_WORDS))
    fields: dict[str, Any] = {}
    for part in (modifier(x) for x in re.split(r",| and ", m["mods"] or "")):
        found = re.fullmatch(r"(.+?)(?: (\d+))?", part) if part else None
        if found is None:
            continue
        if found[1] not in PARTS:
            raise TextError(f"no modifier {found[1]!r}", 0, sorted(PARTS))
        field = PARTS[found[1]]
        fields[field] = int(found[2] or 1) if field in ("spotters", "cards") else True
    if m["counter"] and m["d"] == "0":
        fields["in_hex"] = True
    return Attempt(kind, int(m["d"] or 1), counter=(m["from"] or m["from2"] or "port") if m["counter"] else "", **fields)


@holds(r"(?P<n>\d+) dic?e reach(?:es)? (?P<d>\d+) hex(?:es)? with (?P<p>\d+(?:\.\d+)?) ?%", "4 dice reach 10 hexes with 90 %")
def _reach(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    from ..rules.combat.dice import Reach

    outcomes, every = Reach(int(m["n"]), int(m["d"])).outcomes()
    found = 100 * sum(w for v, w in outcomes if v) / every
    digits = len(m["p"].partition(".")[2])
    return round(found, digits) == float(m["p"]), f"{found:.2f} %"


@holds(
    r"(?P<n>\d+) (?:fleet )?factors?(?: (?:with )?(?P<drm>[+-]\d+))? on (?P<roll>\d+) scores? (?P<e>\d+)",
    "7 fleet factors -1 on 8 score 2",
)
def _fleet(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    return verdict(charts.fleet_column(s.rulings, int(m["n"]), int(m["drm"] or 0))[roll(m)], int(m["e"]))


@holds(
    r"(?P<n>\d+) (?:air )?squadrons?(?: (?:with )?(?P<drm>[+-]\d+))? on (?P<roll>\d+) scores? (?P<e>\d+)",
    "4 squadrons +1 on 8 score 3",
)
def _squadrons(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    return verdict(charts.air_column(s.rulings, int(m["n"]), int(m["drm"] or 0))[roll(m)], int(m["e"]))


@holds(
    r"air combat (?:of )?(?P<n>\d+)(?: squadrons?)?(?: (?P<drm>[+-]\d+))? on (?P<roll>\d+): (?P<e>\d+/\d+)",
    "air combat 5 on 7: 2/3",
)
def _air_combat(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    a, b = charts.air_combat_column(s.rulings, int(m["n"]), int(m["drm"] or 0))[roll(m)]
    return verdict(f"{a}/{b}", m["e"])


@holds(r"air defence (?:level )?(?P<n>\d+) on (?P<roll>\d+): (?P<e>\d+/\d+)", "air defence 3 on 9: 1/2")
def _air_defence(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    a, b = charts.air_defence_column(s.rulings, int(m["n"]))[roll(m)]
    return verdict(f"{a}/{b}", m["e"])


@holds(r"submarine attack(?: (?P<drm>[+-]\d+))? on (?P<roll>\d+)(?:: | scores? )(?P<e>lost|\d+)", "submarine attack on 9: 3")
def _submarine(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    found = charts.submarine_column(s.rulings, int(m["drm"] or 0))[roll(m)]
    return verdict("lost" if found < 0 else str(found), m["e"].casefold())


def roll(m: re.Match[str]) -> int:
    n = int(m["roll"])
    if not 2 <= n <= 12:
        raise TextError("two dice show 2 to 12", 0)
    return n - 2


@holds(r"(?P<id>[A-Z]{2}-\S+) can intercept (?P<what>[a-z-]+) at (?P<hex>\S+)", "UK-BC-Hood can intercept transport at B31")
def _can(before: State, s: State, m: re.Match[str]) -> tuple[bool, str]:
    u = s.units.get(m["id"])
    if u is None:
        raise TextError(f"no unit {m['id']!r}", 0, sorted(s.units)[:5])
    hex_id = theatre.place_id(s, m["hex"])
    a = Activity(m["what"], s.enemy(u.side), (), (hex_id,), "", (hex_id,))
    from ..rules.interception import watch

    found = watch.opportunities(s, u.side, a)
    able = any(u in watch.posts(s, u.side, a, False)[p] for p in found)
    return able, "it can" if able else "it cannot"



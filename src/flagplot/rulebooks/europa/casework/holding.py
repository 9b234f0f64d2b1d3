"""The casebook's own lines about a position: what holds, and what was found instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction

import msgspec

from flagplot.rulebooks.europa.casework import plain_facts
from flagplot.rulebooks.europa.map import chart
from flagplot.rulebooks.europa.nouns import knows, place
from flagplot.rulebooks.europa.orders import Land, Load, Move, Transfer, Work
from flagplot.rulebooks.europa.rules import legality, reading, search
from flagplot.rulebooks.europa.rules.chapters import later, stamp
from flagplot.rulebooks.europa.rules.combat import gunnery, zones
from flagplot.rulebooks.europa.rules.movement import costs, journey, waters
from flagplot.rulebooks.europa.state import Campaign, Group, calendar
from flagplot.table import TextError
from flagplot.table.phrase import Phrase

Test = Callable[[Campaign, Campaign, re.Match[str]], tuple[bool, str]]


def holds(before: Campaign, state: Campaign, line: str) -> tuple[bool, str]:
    """Whether a line of a case's *then* holds, with what was found. Raises :class:`TextError`."""
    try:
        return _test(before, state, line)
    except TextError as problem:
        plain = plain_facts.lines(line)
        if not plain:
            raise
        try:
            found = [_test(before, state, each) for each in plain]
        except TextError:
            raise problem from None
        return all(ok for ok, _ in found), "; ".join(what for ok, what in found if not ok)


def _test(before: Campaign, state: Campaign, line: str) -> tuple[bool, str]:
    """Whether a line in the casebook's own words holds."""
    said = " ".join(line.split())
    for pattern, test in _HOLDS:
        m = pattern.fullmatch(said)
        if m:
            try:
                return test(before, state, m)
            except KeyError as e:
                raise TextError(f"there is no {e.args[0]!r} here", 0) from None
            except ValueError as e:
                if isinstance(e, TextError):
                    raise
                raise TextError(f"{line!r}: {e}", 0) from None
    raise TextError(f"the line {line!r} is not understood", 0, GRAMMAR)


def _group(s: Campaign, id: str) -> Group:
    if id in s.groups:
        return s.groups[id]
    found = s.group_of(id)
    if found is None:
        raise KeyError(f"group {id}")
    return found


def _known(before: Campaign, state: Campaign, names: Iterable[str]) -> None:
    """Raise ``KeyError`` for a name that is or was nothing of the position."""
    for name in names:
        if not knows(state, name) and not knows(before, name):
            raise KeyError(name)


def _same(found: object, wanted: object) -> tuple[bool, str]:
    return found == wanted, str(found)


def _at(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    if m["id"] in s.cargo and m["place"] in s.units:
        return _same(s.cargo[m["id"]].aboard, m["place"])
    g = _group(s, m["id"])
    want = m["place"]
    if chart.is_side(want):
        one, two = chart.banks(want)
        return _same(g.river, chart.side_id(place(s, one), place(s, two)))
    return _same(g.hex, place(s, want))


def _where(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    g = _group(s, m["id"])
    return _same(g.where, {"at sea": "sea", "in port": "port", "on a river": "riverine"}[m["where"]])


def _gone(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    id = m["id"]
    if id in s.units:
        u = s.units[id]
        gone, found = u.lost or u.away, "sunk" if u.lost else "away" if u.away else f"strength {u.strength}"
    else:
        if id not in s.groups and id not in b.groups:
            raise KeyError(id)
        gone, found = id not in s.groups, f"{id} at {s.groups[id].hex}" if id in s.groups else "gone"
    return gone == (not _no(m)), found


def _no(m: re.Match[str]) -> bool:
    """Whether a fact is asked for the other way round."""
    return bool(m["no"] or m["still"])


def _sunk(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    u = s.units[m["id"]]
    return u.lost == (not _no(m)), "sunk" if u.lost else f"strength {u.strength}"


def _number(read: Callable[[Campaign, Group], int]) -> Test:
    def test(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
        return _same(read(s, _group(s, m["id"])), int(m["n"]))

    return test


def _flag(read: Callable[[Campaign, Group], bool]) -> Test:
    def test(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
        is_so = read(s, _group(s, m["id"]))
        return is_so == (not m["no"]), "yes" if is_so else "no"

    return test


def _kind(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    return _same(s.kind(_group(s, m["id"])), m["kind"])


def _members(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    found = sorted(_group(s, m["id"]).members)
    wanted = sorted(m["units"].replace(",", " ").replace(" and ", " ").split())
    _known(b, s, wanted)
    return found == wanted, " ".join(found)


def _includes(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    id = m["id"] or m["whole"]
    if id not in s.groups:
        raise TextError(f"there is no group {id!r}", 0, sorted(s.groups))
    found = s.groups[id].members
    _known(b, s, [m["unit"] or m["part"]])
    return (m["unit"] or m["part"]) in found, " ".join(found)


def _count(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    hex = place(s, m["hex"])
    where = {"at sea": ("sea",), "in port": ("port",), None: ("sea", "port", "riverine")}[m["where"]]
    found = [g.id for g in s.groups.values() if g.hex == hex and g.where in where and (not m["side"] or g.side == m["side"])]
    return len(found) == int(m["n"]), f"{len(found)} ({' '.join(sorted(found)) or 'none'})"


def _strength(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    u = s.units[m["id"]]
    found = 0 if u.lost else getattr(u, {"hit": "hits"}.get(m["what"], m["what"]))
    return _same(found, int(m["n"]))


def _search_modifier(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    g = _group(s, m["id"])
    if not g.moved and not g.spent:
        g = msgspec.structs.replace(g, moved=True)
    means = search.means(s, g, True)
    using = (m["using"] or "").split()
    air = [s.air[a] for a in means.air if not using or a in using or s.air[a].base in using]
    parts = search.modifiers(s, g, air, means)
    total = search.total(parts)
    return total == int(m["n"]), f"{total:+} ({', '.join(f'{k} {v:+}' for k, v in parts) or 'nothing'})"


def _search_part(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    g = _group(s, m["id"])
    means = search.means(s, g, True)
    parts = dict(search.modifiers(s, g, [s.air[a] for a in means.air], means))
    rows = [row for row, _ in s.rulings.table(search.MODIFIERS).rows]
    if m["row"] not in rows:
        raise TextError(f"there is no search modifier {m['row']!r}", 0, rows)
    return _same(int(parts.get(m["row"], 0)), int(m["n"]))


def _cost(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    order = reading.read(m["order"], s, s.phasing)
    if isinstance(order, Move):
        trip = journey.plot(s, s.groups[order.group], order.path)
        return trip.refusal is None and trip.mps == int(m["n"]), str(trip.mps) + (
            f", refused {trip.refusal.clause}" if trip.refusal else "")
    charge: costs.Charge | object
    if isinstance(order, Work):
        group, units = legality.worker(s, order)
        assert group is not None
        charge = costs.activity(s, group, costs.plain_row(order.activity), units)
    elif isinstance(order, (Load, Land)):
        cargo = s.cargo[order.cargo]
        unit = s.units[order.unit if isinstance(order, Load) else cargo.aboard]
        home = s.group_of(unit.id)
        assert home is not None
        charge = costs.landing(s, home, cargo, unit, order.at)
    elif isinstance(order, Transfer):
        cargo = s.cargo[order.cargo]
        home = s.group_of(cargo.aboard)
        assert home is not None
        charge = costs.transfer(s, home, s.units[cargo.aboard], s.units[order.unit])
    else:
        raise TextError(f"{m['order']!r} has no price", 0)
    if isinstance(charge, costs.Charge):
        return charge.mps == int(m["n"]), f"{charge.mps} (row {charge.row})"
    return m["n"] == "-", f"refused {getattr(charge, 'clause', '')}"


def _cargo_at(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    c = s.cargo[m["id"]]
    ashore = c.place if c.place in ("", "lost", "laid") else f"ashore at {c.place}"
    found = f"on {c.aboard}" if c.aboard else ashore or "nowhere"
    want = m["where"]
    if want.startswith("ashore at "):
        want = f"ashore at {place(s, want[10:])}"
    elif want.startswith("on "):
        _known(b, s, [want[3:]])
    return found == want, found


def _zone_covers(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    hex = place(s, m["hex"])
    night = bool(m["night"])
    if m["id"] in s.groups:
        zone = zones.combat_zone(s, s.groups[m["id"]], night)
    else:
        zone = zones.defence_zone(s.defences[place(s, m["id"])], night)
    return (hex in zone) == (not m["no"]), " ".join(zone) or "no zone"


def _gunnery(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    night = bool(m["night"] or m["dark"])
    if m["id"] in s.units:
        found = gunnery.ship_gunnery(s, s.units[m["id"]], night)
    else:
        d = s.defences[place(s, m["id"])]
        found = gunnery.defence_gunnery(s, d, place(s, m["at"]) if m["at"] else d.hex, night)
    return _same(found, Fraction(m["n"]))


def _table(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    cell = s.rulings.table(m["table"]).cell(m["row"].strip('"'), m["column"].strip('"'))
    wanted = m["n"].strip('"').removeprefix("x")
    return str(cell) == {"barred": "-"}.get(wanted, wanted), str(cell)


def _table_rows(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    return _same(len(s.rulings.table(m["table"]).rows), int(m["n"]))


def _search_result(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    return _same(gunnery.search_roll(s.rulings, 0).at(sum(int(n) for n in re.findall(r"[+-]?\d+", m["n"]))), m["result"])


def _blockaded(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    id = m["id"]
    hex = s.groups[id].hex if id in s.groups else place(s, id)
    found = zones.is_blockaded(s, hex) and (id not in s.groups or s.groups[id].where == "port")
    return found == (not m["no"]), "blockaded" if found else "open"


def _terrain(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    found = s.ground(place(s, m["hex"]))
    return (found == m["kind"].replace("all-", "")) == (not m["no"]), found


def _sea_distance(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    return _same(waters.sea_distance(s, place(s, m["a"]), place(s, m["b"]), 60), int(m["n"]))


def _air(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    a = s.air[m["id"]]
    found = a.marker or "ready"
    return found == m["what"], found


def _may_search(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    g = _group(s, m["group"])
    _known(b, s, [m["id"]])
    means = search.means(s, g, True)
    able = [*means.air, *means.groups, *{s.air[a].base for a in means.air}]
    return (m["id"] in able) == (not m["no"]), " ".join(able) or "nothing can"


def _score(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    found = s.scores.get(m["side"], 0)
    return abs(found - float(m["n"])) < 1e-9, f"{found:g}"


def _clock(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    return s.step == int(m["n"]), f"step {s.step}"


def _turn_of(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    return s.phasing == m["side"], f"{s.phasing or 'nobody'} player-turn"


def _segment(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    return s.segment == {"movement": "move", "reaction": "reaction"}[m["what"]], s.segment


def _mines(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    return _same(s.mines.get(place(s, m["hex"]), ("", 0))[1], int(m["n"]))


def _level(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    return _same(s.interdiction.get(place(s, m["hex"]), ("", 0))[1], int(m["n"]))


def _coast_hits(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    return _same(s.defences[place(s, m["hex"])].hits, int(m["n"]))


def _told(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    g = _group(s, m["id"])
    return g.told == (int(m["tfs"]), int(m["n"])), f"{g.told[0]} TFs, {g.told[1]} transports"


def _sight(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    known = m["id"] in s.groups or m["id"] in s.units
    return known == (not m["no"]), "known" if known else "unknown"


def _passage(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    return _same(waters.passage(s), m["side"])


def _version(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    if m["later"]:
        return _same(later(m["chapter"], m["later"]), m["chapter"])
    return _same(stamp(m["chapter"]), m["stamp"])


def _amphibious(b: Campaign, s: Campaign, m: re.Match[str]) -> tuple[bool, str]:
    c = s.cargo[m["id"]]
    found = costs.is_amphibious(c, s.units[c.aboard])
    return found == (not m["no"]), "amphibious" if found else "not amphibious"


_ID = r"(?P<id>[\w.-]+)"
_IS = r" (?:is|was|has been) (?P<no>not )?"


def _re(pattern: str) -> Phrase:
    return Phrase(pattern)


_HOLDS: tuple[tuple[Phrase, Test], ...] = (
    (_re(r"chapter (?P<chapter>\d+) is (?:later than chapter (?P<later>\d+)|version (?P<stamp>\S+))"), _version),
    (_re(_ID + r" (?:is )?(?P<where>at sea|in port|on a river)"), _where),
    (_re(_ID + r" (?:is )?(?:at|on) (?P<place>\S+)"), _at),
    (_re(_ID + r" (?:(?:is )?(?P<no>not )?(?:gone|lost)|(?P<still>exists))"), _gone),
    (_re(_ID + r" (?:(?:is )?(?P<no>not )?sunk|(?P<still>(?:is )?afloat))"), _sunk),
    (_re(_ID + r" (?:has )?(?P<no>not )?moved"), _flag(lambda s, g: g.moved)),
    (_re(_ID + r" came from (?P<place>\S+)"), lambda b, s, m: _same(_group(s, m["id"]).came_from, place(s, m["place"]))),
    (_re(r"turn (?P<turn>[A-Z][a-z]+\.? \S+ \d+)"), lambda b, s, m: _same(s.turn, calendar.turn(m["turn"]))),
    (_re(_ID + r" (?:has )?spent (?P<n>\d+)(?: MPs?)?"), _number(lambda s, g: g.spent)),
    (_re(_ID + r" has (?P<n>\d+)(?: MPs?)? left"), _number(lambda s, g: costs.left(s, g))),
    (_re(_ID + r" (?:has )?spent (?P<n>\d+) night MPs this phase"), _number(lambda s, g: g.night_spent)),
    (_re(_ID + r" night block (?P<n>\d+)"), _number(lambda s, g: g.night_block)),
    (_re(_ID + r" step marker -?(?P<n>\d+)"), _number(lambda s, g: g.marker)),
    (_re(_ID + r" has paid (?P<n>\d+)(?: MPs?)?"), _number(lambda s, g: g.paid)),
    (_re(_ID + _IS + "found"), _flag(lambda s, g: g.found)),
    (_re(_ID + _IS + "activated"), _flag(lambda s, g: g.activated)),
    (_re(_ID + _IS + "in reserve"), _flag(lambda s, g: g.reserve)),
    (_re(_ID + _IS + "(?:screened|sheltered|in protected waters)"), _flag(lambda s, g: g.screened)),
    (_re(_ID + _IS + "counted as moved"), _flag(lambda s, g: g.idle)),
    (_re(_ID + _IS + "blockaded"), _blockaded),
    (_re(_ID + _IS + "amphibious"), _amphibious),
    (_re(_ID + r" is (?:a |an )?(?P<kind>combat|cargo|mixed|submarine|flotilla)(?: group)?"), _kind),
    (_re(_ID + r" holds (?P<units>.+)"), _members),
    (_re(_ID + r" has a step marker"), lambda b, s, m: (_group(s, m["id"]).marker > 0, str(_group(s, m["id"]).marker))),
    (_re(r"(?P<unit>[\w.-]+) (?:is )?in (?P<id>[\w.-]+)|(?P<whole>[\w.-]+) includes (?P<part>[\w.-]+)"), _includes),
    (_re(r"(?P<n>\d+) (?:(?P<side>Allied|Axis) )?groups? (?:(?P<where>at sea|in port) )?at (?P<hex>\S+)"), _count),
    (_re(_ID + r" (?:has )?(?P<what>strength|hits) (?P<n>\d+)"), _strength),
    (_re(_ID + r" has (?P<n>\d+) (?P<what>hit)s?"), _strength),
    (_re(r"search modifier (?:for|against) " + _ID + r"(?: by (?P<using>.+?))? (?:is )?(?P<n>[+-]?\d+)"), _search_modifier),
    (_re(r"search modifier (?P<row>[a-z-]+) (?:for|against) " + _ID + r" (?:is )?(?P<n>[+-]?\d+)"), _search_part),
    (_re(r"search total (?P<n>-?\d+(?: ?[+-] ?\d+)*) (?:is|gives) (?P<result>D|F\*|F|S\*|S)"), _search_result),
    (_re(r"cost (?P<n>\d+|-): (?P<order>.+)"), _cost),
    (_re(r"cargo " + _ID + r" (?:is )?(?P<where>on \S+|ashore at \S+|lost|laid)"), _cargo_at),
    (_re(r"combat zone of (?P<id>\S+)(?P<night> (?:by|at) night)? (?P<no>does not cover|misses)? ?(?:covers )?(?P<hex>\S+)"),
     _zone_covers),
    (_re(r"gunnery of (?P<id>\S+)(?P<dark> (?:by|at) night)?(?: at (?P<at>\d\S+))?(?P<night> (?:by|at) night)? "
         r"is (?P<n>[\d/.]+)"), _gunnery),
    (_re(r"table (?P<table>[\w.-]+) has (?P<n>\d+) rows"), _table_rows),
    (_re(r"table (?P<table>[\w.-]+) row (?P<row>\"[^\"]*\"|\S+) (?P<column>\"[^\"]*\"|\S+) is (?P<n>.+)"), _table),
    (_re(rf"(?:hex )?(?P<hex>{chart.HEX}) is (?P<no>not )?(?P<kind>all-sea|sea|coastal|land|restricted|river|lake)"),
     _terrain),
    (_re(r"sea distance (?P<a>\S+) (?P<b>\S+) is (?P<n>\d+)"), _sea_distance),
    (_re(r"air " + _ID + r" (?:is )?(?P<what>X|Inop|ready)"), _air),
    (_re(_ID + r" (?P<no>cannot)?(?:can)? search for (?P<group>\S+)"), _may_search),
    (_re(r"score (?P<side>Allied|Axis) (?P<n>-?[\d.]+)"), _score),
    (_re(r"step (?P<n>\d+)"), _clock),
    (_re(r"(?P<side>Allied|Axis) player-turn"), _turn_of),
    (_re(r"(?P<what>movement|reaction) segment"), _segment),
    (_re(r"mines at (?P<hex>\S+) (?P<n>\d+)"), _mines),
    (_re(r"interdiction at (?P<hex>\S+) (?P<n>\d+)"), _level),
    (_re(r"coast defence (?P<hex>\S+) has (?P<n>\d+) hits?"), _coast_hits),
    (_re(r"enemy knows (?P<tfs>\d+) TFs?,? (?P<n>\d+) transports? of " + _ID), _told),
    (_re(r"sees (?P<no>no )?" + _ID), _sight),
    (_re(r"passage at Gibraltar (?P<side>Allied|Axis)"), _passage),
)


GRAMMAR = (
    "A at 33:1204", "A at sea", "A in port", "A is gone", "TF-1 sunk", "A spent 5 MPs", "A has 9 MPs left",
    "A spent 5 night MPs this phase", "A night block 2", "A step marker 1", "A has paid 15 MPs", "A is found", "A is not found",
    "A is activated", "A is in reserve", "A is screened", "A is counted as moved", "Bari is blockaded", "INF-1 is amphibious",
    "A is mixed", "A holds TF-1 NT-1", "2 Allied groups at sea at 33:1204", "TF-1 strength 4", "TF-1 hits 2",
    "search modifier for A is +3", "search modifier for A by Elmas is +2", "search modifier tf-size for A is +3",
    "search total 14 is S*", "cost 45: disembark INF-1 at beach", "cost -: disembark INF-1 at beach", "cargo INF-1 on NT-1",
    "cargo INF-1 ashore at 33:1204", "combat zone of A covers 33:1204", "combat zone of A by night misses 33:1204",
    "gunnery of TF-1 by night is 3", "gunnery of 33:1204 at 33:1205 is 2", "table europa.mp-cost has 29 rows",
    "table europa.mp-cost row 6 TF is 5", "33:1204 is coastal", "sea distance 33:1204 33:1208 is 4", "air A-1 is Inop",
    "R can search for A", "R cannot search for A", "score Allied 4", "step 2", "Axis player-turn", "reaction segment",
    "mines at 33:1204 1", "interdiction at 33:1204 1", "coast defence 33:1204 has 2 hits",
    "enemy knows 2 TFs, 5 transports of A", "sees TF-1", "sees no TF-1", "passage at Gibraltar Axis",
    "chapter 32 is later than chapter 36", "chapter 36 is version 11.03.06",
)

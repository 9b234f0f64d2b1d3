"""Which ships may, and must, engage a raider group (21.5342): where they lie, in what state, and which dice they answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from flagplot.table import Refusal, Remedy, clause, facts
from flagplot.table.latest import latest

from ...map import theatre
from ...map.fronts import fronts_of
from ...map.ports import friendly, is_port, operational
from ...map.theatre import ATLANTIC_SW, INDIAN_SW, PACIFIC_SW
from ...state import CAPITAL, FAST_CARRIERS, State, Unit
from ...state.nations import at_war
from ...state.raids import Raid
from ..range.limits import in_hawaii
from . import convoys, raider_table, rest

BOXES = {
    ATLANTIC_SW: (theatre.ATLANTIC_US,),
    INDIAN_SW: (theatre.INDIA, theatre.AUSTRALIA, theatre.SOUTH_AFRICA),
    PACIFIC_SW: (theatre.PACIFIC_US, theatre.AUSTRALIA),
}
"""The mapboard boxes from which ships engage raiders in an SW box."""
TYPES = CAPITAL | FAST_CARRIERS | {"CA", "DD"}


@clause("21.14D", "21.15D", "21.16#3", "21.17#3", "21.18C", "21.5342G")
def lies_well(s: State, u: Unit, box: str) -> bool:
    """Whether ships of a base may engage raiders in an SW box: those of the box itself, of the mapboard boxes on its ocean, and,
    as HR-5342G has it, of friendly ports of the western front for the Atlantic, of the Hawaiian Islands for the Pacific."""
    if u.base == box or u.base in BOXES[box]:
        return True
    if theatre.is_box(u.base) or s.rulings.switch("HR-5342G") == "boxes":
        return False
    if box == ATLANTIC_SW:
        return friendly(s, u.side, u.base) and is_port(s, u.base) and "western" in fronts_of(s, u.base)
    return box == PACIFIC_SW and in_hawaii(s, u.base) and is_port(s, u.base)


@clause("21.5342G#2")
def ready(s: State, u: Unit) -> bool:
    """Whether a ship can engage: uninverted and undamaged, with nothing else done this turn, in a port that is operational."""
    at_rest = u.present and not (u.force or u.inverted or u.damaged or u.frozen or u.status or u.supply != "full")
    busy = u.used and not theatre.is_sw_box(u.base)
    return at_rest and not busy and u.placed != s.player_turn and (theatre.is_box(u.base) or operational(s, u.base))


@clause("21.5342B", "21.5342-T.type.fast")
def fast_enough(s: State, u: Unit, raid: Raid) -> bool:
    """Fast ships only; in the second engagement slow ones as well, against a group with damaged ships. The earlier edition lets
    slow ships into the first."""
    if u.fast:
        return True
    return raid.hurt if raid.second else s.rulings.edition == "earlier"


@clause("21.5342C#2")
def operational_carrier(s: State, u: Unit) -> bool:
    """A carrier that is undamaged and has squadrons aboard, where a position counts the squadrons of its side's carriers."""
    counted = any(n.aboard and n.side == u.side for n in s.units.values())
    return not u.damaged and (not counted or any(n.aboard == u.id and n.present and n.factors for n in s.units.values()))


def why_not(s: State, u: Unit, raid: Raid) -> str:
    """The clause that keeps a ship from engaging a group; empty when nothing does."""
    peace = not at_war(s, u.nation, raid.nation)
    if peace and (u.nation, raid.nation) == ("U.S.", "Germany"):
        return "21.14E"
    if peace or u.type not in TYPES or u.kind != "ship" or not lies_well(s, u, raid.box):
        return "21.5342G"
    if not ready(s, u):
        return "21.5342G#2"
    if not fast_enough(s, u, raid) or (convoys.escorts(s, u) and not (raid.second and raid.hurt)):
        return "21.5342B"
    return "21.5342C#2" if u.type in FAST_CARRIERS and not operational_carrier(s, u) else ""


@latest
def eligible(s: State, side: str, raid: Raid) -> tuple[Unit, ...]:
    """Every ship of a side that may engage a group now, those already sent against others left out."""
    mine = (u for u in s.units.values() if u.side == side and u.kind == "ship" and not barred(s, u, raid))
    return tuple(u for u in mine if not why_not(s, u, raid))


def barred(s: State, u: Unit, raid: Raid) -> bool:
    """True for a ship that was sent against raiders before: it meets no group again but the one it stays with, unless
    HR-538A-other sends it against another in the second engagement."""
    met = s.hunters.get(u.id, "")
    again = raid.second and met != raid.id and not u.damaged and s.rulings.switch("HR-538A-other") == "yes"
    return bool(met) and u.id not in raid.stayers and not again


# --------------------------------------------------------------------------------------------- which ships answer which dice
class Piece(msgspec.Struct, frozen=True, cache_hash=True, order=True):
    """What one die sends: a named ship or cruiser, or a destroyer factor. Pieces of a kind are alike."""

    type: str
    factors: int


def pieces(units: Sequence[Unit]) -> Counter[Piece]:
    """Ships as so many pieces of each kind: destroyers by the factor, cruisers by two."""
    out: Counter[Piece] = Counter()
    for u in units:
        each = 1 if u.type == "DD" else 2 if u.type == "CA" else u.factors
        out[Piece(u.type, each)] += max(1, u.factors // each) if u.type in ("DD", "CA") else 1
    return out


NOBODY: Counter[Piece] = Counter()


class Fit(msgspec.Struct, frozen=True):
    """Whether ships answer the dice: empty, or what is wrong: ``carriers``, ``escort``, ``unanswered``, ``lesser``, ``extra``."""

    wrong: str = ""
    row: str = ""


def may_stay(p: Piece, carrier: int) -> bool:
    """True for a ship that need not answer a die: a carrier, whose escort may be wanting, and in place of a greater ship a light
    one that may be the escort of a carrier that sails."""
    return p.type in FAST_CARRIERS or (carrier > 0 and p.type in ("CA", "DD"))


@clause("21.5342C")
def carriers_in(sent: Counter[Piece]) -> int:
    """Fast carriers among some ships: one an engagement, at most."""
    return sum(n for p, n in sent.items() if p.type in FAST_CARRIERS)


def fits(s: State, raid: Raid, sent: Sequence[Unit], spare: Sequence[Unit]) -> Fit:
    """Whether ships answer the dice of a group when *spare* could have been sent as well."""
    return fitting(s, raid, pieces(sent), pieces(spare))


@clause("21.5342D", "21.5342-ex", "21.5342-ex@earlier")
def fitting(s: State, raid: Raid, mine: Counter[Piece], left: Counter[Piece]) -> Fit:
    """Whether pieces answer the dice of a group when others are left that could have been sent as well.

    Every die is answered by a ship of its row; when no such ship is left over, by one of a lower row; by none only when none of
    those is left either. A carrier brings light ships of at least its factors, and no more than it needs.
    """
    r = s.rulings
    rows = raider_table.demands(r, raid.result, raid.dice)
    if carriers_in(mine) > 1:
        return Fit("carriers", "6")

    def free(row: str, instead: Counter[Piece] = NOBODY) -> bool:
        """Whether a ship for a row stays behind, or could sail had another not been sent in its place."""
        return any(n > 0 and open_to(p, instead) and raider_table.answers(r, row, p.type, p.factors) for p, n in left.items())

    def open_to(p: Piece, instead: Counter[Piece]) -> bool:
        """A carrier stays behind unreproached when one sails already or its escort is not there."""
        if p.type not in FAST_CARRIERS:
            return True
        light = sum(q.factors * n for q, n in (left + instead).items() if q.type in ("CA", "DD"))
        return not carriers_in(mine) and light >= p.factors

    def search(at: int, rest: Counter[Piece], carrier: int, lesser: Counter[Piece], missed: tuple[str, ...]) -> Fit:
        """How the dice from one on are answered; *lesser* are the ships that answer dice above their own, *missed* those dice
        and the ones nobody answers: no ship of their rows would be there had the lesser ones stayed behind, nor is the escort."""
        if at == len(rows):
            idle = [(x, p) for x in missed for p in rest if raider_table.answers(r, x, p.type, p.factors)]
            wrong = next((x for x in missed if free(x, lesser)), idle[0][0] if idle else "")
            return Fit("lesser", wrong) if wrong else escorted(rest, carrier)
        row = rows[at]
        best = Fit("unanswered", row)
        exact = [p for p, n in sorted(rest.items()) if n and raider_table.answers(r, row, p.type, p.factors)]
        lower = [] if free(row) else [
            p for p, n in sorted(rest.items()) if n and p not in exact and not free(row, Counter({p: 1}))
            and any(raider_table.answers(r, x, p.type, p.factors) for x in raider_table.lesser(r, row))
        ]  # fmt: skip
        if free(row, rest) and not exact:
            best = Fit("lesser", row)
        for p in (*exact, *lower):
            one = Counter({p: 1})
            as_it_is = (lesser, missed) if p in exact else (lesser + one, (*missed, row))
            got = search(at + 1, rest - one, p.factors if p.type in FAST_CARRIERS else carrier, *as_it_is)
            if not got.wrong:
                return got
            best = got if best.wrong == "unanswered" else best
        if not any(free(x) for x in (row, *raider_table.lesser(r, row))):
            got = search(at + 1, rest, carrier, lesser, (*missed, row))
            best = got if not got.wrong or not (exact or lower) else best
        return best

    return search(0, mine, 0, NOBODY, ())


@clause("21.5342C#2")
def escorted(rest: Counter[Piece], carrier: int) -> Fit:
    """What is left when the dice are answered: light ships that go with the carrier, as many factors as it has, or nothing."""
    light = [p for p, n in rest.items() for _ in range(n)]
    total = sum(p.factors for p in light)
    if not carrier:
        return Fit("extra" if light else "")
    if any(p.type not in ("CA", "DD") for p in light) or (light and total - min(p.factors for p in light) >= carrier):
        return Fit("extra")
    return Fit("escort", "6") if total < carrier else Fit()


def companies(s: State, raid: Raid, pool: Sequence[Unit]) -> Iterator[Counter[Piece]]:
    """What may be sent of a pool so that it answers the dice of a group, the fitting and the strongest ships first: every company
    is one that :func:`fits` finds nothing wrong with, and there is always one, be it of no ship at all."""
    r = s.rulings
    rows = raider_table.demands(r, raid.result, raid.dice)
    every = pieces(pool)

    def fill(at: int, rest: Counter[Piece], carrier: int) -> Iterator[Counter[Piece]]:
        """What may be left of the pool when the dice from one on are answered, and the carrier has its escort."""
        if at == len(rows):
            yield from (rest - company for company in escorts(rest, carrier))
            return
        open_to = [p for p, n in sorted(rest.items(), reverse=True) if n and not (carrier and p.type in FAST_CARRIERS)]
        found = [p for p in open_to if raider_table.answers(r, rows[at], p.type, p.factors)]
        for row in raider_table.lesser(r, rows[at]):
            if not all(may_stay(p, carrier) for p in found):
                break
            found += [p for p in open_to if p not in found and raider_table.answers(r, row, p.type, p.factors)]
        for p in found:
            yield from fill(at + 1, rest - Counter({p: 1}), p.factors if p.type in FAST_CARRIERS else carrier)
        if all(may_stay(p, carrier) for p in found):
            yield from fill(at + 1, rest, carrier)

    seen: set[tuple[Piece, ...]] = set()
    for left in fill(0, every, 0):
        sent = every - left
        known = tuple(sorted(sent.elements()))
        if known not in seen:
            seen.add(known)
            if not fitting(s, raid, sent, left).wrong:
                yield sent


def escorts(rest: Counter[Piece], carrier: int) -> Iterator[Counter[Piece]]:
    """The light ships that may go with a carrier of so many factors: no more of them than it needs, few cruisers first."""
    if not carrier:
        yield Counter()
    cruisers = [p for p in sorted(rest.elements()) if p.type == "CA"]
    destroyers = [p for p in sorted(rest.elements()) if p.type == "DD"]
    for n in range(len(cruisers) + 1):
        need = carrier - sum(p.factors for p in cruisers[:n])
        if carrier and need <= len(destroyers):
            yield Counter([*cruisers[:n], *destroyers[:max(0, need)]])
        if need <= 0:
            return


@clause("21.537D")
def ship_refusals(view: State, raid: Raid, ships: Sequence[Unit]) -> list[Refusal]:
    """Why some of these ships may not meet a group: not eligible, or with another group. Ships on their way to it are met by
    nobody. Those of the first engagement may stay against the same group, if they are not damaged."""
    out = []
    for u in ships:
        if u.force and u.force == raid.force and u.id in raid.stayers:
            continue
        if barred(view, u, raid) and u.afloat:
            hurt = u.damaged and view.hunters[u.id] == raid.id
            cite = "21.537C" if hurt else "21.538A" if raid.second else "21.5342E"
            about, rests = facts(force=view.hunters[u.id]), ("HR-538A-other",) if raid.second and not u.damaged else ()
            also = ("21.537D",) if hurt else ()
            out.append(Refusal(cite, "engaged-elsewhere", (u.id,), about, (Remedy("leave-behind"),), rests, also))
            continue
        cite = why_not(view, u, raid)
        if cite == "21.5342G#2" and rest.resting(view, u):
            again, also = facts(season=rest.season(u.rests)), ("21.5342G#2",)
            out.append(Refusal("21.311", "still-resting", (u.id,), again, (Remedy("leave-behind"),), (), also))
        elif cite:
            about = facts(base=theatre.name_of(view, u.base), box=raid.box, enemy=raid.nation)
            out.append(Refusal(cite, WHY[cite], (u.id,), about, (Remedy("leave-behind"),), (), ("21.5342G",)))
    return out


WHY = {
    "21.5342G": "not-in-reach", "21.5342G#2": "not-ready", "21.5342B": "slow-not-yet", "21.5342C#2": "carrier-not-operational",
    "21.14E": "us-not-at-war",
}  # fmt: skip
"""The code of each clause that keeps a ship from a group."""

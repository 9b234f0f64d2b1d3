"""Fit of ships to the dice of a raider group (21.5342C, D). Pieces of a kind are alike, and a
company of them fits or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from flagplot.table import clause
from flagplot.table.setup.rulings import Rulings

from ...state import FAST_CARRIERS, State, Unit
from ...state.raider_groups import Raid
from . import raider_table


class Piece(msgspec.Struct, frozen=True, cache_hash=True, order=True):
    """Ship that one die sends: a named ship or cruiser, or a destroyer factor. Pieces of a kind are
    alike."""

    type: str
    factors: int


def pieces_of(units: Sequence[Unit]) -> Counter[Piece]:
    """Return the number of pieces of each kind in these ships: destroyers by single factors,
    cruisers by two."""
    out: Counter[Piece] = Counter()
    for u in units:
        each = 1 if u.type == "DD" else 2 if u.type == "CA" else u.factors
        out[Piece(u.type, each)] += max(1, u.factors // each) if u.type in ("DD", "CA") else 1
    return out


NOBODY: Counter[Piece] = Counter()


class Fit(msgspec.Struct, frozen=True):
    """Result of comparing ships with the dice. ``wrong`` is empty when they fit, else ``carriers``,
    ``escort``, ``unanswered``, ``lesser`` or ``extra``."""

    wrong: str = ""
    row: str = ""


def can_stay(p: Piece, carrier: int) -> bool:
    """Return True for a ship that need not answer a die: a carrier, because its escort may be
    missing, or a light ship that may be needed as escort of a carrier that sails."""
    return p.type in FAST_CARRIERS or (carrier > 0 and p.type in ("CA", "DD"))


@clause("21.5342C")
def count_carriers(sent: Counter[Piece]) -> int:
    """Return the number of fast carriers. An engagement allows one at most."""
    return sum(n for p, n in sent.items() if p.type in FAST_CARRIERS)


def fit_of_ships(s: State, raid: Raid, sent: Sequence[Unit], spare: Sequence[Unit]) -> Fit:
    """Return whether ships answer the dice of a group, when *spare* could have been sent as
    well."""
    return fit_of_pieces(s, raid, pieces_of(sent), pieces_of(spare))


@clause("21.5342D", "21.5342-ex", "21.5342-ex@earlier")
def fit_of_pieces(s: State, raid: Raid, mine: Counter[Piece], left: Counter[Piece]) -> Fit:
    """Return whether the pieces *mine* answer the dice of a group, when *left* could have been sent
    as well.

    Every die is answered by a ship of its row. When no such ship is left over, a ship of a lower
    row answers it, and no ship only when none of those is left either. A carrier brings light ships
    of at least its factors, and no more than it needs.
    """
    if count_carriers(mine) > 1:
        return Fit("carriers", "6")
    rows = raider_table.rows_demanded(s.rulings, raid.result, raid.dice)
    return Dice(s.rulings, rows, count_carriers(mine) > 0, left).answered(0, mine, 0, NOBODY, ())


class Dice(NamedTuple):
    """The dice of a group, and the pieces that were not sent."""

    rulings: Rulings
    rows: tuple[str, ...]
    """Rows of the table for the dice, the highest first."""
    carrier_sails: bool
    left: Counter[Piece]

    def answers(self, row: str, p: Piece) -> bool:
        """Return True when a piece answers a row."""
        return raider_table.does_answer(self.rulings, row, p.type, p.factors)

    def lesser(self, row: str) -> tuple[str, ...]:
        """Return the rows that may be answered in place of a row."""
        return raider_table.lesser_rows(self.rulings, row)

    def free(self, row: str, instead: Counter[Piece] = NOBODY) -> bool:
        """Return True when a ship for a row stays behind, or could sail if those in *instead* had
        not been sent."""
        return any(
            n > 0 and self.open_to(p, instead) and self.answers(row, p)
            for p, n in self.left.items()
        )

    def open_to(self, p: Piece, instead: Counter[Piece]) -> bool:
        """Return True for a piece that could be sent. A carrier may stay behind when another sails
        already, or when its escort is missing."""
        if p.type not in FAST_CARRIERS:
            return True
        light = sum(
            q.factors * n for q, n in (self.left + instead).items() if q.type in ("CA", "DD")
        )
        return not self.carrier_sails and light >= p.factors

    def answered(
        self,
        at: int,
        rest: Counter[Piece],
        carrier: int,
        lesser: Counter[Piece],
        missed: tuple[str, ...],
    ) -> Fit:
        """Return how the dice from index *at* on are answered.

        *lesser* are ships that answer dice above their own row. *missed* are those dice and the
        unanswered ones. They are allowed only if no ship of their rows would be available had the
        lesser ships and the escort stayed behind.
        """
        if at == len(self.rows):
            idle = [x for x in missed for p in rest if self.answers(x, p)]
            wrong = next((x for x in missed if self.free(x, lesser)), idle[0] if idle else "")
            return Fit("lesser", wrong) if wrong else escort_fit(rest, carrier)
        row = self.rows[at]
        best = Fit("unanswered", row)
        exact = [p for p, n in sorted(rest.items()) if n and self.answers(row, p)]
        lower = (
            []
            if self.free(row)
            else [
                p
                for p, n in sorted(rest.items())
                if n
                and p not in exact
                and not self.free(row, Counter({p: 1}))
                and any(self.answers(x, p) for x in self.lesser(row))
            ]
        )
        if self.free(row, rest) and not exact:
            best = Fit("lesser", row)
        for p in (*exact, *lower):
            one = Counter({p: 1})
            as_it_is = (lesser, missed) if p in exact else (lesser + one, (*missed, row))
            got = self.answered(
                at + 1, rest - one, p.factors if p.type in FAST_CARRIERS else carrier, *as_it_is
            )
            if not got.wrong:
                return got
            best = got if best.wrong == "unanswered" else best
        if not any(self.free(x) for x in (row, *self.lesser(row))):
            got = self.answered(at + 1, rest, carrier, lesser, (*missed, row))
            best = got if not got.wrong or not (exact or lower) else best
        return best


@clause("21.5342C#2")
def escort_fit(rest: Counter[Piece], carrier: int) -> Fit:
    """Return the fit of the pieces left when the dice are answered. They must be light ships for
    the carrier, with as many factors as it has, or none."""
    light = [p for p, n in rest.items() for _ in range(n)]
    total = sum(p.factors for p in light)
    if not carrier:
        return Fit("extra" if light else "")
    if any(p.type not in ("CA", "DD") for p in light) or (
        light and total - min(p.factors for p in light) >= carrier
    ):
        return Fit("extra")
    return Fit("escort", "6") if total < carrier else Fit()


def fitting_companies(s: State, raid: Raid, pool: Sequence[Unit]) -> Iterator[Counter[Piece]]:
    """Yield the companies of a pool that answer the dice of a group, the best-fitting and strongest
    ships first. :func:`fits` accepts every company. There is always one, which may be empty."""
    r = s.rulings
    rows = raider_table.rows_demanded(r, raid.result, raid.dice)
    every = pieces_of(pool)

    def fill(at: int, rest: Counter[Piece], carrier: int) -> Iterator[Counter[Piece]]:
        """Yield what may be left of the pool when the dice from index *at* on are answered and the
        carrier has its escort."""
        if at == len(rows):
            yield from (rest - company for company in escort_options(rest, carrier))
            return
        open_to = [
            p
            for p, n in sorted(rest.items(), reverse=True)
            if n and not (carrier and p.type in FAST_CARRIERS)
        ]
        found = [p for p in open_to if raider_table.does_answer(r, rows[at], p.type, p.factors)]
        for row in raider_table.lesser_rows(r, rows[at]):
            if not all(can_stay(p, carrier) for p in found):
                break
            found += [
                p
                for p in open_to
                if p not in found and raider_table.does_answer(r, row, p.type, p.factors)
            ]
        for p in found:
            yield from fill(
                at + 1, rest - Counter({p: 1}), p.factors if p.type in FAST_CARRIERS else carrier
            )
        if all(can_stay(p, carrier) for p in found):
            yield from fill(at + 1, rest, carrier)

    seen: set[tuple[Piece, ...]] = set()
    for left in fill(0, every, 0):
        sent = every - left
        known = tuple(sorted(sent.elements()))
        if known not in seen:
            seen.add(known)
            if not fit_of_pieces(s, raid, sent, left).wrong:
                yield sent


def escort_options(rest: Counter[Piece], carrier: int) -> Iterator[Counter[Piece]]:
    """Yield the light ships that may escort a carrier of *carrier* factors: no more than it needs,
    those with few cruisers first."""
    if not carrier:
        yield Counter()
    cruisers = [p for p in sorted(rest.elements()) if p.type == "CA"]
    destroyers = [p for p in sorted(rest.elements()) if p.type == "DD"]
    for n in range(len(cruisers) + 1):
        need = carrier - sum(p.factors for p in cruisers[:n])
        if carrier and need <= len(destroyers):
            yield Counter([*cruisers[:n], *destroyers[: max(0, need)]])
        if need <= 0:
            return

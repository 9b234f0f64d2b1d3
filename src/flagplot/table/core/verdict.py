"""What the referee says of an order: every reason at once, each with its clause, culprits and
remedies."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from .requests import Facts


class Remedy(msgspec.Struct, frozen=True):
    """A change that would mend a refused order.

    ``order`` is the whole mended order in text form, or empty when the remedy is not a different
    order (then ``code`` and ``detail`` say what must happen first).
    """

    code: str
    order: str = ""
    detail: Facts = ()


class Refusal(msgspec.Struct, frozen=True):
    """Why an order is not legal. ``code`` is stable; sentences are composed at the edge from the
    words file.

    ``culprits`` are ids of units, hexes, ports or groups at fault. ``rests_on`` names house
    switches or tables that the ruling depended on (``HR-36C``, ``awaw.interception-dice``).
    ``also`` are further clauses that forbid the same: a reader of the rules may have any of them in
    mind.
    """

    clause: str
    code: str
    culprits: tuple[str, ...] = ()
    detail: Facts = ()
    remedies: tuple[Remedy, ...] = ()
    rests_on: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    def cites(self, clause: str) -> bool:
        """True when the refusal rests on *clause* or one of its parts."""
        return any(clause_within(c, clause) for c in (self.clause, *self.also))


class MissedOrder(msgspec.Struct, frozen=True):
    """What a side would leave undone if it ended now. ``order`` is the whole legal order that would
    do it, in text form.

    ``code`` is stable; the sentence stands in ``[advice]`` of the words file, filled with
    ``detail`` and the names of *culprits*.
    """

    code: str
    clause: str
    culprits: tuple[str, ...]
    detail: Facts
    order: str


class Verdict(msgspec.Struct, frozen=True):
    """All refusals and cautions of one order; true when the order is legal. Cautions never make it
    illegal."""

    refusals: tuple[Refusal, ...] = ()
    cautions: tuple[Refusal, ...] = ()

    def __bool__(self) -> bool:
        return not self.refusals

    def __add__(self, other: Verdict) -> Verdict:
        return Verdict(self.refusals + other.refusals, self.cautions + other.cautions)

    def cites(self, clause: str) -> bool:
        """True when a refusal cites *clause* or one of its parts (``21.211`` is cited by
        ``21.211B``)."""
        return any(r.cites(clause) for r in self.refusals)


LEGAL = Verdict()


def refuse(*refusals: Refusal | None) -> Verdict:
    """Return the verdict of all refusals given, leaving out ``None``."""
    return Verdict(tuple(r for r in refusals if r is not None))


def with_legal_remedies(verdict: Verdict, mended: Callable[[str], str]) -> Verdict:
    """The verdict with only such whole orders as remedies that are legal: what *mended* makes of
    each (asked once). Where that is nothing the hint stays without an order, unless another remedy
    of that kind has one. Orders that come to the same are offered once, as the remedy that proposed
    it."""
    known = lru_cache(None)(mended)
    out = []
    for r in verdict.refusals:
        offered: dict[object, Remedy] = {}
        for proposed in r.remedies:
            m = replace(proposed, order=known(proposed.order)) if proposed.order else proposed
            key = (m.code, m.order) if m.order else m
            if key not in offered or m == proposed:
                offered[key] = m
        whole = {m.code for m in offered.values() if m.order}
        kept = tuple(m for m in offered.values() if m.order or m.code not in whole)
        out.append(r if kept == r.remedies else replace(r, remedies=kept))
    return Verdict(tuple(out), verdict.cautions)


def clause_within(clause: str, whole: str) -> bool:
    """True when *clause* is *whole* or a part of it: ``21.211B`` is within ``21.211`` and ``21``,
    not ``21.21B``'s sibling ``21.22``. Parts extend the text of the id."""
    return clause == whole or clause.startswith(whole)

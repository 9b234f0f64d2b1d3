"""Verdicts: every reason against an order at once, each with its clause, culprits and remedies."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from .requests import Facts


class Remedy(msgspec.Struct, frozen=True):
    """A change that would make a refused order legal.

    ``order`` is the whole corrected order in text form. It is empty when the remedy is not a
    different order; then ``code`` and ``detail`` say what must happen first.
    """

    code: str
    order: str = ""
    detail: Facts = ()


class Refusal(msgspec.Struct, frozen=True, rename={"also_cites": "also"}):
    """A reason why an order is not legal. ``code`` is stable; the words file turns it into a
    sentence for display.

    ``culprits`` are ids of units, hexes, ports or groups at fault. ``rests_on`` names house
    switches or tables that the ruling depended on (``HR-36C``, ``awaw.interception-dice``).
    ``also_cites`` are further clauses that forbid the same. A case may cite any of them.
    """

    clause: str
    code: str
    culprits: tuple[str, ...] = ()
    detail: Facts = ()
    remedies: tuple[Remedy, ...] = ()
    rests_on: tuple[str, ...] = ()
    also_cites: tuple[str, ...] = ()

    def cites(self, clause: str) -> bool:
        """Return True when the refusal rests on *clause* or one of its parts."""
        return any(clause_within(c, clause) for c in (self.clause, *self.also_cites))


class MissedOrder(msgspec.Struct, frozen=True):
    """A useful order that a side has not given. ``order`` is the whole legal order in text form.

    ``code`` is stable; the sentence stands in ``[advice]`` of the words file, filled with
    ``detail`` and the names of *culprits*.
    """

    code: str
    clause: str
    culprits: tuple[str, ...]
    detail: Facts
    order: str


class Verdict(msgspec.Struct, frozen=True):
    """All refusals and cautions of one order; true when the order is legal. Cautions do not make it
    illegal."""

    refusals: tuple[Refusal, ...] = ()
    cautions: tuple[Refusal, ...] = ()

    def __bool__(self) -> bool:
        return not self.refusals

    def __add__(self, other: Verdict) -> Verdict:
        return Verdict(self.refusals + other.refusals, self.cautions + other.cautions)

    def cites(self, clause: str) -> bool:
        """Return True when a refusal cites *clause* or one of its parts (``21.211`` is cited by
        ``21.211B``)."""
        return any(r.cites(clause) for r in self.refusals)


LEGAL = Verdict()


def refuse(*refusals: Refusal | None) -> Verdict:
    """Return the verdict of all refusals given, leaving out those that are ``None``."""
    return Verdict(tuple(r for r in refusals if r is not None))


def with_legal_remedies(verdict: Verdict, mended: Callable[[str], str]) -> Verdict:
    """Return the verdict with only legal whole orders among its remedies. *mended* returns the
    legal form of a proposed order, or empty; it is called once an order. A remedy without a legal
    order keeps only its hint, unless another remedy of its code has an order. Equal orders are
    offered once, as the remedy that proposed that order."""
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
    """Return True when *clause* is *whole* or a part of it. ``21.211B`` is within ``21.211`` and
    ``21``, but not within ``21.22``. The id of a part begins with the id of the whole."""
    return clause == whole or clause.startswith(whole)

"""Odds questions of a rule book, answered from one side's view: exactly within a budget, else
sampled with the error stated."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from flagplot.boards.name_folding import normal_characters
from flagplot.table import Rulebook, TailCall
from flagplot.table.casebook.case_file import Chances
from flagplot.table.language.tokens import check_text_length

from .exact import RUNS, Exact, OverBudget, chances_as_fractions, merge_by_result
from .exact import chances_as_floats as as_floats
from .sample import Sampler

SAMPLES = 20_000


class Odds(msgspec.Struct, frozen=True):
    """An answer: ``outcomes`` are (text, chance) from likely to unlikely; ``error`` is the largest
    standard error (0 when exact).

    ``fractions`` gives the chances as ``21/36`` when they are exact integers; ``basis`` explains
    outcomes that are codes, and lists what the answer depends on: rule tables with their
    provenance, and the choices that were assumed.
    """

    text: str
    exact: bool
    error: float
    outcomes: tuple[tuple[str, float], ...]
    basis: tuple[str, ...] = ()
    fractions: tuple[tuple[str, str], ...] = ()

    def chance(self, outcome: str = "yes") -> float:
        """Return the chance of an outcome, 0 to 1, by its text."""
        return dict(self.outcomes).get(outcome, 0.0)


def answer_question(
    book: Rulebook[Any],
    view: Any,
    side: str,
    kind: str,
    argument: str = "",
    budget: int = RUNS,
    *,
    samples: int = SAMPLES,
    seed: int | str = 0,
) -> Odds:
    """Return the odds for question *kind* with *argument*, for *side* and from its view only.
    Raises ``TextError``."""
    check_text_length(argument)
    argument = normal_characters(argument)
    seen = book.view(view, side)
    step, situation = book.situation(seen, side, kind, argument)
    odds = odds_of_rule(
        step,
        situation,
        book.policy,
        budget,
        samples=samples,
        seed=seed,
        rulings=getattr(seen, "rulings", None),
    )
    means = next((q.meaning for q in book.questions if q.kind == kind), {})
    said = ", ".join(f"{code} {means[code]}" for code, _ in odds.outcomes if code in means)
    return replace(odds, basis=(said, *odds.basis)) if said else odds


def odds_of_rule(
    step: TailCall,
    situation: Any,
    policy: Any,
    budget: int = RUNS,
    *,
    samples: int = SAMPLES,
    seed: int | str = 0,
    rulings: Any = None,
) -> Odds:
    """Return the odds of a counted rule's results on a situation."""
    exact = Exact(policy, budget)
    try:
        found = merge_by_result(exact.whole(step, situation))
    except OverBudget:
        sampler = Sampler(policy, seed)
        sampled = sampler.many(step, situation, samples)
        outcomes = _sorted({result_text(r): sampled.chance(r) for r, _ in sampled.counts})
        error = max(sampled.error(r) for r, _ in sampled.counts)
        basis = _basis(sampler.tables | exact.tables, sampler.choices | exact.choices, rulings)
        basis = (*basis, f"{samples} games played, standard error at most {100 * error:.1f} points")
        return Odds(_text(outcomes, error), False, error, outcomes, basis)
    outcomes = _sorted({result_text(r): p for r, p in as_floats(found).items()})
    counted: dict[str, Fraction] = (
        {result_text(r): p for r, p in chances_as_fractions(found).items()}
        if isinstance(found[1], int)
        else {}
    )
    shown = tuple((text, str(counted[text])) for text, _ in outcomes) if counted else ()
    return Odds(
        _text(outcomes, 0.0),
        True,
        0.0,
        outcomes,
        _basis(exact.tables, exact.choices, rulings),
        shown,
    )


def casebook_chances(
    book: Rulebook[Any], view: Any, side: str, question: str, argument: str
) -> Chances:
    """Return the chances that a casebook line ``chance QUESTION = P`` compares."""
    odds = answer_question(book, view, side, question, argument)
    return Chances(odds.outcomes, odds.error)


def result_text(result: Any) -> str:
    """Return the text of a result: ``yes``/``no``, or its own text."""
    if isinstance(result, bool):
        return "yes" if result else "no"
    return "nothing" if result is None else str(result)


def percent_text(p: float) -> str:
    """Return a chance in words: ``58.3 %``. Only certain results give ``0 %`` or ``100 %``;
    rounding never does."""
    if 0 < p < 0.0005:
        return "under 0.1 %"
    if 0.9995 < p < 1:
        return "over 99.9 %"
    return f"{100 * p:.0f} %" if p in (0, 1) else f"{100 * p:.1f} %"


def _sorted(by: dict[str, float]) -> tuple[tuple[str, float], ...]:
    return tuple(sorted(by.items(), key=lambda pair: (-pair[1], pair[0])))


def _text(outcomes: tuple[tuple[str, float], ...], error: float) -> str:
    about = f" (± {100 * error:.1f})" if error else ""
    by = dict(outcomes)
    if set(by) <= {"yes", "no"}:
        return percent_text(by.get("yes", 0.0)) + about
    return ", ".join(f"{text} {percent_text(p)}" for text, p in outcomes[:6]) + about


def _basis(tables: set[str], choices: set[str], rulings: Any) -> tuple[str, ...]:
    found = []
    for id in sorted(tables):
        known = rulings.tables.get(id) if rulings is not None else None
        found.append(f"table {id}" + (f" ({known.provenance})" if known is not None else ""))
    return (*found, *(f"choices assumed: {kind}" for kind in sorted(choices)))

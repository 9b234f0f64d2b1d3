"""A refusal is cited by the clause it rests on and by those that say the same."""

from flagplot.table import Refusal, Remedy, facts, refuse
from flagplot.table.core.verdict import with_legal_remedies


def test_a_refusal_is_cited_by_every_clause_that_says_the_same() -> None:
    verdict = refuse(Refusal("6.4.3.1.b", "too-far", also_cites=("6.4.3.1.h",)))
    assert verdict.cites("6.4.3.1.b")
    assert verdict.cites("6.4.3.1.h")
    assert verdict.cites("6.4.3")
    assert not verdict.cites("6.4.3.1.g")


def test_mended_orders_that_come_to_the_same_are_offered_once() -> None:
    here, there = (
        Remedy("other-hex", "to A", facts(hex="A")),
        Remedy("other-hex", "to B", facts(hex="B")),
    )
    told = with_legal_remedies(
        refuse(Refusal("22.13A", "not-here", (), (), (here, there))), lambda order: "to B"
    )
    assert told.refusals[0].remedies == (there,)

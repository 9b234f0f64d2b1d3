"""A refusal is cited by the clause it rests on and by those that say the same."""

from flagplot.table import Refusal, refuse


def test_a_refusal_is_cited_by_every_clause_that_says_the_same() -> None:
    verdict = refuse(Refusal("6.4.3.1.b", "too-far", also=("6.4.3.1.h",)))
    assert verdict.cites("6.4.3.1.b")
    assert verdict.cites("6.4.3.1.h")
    assert verdict.cites("6.4.3")
    assert not verdict.cites("6.4.3.1.g")

"""Which orders are offered as forms: every kind of which one is legal, however many of its examples
are not."""

from __future__ import annotations

from flagplot.table import AskOrder
from flagplot.table.assist.nearby_orders import first_legal
from flagplot.table.core.errors import TextError
from flagplot.table.core.verdict import LEGAL, Refusal, Verdict


def read(text: str, view: object, side: str) -> int:
    if not text.isdecimal():
        raise TextError("no number", 0)
    return int(text)


def check(view: object, request: AskOrder, order: int) -> Verdict:
    return LEGAL if order > 500 else Verdict((Refusal("1", "small", (str(order),)),))


def test_every_example_is_tried_before_a_form_is_left_out() -> None:
    request: AskOrder = AskOrder("Red", "1", "orders")
    texts = [str(n) for n in range(1000)]
    assert first_legal(None, request, ["word", *texts], read, check) == "501"
    assert first_legal(None, request, texts[:500], read, check) == ""

"""Refusals in words: names for ids, and one vocabulary for details from all modules."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flagplot.table import Facts, Refusal
from flagplot.table.contract.default_texts import event_sentences_of
from flagplot.table.display.orders import RefusalText
from flagplot.table.language.sentences import capitalise, placeholders

from ..nouns import L
from ..state import State, replace
from . import names
from .names import words as words

SYNONYMS = {"have": "has", "need": "needs"}


PLACES = frozenset(
    {
        "start",
        "end",
        "goal",
        "place",
        "hex",
        "base",
        "bases",
        "nearest",
        "source",
        "to",
        "open",
        "hexes",
    }
)


EACH = {1: "one", 2: "two", 3: "three", 4: "four"}


beside = event_sentences_of("awaw", L).extra_values


@lru_cache(None)
def template_placeholders(key: str) -> frozenset[str]:
    """Return the placeholders of all templates of a refusal or remedy code."""
    out: set[str] = set()
    for name, template in words().templates():
        if name in (f"refusal.{key}.title", f"refusal.{key}.text", f"remedy.{key}"):
            out |= placeholders(template)
    return frozenset(out)


def refusal_text(view: State, refusal: Refusal) -> RefusalText:
    """Return a refusal or caution in words. The refusal itself stays unchanged."""
    plain = replace(
        refusal,
        detail=detail_values(view, refusal.code, refusal.detail),
        remedies=tuple(
            replace(r, detail=detail_values(view, r.code, (*refusal.detail, *r.detail)))
            for r in refusal.remedies
        ),
    )
    made = words().refusal(plain, lambda i: names.any_name(view, i))
    return replace(made, refusal=refusal, sentence=capitalise(made.sentence))


def detail_values(view: State, code: str, detail: Facts) -> Facts:
    """Return details with names for ids, and a dash for each missing value."""
    values: dict[str, Any] = {SYNONYMS.get(k, k): detail_text(view, k, v) for k, v in detail}
    if code == "too-few-destroyers":
        values["each"] = EACH.get(
            int(values.get("needs", 0)) // max(1, int(values.get("cargo", 0))), "some"
        )
    if code == "box-forbids":
        values["operation"] = words().term("operation", str(values.get("operation", "")))
    for name in sorted(template_placeholders(code) - set(values) - {"culprits", "clause", "order"}):
        values[name] = "-"
    return tuple(values.items())


def detail_text(view: State, key: str, value: Any) -> Any:
    """Return a detail as people write it: places and units by name, lists with commas."""
    if not isinstance(value, str) or not value:
        return value
    if key in PLACES:
        return names.list_text(
            [names.place_name(view, p) if is_place(view, p) else p for p in value.split(", ")]
        )
    if key in ("units", "kept"):
        return names.list_text([names.any_name(view, p) for p in value.split(", ")])
    if key == "force":
        return names.force_name(view, value)
    return value


def is_place(view: State, text: str) -> bool:
    return bool(text) and len(text) <= 6 and text[0].isupper() and any(c.isdecimal() for c in text)

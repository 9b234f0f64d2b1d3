"""Orders and their text forms; the sentences of the book; the examples of the casebook page."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from flagplot.rulebooks.campaign import BOOK, casework, orders
from flagplot.rulebooks.campaign.battle import orders as battle
from flagplot.rulebooks.campaign.show_names import words

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/flagplot/rulebooks/campaign"

units = st.lists(st.from_regex(r"[A-Z]{2}-[A-Z]{2}-[0-9]{1,2}", fullmatch=True), min_size=1, max_size=4, unique=True).map(tuple)
square = st.tuples(st.integers(0, 57), st.integers(0, 42)).map(lambda s: f"{s[0]},{s[1]}")
port = st.sampled_from(["Scapa Flow", "Kiel", "Stage", "AS", "Sullom Voe"])
way = st.lists(st.one_of(square, st.sampled_from(["Kiel Canal", "The Sound"])), max_size=5).map(tuple)
maybe = st.one_of(st.just(""), port)
hexes = st.tuples(st.integers(1, 40), st.integers(1, 40))
one = st.from_regex(r"[A-Z]{2}-[A-Z]{2}-[0-9]{1,2}", fullmatch=True)
every = st.one_of(
    st.builds(orders.Patrol, units, square, way, port, maybe, st.just(()), st.lists(port, max_size=2).map(tuple), st.booleans()),
    st.builds(orders.BaseChange, units, port, st.sampled_from(["operational", "strategic"]), way, maybe, maybe),
    st.builds(
        orders.Convoy, st.sampled_from(["transports", "merchants", "tankers"]), st.integers(1, 60), port, port, way,
        units, maybe, maybe,
    ),
    st.builds(orders.Overland, one, port), st.builds(orders.Regroup, st.just("AL1-123"), units, units),
    st.builds(orders.Cancel, st.just("AL1-123")), st.builds(orders.Intercept, st.just("AX1-200"), square, units, units),
    st.builds(orders.Fly, one, square), st.builds(orders.Passage, one, port, way), st.builds(orders.Embark, one, one),
    st.builds(orders.Evacuate, st.integers(1, 9), port, port, way, units), st.builds(orders.Displace, units, port, way),
    st.builds(orders.Bombard, port, units), st.builds(orders.Supply, st.just("RI")), st.just(orders.Done()),
    st.builds(battle.Place, one, hexes), st.builds(battle.Move, one, hexes), st.builds(battle.Launch, one, hexes),
    st.builds(battle.Fire, one, one), st.builds(battle.Rearm, one, one), st.sampled_from(list(battle.PLAIN.values())),
)  # fmt: skip


def no_two_names_in_a_row(places: tuple[str, ...]) -> bool:
    return not any(not a[0].isdigit() and not b[0].isdigit() and a == b for a, b in pairwise(places))


@given(every)
def test_text_forms_read_back(order: orders.Order) -> None:
    assert orders.parse(orders.text(order)) == order


@given(way.filter(no_two_names_in_a_row))
def test_places_read_back(places: tuple[str, ...]) -> None:
    assert orders.places_of(", ".join(places)) == places


def test_every_code_has_its_words() -> None:
    source = "\n".join(p.read_text("utf-8") for p in PACKAGE.rglob("*.py"))
    codes = set(re.findall(r'Refusal\(\s*(?:"[\d.a-z]+"|\w+|[\w.]+\.get\([^)]*\)),\s*"([a-z-]+)"', source))
    assert len(codes) > 60
    found = words()
    data = tomllib.loads((PACKAGE / "words.toml").read_text("utf-8"))
    missing = sorted(c for c in codes if c not in data["refusal"])
    assert missing == []
    tags = {t.__struct_config__.tag for t in BOOK.event_types}  # type: ignore[attr-defined]
    assert sorted(t for t in tags if not found.has_line(t) and t != "flagged") == []
    whys = set(re.findall(r'await Roll\([^\n]*?"[\d.a-z]+",\s*"([a-z-]+)"', source))
    assert sorted(w for w in whys if w not in data["roll"]) == []


def test_the_casebook_page_has_every_kind_of_line() -> None:
    page = (ROOT / "docs/casebook-campaign.md").read_text("utf-8")
    page = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    lines = re.findall(r"`([^`]+)`", page)
    for pattern, _, example in (*casework.GIVEN, *casework.HOLDS):
        assert any(pattern.match(line) for line in lines), example


def test_every_switch_is_read() -> None:
    source = "\n".join(p.read_text("utf-8") for p in PACKAGE.rglob("*.py"))
    for switch in re.findall(r'^id = "([\w-]+)"', (PACKAGE / "house.toml").read_text("utf-8"), re.MULTILINE):
        assert f'switch("{switch}")' in source, switch

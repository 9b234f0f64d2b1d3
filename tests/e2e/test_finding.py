"""The box that finds places, ships and forces, the filters of the forces list, names on the map
where a scenario opens."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Person, Server
from .test_filling import sit

RESTS = "svg.board[data-rests=true]"


def texts(me: Person, what: str) -> list[str]:
    """The words of a kind on the map, once it rests."""
    me.page.wait_for_selector(RESTS, state="attached")
    found = me.page.evaluate(
        "what => [...document.querySelectorAll(what)].map(e => e.textContent)", what
    )
    return [str(t) for t in found]


def middle(me: Person, text: str) -> bool:
    """Return whether the cursor of the map lies near its middle."""
    me.page.wait_for_selector(RESTS, state="attached")
    map_, cursor = (
        me.page.locator("#map").bounding_box(),
        me.page.locator(".x-cursor").bounding_box(),
    )
    assert map_ is not None
    assert cursor is not None, text
    off = [
        cursor[a] + cursor[s] / 2 - map_[a] - map_[s] / 2
        for a, s in (("x", "width"), ("y", "height"))
    ]
    return max(map(abs, off)) < 80


def test_names_are_compared_without_marks(server: Server, people: Any) -> None:
    page = people().page
    page.goto(server.url)
    same = page.evaluate("""async () => {
        const { foldName, matchRank } = await import(scriptOf("search-box.js"));
        const pairs = [["Königsberg", "koenigsberg"], ["Göteborg", "goteborg"], ["Tromsø", "TROMSO"], ["Ålesund", "alesund"],
            ["La Spezia", "laspezia"], ["Hms Ajax", "hms-ajax"]];
        const fits = (text) => matchRank(["Scapa Flow"], text) ?? -1;
        return [...pairs.map(([a, b]) => foldName(a) === foldName(b)), ...["scapaflow", "scap", "flo", "apa", "x"].map(fits)];
    }""")
    assert same == [True] * 6 + [0, 1, 2, 3, -1]


@pytest.mark.parametrize(
    ("scenario", "side", "place", "at", "ship", "line"),
    [
        ("Norway 1940", "Axis", "nowhere", "", "gneis", "patrol "),
        ("Norway 1940", "Axis", "Edinburgh", "Rosyth", "gneis", "patrol "),
        ("Operation Pedestal", "Allied", "porto emp", "Porto Empedocle", "force-z", "sail "),
        ("Operation Pedestal", "Allied", "2802", "2802", "force-z", "sail "),
        ("Norwegian Sea 1940", "Axis", "tromso", "Tromso", "schar", "patrol "),
    ],
)  # fmt: skip
def test_a_place_and_a_ship_are_found(
    server: Server, people: Any, scenario: str, side: str, place: str, at: str, ship: str, line: str
) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, scenario, side)
    page, box = me.page, me.page.locator("#find")
    page.focus("#map")
    page.keyboard.press("g")
    expect(box).to_be_focused()
    page.keyboard.type(place)
    if at:
        expect(page.locator("#found [aria-selected=true]")).to_contain_text(at)
        page.keyboard.press("Enter")
        expect(page.locator("#here")).to_contain_text(at)
        assert middle(me, place)
    else:
        expect(page.locator("#found .none")).to_be_visible()
        page.keyboard.press("Escape")
    expect(box).to_have_value("")
    expect(page.locator("#map")).to_be_focused()
    box.fill(ship)
    box.press("Enter")
    page.wait_for_function(
        "line => document.querySelector('#cmd').value.startsWith(line)", arg=line
    )
    expect(
        page.locator(
            "#forces [aria-pressed=true][class*=shipline], #forces [aria-current=true]"
        ).first
    ).to_be_visible()
    assert middle(me, ship)


def test_forces_are_listed_by_what_they_do(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "Operation Pedestal", "Allied")
    page = me.page
    every = texts(me, "#forces .tfrow")
    page.locator("[data-filter=sea]").click()
    afloat = texts(me, "#forces .tfrow")
    assert 0 < len(afloat) < len(every)
    assert not [t for t in afloat if "Spitfire" in t]
    expect(page.locator("[data-filter=sea]")).to_be_focused()
    expect(page.locator("[data-filter=damaged]")).to_be_disabled()  # there are none
    page.locator("[data-filter=all]").click()
    assert texts(me, "#forces .tfrow") == every


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (390, 844)])
def test_pedestal_opens_with_its_bases_named(
    server: Server, people: Any, width: int, height: int
) -> None:
    me = people(viewport={"width": width, "height": height})
    me.expected = {"409"}
    sit(me, server, "Operation Pedestal", "Allied")
    assert {"Gibraltar", "Valletta"} <= set(texts(me, ".named"))


def test_the_sheet_is_written_once(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "The Tallinn breakthrough", "Allied")
    ids = texts(me, ".b-ids text:not(.b-sheet, .b-boxname)")
    assert ids
    assert not [t for t in ids if ":" in t]
    assert texts(me, ".b-sheet").count("1B") == 1

"""Small things strangers stumbled over: the slip at the pointer, F6, lettering, what wraps, the
links of the start page."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

import page_moments
from flagplot import rulebooks
from flagplot.admirals import offered_admirals
from flagplot.table.setup.rulings import load_switches

from .conftest import Person, Server
from .test_filling import sit

SIZES = """[...document.querySelectorAll('.b-seaname, .b-landname')]
    .filter(e => e.getAttribute('visibility') !== 'hidden')
    .map(e => parseFloat(getComputedStyle(e).fontSize) * e.getCTM().a)"""
"""Sizes of the lettering on the screen."""
LINES = """s => [...document.querySelectorAll(s)].map(e => e.firstChild).filter(n => n?.nodeType === 3).map(n => {
    const r = document.createRange();
    r.selectNodeContents(n);
    return [n.textContent, r.getClientRects().length];
})"""
"""On how many lines each text runs."""
GAPS = """[...document.querySelectorAll('.cnt')].map(c => [c.querySelector('.c-id'), c.querySelector('.c-f')])
    .filter(([a, b]) => a?.textContent && b?.textContent && a.getBoundingClientRect().width)
    .map(([a, b]) => [a.textContent, b.textContent, b.getBoundingClientRect().left - a.getBoundingClientRect().right])"""
"""How far name and number of each counter are apart."""


def test_an_admiral_is_chosen_by_his_rating_and_his_time(server: Server, people: Any) -> None:
    me = people()
    me.page.goto(server.url)
    choice, about = me.page.locator("select[name=admiral]"), me.page.locator("#admiral-about")
    told = {a.name: a for a in offered_admirals(rulebooks.book("awaw"))}
    expect(choice.locator("option")).to_have_count(len(told))
    for a in told.values():
        expect(choice.locator(f"option[value={a.name}]")).to_contain_text(a.takes)
        if a.elo is not None:
            expect(choice.locator(f"option[value={a.name}]")).to_contain_text(f"Elo {a.elo}")
    choice.select_option("search")
    expect(about).to_contain_text(told["search"].about)


def test_the_way_from_a_scenario_to_its_button_is_at_hand(server: Server, people: Any) -> None:
    """The cards are many screens long; what is chosen, and the way on, stands below wherever one is
    among them."""
    me = people(viewport={"width": 390, "height": 844})
    me.page.goto(server.url)
    onward = me.page.locator("#onward")
    for title in ("Norway 1940", "Midway 1942"):
        me.page.locator("article.card", has_text=title).first.locator("label").click()
        expect(onward).to_contain_text(title)
        expect(onward.get_by_role("link")).to_be_in_viewport(ratio=1)
    expect(me.page.locator("#bill")).not_to_be_in_viewport()
    onward.get_by_role("link").click()
    expect(me.page.locator("#wy")).to_be_in_viewport()
    expect(me.page.locator("#bill h3")).to_have_text("Midway 1942")


def test_counters_that_are_drawn_large_are_written_on_from_afar(
    server: Server, people: Any
) -> None:
    me = people(viewport={"width": 1366, "height": 768})
    sit(me, server, "First steps", "Allied")
    me.page.wait_for_selector("svg.board[data-rests=true]", state="attached")
    assert me.page.get_attribute("svg.board", "data-lod") == "0"
    words = me.page.locator(".board .c-id, .board .c-name").filter(visible=True)
    assert "Convoy" in words.all_text_contents()


def test_a_refusal_says_on_a_phone_as_well_why_and_what_it_rests_on(
    server: Server, people: Any
) -> None:
    me = people(viewport={"width": 390, "height": 844})
    sit(me, server, "First steps", "Allied")
    assert not me.verdict("sail Convoy to Cagliari")
    refusal = me.page.locator("#task .refusal").first
    expect(refusal.locator("p").first).to_contain_text("would take")
    refusal.locator("summary").click()
    expect(refusal.locator(".rests p").first).to_have_text(
        load_switches("europa")["ma_base"].question
    )
    expect(refusal.locator(".rests p").first).to_be_visible()


def test_a_draft_keeps_its_height_under_a_long_task(server: Server, people: Any) -> None:
    me = people(viewport={"width": 1366, "height": 768})
    sit(me, server, "Norway 1940", "Axis")
    assert me.verdict("patrol Gneisenau to E30")
    me.page.click("text=Keep draft")
    me.page.locator("#task .link", has_text="What is worth doing").click()
    me.page.wait_for_selector(".coach .idea")
    assert (
        me.page.locator("#parked .drafts").evaluate("e => e.offsetTop - e.parentElement.offsetTop")
        >= 8
    )


def faces(me: Person) -> set[str]:
    """The page's own faces that it wears; all that it asked for have come."""
    found = me.page.evaluate("""async () => {
        const coming = () => [...document.fonts].some(f => f.status == 'loading');
        while (coming()) await document.fonts.ready;
        return [...document.fonts].map(f => [f.family.replaceAll('"', ''), f.status]);
    }""")
    assert {status for _, status in found} <= {"loaded", "unloaded"}
    return {family for family, status in found if status == "loaded"}


def test_start_page_and_table_wear_their_own_faces(server: Server, people: Any) -> None:
    me = people()
    me.page.goto(server.url)
    me.page.wait_for_selector("#bill button[type=submit]")
    assert {"Flagplot Serif", "Flagplot Sans"} <= faces(me)
    me.expected = {"409"}
    sit(me, server, "First steps", "Allied")
    me.page.wait_for_selector("svg.board[data-rests=true]", state="attached")
    assert {"Flagplot Serif", "Flagplot Sans", "Flagplot Plate", "Flagplot Mono"} <= faces(me)


def counter(me: Person, unit: str) -> tuple[float, float]:
    """The middle of a counter on the screen, once the map rests."""
    me.page.wait_for_selector("svg.board[data-rests=true]", state="attached")
    box = me.page.locator(f".cnt[data-unit='{unit}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_slip_at_the_pointer_tells_the_counter_and_leaves(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "First steps", "Allied")
    page, lens = me.page, me.page.locator("#lens")
    page.mouse.move(*counter(me, "Convoy"))
    expect(lens).to_contain_text("Convoy")
    expect(lens).not_to_contain_text("sea")
    names = page.evaluate("[...document.querySelectorAll('#lens span')].map(e => e.textContent)")
    assert len(names) > 2, names  # its units one by one, and where it stands
    box = page.locator("#forces").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 300)
    expect(lens).to_be_hidden()
    x, y = counter(me, "Convoy")
    page.mouse.move(x, y)
    expect(lens).to_be_visible()
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    expect(lens).to_be_hidden()  # what it told of is no longer under it
    page.mouse.up()


def test_f6_comes_to_the_order(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "First steps", "Allied")
    me.page.focus("#map")
    me.page.keyboard.press("F6")
    assert me.page.evaluate("Boolean(document.activeElement.closest('#task'))")
    me.page.keyboard.press("F6")
    assert me.page.evaluate("document.activeElement.id") == "cmd"
    me.page.keyboard.press("Shift+F6")
    assert me.page.evaluate("Boolean(document.activeElement.closest('#task'))")


def test_lettering_does_not_grow_with_the_map(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "Norway 1940", "Axis")
    for _ in range(8):
        me.page.locator("[aria-label='Zoom in']").click()
    me.page.wait_for_selector("svg.board[data-rests=true]", state="attached")
    sizes = me.page.evaluate(SIZES)
    assert sizes
    assert max(abs(s) for s in sizes) < 42, sizes


def test_numbers_and_clauses_stay_on_one_line(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "Norway 1940", "Axis")
    assert not me.verdict("patrol GE-BC-Gneisenau, GE-PB-Lutzow to A20")
    told = me.page.evaluate(LINES, ".cap, .clause, .num, .fac")
    assert len(told) > 10
    assert [t for t, n in told if n > 1] == []
    sit(me, server, "First steps", "Allied")
    assert not me.verdict("sail Convoy to Cagliari")
    told = me.page.evaluate(LINES, ".clause, .num")
    assert [t for t, n in told if n > 1] == []


def test_no_id_is_broken_and_the_phase_is_whole_on_a_phone(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "First steps: two groups", "Allied")
    me.page.set_viewport_size({"width": 390, "height": 844})
    told = me.page.evaluate(LINES, ".can .oneword")
    assert told
    assert [t for t, n in told if n > 1] == []
    cut = me.page.evaluate("""() => {
        const end = document.querySelector('#tracker').getBoundingClientRect().right;
        const seen = [...document.querySelectorAll('#tracker span, #tracker .cur')].filter(e => e.getClientRects().length);
        return seen.filter(e => e.getBoundingClientRect().right > end).map(e => e.textContent);
    }""")
    assert cut == []


def test_a_clause_beside_the_map_names_no_module(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "Norway 1940", "Axis")
    me.page.locator("#task .clause").first.click()
    sheet = me.page.locator("#rulesheet")
    expect(sheet.locator("article").first).to_be_visible()
    assert "rules." not in sheet.inner_text()


@pytest.mark.parametrize("book", ["awaw", "europa", "campaign"])
def test_odds_of_the_start_page(server: Server, people: Any, book: str) -> None:
    page = people().page
    page.goto(server.url)
    page.get_by_role("button", name="Odds").click()
    page.select_option("#oddsbook", book)
    expect(page.locator("#oddskind option").first).to_be_attached()
    page.get_by_role("button", name="What are the odds?").click()
    expect(page.locator(".oddstable tr").first).to_contain_text("%")


def test_no_book_is_asked_the_question_of_another(server: Server, people: Any) -> None:
    page = people().page
    page.goto(server.url)
    page.get_by_role("button", name="Odds").click()
    expect(page.locator("#oddskind option").first).to_be_attached()
    held: list[Any] = []
    page.route(
        "**/api/odds/europa",
        lambda r: held.append(r) if r.request.method == "GET" else r.continue_(),
    )
    page.select_option("#oddsbook", "europa")
    asking = page.get_by_role("button", name="What are the odds?")
    expect(asking).to_be_disabled()
    expect(page.locator("#oddskind option")).to_have_count(0)
    page.wait_for_timeout(0)
    held[0].continue_()
    expect(asking).to_be_enabled()
    asking.click()
    expect(page.locator(".oddstable tr").first).to_contain_text("%")


def test_verify_of_the_start_page(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "Wake: one company", "Axis")
    page = me.page
    page.goto(server.url)
    page.get_by_role("button", name="Verify").click()
    page.get_by_role("button", name="Wake: one company, Axis").click()
    expect(page.locator("#dialog .verdict.yes")).to_be_visible()


@pytest.mark.parametrize(
    ("scenario", "side", "near"),
    [
        ("First steps", "Allied", "Convoy"),
        ("Norwegian Sea 1940", "Axis", "Kiel"),
        ("Norway 1940", "Axis", ""),
    ],
)
def test_counters_keep_name_and_number_apart(
    server: Server, people: Any, scenario: str, side: str, near: str
) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, scenario, side)
    me.page.wait_for_selector("svg.board[data-rests=true]", state="attached")
    if near:  # the map opens with its goal in sight, and so from afar
        me.page.fill("#find", near)
        me.page.press("#find", "Enter")
        for _ in range(5):
            me.page.press("#map", "+")
        expect(me.page.locator("svg.board[data-rests=true][data-counters='']")).to_have_count(1)
    gaps = me.page.evaluate(GAPS)
    assert gaps
    assert [g for g in gaps if g[2] < 1] == []


BESIDE = """[...document.querySelectorAll('.c-name, .cnt')]
    .map(e => [e.textContent, e.classList.contains('c-name'), e.getBoundingClientRect()])
    .map(([text, named, r]) => [named ? text : '', r.left, r.top, r.right, r.bottom])"""
"""Names beside counters, and the counters (without a text): where each lies."""


def test_counters_too_small_to_be_written_on_are_named_beside(server: Server, people: Any) -> None:
    me = people(viewport={"width": 390, "height": 844})
    me.expected = {"409"}
    sit(me, server, "Oran: six turns", "Allied")
    me.page.wait_for_selector("svg.board[data-rests=true]", state="attached")
    expect(me.page.locator(".c-name").first).to_be_visible()
    found = me.page.evaluate(BESIDE)
    assert {"Hood", "Dunkerque"} & {text for text, *_ in found}
    for i, (text, left, top, right, bottom) in enumerate(found):
        for other, left2, top2, right2, bottom2 in found[:i] if text else ():
            apart = (
                left >= right2 - 3 or left2 >= right - 3 or top >= bottom2 - 3 or top2 >= bottom - 3
            )
            assert apart, (text, other)


WIDE = """[...document.querySelectorAll('#task .opt')].map(o => {
    return [o.querySelector('b').textContent, o.querySelector('b').getBoundingClientRect().width];
})"""
"""How wide the words of each answer may be."""
MET = """[...document.querySelectorAll('.bar > *, .turnrow > *')].map(e => [e.id || e.className, e.getBoundingClientRect()])
    .filter(([, r]) => r.width).map(([name, r]) => [name, r.left, r.right])"""
"""Where the parts of the bar lie."""


def test_an_answer_has_room_for_its_words(server: Server, people: Any) -> None:
    me = people(viewport={"width": 390, "height": 844})
    me.expected = {"409"}
    game = {
        "book": "awaw",
        "scenario": "mediterranean-1941",
        "opponent": "computer",
        "side": "Allied",
    }
    made = me.page.request.post(f"{server.url}/api/games", data=game).json()
    me.page.goto(server.url + made["seats"][0]["link"])
    me.settle("window", seconds=40)
    expect(me.page.locator("#task .oddstext").first).to_be_visible()
    told = me.page.evaluate(WIDE)
    assert told
    assert [t for t in told if t[1] < 200] == []


def test_dice_of_many_sides_are_typed_and_the_bar_has_room(server: Server, people: Any) -> None:
    (path,) = page_moments.moments(server.home, "campaign", ("dice",))["dice"]
    me = people()
    me.page.goto(server.url + path)
    me.settle("dice")
    fields = me.page.locator(".facefields input")
    expect(me.page.locator("#announce")).to_have_attribute("aria-disabled", "true")
    for i, field in enumerate(fields.all()):
        field.fill(str(90 + i if i else 4))
        field.press("Tab")
    for width in (1440, 1024):
        me.page.set_viewport_size({"width": width, "height": 800})
        parts = {name: (left, right) for name, left, right in me.page.evaluate(MET)}
        row = [parts[n] for n in parts if n not in ("where", "tracker", "score", "seat")]
        assert all(b[0] >= a[1] for a, b in pairwise(row))
        assert row[-1][1] <= parts["score"][0]
        assert row[0][0] >= parts["where"][1]
    with me.passing(rest=False):
        me.page.click("#announce")
    expect(me.page.locator("#task")).to_contain_text(
        "in return"
    )  # the next roll, with nothing typed yet
    expect(fields.first).to_have_value("")


WIDER = """[...document.querySelectorAll('#task .can li, #task .can small, #log li > div, #forces .tf > span, #forces .notes li')]
    .filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth).map(e => e.innerText)"""
"""Return the elements that run over their own edge."""


@pytest.mark.parametrize("width", [1440, 390])
def test_a_name_longer_than_its_panel_is_broken(server: Server, people: Any, width: int) -> None:
    me = people(viewport={"width": width, "height": 900})
    me.expected = {"409"}
    sit(me, server, "First steps", "Allied")
    with me.passing():
        me.give("split Convoy: two freighters as " + "Averylongname-thatneverends" * 4)
    for tab in ("Order", "Forces", "Log") if width < 761 else ("",):
        if tab:
            me.page.click(f"#tabs button:has-text('{tab}')")
        assert me.page.evaluate(WIDER) == []

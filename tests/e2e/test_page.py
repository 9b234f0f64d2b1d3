"""The page itself, with the toy rule book: sitting down, keyboard, hotseat, typed dice, lost
connection, phone, night."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from .conftest import Person, Server


def sit(person: Person, server: Server, way: str, side: str = "") -> None:
    """From the start page to a table."""
    page = person.page
    page.goto(server.url)
    page.check(f"input[name=way][value={way}]")
    if side:
        page.check(f"#bill input[value={side}]")
    page.click("#bill button[type=submit]")
    if way != "invite":
        page.wait_for_url(re.compile("/table/"))
        person.settle("empty", "order", "waiting", "window")


def test_order_by_clicking_and_by_typing(toy: Server, people: Any) -> None:
    me = people()
    page = me.page
    sit(me, toy, "computer", "Red")
    assert page.title().startswith("Your order")
    page.click("[data-force=Red1] button")
    expect(page.locator("#cmd")).to_have_value("move Red1 to ")
    page.keyboard.type("12")
    expect(page.locator(".verdict.no")).to_contain_text("two clauses in the way")
    clauses = page.locator(".refusal > .clause").all_inner_texts()
    assert clauses == ["1.2", "1.3"]
    expect(page.locator("#announce")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#say .mendkey")).to_have_count(1)
    page.click("text=Mend it")
    expect(page.locator("#cmd")).to_have_value("move Red1 to 3")
    page.fill("#cmd", "move Red1 to 12")
    page.click(".remedy")
    expect(page.locator("#cmd")).to_have_value("move Red1 to 3")
    expect(page.locator(".verdict.yes")).to_be_visible()
    page.click("text=Keep draft")
    expect(page.locator("#parked")).to_contain_text("move Red1 to 3")
    page.click("#parked .link.id")
    me.give("move Red1 to 1")
    expect(page.locator("#log")).to_contain_text("move Red1 to 1")
    page.reload()
    expect(page.locator("#log")).to_contain_text("move Red1 to 1")


def test_every_text_gets_its_own_verdict(toy: Server, people: Any) -> None:
    me = people()
    sit(me, toy, "computer", "Red")
    asked = [
        me.verdict(text) for text in ("move Red1 to 2", "move Red1 to 12", "move Red2 to 3", "pass")
    ]
    assert asked == [True, False, True, True]
    sent = [path for path, _ in me.traffic if path.endswith("/examine")]
    assert len(sent) >= len(asked)


def test_fast_typing_is_not_examined_letter_by_letter(toy: Server, people: Any) -> None:
    me = people()
    sit(me, toy, "computer", "Red")
    expect(me.page.locator(".signs")).to_contain_text("are signed with key")
    expect(me.page.locator("#log")).to_contain_text("You sign this game")
    asked: list[str] = []
    me.page.on(
        "request", lambda r: asked.append(r.post_data) if r.url.endswith("/examine") else None
    )
    me.page.evaluate("""() => { const line = document.querySelector("#cmd");
        for (const letter of "move Red1 to 2") { line.value += letter; line.dispatchEvent(new Event("input")); } }""")
    me.page.wait_for_selector('#task[data-asked="move Red1 to 2"] .verdict.yes')
    assert [json.loads(body)["text"] for body in asked] == ["move Red1 to 2"]


def test_everything_by_keyboard(toy: Server, people: Any) -> None:
    me = people()
    page = me.page
    sit(me, toy, "computer", "Red")
    page.focus("#map")
    page.keyboard.press("d")
    first = page.inner_text("#here")
    page.keyboard.press("ArrowRight")
    second = page.inner_text("#here")
    assert first.split(".")[0] != second.split(".")[0]
    page.keyboard.press("g")
    page.fill("#find", "Bergen")
    page.keyboard.press("Enter")
    expect(page.locator("#here")).to_contain_text("B33")
    expect(page.locator("#here")).to_contain_text("Bergen")
    page.keyboard.press("m")
    expect(page.locator("dialog .around li")).to_have_count(7)
    page.keyboard.press("Escape")
    page.focus("#map")
    page.keyboard.press("t")
    first = page.input_value("#cmd")
    assert first.startswith("move ")
    page.keyboard.press("t")
    second = page.input_value("#cmd")
    assert second.startswith("move ")
    assert second != first
    page.keyboard.press("Shift+T")
    expect(page.locator("#cmd")).to_have_value(first)
    page.keyboard.press("Escape")
    expect(page.locator("#cmd")).to_have_value("")
    for region in ("logscroll", "forces", "map"):
        for _ in range(6):
            page.keyboard.press("F6")
            if page.evaluate("document.activeElement.id") == region:
                break
        assert page.evaluate("document.activeElement.id") == region
    theme = page.evaluate("document.documentElement.dataset.theme")
    page.keyboard.press("n")
    assert page.evaluate("document.documentElement.dataset.theme") != theme
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "cmd"
    page.keyboard.type("pass")
    expect(page.locator(".verdict.yes")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("pass")


def test_two_at_one_screen_never_see_the_other_map(toy: Server, people: Any) -> None:
    me = people()
    page = me.page
    sit(me, toy, "hotseat")
    me.give("move Red1 to 2")
    curtain = page.locator("#curtain")
    expect(curtain).to_be_visible()
    expect(curtain).to_contain_text("Blue plays next")
    assert "Red" not in page.inner_text("#forces")
    expect(page.locator(".b-units g")).to_have_count(0)
    page.click("#curtain button")
    me.settle("window")
    assert page.title().startswith("Your answer")
    assert "RedS" not in page.content()
    while not curtain.is_visible():
        me.settle("window")
        page.locator("input[value=hold]").check()
        with page.expect_response("**/answer"):
            page.click("#announce")
        me.rest()
    expect(curtain).to_contain_text("Red plays next")


def test_a_question_waits_for_a_choice(toy: Server, people: Any) -> None:
    me = people()
    page = me.page
    sit(me, toy, "hotseat")
    me.give("move Red1 to 2")
    page.click("#curtain button")
    me.settle("window")
    expect(page.locator("section.prompt")).to_have_attribute("role", "alert")
    go = page.locator("#announce")
    expect(go).to_have_attribute("aria-disabled", "true")
    assert go.get_attribute("title")
    assert page.locator("input[name=option]:checked").count() == 0
    page.locator("section.prompt").locator("input").first.focus()
    page.keyboard.press("1")
    expect(go).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("hold")


def test_standing_orders_are_text_and_nothing_else(toy: Server, people: Any) -> None:
    me = people()
    page = me.page
    me.expected = {"400"}
    sit(me, toy, "computer", "Red")
    page.click("#forces .push .link >> text=edit")
    page.fill("#standingtext", "<img src=x onerror=alert(1)>: <b>")
    page.click("dialog .row .btn.go")
    expect(page.locator("dialog .problem")).not_to_be_empty()
    page.fill("#standingtext", "interception: hold")
    page.click("dialog .row .btn.go")
    expect(page.locator("dialog .sorder")).to_contain_text("interception: hold")
    assert page.locator("img").count() == 0
    page.click("dialog footer .btn")
    expect(page.locator("#forces .sorder")).to_contain_text("interception: hold")


def test_typed_dice(toy: Server, people: Any) -> None:
    me = people()
    page = me.page
    sit(me, toy, "referee")
    me.give("move Red1 to 2")
    for _ in range(8):
        me.settle("window", "dice")
        if me.state == "dice":
            break
        page.check("input[value=close]")
        with page.expect_response("**/answer"):
            page.click("#announce")
        me.rest()
    assert me.state == "dice"
    for row in page.locator(".faces").all():
        row.locator("button >> text=5").click()
    page.click("#announce")
    expect(page.locator("#log")).to_contain_text("5 + 5 = 10")
    assert page.locator("#log .die").count() >= 2


def test_a_lost_connection_keeps_the_draft(toy: Server, people: Any) -> None:
    me = people()
    page = me.page
    me.expected = {"ERR_INTERNET_DISCONNECTED", "Failed to load resource"}
    sit(me, toy, "computer", "Red")
    assert me.verdict("move Red1 to 1")
    me.context.set_offline(True)
    page.press("#cmd", "Enter")
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("#lost")).to_have_text("Not connected. Your draft is kept.")
    assert page.input_value("#cmd") == "move Red1 to 1"
    me.context.set_offline(False)
    expect(page.locator("#lost")).to_be_hidden(timeout=15_000)
    page.press("#cmd", "Enter")
    expect(page.locator("#log")).to_contain_text("move Red1 to 1")


def test_undo_replay_luck_verify(toy: Server, people: Any) -> None:
    me = people()
    page = me.page
    sit(me, toy, "hotseat")
    me.give("move Red1 to 0")
    expect(page.locator("#log")).to_contain_text("move Red1 to 0")
    page.click("#seat .ico >> nth=0")
    expect(page.locator("#log")).to_contain_text("took back")
    page.click(".morelinks >> text=replay")
    page.locator(".scrubber input").fill("0")
    expect(page.locator(".scrubber output")).to_contain_text("entry 0 of")
    page.click("text=Back to the game")
    page.click(".morelinks >> text=luck")
    expect(page.locator("dialog[open]")).to_contain_text("No dice")
    page.click("dialog[open] footer .btn")
    page.click(".morelinks >> text=verify")
    expect(page.locator("dialog[open]")).to_contain_text("The log is intact")


def test_on_a_phone_at_night(toy: Server, people: Any) -> None:
    me = people(viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark")
    page = me.page
    sit(me, toy, "computer", "Red")
    assert page.evaluate("document.documentElement.dataset.theme") == "night"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator("#map").bounding_box()
    assert box is not None
    assert box["height"] >= 844 / 3, "the sea keeps a third of a phone"
    page.click("#tabs [data-tab=forces]")
    page.click("#forces [data-force=Red2] button")
    page.click("#tabs [data-tab=order]")
    page.fill("#cmd", "move Red2 to 3")
    expect(page.locator(".verdict.yes")).to_be_visible()
    for name in ("#send", "#tabs button >> nth=0", "#announce"):
        target = page.locator(name).bounding_box()
        assert target is not None
        assert target["height"] >= 36
    page.click("#send")
    page.click("#tabs [data-tab=log]")
    expect(page.locator("#log")).to_contain_text("move Red2 to 3")


def test_landmarks_and_names(toy: Server, people: Any) -> None:
    me = people()
    page = me.page
    sit(me, toy, "computer", "Red")
    for role in ("banner", "main", "navigation", "log", "application"):
        assert page.get_by_role(role).count() >= 1, role
    unnamed = page.evaluate("""() => [...document.querySelectorAll('button, a[href], input')].filter((e) => e.offsetParent
        && !(e.innerText || '').trim() && !e.getAttribute('aria-label') && !e.labels?.length && !e.title)
        .map((e) => e.outerHTML.slice(0, 120))""")
    assert unnamed == []


def test_a_wrong_link_says_so(toy: Server, people: Any) -> None:
    me = people()
    me.expected = {"401"}
    me.page.goto(f"{toy.url}/table/nothing#nobody")
    expect(me.page.locator("dialog[open]")).to_contain_text("opens no seat")
    me.page.click("dialog[open] footer .btn")
    me.page.wait_for_url(re.compile(r"/$"))


def test_resigning_asks_first_and_opens_the_seed(toy: Server, people: Any) -> None:
    me = people()
    page = me.page
    sit(me, toy, "computer", "Red")
    page.click("#forces >> text=resign")
    page.click("#dialog >> text=Close")
    me.settle("empty")
    page.click("#forces >> text=resign")
    page.click("#dialog >> text=Resign")
    me.settle("over")
    expect(page.locator("#task")).to_contain_text("Blue won")
    expect(page.locator("#task")).to_contain_text("resigned")
    expect(page.locator(".seed .id").first).to_have_text(re.compile("[0-9a-f]{64}"))
    expect(page.locator("#log")).to_contain_text("You resign.")


def test_what_is_drawn_anew_stays_where_it_is(toy: Server, people: Any) -> None:
    """Panels are drawn at every letter; what one points at, has the focus on or has half clicked is
    the same node after it."""
    me = people()
    sit(me, toy, "computer", "Red")
    assert me.verdict("move Red1 to 3")
    me.page.evaluate("""() => {
        const parts = '#announce, .verdict, [data-force] button, #log li, #tabs button, #seat button';
        window.kept = [...document.querySelectorAll(parts)];
        window.had = document.querySelector('[data-force] button');
        had.focus();
        const line = document.querySelector('#cmd');
        line.value = 'move Red1 to nowhere';
        line.dispatchEvent(new Event('input', { bubbles: true }));
    }""")
    me.page.wait_for_selector('#task[data-asked="move Red1 to nowhere"] .verdict:not(.yes)')
    kept = "[kept.length > 10, kept.filter(e => !e.isConnected).length, document.activeElement === had]"
    assert me.page.evaluate(kept) == [True, 0, True]
    expect(me.page.locator("#cmd")).to_have_value("move Red1 to nowhere")

"""With the keyboard alone, in every book: from the start page to a table, an order, a question
answered, a turn ended; F6 round the table; where the focus is can be seen, and it comes back from
dialogs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import page_moments

from .conftest import Person, Server

SEEN = """() => {
    const e = document.activeElement;
    if (!e || e === document.body) return '';
    const line = s => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 1;
    const marked = x => line(getComputedStyle(x)) || getComputedStyle(x).boxShadow !== 'none';
    const near = [e, e.nextElementSibling, e.closest('label'), e.closest('.card'), e.closest('.line')].filter(Boolean);
    return near.some(marked) ? '' : e.outerHTML.slice(0, 160);
}"""
"""Return the element that has the focus without showing it; empty when all is well."""
PASSED = """before => document.body.dataset.moment !== before || !document.querySelector('#curtain').hidden
    || document.activeElement.matches('.reminder .remedy')"""
"""Return whether an answer was taken, or a reminder is shown instead."""
BOOKS = ["awaw", "europa", "campaign"]
SCENARIO = {
    "awaw": "Norway 1940",
    "europa": "First steps: two groups, four steps",
    "campaign": "Convoy SC 7",
}


class Keys:
    """Somebody without a mouse."""

    def __init__(self, me: Person) -> None:
        self.me, self.page = me, me.page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        assert self.page.evaluate(SEEN) == ""

    def at(self, selector: str) -> bool:
        return bool(
            self.page.evaluate("s => Boolean(document.activeElement?.matches(s))", selector)
        )

    def to(self, selector: str, key: str = "Tab", most: int = 80) -> None:
        """Press a key until something has the focus."""
        for _ in range(most):
            if self.at(selector):
                return
            self.press(key)
        raise AssertionError(f"{selector} is not reached by {key}")

    def region(self, selector: str) -> None:
        """Press F6 until the focus is in a panel."""
        for _ in range(10):
            if self.page.evaluate("s => Boolean(document.activeElement?.closest(s))", selector):
                return
            self.press("F6")
        raise AssertionError(f"F6 does not come to {selector}")

    def sit(self, server: Server, book: str, way: str, scenario: str = "") -> None:
        """From the start page to the table."""
        page, scenario = self.page, scenario or SCENARIO[book]
        page.goto(server.url)
        page.wait_for_selector("#learn:enabled")
        self.to("input[name=sc]")
        chosen = "() => document.querySelector('input[name=sc]:checked').closest('.card').querySelector('label').textContent"
        for _ in range(40):
            if page.evaluate(chosen) == scenario:
                break
            self.press("ArrowDown")
        assert page.evaluate(chosen) == scenario
        self.to("input[name=way]")
        for _ in range(4):
            if page.evaluate("document.querySelector('input[name=way]:checked').value") == way:
                break
            self.press("ArrowDown")
        self.to("#bill button[type=submit]")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("/table/"))
        page.wait_for_selector(
            "body[data-state=empty], body[data-state=window], #curtain:not([hidden])"
        )

    def give(self, key: str = "Enter") -> None:
        """Press what gives an answer, and wait for what comes of it: another moment, or the curtain
        before it."""
        before = self.page.get_attribute("body", "data-moment")
        self.page.keyboard.press(key)
        self.page.wait_for_function(PASSED, arg=before)
        self.page.wait_for_selector("#task:not([aria-busy=true])", state="attached")

    def coached(self) -> None:
        """Give an order that the coach writes; where the coach has none, the one shown as an
        example."""
        page = self.page
        example = page.inner_text("#say kbd")
        self.region("#task")
        self.to("#task .link:not([data-clause])")
        self.press("Enter")
        page.wait_for_selector(".coach .remedy, .coach .nothing")
        if page.locator(".coach .remedy").count():
            self.region("#task")
            self.to(".coach .remedy")
            self.press("Enter")
        else:
            self.to("#announce")
            self.press("Enter")  # close the coach
            self.region("#cmd")
            page.keyboard.type(example)
        page.wait_for_selector(".verdict.yes")
        assert self.at("#cmd"), "the order stands in the line, and the line has the focus"
        self.give()

    def answered(self) -> None:
        """Choose the first answer by its number, and give it."""
        page = self.page
        if not page.locator("dialog.battle[open]").count():
            self.region("#task")
        self.press("1")
        page.wait_for_selector(".btn.go:not([aria-disabled]) kbd")
        self.give()

    def ended(self) -> None:
        """Press what ends this; what was forgotten is left so."""
        page = self.page
        self.region("#task")
        self.to(".closes .btn")
        self.give()
        if page.locator(".reminder").count():
            self.to(".coach footer .btn:not(.go)")
            self.give()


@pytest.mark.parametrize("book", BOOKS)
def test_a_turn_without_a_mouse(server: Server, people: Any, book: str) -> None:
    me = people()
    me.expected = {"409"}
    keys, page = Keys(me), me.page
    keys.sit(server, book, "hotseat")
    orders = answers = ends = 0
    for _ in range(40):
        if orders and answers and ends:
            break
        if page.locator("#curtain").is_visible():
            assert keys.at("#curtain .btn")
            keys.give()
        state = me.settle("empty", "window", "over")
        if state == "over":
            break
        if state == "window":
            keys.answered()
            answers += 1
        elif (
            orders <= ends or not page.locator(".closes .btn").count()
        ):  # a question may be asked as a form: nothing to end
            keys.coached()
            orders += 1
        else:
            keys.ended()
            ends += 1
    assert orders
    assert answers or book == "campaign", "its windows are asked seldom: the next test answers one"
    assert ends


def test_a_question_of_the_campaign_is_answered_by_keys(server: Server, people: Any) -> None:
    asked = (
        at
        for at in page_moments.passing("campaign", "convoy-sc-7")
        if not at[2].book.prompt(*seen_by(at)).open
    )
    _, side, game = next(asked)
    me = people()
    me.expected = {"409"}
    keys = Keys(me)
    me.page.goto(server.url + page_moments.kept(server.home, game, "invite", side)[0])
    me.settle("window")
    expect(me.page.locator("#log")).to_contain_text("You sign this game")
    keys.answered()


def seen_by(at: tuple[str, str, Any]) -> tuple[Any, Any]:
    """Return the view and the question of the side that is asked."""
    _, side, game = at
    return game.view(side), game.request(side)


@pytest.mark.parametrize("book", BOOKS)
def test_f6_goes_round_all_panels_and_back(server: Server, people: Any, book: str) -> None:
    me = people()
    me.expected = {"409"}
    keys, page = Keys(me), me.page
    keys.sit(server, book, "referee")
    here = "() => ['forces', 'map', 'task', 'cmd', 'logscroll'].find(id => document.activeElement.closest('#' + id))"
    seen = []
    for _ in range(6):
        keys.press("F6")
        seen.append(page.evaluate(here))
    assert seen == ["forces", "map", "task", "cmd", "logscroll", "forces"]
    back = []
    for _ in range(5):
        keys.press("Shift+F6")
        back.append(page.evaluate(here))
    assert back == ["logscroll", "cmd", "task", "map", "forces"]


def test_the_focus_comes_back_from_dialogs(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    keys, page = Keys(me), me.page
    keys.sit(server, "awaw", "referee")
    keys.region("#map")
    keys.press("ArrowRight")
    for key in ("?", "m"):
        keys.press(key)
        expect(page.locator("#dialog")).to_be_visible()
        keys.press("Escape")
        expect(page.locator("#dialog")).to_be_hidden()
        assert keys.at("#map")
    keys.region("#task")
    keys.to("#task .clause")
    clause = page.evaluate("document.activeElement.textContent")
    keys.press("Enter")
    expect(page.locator("#rulesheet article[aria-current]")).to_be_focused()
    keys.press("Escape")
    expect(page.locator("#rulesheet")).to_be_hidden()
    assert page.evaluate("document.activeElement.textContent") == clause
    keys.region("#forces")
    keys.to(".morelinks .link")
    name = page.evaluate("document.activeElement.textContent")
    keys.press("Enter")
    expect(page.locator("#dialog")).to_be_visible()
    keys.press("Enter")  # on its button: close
    expect(page.locator("#dialog")).to_be_hidden()
    assert page.evaluate("document.activeElement.textContent") == name


def test_who_writes_with_the_keys_of_the_map_stays_there(server: Server, people: Any) -> None:
    me = people()
    keys = Keys(me)
    keys.sit(server, "awaw", "computer")
    keys.region("#map")
    keys.press("m")
    expect(me.page.locator("dialog .around li")).to_have_count(
        7
    )  # around the middle: no hex was pointed at before
    keys.press("Escape", "t")
    expect(me.page.locator("#task .verdict")).to_be_visible()
    first = me.page.input_value("#cmd")
    assert keys.at("#map")
    keys.press("t")
    expect(me.page.locator("#cmd")).to_have_value(re.compile(r"^(patrol|base change) "))
    expect(me.page.locator("#cmd")).not_to_have_value(first)
    expect(me.page.locator("#cmd")).not_to_have_value(f"{first}t")
    assert keys.at("#map")
    keys.press("Escape", "/")
    assert keys.at("#cmd")
    keys.press("Escape")
    assert keys.at("#map")


def test_the_coach_is_opened_and_left_by_keys(server: Server, people: Any) -> None:
    me = people()
    keys = Keys(me)
    keys.sit(server, "europa", "computer")
    keys.region("#task")
    asked = me.page.inner_text("#oh")
    keys.to("#task button.link")
    keys.press("Enter")
    expect(me.page.locator("#oh")).to_have_text("Coach")
    expect(me.page.locator("#task .remedy").first).to_be_visible()
    assert keys.at("#oh")  # from here Tab reads on
    keys.to("#task .remedy", most=6)
    keys.press("Escape")
    expect(me.page.locator("#oh")).to_have_text(asked)
    assert me.page.evaluate("document.activeElement.closest('#task') !== null")

"""A player comes back: the text in the line, the seat behind a used invitation, and the game page
are there."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from .conftest import Server
from .test_page import sit


def test_a_reload_keeps_what_stands_in_the_line(toy: Server, people: Any) -> None:
    me = people()
    sit(me, toy, "computer", "Red")
    assert me.verdict("move Red1 to 3")
    me.page.reload()
    expect(me.page.locator("#cmd")).to_have_value("move Red1 to 3")
    me.page.wait_for_selector('#task[data-asked="move Red1 to 3"] .verdict.yes')
    me.page.press("#cmd", "Enter")
    expect(me.page.locator("#log")).to_contain_text("move Red1 to 3")
    me.page.reload()
    me.settle("empty", "order", "waiting", "window")
    expect(me.page.locator("#cmd")).to_have_value("")


def test_a_used_invitation_leads_back_to_its_seat(toy: Server, people: Any) -> None:
    host, guest, late, slow = people(), people(), people(), people()
    guest.expected = slow.expected = {"403", "401"}
    late.expected = {"401"}
    sit(host, toy, "invite", "Red")
    link = host.page.input_value("dialog input")
    slow.page.goto(link)
    slow.page.wait_for_selector("text=Take the seat")
    guest.page.goto(link)
    guest.page.click("text=Take the seat")
    guest.settle("waiting")
    slow.page.click("text=Take the seat")
    expect(slow.page.locator("dialog[open]")).to_contain_text("This seat is taken")
    guest.page.wait_for_url(
        re.compile(r"#[^.]+\.")
    )  # the seat's key follows its token, a moment later
    seat = guest.page.url
    guest.page.goto(toy.url)
    guest.page.goto(link)
    guest.settle("waiting")
    expect(guest.page).to_have_url(seat)
    late.page.goto(link)
    expect(late.page.locator("dialog[open]")).to_contain_text("opens no seat")
    expect(late.page.locator("dialog[open]")).to_contain_text("An invitation works once")
    host.page.click("dialog a.go")
    host.page.wait_for_url(re.compile("/table/"))


def test_the_host_finds_the_invitation_again(toy: Server, people: Any) -> None:
    host = people()
    sit(host, toy, "invite", "Red")
    link = host.page.input_value("dialog input")
    host.page.click("dialog a.go")
    host.settle("empty")
    expect(host.page.locator("#seat")).to_contain_text("the other seat is empty")
    host.page.click(".morelinks >> text=invitation")
    expect(host.page.locator("dialog[open] input")).to_have_value(link)


def test_typing_without_a_connection_says_so_and_is_examined_afterwards(
    toy: Server, people: Any
) -> None:
    me = people()
    me.expected = {"ERR_INTERNET_DISCONNECTED", "Failed to load resource"}
    sit(me, toy, "computer", "Red")
    me.context.set_offline(True)
    expect(me.page.locator("#lost")).to_be_visible()
    me.page.fill("#cmd", "move Red1 to 1")
    me.context.set_offline(False)
    expect(me.page.locator("#lost")).to_be_hidden()
    me.page.wait_for_selector('#task[data-asked="move Red1 to 1"] .verdict.yes')


def test_an_answer_from_before_does_not_hide_that_the_connection_is_gone(
    toy: Server, people: Any
) -> None:
    me = people()
    me.expected = {"ERR_INTERNET_DISCONNECTED", "Failed to load resource"}
    sit(me, toy, "computer", "Red")
    late: list[Any] = []
    me.page.route("**/changes?*", lambda route: late.append(route), times=1)
    me.page.evaluate(
        "dispatchEvent(new Event('online'))"
    )  # the page asks, and the answer is long on its way
    while not late:
        me.page.wait_for_timeout(20)
    answer = late[0].fetch()
    me.context.set_offline(True)
    expect(me.page.locator("#lost")).to_be_visible()
    late[0].fulfill(response=answer)
    me.page.wait_for_timeout(300)
    expect(me.page.locator("#lost")).to_be_visible()
    me.context.set_offline(False)
    expect(me.page.locator("#lost")).to_be_hidden()


def test_an_order_that_was_given_is_no_draft_when_the_news_is_quicker_than_its_answer(
    toy: Server, people: Any
) -> None:
    me = people()
    sit(me, toy, "referee")
    assert me.verdict("move Red1 to 1")
    late: list[Any] = []
    me.page.route("**/answer", lambda route: late.append(route), times=1)
    me.page.press("#cmd", "Enter")
    while not late:
        me.page.wait_for_timeout(20)
    with me.passing(rest=False):
        answer = late[0].fetch()  # the table has it, and tells everybody
    expect(me.page.locator("#seat")).to_contain_text("Red waits")
    late[0].fulfill(response=answer)
    me.rest()
    while me.settle("window", "dice", "empty", "order") in ("window", "dice"):  # Blue lets it pass
        for choice in me.page.locator(".faces").all():
            choice.locator("button >> text=5").click()
        for choice in me.page.locator("#task label.opt input").all()[-1:]:
            choice.check()
        with me.passing():
            me.page.click("#announce")
    expect(me.page.locator("#cmd")).to_have_value("")
    expect(me.page.locator("#parked")).to_be_hidden()

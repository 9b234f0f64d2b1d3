"""Browser games are signed: keys are made on sitting down, every deed carries a signature, and the
log proves it."""

from __future__ import annotations

import re
from typing import Any

import httpx
from playwright.sync_api import expect

from flagplot.table.analysis.verify import Report, verify
from tests.room.seatoy import book_of

from .conftest import Person, Server
from .test_page import sit

UNABLE = "Object.defineProperty(SubtleCrypto.prototype, 'generateKey', {value: () => Promise.reject(new Error('no'))})"


def seat_of(person: Person) -> tuple[str, str, str]:
    """Game, token and secret of the key in the address of a table."""
    found = re.search(r"/table/([^#]+)#([\w-]+)\.?([\w-]*)", person.page.url)
    assert found is not None
    return found[1], found[2], found[3]


def prove(server: Server, person: Person) -> Report:
    game, token, _ = seat_of(person)
    answer = httpx.get(
        f"{server.url}/api/games/{game}/log", headers={"authorization": f"Bearer {token}"}
    )
    return verify(answer.text.splitlines(), book_of=book_of)


def resign(person: Person) -> None:
    person.page.click("#forces >> text=resign")
    person.page.click("#dialog >> text=Resign")
    person.settle("over")


def signs(person: Person) -> None:
    expect(person.page.locator(".signs")).to_contain_text("are signed with key")


def test_a_game_against_the_computer_is_signed_and_proven(toy: Server, people: Any) -> None:
    me = people()
    sit(me, toy, "computer", "Red")
    signs(me)
    expect(me.page.locator("#log")).to_contain_text("You sign this game")
    me.give("move Red1 to 0")
    me.settle("empty", "order", "window")
    me.page.click("#forces >> text=edit")
    me.page.fill("#standingtext", "parley: war")
    me.page.click("#dialog >> text=Add")
    expect(me.page.locator("#dialog .sorder")).to_contain_text("parley: war")
    me.page.click("#dialog >> text=Withdraw")
    expect(me.page.locator("#dialog .sorder")).to_contain_text("None yet")
    me.page.click("#dialog footer >> text=Close")
    resign(me)
    report = prove(toy, me)
    assert report.proven, report
    red, blue = report.seats
    assert (red.signed, red.unsigned, blue.key) == (5, (), "")
    assert not any("salt" in note for note in report.notes)


def test_two_browsers_sign_and_the_link_carries_the_key(toy: Server, people: Any) -> None:
    host, guest = people(), people()
    sit(host, toy, "invite", "Red")
    link = host.page.locator("#dialog input").input_value()
    host.page.click("#dialog >> text=To the game")
    host.settle("empty")
    signs(host)
    guest.expected |= {"403"}
    guest.page.goto(link)
    guest.page.click("text=Take the seat")
    guest.settle("waiting")
    signs(guest)
    expect(host.page.locator("#log")).to_contain_text("Blue signs this game")
    elsewhere = people()
    elsewhere.page.goto(host.page.url)
    elsewhere.settle("empty")
    signs(elsewhere)
    elsewhere.give("pass")
    host.settle("waiting")
    guest.settle("empty")
    guest.give("pass")
    resign(guest)
    report = prove(toy, guest)
    assert report.proven, report
    assert [(s.signed, s.unsigned) for s in report.seats] == [(2, ()), (3, ())]
    assert seat_of(host)[2] == seat_of(elsewhere)[2] != ""


def test_a_browser_without_the_key_of_a_seat_that_signs_is_told_and_can_do_nothing(
    toy: Server, people: Any
) -> None:
    me = people()
    sit(me, toy, "computer", "Red")
    signs(me)
    bare = people()
    game, token, secret = seat_of(me)
    bare.page.goto(f"{toy.url}/table/{game}#{token}")
    bare.settle("empty")
    expect(bare.page.locator(".signs")).to_contain_text("its key is not in this browser")
    bare.expected |= {"409"}
    assert bare.verdict("move Red1 to 0")
    bare.page.press("#cmd", "Enter")
    expect(bare.page.locator("#say")).to_contain_text("what it does needs its signature")
    expect(bare.page.locator("#cmd")).to_have_value("move Red1 to 0")
    bare.page.goto(f"{toy.url}/table/{game}#{token}.{secret}")
    bare.page.reload()
    bare.settle("empty", "order")
    signs(bare)
    resign(bare)
    report = prove(toy, me)
    assert report.proven, report


def test_who_offered_the_draw_that_was_agreed_to_signs_once_more(toy: Server, people: Any) -> None:
    """Nobody has to do anything for it: the page that learns of the end signs, at once or when it
    is opened again."""
    host, guest = people(), people()
    sit(host, toy, "invite", "Red")
    link = host.page.locator("#dialog input").input_value()
    host.page.click("#dialog >> text=To the game")
    host.settle("empty")
    signs(host)
    guest.expected |= {"403"}
    guest.page.goto(link)
    guest.page.click("text=Take the seat")
    guest.settle("waiting")
    signs(guest)
    host.page.click("#forces >> text=offer a draw")
    host.page.click("#dialog footer >> text=Offer a draw")
    away = host.page.url
    expect(guest.page.locator("#task")).to_contain_text("offers a draw")
    host.page.goto("about:blank")
    guest.page.click("#task footer >> text=Agree")
    guest.settle("over")
    report = prove(toy, guest)
    assert (report.proven, report.offered) == (False, True)
    host.page.goto(away)
    host.settle("over")
    expect(guest.page.locator("#log")).to_contain_text("Red confirms the draw")
    report = prove(toy, guest)
    assert report.proven, report


def test_a_browser_that_cannot_sign_says_so(toy: Server, people: Any) -> None:
    me = people()
    me.page.add_init_script(UNABLE)
    sit(me, toy, "computer", "Red")
    expect(me.page.locator(".signs")).to_contain_text("Your answers are not signed")
    expect(me.page.locator("#log")).to_contain_text("You add a secret share to the dice")
    me.give("move Red1 to 0")
    me.settle("empty", "order", "window")
    resign(me)
    report = prove(toy, me)
    assert (report.ok, report.proven) == (True, False), "nobody signed the end"
    assert report.left > 0
    assert [s.key for s in report.seats] == ["", ""]


def test_a_signature_that_came_too_late_keeps_the_order(toy: Server, people: Any) -> None:
    """One seat answers in another window: the text being typed here stays, and is said to be out of
    date."""
    me = people()
    sit(me, toy, "invite", "Red")
    me.page.click("#dialog >> text=To the game")
    me.settle("empty")
    signs(me)
    assert me.verdict("move Red1 to 1")
    me.expected |= {"409", "ERR_FAILED"}
    me.page.route("**/changes*", lambda route: route.abort())
    me.page.route("**/news", lambda route: route.abort())
    other = people()
    other.page.goto(me.page.url)
    other.settle("empty")
    signs(other)
    other.give("move Red1 to 0")
    me.page.press("#cmd", "Enter")
    expect(me.page.locator("#say")).to_contain_text("The game has moved on")
    expect(me.page.locator("#cmd")).to_have_value("move Red1 to 1")
    me.page.unroute("**/changes*")
    me.page.unroute("**/news")


def test_an_order_sent_while_the_seat_gets_its_key_is_taken_and_signed(
    toy: Server, people: Any
) -> None:
    """The key is under way for as long as it takes to type an order and send it."""
    me = people()
    held: list[Any] = []
    me.page.route("**/key", lambda route: held.append(route))
    sit(me, toy, "computer", "Red")
    me.settle("empty")
    assert me.verdict("move Red1 to 1")
    me.page.press("#cmd", "Enter")
    expect(me.page.locator("#task")).to_have_attribute("aria-busy", "true")
    assert len(held) == 1
    held[0].continue_()
    expect(me.page.locator("#cmd")).to_have_value("")
    signs(me)
    me.settle("empty", "order", "window")
    resign(me)
    report = prove(toy, me)
    assert report.proven, report
    assert report.seats[0].unsigned == ()

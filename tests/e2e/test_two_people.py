"""Two people at two screens, one of them a phone: texts for the player who waits, and the signals
that call that player back."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .conftest import Person, Server
from .test_page import sit

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def seated(toy: Server, people: Any, **guests: Any) -> tuple[Person, Person]:
    """Red at the screen where the game was set up, Blue who took the seat."""
    host, guest = people(), people(**guests)
    sit(host, toy, "invite", "Red")
    expect(host.page.locator("#dialog")).to_contain_text("This address works on this machine only")
    link = host.page.input_value("#dialog input")
    host.page.click("#dialog >> text=To the game")
    host.settle("empty")
    guest.expected = {"403"}
    guest.page.goto(link)
    expect(guest.page.locator("#dialog")).to_contain_text("The line, Toy: you will play Blue.")
    guest.page.click("text=Take the seat")
    guest.settle("waiting")
    return host, guest


def test_who_waits_first_is_told_what_he_plays(toy: Server, people: Any) -> None:
    _, guest = seated(toy, people, **PHONE)
    expect(guest.page.locator("#task")).to_contain_text("You play The line, Blue.")


def test_taking_back_is_asked_waited_for_and_refused(toy: Server, people: Any) -> None:
    host, guest = seated(toy, people, **PHONE)
    guest.page.click("#tabs [data-tab=log]")
    host.give("pass")
    guest.settle("empty", "window")
    expect(guest.page.locator("#tabs [data-tab=order]")).to_have_attribute("aria-current", "page")
    expect(guest.page.locator("#task")).to_be_visible()
    host.page.click("#seat button >> nth=0")
    expect(guest.page.locator("#task")).to_contain_text("Red asks for an undo")
    expect(host.page.locator("#task")).to_contain_text(
        "You asked for an undo. Waiting for the other side's consent."
    )
    guest.page.click("#task >> text=Refuse")
    expect(guest.page.locator("#log")).to_contain_text("You refused to take back")
    expect(guest.page.locator("#log")).to_contain_text("The line begins")
    expect(host.page.locator("#say")).to_contain_text("Blue refused to take back")
    expect(host.page.locator("#task")).to_contain_text("You can look around on the map")
    expect(host.page.locator("#log .since.fresh")).to_contain_text("1 line")
    host.expected = {"409"}
    host.page.click("#seat button >> nth=0")
    expect(host.page.locator("body")).to_contain_text("You may ask again after your next answer.")
    expect(guest.page.locator("#task")).not_to_contain_text("asks for an undo")


def test_agreeing_keeps_the_whole_log(toy: Server, people: Any) -> None:
    """News that arrives while an answer is on its way is added to the lines that stand there."""
    host, guest = seated(toy, people)
    for _ in range(3):
        host.give("pass")
        guest.settle("empty", "window")
        host.page.click("#seat button >> nth=0")
        guest.page.click("#task >> text=Agree")
        host.settle("empty")
        for person in (host, guest):
            expect(person.page.locator("#log")).to_contain_text("took back")
            expect(person.page.locator("#log")).to_contain_text("The line begins")


def test_a_draw_is_offered_refused_and_agreed_to(toy: Server, people: Any) -> None:
    host, guest = seated(toy, people)

    def offer() -> None:
        host.page.get_by_role("button", name="offer a draw", exact=True).click()
        host.page.get_by_role("button", name="Offer a draw", exact=True).click()
        expect(guest.page.locator("#task")).to_contain_text("Red offers a draw")

    offer()
    guest.page.click("#task >> text=Refuse")
    expect(host.page.locator("#log")).to_contain_text("Blue refuses the draw.")
    host.give("pass")
    guest.settle("empty", "window")
    offer()
    host.page.get_by_role("button", name="withdraw the draw", exact=True).click()
    expect(guest.page.locator("#task")).not_to_contain_text("offers a draw")
    offer()
    guest.page.get_by_role("button", name="Agree", exact=True).click()
    for person in (host, guest):
        person.settle("over")
        expect(person.page.locator("#task")).to_contain_text("A draw")
        expect(person.page.locator("#task")).to_contain_text("By agreement")


def test_a_third_looks_on_by_a_link(toy: Server, people: Any) -> None:
    host, guest = seated(toy, people)
    host.page.get_by_role("button", name="spectators", exact=True).click()
    expect(host.page.locator("#dialog")).to_contain_text("no secret of either side")
    link = host.page.input_value("#dialog input")
    host.page.click("#dialog .shut")
    third = people()
    third.expected = {"401"}
    third.page.goto(link)
    third.settle("waiting")
    expect(third.page.locator("#task")).to_contain_text("You are watching.")
    expect(third.page.locator("#forces")).not_to_contain_text("Standing orders")
    host.give("pass")
    guest.settle("empty", "window")
    expect(third.page.locator("#task")).to_contain_text("Waiting for Blue")
    third.page.goto(link.partition("#")[0])
    expect(third.page.locator("#dialog")).to_contain_text("No seat here")


def test_both_press_play_again_and_sit_at_one_table(toy: Server, people: Any) -> None:
    """A player that presses second takes the seat the first keeps, and reads so before; pressing
    twice leads to one game."""
    host, guest = seated(toy, people)
    host.expected, guest.expected = {"409"}, {"403", "409"}
    over = host.page.url
    host.page.get_by_role("button", name="resign", exact=True).click()
    host.page.get_by_role("button", name="Resign", exact=True).click()
    host.settle("over")
    guest.settle("over")
    host.page.click("#rematch")
    host.page.wait_for_url(lambda url: "/table/" in url and url != over)
    kept = "Red has set the game up again, with sides changed. Your seat is kept."
    expect(guest.page.locator("#task")).to_contain_text(kept)
    guest.page.click("#task >> text=Take the seat")
    guest.page.wait_for_url(host.page.url.partition("#")[0] + "*")
    guest.settle("empty", "window")
    host.settle("waiting", "empty", "window")
    assert guest.page.evaluate("document.body.dataset.moment").split(" ")[0] == "Red"
    again = host.page.url.partition("#")[0]
    host.page.goto(over)
    host.settle("over")
    host.page.click("#rematch")
    host.page.wait_for_url(again + "*")

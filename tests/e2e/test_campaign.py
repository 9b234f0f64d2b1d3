"""The campaign in two browsers: secret orders stay on the server; a newcomer writes orders by
clicking."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from .conftest import Person, Server
from .test_norway import opened, traffic


def seated(me: Person, server: Server, scenario: str, side: str) -> Person:
    """Somebody at the table of a scenario, whom the page may tell that an order is refused."""
    me.expected = {"409"}
    sit(me, server, scenario, side)
    me.page.wait_for_url(re.compile("/table/"))
    me.settle("empty", "order")
    return me


def sit(host: Person, server: Server, scenario: str, side: str, way: str = "") -> None:
    """From the start page to the table."""
    page = host.page
    page.goto(server.url)
    page.click(f"label:has-text('{scenario}')")
    if way:
        page.check(f"input[name=way][value={way}]")
    page.check(f"#bill input[value={side}]")
    page.click("#bill button[type=submit]")


def order(person: Person, text: str) -> None:
    """Type an order, see that it is legal, give it."""
    person.settle("empty", "order", "window")
    person.give(text)


def test_hidden_orders_stay_on_the_server(server: Server, people: Any) -> None:
    host, guest = people(), people()
    host.expected = guest.expected = {"403", "409"}
    sit(host, server, "The hunt for", "Axis", "invite")
    link = host.page.input_value("dialog input")
    host.page.click("dialog a.go")
    host.settle("empty")
    guest.page.goto(link)
    guest.page.click("text=Take the seat")
    guest.settle("empty", "order", "window")

    order(host, "patrol L-GE-CA-1 to WA")
    order(guest, "patrol L-UK-CL-9 to CV")
    game = re.search(r"/table/([^#]+)", host.page.url)
    assert game is not None
    first = opened(server, game[1])
    missions = {m.side: m.id for m in first.state.missions.values()}
    assert len(missions) == 2
    for side, person in (("Axis", host), ("Allied", guest)):
        sent = traffic(person)
        assert missions[side] in sent
        assert missions["Allied" if side == "Axis" else "Axis"] not in sent, (
            f"{side} was sent the other's orders"
        )
    hunters = {s.id for s in first.state.ships.values() if s.side == "Allied"}
    assert not [i for i in hunters if i in traffic(host)], (
        "the raider was sent ships of her hunters"
    )
    assert "L-GE-CA-1" not in traffic(guest), "the hunters were sent the raider"

    order(host, "done")
    expect(guest.page.locator("#log")).to_contain_text("The Axis has finished")
    assert missions["Axis"] not in traffic(guest)
    order(guest, "done")
    for person in (host, guest):
        person.settle("empty", "order", "window", "waiting")
    order(host, "done")
    order(guest, "done")
    expect(host.page.locator("#log")).to_contain_text("Turn 1 is over")
    expect(guest.page.locator("#log")).to_contain_text("trade")


def test_a_newcomer_hunts_by_clicking(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409"}
    sit(me, server, "Norwegian Sea 1940", "Axis")
    page = me.page
    page.wait_for_url(re.compile("/table/"))
    me.settle("empty")
    expect(page.locator(".signs")).to_contain_text("are signed with key")
    page.click(".shipline:has-text('Scharnhorst')")
    expect(page.locator("#cmd")).to_have_value(re.compile(r"^patrol Scharnhorst class to\s*$"))
    me.click_hex("20,7")
    expect(page.locator("#cmd")).to_have_value("patrol Scharnhorst class to 20,7")
    expect(page.locator(".verdict.yes")).to_be_visible()
    assert page.locator(".b-routes .rt").count() >= 1
    expect(page.locator("#log")).to_contain_text(
        "The Allies have finished the orders phase", timeout=20_000
    )
    page.click("#announce")
    expect(page.locator("#log")).to_contain_text("Scharnhorst class: patrol 20,7")

    # an order that is not legal says every clause
    me.settle("empty", "order")
    assert not me.verdict("patrol GE-DD-1 to 26,4")
    assert page.locator(".refusal > .clause").count() >= 1


def test_who_presses_to_withdraw_or_to_leave_the_battle_is_asked_first(
    server: Server, people: Any
) -> None:
    """One press beside *End the turn* ended the lesson of Oran, beyond undoing."""
    me = seated(people(), server, "Oran: six turns", "Allied")
    page = me.page
    with me.passing():
        page.click(".closes .btn.go")
    for name, order in (
        ("Leave the battle to the staff", "staff"),
        ("Withdraw from the battle", "retreat"),
    ):
        before = page.get_attribute("body", "data-moment")
        page.get_by_role("button", name=f"Start: {name}").click()
        expect(page.locator(f"#task[data-asked='{order}'] .verdict.yes")).to_be_visible()
        expect(page.locator("#task")).to_contain_text("battle", ignore_case=True)
        assert page.get_attribute("body", "data-moment") == before
        page.fill("#cmd", "")
        me.settle("empty")
    expect(page.locator(".closes .btn.go")).to_have_text("End the turn")
    page.get_by_role("button", name="Start: Withdraw").click()
    page.click("#announce")
    me.settle("over")

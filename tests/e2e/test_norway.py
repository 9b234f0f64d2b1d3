"""Norway 1940 in the browser: a newcomer against the greedy admiral, and two people who must not
see each other's fleets."""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import TimeoutError, expect

from flagplot import rulebooks
from flagplot.room.store import Store
from flagplot.table.game.game import Game

from .conftest import Person, Server

ORDERS = {
    "Axis": ("patrol Scharnhorst, Gneisenau, Hipper to E30", "base change Lutzow to Wilhelmshaven"),
    "Allied": ("patrol Rodney, Valiant to B30",),
}


def season(person: Person) -> str:
    """The turn the tracker shows."""
    return person.page.inner_text(".ph.season")


def answer(person: Person) -> bool:
    """Do the next thing the table asks of this person, with the mouse. False when it asks nothing,
    or moved on meanwhile."""
    page, state = person.page, person.state
    if state in ("waiting", "loading", "over"):
        return False
    battle = page.locator("#battle[open]").count() > 0
    try:
        if battle or state == "window":
            options = page.locator("#battle .choice input" if battle else "#task .opt input")
            if options.count():
                options.first.check(timeout=1500)
            go = (
                "#battle .acts .go:not([aria-disabled])"
                if battle
                else "#task footer button:not([aria-disabled])"
            )
            page.locator(go).first.click(timeout=1500)
        elif state == "empty":
            page.locator("body[data-state=empty] #task footer button").first.click(timeout=1500)
    except TimeoutError:
        return False
    return True


def until(person: Person, *, others: tuple[Person, ...] = (), done: Any, seconds: float) -> None:
    """Let everybody answer what they are asked until *done* says so."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, (
            f"not done after {seconds} s: {[p.page.title() for p in (person, *others)]}"
        )
        before = [p.page.title() + p.page.inner_text("#log")[-80:] for p in (person, *others)]
        moved = [answer(p) for p in (person, *others)]
        for _ in range(20):
            person.page.wait_for_timeout(60 if any(moved) else 120)
            if [
                p.page.title() + p.page.inner_text("#log")[-80:] for p in (person, *others)
            ] != before:
                break


def test_a_newcomer_finishes_the_first_turn_of_norway(server: Server, people: Any) -> None:
    me = people()
    page = me.page
    page.goto(server.url)
    page.click("#bill button[type=submit]")
    page.wait_for_url(re.compile("/table/"))
    me.settle("empty")
    assert page.title().startswith("Your order")
    expect(page.locator("#task")).to_contain_text("Pick a force on the map or in the list")

    # an order that is not legal: every clause in the way, with what would mend it
    assert not me.verdict("patrol Gneisenau to GG19")
    clauses = page.locator(".refusal > .clause").all_inner_texts()
    assert clauses
    assert all(re.match(r"\d+\.\d", c) for c in clauses)
    page.locator(".refusal > .clause").first.hover()
    expect(page.locator("#slip")).to_be_visible()
    assert len(page.inner_text("#slip")) > 20

    # a legal one, by clicking: ships in the list, a hex on the map
    page.fill("#cmd", "")
    for name in ("Gneisenau", "Scharnhorst", "Hipper"):
        page.click(f".shipline:has-text('{name}')")
    me.click_hex("E30")
    expect(page.locator("#cmd")).to_have_value(re.compile("to E30$"))
    expect(page.locator(".verdict.yes")).to_be_visible()
    assert page.locator(".b-routes .rt").count() >= 1
    assert page.locator(".bars div").count() >= 5
    page.click("#announce")
    expect(page.locator("#log")).to_contain_text("announces")
    me.settle("empty")
    page.click("text=All announced")

    until(
        me,
        done=lambda: (
            "Spring" not in season(me) or "Allied player turn" in page.inner_text(".ph.now")
        ),
        seconds=120,
    )
    assert page.locator("#log .clause").count() >= 5
    for line in page.locator("#log li[data-n]").all()[-12:]:
        assert line.inner_text().strip()
    page.click(".morelinks >> text=verify")
    expect(page.locator("dialog[open]")).to_contain_text("The log is intact")


def give(person: Person, orders: tuple[str, ...]) -> None:
    """Type orders and send those the table calls legal."""
    page = person.page
    for text in orders:
        person.settle("empty", "order")
        if person.verdict(text):
            page.press("#cmd", "Enter")
            expect(page.locator("#cmd")).to_have_value("")
        else:
            assert page.locator(".refusal > .clause").count() > 0, page.inner_text("#task")
            page.press("#cmd", "Escape")
            page.press("#cmd", "Escape")


def test_two_people_play_a_turn_and_see_only_their_own(server: Server, people: Any) -> None:
    host, guest = people(), people()
    guest.expected = {"403"}
    host.page.goto(server.url)
    host.page.check("input[name=way][value=invite]")
    host.page.check("#bill input[value=Axis]")
    host.page.click("#bill button[type=submit]")
    link = host.page.input_value("dialog input")
    host.page.click("dialog a.go")
    host.settle("empty")
    guest.page.goto(link)
    guest.page.click("text=Take the seat")
    guest.settle("waiting")
    assert guest.page.title().startswith("Waiting")

    game = re.search(r"/table/([^#]+)", host.page.url)
    assert game is not None
    sides = {"Axis": host, "Allied": guest}
    first = opened(server, game[1])
    for side, person in sides.items():
        sent = traffic(person)
        enemy = {u.id for u in first.state.units.values() if u.side != side and u.kind == "ship"}
        own = {u.id for u in first.state.units.values() if u.side == side and u.kind == "ship"}
        assert len(enemy) >= 5
        assert not [i for i in enemy if i in sent], (
            f"{side} was sent ships of the enemy before anything was met"
        )
        assert [i for i in own if i in sent]

    give(host, ORDERS["Axis"])
    host.settle("empty")
    host.page.click("text=All announced")
    until(
        host,
        others=(guest,),
        done=lambda: (
            "Allied player turn" in guest.page.inner_text(".ph.now") and guest.state == "empty"
        ),
        seconds=60,
    )
    give(guest, ORDERS["Allied"])
    guest.settle("empty")
    guest.page.click("text=All announced")
    until(
        guest,
        others=(host,),
        done=lambda: "Summer" in season(guest) and "Summer" in season(host),
        seconds=120,
    )

    last = opened(server, game[1])
    secrets: set[str] = set()
    for side, person in sides.items():
        known: set[str] = set(last.view(side).units)
        for _, before in last.side_log_with_views(side):
            known |= set(before.units)
        hidden = {
            u.id for u in last.state.units.values() if u.side != side and u.kind == "ship"
        } - known
        secrets |= hidden  # the dice may bring every ship of one side to light, not of both
        sent = traffic(person)
        assert not [i for i in hidden if i in sent], f"{side} was sent what it cannot know"
    assert secrets, "nothing was hidden: this test proves nothing"
    assert host.page.locator("#log li[data-n]").count() > 10


def opened(server: Server, game: str) -> Game:
    """The game as the store has it, truth and all."""
    store = Store.at(server.home)
    row = store.game(game)
    assert row is not None
    found = Game.open(store.lines(game), book_of=rulebooks.book, seed=row.seed)
    store.close()
    return found


def traffic(person: Person) -> str:
    """Everything about games that came over the wire to somebody, and what stands on the page."""
    public = ("api/books", "api/boards", "api/rules")
    return (
        "\n".join(text for path, text in person.traffic if not path.startswith(public))
        + person.page.content()
    )

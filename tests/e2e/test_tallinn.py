"""The Tallinn breakthrough in the browser, at a table with two chairs: what lies over the map, and
how it is switched."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .conftest import Person, Server


def test_layers_are_switched_in_the_legend_and_stay_so(server: Server, people: Any) -> None:
    me = people()
    page = me.page
    me.referee(server, "The Tallinn breakthrough")
    me.settle("empty", "order", "window", "dice")
    axis = page.locator("#legend .key", has_text="Axis danger zone")
    soviet = page.locator("#legend .key", has_text="Soviet danger zone")
    expect(axis).to_have_attribute("aria-pressed", "true")
    expect(soviet).to_have_attribute("aria-pressed", "false")  # one's own is off at first
    expect(page.locator("path.x-danger.l0")).to_have_count(1)
    expect(page.locator("path.x-danger.l2")).to_have_count(0)
    expect(page.locator("path.x-mines.axis")).to_have_count(4)
    axis.click()
    soviet.click()
    expect(page.locator("path.x-danger.l0")).to_have_count(0)
    expect(page.locator("path.x-danger.l2")).to_have_count(1)
    page.reload()
    expect(axis).to_have_attribute("aria-pressed", "false")
    expect(page.locator("path.x-danger.l2")).to_have_count(1)
    page.click("#layers button:has-text('Legend')")
    expect(page.locator("#legend")).to_be_hidden()


LET_PASS = (
    ("Search for", "pass"),
    ("Activate reserve groups", "pass"),
    ("in range", "hold fire"),
    ("naval reaction", "done"),
    ("Call on", "do without"),
    ("Sweep a mine point", "no more"),
    ("begins the step in a danger zone", "by day"),
)
"""How everything is answered that comes before the next order: what is asked, what is said."""


def dice(person: Person, *faces: int) -> None:
    """Type the faces of a roll, and wait until something else is wanted: the log of who sits there
    now may not tell of it."""
    page = person.page
    before = page.inner_text("#task")
    for row, face in zip(page.locator(".faces").all(), faces, strict=True):
        row.locator(f"button >> text={face}").click()
    page.click("#announce")
    page.wait_for_function(
        "before => document.querySelector('#task').innerText !== before", arg=before
    )


def until_asked(person: Person, question: str) -> int:
    """Let the other side pass, and every die show a 1, until this is asked; how many rolls there
    were."""
    rolled = 0
    for _ in range(20):
        person.settle("dice", "empty", "order", "window")
        if person.state == "dice":
            dice(person, 1)
            rolled += 1
            continue
        asked = person.page.inner_text("#task h2, #task h3")
        if question in asked:
            return rolled
        said = next(said for words, said in LET_PASS if words in asked)
        if person.state != "window":
            person.give(said)
        else:
            person.at_the_map()
            person.page.fill("#cmd", said)
            person.page.press("#cmd", "Enter")
            expect(person.page.locator("#cmd")).to_have_value("")
        person.rest()
    raise AssertionError(f"{question} is never asked")


def test_mines_are_swept_at_their_price(server: Server, people: Any) -> None:
    me = people()
    me.expected = {
        "409 (Conflict)"
    }  # an examination still under way when its order is given finds the seat no longer asked
    page = me.page
    me.referee(server, "The Tallinn breakthrough")
    me.settle("empty", "order", "window", "dice")
    assert me.verdict("sail Sweepers-1 to 1B:0609")
    expect(page.locator("#task .odds")).to_contain_text("(3 mine points)")
    expect(page.locator("#task .odds")).to_contain_text("Through unharmed")
    me.give("sail Sweepers-1 to 1B:0609")
    me.rest()
    assert until_asked(me, "Allied naval movement") == 1  # entering the belt
    me.give("sweep mine with TF-MS1")  # 10 MPs in this step, the rest in the next
    me.rest()
    until_asked(me, "Allied naval movement")
    assert me.verdict("done")
    page.press("#cmd", "Enter")
    page.click("button:has-text('End it anyway')")  # the others have not sailed
    expect(page.locator("#task")).to_contain_text("naval reaction")
    assert until_asked(me, "Allied naval movement") == 1  # beginning a step in it
    me.give("sweep mine with TF-MS1")
    me.rest()
    assert (
        until_asked(me, "Allied naval movement") == 1
    )  # a point is gone, the others are still there
    expect(page.locator(".b-labels")).to_contain_text("mines 2")


def test_repair_points_become_mines_in_the_accounts(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409 (Conflict)"}
    page = me.page
    me.referee(server, "Husky: the landings")
    me.settle("empty", "order", "window", "dice")
    until_asked(me, "Allied naval movement")
    page.click("#leaves [data-leaf=accounts]")
    row = page.locator("#paper tr", has_text="Naval repair points").first
    expect(row).to_be_visible()
    before = row.inner_text()
    page.click("#leaves [data-leaf='']")
    me.give("make 1 mine point at Valletta")
    page.click("#leaves [data-leaf=accounts]")
    expect(page.locator("#paper")).to_contain_text("Mine points")
    expect(page.locator("#paper tr", has_text="MINE-1")).to_contain_text("Valletta")
    assert row.inner_text() != before

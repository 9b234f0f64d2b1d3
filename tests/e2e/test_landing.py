"""Weseruebung from the page alone: the landing at Oslo planned as one operation, judged as a whole,
given and carried out."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from .conftest import Person, Server
from .test_norway import until


def pick(line: Locator, slot: str, *names: str, part: str = "") -> None:
    """Tick ships or troops in a field of a line, of the last so many factors."""
    field = line.locator(f"[data-slot={slot}]")
    field.locator("summary").click()
    for name in names:
        field.locator(".pick", has_text=name).locator("input[type=checkbox]").check()
    if part:
        field.locator(".pick", has_text=names[-1]).locator(".part").fill(part)
    field.locator("summary").click()


def add(page: Page, title: str) -> Locator:
    """A new line of the plan."""
    lines = page.locator(".sheetline")
    n = lines.count()
    page.click(f"[data-blank='{title}']")
    expect(lines).to_have_count(n + 1)
    return lines.nth(n)


def combat(me: Person) -> bool:
    """Return whether the Axis is asked for its offensive missions."""
    return me.state == "empty" and at_sea(me.page)


def test_the_landing_at_oslo_is_planned_and_carried_out(server: Server, people: Any) -> None:
    me = people()
    page = me.page
    page.goto(server.url)
    page.click(
        "label:has-text('Norway 1940'):has-text('Gneisenau'), label:has-text('Norway 1940') >> "
        "nth=0"
    )
    page.select_option("select[name=start]", "W")
    page.check("#bill input[value=Axis]")
    page.click("#bill button[type=submit]")
    page.wait_for_url(re.compile("/table/"))
    me.settle("empty")
    until(me, done=lambda: combat(me), seconds=60)

    # a bombardment alone is refused, with the clause; with the landing above it it is legal
    page.click("[data-leaf=operation]")
    guns = add(page, "Bombardment")
    guns.locator("[data-slot=to] input").fill("Oslo")
    pick(guns, "units", "Lutzow")
    expect(guns.locator(".verdict.no")).to_be_visible()
    expect(guns.locator(".linesaid .clause").first).to_have_text("21.521")
    guns.locator(".linehead .ico").click()
    expect(page.locator(".sheetline")).to_have_count(0)

    landing = add(page, "Invasion")
    landing.locator("[data-slot=to] input").fill("Oslo")
    expect(landing.locator(".verdict.wait")).to_be_visible()
    pick(landing, "cargo", "Baltic 1")
    pick(landing, "units", "Bluecher", "Baltic destroyers", part="2")
    guns = add(page, "Bombardment")
    guns.locator("[data-slot=to] input").fill("Oslo")
    pick(guns, "units", "Lutzow")
    expect(page.locator(".sheetline .verdict.yes")).to_have_count(2)
    expect(landing.locator(".linetext")).to_contain_text("2 of GE-DD-Baltic")
    whole = page.locator(".whole")
    expect(whole).to_contain_text("Met on the way to Oslo")
    expect(whole).to_contain_text("Oslo C35 is won")
    expect(whole).to_contain_text("mission point")
    assert whole.locator(".spread").count() == 2

    # the lines outlive a reload; given together they stand in the list of what is announced
    page.reload()
    page.click("[data-leaf=operation]")
    expect(page.locator(".sheetline .verdict.yes")).to_have_count(2)
    page.click("[data-act=all]")
    expect(page.locator(".part tbody tr").filter(has_text="Take back")).to_have_count(2)
    expect(page.locator(".sheetline")).to_have_count(0)
    page.locator(".part tbody tr", has_text="Lutzow").locator("button").click()
    expect(page.locator(".part tbody tr").filter(has_text="Take back")).to_have_count(1)

    page.click("[data-leaf='']")
    assert page.locator(".b-routes .rt").count() >= 1
    page.click("#task footer >> text=All announced")
    until(
        me,
        done=lambda: page.locator("#log").inner_text().count("Oslo") > 0 and not at_sea(page),
        seconds=120,
    )
    expect(page.locator("#log")).to_contain_text(re.compile("Group XXI Baltic 1"))


def at_sea(page: Page) -> bool:
    """Return whether the combat phase goes on."""
    return page.locator(".segs .cur").inner_text() == "Combat"


def test_a_box_off_the_map_is_a_board_of_its_own(server: Server, people: Any) -> None:
    me = people()
    page = me.page
    page.goto(server.url)
    page.click("label:has-text('Atlantic raiders')")
    page.check("#bill input[value=Axis]")
    page.click("#bill button[type=submit]")
    page.wait_for_url(re.compile("/table/"))
    me.settle("empty")
    me.give("place GE-PB-Admiral-Graf-Spee in Atlantic SW box")
    page.click("[data-leaf='Atlantic SW box']")
    expect(page.locator(".meeting")).to_have_count(1)
    group = page.locator(".meeting .pile").first
    expect(group).to_contain_text("Graf Spee")
    expect(page.locator(".meeting .pile.none")).to_have_text("Nobody has met it")
    expect(page.locator(".part", has_text="Transports").locator("tbody tr")).to_have_count(1)
    group.locator("[data-chit]").click()
    expect(page.locator(".meeting .chit[aria-pressed=true]")).to_have_count(1)
    page.click("[data-leaf='']")
    expect(page.locator("#paper")).to_be_hidden()

"""The campaign's shipping sheet on the page: a convoy is written as a line, judged, given, escorted
and taken back."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from .conftest import Person, Server
from .test_campaign import seated


def at_the_sheet(me: Person, server: Server) -> Locator:
    """Sit down in the convoys' ocean and open the shipping sheet."""
    seated(me, server, "Atlantic convoys 1940", "Allied")
    me.page.click("[data-leaf=shipping]")
    return me.page.locator(".sheet")


def fill_in(line: Locator) -> None:
    """Write eight merchants from Halifax to Liverpool into a line of the sheet; it is legal."""
    line.locator("[data-slot=number] input").fill("8")
    line.locator("[data-slot=load] select").select_option("merchants")
    line.locator("[data-slot=origin] select").select_option("Halifax Harbour")
    line.locator("[data-slot=target] select").select_option("Liverpool")
    line.locator("[data-slot=via] input").fill("direct")
    expect(line.locator(".verdict.yes")).to_be_visible()


def test_a_convoy_is_written_on_the_shipping_sheet(server: Server, people: Any) -> None:
    me = people()
    sheet = at_the_sheet(me, server)
    expect(sheet.locator("table").filter(has_text="HX 79")).to_be_visible()
    sheet.locator("[data-blank=Convoy]").click()
    line = sheet.locator(".sheetline").first
    fill_in(line)
    line.locator("button.go").click()
    convoys = sheet.locator("section.part").filter(has_text="How far")
    expect(convoys).to_contain_text("8 merchants")
    expect(convoys).to_contain_text("nobody")
    expect(convoys).not_to_contain_text("all the way")
    me.rest()

    sheet.locator("[data-blank=Escort]").click()
    line = sheet.locator(".sheetline").first
    line.locator("[data-slot=missions] select").select_option(index=1)
    line.locator("[data-slot=units] summary").click()
    line.locator("[data-slot=units] .pick").filter(has_text="Ramillies").locator("input").check()
    expect(line.locator(".verdict.yes")).to_be_visible()
    line.locator("button.go").click()
    expect(convoys).to_contain_text("Ramillies")
    expect(convoys).to_contain_text("all the way")
    me.rest()
    convoys.locator("button", has_text="Take back").click()
    expect(sheet).not_to_contain_text("Ramillies")
    me.settle("empty", "order")


def test_an_escort_is_written_for_a_convoy_of_the_line_above(server: Server, people: Any) -> None:
    me = people()
    sheet = at_the_sheet(me, server)
    expect(sheet.locator("[data-blank=Convoy]")).to_be_visible()
    expect(sheet.locator("[data-blank=Escort]")).to_have_count(0)
    sheet.locator("[data-blank=Convoy]").click()
    convoy, escort = sheet.locator(".sheetline").nth(0), sheet.locator(".sheetline").nth(1)
    fill_in(convoy)
    sheet.locator("[data-blank=Escort]").click()
    escort.locator("[data-slot=missions] select").select_option(
        "8 merchants from Halifax Harbour to Liverpool"
    )
    escort.locator("[data-slot=units] summary").click()
    escort.locator("[data-slot=units] .pick").filter(has_text="Ramillies").locator("input").check()
    expect(escort.locator(".verdict.yes")).to_be_visible()
    convoy.locator("[data-slot=number] input").fill("7")
    expect(escort.locator(".verdict.yes")).to_have_count(0)
    convoy.locator("[data-slot=number] input").fill("8")
    expect(escort.locator(".verdict.yes")).to_be_visible()
    sheet.locator("[data-act=all]").click()
    convoys = sheet.locator("section.part").filter(has_text="How far")
    expect(convoys).to_contain_text("8 merchants")
    expect(convoys).to_contain_text("Ramillies")
    expect(sheet.locator(".sheetline")).to_have_count(0)
    me.settle("empty", "order")

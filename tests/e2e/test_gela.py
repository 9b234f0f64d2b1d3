"""The landing at Gela in the browser, refereed with typed dice: a battery silenced, gunfire, troops
ashore, the counter-attack. And the carrier that is called in the whole game.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .conftest import Person, Server
from .test_pedestal import dice, say


def choose(person: Person, option: str) -> None:
    """Choose an answer among those offered and give it."""
    page = person.page
    if page.locator("dialog.battle[open]").count():
        page.check(f'dialog.battle .choice label[data-option="{option}"] input')
        with person.passing():
            page.click("dialog.battle .acts .go:not([aria-disabled])")
        return
    page.check(f'#task label.opt[data-option="{option}"] input')
    with person.passing():
        page.click("#announce:not([aria-disabled])")


TYPED = {"Search for": "pass", "Activate": "pass", "naval reaction": "done"}
"""Return the text that the defender types here, by the kind of its question."""


def order(person: Person, text: str, asked: str = "naval movement") -> None:
    """Give an order once everything that is asked before it is let pass."""
    page = person.page
    person.settle("empty", "order", "window")
    while asked not in (question := page.locator("#task h2, #task h3").first.inner_text()):
        if page.locator('#task label.opt[data-option="hold fire"]').count():
            choose(person, "hold fire")
        else:
            known = [answer for part, answer in TYPED.items() if part in question]
            assert known, page.inner_text("#task")
            say(person, question, known[0])
        person.settle("empty", "order", "window")
    say(person, asked, text)


def test_a_landing_with_gunfire_and_a_counter_attack(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409 (Conflict)"}
    me.referee(server, "One beach")
    me.settle("empty", "order")
    log = me.page.locator("#log")
    for text in ("sail TF-Gela to Gela", "wait TF-Gela 3 MPs", "bombard Gela with TF-81"):
        order(me, text)
    expect(me.page.locator("#task")).to_contain_text("return fire")
    choose(me, "hold fire")
    dice(me, 6)
    expect(log).to_contain_text("coast defence at Gela 26:4129 takes 2 hits")

    order(me, "sail Dime to Gela")
    for step in range(1, 5):
        order(me, "assault with C-LC-W1")
        if step < 4:
            order(me, "prepare half gunfire with TF-81")
            order(me, "done")
    order(me, "support Gela with TF-81")
    expect(log).to_contain_text("landed in an assault")
    expect(log).to_contain_text("2 points of gunfire support")
    order(me, "prepare quarter gunfire with TF-81")
    order(me, "done")
    order(me, "done", "naval reaction")
    dice(me, 5)
    expect(log).to_contain_text("Landing at Gela 26:4129: ashore in good order")
    dice(me, 6)
    expect(log).to_contain_text("The Allies take Gela 26:4129")
    say(me, "division inland", "counter-attack Gela with GND-HG")
    dice(me, 6)
    expect(log).to_contain_text("2 REs thrown back to sea")


def test_a_carrier_group_is_called(server: Server, people: Any) -> None:
    me = people()
    me.expected = {"409 (Conflict)"}
    me.referee(server, "Husky")
    expect(me.page.locator("#task")).to_contain_text("Call on Indomitable")
    choose(me, "call")
    expect(me.page.locator("#log")).to_contain_text("Carrier group Indomitable comes into play")
    expect(me.page.locator("#forces")).to_contain_text("Indomitable")

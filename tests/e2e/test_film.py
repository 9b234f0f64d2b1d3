"""The film plays past events on the map in all three books: as stills, ended by the start of an
order; arrows at its edge."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Person, Server
from .test_campaign import sit

PURE = """async () => {
    const { scenes, lastTurnStart, lastOwnAnswer, pointAlong, unseenSince, isWorthShowing } =
        await import(scriptOf('film-scenes.js'));
    const { edgePoint } = await import(scriptOf('edge-arrows.js'));
    const like = { name: '', side: 'Axis', silhouette: 'bb', state: [], port: false, count: 1, detail: '', short: '' };
    const unit = (id, place, factors) => ({ ...like, id, place, factors });
    const plain = { kind: 'event', text: '', clause: '', side: '', mine: false, roll: null, opens: '', sails: '', loses: false };
    const line = (n, more) => ({ ...plain, n, ...more });
    const there = [unit('A', '1', '8'), unit('B', '9', '5'), unit('C', '7', '1')];
    const reel = { since: 3, until: 12, board: 'sea', counters: there, cuts: [
        { n: 4, at: ['2'], ways: [{ id: 'A', places: ['1', '2'] }], put: [unit('A', '2', '8')] },
        { n: 5, at: ['3'], ways: [{ id: 'A', places: ['2', '3'] }], put: [unit('A', '3', '8')] },
        { n: 7, at: ['3', '9'] }, { n: 8, at: ['3', '9'], who: ['A', 'B'] },
        { n: 10, at: ['9'], who: ['B'], gone: ['B', 'C'] },
        { n: 11, put: [unit('A', '3', '6')] },
        { n: 12, at: ['3'], who: ['A'], put: [unit('A', '3', '5')] }] };
    const lines = [
        line(4, { sails: 'A', text: 'A enters 2' }), line(5, { sails: 'A', text: 'A enters 3' }), line(6, { text: 'a phase' }),
        line(7, { text: 'A opens fire' }),
        line(8, { kind: 'roll', text: 'A fires', roll: { faces: [6, 1], sides: 6, side: 'Axis' } }), line(9, { text: 'a hit' }),
        line(10, { loses: true, text: 'B is sunk' }), line(11, { kind: 'input', mine: true, text: 'pass' }),
        line(12, { loses: true, text: 'A is hurt' })];
    const made = scenes(reel, lines), [way, throwing, ...lost] = made;
    return {
        kinds: made.map((s) => s.kind), way: way.ways[0].places, said: way.text, standing: way.counters.map((c) => c.id),
        result: throwing.result, struck: lost.map((s) => s.struck.map((x) => [x.unit.id, x.unit.factors, x.left])),
        unseen: [[line(9, { text: 'a turn' })], [line(9, { kind: 'input', mine: true }), line(10, { text: 'a turn' })],
            [line(9, { kind: 'input', mine: true }), line(10, { loses: true })]].map((news) => unseenSince(3, 8, news)),
        worth: isWorthShowing(made), last: lastTurnStart(lines), word: lastOwnAnswer(lines),
        half: pointAlong([[0, 0], [10, 0], [10, 10]], 0.75),
        edges: [edgePoint([50, 50], 100, 100), edgePoint([1000, 300], 400, 600), edgePoint([200, -900], 400, 600)],
    };
}"""


def test_steps_become_voyages_and_throws_have_results(toy: Server, people: Any) -> None:
    me = people()
    me.page.goto(toy.url)
    made = me.page.evaluate(PURE)
    assert made["kinds"] == ["voyage", "dice", "loss", "loss"]
    assert made["way"] == ["1", "2", "3"]
    assert made["said"] == "A enters 3"
    assert made["standing"] == ["B", "C"]
    assert made["result"] == "a hit"
    assert made["struck"] == [[["B", "5", ""]], [["A", "6", "5"]]], (
        "what only goes out of sight is not struck out"
    )
    assert made["worth"]
    assert made["unseen"] == [3, 3, 8], (
        "what was not looked at stays so, until one's own answer has something behind it"
    )
    assert made["last"] == -1
    assert made["word"] == 11
    assert made["half"] == {"point": [10, 5], "passed": 1}
    inside, east, north = made["edges"]
    assert inside is None
    assert (round(east["x"]), round(east["angle"])) == (370, 0)
    assert (round(north["x"]), round(north["angle"])) == (200, -90)


FOLDS = """async () => {
    const { foldVoyages } = await import(scriptOf('log-voyages.js'));
    const plain = { kind: 'event', text: 'x', roll: null, opens: '', scores: false, sails: '', loses: false };
    const said = { steps: { sails: 'A' }, silent: { sails: 'A', text: '' }, pass: { kind: 'input', rests: true }, result: {},
        roll: { kind: 'roll', roll: {} }, order: { kind: 'input' }, hit: { loses: true }, other: { sails: 'B' } };
    const log = (...names) => names.map((name, n) => ({ ...plain, n, text: name, ...said[name] }));
    const of = (since, ...names) => foldVoyages(log(...names), since).map((f) => [f.head.n, ...f.lines.map((l) => l.n)]);
    return [of(-1, 'silent', 'silent', 'steps', 'pass', 'roll', 'result', 'silent', 'steps', 'result'),
        of(-1, 'steps', 'roll', 'hit', 'steps'), of(-1, 'steps', 'order', 'steps'), of(-1, 'steps', 'other', 'steps', 'steps'),
        of(0, 'steps', 'steps', 'steps'), of(-1, 'result', 'pass')];
}"""


def test_a_voyage_is_one_line_of_the_log(toy: Server, people: Any) -> None:
    me = people()
    me.page.goto(toy.url)
    whole, hit, ordered, two, seen, none = me.page.evaluate(FOLDS)
    assert whole == [[7, 2, 3, 4, 5, 7], [8, 8]], (
        "throws and questions let rest on the way belong to it"
    )
    assert hit == [[0, 0], [1, 1], [2, 2], [3, 3]]
    assert ordered == [[0, 0], [1, 1], [2, 2]], "a new order is a new voyage"
    assert two == [[0, 0], [1, 1], [3, 2, 3]]
    assert seen == [[0, 0], [2, 1, 2]], "what is new is not folded with what was seen"
    assert none == [[0, 0], [1, 1]]


def test_a_voyage_unfolds_and_stays_so(server: Server, people: Any) -> None:
    me = people()
    page = me.page
    sit(me, server, "Norway 1940", "Allied")
    me.settle("empty", "order", "window", seconds=40)
    unfold = page.locator("#log .unfold").first
    expect(unfold).to_have_attribute("aria-expanded", "false")
    steps = page.locator("#log .steps").first
    expect(steps).to_be_hidden()
    unfold.click()
    expect(steps).to_be_visible()
    page.click("#logtools >> text=rolls")
    expect(page.locator("#log .unfold")).to_have_count(0)
    page.click("#logtools >> text=all")
    expect(steps).to_be_visible()
    assert "Nothing since" not in page.inner_text("#log")


BOOKS = [("Norway 1940", "Allied", ""), ("First steps", "Axis", ""), ("Wake", "Allied", "staff")]


def watch(me: Person, scenario: str, side: str, first: str, server: Server) -> None:
    """Sit down and let the other side move once."""
    sit(me, server, scenario, side)
    me.settle("empty", "order", "window", seconds=40)
    if first:
        with me.passing():
            me.page.get_by_role("button", name=first).click()
            me.page.click("#announce")
    expect(me.page.locator("#maptools .again.fresh")).to_have_count(1, timeout=40_000)
    me.settle(
        "empty", "order", "window", seconds=40
    )  # the others have moved: nothing changes until one answers


@pytest.mark.parametrize(("scenario", "side", "first"), BOOKS)
def test_what_happened_is_turned_over_as_stills(
    server: Server, people: Any, scenario: str, side: str, first: str
) -> None:
    me = people()
    page = me.page
    watch(me, scenario, side, first, server)
    assert not any("/film" in path for path, _ in me.traffic), (
        "nothing moves by itself for whoever asks for less motion"
    )
    state = me.state
    page.click("#maptools .again")
    film = page.locator("#film")
    expect(film).to_be_visible()
    assert page.locator("#film [data-do=play]").count() == 0
    seen = set()
    for _ in range(40):
        seen |= {
            what
            for what in (".mover", ".wake", ".filmslip .die", ".strike")
            if page.locator(f"#reel {what}").count()
        }
        before = film.inner_text()
        if (
            "1 of 1" in before.splitlines()
            or {".mover", ".wake"} <= seen
            or ".filmslip .die" in seen
        ):
            break
        page.click("#film [data-do=on]")
        page.wait_for_function("t => document.querySelector('#film').innerText !== t", arg=before)
    assert seen, "nothing was drawn on the map"
    assert me.state == state, "the game waits as it did"
    page.keyboard.press("Escape")
    expect(film).to_be_hidden()
    assert page.locator("#reel *").count() == 0
    page.click("#maptools .again")
    expect(film).to_be_visible()
    page.locator("#map").focus()
    page.keyboard.press("/")
    expect(film).to_be_hidden()
    expect(page.locator("#cmd")).to_be_focused()


def test_the_film_plays_by_itself_and_holds_nobody_up(server: Server, people: Any) -> None:
    me = people(reduced_motion="no-preference")
    page = me.page
    sit(me, server, "First steps", "Axis")
    page.wait_for_selector("body[data-film=on] #reel .mover", state="attached")
    me.settle("window")
    page.wait_for_selector("body[data-film='']", state="attached", timeout=40_000)
    page.click("#maptools .again")
    page.wait_for_selector("#reel .mover", state="attached")
    page.click("#film [data-do=play]")
    expect(page.locator("#film [data-do=play]")).to_have_attribute("aria-label", "Play")
    page.click("#film [data-do=speed]")
    expect(page.locator("#film [data-do=speed]")).to_have_text("2×")
    page.locator("#task .opt input").first.check()
    expect(page.locator("#film")).to_be_hidden()
    assert page.locator("#reel *").count() == 0


def test_an_arrow_leads_to_what_is_off_the_map(server: Server, people: Any) -> None:
    me = people()
    page = me.page
    sit(me, server, "Norway 1940", "Allied")
    me.settle("empty", "order", "window", seconds=40)
    expect(page.locator("#arrows .edge")).to_have_count(0)
    page.wait_for_function("() => document.querySelector('svg.board')?.dataset.rests === 'true'")
    page.locator("#forces .shipline").first.click()
    box = page.locator("#map").bounding_box()
    assert box is not None
    for _ in range(4):
        page.mouse.move(box["x"] + 120, box["y"] + 300)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] - 60, box["y"] + box["height"] - 60, steps=4)
        page.mouse.up()
    arrow = page.locator("#arrows .edge").first
    expect(arrow).to_be_visible()
    arrow.click()
    expect(page.locator("#arrows .edge")).to_have_count(0)

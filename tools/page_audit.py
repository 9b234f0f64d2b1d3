"""The accessibility audit: findings of axe-core (WCAG 2.2 AA) on every kind of page and dialog, by
day and by night, and the steps that reach each."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, ViewportSize
from playwright.sync_api import Error as BrowserError

from page_moments import moments

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RUN = """async (only) => {
    const charts = [...document.querySelectorAll("svg.board, svg.coast")], shown = charts.map(c => c.style.display);
    charts.forEach(c => c.style.setProperty("display", "none"));
    const sticks = [...document.querySelectorAll("body *")].filter(e => getComputedStyle(e).position === "sticky");
    sticks.forEach(e => e.style.setProperty("position", "relative"));
    const over = [...document.querySelectorAll("dialog:modal, #curtain:not([hidden])")].pop();
    const found = await axe.run(over || document, { runOnly: only, resultTypes: ["violations"] });
    charts.forEach((c, i) => c.style.setProperty("display", shown[i]));
    sticks.forEach(e => e.style.removeProperty("position"));
    const why = n => n.any[0]?.message || n.all[0]?.message || "";
    return found.violations.map(v => [v.impact, v.id, v.help, v.nodes.map(n => n.target.join(" ") + " | " + why(n))]);
}"""
"""The drawn map is left out. Screen readers skip it: they have the hex cursor's sentences and the
lists. Its parts beyond the edge would cover everything else for axe, which then cannot compare
colours. Under a dialog nothing is checked. Sticky elements are released, because they cover text
that scrolls clear of them."""
WEAR = """look => {
    document.documentElement.dataset.theme = look;
    document.getAnimations().filter(a => a.effect?.getComputedTiming().endTime !== Infinity).forEach(a => a.finish());
}"""
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules whose result may differ by night."""
GRAVE = ("serious", "critical")
LOOKS = ("day", "night")
DESK, PHONE = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)
BOOKS = {
    "awaw": "Norway 1940",
    "europa": "First steps: two groups, four steps",
    "campaign": "Convoy SC 7",
}
"""One scenario of every book, for games begun on the page."""

WAYS = ("hotseat", "invite", "referee", "computer")
"""The kinds of opponent."""
SLIPS = ("Standing orders", "Luck", "Score", "Briefing", "Keys and help", "Verify", "Resign")
"""The entries behind *More* on a narrow screen."""

Act = Callable[[Page], None]
Steps = tuple[tuple[str, Act], ...]


def findings(page: Page, *, night: bool = True) -> list[tuple[str, str, str]]:
    """Return the findings of axe on the present page as (look, impact, rule and element); by night
    only those about colours."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
    out = []
    worn = page.evaluate("document.documentElement.dataset.theme")
    for look in LOOKS if night else LOOKS[:1]:
        page.evaluate(WEAR, look)
        only = (
            {"type": "tag", "values": TAGS}
            if look == "day"
            else {"type": "rule", "values": COLOURS}
        )
        found: list[tuple[str, str, str, list[str]]] = page.evaluate(RUN, only)
        out += [
            (look, impact, f"{rule}: {said} ({where})")
            for impact, rule, said, nodes in found
            for where in nodes
        ]
    page.evaluate(WEAR, worn)
    return out


def grave(page: Page) -> list[str]:
    """Return the grave findings on the present page, one line each."""
    return [f"{look}: {what}" for look, impact, what in findings(page) if impact in GRAVE]


# -- how things are reached


def here(page: Page) -> None:
    """Do nothing: the page as it opens."""


def rolled(page: Page) -> None:
    """Give a die its face: by a button for six sides, in a field for more."""
    face = page.locator(".faces .face, .facefields input").first
    if face.evaluate("e => e.matches('input')"):
        face.fill("3")
    else:
        face.click()


def click(*where: str) -> Act:
    """Return a step that clicks one element after another."""

    def act(page: Page) -> None:
        for one in where:
            page.locator(one).first.click()

    return act


def then(*acts: Act) -> Act:
    """Return a step that runs several steps in order."""

    def act(page: Page) -> None:
        for one in acts:
            one(page)

    return act


def shown(what: str) -> Act:
    """Return a step that waits until an element is visible."""
    return lambda page: page.locator(what).first.wait_for()


def typed(text: str) -> Act:
    """Return a step that types into the order line and waits for the examination."""

    def act(page: Page) -> None:
        page.fill("#cmd", text)
        page.wait_for_selector(f'#task[data-asked="{text}"]', state="attached")

    return act


def keyed(key: str) -> Act:
    """Return a step that presses a key with the map in focus."""

    def act(page: Page) -> None:
        page.focus("#map")
        page.keyboard.press(key)

    return act


def tabbed(tab: str, *acts: Act) -> Act:
    """Return a step that opens a tab on a narrow screen and goes on."""
    return then(click(f"[data-tab={tab}]"), *acts)


def more(label: str) -> Act:
    """Return a step that opens an entry of *More* on a narrow screen."""
    return tabbed("more", click(f"#dialog .stackbuttons .btn:text-is('{label}')"))


def bare(page: Page) -> None:
    """Clear the order line and close the coach."""
    page.fill("#cmd", "")
    page.wait_for_selector("#task .closes, .coach #announce, #task .openhint")
    away = page.locator(".coach #announce")
    if away.count():
        away.click()


def advised(page: Page) -> None:
    """Write an order of the coach into the line."""
    bare(page)
    page.locator("#task .link", has_text="What is worth doing?").click()
    page.locator(".coach .remedy").first.click()
    page.wait_for_selector("#task .verdict", state="attached")


def compared(page: Page) -> None:
    """Compare drafts."""
    text = page.input_value("#cmd")
    page.get_by_role("button", name="Keep draft").click()
    page.fill("#cmd", text.split()[0])
    page.wait_for_selector(f'#task[data-asked="{text.split()[0]}"]', state="attached")
    page.locator("#compare").click()
    page.locator("#dialog .plan .score b").first.wait_for()


def unfolded(page: Page) -> None:
    """Open the battle's dialog. It opens by itself unless the battle is fought on the map."""
    if not page.locator("#battle[open]").count():
        page.locator("#task .pad .btn", has_text="battle").click()
    page.locator("#battle[open]").wait_for()


def chosen(page: Page) -> None:
    """Choose an answer of a question that has answers."""
    answers = page.locator("#battle .choice label")
    if answers.count():
        answers.first.click()


COACH = then(
    click("#task .link:text('What is worth doing')"),
    shown(".coach .idea, .coach .reminder, .coach .nothing"),
)
START: Steps = (
    ("as it opens", here),
    *((f"opposite: {way}", click(f"#ways label:has(input[value={way}])")) for way in WAYS),
    ("house rules", click("details.house summary")),
    ("lessons", then(click("#learn"), shown("#dialog .lessons"))),
    (
        "odds",
        then(
            click("#tools .tool:has-text('Odds')"), click(".oddsform .btn.go"), shown(".oddstable")
        ),
    ),
    ("verify", click("#tools .tool:has-text('Verify')")),
)
ORDER: Steps = (
    ("as it opens", here),
    ("the briefing", click("#task details summary")),
    ("the coach", COACH),
    ("completions", typed("s")),
    ("an order that is none", typed("sail the seven seas")),
    ("an order the coach gives", advised),
    ("a clause", then(click("#task .clause"), shown("#rulesheet article"))),
    ("the clause put away", click("#rulesheet header .btn")),
    ("before you end this", then(bare, click(".closes .btn.go"), shown(".reminder"))),
)
"""The steps where an order may be given, on a wide screen and on a narrow one."""
DESK_TOO: Steps = (
    ("plans side by side", then(advised, compared)),
    ("a force chosen", click("#forces .shipline, #forces .tf")),
    ("keys and help", keyed("?")),
    ("score", click(".scorebar")),
    ("neighbourhood", then(keyed("ArrowRight"), keyed("m"))),
    ("go to a place", keyed("g")),
    ("luck", click(".morelinks .link:text-is('luck')")),
    ("verify", then(click(".morelinks .link:text-is('verify')"), shown("#dialog .verdict"))),
    ("briefing", click(".morelinks .link:text-is('briefing')")),
    ("resign", click(".morelinks .link:text-is('resign')")),
    ("standing orders", click("button:has-text('edit')")),
    ("film", then(click("#maptools .again"), shown("#film .filmrow, #say .long"))),
    (
        "replay",
        then(
            click(".morelinks .link:text-is('replay')"),
            shown(".scrubber"),
            click("[aria-label='One entry back']"),
        ),
    ),
    ("lost connection", lambda page: page.context.set_offline(True)),
)
PHONE_TOO: Steps = (
    ("map", tabbed("map")),
    ("forces", tabbed("forces")),
    ("log", tabbed("log")),
    ("more", tabbed("more")),
    *((label.lower(), more(label)) for label in SLIPS),
    ("film", more("Last turn again")),
    ("replay", then(more("Replay"), shown(".scrubber"))),
)
QUESTION: Steps = (("as it opens", here), ("an answer chosen", click("#task .opt")))
MOMENTS: dict[str, Steps] = {
    "order": ORDER,
    "waiting": (("as it opens", here),),
    "curtain": (("as it opens", shown("#curtain .btn")),),
    "window": (
        *QUESTION,
        ("what looks best", then(click("#task .openhint .link"), shown(".coach .idea"))),
    ),
    "battle": (
        ("as it opens", here),
        ("both lines", unfolded),
        ("an answer chosen", chosen),
        ("folded away", click("#battle .acts .btn:not(.go)")),
    ),
    "chart": (("as it opens", here), ("what is worth doing", COACH)),
    "dice": (("as it opens", here), ("faces chosen", rolled)),
    "over": (("as it opens", here), ("luck", click("#task footer .btn:text-is('Luck')"))),
}
REPORT: Steps = (
    ("as it opens", shown("#score table")),
    ("the whole log", then(click("#whole summary"), click("#whole .check input"))),
)


def each(page: Page, name: str, steps: Steps) -> Iterator[tuple[str, Page]]:
    """Yield the page after each step; dialogs are closed between steps."""
    for said, act in steps:
        try:
            act(page)
            page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        except BrowserError as e:
            yield f"(none) {name}: {said}: {str(e).splitlines()[0]}", page
            continue
        yield f"{name}: {said}", page
        with contextlib.suppress(BrowserError):
            page.evaluate(
                "document.querySelectorAll('dialog[open]:not(#battle)').forEach(d => d.close())"
            )
    page.context.set_offline(False)


def open_table(
    page: Page, url: str, scenario: str, way: str = "referee", *, admiral: str = ""
) -> None:
    """Go from the start page to a table of *scenario* with the map at rest; *admiral* plays for the
    computer."""
    page.goto(url)
    page.locator(".card label", has_text=re.compile(f"^{re.escape(scenario)}$")).click()
    page.check(f"input[name=way][value={way}]")
    if admiral:
        page.select_option("select[name=admiral]", admiral)
    page.click("#bill button[type=submit]")
    page.wait_for_url(re.compile("/table/"))
    rested(page)


def rested(page: Page) -> None:
    """Wait until the map stands still."""
    page.wait_for_selector("svg.board[data-rests=true]", state="attached")
    page.wait_for_selector(
        "#task:not([aria-busy=true]) > *, #curtain:not([hidden])", state="attached"
    )


def sheets(page: Page) -> Steps:
    """Return the steps for every sheet and box beside the map, with a line begun where the sheet
    takes one."""
    titles = page.locator("#leaves button").all_inner_texts()
    return (
        *(
            (f"sheet {title}", then(click(f"#leaves button >> nth={i}"), begun))
            for i, title in enumerate(titles)
            if i
        ),
        *((("the map again", click("#leaves button >> nth=0")),) if titles else ()),
    )


def begun(page: Page) -> None:
    """Begin a line in the open sheet, when it takes one."""
    add = page.locator(".sheet .blanks button")
    if add.count():
        add.first.click()


def views(
    browser: Browser,
    url: str,
    home: Path,
    *,
    books: Iterable[str] = BOOKS,
    sizes: Iterable[ViewportSize] = (DESK, PHONE),
) -> Iterator[tuple[str, Page]]:
    """Yield every kind of page and dialog with its name, opened one after another. A missing one is
    yielded as ``(none) NAME``.

    *home* is the folder in which the room at *url* keeps its games.
    """
    found = {book: moments(home, book) for book in books}
    for size in sizes:
        wide = size["width"] > 760
        context = browser.new_context(viewport=size, color_scheme="light", reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(15_000)
        width = f"{size['width']}, "
        for name, shown_page in pages(page, url, found, wide):
            yield (
                (
                    name.replace("(none) ", f"(none) {width}")
                    if name.startswith("(none)")
                    else width + name
                ),
                shown_page,
            )
        context.close()


def pages(
    page: Page, url: str, found: dict[str, dict[str, list[str]]], wide: bool
) -> Iterator[tuple[str, Page]]:
    """Yield every kind of page at one size of the screen."""
    page.goto(url)
    page.wait_for_selector("#learn:enabled")
    yield from each(page, "start page", START)
    for name, path in (
        ("no seat", "/table/nothing#nobody"),
        ("no report", "/report/nothing"),
        ("no page", "/nowhere"),
    ):
        page.goto(url + path)
        page.wait_for_load_state("networkidle")
        yield f"error, {name}", page
    for book in found:
        page.goto(f"{url}/rules/{book}")
        page.wait_for_selector("#rules article")
        whole = page.inner_text("#count")
        # axe needs a minute for the whole index, whose articles are all alike
        page.fill("#find", "transport")
        page.wait_for_function(
            "whole => document.querySelector('#count').textContent !== whole", arg=whole
        )
        yield f"{book}, rules index", page
        for kind, paths in found[book].items():
            for path in paths:
                page.goto("about:blank")
                page.goto(url + path)
                rested(page)
            steps = MOMENTS[kind]
            if kind == "order":
                steps = (
                    *steps,
                    *(sheets(page) if wide else ()),
                    *(DESK_TOO if wide else PHONE_TOO),
                )
            yield from each(page, f"{book}, {kind}", steps)
        if "over" in found[book]:
            page.goto(url + found[book]["over"][-1].split("#")[0].replace("/table/", "/report/"))
            yield from each(page, f"{book}, report", REPORT)
        page.goto(url)
        page.click("#learn")
        page.click(f"[data-lesson={book}]")
        page.wait_for_url(re.compile("/table/"))
        rested(page)
        yield from each(
            page,
            f"{book}, lesson",
            (("as it opens", shown("#lessonact")), ("an order of it", click("#lessonact"))),
        )
    yield from guests(page, url, BOOKS[next(iter(found))])


def guests(page: Page, url: str, scenario: str) -> Iterator[tuple[str, Page]]:
    """Yield the pages of two players: an invitation sent and opened, and the curtain between two at
    one screen."""
    page.goto(url)
    page.locator(".card label", has_text=re.compile(f"^{re.escape(scenario)}$")).click()
    page.check("input[name=way][value=invite]")
    page.click("#bill button[type=submit]")
    page.wait_for_selector("#dialog[open] .btn.go")
    yield "invitation to send", page
    link = page.input_value("#dialog input")
    page.goto(link)
    page.wait_for_selector("#dialog[open] .btn.go")
    yield "invitation to take", page
    page.goto(url)
    page.wait_for_selector("#resume a")
    yield "start page with games", page

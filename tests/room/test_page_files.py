"""The page's files: nothing is fetched from elsewhere, no text becomes markup, every import leads
somewhere."""

from __future__ import annotations

import gzip
import posixpath
import re
import shutil
import subprocess
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from flagplot.room.pages import ALL, HEADS, NEEDS, content_stamp, page_parts, render_page

from .conftest import Room

PAGE = Path(__file__).parents[2] / "src/flagplot/room/page"
SCRIPTS = sorted((PAGE / "js").glob("*.js"))
SHEETS = sorted((PAGE / "css").glob("*.css"))
HTML = sorted(HEADS)


def test_each_script_begins_by_saying_what_it_does() -> None:
    assert [p.name for p in SCRIPTS if not p.read_text("utf-8").startswith("/*")] == []
    assert HTML


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.name)
def test_scripts_make_no_markup_out_of_text(path: Path) -> None:
    text = path.read_text("utf-8")
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "DOMParser",
        "eval(",
        "new Function",
        "setAttribute('style'",
        'setAttribute("style"',
    ):
        assert word not in text, word
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text), (
        "nothing is fetched from elsewhere"
    )
    assert "@ts-ignore" not in text
    for name in re.findall(r"(?:from |import\()[\"'](\.[\w./-]+\.js)[\"']", text):
        assert (PAGE / "js" / name).is_file(), name
    assert len(text.splitlines()) < 800


def test_sheets_dress_only_what_there_is() -> None:
    """Every class of a sheet stands in a string of a script, in a page, or is a state that the
    table gives; of one that a script names or counts on (``zone${n}``) the beginning will do. Every
    variable is used."""
    sheets, scripts = (
        re.sub(r"/\*.*?\*/", "", "".join(p.read_text("utf-8") for p in paths), flags=re.DOTALL)
        for paths in (SHEETS, SCRIPTS)
    )
    strings = " ".join(
        re.findall(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`", re.sub(r"(?<!:)//.*", "", scripts))
    )
    pages = "".join(p.read_text("utf-8") for p in PAGE.glob("*.html"))
    table = "".join(p.read_text("utf-8") for p in PAGE.parents[1].rglob("*.py"))
    words = set(re.findall(r"[\w-]+", strings + pages))
    stems = tuple(re.findall(r"(?<![\w-])([\w-]+)\$\{", strings))
    classes = re.findall(r"\.([A-Za-z_][\w-]*)", re.sub(r"\{[^{}]*\}", "", sheets))
    assert {
        c for c in classes if c not in words and not c.startswith(stems) and f'"{c}"' not in table
    } == set()
    used = re.findall(r"--[\w-]+\b(?!\s*:)", sheets + scripts + table) + re.findall(
        r"'(--[\w-]+)':", scripts
    )
    assert set(re.findall(r"(--[\w-]+)\s*:", sheets)) - set(used) == set()


@pytest.mark.parametrize("path", SHEETS, ids=lambda p: p.name)
def test_sheets_fetch_nothing(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "@import" not in text
    for link in re.findall(r"url\((?!#)([^)]*)\)", text):
        assert path.name == "fonts.css"
        assert (PAGE / link.strip('"').removeprefix("/page/")).is_file(), link
    assert text.count("{") == text.count("}")


@pytest.mark.parametrize("name", HTML)
def test_pages_hold_no_script_and_no_style(name: str) -> None:
    text = render_page(name, "0123456789ab")
    assert " style=" not in text
    assert "<style" not in text
    assert not re.search(r"\son\w+=", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)
    assert 'lang="en"' in text
    assert text.count("<head>") == text.count("<title>") == text.count("</html>") == 1
    links = re.findall(r'(?:href|src)="/page/([^"]+)"', text)
    assert set(links) <= page_parts("0123456789ab").keys()
    assert len(set(links)) == len(links)


def without_comments(text: str) -> list[str]:
    """The lines of a script or style without its comments; those that are nothing else left out."""
    return [
        line
        for line in map(str.strip, re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).split("\n"))
        if line
    ]


def test_what_is_sent_is_what_lies_here_without_its_comments() -> None:
    sent = page_parts("x")
    assert not any("/css/" in name for name in sent), "the styles of a page come as one file"
    told = {
        path: (path.read_text("utf-8"), sent[f"x/js/{path.name}"].plain.decode())
        for path in SCRIPTS
    }
    for path, (text, bare) in told.items():
        assert without_comments(text) == without_comments(bare), path.name
        assert text.count("\n") == bare.count("\n"), "an error is at the line it says"
    assert sum(len(bare) for _, bare in told.values()) < 0.95 * sum(
        len(text) for text, _ in told.values()
    )
    for name, head in HEADS.items():
        sheets = "".join(
            (PAGE / f"css/{one}.css").read_text("utf-8") for one in f"{ALL} {head.styles}".split()
        )
        assert without_comments(sheets) == without_comments(sent[f"x/{name}.css"].plain.decode())
    for one in sent.values():
        assert not one.packed or gzip.decompress(one.packed) == one.plain


def test_tokens_of_day_and_night_have_the_same_names() -> None:
    text = (PAGE / "css/tokens.css").read_text("utf-8")
    day, night = text.split('data-theme="night"')
    names = set(re.findall(r"(--[\w-]+):", night))
    assert names <= set(re.findall(r"(--[\w-]+):", day))
    assert len(names) > 30


def contrast(one: str, two: str) -> float:
    """Contrast of two colours ``#rrggbb`` as WCAG counts it."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    a, b = sorted((light(one), light(two)), reverse=True)
    return (a + 0.05) / (b + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
def test_text_can_be_read(theme: int) -> None:
    text = (PAGE / "css/tokens.css").read_text("utf-8").split('data-theme="night"')[theme]
    tokens = dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6})", text))
    for ink in (
        "--ink",
        "--ink-2",
        "--ink-3",
        "--rule",
        "--go",
        "--axis-ink",
        "--allied-ink",
        "--neutral-ink",
    ):
        assert contrast(tokens[ink], tokens["--paper"]) >= 4.5, ink
    assert contrast(tokens["--rule"], tokens["--rule-wash"]) >= 4.5
    assert contrast(tokens["--on-go"], tokens["--go"]) >= 4.5


def test_no_script_needs_itself() -> None:
    """A circle of imports would be read in an order that nobody chose."""
    TopologicalSorter(
        {
            path.name: {Path(n).name for n in NEEDS.findall(path.read_text("utf-8"))}
            for path in SCRIPTS
        }
    ).prepare()


def test_scripts_parse() -> None:
    """Every browser reads these files as they are; a JavaScript engine at hand must too."""
    node = shutil.which("node")
    for path in SCRIPTS:
        if node:
            done = subprocess.run(
                [node, "--check", str(path)],
                capture_output=True,
                text=True,
                timeout=30,
                check=False,
            )
            assert done.returncode == 0, done.stderr
        else:
            assert path.read_text("utf-8").count("{") == path.read_text("utf-8").count("}"), (
                path.name
            )


READ = re.compile(
    r"(?<![\w)\]])/(?![/*])((?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/[gimsuy]*(?=[.,);\]])"
)
"""Regular expressions of a script."""
TAGS = ("radio|checkbox|range",)
"""Capitalised words that they may use besides tags: kinds of fields of a form."""


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.name)
def test_the_page_reads_no_english(path: Path) -> None:
    text = path.read_text("utf-8")
    for source in READ.findall(text):
        plain = re.sub(r"\\[a-zA-Z]|\(\?<?[=!:]", " ", source)
        words = re.findall(r"[a-z]{2,}", plain)
        assert not words or source in TAGS, f"{path.name} reads words out of a text: /{source}/"
    assert not re.search(
        r"\.(text|label|note|title|sentence|meaning)\b[^;]{0,20}\.(startsWith|includes|endsWith)\([\"']",
        text,
    )


def test_a_page_names_every_script_it_needs_at_its_top() -> None:
    for page_name in HTML:
        sent = render_page(page_name, "0123456789ab")
        names = set(re.findall(r'(?:href|src)="/page/0123456789ab/((?:js|vendor)/[\w.-]+)"', sent))
        assert len(names) > 1, "imports are written in another way: nothing is looked at"
        for name in names:
            needs = re.findall(r"from [\"'](\.\.?/[\w./-]+)[\"']", (PAGE / name).read_text("utf-8"))
            assert {posixpath.normpath(f"{Path(name).parent}/{n}") for n in needs} <= names, (
                page_name
            )


def test_scripts_and_styles_have_another_address_when_one_of_them_changes(tmp_path: Path) -> None:
    names = ("js/one.js", "css/one.css", "vendor/one.js")
    for name in names:
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("x", "utf-8")
    before = content_stamp(tmp_path)
    assert content_stamp(tmp_path) == before
    for name in names:
        (tmp_path / name).write_text("y", "utf-8")
        assert content_stamp(tmp_path) != before
        before = content_stamp(tmp_path)


def test_a_browser_keeps_what_lies_under_its_own_stamp(room: Room) -> None:
    own = f"/page/{content_stamp()}/js"
    for path, kept in (
        (f"{own}/start-page.js", True),
        (f"/page/{content_stamp()}/vendor/preact.js", True),
        ("/page/js/start-page.js", False),
        (f"{own}/no.js", False),
    ):
        answer = room.client.get(path)
        assert answer.status_code == (200 if kept else 404)
        assert ("immutable" in answer.headers["cache-control"]) is kept, path
    assert room.client.get("/").headers["cache-control"] == "no-cache"
    assert f"{own}/start-page.js" in room.client.get("/").text


def test_a_script_is_sent_compressed_to_who_can_read_that(room: Room) -> None:
    path = f"/page/{content_stamp()}/js/start-page.js"
    packed, plain = (
        room.client.get(path, headers={"accept-encoding": how}) for how in ("gzip, br", "identity")
    )
    assert (
        packed.text
        == plain.text
        == page_parts(content_stamp())[path.removeprefix("/page/")].plain.decode()
    )
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) // 2
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"

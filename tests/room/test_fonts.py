"""The faces that travel with the page: what they hold, who may use them, and that nothing the page
says is without them."""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from flagplot.boards import palette

from .conftest import Room

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src/flagplot/room/page"
FONTS = PAGE / "fonts"
RULE = re.compile(
    r'@font-face \{ font-family: "([^"]+)"; font-weight: (\d+) (\d+);( font-style: italic;)? '
    r"font-display: swap; "
    r'src: url\("/page/fonts/([^"]+)"\) format\("woff2"\); unicode-range: ([^;]+); \}'
)
RULES = RULE.findall((PAGE / "css/fonts.css").read_text("utf-8"))
TOKENS = dict(
    re.findall(r"--(serif|sans|plate|mono): (.*);", (PAGE / "css/tokens.css").read_text("utf-8"))
)


def spans(said: str) -> set[int]:
    """The code points of a ``unicode-range``."""
    found: set[int] = set()
    for span in said.split(", "):
        first, _, last = span.removeprefix("U+").partition("-")
        found |= set(range(int(first, 16), int(last or first, 16) + 1))
    return found


READ_ONLY = frozenset("≤≥⩽⩾≠")
"""Operators that a standing order may be typed with and is never shown with; the look-alikes of
``folding.py`` are read only too."""


@cache
def said_by_the_page() -> frozenset[str]:
    """Every character that stands in the page's files, in the words of the program, and in the data
    of boards and books."""
    found: set[str] = set()
    for path in (ROOT / "src/flagplot").rglob("*"):
        read_only = path.name in ("make_fonts.py", "folding.py", "name_folding.py")
        if path.suffix in (".js", ".html", ".css", ".py", ".toml", ".json") and not read_only:
            text = path.read_text("utf-8")
            found |= set(text)
            found |= {
                chr(int(code, 16))
                for code in re.findall(r"\\u(?![dD][89a-fA-F])([0-9a-fA-F]{4})", text)
            }
            if path.suffix == ".css":
                found |= {chr(int(code, 16)) for code in re.findall(r"\\([0-9a-fA-F]{2,6})", text)}
            if path.suffix in (".html", ".js"):
                found |= set(html.unescape("".join(re.findall(r"&#?\w+;", text))))
    return frozenset(
        c for c in found - READ_ONLY if c.isprintable() and not unicodedata.combining(c)
    )


def test_every_file_has_its_rule_and_its_own_name() -> None:
    assert len(RULES) == (PAGE / "css/fonts.css").read_text("utf-8").count("@font-face")
    files = {rule[4] for rule in RULES}
    assert files == {p.name for p in FONTS.glob("*.woff2")}
    for name in files:  # it may be kept for ever: what changes gets another name
        assert name.split(".")[1] == hashlib.sha256((FONTS / name).read_bytes()).hexdigest()[:8], (
            name
        )


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule[4]))
def test_a_file_holds_what_its_rule_says(rule: tuple[str, ...]) -> None:
    font = TTFont(FONTS / rule[4])
    assert set(font.getBestCmap()) == spans(rule[5])
    assert font["name"].getDebugName(1) == rule[0], "who changes a font changes its name"
    assert font["name"].getDebugName(0), "its copyright goes with it"


@pytest.mark.parametrize("kind", TOKENS)
@pytest.mark.parametrize("weight", [400, 500, 600, 700])
def test_every_character_has_its_glyph(kind: str, weight: int) -> None:
    families = re.findall(r'"(Flagplot \w+)"', TOKENS[kind])
    assert families == [f"Flagplot {kind.title()}", "Flagplot Signs"]
    for italic in ["", " font-style: italic;"] if kind == "serif" else [""]:
        held = {
            c
            for name, low, high, slant, _, span in RULES
            if name in families
            and int(low) <= weight <= int(high)
            and (slant == italic or name == "Flagplot Signs")
            for c in spans(span)
        }
        assert not {c for c in said_by_the_page() if ord(c) not in held}


def test_the_page_says_more_than_ascii() -> None:
    assert set("öøß→−✓½·") <= said_by_the_page()


def test_licences_stand_beside_the_files() -> None:
    for name, words in {
        "OFL-Noto.txt": "SIL OPEN FONT LICENSE",
        "OFL-Roboto.txt": "SIL OPEN FONT LICENSE",
        "GUST-TeX-Gyre.txt": "LaTeX Project Public License",
    }.items():
        assert words in (FONTS / name).read_text("utf-8")


def test_what_is_drawn_for_itself_names_the_same_faces() -> None:
    for kind, stack in (("serif", palette.SERIF), ("plate", palette.PLATE), ("sans", palette.SANS)):
        assert [f.strip("'") for f in stack.split(",")] == [
            f.strip('"') for f in TOKENS[kind].split(", ")
        ]


def test_a_face_is_sent_once(room: Room) -> None:
    answer = room.client.get(f"/page/fonts/{RULES[0][4]}")
    assert answer.headers["content-type"] == "font/woff2"
    assert "immutable" in answer.headers["cache-control"]
    assert "content-encoding" not in answer.headers, "it is compressed already"
    assert "immutable" not in room.client.get("/page/css/fonts.css").headers["cache-control"]
    assert "immutable" not in room.client.get("/page/fonts/none.woff2").headers["cache-control"]

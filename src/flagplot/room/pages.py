"""The pages as they are sent. They share one head. Scripts and styles have addresses that change
with their content, so browsers may cache them for ever. The styles of a page are one file, and its
head lists every script it will need, so that all are fetched at once. Comments are removed and
files compressed once, in memory."""

from __future__ import annotations

import gzip
import re
from hashlib import blake2b
from importlib import resources
from pathlib import Path
from posixpath import dirname, join, normpath
from string import Template
from typing import NamedTuple

PAGES = Path(str(resources.files("flagplot.room") / "page"))
NEEDS = re.compile(r"^(?:import|export)\b[^;]*? from [\"'](\.[\w./-]+)[\"']", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*/\*(?!!)(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)
"""A comment on lines of its own. One that begins with ``!``, as licences do, stays."""
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
}


class Page(NamedTuple):
    """The parts of a page's head that are its own."""

    title: str
    styles: str
    """Style sheets after those common to all pages."""
    fonts: str
    """Font faces that are visible at once."""
    about: str = ""
    """The description for search engines; without it the page is not to be indexed."""
    data: tuple[str, ...] = ()
    """API requests with which the page's script begins."""
    later: str = ""
    """A script used once the page is ready. It is fetched, with its imports, at low priority."""


ALL = "fonts tokens base"
"""The style sheets that every page begins with."""
HEADS = {
    "start-page": Page(
        "flagplot: naval strategy at a table that knows the rules",
        "board start extra small",
        "serif-bold serif-italic sans sans-bold",
        "A table for naval strategy that knows the rules, names the clause, and shows the odds "
        "before you commit.",
        ("/api/books", "/api/lessons"),
        "start-pictures",
    ),
    "game-page": Page(
        "flagplot",
        "board table extra sheets small film sea",
        "serif serif-bold serif-italic sans sans-bold plate mono-bold",
    ),
    "report-page": Page(
        "Report · flagplot",
        "board table start extra report small",
        "serif-bold sans sans-bold plate",
    ),
    "rules-page": Page(
        "Rules index · flagplot",
        "start extra small",
        "serif-bold sans sans-bold mono-bold",
        "Every clause in plain words.",
    ),
    "not-found": Page("No such page · flagplot", "table start report small", "serif-bold sans"),
}


class PagePart(NamedTuple):
    """A file as it is sent: its kind, its bytes, and the compressed bytes (empty when compression
    gains nothing)."""

    kind: str
    plain: bytes
    packed: bytes = b""


def page_files(folder: Path = PAGES) -> dict[str, bytes]:
    """Return all files of the pages, by path below *folder*."""
    return {
        p.relative_to(folder).as_posix(): p.read_bytes()
        for p in sorted(folder.rglob("*"))
        if p.suffix in KINDS
    }


def content_stamp(folder: Path = PAGES) -> str:
    """Return a name derived from the content of all scripts and styles."""
    told = b"\0".join(
        part for name, data in page_files(folder).items() for part in (name.encode(), data)
    )
    return blake2b(told, digest_size=6).hexdigest()


def page_parts(stamp: str, folder: Path = PAGES) -> dict[str, PagePart]:
    """Return all parts of the pages, by address below ``/page/``: fonts under their own names;
    scripts, the combined styles of each page, and the mark, under *stamp*."""
    found = page_files(folder)
    for name, head in HEADS.items():
        found[f"{name}.css"] = b"".join(
            found[f"css/{one}.css"] for one in f"{ALL} {head.styles}".split()
        )
    kept = {
        name: prepared_file(name, data)
        for name, data in found.items()
        if not name.startswith("css/")
    }
    return {
        name if name.startswith("fonts/") else f"{stamp}/{name}": part
        for name, part in kept.items()
    }


def prepared_file(name: str, data: bytes) -> PagePart:
    """Return a file without comments (line numbers unchanged), and compressed."""
    kind = KINDS[Path(name).suffix]
    if not kind.startswith("text/"):
        return PagePart(kind, data)
    bare = COMMENT.sub(lambda said: "\n" * said[0].count("\n"), data.decode()).encode()
    return PagePart(kind, bare, gzip.compress(bare, 9, mtime=0))


def scripts_needed(script: str, folder: Path = PAGES) -> list[str]:
    """Return a script and everything it imports, each once, as paths in *folder*."""
    found = [f"js/{script}"]
    for path in found:
        named = NEEDS.findall((folder / path).read_text("utf-8"))
        found += [
            n
            for n in dict.fromkeys(normpath(join(dirname(path), n)) for n in named)
            if n not in found
        ]
    return found


def render_page(name: str, stamp: str, folder: Path = PAGES) -> str:
    """Return a page as it is sent."""
    head = HEADS[name]
    fonts = [next((folder / "fonts").glob(f"{face}.*.woff2")).name for face in head.fonts.split()]
    first = scripts_needed(f"{name}.js", folder)
    later = (
        [one for one in scripts_needed(f"{head.later}.js", folder) if one not in first]
        if head.later
        else []
    )
    ahead = [f'<link rel="modulepreload" href="/page/{stamp}/{one}">' for one in first[1:]]
    ahead += [f'<link rel="preload" href="{asked}" as="fetch" crossorigin>' for asked in head.data]
    ahead += [
        f'<link rel="preload" href="/page/fonts/{one}" as="font" type="font/woff2" crossorigin>'
        for one in fonts
    ]
    ahead += [
        f'<link rel="modulepreload" href="/page/{stamp}/{one}" fetchpriority="low">'
        for one in later
    ]
    return Template((folder / "shell.html").read_text("utf-8")).substitute(
        name=name,
        stamp=stamp,
        title=head.title,
        ahead="\n".join(ahead),
        body=(folder / f"{name}.html").read_text("utf-8"),
        found=f'name="description" content="{head.about}"'
        if head.about
        else 'name="robots" content="noindex"',
    )

"""The pages as they are sent: one head for all, and scripts and styles under addresses that change
with what is in them, so that a browser keeps them for ever. A page's styles come as one file, every
script that it will need is named at its top, so that all are fetched at once, and each is made
ready once: without its comments, compressed, in memory."""

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
"""A comment that has its lines to itself; one that begins with ``!``, as licences do, stays."""
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
}


class Page(NamedTuple):
    """What a page has of its own in its head."""

    title: str
    styles: str
    """Sheets after those that all pages begin with."""
    fonts: str
    """Faces that show at once."""
    about: str = ""
    """What those who search are told; without it the page is not to be found."""
    data: tuple[str, ...] = ()
    """Questions of the API that its script begins with."""
    later: str = ""
    """A script that is taken up once the page can be used: fetched with all it needs when nothing
    else waits."""


ALL = "fonts tokens base"
"""The styles that every page begins with."""
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


class Part(NamedTuple):
    """A file as it is sent: its kind, its bytes, and these compressed (none where that gains
    nothing)."""

    kind: str
    plain: bytes
    packed: bytes = b""


def files(folder: Path = PAGES) -> dict[str, bytes]:
    """All that pages are made of, by its place below *folder*."""
    return {
        p.relative_to(folder).as_posix(): p.read_bytes()
        for p in sorted(folder.rglob("*"))
        if p.suffix in KINDS
    }


def stamp(folder: Path = PAGES) -> str:
    """A name of what is in all scripts and styles."""
    told = b"\0".join(
        part for name, data in files(folder).items() for part in (name.encode(), data)
    )
    return blake2b(told, digest_size=6).hexdigest()


def parts(stamp: str, folder: Path = PAGES) -> dict[str, Part]:
    """All that pages are made of, by its address below ``/page/``: faces under names of their own;
    scripts, the styles of each page in one, and the mark, under *stamp*."""
    found = files(folder)
    for name, head in HEADS.items():
        found[f"{name}.css"] = b"".join(
            found[f"css/{one}.css"] for one in f"{ALL} {head.styles}".split()
        )
    kept = {name: made(name, data) for name, data in found.items() if not name.startswith("css/")}
    return {
        name if name.startswith("fonts/") else f"{stamp}/{name}": part
        for name, part in kept.items()
    }


def made(name: str, data: bytes) -> Part:
    """A file without its comments, its lines where they were, and compressed."""
    kind = KINDS[Path(name).suffix]
    if not kind.startswith("text/"):
        return Part(kind, data)
    bare = COMMENT.sub(lambda said: "\n" * said[0].count("\n"), data.decode()).encode()
    return Part(kind, bare, gzip.compress(bare, 9, mtime=0))


def needed(script: str, folder: Path = PAGES) -> list[str]:
    """A script and all that it imports, each once, as they lie in *folder*."""
    found = [f"js/{script}"]
    for path in found:
        named = NEEDS.findall((folder / path).read_text("utf-8"))
        found += [
            n
            for n in dict.fromkeys(normpath(join(dirname(path), n)) for n in named)
            if n not in found
        ]
    return found


def page(name: str, stamp: str, folder: Path = PAGES) -> str:
    """A page as it is sent."""
    head = HEADS[name]
    fonts = [next((folder / "fonts").glob(f"{face}.*.woff2")).name for face in head.fonts.split()]
    first = needed(f"{name}.js", folder)
    later = (
        [one for one in needed(f"{head.later}.js", folder) if one not in first]
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

"""The pages as they are sent: scripts and styles under addresses that change with what is in them, so that a browser keeps them
for ever, and every script that a page will need named at its top, so that all are fetched at once."""

from __future__ import annotations

import re
from hashlib import blake2b
from importlib import resources
from pathlib import Path

PAGES = Path(str(resources.files("flagplot.room") / "page"))
STAMPED = ("js", "css", "vendor")
"""Folders of what is sent under the stamp."""
SCRIPT = re.compile(r'<script type="module" src="/page/js/([\w.]+)">')
NEEDS = re.compile(r"^(?:import|export)\b[^;]*? from '(?:\./|\.\./(vendor/))([\w.]+)'", re.MULTILINE)


def stamp(folder: Path = PAGES) -> str:
    """A name of what is in all scripts and styles."""
    files = sorted(p for kind in STAMPED for p in (folder / kind).iterdir())
    return blake2b(b"\0".join(part for p in files for part in (p.name.encode(), p.read_bytes())), digest_size=6).hexdigest()


def needed(script: str, folder: Path = PAGES) -> list[str]:
    """A script and all that it imports, each once, as they lie in *folder*."""
    found = [f"js/{script}"]
    for path in found:
        names = ["".join(parts) if parts[0] else f"js/{parts[1]}" for parts in NEEDS.findall((folder / path).read_text("utf-8"))]
        found += [n for n in dict.fromkeys(names) if n not in found]
    return found


def page(name: str, stamp: str, folder: Path = PAGES) -> str:
    """A page as it is sent."""
    text = (folder / name).read_text("utf-8")

    def ahead(found: re.Match[str]) -> str:
        links = (f'<link rel="modulepreload" href="/page/{one}">\n' for one in needed(found[1], folder)[1:])
        return "".join(links) + found[0]

    return re.sub(rf'"/page/({"|".join(STAMPED)})/', rf'"/page/{stamp}/\1/', SCRIPT.sub(ahead, text))

"""The pages as they are sent: scripts and styles under addresses that change with what is in them, so that a browser keeps them
for ever, and every script that a page will need named at its top, so that all are fetched at once."""

from __future__ import annotations

import re
from hashlib import blake2b
from importlib import resources
from pathlib import Path

PAGES = Path(str(resources.files("flagplot.room") / "page"))
SCRIPT = re.compile(r'<script type="module" src="/page/js/([\w.]+)">')
NEEDS = re.compile(r"^(?:import|export)\b[^;]*? from '\./([\w.]+)'", re.MULTILINE)


def stamp(folder: Path = PAGES) -> str:
    """A name of what is in all scripts and styles."""
    files = sorted(p for kind in ("js", "css") for p in (folder / kind).iterdir())
    return blake2b(b"\0".join(part for p in files for part in (p.name.encode(), p.read_bytes())), digest_size=6).hexdigest()


def needed(script: str, folder: Path = PAGES) -> list[str]:
    """The names of a script and of all that it imports, each once."""
    found = [script]
    for name in found:
        found += [n for n in dict.fromkeys(NEEDS.findall((folder / "js" / name).read_text("utf-8"))) if n not in found]
    return found


def page(name: str, stamp: str, folder: Path = PAGES) -> str:
    """A page as it is sent."""
    text = (folder / name).read_text("utf-8")

    def ahead(found: re.Match[str]) -> str:
        links = (f'<link rel="modulepreload" href="/page/js/{one}">\n' for one in needed(found[1], folder)[1:])
        return "".join(links) + found[0]

    return re.sub(r'"/page/(js|css)/', rf'"/page/{stamp}/\1/', SCRIPT.sub(ahead, text))

"""The book of ``docs/first-book.md`` as a package of its own: its files as the page says them,
installed in a folder."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "first-book.md"


def files() -> dict[str, str]:
    """Return the files of the book: each block is of the file named first in the paragraph before
    it."""
    found: dict[str, str] = {}
    text = PAGE.read_text("utf-8")
    for block in re.finditer(r"\n```\w*\n(.*?)\n```\n", text, re.DOTALL):
        paragraph = text[: block.start()].rstrip().rpartition("\n\n")[2]
        name = re.search(r"`([\w/]+\.(?:py|tsv|toml))`", paragraph)
        assert name is not None, paragraph
        found[name[1]] = f"{block[1]}\n"
    return found


def installed(where: Path, texts: dict[str, str], package: str = "flagplot_strait") -> None:
    """Install a package as pip does: its folder, and its entry points beside it."""
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    for name, text in texts.items():
        if name != "pyproject.toml":
            path = where / package / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    info = where / f"{package}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", "utf-8"
    )
    (info / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
            for group, entries in project["entry-points"].items()
        ),
        "utf-8",
    )


def made(where: Path) -> str:
    """Install the book below *where*; return the ``PYTHONPATH`` that has it beside flagplot."""
    site = where / "site"
    installed(site, files())
    return os.pathsep.join((str(ROOT / "src"), str(site)))

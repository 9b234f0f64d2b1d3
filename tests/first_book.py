"""The book of ``docs/first-book.md``: its files as the page says them, in a copy of the package
that knows it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "first-book.md"


def files() -> dict[str, str]:
    """The files of the book: each block is of the file named first in the paragraph before it."""
    found: dict[str, str] = {}
    text = PAGE.read_text("utf-8")
    for block in re.finditer(r"\n```\w*\n(.*?)\n```\n", text, re.DOTALL):
        paragraph = text[: block.start()].rstrip().rpartition("\n\n")[2]
        name = re.search(r"`([\w/]+\.(?:py|tsv|toml))`", paragraph)
        assert name is not None, paragraph
        found[name[1]] = f"{block[1]}\n"
    return found


def made(where: Path) -> Path:
    """A copy of the package below *where* with the book in it; the folder for ``PYTHONPATH``."""
    source = where / "src"
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
    books = source / "flagplot" / "rulebooks"
    for name, text in files().items():
        path = books / "strait" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    known = books / "__init__.py"
    known.write_text(
        known.read_text("utf-8").replace('"campaign")', '"campaign", "strait")'), "utf-8"
    )
    return source

"""The rules of plain English that a search can keep, for docstrings, comments, documents, messages
and page texts. The rest is for readers."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from source_tree import ROOT

FIRST = re.compile(r"(The same|What|Whether|Who|Whose|Whoever)\b")
"""Words that no docstring begins with: the subject comes first."""
ANYWHERE = re.compile(
    r"\b(whoever|whomever|as far as|none of it|(?<!/)he(?!/)|his|him|himself)\b", re.IGNORECASE
)
"""Words that stand in no text: a side is *it*, a player *they*, and a limit has a name."""
QUOTED = re.compile(r"``[^`]*``|`[^`]*`|\"[^\"]*\"")
"""Words in quotation marks are what a player or another program writes."""

WIRE = re.compile(r"\.his\b|\bhis(?=:)")
"""A field of the API, which keeps its name."""
SYNONYMS = ("[synonym", "[also")
"""Tables of a words file that hold what a player may type."""


def texts(path: Path) -> Iterator[tuple[int, str, bool]]:
    """Yield the docstrings and comments of a Python file: line, text, whether it is a docstring."""
    source = path.read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr):
            match node.value:
                case ast.Constant(value=str(text)):
                    yield node.lineno, text, True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string, False


def python_faults() -> Iterator[str]:
    """Yield the faults of docstrings and comments."""
    for folder in ("src", "tools", "tests", "bench"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for line, text, docstring in texts(path):
                where = f"{path.relative_to(ROOT)}:{line}"
                if docstring and FIRST.match(text):
                    yield f"{where}: begins with {FIRST.match(text)[0]!r}"  # type: ignore[index]
                if found := ANYWHERE.search(QUOTED.sub("", text)):
                    yield f"{where}: {found[0]!r}"


def written_faults() -> Iterator[str]:
    """Yield the faults of documents, word files and page scripts."""
    paths = documents()
    paths += (ROOT / "src/flagplot").rglob("words.toml")
    paths += (ROOT / "src/flagplot").rglob("house.toml")
    paths += (ROOT / "src/flagplot/room/page").glob("*.html")
    paths += (ROOT / "src/flagplot/room/page/js").glob("*.js")
    for path in sorted(paths):
        table = ""
        for line, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            table = text if text.startswith("[") else table
            if path.suffix == ".toml" and table.startswith(SYNONYMS):
                continue
            said = text if path.suffix in (".toml", ".js") else QUOTED.sub("", text)
            said = WIRE.sub("", said) if path.suffix == ".js" else said
            if found := ANYWHERE.search(said):
                yield f"{path.relative_to(ROOT)}:{line}: {found[0]!r}"


def documents() -> list[Path]:
    """Return the documents that people read."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def document_words() -> Counter[str]:
    """Count the words of each document."""
    return Counter({p.name: len(p.read_text("utf-8").split()) for p in documents()})

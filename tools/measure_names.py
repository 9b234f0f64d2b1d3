"""The names of files, classes and functions, against the words that the glossary replaces."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from source_tree import ROOT, modules

WORDS = """
admission aside asides bluff blank blanks branch bot brush chair company computer considered
contingent course crew deed deeds encounter errand fold folded foreseen foresight foresights
forgotten freight guess guesses happening happenings harm haven hop hurt imagined judgement
just_now lasting latest leaf leaves ledger legality likelihood logbook lot lots meeting merit
mover occasion onlooker opening organisation outlook owes prospect prospects promise rated
recall rehearsed roller said say seek shown sketch spelled stand standing stood sundry told
thing things thought throw throws toll tries truth unstand weigh weighed whoever worth
"""
"""Words of the glossary's right column that say nothing as the whole name of a file, a class or a
function. Words that mean something else as well (*line*, *way*, *sea*) are not among them."""
FORBIDDEN = frozenset(WORDS.split())


def forbidden_names() -> Iterator[str]:
    """Yield ``FILE:LINE NAME`` of each name that is one of these words."""
    for path in modules().values():
        where = path.relative_to(ROOT)
        if path.stem in FORBIDDEN:
            yield f"{where} {path.stem}"
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
                and node.name.strip("_").lower() in FORBIDDEN
            ):
                yield f"{where}:{node.lineno} {node.name}"

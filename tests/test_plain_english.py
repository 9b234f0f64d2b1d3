"""Docstrings, comments, documents and messages keep the rules of plain English that a search can
keep."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

TOOLS = Path(__file__).parents[1] / "tools"


def plain_english() -> ModuleType:
    """Return the tool that searches for faults."""
    if str(TOOLS) not in sys.path:
        sys.path.append(str(TOOLS))
    return import_module("plain_english")


def test_docstrings_and_comments_begin_with_their_subject_and_name_things() -> None:
    assert not list(plain_english().python_faults())


def test_documents_messages_and_page_texts_name_things() -> None:
    assert not list(plain_english().written_faults())

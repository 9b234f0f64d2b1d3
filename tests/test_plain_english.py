"""Docstrings, comments, documents and messages keep the rules of plain English that a search can
keep."""

from __future__ import annotations

import plain_english


def test_docstrings_and_comments_begin_with_their_subject_and_name_things() -> None:
    assert not list(plain_english.python_faults())


def test_documents_messages_and_page_texts_name_things() -> None:
    assert not list(plain_english.written_faults())

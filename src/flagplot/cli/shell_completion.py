"""Completions for the shell when Tab is pressed (``flagplot --install-completion`` switches them
on)."""

from __future__ import annotations

from collections.abc import Iterable

import typer


def books(incomplete: str) -> list[str]:
    """Return rule books."""
    from flagplot import rulebooks

    return beginning_with(rulebooks.BOOKS, incomplete)


def scenarios(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return scenarios of the book named before; none without a book."""
    from flagplot import rulebooks

    book = typed_argument(ctx, "book")
    return (
        beginning_with((s.id for s in rulebooks.book(book).scenarios), incomplete)
        if book in rulebooks.BOOKS
        else []
    )


def sides(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return sides of the scenario named before."""
    from flagplot import rulebooks

    book, scenario = typed_argument(ctx, "book"), typed_argument(ctx, "scenario")
    cards = rulebooks.book(book).scenarios if book in rulebooks.BOOKS else ()
    return beginning_with(
        dict.fromkeys(side for card in cards if scenario in ("", card.id) for side in card.sides),
        incomplete,
    )


def switches(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return house switches of the book named before, each with its choices."""
    from flagplot import rulebooks
    from flagplot.table.setup.rulings import load_switches

    book = typed_argument(ctx, "book")
    found = load_switches(book).values() if book in rulebooks.BOOKS else ()
    return beginning_with(
        (f"{s.id}={choice}" for s in found for choice, _ in s.choices), incomplete
    )


def tables(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return tables of the book named before."""
    from flagplot import rulebooks
    from flagplot.table.setup.rulings import load_tables

    book = typed_argument(ctx, "book")
    return beginning_with(load_tables(book) if book in rulebooks.BOOKS else (), incomplete)


def questions(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return odds questions of the book named before."""
    from flagplot import rulebooks

    book = typed_argument(ctx, "book")
    return (
        beginning_with((q.kind for q in rulebooks.book(book).questions), incomplete)
        if book in rulebooks.BOOKS
        else []
    )


def clauses(incomplete: str) -> list[str]:
    """Return clauses of every book."""
    from flagplot import rulebooks
    from flagplot.table.casebook.clause_index import load_clauses

    return beginning_with((id for book in rulebooks.BOOKS for id in load_clauses(book)), incomplete)


def areas(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return areas of the book named before."""
    from flagplot import rulebooks
    from flagplot.table.casebook.clause_index import load_clauses

    book = typed_argument(ctx, "book")
    return beginning_with(
        dict.fromkeys(r.area for r in load_clauses(book).values())
        if book in rulebooks.BOOKS
        else (),
        incomplete,
    )


def boards(incomplete: str) -> list[str]:
    """Return boards."""
    from flagplot.boards import board_ids

    return beginning_with(board_ids(), incomplete)


def places(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return places of the board named before."""
    from flagplot.boards import board_ids, load

    board = typed_argument(ctx, "board")
    return (
        beginning_with((p.name for p in load(board).places.values()), incomplete)
        if board in board_ids()
        else []
    )


def links(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return straits and canals of the board named before."""
    from flagplot.boards import board_ids, load

    board = typed_argument(ctx, "board")
    return beginning_with(load(board).links, incomplete) if board in board_ids() else []


def admirals(incomplete: str) -> list[str]:
    """Return admirals."""
    from flagplot.admirals import ADMIRALS

    return beginning_with(ADMIRALS, incomplete)


def typed_argument(ctx: typer.Context, name: str) -> str:
    """Return the text typed for an argument; empty when there is none.

    While the value of an option is being typed, arguments are not assigned yet and stand in
    ``ctx.args`` in order.
    """
    names = [p.name for p in ctx.command.params if p.param_type_name == "argument"]
    return ctx.params.get(name) or dict(zip(names, ctx.args, strict=False)).get(name) or ""


def beginning_with(words: Iterable[str], start: str) -> list[str]:
    """Return the words that begin with *start*."""
    return [w for w in words if w.startswith(start)]

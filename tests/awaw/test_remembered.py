"""Memos of A World at War about positions: they read nothing that may change meanwhile, and equal
the computation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.admirals import Random as RandomAdmiral
from flagplot.odds import casebook_chances
from flagplot.rulebooks.awaw.events import RESTED, PhaseBegan, PlayerTurnBegan
from flagplot.rulebooks.awaw.map import ports
from flagplot.rulebooks.awaw.state import (
    State,
    replace,
    with_fields,
    with_units,
    with_units_changed,
)
from flagplot.table import Setup, rulings
from flagplot.table.casebook.casebook import Casebook
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game

BOOK = rulebooks.book("awaw")


class Watched:
    """A position that notes which of its fields are read."""

    def __init__(self, state: Any, read: set[str]) -> None:
        self.state = state
        self.read = read

    def __getattr__(self, name: str) -> Any:
        own = getattr(State, name, None)
        if isinstance(own, property):
            assert own.fget is not None
            return own.fget(self)
        if callable(own):
            return own.__get__(self)
        self.read.add(name)
        return getattr(self.state, name)


def lasting_functions() -> Iterator[tuple[Any, str, Any]]:
    """(module, name, function) of everything that lasts from position to position, by every name it
    is called by."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith("flagplot.rulebooks.awaw"):
            for attribute, found in list(vars(module).items()):
                reads = getattr(found, "reads", None) if hasattr(found, "__wrapped__") else None
                if reads is not None and reads.__module__ != "flagplot.table.core.memo":
                    yield module, attribute, found


@pytest.fixture
def overheard(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """Let lasting functions remember nothing, and note what they read beyond the parts they
    name."""
    beyond: dict[str, set[str]] = {}
    for name in ("first_residents", "unnamed_residents"):
        work_out = getattr(ports, name)
        monkeypatch.setattr(
            ports, name, lambda s, f=work_out: f(s.state if isinstance(s, Watched) else s)
        )

    def listening(name: str, function: Any) -> Callable[..., Any]:
        def ask(state: Any, *args: Any) -> Any:
            if isinstance(state, Watched):
                return function.__wrapped__(state, *args)
            named: set[str] = set()
            function.reads(Watched(state, named))
            read: set[str] = set()
            answer = function.__wrapped__(Watched(state, read), *args)
            beyond.setdefault(name, set()).update(read - named)
            return answer

        return ask

    for module, attribute, function in lasting_functions():
        monkeypatch.setattr(
            module, attribute, listening(f"{function.__module__}.{attribute}", function)
        )
    return beyond


def random_game(seed: int) -> Game:
    game = Game.new(BOOK, Setup("norway-1940"), rulings=rulings("awaw"), dice=SeededDice(str(seed)))
    lots = Random(seed)
    while game.outcome is None:
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert request is not None
        game.answer(side, RandomAdmiral().decide(BOOK, game.view(side), request, lots))
    return game


def test_what_lasts_reads_only_what_it_names(overheard: dict[str, set[str]]) -> None:
    folder = files("flagplot.rulebooks").joinpath("awaw", "casebook")
    casebook = Casebook(rulebooks.book, casebook_chances)
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        if path.name.endswith(".toml"):
            casebook.run_text(
                path.read_text("utf-8"), path.name
            )  # whether the cases pass is another test's affair
    random_game(3)
    assert len(overheard) >= 6
    assert not {name: fields for name, fields in overheard.items() if fields}


def test_a_game_without_memory_is_the_same_game(
    overheard: dict[str, set[str]], request: pytest.FixtureRequest
) -> None:
    forgetful = random_game(4).lines()
    request.getfixturevalue("monkeypatch").undo()
    assert random_game(4).lines() == forgetful


def test_games_of_a_scenario_begin_with_the_same_shores() -> None:
    law = rulings("awaw")
    one, other = (BOOK.start(Setup("norway-1940", lots=lots), law) for lots in ("a", "b"))
    assert (one.lots, other.lots) == ("a", "b")
    later = PlayerTurnBegan("21.4", one.year, one.season, one.mover).apply(other)
    assert ports.port_waters(one, one.board) is ports.port_waters(later, one.board), (
        "what lasts serves both games"
    )


def test_units_are_shared_by_positions_where_nothing_about_them_changes() -> None:
    game = random_game(5)
    spent = 0
    for entry, state in (
        (e, game.state_before(e.n)) for e in game.live_entries_of_game() if e.kind == "event"
    ):
        if isinstance(entry.event, PhaseBegan | PlayerTurnBegan):
            rested = entry.event.apply(state)
            plain = {"sortied": False}
            if isinstance(entry.event, PlayerTurnBegan):
                plain |= RESTED
            for i, u in state.units.items():
                home = {"base_phase": u.base} | ({"base_turn": u.base} if len(plain) > 1 else {})
                whole = replace(u, **plain, **home)
                assert rested.units[i] == whole
                assert (rested.units[i] is u) == (whole == u)
                spent += whole != u
    assert spent
    moved = with_fields(u, at="P17")
    assert moved == replace(u, at="P17")
    assert with_fields(moved, at="P17") is moved
    assert with_units_changed(state, state.units, side=u.side) == with_units(
        state, [replace(x, side=u.side) for x in state.units.values()]
    )
    assert with_units_changed(state, [u.id], at=u.at) is state


def test_what_is_counted_by_base_is_what_the_ships_make() -> None:
    game = random_game(6)
    for state in [game.state_before(e.n) for e in game.live_entries_of_game() if e.kind == "event"]:
        for place in {u.base for u in state.units.values()}:
            ships = state.based(place)
            assert ports.factors_based(state, place) == ports.factors_charged(ships)
            for side in state.sides:
                assert ports.factors_based(state, place, side) == ports.factors_charged(
                    u for u in ships if u.side == side
                )
        every = [getattr(state, name) for name in ports.SNAPSHOTS.values()]
        unnamed = [
            (place, side)
            for place, side in ports.first_residents(state).items()
            if any(place not in named for named in every)
        ]
        assert list(ports.unnamed_residents(state)) == unnamed

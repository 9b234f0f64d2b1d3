"""Memos about a position equal a new computation."""

from __future__ import annotations

import gc
import weakref

import pytest

from flagplot.table.core.memo import (
    ANSWERS,
    HOLDINGS,
    POSITIONS,
    by_value,
    memo_per_parts,
    memo_per_state,
)


class Position:
    def __init__(self, value: int) -> None:
        self.value = value


def test_each_position_has_its_own_answers() -> None:
    asked: list[tuple[int, int]] = []

    @memo_per_state
    def plus(position: Position, n: int) -> int:
        asked.append((position.value, n))
        return position.value + n

    one, two = Position(1), Position(2)
    assert [plus(p, n) for p in (one, two, one, two) for n in (5, 6)] == [6, 7, 7, 8] * 2
    assert asked == [(1, 5), (1, 6), (2, 5), (2, 6)]


def test_equal_positions_are_not_taken_for_one_another() -> None:
    @memo_per_state
    def value(position: list[int]) -> int:
        return len(position)

    a: list[int] = []
    assert value(a) == 0
    assert value([1]) == 1
    assert value([1, 2]) == 2


def test_old_positions_are_let_go() -> None:
    @memo_per_state
    def value(position: Position) -> int:
        return position.value

    first = Position(0)
    gone = weakref.ref(first)
    value(first)
    del first
    gc.collect()
    assert gone() is not None
    for n in range(POSITIONS):
        value(Position(n))
    gc.collect()
    assert gone() is None


def test_an_error_is_not_remembered() -> None:
    calls = []

    @memo_per_state
    def fails(position: Position) -> None:
        calls.append(position)
        raise KeyError("inside")

    here = Position(1)
    for _ in range(2):
        with pytest.raises(KeyError, match="inside"):
            fails(here)
    assert len(calls) == 2


def test_a_position_does_not_remember_without_end() -> None:
    @memo_per_state
    def double(position: Position, n: int) -> int:
        return 2 * n

    here = Position(1)
    assert all(double(here, n) == 2 * n for n in range(ANSWERS + 50))


class Parted:
    def __init__(self, shores: list[int], ships: int) -> None:
        self.shores = shores
        self.ships = ships


def test_answers_last_while_the_parts_they_come_from_stay_the_same() -> None:
    asked: list[int] = []

    @memo_per_parts(lambda position: (position.shores,))
    def harbours(position: Parted, n: int) -> int:
        asked.append(n)
        return len(position.shores) * n

    shores = [1, 2]
    assert [harbours(Parted(shores, ships), 5) for ships in range(9)] == [10] * 9
    assert asked == [5]
    assert harbours(Parted([1, 2, 3], 0), 5) == 15
    assert harbours(Parted([1, 2], 0), 5) == 10, "equal parts are not taken for one another"
    assert asked == [5, 5, 5]
    assert harbours(Parted(shores, 7), 5) == 10
    assert asked == [5, 5, 5]


def test_functions_that_read_the_same_parts_share_the_position_and_not_the_answers() -> None:
    looked: list[Parted] = []

    def harbour_of(position: Parted) -> tuple[object, ...]:
        looked.append(position)
        return (position.shores,)

    @memo_per_parts(harbour_of)
    def first(position: Parted) -> int:
        return position.shores[0]

    @memo_per_parts(harbour_of)
    def last(position: Parted) -> int:
        return position.shores[-1]

    shores = [1, 2, 3]
    for ships in range(3):
        here = Parted(shores, ships)
        assert [first(here), last(here), first(here)] == [1, 3, 1]
    assert len(looked) == 3, "a position is recognised once for all of them"
    del shores, here
    looked.clear()
    for n in range(3 * POSITIONS):  # what stood where something forgotten stood is not taken for it
        there = Parted([n, -n], 0)
        assert [first(there), last(there)] == [n, -n]


def test_parts_that_are_equal_share_what_was_worked_out() -> None:
    asked: list[dict[str, int]] = []

    @by_value
    def shores(position: Parted) -> tuple[object, ...]:
        return (dict.fromkeys(position.shores), len(position.shores))

    @memo_per_parts(shores)
    def first(position: Parted) -> int:
        asked.append(dict.fromkeys(position.shores))
        return next(iter(position.shores))

    assert [first(Parted([1, 2], ships)) for ships in range(3)] == [1, 1, 1]
    assert len(asked) == 1, "equal parts of other positions, of another game say, are known"
    assert first(Parted([2, 1], 0)) == 2, "the order of a mapping counts"
    assert [first(Parted([n], 0)) for n in range(HOLDINGS)] == list(range(HOLDINGS))
    assert first(Parted([1, 2], 0)) == 1
    assert len(asked) == HOLDINGS + 3, "what was asked about long ago is let go"

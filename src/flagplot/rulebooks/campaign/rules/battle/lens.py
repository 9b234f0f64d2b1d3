"""The tie between a campaign and the battle fought in it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ...state import State
from ...state.battle import SeaBattle


class Sea(msgspec.Struct, frozen=True, tag="sea"):
    """The lens between the campaign and the battle being fought in it."""

    def get(self, state: State) -> SeaBattle:
        assert state.battle is not None
        return state.battle

    def put(self, state: State, part: SeaBattle) -> State:
        return replace(state, battle=part)


SEA = Sea()

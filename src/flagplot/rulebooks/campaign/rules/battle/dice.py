"""A single die, read as it falls."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Die(msgspec.Struct, frozen=True, cache_hash=True):
    """One die of so many sides."""

    sides: int

    @property
    def dice(self) -> tuple[int, int]:
        return 1, self.sides

    def read(self, faces: Sequence[int]) -> int:
        return faces[0]

    def outcomes(self) -> tuple[tuple[tuple[int, int], ...], int]:
        return tuple((n, 1) for n in range(1, self.sides + 1)), self.sides

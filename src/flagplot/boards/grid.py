"""Grid arithmetic: cell ids as the books print them, neighbours, distances and plane geometry.

A grid knows nothing of land, sea or rules.  Every grid maps a printed id to an integer coordinate
and back, and a coordinate to a point of the plane.  Plane unit: one pitch (the distance between the
centres of touching cells), x to the east, y to the SOUTH, so that a drawing needs no flip.

- :class:`SkewHexGrid` - ``J30``, ``AA7``: letters name the row, numbers run east, a step down the
  row letters with the number kept goes half a hex east.
- :class:`SheetHexGrid` - ``33:1223``: a sheet, then two digits along and two digits across.
- :class:`LatticeGrid` - many such sheets on one lattice.
- :class:`SquareGrid` - ``25,11``: column and row of squares with eight neighbours.
- :class:`OffsetHexGrid` - ``0714`` or ``07,14``: plain map-sheet hexes in straight columns.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from flagplot.boards.errors import BoardError

ROOT3_2 = math.sqrt(3) / 2
HEX_RADIUS = 1 / math.sqrt(3)
Point = tuple[float, float]


class Coord(NamedTuple):
    """An integer cell position; its meaning (row and number, column and row) belongs to the
    grid."""

    a: int
    b: int


class Grid(ABC):
    """The operations of every grid. Pure and immutable; safe to share."""

    kind: ClassVar[str]

    @abstractmethod
    def parse(self, text: str) -> Coord:
        """Return the coordinate of a printed id. Raises :class:`BoardError` for any other
        spelling."""

    @abstractmethod
    def format(self, at: Coord) -> str:
        """Return the printed id. Raises :class:`BoardError` for a coordinate without one."""

    @abstractmethod
    def neighbours(self, at: Coord) -> tuple[Coord, ...]:
        """Return the touching cells, in a fixed turning order that starts in the east and runs
        clockwise."""

    @abstractmethod
    def distance(self, one: Coord, two: Coord) -> int:
        """Return the steps between two cells in a straight line."""

    @abstractmethod
    def centre(self, at: Coord) -> Point:
        """Return the centre of the cell, in pitches."""

    @abstractmethod
    def corners(self, at: Coord) -> tuple[Point, ...]:
        """Return the corners of the cell in drawing order, in pitches."""

    @abstractmethod
    def at(self, x: float, y: float) -> Coord:
        """Return the cell that holds a point of the plane (pitches)."""


def row_name(index: int) -> str:
    """Return the letters of a row: 0 is ``A``, 25 ``Z``, 26 ``AA``, 27 ``BB``, up to 51 ``ZZ``."""
    if not 0 <= index < 52:
        raise BoardError(f"no row has the number {index}")
    return chr(65 + index) if index < 26 else chr(39 + index) * 2


def row_index(name: str) -> int:
    """Return the index of a row name, 0 to 51; the inverse of :func:`row_name`."""
    if re.fullmatch(r"[A-Z]", name):
        return ord(name) - 65
    if re.fullmatch(r"([A-Z])\1", name):
        return ord(name[0]) - 39
    raise BoardError(f"{name!r} is not a row letter: rows run A to Z, then AA, BB to ZZ")


def _round_axial(q: float, r: float) -> tuple[int, int]:
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return rq, rr


class SkewHexGrid(Grid):
    """Pointy-top hexes in lettered rows; ``Coord(row, number)``.

    A number of 1 or more prints plainly. Hexes beyond the printed edge (in the edge table of the
    board) print with a suffix; the board handles them, not the grid.
    """

    kind = "skew-hex"
    _ID = re.compile(r"([A-Z]|([A-Z])\2)([1-9][0-9]?)")
    # (row, number) steps: E, SE, SW, W, NW, NE
    STEPS: ClassVar[tuple[tuple[int, int], ...]] = (
        (0, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, 0),
        (-1, 1),
    )

    def parse(self, text: str) -> Coord:
        m = self._ID.fullmatch(text)
        if not m:
            raise BoardError(
                f"{text!r} is not a hex id: a row letter (A..Z, AA..ZZ) and a number 1..99, as in "
                "J30 or AA7"
            )
        return Coord(row_index(m[1]), int(m[3]))

    def format(self, at: Coord) -> str:
        if not 1 <= at.b <= 99:
            raise BoardError(f"row {row_name(at.a)} has no hex {at.b}")
        return f"{row_name(at.a)}{at.b}"

    def neighbours(self, at: Coord) -> tuple[Coord, ...]:
        return tuple(Coord(at.a + da, at.b + db) for da, db in self.STEPS)

    def distance(self, one: Coord, two: Coord) -> int:
        da, db = two.a - one.a, two.b - one.b
        return max(abs(da), abs(db), abs(da + db))

    def centre(self, at: Coord) -> Point:
        return at.b + at.a / 2, at.a * ROOT3_2

    def corners(self, at: Coord) -> tuple[Point, ...]:
        return _pointy(*self.centre(at))

    def at(self, x: float, y: float) -> Coord:
        row = y / ROOT3_2
        number, r = _round_axial(x - row / 2, row)
        return Coord(r, number)


class SheetHexGrid(Grid):
    """One map sheet of the Europa numbering: ``33:1223``; ``Coord(along, across)``.

    Cells with equal first digits form a straight line of touching hexes; the next line lies 0.866
    pitch away, and odd lines sit half a hex towards lower second digits.  ``family`` P: the first
    digits are rows that run south, the second columns that run WEST.  Family F: the first digits
    are columns that run east, the second rows that run south, the whole turned by 30 degrees
    against P.  The plane of a sheet is its own: P has pointy, F flat hexes.
    """

    kind = "sheet-hex"
    _ID = re.compile(r"([0-9]{1,2}[A-Z]?):([0-9][0-9])([0-9][0-9])")

    def __init__(self, sheet: str, family: str) -> None:
        if family not in ("P", "F"):
            raise BoardError(f"sheet family {family!r} is neither P nor F")
        self.sheet = sheet
        self.family = family

    def parse(self, text: str) -> Coord:
        m = self._ID.fullmatch(text)
        if not m:
            raise BoardError(
                f"{text!r} is not a sheet hex: a sheet, a colon and four digits, as in 33:1223"
            )
        if m[1] != self.sheet:
            raise BoardError(f"{text!r} lies on sheet {m[1]}, not on sheet {self.sheet}")
        return Coord(int(m[2]), int(m[3]))

    def format(self, at: Coord) -> str:
        if not (0 <= at.a <= 99 and 0 <= at.b <= 99):
            raise BoardError(f"sheet {self.sheet} cannot number the hex {at.a}, {at.b}")
        return f"{self.sheet}:{at.a:02}{at.b:02}"

    def neighbours(self, at: Coord) -> tuple[Coord, ...]:
        low, high = (-1, 0) if at.a % 2 else (0, 1)
        a, b = at
        ring = (
            (a, b + 1),
            (a + 1, b + high),
            (a + 1, b + low),
            (a, b - 1),
            (a - 1, b + low),
            (a - 1, b + high),
        )
        return tuple(Coord(*c) for c in ring)

    def distance(self, one: Coord, two: Coord) -> int:
        return _offset_distance(one, two)

    def centre(self, at: Coord) -> Point:
        down, along = ROOT3_2 * at.a, at.b - 0.5 * (at.a % 2)
        return (-along, down) if self.family == "P" else (down, along)

    def corners(self, at: Coord) -> tuple[Point, ...]:
        return _pointy(*self.centre(at)) if self.family == "P" else _flat(*self.centre(at))

    def at(self, x: float, y: float) -> Coord:
        down, along = (y, -x) if self.family == "P" else (x, y)
        a = down / ROOT3_2
        q, r = _round_axial(along - a / 2, a)
        return Coord(r, q + (r + r % 2) // 2)


class Sheet(NamedTuple):
    """The numbering of one sheet on a common lattice."""

    name: str
    family: str
    row: int
    number: int
    first_a: int
    last_a: int
    first_b: int
    last_b: int
    names: tuple[str, ...] = ()

    def position(self, a: int, b: int) -> Coord:
        """Return the lattice position of the hex with these digits."""
        half, odd = a // 2, a % 2
        if self.family == "P":
            return Coord(self.row + a, self.number - b - half)
        return Coord(self.row + half + b, self.number + half + odd - b)

    def digits(self, at: Coord) -> tuple[int, int]:
        """Return the digits of a lattice position, whether printed or not."""
        r, c = at.a - self.row, at.b - self.number
        if self.family == "P":
            return r, -c - r // 2
        a = r + c
        return a, r - a // 2

    def prints(self, a: int, b: int) -> bool:
        return self.first_a <= a <= self.last_a and self.first_b <= b <= self.last_b


class LatticeGrid(SkewHexGrid):
    """Many sheets on one lattice: a hex may carry several ids, and the first sheet that prints it
    gives the main one.

    ``Coord(row, number)`` and the plane are those of the skew grid, in the direction of family P.
    """

    kind = "lattice"
    _TEXT = re.compile(r"([0-9]{1,2}[A-Z]?):([0-9][0-9])([0-9][0-9])")

    def __init__(self, sheets: Sequence[Sheet]) -> None:
        self.sheets = tuple(sheets)
        self._named = {
            n: [s for s in self.sheets if n == s.name or n in s.names]
            for s in self.sheets
            for n in (s.name, *s.names)
        }

    def parse(self, text: str) -> Coord:
        m = self._TEXT.fullmatch(text)
        if not m:
            raise BoardError(
                f"{text!r} is not a sheet hex: a sheet, a colon and four digits, as in 26:3822"
            )
        found = self._named.get(m[1])
        if not found:
            raise BoardError(f"no sheet {m[1]}; there are {', '.join(s.name for s in self.sheets)}")
        a, b = int(m[2]), int(m[3])
        # A sheet may be listed twice: as printed, and continued beyond its rim.
        return next((s for s in found if s.prints(a, b)), found[0]).position(a, b)

    def format(self, at: Coord) -> str:
        for s in self.sheets:
            a, b = s.digits(at)
            if s.prints(a, b):
                return f"{s.name}:{a:02}{b:02}"
        raise BoardError(f"no sheet numbers the lattice position {at.a}, {at.b}")

    def all_ids(self, at: Coord) -> tuple[str, ...]:
        """Return every id of a hex, the main one first."""
        out = []
        for s in self.sheets:
            a, b = s.digits(at)
            if s.prints(a, b):
                out.append(f"{s.name}:{a:02}{b:02}")
        return tuple(dict.fromkeys(out))


class SquareGrid(Grid):
    """Squares with eight neighbours; ``Coord(column, row)`` counted from 0 in the north-west
    corner, printed ``25,11``."""

    kind = "square"
    _ID = re.compile(r"(0|[1-9][0-9]{0,2}),(0|[1-9][0-9]{0,2})")
    STEPS: ClassVar[tuple[tuple[int, int], ...]] = (
        (1, 0),
        (1, 1),
        (0, 1),
        (-1, 1),
        (-1, 0),
        (-1, -1),
        (0, -1),
        (1, -1),
    )

    def parse(self, text: str) -> Coord:
        m = self._ID.fullmatch(text)
        if not m:
            raise BoardError(
                f"{text!r} is not a square: column and row counted from 0 in the north-west, as "
                "in 25,11"
            )
        return Coord(int(m[1]), int(m[2]))

    def format(self, at: Coord) -> str:
        if not (0 <= at.a <= 999 and 0 <= at.b <= 999):
            raise BoardError(f"no square is printed for column {at.a}, row {at.b}")
        return f"{at.a},{at.b}"

    def neighbours(self, at: Coord) -> tuple[Coord, ...]:
        return tuple(Coord(at.a + da, at.b + db) for da, db in self.STEPS)

    def distance(self, one: Coord, two: Coord) -> int:
        return max(abs(one.a - two.a), abs(one.b - two.b))

    def centre(self, at: Coord) -> Point:
        return at.a + 0.5, at.b + 0.5

    def corners(self, at: Coord) -> tuple[Point, ...]:
        x, y = at.a, at.b
        return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)

    def at(self, x: float, y: float) -> Coord:
        return Coord(math.floor(x), math.floor(y))


class OffsetHexGrid(Grid):
    """Flat-top hexes in straight columns, printed ``0714`` (column 7, row 14);
    ``Coord(column, row)``.

    Even columns stand half a hex lower than odd ones, as on most printed battle maps.
    """

    kind = "offset-hex"

    def __init__(self, separator: str = "") -> None:
        self.separator = separator
        self._id = re.compile(rf"([0-9][0-9]){re.escape(separator)}([0-9][0-9])")

    def parse(self, text: str) -> Coord:
        m = self._id.fullmatch(text)
        if not m:
            raise BoardError(
                f"{text!r} is not a hex: two digits for the column, two for the row, as in "
                f"07{self.separator}14"
            )
        return Coord(int(m[1]), int(m[2]))

    def format(self, at: Coord) -> str:
        if not (0 <= at.a <= 99 and 0 <= at.b <= 99):
            raise BoardError(f"no hex is printed for column {at.a}, row {at.b}")
        return f"{at.a:02}{self.separator}{at.b:02}"

    def neighbours(self, at: Coord) -> tuple[Coord, ...]:
        a, b = at
        up, down = (0, 1) if a % 2 == 0 else (-1, 0)
        ring = (
            (a + 1, b + down),
            (a, b + 1),
            (a - 1, b + down),
            (a - 1, b + up),
            (a, b - 1),
            (a + 1, b + up),
        )
        return tuple(Coord(*c) for c in ring)

    def distance(self, one: Coord, two: Coord) -> int:
        return _offset_distance(one, two)

    def centre(self, at: Coord) -> Point:
        return ROOT3_2 * at.a, at.b + (0.5 if at.a % 2 == 0 else 0.0)

    def corners(self, at: Coord) -> tuple[Point, ...]:
        return _flat(*self.centre(at))

    def at(self, x: float, y: float) -> Coord:
        best = min(
            (
                Coord(a, b)
                for a in range(math.floor(x / ROOT3_2) - 1, math.floor(x / ROOT3_2) + 3)
                for b in range(math.floor(y) - 2, math.floor(y) + 3)
            ),
            key=lambda c: (self.centre(c)[0] - x) ** 2 + (self.centre(c)[1] - y) ** 2,
        )
        return best


def _offset_distance(one: tuple[int, int], two: tuple[int, int]) -> int:
    """Return the distance in hexes where every other line ``a`` stands half a hex off. It converts
    ``b`` so that equal steps in every line agree."""
    (a1, b1), (a2, b2) = one, two
    da = a2 - a1
    dq = b2 - (a2 + a2 % 2) // 2 - b1 + (a1 + a1 % 2) // 2
    return max(abs(da), abs(dq), abs(da + dq))


def _pointy(x: float, y: float) -> tuple[Point, ...]:
    turns = (math.radians(60 * k - 90) for k in range(6))
    return tuple((x + HEX_RADIUS * math.cos(t), y + HEX_RADIUS * math.sin(t)) for t in turns)


def _flat(x: float, y: float) -> tuple[Point, ...]:
    turns = (math.radians(60 * k - 60) for k in range(6))
    return tuple((x + HEX_RADIUS * math.cos(t), y + HEX_RADIUS * math.sin(t)) for t in turns)

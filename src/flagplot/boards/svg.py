"""One SVG drawing of a board, for the command line, notebooks and the documentation.

The page draws the same coasts, cells and lettering from :mod:`flagplot.boards.page_geometry`,
because they pan and zoom there and make room for moving counters.

Everything that must keep its size on paper (text, strokes, counters) is drawn in pixels times
``k``, the board units per pixel; hexes, coasts and routes are drawn in board units. There is no
style sheet, so that the drawing works alone."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Mapping, Sequence
from html import escape

import msgspec

from .errors import BoardError
from .grid import Point
from .labels import OccupiedSpace, Rect, label_spots, lettering_boxes, text_width
from .load import coast_drawing
from .model import Board, Hex, Place
from .palette import PLATE, SANS, SERIF, Palette, risk_step
from .palette import palette as _palette
from .routes import Route

Lettering = tuple[str, float, float, int, float, str]


Window = Sequence[float] | Sequence[str] | None


LETTER_SIZES = {1: (13.5, 1.6), 2: (18.0, 3.6), 3: (26.0, 6.5), 4: (36.0, 12.0)}


class UnitMark(msgspec.Struct, frozen=True):
    """A counter on the drawing: ``at`` is a place or hex, ``side`` ``axis``, ``allied`` or
    ``neutral``.

    ``value`` stands at the right (factors), ``text`` at the left. ``state`` is ``ready``, ``used``
    or ``seen`` (outlined: its composition is not known).
    """

    at: str
    text: str
    side: str = "neutral"
    value: str = ""
    state: str = "ready"
    count: int = 1


class RouteMark(msgspec.Struct, frozen=True):
    """A route on the drawing. ``risk`` is a chance in percent per hex (drawn as a ribbon);
    ``style`` is ``plain``, ``dotted`` (a remedy) or ``refused``."""

    hexes: tuple[str, ...]
    side: str = ""
    style: str = "plain"
    label: str = ""
    risk: tuple[float | None, ...] = ()


class Overlay(msgspec.Struct, frozen=True):
    """Hexes to set off: ``kind`` is ``reach``, ``zone``, ``target``, ``culprit``, ``focus`` or
    ``closed``; ``danger`` (hatched) and ``mines`` in the colour of a ``side``; or a ``way``:
    ``hexes`` are sides between cells (``A1/B2``), ``shut`` or open.

    ``numbers`` prints a text in some of them, where there is room. ``label`` is the text shown
    under the pointer.
    """

    hexes: tuple[str, ...]
    kind: str = "reach"
    numbers: Mapping[str, str] = {}
    label: str = ""
    side: str = ""
    shut: bool = False


def draw(
    board: Board,
    *,
    window: Window = None,
    palette: str = "day",
    names: bool = True,
    ids: str = "auto",
    units: Iterable[UnitMark] = (),
    routes: Iterable[RouteMark | Route] = (),
    overlays: Iterable[Overlay] = (),
    width: int = 1200,
    title: str = "",
) -> str:
    """Return the board, or a part of it, as a standalone SVG document.

    ``window`` is None (all), four board-unit numbers (left, top, width, height) or a sequence of
    places and hexes to show with room around them. ``ids``: ``auto`` (by scale), ``none``, ``sea``
    or ``all``. ``palette``: ``day`` or ``night``. ``width`` in pixels. Raises :class:`BoardError`
    for unknown places, palettes and options.
    """
    if ids not in ("auto", "none", "sea", "all"):
        raise BoardError(f"ids must be auto, none, sea or all, not {ids!r}")
    if width < 64:
        raise BoardError(f"a drawing {width} pixels wide is too narrow: at least 64")
    return _Drawing(board, window, palette, width).svg(
        names, ids, tuple(units), tuple(routes), tuple(overlays), title
    )


class _Drawing:
    def __init__(self, board: Board, window: Window, palette_name: str, width: int) -> None:
        self.board = board
        self.p: Palette = _palette(palette_name)
        self.view = _view(board, window)
        x, y, w, h = self.view
        self.width, self.height = width, max(64, round(width * h / w))
        self.k = w / width
        self.hex_px = board.unit / self.k
        self.level = (
            0 if self.hex_px < 22 else 1 if self.hex_px < 40 else 2 if self.hex_px < 74 else 3
        )
        self.frame = Rect(x, y, x + w, y + h)
        self.space = OccupiedSpace(max(60.0, 60 * self.k))
        pad = board.unit
        self.cells = [
            c
            for c in board.hexes.values()
            if c.kind not in ("virtual", "box")
            and x - pad < c.centre[0] < x + w + pad
            and y - pad < c.centre[1] < y + h + pad
        ]

    # ------------------------------------------------------------------ the document
    def svg(
        self,
        names: bool,
        ids: str,
        units: tuple[UnitMark, ...],
        routes: tuple[RouteMark | Route, ...],
        overlays: tuple[Overlay, ...],
        title: str,
    ) -> str:
        p, k = self.p, self.k
        x, y, w, h = self.view
        inked = coast_drawing(self.board.id)
        bx, by, bw, bh = self.board.window
        clip = f"c{zlib.crc32(repr((self.board.id, self.view, self.p.sea)).encode()):08x}"
        marks = [r if isinstance(r, RouteMark) else RouteMark(hexes=r.hexes) for r in routes]
        touched = {h for r in marks for h in (r.hexes[0], r.hexes[-1]) if r.hexes} | {
            u.at for u in units
        }
        boxes = self.boxes()
        counters = self.counters(units)
        over, over_text = self.overlays(overlays)
        ways = "".join(self.route(r) for r in marks)
        soft = OccupiedSpace(max(60.0, 60 * k))
        for row in inked["lettering"] if names else ():
            for r in self.letter_boxes(row):
                soft.take(r)
        ports, labels = self.places(touched, soft) if names else (self.port_marks(), "")
        letters, letter_boxes = self.lettering(inked["lettering"]) if names else ("", [])
        numbers = self.ids(ids, letter_boxes)
        head = title or self.board.title
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{n(x)} {n(y)} {n(w)} {n(h)}" '
            f'width="{self.width}" '
            f'height="{self.height}" role="img" aria-label="{escape(head)}" font-family="{SERIF}">',
            f"<title>{escape(head)}</title>",
            f'<clipPath id="{clip}"><rect x="{n(bx)}" y="{n(by)}" width="{n(bw)}" '
            f'height="{n(bh)}"/></clipPath>',
            f'<rect x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}" fill="{p.paper}"/>',
            f'<g clip-path="url(#{clip})">',
            f'<rect x="{n(bx)}" y="{n(by)}" width="{n(bw)}" height="{n(bh)}" fill="{p.sea}"/>',
            f'<path d="{inked["far"]}" fill="{p.far}"/><path d="{inked["near"]}" fill="{p.near}"/>',
            f'<path d="{inked["graticule"]}" fill="none" stroke="{p.grid}" stroke-opacity=".16" '
            f'stroke-width="{n(0.8 * k)}"/>',
            f'<path d="{inked["land"]}" fill="{p.land}" fill-rule="evenodd" stroke="{p.coast}" '
            f'stroke-width="{n(min(1.0, 0.55 + self.hex_px / 90) * k)}" stroke-linejoin="round"/>',
            f'<path d="{inked["lakes"]}" fill="{p.lake}" stroke="{p.coast}" '
            f'stroke-width="{n(0.6 * k)}"/>'
            if inked["lakes"]
            else "",
            self.land_cells(),
            self.grid(),
            "</g>",
            f'<rect x="{n(bx)}" y="{n(by)}" width="{n(bw)}" height="{n(bh)}" fill="none" '
            f'stroke="{p.frame}" '
            f'stroke-width="{n(1.4 * k)}"/>',
            boxes,
            letters,
            over,
            numbers,
            ways,
            ports,
            labels,
            counters,
            over_text,
            "</svg>",
        ]
        return "".join(parts)

    # ------------------------------------------------------------------ layers
    def land_cells(self) -> str:
        """Tone down the water of land squares. On square boards a cell is wholly land or sea,
        whatever the coast."""
        if self.board.kind != "square":
            return ""
        area = [
            "M" + "L".join(f"{n(a)} {n(b)}" for a, b in self.corners(c)) + "z"
            for c in self.cells
            if c.kind == "land"
        ]
        return f'<path d="{"".join(area)}" fill="{self.p.land}" fill-opacity=".38"/>'

    def grid(self) -> str:
        """Draw every cell side once; a side between two land cells hardly shows."""
        p, k = self.p, self.k
        board = self.board
        wet: list[str] = []
        dry: list[str] = []
        seen: set[tuple[int, int, int, int]] = set()
        for c in self.cells:
            corner = self.corners(c)
            for i, a in enumerate(corner):
                b = corner[(i + 1) % len(corner)]
                key = _side_key(a, b)
                if key in seen:
                    continue
                seen.add(key)
                mid = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
                other = self.across(c, mid)
                land = c.kind == "land" and (other is None or other.kind == "land")
                (dry if land else wet).append(f"M{n(a[0])} {n(a[1])}L{n(b[0])} {n(b[1])}")
        weight = 0.8 if self.level else 0.6
        quiet = (
            ""
            if self.level == 0 and board.kind == "hex"
            else (
                f'<path d="{"".join(dry)}" fill="none" stroke="{p.grid_land}" stroke-opacity=".28" '
                f'stroke-width="{n(weight * k)}"/>'
            )
        )
        return quiet + (
            f'<path d="{"".join(wet)}" fill="none" stroke="{p.grid}" '
            f'stroke-opacity="{p.grid_opacity if self.level else p.grid_opacity * 0.6:.2f}" '
            f'stroke-width="{n(weight * k)}"/>'
        )

    def across(self, c: Hex, mid: Point) -> Hex | None:
        """Return the cell on the other side of a cell side; ``None`` off the board."""
        u, (ox, oy) = self.board.unit, self.board.origin
        far = (2 * mid[0] - c.centre[0], 2 * mid[1] - c.centre[1])
        at = self.board.grid.at((far[0] - ox) / u, (far[1] - oy) / u)
        try:
            return self.board.hexes.get(self.board.grid.format(at))
        except BoardError:
            return None

    def corners(self, c: Hex, shrink: float = 1.0) -> list[Point]:
        u, (ox, oy) = self.board.unit, self.board.origin
        cx, cy = c.centre
        return [
            (cx + (x * u + ox - cx) * shrink, cy + (y * u + oy - cy) * shrink)
            for x, y in self.board.grid.corners(self.board.coords[c.id])
        ]

    def letter_size(self, size: int) -> tuple[float, float]:
        """Return letter height and spacing in board units at this scale."""
        units, spacing = LETTER_SIZES[size]
        if size == 1 and self.hex_px > 60:
            units = min(units, 15 * self.k)
        elif units / self.k > 46:
            spacing, units = spacing * 46 * self.k / units, 46 * self.k
        least = {3: 11.0, 4: 13.5}.get(
            size, 0.0
        ) * self.k  # the great names stay readable on a whole board
        if units < least:
            spacing, units = spacing * least / units, least
        return units, spacing

    def letter_boxes(self, row: Lettering) -> list[Rect]:
        """Return the rectangles that its letters fill; empty when it is too small to read or not
        wholly in view."""
        text, x, y, size, turn, _ = row
        units, spacing = self.letter_size(size)
        if units / self.k < 9.5:
            return []
        boxes = lettering_boxes(text, x, y, units, spacing, turn)
        return boxes if all(b.inside(self.frame) for b in boxes) else []

    def lettering(self, rows: Iterable[Lettering]) -> tuple[str, list[Rect]]:
        """Draw the names of seas and lands, large and pale. Names too small to read, or cut off,
        are left out."""
        out: list[str] = []
        taken: list[Rect] = []
        for row in rows:
            label, x, y, size, turn, kind = row
            units, spacing = self.letter_size(size)
            boxes = self.letter_boxes(row)
            if not boxes or not all(self.space.free(b) for b in boxes):
                continue
            taken += boxes
            sea = kind == "sea"
            style = ' font-style="italic"' if sea else ""
            colour, opacity = (self.p.sea_name, 0.85) if sea else (self.p.land_name, 0.8)
            out.append(
                f'<text transform="translate({n(x)} {n(y)}) rotate({turn})" text-anchor="middle" '
                f'font-size="{n(units)}" '
                f'letter-spacing="{n(spacing)}" fill="{colour}" '
                f'fill-opacity="{opacity}"{style}>{escape(label)}</text>'
            )
        return "".join(out), taken

    def ids(self, mode: str, letters: list[Rect]) -> str:
        """Draw cell ids at the foot of each cell, by scale: none, every fifth at sea, all at sea
        and coast, or all."""
        if mode == "none" or (mode == "auto" and self.level == 0):
            return ""
        size = min(max(9.5, self.hex_px * 0.17), 13.0) * self.k
        if self.hex_px < 30 and mode != "auto":
            size = max(self.hex_px * 0.26, 4.0) * self.k
        used = OccupiedSpace(max(60.0, 60 * self.k))
        for r in letters:
            used.take(r)
        out = []
        for c in self.cells:
            if mode != "all" and c.kind == "land" and (mode == "sea" or self.level < 3):
                continue
            at = self.board.coords[c.id]
            if (
                mode == "auto"
                and self.level == 1
                and (at.b % 5 or (self.board.kind == "square" and at.a % 5))
            ):
                continue
            x, y = (
                c.centre[0],
                c.centre[1] + self.board.unit * (0.43 if self.board.kind == "hex" else 0.44),
            )
            half = text_width(c.id, size, factor=1.05) / 2
            r = Rect(x - half, y - size * 0.75, x + half, y + size * 0.1)
            if mode == "auto" and not (
                self.space.free(r) and used.free(r) and r.inside(self.frame)
            ):
                continue
            out.append(f'<text x="{n(x)}" y="{n(y)}">{escape(c.id)}</text>')
        if not out:
            return ""
        return (
            f'<g font-family="{PLATE}" font-size="{n(size)}" fill="{self.p.grid}" '
            'fill-opacity=".78" '
            f'text-anchor="middle">{"".join(out)}</g>'
        )

    def port_marks(self) -> str:
        return "".join(
            self.port(p) for p in self.board.places.values() if p.ports and self.inside(p.at)
        )

    def inside(self, at: Point) -> bool:
        f = self.frame
        return f.left < at[0] < f.right and f.top < at[1] < f.bottom

    def port(self, p: Place) -> str:
        k, c = self.k, self.p
        if not p.ports:
            if p.kind == "island":
                return (
                    f'<circle cx="{n(p.at[0])}" cy="{n(p.at[1])}" r="{n(2.6 * k)}" fill="{c.land}" '
                    f'stroke="{c.coast}" stroke-width="{n(1.1 * k)}"/>'
                )
            side = 2.2 * k if p.kind == "city" else 1.9 * k
            turn = "" if p.kind == "city" else f' transform="rotate(45 {n(p.at[0])} {n(p.at[1])})"'
            return (
                f'<rect x="{n(p.at[0] - side)}" y="{n(p.at[1] - side)}" width="{n(2 * side)}" '
                f'height="{n(2 * side)}" '
                f'fill="{c.ink_2}"{turn}/>'
            )
        r = (6.2 if p.naval_base else 4.2) if self.level else (3.6 if p.naval_base else 2.6)
        out = (
            f'<circle cx="{n(p.at[0])}" cy="{n(p.at[1])}" r="{n(r * k)}" fill="{c.paper}" '
            f'stroke="{c.ink}" '
            f'stroke-width="{n((1.5 if self.level else 1.1) * k)}"/>'
        )
        if p.naval_base and self.level:
            out += (
                f'<path transform="translate({n(p.at[0])} {n(p.at[1])}) scale({n(k)})" '
                f'fill="none" stroke="{c.ink}" '
                'stroke-width="1.1" stroke-linecap="round" d="M0-3.4V3.3M-1.8-1.5H1.8M-3.2.7Q-2.7 '
                '3.3 0 3.5 2.7 3.3 3.2.7"/>'
            )
        return out

    def places(self, touched: set[str], soft: OccupiedSpace) -> tuple[str, str]:
        """Draw port marks and their names: first those that the drawing is about, then naval bases,
        ports, the rest."""
        board, k = self.board, self.k
        shown: list[Place] = []
        for p in board.places.values():
            if not self.inside(p.at):
                continue
            wanted = p.hex in touched or p.name in touched
            most = {0: 1, 1: 2, 2: 3, 3: 3}[self.level]
            if p.rank <= most or wanted:
                shown.append(p)
        shown.sort(
            key=lambda p: (
                not (p.hex in touched or p.name in touched),
                p.rank,
                not p.naval_base,
                not p.ports,
            )
        )
        for p in shown:
            r = (7.4 if p.naval_base else 5.0) * k if self.level else 3.4 * k
            if p.ports or p.kind == "island":
                self.space.take(Rect(p.at[0] - r, p.at[1] - r, p.at[0] + r, p.at[1] + r))
        marks, texts = [], []
        base_size = {0: 10.5, 1: 11.5, 2: 12.5, 3: 13.5}[self.level]
        for p in shown:
            size = (base_size + (0.8 if p.rank == 1 else 0 if p.rank == 2 else -0.8)) * k
            wide = text_width(p.name, size) + 2 * k
            gap = ((9.5 if p.naval_base else 7) if self.level else 5.5) * k
            fits = [
                s
                for s in label_spots(p.at[0], p.at[1], wide, size, gap)
                if s.rect.inside(self.frame) and self.space.free(s.rect)
            ]
            spot = next((s for s in fits if soft.free(s.rect)), fits[0] if fits else None)
            if spot is None and not p.ports:
                continue
            marks.append(self.port(p))
            if spot is None:
                continue
            self.space.take(spot.rect)
            style = (
                ' font-style="italic"'
                if p.kind in ("mark", "place")
                else ' font-weight="600"'
                if p.rank == 1
                else ""
            )
            texts.append(
                f'<text x="{n(spot.x)}" y="{n(spot.y)}" text-anchor="{spot.anchor}" '
                f'font-size="{n(size)}"{style}>'
                f"{escape(p.name)}</text>"
            )
        halo = (
            f'<g fill="{self.p.ink}" stroke="{self.p.halo}" stroke-width="{n(2.6 * k)}" '
            'stroke-linejoin="round" '
            f'paint-order="stroke" stroke-opacity=".82">{"".join(texts)}</g>'
        )
        return "".join(marks), halo

    def boxes(self) -> str:
        """Draw off-board boxes as plain slips beside the board."""
        k, p = self.k, self.p
        out = []
        for box in self.board.boxes.values():
            x, y = self.board.point(box.id)
            if not self.inside((x, y)):
                continue
            if box.shape:
                outline = "M" + "L".join(f"{n(a)} {n(b)}" for a, b in box.shape) + "z"
                size = 13.0 * k
                out.append(
                    f'<g><path d="{outline}" fill="{p.grid}" fill-opacity=".06" stroke="{p.grid}" '
                    'stroke-opacity=".6" '
                    f'stroke-width="{n(1.2 * k)}"/><g text-anchor="middle" fill="{p.sea_name}">'
                    f'<text x="{n(x)}" y="{n(y - 0.2 * size)}" font-size="{n(size)}" '
                    'font-style="italic">'
                    f"{escape(box.title)}</text>"
                    f'<text x="{n(x)}" y="{n(y + size)}" font-size="{n(0.85 * size)}" '
                    f'font-family="{PLATE}">'
                    f"{escape(box.id)} · {box.range}</text></g></g>"
                )
                half = text_width(box.title, size) / 2
                self.space.take(Rect(x - half, y - 1.2 * size, x + half, y + 1.2 * size))
                continue
            size = 15.0
            half = max(text_width(box.title, size) / 2 + 16, 90)
            out.append(
                f'<g><rect x="{n(x - half)}" y="{n(y - 26)}" width="{n(2 * half)}" height="52" '
                f'rx="4" fill="{p.paper}" '
                f'fill-opacity=".92" stroke="{p.frame}" stroke-width="{n(1.1 * k)}"/>'
                f'<text x="{n(x)}" y="{n(y + 5)}" text-anchor="middle" font-size="{size}" '
                f'fill="{p.ink}">'
                f"{escape(box.title)}</text></g>"
            )
            self.space.take(Rect(x - half, y - 26, x + half, y + 26))
        return "".join(out)

    def overlays(self, items: tuple[Overlay, ...]) -> tuple[str, str]:
        """Draw overlays over the board, below its ports and counters. Returns the overlays and the
        texts in them."""
        k, p = self.k, self.p
        fills = {
            "reach": (p.go, 0.14, p.go),
            "zone": (p.ink_2, 0.10, p.ink_2),
            "target": (p.ink, 0.0, p.ink),
            "culprit": (p.rule, 0.14, p.rule),
            "focus": (p.focus, 0.35, p.focus),
            "closed": (p.rule, 0.10, p.rule),
            "danger": ("", 1.0, ""),
            "mines": ("", 0.24, ""),
            "way": ("none", 0.0, ""),
        }
        out, texts = [], []
        for o in items:
            if o.kind not in fills:
                raise BoardError(f"no overlay {o.kind!r}; there are {', '.join(fills)}")
            fill, opacity, line = fills[o.kind]
            line = line or (
                (p.rule if o.shut else p.go) if o.kind == "way" else self.colour(o.side)
            )
            area, rim = ("", self.sides(o.hexes)) if o.kind == "way" else self.outline(o.hexes)
            if o.kind == "danger":
                out.append(self.hatch(o.side))
                fill = f"url(#{self.hatched(o.side)})"
            dash = (
                f' stroke-dasharray="{n(5 * k)} {n(4 * k)}"'
                if o.kind in ("closed", "target")
                else ""
            )
            weight = {"way": 5.0, "danger": 1.0}.get(o.kind, 2.2)
            out.append(
                f"<g>{f'<title>{escape(o.label)}</title>' if o.label else ''}"
                f'<path d="{area}" fill="{fill or line}" fill-opacity="{opacity}"/>'
                f'<path d="{rim}" fill="none" stroke="{line}" stroke-width="{n(weight * k)}" '
                f'stroke-linecap="round"{dash}/></g>'
            )
            size = min(max(11.0, self.hex_px * 0.26), 20.0) * k
            for h, text in o.numbers.items():
                x, y = self.board.point(h)
                half = text_width(str(text), size) / 2
                box = Rect(x - half, y - size * 0.5, x + half, y + size * 0.5)
                if box.inside(self.frame) and self.space.free(box):
                    self.space.take(box)
                    texts.append(
                        f'<text x="{n(x)}" y="{n(y + size * 0.33)}" font-size="{n(size)}" '
                        f'fill="{line}">'
                        f"{escape(str(text))}</text>"
                    )
        halo = (
            (
                f'<g font-family="{PLATE}" font-weight="600" text-anchor="middle" '
                f'stroke="{p.halo}" '
                f'stroke-width="{n(2.4 * k)}" paint-order="stroke" '
                f'stroke-opacity=".8">{"".join(texts)}</g>'
            )
            if texts
            else ""
        )
        return "".join(out), halo

    def colour(self, side: str) -> str:
        """Return the colour of a side."""
        return {"axis": self.p.axis, "allied": self.p.allied}.get(side, self.p.ink)

    def outline(self, hexes: tuple[str, ...]) -> tuple[str, str]:
        """Return the area of some cells, and the rim around them."""
        inside = set(hexes)
        area, rim = [], []
        for h in hexes:
            c = self.board.hex(h)
            if c.kind == "box":
                continue
            corner = self.corners(c)
            area.append("M" + "L".join(f"{n(a)} {n(b)}" for a, b in corner) + "z")
            for i, a in enumerate(corner):
                b = corner[(i + 1) % len(corner)]
                other = self.across(c, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
                if other is None or other.id not in inside:
                    rim.append(f"M{n(a[0])} {n(a[1])}L{n(b[0])} {n(b[1])}")
        return "".join(area), "".join(rim)

    def sides(self, named: tuple[str, ...]) -> str:
        """Draw sides between touching cells, named ``A1/B2`` (the sheet of the second may be left
        out)."""
        lines = []
        for side in named:
            one, _, other = side.partition("/")
            sheet = f"{one.split(':')[0]}:" if ":" in one and ":" not in other else ""
            cell, far = self.board.hex(one), self.board.hex(sheet + other).centre
            a, b = sorted(self.corners(cell), key=lambda c: math.dist(c, far))[:2]
            lines.append(f"M{n(a[0])} {n(a[1])}L{n(b[0])} {n(b[1])}")
        return "".join(lines)

    def hatched(self, side: str) -> str:
        """Return the id of a side's hatching."""
        return f"h{zlib.crc32(repr((self.board.id, self.view, self.colour(side))).encode()):08x}"

    def hatch(self, side: str) -> str:
        """Define slanting lines in the colour of a side. Each side has another slant, so that both
        show where they overlap."""
        gap, turn = n(6 * self.k), 45 if side == "axis" else -45
        return (
            f'<pattern id="{self.hatched(side)}" width="{gap}" height="{gap}" '
            'patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate({turn})"><path d="M0 0H{gap}" stroke="{self.colour(side)}" '
            'stroke-opacity=".55" '
            f'stroke-width="{n(1.6 * self.k)}"/></pattern>'
        )

    def route(self, r: RouteMark) -> str:
        """Draw a rounded track through hex centres with a tick per hex, and a long tick every
        fifth."""
        if len(r.hexes) < 2:
            return ""
        k, p = self.k, self.p
        pts = [self.board.point(h) for h in r.hexes]
        line = self.colour(r.side)
        if r.style == "dotted":
            line = p.go
        elif r.style == "refused":
            line = p.rule
        out = []
        if r.risk:
            for i in range(len(pts)):
                chance = r.risk[i] if i < len(r.risk) else None
                if chance is None:
                    continue
                a, b, c = _piece(pts, i)
                w = 6 + 13 * chance / 100
                d = f"M{n(a[0])} {n(a[1])}Q{n(b[0])} {n(b[1])} {n(c[0])} {n(c[1])}"
                out.append(
                    f'<path d="{d}" fill="none" stroke="{p.ink}" stroke-width="{n(w + 2)}" '
                    'stroke-opacity=".75"/>'
                    f'<path d="{d}" fill="none" stroke="{p.risk[risk_step(chance)]}" '
                    f'stroke-width="{n(w)}"/>'
                )
        way = "".join(
            f"{'L' if i else 'M'}{n(a[0])} {n(a[1])}Q{n(b[0])} {n(b[1])} {n(c[0])} {n(c[1])}"
            for i, (a, b, c) in enumerate(_piece(pts, i) for i in range(len(pts)))
        )
        dash = (
            f' stroke-dasharray="{n(0.1 * k)} {n(4.6 * k)}"'
            if r.style == "dotted"
            else (f' stroke-dasharray="{n(7 * k)} {n(5 * k)}"' if r.style == "refused" else "")
        )
        out.append(
            f'<path d="{way}" fill="none" stroke="{p.halo}" stroke-opacity=".7" '
            f'stroke-width="{n(4.4 * k)}"/>'
            f'<path d="{way}" fill="none" stroke="{line}" stroke-width="{n(2.2 * k)}" '
            'stroke-linecap="round" '
            f'stroke-linejoin="round"{dash}/>'
        )
        ticks = []
        for i in range(1, len(pts) - 1):
            a, b, c = _piece(pts, i)
            t = math.atan2(c[1] - a[1], c[0] - a[0])
            half = (7.5 if i % 5 == 0 else 3.6) * k
            m = ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            dx, dy = -math.sin(t) * half, math.cos(t) * half
            ticks.append(f"M{n(m[0] - dx)} {n(m[1] - dy)}L{n(m[0] + dx)} {n(m[1] + dy)}")
        out.append(
            f'<path d="{"".join(ticks)}" stroke="{line}" stroke-width="{n(1.6 * k)}" fill="none"/>'
        )
        (x0, y0), (x1, y1) = pts[-2], pts[-1]
        turn = math.degrees(math.atan2(y1 - y0, x1 - x0))
        out.append(
            f'<path transform="translate({n(x1)} {n(y1)}) rotate({n(turn)}) scale({n(k)})" '
            f'd="M-8-7L8 0-8 7-4 0z" fill="{line}" stroke="{p.halo}" stroke-width="1"/>'
        )
        if r.label:
            x, y = pts[len(pts) // 2]
            size = 13 * k
            wide = text_width(r.label, size)
            spot = next(
                (s for s in label_spots(x, y, wide, size, 12 * k) if self.space.free(s.rect)), None
            )
            if spot:
                self.space.take(spot.rect)
                out.append(
                    f'<text x="{n(spot.x)}" y="{n(spot.y)}" text-anchor="{spot.anchor}" '
                    f'font-size="{n(size)}" '
                    f'font-family="{SANS}" font-weight="600" fill="{line}" stroke="{p.halo}" '
                    'paint-order="stroke" '
                    f'stroke-width="{n(3 * k)}">{escape(r.label)}</text>'
                )
        return "".join(out)

    def counters(self, units: tuple[UnitMark, ...]) -> str:
        """Draw counters above their port or in their hex; several in one place are fanned out."""
        k, p = self.k, self.p
        scale = (1.0 if self.level >= 2 else 0.72 if self.level == 1 else 0.5) * k
        by_place: dict[str, int] = {}
        out = []
        for u in units:
            place = self.board.find(u.at)
            x, y = place.at if place.kind != "hex" else self.board.point(place.hex)
            number = by_place.get(place.hex, 0)
            by_place[place.hex] = number + 1
            if not self.inside((x, y)):
                continue
            lift = 0.0 if place.kind == "hex" else 34.0
            cx, cy = x + number * 12 * scale, y - (lift + number * 40) * scale
            body, edge = {"axis": (p.axis, p.axis_edge), "allied": (p.allied, p.allied_edge)}.get(
                u.side, (p.neutral, p.neutral_edge)
            )
            shape = _SHAPES.get(u.side, _SHAPES["neutral"])
            if lift:
                out.append(
                    f'<path d="M{n(x)} {n(y)}L{n(cx)} {n(cy)}" stroke="{edge}" '
                    f'stroke-width="{n(1.2 * k)}"/>'
                )
            seen = u.state == "seen"
            fill, text = (p.paper, body) if seen else (body, p.on_counter)
            faded = ' opacity=".62"' if u.state == "used" else ""
            dash = ' stroke-dasharray="4 2"' if seen else ""
            second = f'<path d="{shape}" transform="translate(3 3)" fill="{body}" stroke="{edge}" stroke-width="1"/>'
            more = second if u.count > 1 else ""
            out.append(
                f'<g transform="translate({n(cx)} {n(cy)}) scale({n(scale)})"{faded}>{more}'
                f'<path d="{shape}" fill="{fill}" stroke="{edge}" stroke-width="1.4"{dash}/>'
                f'<path d="{_HULL}" fill="{"none" if seen else text}" stroke="{text}" '
                f'stroke-width=".8"{dash}/>'
                f'<g font-family="{PLATE}" font-weight="700" font-size="11.5" fill="{text}">'
                f'<text x="-27" y="-7">{escape(u.text)}</text><text x="27" y="-7" '
                f'text-anchor="end">{escape(u.value)}</text>'
                "</g></g>"
            )
            half_w, half_h = 33 * scale, 21 * scale
            self.space.take(Rect(cx - half_w, cy - half_h, cx + half_w, cy + half_h))
        return "".join(out)


_SHAPES = {
    "axis": "M-26-20H26L32-14V14L26 20H-26L-32 14V-14z",
    "allied": "M-24-20H24A8 8 0 0 1 32-12V12A8 8 0 0 1 24 20H-24A8 8 0 0 1-32 12V-12A8 8 0 0 "
    "1-24-20z",
    "neutral": "M-32-20H32V20H-32z",
}


_HULL = "M-25 9H-15L-14 5H-7L-6 1H-3V-3H0V1H4L5 5H13L14 8 26 8 22 15H-21z"


def _view(board: Board, window: Window) -> tuple[float, float, float, float]:
    """Return left, top, width and height in board units."""
    if window is None:
        x, y, w, h = board.window
        below = [board.point(b)[1] for b in board.boxes]
        bottom = max([y + h, *(b + 34 for b in below)])
        pad = 14.0
        return x - pad, y - pad, w + 2 * pad, bottom - y + 2 * pad
    items = list(window)
    numbers = [float(i) for i in items if isinstance(i, int | float)]
    if len(numbers) == len(items):
        if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
            raise BoardError(
                "a window is four numbers (left, top, width, height), width and height above 0"
            )
        return numbers[0], numbers[1], numbers[2], numbers[3]
    if not items:
        raise BoardError("a window needs at least one place")
    pts = [board.find(str(i)).at for i in items]
    pad = board.unit * 3.2
    x, y, w, h = board.window
    rim = board.unit * 0.3
    # leave room around the places, but little beyond the edge of the board
    left = max(min(min(px for px, _ in pts) - pad, x + w - pad), x - rim)
    top = max(min(min(py for _, py in pts) - pad, y + h - pad), y - rim)
    right = min(
        max(max(px for px, _ in pts) + pad, x + pad),
        max(x + w + rim, max(px for px, _ in pts) + pad / 2),
    )
    bottom = min(
        max(max(py for _, py in pts) + pad, y + pad),
        max(y + h + rim, max(py for _, py in pts) + pad / 2),
    )
    return left, top, right - left, bottom - top


def _side_key(a: Point, b: Point) -> tuple[int, int, int, int]:
    one, two = sorted((a, b))
    return round(one[0]), round(one[1]), round(two[0]), round(two[1])


def _piece(pts: Sequence[Point], i: int) -> tuple[Point, Point, Point]:
    b = pts[i]
    a = ((pts[i - 1][0] + b[0]) / 2, (pts[i - 1][1] + b[1]) / 2) if i else b
    c = ((pts[i + 1][0] + b[0]) / 2, (pts[i + 1][1] + b[1]) / 2) if i < len(pts) - 1 else b
    return a, b, c


def n(v: float) -> str:
    """Return a number in its shortest printed form."""
    return f"{v:.2f}".rstrip("0").rstrip(".") if "." in f"{v:.2f}" else f"{v:.2f}"

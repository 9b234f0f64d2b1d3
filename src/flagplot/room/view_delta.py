"""What has changed in a seat's view since that seat was last sent it: the rest need not travel
again.

A view is compared with nothing but what the same seat was sent, and whether that is still at hand
depends on that seat's own requests and on how many seats the room serves: a change tells no more
than the whole view would."""

from __future__ import annotations

import re
from collections import OrderedDict
from functools import lru_cache
from hashlib import blake2b
from threading import Lock
from typing import Any

import msgspec
from msgspec.structs import replace

from .schemas import Changes, SeatView

SEATS = 128
"""Of how many seats the views that they were sent are kept."""


EACH = 3
"""How many views are kept of a seat: it may be open on several pages."""


NUMBERED = re.compile(r"(.*?)([0-9]+)")


_encode = msgspec.json.Encoder().encode


_items = msgspec.json.Decoder(list[msgspec.Raw]).decode


class Sent:
    """The last views that each seat was sent, in parts. Safe to share between threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, OrderedDict[str, dict[str, bytes]]] = OrderedDict()
        self._lock = Lock()

    def changes(self, seat: str, view: SeatView, have: str) -> Changes:
        """What makes *view* out of the view with the tag *have*; where that is not known any more,
        out of nothing."""
        now = parted(view)
        tag = blake2b(b"\n".join(now.values()), digest_size=8).hexdigest()
        with self._lock:
            kept = self._kept.setdefault(seat, OrderedDict())
            had = kept.get(have, {})
            for of, one in ((have, had), (tag, now)):
                if one:
                    kept[of] = one
                    kept.move_to_end(of)
            while len(kept) > EACH:
                kept.popitem(last=False)
            self._kept.move_to_end(seat)
            while len(self._kept) > SEATS:
                self._kept.popitem(last=False)
        parts, lists = {}, {}
        for name, value in now.items():
            if had.get(name) == value:
                continue
            pieces = spliced(had.get(name, b""), value)
            if pieces is None:
                parts[name] = msgspec.Raw(value)
            else:
                lists[name] = pieces
        return Changes(have if had else "", tag, view.log, parts, lists)


def parted(view: SeatView) -> dict[str, bytes]:
    """The parts of a view in JSON, those of its display by names like ``display.turn``; the log is
    none of them."""
    display = replace(
        view.display,
        overlays=tuple(replace(o, places=packed(o.places)) for o in view.display.overlays),
    )
    parts = {f: getattr(view, f) for f in view.__struct_fields__ if f not in ("log", "display")}
    parts |= {f"display.{f}": getattr(display, f) for f in display.__struct_fields__}
    return {name: _encode(value) for name, value in parts.items()}


@lru_cache(1024)
def packed(places: tuple[str, ...]) -> tuple[str, ...]:
    """A list of places in which ``18Q:0609+3`` stands for 18Q:0609 and the three places whose
    numbers follow."""
    out: list[str] = []
    more, after = 0, ""
    for place in places:
        if after and place == after:
            more += 1
            out[-1] = f"{out[-1].partition('+')[0]}+{more}"
        else:
            more = 0
            out.append(place)
        found = NUMBERED.fullmatch(place)
        after = f"{found[1]}{int(found[2]) + 1:0{len(found[2])}}" if found else ""
    return tuple(out)


def spliced(old: bytes, new: bytes) -> tuple[Any, ...] | None:
    """A list in JSON as runs of an older one, pairs (first, after the last), and lists of new items
    between them, each in ``{"new": [...]}``; ``None`` for what is no list, or has nothing of the
    old one."""
    if not (old[:1] == new[:1] == b"["):
        return None
    known: dict[bytes, int] = {}
    for i, item in enumerate(_items(old)):
        known.setdefault(bytes(item), i)
    out: list[Any] = []
    for item in _items(new):
        at = known.get(bytes(item))
        last = out[-1] if out else None
        if at is None:
            if isinstance(last, dict):
                last["new"].append(item)
            else:
                out.append({"new": [item]})
        elif isinstance(last, list) and last[1] == at:
            last[1] += 1
        else:
            out.append([at, at + 1])
    return tuple(out) if any(isinstance(piece, list) for piece in out) else None

"""Changes of a seat's view since the seat was last sent it, so that unchanged parts are not sent
again.

A view is compared only with views sent to the same seat. Whether such a view is still cached
depends only on that seat's own requests and on the number of seats. The changes therefore reveal no
more than the whole view."""

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
"""Most seats whose sent views are kept."""


EACH = 3
"""Most views kept of a seat: it may be open on several pages."""


NUMBERED = re.compile(r"(.*?)([0-9]+)")


_encode = msgspec.json.Encoder().encode


_items = msgspec.json.Decoder(list[msgspec.Raw]).decode


class SentViews:
    """The last views that each seat was sent, in parts. Safe to share between threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, OrderedDict[str, dict[str, bytes]]] = OrderedDict()
        self._lock = Lock()

    def changes(self, seat: str, view: SeatView, have: str) -> Changes:
        """Return the changes from the view with the tag *have* to *view*; from nothing when the old
        view is not kept any more."""
        now = view_parts(view)
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
            pieces = splice_list(had.get(name, b""), value)
            if pieces is None:
                parts[name] = msgspec.Raw(value)
            else:
                lists[name] = pieces
        return Changes(have if had else "", tag, view.log, parts, lists)


def view_parts(view: SeatView) -> dict[str, bytes]:
    """Return the parts of a view in JSON, those of its display by names like ``display.turn``;
    without the log."""
    display = replace(
        view.display,
        overlays=tuple(replace(o, places=pack_places(o.places)) for o in view.display.overlays),
    )
    parts = {f: getattr(view, f) for f in view.__struct_fields__ if f not in ("log", "display")}
    parts |= {f"display.{f}": getattr(display, f) for f in display.__struct_fields__}
    return {name: _encode(value) for name, value in parts.items()}


@lru_cache(1024)
def pack_places(places: tuple[str, ...]) -> tuple[str, ...]:
    """Return a list of places in which ``18Q:0609+3`` stands for 18Q:0609 and the three places
    whose numbers follow."""
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


def splice_list(old: bytes, new: bytes) -> tuple[Any, ...] | None:
    """Return a JSON list as ranges of an older one (first, end), and new items between them,
    ``{"new": [...]}``; ``None`` for a value that is not a list, or shares nothing with the old
    one."""
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

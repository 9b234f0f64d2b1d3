"""What must be done once in a process before several threads play in it."""

from __future__ import annotations

from contextlib import suppress
from weakref import WeakSet

import msgspec

_LOOKED_AT: WeakSet[type] = WeakSet()


def look_at_types() -> None:
    """Have msgspec look at every type of data there is. A type is looked at once a process.

    It does so when a type is decoded for the first time, and leaves it half done meanwhile: a second thread that decodes the same
    takes the whole process down. So one thread does it for all, before the others begin.
    """
    waiting: list[type] = [msgspec.Struct]
    while waiting:
        kind: type
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            if kind not in _LOOKED_AT:
                _LOOKED_AT.add(kind)
                with suppress(TypeError):     # nobody decodes what cannot be decoded
                    msgspec.json.Decoder(kind)

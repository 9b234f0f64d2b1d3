"""The word by which a log and a words file know a kind of event or order."""

from __future__ import annotations

from typing import Any


def tag_of(of: Any) -> str:
    """The tag of a struct, or of a kind of structs; the name of the kind when it has none."""
    kind = of if isinstance(of, type) else type(of)
    return str(getattr(kind, "__struct_config__").tag or kind.__name__)  # noqa: B009

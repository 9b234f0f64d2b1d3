"""Stored fits: solved once and kept beside the tables, like a lock file.

A solver's last digits depend on the processor; the input of a board must not. A fit is solved anew
only when its own input has changed. :meth:`Fits.save` then stores it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike


class Fits:
    """The stored fits of all boards, by name."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kept: dict[str, dict[str, Any]] = json.loads(path.read_text()) if path.exists() else {}
        self.solved: list[str] = []
        """Names of the fits that were solved anew."""

    def get(
        self, name: str, made_from: object, solve: Callable[[], ArrayLike]
    ) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return the numbers of a fit: the stored ones while *made_from* (plain data) is unchanged,
        else those of *solve*."""
        digest = hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()[:16]
        found = self.kept.get(name)
        if found is None or found["from"] != digest:
            values = [float(f"{v:.12g}") for v in np.ravel(np.asarray(solve(), float))]
            found = self.kept[name] = {"from": digest, "values": values}
            self.solved.append(name)
        return np.array(found["values"])

    def save(self) -> None:
        """Write the fits that were solved anew."""
        if self.solved:
            self.path.write_text(json.dumps(self.kept, indent=0, sort_keys=True) + "\n")

"""Fits that were solved once and are kept beside the tables, like a lock file.

A solver's last digits hang on the processor; what a board is made from must not. A fit is solved
anew only when what it is made from has changed, and then :meth:`Fits.save` keeps it.
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
    """The kept fits of all boards, by name."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kept: dict[str, dict[str, Any]] = json.loads(path.read_text()) if path.exists() else {}
        self.solved: list[str] = []
        """What had to be solved anew."""

    def get(
        self, name: str, made_from: object, solve: Callable[[], ArrayLike]
    ) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The numbers of a fit: as kept while *made_from* (plain data) is what they were made from,
        else from *solve*."""
        digest = hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()[:16]
        found = self.kept.get(name)
        if found is None or found["from"] != digest:
            values = [float(f"{v:.12g}") for v in np.ravel(np.asarray(solve(), float))]
            found = self.kept[name] = {"from": digest, "values": values}
            self.solved.append(name)
        return np.array(found["values"])

    def save(self) -> None:
        """Write what was solved anew."""
        if self.solved:
            self.path.write_text(json.dumps(self.kept, indent=0, sort_keys=True) + "\n")

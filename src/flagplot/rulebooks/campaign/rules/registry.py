"""Who checks and who carries out which order of a phase. Modules of rules and of play enter what is
theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flagplot.table import Table, Verdict
from flagplot.table.core.registry import Registry

from ..state import State

checks: Registry[Callable[[State, str, Any], Verdict]] = Registry()
"""Whether an order of a type may be given: ``(view, side, order) -> Verdict``."""
carries: Registry[Callable[[Table[State], str, Any], object]] = Registry()
"""What an accepted order of a type does: ``(table, side, order)``."""

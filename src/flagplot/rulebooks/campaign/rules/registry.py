"""Registries of the checks and executions of orders of a phase. Modules of rules and of play fill
them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flagplot.table import Table, Verdict
from flagplot.table.core.registry import Registry

from ..state import State

checks: Registry[Callable[[State, str, Any], Verdict]] = Registry()
"""The check of each type of order: ``(view, side, order) -> Verdict``."""
carries: Registry[Callable[[Table[State], str, Any], object]] = Registry()
"""The execution of each type of order: ``(table, side, order)``."""

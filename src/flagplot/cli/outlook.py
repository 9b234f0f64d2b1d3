"""What a fight would bring, as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .common import escape, hang

if TYPE_CHECKING:
    from rich.console import Console

    from flagplot.table.display import Forecast


def print_forecast(out: Console, forecast: Forecast | None) -> None:
    """Print a forecast below a question or an order; nothing when there is none."""
    if forecast is None:
        return
    out.print(f"  [bold]{escape(forecast.title)}[/]")
    for line in forecast_lines(forecast):
        hang(out, "  ", escape(line))


def forecast_lines(forecast: Forecast) -> Iterator[str]:
    """Each distribution in one line, the mean first, then what it rests on."""
    for spread in forecast.spreads:
        bars = ", ".join(f"{value}: {share(p)}" for value, p in spread.bars)
        yield f"{spread.title} {spread.mean:.1f} on average ({bars})"
    for note in forecast.notes:
        yield note.text


def share(percent: float) -> str:
    """A percentage that never rounds what can happen to 0, nor what can fail to 100."""
    if 0 < percent < 1:
        return "<1 %"
    return ">99 %" if 99 < percent < 100 else f"{percent:.0f} %"

"""A forecast in a terminal."""

from __future__ import annotations

import io

from rich.console import Console

from flagplot.cli.panel_text import forecast_lines, print_forecast
from flagplot.odds import distribution_bars
from flagplot.table.display.orders import Forecast
from flagplot.table.display.position import Clause

FORECAST = Forecast(
    "If both fight round 2",
    (
        distribution_bars("Effects he takes", "Axis", {0: 0.004, 1: 0.596, 2: 0.4}),
        distribution_bars("Effects you take", "Allied", {0: 0.999, 1: 0.001}),
    ),
    (Clause("Scharnhorst sunk 57 %.", "22.55"),),
)


def test_each_distribution_is_a_line() -> None:
    assert list(forecast_lines(FORECAST)) == [
        "Effects he takes 1.4 on average (0: <1 %, 1: 60 %, 2: 40 %)",
        "Effects you take 0.0 on average (0: >99 %, 1: <1 %)",
        "Scharnhorst sunk 57 %.",
    ]


def test_it_is_printed_below_the_question_when_there_is_one() -> None:
    out = io.StringIO()
    print_forecast(Console(file=out, width=200), None)
    assert out.getvalue() == ""
    print_forecast(Console(file=out, width=200), FORECAST)
    assert out.getvalue().splitlines()[0].strip() == "If both fight round 2"
    assert "Scharnhorst sunk" in out.getvalue()

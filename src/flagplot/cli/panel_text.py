"""Forecasts, battles and sheets of a side, as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flagplot.table.language.sentences import count_text

from .common import clause_markup, escape, print_hanging

if TYPE_CHECKING:
    from rich.console import Console

    from flagplot.table.display.battle import BattleLines, ShipLine, Shot
    from flagplot.table.display.orders import Forecast
    from flagplot.table.display.position import Box
    from flagplot.table.display.sheets import Part, Sheet


def print_forecast(out: Console, forecast: Forecast | None) -> None:
    """Print a forecast below a question or an order; nothing when there is none."""
    if forecast is None:
        return
    out.print(f"  [bold]{escape(forecast.title)}[/]")
    for line in forecast_lines(forecast):
        print_hanging(out, "  ", escape(line))


def forecast_lines(forecast: Forecast) -> Iterator[str]:
    """Yield each distribution in one line with its mean, then the notes."""
    for spread in forecast.spreads:
        bars = ", ".join(f"{value}: {percent_text(p)}" for value, p in spread.bars)
        yield f"{spread.title} {spread.mean:.1f} on average ({bars})"
    for note in forecast.notes:
        yield note.text


def print_battle(out: Console, battle: BattleLines, *, whole: bool) -> None:
    """Print the picture of a battle: both lines with hits marked, and the most recent shots with
    each die. Of a battle on a map only ships just hit are listed, unless *whole* is true."""
    titled = f"{battle.step.capitalize()} {battle.round}" + (
        f" of {battle.rounds}" if battle.rounds else ""
    )
    out.print(
        f"  [bold]{titled if battle.round else 'The lines meet'}[/]{f'  {escape(battle.note)}' if battle.note else ''}"
    )
    for title, ships in (("yours", battle.own_line), ("enemy", battle.enemy_line)):
        told = [s for s in ships if whole or not battle.on_map or s.fresh]
        for ship in told:
            print_hanging(out, f"    {title:5} ", escape(ship_line(ship, battle.counts)))
        unseen = battle.unseen if title == "enemy" else ()
        for known in unseen:
            print_hanging(out, f"    {title:5} ", f"[dim]{escape(known)}[/]")
        if not ships and not unseen:
            out.print(f"    {title:5} [dim]nobody found yet[/]")
    for shot in battle.shots:
        print_hanging(out, "    [dim]fired[/] ", escape(shot_line(shot, battle.counts)))


LONGEST_ROW = 14
"""Most boxes drawn for a ship; more are given as a number."""


def ship_line(ship: ShipLine, counts: str) -> str:
    """Return a ship with its boxes: ``.`` is intact, ``x`` an older hit, ``!`` a new one."""
    old = min(ship.size, ship.hits) - min(ship.fresh, ship.hits)
    boxes = "!" * ship.fresh + "x" * old + "." * max(0, ship.size - ship.hits)
    shown = (
        f"[{boxes}]"
        if 0 < ship.size <= LONGEST_ROW
        else f"[{ship.size - ship.hits} of {ship.size}]"
    )
    hit = f", {count_text(ship.fresh, counts)} just now" if ship.fresh else ""
    return f"{shown} {ship.name}{f', {ship.detail}' if ship.detail else ''}{hit}"


def shot_line(shot: Shot, counts: str) -> str:
    """Return firers, target and dice of a shot; dice that hit are marked. Dice that the rules add
    up are followed by their sum."""
    dice = " ".join(
        f"{face}{'!' if shot.hits and shot.hits[i] else ''}" for i, face in enumerate(shot.faces)
    )
    plus = f" {shot.plus:+}" if shot.plus and len(shot.adds) == 1 else ""
    total = (
        f"{plus} = {dice_sums_text(shot)}" if plus or len(shot.faces) > len(shot.adds) > 0 else ""
    )
    done = (
        ""
        if shot.result is None
        else f": {shot.result or 'no'} {counts}{'' if shot.result == 1 else 's'}"
    )
    return f"{shot.who} at {shot.whom}  {dice}{total}{done}"


def dice_sums_text(shot: Shot) -> str:
    """Return the sums of the dice that the rules add up, part by part."""
    at, found = 0, []
    for n in shot.adds:
        found.append(sum(shot.faces[at : at + n]))
        at += n
    return ", ".join(str(x + (shot.plus if len(found) == 1 else 0)) for x in found)


def percent_text(percent: float) -> str:
    """Return a percentage in words. Rounding never yields 0 % or 100 %."""
    if 0 < percent < 1:
        return "<1 %"
    return ">99 %" if 99 < percent < 100 else f"{percent:.0f} %"


def print_sheet(out: Console, sheet: Sheet | Box) -> None:
    """Print a sheet or a box: its remarks, encounters, tables, and the wordings of its lines."""
    out.print(f"[bold]{escape(sheet.title)}[/]")
    for remark in sheet.lead:
        print_hanging(out, "  ", f"{escape(remark.text)} {clause_markup(remark.clause)}")
    for line in box_lines(sheet):
        print_hanging(out, "  ", escape(line))
    for part in sheet.parts:
        out.print(f"  [bold]{escape(part.title)}[/] {clause_markup(part.clause)}".rstrip())
        for line in part_lines(part):
            print_hanging(out, "    ", escape(line))
        for order in (row.order for row in part.rows if row.order):
            print_hanging(out, "    ", f"[dim]may be ordered: {escape(order)}[/]")
    for blank in getattr(sheet, "blanks", ()):
        print_hanging(
            out,
            "  ",
            f"[bold]{escape(blank.title)}[/]: {escape(blank.form)} {clause_markup(blank.clause)}",
        )


def box_lines(box: Sheet | Box) -> Iterator[str]:
    """Yield the encounters in a box, and its other contents; nothing for a sheet."""
    for m in getattr(box, "meetings", ()):
        who = ", ".join(c.name for c in m.right.counters) if m.joined else m.right.title
        dice = f" Dice {' '.join(map(str, m.dice))}." if m.dice else ""
        yield f"{m.left.title}, {m.left.note}: {' '.join(c.text for c in m.told)}{dice} {who}."
    for p in getattr(box, "piles", ()):
        yield f"{p.title}: {', '.join(c.name for c in p.counters)}{f' ({p.note})' if p.note else ''}"


def part_lines(part: Part) -> Iterator[str]:
    """Yield the rows of a table below its heads, in columns."""
    lines = [part.heads, *(row.cells for row in part.rows)] if part.rows else []
    most = max((len(cells) for cells in lines), default=0)
    widths = [
        max((len(cells[i]) for cells in lines if i < len(cells)), default=0) for i in range(most)
    ]
    for cells in lines:
        yield "  ".join(cell.ljust(widths[i]) for i, cell in enumerate(cells)).rstrip()
    if not part.rows and part.empty:
        yield part.empty

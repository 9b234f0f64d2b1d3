"""The most recent fire in a battle and its hits, for the battle picture of page and terminal.

A book gives the two lines (:meth:`flagplot.table.contract.rulebook.Rulebook.battle`). This module
adds the last rolls of fire and the new hits, from the log of the viewing side. They belong to the
current round, where the book has events for rounds; else to the time since the side's last answer
before the last shots."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ..contract.default_texts import label_of_roll
from ..core.procedure import tag_of
from ..core.requests import Roll
from ..core.roll_specs import dice_added_up, dice_that_hit
from ..display.battle import BattleLines, ShipLine, Shot
from ..display.orders import Prompt
from ..game.game import Game
from ..language.sentences import shorten_name_list
from ..log.entries import Entry

LONGEST = 600
"""Most entries of a side's log searched for the beginning of a battle."""


def shot_of(game: Game, side: str, entry: Entry, before: Any) -> Shot:
    """Return a roll of *side*'s log as a shot; ``by`` is empty when the roll is not fire. *before*
    is the side's view before the roll."""
    book, about = game.book, dict(entry.about)
    by, at = (
        str(about.get("firer", about.get("by", ""))),
        str(about.get("target", about.get("at", ""))),
    )
    if entry.why in book.return_fire_rolls:
        by, at = at, by
    roller, plus = (
        book.side_of_roll(before, entry.why, entry.about),
        about.get("drm", about.get("modifier", 0)),
    )
    sides, made = entry.spec.partition("d")[2], game.made(side, entry.n)
    firers = tuple(by.split(", ")) if by else ()
    return Shot(
        roller if roller in game.sides else "",
        firers,
        at,
        entry.faces,
        int(sides) if sides.isdecimal() else 6,
        dice_that_hit(made.spec, entry.faces) if made is not None and by else (),
        dice_added_up(made.spec) if made is not None else (),
        plus if isinstance(plus, int) else 0,
        _result(made, entry) if by else None,
        label_of_roll(book, entry.why, entry.about, before),
        ", ".join(_name(game, side, before, i) for i in firers),
        _name(game, side, before, at) if at else "",
    )


def _name(game: Game, side: str, before: Any, id: str) -> str:
    """Return a short name for a unit: the name that the side knew before the roll, or its present
    name when the unit was found since."""
    name = game.book.display_name(before, id)
    return shorten_name_list(name if name != id else game.book.display_name(game.view(side), id))


def _result(made: Roll[Any] | None, entry: Entry) -> int | None:
    """Return the number that a roll of fire gave on its rule table; ``None`` when the result is not
    a number or no longer known. Do not call it for other rolls: their result may be secret, as that
    of a search."""
    result = made.spec.read(entry.faces) if made is not None else None
    return result if isinstance(result, int) and not isinstance(result, bool) else None


def last_fire_start(game: Game, side: str) -> int:
    """Return the side's number of the entry after which the last fire fell; -1 when it has seen no
    battle begin."""
    entries, opens = game.side_log(side), dict(game.book.battle_start_events)
    rounds, fired, i = "round" in opens.values(), False, len(game.side_log(side)) - 1
    for _ in range(LONGEST):
        if i < 0:
            break
        entry = entries[i]
        if entry.kind == "undo" and entry.act == "done":
            i = entry.to
            continue
        begins = opens.get(tag_of(entry.event), "") if entry.event is not None else ""
        if begins:
            return i
        if not rounds and fired and entry.kind == "input" and entry.side == side:
            return i
        fired = fired or _fires(entry)
        i -= 1
    return -1


def _fires(entry: Entry) -> bool:
    names = {k for k, _ in entry.about} if entry.kind == "roll" else set()
    return bool(names & {"firer", "by"}) and bool(names & {"target", "at"})


def with_shots(game: Game, side: str, lines: BattleLines) -> BattleLines:
    """Return the lines with the most recent shots and the hits they made."""
    at = last_fire_start(game, side)
    if at < 0:
        return lines
    entries = game.side_log(side)[at + 1 :]
    if not entries:
        return lines
    ((_, before),) = game.side_log_with_views(side, at + 1, at + 2)
    was = game.book.battle(before, side)
    shots = tuple(shot_of(game, side, e, before) for e in entries if _fires(e))
    if was is None:
        return replace(lines, shots=shots)
    then = {s.id: s.hits for s in (*was.own_line, *was.enemy_line)}

    def marked(ships: tuple[ShipLine, ...]) -> tuple[ShipLine, ...]:
        return tuple(replace(s, fresh=max(0, s.hits - then.get(s.id, s.hits))) for s in ships)

    return replace(
        lines, own_line=marked(lines.own_line), enemy_line=marked(lines.enemy_line), shots=shots
    )


def with_battle_picture(game: Game, side: str, prompt: Prompt) -> Prompt:
    """Return the prompt with its battle picture filled in."""
    return (
        prompt
        if prompt.battle is None
        else replace(prompt, battle=with_shots(game, side, prompt.battle))
    )

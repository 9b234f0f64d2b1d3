"""The view of one seat. Everything here goes through the view and the redacted log of that seat's
side."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from flagplot import boards
from flagplot.table import Rulebook
from flagplot.table.analysis.battle_shots import shot_of, with_battle_picture
from flagplot.table.assist.order_names import with_names
from flagplot.table.contract.default_texts import label_of_roll
from flagplot.table.core.procedure import tag_of
from flagplot.table.core.requests import AskOrder, Roll, Single
from flagplot.table.display.orders import RESTS, Prompt
from flagplot.table.display.position import Clause, Counter, Display, short_name
from flagplot.table.game.standing_orders import RESTING, answer_durations
from flagplot.table.language.sentences import side_names
from flagplot.table.log.entries import Entry
from flagplot.table.log.entry_text import entry_sentence

from .live_game import LiveGame
from .schemas import Ending, LogLine, RollLine, SeatView, StandingLine, UndoState, Waiting


def with_named_examples(book: Rulebook[Any], view: Any, side: str, display: Display) -> Display:
    """Return the display with names in its example orders, as people write them."""
    forms = (
        replace(f, example=with_names(book, view, side, f.example)) if f.slots else f
        for f in display.forms
    )
    return replace(display, forms=tuple(forms))


def seat_view(
    live: LiveGame,
    side: str,
    role: str,
    since: int,
    *,
    thinking: bool,
    open_chair: bool,
    silent: str = "",
    again: bool = False,
) -> SeatView:
    """Return the whole page of a seat, with the log from the side's own entry *since* + 1 on."""
    game, book = live.game, live.book
    log = log_lines(live, side)
    request = game.request(side)
    requests = (request,) if request is not None else ()
    view = game.view(side)
    display = with_named_examples(
        book, view, side, with_short_names(book.display(view, side, requests))
    )
    scenario = next((s for s in book.scenarios if s.id == game.setup.scenario), None)
    return SeatView(
        game=live.row.id,
        book=book.id,
        book_title=book.title,
        edition=game.setup.edition,
        scenario=game.setup.scenario,
        title=live.row.title,
        mode=live.row.mode,
        side=side,
        role=role,
        sides=game.sides,
        parties=side_names(game.sides),
        admirals=live.row.admirals,
        n=len(log) - 1,
        display=display,
        prompts=tuple(seat_prompt(live, side, r, display.board) for r in requests),
        waiting=waiting_state(live, side, role, thinking),
        log=tuple(log[since + 1 :] if since >= -1 else log),
        standing=standing_order_lines(live, side),
        undo=undo_state(live, side),
        briefing=scenario.briefing(side, game.setup.start) if scenario else "",
        history=scenario.what_happened(game.setup.start) if scenario else "",
        ending=ending_of(live),
        commitment=game.header.commitment,
        open_chair=open_chair,
        stopped=game.read_only,
        silent=silent,
        offers=game.offers,
        again=again,
        keys=dict(game.seats.keys),
        takes_keys=game.takes_keys and game.outcome is None and not game.read_only,
        confirms=must_confirm_draw(live, side),
    )


def must_confirm_draw(live: LiveGame, side: str) -> bool:
    """Return whether a side that offered the draw must sign that it has seen the consent, so that
    the end is proven."""
    return not live.game.read_only and any(e.side == side for e in live.game.unconfirmed())


def seat_prompt(live: LiveGame, side: str, request: Single, board: str) -> Prompt:
    """Return the prompt of a request, with the place of each option. A note explains a prompt that
    a standing order could have answered but did not."""
    view = live.game.view(side)
    found = with_battle_picture(live.game, side, live.book.prompt(view, request))
    put = (
        (lambda text: with_names(live.book, view, side, text))
        if isinstance(request, AskOrder)
        else str
    )
    options = tuple(
        replace(
            o, text=put(o.text), passes=o.text.casefold() in RESTS, place=place_of(board, o.text)
        )
        for o in found.options
    )
    detail = (*found.detail, Clause(RESTING)) if live.game.standing_rests(side) else found.detail
    facts = tuple(
        (k, ("yes" if v else "no") if isinstance(v, bool) else str(v)) for k, v in request.about
    )
    return replace(
        found,
        options=options,
        detail=detail,
        facts=facts,
        lasts=answer_durations(live.book, view, request),
    )


def place_of(board: str, text: str) -> str:
    """Return the place of the board that an option names: a port by its whole text, or the last hex
    in it; empty when there is none."""
    try:
        known = boards.load(board)
    except boards.BoardError:
        return ""
    place = known.places.get(text)
    return next(
        (w for w in reversed(text.replace(",", " ").split()) if w in known.hexes),
        place.hex if place is not None else "",
    )


def with_short_names(display: Display) -> Display:
    """Return a display with the short names of its counters."""
    return replace(display, counters=counters_with_short_names(display.counters))


def counters_with_short_names(counters: Iterable[Counter]) -> tuple[Counter, ...]:
    """Return counters with their short names."""
    return tuple(replace(c, short=short_name(c.id, c.name)) for c in counters)


def waiting_state(live: LiveGame, side: str, role: str, thinking: bool) -> Waiting:
    """Return the sides that must act now, as *side* may know it. A spectator never rolls dice."""
    game = live.game
    owes = game.waits_for(side)
    pending = game.pending
    if role == "spectator":
        return Waiting(() if owes == ("dice",) else owes, False, thinking=thinking)
    if owes == ("dice",) and isinstance(pending, Roll):
        count, sides = pending.spec.dice
        told = not pending.seen_by or side in pending.seen_by
        label = (
            label_of_roll(live.book, pending.why, pending.about, game.view(side)) if told else ""
        )
        return Waiting((), True, True, False, label, count, sides)
    return Waiting(owes, side in owes, thinking=thinking)


def log_lines(live: LiveGame, side: str) -> list[LogLine]:
    """Return the side's log in words. It is cached with the live game and extended."""
    kept: list[LogLine] = live.logs.setdefault(side, [])
    for entry, before in live.game.side_log_with_views(side, len(kept)):
        kept.append(log_line(live, side, entry, before))
    return kept


def own_answer_text(book: Rulebook[Any], entry: Entry, before: Any, side: str) -> str:
    """Return a side's own answer as given: as typed when that is kept, else with names for ids."""
    return entry.said or (
        with_names(book, before, side, entry.text) if " " in entry.text else entry.text
    )


def log_line(live: LiveGame, side: str, entry: Entry, before: Any) -> LogLine:
    """Return one seen entry in words. *before* is the side's view before the entry."""
    book, mine, n = live.book, entry.side == side and bool(side), entry.n
    match entry.kind:
        case "event":
            tag = tag_of(entry.event)
            told = book.event_text(entry.event, before, side)
            opens = dict(book.battle_start_events).get(tag) or ""
            scores = tag in book.score_events
            who = str(getattr(entry.event, dict(book.movement_events).get(tag, ""), ""))
            line = LogLine(
                n,
                "event",
                told,
                str(entry.event.clause),
                entry.side,
                code=tag,
                opens=opens,
                scores=scores,
            )
            return replace(line, sails=who, loses=tag in book.loss_events)
        case "roll":
            label, roll = (
                label_of_roll(book, entry.why, entry.about, before),
                roll_line(live, side, entry, before),
            )
            return LogLine(n, "roll", label, entry.clause, roll=roll, code=entry.why)
        case "input":
            text = own_answer_text(book, entry, before, side) if mine else entry.text
            text = text if " " in text else book.display_name(before, text)
            text = f"{text} (standing order {entry.standing})" if entry.standing else text
            if " " not in entry.text and entry.asked:  # a choice says little without its question
                question = entry.asked.replace("-", " ")
                text = f"{question[:1].upper()}{question[1:]}: {text}"
            text = text if mine else f"{entry.side}: {text}"
            line = LogLine(n, "input", text, entry.clause, entry.side, mine=mine, code=entry.asked)
            return replace(line, rests=entry.text.casefold() in RESTS)
    text = first_log_line(live) if entry.kind == "header" else entry_sentence(entry, mine)
    return LogLine(
        n,
        entry.kind,
        text,
        side=entry.side,
        mine=mine,
        code=entry.act if entry.kind == "undo" else "",
    )


def first_log_line(live: LiveGame) -> str:
    """Return the first line of every log."""
    header = live.game.header
    dice = {
        "sealed": f"The dice are sealed: SHA-256 {header.commitment[:12]}…",
        "manual": "Real dice: you type the faces.",
    }.get(header.dice, "")
    return f"{live.row.title} begins, edition {header.edition}. {dice}".strip()


def roll_line(live: LiveGame, side: str, entry: Entry, before: Any) -> RollLine:
    """Return the dice of a roll, numbered as this seat has seen rolls, with the provenance of its
    rule table. The proof can be checked when the seed is open: the first eight hex digits of
    HMAC-SHA256(seed, "SIDE ENTRY: FACES")."""
    seed, shot = live.row.seed, shot_of(live.game, side, entry, before)
    text = f"{side} {entry.n}: {' '.join(map(str, entry.faces))}"
    proof = hmac.digest(seed, text.encode(), "sha256").hex()[:8] if seed and entry.faces else ""
    number = 1 + sum(1 for line in live.logs.get(side, ()) if line.roll is not None)
    return RollLine(
        entry.faces,
        shot.sides,
        number,
        entry.why,
        shot.side,
        entry.table,
        provenance(live, entry.table),
        proof,
        shot.by,
        shot.at,
        shot.plus,
        shot.adds,
        shot.hits,
        shot.result,
    )


def provenance(live: LiveGame, table: str) -> str:
    """Return the provenance of a rule table: ``published``, ``inferred``, ``house``; empty when no
    table was read."""
    try:
        return live.game.rulings.table(table).provenance if table else ""
    except KeyError:
        return ""


def standing_order_lines(live: LiveGame, side: str) -> tuple[StandingLine, ...]:
    """Return the side's standing orders with the number of answers of each."""
    if side not in live.game.sides:
        return ()
    used: dict[int, int] = {}
    for entry in live.game.side_log(side):
        if entry.kind == "input" and entry.standing and entry.side == side:
            used[entry.standing] = used.get(entry.standing, 0) + 1
    mine = live.game.standing_orders(side)
    turn = (
        live.book.display(live.game.view(side), side, ()).turn
        if any("turn" in o.names for o in mine)
        else ""
    )
    return tuple(StandingLine(o.n, o.text, used.get(o.n, 0), o.past(turn)) for o in mine)


def undo_state(live: LiveGame, side: str) -> UndoState:
    """Return the requirements of an undo now, from what the side has seen."""
    game = live.game
    if game.outcome is not None or side not in game.sides:
        return UndoState("none")
    asked = game.undo_asked
    if asked is not None:
        return UndoState("asked", asked[0] if side in asked[1] else "")
    found = game.undo_needs(side)
    return UndoState("none" if found is None else "ask" if found.why else "silent")


def ending_of(live: LiveGame) -> Ending | None:
    """Return the end of the game with its seed, which is open then; ``None`` while the game goes
    on."""
    outcome = live.game.outcome
    if outcome is None:
        return None
    seed = live.row.seed.hex() if live.row.seed else ""
    return Ending(
        outcome.winner,
        outcome.degree,
        outcome.scores,
        seed,
        live.game.header.commitment,
        outcome.short,
    )


def seat_summary(live: LiveGame, side: str, role: str) -> tuple[str, bool]:
    """Return the line of the start page for a game: what this seat must do, and whether it must
    act."""
    game = live.game
    if game.outcome is not None:
        return "Over", False
    owes = game.sides_to_answer()
    if role == "spectator":
        return "Looking on", False
    if owes == ("dice",):
        return "Roll the dice", True
    if side in owes:
        request = game.request(side)
        return (
            "Your answer" if request is not None and hasattr(request, "options") else "Your order"
        ), True
    return "Waiting", False


def past_display(live: LiveGame, side: str, at: int) -> Display:
    """Return the position as the side could see it after its own entry *at*."""
    game = live.game
    seen = game.side_log_with_views(side, at + 1)
    view = seen[0][1] if seen else game.view(side)
    return with_short_names(live.book.display(view, side, ()))

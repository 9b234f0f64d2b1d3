"""Routes by which a seat looks at its game. Each checks the seat's secret first."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import Annotated

import anyio
import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from flagplot.admirals.compare_orders import Weighed, evaluate_orders
from flagplot.table import AskOrder
from flagplot.table.analysis.verify import verify as verify_log
from flagplot.table.analysis.verify import verify_seen
from flagplot.table.assist import coach as assist_coach
from flagplot.table.assist.coach import Coaching
from flagplot.table.assist.examine import examine_edit
from flagplot.table.assist.rehearse import examine_sequence
from flagplot.table.core.errors import LogError, RuleError
from flagplot.table.display.orders import Examination
from flagplot.table.display.position import DangerSea, Display
from flagplot.table.display.sheets import fill_form
from flagplot.table.game.luck import SideLuck
from flagplot.table.language import Click

from . import seat_view
from .errors import Busy, RoomError, no_seat, retry_on_conflict, too_fast
from .event_stream import NOT_NOW, merge_streams
from .film import Film
from .film import film as film_of
from .game_host import Host
from .live_game import LiveGame
from .routes_games import Asked, Query, host_of, seat_opened_by, token_of
from .schemas import (
    Changes,
    ExamineOrder,
    ExamineSheet,
    Force,
    Plans,
    SeatList,
    SeatView,
    SheetLook,
    VerifyReport,
    Written,
)
from .store import SeatRow

log = logging.getLogger("flagplot.room")


MOST_STREAMS = 16
"""Most pages of one seat that may listen for news at once."""


Tag = Annotated[str, QueryParameter(max_length=32)]


LONGEST_LINE = 2000
"""Most characters of an order."""


MOST_ENTRIES = 10_000_000
"""More entries than any log has: a view from here on has no log lines."""


def seat_of(request: Asked, game: str, *, player: bool = False) -> SeatRow:
    """Return the seat that a request comes from. Raises ``RoomError`` like :func:`seat_by`, and 403
    when the seat must be a player's and is not."""
    seat = seat_by(request, game, token_of(request))
    if player and not seat.side:
        raise RoomError(
            403, "no-side", "This seat plays no side.", "authorization", "Use the seat of the side."
        )
    return seat


def seat_by(request: Asked, game: str, token: str) -> SeatRow:
    """Return the seat of a secret. Raises ``RoomError`` 401, 403 for an invitation, 429 for
    guessing."""
    seat = seat_opened_by(request, game, token)
    if seat.role == "invite":
        raise RoomError(
            403,
            "invitation",
            "This link is an invitation: take the seat first.",
            "authorization",
            "Take the seat.",
        )
    return seat


@get(
    "/api/games/{game:str}/view",
    operation_id="ApiGamesViewSee",
    tags=["seat"],
    summary="View of a seat",
    sync_to_thread=True,
)
def get_view(game: FromPath[str], request: Asked, since: Query = -1) -> SeatView:
    """Return the position, the open prompts, and the log after entry *since*, all redacted for this
    seat's side."""
    return view_of_seat(request, game, seat_of(request, game), since)


@get(
    "/api/games/{game:str}/changes",
    tags=["seat"],
    summary="Changes in the view of a seat",
    sync_to_thread=True,
)
def changed(game: FromPath[str], request: Asked, since: Query = -1, have: Tag = "") -> Changes:
    """Return the view of ``/view`` as changes since the view with the tag *have*, which the seat
    was sent before."""
    seat = seat_of(request, game)
    return host_of(request).sent.changes(seat.hash, view_of_seat(request, game, seat, since), have)


def view_of_seat(
    request: Asked, game: str, seat: SeatRow, since: int, *, wait: float | None = None
) -> SeatView:
    """Return the view of a seat, with the log after the side's own entry *since*."""
    host = host_of(request)
    chair = any(s.role == "invite" for s in host.store.seats(game))
    with host.open(game, wait=wait) as live:
        silent, _ = host.silent(live, seat.side)
        thinking = host.thinking(game)
        again = (
            live.game.outcome is not None
            and bool(seat.side)
            and has_free_rematch_seat(host, live, seat.side)
        )
        return seat_view.seat_view(
            live,
            seat.side,
            seat.role,
            since,
            thinking=thinking,
            open_chair=chair,
            silent=silent,
            again=again,
        )


def has_free_rematch_seat(host: Host, live: LiveGame, side: str) -> bool:
    """Return whether the finished game has a rematch with a free seat for the player of *side*."""
    next = host.store.again(live.row.id)
    return bool(next) and invitation_of(host, next, next_side(live.game.sides, side)) is not None


def next_side(sides: tuple[str, ...], side: str) -> str:
    """Return the side that the player of *side* gets in a rematch."""
    return sides[(sides.index(side) + 1) % len(sides)]


def invitation_of(host: Host, game: str, side: str) -> SeatRow | None:
    """Return the invitation for a side; ``None`` when it is taken."""
    return next((s for s in host.store.seats(game) if s.side == side and s.role == "invite"), None)


@get(
    "/api/games/{game:str}/news",
    tags=["seat"],
    summary="Listen for news",
    media_type="text/event-stream",
)
async def news(game: FromPath[str], request: Asked) -> Stream:
    """Return server-sent events that say only that there is news for this seat. Fetch the view to
    see it."""
    return stream_response(
        await anyio.to_thread.run_sync(listener, request, game, token_of(request))
    )


@post(
    "/api/news",
    tags=["seat"],
    summary="Listen for news of several games",
    media_type="text/event-stream",
    status_code=200,
)
async def all_news(data: JSONBody[SeatList], request: Asked) -> Stream:
    """Return server-sent events for all these seats in one stream, because a browser opens few
    connections to one host. The data of each event is the index of the seat in the list (from 0). A
    seat with a wrong key is silent and counts as a wrong key; 401 when no key opens a seat."""

    def streams() -> dict[int, AsyncIterator[bytes]]:
        found, shut = {}, no_seat()
        for n, ref in enumerate(data.seats):
            try:
                found[n] = listener(request, ref.game, ref.token)
            except RoomError as e:
                if e.status == 429:
                    raise
                shut = e
            except (LogError, RuleError) as e:
                log.error("game %s: nobody can listen to it: %s", ref.game, e)
        if not found:
            raise shut
        return found

    return stream_response(merge_streams(await anyio.to_thread.run_sync(streams)))


def listener(request: Asked, game: str, token: str) -> AsyncIterator[bytes]:
    """Return the news stream of a seat. Raises ``RoomError`` like :func:`seat_by`, and 429 when too
    many pages of the seat listen."""
    seat = seat_by(request, game, token)
    host, news = host_of(request), request.app.state.news
    if news.streams(seat.hash) >= MOST_STREAMS:
        raise too_fast("pages of this seat listen at once", 10)
    host.wake(game)  # a listener has added its key already, if it has one

    def mark() -> object:
        try:
            return msgspec.json.encode(view_of_seat(request, game, seat, MOST_ENTRIES, wait=0))
        except Busy:
            return NOT_NOW
        except (RoomError, LogError, RuleError) as e:
            return str(e)

    seen = msgspec.json.encode(view_of_seat(request, game, seat, MOST_ENTRIES))
    source: AsyncIterator[bytes] = news.stream(game, mark, seen, seat.hash)
    return source


def stream_response(source: AsyncIterator[bytes]) -> Stream:
    """Return the response of an event stream."""
    return Stream(
        source,
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


@post(
    "/api/games/{game:str}/examine",
    tags=["seat"],
    summary="Try an order without giving it",
    sync_to_thread=True,
    status_code=200,
)
def examine(game: FromPath[str], data: JSONBody[ExamineOrder], request: Asked) -> Examination:
    """Examine an order, complete or not, without giving it: verdict, every clause against it,
    route, odds, slots, and completions at the caret. After a click, ``line`` is the text with the
    clicked thing put in. When this side is asked for no order now, ``problem`` says so (the game
    may have moved on meanwhile)."""
    seat = seat_of(request, game, player=True)
    with host_of(request).open(game) as live:
        asked = live.game.request(seat.side)
        if asked is None:
            return Examination(
                data.text, False, False, "This side is not asked now.", line=data.text
            )
        if not isinstance(asked, AskOrder):
            fixed = "This question has fixed options: answer with one of them."
            return Examination(data.text, False, False, fixed, line=data.text)
        clicks = [Click(c.kind, c.id, c.instead) for c in data.clicks]
        return examine_edit(
            live.book, live.game.view(seat.side), asked, data.text, data.caret, clicks
        )


@post(
    "/api/games/{game:str}/sheet",
    tags=["seat"],
    summary="Try the lines of a sheet without giving them",
    sync_to_thread=True,
    status_code=200,
)
def examine_sheet(game: FromPath[str], data: JSONBody[ExamineSheet], request: Asked) -> SheetLook:
    """Examine the lines of a sheet without giving them: each line after those above it, and a
    forecast of all together."""
    seat = seat_of(request, game, player=True)
    texts = [written_line(line) for line in data.lines]
    with host_of(request).open(game) as live:
        asked = live.game.request(seat.side)
        if not isinstance(asked, AskOrder):
            return SheetLook(
                tuple(
                    Examination(t, False, False, "This side is not asked for orders now.", line=t)
                    for t in texts
                )
            )
        found = examine_sequence(live.book, live.game.view(seat.side), asked, texts, data.sheet)
    return SheetLook(*found)


def written_line(line: Written) -> str:
    """Return the text of a line: as typed, or as its form is filled in."""
    return fill_form(line.form, line.said)[:LONGEST_LINE] if line.form else line.text


@get(
    "/api/games/{game:str}/coach",
    tags=["seat"],
    summary="Advice of the coach",
    sync_to_thread=True,
)
@retry_on_conflict
def coach(game: FromPath[str], request: Asked) -> Coaching:
    """Return the coach's advice from the seat's own view: what to do now, worthwhile orders and
    their reasons, orders that ending now would miss. Empty for a seat that is not asked."""
    seat = seat_of(request, game, player=True)
    with host_of(request).open(game) as live:
        asked = live.game.request(seat.side)
        return (
            Coaching("")
            if asked is None
            else assist_coach.coach(live.book, live.game.view(seat.side), asked)
        )


@post(
    "/api/games/{game:str}/weigh",
    tags=["seat"],
    summary="Compare orders",
    sync_to_thread=True,
    status_code=200,
)
def weighed(game: FromPath[str], data: JSONBody[Plans], request: Asked) -> list[Weighed]:
    """Compare orders: the change of the score some time after each, in playouts from the seat's
    view."""
    seat = seat_of(request, game, player=True)
    host = host_of(request)
    with host.open(game) as live:
        asked, book, seen = live.game.request(seat.side), live.book, live.game.view(seat.side)
    if not isinstance(asked, AskOrder):
        return [Weighed(text) for text in data.orders]
    with host.heavy.work(seat.hash):
        return list(evaluate_orders(book, seen, asked, data.orders))


@get("/api/games/{game:str}/log", tags=["seat"], summary="The game file", sync_to_thread=True)
def game_file(game: FromPath[str], request: Asked) -> Response[bytes]:
    """Return the log as JSON Lines: the seat's redacted log while the game goes on (a spectator's:
    what all sides may know); the whole log after the end and for a referee."""
    seat = seat_of(request, game)
    with host_of(request).open(game) as live:
        whole = live.game.outcome is not None or seat.role == "referee"
        lines = (
            live.game.lines()
            if whole
            else [msgspec.json.encode(e).decode() for e in live.game.side_log(seat.side)]
        )
    name = f"{game}-{'whole' if whole else seat.side.lower() or seat.role}.jsonl"
    return Response(
        ("\n".join(lines) + "\n").encode(),
        media_type="application/jsonl; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@get("/api/games/{game:str}/verify", tags=["seat"], summary="Verify the log", sync_to_thread=True)
def verify(game: FromPath[str], request: Asked) -> VerifyReport:
    """Verify the log. While the game goes on: check that every roll this seat has seen comes from
    the sealed seed. After the end, and for a referee: check the chain, replay every input and
    compare. That result is cached until the log grows. A seat runs one proof at a time, and a
    limited number a minute."""
    seat = seat_of(request, game)
    host = host_of(request)
    with host.open(game) as live:
        # a full proof, and its duration, would reveal hidden entries
        if live.game.outcome is None and seat.role != "referee":
            good = verify_seen(live.game, seat.side)
            return VerifyReport(
                good,
                SO_FAR if good else "A roll does not fit the sealed seed; ask who keeps the room.",
            )
        lines, seed = live.game.lines(), live.row.seed
    report = host.proofs.known(game, len(lines))
    if report is None:
        wait = request.app.state.proving.wait(seat.hash)
        if wait:
            raise too_fast("proofs were asked for from this seat", wait)
        report = host.proofs.prove(
            game, len(lines), seat.hash, lambda: verify_log(lines, book_of=host.book_of, seed=seed)
        )
    if not report.ok:
        return VerifyReport(False, report.reason, report.line, report.rolls)
    all_of_it = (
        ()
        if report.unproven
        else (
            f"{report.entries} entries, {report.counted}, every one as the rules and the seed "
            "make it.",
        )
    )
    return VerifyReport(
        True,
        " ".join((*all_of_it, *report.sentences, *report.notes)),
        0,
        report.rolls,
        report.proven,
    )


SO_FAR = (
    "Every roll you have seen agrees with the sealed seed. When the game is over the seed is "
    "open, and the whole log is proven: "
    "every line, every answer played again. You can check it yourself then."
)


@get("/api/games/{game:str}/luck", tags=["seat"], summary="Luck of the dice", sync_to_thread=True)
def luck(game: FromPath[str], request: Asked) -> list[SideLuck]:
    """Return the luck of the dice that this seat may see, by side; see
    :mod:`flagplot.table.game.luck`."""
    seat = seat_of(request, game)
    host = host_of(request)
    with host.open(game) as live:
        return list(host.luck(live, None if seat.role == "referee" else seat.side))


@get(
    "/api/games/{game:str}/replay",
    tags=["seat"],
    summary="An earlier position",
    sync_to_thread=True,
)
def replay(game: FromPath[str], request: Asked, at: Query = -1) -> Display:
    """Return the position after the side's own entry *at*, as the side saw it."""
    seat = seat_of(request, game)
    with host_of(request).open(game) as live:
        return seat_view.past_display(live, seat.side, at)


@get(
    "/api/games/{game:str}/film",
    tags=["seat"],
    summary="Film of a game",
    sync_to_thread=True,
)
def film(game: FromPath[str], request: Asked, since: Query = -1) -> Film:
    """Return the changes on the map at every entry of the side's own log after *since*."""
    seat = seat_of(request, game)
    with host_of(request).open(game) as live:
        return film_of(live, seat.side, since)


SEAT_ROUTES = [
    weighed,
    get_view,
    changed,
    news,
    all_news,
    examine,
    examine_sheet,
    coach,
    game_file,
    verify,
    luck,
    replay,
    film,
]


@post(
    "/api/games/{game:str}/sea",
    tags=["seat"],
    summary="Danger sea of a force",
    sync_to_thread=True,
    status_code=200,
)
def sea(game: FromPath[str], data: JSONBody[Force], request: Asked) -> DangerSea:
    """Return every place that the force can reach, with the chance of interception there in the
    worst and in the likely case, from the side's view."""
    seat = seat_of(request, game, player=True)
    host = host_of(request)
    with host.open(game) as live:
        book, seen = live.book, live.game.view(seat.side)
    with host.heavy.work(seat.hash):
        return book.danger_sea(seen, seat.side, frozenset(data.ids))


SEA_ROUTES = [sea]

"""Routes of a seat. Each checks the seat's secret first."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from typing import Annotated

import anyio
import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from flagplot.admirals.compare_orders import Weighed, evaluate_orders
from flagplot.table import AskOrder, TextError
from flagplot.table.analysis.verify import verify as verify_log
from flagplot.table.analysis.verify import verify_seen
from flagplot.table.assist import coach as assist_coach
from flagplot.table.assist.coach import Coaching
from flagplot.table.assist.examine import examine as examine_text
from flagplot.table.assist.examine import examine_edit
from flagplot.table.assist.rehearse import examine_sequence
from flagplot.table.core.errors import LogError, RuleError, StaleError, WrongSeat
from flagplot.table.display.orders import Examination
from flagplot.table.display.position import DangerSea, Display
from flagplot.table.display.sheets import fill_form
from flagplot.table.game.luck import SideLuck
from flagplot.table.game.undo import UndoResult
from flagplot.table.language import Click
from flagplot.table.log.signing import Signed

from . import seat_view
from .errors import Busy, RoomError, no_seat, retry_on_conflict, too_fast
from .event_stream import NOT_NOW, merge_streams
from .film import Film
from .film import film as film_of
from .game_host import Host
from .live_game import LiveGame
from .routes_games import Asked, Query, host_of, seat_opened_by, token_of
from .schemas import (
    ActionResult,
    Answer,
    AnswerResult,
    ChainView,
    Changes,
    Consent,
    Draw,
    ExamineOrder,
    ExamineSheet,
    Force,
    NewKey,
    NewStanding,
    Plans,
    RefusalLine,
    SeatList,
    SeatView,
    SheetLook,
    SignedAction,
    StandingLine,
    TypedDice,
    Undo,
    VerifyReport,
    Written,
)
from .store import SeatRow

log = logging.getLogger("flagplot.room")


AT_ONE_SCREEN = ("hotseat", "referee")
"""Modes in which the players share a screen and agree in person."""


SIGNING = ("computer", "invite")
"""Modes in which seats may sign. In the others one person acts for several sides, or everybody
knows the dice."""


MOST_STREAMS = 16
"""Most pages of one seat that may listen for news at once."""


Tag = Annotated[str, QueryParameter(max_length=32)]


QuerySig = Annotated[str, QueryParameter(pattern="^([0-9a-f]{128})?$")]


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


@post(
    "/api/games/{game:str}/answer",
    tags=["seat"],
    summary="Answer",
    sync_to_thread=True,
    status_code=200,
)
@retry_on_conflict
def answer(game: FromPath[str], data: JSONBody[Answer], request: Asked) -> AnswerResult:
    """Give an order or an answer. When ``legal`` is true it is committed and will not be lost. A
    refused order changes nothing. 409 ``stale``: the game has moved on; 409 ``doubled``: the log
    already contains this answer."""
    seat = seat_of(request, game, player=True)
    host = host_of(request)
    with host.open(game) as live:
        game_now = live.game
        try:
            receipt = game_now.submit(
                seat.side, data.text, at=data.at, signed=signed(data.at, data.sig)
            )
        except (StaleError, WrongSeat, TextError) as e:
            if is_answered_already(live, seat.side, data):
                raise RoomError(
                    409,
                    "doubled",
                    "This answer already stands in the log.",
                    "text",
                    "Nothing more to do.",
                ) from e
            raise
        if not receipt.verdict:
            asked = game_now.request(seat.side)
            said = (
                examine_text(live.book, game_now.view(seat.side), asked, data.text).said
                if isinstance(asked, AskOrder)
                else ()
            )
            lines = tuple(
                RefusalLine(s.refusal.clause, s.refusal.code, s.title, s.sentence) for s in said
            )
            if not lines:
                lines = tuple(
                    RefusalLine(r.clause, r.code, r.code, r.code) for r in receipt.verdict.refusals
                )
            return AnswerResult(False, newest_entry(live, seat.side), lines)
        host.commit(live)
        taken = AnswerResult(True, newest_entry(live, seat.side))
    host.wake(game)
    return taken


def signed(at: int, sig: str) -> Signed | None:
    """Return the signature that came with a request; ``None`` when there is none."""
    return Signed(at, sig) if sig else None


@get(
    "/api/games/{game:str}/chain",
    tags=["seat"],
    summary="The chain that a seat signs",
    sync_to_thread=True,
)
def chain(game: FromPath[str], request: Asked, since: Query = -1) -> ChainView:
    """Return the seat's own log after entry *since*, line by line with the seals. The page computes
    the chain from them and signs it."""
    seat = seat_of(request, game, player=True)
    with host_of(request).open(game) as live:
        links, value = live.game.chain(seat.side)
        return ChainView(links[since + 1 :], value)


@post(
    "/api/games/{game:str}/key",
    tags=["seat"],
    summary="Add a key and a salt",
    sync_to_thread=True,
    status_code=200,
)
@retry_on_conflict
def key(game: FromPath[str], data: JSONBody[NewKey], request: Asked) -> ActionResult:
    """Add a key and a salt, once each. From now on this seat signs its acts, and its salt counts
    for the rolls to come."""

    def act(live: LiveGame, seat: SeatRow) -> str:
        if live.row.mode not in SIGNING:
            raise RoomError(
                409,
                "no-key",
                "Nobody signs a game at one screen, a referee's game or a lesson.",
                "key",
                "Play on.",
            )
        live.game.add_key(seat.side, data.key, bytes.fromhex(data.salt), Signed(data.at, data.sig))
        return "This seat signs."

    return act_and_commit(game, request, act)


def act_and_commit(
    game: str,
    request: Asked,
    act: Callable[[LiveGame, SeatRow], str],
    *,
    player: bool = True,
    late: bool = False,
) -> ActionResult:
    """Apply *act* to a game for the seat of the request, commit it, and let computer admirals
    answer. *act* returns the message.

    Raises ``RoomError`` 409 when the game is over, unless *late* is true."""
    seat = seat_of(request, game, player=player)
    if seat.role == "spectator":
        raise RoomError(
            403,
            "spectator",
            "A spectator cannot act.",
            "authorization",
            "Use the seat of a side.",
        )
    host = host_of(request)
    with host.open(game) as live:
        if not late:
            check_not_over(live)
        said = act(live, seat)
        host.commit(live)
        answer = ActionResult(said, newest_entry(live, seat.side))
    host.wake(game)
    return answer


def newest_entry(live: LiveGame, side: str) -> int:
    """Return the number of the newest entry that the side may see."""
    return len(live.game.side_log(side)) - 1


def is_answered_already(live: LiveGame, side: str, data: Answer) -> bool:
    """Return whether this answer of this side stands, and was not undone, in the log since the
    request's entry ``at``."""
    forms = {data.text.strip()}
    with contextlib.suppress(TextError):  # the log has orders in canonical form, with ids for names
        forms.add(live.book.text(live.book.parse(data.text, live.game.view(side), side)))
    given: list[int] = []
    for e in live.game.side_log(side, max(0, data.at + 1)):
        if e.kind == "undo" and e.act == "done":
            given = [n for n in given if n < e.to]
        elif e.kind == "input" and e.side == side and e.text in forms:
            given.append(e.n)
    return bool(given)


@post(
    "/api/games/{game:str}/dice",
    tags=["seat"],
    summary="Type the faces of real dice",
    sync_to_thread=True,
    status_code=200,
)
@retry_on_conflict
def dice(game: FromPath[str], data: JSONBody[TypedDice], request: Asked) -> ActionResult:
    """Enter the faces of the roll that the game needs now."""

    def act(live: LiveGame, seat: SeatRow) -> str:
        live.game.roll(data.faces)
        return "The dice are entered."

    return act_and_commit(game, request, act, player=False)


@post(
    "/api/games/{game:str}/undo",
    tags=["seat"],
    summary="Undo",
    sync_to_thread=True,
    status_code=200,
)
@retry_on_conflict
def undo(game: FromPath[str], data: JSONBody[Undo], request: Asked) -> ActionResult:
    """Undo the seat's last answer, or its answer at entry ``to``: at once while no other side had
    to answer and nothing was revealed, else with the other side's consent. 409 ``refused``: the
    consent was refused, and the seat has answered nothing since. Players at one screen consent. A
    computer admiral consents until dice were seen or something was revealed."""

    def act(live: LiveGame, seat: SeatRow) -> str:
        refuse_repeated_undo(live, seat.side)
        result = live.game.undo(seat.side, to=data.to, signed=signed(data.at, data.sig))
        return "Taken back." if result.done else answer_undo_request(live, result)

    return act_and_commit(game, request, act)


def refuse_repeated_undo(live: LiveGame, side: str) -> None:
    """Raise ``RoomError`` 409 when the side was refused an undo and has answered nothing since."""
    needs, refused = live.game.undo_needs(side), live.game.refused_lately(side)
    if refused and needs is not None and needs.why:
        raise RoomError(
            409,
            "refused",
            f"{refused} has refused the undo.",
            "",
            "You may ask again after your next answer.",
        )


def answer_undo_request(live: LiveGame, asked: UndoResult) -> str:
    """Let those sides answer a request for an undo that are not asked in person: players at one
    screen consent, a computer admiral does unless the side has learned something. Returns the
    result in words."""
    here = live.row.mode in AT_ONE_SCREEN
    waits = [s for s in asked.needs if not here and s not in live.row.admirals]
    for other in asked.needs:
        if other not in waits:
            result = live.game.consent(other, here or not asked.learned)
            if result.done:
                return "Taken back."
            if not result.needs:
                return f"{result.why}: {asked.why}."
    return f"{' and '.join(waits)} must agree: {asked.why}."


@post(
    "/api/games/{game:str}/consent",
    tags=["seat"],
    summary="Allow or refuse an undo",
    sync_to_thread=True,
    status_code=200,
)
@retry_on_conflict
def consent(game: FromPath[str], data: JSONBody[Consent], request: Asked) -> ActionResult:
    """Answer another side's request for an undo."""

    def act(live: LiveGame, seat: SeatRow) -> str:
        result = live.game.consent(seat.side, data.yes, signed=signed(data.at, data.sig))
        return "Taken back." if result.done else "Answered."

    return act_and_commit(game, request, act)


@post(
    "/api/games/{game:str}/adopt",
    tags=["seat"],
    summary="Continue under this room's rules",
    sync_to_thread=True,
    status_code=200,
)
@retry_on_conflict
def adopt(game: FromPath[str], request: Asked) -> ActionResult:
    """Continue a game that was begun under other rules or tables, from the end of its last step.
    Its log records this for everybody."""

    def act(live: LiveGame, seat: SeatRow) -> str:
        live.game.adopt()
        return "The game goes on under the rules of this room."

    return act_and_commit(game, request, act, player=False)


@post(
    "/api/games/{game:str}/resign",
    tags=["seat"],
    summary="Resign",
    sync_to_thread=True,
    status_code=200,
)
@retry_on_conflict
def resign(game: FromPath[str], data: JSONBody[SignedAction], request: Asked) -> ActionResult:
    """Resign: the other side wins, the seed of the dice is opened, and both sides may read the
    whole log."""

    def act(live: LiveGame, seat: SeatRow) -> str:
        live.game.resign(seat.side, signed=signed(data.at, data.sig))
        return "You have resigned."

    return act_and_commit(game, request, act)


@post(
    "/api/games/{game:str}/draw",
    tags=["seat"],
    summary="Offer a draw, agree to it, or refuse it",
    sync_to_thread=True,
    status_code=200,
)
@retry_on_conflict
def draw(game: FromPath[str], data: JSONBody[Draw], request: Asked) -> ActionResult:
    """Offer a draw, accept it, or refuse it. ``yes`` false also withdraws the seat's own offer. The
    game ends when every side wants the draw: players at one screen do at once, a computer admiral
    never does (409 ``no-draw``). 409 ``refused``: the draw was refused, and the seat has answered
    nothing since. 409 ``withdrawn``: the offer to be accepted was withdrawn. A seat whose view has
    ``confirms`` repeats its offer after the end, signed; only then is the draw proven."""

    def act(live: LiveGame, seat: SeatRow) -> str:
        table, sides = live.game, [s for s in live.game.sides if s != seat.side]
        if seat_view.must_confirm_draw(live, seat.side):
            table.draw(seat.side, data.yes, signed=signed(data.at, data.sig))
            return "The draw is confirmed."
        check_not_over(live)
        if live.row.admirals:
            raise RoomError(
                409, "no-draw", "A computer admiral agrees to no draw.", "", "Play on, or resign."
            )
        if data.agrees and not table.offers:
            raise RoomError(
                409,
                "withdrawn",
                "The offer of a draw was withdrawn.",
                "",
                "Play on, or offer one yourself.",
            )
        if data.yes and not table.offers and (other := table.refused_lately(seat.side, "draw")):
            raise RoomError(
                409,
                "refused",
                f"{other} has refused a draw.",
                "",
                "You may offer one again after your next answer.",
            )
        table.draw(seat.side, data.yes, signed=signed(data.at, data.sig))
        for other in sides if data.yes and live.row.mode in AT_ONE_SCREEN else ():
            table.draw(other, True)
        return (
            "The game is a draw."
            if table.outcome is not None
            else "Offered."
            if data.yes
            else "No draw."
        )

    return act_and_commit(game, request, act, late=True)


@post(
    "/api/games/{game:str}/close",
    tags=["seat"],
    summary="Close an abandoned game",
    sync_to_thread=True,
    status_code=200,
)
@retry_on_conflict
def close(game: FromPath[str], data: JSONBody[SignedAction], request: Asked) -> ActionResult:
    """Close the game because the side that must answer has been silent past the limit chosen at
    set-up. Nobody wins, the seed of the dice is opened and the log can be verified. 409
    ``not-yet``: the limit has not passed."""

    def act(live: LiveGame, seat: SeatRow) -> str:
        silent, since = host_of(request).silent(live, seat.side)
        if not silent:
            raise RoomError(
                409,
                "not-yet",
                "The other side has not kept you waiting past the limit of this game.",
                "",
                "Wait, or resign.",
            )
        live.game.close(seat.side, silent, since, signed=signed(data.at, data.sig))
        return "The game is closed."

    return act_and_commit(game, request, act)


def check_not_over(live: LiveGame) -> None:
    """Raise ``RoomError`` 409 when the game is over: its dice are open."""
    if live.game.outcome is not None:
        raise RoomError(
            409, "over", "The game is over and its dice are open.", "", "Set up another game."
        )


class Standings(msgspec.Struct, frozen=True):
    """The side's standing orders."""

    standing: tuple[StandingLine, ...]


@post(
    "/api/games/{game:str}/standing",
    tags=["seat"],
    summary="Give a standing order",
    sync_to_thread=True,
)
@retry_on_conflict
def stand(game: FromPath[str], data: JSONBody[NewStanding], request: Asked) -> Standings:
    """Give a standing order: it answers a kind of question in advance. It may answer at once."""
    seat = seat_of(request, game, player=True)
    host = host_of(request)
    with host.open(game) as live:
        check_not_over(live)
        live.game.add_standing_order(seat.side, data.text, signed=signed(data.at, data.sig))
        host.commit(live)
        found = Standings(seat_view.standing_order_lines(live, seat.side))
    host.wake(game)
    return found


@delete(
    "/api/games/{game:str}/standing/{number:int}",
    tags=["seat"],
    summary="Cancel a standing order",
    sync_to_thread=True,
    status_code=200,
)
@retry_on_conflict
def unstand(
    game: FromPath[str], number: FromPath[int], request: Asked, at: Query = -1, sig: QuerySig = ""
) -> Standings:
    """Cancel a standing order."""
    seat = seat_of(request, game, player=True)
    with host_of(request).open(game) as live:
        check_not_over(live)
        live.game.cancel_standing_order(seat.side, number, signed=signed(at, sig))
        return Standings(seat_view.standing_order_lines(live, seat.side))


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
    chain,
    key,
    answer,
    dice,
    undo,
    consent,
    adopt,
    draw,
    resign,
    close,
    stand,
    unstand,
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

"""Routes by which a seat acts in its game: answers, undo, endings, keys, standing orders. Each checks
the seat's secret first."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from flagplot.table import AskOrder, TextError
from flagplot.table.assist.examine import examine as examine_text
from flagplot.table.core.errors import StaleError, WrongSeat
from flagplot.table.game.undo import UndoResult
from flagplot.table.log.signing import Signed

from . import seat_view
from .errors import RoomError, retry_on_conflict
from .live_game import LiveGame
from .routes_games import Asked, Query, host_of
from .routes_view import seat_of
from .schemas import (
    ActionResult,
    Answer,
    AnswerResult,
    ChainView,
    Consent,
    Draw,
    NewKey,
    NewStanding,
    RefusalLine,
    SignedAction,
    StandingLine,
    TypedDice,
    Undo,
)
from .store import SeatRow

AT_ONE_SCREEN = ("hotseat", "referee")
"""Modes in which the players share a screen and agree in person."""


SIGNING = ("computer", "invite")
"""Modes in which seats may sign. In the others one person acts for several sides, or everybody
knows the dice."""


QuerySig = Annotated[str, QueryParameter(pattern="^([0-9a-f]{128})?$")]


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


ACTION_ROUTES = [
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
]

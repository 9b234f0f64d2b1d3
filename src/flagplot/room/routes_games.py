"""Routes to set up games, take seats, and look up the seats a browser holds."""

from __future__ import annotations

import contextlib
import hmac
import logging
import secrets
from base64 import urlsafe_b64encode
from hashlib import blake2b
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec.structs import replace

from flagplot.admirals import admirals_for, offered_admirals
from flagplot.boards import BoardError, board_ids, load, route
from flagplot.boards.map_crop import vignette_json
from flagplot.boards.page_geometry import geometry_json
from flagplot.table import DataError, Rulebook, rulings
from flagplot.table.assist.lessons import lesson_seed, load_lesson
from flagplot.table.core.errors import GameError, LogError
from flagplot.table.setup.rulings import load_switches

from . import seat_view
from .errors import RoomError, bad_value, not_found, too_fast
from .game_host import Host, checked_setup
from .schemas import (
    AdmiralCard,
    BookCard,
    Claim,
    Created,
    NewGame,
    ScenarioCard,
    SeatLink,
    SeatList,
    SeatRef,
    SeatStatus,
    SwitchCard,
    Way,
)
from .security import client_address
from .store import SeatRow, hash_token

log = logging.getLogger("flagplot.room")

Asked = Request[Any, Any, State]


def host_of(request: Asked) -> Host:
    """Return the host of this room."""
    host: Host = request.app.state.host
    return host


def token_of(request: Asked) -> str:
    """Return the secret that a request carries; empty when there is none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def switches_of(book: Rulebook[Any]) -> tuple[SwitchCard, ...]:
    """Return the house switches of a rule book; none for a book without its own tables."""
    try:
        switches = load_switches(book.id)
    except (DataError, ModuleNotFoundError):
        return ()
    return tuple(
        SwitchCard(s.id, s.clause, s.question, s.choices, s.default) for s in switches.values()
    )


def book_card(book: Rulebook[Any]) -> BookCard:
    """Return a rule book as it is offered."""
    return BookCard(
        book.id,
        book.title,
        book.version,
        book.editions,
        tuple(
            ScenarioCard(
                s.id,
                s.title,
                s.sides,
                s.span,
                s.pitch,
                s.board,
                s.minutes,
                s.learning,
                s.starts,
                s.picture,
            )
            for s in book.scenarios
        ),
        len(switches_of(book)),
        tuple(AdmiralCard(a.name, a.about, a.takes, a.elo) for a in offered_admirals(book)),
    )


def seat_opened_by(request: Asked, game: str, token: str) -> SeatRow:
    """Return the seat of *game* that *token* opens. Raises ``RoomError`` 401, or 429 for an address
    that has tried too many keys."""
    try:
        return host_of(request).seat(game, token)
    except RoomError:
        wait = request.app.state.guessing.wait(client_address(request.scope))
        if wait:
            raise too_fast("wrong keys from this address", wait, "authorization") from None
        raise


@get("/api/books", tags=["room"], summary="Rule books and scenarios", sync_to_thread=True)
def books(request: Asked) -> list[BookCard]:
    """Return every rule book with its scenarios and admirals."""
    host = host_of(request)
    return [book_card(host.book_of(id)) for id in host.books]


@get(
    "/api/books/{book:str}/switches",
    tags=["room"],
    summary="House switches of a rule book",
    sync_to_thread=True,
)
def switches(book: FromPath[str], request: Asked) -> tuple[SwitchCard, ...]:
    """Return the house switches of a rule book, each with its question and the readings to choose
    from."""
    host = host_of(request)
    if book not in host.books:
        raise not_found("rule book of this name", "book")
    return switches_of(host.book_of(book))


@get("/api/boards/{board:str}", tags=["room"], summary="A board to draw", sync_to_thread=True)
def board(board: FromPath[str], request: Asked) -> Response[bytes]:
    """Return the geometry of a board: cells, coasts, places, links, in board units."""
    if board not in board_ids():
        raise not_found("board of this name", "board")
    try:
        data = geometry_json(board)
    except BoardError as e:
        raise not_found(f"board of this name: {e}", "board") from None
    return drawing_response(request, data)


@get(
    "/api/boards/{board:str}/way",
    tags=["room"],
    summary="The route by water between two places",
    sync_to_thread=True,
)
def way(
    board: FromPath[str],
    start: Annotated[str, QueryParameter(max_length=40)],
    end: Annotated[str, QueryParameter(max_length=40)],
) -> Way:
    """Return the shortest route by water between two places of a board with every strait open; no
    hexes when there is none."""
    if board not in board_ids():
        raise not_found("board of this name", "board")
    known = load(board)
    try:
        known.find(start), known.find(end)
    except BoardError as e:
        raise not_found(f"place of this name: {e}", "start, end") from None
    try:
        found = route(known, start, end)
    except BoardError:  # no water touches it
        found = None
    return Way(found.distance, tuple(found.hexes)) if found is not None else Way()


@get(
    "/api/pictures/{board:str}",
    tags=["room"],
    summary="A small picture of a part of a board",
    sync_to_thread=True,
)
def picture(
    board: FromPath[str],
    request: Asked,
    of: Annotated[str, QueryParameter(max_length=200)] = "",
    ratio: Annotated[float, QueryParameter(gt=0.2, lt=8)] = 1.9,
    pixels: Annotated[int, QueryParameter(ge=100, le=1500)] = 400,
    names: Annotated[bool, QueryParameter()] = False,
) -> Response[bytes]:
    """Return the geometry of the part of a board that shows the places *of* (names or ids,
    separated by commas; empty: the whole board), *ratio* times as wide as high, simplified for a
    width of *pixels*: coasts and cells; with *names* also the names of seas and lands."""
    if board not in board_ids():
        raise not_found("board of this name", "board")
    places = tuple(p.strip() for p in of.split(",") if p.strip())
    try:
        data = vignette_json(board, places, round(ratio, 2), pixels, names)
    except BoardError as e:
        raise not_found(f"picture of this board: {e}", "board") from None
    return drawing_response(request, data)


KEPT = "public, max-age=3600"
"""Cache time of a board's drawing in browsers, before they ask whether it is still valid."""


def drawing_response(request: Asked, data: bytes) -> Response[bytes]:
    """Return the data of a drawing, or 304 for a browser that has it."""
    headers = {"cache-control": KEPT, "etag": f'W/"{blake2b(data, digest_size=8).hexdigest()}"'}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(b"", status_code=304, media_type="application/json", headers=headers)
    return Response(data, media_type="application/json", headers=headers)


def lesson_setup(book: Rulebook[Any]) -> NewGame:
    """Return the set-up of a book's lesson. Raises ``RoomError`` 404 for a book without one."""
    found = load_lesson(book.id)
    if found is None:
        raise not_found("lesson of this rule book", "book")
    return NewGame(book.id, found.scenario, "lesson", start=found.start, side=found.side)


@post("/api/games", tags=["games"], summary="Set up a game", sync_to_thread=True)
def create(data: JSONBody[NewGame], request: Asked) -> Created:
    """Set up a game and return the seats of the person who sets it up. In a game by link the other
    seat is an invitation, which can be taken once only."""
    return set_up(data, request)


def set_up(data: NewGame, request: Asked) -> Created:
    """Set up a game. Raises ``RoomError`` 400 naming the field, 429 for an address that sets up too
    many."""
    wait = request.app.state.making.wait(client_address(request.scope))
    if wait:
        raise too_fast("games were set up from this address", wait)
    host = host_of(request)
    if data.book not in host.books:
        raise bad_value(
            "book",
            f"There is no rule book {data.book!r}.",
            f"Choose one of {', '.join(host.books)}.",
        )
    book = host.book_of(data.book)
    data = lesson_setup(book) if data.opponent == "lesson" else data
    setup = checked_setup(book, data.scenario, data.start, data.edition, data.house)
    try:
        ruled = rulings(book.id, setup.edition, data.house, host.tables)
    except DataError as e:
        raise bad_value(
            "house", str(e), "Leave the switch out, or choose one of its readings."
        ) from None
    scenario = next(s for s in book.scenarios if s.id == data.scenario)
    side = data.side or scenario.sides[0]
    if side not in scenario.sides:
        raise bad_value(
            "side",
            f"{scenario.title} has no side {side!r}.",
            f"Choose one of {', '.join(scenario.sides)}.",
        )
    known = admirals_for(book)
    if data.admiral not in known:
        raise bad_value(
            "admiral",
            f"No admiral {data.admiral!r} plays {book.title}.",
            f"Choose one of {', '.join(known)}.",
        )
    others = [s for s in scenario.sides if s != side]
    seats, admirals = {side: "player"}, {}
    if data.opponent in ("computer", "lesson"):
        admirals = dict.fromkeys(others, data.admiral)
    elif data.opponent == "invite":
        seats |= dict.fromkeys(others, "invite")
    else:
        seats |= dict.fromkeys(others, "player")
        if data.opponent == "referee":
            seats["referee"] = "referee"
    manual = data.dice == "typed" or data.opponent == "referee"
    if manual:  # real dice have no secret from which an id secret could be derived
        setup = replace(setup, lots=secrets.token_hex(16))
    id, tokens = host.create(
        book,
        setup,
        ruled,
        title=scenario.title,
        mode=data.opponent,
        admirals=admirals,
        seats=seats,
        salts={side: data.salt.encode()}
        if data.salt and not manual and data.opponent != "lesson"
        else {},
        manual=manual,
        patience=data.patience if data.opponent == "invite" else 0,
        wake=not data.keyed,
        seed=lesson_seed(book.id) if data.opponent == "lesson" else None,
    )
    return Created(
        id,
        tuple(
            SeatLink(
                "" if role == "referee" else name, role, tokens[name], f"/table/{id}#{tokens[name]}"
            )
            for name, role in seats.items()
        ),
    )


@post(
    "/api/games/{game:str}/claim",
    tags=["games"],
    summary="Take an empty seat",
    sync_to_thread=True,
    status_code=200,
)
def claim(game: FromPath[str], data: JSONBody[Claim], request: Asked) -> SeatLink:
    """Exchange an invitation for a seat. The invitation is used up."""
    host = host_of(request)
    seat = seat_opened_by(request, game, token_of(request))
    if seat.role != "invite":
        raise RoomError(
            409, "taken", "This link is a seat already, not an invitation.", "", "Open the table."
        )
    return take_seat(host, seat, data.salt)


def take_seat(host: Host, chair: SeatRow, salt: str) -> SeatLink:
    """Turn an invitation into a player's seat. Raises ``RoomError`` 409 when it was taken
    already."""
    token = secrets.token_urlsafe(24)
    taken = host.store.claim(chair.hash, hash_token(token))
    if taken is None:
        raise RoomError(409, "taken", "Another player took this seat.", "", "Ask for another game.")
    if salt:
        # after the first roll the game takes no more salts
        with (
            host.open(taken.game) as live,
            contextlib.suppress(GameError),
        ):
            live.game.add_salt(taken.side, salt.encode())
    else:
        host.changed(taken.game)
    return SeatLink(taken.side, taken.role, token, f"/table/{taken.game}#{token}")


def _status(host: Host, ref: SeatRef, seat: SeatRow) -> SeatStatus:
    with host.open(ref.game) as live:
        text, mine = (
            ("Invitation", True)
            if seat.role == "invite"
            else seat_view.seat_summary(live, seat.side, seat.role)
        )
        shown = live.book.display(live.game.view(seat.side), seat.side, ())
        row, over = live.row, live.game.outcome is not None
        return SeatStatus(
            ref.game,
            seat.side,
            seat.role,
            row.title,
            live.book.title,
            row.mode,
            shown.turn,
            text,
            mine,
            over,
        )


@post(
    "/api/seats", tags=["games"], summary="How my games stand", sync_to_thread=True, status_code=200
)
def seats(data: JSONBody[SeatList], request: Asked) -> list[SeatStatus]:
    """Return, for each given seat, the state of its game and whether it must act. Seats with a
    wrong key are left out and count as wrong keys."""
    host = host_of(request)
    found = []
    for ref in data.seats:
        try:
            found.append(_status(host, ref, seat_opened_by(request, ref.game, ref.token)))
        except LogError as e:
            log.error("game %s: its log cannot be read: %s", ref.game, e)
        except RoomError as e:
            if e.status == 429:
                raise
    return found


@post(
    "/api/games/{game:str}/spectators",
    tags=["games"],
    summary="A link for spectators",
    sync_to_thread=True,
    status_code=200,
)
def spectators(game: FromPath[str], request: Asked) -> SeatLink:
    """Return the link for spectators of a player's game. Any number of people may use it: they see
    what every side may know, and cannot act. The same seat always gets the same link."""
    seat = seat_opened_by(request, game, token_of(request))
    if seat.role != "player":
        raise RoomError(
            403,
            "no-side",
            "A player invites the spectators.",
            "authorization",
            "Use the seat of a side.",
        )
    token = spectator_secret(token_of(request))
    host_of(request).store.look_on(SeatRow(hash_token(token), game, "", "spectator"))
    return SeatLink("", "spectator", token, f"/table/{game}#{token}")


def spectator_secret(token: str) -> str:
    """Return the secret of a seat's spectators. It is derived from the seat's secret, which cannot
    be recovered from it."""
    return urlsafe_b64encode(hmac.digest(token.encode(), b"spectators", "sha256")[:24]).decode()


Query = Annotated[int, QueryParameter(ge=-1, le=10_000_000)]

GAME_ROUTES = [books, switches, board, way, picture, create, claim, spectators, seats]

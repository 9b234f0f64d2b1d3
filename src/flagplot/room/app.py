"""The room as an ASGI application: pages, and an API in which every answer about a game goes
through a seat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import PurePath
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.response import File
from litestar.types import ASGIApp, Receive, Scope, Send
from sqlalchemy.exc import DBAPIError

import flagplot
from flagplot import rulebooks
from flagplot.table.core.errors import (
    GameError,
    GameOver,
    LogError,
    RuleError,
    StaleError,
    TextError,
    WrongSeat,
)
from flagplot.table.log.signing import BadSignature

from .described import complete_description
from .errors import Problem, RoomError, not_found
from .event_stream import EventStream
from .game_host import BookOf, Host
from .head import Headed
from .pages import PAGES, content_stamp, page_parts, render_page
from .routes_actions import ACTION_ROUTES
from .routes_games import GAME_ROUTES
from .routes_lessons import LESSON_ROUTES
from .routes_odds import ODDS_ROUTES
from .routes_report import REPORT_ROUTES
from .routes_rules import RULE_ROUTES
from .routes_view import SEA_ROUTES, SEAT_ROUTES
from .schemas import Health
from .security import (
    BODY_LIMIT,
    CHANGING,
    FOR_EVER,
    RateLimiter,
    add_security_headers,
    check_own_page,
    client_address,
    host_name,
)
from .store import Store

log = logging.getLogger("flagplot.room")


@get("/api/health", tags=["room"], summary="Is the room open", sync_to_thread=True)
def health(request: Request[Any, Any, State]) -> Health:
    """Report that the room is open, and its version. 503 ``store-fault`` when the database cannot
    be read."""
    host: Host = request.app.state.host
    host.store.look()
    return Health("flagplot", flagplot.__version__)


def page_routes(stamp: str) -> list[HTTPRouteHandler]:
    """Return the routes of the four pages and of their parts: scripts and styles under *stamp*,
    fonts under their own names."""
    sent = {
        name: render_page(name, stamp)
        for name in ("start-page", "game-page", "report-page", "rules-page")
    }
    made_of = page_parts(stamp)

    def shown(name: str) -> Response[str]:
        return Response(sent[name], media_type="text/html")

    @get("/", include_in_schema=False)
    async def start_page() -> Response[str]:
        return shown("start-page")

    @get("/table/{game:str}", include_in_schema=False)
    async def game_page(game: FromPath[str]) -> Response[str]:
        return shown("game-page")

    @get("/report/{game:str}", include_in_schema=False)
    async def report_page(game: FromPath[str]) -> Response[str]:
        return shown("report-page")

    @get("/rules/{book:str}", include_in_schema=False)
    async def rules_page(book: FromPath[str]) -> Response[str]:
        return shown("rules-page")

    @get("/page/{part:path}", include_in_schema=False)
    async def kept(part: FromPath[PurePath], request: Request[Any, Any, State]) -> Response[bytes]:
        found = made_of.get(part.as_posix().lstrip("/"))
        if found is None:
            raise NotFoundException
        packed = bool(found.packed) and "gzip" in request.headers.get("accept-encoding", "")
        headers = {"cache-control": FOR_EVER, "vary": "accept-encoding"} | (
            {"content-encoding": "gzip"} if packed else {}
        )
        return Response(
            found.packed if packed else found.plain, media_type=found.kind, headers=headers
        )

    return [start_page, game_page, report_page, rules_page, kept]


@get("/favicon.ico", include_in_schema=False)
async def favicon() -> File:
    return File(PAGES / "mark.svg", media_type="image/svg+xml", content_disposition_type="inline")


def problem_response(
    status: int,
    code: str,
    message: str,
    place: str = "",
    remedy: str = "",
    headers: dict[str, str] | None = None,
) -> Response[Problem]:
    """Return an error as a response of the API."""
    return Response(
        Problem(code, message, place, remedy),
        status_code=status,
        media_type="application/json",
        headers=headers,
    )


THREADS = 24
"""Requests processed at once."""
BODY_TIME = 15.0
"""Seconds in which a request body must arrive."""

CODES = {
    400: "bad-request",
    401: "no-seat",
    403: "forbidden",
    404: "not-found",
    405: "wrong-method",
    408: "too-slow",
    413: "too-large",
    415: "wrong-type",
    429: "too-fast",
}
REMEDIES = {
    413: f"Send at most {BODY_LIMIT} bytes.",
    415: "Send JSON with content-type application/json.",
    405: "See /api/schema/openapi.json for what each address takes.",
    404: "See /api/schema/openapi.json for the addresses there are.",
    400: "See /api/schema/openapi.json for the shape of each request.",
}


def is_wrong_page_link(request: Request[Any, Any, State], error: Exception) -> bool:
    """Return whether a person's browser asks for a page that does not exist."""
    path = request.scope["path"]
    person = "text/html" in request.headers.get("accept", "") and not path.startswith(
        ("/api", "/page")
    )
    return person and isinstance(error, HTTPException) and error.status_code == 404


def on_error(request: Request[Any, Any, State], error: Exception) -> Response[Any]:
    """Return the response for an error: a typed body, or a page for a person who followed a wrong
    link. It never contains a traceback."""
    if is_wrong_page_link(request, error):
        return Response(
            request.app.state.not_found, status_code=404, media_type="text/html; charset=utf-8"
        )
    match error:
        case RoomError():
            p = error.problem
            headers = {"retry-after": str(error.wait)} if error.wait else None
            return problem_response(error.status, p.code, p.message, p.place, p.remedy, headers)
        case TextError():
            expected = "; ".join(error.expected[:8])
            at = str(error.at) if error.at >= 0 else ""
            return problem_response(
                400, "unreadable", error.reason, at, f"Expected: {expected}" if expected else ""
            )
        case StaleError():
            remedy = "Read the log up to this entry and answer again."
            return problem_response(
                409,
                "stale",
                "The game has moved on since you looked.",
                f"entry {error.last}",
                remedy,
            )
        case GameOver():
            return problem_response(
                409, "over", "The game is over and its dice are open.", "", "Set up another game."
            )
        case WrongSeat():
            return problem_response(
                409,
                "not-asked",
                str(error) or "This side is not asked now.",
                "",
                "Wait until it is your turn.",
            )
        case BadSignature():
            return problem_response(
                409, "bad-signature", str(error), "sig", "Read the chain again and sign once more."
            )
        case GameError():
            return problem_response(409, "not-now", str(error), "", "Look at the game again.")
        case LogError():
            log.error("a stored log cannot be read: %s", error)
            said = f"The log of this game cannot be read: {error.reason}"
            return problem_response(
                500, "log-fault", said, f"line {error.line}" if error.line else "", error.remedy
            )
        case DBAPIError():
            log.error("the store failed: %s", error.orig)
            said = "The room cannot keep its games just now; nothing was done."
            cause = "Its keeper finds the cause in the server's log: a full disk, a database that is away."
            return problem_response(503, "store-fault", said, "", f"Try again in a moment. {cause}")
        case RuleError():
            log.error("a rule failed", exc_info=error)
            said = "A rule of this book failed on that; nothing was changed."
            return problem_response(
                500, "rule-fault", said, "", "Try another order, and please report this one."
            )
        case ValidationException():
            extra = error.extra if isinstance(error.extra, list) else []
            said = "; ".join(
                f"{e.get('key', 'body')}: {e.get('message', '')}"
                for e in extra
                if isinstance(e, dict)
            )
            place = str(extra[0].get("key", "")) if extra and isinstance(extra[0], dict) else ""
            return problem_response(
                400, "bad-request", said or str(error.detail), place, REMEDIES[400]
            )
        case HTTPException():
            status = error.status_code
            if status >= 500:
                log.error("request failed", exc_info=error)
                return _fault()
            said = str(error.detail) or "The room refuses this."
            if status == 404 and request.scope["path"].startswith("/page"):
                # the library's message would reveal the path of the program
                said = "There is no file of this name."
            return problem_response(
                status,
                CODES.get(status, "refused"),
                said,
                "",
                REMEDIES.get(status, ""),
                dict(error.headers or {}),
            )
        case _:
            log.error("request failed", exc_info=error)
            return _fault()


def _fault() -> Response[Problem]:
    remedy = "Try again; if it stays, restart the room: no acknowledged order is lost."
    return problem_response(
        500, "fault", "Something failed inside the room; nothing was half done.", "", remedy
    )


async def check_readable(request: Request[Any, Any, State]) -> None:
    """Reject a bad request before any handler sees it: an address that no file can have, a page of
    another site, a body that is not JSON (another content type, broken UTF-8, half a surrogate, too
    deep nesting), a body that never ends."""
    if "\x00" in request.scope["path"] and not request.scope["path"].startswith("/api"):
        raise not_found("page of this name")
    if request.method not in CHANGING:
        return
    check_own_page(request.headers, request.app.state.names)
    if request.method == "DELETE":
        return
    try:
        async with asyncio.timeout(BODY_TIME):
            body = await request.body()
    except TimeoutError:
        raise RoomError(
            408, "too-slow", "The body did not come in time.", "body", "Send the request whole."
        ) from None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and kind != "application/json":
        raise RoomError(
            415, "wrong-type", "The room reads JSON only.", "content-type", REMEDIES[415]
        )
    try:
        msgspec.json.decode(body)
    except (UnicodeDecodeError, RecursionError, msgspec.DecodeError) as e:
        reason = "it is nested too deeply" if isinstance(e, RecursionError) else str(e)
        raise RoomError(
            400, "bad-request", f"The body cannot be read as JSON: {reason}.", "body", REMEDIES[400]
        ) from None


class DescribedRenderer(JsonRenderPlugin):
    """Sends the completed description of the API."""

    def render(self, request: Request[Any, Any, State], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, complete_description(openapi_schema))


def rate_limited(pace: RateLimiter) -> Any:
    """Return middleware that rejects an address with too many requests."""

    def middleware(app: ASGIApp) -> ASGIApp:
        async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
            if str(scope["type"]) == "http" and scope["path"].startswith("/api"):
                wait = pace.wait(client_address(scope))
                if wait:
                    body = msgspec.json.encode(
                        Problem(
                            "too-fast",
                            "Too many requests from this address.",
                            "",
                            f"Wait {wait:.0f} seconds.",
                        )
                    )
                    headers = [
                        (b"content-type", b"application/json"),
                        (b"retry-after", str(int(wait) + 1).encode()),
                        (b"content-length", str(len(body)).encode()),
                    ]
                    await send({"type": "http.response.start", "status": 429, "headers": headers})
                    await send({"type": "http.response.body", "body": body, "more_body": False})
                    return
            await app(scope, receive, send)

        return wrapped

    return middleware


def create_app(
    store: Store,
    *,
    book_of: BookOf = rulebooks.book,
    books: tuple[str, ...] = rulebooks.BOOKS,
    tables: tuple[tuple[str, str], ...] = (),
    requests_a_minute: int = 3000,
    games_a_minute: int = 60,
    proofs_a_minute: int = 6,
    hosts: tuple[str, ...] | None = None,
    cores: int = 0,
) -> Litestar:
    """Make the application.

    *book_of* returns a rule book by id. *books* are offered on the start page. *tables* are an
    owner's own tables (pairs file name, text) for games set up from now on. *hosts* are host names
    of the room besides its addresses and this machine's own (None: any name, for an application
    guarded by something else). *cores* is the number for the search admiral (0: all, at most
    eight).
    """
    mark = content_stamp()
    news = EventStream(None if store.engine.dialect.name == "sqlite" else store.count)
    host = Host(store, book_of=book_of, books=books, tables=tables, changed=news.tell, cores=cores)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        # Handlers block a thread each. The loop's default pool is small and would starve under
        # load.
        asyncio.get_running_loop().set_default_executor(
            ThreadPoolExecutor(THREADS, thread_name_prefix="request")
        )
        host.warm()
        host.resume()
        yield
        news.close()
        news.rest()
        host.close()

    return Headed(
        route_handlers=[
            health,
            *page_routes(mark),
            favicon,
            *GAME_ROUTES,
            *SEAT_ROUTES,
            *ACTION_ROUTES,
            *SEA_ROUTES,
            *RULE_ROUTES,
            *ODDS_ROUTES,
            *LESSON_ROUTES,
            *REPORT_ROUTES,
        ],
        state=State(
            {
                "host": host,
                "news": news,
                "not_found": render_page("not-found", mark),
                "making": RateLimiter(games_a_minute, 60),
                "guessing": RateLimiter(60, 60),
                "proving": RateLimiter(proofs_a_minute, 60),
                "asking": RateLimiter(30, 60),
                "names": None if hosts is None else frozenset(map(host_name, hosts)),
            }
        ),
        exception_handlers={Exception: on_error},
        before_send=[add_security_headers],
        middleware=[rate_limited(RateLimiter(requests_a_minute, 60))],
        before_request=check_readable,
        request_max_body_size=BODY_LIMIT,
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=6, minimum_size=900, exclude=["/news$", "^/page/"]
        ),
        openapi_config=OpenAPIConfig(
            title="flagplot room",
            version=flagplot.__version__,
            path="/api/schema",
            render_plugins=[DescribedRenderer()],
            description="Games, seats and orders. Send a seat's secret as `Authorization: Bearer "
            "SECRET`.",
        ),
        lifespan=[lifespan],
        debug=False,
        logging_config=None,
    )

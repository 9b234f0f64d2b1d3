"""Routes after the end: the report of a game, open to everybody with its link, and a rematch with
sides changed."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from flagplot.table.analysis.report import Report, ReportLine, report

from .errors import RoomError, not_found, too_fast
from .game_host import Host
from .live_game import LiveGame
from .routes_games import Asked, host_of, set_up, take_seat
from .routes_view import invitation_of, next_side, seat_of
from .schemas import Created, NewGame, Opponent, Rematch
from .security import client_address


@get(
    "/api/games/{game:str}/report",
    tags=["games"],
    summary="The report of a finished game",
    sync_to_thread=True,
)
def reported(game: FromPath[str], request: Asked) -> Report:
    """Return the report of a finished game: how the score came about, the tracks of the ships, the
    turning point, the luck of the dice. No seat is needed. A running game and a game that does not
    exist give the same error."""
    host = host_of(request)
    if host.store.game(game) is not None:
        with host.open(game) as live:
            if live.game.outcome is not None:
                entries = len(live.game)
                return host.reports.known(game, entries) or host.reports.prove(
                    game, entries, client_address(request.scope), lambda: full_report(host, live)
                )
    wait = request.app.state.guessing.wait(client_address(request.scope))
    if wait:
        raise too_fast("reports that do not exist were asked for from this address", wait)
    raise not_found("finished game with this id", "game")


def full_report(host: Host, live: LiveGame) -> Report:
    """Return the report, with the reasons that searching admirals gave."""
    thoughts = tuple(
        ReportLine(n, "thought", text, side=side)
        for n, side, text in host.store.thoughts(live.row.id)
    )
    return replace(report(live.game), thoughts=thoughts)


@post(
    "/api/games/{game:str}/rematch",
    tags=["games"],
    summary="Play again with sides changed",
    sync_to_thread=True,
)
def rematch(game: FromPath[str], data: JSONBody[Rematch], request: Asked) -> Created:
    """Set up the same game once more with the sides changed: same scenario, start, rules, opponent
    and dice. A game by link has one rematch: the second player to ask takes the seat that is kept
    in it. 409 ``again``: that seat is taken already."""
    seat = seat_of(request, game, player=True)
    host = host_of(request)
    with host.open(game) as live:
        if live.game.outcome is None:
            raise RoomError(
                409, "not-yet", "The game still goes on.", "", "Play it to its end, or resign."
            )
        again = replace(changed_sides(live, seat.side), salt=data.salt, keyed=data.keyed)
        if again.opponent != "invite":
            return set_up(again, request)
        next = host.store.again(game)
        if not next:
            made = set_up(again, request)
            if host.store.play_again(game, made.game):
                host.changed(game)
                return made
            host.store.forget(made.game)  # another worker was faster
            next = host.store.again(game)
    chair = invitation_of(host, next, again.side)
    if chair is None:
        said = "This game was set up again already, and your chair there is taken."
        remedy = "If it was you who took it, its link is on your start page; else set up a game of your own."
        raise RoomError(409, "again", said, next, remedy)
    taken = take_seat(host, chair, data.salt)
    host.changed(game)
    return Created(next, (taken,))


def changed_sides(live: LiveGame, side: str) -> NewGame:
    """Return the set-up of a rematch for the player of *side*, who gets the next side. After a
    lesson it is an ordinary game."""
    game, setup, row = live.game, live.game.setup, live.row
    modes: dict[str, Opponent] = {"hotseat": "hotseat", "invite": "invite", "referee": "referee"}
    return NewGame(
        row.book,
        setup.scenario,
        modes.get(row.mode, "computer"),
        setup.start,
        setup.edition,
        dict(setup.house),
        next_side(game.sides, side),
        next(iter(row.admirals.values()), "greedy"),
        "typed" if live.manual else "sealed",
        patience=game.header.patience,
    )


REPORT_ROUTES = [reported, rematch]

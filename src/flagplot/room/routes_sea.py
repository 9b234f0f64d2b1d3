"""The sea round a force in the colours of its danger: a seat's own door, open while nobody is asked as well."""

from __future__ import annotations

from litestar import post
from litestar.params import FromPath, JSONBody

from flagplot.table.display.position import DangerSea

from .routes_games import Asked, host_of
from .routes_seat import seat_of
from .wire import Force


@post(
    "/api/games/{game:str}/sea", tags=["seat"], summary="How dangerous the sea is round a force", sync_to_thread=True,
    status_code=200,
)  # fmt: skip
def sea(game: FromPath[str], data: JSONBody[Force], request: Asked) -> DangerSea:
    """Every place that the force can reach with the chance to be met there, in the worst case and in the likely one, from what
    the seat's side sees."""
    seat = seat_of(request, game, player=True)
    host = host_of(request)
    with host.open(game) as live:
        book, seen = live.book, live.game.view(seat.side)
    with host.heavy.work(seat.hash):
        return book.danger_sea(seen, seat.side, frozenset(data.ids))


SEA_ROUTES = [sea]

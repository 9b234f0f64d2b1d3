"""A landing that carriers cover has light ships beside its troops."""

from __future__ import annotations

from flagplot.rulebooks.awaw.orders import Mission

from ..games import begun, until


def ordered(name: str) -> tuple[Mission, dict[str, str]]:
    """The landing at Midway as an admiral orders it, and the types of ships."""
    game = begun("awaw", "midway-1942", "P", "screens")
    answer = until(game, Mission, "screens", name)
    return answer, {u.id: u.type for u in game.view(game.sides_to_answer()[0]).units.values()}


def test_cruisers_sail_with_the_troops_instead_of_guns() -> None:
    order, types = ordered("steady")
    kinds = {types[p.id] for p in order.units}
    assert {"CV", "CA", "DD"} <= kinds
    assert "BC" not in kinds
    assert order.cargo
    assert "CA" not in {types[p.id] for p in ordered("greedy")[0].units}

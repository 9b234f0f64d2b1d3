"""Previews of orders: verdict, route, range, cost, forecast of an attack; and the danger sea around
a force."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from flagplot.odds import distribution_bars, expected_points_clause, percent_text
from flagplot.table import AskOrder, Verdict
from flagplot.table.display.orders import Forecast, OrderPreview
from flagplot.table.display.position import Clause, DangerSea, Overlay, Route, SeaChance
from flagplot.table.language.sentences import capitalise, count_text, first_names

from .. import orders as o
from ..advice import battle_points, sea_danger
from ..advice.attack_forecast import Forecast as Attack
from ..advice.attack_forecast import forecast_attack
from ..advice.deployment import distance_to_squares, has_destination
from ..advice.order_forecast import Venture, forecast_battle
from ..map.battle_ocean import distance, hex_text
from ..nouns import L
from ..nouns.names import joining_routes, route_on_map, where_drawn, words
from ..orders import battle as bo
from ..rules.combat.legality import reachable_hexes, route_of_move
from ..rules.combat.visibility import gun_range
from ..rules.combat.visibility import seen_by as enemies_seen
from ..rules.missions.escorts import setting_out, stretches
from ..rules.missions.mission_forming import make_mission
from ..rules.movement.order_routes import fill_route, passage_for, whole_route, with_route
from ..rules.movement.route_search import reachable_squares
from ..rules.movement.routes import passage_of, route_cost_in_range
from ..rules.scenario_limits import patrol_limit, script_of
from ..scenarios.cards import raider_of, scenario_of
from ..state import Ship, State
from ..state.battle import Combatant
from .sheets import consequence_sentences

ENDS = {
    bo.Retreat: Clause("Your turn ends, and with it the battle: your ships make off.", "6.5.1.b"),
    bo.Staff: Clause(
        "Your staff fights the rest of this battle; you are asked no more in it.", "6.5.1"
    ),
}
"""Remarks on orders that end more than a turn."""


def preview(view: State, request: AskOrder, order: o.Order, verdict: Verdict) -> OrderPreview:
    """Return the preview of an order: its track and range, its cost, and the consequences of a
    legal order."""
    course = preview_sailing(view, request.side, order, bool(verdict))
    if type(order) in ENDS:
        return OrderPreview(summary=(ENDS[type(order)],))
    return OrderPreview(
        routes=(*course.routes, *move_track(view, order), *aiming_line(view, order)),
        overlays=(*course.overlays, *in_battle(view, order)),
        summary=(
            *course.summary,
            *(consequence_sentences(view, request.side, order) if verdict else ()),
        ),
        odds=(*attack_odds(view, order), *placement_sentences(view, order)) if verdict else (),
        forecast=forecast_order(view, request.side, order) if verdict else None,
    )


def ships_of(view: State, order: o.Order) -> list[Ship]:
    """Return the ships an order names."""
    names: tuple[str, ...] = ()
    if isinstance(order, (o.Patrol, o.BaseChange, o.Displace)):
        names = order.units
    elif isinstance(order, (o.Convoy, o.Invade, o.Evacuate)):
        names = order.escorts
    elif isinstance(order, o.Passage):
        names = (order.unit,)
    return [view.ships[n] for n in names if n in view.ships]


def preview_sailing(view: State, side: str, order: o.Order, legal: bool) -> OrderPreview:
    """Return the track of an order that sails, its cost, and the range of its ships."""
    ships = ships_of(view, order)
    if isinstance(order, o.Escort) and legal:
        return OrderPreview(
            tuple(Route(way, side, "draft") for way in escort_routes(view, side, order))
        )
    if isinstance(order, o.Intercept):
        return OrderPreview(overlays=(Overlay((where_drawn(view, order.place),), "target"),))
    if not isinstance(order, (o.Patrol, o.BaseChange, o.Convoy, o.Invade, o.Evacuate, o.Displace)):
        return OrderPreview()
    if not ships and not isinstance(order, (o.Convoy, o.Invade, o.Evacuate)):
        return OrderPreview()
    filled = None if order.via else fill_route(view, side, ships, order)
    routed = with_route(order, filled) if filled else order
    route = whole_route(view, ships, routed)
    p = passage_for(view, side, ships, routed)
    ways = [route_on_map(view, route)]
    if legal and isinstance(routed, (o.Patrol, o.BaseChange, o.Convoy)):
        ways += joining_routes(view, make_mission(view, side, routed))
    tracks = tuple(Route(way, side, "draft" if legal else "refused") for way in ways)
    spent = route_cost_in_range(p, route)
    way = f"The way costs Range {spent.range}" + (
        f" ({count_text(spent.squares, 'square')})" if spent.squares else ""
    )
    strategic = isinstance(order, (o.Convoy, o.Evacuate)) or (
        isinstance(order, o.BaseChange) and order.mode == "strategic"
    )
    overlays: tuple[Overlay, ...] = ()
    if ships:
        least = min(s.endurance if strategic else s.patrol for s in ships)
        way += f"; {'Endurance' if strategic else 'Patrol Range'} of the force is {least}"
        base = view.ports.get(ships[0].base)
        if base is not None and base.square is not None and not strategic:
            overlays = (Overlay(tuple(sorted(reachable_squares(p, base.name, least))), "reach"),)
    summary = [Clause(way + ".", "6.3.2" if strategic else "6.3.1")]
    if isinstance(order, o.Patrol) and ships:
        summary.insert(0, on_patrol(view, side, order, ships))
        summary.append(
            Clause(
                f"It returns to {order.returns}." if order.returns else "Say where it returns.",
                "6.3.3.2",
            )
        )
    return OrderPreview(tracks, overlays, summary=tuple(summary))


def escort_routes(view: State, side: str, order: o.Escort) -> list[tuple[str, ...]]:
    """Return the routes of escorts as drawn on the map: to the port where they join the convoy, and
    their stretch with it."""
    legs = (
        x
        for leg in stretches(view, side, view.missions[order.missions[0]], order)
        for x in setting_out(view, side, leg)
    )
    return [route_on_map(view, way) for x in legs for way in (x.approach, x.route) if way]


def on_patrol(view: State, side: str, order: o.Patrol, ships: Sequence[Ship]) -> Clause:
    """Return a sentence on the purpose of a patrol: in a raider hunt the trade of its zone or the
    interception of the raider, otherwise what comes within its range."""
    zone = next((z for z in scenario_of(view).get("zone", ()) if z["id"] == order.target), None)
    if zone is None or not script_of(view).get("raider"):
        look, reach = max(s.search for s in ships), min(s.intercept for s in ships)
        return Clause(
            f"On patrol it searches {count_text(look, 'square')} around and meets what passes within "
            f"{reach}.",
            "6.4.2",
        )
    where = zone["title"]
    raider = raider_of(view)
    if raider is None or raider.side != side:
        return Clause(f"It meets whoever raids {where}.", "6.4.2")
    if view.flags.get("raided") == zone["id"] or not zone["trade"]:
        return Clause(f"There is no trade to raid in {where} this turn.", "6.4.2")
    out = sum(patrol_limit(view, enemy) for enemy in view.enemies(side))
    there = f"{count_text(zone['trade'], 'point')} of trade in {where}"
    return Clause(f"{there}, unless a patrol is there; the enemy may send {out}.", "6.4.2")


def while_writing(view: State, side: str, text: str) -> tuple[Overlay, ...]:
    """Return overlays while an order is typed, before the place is named: how far the ships named
    so far can patrol, or where a unit in battle can move or fire."""
    seen = L.parse_partial(text, view, side)
    named = tuple(x.value for x in seen.spans if x.slot.split(".")[0] in ("unit", "units"))
    if view.battle is not None:
        return (
            battle_reach(view, seen.kind, named[0]) if named and view.battle.has(named[0]) else ()
        )
    ships = [view.ships[i] for i in named if i in view.ships]
    bases = sorted({s.base for s in ships})
    if (
        seen.kind not in ("patrol", "base-change")
        or seen.start.startswith("strategic")
        or len(bases) != 1
    ):
        return ()
    if bases[0] not in view.ports or view.ports[bases[0]].square is None:
        return ()
    reach = reachable_squares(passage_of(view, side, ships), bases[0], min(s.patrol for s in ships))
    return (Overlay(tuple(sorted(reach)), "reach"),)


def battle_reach(view: State, verb: str, id: str) -> tuple[Overlay, ...]:
    """Return overlays of the hexes to which a unit can move, or of enemies in range of its guns."""
    b = view.battle
    assert b is not None
    u = b.unit(id)
    if u.at is None:
        return ()
    if verb == "move":
        return (Overlay(tuple(hex_text(x) for x in sorted(reachable_hexes(b, u))), "reach"),)
    if verb == "fire":
        seen = (b.unit(i).at for i in sorted(enemies_seen(b, u.colour)))
        return (
            Overlay(
                tuple(
                    hex_text(at)
                    for at in seen
                    if at is not None and distance(u.at, at) <= gun_range(u)
                ),
                "target",
            ),
        )
    return ()


def in_battle(view: State, order: o.Order) -> tuple[Overlay, ...]:
    """Return overlays of the hexes to which a unit can move, and of the hex it is sent to or placed
    in."""
    if (
        view.battle is None
        or not isinstance(order, (bo.Move, bo.Place))
        or not view.battle.has(order.unit)
    ):
        return ()
    if isinstance(order, bo.Place):
        return (Overlay((hex_text(order.at),), "target"),)
    return (*battle_reach(view, "move", order.unit), Overlay((hex_text(order.to),), "target"))


def move_track(view: State, order: o.Order) -> tuple[Route, ...]:
    """Return the track of a move, hex by hex, if there is one."""
    if view.battle is None or not isinstance(order, bo.Move) or not view.battle.has(order.unit):
        return ()
    u = view.battle.unit(order.unit)
    there = order.to in reachable_hexes(view.battle, u)
    return (
        (Route(tuple(map(hex_text, route_of_move(view.battle, u, order.to))), u.side, "draft"),)
        if there
        else ()
    )


def aiming_line(view: State, order: o.Order) -> tuple[Route, ...]:
    """Return a line from the firing unit to its target, with the mean losses of both sides."""
    if not isinstance(order, bo.Fire) or view.battle is None:
        return ()
    if not (view.battle.has(order.unit) and view.battle.has(order.target)):
        return ()
    firer, target = view.battle.unit(order.unit), view.battle.unit(order.target)
    if firer.at is None or target.at is None:
        return ()
    f = forecast_attack(view.battle, firer, target)
    told = f"enemy -{f.mean_kills:.1f}, you -{f.mean_losses:.1f}"
    return (Route((hex_text(firer.at), hex_text(target.at)), firer.side, "aim", told),)


def attack_note(f: Attack, target: Combatant) -> str:
    """Return the note for an attack in a list (6.5.1): mean strength points taken and lost, and
    whether it sinks the target."""
    sinks = f"; {sinking_text(f, target)}" if f.sinks else ""
    return exchange_text(f) + sinks


def exchange_text(f: Attack) -> str:
    """Return a text of the mean strength points taken and lost in an attack."""
    return f"{f.mean_kills:.1f} strength points there, {f.mean_losses:.1f} in return"


def attack_odds(view: State, order: o.Order) -> tuple[Clause, ...]:
    """Return the exact forecast of an attack in sentences, before it is made (6.5.1)."""
    if not isinstance(order, bo.Fire) or view.battle is None:
        return ()
    target = view.battle.unit(order.target)
    f = forecast_attack(view.battle, view.battle.unit(order.unit), target)
    return (Clause(f"{exchange_text(f)}; {sinking_or_not_text(f, target)}.", "6.5.1"),)


def placement_sentences(view: State, order: o.Order) -> tuple[Clause, ...]:
    """Return sentences on a placement: what the unit moves and fires, and its distance from the
    destination or the enemy's zone (6.5.1.1)."""
    if not isinstance(order, bo.Place) or view.battle is None:
        return ()
    b, u = view.battle, view.battle.unit(order.unit)
    can = f"it moves {u.ratings.move} and fires {gun_range(u)}"
    if b.ground:
        return (Clause(f"{capitalise(can)}.", "6.5.1.1"),)
    apart = distance_to_squares(order.at, b.blue_squares if u.colour == "red" else b.red_squares)
    way = (
        f"{count_text(distance_to_squares(order.at, b.destination), 'hex', 'hexes')} to where it is bound, "
        if has_destination(b, u)
        else ""
    )
    told = (
        f"{way}{count_text(apart, 'hex', 'hexes')} to the nearest where the enemy may begin; {can}."
    )
    return (Clause(capitalise(told), "6.5.1.1"),)


def loss_verb(target: Combatant) -> str:
    """Return the verb for the loss of all strength: ``sink`` for ships, ``destroy`` for other
    targets."""
    return "destroy" if target.flies or target.kind else "sink"


def sinking_text(f: Attack, target: Combatant) -> str:
    """Return a text of the chance that an attack sinks or destroys its target."""
    return f"{loss_verb(target)}s it {percent_text(f.sinks)}"


def sinking_or_not_text(f: Attack, target: Combatant) -> str:
    """Return a text of the chance that an attack sinks its target, or that it cannot, and of the
    chance that a submarine dives away (6.5.1)."""
    sinks = sinking_text(f, target) if f.sinks else f"cannot {loss_verb(target)} it in one exchange"
    return sinks + (f"; it dives away {percent_text(f.dives)}" if f.dives else "")


def forecast_order(view: State, side: str, order: o.Order) -> Forecast | None:
    """Return the forecast of an order: of the battle that an interception or assault leads to, or
    of the exchange of an attack."""
    return (
        forecast_battle(view, side, order)
        if isinstance(order, Venture)
        else attack_forecast(view, order)
    )


def attack_forecast(view: State, order: o.Order) -> Forecast | None:
    """Return the forecast of an attack in bars: the strength points both sides may lose (6.5.1).
    See :func:`attack_odds` for sentences."""
    if not isinstance(order, bo.Fire) or view.battle is None:
        return None
    firer, target = view.battle.unit(order.unit), view.battle.unit(order.target)
    return forecast_bars(view, firer, target, forecast_attack(view.battle, firer, target))


def forecast_bars(view: State, firer: Combatant, target: Combatant, f: Attack) -> Forecast:
    """Return the forecast of an attack in bars and in points of the scenario (6.5.1)."""
    points, told = (
        battle_points.expected_points(view, ((target, dict(f.kills)), (firer, dict(f.losses)))),
        sinking_or_not_text(f, target),
    )
    return Forecast(
        f"{firer.name} against {target.name}",
        tuple(
            distribution_bars(f"{u.name}: points lost", u.side, dict(lost))
            for u, lost in ((target, f.kills), (firer, f.losses))
        ),
        (
            Clause(f"{capitalise(told)}.", "6.5.1"),
            *((expected_points_clause(firer.side, points),) if points is not None else ()),
            Clause("Exact, in strength points, with what you know of it."),
        ),
    )


def danger_sea(view: State, side: str, ids: Collection[str]) -> DangerSea:
    """Return every square that the named ships can patrol. The chances are 0 or 100: once the
    enemy's places are known, it is certain whether it can find and intercept them."""
    ships = ships_from_ids(view, side, ids)
    if not ships:
        return DangerSea(note=words().term("no-ships"))
    flotilla = all(s.submarine for s in ships)
    reach = sea_danger.reachable_places(view, side, ships) if view.battle is None else ()
    worst, likely = (
        sea_danger.worst_danger(view, side, flotilla),
        sea_danger.likely_danger(view, side, flotilla),
    )
    return DangerSea(
        first_names([s.name for s in ships], 3),
        words().term("danger"),
        Clause(words().term("worst-case"), "6.4.3"),
        Clause(words().term("likely-case"), "6.4.2"),
        tuple(SeaChance(p, 100.0 * (p in worst), 100.0 * (p in likely)) for p in reach),
        words().term("no-reach"),
    )


def ships_from_ids(view: State, side: str, ids: Collection[str]) -> tuple[Ship, ...]:
    """Return the ships of a side that ids of its list of forces name: ships, missions, or all that
    can sail from a port."""
    sailing = {u for m in view.missions.values() if m.side == side and m.id in ids for u in m.units}
    named = [s for s in view.side_ships(side) if s.id in ids or s.id in sailing]
    lying = [
        s
        for s in view.side_ships(side)
        if s.base in ids and not (s.mission or s.fixed or s.damaged)
    ]
    return tuple(named or lying)

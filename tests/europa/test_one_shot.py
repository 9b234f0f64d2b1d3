"""What is told beside a target is what the salvo that is rolled gives, exactly."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from flagplot.admirals import admiral
from flagplot.odds import percent
from flagplot.rulebooks import book
from flagplot.rulebooks.europa.advice.forecast import one_shot
from flagplot.rulebooks.europa.rules.combat.engaging import torpedoes
from flagplot.rulebooks.europa.rules.combat.gunnery import shots
from flagplot.table import about_map
from flagplot.table.specs import Summed
from tests.games import begun


def test_a_torpedo_a_battery_and_firing_back_tell_their_chances() -> None:
    told: dict[str, str] = {}
    for scenario in ("husky-first-steps", "pedestal"):
        game, rng, player = begun("europa", scenario, "", 0), Random(0), admiral("greedy")
        rules: Any = book("europa")
        for _ in range(200):
            if game.outcome is not None:
                break
            side = game.owes()[0]
            request, view = game.request(side), game.view(side)
            assert request is not None
            for option in rules.prompt(view, request).options if request.kind in ("torpedo", "coast-fire", "return-fire") else ():
                if option.text == "hold fire":
                    assert not option.odds
                    continue
                told[request.kind] = option.odds
                assert option.odds == one_shot(view, request, option.text)
                if request.kind == "torpedo":
                    about = about_map(request)
                    aimed = torpedoes(view, *(view.groups[str(about[k])] for k in ("group", "submarine")), option.text)
                    outcomes, total = Summed(tuple(shots(view.rulings, Fraction(aimed.over, aimed.under), aimed.plus))).outcomes()
                    none = sum(w for hits, w in outcomes if not hits) / total
                    assert option.odds.startswith(f"a hit {percent(1 - none)},")
            game.answer(side, player.decide(rules, view, request, rng))
    assert set(told) == {"torpedo", "coast-fire", "return-fire"}
    assert all("hits on average" in odds for odds in told.values())

"""Parts of the Europa book on their own: odds against brute force, views, waters, routes, words."""

from __future__ import annotations

import itertools
import json
import tomllib
from fractions import Fraction
from pathlib import Path
from random import Random

import msgspec
import msgspec.inspect
import pytest

from flagplot import odds
from flagplot.admirals import admiral
from flagplot.admirals.simulate import seed_of
from flagplot.rulebooks import europa
from flagplot.rulebooks.europa import BOOK
from flagplot.rulebooks.europa.advice.fire_forecast import forecast_round
from flagplot.rulebooks.europa.map import chart, sheets
from flagplot.rulebooks.europa.presentation import twins
from flagplot.rulebooks.europa.presentation.prompt import words
from flagplot.rulebooks.europa.rules.combat import gunnery
from flagplot.rulebooks.europa.rules.combat.salvo import Salvo
from flagplot.rulebooks.europa.rules.movement import path_check, routing, waters
from flagplot.rulebooks.europa.rules.movement.events import Voyage
from flagplot.rulebooks.europa.rules.search import modifiers
from flagplot.rulebooks.europa.rules.search.events import Sighted
from flagplot.rulebooks.europa.rules.search.situations import Passage, hunt_modifier
from flagplot.rulebooks.europa.rules.special import night
from flagplot.rulebooks.europa.state import State
from flagplot.table import AskOrder, Rulings, Setup, TextError, facts, rulings
from flagplot.table.assist.examine import complete_text, examine
from flagplot.table.core.dice import ManualDice, SeededDice
from flagplot.table.game.game import Game

LAW = rulings("europa")


def position(*lines: str) -> State:
    state: State = BOOK.case_start(Setup(""), LAW)
    for line in lines:
        state = BOOK.given(state, line)
    return state


def movement(side: str = "Allied") -> AskOrder:
    return AskOrder(side, "32.A.s03", "movement")


# ------------------------------------------------------------------ odds
def brute_salvo(salvo: Salvo) -> dict[str, Fraction]:
    """Every face of every roll, one by one."""
    rolls = [
        (s, spec)
        for s in salvo.shots
        for spec in gunnery.gunnery_rolls(LAW, Fraction(s.over, s.under), s.plus)
    ]
    faces = [list(itertools.product(range(1, 7), repeat=spec.dice[0])) for _, spec in rolls]
    found: dict[str, Fraction] = {}
    total = 1
    for f in faces:
        total *= len(f)
    for each in itertools.product(*faces):
        hits: dict[str, int] = {}
        for (s, spec), thrown in zip(rolls, each, strict=True):
            hits[s.at] = hits.get(s.at, 0) + spec.read(thrown)
        hits = {k: min(v, dict(salvo.afloat)[k]) for k, v in hits.items()}
        text = ", ".join(f"{k} {v}" for k, v in sorted(hits.items()) if v) or "no hits"
        found[text] = found.get(text, Fraction(0)) + Fraction(1, total)
    return found


def test_a_salvo_is_counted_as_it_falls() -> None:
    state = position(
        "group A Allied at 33:1201: TF-1 12, TF-2 3, TF-3 1",
        "group E Axis at 33:1230: TF-9 3, NT-9 2",
    )
    argument = "fire TF-1 at TF-9 of 3; TF-2 at NT-9 of 2; TF-3 at TF-9 of 3"
    _, situation = BOOK.situation(BOOK.view(state, "Allied"), "Allied", "gunnery", argument)
    assert isinstance(situation, Salvo)
    told = odds.answer_question(BOOK, BOOK.view(state, "Allied"), "Allied", "gunnery", argument)
    assert told.exact
    brute = brute_salvo(situation)
    assert {k: pytest.approx(float(v)) for k, v in brute.items()} == dict(told.outcomes)


def brute_passage(p: Passage) -> dict[str, Fraction]:
    """Sail the path for every result of every search."""
    found: dict[str, Fraction] = {}

    def sail(n: int, gauge: int, sought: bool, barred: frozenset[str], chance: Fraction) -> None:
        if n == len(p.windows):
            found["unfound"] = found.get("unfound", Fraction(0)) + chance
            return
        here = p.windows[n]
        bases = tuple(b for b in here.bases if b.name not in barred)
        units = sum(b.units for b in bases)
        now = here.fixed
        if bases:
            now += units - min(here.escorts, units) - max(b.distance for b in bases) // 5
        if (not bases and not here.shore) or (sought and now <= gauge):
            sail(n + 1, now, sought, barred, chance)
            return
        for one, two in itertools.product(range(1, 7), repeat=2):
            total = one + two + now
            part = chance / 36
            if total >= 11:
                found[here.hex] = found.get(here.hex, Fraction(0)) + part
            else:
                far = max(bases, key=lambda b: (b.distance, b.name)).name if bases else ""
                sail(n + 1, now, True, barred | ({far} - {""}), part)

    sail(0, p.gauge, p.sought, frozenset(), Fraction(1))
    return found


def test_a_passage_is_counted_as_it_is_sailed() -> None:
    state = position(
        "air A-1 Axis naval patrol, at Near 33:1205, range 6",
        "air A-2 Axis naval patrol, at Far 33:1213, range 9",
        "interdiction Axis 2 at 33:1208",
        "group X Allied at 33:1200: TF-1 4, NT-1 2",
    )
    view = BOOK.view(state, "Allied")
    argument = "move X to 33:1201 33:1202 33:1203 33:1204 33:1205 33:1206 33:1207 33:1208"
    _, situation = BOOK.situation(view, "Allied", "found", argument)
    told = odds.answer_question(BOOK, view, "Allied", "found", argument)
    assert isinstance(situation, Passage)
    assert told.exact
    brute = brute_passage(situation)
    assert sum(brute.values()) == 1
    assert {k: pytest.approx(float(v)) for k, v in brute.items()} == dict(told.outcomes)
    assert len(brute) >= 3


@pytest.mark.parametrize(
    ("question", "argument", "said", "expected"),
    [
        ("search", "X by Neer", "no searcher 'Neer'", "Near"),
        ("search", "X by Near, Far", "Far cannot search for X", "Near"),
        ("search", "X in fog", "'in fog' does not belong here", "by SEARCHER"),
        ("search", "TF-1", "no group 'TF-1'", "GROUP"),
        ("disengage", "X from Y", "of one side", "from GROUP"),
        ("disengage", "X", "'from' is missing", "from GROUP"),
        ("disengage", "X from Q", "no group 'Q'", "from GROUP"),
        ("gunnery", "fire TF-1 at Rome", "no unit or coast defence 'Rome'", "UNIT at TARGET"),
        ("gunnery", "fire TF-1 at 33:1230", "no coast defence at 33:1230", "33:1220"),
        ("gunnery", "fire TF-1 at TF-9 in fog", "'in fog' does not belong here", "UNIT at TARGET"),
        ("gunnery", "fire NT-1 at TF-9", "NT-1 has no guns", "TF-1"),
        ("found", "move X to 33:1209", "cannot sail that path", ""),
        ("found", "wait X 5 MPs", "draws no path", "move GROUP"),
    ],
)
def test_a_question_with_words_that_are_not_understood_says_which(
    question: str, argument: str, said: str, expected: str
) -> None:
    state = position(
        "air A-1 Axis naval patrol, at Near 33:1205, range 6",
        "air A-2 Axis naval patrol, at Far 33:1240, range 3",
        "coast defence Axis 2 at 33:1220",
        "group X Allied at 33:1201: TF-1 6",
        "group Y Allied at 33:1202: TF-2 6, NT-1 2",
        "group E Axis at 33:1230: TF-9 6",
    )
    with pytest.raises(TextError, match=said) as found:
        BOOK.situation(state, "Allied", question, argument)
    assert expected in " ".join(found.value.expected)


def test_a_question_may_name_a_target_out_of_sight_and_a_coast_defence() -> None:
    state = position("coast defence Axis 2 at 33:1220, 1 hit", "group X Allied at 33:1201: TF-1 6")
    view = BOOK.view(state, "Allied")
    _, unseen = BOOK.situation(view, "Allied", "gunnery", "fire TF-1 at TF-9D")
    _, guns = BOOK.situation(view, "Allied", "gunnery", "fire TF-1 at 33:1220")
    assert isinstance(unseen, Salvo)
    assert isinstance(guns, Salvo)
    assert dict(unseen.afloat) == {"TF-9D": 99}
    assert dict(guns.afloat) == {"33:1220": 3}


def heavier() -> Rulings:
    """House modifiers of a search: every air unit, and every 5 hexes to its base, count twice."""
    tables = tomllib.loads(
        (Path(europa.__file__).parent / "tables/search.toml").read_text("utf-8")
    )["table"]
    rows = next(t["rows"] for t in tables if t["id"] == modifiers.MODIFIERS)
    rows["air-units"][1], rows["airbase-distance"][1] = 2, -2
    lines = "\n".join(f"{row} = {json.dumps(cells)}" for row, cells in rows.items())
    own = f"""[[table]]
id = "{modifiers.MODIFIERS}"
clause = "32.B-T1"
title = "ours"
provenance = "house"
columns = ["clause", "amount", "about"]
[table.rows]
{lines}"""
    return rulings("europa", overrides=[("mine.toml", own)])


@pytest.mark.parametrize("law", [LAW, heavier()])
def test_the_search_that_is_played_is_the_one_that_is_counted(law: Rulings) -> None:
    lines = (
        "air A-1 Axis naval patrol, at Near 33:1208, range 20",
        "air A-2 Axis naval patrol, at Near 33:1208, range 20",
        "weather rough",
        "group X Allied at 33:1201: TF-1 9, NT-1 2",
    )
    state: State = BOOK.case_start(Setup(""), law)
    for line in lines:
        state = BOOK.given(state, line)
    group = state.groups["X"]
    means = modifiers.search_means(state, group, True)
    air = [state.air[a] for a in means.air]
    _, hunt = BOOK.situation(state, "Axis", "search", "X")
    assert hunt_modifier(hunt) == modifiers.sum_modifiers(
        modifiers.search_modifiers(state, group, air, means)
    )


def test_groups_search_as_far_as_the_table_in_use_says() -> None:
    own = """[[table]]
id = "europa.search-ranges"
clause = "32.B.6"
title = "ours"
provenance = "house"
columns = ["hexes"]
[table.rows]
combat = 20
submarine = 15
mixed = 10
cargo = 5
flotilla = 0
"""
    for law, seen in ((LAW, ()), (rulings("europa", overrides=[("mine.toml", own)]), ("R",))):
        state: State = BOOK.case_start(Setup(""), law)
        for line in ("group A Allied at 33:1201: TF-1 4", "group R Axis at 33:1219: TF-9 4"):
            state = BOOK.given(state, line)
        assert tuple(g.id for g in modifiers.naval_searchers(state, state.groups["A"])) == seen


def test_every_verb_of_an_order_is_offered_while_one_types_it() -> None:
    state = position("group A Allied at 33:1201: TF-1 4")
    for verb in ("sail", "sweep", "replenish", "prepare", "load", "assault", "release"):
        assert any(
            text.split(" ")[0] == verb
            for text, _ in complete_text(BOOK, state, movement(), verb[:3])
        )


@pytest.mark.parametrize(
    "strength", ["1/4", "3/4", "1", "2", "5", "6", "7", "12", "30", "31", "64"]
)
def test_gunnery_means_grow_with_strength(strength: str) -> None:
    def mean(x: Fraction) -> Fraction:
        total = Fraction(0)
        for spec in gunnery.gunnery_rolls(LAW, x):
            pairs, every = spec.outcomes()
            assert sum(w for _, w in pairs) == every
            total += sum(Fraction(v * w, every) for v, w in pairs)
        return total

    x = Fraction(strength)
    assert 0 < mean(x) <= mean(x + 3)


# ------------------------------------------------------------------ night
def test_night_is_spent_one_mp_at_a_time() -> None:
    g = position("group X Allied at 33:1201: TF-1 6").groups["X"]
    g = night.spend_mps(g, 4, True)
    assert (g.night_block, g.night_spent, g.dark) == (4, 4, True)
    g = night.spend_mps(g, 2, True)
    assert (g.night_block, g.night_spent, g.day_since, g.dark) == (0, 5, 1, False)
    assert g.log == (("night", 5), ("day", 1))
    refused = night.why_not_spend(g, 1, True)
    assert refused is not None
    assert refused.clause == "36.A.2.s04"


# ------------------------------------------------------------------ waters
def test_both_waters_of_a_strait_hex() -> None:
    state = position(
        "hex 33:1223 33:1224 coastal Axis",
        "hexside 33:1223/1224 narrow strait",
        "hex 33:1325 land",
        "group X Allied at 33:1225: TF-1 6",
    )
    group = state.groups["X"]
    ends = chart.common_neighbours("33:1223", "33:1224")
    assert sorted(ends) == ["33:1124", "33:1324"]
    through = waters.why_not_strait(state, group, "33:1124", "33:1224", "33:1324")
    assert through is not None
    assert (
        waters.why_not_strait(state, group, "33:1225", "33:1224", "33:1124") is None
    )  # land parts 1225 from 1324 only
    assert waters.why_not_strait(state, group, "33:1225", "33:1224", "33:1324") is not None


def test_a_course_keeps_out_of_enemy_zones() -> None:
    state = position("group E Axis at 33:1205: TF-9 6", "group X Allied at 33:1201: NT-1 2")
    path = routing.course_to(state, state.groups["X"], "33:1210", 15)
    assert path
    assert not set(path) & {"33:1204", "33:1205", "33:1206"}
    assert path_check.plot_path(state, state.groups["X"], path).refusal is None


def test_the_road_to_malta() -> None:
    board = sheets.board()
    assert board is not None
    gibraltar, valletta = sheets.hex_of_place("Gibraltar"), sheets.hex_of_place("Valletta")
    assert valletta == "18Q:0407"
    state = BOOK.case_start(Setup(""), LAW)
    assert 75 <= waters.sea_distance(state, gibraltar, valletta, 100) <= 90
    assert waters.sea_distance(state, "23A:3228", valletta, 130) < 130


# ------------------------------------------------------------------ views
def test_a_side_sees_groups_and_not_what_is_in_them() -> None:
    state = position(
        "group A Allied at 33:1201: TF-1 12, NT-1 2",
        "group S Axis at 33:1220: SUB-9 3",
        "group R Axis at 33:1230, in port, in reserve: TF-9 8",
    )
    seen = BOOK.view(state, "Allied")
    assert "S" not in seen.groups
    assert "SUB-9" not in seen.units
    assert seen.groups["R"].members == ()
    assert not seen.groups["R"].reserve
    assert seen.kind(seen.groups["R"]) == "combat"
    assert BOOK.view(seen, "Allied") == seen
    spectator = BOOK.view(state, "")
    assert not spectator.units
    for twin in twins.secret_twins(state, "Allied"):
        assert BOOK.view(twin, "Allied") == seen


def test_the_enemy_counts_mps_of_a_group_by_night_alone() -> None:
    state = position(
        "group A Allied at 33:1201: NT-1 2", "group B Allied at 33:1210, in port: NT-2 2"
    )
    log = (("day", 4), ("night", 5), ("day", 1))
    spent = msgspec.structs.replace(
        state, groups={k: msgspec.structs.replace(g, log=log) for k, g in state.groups.items()}
    )
    seen = BOOK.view(spent, "Axis")
    assert seen.groups["A"].log == (("day", 0), ("night", 5), ("day", 0))
    assert seen.groups["B"].log == ()
    for twin in twins.secret_twins(spent, "Axis"):
        assert BOOK.view(twin, "Axis") == seen


def test_the_owner_of_submarines_is_not_told_that_they_are_known() -> None:
    state = position("group S Axis at 33:1220: SUB-9 3")
    known = msgspec.structs.replace(
        state, groups={"S": msgspec.structs.replace(state.groups["S"], sighted=True)}
    )
    assert BOOK.view(known, "Axis") == BOOK.view(state, "Axis")
    assert "S" in BOOK.view(known, "Allied").groups
    assert "S" not in BOOK.view(state, "Allied").groups
    secret = Voyage("32.A.s08", "Axis", "S", True, "33:1220", ("33:1221",), 1, whose="own")
    assert secret.seen_by("Axis") == Voyage(
        "32.A.s08", "Axis", "S", False, "33:1220", ("33:1221",), 1
    ).seen_by("Axis")
    assert secret.seen_by("Allied") is None
    sighted = Sighted("32.B", "S", "33:1220", "Axis")
    assert sighted.seen_by("Axis") is None
    assert sighted.seen_by("Allied") == sighted


def test_submarines_may_be_open() -> None:
    law = rulings("europa", house={"submarines_hidden": "false"})
    state = BOOK.given(BOOK.case_start(Setup(""), law), "group S Axis at 33:1220: SUB-9 3")
    assert "S" in BOOK.view(state, "Allied").groups


# ------------------------------------------------------------------ texts
def test_every_event_and_prompt_has_words() -> None:
    w = words()
    silent = {
        "sailed",
        "gauged",
        "hunt-began",
        "salvo-laid",
        "salvo-over",
        "suspended",
        "zoned",
        "battle-set",
        "noted",
        "sought",
        "window-opened",
        "window-passed",
    }
    tags = {str(msgspec.inspect.type_info(e).tag) for e in BOOK.event_types}  # type: ignore[attr-defined]
    assert {t for t in tags if not w.lines(t)} == silent
    assert {when for tag in ("rolled", "landed") for when, _ in w.lines(tag) if when} == {
        *(f"why={why}" for why in ("disengage", "join", "contact")),
        "by=mines",
        "by=patrols",
    }
    done = {when.removeprefix("activity=").removesuffix(" unit") for when, _ in w.lines("finished")}
    assert done == {
        "mine",
        "sweep",
        "replenish",
        "air",
        "embark",
        "disembark",
        "assault",
        "transfer",
        "",
    }


def test_fire_from_the_air_and_the_shore_is_the_luck_of_who_fires() -> None:
    state = position(
        "air A-1 Axis naval patrol, at Near 33:1205, range 6",
        "group X Allied at 33:1200: TF-1 4, NT-1 2",
    )
    at = facts(by="33:1205", at="TF-1", strength="2/1")
    assert BOOK.side_of_roll(BOOK.view(state, "Allied"), "gunnery", at) == "Axis"


def test_examining_a_move_shows_mps_and_risk() -> None:
    state = position(
        "air A-1 Axis naval patrol, at Near 33:1205, range 6",
        "group X Allied at 33:1200: TF-1 4, NT-1 2",
    )
    seen = examine(BOOK, BOOK.view(state, "Allied"), movement(), "move X to 33:1201 33:1202")
    assert seen.legal
    assert seen.routes[0].places == ("33:1200", "33:1201", "33:1202")
    assert "2 MPs" in seen.summary[0].text
    assert seen.profile
    assert 0 < seen.profile[0].percent < 100
    refused = examine(BOOK, BOOK.view(state, "Allied"), movement(), "move X to 33:1203")
    assert not refused.legal
    assert refused.said[0].refusal.clause == "32.A.s09"


def test_a_scenario_is_shown_with_its_zones() -> None:
    game = Game.new(BOOK, Setup("pedestal", "short"), rulings=LAW)
    for side in ("Allied", "Axis"):
        view = game.view(side)
        asked = [r for s in game.sides_to_answer() if s == side and (r := game.request(s))]
        shown = BOOK.display(view, side, asked)
        assert shown.board == "europa"
        assert {c.id for c in shown.counters} >= {"Convoy"}
        assert any(o.style == "reach" for o in shown.overlays)
        assert any(o.style == "zone" for o in shown.overlays)
        assert ("Sub-E1" in {c.id for c in shown.counters}) == (side == "Axis")
    forms = BOOK.display(game.view("Allied"), "Allied", [movement()]).forms
    assert forms[0].grammar.startswith("sail")
    assert [f.grammar for f in forms if not f.slots] == ["done"]


def test_the_state_is_plain_data() -> None:
    game = Game.new(BOOK, Setup("pedestal"), rulings=LAW)
    group = game.view("Allied").groups["Convoy"]
    assert msgspec.convert(msgspec.to_builtins(group), type(group)) == group


def test_the_fire_prompt_tells_the_odds_of_each_salvo() -> None:
    state = position(
        "group R Axis at 33:1204: TF-9 12", "group A Allied at 33:1202: TF-1 6, TF-2 6"
    )
    game = Game.at(BOOK, Setup(""), state, rulings=LAW, dice=ManualDice())
    for side, text in (
        ("Allied", "move A to 33:1203"),
        ("Axis", "pass"),
        ("Allied", "screen none"),
        ("Axis", "screen none"),
    ):
        game.submit(side, text)
    asked = game.request("Allied")
    assert isinstance(asked, AskOrder)
    assert asked.kind == "fire"
    prompt = BOOK.prompt(game.view("Allied"), asked)
    # two rolls of column 6 (0 0 1 1 2 2): no hit in four of thirty-six, one hit to a roll on
    # average
    assert [(o.label, o.odds) for o in prompt.options[:1]] == [
        ("All fire at TF-9", "a hit 88.9 %, 2.0 hits on average")
    ]
    shown = examine(BOOK, game.view("Allied"), asked, "fire TF-1 at TF-9")
    assert [c.text for c in shown.odds] == [
        "33.3 %: TF-9 1 hit.",
        "33.3 %: TF-9 2 hits.",
        "33.3 %: no hits.",
    ]
    # the bars of the page are the same salvo
    assert shown.forecast is not None
    his, mine = shown.forecast.spreads
    assert (his.side, mine.side) == ("Axis", "Allied")
    assert his.bars == tuple((n, pytest.approx(100 / 3)) for n in ("0", "1", "2"))
    assert sum(p for _, p in mine.bars) == pytest.approx(100)
    assert prompt.forecast is not None
    assert prompt.forecast.spreads[0].mean == pytest.approx(2.0)
    assert prompt.place == "33:1203"


def test_forms_offer_what_there_is_anything_for() -> None:
    view = position(
        "port Malta at 33:1202, Allied",
        "group A Allied at 33:1202, in port: TF-1 6, NT-1 2",
        "cargo INF-1 on NT-1: infantry",
        "group B Allied at 33:1230: NT-2 2",
        "cargo INF-2 on NT-2: infantry",
    )
    forms = BOOK.display(view, "Allied", [movement()]).forms
    offered = {f.grammar.split(" ")[0]: f.example for f in forms}
    assert offered["disembark"] == "disembark INF-1 at port"
    assert offered["split"] == "split A: NT-1 as A-2"
    assert not {"lay", "sweep", "load", "combine", "bombard", "release", "enter", "assault"} & set(
        offered
    )
    for form in forms:
        assert examine(BOOK, view, movement(), form.example).legal, form.example


# ------------------------------------------------------------------ the log
def told(game: Game, side: str) -> list[str]:
    """Return the sentences of a side's log about events."""
    lines = (
        BOOK.event_text(e.event, view, side)
        for e, view in game.side_log_with_views(side, 0)
        if e.kind == "event"
    )
    return [line for line in lines if line]


def test_the_legs_of_an_order_are_told_as_one_voyage() -> None:
    state = position(
        "group A Allied at 33:1202: TF-1 4",
        "group U Allied at 33:2202: SUB-1 2",
        "group E Axis at 33:1222: TF-9 4",
    )
    game = Game.at(BOOK, Setup(""), state, rulings=LAW, dice=ManualDice())
    assert game.submit(
        "Allied", "move A to 33:1203 33:1204 33:1205 33:1206 33:1207 33:1208 33:1209 33:1210"
    ).verdict
    assert told(game, "Allied") == []
    assert told(game, "Axis") == ["A sails from 33:1202 to 33:1207, 5 hexes."]
    assert game.submit("Axis", "pass").verdict
    assert told(game, "Allied") == ["A sails from 33:1202 to 33:1210, 8 hexes for 8 MPs."]
    assert told(game, "Axis")[1:] == ["A sails from 33:1207 to 33:1210, 3 hexes."]
    assert not game.view("Allied").groups["A"].sought, (
        "that a search was offered and let pass is the enemy's secret"
    )
    assert game.submit("Allied", "move U to night 33:2203 33:2204").verdict
    assert told(game, "Allied")[1:] == [
        "U sails from 33:2202 to 33:2204, 2 hexes for 2 MPs, by night."
    ]
    assert len(told(game, "Axis")) == 2


def test_breaking_off_is_offered_with_its_chance() -> None:
    state = position("group E Axis at 33:1206: TF-9 8", "group A Allied at 33:1204: TF-1 8, NT-1 2")
    game = Game.at(BOOK, Setup(""), state, rulings=LAW, dice=ManualDice())
    for side, text in (
        ("Allied", "move A to 33:1205"),
        ("Axis", "pass"),
        ("Allied", "screen none"),
        ("Axis", "screen none"),
        ("Allied", "hold fire"),
        ("Axis", "hold fire"),
    ):
        assert game.submit(side, text).verdict
    request = game.request("Allied")
    assert request is not None
    prompt = BOOK.prompt(game.view("Allied"), request)
    odds = {o.text: o.odds for o in prompt.options}
    assert (
        odds["disengage"]
        == "away 33.3 %, a round of enemy fire unanswered 16.7 %, no screen next round 16.7 %"
    )
    assert odds["decline"] == ""


def test_the_danger_on_a_path_is_called_by_its_name() -> None:
    """A group is found here; in the other book a force is reached: the page takes the words from
    the book."""
    game = Game.new(BOOK, Setup("pedestal"), rulings=LAW)
    asked = game.request("Allied")
    assert isinstance(asked, AskOrder)
    exam = examine(BOOK, game.view("Allied"), asked, "move Malta-Sweepers to 18Q:0507")
    assert exam.profile
    assert exam.danger == "the enemy finds or hits you there"
    assert exam.safe
    assert examine(BOOK, game.view("Allied"), asked, "done").danger == ""


def test_who_may_not_answer_is_not_reckoned_with() -> None:
    """36.A.2.(e) While a group lies helpless after a disaster, the forecast of fire at it knows no
    answer, and only then."""
    unanswered = answered = 0
    for n in range(150):
        game = Game.new(
            BOOK, Setup("pedestal-first-steps"), rulings=LAW, dice=SeededDice(seed_of(7, n))
        )
        admirals, lots = dict.fromkeys(game.sides, admiral("random")), Random(n)
        while game.outcome is None and not (unanswered and answered):
            side = game.sides_to_answer()[0]
            request, view = game.request(side), game.view(side)
            assert request is not None
            if (
                request.kind == "fire"
                and (shown := forecast_round(view, request))
                and shown.spreads
            ):
                told = shown.notes[-1].text
                if view.battle.fires:
                    assert view.battle.fires == side
                    assert "the enemy cannot answer" in told
                    unanswered += 1
                else:
                    answered += "the enemy answers" in told
            game.answer(side, admirals[side].decide(BOOK, view, request, lots))
    assert unanswered
    assert answered

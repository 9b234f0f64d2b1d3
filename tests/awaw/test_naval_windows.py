"""Interception in the campaign: whole random games keep their books, and the mover's risk is what
the rules give."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest
from rich.console import Console

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.cli.panel_text import print_battle
from flagplot.cli.terminal import Terminal
from flagplot.cli.terminal_game import TerminalGame
from flagplot.rulebooks.awaw.advice import interception_risk
from flagplot.rulebooks.awaw.orders import PASS, Intercept
from flagplot.rulebooks.awaw.presentation import battle_lines
from flagplot.rulebooks.awaw.rules.combat import combat_tables
from flagplot.rulebooks.awaw.rules.combat.battle_setup import BattleClosed, BattleJoined
from flagplot.rulebooks.awaw.rules.combat.events import Sunk
from flagplot.rulebooks.awaw.rules.combat.ships import Report
from flagplot.rulebooks.awaw.rules.interception import attempt, eligibility
from flagplot.rulebooks.awaw.rules.interception.activity import Activity
from flagplot.rulebooks.awaw.rules.interception.window import InterceptionRolled
from flagplot.rulebooks.awaw.state import State, replace
from flagplot.table import Ask, AskOrder, Setup, rulings
from flagplot.table.analysis.verify import verify
from flagplot.table.core.dice import SealedDice, SeededDice
from flagplot.table.game.game import Game
from tests.games import typist
from tests.harness import shown, told

from .naval_helpers import R

BOOK = rulebooks.book("awaw")


def eager(game: Game, rng: random.Random) -> None:
    """Answer one request at random, intercepting whenever it can be done half of the time."""
    side = game.sides_to_answer()[0]
    request = game.request(side)
    assert request is not None
    if isinstance(request, Ask):
        game.answer(side, rng.choice(request.options))
        return
    found = list(BOOK.candidates(game.view(side), request))
    assert found
    if request.kind in ("interception", "counter-interception"):
        assert found[-1] == PASS
        order = rng.choice(found) if rng.random() < 0.7 else PASS
    else:
        order = rng.choice(found)
    assert game.answer(side, order)


def check_units(s: State) -> None:
    """Ships are never damaged beyond their size, nor in two places."""
    for u in s.units.values():
        assert u.factors >= 0
        if u.kind == "ship" and u.type in ("BB", "BC", "PB", "CA", "CV", "CVL", "CVB"):
            assert u.hits <= combat_tables.sunk_at(R, u.factors)
            assert (u.status == "sunk") == (
                u.hits >= combat_tables.sunk_at(R, u.factors)
            ) or u.status not in ("", "sunk")
            if u.status == "":
                assert u.damaged == (u.hits >= combat_tables.damaged_at(R, u.factors))
        if u.status == "sunk":
            assert not u.force
    for f in s.forces.values():
        assert len(set(f.units)) == len(f.units)


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [("norway-1940", 1), ("norway-1940", 2), ("norway-1940", 3), ("mediterranean-1941", 4)],
)
def test_whole_games_keep_their_books(scenario: str, seed: int) -> None:
    rng = random.Random(seed)
    game = Game.new(BOOK, Setup(scenario), rulings=R, dice=SeededDice(seed))
    for _ in range(2000):
        if game.outcome is not None:
            break
        request = game.request(game.sides_to_answer()[0])
        if request is not None and request.kind in ("movement", "transport", "redeployment"):
            assert game.state.battle is None
            assert not [
                f for f in game.state.forces.values() if f.mission in ("intercept", "counter")
            ]
            check_units(game.state)
        eager(game, rng)
    assert game.outcome is not None
    events = [e.event for e in game.entries if e.event is not None]
    joined = sum(isinstance(e, BattleJoined) for e in events)
    assert joined == sum(isinstance(e, BattleClosed) for e in events) > 0
    sunk = {e.id for e in events if isinstance(e, Sunk) and e.id in game.state.units}
    assert all(game.state.units[i].status == "sunk" for i in sunk)
    assert any(isinstance(e, InterceptionRolled) for e in events)
    assert verify(game.lines(), book_of=rulebooks.book).ok


def place(*lines: str) -> State:
    s = BOOK.case_start(Setup(""), R)
    for line in lines:
        s = BOOK.given(s, line)
    return s  # type: ignore[no-any-return]


def test_the_own_view_gives_the_same_offers_as_the_truth() -> None:
    """The choice of interceptors depends on nothing that the side cannot see."""
    game = Game.new(BOOK, Setup("norway-1940"), rulings=R, dice=SeededDice(5))
    rng = random.Random(5)
    seen = 0
    for _ in range(150):
        if game.outcome is not None:
            break
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert request is not None
        if request.kind == "interception":
            from flagplot.rulebooks.awaw.rules.interception.legality import activity_from

            a = activity_from(request)
            fixed = dict(request.about).get("fixed", "")
            view = game.view(side)
            assert eligibility.opportunities(
                view, side, a, str(fixed)
            ) == eligibility.opportunities(game.state, side, a, str(fixed))
            seen += 1
        eager(game, rng)
    assert seen > 5


def test_risk_counts_only_what_the_mover_may_know() -> None:
    s = place(
        "turn Spring 1941, Allied player turn, movement phase",
        "control Brest Axis",
        "CA 2 Britain at Plymouth as UK-CA-Kent",
        "CA 2 Germany at Brest as GE-CA-Hipper",
    )
    view = BOOK.view(s, "Allied")
    track = ("K20", "K19", "K18", "L17", "M16", "N15", "O14")
    one = interception_risk.risk_of(view, "Allied", "base-change", track, "AA7", 12)
    changed = {
        i: (u if i != "GE-CA-Hipper" else replace(u, inverted=True)) for i, u in s.units.items()
    }
    two = interception_risk.risk_of(
        BOOK.view(replace(s, units=changed), "Allied"), "Allied", "base-change", track, "AA7", 12
    )
    assert one == two
    assert one.ports == ("Brest",)
    assert 0 < one.slower <= one.total <= 1
    best = max(p for _, p in one.profile)
    assert one.total == pytest.approx(best)


def test_risk_of_a_small_force_uses_one_die_less() -> None:
    s = place(
        "turn Spring 1941, Allied player turn, movement phase",
        "control Brest Axis",
        "CA 2 Germany at Brest as GE-CA-Hipper",
    )
    view = BOOK.view(s, "Allied")
    track = ("T9", "U8", "V7", "W6")
    small, big = (
        interception_risk.risk_of(view, "Allied", "base-change", track, "AA7", n).total
        for n in (9, 10)
    )
    assert small < big


def test_spotting_counts_squadrons_in_range_up_to_three() -> None:
    s = place(
        "turn Spring 1941, Axis player turn, movement phase",
        "AAF 2 Britain at Scapa Flow as UK-AAF-1",
        "NAS 2 Britain at Scapa Flow as UK-NAS-1",
        "CA 2 Britain at Scapa Flow as UK-CA-Kent",
    )
    near, far = (
        eligibility.spotting_squadrons(s, "Allied", "B31"),
        eligibility.spotting_squadrons(s, "Allied", "J29"),
    )
    assert (near, far) == (4, 0)
    a = Activity("transport", "Axis", (), ("B31",), "B31", ("B31",))
    post = eligibility.Post("B29")
    tried = eligibility.attempt_situation(
        s, "Allied", a, post, tuple(s.units[i] for i in ("UK-CA-Kent",)), "B31", 2
    )
    assert attempt.dice_for(R, tried).dice == 4 + 3 - 1


def test_orders_that_meet_nothing_are_refused_with_every_reason() -> None:
    s = place(
        "turn Spring 1941, Axis player turn, movement phase",
        "CA 2 Britain at Scapa Flow as UK-CA-Kent",
        "UK-CA-Kent inverted",
    )
    from flagplot.table import AskOrder

    verdict = BOOK.check(
        s,
        AskOrder("Allied", "21.416A", "movement"),
        BOOK.parse("intercept UK-CA-Kent at B31", s, "Allied"),
    )
    codes = {r.code for r in verdict.refusals}
    assert {"no-window", "inverted"} <= codes


def test_an_interception_has_a_text_form() -> None:
    s = place(
        "turn Spring 1941, Axis player turn, movement phase",
        "CA 2 Britain at Scapa Flow as UK-CA-Kent",
    )
    order = BOOK.parse("intercept UK-CA-Kent at B31 via B30", s, "Allied")
    assert isinstance(order, Intercept)
    assert BOOK.parse(BOOK.text(order), s, "Allied") == order


@pytest.mark.parametrize("seed", [26, 36, 45, 89])
def test_the_order_of_an_owners_list_does_not_show_when_its_ships_are_sighted(seed: int) -> None:
    """One patrol with its ships named in either order: the enemy that fights it reads equal
    bytes."""
    played = [
        patrolled(words, seed) for words in ("Gneisenau, Scharnhorst", "Scharnhorst, Gneisenau")
    ]
    one, two = (told(game, "Allied") for game, _ in played)
    assert all(known for _, known in played), "no group of the enemy came in sight"
    assert one == two


def patrolled(ships: str, seed: int) -> tuple[Game, bool]:
    """A game that begins with a patrol of *ships* and goes on by answers in words; whether one of
    its groups was sighted."""
    game = Game.new(
        BOOK, Setup("norway-1940"), rulings=R, dice=SealedDice(bytes([seed]) * 32), id="twin"
    )
    assert game.submit("Axis", f"patrol {ships} to B32")
    rng = random.Random(seed)
    known = False
    for _ in range(80):
        if not (owed := game.sides_to_answer()):
            break
        side = min(owed)
        request = game.request(side)
        if isinstance(request, Ask):
            passing, texts = str(request.options[0]), sorted(map(str, request.options))
        else:
            found = [BOOK.text(o) for o in BOOK.candidates(game.view(side), request)]
            passing, texts = found[-1], sorted(found) if side == "Allied" else found[-1:]
        if not game.submit(side, rng.choice(texts)):
            game.submit(side, passing)
        known |= game.state.battle is not None and any(
            g.known for g in game.state.battle.fleets[0].groups
        )
    return game, known


def met(nation: str, *more: str) -> tuple[Game, AskOrder[Any]]:
    """A game in which a cruiser of *nation* sails past the Axis beside a transport, and what the
    Axis is asked."""
    state = BOOK.case_start(Setup("", "", "current", ()), R)
    for line in (
        "turn Spring 1941, Allied player turn, sea transport segment",
        "control Tobruk Allied",
        "control Benghazi Axis",
        "CA 2 Italy at Benghazi as IT-CA-1",
        "CA 2 Germany at Benghazi as GE-CA-1",
        "CA 2 France at Alexandria as FR-CA-2",
        "CA 2 U.S. at Alexandria as US-CA-2",
        "CA 2 Greece at Alexandria as GR-CA-2",
        f"CA 2 {nation} at Alexandria as X-CA-1",
        "INF 1 Britain at Alexandria as UK-INF-1",
        f"DD 1 {nation} at Alexandria as X-DD-1",
        *more,
    ):
        state = BOOK.given(state, line)
    game = Game.at(BOOK, Setup(""), state, rulings=R, dice=SealedDice(b"x" * 32))
    assert game.submit("Allied", "transport UK-INF-1 to Tobruk with X-CA-1, X-DD-1")
    request = game.request("Axis")
    assert isinstance(request, AskOrder)
    return game, request


@pytest.mark.parametrize("more", [(), ("U.S. not at war with Germany",)])
def test_whose_ships_sail_is_not_told_to_him_who_may_meet_them(more: tuple[str, ...]) -> None:
    """22.11: the question, what it foretells and what may be sent are the same whether Greek or
    French ships sail."""
    (one, asked), (two, again) = met("Greece", *more), met("France", *more)
    assert told(one, "Axis") == told(two, "Axis")
    assert shown(BOOK, one.view("Axis"), "Axis", asked) == shown(
        BOOK, two.view("Axis"), "Axis", again
    )


def test_who_is_not_at_war_with_all_is_told_whom_his_ships_may_not_meet() -> None:
    """21.14E: German ships, not at war with America, do not meet Americans; the Italians do."""
    game, request = met("U.S.", "U.S. not at war with Germany")
    assert dict(request.about)["nations"] == "U.S."
    assert [r.code for r in game.check("Axis", "intercept GE-CA-1 at KK25").refusals] == [
        "not-at-war"
    ]
    assert game.check("Axis", "intercept IT-CA-1 at KK25")


def test_all_battle_groups_are_numbered_in_one_form() -> None:
    """22.3: the question of the first group names all that follow; in the terminal one line answers
    them all."""
    book: Any = BOOK
    game: Any = Game.new(
        book,
        Setup("norway-1940", "WS"),
        rulings=rulings("awaw"),
        dice=SealedDice(bytes([5]) * 32),
        id="x",
    )
    rng, player = random.Random(5), admiral("greedy")
    while not (
        prompt := book.prompt(game.view(side := game.sides_to_answer()[0]), game.request(side))
    ).together:
        game.answer(side, player.decide(book, game.view(side), game.request(side), rng))
    assert len(prompt.together) == 3
    assert prompt.together[1] == "Karlsruhe, Koeln and Koenigsberg"
    view, request = game.view(side), game.request(side)
    mine = next(f for f in view.battle.fleets if f.side == side)
    many = tuple(replace(g, id=f"{g.id}{i}" if i else g.id) for i in range(3) for g in mine.groups)
    fleets = tuple(replace(f, groups=many) if f is mine else f for f in view.battle.fleets)
    crowded = replace(view, battle=replace(view.battle, fleets=fleets))
    assert len(many) == 9
    assert (
        len(book.prompt(crowded, request).together) == 6
    )  # nobody is asked about the groups there are no numbers for
    paper = io.StringIO()
    players = {game.view(side).enemy(side): player}
    Terminal(
        TerminalGame(
            game,
            book.scenarios[0],
            (side,),
            players,
            Console(file=paper, width=400),
            None,
            typist(["2 1 5"]),
        )
    ).play()
    assert [
        e.text
        for e in game.entries
        if e.kind == "input" and e.side == side and e.asked == "combat-group"
    ] == ["2", "1", "5"]
    assert "all in one line, as: 1 2 3" in paper.getvalue()


def test_a_group_that_was_found_unseen_stands_in_his_line() -> None:
    """22.42: what a search told of a group stands where its ships will, and not beside the word
    that nobody is found."""
    book: Any = BOOK
    game: Any = Game.new(
        book,
        Setup("norway-1940", "WS"),
        rulings=rulings("awaw"),
        dice=SealedDice(bytes([5]) * 32),
        id="x",
    )
    rng, player = random.Random(5), admiral("greedy")
    while not (
        lines := book.prompt(
            view := game.view(side := game.sides_to_answer()[0]), game.request(side)
        ).battle
    ):
        game.answer(side, player.decide(book, view, game.request(side), rng))
    assert not lines.unseen
    his = next(f for f in view.battle.fleets if f.side != side)
    found = replace(
        his,
        groups=(replace(his.groups[0], ships=(), number=2, report=Report("10+", 1, True, False)),),
    )
    fleets = tuple(found if f is his else f for f in view.battle.fleets)
    seen = battle_lines.lines_of_battle(
        replace(view, battle=replace(view.battle, fleets=fleets)), side
    )
    assert seen is not None
    assert seen.unseen == ("Group 2 found, ten factors or more, 1 carrier, fast",)
    paper = io.StringIO()
    print_battle(Console(file=paper, width=400), seen, whole=True)
    assert "Group 2 found" in paper.getvalue()
    assert "nobody found yet" not in paper.getvalue()


def test_ships_still_on_the_way_to_a_battle_are_not_counted_among_those_that_are_there() -> None:
    """22.163: a counter-interceptor that falls short closes round by round; the question says how
    far it is."""
    book: Any = BOOK
    game: Any = Game.new(
        book,
        Setup("norway-1940", "WS"),
        rulings=rulings("awaw"),
        dice=SealedDice(bytes([5]) * 32),
        id="x",
    )
    rng, player = random.Random(5), admiral("greedy")
    while not (
        prompt := book.prompt(game.view(side := game.sides_to_answer()[0]), game.request(side))
    ).together:
        game.answer(side, player.decide(book, game.view(side), game.request(side), rng))
    view, request = game.view(side), game.request(side)
    mine = next(f for f in view.battle.fleets if f.side == side)
    late = replace(
        mine, groups=(*mine.groups[:1], replace(mine.groups[1], away=4), *mine.groups[2:])
    )
    then = replace(
        view,
        battle=replace(
            view.battle, fleets=tuple(late if f is mine else f for f in view.battle.fleets)
        ),
    )
    told = {c.text.partition(" ")[0]: c.text for c in book.prompt(then, request).detail}
    assert (
        told["Still"]
        == "Still 4 hexes away, with a roll to close in each round: Karlsruhe, Koeln and Koenigsberg."
    )
    assert "Karlsruhe" not in told["You"]
    gone = replace(late, groups=(late.groups[0], *late.groups[2:]))
    without = replace(
        view,
        battle=replace(
            view.battle, fleets=tuple(gone if f is mine else f for f in view.battle.fleets)
        ),
    )
    assert (
        book.prompt(then, request).forecast
        == book.prompt(without, request).forecast
        != prompt.forecast
    )
    lone = replace(
        late, groups=(replace(mine.groups[0], ships=(replace(mine.groups[0].ships[-1], size=1),)),)
    )
    alone = replace(
        view,
        battle=replace(
            view.battle, fleets=tuple(lone if f is mine else f for f in view.battle.fleets)
        ),
    )
    assert book.prompt(alone, request).detail[1].text.endswith(": 1 undamaged factor.")

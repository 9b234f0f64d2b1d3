"""The generic harness: what every rule book must keep, whatever its rules. Run it on a book and a
scenario.

The tests that call it are in ``test_harness.py``; a rule book's own tests may call single parts on
chosen positions.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec

from flagplot.table import Ask, AskOrder, Roll, Rulebook, Rulings, Setup, TextError
from flagplot.table.analysis.verify import verify
from flagplot.table.assist.examine import complete_text, examine, examine_edit
from flagplot.table.core.dice import ManualDice, SealedDice, SeededDice
from flagplot.table.core.requests import Single
from flagplot.table.game.game import Game
from flagplot.table.language import Click

SEED = b"harness harness harness harness!"
Watch = Callable[[Game, str, Single, Any], None]
"""Called before each answer: (game, side, request, answer)."""


class Table:
    """A rule book laid out for a scenario."""

    def __init__(self, book: Rulebook[Any], setup: Setup, rulings: Rulings) -> None:
        self.book = book
        self.setup = setup
        self.rulings = rulings

    def new(self, dice: Any = None) -> Game:
        return Game.new(
            self.book, self.setup, rulings=self.rulings, dice=dice or SealedDice(SEED), id="harness"
        )

    def open(self, lines: list[str]) -> Game:
        return Game.open(lines, book_of=self.book_of, seed=SEED)

    def book_of(self, id: str) -> Rulebook[Any]:
        if id != self.book.id:
            raise KeyError(id)
        return self.book


def answers(game: Game, side: str) -> list[Any]:
    """Return the answers the side may give, in a fixed order."""
    request = game.request(side)
    assert request is not None
    if isinstance(request, Ask):
        return list(request.options)
    return list(game.book.candidates(game.view(side), request))


def play(game: Game, seed: int, most: int = 2000, watch: Watch | None = None) -> Game:
    """Play at random to the end, or *most* answers. Passing (the last candidate) is chosen half the
    time, so that games end."""
    rng = random.Random(seed)
    for _ in range(most):
        owed = game.sides_to_answer()
        if not owed:
            break
        assert owed != ("dice",), "a game with dice of its own stops at a roll"
        side = rng.choice(owed)
        request = game.request(side)
        assert request is not None
        choices = answers(game, side)
        assert choices, f"{side} is asked {request.kind} and has no answer: a dead end"
        value = (
            choices[-1]
            if isinstance(request, AskOrder) and rng.random() < 0.5
            else rng.choice(choices)
        )
        if watch is not None:
            watch(game, side, request, value)
        verdict = game.answer(side, value)
        assert verdict, f"a candidate is refused: {game.book.text(value)}: {verdict}"
    return game


def sent(value: Any) -> bytes:
    """The bytes of a value as it leaves the table: lists and mappings in the order they have, sets
    sorted, rulings by digest."""
    return _json(ordered(value), enc_hook=plain)


_json = msgspec.json.encode


def ordered(value: Any) -> Any:
    """*value* with every set inside it as a sorted list (a set has no order that leaves the
    table)."""
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, Mapping) and any(isinstance(v, (set, frozenset)) for v in value.values()):
        return {k: ordered(v) for k, v in value.items()}
    if isinstance(value, msgspec.Struct):
        return {f: ordered(getattr(value, f)) for f in value.__struct_fields__}
    return value


def plain(value: Any) -> Any:
    if isinstance(value, Rulings):
        return value.digest
    raise TypeError(f"{type(value).__name__} in a state cannot be written")


def digest(game: Game) -> str:
    return hashlib.sha256("\n".join(game.lines()).encode()).hexdigest()


# -- what must hold
def ends(table: Table, seed: int, most: int) -> Game:
    """Random play reaches the end within *most* answers."""
    game = play(table.new(), seed, most)
    assert game.outcome is not None, f"not over after {most} answers"
    assert not game.sides_to_answer()
    assert table.book.outcome(game.state) == game.outcome
    return game


def deterministic(table: Table, seed: int, most: int) -> None:
    """A seed gives one log, with sealed and with seeded dice."""
    for dice in (lambda: SealedDice(SEED), lambda: SeededDice(seed)):
        assert digest(play(table.new(dice()), seed, most)) == digest(
            play(table.new(dice()), seed, most)
        )


def replays(table: Table, seed: int, most: int, points: int = 5) -> None:
    """Opening the log gives the same game, at the end and at points on the way; the log verifies; a
    cut log is completed."""
    game = play(table.new(), seed, most)
    lines = game.lines()
    same(game, table.open(lines))
    report = verify(lines, book_of=table.book_of, seed=SEED)
    assert report.ok, report
    rng = random.Random(seed)
    for n in sorted(rng.sample(range(1, len(lines)), min(points, len(lines) - 1))):
        part = table.open(lines[:n]).lines()
        assert part == lines[: len(part)]
        assert len(part) >= n


def same(a: Game, b: Game) -> None:
    """Two games are in the same position with the same past, for everybody."""
    assert a.lines() == b.lines()
    assert a.state == b.state
    assert a.sides_to_answer() == b.sides_to_answer()
    assert a.outcome == b.outcome
    for side in (*a.sides, ""):
        assert a.side_log(side) == b.side_log(side)
        assert a.request(side) == b.request(side)
        assert sent(a.view(side)) == sent(b.view(side))


def undoes(table: Table, seed: int, most: int) -> None:
    """Everything can be taken back to the first position, and the same course played again meets
    the same dice."""
    game, course = table.new(), list[tuple[str, Any]]()
    start, owed = game.state, game.sides_to_answer()
    play(game, seed, most, lambda g, side, request, value: course.append((side, value)))
    if game.outcome is not None:  # nothing is taken back after the end: stop one answer before it
        answers, game = len(course) - 1, table.new()
        course.clear()
        play(game, seed, answers, lambda g, side, request, value: course.append((side, value)))
    faces = [e.faces for e in game.entries if e.kind == "roll"]
    first = next(e for e in game.entries if e.kind == "input")
    own = next(e for e in game.side_log(first.side) if e.kind == "input" and e.side == first.side)
    result = game.undo(first.side, to=own.n)
    for side in result.needs:
        game.consent(side, True)
    assert game.state == start
    assert game.sides_to_answer() == owed
    length = len(game.entries)
    for side, value in course:
        assert game.answer(side, value)
    assert [e.faces for e in game.entries[length:] if e.kind == "roll"] == faces
    assert verify(game.lines(), book_of=table.book_of, seed=SEED).ok


def conserves(table: Table, seed: int, most: int) -> None:
    """No ship, step or factor is lost from the inventory or made from nothing (only its place
    changes)."""
    game = table.new()
    kept = set(table.book.inventory(game.state))

    def watch(g: Game, side: str, request: Single, value: Any) -> None:
        now = set(table.book.inventory(g.state))
        assert now == kept, f"vanished: {sorted(kept - now)}; new: {sorted(now - kept)}"

    play(game, seed, most, watch)
    watch(game, "", game.pending, None)  # type: ignore[arg-type]


def speaks(table: Table, seed: int, most: int) -> None:
    """Orders round-trip through text; candidates are legal and said so; prompts, displays,
    sentences and worths are made."""
    book = table.book
    rng = random.Random(seed)

    def watch(g: Game, side: str, request: Single, value: Any) -> None:
        view = g.view(side)
        if isinstance(request, AskOrder):
            text = book.text(value)
            assert book.parse(text, view, side) == value, text
            choices = answers(g, side)
            for other in [*rng.sample(choices, min(4, len(choices))), choices[-1]]:
                assert book.check(view, request, other), book.text(other)
            assert g.check(side, text)
            found = examine(book, view, request, text)
            assert (found.legal, found.complete, found.problem) == (True, True, ""), text
            for bad in ("", "x", text + " xyzzy", text[: len(text) // 2]):
                examine(book, view, request, bad)
                list(complete_text(book, view, request, bad))
        else:
            texts = [str(o) for o in request.options]
            assert len(set(texts)) == len(texts), texts
            assert g.parse(side, str(value)) == value
            assert [o.text for o in book.prompt(view, request).options] == texts
        prompt = book.prompt(view, request)
        assert (prompt.side, prompt.kind) == (side, request.kind)
        assert prompt.question
        assert isinstance(book.evaluate(view, request, value), (int, float))
        sent(book.display(view, side, [request]))

    game = play(table.new(), seed, most, watch)
    for side in (*game.sides, ""):
        for entry, view in game.side_log_with_views(side):
            if entry.kind == "event":
                assert isinstance(book.event_text(entry.event, view, side), str)
    for entry in game.entries:
        if entry.kind == "event":
            assert isinstance(entry.event, book.event_types)
            assert entry.clause


def keeps_secrets(table: Table, seed: int, most: int, every: int = 5, twins: int = 4) -> int:
    """States that differ only in what a side cannot know give it the same bytes of everything that
    leaves the table.

    Returns how many pairs of states were compared.
    """
    book = table.book
    compared = 0
    count = 0

    def watch(g: Game, side: str, request: Single, value: Any) -> None:
        nonlocal compared, count
        count += 1
        for each in (*g.sides, ""):
            view = g.view(each)
            assert sent(book.view(view, each)) == sent(view), "a view of a view differs"
            assert sent(book.view(view, "")) == sent(g.view("")), (
                f"a spectator knows what {each} does not"
            )
        if count % every:
            return
        for each in g.sides:
            known = list(islice(book.secret_twins(g.state, each), 40))
            turned = (
                known[count % len(known) :] + known[: count % len(known)] if known else []
            )  # each kind has its turn
            for twin in (*turned[:twins], *reordered(g.state, g.view(each), each)):
                compared += 1
                assert twin is not g.state, "a twin is the state itself"
                indistinguishable(table, g, twin, each)

    play(table.new(), seed, most, watch)
    return compared


def reordered(state: Any, view: Any, side: str) -> Iterator[Any]:
    """The state with what *side* does not see, or not as it is, in another order in each of its
    mappings."""
    changed: dict[str, Any] = {}
    for field in state.__struct_fields__:
        held = getattr(state, field)
        if isinstance(held, Mapping):
            seen = getattr(view, field)
            others = [
                k for k, v in held.items() if getattr(v, "side", side) != side and seen.get(k) != v
            ]
            if len(others) > 1:
                changed[field] = {
                    **{k: held[k] for k in reversed(others)},
                    **{k: v for k, v in held.items() if k not in others},
                }
    if changed:
        yield msgspec.structs.replace(state, **changed)


def keeps_courses_secret(table: Table, seed: int, most: int, every: int = 4) -> int:
    """Games that differ only in what one side did in secret (another answer, a standing order,
    nothing yet) give the other side the same bytes, and the same answer to every wish: an order,
    one with an old number, taking back.

    Returns how many pairs of games were compared.
    """
    compared = 0
    count = 0
    game = table.new()

    def watch(g: Game, side: str, request: Single, value: Any) -> None:
        nonlocal compared, count
        count += 1
        if count % every:
            return
        lines = g.lines()
        courses = [value, *[a for a in answers(g, side)[:40:7] if a != value][:3]]
        played = [
            (opened, opened.answer(side, a)) for a in courses for opened in [table.open(lines)]
        ]
        stood = table.open(lines)
        stood.add_standing_order(side, "any-never: nothing")
        ahead = table.open(lines)
        ahead.add_standing_order(
            side, f"{request.kind}: {value if isinstance(request, Ask) else g.book.text(value)}"
        )
        played.append((ahead, True))
        made = [p for p, legal in played if legal]
        for watcher in g.sides:
            if watcher != side:
                same_log = [p for p in made if told(p, watcher) == told(made[0], watcher)]
                if told(made[0], watcher) == told(g, watcher):
                    same_log.append(g)
                for one in same_log[1:]:
                    compared += 1
                    alike(table, same_log[0], one, watcher)
                compared += 1
                alike(table, g, stood, watcher)

    play(game, seed, most, watch)
    return compared


def told(game: Game, side: str) -> bytes:
    """Return everything a side has been told so far: its log, its view, the sides that must answer,
    its question."""
    log = sent([sent(e) for e in game.side_log(side)])
    return (
        log
        + sent(game.view(side))
        + sent([game.waits_for(side), str(game.request(side)), game.undo_asked])
    )


def alike(table: Table, one: Game, two: Game, side: str) -> None:
    """Two games that have told a side the same are the same for it, whatever it asks or tries."""
    assert told(one, side) == told(two, side)
    assert shown(one.book, one.view(side), side, one.request(side)) == shown(
        two.book, two.view(side), side, two.request(side)
    )
    assert tries(table, one, side) == tries(table, two, side)


def tries(table: Table, game: Game, side: str) -> list[str]:
    """Return the results of what a side may try now, each on a copy of the game: an undo, a
    standing order, an answer given with the newest number and with an old one."""
    found = []
    request = game.request(side)
    last = len(game.side_log(side)) - 1
    texts = [str(o) for o in request.options[:1]] if isinstance(request, Ask) else []
    if isinstance(request, AskOrder):
        texts = [
            game.book.text(o) for o in islice(game.book.candidates(game.view(side), request), 1)
        ]
    given = [e.n for e in game.side_log(side) if e.kind == "input" and e.side == side]
    lines = game.lines()

    def tried(act: Callable[[Game], Any], *, after: bool = False) -> None:
        copy = table.open(lines)
        try:
            found.append(str(act(copy)))
        except ValueError as e:
            found.append(f"{type(e).__name__}: {e}")
        if after:
            found.append(repr(told(copy, side)))

    tried(lambda g: g.undo(side), after=True)
    if len(given) > 1:
        tried(lambda g: g.undo(side, to=given[-2]), after=True)
    tried(lambda g: g.add_standing_order(side, "any-never: nothing").n, after=True)
    for text in (*texts, "x"):
        for at in (last, 0):
            tried(lambda g, text=text, at=at: bool(g.submit(side, text, at=at)))
    return found


def names_no_secrets(table: Table, seed: int, most: int) -> None:
    """No seen entry and no question names a unit that the side's view does not hold (before or
    after it); to a spectator those are named, too, that every side knows."""
    book = table.book

    def known(state: Any) -> set[str]:
        return {id.partition("#")[0] for id in book.inventory(state)}

    def watch(g: Game, side: str, request: Single, value: Any) -> None:
        hidden = known(g.state) - known(g.view(side))
        options = [str(o) for o in request.options] if isinstance(request, Ask) else []
        named = words(str(request.about)) | words(" ".join(options))
        assert not named & hidden, f"{request.kind} names {sorted(named & hidden)} to {side}"

    game = play(table.new(), seed, most, watch)
    last = len(game)
    for side in (*game.sides, ""):
        log, readers = game._record.side_log(side), (side,) if side else ("", *game.sides)
        for entry, n in zip(log.entries, log.source, strict=True):
            if entry.kind in ("event", "roll") or (entry.kind == "input" and entry.side != side):
                around = (game.state_before(n), game.state_before(min(n + 1, last)))
                told = {
                    each: known(book.view(around[0], each)) | known(book.view(around[1], each))
                    for each in readers
                }
                hidden = (
                    known(around[1])
                    - told[side]
                    - (set() if side else set.intersection(*(told[s] for s in game.sides)))
                )
                named = words(sent(entry).decode())
                assert not named & hidden, (
                    f"{entry.kind} {entry.n} names {sorted(named & hidden)} to "
                    f"{side or 'a spectator'}"
                )


def words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z0-9][A-Za-z0-9_./-]*", text))


def indistinguishable(table: Table, game: Game, twin: Any, side: str) -> None:
    """The side cannot tell *twin* from the state of *game*."""
    book = table.book
    mine, other = game.view(side), book.view(twin, side)
    assert sent(other) == sent(mine), f"{side} sees a secret: {differing(mine, other)}"
    request = game.request(side)
    whole = len(game._record.timeline.live) == game._record.timeline.last.at
    if whole and not isinstance(game.pending, Roll):
        again = Game.at(book, table.setup, twin, rulings=table.rulings, dice=ManualDice())
        fresh = Game.at(book, table.setup, game.state, rulings=table.rulings, dice=ManualDice())
        assert str(again.request(side)) == str(fresh.request(side))
        assert [sent(e) for e in again.side_log(side)] == [sent(e) for e in fresh.side_log(side)]
        assert again.sides_to_answer() == fresh.sides_to_answer()
    a, b = shown(book, mine, side, request), shown(book, other, side, request)
    for name, bytes_ in a.items():
        assert b[name] == bytes_, f"{name} tells {side} a secret"


def differing(one: Any, two: Any) -> list[str]:
    """The fields in which two views differ."""
    return [f for f in one.__struct_fields__ if sent(getattr(one, f)) != sent(getattr(two, f))]


def shown(book: Rulebook[Any], view: Any, side: str, request: Single | None) -> dict[str, bytes]:
    """Everything a side is sent of a position: display, prompt, and of orders offered, mistyped or
    about what it cannot see the verdict, the examination, the completions and what the admiral
    thinks of them; and the odds that can be asked."""
    owed = [request] if request is not None else []
    out = {"display": sent(book.display(view, side, owed))}
    for q in book.questions:
        try:
            rule, situation = book.situation(view, side, q.kind, q.example)
            out[f"odds {q.kind}"] = repr((rule, situation)).encode()
        except (TextError, KeyError) as e:
            out[f"odds {q.kind}"] = str(e).encode()
    if request is not None:
        out["prompt"] = sent(book.prompt(view, request))
        out["bluff"] = sent(book.mixing_noise(view, request))
    if isinstance(request, AskOrder):
        orders = list(islice(book.candidates(view, request), 20))
        out["candidates"] = sent([book.text(o) for o in orders])
        for order in orders[:4]:
            text = book.text(order)
            out[f"check {text}"] = sent(book.check(view, request, order))
            out[f"worth {text}"] = sent(book.evaluate(view, request, order))
            for typed in (
                text,
                text[: len(text) * 2 // 3],
                text + " xyzzy",
                text.replace("1", "2"),
            ):
                out[f"examine {typed}"] = sent(examine(book, view, request, typed))
                out[f"write {typed}"] = sent(
                    examine_edit(book, view, request, typed, len(typed) // 2)
                )
                out[f"complete {typed}"] = sent(list(complete_text(book, view, request, typed)))
            for click in clicks(book, view, side):
                out[f"click {text} {click}"] = sent(
                    examine_edit(book, view, request, text, -1, (click,))
                )
    elif request is not None:
        for option in request.options:
            out[f"worth {option}"] = sent(book.evaluate(view, request, option))
    return out


def clicks(book: Rulebook[Any], view: Any, side: str) -> Iterator[Click]:
    """Clicks on the first counters that a side sees of either side, and on where they stand."""
    counters = book.display(view, side, ()).counters
    for c in (
        *[c for c in counters if c.side == side][:1],
        *[c for c in counters if c.side != side][:1],
    ):
        yield from (Click("unit", c.id), Click("place", c.place), Click("way", c.place))


def scenarios(book: Rulebook[Any]) -> Iterator[Setup]:
    """Every scenario and start of a book, and the first of them in every edition."""
    for s in book.scenarios:
        for start in [id for id, _ in s.starts] or [""]:
            yield Setup(s.id, start, book.editions[0])
    first = book.scenarios[0]
    for edition in book.editions[1:]:
        yield Setup(first.id, "", edition)

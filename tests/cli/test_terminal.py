"""A game in the terminal, line by line, on the toy rule book."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.console import Console

from flagplot.admirals import Random as RandomAdmiral
from flagplot.cli.common import print_hanging
from flagplot.cli.slash_commands import HELP, HELP_ENTRY
from flagplot.cli.terminal import Terminal
from flagplot.cli.terminal_game import TerminalGame
from flagplot.table import Refusal, Setup
from flagplot.table.analysis.verify import verify
from flagplot.table.core.dice import Dice, ManualDice, SealedDice, SeededDice
from flagplot.table.game.game import Game
from tests.table.toybook import BOOK, RULINGS, Moved, book_of


class Table:
    """A terminal fed with lines; what it printed."""

    def __init__(
        self,
        lines: Iterable[str],
        mine: tuple[str, ...] = ("Red", "Blue"),
        dice: Dice | None = None,
        log: Path | None = None,
        game: Game | None = None,
        start: str = "bare",
    ) -> None:
        self.paper = io.StringIO()
        feed = iter(lines)

        def read(prompt: str) -> str:
            self.paper.write(prompt)
            line = next(feed, None)
            if line is None:
                raise EOFError
            self.paper.write(line + "\n")
            return line

        setup = Setup("line", start)
        self.game = game or Game.new(BOOK, setup, rulings=RULINGS, dice=dice or SeededDice(1))
        players = {s: RandomAdmiral() for s in ("Red", "Blue") if s not in mine}
        out = Console(file=self.paper, width=200, highlight=False, soft_wrap=True)
        self.terminal = Terminal(
            TerminalGame(self.game, BOOK.scenarios[0], mine, players, out, log, read)
        )
        self.terminal.play()

    @property
    def said(self) -> str:
        return self.paper.getvalue()


HOLD = ["move Red1 to 2", "hold", "hold"]
EVENING = ["sleep", "watch", "peace"]
WHOLE = ["pass", "pass", *EVENING] * 3


def test_a_whole_game_between_people() -> None:
    table = Table(WHOLE)
    assert table.game.outcome is not None
    assert "A draw" in table.said
    assert "Watched under 3.1" in table.said


def test_a_game_against_an_admiral_ends() -> None:
    table = Table(["pass", "hold", "sleep", "peace"] * 30, mine=("Red",))
    assert table.game.outcome is not None
    assert "Blue is led by" in table.said
    assert "; answers at once" in table.said


def test_a_refusal_names_its_clause_and_the_mended_order_can_be_given() -> None:
    table = Table(["move Red1 to 9", "/try 1", "/try 7", "/try one"])
    assert "Refused" in table.said
    assert "1.2" in table.said
    assert table.game.state.ships["Red1"].at == 0
    assert "wants the number" in table.said


def test_a_remedy_is_offered_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    from flagplot.table.display.orders import RefusalText

    def said(self: object, view: object, refusal: Refusal) -> RefusalText:
        return RefusalText(
            refusal, "Too far", "It goes 3 squares.", (("Sail nearer", refusal.remedies[0].order),)
        )

    monkeypatch.setattr(type(BOOK), "refusal_text", said)
    table = Table(["move Red1 to 9", "/try 1", "hold", "hold", "hold"])
    assert "Too far: It goes 3 squares." in table.said
    assert "1  Sail nearer  move Red1 to 3" in table.said
    assert table.game.state.ships["Red1"].at == 3
    by_number = Table(["move Red1 to 9", "1", "hold", "hold", "hold"])
    assert "Its number gives the mended order" in by_number.said
    assert by_number.game.state.ships["Red1"].at == 3


def test_what_was_forgotten_is_said_once_and_its_number_does_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from flagplot.table.assist import coach
    from flagplot.table.assist.coach import Reminder

    def forgotten(book: object, view: object, request: object) -> tuple[Reminder, ...]:
        return (Reminder("Red1 lies idle.", "1.1", "move Red1 to 2"),)

    monkeypatch.setattr(coach, "missed_order_reminders", forgotten)
    table = Table(["pass", "1", "hold", "hold", "hold"])
    assert "Before you end this:" in table.said
    assert "1  Red1 lies idle. 1.1  move Red1 to 2" in table.said
    assert table.game.state.ships["Red1"].at == 2
    again = Table(["pass", "pass", "hold", "sleep"], mine=("Red",))
    assert again.said.count("Before you end this:") == 1
    assert again.game.state.ships["Red1"].at == 0
    told = Table(["/coach"]).said
    assert "Not to be forgotten" in told


def test_unreadable_orders_are_told_with_what_may_stand() -> None:
    table = Table(["sail", "\x00\x1b[31m", "[bold]x", "move Red1", "9" * 5000, "²", "-1"])
    assert "no order begins like 'sail'" in table.said
    assert "\x1b" not in table.said.replace("\x00\x1b[31m\n", "")
    assert "move SHIP to SQUARE" in table.said
    assert len(table.game) == 1


def test_options_by_number_and_by_text() -> None:
    table = Table(["move Red1 to 1", "2", "pass"], start="usual")
    answers = [e.text for e in table.game.entries if e.kind == "input"]
    assert answers == ["move Red1 to 1", "close", "pass"]


def test_of_many_options_the_first_are_shown_and_all_may_be_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("flagplot.cli.terminal.MOST_LINES", 1)
    table = Table(["move Red1 to 1", "2", "pass"], start="usual")
    assert "... and " in table.said
    assert [e.text for e in table.game.entries if e.kind == "input"] == [
        "move Red1 to 1",
        "close",
        "pass",
    ]


def test_asides_do_not_change_the_game() -> None:
    asides = [
        "/help",
        "/orders",
        "/show",
        "/forces",
        "/forces Red2",
        "/forces nothing",
        "/check move Red1 to 9",
        "/check move Red1 to 2",
        "/check nonsense",
        "/suggest",
        "/suggest 1",
        "/odds",
        "/rules 9.9",
        "/log",
        "/log 2",
        "/luck",
        "/standing",
        "/unstand 4",
        "/unstand x",
        "/stand nonsense",
        "/nowhere",
        "/",
        "",
        "/map",
        "/save",
        "/undo",
    ]
    table = Table(asides)
    assert len(table.game) == 1
    told_all = (
        "/undo",
        "Red2",
        "Legal",
        "Refused",
        "no force",
        "no /nowhere",
        "wants a file",
        "no standing order 4",
        "back",
    )
    assert table.said.count("the best under the plan of this turn") == 2
    for told in told_all:
        assert told in table.said


def test_the_whole_help_is_shown_one_line_an_entry() -> None:
    said = Table(["/help"]).said.replace("\n", " ")
    for lead, body in re.findall(HELP_ENTRY, HELP):
        assert lead + " ".join(body.split()) in said
    assert " ".join(f"{a}{b}" for a, b in re.findall(HELP_ENTRY, HELP)).split() == HELP.split()


def test_a_side_is_not_shown_what_it_cannot_know() -> None:
    table = Table(["/show", "/forces"], mine=("Red",), start="usual")
    assert "Red1" in table.said
    assert "Blue1" not in table.said
    assert "BlueS" not in table.said


def test_undo_takes_back() -> None:
    table = Table(["move Red1 to 0", "/undo blue", "/undo red", "move Red1 to 3"])
    assert "Blue has no input to take back" in table.said
    assert [e.kind for e in table.game.entries if e.kind == "undo"] == ["undo"]
    assert table.game.state.ships["Red1"].at == 1


def test_undo_of_what_another_answered_needs_consent() -> None:
    table = Table([*HOLD, "/undo", "n", "/undo", "y"])
    assert "wants to take back" in table.said
    assert table.game.state.ships["Red1"].at == 0
    assert table.game.sides_to_answer() == ("Red",)


def test_standing_orders() -> None:
    table = Table(
        ["/stand interception: hold", "/standing", "move Red1 to 1", "/unstand 1", "/standing"]
    )
    assert "interception: hold" in table.said
    assert "no standing orders" in table.said


def test_real_dice_are_typed() -> None:
    lines = ["move Red1 to 2", "hold", "close", "x y", "7 1", "1 2 3", "/help", "6 6", "5", "6"]
    table = Table(lines, dice=ManualDice(), start="usual")
    rolls = [e.faces for e in table.game.entries if e.kind == "roll"]
    assert rolls[0] == (6, 6)
    assert "cannot show 7" in table.said
    assert "faces are numbers" in table.said


def test_leaving_and_going_on(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    first = Table([*HOLD, "/quit"], dice=SealedDice(b"s" * 32), log=log)
    assert "leave the table" in first.said
    seed = tmp_path / "game.jsonl.seed"
    assert seed.stat().st_mode & 0o077 == 0
    again = Game.open(
        log.read_text().splitlines(), book_of=book_of, seed=bytes.fromhex(seed.read_text())
    )
    assert again.lines() == first.game.lines()
    rest = Table(["pass", "pass", *EVENING, *WHOLE], log=log, game=again)
    assert rest.game.outcome is not None
    assert not seed.exists()
    assert verify(log.read_text().splitlines(), book_of=book_of).ok


def test_a_log_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    from flagplot.cli.files import CommandError

    with pytest.raises(CommandError, match="cannot be written"):
        Table(["pass"], log=tmp_path / "none" / "game.jsonl")


def test_saving_elsewhere(tmp_path: Path) -> None:
    table = Table([f"/save {tmp_path / 'x.jsonl'}", f"/save {tmp_path / 'no' / 'x.jsonl'}"])
    assert (tmp_path / "x.jsonl").read_text().splitlines() == table.game.lines()
    assert "cannot be written" in table.said


def test_long_lines_stand_below_their_beginning() -> None:
    paper = io.StringIO()
    print_hanging(
        Console(file=paper, width=30, force_terminal=True, color_system=None),
        "  1  ",
        "one two three four five six seven " * 2,
    )
    lines = paper.getvalue().splitlines()
    assert len(lines) > 2
    assert lines[0].startswith("  1  one")
    assert all(line.startswith("     ") and line[5] != " " for line in lines[1:])
    assert max(map(len, lines)) <= 30


def test_a_new_seat_finds_nothing_of_the_other_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten: list[str] = []

    class Readline:
        @staticmethod
        def clear_history() -> None:
            forgotten.append("all")

    paper = io.StringIO()
    table = Table([])
    monkeypatch.setitem(sys.modules, "readline", Readline)
    table.terminal.table.out = Console(file=paper, width=80, force_terminal=True)
    table.terminal.table.read = lambda _: ""
    table.terminal._change_seat("Blue")
    assert forgotten == ["all"]
    assert "\x1b[2J" in paper.getvalue()
    assert "\x1b[3J" in paper.getvalue()
    table.terminal.table.mine = ("Blue",)
    table.terminal._change_seat("Red")
    assert forgotten == ["all"]


def test_an_empty_log_says_so() -> None:
    assert "nothing has happened yet" in Table(["/log"]).said


def test_a_number_that_no_option_has_is_no_answer() -> None:
    table = Table(["move Red1 to 2", "9", "0", "hold"], start="usual")
    assert "'9' is not offered" in table.said
    assert "'0' is not offered" in table.said


def test_what_a_standing_order_answered_is_told_to_its_giver() -> None:
    table = Table(["/stand movement: pass", "/quit"], mine=("Red",))
    assert "Red: pass (by standing order)" in table.said


def test_a_rule_that_fails_ends_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(Moved, "apply", broken)
    table = Table(["move Red1 to 2", "pass", "/stand movement: move Blue1 to 8", "pass"])
    assert table.said.count("nothing was changed") == 2
    assert [e.text for e in table.game.entries if e.kind == "input"] == ["pass", "pass"]


def test_an_answer_given_once_and_for_all() -> None:
    table = Table(["move Red1 to 1", "always 2", "pass"], start="usual")
    assert "always ANSWER" in table.said
    assert "Standing order: interception: close" in table.said
    inputs = [(e.text, bool(e.standing)) for e in table.game.entries if e.kind == "input"]
    assert inputs[:2] == [("move Red1 to 1", False), ("close", True)]
    assert [o.text for o in table.game.standing_orders("Blue")] == ["interception: close"]


def test_an_answer_that_cannot_hold_or_is_none() -> None:
    table = Table(
        [
            "always move Red1 to 2",
            "/always pass",
            "move Red1 to 1",
            "voyage hold",
            "always",
            "always 9",
            "/here hold",
        ],
        start="usual",
    )
    assert "it is given each time" in table.said
    assert "say what is answered" in table.said
    assert "'9' is not offered" in table.said
    assert not table.game.standing_orders("Blue")


def test_commands_are_read_as_they_look() -> None:
    table = Table(["\u200b/stand Interception: hold\ufeff", "/standing\u200b", "/quit\u00a0"])
    assert "interception: hold" in table.said

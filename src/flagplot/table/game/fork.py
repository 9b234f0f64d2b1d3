"""A game in thought: it goes on from any request, with dice of its own and without a log. What
admirals think with.

A branch is made in some microseconds and costs nothing until it is played: the rules of the step
that is being played are run again, with what was answered and rolled in it, when the first answer
is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..contract.rulebook import Outcome, Rulebook
from ..core.dice import Fated
from ..core.errors import RuleError, TextError, WrongSeat
from ..core.requests import Ask, AskEach, Request, Roll, Single, TailCall, single_requests
from ..core.verdict import LEGAL, Verdict
from .rule_runner import RuleInput, RuleRun


class GameFork:
    """A game that goes on in thought. Made by :meth:`~flagplot.table.game.game.Game.fork`,
    :meth:`at` and :meth:`fork`.

    ``state`` is the truth of the branch, ``pending`` what is asked (never a roll), ``outcome`` how
    it ended.
    """

    __slots__ = (
        "_dice",
        "_given",
        "_play",
        "_point",
        "_rule",
        "_views",
        "book",
        "outcome",
        "pending",
        "state",
    )

    def __init__(
        self,
        book: Rulebook[Any],
        point: Any,
        given: Sequence[RuleInput],
        seed: int | str,
        state: Any,
        pending: Request | None,
        outcome: Outcome | None,
        rule: TailCall | None = None,
    ) -> None:
        """*point* is the last state with nothing half done; *given* was answered and rolled since,
        and led to *state*. Where a *rule* goes on from *point*, something is half done in it."""
        self.book = book
        self.state = state
        self.pending = pending
        self.outcome = outcome
        self._point = point
        self._given = tuple(given)
        self._rule = rule or TailCall(book.step)
        self._dice = Fated(seed)
        self._play: RuleRun | None = None
        self._views: dict[str, tuple[Any, Any]] = {}

    @classmethod
    def at(cls, book: Rulebook[Any], state: Any, seed: int | str) -> GameFork:
        """A game in thought from a state with nothing half done, up to the first thing asked."""
        return cls.half_done(book, state, (), seed)

    @classmethod
    def half_done(
        cls,
        book: Rulebook[Any],
        point: Any,
        given: Sequence[RuleInput],
        seed: int | str,
        rule: TailCall | None = None,
    ) -> GameFork:
        """A game in thought from the middle of a step, up to the next thing asked: by what was
        *given* in it, or from a state in which the *rule* goes on
        (:meth:`~flagplot.table.Rulebook.resumed`)."""
        branch = cls(
            book,
            point,
            given,
            seed,
            point,
            None,
            None if given or rule else book.outcome(point),
            rule,
        )
        if branch.outcome is None:
            branch._steps()
        return branch

    def fork(self, seed: int | str) -> GameFork:
        """This game as it is now, to go on by itself. Equal seeds and equal answers give equal
        dice."""
        return GameFork(
            self.book,
            self._point,
            self._inputs,
            seed,
            self.state,
            self.pending,
            self.outcome,
            self._rule,
        )

    @property
    def _inputs(self) -> tuple[RuleInput, ...]:
        """What was answered and rolled in the step that is half done."""
        return self._given if self._play is None else tuple(self._play.inputs)

    def copy(self) -> GameFork:
        """This game as it is now, to go on by itself with the same dice. Positions are shared:
        nothing changes them."""
        return self._made(self._kept())

    def __copy__(self) -> GameFork:
        return self.copy()

    def __deepcopy__(self, _known: dict[int, Any]) -> GameFork:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return GameFork._made, (self._kept(),)

    def _kept(self) -> tuple[Any, ...]:
        """All that the game goes on from: the step that is being played is run again from it."""
        return (
            self.book,
            self._point,
            self._inputs,
            self.state,
            self.pending,
            self.outcome,
            self._rule,
            self._dice.copy(),
        )

    @staticmethod
    def _made(kept: tuple[Any, ...]) -> GameFork:
        book, point, given, state, pending, outcome, rule, dice = kept
        branch = GameFork(book, point, given, 0, state, pending, outcome, rule)
        branch._dice = dice
        return branch

    # -- what is asked
    def owes(self) -> tuple[str, ...]:
        """The sides that must answer now; empty when the game is over."""
        if self.pending is None:
            return ()
        return tuple(s.side for s in single_requests(self.pending) if not self._is_in(s.side))

    def request(self, side: str) -> Single | None:
        """What *side* is asked now, or ``None``."""
        if self.pending is None or self._is_in(side):
            return None
        return next((s for s in single_requests(self.pending) if s.side == side), None)

    def view(self, side: str) -> Any:
        """What *side* may know of the position now."""
        kept = self._views.get(side)
        if kept is None or kept[0] is not self.state:
            kept = self._views[side] = (self.state, self.book.view(self.state, side))
        return kept[1]

    def _is_in(self, side: str) -> bool:
        """Whether the sealed answer of a side is in while another's is not."""
        return isinstance(self.pending, AskEach) and side in self._half_done().sealed

    @property
    def resting(self) -> bool:
        """Whether nothing is half done: the step that is being played has had no answer and no roll
        yet."""
        return not (self._given if self._play is None else self._play.inputs)

    # -- answering
    def answer(self, side: str, value: Any) -> Verdict:
        """Answer with a value, and roll and go on to what is asked next. A refused order changes
        nothing.

        Raises ``WrongSeat``, ``TextError`` (not one of the options).
        """
        single = self.request(side)
        if single is None:
            raise WrongSeat(
                f"{side or 'nobody'} is not asked now; asked are {', '.join(self.owes()) or 'none'}"
            )
        if isinstance(single, Ask):
            if value not in single.options:
                raise TextError(f"{value!r} is not offered", 0, [str(o) for o in single.options])
        else:
            verdict = self.book.check(self.view(side), single, value)
            if not verdict:
                return verdict
        self._half_done().answer(side, value)
        self._steps()
        return LEGAL

    def _half_done(self) -> RuleRun:
        """The step that is being played, run again where it is not yet."""
        if self._play is None:
            self._play = RuleRun(self._point, self._rule.rule, self._rule.args, inputs=self._given)
        return self._play

    def _steps(self) -> None:
        """Go on to the next request to somebody, over the ends of steps."""
        play = self._half_done()
        while play.pending is None or isinstance(play.pending, Roll):
            if play.pending is not None:
                play.faces(self._thrown(play.pending, play.state))
                continue
            if not play.inputs and not play.events:
                raise RuleError(
                    f"a step of {self.book.id} asked nothing and recorded nothing: it would go on "
                    "for ever"
                )
            self._point = play.state
            self.outcome = self.book.outcome(self._point)
            if self.outcome is not None:
                break
            self._given, self._play, self._rule = (), None, TailCall(self.book.step)
            play = self._half_done()
        self.state = play.state
        self.pending = play.pending

    def _thrown(self, roll: Roll[Any], state: Any) -> tuple[int, ...]:
        """The faces of a roll: what it is made for, and in which turn, decides them."""
        return self._dice.throw(f"{self.book.turn_of(state)} {roll.reason}", *roll.spec.dice)

"""A fork of a game: it goes on from any request, with dice of its own and without a log. Admirals
think with forks.

A fork is made in some microseconds. Only its first answer runs the half-done step again, with the
answers and rolls given in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..contract.rulebook import Outcome, Rulebook
from ..core.dice import PlayoutDice
from ..core.errors import RuleError, TextError, WrongSeat
from ..core.requests import Ask, AskEach, Request, Roll, Single, TailCall, single_requests
from ..core.verdict import LEGAL, Verdict
from .rule_runner import RuleInput, RuleRun


class GameFork:
    """A game continued apart from the real one. Made by
    :meth:`~flagplot.table.game.game.Game.fork`, :meth:`at` and :meth:`fork`.

    ``state`` is the whole state of the fork, ``pending`` the request that waits (never a roll),
    ``outcome`` how it ended.
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
        """Stand at *state*, to which the answers and rolls *given* led from the checkpoint *point*.
        Where a *rule* is given it goes on from *point*, in the middle of a step."""
        self.book = book
        self.state = state
        self.pending = pending
        self.outcome = outcome
        self._point = point
        self._given = tuple(given)
        self._rule = rule or TailCall(book.step)
        self._dice = PlayoutDice(seed)
        self._play: RuleRun | None = None
        self._views: dict[str, tuple[Any, Any]] = {}

    @classmethod
    def at(cls, book: Rulebook[Any], state: Any, seed: int | str) -> GameFork:
        """Return a fork that begins at the checkpoint *state* and stands at the first thing
        asked."""
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
        """Return a fork that begins in the middle of a step and stands at the next thing asked: after
        the answers and rolls *given* since *point*, or where the *rule* goes on from *point*
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
        """Return a fork of this fork with the dice of *seed*. Equal seeds and equal answers give
        equal dice."""
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
        """The answers and rolls of the half-done step."""
        return self._given if self._play is None else tuple(self._play.inputs)

    def copy(self) -> GameFork:
        """Return a copy that goes on by itself with equal dice. States are shared, because nothing
        changes them."""
        return self._made(self._kept())

    def __copy__(self) -> GameFork:
        return self.copy()

    def __deepcopy__(self, _known: dict[int, Any]) -> GameFork:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return GameFork._made, (self._kept(),)

    def _kept(self) -> tuple[Any, ...]:
        """Return everything that a copy needs; it runs the half-done step again."""
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
    def sides_to_answer(self) -> tuple[str, ...]:
        """Return the sides that must answer now; empty when the game is over."""
        if self.pending is None:
            return ()
        return tuple(s.side for s in single_requests(self.pending) if not self._is_in(s.side))

    def request(self, side: str) -> Single | None:
        """Return what *side* is asked now, or ``None``."""
        if self.pending is None or self._is_in(side):
            return None
        return next((s for s in single_requests(self.pending) if s.side == side), None)

    def view(self, side: str) -> Any:
        """Return the state redacted for *side*."""
        kept = self._views.get(side)
        if kept is None or kept[0] is not self.state:
            kept = self._views[side] = (self.state, self.book.view(self.state, side))
        return kept[1]

    def _is_in(self, side: str) -> bool:
        """Return whether the sealed answer of *side* is in while another side's is not."""
        return isinstance(self.pending, AskEach) and side in self._half_done().sealed

    @property
    def resting(self) -> bool:
        """True when the current step has had no answer and no roll yet."""
        return not (self._given if self._play is None else self._play.inputs)

    # -- answering
    def answer(self, side: str, value: Any) -> Verdict:
        """Answer with a value, and go on to what is asked next. A refused order changes nothing.

        Raises ``WrongSeat``, ``TextError`` (not one of the options).
        """
        single = self.request(side)
        if single is None:
            raise WrongSeat(
                f"{side or 'nobody'} is not asked now; asked are {', '.join(self.sides_to_answer()) or 'none'}"
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
        """Return the run of the current step; run it again when it has not been yet."""
        if self._play is None:
            self._play = RuleRun(self._point, self._rule.rule, self._rule.args, inputs=self._given)
        return self._play

    def _steps(self) -> None:
        """Go on to the next request to a side, over the ends of steps."""
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
        """Return the faces of a roll. Its reason and the turn decide them."""
        return self._dice.throw(f"{self.book.turn_of(state)} {roll.reason}", *roll.spec.dice)

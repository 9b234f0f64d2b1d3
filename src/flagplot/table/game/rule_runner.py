"""Drive a single rule: live, with typed dice, or in a replay. Read options and check simultaneous
questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ..core.dice import Dice, check_faces
from ..core.errors import ReplayDiverged, RuleError, TextError
from ..core.procedure import Table
from ..core.requests import Ask, AskAny, AskEach, Request, Roll, Rule, Single, single_requests


class RuleInput(msgspec.Struct, frozen=True):
    """One input of a rule: the clause that asked, who answered (empty for dice), and the faces or
    the value."""

    clause: str
    side: str
    value: Any


class RuleRun:
    """One rule played on one state.

    With *dice* it rolls by itself; without, it stops at each roll for :meth:`faces`. *inputs* are
    replayed first. ``pending`` is what is asked now, ``None`` at the end; ``result``, ``state``,
    ``events`` and ``inputs`` can be read any time.
    """

    def __init__(
        self,
        state: Any,
        rule: Callable[..., Rule[Any]],
        args: Sequence[Any] = (),
        dice: Dice | None = None,
        inputs: Iterable[RuleInput] = (),
    ) -> None:
        self.events: list[Any] = []
        self.inputs: list[RuleInput] = []
        self.pending: Request | None = None
        self.result: Any = None
        self._dice = dice
        self._rolls = 0
        self._sealed: dict[str, Any] = {}
        self._table: Table[Any] = Table(state, on_event=self.events.append)
        self._rule = self._table.run(rule, *args)
        self._send(None)
        for n, given in enumerate(inputs):
            if self.pending is None:
                raise ReplayDiverged(
                    n, f"the rule is over; the log goes on with an answer to {given.clause}"
                )
            if isinstance(self.pending, Roll):
                if given.side or given.clause != self.pending.clause:
                    raise ReplayDiverged(
                        n,
                        f"the rule rolls under {self.pending.clause}; the log answers "
                        f"{given.clause}",
                    )
                self._rolled(given.value)
            else:
                single = self._single(given.side)
                if single is None or single.clause != given.clause:
                    raise ReplayDiverged(
                        n, f"the log has {given.side} answer {given.clause}, which is not asked"
                    )
                self._answered(single, given.value)
        self._roll_on()

    @property
    def state(self) -> Any:
        """The state now."""
        return self._table.state

    @property
    def sealed(self) -> frozenset[str]:
        """The sides whose sealed answers are in while another side's is not."""
        return frozenset(self._sealed)

    def answer(self, side: str, value: Any) -> None:
        """Answer for *side*: an option of an ``Ask``, an order of an ``AskOrder``. Raises
        ``ValueError``."""
        single = self._single(side)
        if single is None:
            raise ValueError(f"{side} is not asked now")
        if isinstance(single, Ask) and value not in single.options:
            raise ValueError(f"{value!r} is none of {single.options!r}")
        self._answered(single, value)
        self._roll_on()

    def faces(self, faces: Sequence[int]) -> None:
        """Give the faces of the pending roll. Raises ``ValueError``."""
        if not isinstance(self.pending, Roll):
            raise ValueError("no roll is asked now")
        check_faces(tuple(faces), *self.pending.spec.dice)
        self._rolled(tuple(faces))
        self._roll_on()

    def _single(self, side: str) -> Single | None:
        if self.pending is None:
            return None
        return next(
            (
                s
                for s in single_requests(self.pending)
                if s.side == side and side not in self._sealed
            ),
            None,
        )

    def _answered(self, single: Single, value: Any) -> None:
        self.inputs.append(RuleInput(single.clause, single.side, value))
        if isinstance(self.pending, AskEach):
            self._sealed[single.side] = value
            if len(self._sealed) == len(self.pending.asks):
                answers: Mapping[str, Any] = {
                    s.side: self._sealed[s.side] for s in self.pending.asks
                }
                self._sealed = {}
                self._send(answers)
        elif isinstance(self.pending, AskAny):
            self._send((single.side, value))
        else:
            self._send(value)

    def _rolled(self, faces: tuple[int, ...]) -> None:
        assert isinstance(self.pending, Roll)
        self.inputs.append(RuleInput(self.pending.clause, "", faces))
        self._rolls += 1
        self._send(self.pending.spec.read(faces))

    def _roll_on(self) -> None:
        while self._dice is not None and isinstance(self.pending, Roll):
            self._rolled(self._dice.roll(self._rolls, *self.pending.spec.dice))

    def _send(self, value: Any) -> None:
        try:
            self.pending = self._rule.send(value)
        except StopIteration as end:
            self.pending = None
            self.result = end.value
            return
        if isinstance(self.pending, Ask) and not self.pending.options:
            raise RuleError(
                f"a rule asks {self.pending.side} under {self.pending.clause} without options"
            )


def read_option(ask: Ask[Any], text: str) -> Any:
    """Return the option whose text form is *text*. Raises ``TextError`` naming the options."""
    wanted = text.strip()
    for option in ask.options:
        if str(option) == wanted:
            return option
    raise TextError(f"{wanted!r} is not offered", 0, [str(o) for o in ask.options])


def check_asks(request: AskEach[Any] | AskAny[Any]) -> None:
    """Raise ``RuleError`` unless the request asks at least one side, each side once, and each with
    something to choose."""
    sides = [s.side for s in request.asks]
    if not sides or len(set(sides)) != len(sides):
        raise RuleError(f"a rule asks several sides at once, but names {sides}")
    for s in request.asks:
        if isinstance(s, Ask) and not s.options:
            raise RuleError(f"the rules ask {s.side} under {s.clause} without options")

"""What a rule book must offer. The table, the room, the CLI, the casebook and the admirals know
rule books only by this."""

from __future__ import annotations

import abc
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import msgspec

from ..core.dice import Rng
from ..core.errors import TextError, guarded_generator, side_log_with_views
from ..core.procedure import Event, Table
from ..core.requests import Ask, AskOrder, Facts, Single, TailCall
from ..core.verdict import MissedOrder, Refusal, Verdict, with_legal_remedies
from ..display.battle import BattleLines
from ..display.orders import OrderPreview, Prompt, RefusalText, SheetForecast
from ..display.position import Afloat, Counter, DangerSea, Display, Overlay
from ..display.sheets import SheetForm
from ..setup.rulings import Rulings
from ..setup.scenarios import Scenario, Setup
from . import default_texts
from .aims import Aim, Plan

if TYPE_CHECKING:
    from ..language import CaseLines, Language


__all__ = ["Facts", "Outcome", "Question", "Rulebook", "TextError", "about_map"]


S = TypeVar("S")


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winning side or empty for a draw, a code for the degree, and the scores
    by side.

    ``short`` says, where who is ahead has not won, what a win would have taken
    (:func:`flagplot.table.game.endings.short_of`)."""

    winner: str
    degree: str
    scores: tuple[tuple[str, float], ...] = ()
    short: str = ""

    def share(self, side: str) -> float:
        """What *side* has of the game: 1 won, 0 lost, a draw is half a win."""
        return 0.5 if not self.winner else float(self.winner == side)

    def lead(self, side: str, other: str) -> float:
        """Points that *side* has more than another."""
        scores = dict(self.scores)
        return float(scores.get(side, 0.0) - scores.get(other, 0.0))

    @property
    def called(self) -> str:
        """How the game ended, in words that begin with who won it: ``Axis marginal``, ``draw``."""
        winner = self.winner or "draw"
        return self.degree if self.degree.startswith(winner) else f"{winner} {self.degree}".strip()


class Question(msgspec.Struct, frozen=True):
    """An odds question a rule book can be asked: a counted rule on a small situation built from a
    view.

    The book's ``situation`` makes the rule and the situation of its ``kind``; the odds package runs
    them exactly or by sampling.
    """

    kind: str
    title: str
    grammar: str
    example: str = ""
    """An argument that has an answer, at the start of ``scenario`` or, when that is empty, on an
    empty board."""
    scenario: str = ""
    outcomes: tuple[str, ...] = ()
    """What it may end with that not every answer shows (an outcome without a chance is not in it),
    each form of them once."""
    meaning: Mapping[str, str] = {}
    """What outcomes say that are codes of a table."""


READING: tuple[type[Exception], ...] = (TextError,)


MAY_RAISE: dict[str, tuple[type[Exception], ...]] = {
    **dict.fromkeys(("parse", "text", "given", "holds", "situation"), READING),
    **dict.fromkeys(
        (
            "outcome",
            "points",
            "check",
            "candidates",
            "drafts",
            "spell",
            "begun",
            "roller",
            "named",
            "view",
            "display",
            "stage",
            "battle",
            "drawn",
            "while_writing",
            "said",
            "prompt",
            "say",
            "worth",
            "second_look",
            "aims",
            "weighed",
            "bluff",
            "advice",
            "case_ready",
            "usual",
            "later",
            "side_meant",
            "forced",
            "policy",
            "inventory",
            "rehearsed",
            "outlook",
            "afloat",
            "blanks",
            "danger_sea",
            "promise",
            "passed",
        ),
        (),
    ),
}
"""What the methods of a rule book may raise besides
:class:`~flagplot.table.core.errors.RuleError`."""


DECLARED = ("parse", "text", "candidates", "given", "holds", "display", "prompt", "say")
"""Methods that a book with a language, case lines and words need not have."""


ONE_BY_ONE = ("candidates", "drafts", "begun", "aims", "weighed")
"""Methods whose answers are made while they are read."""


GUESSES = 4
"""Draws of what is hidden before a position is given up."""


MENDED_AT_MOST = 24
"""Orders looked at for the mended orders of one verdict."""


class Rulebook(abc.ABC, Generic[S]):
    """One set of rules. Stateless: everything that changes is in the state; everything chosen at
    set-up is in ``Rulings``.

    Whatever a method raises that it does not promise comes out as
    :class:`~flagplot.table.core.errors.RuleError`: an error inside a rule spoils what was asked,
    not the game. A function of the rules may stand for a method as it is:
    ``check = staticmethod(legality.check)``.
    """

    id: str
    title: str
    version: str = "1"
    """Behaviour version: raised whenever the same inputs could give another game, or an event could
    be shown otherwise to a side (seats sign over what they are shown)."""
    editions: tuple[str, ...] = ("current",)
    scenarios: tuple[Scenario, ...] = ()
    order_types: tuple[type, ...] = ()
    """Every order struct (tagged), for the log's codec."""
    event_types: tuple[type, ...] = ()
    """Every event struct (tagged), for the log's codec."""
    lens_types: tuple[type, ...] = ()
    """Every lens struct (tagged, frozen) that rules focus the table with, for the log's codec."""
    questions: tuple[Question, ...] = ()
    language: Language | None = None
    """How its orders are written and its things are called, where the book has declared it."""
    lines: CaseLines | None = None
    """The lines of its cases, where the book has declared them."""
    opens: tuple[tuple[str, Literal["battle", "round"]], ...] = ()
    """Tags of the events with which a ``battle`` or a ``round`` of it begins, so that a page can
    show it by itself."""
    scoring: tuple[str, ...] = ("scored",)
    """Tags of the events by which points are given, so that a page can show them with their
    reasons."""
    sails: tuple[tuple[str, str], ...] = ()
    """Tags of the events by which something goes from place to place, each with the field that
    names who: steps of one voyage."""
    loses: tuple[str, ...] = ()
    """Tags of the events by which units are hurt or lost, so that a page can strike them out."""
    returning: frozenset[str] = frozenset()
    """Codes of rolls that the target of a shot throws and not who fired it: return fire, diving
    away."""
    answer_words: frozenset[str] = frozenset()
    """Words that answers to questions are made of, in small letters, beside names, numbers and
    those of the words file."""
    foresight: int = 0
    """How far (:meth:`passed`) games in thought go on until :meth:`promise` tells what an order was
    good for; 0: to their end."""
    idle_words: tuple[str, ...] = ()
    """Texts that do nothing, in small letters: a case that has one from a side that is not asked
    fails (a superfluous pass)."""
    patient_words: tuple[str, ...] = ()
    """Texts that wait, as an order does, until the questions in their way have had their usual
    answers."""
    answered_whole: frozenset[str] = frozenset()
    """Kinds of questions that one order answers for good: a ``done`` before that order ended what
    came before the question."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        if cls.language is not None:
            cls.order_types = cls.language.order_types
        for name, passes in MAY_RAISE.items():
            if name in cls.__dict__ or name in DECLARED:
                guard = guarded_generator if name in ONE_BY_ONE else side_log_with_views
                own = cls.__dict__.get(name)
                setattr(
                    cls,
                    name,
                    guard(own if isinstance(own, staticmethod) else getattr(cls, name), passes),
                )

    # -- a game
    @abc.abstractmethod
    def start(self, setup: Setup, rulings: Rulings) -> S:
        """Return the first state of a scenario. Raises ``KeyError`` for an unknown scenario or
        start."""

    @abc.abstractmethod
    async def step(self, t: Table[S]) -> TailCall | None:
        """Play one step: from a state with nothing half done to the next such state (one order, one
        segment, one battle).

        The driver takes a checkpoint before each step and calls ``step`` again until ``outcome`` is
        not ``None``.
        """

    @abc.abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on."""

    def points(self, state: S) -> Mapping[str, float]:
        """What each side has, and would be given if the game ended in this state; of a view, what
        the view shows of it."""
        outcome = self.outcome(state)
        return dict(outcome.scores) if outcome is not None else {}

    def score(self, view: S, side: str) -> float:
        """How the scenario stands for *side*, in its own points: what it has, less the most that
        another has."""
        points = self.points(view)
        return points.get(side, 0.0) - max((p for s, p in points.items() if s != side), default=0.0)

    def promise(self, state: S, side: str) -> float:
        """How a whole position is likely to end for *side*, in points: the score, and what is under
        way if a book weighs it."""
        return self.score(state, side)

    def passed(self, state: S) -> int:
        """How much of the game is behind, in what :attr:`foresight` counts: turns, where a book
        counts nothing smaller."""
        return self.turn_of(state)

    def chance(self, view: S, request: Single) -> float | None:
        """How likely, in percent, the best that may be answered comes off, where a book tells it:
        the fact ``chance`` of standing orders, so that an answer may hold below or above it; the
        term ``chance`` of its words says what is so likely. ``None`` when the question says its
        odds itself, or is of another kind."""
        return None

    # -- orders
    def parse(self, text: str, state: S, side: str) -> Any:
        """Read an order in text form, strictly. *state* is the side's view (for names). Raises
        :class:`TextError`."""
        assert self.language is not None
        return self.language.parse(text, state, side)

    def text(self, order: Any) -> str:
        """The text form of an order; ``parse(text(o)) == o``."""
        assert self.language is not None
        return self.language.text(order)

    def shorter(self, view: S, side: str, order: Any) -> Iterable[str]:
        """Shorter wordings that may mean an order, the shortest first; those that mean another are
        passed over."""
        return ()

    @abc.abstractmethod
    def check(self, state: S, request: AskOrder, order: Any) -> Verdict:
        """Say whether ``request.side`` may give *order* now. *state* is that side's view: a verdict
        never leaks a secret.

        Whole mended orders in its remedies are proposals: :meth:`judge` keeps those that are legal.
        """

    def judge(self, state: S, request: AskOrder, order: Any) -> Verdict:
        """The verdict as it is told to people: :meth:`check`, and of the mended orders it proposes
        only those that are legal.

        An order with several things wrong is mended one after the other: a proposal that is refused
        itself leads on to what is proposed for it, :data:`MENDED_AT_MOST` orders in all.
        """
        verdict = self.check(state, request, order)
        if not any(m.order for r in verdict.refusals for m in r.remedies):
            return verdict
        known = {order: ""}

        def mended(text: str) -> str:
            try:
                other = self.parse(text, state, request.side)
            except TextError:
                return ""
            if other not in known and len(known) <= MENDED_AT_MOST:
                known[other] = ""
                again = self.check(state, request, other)
                more = (m.order for r in again.refusals for m in r.remedies if m.order)
                known[other] = text if again else next(filter(None, map(mended, more)), "")
            return known.get(other, "")

        return with_legal_remedies(verdict, mended)

    def candidates(self, state: S, request: AskOrder) -> Iterable[Any]:
        """Legal orders worth considering, in a fixed order, ending with the one that passes.
        *state* is the side's view.

        Never empty; every one is legal by ``check``. A book that says no more considers the orders
        that name nothing.
        """
        assert self.language is not None
        return [order for order in self.language.brief() if self.check(state, request, order)]

    def drafts(self, state: S, request: AskOrder) -> Iterable[Any]:
        """Orders before anybody has checked them: those of them that are legal are the
        :meth:`candidates`, in the same order. :meth:`worth` rates them as it does orders, so that
        only the best need be checked."""
        return self.candidates(state, request)

    def spell(self, view: S, request: Ask[Any], text: str) -> str:
        """The text form of an option a player wrote in other words (a port by its name); *text*
        itself when it is none."""
        return text

    def begun(self, view: S, request: AskOrder, text: str) -> Iterable[tuple[str, str]]:
        """Whole orders worth considering that begin like *text*: pairs (order, meaning)."""
        return ()

    def rehearsed(self, view: S, request: AskOrder, order: Any) -> S | None:
        """The side's *view* as a legal *order* would leave it, so that the next one of a sheet or
        plan can be judged after it; ``None`` when nobody knows before it is given: dice or
        another's answer decide (see :mod:`flagplot.table.assist.rehearse`)."""
        return None

    def outlook(self, view: S, request: AskOrder, sheet: str) -> SheetForecast:
        """How all that was written in the sheet of this id looks together, in the view that its
        lines leave."""
        return SheetForecast()

    def blanks(self, view: S, request: AskOrder, sheet: str) -> Iterable[SheetForm]:
        """The forms of the sheet of this id in the view that its lines leave: what they offer more
        than now, a line may name that comes after them."""
        return ()

    def roller(self, state: S, why: str, about: Facts) -> str:
        """The side a roll with this code and these facts is made for, as luck is counted; empty
        when it is nobody's own."""
        return str(dict(about).get("side", ""))

    def named(self, view: S, id: str) -> str:
        """How people speak of an id (a ship by its name), from what a side may know; *id* itself
        when it is none."""
        return id

    def other_names(self, view: S, id: str) -> tuple[str, ...]:
        """What else an id may be called (the ports that share a hex), for lines of cases."""
        return ()

    # -- views
    @abc.abstractmethod
    def view(self, state: S, side: str) -> S:
        """What *side* may know, as a state of the same type with the rest taken out. Idempotent.
        Side ``""`` is a spectator."""

    @abc.abstractmethod
    def secret_twins(self, state: S, side: str) -> Iterator[S]:
        """States that differ from *state* only in what *side* cannot know (for the non-interference
        test)."""

    def guess(self, view: S, side: str, rng: Rng) -> S | None:
        """One draw of everything that *view* leaves out, from what everybody may know (the order of
        battle, sizes, presence): a whole state with nothing half done; ``None`` where the book has
        no guess."""
        return None

    @property
    def guesses(self) -> bool:
        """Whether the book has guesses at what is hidden, so that an admiral can think ahead."""
        return type(self).guess is not Rulebook.guess

    def sample(self, view: S, side: str, rng: Rng) -> S | None:
        """A state that *side* cannot tell from the true one: a :meth:`guess` whose view is *view*,
        or ``None``."""
        for _ in range(GUESSES):
            state = self.guess(view, side, rng)
            if state is None or self.view(state, side) == view:
                return state
        return None

    def resumed(self, state: S, request: Single) -> TailCall | None:
        """The rule by which a step goes on to its end from a whole position (a :meth:`guess`) in
        the middle of it, in which *request* is asked first; ``None`` where nobody can tell from the
        position how it goes on."""
        return None

    # -- words (composed at the edge)
    def display(self, view: S, side: str, requests: Sequence[Single]) -> Display:
        """The position as the page and the terminal show it; *requests* are what *side* owes
        now."""
        return default_texts.display(self, view, side)

    def counters(self, view: S, side: str) -> Iterable[Counter]:
        """What lies on the board, for a book that shows no more of its position."""
        return ()

    def stage(self, view: S, side: str) -> tuple[str, tuple[Counter, ...]]:
        """The board of :meth:`display` and the counters on it, for a book that can tell them
        quicker than the whole."""
        shown = self.display(view, side, ())
        return shown.board, shown.counters

    def battle(self, view: S, side: str) -> BattleLines | None:
        """The lines of the battle that is being fought, as *side* sees them; ``None`` when there is
        none."""
        return None

    def drawn(self, view: S, request: AskOrder, order: Any, verdict: Verdict) -> OrderPreview:
        """What an order amounts to besides its verdict: its track on the map, what it risks and
        costs, what it leads to."""
        return OrderPreview()

    def while_writing(self, view: S, side: str, text: str) -> Iterable[Overlay]:
        """What is shown on the map while *text* is no order yet: how far the ships reach that it
        names, say."""
        return ()

    def said(self, view: S, refusal: Refusal) -> RefusalText:
        """A refusal or caution in words."""
        return default_texts.default_refusal_text(self, view, refusal)

    def prompt(self, view: S, request: Single) -> Prompt:
        """The question of *request* in words, each option with its label and odds."""
        return default_texts.prompt(self, view, request)

    def say(self, event: Event, view: S, side: str) -> str:
        """One sentence for the log about an event the side may see; empty to leave it out. *view*
        is the position before it."""
        return default_texts.default_event_text(self, event, view)

    # -- admirals
    def worth(self, view: S, request: Single, answer: Any) -> float:
        """How good *answer* looks to the side asked, from its view: higher is better (the greedy
        admiral takes the best)."""
        return 0.0

    def second_look(
        self, view: S, request: Single, answer: Any, rated: Sequence[tuple[Any, float]]
    ) -> Any:
        """The answer to give instead of *answer*, the best of all *rated* (pairs of answer and
        worth), after a look at what takes too long to work out for all of them; as a rule the same.
        Orders among them may be :meth:`drafts`: what is given must be legal."""
        return answer

    def aims(self, view: S, side: str) -> Iterable[Aim]:
        """What *side* is out for now, from its view: what the scenario scores, and who could see to
        it."""
        return ()

    def weighed(
        self, view: S, request: Single, plan: Plan, *, unchecked: bool = False
    ) -> Iterable[tuple[Any, float]]:
        """The answers worth considering under a plan made of :meth:`aims`, with how good each is
        then (the steady admiral takes the best); the pass last. *unchecked*, the orders are
        :meth:`drafts`."""
        orders = self.drafts if unchecked else self.candidates
        answers = request.options if isinstance(request, Ask) else orders(view, request)
        return ((answer, self.worth(view, request, answer)) for answer in answers)

    def bluff(self, view: S, request: Single) -> float:
        """How much lots blur ``worth`` where orders are secret and a plan that is always the same
        would be found out; else 0."""
        return 0.0

    def placings(self, view: S, request: Single) -> Iterable[tuple[Any, float]]:
        """Where units that wait to be placed stand best, from the view of the side asked, with how
        good each order is: ideas of a coach. Admirals leave it to their staff."""
        return ()

    def advice(self, view: S, request: Single) -> tuple[MissedOrder, ...]:
        """What the side asked would forget by ending now, from its view: each with a legal order
        that does it."""
        return ()

    def danger_sea(self, view: S, side: str, ids: Collection[str]) -> DangerSea:
        """Where a force of *side* can get from where it is, with the chance to be met in each
        place: by the procedures that play uses, from the side's view. *ids* name the force as the
        forces list does: a group, ships, a port with all in it."""
        return DangerSea()

    # -- casebook
    def case_start(self, setup: Setup, rulings: Rulings) -> S:
        """The position a case starts from: the scenario's, or an empty board when
        ``setup.scenario`` is empty."""
        return self.start(setup, rulings)

    def case_ready(self, state: S, side: str, text: str) -> S:
        """The position of a case when *text* is the first thing *side* orders in it.

        A case names a phase and leaves the segment open: the book may move on to the one the order
        belongs to. Where the position says more, it stays as it is.
        """
        return state

    def usual(self, state: S, request: Single) -> str:
        """The answer a case means when it says nothing about a question, in text form; empty when
        it must say it."""
        return ""

    def rests(self, state: S, request: Single) -> bool:
        """True when *request* only asks for further orders: nothing that was ordered before it is
        still under way. A case's line that says what did not happen counts there."""
        return isinstance(request, AskOrder) and not self.usual(state, request)

    def later(self, state: S, request: Single, text: str) -> bool:
        """True when a case's order is meant for a later question of the same kind, not for this
        one."""
        return False

    def knows(self, state: S, text: str) -> bool:
        """True when *text* names something of a case's position: a unit, a place, a side. A line
        that says something did not happen to it is an error otherwise."""
        return True

    def in_ids(self, before: S, state: S, text: str) -> str:
        """Return a case's *text* with the ids that were drawn in play where it counts
        (``transport 3``). *before* is the position at the beginning of the stage."""
        return text

    def side_meant(self, text: str) -> str:
        """The side a case means by a word (``Allies``, a nation's name); *text* itself when it is
        none."""
        return text

    def forced(self, state: S, side: str, text: str) -> bool:
        """True when *text* answers a question that was not asked because it was the only answer: a
        case may write it all the same."""
        return False

    def given(self, state: S, line: str) -> S:
        """Put one line of a case's position on the board. Raises :class:`TextError`."""
        assert self.lines is not None
        placed: S = self.lines.put(state, line)
        return placed

    def impossible(self, state: S) -> Iterable[tuple[str, str]]:
        """What of a case's position no order could have made: pairs of what it is about (a unit, a
        place, as a line names it) and why, by the functions that judge orders. A case whose
        position has it fails."""
        return ()

    def implies(self, line: str, field: str) -> bool:
        """True when a line of a position settles this field of the state only as a matter of
        course, so that another line may say otherwise."""
        return False

    def holds(self, before: S, state: S, line: str) -> tuple[bool, str]:
        """Say whether a line of a case's *then* holds, with what was found instead. Raises
        :class:`TextError`."""
        assert self.lines is not None
        return self.lines.holds(before, state, line)

    # -- odds
    def situation(self, view: S, side: str, question: str, argument: str) -> tuple[TailCall, Any]:
        """Build the counted rule and the small situation for an odds question. Raises
        :class:`TextError`."""
        raise TextError(
            f"{self.id} has no odds question {question!r}", 0, [q.kind for q in self.questions]
        )

    def policy(self, request: Ask[Any], situation: Any) -> Any:
        """The answer assumed for a choice inside an odds question (stated beside the odds)."""
        return request.options[0]

    # -- proof
    def inventory(self, state: S) -> Mapping[str, str]:
        """Every ship (or step, factor) ever in play -> where it is now, lost and withdrawn included
        (conservation test)."""
        return {}

    def afloat(self, state: S) -> Iterable[Afloat]:
        """Everything of a whole position that sails, where it is and what became of it (for the
        report after the game)."""
        return ()

    def turn_of(self, state: S) -> int:
        """The number of the turn (or player turn) that is played."""
        return 1

    def battle_at(self, state: S) -> str:
        """The place of the board where a battle is fought in a whole position; empty while there is
        none."""
        return ""

    # -- files of the package, for the clause index
    def aliases(self) -> Mapping[str, str]:
        """Ledger ids that are enforced under another id (a pointer row, say): id -> id."""
        return {}


def about_map(request: Single) -> dict[str, Any]:
    """The facts of a request as a dict."""
    return dict(request.about)

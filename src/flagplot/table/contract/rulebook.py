"""The interface of a rule book. The table, the room, the CLI, the casebook and the admirals use
rule books only through it."""

from __future__ import annotations

import abc
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import msgspec

from ..core.dice import Rng
from ..core.errors import TextError, guarded_generator, guarded_method
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

    ``short`` says what a win would have taken, when the leading side has not won
    (:func:`flagplot.table.game.endings.short_of`)."""

    winner: str
    degree: str
    scores: tuple[tuple[str, float], ...] = ()
    short: str = ""

    def share(self, side: str) -> float:
        """Return the result of *side*: 1 won, 0.5 drawn, 0 lost."""
        return 0.5 if not self.winner else float(self.winner == side)

    def lead(self, side: str, other: str) -> float:
        """Return the points that *side* has more than *other*."""
        scores = dict(self.scores)
        return float(scores.get(side, 0.0) - scores.get(other, 0.0))

    @property
    def result_text(self) -> str:
        """The result in words, the winner first: ``Axis marginal``, ``draw``."""
        winner = self.winner or "draw"
        return self.degree if self.degree.startswith(winner) else f"{winner} {self.degree}".strip()


class Question(msgspec.Struct, frozen=True):
    """An odds question that a rule book answers: a counted rule on a small situation built from a
    view.

    The book's ``situation`` makes the rule and the situation of its ``kind``; the odds package runs
    them exactly or by sampling.
    """

    kind: str
    title: str
    grammar: str
    example: str = ""
    """An argument that has an answer at the start of ``scenario``; on an empty board when
    ``scenario`` is empty."""
    scenario: str = ""
    outcomes: tuple[str, ...] = ()
    """Possible outcomes that not every answer shows (an answer leaves out outcomes without a
    chance), one of each form."""
    meaning: Mapping[str, str] = {}
    """Outcome -> meaning, for outcomes that are codes of a rule table."""


READING: tuple[type[Exception], ...] = (TextError,)


ALLOWED_ERRORS: dict[str, tuple[type[Exception], ...]] = {
    **dict.fromkeys(("parse", "text", "given", "holds", "situation"), READING),
    **dict.fromkeys(
        (
            "outcome",
            "points",
            "check",
            "candidates",
            "drafts",
            "normalize_option",
            "orders_beginning_with",
            "side_of_roll",
            "display_name",
            "view",
            "display",
            "map_position",
            "battle",
            "preview",
            "preview_partial",
            "refusal_text",
            "prompt",
            "event_text",
            "evaluate",
            "refine_choice",
            "aims",
            "evaluate_under_plan",
            "mixing_noise",
            "missed_orders",
            "prepare_case",
            "default_answer",
            "is_for_later_question",
            "side_from_word",
            "was_only_answer",
            "policy",
            "inventory",
            "view_after",
            "forecast_sheet",
            "true_positions",
            "sheet_forms",
            "danger_sea",
            "expected_score",
            "progress",
        ),
        (),
    ),
}
"""Exceptions that a method of a rule book may raise besides
:class:`~flagplot.table.core.errors.RuleError`, by method."""


OPTIONAL_METHODS = (
    "parse",
    "text",
    "candidates",
    "given",
    "holds",
    "display",
    "prompt",
    "event_text",
)
"""Methods that a book with a language, case lines and words need not define."""


GENERATOR_METHODS = ("candidates", "drafts", "orders_beginning_with", "aims", "evaluate_under_plan")
"""Methods that return generators."""


GUESSES = 4
"""Draws of the hidden part before :meth:`Rulebook.resample_from_view` gives up."""


MENDED_AT_MOST = 24
"""Most orders checked while one verdict's remedies are worked out."""


class Rulebook(abc.ABC, Generic[S]):
    """One set of rules. Stateless: everything that changes is in the state; everything chosen at
    set-up is in ``Rulings``.

    An undeclared exception of a method comes out as :class:`~flagplot.table.core.errors.RuleError`:
    an error inside a rule spoils the call, not the game. A plain function may stand for a method:
    ``check = staticmethod(legality.check)``.
    """

    id: str
    title: str
    version: str = "1"
    """Behaviour version. Raise it whenever equal inputs could give another game, or a side could be
    shown an event otherwise: seats sign over what they are shown."""
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
    """The wordings of its orders and the names of its things; ``None`` when the book declares
    none."""
    lines: CaseLines | None = None
    """The wordings of its case lines; ``None`` when the book declares none."""
    battle_start_events: tuple[tuple[str, Literal["battle", "round"]], ...] = ()
    """(tag of an event, what begins with it) pairs: ``battle`` or ``round``. The page uses them to
    show a battle separately."""
    score_events: tuple[str, ...] = ("scored",)
    """Tags of the events that give points. The page shows them with their reasons."""
    movement_events: tuple[tuple[str, str], ...] = ()
    """(tag of an event, the field that names the traveller) pairs, for events by which something
    goes from place to place. The page joins them to one voyage."""
    loss_events: tuple[str, ...] = ()
    """Tags of the events by which units are hurt or lost. The page strikes the units out."""
    return_fire_rolls: frozenset[str] = frozenset()
    """Codes of rolls that the target of a shot rolls, not its firer: return fire, evasive
    diving."""
    answer_words: frozenset[str] = frozenset()
    """Words of which answers are made, in small letters, besides names, numbers and words of the
    words file."""
    playout_horizon: int = 0
    """How far playouts run, counted by :meth:`passed`, before :meth:`promise` values them; 0: to
    the end of the game."""
    idle_words: tuple[str, ...] = ()
    """Texts that do nothing, in small letters. A case fails when a side that is not asked writes
    one (a superfluous pass)."""
    patient_words: tuple[str, ...] = ()
    """Texts that wait, as an order does, until the questions before them have had their usual
    answers."""
    answered_whole: frozenset[str] = frozenset()
    """Kinds of questions that one order answers completely. A ``done`` before that order ended the
    question before."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        if cls.language is not None:
            cls.order_types = cls.language.order_types
        for name, passes in ALLOWED_ERRORS.items():
            if name in cls.__dict__ or name in OPTIONAL_METHODS:
                guard = guarded_generator if name in GENERATOR_METHODS else guarded_method
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
        """Play one step: from a state between steps to the next one (one order, one segment, one
        battle).

        The driver takes a checkpoint before each step and calls ``step`` again until ``outcome`` is
        not ``None``.
        """

    @abc.abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome, or ``None`` while the game goes on."""

    def points(self, state: S) -> Mapping[str, float]:
        """Return the points of each side if the game ended now; from a view, the points that the
        view shows."""
        outcome = self.outcome(state)
        return dict(outcome.scores) if outcome is not None else {}

    def score(self, view: S, side: str) -> float:
        """Return the score for *side* in the scenario's points: its own points less the most of any
        other side."""
        points = self.points(view)
        return points.get(side, 0.0) - max((p for s, p in points.items() if s != side), default=0.0)

    def expected_score(self, state: S, side: str) -> float:
        """Return the expected score for *side* from a full state: the score, plus the value of
        operations under way if a book estimates it."""
        return self.score(state, side)

    def progress(self, state: S) -> int:
        """Return how much of the game is over, in the unit of :attr:`foresight`: turns, where a
        book counts nothing smaller."""
        return self.turn_of(state)

    def chance(self, view: S, request: Single) -> float | None:
        """Return the percent chance that the best possible answer succeeds, where a book gives one.
        It is the fact ``chance`` of standing orders, so that an answer may hold below or above a
        limit. The term ``chance`` of the book's words names the event. ``None`` when the question
        states its odds itself, or has no chance."""
        return None

    # -- orders
    def parse(self, text: str, state: S, side: str) -> Any:
        """Read an order in text form, strictly. *state* is the side's view (for names). Raises
        :class:`TextError`."""
        assert self.language is not None
        return self.language.parse(text, state, side)

    def text(self, order: Any) -> str:
        """Return the text form of an order; ``parse(text(o)) == o``."""
        assert self.language is not None
        return self.language.text(order)

    def shorter(self, view: S, side: str, order: Any) -> Iterable[str]:
        """Return shorter wordings that may mean an order, the shortest first. The caller discards
        those that mean another."""
        return ()

    @abc.abstractmethod
    def check(self, state: S, request: AskOrder, order: Any) -> Verdict:
        """Return the verdict on *order* for ``request.side`` now. *state* is that side's view: a
        verdict never leaks a secret.

        Whole orders in its remedies are proposals: :meth:`judge` keeps those that are legal.
        """

    def judge(self, state: S, request: AskOrder, order: Any) -> Verdict:
        """Return the verdict shown to players: :meth:`check`, with only the legal ones of its
        proposed orders.

        An order with several errors is corrected step by step: a refused proposal leads on to the
        remedies of its own verdict, :data:`MENDED_AT_MOST` orders in all.
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

        Never empty; every one is legal by ``check``. The default considers the orders without
        slots.
        """
        assert self.language is not None
        return [order for order in self.language.brief() if self.check(state, request, order)]

    def drafts(self, state: S, request: AskOrder) -> Iterable[Any]:
        """Return unchecked orders. The legal ones among them are the :meth:`candidates`, in the
        same order. :meth:`worth` evaluates drafts too, so only the best need a check."""
        return self.candidates(state, request)

    def normalize_option(self, view: S, request: Ask[Any], text: str) -> str:
        """Return the text form of an option that a player wrote in other words (a port by its
        name); *text* itself when it means no option."""
        return text

    def orders_beginning_with(
        self, view: S, request: AskOrder, text: str
    ) -> Iterable[tuple[str, str]]:
        """Return whole orders worth considering that begin like *text*: pairs (order, meaning)."""
        return ()

    def view_after(self, view: S, request: AskOrder, order: Any) -> S | None:
        """Return the side's *view* as a legal *order* would leave it, to check the next line of a
        sheet or plan. ``None`` when the result is unknown before the order is given: it depends on
        dice or another side's answer (see :mod:`flagplot.table.assist.rehearse`)."""
        return None

    def forecast_sheet(self, view: S, request: AskOrder, sheet: str) -> SheetForecast:
        """Return a forecast of all lines of the sheet with this id together, from the view that the
        lines leave."""
        return SheetForecast()

    def sheet_forms(self, view: S, request: AskOrder, sheet: str) -> Iterable[SheetForm]:
        """Return the forms of the sheet with this id in the view that its lines leave. They may
        offer more than now: a later line may name what an earlier line makes possible."""
        return ()

    def side_of_roll(self, state: S, why: str, about: Facts) -> str:
        """Return the side whose luck statistics count this roll; empty when the roll belongs to no
        side."""
        return str(dict(about).get("side", ""))

    def display_name(self, view: S, id: str) -> str:
        """Return the name of an id (of a ship, say) that a side may know; *id* itself when there is
        none."""
        return id

    def other_names(self, view: S, id: str) -> tuple[str, ...]:
        """Return other names of an id (the ports that share a hex), for lines of cases."""
        return ()

    # -- views
    @abc.abstractmethod
    def view(self, state: S, side: str) -> S:
        """Return the state redacted for *side*: same type, secrets removed. Idempotent. Side ``""``
        is a spectator."""

    @abc.abstractmethod
    def secret_twins(self, state: S, side: str) -> Iterator[S]:
        """Yield states that differ from *state* only in what *side* cannot know, for the
        non-interference test."""

    def determinize(self, view: S, side: str, rng: Rng) -> S | None:
        """Return one draw of everything that *view* leaves out, from public knowledge (the order of
        battle, sizes, presence): a full state between steps. ``None`` where the book cannot
        determinise."""
        return None

    @property
    def can_determinize(self) -> bool:
        """True when the book implements :meth:`guess`, so that an admiral can search ahead."""
        return type(self).determinize is not Rulebook.determinize

    def resample_from_view(self, view: S, side: str, rng: Rng) -> S | None:
        """Return a state that *side* cannot tell from the true one: a :meth:`guess` whose view is
        *view*. ``None`` after :data:`GUESSES` failed draws."""
        for _ in range(GUESSES):
            state = self.determinize(view, side, rng)
            if state is None or self.view(state, side) == view:
                return state
        return None

    def resume_rule(self, state: S, request: Single) -> TailCall | None:
        """Return the rule that finishes a step from a full state (a :meth:`guess`) in the middle of
        that step, where *request* is asked first. ``None`` when the state does not determine it."""
        return None

    # -- words (composed at the edge)
    def display(self, view: S, side: str, requests: Sequence[Single]) -> Display:
        """Return the position as the page and the terminal show it; *requests* are the open
        requests to *side*."""
        return default_texts.display(self, view, side)

    def counters(self, view: S, side: str) -> Iterable[Counter]:
        """Return the counters on the board, for a book that uses the default display."""
        return ()

    def map_position(self, view: S, side: str) -> tuple[str, tuple[Counter, ...]]:
        """Return the board of :meth:`display` and its counters. A book overrides it when it can do
        so faster than :meth:`display`."""
        shown = self.display(view, side, ())
        return shown.board, shown.counters

    def battle(self, view: S, side: str) -> BattleLines | None:
        """Return the lines of the current battle as *side* sees them; ``None`` when there is
        none."""
        return None

    def preview(self, view: S, request: AskOrder, order: Any, verdict: Verdict) -> OrderPreview:
        """Return the preview of an order: its route on the map, its risks and costs, its
        consequences."""
        return OrderPreview()

    def preview_partial(self, view: S, side: str, text: str) -> Iterable[Overlay]:
        """Return map overlays for a *text* that is not yet an order: the reach of the ships it
        names, for example."""
        return ()

    def refusal_text(self, view: S, refusal: Refusal) -> RefusalText:
        """Return a refusal or caution in words."""
        return default_texts.default_refusal_text(self, view, refusal)

    def prompt(self, view: S, request: Single) -> Prompt:
        """Return the prompt of *request*: the question in words, each option with its label and
        odds."""
        return default_texts.prompt(self, view, request)

    def event_text(self, event: Event, view: S, side: str) -> str:
        """Return the log's sentence about an event that the side may see; empty to leave it out.
        *view* is the position before the event."""
        return default_texts.default_event_text(self, event, view)

    # -- admirals
    def evaluate(self, view: S, request: Single, answer: Any) -> float:
        """Return the value of *answer* to the side asked, from its view: higher is better. The
        greedy admiral takes the best."""
        return 0.0

    def refine_choice(
        self, view: S, request: Single, answer: Any, rated: Sequence[tuple[Any, float]]
    ) -> Any:
        """Return the answer to give in place of *answer*, the best of *rated* ((answer, value)
        pairs), after a closer look that would take too long for all of them. The default keeps
        *answer*. *rated* may contain :meth:`drafts`; the result must be legal."""
        return answer

    def aims(self, view: S, side: str) -> Iterable[Aim]:
        """Return the aims of *side* from its view: what the scenario scores, and the forces that
        could achieve it."""
        return ()

    def evaluate_under_plan(
        self, view: S, request: Single, plan: Plan, *, unchecked: bool = False
    ) -> Iterable[tuple[Any, float]]:
        """Return (answer, value) pairs of the answers worth considering under a plan made of
        :meth:`aims`, the pass last. The steady admiral takes the best. With *unchecked* the orders
        are :meth:`drafts`."""
        orders = self.drafts if unchecked else self.candidates
        answers = request.options if isinstance(request, Ask) else orders(view, request)
        return ((answer, self.evaluate(view, request, answer)) for answer in answers)

    def mixing_noise(self, view: S, request: Single) -> float:
        """Return the amount of random noise to add to ``worth`` where orders are secret and a
        predictable plan could be exploited; else 0."""
        return 0.0

    def deployment_candidates(self, view: S, request: Single) -> Iterable[tuple[Any, float]]:
        """Return (order, value) pairs of the best places for units that wait to be placed, from the
        view of the side asked. The coach suggests them; admirals leave placing to the staff."""
        return ()

    def missed_orders(self, view: S, request: Single) -> tuple[MissedOrder, ...]:
        """Return the useful orders that the side asked would miss by ending now, from its view."""
        return ()

    def danger_sea(self, view: S, side: str, ids: Collection[str]) -> DangerSea:
        """Return the places that a force of *side* can reach, with the chance of interception in
        each, by the rules of play and from the side's view. *ids* name the force as the forces list
        does: a group, ships, or a port with everything in it."""
        return DangerSea()

    # -- casebook
    def case_start(self, setup: Setup, rulings: Rulings) -> S:
        """Return the initial state of a case: the scenario's, or an empty board when
        ``setup.scenario`` is empty."""
        return self.start(setup, rulings)

    def prepare_case(self, state: S, side: str, text: str) -> S:
        """Return the state of a case in which *text* is the first order of *side*.

        A case names a phase and leaves the segment open: the book may move on to the segment of the
        order. A position that names its segment stays as it is.
        """
        return state

    def default_answer(self, state: S, request: Single) -> str:
        """Return the answer that a case implies when it leaves out a question, in text form; empty
        when the case must answer."""
        return ""

    def rests(self, state: S, request: Single) -> bool:
        """Return True when *request* only asks for further orders and no earlier order is still
        under way. A case's line that states what did not happen is checked at such a request."""
        return isinstance(request, AskOrder) and not self.default_answer(state, request)

    def is_for_later_question(self, state: S, request: Single, text: str) -> bool:
        """Return True when a case's order is meant for a later question of the same kind."""
        return False

    def names_something(self, state: S, text: str) -> bool:
        """Return True when *text* names something in a case's position: a unit, a place, a side. A
        line that states something did not happen to an unknown name is an error."""
        return True

    def in_ids(self, before: S, state: S, text: str) -> str:
        """Return a case's *text* with the ids drawn in play in the place of counting names
        (``transport 3``). *before* is the position at the beginning of the stage."""
        return text

    def side_from_word(self, text: str) -> str:
        """Return the side that a case means by a word (``Allies``, a nation's name); *text* itself
        when it means none."""
        return text

    def was_only_answer(self, state: S, side: str, text: str) -> bool:
        """Return True when *text* answers a question that was skipped because it had only one
        answer. A case may write that answer."""
        return False

    def given(self, state: S, line: str) -> S:
        """Put one line of a case's position on the board. Raises :class:`TextError`."""
        assert self.lines is not None
        placed: S = self.lines.put(state, line)
        return placed

    def impossible(self, state: S) -> Iterable[tuple[str, str]]:
        """Return the contradictions in a case's position that no orders could produce: pairs (a
        unit or place as a line names it, reason). They are found by the functions that check
        orders. A case with one fails."""
        return ()

    def implies(self, line: str, field: str) -> bool:
        """Return True when a position line sets this field only by implication, so that another
        line may set it otherwise."""
        return False

    def holds(self, before: S, state: S, line: str) -> tuple[bool, str]:
        """Return whether a line of a case's *then* holds, and what was found instead. Raises
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
        """Return the answer assumed for a choice inside an odds question; it is stated beside the
        odds."""
        return request.options[0]

    # -- proof
    def inventory(self, state: S) -> Mapping[str, str]:
        """Return every ship (or step, or factor) ever in play -> where it is now, lost and
        withdrawn ones included. The conservation test uses it."""
        return {}

    def true_positions(self, state: S) -> Iterable[Afloat]:
        """Return the true position of everything at sea in a full state, and what was lost, for the
        report after the game."""
        return ()

    def turn_of(self, state: S) -> int:
        """Return the number of the current turn (or player turn)."""
        return 1

    def battle_at(self, state: S) -> str:
        """Return the place on the board of the current battle in a full state; empty when there is
        none."""
        return ""

    # -- files of the package, for the clause index
    def aliases(self) -> Mapping[str, str]:
        """Return clause id -> the id under which the clause is enforced, for clauses that only
        point to another."""
        return {}


def about_map(request: Single) -> dict[str, Any]:
    """Return the facts of a request as a dict."""
    return dict(request.about)

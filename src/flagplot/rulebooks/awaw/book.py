"""The rule book object: what the table, the room, the terminal, the casebook and the admirals call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from flagplot.table import (
    LEGAL,
    Ask,
    Command,
    Event,
    Next,
    Outcome,
    Rulebook,
    Rulings,
    Scenario,
    Setup,
    Single,
    Table,
    TextError,
    Verdict,
)
from flagplot.table.display import Display, Examination, Prompt
from flagplot.table.verdict import Refusal

from . import nouns, orders
from .advice.questions import QUESTIONS, situation
from .casework import (  # noqa: F401  (each registers its lines)
    case_lines,
    given,
    given_units,
    holds,
    holds_routes,
    holds_turn,
)
from .casework.given import implied
from .casework.reading import knows
from .events import EVENTS
from .map import theatre
from .orders import (
    ORDER_TYPES,
    Done,
    Pass,
    grammar,
    texts,  # noqa: F401  (the forms of the orders)
)
from .play import turn
from .rules import organising, partly, redeployment  # noqa: F401  (each registers its orders and moments)
from .rules.air import sea_air  # noqa: F401
from .rules.basing import construction, repairs, surplus  # noqa: F401
from .rules.combat.choices import Choice
from .rules.combat.events import BATTLE_EVENTS
from .rules.combat.lens import BattleLens
from .rules.interception import verdicts  # noqa: F401
from .rules.missions import Occupy
from .rules.movement import base_change, displacement  # noqa: F401
from .rules.patrols import defensive_patrol, patrol, patrol_air, submarine  # noqa: F401
from .rules.registry import CHECKS, put_given, test_holds
from .rules.transport import sea_transport  # noqa: F401
from .state import COUNTED, State, replace
from .state.nations import side_of_text
from .telling import spoken, views

ALIASES: dict[str, str] = {
    "21": "21.31",
    "21.1": "21.11",
    "21.2": "21.21",
    "21.3": "21.31",
    "21.4": "21.31",
    "21.5": "21.31",
    "21.13": "21.131",
    "21.131#2": "21.1322#3",
    "21.36": "21.36A",
    "21.3615": "21.3615A",
    "21.3616": "21.3616A",
}


ORGANISING = (orders.FormTF, orders.DisbandTF)
ADMITTED: dict[str, tuple[type, ...]] = {
    "movement": (
        *ORGANISING,
        orders.BaseChange,
        orders.Patrol,
        orders.Transport,
        orders.Supply,
        orders.Withdraw,
        orders.Sequence,
        orders.Split,
        orders.AssignRP,
        Occupy,
    ),
    "supply": (*ORGANISING, orders.Supply, orders.Split),
    "transport": (*ORGANISING, orders.Transport, orders.Split, Occupy),
    "ground": (Occupy,),
    "combat": (*ORGANISING, orders.Mission, orders.Split, Occupy),
    "redeployment": (*ORGANISING, orders.Redeploy),
    "construction": (orders.BuildPort, orders.AssignRP),
    "uninversion": (orders.Uninvert,),
    "displacement": (orders.Displace,),
    "surplus": (orders.Eliminate, orders.Freeze),
    "interception": (orders.Intercept,),
    "counter-interception": (orders.Counter,),
    "none": (),
}
"""Which orders answer which command (besides ``done`` and ``pass``); a kind not named here takes what its check takes."""


class Awaw(Rulebook[State]):
    """A World at War, chapter 21: naval operations."""

    id = "awaw"
    title = "A World at War: naval operations"
    version = "2"
    editions = ("current", "earlier")
    order_types = (*ORDER_TYPES, Occupy)
    lens_types = (BattleLens,)

    @property
    def scenarios(self) -> tuple[Scenario, ...]:  # type: ignore[override]
        from .scenarios import scenarios

        return tuple(scenarios())

    @property
    def event_types(self) -> tuple[type, ...]:  # type: ignore[override]
        return tuple(dict.fromkeys((*EVENTS, *BATTLE_EVENTS)))

    # -- a game
    def start(self, setup: Setup, rulings: Rulings) -> State:
        from .scenarios import start_state

        return start_state(setup, rulings)

    async def step(self, t: Table[State]) -> None:
        await turn.step(t)

    def outcome(self, state: State) -> Outcome | None:
        from .scenarios import score

        return score.outcome(state)

    # -- orders
    def parse(self, text: str, state: State, side: str) -> Any:
        return grammar.parse(text, state, side)

    def text(self, order: Any) -> str:
        return grammar.text(order)

    def check(self, state: State, request: Command[Any], order: Any) -> Verdict:
        verdict = judged(state, request, order)
        return verdict if verdict.refusals else verdict + Verdict((), partly.cautions(order))

    def candidates(self, state: State, request: Command[Any]) -> Iterable[Any]:
        from .advice.candidates import candidates

        return candidates(state, request)

    def spell(self, state: State, request: Ask[Any], text: str) -> str:
        return spelled(state, request, text)

    def complete(self, state: State, request: Command[Any], text: str) -> Iterable[tuple[str, str]]:
        return completions(state, request, text)

    def named(self, view: State, id: str) -> str:
        from .telling.naming import any_name

        return "light ships" if id == "lights" else any_name(view, id)

    # -- views
    def view(self, state: State, side: str) -> State:
        return views.view(state, side)

    def secret_twins(self, state: State, side: str) -> Iterator[State]:
        return views.secret_twins(state, side)

    # -- words
    def display(self, view: State, side: str, requests: Sequence[Single]) -> Display:
        from .telling.display import display

        return display(view, side, requests)

    def examine(self, view: State, request: Command[Any], text: str) -> Examination:
        from .telling.examine import examine

        return examine(view, request, text)

    def prompt(self, view: State, request: Single) -> Prompt:
        from .telling.prompt import prompt

        return prompt(view, request)

    def say(self, event: Event, view: State, side: str) -> str:
        from .telling.say import say

        return say(event, view, side)

    # -- admirals
    def worth(self, view: State, request: Single, answer: Any) -> float:
        from .advice.worth import worth

        return worth(view, request, answer)

    # -- casebook
    def case_start(self, setup: Setup, rulings: Rulings) -> State:
        if setup.scenario:
            return self.start(setup, rulings)
        return State(rulings=rulings, case=True)

    def case_ready(self, state: State, side: str, text: str) -> State:
        return case_ready(state, side, text)

    def implies(self, line: str, field: str) -> bool:
        return implied(line, field)

    def knows(self, state: State, text: str) -> bool:
        return knows(state, text)

    def usual(self, state: State, request: Single) -> str:
        return usual(request)

    def later(self, state: State, request: Single, text: str) -> bool:
        return later(state, request, text)

    def side_meant(self, text: str) -> str:
        return side_of_text(text) or text

    def forced(self, state: State, side: str, text: str) -> bool:
        return spoken.forced(state, side, text)

    def idle(self, text: str) -> bool:
        return text.strip().casefold() in ("pass", "passes")

    def given(self, state: State, line: str) -> State:
        return put_given(state, line)

    def holds(self, before: State, state: State, line: str) -> tuple[bool, str]:
        return test_holds(before, state, line)

    # -- odds
    questions = QUESTIONS
    answer_words = spoken.ANSWER_WORDS

    def situation(self, view: State, side: str, question: str, argument: str) -> tuple[Next, Any]:
        return situation(view, side, question, argument)

    # -- proof
    def inventory(self, state: State) -> Mapping[str, str]:
        return inventory(state)

    def aliases(self) -> Mapping[str, str]:
        return ALIASES


HOME: tuple[tuple[tuple[type, ...], str, str, str], ...] = (
    ((orders.BaseChange, orders.Patrol, orders.Withdraw, orders.Sequence, orders.AssignRP), "movement", "announce", "movement"),
    ((orders.Supply,), "movement", "supply", "supply"),
    ((orders.Transport,), "movement", "transport", "transport"),
    ((Occupy,), "movement", "ground", "ground"),
    ((orders.Mission,), "combat", "missions", "combat"),
    ((orders.Redeploy,), "redeployment", "redeploy", "redeployment"),
    ((orders.BuildPort,), "construction", "build", "construction"),
)
"""Where an order belongs: its types, phase, segment and the kind of the command that asks for it."""


def home_of(order: Any) -> tuple[str, str, str]:
    """Phase, segment and command kind an order belongs to; empty strings for one that may come anywhere."""
    return next(((p, s, k) for types, p, s, k in HOME if isinstance(order, types)), ("", "", ""))


def judged(state: State, request: Command[Any], order: Any) -> Verdict:
    """The verdict of the order's own check, and that it comes at the wrong time if it does."""
    check = CHECKS.get(type(order))
    if check is not None:
        verdict = check(state, request, order)
        fits = ADMITTED.get(request.kind)
        return verdict if fits is None or isinstance(order, fits) else misplaced(state, request, order, verdict)
    if isinstance(order, (Done, Pass)):
        return LEGAL
    return Verdict((Refusal("21.31", "no-such-order", (), (("kind", request.kind),)),))


def misplaced(view: State, request: Command[Any], order: Any, verdict: Verdict) -> Verdict:
    """The verdict of an order nobody asks for now: that it is not its time, and whatever else is wrong with it."""
    kind = home_of(order)[2]
    more = CHECKS[type(order)](view, replace(request, kind=kind), order) if kind and kind != request.kind else verdict
    found = dict.fromkeys((*verdict.refusals, *more.refusals))
    if not verdict.refusals:
        found = dict.fromkeys((Refusal(request.clause or "21.31", "not-now", (), (("kind", request.kind),)), *found))
    return Verdict(tuple(found), more.cautions)


def case_ready(state: State, side: str, text: str) -> State:
    """A case's position when its first order is *text*: what it left open of the time is what the order needs."""
    if not state.case or side not in state.sides:
        return state
    try:
        order = grammar.parse(text, state, side)
    except TextError:
        return state
    if isinstance(order, orders.Done) and state.phase == "movement" and "segment" not in state.said and state.mover == side:
        hunted = any(f.submarines and f.side != side and f.state == "on-station" for f in state.forces.values())
        return replace(state, segment="air") if hunted else state
    phase, segment, _ = home_of(order)
    if isinstance(order, ORGANISING) and not {"mover", "phase", "segment"} & set(state.said):
        return replace(state, mover=side)
    if not phase or "segment" in state.said:
        return state
    if "phase" in state.said and (state.phase != phase or state.mover != side):
        return state
    if "mover" in state.said and state.mover != side:
        return state
    said = (*state.said, "supply") if segment == "supply" else state.said
    return replace(state, mover=side, phase=phase, segment=segment, said=said)


USUAL = {
    "interception": "pass",
    "counter-interception": "pass",
    "air-attack": "pass",
    "patrol-counterair": "done",
    "patrol-strike": "done",
    "combat-strike": "done",
    "patrol-go-on": "go on",
    "transport-go-on": "go on",
    "patrol-stay": "stay",
    "submarine-stay": "stay",
    "defensive-patrol": "return",
    "attack-submarine": "0",
    "cover-submarine": "0",
    "sequence": "done",
    "surplus": "done",
    "displacement": "done",
}
"""What a case means where it says nothing of a question: ships go home, nobody interferes, battles are fought the usual way."""


def usual(request: Single) -> str:
    """The usual answer to a question, or an empty string."""
    if isinstance(request, Ask):
        options = [str(o) for o in request.options]
        if "auto" in options:
            return "auto"
        if request.kind == "return-base":
            return options[0]
        return USUAL[request.kind] if USUAL.get(request.kind) in options else ""
    return USUAL.get(request.kind, "")


WINDOWS = frozenset({"interception", "counter-interception", "patrol-counterair", "patrol-strike", "combat-strike"})


def later(view: State, request: Single, text: str) -> bool:
    """True when an interception names a hex the force has still to enter, or the mover gives an order for what comes after the
    window he is asked about: the windows before it are let pass."""
    if not isinstance(request, Command) or request.kind not in WINDOWS:
        return False
    try:
        order = grammar.parse(text, view, request.side)
    except TextError:
        return False
    if request.kind != "interception":
        return request.side == view.mover and bool(home_of(order)[0])
    about = dict(request.about)
    track, path = str(about.get("track", "")).split(","), str(about.get("path", "")).split(",")
    loading = about.get("mission") == "transport" and path[-1] != about.get("target")
    if isinstance(order, orders.Intercept) and loading and order.hex not in path:
        return True
    if not isinstance(order, orders.Intercept) or order.hex in path or order.hex not in track or path[-1] not in track:
        return False
    return track.index(order.hex) > track.index(path[-1])


IN_OTHER_WORDS = {
    "stay": ("remain", "remains", "stays", "remain at sea", "stay at sea", "stay out"),
    "return": ("returns", "go home", "goes home", "return to base", "return to port", "abort", "turn back"),
    "go on": ("goes on", "continue", "continues", "proceed", "carry on"),
    "western": ("west", "western front"), "eastern": ("east", "eastern front"), "mediterranean": ("mediterranean front", "med"),
}
"""Words for options that are not offered in just these words."""


def spelled(view: State, request: Ask[Any], text: str) -> str:
    """An option in other words: in any case, a place by its name or id, a ship by its name."""
    options = [str(o) for o in request.options]
    low = text.casefold()
    low = next((o for o, words in IN_OTHER_WORDS.items() if low in words and o in options), low)
    for o in options:
        if o.casefold() == low or o.replace("-", " ").casefold() == low:
            return o
    try:
        at = theatre.place_id(view, text)
    except TextError:
        at = ""
    if at in options:
        return at
    ships = nouns.find_units(view, request.side, text)
    if len(ships) == 1 and ships[0].id in options:
        return ships[0].id
    choices = [o for o in request.options if isinstance(o, Choice)]
    return (spoken.spelled(view, request.kind, choices, text) if choices else "") or text


def completions(view: State, request: Command[Any], text: str) -> Iterator[tuple[str, str]]:
    """Ways to go on typing: verbs first, then the side's ships."""
    low = text.casefold()
    if " " not in text.strip():
        for v in grammar.verbs():
            if v.startswith(low):
                yield v + ("" if v in ("done", "pass") else " "), ""
        return
    head, _, last = text.rpartition(" ")
    if last:
        for u in view.ships(request.side):
            if u.id.casefold().startswith(last.casefold()):
                yield f"{head} {u.id}", u.name


def inventory(state: State) -> dict[str, str]:
    """Every ship, and every single factor of what is counted in factors -> where it is, lost and withdrawn included."""
    out: dict[str, str] = {}
    count: dict[str, int] = {}
    for u in sorted(state.units.values(), key=lambda u: u.id):
        where = u.status or u.force or u.at or u.base
        if u.kind == "ship" and u.type not in COUNTED:
            out[u.id] = where
            continue
        for place, n in (
            (where, u.factors if u.status not in ("sunk",) else 0),
            ("sunk", u.lost or (u.factors if u.status == "sunk" else 0)),
        ):
            for _ in range(n):
                count[u.origin] = count.get(u.origin, 0) + 1
                out[f"{u.origin}#{count[u.origin]}"] = place
    return out


__all__ = ["BOOK", "Awaw"]

BOOK = Awaw()

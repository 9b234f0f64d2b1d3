"""Standing orders: answers given in advance, and how long one answer holds."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import msgspec

from flagplot.boards.name_folding import normal_characters

from ..contract import default_texts
from ..contract.rulebook import Rulebook
from ..core.errors import TextError
from ..core.requests import Ask, Scalar, Single
from ..display.orders import AnswerDuration

MOST_STANDING = 20
"""How many standing orders a side may have at once."""


LONGEST_STANDING = 400
"""Characters a standing order may have."""


MOST_IN_ADVANCE = 200
"""How many answers standing orders may give before a person must give one: two that answer each
other would go on for ever."""


MOST_BEST = 20
"""After how many of them none answers any more with what looks ``best``: that takes an admiral's
thinking each time."""


RESTING = f"Standing orders have answered {MOST_IN_ADVANCE} times in a row; answer this one yourself, and they go on."


BEST = "best"
"""The answer an admiral would give."""


_OPERATORS = (">=", "<=", "!=", ">", "<", "=", "has")


SLOT = re.compile(r"\{([^{}]*)\}")


_WORDS = re.compile(r"[^\s,;:]+")


_KIND = re.compile(r"[a-z][a-z0-9-]*")


_OTHER_OPERATORS = {
    "=>": ">=",
    "=<": "<=",
    "==": "=",
    "<>": "!=",
    "=!": "!=",
    "~": "=",
    "is": "=",
    "are": "=",
    "over": ">",
    "above": ">",
    "under": "<",
    "below": "<",
    "contains": "has",
    "includes": "has",
    "in": "has",
}
"""Words that people write, and the operator each stands for."""


_SIGNS = str.maketrans(
    {"\u2265": ">=", "\u2a7e": ">=", "\u2264": "<=", "\u2a7d": "<=", "\u2260": "!="}
)
"""Signs of one character that stand for an operator."""


_COMPARED = re.compile(r"([A-Za-z][\w-]*)\s*([^\w\s\"]+|\w+)\s*(\S.*)?")


_FACT = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


_COMPARISON = re.compile(
    r'([A-Za-z][A-Za-z0-9_-]*)(?:\s*(>=|<=|!=|>|<|=)\s*|\s+(has)\s+)("[^"]*"|[^\s"<>=!]+)'
)


_NUMBER = re.compile(r"-?\d+(\.\d+)?")


class Condition(msgspec.Struct, frozen=True):
    """``fact op value``; ``op`` is ``is`` or ``not`` for a bare fact."""

    fact: str
    op: str = "is"
    value: str | int | float = ""

    @property
    def text(self) -> str:
        """The text form."""
        if self.op == "is":
            return self.fact
        if self.op == "not":
            return f"not {self.fact}"
        value = self.value
        plain = not isinstance(value, str) or (
            re.fullmatch(r'[^\s"<>=!]+', value) and not _NUMBER.fullmatch(value)
        )
        return f"{self.fact} {self.op} " + (f"{value}" if plain else f'"{value}"')

    def holds(self, about: dict[str, Scalar]) -> bool | None:
        """Return whether the condition holds of these facts; ``None`` when its fact is not given or
        cannot be compared."""
        if self.op in ("is", "not"):
            return bool(about.get(self.fact, False)) == (self.op == "is")
        if self.fact not in about:
            return None
        fact = about[self.fact]
        if isinstance(fact, bool):
            fact = "yes" if fact else "no"
        if self.op == "has":
            return str(self.value) in _WORDS.findall(str(fact)) or str(self.value) in str(
                fact
            ).split(", ")
        if self.op in ("=", "!="):
            return (str(fact) == str(self.value) or fact == self.value) == (self.op == "=")
        if isinstance(fact, str) or isinstance(self.value, str):
            return None
        if self.op == ">=":
            return fact >= self.value
        if self.op == "<=":
            return fact <= self.value
        return fact > self.value if self.op == ">" else fact < self.value


class StandingRule(msgspec.Struct, frozen=True):
    """An answer and the conditions under which it is given."""

    answer: str
    conditions: tuple[Condition, ...] = ()

    @property
    def text(self) -> str:
        """The text form."""
        return self.answer + (
            " if " + " and ".join(c.text for c in self.conditions) if self.conditions else ""
        )


class StandingOrder(msgspec.Struct, frozen=True):
    """A standing order; ``n`` is its number in its game."""

    kind: str
    branches: tuple[StandingRule, ...]
    n: int = 0

    @property
    def text(self) -> str:
        """The text form; :func:`parse_standing_order` reads it back."""
        return f"{self.kind}: " + ", else ".join(b.text for b in self.branches)

    @property
    def names(self) -> set[str]:
        """The facts that the order names."""
        compared = {c.fact for b in self.branches for c in b.conditions}
        return compared | {m[1] for b in self.branches for m in SLOT.finditer(b.answer)}

    def past(self, turn: str) -> bool:
        """Return whether each rule of the order is for another turn than *turn*."""

        def over(c: Condition) -> bool:
            return (c.fact, c.op) == ("turn", "=") and isinstance(c.value, str) and c.value != turn

        return bool(turn) and all(any(map(over, b.conditions)) for b in self.branches)

    def choose(self, single: Single, about: dict[str, Scalar] | None = None) -> str | None:
        """Return the text of the answer to a request; ``None`` when a person must be asked. *about*
        replaces the facts of the request when more is known."""
        if self.kind not in ("any", single.kind):
            return None
        about = dict(single.about) if about is None else about
        for branch in self.branches:
            found = [c.holds(about) for c in branch.conditions]
            if None in found:
                return None
            if all(found):
                unknown = any(m[1] not in about for m in SLOT.finditer(branch.answer))
                return None if unknown else SLOT.sub(lambda m: str(about[m[1]]), branch.answer)
        return None

    def answer(self, single: Single, book: Rulebook[Any], view: Any, *, thinks: bool = True) -> Any:
        """Return the typed answer to a request; ``None`` when the order gives none or the answer
        would be refused. *view* is the view of the side; *thinks* allows a search for the best
        answer."""
        if self.kind not in ("any", single.kind):
            return None
        text = self.choose(single, facts_of(single, book, view, self.names))
        if text is None:
            return None
        begins = beginning_of_best(text)
        if begins is not None:
            return best_answer(single, book, view, begins) if thinks else None
        if isinstance(single, Ask):
            said = (
                text
                if any(str(o) == text for o in single.options)
                else book.normalize_option(view, single, text)
            )
            return next((o for o in single.options if str(o) == said), None)
        try:
            order = book.parse(text, view, single.side)
        except TextError:
            return None
        return order if book.check(view, single, order) else None


def beginning_of_best(answer: str) -> str | None:
    """Return the text that the best answer must begin with (empty: any); ``None`` for an answer
    that asks for no best one."""
    word, _, begins = answer.partition(" ")
    return begins.strip() if word == BEST else None


def facts_of(single: Single, book: Rulebook[Any], view: Any, names: set[str]) -> dict[str, Scalar]:
    """Return the facts of a question. The turn and the chance are added when *names* has them and
    the question lacks them."""
    about = dict(single.about)
    if (
        "chance" in names
        and "chance" not in about
        and (chance := book.chance(view, single)) is not None
    ):
        about["chance"] = chance
    if "turn" in names and "turn" not in about:
        about["turn"] = book.display(view, single.side, ()).turn
    return about


def best_answer(
    single: Single, book: Rulebook[Any], view: Any, begins: str = "", most: int | None = None
) -> Any:
    """Return the answer with the highest value among those whose text begins with *begins*;
    ``None`` when there is none. Of orders only the first *most* are compared."""
    every = (
        single.options if isinstance(single, Ask) else islice(book.candidates(view, single), most)
    )
    written = str if isinstance(single, Ask) else book.text
    able = [o for o in every if written(o).startswith(begins)]
    if not able:
        return None
    rated = [(o, book.evaluate(view, single, o)) for o in able]
    return book.refine_choice(view, single, max(rated, key=lambda r: r[1])[0], rated)


def parse_standing_order(text: str) -> StandingOrder:
    """Read a standing order strictly. Look-alike characters count as those of a keyboard, and the
    kind may begin with a capital.

    Raises ``TextError`` with the offset and what was expected.
    """
    kind, colon, rest = normal_characters(text).translate(_SIGNS).partition(":")
    kind = kind.lower()
    if not colon:
        raise TextError(
            "a standing order begins with the kind of request and a colon",
            0,
            ["interception: hold"],
        )
    if not _KIND.fullmatch(kind.strip()):
        raise TextError(
            f"{kind.strip()!r} is no kind of request", 0, ["a word like interception", "any"]
        )
    at = len(kind) + 1
    branches = []
    pieces = rest.split(", else ")
    for i, piece in enumerate(pieces):
        branch = _branch(piece, at)
        if not branch.conditions and i < len(pieces) - 1:
            raise TextError(
                f"{branch.answer!r} has no condition, so nothing after it is ever reached",
                at,
                ["if CONDITION"],
            )
        branches.append(branch)
        at += len(piece) + len(", else ")
    return StandingOrder(kind.strip(), tuple(branches))


def _branch(piece: str, at: int) -> StandingRule:
    answer, when, rest = piece.partition(" if ")
    if not answer.strip():
        raise TextError("an answer is missing", at, ["hold", "an order in text form"])
    if answer.strip().endswith((" if", ", else")) or answer.strip() in ("if", "else"):
        raise TextError(
            "the sentence stops too early", at + len(answer), ["a condition", "an answer"]
        )
    if not when:
        return StandingRule(answer.strip())
    conditions = []
    offset = at + len(answer) + len(when)
    for raw in rest.split(" and "):
        conditions.append(_condition(raw, offset))
        offset += len(raw) + len(" and ")
    return StandingRule(answer.strip(), tuple(conditions))


def _condition(raw: str, at: int) -> Condition:
    text = raw.strip()
    compared = _COMPARISON.fullmatch(text)
    if compared:
        fact, op, value = compared[1], compared[2] or compared[3], compared[4]
        if value.startswith('"'):
            return Condition(fact, op, value[1:-1])
        if _NUMBER.fullmatch(value):
            return Condition(fact, op, float(value) if "." in value else int(value))
        if op not in ("=", "!=", "has"):
            raise TextError(f"{fact} {op} wants a number, not {value!r}", at, ["a number like 40"])
        return Condition(fact, op, value)
    if text.startswith("not ") and _FACT.fullmatch(text[4:].strip()):
        return Condition(text[4:].strip(), "not")
    if _FACT.fullmatch(text):
        return Condition(text)
    ways = [f"FACT {op} VALUE" for op in _OPERATORS] + ["FACT", "not FACT"]
    found = _COMPARED.fullmatch(text)
    if found and found[2] in _OPERATORS:
        raise TextError(f"{text!r} is no condition: it wants one value", at, ways)
    if found and (meant := _OTHER_OPERATORS.get(found[2].lower())):
        near = f"{found[1]} {meant} {found[3] or 'VALUE'}"
        raise TextError(
            f"{text!r} is no condition: for {found[2]!r} write {meant}",
            at + raw.find(found[2]),
            [near],
            [meant],
        )
    raise TextError(f"{text!r} is no condition", at, ways)


VOYAGE = ("group", "force", "mission")
"""Facts that say whose voyage a question is about."""


PLACE = ("hex", "place", "zone")
"""Facts that say where."""


CHANCE = ("odds", "chance", "percent", "percentage")
"""Facts that say how likely something is."""


def answer_durations(book: Rulebook[Any], view: Any, single: Single) -> tuple[AnswerDuration, ...]:
    """Return how long an answer to this question may hold.

    The main order of a phase names no force or place yet: its answer holds by a chance only, where
    the book tells one.
    """
    about = dict(single.about)
    place, voyage = (
        next((k for k in names if str(about.get(k, ""))), "") for names in (PLACE, VOYAGE)
    )
    chance = next(
        (
            k
            for k in CHANCE
            if isinstance(about.get(k), int | float) and not isinstance(about[k], bool)
        ),
        "",
    )
    likely = about[chance] if chance else book.chance(view, single)
    found: list[AnswerDuration] = []

    def named(id: Any) -> str:
        return book.display_name(view, str(id))

    if place:
        found.append(
            AnswerDuration("place", Condition(place, "=", about[place]).text, named(about[place]))
        )
    if voyage:
        turn = facts_of(single, book, view, {"turn"})["turn"]
        both = (Condition(voyage, "=", about[voyage]), Condition("turn", "=", turn))
        found.append(
            AnswerDuration("voyage", " and ".join(c.text for c in both), named(about[voyage]))
        )
    if likely is not None:
        of = "" if chance else default_texts.words(book.id).term("chance", other="")
        found.append(AnswerDuration("chance", chance or "chance", f"{likely:g}", of))
    if not (isinstance(single, Ask) or place or voyage or chance):
        return tuple(found)
    return (*found, AnswerDuration("always"))


def standing_text(
    kind: str, answer: str, way: AnswerDuration, number: str = "", *, atmost: bool = False
) -> str:
    """Return the standing order that gives *answer* for as long as *way* says: for a chance from
    *number* on, or *atmost* that number."""
    when = way.condition
    if way.scope == "chance":
        when = f"{way.condition} {'<=' if atmost else '>='} {number or way.about}"
    return f"{kind}: {answer}" + (f" if {when}" if when else "")

"""The ``then`` lines that are common to all books: one form and one function each, in the order of
``docs/casebook.md``.

```python
@then("asks SIDE KIND now")
def is_asked_now(after: StageResult, game: Game, side: str, kind: str) -> str: ...
```

A word in capitals is a slot for one word of the case; a slot of ``LONG`` takes several. The
function receives it under its name in small letters. It returns what was found instead, empty when
the line holds. It raises :class:`TextError` when the line names something unknown."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from msgspec import Struct

from ..assist.order_names import name_without_id
from ..contract.rulebook import Rulebook
from ..core.errors import RuleError, TextError
from ..core.procedure import tag_of
from ..core.requests import Ask, Roll, Single
from ..core.verdict import Refusal, Verdict
from ..game.game import Game
from ..language.sentences import singular_after_one
from ..language.wordbook import WordsError
from .case_file import CaseFailure, Chance, Line, read_chance
from .given import text_error_sentence
from .unanswered import open_requests, open_requests_text
from .vocabulary import CaseWords

LONG = ("TEXT", "FIELDS", "WHO", "CHANCE")
"""Slots of a form that take several words of a case."""


Looks = Callable[..., str]


FORMS: list[tuple[re.Pattern[str], Looks]] = []
"""(pattern of a line, function that checks it) pairs."""


def then(*forms: str) -> Callable[[Looks], Looks]:
    """Return a decorator that registers the function for lines of these forms. A word in square
    brackets is optional."""

    def slot(word: re.Match[str]) -> str:
        return f"(?P<{word[0].lower()}>{'.+?' if word[0] in LONG else '[^ ]+'})"

    def enter(look: Looks) -> Looks:
        for form in forms:
            written = re.sub(r"[A-Z]+", slot, re.sub(r"\[(\w+)\] ", r"(?:\1 )?", form))
            FORMS.append((re.compile(written.replace(" ", " +")), look))
        return look

    return enter


class StageResult:
    """The result of a case's stage, which the lines of its ``then`` check."""

    def __init__(
        self, book: Rulebook[Any], state: Any, words: CaseWords, chance: Chance | None
    ) -> None:
        self.book = book
        self.words = words
        self.chance = chance
        self.game: Game | None = None
        """The game being played; ``None`` before the case begins."""
        self.before: Any = state
        self.from_entry = 0
        self.verdict: Verdict | None = None
        self.error = ""
        self.asked: list[Single | Roll[Any]] = []
        self.not_offered = ""
        """The reason why the case's answer was not an option of the question; else empty."""

    def expect(self, game: Game, line: Line) -> None:
        """Check a line. Raises :class:`~flagplot.table.casebook.case_file.CaseFailure` with what
        was found instead."""
        try:
            found = self.found_instead(game, line.text)
        except TextError as e:
            raise CaseFailure(
                line.number, f"then {line.text!r}: {text_error_sentence(e)}"
            ) from None
        except RuleError as e:
            raise CaseFailure(line.number, f"then {line.text!r}: {e}") from e
        if found:
            raise CaseFailure(line.number, f"expected {line.text!r}; found: {found}")

    def found_instead(self, game: Game, text: str) -> str:
        """Return what was found instead of a line, common or the book's own; empty when the line
        holds."""
        text = self.book.in_ids(self.before, game.state, text)
        plain = canonical_judgement(text)
        for form, look in FORMS:
            if said := form.fullmatch(plain):
                return look(
                    self,
                    game,
                    **{
                        k: self.book.side_from_word(v) if k == "side" else v
                        for k, v in said.groupdict().items()
                    },
                )
        return self.fact(self.before, game.state, text)

    def fact(self, before: Any, state: Any, text: str) -> str:
        """Return what was found instead of a line of the book's own; empty when it holds. ``not
        LINE`` reverses a line."""
        negative = text.startswith("not ")
        said = text.removeprefix("not ")
        if negative and (meant := opposite_line(said)):
            raise TextError(f"'not' does not stand before {said!r}; write {meant}")
        try:
            holds, found = self.book.holds(before, state, said)
        except TextError as e:
            e.forms = (
                tuple(f"not {x.removeprefix('not ')}" for x in e.forms) if negative else e.forms
            )
            raise
        return (
            "" if holds != negative else found or ("it holds" if negative else "it does not hold")
        )

    def said(self, text: str) -> tuple[str, str]:
        """Return ``SIDE: TEXT`` as a pair. The side may have any name that the book knows, also in
        small letters."""
        side, _, rest = text.partition(":")
        side, rest = side.strip(), rest.strip()
        side = self.book.side_from_word(side.capitalize() if side.islower() else side)
        if self.game is not None:
            rest = self.book.in_ids(self.before, self.game.state, rest)
        return side, rest

    def told(self, game: Game, verdict: Verdict) -> str:
        """Return a verdict in words: the refusals in one line, then each as the sentence that
        players read, with the orders offered instead."""
        if verdict:
            return "accepted"
        told = ["refused: " + refusal_codes(verdict.refusals)]
        for r in verdict.refusals:
            try:
                told.append(f"    {self.book.refusal_text(game.state, r).sentence}")
            except WordsError:
                continue  # a book may have no sentences yet
            told += [f"    instead: {m.order}" for m in r.remedies if m.order]
        return "\n".join(told)

    def asked_text(self) -> str:
        """Return the requests of this stage, in one line."""
        found = [
            f"roll for {s.why}" if isinstance(s, Roll) else f"{s.side} {s.kind}" for s in self.asked
        ]
        return ", ".join(dict.fromkeys(found)) or "nobody"

    def named(self, game: Game, have: Any) -> str:
        """Return a value of an event in small letters, with names for ids."""
        parts, s = have if isinstance(have, tuple) else (have,), game.state
        return ",".join(
            name_without_id(self.book.display_name(s, x), x)
            if isinstance(x, str) and x
            else grammar_text(x)
            for x in parts
        ).casefold()

    def means(self, game: Game, have: Any, value: str) -> bool:
        """Return whether *value* in a line means a value of an event. An id or a side may be given
        by any of its names."""
        if (
            have
            and self.book.side_from_word(value.capitalize() if value.islower() else value) == have
        ):
            return True
        parts, said = have if isinstance(have, tuple) else (have,), value.casefold()
        if self.named(game, have) == said:
            return True
        words = said.split(",") if len(parts) > 1 else [said]
        return len(words) == len(parts) and all(map(partial(self.is_called, game), parts, words))

    def is_called(self, game: Game, x: Any, word: str) -> bool:
        others = self.book.other_names(game.state, x) if isinstance(x, str) else ()
        return word == self.named(game, x) or word in map(str.casefold, others)


# -- of the last order or check
def verdict_mismatch(after: StageResult, game: Game, holds: Callable[[Verdict], bool]) -> str:
    """Return what was found instead of a verdict for which *holds* is true; empty when it is."""
    if after.verdict is None:
        return after.error or "nothing was ordered"
    return "" if holds(after.verdict) else after.told(game, after.verdict)


@then("accepted")
def accepted(after: StageResult, game: Game) -> str:
    return after.error or verdict_mismatch(after, game, bool)


@then("refused")
def refused(after: StageResult, game: Game) -> str:
    return (
        ""
        if after.verdict is None and after.not_offered
        else verdict_mismatch(after, game, lambda v: not v)
    )


@then("refused CLAUSE")
def refused_under(after: StageResult, game: Game, clause: str) -> str:
    return verdict_mismatch(after, game, lambda v: v.cites(clause))


@then("refused by CODE")
def refused_by(after: StageResult, game: Game, code: str) -> str:
    return verdict_mismatch(after, game, lambda v: any(r.code == code for r in v.refusals))


@then("allows CLAUSE")
def allows(after: StageResult, game: Game, clause: str) -> str:
    raise_if_wrong(after.words.wrong_clause(clause))
    return after.error or verdict_mismatch(after, game, lambda v: not v.cites(clause))


@then("caution CLAUSE")
def caution(after: StageResult, game: Game, clause: str, wanted: bool = True) -> str:
    raise_if_wrong(after.words.wrong_clause(clause))
    if after.verdict is None:
        return after.error or "nothing was ordered"
    cautions = after.verdict.cautions
    return (
        ""
        if any(c.cites(clause) for c in cautions) == wanted
        else f"cautions {refusal_codes(cautions) or 'none'}"
    )


@then("no caution CLAUSE")
def no_caution(after: StageResult, game: Game, clause: str) -> str:
    return caution(after, game, clause, wanted=False)


@then("culprit TEXT")
def culprit(after: StageResult, game: Game, text: str) -> str:
    culprits = [c for r in refusals(after) for c in r.culprits]
    meant = any(text == c or after.means(game, c, text) for c in culprits)
    return "" if meant else f"culprits: {', '.join(culprits) or 'none'}"


@then("suggests TEXT")
def suggests(after: StageResult, game: Game, text: str) -> str:
    offered = [m.order for r in refusals(after) for m in r.remedies if m.order]
    return "" if text in offered else f"suggested: {'; '.join(offered) or 'nothing'}"


@then("rests on ID")
def rests_on(after: StageResult, game: Game, id: str) -> str:
    cautions = after.verdict.cautions if after.verdict is not None else ()
    rests = [x for r in (*refusals(after), *cautions) for x in r.rests_on]
    rests += [e.table for e in game.entries[after.from_entry :] if e.table]
    return "" if id in rests else f"rests on: {', '.join(rests) or 'nothing'}"


@then("error", "error TEXT")
def error(after: StageResult, game: Game, text: str = "") -> str:
    return (
        ""
        if after.error and text.strip('"').lower() in after.error.lower()
        else after.error or "no error"
    )


def refusals(after: StageResult) -> tuple[Refusal, ...]:
    return after.verdict.refusals if after.verdict is not None else ()


# -- of what happened in this stage
@then("event TAG", "event TAG FIELDS")
def event(after: StageResult, game: Game, tag: str, fields: str = "") -> str:
    pairs = split_fields(fields)
    raise_if_wrong(after.words.wrong_event(tag, pairs))
    events = stage_events(after, game)
    like = [e for e in events if tag_of(e) == tag]
    return (
        ""
        if any(event_matches(after, game, e, tag, pairs) for e in events)
        else f"events: {events_text(like or events)}"
    )


@then("no event TAG", "no event TAG FIELDS")
def no_event(after: StageResult, game: Game, tag: str, fields: str = "") -> str:
    hit = denied_events(after, game, stage_events(after, game), tag, fields)
    return f"event {events_text(hit)}" if hit else ""


@then("shows SIDE TAG", "shows SIDE TAG FIELDS")
def shows(after: StageResult, game: Game, side: str, tag: str, fields: str = "") -> str:
    pairs = split_fields(fields)
    raise_if_wrong(wrong_side(game, side) or after.words.wrong_event(tag, pairs))
    events = stage_events(after, game, side)
    return (
        ""
        if any(event_matches(after, game, e, tag, pairs) for e in events)
        else f"events {side} sees: {events_text(events)}"
    )


@then("hides SIDE TAG", "hides SIDE TAG FIELDS")
def hides(after: StageResult, game: Game, side: str, tag: str, fields: str = "") -> str:
    raise_if_wrong(wrong_side(game, side))
    hit = denied_events(after, game, stage_events(after, game, side), tag, fields)
    return f"{side} sees {events_text(hit)}" if hit else ""


def stage_events(after: StageResult, game: Game, side: str = "") -> list[Any]:
    """Return the events of the stage; with *side* those that the side saw, redacted."""
    entries = [e for e in game.entries[after.from_entry :] if e.kind == "event"]
    if not side:
        return [e.event for e in entries]
    return [seen for e in entries if (seen := e.happening.seen_by(side)) is not None]


def denied_events(
    after: StageResult, game: Game, events: Iterable[Any], tag: str, fields: str
) -> list[Any]:
    """Return the events that a line denies. Raises :class:`TextError` when the line denies an
    unknown event, field or thing."""
    pairs = split_fields(fields)
    raise_if_wrong(after.words.wrong_event(tag, pairs, (after.before, game.state)))
    return [e for e in events if event_matches(after, game, e, tag, pairs)]


def event_matches(
    after: StageResult, game: Game, event: Any, tag: str, pairs: Iterable[str]
) -> bool:
    """Return whether an event has this tag and these values (``field=value``). A value may be a
    name."""
    if tag_of(event) != tag:
        return False
    for pair in pairs:
        field, _, value = pair.partition("=")
        have = getattr(event, field)
        if grammar_text(have) != canonical_number(have, value) and not after.means(
            game, have, value
        ):
            return False
    return True


@then("rolls N dice for WHY", "rolls N die for WHY")
def rolls(after: StageResult, game: Game, n: str, why: str) -> str:
    made = rolls_made(after, game)
    return "" if (why, n) in made else f"rolls: {rolls_text(made) or 'none'}"


@then("rolls nothing")
def rolls_nothing(after: StageResult, game: Game) -> str:
    return rolls_text(rolls_made(after, game))


def rolls_made(after: StageResult, game: Game) -> list[tuple[str, str]]:
    """Return (reason, number of dice) of each roll, the pending roll included."""
    made = [
        (e.why, e.spec.partition("d")[0])
        for e in game.entries[after.from_entry :]
        if e.kind == "roll"
    ]
    return (
        [*made, (game.pending.why, str(game.pending.spec.dice[0]))]
        if isinstance(game.pending, Roll)
        else made
    )


def rolls_text(made: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{n} dice for {why}" for why, n in made)


@then("asks [the] SIDE KIND")
def asks(after: StageResult, game: Game, side: str, kind: str) -> str:
    return "" if was_asked(after, side, kind) else f"asked: {after.asked_text()}"


@then("does not ask [the] SIDE KIND")
def does_not_ask(after: StageResult, game: Game, side: str, kind: str) -> str:
    raise_if_wrong(wrong_side(game, side) or after.words.wrong_kind(kind))
    return f"asked: {after.asked_text()}" if was_asked(after, side, kind) else ""


def was_asked(after: StageResult, side: str, kind: str) -> bool:
    return any(not isinstance(s, Roll) and (s.side, s.kind) == (side, kind) for s in after.asked)


# -- of the position now
@then("asks [the] SIDE KIND now")
def is_asked_now(after: StageResult, game: Game, side: str, kind: str) -> str:
    now = game.request(side)
    return "" if now is not None and now.kind == kind else open_requests_text(game)


@then("does not ask [the] SIDE KIND now")
def does_not_ask_now(after: StageResult, game: Game, side: str, kind: str) -> str:
    raise_if_wrong(wrong_side(game, side) or after.words.wrong_kind(kind))
    return "" if is_asked_now(after, game, side, kind) else open_requests_text(game)


@then("option TEXT")
def option(after: StageResult, game: Game, text: str) -> str:
    asked = open_requests(game)
    offered = offered_answers(asked)
    if text in offered or any(
        isinstance(s, Ask) and game.book.normalize_option(game.view(s.side), s, text) in offered
        for s in asked
    ):
        return ""
    why = ""
    for s in asked:
        if not isinstance(s, Ask):
            try:
                verdict = game.check(s.side, text)
            except TextError:
                continue
            if verdict:
                return ""
            why = after.told(game, verdict)
    return why or f"offered: {', '.join(offered) or 'nothing'}"


@then("no option TEXT")
def no_option(after: StageResult, game: Game, text: str) -> str:
    raise_if_wrong(why_no_answer(after, game, text))
    return "" if option(after, game, text) else "it is offered"


def why_no_answer(after: StageResult, game: Game, text: str) -> str:
    """Return why a text cannot answer any open request; empty when it may."""
    asked = open_requests(game)
    if not asked:
        return "nobody is asked anything now"
    if after.words.an_answer(text, offered_answers(asked), game.state):
        return ""
    wrong = ""
    for s in asked:
        try:
            after.book.parse(text, game.view(s.side), s.side)
            return ""
        except TextError as e:
            wrong = text_error_sentence(e)
    return wrong


@then("winner SIDE")
def winner(after: StageResult, game: Game, side: str) -> str:
    won = "not over" if game.outcome is None else game.outcome.winner or "nobody"
    return "" if won == side else won


@then("not over")
def not_over(after: StageResult, game: Game) -> str:
    return "" if game.outcome is None else f"over: {game.outcome.winner or 'nobody'} won"


@then("view WHO: TEXT")
def in_view(after: StageResult, game: Game, who: str, text: str) -> str:
    """Check a line about a side's view. Of things that a side does not see, a case can only
    deny."""
    side, text = after.said(f"{who}: {text}")
    raise_if_wrong(wrong_side(game, side))
    if told_of := re.fullmatch(r"(sees no|does not see|not sees|sees) (.+)", text):
        if not any(after.book.names_something(s, told_of[2]) for s in (after.before, game.state)):
            raise_if_wrong(f"nothing here is called {told_of[2]!r}")
        known = after.book.names_something(game.view(side), told_of[2])
        return (
            ""
            if known == (told_of[1] == "sees")
            else f"{side} {'sees it' if known else 'does not see it'}"
        )
    try:
        return after.fact(after.book.view(after.before, side), game.view(side), text)
    except TextError:
        # raises the error of a line that is wrong for the full state as well
        after.fact(after.before, game.state, text)
        return "" if text.startswith("not ") else f"{side} does not see that"


@then("chance TEXT=CHANCE")
def has_chance(after: StageResult, game: Game, text: str, chance: str) -> str:
    """Check ``chance [SIDE:] QUESTION [ARGUMENT] [-> OUTCOME] = P``."""
    asked, arrow, outcome = (x.strip() for x in text.partition("->"))
    side, about = after.said(asked)
    if side not in game.sides:
        side, about = (*game.sides_to_answer(), *game.sides, "")[0], asked
    question, _, argument = about.partition(" ")
    if after.chance is None:
        raise TextError("odds questions are not answered here; run the case with flagplot case run")
    chances = after.chance(after.book, game.view(side), side, question, argument.strip())
    by = {singular_after_one(o): p for o, p in chances.by_outcome}
    outcome = singular_after_one(outcome)
    if arrow:
        raise_if_wrong(after.words.wrong_outcome(question, outcome, by))
    found = by.get(outcome, 0.0) if arrow else by.get("yes", 0.0 if "no" in by else None)
    if found is None:
        return f"outcomes {', '.join(by)}; name one: chance {about} -> OUTCOME = P"
    wanted, slack = read_chance(chance.strip())
    return "" if abs(found - wanted) <= slack + 4 * chances.error else f"{found:.6f}"


def offered_answers(asked: Iterable[Single | Roll[Any]]) -> list[str]:
    """Return the options offered by requests, as texts."""
    return [str(o) for s in asked if isinstance(s, Ask) for o in s.options]


def wrong_side(game: Game, side: str) -> str:
    """Return why a side cannot be meant; empty when it plays."""
    return (
        ""
        if side in game.sides
        else f"no side {side!r} plays; the sides are {', '.join(game.sides)}"
    )


def raise_if_wrong(wrong: str) -> None:
    """Raise :class:`TextError` when *wrong* is not empty. A line that denies something unknown is
    an error, though the denial is true."""
    if wrong:
        raise TextError(wrong)


def canonical_judgement(text: str) -> str:
    """Return ``refused`` or ``accepted`` lines in their canonical words. Others are ``rejected``,
    ``refused under 21.11``, ``legal``, with or without a full stop."""
    words = text.split()
    first = words[0].rstrip(".").casefold()
    if first in ("accepted", "legal", "allowed") and len(words) == 1:
        return "accepted"
    if first not in ("refused", "rejected", "illegal"):
        return text
    rest = [w.rstrip(".,") for w in words[1:]]
    if len(rest) > 1 and rest[0] in ("under", "by", "for", "with") and rest[1][:1].isdecimal():
        rest = rest[1:]
    return " ".join(["refused", *rest])


TURNED = (
    (r"accepted", "refused"),
    (r"refused", "accepted"),
    (r"refused ([\d.]\S*)", r"allows \1"),
    (r"event (.+)", r"no event \1"),
    (r"no event (.+)", r"event \1"),
    (r"shows (.+)", r"hides \1"),
    (r"hides (.+)", r"shows \1"),
    (r"asks (.+)", r"does not ask \1"),
    (r"option (.+)", r"no option \1"),
    (r"caution (.+)", r"no caution \1"),
    (r"rolls .+", "rolls nothing"),
    (r"view ([^:]+): sees (.+)", r"view \1: sees no \2"),
    (r"view ([^:]+): (.+)", r"view \1: not \2"),
    (r"over", "not over"),
)
"""(pattern of a common line, its opposite) pairs."""


def opposite_line(text: str) -> str:
    """Return the opposite of a common line; empty for a line of a book."""
    plain = canonical_judgement(text)
    return next(
        (
            said.expand(other)
            for form, other in TURNED
            if (said := re.fullmatch(form, plain)) is not None
        ),
        "",
    )


def first_word(line: Line) -> str:
    """Return the first word of a line, which names its form."""
    return canonical_judgement(line.text).split()[0]


def refusal_codes(refusals: Iterable[Any]) -> str:
    """Return refusals in one line: clause, code, culprits, detail."""
    parts = []
    for r in refusals:
        culprits = f" [{', '.join(r.culprits)}]" if r.culprits else ""
        detail = "".join(f" {k}={v}" for k, v in r.detail)
        also = f" (also {', '.join(r.also_cites)})" if r.also_cites else ""
        parts.append(f"{r.clause}{also} {r.code}{culprits}{detail}")
    return "; ".join(parts)


def grammar_text(value: Any) -> str:
    """Return a field of an event as a case writes it: ``yes``/``no``, lists joined by commas, a
    struct by its id."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (tuple, list)):
        return ",".join(grammar_text(v) for v in value)
    return str(getattr(value, "id", "...")) if isinstance(value, Struct) else str(value)


def split_fields(fields: str) -> list[str]:
    """Return the ``FIELD=VALUE`` parts of a text. A part in quotes may contain blanks."""
    try:
        return shlex.split(fields)
    except ValueError as e:
        raise TextError(f"{e}; put values with blanks between double quotes") from None


def canonical_number(have: Any, value: str) -> str:
    """Return a number of a case in its canonical form: ``+2`` is ``2``, and ``1`` is ``1.0`` where
    halves are counted."""
    if isinstance(have, float) and value.isdecimal():
        return f"{value}.0"
    return value.removeprefix("+") if isinstance(have, int) else value


def events_text(events: Iterable[Any]) -> str:
    """Return events in one line."""
    parts = []
    for e in events:
        fields = ", ".join(
            f"{f}={grammar_text(getattr(e, f))}" for f in e.__struct_fields__ if f != "clause"
        )
        parts.append(f"{tag_of(e)}({fields})")
    return "; ".join(parts) or "none"

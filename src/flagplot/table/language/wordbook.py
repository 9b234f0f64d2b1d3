"""Sentences for players, made from a rule book's ``words.toml``. The rules themselves use only
codes and tags.

```toml
[refusal.port-full]
title = "Port full"
text = "{culprits} cannot base at {port}: it would hold {factors:plural factor factors}, and {limit} is the most."
[remedy]
detach = "Leave {ship} behind"
[event]
moved = "{unit} sails to {place}."
[prompt.interception]
question = "Intercept at {hex}?"
detail = "The chance is {odds:percent}."
[prompt.interception.options]
hold = "Let them pass"
[prompt.interception.also]
hold = ["no", "let pass"]
"*" = ["sail to"]
[roll]
closing = "{unit} tries to close"
[term]
danger = "the enemy finds you there"
"moving patrol" = "enters {hex}"
"moving *" = "is at sea"
[synonym]
patrol = ["sortie", "send on patrol"]
```

``[term]`` has the book's words for things, single ones or rows of a kind. ``[synonym]`` has other
words that players may write for a word of an order. ``also`` of a prompt has those for an option
(``*``: words that may stand before any option).

A row of a prompt's options or of a kind of terms may have slots: ``"engage {group:d}" = "engage
enemy group {group}"``.

``facts`` of a prompt are the names of the facts that its question may have. ``answers`` are texts
that an answer may have besides those of ``options`` and ``also`` (an empty list when those are all;
``{port}``: any name). A prompt without ``answers`` asks for an order. A new standing order is
checked against both.

Placeholders: facts of the value by name, ``{culprits}`` and ``{clause}``;
:mod:`~flagplot.table.language.sentences` describes their formats and optional parts. A missing
template or placeholder is a :class:`WordsError` that names the file and the key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..core.book_packages import package_of
from ..core.requests import Facts, Roll, Single
from ..core.verdict import MissedOrder, Refusal, Remedy, Verdict
from ..display.orders import RefusalText
from ..setup.data_files import DataError
from .sentences import (
    Slot,
    Spell,
    compile_template,
    fill_template,
    format_value,
    join_with_and,
    placeholders,
)

__all__ = ["Namer", "Wordbook", "WordsError", "join_with_and", "placeholders", "words_of"]


Namer = Callable[[str], str]
"""A function that returns the name to print for an id."""


SECTIONS = ("refusal", "remedy", "event", "prompt", "roll", "term", "synonym", "advice", "why")


PROMPT = ("question", "detail", "options", "also", "answers", "facts")
"""The keys that a prompt may have."""


class WordsError(DataError):
    """A sentence that cannot be made: file, key, reason, remedy."""


class Wordbook:
    """The sentences of one rule book."""

    def __init__(self, where: str, data: Mapping[str, Any]) -> None:
        """Check the shape of parsed TOML. Raises :class:`WordsError`."""
        self.where = where
        unknown = sorted(set(data) - set(SECTIONS))
        if unknown:
            raise WordsError(f"{where}: section [{unknown[0]}] is none of {', '.join(SECTIONS)}")
        self._refusals: dict[str, tuple[str, str]] = {}
        for code, raw in data.get("refusal", {}).items():
            if not isinstance(raw, dict) or set(raw) != {"title", "text"}:
                raise WordsError(f"{where}: [refusal.{code}] needs exactly title and text")
            self._refusals[code] = (raw["title"], raw["text"])
        self._remedies: dict[str, str] = dict(data.get("remedy", {}))
        self._events: dict[str, str] = dict(data.get("event", {}))
        self._rolls: dict[str, str] = dict(data.get("roll", {}))
        self._terms: dict[str, str] = dict(data.get("term", {}))
        self._advice: dict[str, str] = dict(data.get("advice", {}))
        self._why: dict[str, str] = dict(data.get("why", {}))
        self.synonyms: dict[str, tuple[str, ...]] = {}
        for word, others in data.get("synonym", {}).items():
            if not isinstance(others, list) or not all(
                isinstance(o, str) and o.strip() for o in others
            ):
                raise WordsError(f"{where}: [synonym] {word}: write a list of texts")
            self.synonyms[word] = tuple(others)
        self._prompts: dict[str, Mapping[str, Any]] = dict(data.get("prompt", {}))
        for kind, raw in self._prompts.items():
            if not isinstance(raw, dict) or "question" not in raw or set(raw).difference(PROMPT):
                raise WordsError(
                    f"{where}: [prompt.{kind}] needs question, and may have {', '.join(PROMPT[1:])}"
                )
        for key, template in self.templates():
            try:
                placeholders(template)
            except ValueError as e:
                raise WordsError(
                    f"{where}: {key}: {e}; braces that stand for themselves are doubled, brackets "
                    "pair"
                ) from None

    @classmethod
    def load(cls, book: str) -> Wordbook:
        """Read ``words.toml`` of a rule book's package. Raises :class:`WordsError`."""
        path = package_of(book).joinpath("words.toml")
        where = f"{book}/words.toml"
        if not path.is_file():
            raise WordsError(f"{where}: there is no such file")
        return _read(where, path.read_text("utf-8"))

    @classmethod
    def read(cls, where: str, text: str) -> Wordbook:
        """Read the text of a words file. Raises :class:`WordsError`."""
        try:
            return cls(where, tomllib.loads(text))
        except tomllib.TOMLDecodeError as e:
            raise WordsError(f"{where}: {e}") from None

    def templates(self) -> list[tuple[str, str]]:
        """Return every template with its key, for tests."""
        found: list[tuple[str, str]] = []
        for code, (title, text) in self._refusals.items():
            found += [(f"refusal.{code}.title", title), (f"refusal.{code}.text", text)]
        plain = (
            ("remedy", self._remedies),
            ("event", self._events),
            ("roll", self._rolls),
            ("term", self._terms),
            ("advice", self._advice),
        )
        for section, templates in plain:
            found += [(f"{section}.{code}", text) for code, text in templates.items()]
        for kind, raw in self._prompts.items():
            found += [(f"prompt.{kind}.{k}", raw[k]) for k in ("question", "detail") if k in raw]
            found += [(f"prompt.{kind}.options.{k}", v) for k, v in raw.get("options", {}).items()]
        return found

    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of questions that have sentences."""
        return tuple(self._prompts)

    def facts(self, kind: str) -> frozenset[str] | None:
        """Return the names of the facts that questions of a kind may have; ``None`` when the file
        does not say."""
        named = self._prompts[kind].get("facts")
        return None if named is None else frozenset(named.split())

    def answered(self, kind: str) -> tuple[str, ...] | None:
        """Return the texts that answers to questions of a kind may have, some with slots; ``None``
        when the answer is an order."""
        raw = self._prompts[kind]
        if "answers" not in raw:
            return None
        rows = (
            *raw["answers"],
            *raw.get("options", ()),
            *(row for row in raw.get("also", ()) if row != "*"),
        )
        return tuple(dict.fromkeys("{option}" if row == "*" else row for row in rows))

    def answers(self) -> tuple[str, ...]:
        """Return the answers that have a label of their own, and the other words for answers."""
        rows = [raw.get(key, {}) for raw in self._prompts.values() for key in ("options", "also")]
        said = [o for row in rows for o in row if o != "*" and "{" not in o]
        return (
            *said,
            *(
                word
                for raw in self._prompts.values()
                for words in raw.get("also", {}).values()
                for word in words
            ),
        )

    # -- composing
    def refusal(self, refusal: Refusal, names: Namer = str) -> RefusalText:
        """Return a refusal or caution in words, with its remedies. Raises :class:`WordsError`."""
        title, text = self._find(self._refusals, "refusal", refusal.code)
        values = dict(refusal.detail) | {
            "culprits": tuple(dict.fromkeys(names(c) for c in refusal.culprits)),
            "clause": refusal.clause,
        }
        key = f"refusal.{refusal.code}"
        remedies = tuple((self._remedy(r, refusal, names), r.order) for r in refusal.remedies)
        return RefusalText(
            refusal,
            self._fill(f"{key}.title", title, values),
            self._fill(f"{key}.text", text, values),
            remedies,
        )

    def verdict(
        self, verdict: Verdict, names: Namer = str
    ) -> tuple[tuple[RefusalText, ...], tuple[RefusalText, ...]]:
        """Return the refusals and the cautions of a verdict in words. Raises
        :class:`WordsError`."""
        refusals, cautions = (
            tuple(self.refusal(r, names) for r in some)
            for some in (verdict.refusals, verdict.cautions)
        )
        return refusals, cautions

    def _remedy(self, remedy: Remedy, refusal: Refusal, names: Namer) -> str:
        values: dict[str, Any] = dict(refusal.detail) | dict(remedy.detail)
        values["culprits"] = tuple(dict.fromkeys(names(c) for c in refusal.culprits))
        values["order"] = remedy.order
        return self._fill(
            f"remedy.{remedy.code}", self._find(self._remedies, "remedy", remedy.code), values
        )

    def advice(self, forgotten: MissedOrder, names: Namer = str) -> str:
        """Return the sentence of a missed order. Raises :class:`WordsError`."""
        values = dict(forgotten.detail) | {
            "culprits": [names(c) for c in forgotten.culprits],
            "order": forgotten.order,
        }
        return self._fill(
            f"advice.{forgotten.code}", self._find(self._advice, "advice", forgotten.code), values
        )

    def why(self, kind: str) -> str:
        """Return the purpose of orders of this kind; empty when the book does not say."""
        return self._why.get(kind, "")

    def line(self, tag: str, **values: Any) -> str:
        """Return the sentence of an event tag. Raises :class:`WordsError`."""
        return self._fill(f"event.{tag}", self._find(self._events, "event", tag), values)

    def lines(self, tag: str) -> list[tuple[str, str]]:
        """Return the sentences of an event as pairs (conditions, text), those with most conditions
        first. Conditions are separated by blanks (``place``, ``how=overrun``); empty: none. An
        event without sentences is left out of the log shown to players."""
        found = [
            (key.partition(" ")[2], text)
            for key, text in self._events.items()
            if key.partition(" ")[0] == tag
        ]
        return sorted(found, key=lambda x: -len(x[0].split()))

    def term(self, key: str, of: str = "", other: str | None = None, **values: Any) -> str:
        """Return the book's word for a thing. *key* names a term that every book has (such as the
        danger to a force at sea). With *of*, the row ``"key of"`` is used, else a matching row with
        slots, else ``"key *"``, else *other*. Raises :class:`WordsError`."""
        own = f"{key} {of}".rstrip()
        full, said = row_of(self._terms, own, f"{key} *")
        if other is not None and not full:
            return other
        return self._fill(
            f"term.{full or own}", self._find(self._terms, "term", full or own), {**values, **said}
        )

    def roll(self, roll: Roll[Any]) -> str:
        """Return the purpose of a roll, in words. Raises :class:`WordsError`."""
        return self.roll_label(roll.why, roll.about)

    def roll_label(self, why: str, about: Facts = ()) -> str:
        """Return the purpose of a roll with code *why*, in words. Raises :class:`WordsError`."""
        return self._fill(f"roll.{why}", self._find(self._rolls, "roll", why), dict(about))

    def question(self, single: Single, **more: Any) -> str:
        """Return the question of a request, from its kind, its facts and *more* values. Raises
        :class:`WordsError`."""
        return self._prompt(single, "question", more)

    def detail(self, single: Single, **more: Any) -> str:
        """Return the text below the question; empty when the words file has none. Raises
        :class:`WordsError`."""
        raw = self._find(self._prompts, "prompt", single.kind)
        return self._prompt(single, "detail", more) if "detail" in raw else ""

    def option(self, single: Single, option: Any, **more: Any) -> str:
        """Return the label of an option: by its text, by a matching row with slots, or by ``*``
        (with ``{option}``); its text when there is none."""
        options: Mapping[str, str] = self._find(self._prompts, "prompt", single.kind).get(
            "options", {}
        )
        text = str(option)
        key, said = row_of(options, text, "*")
        if not key:
            return text
        values = {**dict(single.about), "option": text, **more, **said}
        return self._fill(f"prompt.{single.kind}.options.{key}", options[key], values)

    def answer(self, kind: str, said: str, options: Sequence[str]) -> str:
        """Return the option that a player wrote in other words; *said* itself when it means
        none."""
        bare = " ".join(said.split()).rstrip(".").casefold()
        known = {o.casefold(): o for o in options}
        also: Mapping[str, Sequence[str]] = self._prompts.get(kind, {}).get("also", {})
        if bare in known:
            return known[bare]
        for option, others in also.items():
            if option in options and bare in others:
                return option
        leads = [f"{lead} " for lead in sorted(also.get("*", ()), key=len, reverse=True)]

        def led(text: str) -> str:
            return text.removeprefix(next((lead for lead in leads if text.startswith(lead)), ""))

        return next((option for o, option in known.items() if led(o) == led(bare)), said)

    def _prompt(self, single: Single, part: str, more: Mapping[str, Any]) -> str:
        raw = self._find(self._prompts, "prompt", single.kind)
        values = dict(single.about) | {"side": single.side, "clause": single.clause} | dict(more)
        return self._fill(f"prompt.{single.kind}.{part}", raw[part], values)

    def _find(self, section: Mapping[str, Any], name: str, key: str) -> Any:
        if key not in section:
            raise WordsError(f"{self.where}: no [{name}] entry for {key!r}; add one")
        return section[key]

    def _fill(
        self, key: str, template: str, values: Mapping[str, Any], spell: Spell = format_value
    ) -> str:
        try:
            return fill_template(_parts(template), values.__getitem__, spell)
        except KeyError as e:
            have = ", ".join(sorted(values)) or "nothing"
            raise WordsError(
                f"{self.where}: {key}: no value for {{{e.args[0]}}}; there are {have}"
            ) from None
        except (TypeError, ValueError) as e:
            raise WordsError(f"{self.where}: {key}: {e}") from None

    def missing_templates(
        self, *, refusals: Sequence[str] = (), events: Sequence[str] = (), rolls: Sequence[str] = ()
    ) -> list[str]:
        """Return the keys among these codes that have no template (for a rule book's own test)."""
        wanted = (
            ("refusal", self._refusals, refusals),
            ("event", self._events, events),
            ("roll", self._rolls, rolls),
        )
        return [f"{name}.{key}" for name, have, keys in wanted for key in keys if key not in have]


@lru_cache(None)
def _read(where: str, text: str) -> Wordbook:
    """Return the words of one text. Cached, because parsing takes a tenth of a second and many
    modules ask."""
    return Wordbook.read(where, text)


@lru_cache(4096)
def _parts(template: str) -> tuple[Any, ...]:
    return compile_template(template)


def row_of(rows: Mapping[str, str], text: str, last: str) -> tuple[str, dict[str, Any]]:
    """Return the key of the row for a text, and the values of its slots: the row itself, the first
    matching row with slots, or *last*; an empty key when there is none."""
    if text in rows:
        return text, {}
    for key in rows:
        if "{" in key and (found := _fits(key).fullmatch(text)):
            return key, {
                name: int(said) if said.isdecimal() else said
                for name, said in found.groupdict().items()
            }
    return (last if last in rows else ""), {}


@lru_cache(None)
def _fits(key: str) -> re.Pattern[str]:
    """Return the pattern of a key with slots: ``{n:d}`` is a number; another slot is a word, at the
    end of the key the whole rest."""
    parts = compile_template(key)
    slots = {"d": r"\d+", "": r"\S+"}
    made = [
        f"(?P<{p.name}>{slots[p.spec]})" if isinstance(p, Slot) else re.escape(str(p))
        for p in parts
    ]
    if isinstance(parts[-1], Slot) and not parts[-1].spec:
        made[-1] = f"(?P<{parts[-1].name}>.+)"
    return re.compile("".join(made))


@lru_cache(None)
def words_of(book: str) -> Wordbook | None:
    """Return the words of a rule book; ``None`` when it has none."""
    try:
        return Wordbook.load(book)
    except (DataError, ModuleNotFoundError, OSError):
        return None

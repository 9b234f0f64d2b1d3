"""Orders and answers as people write them, put into the words of the grammar in ``orders``."""

from __future__ import annotations

import re
from collections.abc import Callable

from flagplot.rulebooks.europa.map.chart import HEX, LIGHT
from flagplot.table.phrase import Phrase

UNIT = r"[\w.-]+"
SHARES = {"1/2": "half", "1/4": "quarter", "½": "half", "¼": "quarter", "1/1": "full", "whole": "full"}

Write = str | Callable[[re.Match[str]], str]


def order(raw: str) -> str:
    """An order in the grammar's words; what is in them already stays as it is."""
    said = " ".join(raw.split()).rstrip(".")
    said = re.sub(r"\s*(?:→|->|–|—)\s*", lambda m: "-" if m[0] == "–" else " ", said)
    said = re.sub(r"\b(?:naval )?groups? (?=[\w-])", "", said, flags=re.IGNORECASE)
    for pattern, write in _ORDERS:
        m = pattern.fullmatch(said)
        if m:
            said = " ".join((write(m) if callable(write) else m.expand(write)).split())
    return said


def answer(kind: str, raw: str, options: tuple[str, ...]) -> str:
    """The option of a question that a player wrote in other words, or *raw* when it is none."""
    said = " ".join(raw.split()).rstrip(".").casefold()
    for option in options:
        if option.casefold() == said:
            return option
    for meant, words in _ANSWERS.get(kind, {}).items():
        if said in words and meant in options:
            return meant
    bare = re.sub(r"^(?:fire (?:at|on) |fire |torpedo |attack |target |at |to |with )+", "", said)
    for option in options:
        if option.casefold().removeprefix("fire at ") == bare:
            return option
    return raw


_ANSWERS: dict[str, dict[str, tuple[str, ...]]] = {
    "battle": {
        "fight on": ("fight", "continue", "go on", "yes", "another round", "fight another round", "stay"),
        "decline": ("no", "stop", "end", "pass", "decline to go on", "break", "cease fire"),
        "disengage": ("break off", "break away", "withdraw", "retreat", "try to disengage", "try to break off"),
    },
    "join": {"nobody": ("none", "no", "pass", "no one", "no base")},
    "coast-fire": {"hold fire": ("no", "pass", "no fire", "do not fire")},
    "return-fire": {"return fire": ("fire", "yes", "fire back"), "hold fire": ("no", "pass", "no fire", "do not fire")},
    "reserve": {"in reserve": ("reserve", "yes", "hold"), "not in reserve": ("no", "free", "release")},
    "oil": {"whole sailing": ("5 sp", "5 sps", "1 srp", "whole"), "by the step": ("1 sp", "step", "per step")},
}


_BARE = ("fire", "at", "on", "torpedo", "attack", "target", "to", "with", "declare", "hold", "screen", "none")
ANSWER_WORDS = frozenset(_BARE).union(*(x.split() for kinds in _ANSWERS.values() for k, v in kinds.items() for x in (k, *v)))
"""The words of which answers to questions are made, beside names and numbers."""


# ------------------------------------------------------------------ moves
def _course(m: re.Match[str]) -> str:
    path = m["path"]
    start = re.fullmatch(rf"from (?P<a>{HEX}|\S+) (?:to|via) (?P<b>.+)", path, re.IGNORECASE)
    if start:
        path = f"{start['a']} {start['b']}"
    path = re.sub(r"\((?:by |at )?(night|day)\)", r"\1", path, flags=re.IGNORECASE)
    path = re.sub(r"^(?:to|through|along) ", "", path, flags=re.IGNORECASE)
    return f"{m['verb']} {m['g']} to {_light(path)}"


def _light(path: str) -> str:
    """A path whose ``night`` and ``day`` stand after what is spent so, with them before it."""
    words = re.sub(r"[,;]", " ", path).split()
    words = [w for i, w in enumerate(words) if not (
        w.lower() in ("by", "at", "in") and i + 1 < len(words) and words[i + 1].lower() in LIGHT)]
    if not words or words[-1].lower() not in LIGHT:
        return path
    out: list[str] = []
    run: list[str] = []
    for word in words:
        if word.lower() in LIGHT:
            out += [word.lower(), *run]
            run = []
        else:
            run.append(word)
    return " ".join(out)


# ------------------------------------------------------------------ groups and activities
def _shares(m: re.Match[str]) -> str:
    parts = re.sub(rf"({UNIT})\s*(?::|=)\s*((?:(?!\s(?:and|{UNIT}\s*[:=(])\s?)[^;()])+)", r"\2 as \1;", m["parts"])
    parts = re.sub(rf"({UNIT})\s*\(([^)]*)\)", r"\2 as \1;", parts)
    parts = re.sub(r"( as \S+?),", r"\1;", parts.replace(" into ", " as "))
    parts = re.sub(r";\s*(?:and\s+|;\s*)*", "; ", parts).strip("; ")
    return f"split {m['g']}: {parts}"


def _prepare(m: re.Match[str]) -> str:
    share = SHARES.get(m["w"].lower(), m["w"].lower())
    kind = "interdiction" if "interdiction" in m["k"].lower() else "gunfire"
    return f"prepare {share} {kind} with {m['g']}{m['n'] or ''}"


_SHARE = r"(?P<w>quarter|half|full|whole|1/2|1/4|½|¼)(?:[- ](?:value|strength))?"
_KIND = (r"(?P<k>(?:port[- ])?interdiction|NGS|(?:naval )?gunfire(?: support)?|naval gunfire support)"
         r"(?:[- ](?:value|strength))?")
_N = r"(?P<n>(?: by| at)? night)?"
_WHOSE = r"(?: (?:friendly|own|owned|friendly-owned|enemy|enemy-owned|hostile))?"
_AT = rf"(?: (?:at|on|onto|over|in|from|to)(?: the| a| an)?{_WHOSE}"
_CD = r"(?:the )?(?:CD|coast(?:al)? defen[cs]e) (?:at |of )?"
_LIT = r"\b(?:from|through|along) |\((?:by |at )?(?:night|day)\)| (?:night|day)$"


def _o(pattern: str) -> Phrase:
    return Phrase(pattern, re.IGNORECASE)


_ORDERS: tuple[tuple[Phrase, Write], ...] = (
    # moves
    (_o(r"(?:night[- ]|at night )(?P<verb>move|sail) (?P<rest>.+)"), r"\g<verb> \g<rest> by night"),
    (_o(r"(?P<g>\S+) (?:moves|sails|steams|proceeds) (?P<rest>.+)"), r"move \g<g> \g<rest>"),
    (_o(r"react: (?P<rest>.+)"), r"\g<rest>"),
    (_o(r"react with (?P<g>\S+):? (?P<rest>.+)"), r"move \g<g> \g<rest>"),
    (_o(rf"(?P<verb>move|sail|react) (?P<g>{UNIT}):? (?P<path>.*(?:{_LIT}).*)"), _course),
    (_o(rf"(?P<verb>move|sail) (?P<g>{UNIT}): (?P<path>.+)"), r"\g<verb> \g<g> to \g<path>"),
    (_o(rf"sail (?P<g>{UNIT}) (?!to |by |at )(?P<path>.+)"), r"sail \g<g> to \g<path>"),
    # groups
    (_o(r"(?:split|detach|take) (?P<us>.+?) (?:from|out of) (?P<g>\S+) (?:as|into) (?P<n>\S+)"), r"split \g<g>: \g<us> as \g<n>"),
    (_o(rf"(?:split|divide) (?P<g>{UNIT}) into:? (?P<parts>.+)"), _shares),
    (_o(rf"(?:split|divide) (?P<g>{UNIT}):? (?P<parts>.*(?:[=(,:]| as ).*)"), _shares),
    (_o(r"(?:merge|join|unite) (?P<gs>.+)"), r"combine \g<gs>"),
    (_o(rf"combine (?P<gs>{UNIT}(?:\s*\+\s*{UNIT})+)(?P<n>(?: (?:as|into) \S+)?)"),
     lambda m: f"combine {m['gs'].replace('+', ' ')}{m['n']}"),
    (_o(r"combine (?P<gs>.+?) (?:into|as) one(?: group)?"), r"combine \g<gs>"),
    # ports
    (_o(rf"enter (?:port (?:at|of) |the port of )?(?!port )\S+ with (?P<g>{UNIT})"), r"enter port \g<g>"),
    (_o(rf"(?P<g>{UNIT}) enters (?!port$).+"), r"enter port \g<g>"),
    (_o(rf"(?:dock|berth) (?P<g>{UNIT})(?: (?:at|in) \S+)?"), r"enter port \g<g>"),
    (_o(rf"(?P<g>{UNIT}) (?:puts to sea|puts out|leaves port|sorties)"), r"put \g<g> to sea"),
    (_o(rf"(?:put to sea|put out|leave port|sortie)(?: with)? (?P<g>{UNIT})"), r"put \g<g> to sea"),
    # activities
    (_o(rf"(?P<g>{UNIT}) (?P<v>lay|sweep)s (?:an? |1 |one )?(?:mines?|mine points?)" + _N), r"\g<v> mine with \g<g>\g<n>"),
    (_o(rf"(?P<v>lay|sweep) (?:an? |1 |one )?(?:enemy )?mines?(?: points?)?(?: at \S+| (?!with )\S+)? with (?P<g>{UNIT})"
        + _N), r"\g<v> mine with \g<g>\g<n>"),
    (_o(rf"replenish with (?P<g>{UNIT})" + _N), r"replenish \g<g>\g<n>"),
    (_o(rf"(?P<g>{UNIT}) replenishes" + _N), r"replenish \g<g>\g<n>"),
    (_o(rf"(?P<g>{UNIT}) prepares (?P<rest>.+)"), r"prepare \g<rest> with \g<g>"),
    (_o(rf"prepare {_SHARE} {_KIND} with (?P<g>{UNIT})" + _N), _prepare),
    (_o(rf"prepare {_KIND}(?: at)? {_SHARE} with (?P<g>{UNIT})" + _N), _prepare),
    (_o(rf"load (?:air|(?:code C )?air unit)(?: \S+)? (?:on|onto|aboard) (?P<g>CG-{UNIT})" + _N), r"load air on \g<g>\g<n>"),
    (_o(rf"load (?!air )\S+ (?:on|onto|aboard) (?P<g>CG-{UNIT})" + _N), r"load air on \g<g>\g<n>"),
    # cargo
    (_o(rf"(?:load|embark|board) (?:cargo )?(?P<c>(?!air )\S+) (?:on|onto|aboard|on board|in|into) (?P<u>{UNIT})(?P<rest>.*)"),
     r"embark \g<c> on \g<u>\g<rest>"),
    (_o(rf"(?:disembark|unload|land) (?:cargo )?(?P<c>\S+) from (?P<u>{UNIT})(?P<rest>.*)"), r"disembark \g<c>\g<rest>"),
    (_o(r"(?:disembark|unload|land) (?:cargo )?(?P<c>\S+) (?:in|by|as|making)(?: an)? (?:amphibious )?assault"
        r"(?: (?:at|on) \S+)?" + _N), r"assault with \g<c>\g<n>"),
    (_o(rf"assault(?: (?:at )?{HEX}| (?!with )\S+) with (?P<c>\S+)" + _N), r"assault with \g<c>\g<n>"),
    (_o(r"(?:amphibious(?:ly)? |make an? (?:amphibious )?)?assault with (?P<c>\S+)(?: (?:at|on) \S+)?" + _N),
     r"assault with \g<c>\g<n>"),
    (_o(r"(?P<c>\S+) assaults(?: \S+)?" + _N), r"assault with \g<c>\g<n>"),
    (_o(rf"(?P<v>embark .+?|disembark \S+|unload \S+|land \S+){_AT} (?P<at>port|beach|coast|shore|harbour|harbor)){_N}"),
     lambda m: f"{m['v']} at {'port' if m['at'].lower() in ('port', 'harbour', 'harbor') else 'beach'}{m['n'] or ''}"),
    (_o(rf"(?P<c>{UNIT}) (?:disembarks|lands)(?P<rest>.*)"), r"disembark \g<c>\g<rest>"),
    (_o(rf"transfer (?:cargo )?(?P<c>\S+) (?:from {UNIT} )?(?:to|onto|into|on) (?P<u>{UNIT})" + _N),
     r"transfer \g<c> to \g<u>\g<n>"),
    # reserve, waiting, screens, guns
    (_o(rf"(?:put|place|hold|keep) (?P<g>{UNIT}) (?:in|into) reserve"), r"hold \g<g> in reserve"),
    (_o(rf"(?:hold|reserve) (?!fire$)(?P<g>{UNIT})"), r"hold \g<g> in reserve"),
    (_o(rf"(?:wait|stay|spend) (?P<k>\d+)(?: MPs?)? (?:with|by|for) (?P<g>{UNIT})" + _N), r"wait \g<g> \g<k> MPs\g<n>"),
    (_o(rf"(?:wait|stay|spend)(?: with)? (?P<g>{UNIT})(?: for)? (?P<k>\d+)(?: MPs?)?" + _N), r"wait \g<g> \g<k> MPs\g<n>"),
    (_o(rf"(?P<g>{UNIT}) (?:waits|stays|spends)(?: for)? (?P<k>\d+)(?: MPs?)?(?: in (?:its|the) hex)?" + _N),
     r"wait \g<g> \g<k> MPs\g<n>"),
    (_o(rf"screen (?:of|for) (?P<g>{UNIT}): (?P<us>.+)"), r"form \g<g>: screen \g<us>"),
    (_o(rf"(?P<u>{UNIT}) bombards (?:{_CD})?(?P<h>\S+)"), r"bombard \g<h> with \g<u>"),
    (_o(rf"bombard {_CD}(?P<h>\S+) with (?P<u>{UNIT})"), r"bombard \g<h> with \g<u>"),
    (_o(rf"(?:open fire|fire)(?: with)? (?P<u>{UNIT}) (?:at|on) (?:{_CD})?(?P<h>{HEX})"),
     r"bombard \g<h> with \g<u>"),
    (_o(r"(?:end|finish|next)(?: of)?(?: (?:the |this )?(?:step|movement|reaction|segment|naval movement step))?|finished"),
     "done"),
    # answers
    (_o(r"(?:no search|do not search|don't search|no attack|do not attack|let (?:it )?pass|none|nothing|no|"
        r"activate (?:none|nothing|nobody)|attack (?:with )?(?:none|nothing|nobody)|no activation)"), "pass"),
    (_o(r"search with (?:all|everything|all aircraft)|search all"), "search"),
    (_o(r"search (?:by|using) (?P<us>.+)"), r"search with \g<us>"),
    (_o(rf"(?P<u>{UNIT}) searches(?: for \S+)?"), r"search with \g<u>"),
    (_o(r"declare (?P<k>\d+) (?:transports?|NTs?)"), r"declare \g<k>"),
    (_o(r"(?:air )?attack(?: (?!with |from )\S+)? (?:with|from) (?P<rest>.+)"), r"attack from \g<rest>"),
    (_o(r"attack from (?P<bs>.+?) (?:on|against) (?:the )?(?P<t>[\w ]+)"), r"attack from \g<bs> at \g<t>"),
    (_o(r"no screen"), "screen none"),
    (_o(r"screen with (?P<us>.+)"), r"screen \g<us>"),
    (_o(r"(?:no fire|do not fire|cease fire)"), "hold fire"),
    (_o(rf"fire (?:at|on) (?P<v>{UNIT}) with (?P<u>{UNIT}|all)"), r"fire \g<u> at \g<v>"),
    (_o(rf"fire (?:everything|all guns|all) (?:at|on) (?P<v>{UNIT})"), r"fire all at \g<v>"),
    (_o(rf"(?:fire )?(?:with )?(?P<rest>{UNIT} (?:fires |at |on ).+)"), lambda m: _fire(m["rest"])),
)


def _fire(rest: str) -> str:
    shots = []
    for part in re.split(r"\s*(?:;|,|\band\b)\s*", rest):
        m = re.fullmatch(rf"(?:with )?({UNIT})(?: fires)? (?:at|on) ({UNIT})", part.strip(), re.IGNORECASE)
        if m is None:
            return f"fire {rest}"
        shots.append(f"{m[1]} at {m[2]}")
    return "fire " + "; ".join(shots)

"""Log entries in words: undo, standing orders, signatures, the end of a game, draws; and short
descriptions for errors."""

from __future__ import annotations

from ..core.procedure import tag_of
from .entries import Entry

SHORT = 80
"""Most characters of a standing order shown in its line."""


TOOK_BACK = {
    "done": "took back",
    "ask": "asked to take back",
    "agree": "agreed to take back",
    "refuse": "refused to take back",
}


def entry_sentence(entry: Entry, mine: bool = False) -> str:
    """Return the sentence of an entry that is not an answer, a roll or an event, for its own side
    (*mine*) or another; empty for the header."""
    who, s = ("You", "") if mine else (entry.side or "The table", "s")
    match entry.kind:
        case "undo":
            return f"{who} {TOOK_BACK.get(entry.act, entry.act)} all from entry {entry.to} on."
        case "standing":
            text = entry.text if len(entry.text) <= SHORT else f"{entry.text[:SHORT]}…"
            return f"Standing order {entry.standing} {'given' if entry.act == 'add' else 'taken back'}{text and f': {text}'}"
        case "salt":
            return f"{who} add{s} a secret share to the dice."
        case "key":
            share = f" and add{s} a secret share to the dice" if entry.text else ""
            return f"{who} sign{s} this game, with key {entry.key[:16]}{share}."
        case "draw":
            return f"{who} {entry.act}{s} {'a' if entry.act == 'offer' else 'the'} draw."
        case "resign":
            return f"{who} resign{s}."
        case "closed":
            about = dict(entry.about)
            return f"{who} close{s} the game: {about.get('silent')} was silent for {about.get('days')} days."
        case "reveal":
            return "The seed of the dice is open: every roll can be checked."
        case "adopt":
            return f"The game goes on under version {entry.text} of the rules."
        case "note":
            return f"{who}: {entry.text}" if entry.side else entry.text
    return ""


def describe_entry(entry: Entry) -> str:
    """Return a short description of an entry, for error messages."""
    if entry.kind == "input":
        return f"an answer of {entry.side} under {entry.clause}"
    if entry.kind == "roll":
        return f"a roll of {entry.spec} under {entry.clause}"
    return f"event {tag_of(entry.event)!r}"

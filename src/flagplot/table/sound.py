"""Whether a stored entry makes sense by itself, before anything is done with it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .core.dice import check_faces
from .core.errors import DiceError

if TYPE_CHECKING:
    from .entries import Entry

_DICE = re.compile(r"(\d{1,4})d(\d{1,3})")
_HEX = re.compile(r"([0-9a-f]{2})*")
_MOST = 2**40
ENDS = ("resign", "closed")
"""Kinds of entries after which the game is over."""
DICE_KINDS = ("manual", "sealed", "seeded", "scripted")


def unsound(e: Entry) -> str:
    """What is wrong with an entry; empty when nothing is."""
    if e.sig and (len(e.sig) != 128 or not _HEX.fullmatch(e.sig) or not 0 <= e.at < e.n or not e.side):
        return "a signature is 128 hexadecimal digits of a side that has seen an entry"
    if e.kind == "roll":
        return _roll(e)
    if e.kind == "input":
        if not e.side or e.seal not in ("", "closed", "opened") or e.standing < 0:
            return "an answer needs its side, and is sealed closed or opened if at all"
    elif e.kind == "event":
        if e.inside and not all(isinstance(lens, dict) for lens in e.inside):
            return "a lens of an event is no object"
    elif e.kind in ENDS:
        if not e.side:
            return f"an entry of kind {e.kind} names no side"
    elif e.kind == "draw":
        if not e.side or e.act not in ("offer", "withdraw", "refuse", "confirm") or (e.act == "confirm" and not e.sig):
            return "a draw is offered, withdrawn or refused by a side, or confirmed with its signature"
    elif e.kind == "key":
        if not e.side or not e.sig or len(e.key) != 64 or not _HEX.fullmatch(e.key) or not _HEX.fullmatch(e.text):
            return "a key is 64 hexadecimal digits, signed by the side that holds it, with its salt in hexadecimal"
    elif e.kind in ("salt", "reveal"):
        if not _HEX.fullmatch(e.text):
            return f"a {e.kind} is written in hexadecimal"
    elif e.kind == "undo":
        if e.act not in ("ask", "agree", "refuse", "done") or not 0 < e.to < e.n or (e.until != -1 and e.until <= e.n):
            return f"takes back entry {e.to} ({e.act or 'nothing'}), which cannot be"
    elif e.kind == "standing":
        if e.act not in ("add", "remove") or not 0 < e.standing < _MOST or not e.side:
            return "a standing order is added or removed by its number"
    elif e.kind == "header":
        header = e.header
        if header is not None and header.dice not in DICE_KINDS:
            return f"dice {header.dice!r} are none of {', '.join(DICE_KINDS)}"
    return ""


def _roll(e: Entry) -> str:
    found = _DICE.fullmatch(e.spec)
    if found is None or not -1 <= e.index < _MOST:
        return f"{e.spec!r} with index {e.index} is no roll"
    try:
        check_faces(e.faces, int(found[1]), int(found[2]))
    except DiceError as error:
        return str(error)
    return ""

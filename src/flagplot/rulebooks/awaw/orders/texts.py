"""Every order as a player would say it: how its text is read, and how it is written again."""

from __future__ import annotations

import re
from typing import Any

from flagplot.table import TextError

from .. import orders as o
from ..nouns import group_of, tf_name
from ..state.nations import nation_of
from .grammar import AND, Text, say_picks, say_tail, verb, writes


@verb("base change", "deploy", "move", "change base", "change base of", "change bases of", "basechange", "base-change", "rebase",
      "change the base of", "move base")
def _base_change(t: Text) -> o.BaseChange:
    moves = []
    pieces = t.text[len(t.verb):].lstrip(": ").split(";")
    offset = 0
    for piece in pieces:
        at = t.text.find(piece, offset)
        offset = at
        part = Text(t.text[: at + len(piece)], t.state, t.side, t.verb, at)
        part.only("to", "via", "as", "from")
        moves.append(o.Move(_from(part, part.units()), part.port("to"), part.via(), part.tf()))
    return o.BaseChange(tuple(moves))


def _from(t: Text, picks: tuple[o.Pick, ...]) -> tuple[o.Pick, ...]:
    """Check a ``from PLACE`` against where the units are (it is only said for clarity)."""
    if "from" in t.parts:
        text, at = t.parts["from"]
        for piece in AND.split(text):
            t.place_at(piece, at)
    return picks


@writes(o.BaseChange)
def _say_base_change(x: o.BaseChange) -> str:
    return "base change " + "; ".join(f"{say_picks(m.units)} to {m.to}{say_tail(m.via, m.tf)}" for m in x.moves)


@verb("patrol", "submarine patrol", "send patrol")
def _patrol(t: Text) -> o.Patrol:
    t.only("to", "via", "as", "from", "at")
    where = "to" if "to" in t.parts else "at" if "at" in t.parts else "to"
    return o.Patrol(_from(t, t.units()), t.hex(where), t.via(), t.tf())


@writes(o.Patrol)
def _say_patrol(x: o.Patrol) -> str:
    return f"patrol {say_picks(x.units)} to {x.to}{say_tail(x.via, x.tf)}"


@verb("transport", "sea transport", "sea-transport", "ship")
def _transport(t: Text) -> o.Transport:
    t.only("to", "via", "as", "from", "with", "by")
    _from(t, ())
    ships, cargo = _parted(t, t.units() + _carriers(t))
    return o.Transport(cargo, " and ".join(t.ports("to")), ships, t.via(), t.tf())


def _carriers(t: Text) -> tuple[o.Pick, ...]:
    """The units behind ``with`` and ``by``, where they are said."""
    return tuple(p for word in ("with", "by") if word in t.parts for p in t.units(word))


def _parted(t: Text, picks: tuple[o.Pick, ...]) -> tuple[tuple[o.Pick, ...], tuple[o.Pick, ...]]:
    """Ships (and task forces) and their cargo, which an order may name in any sequence."""
    cargo = tuple(p for p in picks if p.id in t.state.units and t.state.units[p.id].kind != "ship")
    return tuple(p for p in picks if p not in cargo), cargo


@writes(o.Transport)
def _say_transport(x: o.Transport) -> str:
    if not x.cargo:
        return f"transport {say_picks(x.units)} to {x.to}{say_tail(x.via, x.tf)}"
    return f"transport {say_picks(x.cargo)} to {x.to} with {say_picks(x.units)}{say_tail(x.via, x.tf)}"


@verb("supply", "sea supply", "protect supply", "protect sea supply", "trace supply")
def _supply(t: Text) -> o.Supply:
    return _shipment(t, "supply", 1)


@verb("ship oil", "oil")
def _oil(t: Text) -> o.Supply:
    return _shipment(t, "oil", _amount(t))


@verb("grant", "brp grant", "grant brps")
def _grant(t: Text) -> o.Supply:
    return _shipment(t, "brp", _amount(t))


def _amount(t: Text) -> int:
    m = re.search(r"\d+", t.head)
    return int(m[0]) if m else 1


def _shipment(t: Text, what: str, amount: int) -> o.Supply:
    t.only("from", "to", "via", "with", "by", "as")
    word = "with" if "with" in t.parts else "by"
    picks = t.units(word) if word in t.parts else ()
    return o.Supply(what, t.port("from"), t.port("to"), t.via(), picks, amount, t.tf())


@writes(o.Supply)
def _say_supply(x: o.Supply) -> str:
    head = {"supply": "supply", "oil": f"ship oil {x.amount}", "brp": f"grant {x.amount} BRPs"}[x.what]
    units = f" with {say_picks(x.units)}" if x.units else ""
    return f"{head} from {x.source} to {x.to}{units}{say_tail(x.via, x.tf)}"


@verb("invade", "bombard", "shore bombard", "carrier mission", "fast carrier mission")
def _mission(t: Text) -> o.Mission:
    kind = "invade" if t.verb == "invade" else "carrier" if "carrier" in t.verb else "bombard"
    if t.head and "with" in t.parts and "to" not in t.parts:
        t.only("with", "via", "as", "from", "by")
        to, picks = t.place_at(t.head, t.head_at), _carriers(t)
    else:
        t.only("to", "at", "with", "via", "as", "from")
        to = t.hex("to" if "to" in t.parts else "at")
        picks = t.units() + _carriers(t)
    _from(t, ())
    ships, cargo = _parted(t, picks)
    return o.Mission(kind, ships, to, cargo, t.via(), t.tf())


@writes(o.Mission)
def _say_mission(x: o.Mission) -> str:
    head = {"invade": "invade", "bombard": "bombard", "carrier": "carrier mission"}[x.kind]
    return f"{head} {x.to} with {say_picks(x.cargo + x.units)}{say_tail(x.via, x.tf)}"


@verb("redeploy", "nr", "naval redeployment", "naval redeployment of", "sea escort", "escort")
def _redeploy(t: Text) -> o.Redeploy:
    t.only("to", "via", "as", "from", "with", "by")
    _from(t, ())
    ships, cargo = _parted(t, t.units() + _carriers(t))
    return o.Redeploy(ships, t.port("to"), t.via(), cargo, t.tf())


@writes(o.Redeploy)
def _say_redeploy(x: o.Redeploy) -> str:
    if x.cargo:
        by = f" with {say_picks(x.units)}" if x.units else ""
        return f"escort {say_picks(x.cargo)} to {x.to}{by}{say_tail(x.via, x.tf)}"
    return f"redeploy {say_picks(x.units)} to {x.to}{say_tail(x.via, x.tf)}"


@verb("displace")
def _displace(t: Text) -> o.Displace:
    t.only("to", "via", "from")
    return o.Displace(_from(t, t.units()), t.port("to"), t.via())


@writes(o.Displace)
def _say_displace(x: o.Displace) -> str:
    return f"displace {say_picks(x.units)} to {x.to}{say_tail(x.via)}"


@verb("form", "organise", "organize")
def _form(t: Text) -> o.FormTF:
    t.only("with", "from", "as")
    name = tf_name(t.head) or t.tf()
    if not name:
        raise TextError("name the task force: form TF 1 with UNITS", t.head_at, ["form TF1 with ..."])
    if "with" in t.parts or "from" in t.parts:
        return o.FormTF(name, t.units("with" if "with" in t.parts else "from"))
    return o.FormTF(name, t.units())


@writes(o.FormTF)
def _say_form(x: o.FormTF) -> str:
    return f"form {x.name} with {say_picks(x.units)}"


def _force_name(t: Text) -> str:
    """A task force or force by name or id."""
    wanted = t.head.strip()
    if not wanted:
        raise TextError(f"{t.verb!r} needs the name of a force", t.head_at, [f.id for f in t.state.forces.values()])
    name = tf_name(wanted)
    for f in t.state.forces.values():
        if (f.side == t.side and wanted.casefold() in (f.id.casefold(), f.name.casefold())) or (name and f.name == name):
            return f.id
    if name and group_of(t.state, t.side, name):
        return name
    mine = [f.id for f in t.state.forces.values() if f.side == t.side]
    raise TextError(f"{t.side} has no force {wanted!r}", t.head_at, mine)


@verb("disband", "dissolve")
def _disband(t: Text) -> o.DisbandTF:
    t.only()
    name = tf_name(t.head)
    if not name or not group_of(t.state, t.side, name):
        raise TextError(f"{t.side} has no task force {t.head!r}", t.head_at, [g.name for g in t.state.groups.values()])
    return o.DisbandTF(name)


@writes(o.DisbandTF)
def _say_disband(x: o.DisbandTF) -> str:
    return f"disband {x.name}"


@verb("split")
def _split(t: Text) -> o.Split:
    t.only("with", "from")
    if "from" in t.parts:
        inner, at = t.parts["from"]
        units = t.units()
        t.head, t.head_at = inner, at
        return o.Split(_force_name(t), units)
    return o.Split(_force_name(t), t.units("with"))


@writes(o.Split)
def _say_split(x: o.Split) -> str:
    return f"split {x.force} with {say_picks(x.units)}"


@verb("withdraw", "cancel", "take back")
def _withdraw(t: Text) -> o.Withdraw:
    t.only()
    return o.Withdraw(_force_name(t))


@writes(o.Withdraw)
def _say_withdraw(x: o.Withdraw) -> str:
    return f"withdraw {x.force}"


@verb("sequence")
def _sequence(t: Text) -> o.Sequence:
    t.only()
    out = []
    for piece, at in ((p.strip(), t.head_at) for p in t.head.replace(" then ", ",").split(",")):
        inner = Text(f"{t.verb} {piece}", t.state, t.side, t.verb, len(t.verb))
        inner.head_at = at
        out.append(_force_name(inner))
    return o.Sequence(tuple(out))


@writes(o.Sequence)
def _say_sequence(x: o.Sequence) -> str:
    return f"sequence {', '.join(x.forces)}"


@verb("build port", "build a port", "construct port", "construct a port")
def _build(t: Text) -> o.BuildPort:
    t.only("at", "in", "for", "by", "as")
    where = t.parts.get("at") or t.parts.get("in") or (t.head, t.head_at)
    by = (t.parts.get("by") or t.parts.get("for") or t.parts.get("as") or ("", 0))[0]
    if by and not nation_of(by):
        raise TextError(f"no nation {by!r}", len(t.text) - len(by))
    return o.BuildPort(t.place_at(*where), nation_of(by) if by else "")


@writes(o.BuildPort)
def _say_build(x: o.BuildPort) -> str:
    return f"build port at {x.hex}" + (f" by {x.nation}" if x.nation else "")


@verb("assign")
def _assign(t: Text) -> o.AssignRP:
    t.only("to", "by", "for")
    m = re.match(r"(\d+)\s*(?:rps?|research points?)?", t.head, re.IGNORECASE)
    if not m or not t.need("to", "ports")[0].casefold().startswith("port"):
        raise TextError("say how many research points go to ports: assign 3 RPs to ports", t.head_at)
    by = (t.parts.get("by") or t.parts.get("for") or ("", 0))[0]
    return o.AssignRP(int(m[1]), nation_of(by) if by else "")


@writes(o.AssignRP)
def _say_assign(x: o.AssignRP) -> str:
    return f"assign {x.amount} RPs to ports" + (f" by {x.nation}" if x.nation else "")


def _plain(kind: type, phrase: str, *more: str) -> None:
    @verb(phrase, *more)
    def read(t: Text) -> Any:
        t.only()
        return kind(t.units())

    @writes(kind)
    def write(x: Any) -> str:
        return f"{phrase} {say_picks(x.units)}"


_plain(o.Eliminate, "eliminate")
_plain(o.Freeze, "idle", "freeze")
_plain(o.Uninvert, "uninvert")


@verb("intercept")
def _intercept(t: Text) -> o.Intercept:
    t.only("at", "in", "with", "via", "as", "from")
    _from(t, ())
    if "with" in t.parts:
        where = (t.head, t.head_at) if t.head else t.parts.get("in") or t.need("at", "a hex")
        return o.Intercept(t.units("with"), t.place_at(*where), t.via(), t.tf())
    return o.Intercept(t.units(), t.hex("in" if "in" in t.parts else "at"), t.via(), t.tf())


@writes(o.Intercept)
def _say_intercept(x: o.Intercept) -> str:
    return f"intercept {say_picks(x.units)} at {x.hex}{say_tail(x.via, x.tf)}"


@verb("counter", "counter-intercept", "counterintercept", "support")
def _counter(t: Text) -> o.Counter:
    t.only("at", "in", "with", "via", "as", "from")
    _from(t, ())
    where = next((t.hex(word) for word in ("at", "in") if word in t.parts), "")
    return o.Counter(t.units("with") if "with" in t.parts else t.units(), t.via(), t.tf(), where)


@writes(o.Counter)
def _say_counter(x: o.Counter) -> str:
    return f"counter {say_picks(x.units)}{f' at {x.hex}' if x.hex else ''}{say_tail(x.via, x.tf)}"


@verb("strike", "counterair", "cover", "attack")
def _strike(t: Text) -> o.Strike:
    t.only("at", "with", "to")
    what = "" if t.verb == "strike" else t.verb
    if "with" in t.parts:
        return o.Strike(t.units("with"), t.place_at(t.head, t.head_at), what)
    return o.Strike(t.units(), t.hex("at" if "at" in t.parts else "to"), what)


@writes(o.Strike)
def _say_strike(x: o.Strike) -> str:
    return f"{x.what or 'strike'} {say_picks(x.units)} at {x.to}"


@verb("done", "end", "finished", "nothing more")
def _done(t: Text) -> o.Done:
    t.only()
    if t.head:
        raise TextError(f"{t.verb!r} stands alone", t.head_at, ["done"])
    return o.DONE


@writes(o.Done)
def _say_done(x: o.Done) -> str:
    return "done"


@verb("pass", "let pass", "no")
def _pass(t: Text) -> o.Pass:
    if t.head or t.parts:
        raise TextError(f"{t.verb!r} stands alone", t.head_at, ["pass"])
    return o.PASS


@writes(o.Pass)
def _say_pass(x: o.Pass) -> str:
    return "pass"

"""Events of sailing and grouping. The log shows the legs of one order as one voyage."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec.structs import replace

from flagplot.table import Table
from flagplot.table.language import Choice
from flagplot.table.language.event_sentences import OWNER, Audience

from ...events.base import Hidden
from ...nouns import Place, Thing, Units
from ...state import Cargo, Group, State, change_group, put_group, put_unit
from ...state.mines import change_belt
from ..special import night
from . import costs, groups

WORK = (
    "mine",
    "sweep",
    "air",
    "replenish",
    *costs.PREPARE,
    "embark",
    "disembark",
    "assault",
    "transfer",
)


class Sailed(Hidden, frozen=True, tag="sailed"):
    """A group enters a hex or a riverine hexside and pays MPs."""

    audience = Audience(secret="secret", hides=("mps",))
    came_from: str = ""
    to: Place = ""
    mps: int = 0
    night: bool = False
    screened: bool = False

    def apply(self, s: State) -> State:
        before = s.groups[self.group]
        g = night.spend_mps(before, self.mps, self.night)
        leg = (self.came_from, self.to, self.mps, g.night_spent - before.night_spent)
        river = self.to if "/" in self.to else ""
        hex = s.bank(river) if river else self.to
        g = replace(
            g,
            hex=hex,
            where="riverine" if river else "sea",
            river=river,
            came_from=self.came_from,
            moved=True,
            arrived=True,
            screened=self.screened,
            task="",
            paid=0,
            fought=tuple(f for f in g.fought if f.startswith("sub:")),
            reacted=g.reacted or g.side != s.phasing,
            track=(*g.track, leg),
            trace=(*g.trace, leg),
        )
        craft = {u.id: replace(u, dawn="") for u in s.of(g) if u.dawn}
        return put_group(replace(s, units={**s.units, **craft}) if craft else s, g)


class Voyage(Hidden, frozen=True, tag="voyage"):
    """The legs that a group has sailed since the last event that concerned it. Each leg is an event
    of its own; the log shows them as one.

    ``whose`` is ``own`` or ``enemy`` when only that side's log shows this voyage. The enemy's
    voyage also ends where the enemy is asked whether it does something, which the moving side does
    not learn.
    """

    came_from: str = ""
    path: tuple[str, ...] = ()
    mps: int = 0
    by_night: int = 0
    night: bool = False
    """True when some of the legs were sailed by night."""
    whose: Annotated[str, Choice("own", "enemy", "")] = ""

    def apply(self, s: State) -> State:
        g = s.groups[self.group]
        return change_group(
            s,
            self.group,
            track=g.track if self.whose == "enemy" else (),
            trace=g.trace if self.whose == "own" else (),
        )

    def seen_by(self, side: str) -> Any:
        if side == self.side:
            return None if self.whose == "enemy" else replace(self, secret=False, whose="")
        if self.secret or self.whose == "own":
            return None
        return replace(self, mps=0, by_night=0, whose="")


class PutOut(Hidden, frozen=True, tag="put-to-sea"):
    """A group leaves port without leaving the hex."""

    hex: Place = ""
    night: bool = False
    """True when a night move begins with it. Encounters in the port's hex are then by night, and so
    are the group's next MPs."""

    def apply(self, s: State) -> State:
        g = s.groups[self.group]
        return change_group(
            s,
            self.group,
            where="sea",
            came_from=g.hex,
            departed=g.hex,
            reacted=g.reacted or g.side != s.phasing,
            pledged=g.pledged or self.night,
            dark=self.night or night.is_night_unfinished(g),
        )


class Berthed(Hidden, frozen=True, tag="entered-port"):
    """A group ends its movement in port."""

    hex: Place = ""

    def apply(self, s: State) -> State:
        return change_group(
            s, self.group, hex=self.hex, river="", where="port", ended=True, screened=False
        )


class Spent(Hidden, frozen=True, tag="spent"):
    """A group spends MPs without moving."""

    audience = Audience(secret="secret", hides=("mps", "why"))
    mps: int = 0
    night: bool = False
    why: Annotated[str, Choice("waiting", "combat round", "taking up people", "")] = ""

    def apply(self, s: State) -> State:
        return put_group(s, night.spend_mps(s.groups[self.group], self.mps, self.night))


class Paid(Hidden, frozen=True, tag="paid"):
    """A group pays towards an activity: ``paid`` of ``cost`` MPs so far."""

    audience = Audience(secret="unseen", hides=("task", "mps", "paid", "cost"))
    task: str = ""
    mps: int = 0
    paid: int = 0
    cost: int = 0
    night: bool = False
    at_sea: bool = False
    """True when the enemy sees that the group stays where it is and spends MPs. The enemy does not
    see the activity, and nothing of an activity in port."""

    def apply(self, s: State) -> State:
        g = night.spend_mps(s.groups[self.group], self.mps, self.night)
        return put_group(s, replace(g, task=self.task, paid=self.paid))

    @property
    def unseen(self) -> bool:
        """True when the enemy learns nothing of the payment."""
        return self.secret or not self.at_sea


class Pledged(Hidden, frozen=True, tag="pledged"):
    """A group begins a step in a danger zone by night: its next MPs are spent by night."""

    def apply(self, s: State) -> State:
        return change_group(s, self.group, pledged=True, dark=True)


class Combined(Hidden, frozen=True, tag="combined"):
    """Several groups become one."""

    parts: tuple[str, ...] = ()

    def apply(self, s: State) -> State:
        g = groups.combine_groups(s, [s.groups[p] for p in self.parts], self.group)
        s = groups.hand_on_notes(s, dict.fromkeys(self.parts, (g.id,)))
        return replace(
            s, groups={**{k: v for k, v in s.groups.items() if k not in self.parts}, g.id: g}
        )


class Parted(Hidden, frozen=True, tag="split"):
    """A group is divided: pairs (name, units)."""

    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def apply(self, s: State) -> State:
        made = groups.split_group(s, s.groups[self.group], self.parts)
        s = groups.hand_on_notes(s, {self.group: tuple(g.id for g in made)})
        return replace(
            s,
            groups={
                **{k: v for k, v in s.groups.items() if k != self.group},
                **{g.id: g for g in made},
            },
        )

    def seen_by(self, side: str) -> Any:
        if side == self.side:
            return self.unmarked()
        return None if self.secret else replace(self, parts=tuple((n, ()) for n, _ in self.parts))


class Renamed(Hidden, frozen=True, tag="renamed"):
    """A group gets a new name, because the other side, which does not know of it, gives its name to
    one of its own."""

    to: Thing = ""

    def apply(self, s: State) -> State:
        g = replace(s.groups[self.group], id=self.to)
        s = groups.hand_on_notes(s, {self.group: (self.to,)})
        return replace(
            s, groups={**{k: v for k, v in s.groups.items() if k != self.group}, self.to: g}
        )


class Held(Hidden, frozen=True, tag="held"):
    """A group goes into reserve, or is released."""

    audience = Audience(OWNER)
    on: bool = True

    def apply(self, s: State) -> State:
        return change_group(s, self.group, reserve=self.on)


class Formed(Hidden, frozen=True, tag="formed"):
    """The units of a group's screen are chosen."""

    audience = Audience(OWNER)
    screen: Units = ()

    def apply(self, s: State) -> State:
        return change_group(s, self.group, screen=self.screen)


class Halted(Hidden, frozen=True, tag="halted"):
    """A move stops where it was interrupted. The rest of its path is given up."""

    audience = Audience(OWNER)
    hex: Place = ""


class Finished(Hidden, frozen=True, tag="finished"):
    """An activity is paid for and takes effect. The enemy sees mines laid and swept, and
    assaults."""

    audience = Audience(secret="unseen")
    activity: Annotated[str, Choice(*WORK)] = ""
    unit: Thing = ""
    cargo: Thing = ""
    at: Annotated[str, Choice("port", "beach", "assault", "")] = ""
    res: int = 0
    """The REs that go through a port, where the cargo has REs. The REs for which the port has no
    room stay, under the name ``rest``."""
    rest: str = ""

    def apply(self, s: State) -> State:
        taker = s.group_of(self.unit)
        for g in (s.groups[self.group], *((taker,) if taker else ())):
            s = change_group(s, g.id, task="", paid=0)
        hex = s.groups[self.group].hex
        if self.cargo:
            c, aboard = (
                s.cargo[self.cargo],
                self.unit if self.activity in ("embark", "transfer") else "",
            )
            place = "" if aboard else "laid" if self.activity == "mine" else hex
            marks = tuple(m for m in c.marks if m != "lvt" or self.activity != "disembark")
            s = self.parted(s, c)
            landed, craft = (
                self.activity in ("assault", "disembark"),
                self.unit if self.activity == "assault" and c.res else "",
            )
            c = replace(
                c,
                aboard=aboard,
                place=place,
                marks=marks,
                res=self.res or c.res,
                landed=landed,
                craft=craft,
            )
            s = replace(s, cargo={**s.cargo, c.id: c})
        if self.activity in ("mine", "sweep"):
            s = (
                change_belt(s, hex, self.side, 1)
                if self.activity == "mine"
                else change_belt(s, hex, s.other(self.side), -1)
            )
        if self.activity.endswith("gunfire"):
            s = put_unit(s, replace(s.units[self.unit], ready=self.activity))
        if self.activity.endswith("interdiction"):
            part = {"quarter": 4, "half": 2, "full": 1}[self.activity.split(" ")[0]]
            kept = s.interdiction.get(hex, {})
            level = max(
                s.units[self.unit].strength // part // 6, int(part == 1), kept.get(self.side, 0)
            )
            levels = {**kept, self.side: level}
            s = replace(s, interdiction={**s.interdiction, hex: levels}) if level else s
        return s

    def parted(self, s: State, c: Cargo) -> State:
        """Return the state when only some REs of a cargo go aboard or ashore in a port. They use up
        the port's capacity."""
        port = s.ports.get(s.groups[self.group].hex)
        if (
            self.activity not in ("embark", "disembark")
            or self.at != "port"
            or not self.res
            or port is None
        ):
            return s
        done = port.handled[1] if port.handled[0] == s.at else 0
        s = replace(s, ports={**s.ports, port.hex: replace(port, handled=(s.at, done + self.res))})
        return (
            replace(s, cargo={**s.cargo, self.rest: replace(c, id=self.rest, res=c.res - self.res)})
            if self.rest
            else s
        )

    def seen_by(self, side: str) -> Any:
        found = super().seen_by(side)
        if found is None or side == self.side:
            return found
        return replace(found, unit="", cargo=found.cargo if self.activity == "assault" else "")

    @property
    def unseen(self) -> bool:
        """True when the enemy learns nothing of the activity."""
        return self.activity not in ("mine", "sweep", "assault")


def is_secret(s: State, group: Group) -> bool:
    """Return True when the enemy does not see this group's actions: a submarine group not yet known
    (switch ``submarines_hidden``)."""
    return (
        s.kind(group) == "submarine"
        and not group.known
        and s.rulings.switch("submarines_hidden") == "true"
    )


def close_voyage(t: Table[State], id: str, asked: bool = False) -> None:
    """Close the run of legs that a group has just sailed, before any other question or event.

    The log shows the legs between two events as one voyage. Where the enemy is only *asked* whether
    it does something, only the enemy's log shows the legs so far: that it let the group pass is its
    secret.
    """
    group = t.state.groups.get(id)
    if group is None:
        return
    own, enemy = () if asked else group.track, group.trace
    for whose, legs in (("", own),) if own == enemy else (("own", own), ("enemy", enemy)):
        if legs:
            t.record(
                Voyage(
                    "32.A.s08",
                    group.side,
                    id,
                    is_secret(t.state, group),
                    legs[0][0],
                    tuple(leg[1] for leg in legs),
                    sum(leg[2] for leg in legs),
                    sum(leg[3] for leg in legs),
                    any(leg[3] for leg in legs),
                    whose,
                )
            )

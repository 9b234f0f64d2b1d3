"""Movement at night: blocks of 5 MPs, with 10 day MPs between blocks, 25 a phase. The order of day
and night MPs that a reacting group may copy."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.table import Refusal, clause, facts

from ...state import RESTED, Group

BLOCK = 5
BETWEEN = 10
LIMIT = 25


@clause("36.A.2", "36.A.2.s03", "36.A.2.s04", "36.A.2.s06", "32.C.s10")
def why_not_spend(group: Group, mps: int, night: bool) -> Refusal | None:
    """Return the refusal when a group may not spend *mps* by night, or by day; ``None`` when it
    may.

    The part of a cost that no longer fits the night block is spent by day. The phase's last night
    MP ends the block it is in.
    """
    if not night:
        if group.pledged:
            return Refusal("36.D.2.s02", "night-pledged", (group.id,), also_cites=("32.C.s10",))
        if group.night_block and group.night_spent < LIMIT:
            return Refusal(
                "32.C.s10",
                "night-block-broken",
                (group.id,),
                facts(spent=group.night_block, left=BLOCK - group.night_block),
                also_cites=("36.A.2.s04",),
            )
        return None
    if group.night_spent < LIMIT and not group.night_block and group.day_since < BETWEEN:
        return Refusal(
            "36.A.2.s04",
            "night-too-soon",
            (group.id,),
            facts(day=group.day_since, needed=BETWEEN),
            rests_on=("idle_mps_are_day",),
        )
    if group.night_spent + min(mps, BLOCK - group.night_block) > LIMIT:
        return Refusal(
            "36.A.2.s03", "night-limit", (group.id,), facts(spent=group.night_spent, limit=LIMIT)
        )
    return None


def spend_mps(group: Group, mps: int, night: bool) -> Group:
    """Return the group after spending MPs. The night ledger is kept one MP at a time."""
    block, total, since, dark = group.night_block, group.night_spent, group.day_since, group.dark
    log = list(group.log)
    for _ in range(mps):
        dark = night and total < LIMIT and (block > 0 or since >= BETWEEN)
        if dark:
            block, total = block + 1, total + 1
            if block == BLOCK or total == LIMIT:
                block, since = 0, 0
        else:
            since = min(RESTED, since + 1)
        word = "night" if dark else "day"
        if log and log[-1][0] == word:
            log[-1] = (word, log[-1][1] + 1)
        else:
            log.append((word, 1))
    return replace(
        group,
        spent=group.spent + mps,
        pledged=group.pledged and not mps,
        night_block=block,
        night_spent=total,
        day_since=since,
        dark=dark,
        log=tuple(log),
    )


def is_night_unfinished(group: Group) -> bool:
    """Return True while a group's night goes on. An MP that combat costs it is then spent by
    night."""
    return group.night_block > 0 or group.pledged


def split_by_light(group: Group, mps: int, by_night: bool) -> tuple[tuple[int, bool], ...]:
    """Return an expense of a group that stays in its hex, split where night changes to day or day
    to night: pairs (MPs, by night)."""
    spent = spend_mps(replace(group, log=()), mps, by_night)
    return tuple((n, word == "night") for word, n in spent.log)


def last_mps(log: tuple[tuple[str, int], ...], mps: int) -> tuple[tuple[int, bool], ...]:
    """Return the last *mps* of a spending log, first to last: pairs (MPs, by night)."""
    found: list[tuple[int, bool]] = []
    for word, n in reversed(log):
        if mps > 0:
            found.insert(0, (min(n, mps), word == "night"))
            mps -= n
    return tuple(found)


def end_step(group: Group, unspent: int, counts: bool) -> Group:
    """Return the group at the end of a step. Unspent MPs count as day MPs (switch
    ``idle_mps_are_day``) and end a night block. A group that began the step by night counts them as
    its night block first."""
    if group.pledged and unspent > 0:
        begun = spend_mps(group, min(unspent, BLOCK), True)
        group, unspent = (
            replace(begun, spent=group.spent, log=group.log),
            unspent - min(unspent, BLOCK),
        )
    if unspent <= 0 or not counts:
        return group
    since = group.day_since
    if group.night_block:
        since = 0
    return replace(group, night_block=0, day_since=min(RESTED, since + unspent), dark=False)


@clause("32.C.s08", "32.C.s09", "36.A.2.s02")
def why_not_copied(
    group: Group, log: tuple[tuple[str, int], ...], plan: tuple[tuple[str, int], ...], left: int
) -> Refusal | None:
    """Return the refusal when a reacting group may not spend MPs in the order *plan*, else
    ``None``. The plan may be the beginning of a longer one.

    *log* is the phasing group's own order of day and night MPs. A reactor stays in daylight, or
    spends exactly as many night MPs in the same places of the order. *left* are its MPs after the
    plan; they must suffice for the night MPs still to come.
    """
    nights = tuple(n for word, n in plan if word == "night")
    if not nights:
        return None
    theirs = tuple(n for word, n in log if word == "night")
    if not theirs:
        return Refusal("36.A.2.s02", "reaction-no-night", (group.id,))
    order = tuple(word for word, _ in plan)
    wanted = tuple(word for word, _ in log)
    done = len(nights) - (order[-1] == "night")
    mirrored = (
        nights[:done] == theirs[:done]
        and len(nights) <= len(theirs)
        and nights[done:] <= theirs[done : len(nights)]
    )
    if not mirrored or order != wanted[: len(order)] or sum(theirs) - sum(nights) > left:
        told = " then ".join(f"{n} by night" if word == "night" else "by day" for word, n in log)
        return Refusal(
            "32.C.s08",
            "night-not-mirrored",
            (group.id,),
            facts(mine=sum(nights), his=sum(theirs), order=told),
        )
    return None


def merge_runs(words: list[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Return a spending order with equal neighbours added up."""
    out: list[tuple[str, int]] = []
    for word, n in words:
        if n and out and out[-1][0] == word:
            out[-1] = (word, out[-1][1] + n)
        elif n:
            out.append((word, n))
    return tuple(out)

"""List of named ships and usual fleets with their factors, for positions that name a ship and no
more."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import msgspec

from flagplot.boards.name_folding import fold_umlauts


class ListedShip(msgspec.Struct, frozen=True):
    """A ship of the list."""

    id: str
    name: str
    nation: str
    type: str
    factors: int
    speed: str


@lru_cache(None)
def listed_ships() -> dict[str, ListedShip]:
    """Return every listed ship by id, by name and by its name on the counter, without umlauts. The
    first ship with a name keeps it."""
    out: dict[str, ListedShip] = {}
    text = resources.files(__package__).joinpath("ships.tsv").read_text("utf-8")
    lines = text.splitlines()
    head = lines[0].split("\t")
    for line in lines[1:]:
        row = dict(zip(head, line.split("\t"), strict=False))
        if row.get("kind") != "ship" or not row.get("factors", "").isdecimal():
            continue
        speed = row["speed"] if row["speed"] in ("fast", "slow") else "fast"
        found = ListedShip(
            row["id"], row["name"], row["nation"], row["type"], int(row["factors"]), speed
        )
        out[fold_umlauts(found.id)] = found
        for name in (found.name, row.get("list_name", "")):
            if name:
                out.setdefault(fold_umlauts(name), found)
    return out


def find_listed_ship(text: str) -> ListedShip | None:
    """Return a ship of the list by id, by name, or by the end of its name (``Scheer``) where only
    one ship has it. Umlauts may be written either way. None when not found."""
    said = fold_umlauts(text)
    ending = {x.id: x for name, x in listed_ships().items() if name.endswith(f" {said}")}
    return listed_ships().get(said) or (
        next(iter(ending.values())) if said and len(ending) == 1 else None
    )

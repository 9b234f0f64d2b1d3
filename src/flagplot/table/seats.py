"""The keys of a game's seats, the chains of what they have seen, and whether their signatures fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .core.dice import Dice, Sealed
from .core.errors import GameError, StaleError
from .entries import Header
from .seen import SeenLog
from .signing import START, BadSignature, Signed, fits, line, link, message, seal, sealing_key

Link = tuple[str, str]
"""One step of a seat's chain: the line of the seen entry, and the seal."""


class Seats:
    """Keys by side, and chains as far as they were asked for."""

    def __init__(self, header: Header, dice: Dice) -> None:
        self.header = header
        self.keys: dict[str, str] = {}
        self.salted: set[str] = set()
        """Sides whose share of the dice is in: it comes once."""
        self.proving = False
        """Whether a log is being proven: the proof names what lacks its signature, and goes on."""
        self._seals = sealing_key(dice.seed) if isinstance(dice, Sealed) else b"" if header.dice != "sealed" else None
        self._chains: dict[str, list[str]] = {}
        self._links: dict[str, list[Link]] = {}

    @property
    def known(self) -> bool:
        """Whether chains can be worked out: not while the seed of sealed dice is secret."""
        return self._seals is not None

    def links(self, log: SeenLog, chain_at: Callable[[int], str]) -> Sequence[Link]:
        """The steps of a side's chain. *chain_at* gives the whole log's chain value at an entry."""
        if self._seals is None:
            raise GameError("the secret seed of the dice is needed for the chain of what a seat has seen")
        links, chains = self._links.setdefault(log.side, []), self._chains.setdefault(log.side, [])
        for k in range(len(links), len(log.entries)):
            shown, sealed = line(log.entries[k]), seal(self._seals, log.side, k, chain_at(log.origin[k]) if self._seals else "")
            links.append((shown.decode(), sealed))
            chains.append(link(chains[-1] if chains else START, sealed, shown))
        return links

    def chain(self, log: SeenLog, at: int, chain_at: Callable[[int], str]) -> str:
        """The chain value at a side's own entry *at*. Raises :class:`BadSignature` for an entry it has not got."""
        self.links(log, chain_at)
        if not 0 <= at < len(log.entries):
            raise BadSignature(f"{log.side} has not seen an entry {at} yet")
        return self._chains[log.side][at]

    def check(
        self, log: SeenLog, signed: Signed | None, kind: str, text: str, chain_at: Callable[[int], str], key: str = ""
    ) -> None:
        """Raise unless a side may do this: :class:`BadSignature` where its signature is missing or does not fit, ``StaleError``
        where it had not seen the newest of the course of the game, or of what it has signed itself.

        What a side signs is shown to it, so a signature that was used is always older than something the side has signed.
        """
        if signed is None:
            self.demand(log.side)
        if signed is None or not self.known:
            return
        with_key = key or self.keys.get(log.side, "")
        if not with_key:
            raise BadSignature(f"{log.side} has no key in this game")
        if log.newest_play() > signed.at:
            raise StaleError(log.newest_play())
        said = message(self.header, log.side, signed.at, self.chain(log, signed.at, chain_at), kind, text)
        if not fits(with_key, said, signed.sig):
            raise BadSignature(f"the signature of {log.side} does not fit what it has seen and does")
        if log.newest_signed > signed.at:
            raise StaleError(log.newest_signed)

    def demand(self, side: str) -> None:
        """Raise :class:`BadSignature` where *side* does something without its signature and has a key."""
        if side in self.keys and not self.proving:
            raise BadSignature(f"{side} signs this game: what it does needs its signature")

"""Ed25519 signatures of seats: keys, shares of the dice, and the chains of entries that a seat has
seen and signed."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence

import msgspec

from ..core.dice import Dice, SealedDice
from ..core.errors import GameError, StaleError
from .entries import Entry, Header
from .side_log import SideLog

START = "0" * 64


class BadSignature(GameError):  # noqa: N818
    """A signature that does not fit the seat's key, its act, or the entries it has seen."""


class Signed(msgspec.Struct, frozen=True):
    """A signature (hex), and the number of the newest entry of its own log that the seat had
    seen."""

    at: int
    sig: str


def signed_message(header: Header, side: str, at: int, chain: str, kind: str, text: str) -> bytes:
    """Return the bytes to sign, as lines: the protocol, the game's id, the commitment of its dice,
    the side, the newest entry seen and the chain value there, the kind of act, and its words."""
    return "\n".join(
        ("flagplot 2", header.id, header.commitment, side, str(at), chain, kind, text)
    ).encode()


P = 2**255 - 19


_TWIST = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826


WEAK = frozenset({0, 1, P - 1, P, P + 1, _TWIST, P - _TWIST})
"""The y coordinates of the points of small order, in every encoding. With such a key, a signature
that nobody made can fit."""


def is_weak(key: str) -> bool:
    """Return whether a public key (hex) is a point of small order. Such a key binds nobody."""
    return int.from_bytes(bytes.fromhex(key), "little") & (2**255 - 1) in WEAK


def signature_fits(key: str, data: bytes, sig: str) -> bool:
    """Return whether *sig* (hex) is the signature of *data* by the public key *key* (hex). A weak
    key never fits."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        if is_weak(key):
            return False
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(sig), data)
    except (InvalidSignature, ValueError):
        return False
    return True


def public_key_of(secret: bytes) -> str:
    """Return the public key (hex) of a secret key (32 bytes)."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex()


def sign_data(secret: bytes, data: bytes) -> str:
    """Return the signature (hex) of *data* by a secret key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(secret).sign(data).hex()


def sealing_key(seed: bytes) -> bytes:
    """Return the key of the seals of a game with sealed dice."""
    return hmac.digest(seed, b"flagplot seals", "sha256")


def entry_seal(key: bytes, side: str, k: int, chain: str) -> str:
    """Return the seal of a side's entry *k*, shown when the whole log had the chain value *chain*.
    Empty without a key (when the dice are not sealed)."""
    return hmac.digest(key, f"{side} {k} {chain}".encode(), "sha256").hex() if key else ""


def entry_bytes(entry: Entry) -> bytes:
    """Return a seen entry as bytes, as they enter the seat's chain and go over the wire."""
    return msgspec.json.encode(entry)


def next_chain_value(before: str, seal: str, line: bytes) -> str:
    """Return the chain value after one more entry."""
    return hashlib.sha256(before.encode() + seal.encode() + line).hexdigest()


Link = tuple[str, str]
"""One step of a seat's chain: (line of the seen entry, seal)."""


class Seats:
    """The keys of the sides, and the chains of their logs, extended on demand."""

    def __init__(self, header: Header, dice: Dice) -> None:
        self.header = header
        self.keys: dict[str, str] = {}
        self.salted: set[str] = set()
        """Sides that have given their share of the dice. Each gives it once."""
        self.proving = False
        """True while a log is verified: a missing signature is then noted instead of refused."""
        self._seals = (
            sealing_key(dice.seed)
            if isinstance(dice, SealedDice)
            else b""
            if header.dice != "sealed"
            else None
        )
        self._chains: dict[str, list[str]] = {}
        self._links: dict[str, list[Link]] = {}

    @property
    def known(self) -> bool:
        """True when chains can be computed: the dice are not sealed, or their seed is known."""
        return self._seals is not None

    def links(self, log: SideLog, chain_at: Callable[[int], str]) -> Sequence[Link]:
        """Return the steps of a side's chain. *chain_at* returns the whole log's chain value at an
        entry."""
        if self._seals is None:
            raise GameError(
                "the secret seed of the dice is needed for the chain of what a seat has seen"
            )
        links, chains = self._links.setdefault(log.side, []), self._chains.setdefault(log.side, [])
        for k in range(len(links), len(log.entries)):
            shown, sealed = (
                entry_bytes(log.entries[k]),
                entry_seal(
                    self._seals, log.side, k, chain_at(log.origin[k]) if self._seals else ""
                ),
            )
            links.append((shown.decode(), sealed))
            chains.append(next_chain_value(chains[-1] if chains else START, sealed, shown))
        return links

    def chain(self, log: SideLog, at: int, chain_at: Callable[[int], str]) -> str:
        """Return the chain value at a side's own entry *at*. Raises :class:`BadSignature` for an
        entry that it has not seen."""
        self.links(log, chain_at)
        if not 0 <= at < len(log.entries):
            raise BadSignature(f"{log.side} has not seen an entry {at} yet")
        return self._chains[log.side][at]

    def check(
        self,
        log: SideLog,
        signed: Signed | None,
        kind: str,
        text: str,
        chain_at: Callable[[int], str],
        key: str = "",
    ) -> None:
        """Check the signature of a side's act. Raises :class:`BadSignature` when it is missing or
        does not fit, and ``StaleError`` when the side had not seen the newest entry of play or the
        newest entry it has signed itself.

        A signed entry is shown to its signer. A signature used a second time is therefore older
        than something the side has signed, and is refused.
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
        said = signed_message(
            self.header, log.side, signed.at, self.chain(log, signed.at, chain_at), kind, text
        )
        if not signature_fits(with_key, said, signed.sig):
            raise BadSignature(
                f"the signature of {log.side} does not fit what it has seen and does"
            )
        if log.newest_signed > signed.at:
            raise StaleError(log.newest_signed)

    def demand(self, side: str) -> None:
        """Raise :class:`BadSignature` when *side* has a key. Call it for acts without a
        signature."""
        if side in self.keys and not self.proving:
            raise BadSignature(f"{side} signs this game: what it does needs its signature")

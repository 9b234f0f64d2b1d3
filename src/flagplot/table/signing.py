"""What a seat signs with its own key (Ed25519): its share of the dice, and everything it does, each together with the chain of
all it has seen till then.

A seat's chain runs over its own seen log: ``chain(k) = SHA-256(chain(k-1) + seal(k) + line(k))`` in hex, from 64 zeros, where
line *k* is the seat's own entry *k* as JSON. The seal binds what the seat must not see yet: HMAC-SHA256 of the whole log's
chain value at that entry, under a key that follows from the secret seed. It tells nothing before the seed is open.
"""

from __future__ import annotations

import hashlib
import hmac

import msgspec

from .core.errors import GameError
from .entries import Entry, Header

START = "0" * 64


class BadSignature(GameError):  # noqa: N818
    """A signature that does not fit the key of the seat, what it does, or what it has seen."""


class Signed(msgspec.Struct, frozen=True):
    """A signature (hex) and the number of the newest entry of its own log that the seat had seen."""

    at: int
    sig: str


def message(header: Header, side: str, at: int, chain: str, kind: str, text: str) -> bytes:
    """The bytes that are signed: lines for the protocol, the game's id, the commitment of its dice, the side, the newest entry it
    has seen with the chain value there, what it does, and with what words."""
    return "\n".join(("flagplot 2", header.id, header.commitment, side, str(at), chain, kind, text)).encode()


P = 2**255 - 19
_TWIST = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
WEAK = frozenset({0, 1, P - 1, P, P + 1, _TWIST, P - _TWIST})
"""The y of the points of small order, in every way they can be written: under such a key signatures fit that nobody made."""


def is_weak(key: str) -> bool:
    """Whether a public key (hex) is a point of small order, which binds nobody."""
    return int.from_bytes(bytes.fromhex(key), "little") & (2**255 - 1) in WEAK


def fits(key: str, data: bytes, sig: str) -> bool:
    """Whether *sig* is the signature of *data* by *key* (all hex but the data); never by a weak key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        if is_weak(key):
            return False
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(sig), data)
    except (InvalidSignature, ValueError):
        return False
    return True


def public_of(secret: bytes) -> str:
    """The public key (hex) of a secret one (32 bytes)."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex()


def sign(secret: bytes, data: bytes) -> str:
    """The signature (hex) of *data* by a secret key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(secret).sign(data).hex()


def sealing_key(seed: bytes) -> bytes:
    """The key of the seals of a game with sealed dice."""
    return hmac.digest(seed, b"flagplot seals", "sha256")


def seal(key: bytes, side: str, k: int, chain: str) -> str:
    """The seal of a side's entry *k*, at which the whole log had this chain value; empty without a key (dice are not sealed)."""
    return hmac.digest(key, f"{side} {k} {chain}".encode(), "sha256").hex() if key else ""


def line(entry: Entry) -> bytes:
    """A seen entry as it goes into the seat's chain, and over the wire."""
    return msgspec.json.encode(entry)


def link(before: str, seal: str, line: bytes) -> str:
    """The chain value after one more entry."""
    return hashlib.sha256(before.encode() + seal.encode() + line).hexdigest()

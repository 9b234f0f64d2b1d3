"""Somebody who signs: a key, and signatures under what a side has seen, made from the published
recipe."""

from __future__ import annotations

import hashlib
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from flagplot.table.game.game import Game
from flagplot.table.log.signing import Signed


class Signer:
    """One side's own key. The chain is worked out here from the links alone, as an honest page
    does."""

    def __init__(self, side: str, secret: bytes | None = None) -> None:
        self.side = side
        self.secret = Ed25519PrivateKey.from_private_bytes(
            secret or hashlib.sha256(side.encode()).digest()
        )
        self.key = self.secret.public_key().public_bytes_raw().hex()

    def sign(
        self, id: str, commitment: str, links: Any, kind: str, text: str, at: int | None = None
    ) -> Signed:
        """Sign *text* over the *links* of the side's chain up to its own entry *at* (default:
        all)."""
        chain = "0" * 64
        n = len(links) - 1 if at is None else at
        for line, seal in links[: n + 1]:
            chain = hashlib.sha256((chain + seal + line).encode()).hexdigest()
        said = "\n".join(["flagplot 2", id, commitment, self.side, str(n), chain, kind, text])
        return Signed(n, self.secret.sign(said.encode()).hex())

    def over(self, game: Game, kind: str, text: str, at: int | None = None) -> Signed:
        """Sign over what *game* has shown this side."""
        return self.sign(game.id, game.header.commitment, game.chain(self.side)[0], kind, text, at)

    def join(self, game: Game, salt: bytes = b"sixteen bytes or") -> None:
        """Bring key and salt to the table."""
        game.add_key(self.side, self.key, salt, self.over(game, "key", f"{self.key} {salt.hex()}"))

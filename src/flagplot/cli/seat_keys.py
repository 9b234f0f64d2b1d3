"""Keys of the sides played at a terminal, kept beside the log while the game goes on (``play --text
--sign``)."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from pathlib import Path

from flagplot.table.game.game import Game
from flagplot.table.log.signing import Signed, public_key_of, sign_data, signed_message

from .files import file_exists, read_text, stop, write_text

SECRET = 32


def key_file(log: Path) -> Path:
    """Return the path of the secret keys of a log's sides: beside the log, never in it."""
    return log.with_name(log.name + ".keys")


class SeatKeys:
    """The secret keys of sides, and signing with them."""

    def __init__(self, secret: dict[str, bytes]) -> None:
        self.secret = secret

    @classmethod
    def made(cls, sides: Iterable[str]) -> SeatKeys:
        """Return new keys for these sides."""
        return cls({side: secrets.token_bytes(SECRET) for side in sides})

    @classmethod
    def beside(cls, log: Path | None) -> SeatKeys:
        """Return the keys from the file beside a log; no keys when there is no file. Raises
        :class:`~flagplot.cli.files.CommandError` when it cannot be read."""
        path = key_file(log) if log is not None else None
        if path is None or not file_exists(path, "key file"):
            return cls({})
        try:
            found = {
                str(side): bytes.fromhex(secret)
                for side, secret in json.loads(read_text(path, "key file")).items()
            }
            if any(len(secret) != SECRET for secret in found.values()):
                raise ValueError
        except (ValueError, AttributeError, TypeError, RecursionError):
            stop(f"{path}: not a key file; take it as it was written")
        return cls(found)

    def lacking(self, game: Game) -> tuple[str, ...]:
        """Return the sides that sign this game and whose secret keys are missing here. Nothing can
        be done for them."""
        return tuple(
            s
            for s, key in game.seats.keys.items()
            if s not in self.secret or public_key_of(self.secret[s]) != key
        )

    def keep(self, log: Path) -> None:
        """Write the keys beside a log, readable by their owner only, unless the file exists."""
        if self.secret and not file_exists(key_file(log), "key file"):
            text = json.dumps({side: secret.hex() for side, secret in self.secret.items()})
            write_text(key_file(log), text + "\n", "key file", private=True)

    def join(self, game: Game) -> None:
        """Add the keys to the game, each with a salt when the dice are sealed and the side has none
        yet."""
        for side, secret in self.secret.items():
            if (
                side in game.sides
                and side not in game.seats.keys
                and game.takes_keys
                and game.outcome is None
            ):
                salt = (
                    secrets.token_bytes(SECRET)
                    if game.header.dice == "sealed" and side not in game.seats.salted
                    else b""
                )
                key = public_key_of(secret)
                signed = self._sign(game, side, "key", f"{key} {salt.hex()}")
                game.add_key(side, key, salt, signed)

    def signed(self, game: Game, side: str, kind: str, text: str) -> Signed | None:
        """Return the signature of *side* for an act; ``None`` when the side has no key in this
        game, or the key is missing here."""
        signs = side in game.seats.keys and side not in self.lacking(game)
        return self._sign(game, side, kind, text) if signs else None

    def _sign(self, game: Game, side: str, kind: str, text: str) -> Signed:
        links, chain = game.chain(side)
        at = len(links) - 1
        return Signed(
            at,
            sign_data(self.secret[side], signed_message(game.header, side, at, chain, kind, text)),
        )

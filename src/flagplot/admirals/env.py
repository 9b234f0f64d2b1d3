"""A learning environment: any scenario of any rule book as a PettingZoo AEC environment (extra ``rl``).

Agents are the sides. An action is an index into the answers an admiral would weigh, in their order; the mask says which
exist. The observation is the side's view, never the truth, folded into a vector of fixed length; ``infos`` holds the view
itself, the request, and the answers. The reward comes at the end: 1 to the winner, -1 to the others, 0 for a draw.

>>> world = FlagplotEnv("awaw", "norway-1940")            # doctest: +SKIP
>>> world.reset(seed=7)                                   # doctest: +SKIP
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from flagplot.table import Ask, Rulebook, Setup, rulings
from flagplot.table.dice import Seeded
from flagplot.table.game import Game

from .players import choices
from .simulate import LIMIT, sides_of

WIDTH = 256
"""Most answers offered at once; where a rule book has more, the first ones and the pass stand."""
FEATURES = 1024
"""Length of an observation."""


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """The leaves of plain data as (path, number); a text leaf is a feature of its own, worth 1."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, f"{path}/{key}")
    elif isinstance(value, (list, tuple)):
        for i, part in enumerate(value):
            yield from leaves(part, f"{path}/{i}")
    elif isinstance(value, bool) or value is None:
        yield path, float(bool(value))
    elif isinstance(value, (int, float)):
        yield path, float(value)
    else:
        yield f"{path}={value}", 1.0


def observe(view: Any, size: int = FEATURES) -> np.ndarray[Any, np.dtype[np.float32]]:
    """A side's view as *size* numbers from -1 to 1, by feature hashing (CRC-32, the same in every process)."""
    plain = msgspec.to_builtins(view, enc_hook=lambda _: None, str_keys=True)
    found = np.zeros(size, dtype=np.float32)
    for path, number in leaves(plain):
        code = zlib.crc32(path.encode())
        found[code % size] += number if code & 0x80000000 else -number
    return np.tanh(found / 8).astype(np.float32)


class FlagplotEnv(AECEnv):  # type: ignore[misc]
    """A scenario to learn on. Raises ``KeyError`` for an unknown book or scenario."""

    metadata = {"name": "flagplot_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, book: str | Rulebook[Any], scenario: str, *, setup: Setup | None = None, width: int = WIDTH,
        features: int = FEATURES, render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if isinstance(book, str):
            from flagplot import rulebooks

            book = rulebooks.book(book)
        self.book = book
        self.setup = setup or Setup(scenario)
        self.width = width
        self.features = features
        self.render_mode = render_mode
        self.possible_agents = list(sides_of(book, scenario))
        self.agents: list[str] = []
        box = spaces.Box(-1.0, 1.0, (features,), np.float32)
        seen = spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, (width,), np.int8)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {a: spaces.Discrete(width) for a in self.possible_agents}
        self._answers: tuple[Any, ...] = ()
        self._count = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what *agent* sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what *agent* may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same *seed* rolls the same dice."""
        law = rulings(self.book.id, self.setup.edition, dict(self.setup.house))
        dice = Seeded(secrets.token_hex(16) if seed is None else seed)
        self.game = Game.new(self.book, self.setup, rulings=law, dice=dice)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {a: {} for a in self.agents}
        self._count = 0
        self._ask()

    def _ask(self) -> None:
        """Find who is asked, and what may be answered."""
        self._answers = ()
        if self.game.outcome is not None:
            outcome = self.game.outcome
            for a in self.agents:
                self.terminations[a] = True
                self.rewards[a] = 0.0 if not outcome.winner else 1.0 if a == outcome.winner else -1.0
                self.infos[a] = {"outcome": outcome}
            return
        if self._count >= LIMIT:
            self.truncations = dict.fromkeys(self.agents, True)
            return
        self.agent_selection = side = self.game.owes()[0]
        request = self.game.request(side)
        assert request is not None
        view = self.game.view(side)
        self._answers = choices(self.book, view, request, self.width)
        texts = [str(a) if isinstance(request, Ask) else self.book.text(a) for a in self._answers]
        self.infos = {a: {} for a in self.agents}
        self.infos[side] = {"view": view, "request": request, "answers": tuple(texts), "action_mask": self._mask()}

    def _mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        mask = np.zeros(self.width, dtype=np.int8)
        mask[: len(self._answers)] = 1
        return mask

    def observe(self, agent: str) -> dict[str, Any]:
        """What *agent* sees, and which actions it has (none while another is asked)."""
        asked = agent == self.agent_selection and bool(self._answers)
        mask = self._mask() if asked else np.zeros(self.width, dtype=np.int8)
        return {"observation": observe(self.game.view(agent), self.features), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent that is asked. Raises ``ValueError`` for one the mask does not allow."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self._answers):
            raise ValueError(f"action {action} is not offered to {agent}; the mask allows 0 to {len(self._answers) - 1}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        verdict = self.game.answer(agent, self._answers[action])
        if not verdict:
            raise RuntimeError(f"{self.book.id} offered {agent} an order that it refuses: {verdict}")
        self._count += 1
        self._ask()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as the spectator sees it, in a few lines."""
        if self.render_mode != "ansi":
            return None
        shown = self.book.display(self.game.view(""), "", ())
        return f"{shown.title}: {shown.turn}, {shown.mover} to act"

    def close(self) -> None:
        """Nothing to let go of."""

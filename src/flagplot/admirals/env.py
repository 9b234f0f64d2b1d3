"""A learning environment: any scenario of any rule book as a PettingZoo AEC environment (extra
``rl``).

Agents are the sides. An action is an index into the answers that an admiral would evaluate, in
their order. The mask says which exist, and each has features of its own. The observation is the
side's view, never the full state, hashed into a vector of fixed length. ``infos`` holds the view
itself, the request, and the answers. The reward comes at the end: 1 to the winner, -1 to the
others, 0 for a draw. With ``rewards="score"`` each step gives a side the points it gained, computed
from its view. Games are forks without a log. :class:`FlagplotVector` plays many at once.

>>> world = FlagplotEnv("awaw", "norway-1940")            # doctest: +SKIP
>>> world.reset(seed=7)                                   # doctest: +SKIP
"""

from __future__ import annotations

import copy
import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from gymnasium import spaces
from msgspec.structs import replace
from pettingzoo import AECEnv

from flagplot.table import Ask, Rulebook, Setup, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.core.opaque_ids import id_secret_of
from flagplot.table.game.fork import GameFork

from .features import ACTION_FEATURES, FEATURES, Array, Observer, encode_answer
from .parallel import with_rare_collections
from .players import choices
from .simulate import LIMIT, seed_of, sides_of

WIDTH = 256
"""Most answers offered at once. When a rule book has more, the first ones and the pass are
offered."""
Mask = np.ndarray[Any, np.dtype[np.int8]]


class FlagplotEnv(AECEnv):  # type: ignore[misc]
    """One scenario as an environment. Raises ``KeyError`` for an unknown book or scenario."""

    metadata = {"name": "flagplot_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        book: str | Rulebook[Any],
        scenario: str,
        *,
        setup: Setup | None = None,
        width: int = WIDTH,
        features: int = FEATURES,
        rewards: Literal["outcome", "score"] = "outcome",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if isinstance(book, str):
            from flagplot import rulebooks

            book = rulebooks.book(book)
        self.book = book
        self.setup = setup or Setup(scenario)
        self.width = width
        self.features = features
        self._observer = Observer(features)
        self.by_score = rewards == "score"
        self.render_mode = render_mode
        self.possible_agents = list(sides_of(book, scenario))
        self.agents: list[str] = []
        box = spaces.Box(-1.0, 1.0, (features,), np.float32)
        each = spaces.Box(-1.0, 1.0, (width, ACTION_FEATURES), np.float32)
        seen = spaces.Dict(
            {
                "observation": box,
                "action_mask": spaces.Box(0, 1, (width,), np.int8),
                "actions": each,
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {a: spaces.Discrete(width) for a in self.possible_agents}
        self._answers: tuple[Any, ...] = ()
        self._texts: list[str] = []
        self._kind = ""
        self._scores: dict[str, float] = {}
        self._count = 0
        self._begun = False

    def clone(self) -> FlagplotEnv:
        """Return an independent copy: equal actions roll equal dice. Positions are shared, because
        they are immutable."""
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict):
                setattr(
                    other,
                    name,
                    {k: dict(v) if isinstance(v, dict) else v for k, v in value.items()},
                )
        other.agents = list(self.agents)
        other._observer = Observer(self.features)
        if self._begun:
            other.game = self.game.copy()
        return other

    def __deepcopy__(self, known: dict[int, Any]) -> FlagplotEnv:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_observer": Observer(self.features)}

    def _needs_game(self, what: str) -> None:
        """Raise ``RuntimeError`` before the first :meth:`reset`."""
        if not self._begun:
            raise RuntimeError(f"{what}() needs a game, and none has begun: call reset() first")

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since its last action, terminated, truncated and infos of the
        agent that must act.

        Raises ``RuntimeError`` before the first :meth:`reset`."""
        self._needs_game("last")
        found: tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]] = super().last(
            observe
        )
        return found

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Return an iterator over the agents as they are asked. Raises ``RuntimeError`` before the
        first :meth:`reset`."""
        self._needs_game("agent_iter")
        return super().agent_iter(max_iter)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of *agent*'s observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of *agent*'s actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same *seed* rolls the same dice."""
        law = rulings(self.book.id, self.setup.edition, dict(self.setup.house))
        chance = secrets.token_hex(16) if seed is None else seed
        first = self.book.start(replace(self.setup, lots=id_secret_of(SeededDice(chance))), law)
        self.game = GameFork.at(self.book, first, chance)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {a: {} for a in self.agents}
        self._count, self._begun = 0, True
        self._scores = {a: self._score(a) for a in self.agents} if self.by_score else {}
        self._ask()

    def _score(self, agent: str) -> float:
        """Return the score of an agent, in points, computed from its view."""
        return self.book.score(self.game.view(agent), agent)

    def _earned(self) -> None:
        """Set each agent's reward: the points that it gained in the last step."""
        for a in self.agents:
            now = self._score(a)
            self.rewards[a] = now - self._scores[a]
            self._scores[a] = now

    def _ask(self) -> None:
        """Find the agent to act next and its answers."""
        self._answers, self._texts = (), []
        if self.by_score and self._count:
            self._earned()
        if self.game.outcome is not None:
            outcome = self.game.outcome
            for a in self.agents:
                self.terminations[a] = True
                if not self.by_score:
                    self.rewards[a] = 2 * outcome.share(a) - 1
                self.infos[a] = {"outcome": outcome}
            return
        if self._count >= LIMIT:
            self.truncations = dict.fromkeys(self.agents, True)
            return
        self.agent_selection = side = self.game.sides_to_answer()[0]
        request = self.game.request(side)
        assert request is not None
        view = self.game.view(side)
        self._answers = choices(self.book, view, request, self.width)
        self._kind = request.kind
        self._texts = [
            str(a) if isinstance(request, Ask) else self.book.text(a) for a in self._answers
        ]
        self.infos = {a: {} for a in self.agents}
        self.infos[side] = {
            "view": view,
            "request": request,
            "answers": tuple(self._texts),
            "action_mask": self._mask(),
        }

    def _mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        mask = np.zeros(self.width, dtype=np.int8)
        mask[: len(self._answers)] = 1
        return mask

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of *agent* and its action mask (all zero while another agent must
        act).

        Raises ``RuntimeError`` before the first :meth:`reset`."""
        self._needs_game("observe")
        asked = agent == self.agent_selection and bool(self._answers)
        mask = self._mask() if asked else np.zeros(self.width, dtype=np.int8)
        actions = np.zeros((self.width, ACTION_FEATURES), dtype=np.float32)
        if asked:
            actions[: len(self._texts)] = [encode_answer(self._kind, text) for text in self._texts]
        return {
            "observation": self._observer(self.game.view(agent), agent),
            "action_mask": mask,
            "actions": actions,
        }

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent that is asked. Raises ``ValueError`` for an action
        outside the mask."""
        self._needs_game("step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self._answers):
            raise ValueError(
                f"action {action} is not offered to {agent}; the mask allows 0 to "
                f"{len(self._answers) - 1}"
            )
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        verdict = self.game.answer(agent, self._answers[action])
        if not verdict:
            raise RuntimeError(
                f"{self.book.id} offered {agent} an order that it refuses: {verdict}"
            )
        self._count += 1
        self._ask()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the position as a spectator sees it, in one line."""
        if self.render_mode != "ansi":
            return None
        self._needs_game("render")
        shown = self.book.display(self.game.view(""), "", ())
        return f"{shown.title}: {shown.turn}, {shown.mover} to act"

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


class Seen(NamedTuple):
    """The state of many games, one row a game: the seat that must act, its observation, its
    answers.

    ``rewards`` holds the points that each seat gained in the last step. ``over`` is true for a game
    that has just ended and was replaced by a new one."""

    seats: np.ndarray[Any, np.dtype[np.int64]]
    observations: Array
    masks: Mask
    actions: Array
    rewards: Array
    over: np.ndarray[Any, np.dtype[np.bool_]]


class FlagplotVector:
    """Many games of one scenario, stepped together. A game that ends is replaced by a new one."""

    def __init__(self, book: str | Rulebook[Any], scenario: str, games: int, **named: Any) -> None:
        """Create *games* environments; *named* goes to :class:`FlagplotEnv`."""
        self.envs = [FlagplotEnv(book, scenario, **named) for _ in range(games)]
        self.agents = self.envs[0].possible_agents
        self._begun = 0
        self._seed: int | str = 0

    def clone(self) -> FlagplotVector:
        """Return independent copies of all these games."""
        return copy.deepcopy(self)

    def reset(self, seed: int = 0) -> Seen:
        """Begin all games; the same *seed* gives the same games."""
        self._seed, self._begun = seed, 0
        for env in self.envs:
            self._begin(env)
        return self._seen(
            [dict.fromkeys(self.agents, 0.0)] * len(self.envs), [False] * len(self.envs)
        )

    def _begin(self, env: FlagplotEnv) -> None:
        env.reset(int(seed_of(self._seed, self._begun)[:12], 16))
        self._begun += 1

    def step(self, chosen: Iterable[int]) -> Seen:
        """Carry out one answer in each game. Raises ``ValueError`` for one outside its mask."""
        return with_rare_collections(self._step, [int(action) for action in chosen])

    def _step(self, chosen: Sequence[int]) -> Seen:
        rewards, over = [], []
        for env, action in zip(self.envs, chosen, strict=True):
            env.step(action)
            rewards.append(dict(env.rewards))
            over.append(any(env.terminations.values()) or any(env.truncations.values()))
            if over[-1]:
                self._begin(env)
        return self._seen(rewards, over)

    def _seen(self, rewards: list[dict[str, float]], over: list[bool]) -> Seen:
        seen = [env.observe(env.agent_selection) for env in self.envs]
        observations, masks, actions = (
            np.stack([s[name] for s in seen]) for name in ("observation", "action_mask", "actions")
        )
        earned = np.array([[r[a] for a in self.agents] for r in rewards], dtype=np.float32)
        seats = np.array([self.agents.index(env.agent_selection) for env in self.envs])
        return Seen(seats, observations, masks, actions, earned, np.array(over))

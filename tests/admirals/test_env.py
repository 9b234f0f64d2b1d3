"""The learning environment behaves as PettingZoo asks, and shows a side no more than its view."""

from __future__ import annotations

import copy
import pickle
import zlib
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import flagplot.admirals.env as env_module
from flagplot.admirals.env import FlagplotEnv, FlagplotVector
from flagplot.admirals.features import (
    FINE,
    MOST,
    Observer,
    encode_answer,
    encode_view,
    leaves,
    plain_data,
)
from tests.table.toybook import BOOK, RULINGS, State


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> FlagplotEnv:
    monkeypatch.setattr(env_module, "rulings", lambda *_: RULINGS)
    return FlagplotEnv(BOOK, "line", width=32, features=64, render_mode="ansi")


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_api(world: FlagplotEnv) -> None:
    api_test(world, num_cycles=400)


def test_pettingzoo_seeds() -> None:
    seed_test(lambda: FlagplotEnv("campaign", "oran-learning", features=64), num_cycles=20)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_api_on_norway() -> None:
    api_test(FlagplotEnv("awaw", "norway-1940"), num_cycles=60)


def play(world: FlagplotEnv, seed: int) -> tuple[list[Any], dict[str, float]]:
    """Play with the first or last offered action in turn; what was seen, and the rewards."""
    world.reset(seed=seed)
    seen: list[Any] = []
    total = dict.fromkeys(world.possible_agents, 0.0)
    for n, agent in enumerate(world.agent_iter(5000)):
        observation, reward, ended, cut, info = world.last()
        total[agent] += reward
        if ended or cut:
            world.step(None)
            continue
        offered = np.flatnonzero(observation["action_mask"])
        assert len(offered) == len(info["answers"])
        seen.append((agent, observation["observation"].tobytes(), info["answers"]))
        world.step(int(offered[-1 if n % 3 else 0]))
    return seen, total


def test_the_same_seed_gives_the_same_game(world: FlagplotEnv) -> None:
    assert play(world, 4) == play(world, 4)


def test_rewards_are_the_outcome(world: FlagplotEnv) -> None:
    for seed in range(4):
        _, total = play(world, seed)
        winner = world.game.outcome.winner if world.game.outcome else "?"
        expected = {a: 0.0 if not winner else 1.0 if a == winner else -1.0 for a in total}
        assert total == expected


def test_an_action_outside_the_mask_is_refused(world: FlagplotEnv) -> None:
    world.reset(seed=1)
    before = world.game.state
    for action in (31, -1, None):
        with pytest.raises(ValueError, match="not offered"):
            world.step(action)
    assert world.game.state is before


def test_what_is_seen_hangs_on_the_view_and_not_on_what_was_seen_before() -> None:
    """An observer that has followed a game sees what one sees who looks for the first time, and so
    does one who looks back."""
    norway = FlagplotEnv("awaw", "norway-1940", features=256)
    norway.reset(seed=3)
    views = []
    for n in range(60):
        agent = norway.agent_selection
        views.append(norway.game.view(agent))
        assert np.array_equal(norway.observe(agent)["observation"], encode_view(views[-1], 256))
        norway.step(n % len(norway.infos[agent]["answers"]))
    back = Observer(256)
    for view in reversed(views):
        assert np.array_equal(back(view), encode_view(view, 256))
    assert len({encode_view(v, 256).tobytes() for v in views}) > 40


def by_hand(view: Any, size: int) -> Any:
    """Yield the leaves of an observation, one by one."""
    found = np.zeros(size, dtype=np.int64)
    for leaf, number in leaves(plain_data(view)):
        code = zlib.crc32(leaf.encode())
        found[code % size] += (1 if code & 0x80000000 else -1) * round(
            max(-MOST, min(number, MOST)) * FINE
        )
    return np.tanh(found / (8 * FINE)).astype(np.float32)


@pytest.mark.parametrize(
    ("book", "scenario"),
    [("awaw", "norway-1940"), ("europa", "pedestal"), ("campaign", "graf-spee")],
)
def test_what_is_taken_out_and_put_in_makes_what_is_counted_by_hand(
    book: str, scenario: str
) -> None:
    world, observer = FlagplotEnv(book, scenario), Observer(256)
    for seed in range(2):
        world.reset(seed=seed)
        for n in range(80):
            if world.game.outcome is not None:
                break
            agent = world.agent_selection
            view = world.game.view(agent)
            assert np.array_equal(observer(view, agent), by_hand(view, 256))
            world.step((7 * n) % len(world.infos[agent]["answers"]))


def test_secrets_do_not_reach_the_observation(world: FlagplotEnv) -> None:
    world.reset(seed=1)
    state: State = world.game.state
    for side in world.possible_agents:
        seen = encode_view(BOOK.view(state, side), 64)
        for twin in BOOK.secret_twins(state, side):
            assert np.array_equal(seen, encode_view(BOOK.view(twin, side), 64))


def test_leaves_and_bounds() -> None:
    assert dict(leaves({"a": [1, True], "b": {"c": "x", "d": None}})) == {
        "/a/0": 1.0,
        "/a/1": 1.0,
        "/b/c=x": 1.0,
        "/b/d": 0.0,
    }
    assert np.abs(encode_view({"a": 1e9, "b": "x"}, 16)).max() <= 1.0


def test_an_answer_has_features_of_its_own(world: FlagplotEnv) -> None:
    world.reset(seed=1)
    seen = world.observe(world.agent_selection)
    offered = np.flatnonzero(seen["action_mask"])
    assert len({seen["actions"][n].tobytes() for n in offered}) == len(offered)
    assert not seen["actions"][len(offered) :].any()
    assert np.array_equal(
        encode_answer("orders", "move Red1 to 4"), encode_answer("orders", "move Red1 to 4")
    )
    other = next(a for a in world.possible_agents if a != world.agent_selection)
    assert not world.observe(other)["actions"].any()


def test_rewards_by_score_add_up_to_the_score() -> None:
    world = FlagplotEnv("campaign", "oran-learning", rewards="score", features=64)
    world.reset(seed=3)
    first = {a: world.game.book.score(world.game.view(a), a) for a in world.possible_agents}
    total = dict.fromkeys(world.possible_agents, 0.0)
    while world.game.outcome is None:
        world.step(0)
        for a, reward in world.rewards.items():
            total[a] += reward
    for a in world.possible_agents:
        assert total[a] == pytest.approx(world.game.book.score(world.game.view(a), a) - first[a])
    assert any(total.values())


def test_many_games_side_by_side_are_those_played_alone() -> None:
    many = FlagplotVector("campaign", "oran-learning", 3, features=64, width=40)
    seen = many.reset(seed=5)
    again = FlagplotVector("campaign", "oran-learning", 3, features=64, width=40)
    other = again.reset(seed=5)
    ended = 0
    for _ in range(40):
        assert all(np.array_equal(a, b) for a, b in zip(seen, other, strict=True))
        assert seen.observations.shape == (3, 64)
        assert seen.actions.shape[:2] == seen.masks.shape == (3, 40)
        chosen = [int(np.flatnonzero(mask)[0]) for mask in seen.masks]
        seen, other = many.step(chosen), again.step(chosen)
        ended += int(seen.over.sum())
        assert not seen.rewards[~seen.over].any()
    assert ended
    with pytest.raises(ValueError, match="not offered"):
        many.step([39, 39, 39])


def test_render(world: FlagplotEnv) -> None:
    world.reset(seed=1)
    assert "Turn 1" in (world.render() or "")


def test_an_unknown_scenario_is_told() -> None:
    with pytest.raises(KeyError, match="it has line"):
        FlagplotEnv(BOOK, "circle")


def go_on(world: FlagplotEnv, steps: int) -> list[Any]:
    """Return the observations of the next steps; each takes the second offered action where there
    is one."""
    seen: list[Any] = []
    for _ in range(steps):
        observation, reward, ended, cut, info = world.last()
        seen.append(
            (
                world.agent_selection,
                observation["observation"].tobytes(),
                reward,
                ended,
                info.get("answers"),
            )
        )
        world.step(None if ended or cut else min(1, int(observation["action_mask"].sum()) - 1))
    return seen


COPIES = {
    "clone": FlagplotEnv.clone,
    "deepcopy": copy.deepcopy,
    "pickle": lambda world: pickle.loads(pickle.dumps(world)),
}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("rewards", ["outcome", "score"])
def test_a_copy_goes_on_as_the_world_does_and_leaves_it_alone(way: str, rewards: Any) -> None:
    world = FlagplotEnv("awaw", "norway-1940", features=64, rewards=rewards)
    world.reset(seed=3)
    go_on(world, 25)  # in the middle of a step, too
    copies = [COPIES[way](world) for _ in range(2)]
    later = go_on(copies[0], 30)
    assert go_on(world, 30) == later
    assert go_on(copies[1], 30) == later, "what the others did since changed nothing"


def test_a_vector_is_cloned() -> None:
    many = FlagplotVector("campaign", "oran-learning", 2, features=64)
    many.reset(5)
    other = many.clone()
    for one, two in zip(many.step([0, 0]), other.step([0, 0]), strict=True):
        assert np.array_equal(one, two)


@pytest.mark.parametrize("act", ["last", "observe", "step", "render", "agent_iter"])
def test_before_the_first_reset_the_error_says_so(world: FlagplotEnv, act: str) -> None:
    given = {"observe": ("Red",), "step": (0,)}.get(act, ())
    for one in (world, world.clone(), copy.deepcopy(world)):
        with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
            getattr(one, act)(*given)


def test_a_vector_says_so_too() -> None:
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        FlagplotVector("campaign", "oran-learning", 1, features=64).step([0])

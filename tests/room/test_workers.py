"""Several workers on one store: each sees what the others wrote, and one writes each entry."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy.exc import ProgrammingError

from flagplot.room.app import create_app
from flagplot.room.store import Store, StoreError, _metadata

from .conftest import Room, Seat
from .seatoy import book_of


def test_two_workers_share_a_game(tmp_path: Path) -> None:
    stores = [Store.at(tmp_path), Store.at(tmp_path)]
    apps = [create_app(s, book_of=book_of, books=("toybook",)) for s in stores]
    with (
        TestClient(apps[0], raise_server_exceptions=False) as one,
        TestClient(apps[1], raise_server_exceptions=False) as two,
    ):
        rooms = Room(one, stores[0]), Room(two, stores[1])
        red, _ = rooms[0].pair()
        there = Seat(rooms[1], red.game, red.token)
        assert there.view()["n"] == red.view()["n"]
        seen = red.view()["n"]
        assert red.say("move Red1 to 0").json()["legal"]
        assert there.view()["display"] == red.view()["display"]
        late = there.say("move Red2 to 0", at=seen)
        assert late.status_code == 409
        assert late.json()["code"] == "stale"
        assert there.say("move Red2 to 1").json()["legal"]
        assert red.get("/log").text == there.get("/log").text


def test_what_another_worker_writes_in_secret_makes_nothing_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stores = [Store.at(tmp_path), Store.at(tmp_path)]
    apps = [create_app(s) for s in stores]
    with (
        TestClient(apps[0], raise_server_exceptions=False) as one,
        TestClient(apps[1], raise_server_exceptions=False) as two,
    ):
        room = Room(one, stores[0])
        made = room.make("hotseat", book="campaign", scenario="norway-1940")
        axis, allied = (
            next(Seat(room, made["game"], s["token"]) for s in made["seats"] if s["side"] == side)
            for side in ("Axis", "Allied")
        )
        there = Seat(Room(two, stores[1]), allied.game, allied.token)
        seen = axis.view()["n"]
        append = stores[0].append
        met = []

        def late(*args: Any, **kwargs: Any) -> None:
            if not met:  # between looking and writing the other worker takes something down
                met.append(there.post("/standing", {"text": "any-never: nothing"}).status_code)
            append(*args, **kwargs)

        monkeypatch.setattr(stores[0], "append", late)
        said = axis.say("done", at=seen)
        assert met == [201]
        assert (said.status_code, said.json()["legal"]) == (200, True)
        assert len(there.view()["standing"]) == 1


# -- workers that start together on an empty database
def postgres_programs() -> Path | None:
    """Where ``initdb`` and ``pg_ctl`` of a PostgreSQL lie, when there is one and Python can talk to
    it."""
    if importlib.util.find_spec("psycopg") is None:
        return None
    known = shutil.which("pg_ctl")
    found = [Path(known).parent] if known else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return next((f for f in reversed(found) if (f / "initdb").exists()), None)


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """A PostgreSQL of one's own; its URL."""
    programs = postgres_programs()
    assert programs is not None
    more: dict[str, Any] = {
        "check": True,
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
        "cwd": "/",
    }
    if os.geteuid() == 0:  # it does not run for root
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        more |= {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    data = folder / "data"
    subprocess.run(
        [programs / "initdb", "-D", data, "-U", "flagplot", "-A", "trust", "--no-sync"], **more
    )
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
    subprocess.run(
        [programs / "pg_ctl", "-D", data, "-o", options, "-l", folder / "log", "-w", "start"],
        **more,
    )
    try:
        yield f"postgresql+psycopg://flagplot@/postgres?host={folder}"
    finally:
        subprocess.run([programs / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop"], **more)


@contextmanager
def file(folder: Path) -> Iterator[str]:
    """An SQLite file that is not there yet."""
    yield f"sqlite:///{folder / 'new.sqlite'}"


BACK_ENDS = {"sqlite": file} | ({"postgresql": cluster} if postgres_programs() is not None else {})


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_workers_may_start_together_on_an_empty_database(back_end: str) -> None:
    with tempfile.TemporaryDirectory() as folder, BACK_ENDS[back_end](Path(folder)) as url:
        workers = [
            subprocess.Popen(
                [sys.executable, "-c", WORKER, url],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(6)
        ]
        assert [w.stdout.readline() for w in workers if w.stdout] == ["ready\n"] * 6
        for w in workers:  # all are waiting: off they go
            assert w.stdin is not None
            w.stdin.write("go\n")
            w.stdin.flush()
        assert [w.communicate(timeout=60)[0] for w in workers] == ["[]\n"] * 6
        store = Store(url)
        app = create_app(store, book_of=book_of, books=("toybook",))
        with TestClient(app, raise_server_exceptions=False) as client:
            red, _ = Room(client, store).pair()
            assert red.say("move Red1 to 0").json()["legal"]


WORKER = """
import sys
from flagplot.room.store import Store, StoreError
print("ready", flush=True)
sys.stdin.readline()
try:
    print(Store(sys.argv[1]).games())
except StoreError as e:
    print(e)
"""


@pytest.mark.parametrize("times", [1, 3])
def test_a_race_for_the_tables_is_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """As a server without locks would have it: somebody else makes a table between the look and the
    making."""
    left = [times]
    made = _metadata.create_all

    def race(bind: Any) -> None:
        if left[0]:
            left[0] -= 1
            raise ProgrammingError(
                "CREATE TABLE about", None, Exception('relation "about" already exists')
            )
        made(bind)

    monkeypatch.setattr(_metadata, "create_all", race)
    store = Store.at(tmp_path)
    assert store.games() == []
    store.close()
    left[0] = 1000
    with pytest.raises(StoreError, match="already exists"):
        Store.at(tmp_path)

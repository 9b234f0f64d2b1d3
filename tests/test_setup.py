"""Setting up on a fresh machine: pins with hashes that name no host, and a Makefile that says what
is missing."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PINS = sorted((ROOT / "requirements").glob("*.txt"))
NAME = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==\S+")


def pinned(path: Path) -> set[str]:
    """The normalised names of the packages a file pins."""
    found = set()
    for line in path.read_text("utf-8").splitlines():
        if m := NAME.match(line):
            found.add(re.sub(r"[-_.]+", "-", m[1]).lower())
    return found


def wanted(requirements: list[str]) -> set[str]:
    """The normalised names of requirements as pyproject.toml has them."""
    return {re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~ ;]", r)[0]).lower() for r in requirements}


@pytest.mark.parametrize("path", PINS, ids=lambda p: p.name)
def test_every_pin_has_hashes_and_no_file_names_a_host(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "://" not in text
    assert "index" not in text.replace("importlib", "")
    assert not re.search(r"^\s*#", text, re.MULTILINE)
    entries = re.split(r"\n(?=\S)", text.strip())
    assert len(entries) == sum(bool(NAME.match(e)) for e in entries)
    for entry in entries:
        assert "--hash=sha256:" in entry, entry.splitlines()[0]


def test_the_pins_cover_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    groups = project["dependency-groups"]
    extras = project["project"]["optional-dependencies"]
    run = wanted(project["project"]["dependencies"]) | wanted(groups["build"])
    assert run <= pinned(ROOT / "requirements" / "run.txt")
    tried = run | wanted(groups["dev"]) | wanted(extras["rl"]) | wanted(extras["learn"])
    assert tried - {"flagplot"} <= pinned(ROOT / "requirements" / "dev.txt")
    assert wanted(extras["boards"]) <= pinned(ROOT / "requirements" / "boards.txt")
    assert wanted(groups["bench"]) <= pinned(ROOT / "requirements" / "bench.txt")


def test_the_peers_to_measure_against_stay_out_of_development() -> None:
    assert not {"catanatron", "diplomacy", "chess"} & pinned(ROOT / "requirements" / "dev.txt")


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with nothing but the Makefile and the pins."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def make(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", *args], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


def test_no_python_is_told(bare: Path) -> None:
    done = make(bare, "setup", "PYTHON=")
    assert done.returncode == 2
    assert "3.11 or newer" in done.stderr


def test_an_old_python_is_told(bare: Path) -> None:
    old = bare / "old"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = make(bare, "setup", f"PYTHON={old}")
    assert done.returncode == 2
    assert "is older or cannot run" in done.stderr
    assert not (bare / ".venv").exists()


def test_a_python_without_venv_is_told(bare: Path) -> None:
    bad = bare / "bad"
    bad.write_text('#!/bin/sh\ncase "$1" in -m) exit 1;; esac\nexit 0\n')
    bad.chmod(0o755)
    done = make(bare, "setup", f"PYTHON={bad}")
    assert done.returncode == 2
    assert "python3-venv" in done.stderr
    assert not (bare / ".venv").exists()


def test_a_step_that_fails_is_done_again(bare: Path) -> None:
    """A stamp is only left by a step that worked."""
    (bare / "requirements" / "run.txt").write_text(
        "msgspec==0.0.0 --hash=sha256:" + "0" * 64 + "\n"
    )
    fake = bare / ".venv" / "bin"
    fake.mkdir(parents=True)
    (fake / "python").write_text('#!/bin/sh\ncase "$*" in *install*) exit 1;; esac\nexit 0\n')
    (fake / "python").chmod(0o755)
    assert make(bare, "setup").returncode == 2
    assert (bare / ".venv" / "made").exists()
    assert not (bare / ".venv" / "run").exists()


def test_help_names_the_targets(bare: Path) -> None:
    done = make(bare)
    assert done.returncode == 0
    for word in ("play", "test", "setup", "lint", "bench", "boards", "PORT", "FLAGPLOT_HOME"):
        assert word in done.stdout


def test_all_parts_of_the_proof_are_run() -> None:
    steps = subprocess.run(
        ["make", "-n", "test"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert steps.index("ruff check") < steps.index("mypy") < steps.index("-m pytest")

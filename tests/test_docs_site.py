"""The documentation builds without a warning: every link of its pages leads somewhere, every
docstring can be read."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from flagplot.rulebooks import BOOKS

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)")


def test_the_site_builds(tmp_path: Path) -> None:
    options = ["-q", "-W", "--keep-going", "-b", "html", "-d", str(tmp_path / "trees")]
    command = [sys.executable, "-m", "sphinx", *options, "docs", str(tmp_path / "site")]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    assert "Rulebook" in (tmp_path / "site" / "api.html").read_text("utf-8")
    assert "Naval Attack Table" in (tmp_path / "site/generated/case-lines-awaw.html").read_text(
        "utf-8"
    )


def test_each_dependency_has_its_reason() -> None:
    """docs/architecture.md lists the packages of pyproject.toml and package.json, and no others."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    part = page.partition("## Why each dependency")[2].partition("\n## ")[0]
    told = {name.lower() for name in re.findall(r"\*\*([\w@/.-]+)\*\*", part)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"].values()
    groups = project["dependency-groups"].values()
    asked = [*project["project"]["dependencies"], *(x for xs in (*extras, *groups) for x in xs)]
    names = {m[0].lower() for x in asked if (m := re.match(r"[\w-]+", x))} - {"flagplot"}
    scripts = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    assert told == names | set(scripts)


@pytest.mark.parametrize("page", sorted(p.name for p in ROOT.glob("*.md")))
def test_links_of_the_front_pages_lead_somewhere(page: str) -> None:
    for target in LINK.findall((ROOT / page).read_text("utf-8")):
        if "://" not in target:
            assert (ROOT / target).exists(), f"{page} links to {target}"


@pytest.mark.parametrize(
    "page", sorted(p.name for p in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
)
def test_files_that_pages_name_are_there(page: str) -> None:
    path = ROOT / page if (ROOT / page).exists() else ROOT / "docs" / page
    for name in re.findall(
        r"`((?:src/flagplot|tools|tests|docs|requirements)/[\w./-]+)`", path.read_text("utf-8")
    ):
        if not re.search(r"[A-Z]{3}|/strait/", name):
            assert (ROOT / name).exists(), f"{page} names {name}"


def test_each_place_to_change_something_is_there() -> None:
    """Paths of the table *Where to change what* exist, those below BOOK in every rule book."""
    page = (ROOT / "docs" / "writing-rules.md").read_text("utf-8")
    part = page.partition("## Where to change what")[2].partition("\n## ")[0]
    named = re.findall(r"`((?:BOOK|table|room|cli|admirals|docs|tests|tools)/[\w./*-]+)`", part)
    assert len(named) > 30
    source = ROOT / "src" / "flagplot"
    for name in named:
        for book in BOOKS if "BOOK" in name else ("",):
            path = name.replace("BOOK", f"rulebooks/{book}" if name.startswith("BOOK") else book)
            assert [*source.glob(path), *ROOT.glob(path)], path

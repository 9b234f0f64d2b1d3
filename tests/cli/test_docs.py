"""Examples of the docs run: the Python of docs/api.md and README.md, and every command of the
README."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from .conftest import Run

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a page in a language."""
    return [
        body for name, body in FENCE.findall((ROOT / page).read_text("utf-8")) if name == language
    ]


CASEBOOKS = [f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("casebook*.md"))]


def commands(page: str) -> list[str]:
    """Every ``flagplot`` command line in the page's plain blocks."""
    lines = [line for body in blocks(page, "") for line in body.splitlines()]
    return [line.partition("#")[0].strip() for line in lines if line.startswith("flagplot ")]


@pytest.mark.parametrize("page", ["docs/api.md", "README.md"])
def test_python_of_the_page_runs(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = blocks(page, "python")
    assert found
    names: dict[str, object] = {"__name__": "page"}
    for body in found:
        exec(compile(body, page, "exec"), names)
    assert capsys.readouterr().out


@pytest.mark.parametrize("line", commands("README.md"))
def test_command_of_the_readme_works(
    line: str,
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    finished_log: str,
    case_text: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", lambda _: "/quit")
    Path("game.jsonl").write_text(finished_log)
    Path("my-case.toml").write_text(case_text)
    Path("my-tables").mkdir()
    Path("my-tables/cap.toml").write_text(run("tables", "awaw", "awaw.cap", "--toml").out)
    command, _, target = line.partition(">")
    ran = run(*shlex.split(command)[1:])
    if target:
        Path(target.strip()).write_text(ran.out)
        assert run("tables", "awaw", "--tables", Path(target.strip()).parent).code == 0
    assert ran.code == 0, ran
    assert ran.out


@pytest.mark.parametrize(
    ("page", "n"),
    [(page, n) for page in CASEBOOKS for n in range(len(blocks(page, "toml")))],
    ids=lambda x: str(x),
)
def test_case_of_the_page_passes(page: str, n: int, run: Run, tmp_path: Path) -> None:
    body = blocks(page, "toml")[n]
    (tmp_path / "case.toml").write_text(
        body if body.startswith("book") else f'book = "awaw"\n{body}'
    )
    ran = run("case", "run", tmp_path / "case.toml")
    assert ran.code == 0, ran.out + ran.err
    assert not ran.last.startswith("0 ")


def test_table_of_the_page_is_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cap.toml").write_text("".join(blocks("docs/writing-rules.md", "toml")))
    assert "yours" in run("tables", "awaw", "--tables", tmp_path).out


def test_the_readme_shows_what_matters() -> None:
    said = commands("README.md")
    assert len(said) > 8
    for word in ("play", "simulate", "route", "board", "rules", "case", "verify"):
        assert any(line.startswith(f"flagplot {word}") for line in said)


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        *(f"docs/{p.name}" for p in sorted((ROOT / "docs").glob("*.md"))),
    ],
)
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / page).read_text("utf-8")):
        assert (ROOT / page).parent.joinpath(target).exists(), target

"""Runs the command line inside this process and catches what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from flagplot.cli import main


class Ran(NamedTuple):
    """Exit code, standard output, standard error."""

    code: int
    out: str
    err: str

    @property
    def last(self) -> str:
        return self.out.rstrip("\n").rpartition("\n")[2]


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.delenv("FLAGPLOT_TRACE", raising=False)

    def call(*argv: object) -> Ran:
        capsys.readouterr()
        code = main([str(a) for a in argv])
        got = capsys.readouterr()
        assert "Traceback" not in got.err
        assert "fault of the program" not in got.err
        return Ran(code, got.out, got.err)

    return call

"""The examples of boards in docs/architecture.md run as they stand."""

from __future__ import annotations

import re
from pathlib import Path


def test_the_examples_run() -> None:
    text = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert blocks
    for block in blocks:
        exec(compile(block, "docs/architecture.md", "exec"), {})

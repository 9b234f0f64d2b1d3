"""Read TOML texts, such as a rule book's data files, in bounded time."""

from __future__ import annotations

import re
import tomllib
from typing import Any

LONGEST = 2_000_000
"""Characters of the longest text that is read; the largest file of ours has a tenth of them."""


DEEPEST = 32
"""Parts a dotted key may have: the reader's memory grows with their square."""


_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""


_DEEP = re.compile(rf"(?<![\w-])(?:{_PART}[ \t]*+\.[ \t]*+){{{DEEPEST}}}")


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text. Raises ``ValueError`` saying what is wrong with it."""
    if len(text) > LONGEST:
        raise ValueError(f"longer than {LONGEST:,} characters")
    deep = _DEEP.search(text)
    if deep is not None:
        line = text.count("\n", 0, deep.start()) + 1
        raise ValueError(f"a key of more than {DEEPEST} parts (at line {line})")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # the one the reader lets through: a number of thousands of digits
        raise ValueError("a number too long to be read") from None


class DataError(ValueError):
    """A data file that cannot be used: file, place, reason, remedy."""

"""A rule book's data files: the folder of its package, and TOML from elsewhere, read in bounded
time."""

from __future__ import annotations

import re
import tomllib
from typing import Any

LONGEST = 2_000_000
"""Longest text that is read, in characters. The largest file of the project has a tenth of it."""


DEEPEST = 32
"""Most parts of a dotted key. The memory of tomllib grows with their square."""


_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""


_DEEP = re.compile(rf"(?<![\w-])(?:{_PART}[ \t]*+\.[ \t]*+){{{DEEPEST}}}")


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text. Raises ``ValueError`` saying what is wrong with the
    text."""
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
    except ValueError:  # tomllib passes on int()'s ValueError for integers of thousands of digits.
        raise ValueError("a number too long to be read") from None


class DataError(ValueError):
    """A data file that cannot be used; the message gives file, place, reason and remedy."""

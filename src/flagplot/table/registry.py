"""Where the modules of a rule book enter what each of them does, so that no list of it stands anywhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., object])


class Registry(dict[Any, F]):
    """Functions by what each is for: a type of order, a kind of question. Called, it is a decorator that enters a function.

    >>> checks: Registry[Callable[[object], bool]] = Registry()
    >>> @checks(int)
    ... def positive(n: object) -> bool:
    ...     return bool(n)
    >>> checks[int](3)
    True
    """

    def __call__(self, *keys: Any) -> Callable[[F], F]:
        """Enter a function for *keys*. Raises ``ValueError`` for one that has a function already."""

        def enter(f: F) -> F:
            for key in keys:
                if key in self:
                    raise ValueError(f"{key!r} has a function already: {self[key]!r}")
                self[key] = f
            return f

        return enter

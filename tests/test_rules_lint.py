"""Constructs that rules may not use, found in their syntax trees: a replay would differ, or odds
miscount."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

RULES = Path(__file__).parents[1] / "src" / "flagplot" / "rulebooks"
FORBIDDEN_MODULES = {
    "asyncio",
    "time",
    "random",
    "os",
    "datetime",
    "secrets",
    "uuid",
    "pickle",
    "copy",
    "shelve",
    "pathlib",
}
FORBIDDEN_CALLS = {
    "id",
    "hash",
    "open",
    "input",
    "print",
    "eval",
    "exec",
    "deepcopy",
    "asdict",
    "force_setattr",
    "setattr",
}
UNORDERED = {"any", "all", "sum", "set", "frozenset", "sorted", "len", "max", "min"}
"""Calls whose result does not depend on the order of what they are given."""
SET_METHODS = {"union", "intersection", "difference", "symmetric_difference"}

Found = Iterator[tuple[int, str]]


def inside(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes below *node* that belong to the same function."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield from inside(child)


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def rules(tree: ast.AST) -> Iterator[ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.AsyncFunctionDef):
            yield node


def awaits(node: ast.AST) -> bool:
    return any(isinstance(n, ast.Await) for n in inside(node))


def imports_of_the_world(tree: ast.AST) -> Found:
    """Clock, chance, files, copies: no rule needs them."""
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        for name in names:
            if name.split(".")[0] in FORBIDDEN_MODULES:
                yield node.lineno, f"imports {name}"


def calls_of_the_world(tree: ast.AST) -> Found:
    """``id`` and ``hash`` change from process to process; the others reach outside or around
    ``t.record``.

    A value's own constructor and ``__hash__`` may keep a hash.
    """
    own = {
        id(n)
        for f in functions(tree)
        if f.name in ("__hash__", "__init__", "__post_init__")
        for n in inside(f)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and id(node) not in own:
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in FORBIDDEN_CALLS and (
                isinstance(node.func, ast.Name) or name in ("deepcopy", "asdict", "__setattr__")
            ):
                yield node.lineno, f"calls {name}()"
            if name in ("_set", "__setattr__") and isinstance(node.func, ast.Attribute):
                yield node.lineno, f"calls {name}(): only t.record changes a state"
        elif (
            isinstance(node, ast.Attribute)
            and node.attr == "state"
            and not isinstance(node.ctx, ast.Load)
        ):
            yield node.lineno, f"assigns {ast.unparse(node)}: only t.record changes a state"


def yields(tree: ast.AST) -> Found:
    for rule in rules(tree):
        for node in inside(rule):
            if isinstance(node, (ast.Yield, ast.YieldFrom)):
                yield node.lineno, f"{rule.name} yields: rules await"


def tries(tree: ast.AST) -> Found:
    for rule in rules(tree):
        for node in inside(rule):
            if isinstance(node, (ast.Try, ast.With, ast.AsyncWith)) and (
                isinstance(node, ast.Try) or awaits(node)
            ):
                yield (
                    node.lineno,
                    f"{rule.name} has {type(node).__name__.lower()}: an abandoned fork would run "
                    "its end",
                )


def loops_over_rounds(tree: ast.AST) -> Found:
    for rule in rules(tree):
        for node in inside(rule):
            if isinstance(node, (ast.For, ast.While)) and awaits(node):
                head = ast.unparse(node.iter if isinstance(node, ast.For) else node.test)
                target = ast.unparse(node.target) if isinstance(node, ast.For) else ""
                if "round" in head or "round" in target:
                    yield (
                        node.lineno,
                        f"{rule.name} loops over rounds: use Next, so that equal situations meet",
                    )


def floats(tree: ast.AST) -> Found:
    for rule in rules(tree):
        for node in inside(rule):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
                yield node.lineno, f"{rule.name} divides with /: rules count in integers"


def is_set(node: ast.AST, names: set[str]) -> bool:
    if isinstance(node, (ast.Set, ast.SetComp)):
        return True
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name):
            return node.func.id in ("set", "frozenset")
        return (
            isinstance(node.func, ast.Attribute)
            and node.func.attr in SET_METHODS
            and is_set(node.func.value, names)
        )
    if isinstance(node, ast.BinOp) and isinstance(
        node.op, (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)
    ):
        return is_set(node.left, names) or is_set(node.right, names)
    return False


def sets_in_order(tree: ast.AST) -> Found:
    """A set goes round in another order in another process."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for function in functions(tree):
        names: set[str] = set()
        others: set[str] = set()
        for node in inside(function):
            if (
                isinstance(node, ast.Assign)
                and len(node.targets) == 1
                and isinstance(node.targets[0], ast.Name)
            ):
                (names if is_set(node.value, names) else others).add(node.targets[0].id)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                kind = ast.unparse(node.annotation)
                (names if kind.startswith(("set", "frozenset")) else others).add(node.target.id)
        names -= others
        for node in inside(function):
            if isinstance(node, ast.For) and is_set(node.iter, names):
                yield node.lineno, f"{function.name} goes round a set: sort it"
            if isinstance(node, (ast.ListComp, ast.DictComp, ast.GeneratorExp)):
                parent = parents.get(node)
                called = (
                    parent.func.id
                    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name)
                    else ""
                )
                if called not in UNORDERED and any(is_set(g.iter, names) for g in node.generators):
                    yield node.lineno, f"{function.name} lists a set: sort it"
            if isinstance(node, (ast.List, ast.Tuple)) and any(
                isinstance(x, ast.Starred) and is_set(x.value, names) for x in node.elts
            ):
                yield node.lineno, f"{function.name} lists a set: sort it"
            if isinstance(node, ast.Call):
                called = node.func.id if isinstance(node.func, ast.Name) else ""
                if called in ("tuple", "list") and node.args and is_set(node.args[0], names):
                    yield node.lineno, f"{function.name} makes a {called} of a set: sort it"


CHECKS: tuple[Callable[[ast.AST], Found], ...] = (
    imports_of_the_world,
    calls_of_the_world,
    yields,
    tries,
    loops_over_rounds,
    floats,
    sets_in_order,
)


def faults(source: str, check: Callable[[ast.AST], Found]) -> list[str]:
    lines = source.splitlines()
    found = sorted(set(check(ast.parse(source))))
    return [f"line {n}: {what}" for n, what in found if "# lint:" not in lines[n - 1]]


@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.__name__)
def test_rules_keep_to_what_a_replay_needs(check: Callable[[ast.AST], Found]) -> None:
    found = []
    for path in sorted(RULES.rglob("*.py")):
        found += [
            f"{path.relative_to(RULES)} {fault}" for fault in faults(path.read_text("utf-8"), check)
        ]
    assert found == []


BAD = {
    imports_of_the_world: "import random",
    calls_of_the_world: "def f(x): return hash(x)",
    yields: "async def f(t):\n yield 1",
    tries: "async def f(t):\n try:\n  await g()\n finally:\n  pass",
    loops_over_rounds: "async def f(t):\n for round in range(3):\n  await g()",
    floats: "async def f(t):\n return t / 2",
    sets_in_order: "def f(a):\n s = set(a) | {1}\n return [x for x in s]",
}


def test_a_set_that_is_spread_is_listed() -> None:
    assert len(faults("def f(a):\n return (1, *{x for x in a})", sets_in_order)) == 1


@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.__name__)
def test_each_check_finds_its_fault(check: Callable[[ast.AST], Found]) -> None:
    assert len(faults(BAD[check], check)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "def f(a):\n s = set(a)\n return sorted(x for x in s)",
        "def f(a):\n return any(x for x in {1, 2})",
        "async def f(t):\n for unit in t.units:\n  await g()",
        "def f(a):\n yield 1",
        "def f(a):\n return {x for x in set(a)}",
    ],
)
def test_what_is_allowed(source: str) -> None:
    assert [f for check in CHECKS for f in faults(source, check)] == []

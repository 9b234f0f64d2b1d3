"""Measures of the code base: lines by part, clauses by number of deciding functions, import
circles, wrong imports, floors, and the size of typical changes.

Run it with ``python tools/measure_house.py``. Every figure is computed from the source tree. The
size of a new order, strait or scenario is measured by making it in a scratch copy and running it
there.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
BOOKS = ("awaw", "europa", "campaign")
LANGUAGE = ("flagplot.table.language", "flagplot.table.language.event_sentences")
"""The modules for parsing and event sentences that the three books share: counted with the
books."""
OUTER = ("case_lines", "presentation", "advice")
"""Rooms of a book that its rules never import."""
Graph = Mapping[str, frozenset[str]]


def name_of(path: Path) -> str:
    """Return the dotted name of a module file below ``src``."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> dict[str, Path]:
    """Return every module of the package by its dotted name."""
    return {name_of(path): path for path in sorted((SOURCE / "flagplot").rglob("*.py"))}


def lines(path: Path) -> int:
    """Return the number of lines of a file, blanks and comments included."""
    return len(path.read_text("utf-8").splitlines())


def imports(name: str, path: Path, known: Iterable[str]) -> Iterator[str]:
    """Yield the modules of the package that a module imports, anywhere in the file, except for
    types only."""
    base = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    tree = ast.parse(path.read_text("utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            up = base[: len(base) - node.level + 1] if node.level else []
            stem = ".".join([*up, *([node.module] if node.module else [])])
            inner = [f"{stem}.{alias.name}" for alias in node.names]
            yield from (i for i in inner if i in known)
            if stem in known and any(i not in known for i in inner):
                yield stem


def graph() -> dict[str, frozenset[str]]:
    """Return the imports of every module."""
    found = modules()
    return {
        name: frozenset(imports(name, path, found.keys())) - {name} for name, path in found.items()
    }


def circles(edges: Graph) -> list[list[str]]:
    """Return the sets of modules that import each other in a circle (strongly connected components
    of more than one module)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    rings: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(edges.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            ring = []
            while True:
                ring.append(stack.pop())
                if ring[-1] == node:
                    break
            if len(ring) > 1:
                rings.append(sorted(ring))

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return rings


def rooms(book: str, edges: Graph) -> dict[str, frozenset[str]]:
    """Return the top entries of a book (modules or folders), each with the entries that it
    imports."""
    stem = f"flagplot.rulebooks.{book}."

    def room(name: str) -> str:
        return name.removeprefix(stem).split(".")[0]

    found: dict[str, set[str]] = {}
    for name, others in edges.items():
        if name.startswith(stem):
            found.setdefault(room(name), set()).update(
                room(o) for o in others if o.startswith(stem)
            )
    return {name: frozenset(others - {name}) for name, others in found.items()}


def floors(edges: Graph) -> int:
    """Return the number of floors of a graph: the longest chain of imports down to a room that
    imports nothing (a circle is one floor)."""
    ring_of = {name: ring[0] for ring in circles(edges) for name in ring}
    merged: dict[str, set[str]] = {}
    for name, others in edges.items():
        at = ring_of.get(name, name)
        merged.setdefault(at, set()).update({ring_of.get(o, o) for o in others} - {at})
    depth: dict[str, int] = {}

    def down(name: str) -> int:
        if name not in depth:
            depth[name] = 1 + max((down(other) for other in merged.get(name, ())), default=0)
        return depth[name]

    return max((down(name) for name in merged), default=0)


def wrong_imports(edges: Graph) -> list[tuple[str, str]]:
    """Return the rules that import case lines, presentation or advice of their book."""
    found = []
    for book in BOOKS:
        stem = f"flagplot.rulebooks.{book}."
        outer = tuple(f"{stem}{room}" for room in OUTER)
        for name, others in edges.items():
            if name.startswith((f"{stem}rules", f"{stem}play")):
                found += [(name, other) for other in sorted(others) if other.startswith(outer)]
    return found


def by_room(book: str) -> Counter[str]:
    """Return the lines of a book by room. Modules beside the rooms count under their own names."""
    stem = f"flagplot.rulebooks.{book}"
    found: Counter[str] = Counter()
    for name, path in modules().items():
        if name == stem or name.startswith(f"{stem}."):
            found[name.removeprefix(stem).lstrip(".").split(".")[0] or "__init__"] += lines(path)
    return found


def deciding(book: str) -> Counter[int]:
    """Return the number of clauses of a book by the number of functions marked with them."""
    from flagplot.table.casebook.clause_index import import_rules, load_clauses
    from flagplot.table.core.registry import enforced

    import_rules(book)
    rows = load_clauses(book)
    return Counter(len(set(marks)) for id, marks in enforced(book).items() if id in rows and marks)


# -- experiments: what a change takes, made in a scratch copy and run there
class Edit(NamedTuple):
    """One changed place of a file: the text put *after* another one (at the end of the file when
    that is empty; into a new file when the file does not exist)."""

    file: str
    new: str
    after: str = ""


class Experiment(NamedTuple):
    """A typical change: its edits, the commands that prove it, and the text each must print."""

    title: str
    most_files: int
    most_edits: int
    edits: tuple[Edit, ...]
    proofs: tuple[tuple[tuple[str, ...], str], ...]


RULES = "src/flagplot/rulebooks"
ORDER = Experiment(
    "a new order in awaw (a task force takes another name)",
    3,
    6,
    (
        Edit(
            f"{RULES}/awaw/orders/__init__.py",
            '''

@order("rename {name} as {new}", clause="21.312", asked=ORGANISE, title="Rename a task force")
class RenameTF(msgspec.Struct, frozen=True, tag="rename"):
    """A task force takes another name."""

    name: Group
    new: TaskForceName
''',
            '''    """Dissolve a task force."""

    name: Group
''',
        ),
        Edit(
            f"{RULES}/awaw/rules/task_forces.py",
            "\nfrom ..orders import RenameTF",
            "from ..orders import DisbandTF, FormTF, Split, Withdraw",
        ),
        Edit(
            f"{RULES}/awaw/rules/task_forces.py",
            '''

@checks(RenameTF)
def check_rename(view: State, request: Command, order: RenameTF) -> Verdict:
    """A task force of one's own."""
    return refuse(None if group_of(view, request.side, order.name) else Refusal("21.312", "unknown-force", (order.name,)))


@carries(RenameTF)
async def rename(t: Table[State], side: str, order: RenameTF) -> None:
    """The same ships under another name."""
    old = t.state.groups[group_of(t.state, side, order.name)]
    t.record(TaskForceDisbanded("21.312", side, old.id))
    t.record(TaskForceFormed("21.312", TaskForce(f"{side}:{order.new}", side, order.new, old.units)))
''',
        ),
        Edit(
            f"{RULES}/awaw/casebook/rename.toml",
            '''book = "awaw"

[[case]]
id = "21.312-rename"
clauses = ["21.312"]
title = "A task force takes another name"
given = """
turn Summer 1941, Allied player turn, movement phase
ship Hood at Scapa Flow
"""
when = """
Allied: form TF1 with Hood
Allied: rename TF1 as TF2
"""
then = """
TF2 holds UK-BC-Hood
not TF1 exists
"""
''',
        ),
    ),
    (
        (("case", "run", f"{RULES}/awaw/casebook/rename.toml"), "1 passed, 0 failed"),
        (("words", "awaw", "rename"), "rename TASK FORCE as TF1"),
    ),
)
EUROPA_ORDER = Experiment(
    "a new order in europa (a group takes another name)",
    3,
    6,
    (
        Edit(
            f"{RULES}/europa/orders/__init__.py",
            '''

@order("rename {group} as {name}", clause="32.A.1", asked=MOVING, title="Rename a group")
class Rename(msgspec.Struct, frozen=True, tag="rename"):
    """A group takes another name."""

    group: Group
    name: str
''',
            '''    """Put a group in port in reserve, or (``on`` false) release it."""

    group: Group
    on: bool = True
''',
        ),
        Edit(
            f"{RULES}/europa/rules/movement/sailing.py",
            """
from flagplot.table import Refusal, Verdict, refuse
from ...orders import Rename
from ..registry import checks, of_own""",
            "from ..special.mines import MineDropped, MinesMade",
        ),
        Edit(
            f"{RULES}/europa/rules/movement/sailing.py",
            '''@checks(Rename)
@of_own
def check_rename(state: State, group: Group, request: Command, o: Rename) -> Verdict:
    """A name that no group of its side bears."""
    used = state.groups.get(o.name)
    return refuse(Refusal("32.A.1", "name-in-use", (o.name,)) if used is not None and used.side == group.side else None)


@carries(Rename)
async def rename(t: Table[State], o: Rename) -> None:
    """The same units under another name."""
    group = t.state.groups[o.group]
    make_way(t, group.side, (o.name,))
    t.record(Renamed("32.A.1", group.side, o.group, True, o.name))


''',
            "# ------------------------------------------------------------------ activities\n",
        ),
        Edit(
            f"{RULES}/europa/casebook/rename.toml",
            '''book = "europa"

[[case]]
id = "32.A.1-rename"
clauses = ["32.A.1"]
title = "A group takes another name, and none that is in use"
given = """
group X Allied at 33:1201: TF-1 6
group Y Allied at 33:1202: TF-2 6
"""
when = "Allied: rename X as Z"
then = """
Z holds TF-1
X gone
"""
[[case.step]]
when = "Allied: rename Z as Y"
then = "refused by name-in-use"
''',
        ),
    ),
    (
        (("case", "run", f"{RULES}/europa/casebook/rename.toml"), "1 passed, 0 failed"),
        (("words", "europa", "rename"), "rename GROUP as"),
    ),
)
CAMPAIGN_ORDER = Experiment(
    "a new order in campaign (a ship stands down from its mission)",
    3,
    6,
    (
        Edit(
            f"{RULES}/campaign/orders/__init__.py",
            '''

@order("stand down {unit}", clause="6.1.3", asked="orders", late="6.3.a", title="Stand down")
class StandDown(msgspec.Struct, frozen=True, tag="stand-down"):
    """A ship leaves the mission it is ordered to, which is torn up when it was the only one."""

    unit: Ship
''',
            """    mission: Mission
    add: Ships = ()
    drop: Ships = ()
""",
        ),
        Edit(
            f"{RULES}/campaign/rules/missions/carry_out.py",
            """
from flagplot.table import Refusal, Verdict, refuse
from ...orders import StandDown
from ..registry import checks""",
            "from .convoy_losses import join_part",
        ),
        Edit(
            f"{RULES}/campaign/rules/missions/carry_out.py",
            '''@checks(StandDown)
def check_stand_down(state: State, side: str, order: StandDown) -> Verdict:
    """A ship of a mission that has not sailed."""
    ship = state.ships.get(order.unit)
    m = state.missions.get(ship.mission) if ship is not None and ship.side == side else None
    return refuse(None if m is not None and m.status == "ordered" else Refusal("6.1.3.b", "no-such-mission", (order.unit,)))


@carries(StandDown)
def stand_down(t: Table[State], side: str, order: StandDown) -> None:
    """The others sail without it."""
    m = t.state.missions[t.state.ships[order.unit].mission]
    rest = tuple(u for u in m.units if u != order.unit)
    t.record(Regrouped(side, m.id, rest, (order.unit,)) if rest else MissionCancelled(side, m.id))


''',
            "# -- orders that are more than one event\n",
        ),
        Edit(
            f"{RULES}/campaign/casebook/stand-down.toml",
            '''book = "campaign"
given = """
major port Home at 10,20 held by Allied yard 300
port Foe at 40,20 held by Axis
"""

[[case]]
id = "stand-down"
clauses = ["6.1.3.b"]
title = "A ship stands down from its mission"
given = """
ship A York, Allied CA, at Home, speed 3
ship B Kent, Allied CA, at Home, speed 3
"""
when = """
Allied: patrol 18,21 with York, Kent via direct return Home
Allied: stand down Kent
"""
then = "ships in the mission of A 1"
[[case.step]]
when = "Allied: stand down Kent"
then = "refused 6.1.3.b"
''',
        ),
    ),
    (
        (("case", "run", f"{RULES}/campaign/casebook/stand-down.toml"), "1 passed, 0 failed"),
        (("words", "campaign", "stand"), "stand down SHIP"),
    ),
)
STRAIT = Experiment(
    "a new strait in awaw (Dover)", 2, 2,
    (
        Edit(f"{RULES}/awaw/map/europe.toml", '''
[[link]]
id = "dover"
title = "Strait of Dover"
kind = "strait"
clause = "21.211"
controls = [{ hex = "L23", required = "friendly", place = "Dover" }]
gates = [{ hexes = ["L23", "L24"], sides = [["L22", "M22", "M23"], ["K24", "K25", "L25"]] }]
'''),
        Edit(f"{RULES}/awaw/casebook/dover.toml", '''book = "awaw"

[[case]]
id = "dover-shut"
clauses = ["21.211"]
title = "Dover is passed by those who hold it"
given = """
turn Summer 1941, Axis player turn, movement phase
ship Scharnhorst at Brest
control Dover Allied
"""
when = "Axis: base change Scharnhorst to Wilhelmshaven via M22, L23, K24"
then = "refused 21.211"
'''),
    ),
    ((("case", "run", f"{RULES}/awaw/casebook/dover.toml"), "1 passed, 0 failed"),),
)  # fmt: skip
SCENARIO = Experiment(
    "a new scenario in europa (one group, one port)",
    2,
    2,
    (
        Edit(
            f"{RULES}/europa/scenarios/raid.toml",
            """title = "A raid"
sides = ["Allied", "Axis"]
board = "europa"
picture = ["Valletta", "Trapani"]
span = "one night"
minutes = 5
pitch = "One force leaves Valletta and comes home."
forces = "raid.tsv"
phases = [{ side = "Allied", turn = "Aug I 42", steps = 2 }]
degrees = [[-999, "drawn"]]
facts = { goal = "Valletta" }
[briefings]
Allied = "Go out and come home."
Axis = "Wait."
[[port]]
name = "Valletta"
hex = "18Q:0407"
owner = "Allied"
size = 3
""",
        ),
        Edit(
            f"{RULES}/europa/scenarios/raid.tsv",
            "side\tnation\tkind\tid\tgroup\tname\tstrength\tplace\twhere\treserve\tcargo\tbase\thex\treach\tmission\tcarrier\tnote\n"
            "Allied\tBritain\tTF\tTF-1\tForce-K\tPenelope\t5\tValletta\tport\t\t\t\t\t\t\t\t\n",
        ),
    ),
    (
        (("simulate", "europa", "raid", "--games", "1"), "1 game"),
        (("books",), "raid"),
    ),
)
EXPERIMENTS = (ORDER, EUROPA_ORDER, CAMPAIGN_ORDER, STRAIT, SCENARIO)


def made(edits: Iterable[Edit], root: Path) -> None:
    """Apply edits below *root*. Raises ``ValueError`` for an anchor text that does not occur
    exactly once."""
    for edit in edits:
        path = root / edit.file
        old = path.read_text("utf-8") if path.exists() else ""
        if edit.after and old.count(edit.after) != 1:
            raise ValueError(
                f"{edit.file}: {edit.after.strip().splitlines()[0]!r} does not stand there once"
            )
        path.write_text(
            old.replace(edit.after, edit.after + edit.new) if edit.after else old + edit.new,
            "utf-8",
        )


def proven(experiment: Experiment) -> str:
    """Apply an experiment in a scratch copy and run it there. Returns what failed; empty when it
    works. With its last edit alone the first command must fail."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        shutil.copytree(SOURCE, root / "src", ignore=shutil.ignore_patterns("__pycache__"))
        made(experiment.edits[-1:], root)
        words, said = experiment.proofs[0]
        if not refused(root, words, said):
            return f"flagplot {' '.join(words)} holds without the change"
        (root / experiment.edits[-1].file).unlink()
        made(experiment.edits, root)
        return next(
            filter(None, (refused(root, words, said) for words, said in experiment.proofs)), ""
        )


def refused(root: Path, words: Sequence[str], said: str) -> str:
    """Run a command in the copy below *root*. Returns its output when it failed or did not print
    the expected text; else an empty text."""
    ran = subprocess.run(
        [sys.executable, "-m", "flagplot", *words],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    if not ran.returncode and said in ran.stdout:
        return ""
    return f"flagplot {' '.join(words)}: {(ran.stdout + ran.stderr).strip()[-300:]}"


def experiments() -> Iterator[tuple[Experiment, int, int, str]]:
    """Yield every experiment with the number of its files and edits, and what failed in it."""
    for experiment in EXPERIMENTS:
        yield (
            experiment,
            len({e.file for e in experiment.edits}),
            len(experiment.edits),
            proven(experiment),
        )


def main() -> int:
    """Print every figure, those of the house plan last."""
    sys.path.insert(0, str(SOURCE))
    edges = graph()
    found = modules()
    language = sum(lines(path) for name, path in found.items() if name.startswith(LANGUAGE))
    print("Python lines")
    books = 0
    for book in BOOKS:
        parts = by_room(book)
        books += parts.total()
        if len(parts) <= 16:
            print(
                f"  {book:9} {parts.total():6}  "
                + ", ".join(f"{room} {n}" for room, n in parts.most_common())
            )
        else:
            print(f"  {book:9} {parts.total():6}  in {len(parts)} modules and folders side by side")
    print(f"  language  {language:6}")
    counts = {book: deciding(book) for book in BOOKS}
    enforced = sum(count.total() for count in counts.values())
    print("Clauses by the number of functions that bear their mark")
    for book, count in counts.items():
        print(f"  {book:9} " + ", ".join(f"{n}: {count[n]}" for n in sorted(count)))
    rings = circles(edges)
    print(f"Import circles: {len(rings)}")
    for ring in rings:
        print("  " + " <-> ".join(name.removeprefix("flagplot.") for name in ring))
    wrong = wrong_imports(edges)
    print(f"Rules that import casework, telling or advice: {len(wrong)}")
    for name, other in wrong:
        print(f"  {name} imports {other}")
    print("The house plan")
    print(f"  lines of the three books and the language     {books + language}")
    print(f"  clauses enforced                              {enforced}")
    print(f"  lines a clause                                {(books + language) / enforced:.1f}")
    for book, count in counts.items():
        print(f"  {book}: clauses decided in one function {100 * count[1] / count.total():16.0f} %")
        top = rooms(book, edges)
        print(f"  {book}: floors and rooms at the top              {floors(top)}; {len(top)}")
    wrong_ones = 0
    for experiment, files, edits, failed in experiments():
        fits = not failed and files <= experiment.most_files and edits <= experiment.most_edits
        wrong_ones += not fits
        print(
            f"  {experiment.title}: {files} files, {edits} edits"
            + (f"; it FAILS: {failed}" if failed else "; runs")
        )
    return 1 if wrong_ones else 0


if __name__ == "__main__":
    raise SystemExit(main())

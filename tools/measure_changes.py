"""Measure what a new order, strait and scenario take: the files and edits, made in a scratch copy and
run there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from source_tree import SOURCE


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
            '''    """Dissolution of a task force."""

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
            "# -- orders of more than one event\n",
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
    """Print what each change takes; return 1 when one takes too much or does not run."""
    too_much = 0
    for experiment, files, edits, failed in experiments():
        fits = not failed and files <= experiment.most_files and edits <= experiment.most_edits
        too_much += not fits
        end = f"it FAILS: {failed}" if failed else "runs"
        print(f"{experiment.title}: {files} files, {edits} edits; {end}")
    return int(bool(too_much))

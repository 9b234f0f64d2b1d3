"""The tools of flagplot, one command: ``python -m tools NAME [OPTIONS]``. Without a name it lists
them."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMMANDS = {
    "check-changes": ("check_changes", "run the checks that a change of the working tree touches"),
    "measure": ("measure_structure", "rooms, floors, circles, names, texts, statements, documents"),
    "measure-changes": ("measure_changes", "what a new order, strait and scenario take"),
    "measure-determinization": (
        "measure_determinization",
        "whether determinised states are rosier or darker than the true one",
    ),
    "mutate-clauses": ("mutate_clauses", "take each clause out and see whether a case fails"),
    "fuzz-orders": ("fuzz_orders", "look for orders and lines that break the program"),
    "ladder": ("make_ladder", "play the ladder of the admirals"),
    "docs": ("make_docs", "write the generated pages of the documentation"),
    "duels": ("make_duels", "compute the duels of ship classes of the campaign"),
    "boards": ("make_boards", "make the boards from coastlines and hand tables"),
    "fonts": ("make_fonts", "cut the fonts of the page"),
    "types": ("make_types", "write the TypeScript types of the API"),
    "shots": ("make_shots", "take the pictures of the documentation"),
    "page-play": ("page_play", "play each book's short scenario through the page"),
    "page-report": ("page_report", "measure frames, weight and accessibility of the page"),
}
"""By name of the command: the module with its ``main``, and its purpose."""


def main() -> int:
    """Run the command that is named."""
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        for name, (_, purpose) in COMMANDS.items():
            print(f"  {name:24} {purpose}")
        print("python -m tools NAME --help tells the options of a command")
        return int(len(sys.argv) > 1 and sys.argv[1] not in ("-h", "--help"))
    name = sys.argv.pop(1)
    sys.argv[0] = f"python -m tools {name}"
    sys.path[:0] = [str(HERE), str(HERE.parent / "src")]
    return import_module(COMMANDS[name][0]).main() or 0


if __name__ == "__main__":
    sys.exit(main())

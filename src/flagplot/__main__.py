"""``python -m flagplot`` is the command line."""

import sys

from flagplot.cli import main

if __name__ == "__main__":
    sys.exit(main())

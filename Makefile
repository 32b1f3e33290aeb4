# Every target does its own set-up: a virtual environment, tools, and the native module built from
# source. Nothing is redone that is up to date.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SITE = $(shell $(BIN)/python -c "import sysconfig; print(sysconfig.get_path('purelib'))")
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# One more test process than cores, because many tests wait for child processes.
JOBS := $(shell $(PYTHON) -c "import os; print(1 + os.cpu_count())")
CPP := $(wildcard core/*.hpp core/*.cpp bindings/*.hpp bindings/*.cpp)
WASM := $(wildcard site/wasm/*.hpp site/wasm/*.cpp)
PAGE := src/lastknight/web/page
SCRIPTS := $(PAGE) site/backend site/page
NPM_BIN := $(VENV)/page/node_modules/.bin
PRETTIER := $(NPM_BIN)/prettier --print-width 100 --log-level warn

.PHONY: bubblewrap emscripten run site page test lint format bench tables simulations whole league alarms studies cluster sanitize lock lowest pythons wheel clean

run: $(VENV)/package
	$(BIN)/lastknight analyze

# Compiled first, because tests start many processes, and some environments let none of them keep its bytecode.
test: $(VENV)/package $(VENV)/tools $(VENV)/browser bubblewrap page
	$(BIN)/python -m compileall -q -j 0 src
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal

lint: $(VENV)/package $(VENV)/tools $(VENV)/page/checked
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CPP) $(WASM)

format: $(VENV)/tools $(VENV)/page/tools
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP) $(WASM)
	$(PRETTIER) --write $(SCRIPTS)

# The page without a server, the documentation and the default report: plain files in dist/site for any
# static host. Compiles only what has changed.
site: $(VENV)/package $(VENV)/documents analysis/report.html emscripten
	$(BIN)/python site/documents.py analysis
	$(BIN)/python site/build.py

# The page of the site alone.
page: $(VENV)/package emscripten
	$(BIN)/python site/build.py

analysis/report.html: | $(VENV)/package
	$(BIN)/lastknight analyze

bench: $(VENV)/package
	$(BIN)/lastknight bench

# Prove every opening of every shipped table again. 8x8 takes longer than all others together.
tables: $(VENV)/package
	for file in src/lastknight/data/openings/*.txt; do \
	    shape=$$(basename $$file .txt); \
	    $(BIN)/lastknight solve --openings --verify --width $${shape%x*} --height $${shape#*x} || exit; \
	done

# Run every simulation of the statistics at full length; `make test` runs a third of the longest ones.
simulations: $(VENV)/package $(VENV)/tools
	WHOLE=1 $(BIN)/python -m pytest --numprocesses $(JOBS) tests/stats

# Run everything that `make test` only samples, the simulations included.
whole: $(VENV)/package $(VENV)/tools $(VENV)/browser page
	WHOLE=1 $(BIN)/python -m pytest --numprocesses $(JOBS) \
	    $$(grep --recursive --files-with-matches --include='test_*.py' 'from sampling import' tests)

# Play the whole zoo of hostile agents in a league with ten honest ones; the reference replays every game.
league: $(VENV)/package $(VENV)/tools bubblewrap
	PYTHONPATH=tests $(BIN)/python tests/league_zoo.py

# Analyze the baseline under another name twenty times, and count the false alarms.
alarms: $(VENV)/package
	$(BIN)/python benchmarks/false_alarms.py

# Repeat all experiments of the five analyses at full size, and test every claim with enough games to decide it.
studies: $(VENV)/package
	$(BIN)/lastknight study all
	$(BIN)/lastknight claims --thorough

# Test the cluster at length: random faults, speed, the coordinator's memory over ten million games, and
# ten thousand simulated workers. Takes a quarter of an hour.
cluster: $(VENV)/package $(VENV)/tools
	$(BIN)/python benchmarks/cluster_storms.py
	$(BIN)/python benchmarks/cluster_speed.py
	$(BIN)/python benchmarks/coordinator_memory.py
	$(BIN)/python benchmarks/many_workers.py

# Run the tests of native code with asserts on, under the address and undefined-behaviour sanitizers. These
# must be loaded before the interpreter; -S hides the ordinary build. Two files at a time. Tests of worker
# processes with memory limits are excluded, because a sanitizer reserves terabytes of address space.
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
	    ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 PYTHONPATH=build/sanitized:$(SITE) \
	    $(BIN)/python -S -m pytest --quiet $(SANITIZED_OPTIONS)

# The sandbox uses bubblewrap, a system package. Install it where that works without a password; without it
# the sandbox tests fail and say why.
bubblewrap:
	@command -v bwrap >/dev/null || { \
	    ask=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); \
	    $$ask apt-get install --yes --quiet bubblewrap || \
	    { $$ask apt-get update --quiet && $$ask apt-get install --yes --quiet bubblewrap; }; \
	} >/dev/null 2>&1 || echo "bubblewrap is missing; on Debian: apt-get install bubblewrap" >&2

# Renew the versions and hashes of the development environment.
lock: $(VENV)/environment
	$(BIN)/python tools/lock.py

# Run the tests with the lowest versions that pyproject.toml allows.
lowest: bubblewrap $(VENV)/browser page
	$(PYTHON) -m venv build/lowest
	$(PYTHON) tools/lowest.py > build/lowest/versions.txt
	build/lowest/bin/python -m pip --quiet install --upgrade 'pip>=25.1'
	build/lowest/bin/python -m pip --quiet install --constraint build/lowest/versions.txt \
	    -C build-dir=build/lowest/native '.[compiled,report,serve,cluster]'
	build/lowest/bin/python -m pip --quiet install --group build --group dev
	build/lowest/bin/python -m pytest --numprocesses $(JOBS) $(TESTS)

# Run the tests with every other Python that is found here, those of pyenv included.
OTHER_PYTHONS := python3.12 python3.13
pythons: bubblewrap $(VENV)/browser page
	@for name in $(OTHER_PYTHONS); do \
	    for found in $$name $(HOME)/.pyenv/versions/*/bin/$$name ""; do \
	        $$found -c "" 2> /dev/null && break; \
	    done; \
	    [ "$$found" ] || { echo "$$name: not found"; continue; }; \
	    $$found -m venv build/$$name && place=build/$$name/bin/python && \
	    $$place -m pip --quiet install --upgrade 'pip>=25.1' && \
	    $$place -m pip --quiet install -C build-dir=build/$$name/native '.[compiled,report,serve,cluster]' && \
	    $$place -m pip --quiet install --group build --group dev && \
	    $$place -m pytest --numprocesses $(JOBS) $(TESTS) || exit; \
	done

wheel: $(VENV)/package
	$(PIP) wheel --no-deps --wheel-dir dist .

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -f src/lastknight/_core.pyi
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment and the build tools.
$(VENV)/environment: pyproject.toml tools/locked.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "lastknight needs Python 3.11 or newer; choose one with make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || \
	    { echo "this Python has no venv module; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' || \
	    { echo "this Python has no C headers; on Debian: apt-get install python3-dev" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade 'pip>=25.1'
	@$(PIP) install --require-hashes --only-binary :all: --requirement tools/locked.txt 2>/dev/null || \
	    echo "tools/locked.txt does not fit this Python or machine: taking the newest versions allowed"
	$(PIP) install --group build
	@touch $@

# The package, installed in editable mode: Python from src/, the native module from core/ and bindings/.
$(VENV)/package: $(VENV)/environment CMakeLists.txt $(CPP) $(shell find src/lastknight -name __init__.py)
	$(PIP) install --no-build-isolation --editable '.[compiled,report,serve,cluster]'
	@touch $@

# Tools for tests and lint.
$(VENV)/tools: $(VENV)/environment
	$(PIP) install --group dev
	@touch $@

# What renders the documentation.
$(VENV)/documents: $(VENV)/environment
	$(PIP) install --group site
	@touch $@

# Install a program of the system, or the package that has it, if it is missing and we may; otherwise fail with
# the reason.
SUDO := $(shell test "$$(id -u)" = 0 || echo sudo -n)
need = @command -v $(1) > /dev/null || \
    { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends $(or $(2),$(1)); } $(3) || \
    { echo "$(1) is missing; on Debian: apt-get install $(or $(2),$(1))" >&2; exit 1; }

# The site's core is compiled with Emscripten.
emscripten:
	$(call need,em++,emscripten)

# The browser tests need axe-core from npm and Chromium; without windows it takes a quarter of the CPU time.
$(VENV)/browser: $(VENV)/page/tools
	$(call need,chromium-headless-shell,,|| command -v chromium > /dev/null || command -v google-chrome > /dev/null)
	@touch $@

# Tools from npm: ESLint, Prettier, TypeScript and axe-core, in the versions that tools/page pins.
$(VENV)/page/tools: tools/page/package.json tools/page/package-lock.json | $(VENV)/environment
	$(call need,npm)
	@mkdir -p $(@D)
	@cp $^ $(@D)
	npm ci --silent --no-audit --no-fund --ignore-scripts --prefix $(@D)
	@touch $@

# The types of the API, from the server's own OpenAPI description.
$(VENV)/page/api.d.ts: $(VENV)/page/tools $(VENV)/package \
    $(wildcard src/lastknight/web/schemas/*.py src/lastknight/web/routes/*.py)
	$(BIN)/python tools/page/openapi.py $(@D)/openapi.json
	$(NPM_BIN)/openapi-typescript $(@D)/openapi.json --output $@ > $(@D)/openapi.log 2>&1 || \
	    { cat $(@D)/openapi.log; exit 1; }

# Lint, format-check and type-check the page. ESLint resolves its imports from where its configuration lies.
$(VENV)/page/checked: $(VENV)/page/api.d.ts $(SCRIPTS) $(wildcard $(addsuffix /*.js,$(SCRIPTS)) tools/page/*)
	@cp tools/page/eslint.config.js $(@D)
	$(NPM_BIN)/eslint --config $(@D)/eslint.config.js --max-warnings 0 $(SCRIPTS)
	$(PRETTIER) --check $(SCRIPTS)
	$(NPM_BIN)/tsc --project tools/page
	@touch $@

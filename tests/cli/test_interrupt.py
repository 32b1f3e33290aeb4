"""Ctrl-C is quiet from the first moment on."""

import signal
import subprocess
import sys

import pytest

# Interrupts itself when a module is loaded for the first time, in a place where exceptions are
# raised or in one where Python ignores them, as in callbacks of the import system.
CODE = """
import runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)

class Callback:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == MODULE:
            PLACE

sys.meta_path.insert(0, Finder())
sys.argv = ["lastknight", "match", "Random", "Random", "--pairs", "4", "--no-save"]
runpy.run_module("lastknight", run_name="__main__")
"""
MODULES = ["lastknight.cli", "typer", "lastknight.cli.match", "numpy", "lastknight.matches.engine"]


PLACES = ["signal.raise_signal(signal.SIGINT)", "Callback()"]


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("place", PLACES, ids=["code", "callback"])
def test_ctrl_c_while_the_program_loads_is_quiet(place, module, tmp_path):
    code = CODE.replace("MODULE", repr(module)).replace("PLACE", place)
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode in (-signal.SIGINT, 130)
    assert done.stderr == done.stdout == ""


def test_hardly_anything_is_loaded_before_ctrl_c_is_quiet():
    code = (  # importlib is what finds editable packages
        "import importlib.machinery, importlib.util, sys; before = set(sys.modules);"
        "import lastknight.__main__; print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["lastknight", "lastknight.__main__"]

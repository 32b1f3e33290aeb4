"""Imports go down only, and each outside library is imported in one room."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "lastknight"

# From the top to the ground; a module may import from its own layer and from those below.
LAYERS = (
    ("__main__",),
    ("cli",),
    ("web",),
    ("report",),
    ("league",),
    ("studies",),
    ("analysis",),
    ("truth",),
    ("bench", "examination", "archive", "puzzles"),
    ("__init__",),
    ("tournament",),
    ("results", "runners"),
    ("costs",),
    ("store", "plans"),
    ("chunks",),
    ("play",),
    ("players", "openings"),
    ("perfection",),
    ("opening_tables",),
    ("sandbox",),
    ("heuristics", "games", "tally", "solver"),
    ("aind",),
    ("position",),
    ("diagram", "notation", "spec"),
    ("stats",),
    ("errors", "parentage"),
    ("_core",),
)

# Where each outside library may be imported.
ROOMS = {
    "altair": {"report"},
    "cloudpickle": {"runners"},
    "dask": {"runners"},
    "distributed": {"runners"},
    "fastapi": {"web"},
    "jinja2": {"report"},
    "llvmlite": {"heuristics"},
    "numba": {"heuristics"},
    "numpy": {"results", "stats"},
    "pydantic": {"web"},
    "rich": {"cli"},
    "scipy": {"stats"},
    "starlette": {"web"},
    "typer": {"cli"},
    "uvicorn": {"web"},
    "vl_convert": {"report"},
}

MODULES = sorted(PACKAGE.rglob("*.py"))


def room_of(path: Path) -> str:
    """The first name below the package: a module, or a folder of them."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def layer_of(room: str) -> int:
    return next(level for level, rooms in enumerate(LAYERS) if room in rooms)


def imports_of(path: Path) -> list[str]:
    """The dotted names a module imports, `from a import b` as a.b."""
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def target_of(name: str) -> str:
    """The room that a dotted name of ours lies in."""
    part = [*name.split("."), "__init__"][1]
    return part if any(part in rooms for rooms in LAYERS) else "__init__"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_down(path):
    room = room_of(path)
    for name in imports_of(path):
        if name.split(".")[0] == "lastknight":
            target = target_of(name)
            assert layer_of(target) >= layer_of(room), f"{room} imports {target} above it"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_outside_libraries_stay_in_their_rooms(path):
    for name in imports_of(path):
        library = name.split(".")[0]
        if library != "lastknight" and library not in sys.stdlib_module_names:
            assert room_of(path) in ROOMS[library], f"{library} is not for {room_of(path)}"


def test_dask_is_for_the_cluster_runner_alone():
    for path in MODULES:
        libraries = {name.split(".")[0] for name in imports_of(path)}
        if libraries & {"cloudpickle", "distributed", "dask"}:
            assert path.match("runners/cluster*.py"), f"{path} imports Dask"


def test_every_module_has_a_layer():
    rooms = {room_of(path) for path in MODULES}
    assert rooms | {"_core"} == {room for rooms in LAYERS for room in rooms}


def test_the_core_has_never_heard_of_python():
    for path in (ROOT / "core").iterdir():
        includes = re.findall(r'#include ["<](.+)[">]', path.read_text(encoding="utf-8"))
        assert not [name for name in includes if "nanobind" in name or "Python" in name]


def test_only_the_command_line_prints():
    for path in MODULES:
        calls = [
            node.func.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ]
        assert "print" not in calls or room_of(path) == "cli", f"{path} prints"

"""Imports go down only, and each outside library is imported in one room."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "lastknight"

# From the top to the ground; a module may import from its own layer and from those below. A room
# inside a room is named with a dot, and stands where its own name stands.
LAYERS = (
    ("__main__",),
    ("cli",),
    ("web", "web.app"),
    ("web.gate", "web.routes"),
    ("web.workers",),
    ("web.queries",),
    ("web.experiments",),
    ("web.schemas",),
    ("web.http_errors", "web.settings"),
    ("report",),
    ("report.league",),
    ("report.chapters",),
    ("report.page",),
    ("report.charts",),
    ("report.text",),
    ("league",),
    ("studies",),
    ("analysis",),
    ("__init__",),
    ("discovery",),
    ("truth",),
    ("matches",),
    ("players",),
    ("solving",),
    ("sandbox",),
    ("heuristics",),
    ("aind",),
    ("games",),
    ("position",),
    ("diagram", "notation", "spec", "text_file"),
    ("stats",),
    ("ranges",),
    ("errors",),
    ("_core",),
)

# Where each outside library may be imported.
LIBRARIES = {
    "altair": "report.charts",
    "cloudpickle": "matches.runners.cluster",
    "dask": "matches.runners.cluster",
    "distributed": "matches.runners.cluster",
    "fastapi": "web",
    "jinja2": "report",
    "llvmlite": "heuristics",
    "numba": "heuristics",
    "numpy": "discovery matches stats",
    "pydantic": "analysis discovery matches report studies web",
    "rich": "cli",
    "scipy": "stats",
    "starlette": "web",
    "typer": "cli",
    "uvicorn": "web",
    "vl_convert": "report.charts",
}

MODULES = sorted(PACKAGE.rglob("*.py"))


ROOMS = {room: level for level, rooms in enumerate(LAYERS) for room in rooms}


def name_of(path: Path) -> str:
    """The dotted name of a module below the package."""
    name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    return name.removesuffix(".__init__")


def room_of(name: str) -> str | None:
    """The innermost room that a dotted name lies in."""
    parts = name.split(".")
    heads = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((head for head in heads if head in ROOMS), None)


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


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_go_down(path):
    room = room_of(name_of(path))
    for name in imports_of(path):
        package, _, below = name.partition(".")
        if package == "lastknight":
            target = room_of(below) or "__init__"
            assert ROOMS[target] >= ROOMS[room], f"{room} imports {target} above it"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_outside_libraries_stay_in_their_rooms(path):
    for name in imports_of(path):
        library = name.split(".")[0]
        if library != "lastknight" and library not in sys.stdlib_module_names:
            where = f"{name_of(path)}."
            allowed = LIBRARIES[library].split()
            assert any(where.startswith(f"{room}.") for room in allowed), (
                f"{path} imports {library}"
            )


def test_every_module_has_a_layer():
    rooms = {room_of(name_of(path)) for path in MODULES}
    assert rooms | {"_core"} == set(ROOMS)


def test_the_root_holds_only_the_words_of_the_game():
    modules = {path.stem for path in PACKAGE.glob("*.py")}
    assert modules == {
        *("__init__", "__main__"),
        *("diagram", "errors", "games", "notation", "position", "ranges", "spec", "text_file"),
    }


def test_the_core_does_not_depend_on_python():
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
        assert "print" not in calls or room_of(name_of(path)) == "cli", f"{path} prints"

"""The list of commands, read from their files without importing them.

Importing all commands takes a second; parsing their decorators takes milliseconds.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from lastknight.cli.support import commands

GUESSES = {
    "agent": "aind",
    "analyse": "analyze",
    "analysis": "analyze",
    "benchmark": "bench",
    "board": "show",
    "catalogue": "catalog",
    "class": "league",
    "compare": "match",
    "course": "aind",
    "draw": "show",
    "duel": "match",
    "elo": "tournament",
    "evaluate": "truth",
    "experiments": "games",
    "export": "games",
    "fit": "discover",
    "gui": "serve",
    "heuristics": "catalog",
    "history": "games",
    "import": "games",
    "learn": "discover",
    "list": "catalog",
    "optimize": "tune",
    "perfect": "truth",
    "ranking": "tournament",
    "ratings": "tournament",
    "replay": "games",
    "results": "games",
    "run": "analyze",
    "server": "serve",
    "simulate": "match",
    "sprt": "match",
    "start": "serve",
    "studies": "study",
    "test": "check",
    "tourney": "tournament",
    "train": "discover",
    "ui": "serve",
    "validate": "check",
    "view": "show",
    "web": "serve",
    "winner": "solve",
}
"""What people type if they don't know the name of a command."""


@dataclass(frozen=True)
class Listed:
    """A command, or a group of commands, as the list of all commands shows it."""

    name: str
    module: str
    """The name of its file, without the suffix."""
    panel: str
    help: str


@cache
def list_commands(folder: Path) -> Mapping[str, Listed]:
    """The commands declared in the files of a folder by name, in the order of the help."""
    found = [one for path in sorted(folder.glob("*.py")) for one in _read_file(path)]
    order = commands.PANELS.index
    listed = {one.name: one for one in sorted(found, key=lambda one: order(one.panel))}
    return MappingProxyType(listed)


def _read_file(path: Path) -> Iterator[Listed]:
    body = ast.parse(path.read_text(encoding="utf-8")).body
    groups = dict(_groups(body))
    for node in body:
        for said in _declarations(node):
            panel: str = getattr(commands, said["panel"].id)
            if "group" in said:
                name, text = groups[said["group"].id]
            else:
                assert isinstance(node, ast.FunctionDef)
                name, text = node.name, ast.get_docstring(node) or ""
            yield Listed(name, path.stem, panel, commands.wrap_help(text))


def _declarations(node: ast.stmt) -> Iterator[dict[str, ast.Name]]:
    """The arguments of `@command` on each function, by keyword."""
    for call in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
        match call:
            case ast.Call(func=ast.Name(id="command"), keywords=keywords):
                yield {
                    one.arg: one.value
                    for one in keywords
                    if one.arg is not None and isinstance(one.value, ast.Name)
                }


def _groups(body: list[ast.stmt]) -> Iterator[tuple[str, tuple[str, str]]]:
    """The groups that a file defines: the variable, then name and help."""
    for node in body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=variable)],
                value=ast.Call(
                    func=ast.Name(id="Group"),
                    args=[ast.Constant(value=str(name))],
                    keywords=[ast.keyword(arg="help", value=ast.Constant(value=str(text)))],
                ),
            ):
                yield variable, (name, text)

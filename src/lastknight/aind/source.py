"""What an agent's source says, read from its syntax tree: none of it is imported or run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lastknight.errors import AgentError

LARGEST = 2**20
"""The largest file that is read for its outline, in bytes."""
_COURSE_MODULES = {"isolation", "sample_players"}
_USUAL_PLAYERS = ("AlphaBetaPlayer", "CustomPlayer")


@dataclass(frozen=True, slots=True)
class Outline:
    """The names in a file that matter to a tournament."""

    players: tuple[str, ...]
    """Classes with a get_move, in the order of the file."""
    imported: tuple[str, ...]
    """Names imported from other modules."""
    functions: tuple[str, ...]
    """Functions of the file itself."""
    old: frozenset[str]
    """Players whose get_move also takes the legal moves, as in the old course."""

    def has_player(self, name: str) -> bool:
        """Whether the file defines or imports a player class of this name."""
        return name in self.players or name in self.imported

    def has_score(self, name: str) -> bool:
        """Whether the file defines or imports a function of this name."""
        return name in self.functions or name in self.imported


def parse_source(source: bytes, *, name: str) -> ast.Module:
    """The syntax tree of a source.

    Raises AgentError, in one line that begins with `name`, for anything but Python.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in strings
            return ast.parse(source)
    except SyntaxError as error:
        where = f", line {error.lineno}" if error.lineno else ""
        raise AgentError(f"{name}{where}: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise AgentError(f"{name} is not readable as Python: {error}") from error


def imported_modules(tree: ast.Module) -> set[str]:
    """The top-level names of the modules a file imports, inside functions too."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
        elif isinstance(node, ast.ImportFrom):
            names.update(alias.name for alias in node.names)
    return names


def defined_names(tree: ast.Module) -> set[str] | None:
    """Every name a file defines, assigns or imports; None when `import *` hides some."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom | ast.Import):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return None if "*" in names else names


def is_agent_file(path: str | Path) -> bool:
    """Whether a file holds a course agent.

    It does when it, or a sibling that it imports, imports `isolation` or `sample_players`; when it
    defines a function of two or more arguments whose first is called `game`; or when it defines a
    class with `get_move`. A file that cannot be read holds none.
    """
    return _is_agent(Path(path), set())


def _is_agent(path: Path, seen: set[Path]) -> bool:
    try:
        tree = parse_source(path.read_bytes(), name=path.name)
    except (OSError, AgentError):
        return False
    seen.add(path)
    imported = imported_modules(tree)
    if imported & _COURSE_MODULES or any(_is_course_code(node) for node in tree.body):
        return True
    siblings = [path.parent / f"{name}.py" for name in sorted(imported)]
    siblings += [path.parent / name / "__init__.py" for name in sorted(imported)]
    found = [sibling for sibling in siblings if sibling.is_file() and sibling not in seen]
    return any(_is_agent(sibling, seen) for sibling in found)


def _is_course_code(node: ast.stmt) -> bool:
    if isinstance(node, ast.ClassDef):
        return _own_get_move(node) is not None
    if isinstance(node, ast.FunctionDef):
        names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
        return len(names) >= 2 and names[0] == "game"
    return False


def read_outline(path: Path) -> Outline:
    """Read the outline of a file.

    Raises AgentError, in one line, when the file is too large or not readable as Python.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise AgentError(f"{path.name} is larger than {LARGEST:,} bytes")
        tree = parse_source(path.read_bytes(), name=path.name)
    except OSError as error:
        raise AgentError(f"cannot read {path.name}: {error.strerror}") from error
    statements = list(_statements(tree.body))
    classes = {node.name: node for node in statements if isinstance(node, ast.ClassDef)}
    moves = {name: _get_move(name, classes) for name in classes}
    return Outline(
        players=tuple(name for name, found in moves.items() if found is not None),
        imported=tuple(
            alias.asname or alias.name
            for node in statements
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        ),
        functions=tuple(_functions(statements)),
        old=frozenset(name for name, found in moves.items() if found and _is_old(found)),
    )


def choose_player(outline: Outline, *, name: str) -> str:
    """The class a file plays with: AlphaBetaPlayer, else CustomPlayer, else its only player.

    Raises AgentError when that is ambiguous; `name` is the file's.
    """
    for usual in _USUAL_PLAYERS:
        if outline.has_player(usual):
            return usual
    if not outline.players:
        raise AgentError(f"{name} has no class with a get_move")
    if len(outline.players) > 1:
        raise AgentError(
            f"{name} has several players ({', '.join(outline.players)}); "
            f"call the one that should play {' or '.join(_USUAL_PLAYERS)}"
        )
    return outline.players[0]


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, including those under if, try and with."""
    for node in body:
        yield node
        if isinstance(node, ast.If | ast.Try | ast.With):
            for part in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(node, part, []))
            for handler in getattr(node, "handlers", []):
                yield from _statements(handler.body)


def _functions(statements: Sequence[ast.stmt]) -> Iterator[str]:
    """Functions, and assigned names, which may be functions too."""
    for node in statements:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _get_move(
    name: str, classes: dict[str, ast.ClassDef], seen: tuple[str, ...] = ()
) -> ast.FunctionDef | None:
    """The get_move of a class, its own or inherited from a class in the same file."""
    if name not in classes or name in seen:
        return None
    if (own := _own_get_move(classes[name])) is not None:
        return own
    parents = [base.id for base in classes[name].bases if isinstance(base, ast.Name)]
    inherited = (_get_move(parent, classes, (*seen, name)) for parent in parents)
    return next((found for found in inherited if found is not None), None)


def _own_get_move(node: ast.ClassDef) -> ast.FunctionDef | None:
    methods = (part for part in node.body if isinstance(part, ast.FunctionDef))
    return next((method for method in methods if method.name == "get_move"), None)


def _is_old(get_move: ast.FunctionDef) -> bool:
    """Whether it requires self, game, legal_moves and time_left: one more than the new course."""
    arguments = get_move.args
    required = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
    return required >= 4

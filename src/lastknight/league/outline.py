"""The outline of a stranger's file: which player classes it has, read from its text alone.

Nothing of the file is run; what it does when it is run is the sandbox's business.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lastknight.errors import AgentError

LARGEST = 2**20
"""How many bytes a file may have."""
_USUAL = ("AlphaBetaPlayer", "CustomPlayer")


@dataclass(frozen=True, slots=True)
class Outline:
    """What a file has, by the names in its text."""

    players: tuple[str, ...]
    """Classes with a get_move, in the order of the file."""
    imported: tuple[str, ...]
    """Names it takes from other files."""
    functions: tuple[str, ...]
    """Functions of the file itself."""
    old: frozenset[str]
    """Players whose get_move takes the legal moves too, as in the old course."""

    def has_player(self, name: str) -> bool:
        """Whether a player class of this name is in the file, or taken from another."""
        return name in self.players or name in self.imported

    def has_score(self, name: str) -> bool:
        """Whether a function of this name is in the file, or taken from another."""
        return name in self.functions or name in self.imported


def read_outline(path: Path) -> Outline:
    """Read the outline of a file.

    Raises AgentError, in one line, for a file that cannot be read as Python.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise AgentError(f"{path.name} has more than {LARGEST:,} bytes")
        with warnings.catch_warnings():  # of strange escapes in strings
            warnings.simplefilter("ignore")
            tree = ast.parse(path.read_bytes())
    except OSError as error:
        raise AgentError(f"{path.name} cannot be read: {error.strerror}") from error
    except SyntaxError as error:
        where = f", line {error.lineno}" if error.lineno else ""
        raise AgentError(f"{path.name}{where}: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise AgentError(f"{path.name} cannot be read as Python: {error}") from error
    statements = list(_statements(tree.body))
    classes = {one.name: one for one in statements if isinstance(one, ast.ClassDef)}
    moves = {name: _get_move(name, classes) for name in classes}
    return Outline(
        players=tuple(name for name, found in moves.items() if found is not None),
        imported=tuple(
            alias.asname or alias.name
            for one in statements
            if isinstance(one, ast.ImportFrom)
            for alias in one.names
        ),
        functions=tuple(_assigned(statements)),
        old=frozenset(name for name, found in moves.items() if found and _is_old(found)),
    )


def choose_player(outline: Outline, *, name: str) -> str:
    """The class that a file plays with: AlphaBetaPlayer, else CustomPlayer, else its only one.

    Raises AgentError where that is not clear; `name` is that of the file.
    """
    for usual in _USUAL:
        if outline.has_player(usual):
            return usual
    if not outline.players:
        raise AgentError(f"{name} has no class with a get_move")
    if len(outline.players) > 1:
        several = ", ".join(outline.players)
        raise AgentError(
            f"{name} has several players ({several}), none is an {' or '.join(_USUAL)}"
        )
    return outline.players[0]


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements of a module, those under if, try and with too."""
    for one in body:
        yield one
        if isinstance(one, ast.If | ast.Try | ast.With):
            for part in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(one, part, []))
            for handler in getattr(one, "handlers", []):
                yield from _statements(handler.body)


def _assigned(statements: Sequence[ast.stmt]) -> Iterator[str]:
    """Functions, and names that a module gives to what may be one."""
    for one in statements:
        if isinstance(one, ast.FunctionDef):
            yield one.name
        elif isinstance(one, ast.Assign):
            yield from (target.id for target in one.targets if isinstance(target, ast.Name))


def _get_move(
    name: str, classes: dict[str, ast.ClassDef], seen: tuple[str, ...] = ()
) -> ast.FunctionDef | None:
    """The get_move of a class, or of the nearest class of the file that it comes from."""
    if name not in classes or name in seen:
        return None
    for one in classes[name].body:
        if isinstance(one, ast.FunctionDef) and one.name == "get_move":
            return one
    parents = [base.id for base in classes[name].bases if isinstance(base, ast.Name)]
    found = (_get_move(parent, classes, (*seen, name)) for parent in parents)
    return next((one for one in found if one is not None), None)


def _is_old(get_move: ast.FunctionDef) -> bool:
    """Whether it takes the game, the legal moves and the time, which is one more than today."""
    arguments = get_move.args
    needed = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
    return needed >= 4

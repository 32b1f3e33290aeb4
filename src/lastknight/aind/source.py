"""What an agent's source says, read from its syntax tree: none of it is imported or run.

Parsing alone can take all memory or end the process, so strangers' files are read in a sandbox:
`lastknight.sandbox.reading`. What is parsed in this process is about to be imported in it, too.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from lastknight.errors import AgentError, NotationError
from lastknight.text_file import decode_source

LARGEST = 2**20
"""The largest file that is read for its outline, in bytes."""
_COURSE_MODULES = {"isolation", "sample_players"}
_DEFINITIONS = (ast.ClassDef, ast.FunctionDef)
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
    modules: frozenset[str] = frozenset()
    """Modules it imports, inside functions too."""
    names: frozenset[str] | None = None
    """Every name it defines, assigns or imports; None if `import *` hides some."""
    classes: frozenset[str] = frozenset()
    """Names at its top level that a class statement defines last, as it counts when it runs."""
    own_functions: frozenset[str] = frozenset()
    """Names at its top level that a function's definition defines last."""
    is_course: bool = False
    """Whether it has code of a course agent; see `is_agent_file`."""

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
        decode_source(source, name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in strings
            return ast.parse(source)
    except NotationError as error:
        raise AgentError(str(error)) from error
    except SyntaxError as error:
        where = f", line {error.lineno}" if error.lineno else ""
        raise AgentError(f"{name}{where}: {error.msg}") from error
    except (RecursionError, MemoryError) as error:  # the parser's stack is small
        raise AgentError(f"{name} is not valid Python: nested too deeply") from error
    except ValueError as error:
        raise AgentError(f"{name} is not valid Python: {error}") from error


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
    """Whether a file holds a course agent; it is parsed here, so it must be trusted.

    It does when it, or a sibling that it imports, imports `isolation` or `sample_players`; when it
    defines a function of two or more arguments whose first is called `game`; or when it defines a
    class with `get_move`. A file that cannot be read holds none.
    """
    waiting = [file for file in (Path(path),) if _is_file(file)]
    seen = set(waiting)
    while waiting:  # without recursion: each file may import the next
        file = waiting.pop()
        try:
            tree = parse_source(file.read_bytes(), name=file.name)
        except (OSError, ValueError, AgentError):  # ValueError: not even a path
            continue
        imported = imported_modules(tree)
        if _is_course(tree, imported):
            return True
        siblings = [file.parent / f"{name}.py" for name in sorted(imported)]
        siblings += [file.parent / name / "__init__.py" for name in sorted(imported)]
        found = [sibling for sibling in siblings if sibling not in seen and _is_file(sibling)]
        seen.update(found)
        waiting += reversed(found)
    return False


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # such as a name that is too long
        return False


def _is_course(tree: ast.Module, imported: Set[str]) -> bool:
    return bool(imported & _COURSE_MODULES) or any(map(_is_course_code, tree.body))


def _is_course_code(node: ast.stmt) -> bool:
    if isinstance(node, ast.ClassDef):
        return _own_get_move(node) is not None
    if isinstance(node, ast.FunctionDef):
        names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
        return len(names) >= 2 and names[0] == "game"
    return False


def outline_of(source: bytes, *, name: str) -> Outline:
    """The outline of a source; `name` is that of its file.

    Raises AgentError, in one line, when it is not valid Python.
    """
    tree = parse_source(source, name=name)
    statements = list(_statements(tree.body))
    classes = {node.name: node for node in statements if isinstance(node, ast.ClassDef)}
    moves = _get_moves(classes)
    names = defined_names(tree)
    modules = imported_modules(tree)
    kinds = {one.name: type(one) for one in statements if isinstance(one, _DEFINITIONS)}
    return Outline(
        players=tuple(name for name in classes if name in moves),
        imported=tuple(
            alias.asname or alias.name
            for node in statements
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        ),
        functions=tuple(_functions(statements)),
        old=frozenset(name for name, found in moves.items() if _is_old(found)),
        modules=frozenset(modules),
        names=None if names is None else frozenset(names),
        classes=frozenset(name for name, kind in kinds.items() if kind is ast.ClassDef),
        own_functions=frozenset(name for name, kind in kinds.items() if kind is ast.FunctionDef),
        is_course=_is_course(tree, modules),
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
            f"rename the one that should play to {' or '.join(_USUAL_PLAYERS)}"
        )
    return outline.players[0]


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module in order, including those under if, try and with.

    Without recursion: every elif is nested in the one before.
    """
    waiting = list(reversed(body))
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.If | ast.Try | ast.With):
            inner = [*node.body]
            if isinstance(node, ast.Try):
                inner += [part for handler in node.handlers for part in handler.body]
            if not isinstance(node, ast.With):
                inner += node.orelse
            inner += node.finalbody if isinstance(node, ast.Try) else []
            waiting += reversed(inner)


def _functions(statements: Sequence[ast.stmt]) -> Iterator[str]:
    """Functions, and assigned names, which may be functions too."""
    for node in statements:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _get_moves(classes: dict[str, ast.ClassDef]) -> dict[str, ast.FunctionDef]:
    """The get_move of each class that has one, its own or inherited from a class of the file.

    Each class is looked at once, however its bases repeat, and without recursion.
    """
    found: dict[str, ast.FunctionDef | None] = {}
    for start in classes:
        waiting = [start]
        while waiting:
            name = waiting[-1]
            own = _own_get_move(classes[name])
            parents = [] if own else _bases(classes[name], classes)
            unseen = [parent for parent in reversed(parents) if parent not in found]
            if name not in found and unseen:
                found[name] = None  # so that a circle of bases ends
                waiting += unseen
                continue
            waiting.pop()
            inherited = (found.get(parent) for parent in parents)
            found[name] = own or next((one for one in inherited if one is not None), None)
    return {name: one for name, one in found.items() if one is not None}


def _bases(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> list[str]:
    return [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in classes]


def _own_get_move(node: ast.ClassDef) -> ast.FunctionDef | None:
    methods = (part for part in node.body if isinstance(part, ast.FunctionDef))
    return next((method for method in methods if method.name == "get_move"), None)


def _is_old(get_move: ast.FunctionDef) -> bool:
    """Whether it requires self, game, legal_moves and time_left: one more than the new course."""
    arguments = get_move.args
    required = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
    return required >= 4

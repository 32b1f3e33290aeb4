"""Whether a file is a course agent's, told from its syntax tree; nothing is run."""

import ast
from pathlib import Path

_COURSE = {"isolation", "sample_players"}


def is_agent_file(path: Path) -> bool:
    """Whether a file, or a sibling that it imports, is written for the course's board.

    False as well for what cannot be read.
    """
    return _is_agent(path, set())


def _is_agent(path: Path, seen: set[Path]) -> bool:
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    seen.add(path)
    imported = _imported(tree)
    if imported & _COURSE or any(_is_course_code(node) for node in tree.body):
        return True
    siblings = [path.parent / f"{name}.py" for name in sorted(imported)]
    siblings += [path.parent / name / "__init__.py" for name in sorted(imported)]
    there = [sibling for sibling in siblings if sibling.is_file() and sibling not in seen]
    return any(_is_agent(sibling, seen) for sibling in there)


def _imported(tree: ast.Module) -> set[str]:
    """The first names of what a file imports, at its top or inside a function."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
        elif isinstance(node, ast.ImportFrom):
            names.update(alias.name for alias in node.names)
    return names


def _is_course_code(node: ast.stmt) -> bool:
    if isinstance(node, ast.ClassDef):
        methods = [part.name for part in node.body if isinstance(part, ast.FunctionDef)]
        return "get_move" in methods
    if isinstance(node, ast.FunctionDef):
        names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
        return len(names) >= 2 and names[0] == "game"
    return False

"""Submissions: the files of a stranger's agent, read once and from then on only as bytes.

What is hashed is what is played: a file that changes during a run changes nothing. Nothing here
runs or imports them.
"""

from __future__ import annotations

import ast
import os
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from lastknight.errors import ArgumentError, NotationError

SCOPES = ("alone", "imports", "folder")
"""What belongs to a file: nothing else; the modules next to it that it imports; its folder."""

# Files of these names are handed in as a folder of their own.
COURSE_FILES = ("game_agent.py", "competition_agent.py")
LARGEST = 32 * 2**20  # half of what an agent may write
_MOST_FILES = 1000
_SKIPPED = ("__pycache__", "venv", "env", "node_modules")


@dataclass(frozen=True)
class Submission:
    """The files of an agent by their paths within its folder, the main one among them."""

    main: str
    files: dict[str, bytes] = field(repr=False)

    @classmethod
    def read(cls, path: str | Path, *, scope: str | None = None) -> Submission:
        """Read a file and what belongs to it; a course's game_agent.py comes with its folder.

        Raises NotationError where it cannot be read, ArgumentError for another scope or too much.
        """
        main = Path(path)
        if scope is not None and scope not in SCOPES:
            raise ArgumentError(f"files is one of {', '.join(SCOPES)}, got {scope!r}")
        files = {main.name: _main(main)}
        scope = scope or default_scope(main)
        if scope == "imports":
            files |= _imported(main.parent, files[main.name])
        elif scope == "folder":
            files |= _folder(main.parent)
        return cls(main.name, files)

    @property
    def digest(self) -> str:
        """What tells it apart from every other one."""
        total = sha256()
        for name, content in sorted(self.files.items()):
            total.update(f"{name}\0{len(content)}\0".encode())
            total.update(content)
        return total.hexdigest()

    @property
    def source(self) -> str:
        """The text of its main file."""
        return self.files[self.main].decode("utf-8", "backslashreplace")

    @property
    def names(self) -> set[str] | None:
        """What its main file defines or imports; None where reading it does not tell."""
        tree = _tree(self.files[self.main])
        if tree is None:
            return None
        names = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                names.add(node.name)
            elif isinstance(node, ast.ImportFrom | ast.Import):
                names |= {alias.asname or alias.name for alias in node.names}
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
        return None if "*" in names else names


def default_scope(path: Path) -> str:
    """What belongs to a file where nobody says: a course's file comes with its folder."""
    return "folder" if path.name in COURSE_FILES else "imports"


def _main(path: Path) -> bytes:
    try:
        size, is_file = path.stat().st_size, path.is_file()
        if is_file and size <= LARGEST:
            return path.read_bytes()
        said = f"larger than {LARGEST >> 20} MiB" if is_file else "not a file"
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or str(error)
    raise NotationError(f"cannot read {path}: {said}")


def _folder(folder: Path) -> dict[str, bytes]:
    """Every file of a folder; hidden ones, environments and links that lead out stay away."""
    found: dict[str, bytes] = {}
    total = 0
    for path in _walk(folder):
        content = _content(path, folder)
        if content is None:
            continue
        total += len(content)
        if total > LARGEST or len(found) >= _MOST_FILES:
            raise ArgumentError(
                f"{folder} is more than {LARGEST >> 20} MiB or {_MOST_FILES} files; "
                "put the agent into a folder of its own, or use files=imports"
            )
        found[str(path.relative_to(folder))] = content
    return found


def _walk(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        here = Path(place)
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".")
            and name not in _SKIPPED
            and not (here / name / "pyvenv.cfg").exists()
        )
        yield from (here / name for name in sorted(names) if not name.startswith("."))


def _content(path: Path, folder: Path) -> bytes | None:
    """The bytes of a regular file, unless a link leads it out of the folder."""
    try:
        if not path.is_file() or not path.resolve().is_relative_to(folder.resolve()):
            return None
        if path.stat().st_size > LARGEST:
            raise ArgumentError(f"{path} is larger than {LARGEST >> 20} MiB")
        return path.read_bytes()
    except OSError:
        return None


def _imported(folder: Path, source: bytes) -> dict[str, bytes]:
    """The modules and packages in a folder that a source imports, and those that they import."""
    found: dict[str, bytes] = {}
    sources = [source]
    while sources:
        for name in _imports(sources.pop()):
            new = {f"{name}.py": _content(folder / f"{name}.py", folder)}
            if (folder / name / "__init__.py").is_file():
                package = _folder(folder / name)
                new |= {f"{name}/{path}": content for path, content in package.items()}
            for path, content in new.items():
                if content is not None and path not in found:
                    found[path] = content
                    sources += [content] if path.endswith(".py") else []
    return found


def _imports(source: bytes) -> set[str]:
    """The first names of everything a source imports; nothing where it cannot be read."""
    tree = _tree(source)
    names = set()
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {(node.module or "").partition(".")[0]}
            names |= {alias.name for alias in node.names} if not node.module else set()
    return names - {""}


def _tree(source: bytes) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a stranger's source has escapes of its own
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None

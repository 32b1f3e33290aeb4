"""Heuristics in a file of the user's: `my_heuristics.py:chase`.

The file is imported, once for each version of it, under a name that clashes with nothing. Only
files that the user names are ever imported.
"""

import importlib.util
import sys
from hashlib import sha256
from inspect import isfunction
from pathlib import Path
from types import ModuleType

from lastknight.errors import HeuristicError, NotationError
from lastknight.heuristics.heuristic import Heuristic
from lastknight.spec import did_you_mean


def load_file(path: str) -> ModuleType:
    """Import a file of heuristics.

    Raises NotationError when there is no such file, HeuristicError when it cannot be imported.
    """
    try:
        source = Path(path).read_bytes()
    except OSError as error:
        raise NotationError(f"cannot read {path}: {error.strerror}") from None
    name = f"lastknight_file_{sha256(str(Path(path).resolve()).encode() + source).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise HeuristicError(f"{path} raised {type(error).__name__}: {error}") from error
    return module


def names_in_file(path: str) -> list[str]:
    """The public heuristics of a file, in its own order.

    They are the functions it defines with two arguments, position and player, and the heuristics
    it makes. Raises as `load_file` does, and NotationError when there are none.
    """
    module = load_file(path)
    names = [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and (isinstance(value, Heuristic) or _is_own(value, module))
    ]
    if not names:
        raise NotationError(f"{path} defines no heuristic: no function f(position, player)")
    return names


def specs_in(text: str) -> list[str]:
    """The specs that a text of the user's stands for: all of a file's, or the text itself.

    Raises as `names_in_file` does.

    >>> specs_in("improved - center")
    ['improved - center']
    """
    if not text.endswith(".py"):
        return [text]
    return [f"{text}:{name}" for name in names_in_file(text)]


def find_in_file(text: str) -> object:
    """What `path.py:name` names.

    Raises as `load_file` does, and NotationError when the file has no such name.
    """
    path, _, name = text.rpartition(":")
    module = load_file(path)
    if name not in vars(module):
        hint = did_you_mean(name, names_in_file(path))
        raise NotationError(f"{path} has no {name!r}{hint}")
    return vars(module)[name]


def _is_own(value: object, module: ModuleType) -> bool:
    return (
        isfunction(value)
        and value.__module__ == module.__name__
        and value.__code__.co_argcount == 2
    )

"""Heuristics in a user's file: `my_heuristics.py:chase`, or `game_agent.py:custom_score`.

Each version of a file is imported once, under a name that clashes with nothing; a course agent is
loaded as in the course. Only files that the user names are ever imported.
"""

import importlib.util
import sys
from hashlib import sha256
from inspect import isfunction
from pathlib import Path
from types import ModuleType

from lastknight.aind.source import is_agent_file
from lastknight.aind.turns import parameters_of
from lastknight.errors import HeuristicError, NotationError
from lastknight.heuristics.course import SAMPLE_SCORES, course_heuristic, load_agent
from lastknight.heuristics.heuristic import Heuristic
from lastknight.spec import did_you_mean


def load_file(path: str) -> ModuleType:
    """Import a file of heuristics.

    Raises NotationError if it cannot be read, HeuristicError if it cannot be imported.
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

    These are its functions of two arguments, position and player, and its heuristic objects; in a
    course agent, its custom_score functions, or all functions of game and player if it has none.
    Raises like `load_file`, AgentError for an agent that cannot be imported, and NotationError if
    there are no heuristics.
    """
    if is_agent_file(path):
        return _names_in_agent(path)
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
    """The specs that a user's text stands for: every heuristic of a file, or the text itself.

    Raises like `names_in_file`.

    >>> specs_in("improved - center")
    ['improved - center']
    """
    if not text.endswith(".py"):
        return [text]
    return [f"{text}:{name}" for name in names_in_file(text)]


def find_in_file(text: str) -> object:
    """What `path.py:name` names.

    Raises like `names_in_file`, and NotationError if the file has no such name.
    """
    path, _, name = text.rpartition(":")
    if is_agent_file(path):
        return _find_in_agent(path, name)
    module = load_file(path)
    if name not in vars(module):
        hint = did_you_mean(name, names_in_file(path))
        raise NotationError(f"{path} has no {name!r}{hint}")
    return vars(module)[name]


def _names_in_agent(path: str) -> list[str]:
    names = list(load_agent(Path(path)).heuristics)
    if not names:
        raise NotationError(f"{path} defines no heuristic: no function f(game, player)")
    return [name for name in names if name.startswith("custom_score")] or names


def _find_in_agent(path: str, name: str) -> object:
    """A course function as a heuristic; a function of a position, or a heuristic, unchanged."""
    agent = load_agent(Path(path))
    if name in agent.heuristics or name in SAMPLE_SCORES:
        return course_heuristic(agent, name)
    found = vars(agent.module).get(name)
    takes = parameters_of(found) if isfunction(found) else None
    if isinstance(found, Heuristic) or (takes is not None and takes.names[:1] == ("position",)):
        return found
    if name in agent.players:
        raise NotationError(f"{path}:{name} is a player, not a heuristic; write it as a player")
    if found is None:
        hint = did_you_mean(name, agent.heuristics)
        raise NotationError(f"{path} has no {name!r}{hint}")
    raise NotationError(f"{path}:{name} is not a function f(game, player)")


def _is_own(value: object, module: ModuleType) -> bool:
    return (
        isfunction(value)
        and value.__module__ == module.__name__
        and value.__code__.co_argcount == 2
    )

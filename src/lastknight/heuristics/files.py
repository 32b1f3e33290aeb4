"""Heuristics in a user's file: `my_heuristics.py:chase`, or `game_agent.py:custom_score`.

Each version of a file is imported once, under a name that clashes with nothing; a course agent is
loaded as in the course. Only files that the user names are ever imported.
"""

import importlib.util
import sys
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from inspect import isfunction
from pathlib import Path
from stat import S_ISREG
from types import ModuleType

from lastknight.aind.source import is_agent_file
from lastknight.aind.turns import parameters_of
from lastknight.errors import HeuristicError, NotationError, cut, show_error
from lastknight.heuristics.course import SAMPLE_SCORES, course_heuristic, load_agent
from lastknight.heuristics.heuristic import Heuristic
from lastknight.heuristics.import_trial import try_first
from lastknight.heuristics.recognition import RULE, heuristic_names, passed_over
from lastknight.spec import check_utf8, did_you_mean, write_in_file
from lastknight.text_file import decode_source

# Names of a file that a message lists.
_MOST_LISTED = 12


def load_file(path: str) -> ModuleType:
    """Import a file of heuristics.

    Raises NotationError if it cannot be read as text, HeuristicError if it cannot be imported.
    """
    try:
        is_file = S_ISREG(Path(path).stat().st_mode)
        source = Path(path).read_bytes() if is_file else b""  # a pipe might never end
    except (OSError, ValueError) as error:  # a path with characters that no file can have
        reason = getattr(error, "strerror", None) or "no file can have this name"
        raise NotationError(f"cannot read {cut(path)}: {reason}") from None
    if not is_file:
        raise NotationError(f"cannot read {cut(path)}: not a file")
    decode_source(source, path)
    name = f"lastknight_file_{sha256(str(Path(path).resolve()).encode() + source).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    try_first(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with redirect_stdout(sys.stdout), redirect_stderr(sys.stderr):  # whatever it puts there
            spec.loader.exec_module(module)
    except KeyboardInterrupt:
        del sys.modules[name]
        raise
    except BaseException as error:
        del sys.modules[name]
        hint = _neighbour_hint(path, error)
        raise HeuristicError(f"{path} raised {show_error(error)}{hint}") from error
    return module


def names_in_file(path: str) -> list[str]:
    """The heuristics of a file, in its own order.

    recognition.py decides which names these are; in a course agent, they are its custom_score
    functions, or all functions of game and player if it has none. Raises like `load_file`,
    AgentError for an agent that cannot be imported, and NotationError if there are no heuristics.
    """
    if is_agent_file(path):
        return _names_in_agent(path)
    module = load_file(path)
    names = heuristic_names(module, path)
    if not names:
        others = passed_over(module)
        over = f"; skipped: {', '.join(others)}" if others else ""
        raise NotationError(f"{path} defines no heuristic{over}; {RULE}")
    return names


def passed_over_in_file(path: str) -> list[str]:
    """The functions of a file that could be meant as heuristics, and do not count as any.

    Raises like `load_file`.
    """
    return [] if is_agent_file(path) else passed_over(load_file(path))


def specs_in(text: str) -> list[str]:
    """The specs that a user's text stands for: every heuristic of a file, or the text itself.

    Raises like `names_in_file`.

    >>> specs_in("improved - center")
    ['improved - center']
    """
    if not text.endswith(".py"):
        return [text]
    check_utf8(text)
    return [write_in_file(f"{text}:{name}") for name in names_in_file(text)]


def find_in_file(text: str) -> object:
    """What `path.py:name` names.

    Raises like `names_in_file`, and NotationError if the file has no such name.
    """
    path, _, name = text.rpartition(":")
    if is_agent_file(path):
        return _find_in_agent(path, name)
    module = load_file(path)
    if name not in vars(module):
        raise _lacks(path, name, heuristic_names(module, path))
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
        raise _lacks(path, name, agent.heuristics)
    raise NotationError(f"{path}:{name} is not a function f(game, player)")


def _lacks(path: str, name: str, known: Iterable[str]) -> NotationError:
    """The error for a name that a file does not have, with those it has."""
    names = list(known)
    hint = did_you_mean(name, names) if names else "."
    has = ", ".join(names[:_MOST_LISTED]) or "no heuristic"
    more = f" and {len(names) - _MOST_LISTED} more" if len(names) > _MOST_LISTED else ""
    return NotationError(f"{path} has no {name!r}{hint} It has {has}{more}")


def _neighbour_hint(path: str, error: BaseException) -> str:
    """What to do about an import of a file next to this one, or nothing."""
    if not isinstance(error, ImportError):
        return ""
    folder, name = Path(path).parent, (error.name or "").partition(".")[0]
    is_relative = name == "" and "relative import" in str(error)
    if is_relative or (name and any((folder / one).exists() for one in (f"{name}.py", name))):
        return (
            "; a file of heuristics cannot import files next to it: put all functions in one file"
        )
    return ""

"""Whether a name in a file is a player's class or a heuristic, by what the file says.

Nothing is imported here, and what may be a stranger's agent is parsed in the sandbox only. Most
heuristics need no parsing at all: nothing makes their names look like those of classes.
"""

from __future__ import annotations

import re
import tokenize
from io import BytesIO
from pathlib import Path

from lastknight.errors import AgentError
from lastknight.sandbox import AgentFiles, Sandbox
from lastknight.sandbox.reading import outline_in_sandbox, read_source

# Larger files of heuristics are not even looked through.
_LARGEST_HEURISTICS = 32 * 2**20
# In these, a class statement has the same bytes as in ASCII.
_PLAIN_ENCODINGS = ("utf-8", "iso-8859-1")


def is_player_in_file(path: str, name: str, *, is_call: bool) -> bool:
    """Whether a name in a file is that of a player; `is_call` if a spec calls it.

    A name that the source does not explain is a class if it is called, or if it is written like one
    and in an agent's file. Raises AgentError for a file that is too large, cannot be read, or is
    too much for the parser.
    """
    file = Path(path)
    if not _is_file(file):  # whoever reads it says so
        return is_call
    if not (is_call or name[:1].isupper()):
        text = read_source(file, most=_LARGEST_HEURISTICS)
        if not _may_define_class(text, name):
            return False
    source, sandbox = read_source(file), Sandbox.detect()
    try:
        outline = outline_in_sandbox(source, file.name, sandbox)
    except AgentError:
        if is_call:  # an agent's game says so
            return True
        raise
    if name in outline.classes or name in outline.own_functions:
        return name in outline.classes
    return is_call or (name[:1].isupper() and _is_agent_file(file, sandbox))


def _is_file(file: Path) -> bool:
    try:
        return file.is_file()
    except OSError:  # such as a path that is too long
        return False


def _may_define_class(source: bytes, name: str) -> bool:
    """Whether a class statement in a source may define this name, without parsing it.

    It errs on the side of yes: Python takes some letters for others, and reads encodings in which
    a statement looks different.
    """
    try:
        encoding, _ = tokenize.detect_encoding(BytesIO(source).readline)
    except SyntaxError:
        return True
    if not (name.isascii() and encoding.startswith(_PLAIN_ENCODINGS)):
        return True
    pattern = rb"\bclass[\s\\]+(?:%b\b|\w*[\x80-\xff])" % name.encode()
    return re.search(pattern, source) is not None


def _is_agent_file(file: Path, sandbox: Sandbox) -> bool:
    """What `aind.source.is_agent_file` finds for files that are trusted."""
    files = AgentFiles.read(file, scope="imports", sandbox=sandbox)
    return any(outline.is_course for outline in files.outlines(sandbox))

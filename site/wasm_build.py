"""Compiles the core to WebAssembly with Emscripten; what has not changed is not compiled again."""

import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_FLAGS = (
    *("-std=c++20", "-O3", "-DNDEBUG", "-DLASTKNIGHT_SINGLE_THREADED", "-Icore"),
    *("-ffp-contract=off", "-fwasm-exceptions", "-Wall", "-Wextra", "-Wshadow", "-Werror"),
)
# Browsers do not inline, so the compiler has to: this makes searches a fifth faster.
_SEARCH_FLAGS = ("-mllvm", "-inline-threshold=1000")
# The module has no start function, and imports only what site/backend/core.js gives it.
_LINK_FLAGS = (
    *("--no-entry", "-sSTANDALONE_WASM", "-sALLOW_MEMORY_GROWTH", "-sTOTAL_STACK=1048576"),
    *("-sERROR_ON_UNDEFINED_SYMBOLS=0", "-sWARN_ON_UNDEFINED_SYMBOLS=0"),
)


class BuildError(Exception):
    """Something that the build needs is missing, or a compiler reported an error."""


def build_core(folder: Path) -> Path:
    """The core as WebAssembly, in a folder that keeps what was compiled before.

    Raises BuildError.
    """
    if shutil.which("em++") is None:
        raise BuildError("em++ is missing; on Debian: apt-get install emscripten")
    folder.mkdir(parents=True, exist_ok=True)
    sources = sorted((*_ROOT.glob("core/*.cpp"), *_ROOT.glob("site/wasm/*.cpp")))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(lambda source: _compile(source, folder), sources))
    target = folder / "core.wasm"
    made_of = _digest(_LINK_FLAGS, objects)
    if not (target.exists() and _noted(target) == made_of):
        _run("em++", *_FLAGS, *objects, "-o", target, *_LINK_FLAGS)
        _note(target, made_of)
    return target


def _compile(source: Path, folder: Path) -> Path:
    """The object file of a source, compiled if it or a header that it includes has changed."""
    target, includes = folder / f"{source.stem}.o", folder / f"{source.stem}.d"
    flags = (*_FLAGS, *(_SEARCH_FLAGS if source.stem.startswith("search") else ()))
    if not (target.exists() and includes.exists() and _noted(target) == _made_of(includes, flags)):
        _run("em++", *flags, "-MMD", "-MF", includes, "-c", source, "-o", target)
        _note(target, _made_of(includes, flags))
    return target


def _made_of(includes: Path, flags: tuple[str, ...]) -> str:
    """A digest of what an object file is made of: its flags, its source and all headers."""
    _, _, listed = includes.read_text(encoding="utf-8").partition(":")
    names = listed.replace("\\\n", " ").split()
    return _digest(flags, [_ROOT / name for name in names])


def _digest(flags: tuple[str, ...], paths: list[Path]) -> str:
    found = sha256(" ".join(flags).encode())
    for path in paths:
        found.update(path.read_bytes() if path.exists() else b"missing")
    return found.hexdigest()


def _noted(target: Path) -> str:
    noted = target.with_suffix(".made_of")
    return noted.read_text(encoding="utf-8") if noted.exists() else ""


def _note(target: Path, digest: str) -> None:
    target.with_suffix(".made_of").write_text(digest, encoding="utf-8")


def _run(*command: str | Path) -> None:
    # Debian's Emscripten needs this to find its JavaScript libraries.
    environment = {"NODE_PATH": "/usr/share/nodejs", **os.environ}
    done = subprocess.run(
        command, cwd=_ROOT, env=environment, text=True, capture_output=True, check=False
    )
    if done.returncode != 0:
        raise BuildError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")

"""Builds the site: the page with the core in WebAssembly, as plain files for any static host.

Run as `python site/build.py [FOLDER]`, from anywhere; `make site` does. The folder is dist/site.
"""

import fcntl
import json
import re
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

import vl_convert
from catalog import opening_tables, puzzles, site_catalog
from wasm_build import BuildError, build_core

_ROOT = Path(__file__).parents[1]
_PAGE = _ROOT / "src" / "lastknight" / "web" / "page"
_BACKEND = _ROOT / "site" / "backend"
_ADDED = _ROOT / "site" / "page"
_BUILD = _ROOT / "build" / "site"
_ICON_SIZES = (192, 512)
_SERVICE_WORKER = "service-worker.js"
# How modules of the backend import those of the page, here and on the site.
_PAGE_IMPORT, _SITE_IMPORT = '"../../src/lastknight/web/page/', '"../'
_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'"
)
_COLOUR = "#d2601f"
_DOCUMENTS = {"docs": "Docs", "report": "Report"}
"""Folders that site/documents.py writes, and what the page calls them."""

Files = dict[str, bytes]
"""The contents of files by their paths on the site."""


def make_files(documents: Iterable[str] = ()) -> Files:
    """All files of the page and its backend; the page links to these documents."""
    files = {path.name: path.read_bytes() for path in _PAGE.iterdir() if path.is_file()}
    files |= {path.name: path.read_bytes() for path in _ADDED.glob("*.js")}
    for path in _BACKEND.glob("*.js"):
        text = path.read_text(encoding="utf-8").replace(_PAGE_IMPORT, _SITE_IMPORT)
        files[f"backend/{path.name}"] = text.encode()
    files["server.js"] = b'export * from "./backend/server.js";\n'
    files["core.wasm"] = build_core(_BUILD).read_bytes()
    files["catalog.json"] = json.dumps(site_catalog()).encode()
    files["openings.txt"] = opening_tables().encode()
    files["puzzles.txt"] = puzzles().encode()
    files |= {f"icon-{size}.png": _draw_icon(size) for size in _ICON_SIZES}
    files["manifest.webmanifest"] = json.dumps(_manifest(), indent=2).encode()
    files["index.html"] = _index(files, documents).encode()
    files[_SERVICE_WORKER] = _service_worker(files)
    return files


def write_files(files: Files, folder: Path) -> None:
    """Write the files that have changed, and delete those that are no longer needed.

    Folders that are not ours, such as that of the docs, stay as they are.
    """
    for name, content in files.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    for place in (folder, folder / "backend"):
        for path in place.iterdir():
            if path.is_file() and path.relative_to(folder).as_posix() not in files:
                path.unlink()


def _index(files: Files, documents: Iterable[str]) -> str:
    """The page with what only the site has: policy, icons, documents, preloaded modules."""
    text = files["index.html"].decode()
    preloaded = [f'<link rel="modulepreload" href="{name}" />' for name in _modules_of_board(files)]
    added = [
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}" />',
        f'<meta name="theme-color" content="{_COLOUR}" />',
        '<link rel="manifest" href="manifest.webmanifest" />',
        f'<link rel="apple-touch-icon" href="icon-{_ICON_SIZES[0]}.png" />',
        *preloaded,
        '<script type="module" src="register.js"></script>',
    ]
    first = '<meta charset="utf-8" />'
    indented = "".join(f"\n    {line}" for line in added)
    links = "".join(
        f'\n        <a href="{folder}/index.html">{_DOCUMENTS[folder]}</a>' for folder in documents
    )
    last = '<a href="#/lab">Lab</a>'
    return _replace_once(
        _replace_once(_replace_once(text, first, first + indented), last, last + links),
        '<html lang="en"',
        '<html data-backend="site" lang="en"',
    )


def _modules_of_board(files: Files) -> list[str]:
    """The modules that the board needs, so that the browser can fetch all of them at once."""
    found: list[str] = []
    waiting = ["main.js", "play.js"]
    while waiting:
        name = waiting.pop(0)
        if name in found:
            continue
        found.append(name)
        folder = name.rpartition("/")[0]
        for path in re.findall(r'^(?:import|export|\}) .*?"(\.[^"]+)"', files[name].decode(), re.M):
            parts = [part for part in (folder, path) if part]
            waiting.append(_resolve("/".join(parts)))
    return found


def _resolve(path: str) -> str:
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _replace_once(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times, not once"
    return text.replace(old, new)


def _draw_icon(size: int) -> bytes:
    svg = (_PAGE / "icon.svg").read_text(encoding="utf-8")
    sized = _replace_once(svg, "<svg ", f'<svg width="{size}" height="{size}" ')
    return vl_convert.svg_to_png(sized, scale=1, ppi=72)


def _manifest() -> dict[str, object]:
    icons = [
        {"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        for size in _ICON_SIZES
    ]
    return {
        "name": "lastknight",
        "short_name": "lastknight",
        "description": "Knight's Isolation: a board with values and exact winners, and a lab.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": _COLOUR,
        "icons": [*icons, {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }


def _service_worker(files: Files) -> bytes:
    """The service worker, with all files' names and a version that changes with any file."""
    digest = sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    names = sorted({*files} - {_SERVICE_WORKER, "index.html"})
    head = f'const VERSION = "{digest.hexdigest()[:16]}";\nconst FILES = {json.dumps(names)};\n'
    return head.encode() + files[_SERVICE_WORKER]


def _run(folder: Path) -> None:
    _BUILD.mkdir(parents=True, exist_ok=True)
    with (_BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        documents = [name for name in _DOCUMENTS if (folder / name / "index.html").is_file()]
        write_files(make_files(documents), folder)


if __name__ == "__main__":
    try:
        _run(Path(sys.argv[1]) if len(sys.argv) > 1 else _ROOT / "dist" / "site")
    except BuildError as error:
        sys.exit(str(error))

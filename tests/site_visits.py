"""The site without a server: its files behind a plain file server, and its answers in Node."""

import json
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

ROOT = Path(__file__).parents[1]
_ANSWER = ROOT / "tests" / "site" / "answer.mjs"


def build_site() -> Path:
    """The folder of the site, built again where something has changed."""
    done = subprocess.run(
        [sys.executable, ROOT / "site" / "build.py"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"the site cannot be built: {done.stdout}{done.stderr}"
    return ROOT / "dist" / "site"


class NodeAnswers:
    """The site's own modules in Node: the same answers as in the browser's workers."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            ["node", _ANSWER, folder, ROOT / "site" / "backend"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.cpu_seconds = 0.0
        """What the last answer took."""

    def stop(self) -> None:
        """End Node."""
        self._process.communicate("")

    def answer(self, **question: Any) -> dict[str, Any]:
        """Result and events, or the error, of one question."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        self.cpu_seconds = answer.pop("cpu")
        return answer

    def ask(self, path: str, **parameters: Any) -> dict[str, Any]:
        """Result and events, or the error, of a question as the page asks it."""
        pairs = [
            (name, str(one))
            for name, value in parameters.items()
            for one in (value if isinstance(value, list) else [value])
        ]
        return self.answer(ask=path, pairs=pairs)

    def call(self, *call: Any) -> Any:
        """What a function of the core answers."""
        return self.answer(call=call)["result"]


class FileServer:
    """The site's files on a plain file server; questions are answered in Node."""

    def __init__(self, folder: Path, node: NodeAnswers) -> None:
        self._node = node
        self._server = _SilentServer(
            ("127.0.0.1", 0), partial(_SilentHandler, directory=str(folder))
        )
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()

    def ask(self, path: str) -> Any:
        """The answer to a question of the API."""
        address, _, query = path.partition("?")
        return self._node.ask(f"/{address}", **dict(parse_qsl(query)))["result"]


class _SilentServer(ThreadingHTTPServer):
    def handle_error(self, *_: Any) -> None:
        """Say nothing: a browser that leaves cuts its connections."""


class _SilentHandler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

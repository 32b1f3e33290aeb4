"""Visits to the page in a real browser: Debian's Chromium, driven by playwright.

What cannot be had is a failure with the cure in it, never a skip: `make test` installs it all.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright

ROOT = Path(__file__).parents[1]
AXE = ROOT / ".venv" / "page" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 30.0

# Whether a view has given way to the next one, and that is drawn.
IS_NEXT_DRAWN = "view => !view.isConnected && document.querySelector('main[data-ready]') !== null"


def start_browser(playwright: Playwright) -> Browser:
    """Start the Chromium that is installed, without windows if there is a choice."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    names = (os.environ.get("CHROMIUM", ""), *names)
    paths = [path for name in names if name and (path := shutil.which(name))]
    assert paths, "the tests of the page need Chromium: 'make test' or 'apt-get install chromium'"
    return playwright.chromium.launch(executable_path=paths[0], args=list(FLAGS))


class Server:
    """`lastknight serve` in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "lastknight", "serve", "--no-browser"]
        options = ["--port", str(self.port), "--file", "lastknight.db"]
        self._process = subprocess.Popen(
            [*command, *options],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                self.ask("api/catalog")
            except OSError:
                time.sleep(0.05)
            else:
                return
        self.stop()
        raise AssertionError("'lastknight serve' does not answer")

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self._process.terminate()
        self._process.communicate(timeout=PATIENCE)

    def ask(self, path: str, body: Any = None) -> Any:
        """The answer to a question of the API; one with a body is posted."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(self.address + path, data=data, headers=headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def play(self, **request: Any) -> str:
        """Run a match, or another kind of experiment, to its end; its id."""
        number = str(self.ask("api/experiments", {"kind": "match", **request})["id"])
        end = time.monotonic() + PATIENCE
        while self.ask(f"api/experiments/{number}")["state"] != "finished":
            assert time.monotonic() < end, "the match does not end"
            time.sleep(0.1)
        return number


class Visit:
    """A page at one view, with what its console said."""

    def __init__(self, page: Page, server: Any) -> None:
        self.page = page
        self.server = server
        self.said: list[str] = []
        page.set_default_timeout(1000 * PATIENCE)
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.said.append(str(error)))

    def go(self, route: str = "") -> Page:
        """Open a view and wait until it is drawn."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.server.address}{route}")
        self.page.wait_for_selector("main[data-ready], .failed")
        return self.page

    def follow(self, link: str) -> None:
        """Click a link to another view and wait until it is drawn; the old one stays until then."""
        before = self.page.locator(".view").element_handle()
        self.page.get_by_role("link", name=link, exact=True).click()
        self.page.wait_for_function(IS_NEXT_DRAWN, arg=before)

    def square(self, name: str) -> Any:
        """A square of the board."""
        return self.page.locator(f'.board [data-square="{name}"]')

    def legal_moves(self) -> list[str]:
        """The squares that can be moved to now."""
        find = "cells => cells.map(cell => cell.dataset.square)"
        return list(self.page.locator(".board .open").evaluate_all(find))

    def wait_for_turn(self) -> None:
        """Wait until a person is to move, or the game is over."""
        self.page.locator(".board.can-move, .player.won").first.wait_for()

    def wait_for_status(self, text: str) -> None:
        """Wait until the line below the players says something."""
        self.page.locator(".status", has_text=text).wait_for()

    def wait_for_address(self, *parts: str, without: str = "#none") -> None:
        """Wait until the address has these parts, and another no more."""
        self.page.wait_for_url(
            lambda url: all(part in url for part in parts) and without not in url
        )

    def check_refused(self, status: int) -> None:
        """Check that the server refused one request, which the console says; the site has none."""
        if isinstance(self.server, Server):
            assert self.said.pop().count(str(status)) == 1

    def check_accessibility(self, *rules: str) -> None:
        """Fail on anything that axe-core finds wrong, by some rules or by all."""
        assert AXE.exists(), "the browser tests need axe-core: 'make test' installs it"
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
        found = self.page.evaluate("options => axe.run(document, options)", options)
        bad = [
            f"{one['id']}: {node['html'][:200]} {node['any'][:1]}"
            for one in found["violations"]
            for node in one["nodes"]
        ]
        assert not bad, "\n".join(bad)

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.said.append(message.text)

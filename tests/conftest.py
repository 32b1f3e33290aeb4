"""Fixtures: a folder to run commands in; for the page one server and one browser for all.

The browser's library is imported only where it is used: other tests run without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from page_visits import Server, Visit


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, because games are kept where a command runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    from page_visits import start_browser  # noqa: PLC0415

    with sync_playwright() as playwright:
        started = start_browser(playwright)
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server."""
    from page_visits import Server  # noqa: PLC0415

    started = Server(tmp_path_factory.mktemp("served"))
    yield started
    started.stop()


@pytest.fixture(scope="session")
def match(server: Server) -> str:
    """The id of a small match that is over."""
    players = ["AlphaBeta(improved, nodes=50)", "Greedy(open)"]
    return server.play(players=players, pairs=4, seed=5)


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visit]]:
    """Make a visit; at its end the console must have been silent."""
    from page_visits import Visit  # noqa: PLC0415

    visits = []

    def start(*, width: int = 1280, height: int = 860, **options: Any) -> Visit:
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, reduced_motion="reduce", **options)
        visits.append(Visit(context.new_page(), server))
        return visits[-1]

    yield start
    for one in visits:
        one.page.context.close()
        assert not one.said, one.said

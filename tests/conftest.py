"""Fixtures: a folder to run commands in; for the page one server and one browser for all.

The browser's library is imported only where it is used: other tests run without it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import HealthCheck, settings

from sampling import IS_WHOLE

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from lastknight.analysis.inquiry import Sizes
    from page_visits import Server, Visit
    from site_visits import FileServer, NodeAnswers

# Test processes share the cores already: more threads in each would only spin.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Where tests run in the background, a shell may ignore Ctrl-C, and child processes inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A slow machine is no failure, and the same examples run every time. WHOLE=1 draws new ones.
settings.register_profile(
    "steady",
    deadline=None,
    derandomize=not IS_WHOLE,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")

# Tests of the page that run with a server and without one.
_WITH_BOTH = ("test_page_play", "test_page_games", "test_page_lab")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of the board and the lab with both backends."""
    name = metafunc.module.__name__.rpartition(".")[2]
    if name in _WITH_BOTH and "backend" in metafunc.fixturenames:
        metafunc.parametrize("backend", ["server", "site"], indirect=True)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, because games are kept where a command runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick analyses play as few games as they can, for tests that are not about their results."""
    from lastknight.analysis import EFFORTS  # noqa: PLC0415

    few = replace(
        EFFORTS["quick"], ranking=15, classic=16, ratios=(6, 4), depth=400, ladder=15, seconds=2.0
    )
    monkeypatch.setitem(cast("dict[str, Sizes]", EFFORTS), "quick", few)


@pytest.fixture
def no_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports have empty charts, for tests that are not about reports; tests/report draws them."""
    from lastknight.report.charts import gallery  # noqa: PLC0415

    undrawn = dict.fromkeys(gallery.CHARTS, lambda _facts: None)
    monkeypatch.setattr(gallery, "CHARTS", undrawn)
    monkeypatch.setattr("lastknight.report.charts.svg.draw_chart", lambda *_, **__: "<svg></svg>")


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


@pytest.fixture(scope="session")
def site_folder() -> Path:
    """The folder of the site without a server."""
    from site_visits import build_site  # noqa: PLC0415

    return build_site()


@pytest.fixture(scope="session")
def node(site_folder: Path) -> Iterator[NodeAnswers]:
    """The site's answers, in Node."""
    from site_visits import NodeAnswers  # noqa: PLC0415

    started = NodeAnswers(site_folder)
    yield started
    started.stop()


@pytest.fixture(scope="session")
def file_server(site_folder: Path, node: NodeAnswers) -> Iterator[FileServer]:
    """The site on a plain file server."""
    from site_visits import FileServer  # noqa: PLC0415

    started = FileServer(site_folder, node)
    yield started
    started.stop()


@pytest.fixture
def backend(request: pytest.FixtureRequest) -> Server | FileServer:
    """What the page talks to: the server, or with the parameter "site" no server at all."""
    is_site = getattr(request, "param", "server") == "site"
    found: Server | FileServer = request.getfixturevalue("file_server" if is_site else "server")
    return found


@pytest.fixture
def visit(browser: Browser, backend: Server | FileServer) -> Iterator[Callable[..., Visit]]:
    """Make a visit; at its end the console must have been silent."""
    from page_visits import Visit  # noqa: PLC0415

    visits = []

    def start(*, width: int = 1280, height: int = 860, **options: Any) -> Visit:
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, reduced_motion="reduce", **options)
        visits.append(Visit(context.new_page(), backend))
        return visits[-1]

    yield start
    for one in visits:
        one.page.context.close()
        assert not one.said, one.said

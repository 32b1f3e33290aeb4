"""A live page under the reader's hand keeps scroll, focus and selection, and does not grow."""

import time

import pytest
from playwright.sync_api import expect

from page_visits import PATIENCE
from sampling import IS_WHOLE

# Seconds that a page is watched: a few updates, or five minutes with WHOLE=1.
WATCHED = 300.0 if IS_WHOLE else 0.0
NODES = 30_000 if IS_WHOLE else 3000  # so slow that the match outlasts it
READ = """() => {
  const table = document.querySelector('[aria-label="Table of standings"]');
  const details = [...document.querySelectorAll('details')].map((one) => one.open);
  return {
    scroll: table.scrollLeft,
    top: scrollY,
    focus: document.activeElement.textContent,
    selection: String(getSelection()),
    details,
    same: document.querySelector('.standings tbody tr') === window.row,
  };
}"""


@pytest.fixture
def running(visit):
    """A page on a phone with a running match that outlasts the test, and its id."""
    one = visit(width=390, height=700)
    player = f"AlphaBeta(improved, nodes={NODES})"
    request = {"kind": "match", "players": [player, player], "pairs": 100_000, "workers": 1}
    number = one.server.ask("api/experiments", request | {"sprt": {"elo0": 0, "elo1": 0.2}})["id"]
    one.go(f"#/experiments/{number}")
    one.page.locator(".standings tbody tr").wait_for()
    one.page.locator(".series-line").first.wait_for()
    yield one
    one.server.ask(f"api/experiments/{number}/stop", {})


def wait_for_games(page, times):
    """Wait until the number of games has changed some times."""
    for _ in range(times):
        games = page.locator(".big-figure", has_text="games").first
        before = games.inner_text()
        expect(games).not_to_have_text(before, use_inner_text=True, timeout=1000 * PATIENCE)


def test_scroll_focus_and_selection_survive_updates(running):
    page = running.page
    box = page.locator(".standings tbody td.elo").first.bounding_box()
    assert box["x"] + box["width"] <= 390  # the Elo is in view on a phone
    page.evaluate(
        """() => {
          window.row = document.querySelector('.standings tbody tr');
          const table = document.querySelector('[aria-label="Table of standings"]');
          table.scrollLeft = 60;
          document.querySelector('.buttons button').focus();
          getSelection().selectAllChildren(document.querySelector('.standings tbody th'));
          scrollTo(0, 150);
        }"""
    )
    page.locator("summary", has_text="Games").evaluate("one => (one.parentElement.open = true)")
    before = page.evaluate(READ)
    assert before["scroll"] == 60
    assert "AlphaBeta" in before["selection"]
    assert before["same"]
    end = time.monotonic() + WATCHED
    wait_for_games(page, 3)
    while time.monotonic() < end:
        wait_for_games(page, 1)
    assert page.evaluate(READ) == before


def test_a_press_survives_an_update(running):
    """Pressed before an update, released after it: the button must be the same element."""
    page = running.page
    stop = page.get_by_role("button", name="Stop")
    stop.hover()
    page.mouse.down()
    wait_for_games(page, 2)
    page.mouse.up()
    page.locator(".state.stopped").wait_for()
    page.get_by_role("button", name="Resume").click()
    page.locator(".state.running").wait_for()


def test_memory_and_elements_do_not_grow(running):
    page = running.page
    session = page.context.new_cdp_session(page)

    def measure():
        session.send("HeapProfiler.collectGarbage")
        found = session.send("Memory.getDOMCounters")
        heap = session.send("Runtime.getHeapUsage")["usedSize"]
        return found["nodes"], found["jsEventListeners"], heap

    wait_for_games(page, 2)
    nodes, listeners, heap = measure()
    end = time.monotonic() + WATCHED
    wait_for_games(page, 4)
    while time.monotonic() < end:
        wait_for_games(page, 1)
    more_nodes, more_listeners, more_heap = measure()
    # The history grows by a point with each update; the rest stays as it is.
    assert more_nodes < 1.2 * nodes + 200
    assert more_listeners < 1.2 * listeners + 40
    assert more_heap < heap + 2_000_000

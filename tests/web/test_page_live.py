"""A live page under the reader's hand keeps scroll, focus and selection, and does not grow."""

import json
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


def test_the_focus_of_a_button_that_goes_moves_to_the_one_in_its_place(running):
    page = running.page
    page.get_by_role("button", name="Stop").focus()
    page.keyboard.press("Enter")
    page.locator(".state.stopped").wait_for()
    expect(page.get_by_role("button", name="Resume")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator(".state.running").wait_for()


def test_a_resumed_experiment_shows_its_place_in_the_queue_until_it_runs(running):
    """The page no longer followed it until its first pair was played."""
    page, ask = running.page, running.server.ask
    slow = "AlphaBeta(improved, nodes=3000)"
    request = {"kind": "match", "players": [slow, slow], "pairs": 100_000, "workers": 1}
    second, third, fourth = (
        ask("api/experiments", request | {"seed": seed})["id"] for seed in (2, 3, 4)
    )
    running.go(f"#/experiments/{fourth}")
    state = page.locator(".experiment-head .state")
    expect(state).to_contain_text("waiting, number 2")
    with page.expect_response("**/summary"):  # once the stream has ended
        page.get_by_role("button", name="Remove from the queue").click()
    page.get_by_role("button", name="Start").click()
    expect(state).to_contain_text("waiting, number 2")
    ask(f"api/experiments/{third}/stop", {})
    expect(state).to_contain_text("waiting, number 1", timeout=1000 * PATIENCE)
    ask(f"api/experiments/{second}/stop", {})
    expect(state).to_contain_text("running", timeout=1000 * PATIENCE)
    ask(f"api/experiments/{fourth}/stop", {})


def test_the_same_data_holds_the_same_elements_however_often_it_is_drawn(visit, match):
    """Updates may draw as much as they like, as long as nothing holds what they threw away."""
    one = visit(width=390, height=700)
    page, path = one.page, f"api/experiments/{match}"
    standing = one.server.ask(path)["standing"] | {"state": "running"}
    event = f"event: standing\ndata: {json.dumps(standing)}\n\n"

    def measure(updates):
        stream = {"body": updates * event, "content_type": "text/event-stream"}
        page.route(f"**/{path}/live", lambda route: route.fulfill(**stream))
        one.go(f"#/experiments/{match}")
        # It is announced once all updates are drawn.
        page.locator("#announcements", has_text="The experiment is finished").wait_for()
        return held(page)

    nodes, listeners = measure(2)
    more_nodes, more_listeners = measure(200)
    assert more_nodes < nodes + 100
    assert more_listeners < listeners + 10


def test_a_view_is_released_when_another_is_opened(visit, match):
    """Each view held the one before, and so all of them."""
    one = visit(width=390, height=700)
    page = one.go("#/lab")
    drawn = {
        f"#/experiments/{match}": ".small-boards a",
        "#/puzzles/3": ".view-puzzles .board",
        "#/lab": ".experiment-row",
    }

    def measure(rounds):
        for _ in range(rounds):
            for route, selector in drawn.items():
                page.evaluate("route => (location.hash = route)", route)
                page.locator("main:not([aria-busy])").locator(selector).first.wait_for()
        return held(page)

    nodes, listeners = measure(1)
    more_nodes, more_listeners = measure(4)
    assert more_nodes < nodes + 100
    assert more_listeners < listeners + 10


def test_recent_games_can_be_looked_at_while_others_are_played(visit):
    """They stay for some seconds, and as long as the reader is there."""
    page = visit().go("#/nowhere")
    found = page.evaluate(
        """async () => {
          const { RecentGames } = await import("./recent_games.js");
          const recent = new RecentGames();
          document.body.append(recent.element);
          const position = "......./......./......./......./......./......./.......:1";
          const players = ["Random", "Greedy(open)"];
          const moves = [];
          const game = { experiment: "1", winner: 1, players, position, start: position, moves };
          let now = 0;
          performance.now = () => now;
          const shown = (name, isRunning) => {
            recent.draw([{ ...game, name }], { isRunning });
            return recent.list.querySelector("a").hash.split("/").at(-1);
          };
          const names = [shown("first", true)];
          now = 1000;
          names.push(shown("too early", true));
          now = 5000;
          names.push(shown("second", true));
          recent.list.querySelector("a").focus();
          now = 60000;
          names.push(shown("under the hand", true));
          document.activeElement.blur();
          names.push(shown("third", true), shown("the last", false));
          recent.element.remove();
          return names;
        }"""
    )
    assert found == ["first", "first", "second", "second", "third", "the%20last"]


def test_the_history_of_a_running_match_is_more_than_a_point_per_update(visit):
    """The page adds the result of each update, and reads the pairs between them now and then."""
    page = visit().go("#/nowhere")
    found = page.evaluate(
        """async () => {
          const { HistoryPanel } = await import("./history.js");
          const panel = new HistoryPanel({ signal: new AbortController().signal });
          const elo = { value: 1, low: -1, high: 3 };
          const drawn = [];
          panel.elo.draw = ({ points }) => drawn.push(points.map(({ x }) => x));
          const update = async (pairs) => {
            const points = [pairs - 1, pairs].map((count) => ({ pairs: count, llr: null, ...elo }));
            window.fetch = async () => Response.json({ a: "", b: "", bounds: null, points });
            const pairing = { experiment: "1", pairing: 0, ww: pairs, split: 0, ll: 0, elo };
            panel.add({ pairings: [pairing], sprt: null });
            await new Promise((done) => setTimeout(done, 50));
            return drawn.at(-1);
          };
          return [await update(10), await update(11), await update(20)];
        }"""
    )
    assert found == [[9, 10], [9, 10, 11], [19, 20]]


def held(page):
    """Nodes and listeners in memory, whether they are shown or not."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    found = session.send("Memory.getDOMCounters")
    session.detach()
    return found["nodes"], found["jsEventListeners"]

"""Answers that fail or come late, in a real browser: asked for again, and never shown for new ones.

How requests fail and wait is up to the tests: the server answers at once.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error

# Keeps the timers that repeat.
COUNT_TIMERS = """
window.timers = new Set();
const [set, clear] = [window.setInterval, window.clearInterval];
window.setInterval = (...given) => {
  const timer = set(...given);
  window.timers.add(timer);
  return timer;
};
window.clearInterval = (timer) => {
  window.timers.delete(timer);
  clear(timer);
};
"""
BUSY = {"error": "stopped after 10 s; ask for less"}


class Held:
    """Requests to addresses that match a pattern, which wait."""

    def __init__(self, page, pattern):
        self.page, self.pattern, self.routes = page, pattern, []
        page.route(pattern, self._hold)

    def wait_for(self, count):
        """Wait until so many have been sent."""
        while len(self.routes) < count:
            self.page.wait_for_timeout(20)

    def release(self):
        """Let these and all others go."""
        self.page.unroute(self.pattern)
        for route in self.routes:
            with suppress(Error):  # the page has cancelled it
                route.continue_()

    def _hold(self, route):
        self.routes.append(route)


def test_a_spec_is_checked_again_after_a_failure(visit):
    """By itself once the server is back, and by Enter after an error."""
    one = visit()
    page = one.go("#/play")
    field = page.get_by_label("Heuristic spec")
    note = page.locator(".adding .spec-note")
    page.route("**/api/check**", lambda route: route.abort())
    field.fill("2 * open")
    note.get_by_text("The server does not answer").wait_for()
    page.unroute("**/api/check**")
    note.get_by_text("✓").wait_for()
    page.route("**/api/check**", lambda route: route.fulfill(status=503, json=BUSY))
    field.fill("3 * open")
    note.get_by_text("stopped after 10 s").wait_for()
    page.unroute("**/api/check**")
    field.press("Enter")
    page.locator(".chip", has_text="3 * open").wait_for()
    one.said.clear()


def test_a_list_of_specs_is_checked_again_after_a_failure(visit):
    one = visit()
    page = one.go("#/lab")
    page.get_by_role("button", name="Tournament").click()
    page.locator(".spec-note.right", has_text="✓").first.wait_for()
    page.route("**/api/check**", lambda route: route.abort())
    page.get_by_label("Players, one per line").fill("Greedy(center)\nRandom")
    page.get_by_text("line 1: The server does not answer").wait_for()
    page.unroute("**/api/check**")
    page.get_by_text("line 1: The server does not answer").wait_for(state="detached")
    page.locator(".spec-note.right", has_text="✓").first.wait_for()
    one.said.clear()


@pytest.mark.parametrize("asked", [1, 2], ids=["before", "after"])
def test_a_spec_that_is_typed_over_is_not_chosen(visit, asked):
    """Its answer comes before or after the question about what is typed by then."""
    one = visit()
    page = one.go("#/play")
    held = Held(page, "**/api/check**")
    field = page.get_by_label("Heuristic spec")
    field.fill("open")
    field.press("Enter")
    held.wait_for(1)
    field.fill("open - center")
    held.wait_for(asked)
    held.release()
    page.locator(".adding .spec-note", has_text="✓").wait_for()
    assert field.input_value() == "open - center"
    assert page.locator(".chip").count() == 0


def test_a_view_that_is_left_early_leaves_nothing_behind(visit):
    """The list of the lab was still to come: a timer began after the view was gone."""
    one = visit()
    one.page.add_init_script(COUNT_TIMERS)
    page = one.go("#/puzzles")
    held = Held(page, "**/api/experiments")
    one.page.evaluate("location.hash = '#/lab'")
    held.wait_for(1)
    page.evaluate("location.hash = '#/puzzles'")
    page.locator(".task").wait_for()
    held.release()
    page.wait_for_timeout(100)
    assert page.evaluate("window.timers.size") == 0


def test_the_list_is_not_asked_for_while_an_answer_is_awaited(visit):
    """Answers of a slow server came in any order, and the last one stayed."""
    one = visit()
    page = one.go("#/lab")
    held = Held(page, "**/api/experiments")
    held.wait_for(1)
    page.wait_for_timeout(3500)
    assert len(held.routes) == 1
    held.release()


def test_an_experiment_that_starts_late_does_not_call_the_reader_back(visit):
    one = visit()
    page = one.go("#/lab")
    held = []
    page.route(
        "**/api/experiments",
        lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
    )
    page.get_by_role("button", name="Start", exact=True).click()
    page.evaluate("location.hash = '#/puzzles'")
    page.locator(".task").wait_for()
    held[0].fulfill(json={"id": "1"})
    page.wait_for_timeout(200)
    assert page.url.endswith("#/puzzles")


def test_an_older_history_does_not_replace_a_newer_one(visit, match):
    one = visit()
    held = Held(one.page, "**/history?**")
    page = one.go(f"#/experiments/{match}")
    held.wait_for(2)
    older, newer = held.routes
    newer.continue_()
    chart = page.locator("[aria-label=History] svg").first
    chart.wait_for()
    label = chart.get_attribute("aria-label")
    assert "after 4 pairs" in label
    whole = one.server.ask(f"api/experiments/{match}/history?pairing=0")
    older.fulfill(json=whole | {"points": whole["points"][:2]})
    page.wait_for_timeout(200)
    assert chart.get_attribute("aria-label") == label


def test_older_details_do_not_replace_newer_ones(visit, match):
    """Those that were asked for when another part of an analysis began."""
    one = visit()
    detail = one.server.ask(f"api/experiments/{match}")
    standing = json.dumps(detail["standing"] | {"now": "another part"})
    stream = f"event: standing\ndata: {standing}\n\nevent: end\ndata: {{}}\n\n"
    one.page.route(
        "**/live", lambda route: route.fulfill(body=stream, content_type="text/event-stream")
    )
    asked = []

    def hold_second(route):
        asked.append(route)
        if len(asked) != 2:
            route.continue_()

    one.page.route(f"**/api/experiments/{match}", hold_second)
    page = one.go(f"#/experiments/{match}")
    while len(asked) < 3:
        page.wait_for_timeout(20)
    page.locator("pre", has_text=detail["command"]).wait_for()
    page.wait_for_timeout(200)
    asked[1].fulfill(json=detail | {"command": "lastknight match A B"})
    page.wait_for_timeout(200)
    assert page.locator("pre", has_text=detail["command"]).count() == 1


def test_a_chart_is_asked_for_again_when_its_section_opens(visit, match):
    one = visit()
    page = one.go(f"#/experiments/{match}")
    page.route("**/charts/**", lambda route: route.fulfill(status=500, json={"error": "no room"}))
    summary = page.locator("summary", has_text="Chart")
    summary.click()
    page.locator(".charts .problem", has_text="no room").wait_for()
    page.unroute("**/charts/**")
    summary.click()
    summary.click()
    page.locator(".charts .chart-mark").first.wait_for()
    one.said.clear()


def test_a_comparison_is_retried_while_the_server_is_busy(visit, match):
    one = visit()
    refused = []

    def refuse_once(route):
        refused.append(route)
        if len(refused) == 1:
            route.fulfill(status=503, json=BUSY)
        else:
            route.continue_()

    one.page.route("**/api/compare**", refuse_once)
    one.page.goto(f"{one.server.address}#/compare?a={match}&b={match}")
    one.page.locator(".busy", has_text="The server is busy").wait_for()
    one.page.locator(".difference").wait_for()
    one.said.clear()


def test_one_answer_to_a_puzzle_is_checked_at_a_time(visit):
    """A wrong try that was checked late took back the answer that was shown meanwhile."""
    one = visit()
    page = one.go("#/puzzles/3")
    held = Held(page, "**/api/puzzles/answer**")
    page.locator(".board .open").first.click()
    held.wait_for(1)
    page.get_by_role("button", name="Show the answer").click()
    page.wait_for_timeout(200)
    assert len(held.routes) == 1
    held.release()
    page.locator(".status", has_text=re.compile("gives away the win|Right")).wait_for()


def test_a_dialog_goes_with_its_view(visit):
    """A game that began in it ran on without a board."""
    one = visit()
    page = one.go("#/play")
    page.get_by_role("button", name="New game…").click()
    page.evaluate("location.hash = '#/lab'")
    page.locator(".lab").wait_for()
    assert page.locator("dialog").count() == 0


def test_a_new_game_that_is_cancelled_does_not_begin(visit):
    one = visit()
    page = one.go("#/play?moves=d4,b1&two=you")
    page.get_by_role("button", name="New game…").click()
    held = Held(page, "**/api/line**")
    page.locator("dialog [data-act=start]").click()
    held.wait_for(1)
    page.get_by_role("button", name="Cancel").click()
    held.release()
    page.wait_for_timeout(200)
    assert page.locator(".moves .ply-button").count() == 3


def test_more_games_are_those_of_the_same_search(visit, match):
    """Not of half an opening that is being typed."""
    one = visit()
    games = one.server.ask(f"api/experiments/{match}/games?count=2")
    first = True

    def cut(route):
        nonlocal first
        if first:
            first = False
            route.fulfill(json=games)
        else:
            route.continue_()

    one.page.route("**/games?**", cut)
    page = one.go(f"#/experiments/{match}")
    page.locator("summary", has_text="Games").click()
    page.get_by_text("the first 2 games").wait_for()
    page.get_by_label("Opening").fill("d")
    page.get_by_role("button", name="More games").click()
    page.get_by_text("8 games").wait_for()


def test_games_are_listed_once_the_server_is_back(visit, match):
    one = visit()
    page = one.go(f"#/experiments/{match}")
    page.route("**/games?**", lambda route: route.abort())
    page.locator("summary", has_text="Games").click()
    page.locator(".found-games", has_text="The server does not answer").wait_for()
    page.unroute("**/games?**")
    page.locator(".found-games tbody tr").first.wait_for()
    one.said.clear()


def test_a_comment_stays_with_its_move(visit):
    """Also if a program moves while it is typed."""
    one = visit()
    page = one.go("#/play?moves=d4,b1&one=Random&two=Random&engine=off")
    held = Held(page, "**/api/choose**")
    page.get_by_role("button", name="Watch").click()
    held.wait_for(1)
    comment = page.get_by_label("Comment on this move")
    comment.press_sequentially("early")
    held.release()
    page.locator(".ply-count", has_text=re.compile(r"\b([3-9]|\d\d) of")).wait_for()
    comment.press("Tab")
    one.wait_for_address("say=0.2.early")
    assert comment.input_value() == ""

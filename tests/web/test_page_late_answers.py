"""Answers that fail or come late, in a real browser: asked for again, and never shown for new ones.

How requests fail and wait is up to the tests: the server answers at once.
"""

from __future__ import annotations

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

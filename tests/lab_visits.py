"""The lab on a page, whatever it talks to: asked, watched and pressed through the page itself."""

from __future__ import annotations

from typing import Any

import pytest

import lastknight as lk
from page_visits import Visit

ASK = "async ([path, given]) => (await import('./server.js')).ask(path, given)"
SEND = "async ([path, given]) => (await import('./server.js')).send(path, given)"
# Resolves when an experiment neither runs nor waits; its answer is everything known about it.
FINISH = """async (id) => {
    const { ask, listen } = await import("./server.js");
    for await (const { event } of listen(`/api/experiments/${id}/live`)) if (event === "end") break;
    return ask(`/api/experiments/${id}`);
}"""


class Lab:
    """The lab on a page."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.page = visit.go("#/lab")

    def ask(self, path: str, **given: Any) -> Any:
        """The answer to a question of the API."""
        return self.page.evaluate(ASK, [f"/api/{path}", given])

    def start(self, **request: Any) -> str:
        """Start an experiment, or put it into the queue; its id."""
        given = {"kind": "match", **request}
        return str(self.page.evaluate(SEND, ["/api/experiments", given])["id"])

    def refusal(self, **request: Any) -> str:
        """The line with which an experiment is refused."""
        given = {"kind": "match", **request}
        script = f"""given => ({SEND})(["/api/experiments", given])
            .then(() => "started", error => error.message)"""
        return str(self.page.evaluate(script, given))

    def send(self, path: str, **given: Any) -> None:
        """Change an experiment."""
        self.page.evaluate(SEND, [f"/api/experiments/{path}", given])

    def finish(self, experiment: str) -> dict[str, Any]:
        """Wait for the end of an experiment; everything known about it."""
        found: dict[str, Any] = self.page.evaluate(FINISH, experiment)
        return found

    def play(self, **request: Any) -> dict[str, Any]:
        """Run an experiment to its end; everything known about it."""
        return self.finish(self.start(**request))

    def go(self, route: str) -> None:
        """Go to a view without leaving the page: on the site, experiments run in it."""
        self.page.evaluate("route => { location.hash = route; }", route)

    def show(self, experiment: str) -> None:
        """Show an experiment."""
        self.go(f"#/experiments/{experiment}")
        self.page.locator(".crumbs", has_text=f" {experiment}").wait_for()

    def wait_for_state(self, state: str) -> None:
        """Wait until the experiment on the page is in a state."""
        self.page.locator(f".experiment-head .state.{state}").wait_for()

    def press(self, name: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=name).click()


def check_match(found: dict[str, Any], match: lk.Match) -> None:
    """Check that everything known about a match is what the program knows."""
    facts = match.facts()
    assert found.keys() == facts.keys()
    for name, expected in facts.items():
        if isinstance(expected, float):
            assert found[name] == pytest.approx(expected, abs=1e-6, rel=1e-9), name
        else:
            assert found[name] == expected, name

"""Clones in a real browser: the form shows and starts exactly what was asked, or there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import lastknight as lk
from lastknight.analysis import AnalysisRequest
from lastknight.matches.request import MatchRequest, Request, TournamentRequest
from lastknight.matches.store import Store
from lastknight.report.analysis_folder import keep_request
from lastknight.stats import Sprt
from lastknight.web.experiments.requests import form_of, read_form
from lastknight.web.schemas.experiments import ExperimentRequest
from page_visits import Server, Visit

PLAYERS = ("AlphaBeta(ratio, nodes=60)", "Greedy(open)")
SMALL = lk.Position(5, 5, "a1 e5")
LARGE_SEED = 2**53 + 1

SHOWN: dict[str, Request] = {
    "listed openings": MatchRequest(players=PLAYERS, openings=("d4 b1", "c3 e5")),
    "a census": MatchRequest(players=PLAYERS, openings="census", plies=1),
    "a large seed": MatchRequest(players=PLAYERS, pairs=3, seed=LARGE_SEED),
    "own error rates": MatchRequest(players=PLAYERS, sprt=Sprt(-2.5, 20, alpha=0.01)),
    "two limits": MatchRequest(players=("AlphaBeta(ratio, depth=3, nodes=60)", "Random"), pairs=2),
    "another board": MatchRequest(players=PLAYERS, pairs=2, start=SMALL, plies=1, start_ply=4),
    "opponents": TournamentRequest(players=PLAYERS, against=("Random",), openings="empty", pairs=2),
    "pairs of an analysis": AnalysisRequest(heuristics=("ratio",), pairs=20, nodes=50),
    "opponents of an analysis": AnalysisRequest(
        heuristics=("ratio", "open"), against=("Random", "Greedy(open)"), effort="quick", nodes=50
    ),
    "heuristics in an order of their own": AnalysisRequest(
        heuristics=("reach(k=3)", "2 * open", "center"), baseline="open - center", nodes=50
    ),
    "a census of an analysis": AnalysisRequest(
        heuristics=("ratio",), openings="census", plies=1, nodes=50
    ),
}
NOT_SHOWN: dict[str, Request] = {
    "more pairs than the page may ask for": MatchRequest(players=PLAYERS, pairs=200_000),
    "fewer nodes than the page may ask for": AnalysisRequest(heuristics=("ratio",), nodes=10),
    "a time limit": MatchRequest(players=PLAYERS, pairs=2, move_seconds=2.0),
    "known costs": AnalysisRequest(heuristics=("ratio",), costs={"ratio": 2.0}),
    "a board in play": MatchRequest(
        players=PLAYERS, pairs=2, start=lk.Position.from_moves("d4 b1")
    ),
    "two lines": MatchRequest(players=("AlphaBeta(ratio,\n nodes=60)", "Random"), pairs=2),
    "an opening without moves": MatchRequest(players=PLAYERS, openings=("", "d4 b1")),
    "too long for one request": MatchRequest(
        players=PLAYERS, openings=tuple(["d4 b1 c2 d2 e4 f4 g6"] * 4000)
    ),
    "pairs of a census": AnalysisRequest(heuristics=("ratio",), openings="census", pairs=20),
}


@pytest.fixture
def store_request(server: Server) -> Callable[[str, Request], str]:
    """Stores an experiment without games, as the command line does; its id."""

    def store_one(name: str, request: Request) -> str:
        if isinstance(request, AnalysisRequest):
            folder = server.folder / name.replace(" ", "-")
            folder.mkdir()
            keep_request(request, request.inquiry(), folder)
            return folder.name
        assert isinstance(request, MatchRequest | TournamentRequest)
        plan = request.plan()
        with Store(server.folder / "lastknight.db") as store:
            return str(store.open_experiment(plan.identity(), plan.about("1")).id)

    return store_one


@pytest.mark.parametrize("name", SHOWN)
def test_a_clone_starts_what_was_asked(
    visit: Callable[..., Visit], store_request: Callable[[str, Request], str], name: str
) -> None:
    request = SHOWN[name]
    sent = _start_clone(visit(), store_request(name, request))
    assert read_form(ExperimentRequest.model_validate(sent).model_dump()) == request


@pytest.mark.parametrize("request_", NOT_SHOWN.values(), ids=list(NOT_SHOWN))
def test_what_the_form_cannot_show_is_not_cloned(request_: Request) -> None:
    assert form_of(request_) is None


def test_a_clone_shows_what_is_unusual(
    visit: Callable[..., Visit], store_request: Callable[[str, Request], str]
) -> None:
    """A folded section opens if it has it, and stays open."""
    one = visit()
    request = MatchRequest(players=PLAYERS, openings=("d4 b1", "c3 e5"), seed=LARGE_SEED)
    page = one.go(f"#/experiments/{store_request('unusual', request)}")
    page.get_by_role("link", name="Clone or edit").click()
    page.get_by_text("Copied from an experiment. More pairs continue it").wait_for()
    assert page.get_by_label("Random seed").input_value() == str(LARGE_SEED)
    assert page.get_by_label("Random seed").is_visible()
    assert page.get_by_label("Moves of each opening").input_value() == "d4 b1\nc3 e5"
    page.get_by_role("combobox", name="Openings").select_option("random")
    assert page.get_by_label("Random seed").is_visible()
    assert page.get_by_label("Moves of each opening").count() == 0


def test_the_pairs_of_an_analysis_are_not_those_of_a_match(
    visit: Callable[..., Visit], store_request: Callable[[str, Request], str]
) -> None:
    """Nor its opponents those of a tournament: a hidden control holds nothing for another."""
    one = visit()
    request = AnalysisRequest(heuristics=("ratio",), against=("Random",), pairs=20, nodes=50)
    page = one.go(f"#/lab?from={store_request('hidden', request)}")
    page.get_by_text("Copied from an experiment. Start makes a new one.").wait_for()
    page.get_by_role("button", name="Tournament").click()
    sent = _press_start(one)
    assert (sent["pairs"], sent["against"]) == (500, [])


def test_the_form_sends_what_it_shows(visit: Callable[..., Visit]) -> None:
    """Openings chosen for a match are shown for an analysis too; half a number is not sent."""
    one = visit()
    page = one.go("#/lab")
    openings = page.get_by_role("combobox", name="Openings")
    openings.select_option("census")
    page.get_by_role("button", name="Analysis").click()
    assert openings.input_value() == "census"
    openings.select_option("empty")
    nodes = page.get_by_label("Nodes per move")
    nodes.press_sequentially("50e")
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator("p.problem", has_text="nodes must be a number").wait_for()
    nodes.press("Backspace")
    sent = _press_start(one)
    assert (sent["openings"], sent["pairs"], sent["nodes"]) == ("empty", None, 50)


def _start_clone(one: Visit, experiment: str) -> Any:
    """What the form sends that was filled from an experiment."""
    one.go(f"#/lab?from={experiment}").get_by_text("Copied from an experiment").wait_for()
    return _press_start(one)


def _press_start(one: Visit) -> Any:
    with one.page.expect_request("**/api/experiments") as asked:
        one.page.route(
            "**/api/experiments",
            lambda route: (
                route.fulfill(json={"id": "1"})
                if route.request.method == "POST"
                else route.continue_()
            ),
        )
        one.page.get_by_role("button", name="Start", exact=True).click()
        one.page.wait_for_url("**/#/experiments/1")
    return asked.value.post_data_json

"""The champion, for comparison: its match against the baseline."""

import lastknight as lk
from lastknight.analysis import Inquiry, Session
from lastknight.analysis.champion import PAIRS, find_champion, planned_champion
from lastknight.analysis.rounds import planned_work


def inquire(*candidates: str, **options) -> Inquiry:
    given = {"nodes": 150, "start": lk.Position(5, 5), "effort": "quick"}
    return Inquiry(tuple(map(lk.heuristic, candidates)), **given | options)


def test_it_plays_the_same_match_as_anybody():
    session = Session(inquire("ratio"), workers=1)
    found = find_champion(session)
    nodes = [lk.AlphaBeta(spec, nodes=150) for spec in ("champion", "improved")]
    match = lk.play_match(*nodes, pairs=PAIRS["quick"], start=lk.Position(5, 5), workers=1)
    assert (found.record.ww, found.record.split, found.record.ll) == tuple(match.pairs)
    assert found.record.elo == match.elo
    assert session.games == 2 * PAIRS["quick"]
    assert found.cost.value > 0


def test_a_given_cost_is_not_measured():
    found = find_champion(Session(inquire("ratio", known_costs={"champion": 4.5}), workers=1))
    assert (found.cost.low, found.cost.value, found.cost.high) == (4.5, 4.5, 4.5)


def test_it_is_not_played_again_where_it_is_in_the_analysis():
    for inquiry in (
        inquire("champion"),
        inquire("ratio", baseline=lk.heuristic("champion")),
        inquire("ratio", companions=(lk.heuristic("champion"),)),
    ):
        assert planned_champion(inquiry) is None
        assert find_champion(Session(inquiry)) is None
        assert planned_work(inquiry)["champion"] == 0


def test_it_plays_no_opening_twice():
    inquiry = inquire("ratio", openings=["c3 a1", "a1 b3", "b2 e5"])
    assert planned_champion(inquiry).pairs == 3

"""Heuristics in Python: what their nodes cost, and how many nodes an analysis gives them."""

from dataclasses import replace
from time import sleep

import pytest

from command_line import COMMANDS
from lastknight.analysis import AnalysisRequest, Session, analyse
from lastknight.analysis import inquiry as inquiries
from lastknight.analysis.inquiry import affordable_nodes
from lastknight.analysis.meetings import Meeting, MeetingResult
from lastknight.analysis.time_budget import TimeBudget, equal_share
from lastknight.errors import HeuristicError
from lastknight.heuristics import heuristic
from lastknight.matches import costs
from lastknight.matches.costs import relative_costs, rough_cost
from lastknight.players import AlphaBeta, Choice
from lastknight.position import Position
from lastknight.report.analysis_folder import keep_request, settle_request

MINE = """
def quick(position, player):
    return len(position.legal_moves(player)) - 2 * len(position.legal_moves(3 - player))

def slow(position, player):
    return quick(position, player) + 0 * sum(i * i for i in range(400))
"""


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE, encoding="utf-8")
    return str(path)


def sleepy(_position, _player):
    sleep(0.01)
    return 0


def failing(_position, _player):
    raise ValueError("no")


def test_waiting_is_not_counted_as_the_cost_of_a_choice():
    choice = AlphaBeta(heuristic(sleepy), depth=1).choose(Position.from_moves("d4 b1"), seed=1)
    assert choice.evaluations >= 8
    assert choice.seconds < 0.01 * choice.evaluations / 2


@pytest.mark.usefixtures("few_games")
def test_python_is_compared_with_the_baseline_in_python(mine):
    request = AnalysisRequest(
        heuristics=(mine,),
        effort="quick",
        nodes=50,
        pairs=8,
        against=("Random",),
        claims=False,
        start=Position(5, 5),
    )
    facts = analyse(Session(request.inquiry(), workers=2), command=[])
    quick, slow, improved = facts.heuristics[:3]
    assert quick.twin == slow.twin == "python_improved"
    assert improved.twin is None
    assert improved.cost == 1
    assert 0.1 < quick.cost < 10  # over 50 as a multiple of native code
    assert slow.cost > 2 * quick.cost


@pytest.mark.usefixtures("few_games")
def test_a_cost_that_the_user_gives_is_the_cost(mine):
    spec = str(heuristic(f"{mine}:quick"))
    request = AnalysisRequest(
        heuristics=(spec,),
        effort="quick",
        nodes=50,
        pairs=4,
        costs={spec: 7.125},
        against=("Random",),
        claims=False,
        start=Position(5, 5),
    )
    facts = analyse(Session(request.inquiry(), workers=1), command=[])
    assert (facts.heuristics[0].cost, facts.heuristics[0].twin) == (7.125, None)


@pytest.mark.parametrize(
    ("cost", "nodes"),
    [
        (1, 15000),
        (100, 1500),
        (300, 500),
        (1300, 150),
        (4000, 50),
        (320_000, 15),
        (1e6, 5),
        (4e6, 2),
    ],
)
def test_the_slower_a_heuristic_in_python_the_fewer_nodes(cost, nodes, monkeypatch):
    monkeypatch.setattr(inquiries, "rough_cost", lambda subject: cost)
    assert affordable_nodes([heuristic(sleepy)], "default") == nodes
    assert affordable_nodes([heuristic("longest_path")], "default") == 15000


def test_a_heuristic_that_fails_has_no_cost():
    assert rough_cost(heuristic(failing)) is None
    assert affordable_nodes([heuristic(failing)], "quick") == 15000


def test_an_analysis_resumes_with_the_limit_it_began_with(mine, tmp_path, monkeypatch):
    request = AnalysisRequest(heuristics=(mine,), effort="quick")
    monkeypatch.setattr(inquiries, "rough_cost", lambda subject: 1000)
    began = settle_request(request, tmp_path)
    assert began.nodes == 50
    assert "--nodes 50" in " ".join(began.words())
    keep_request(began, began.inquiry(), tmp_path)
    monkeypatch.setattr(inquiries, "rough_cost", lambda subject: 100)
    assert settle_request(request, tmp_path) == began
    assert settle_request(replace(request, seed=2), tmp_path).nodes == 500
    assert settle_request(replace(request, nodes=60), tmp_path).nodes == 60


@pytest.mark.parametrize(
    ("needs", "share"),
    [([1.0, 20.0, 30.0], 4.5), ([1.0, 2.0], 10.0), ([0.0, 0.0, 9.0, 9.0], 5.0), ([], 10.0)],
)
def test_time_is_shared_out_equally_and_no_more_than_needed(needs, share):
    assert equal_share(10.0, needs) == share
    assert sum(min(need, share) for need in needs) <= 10.0


def test_the_games_of_slow_heuristics_stay_within_the_time(mine):
    specs = (f"{mine}:quick", f"{mine}:slow", "open")
    fast, slow, native = (AlphaBeta(heuristic(one), nodes=100) for one in specs)
    budget = TimeBudget(20.0, {str(fast.heuristic): 1e-6, str(slow.heuristic): 1e-3})
    meetings = [Meeting(one, native, 50) for one in (fast, slow, native)]
    afforded = budget.afford(meetings)
    assert [one.pairs for one in afforded] == [50, 8, 50]
    assert sum(budget.pair_seconds(one) * one.pairs for one in afforded) <= 20.0
    deep = Meeting(AlphaBeta(slow.heuristic, depth=9), native, 50)
    assert [one.pairs for one in budget.afford([deep])] == [0]
    assert [one.pairs for one in budget.afford([deep], least=1)] == [1]


def test_a_quick_analysis_of_a_very_slow_heuristic_plays_few_games(mine, monkeypatch):
    """As if every node took ten seconds."""
    monkeypatch.setattr(MeetingResult, "node_seconds", lambda _result, _side: 10.0)
    request = AnalysisRequest(
        heuristics=(f"{mine}:quick",), effort="quick", nodes=15, against=("Random",), claims=False
    )
    session = Session(request.inquiry(), workers=1)
    facts = analyse(session, command=[])
    mine_alone = facts.direct[0].record.pairs + sum(one.record.pairs for one in facts.budgets)
    assert facts.direct[0].record.pairs == 4
    assert mine_alone == 8, "the direct match is the only one at a limit that is played"
    assert facts.heuristics[0].twin == "python_improved"


def test_measuring_a_cost_is_bounded(monkeypatch):
    """As if every node took a second: few nodes, and no more positions than needed."""
    searched = []

    def choose(player, _position, *, seed):  # noqa: ARG001
        searched.append(player.nodes)
        seconds = 1.0 if player.heuristic.core.needs_python else 1e-7
        return Choice((0, 0), nodes=player.nodes, seconds=player.nodes * seconds)

    found = [Position.from_moves("d4 b1")] * 80
    monkeypatch.setattr(costs, "_positions", lambda: found)
    monkeypatch.setattr(AlphaBeta, "choose", choose)
    (cost,) = relative_costs([heuristic(sleepy)])
    assert cost == pytest.approx(1e7)
    assert max(searched) <= 5000
    assert len(searched) < 50


def test_a_heuristic_too_slow_for_any_analysis_is_left_out_with_its_time(mine, monkeypatch):
    check = inquiries.check_guarded

    def slow(*arguments, **options):
        done = check(*arguments, **options)
        return replace(done, result=replace(done.result, seconds=0.4))

    monkeypatch.setattr(inquiries, "check_guarded", slow)
    with pytest.raises(HeuristicError, match=r"is too slow to analyse: 0\.4 s for a value"):
        inquiries.read_candidates([mine], start=Position())


def test_every_limit_that_an_analysis_chooses_can_be_given_to_repeat_it():
    (option,) = (one for one in COMMANDS["analyze"].params if "--nodes" in one.opts)
    assert option.type_descriptor.parameter_info.min == inquiries.FEWEST_NODES

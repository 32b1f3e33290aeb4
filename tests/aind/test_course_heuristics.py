"""Functions of course agents as heuristics, in specs, searches, matches and analyses."""

import json
import pickle
import random
from pathlib import Path

import pytest

import lastknight as lk
from lastknight.aind import load
from lastknight.aind.isolation import board_of
from lastknight.cli import main
from lastknight.heuristics.files import specs_in
from reference import rules

AGENTS = Path(__file__).parents[1] / "agents"
NEW = AGENTS / "new" / "game_agent.py"
POSITION = lk.Position.from_moves("d4 b1 c2 d2")


def test_a_file_means_its_custom_scores(tmp_path):
    assert specs_in(str(NEW)) == [
        f"{NEW}:custom_score", f"{NEW}:custom_score_2", f"{NEW}:custom_score_3",
    ]  # fmt: skip
    odd = AGENTS / "odd_scores.py"
    names = [spec.rpartition(":")[2] for spec in specs_in(str(odd))]
    assert names == [f"custom_score{number}" for number in ("", "_2", "_3", "_5", "_6")]
    mine = tmp_path / "mine.py"
    mine.write_text("def near(game, player): return 1\ndef own(player, game): return 2\n")
    assert specs_in(str(mine)) == [f"{mine}:near"]
    mine.write_text("from isolation import Board\n")
    with pytest.raises(lk.NotationError, match=r"no function f\(game, player\)"):
        specs_in(str(mine))


def test_values_are_those_of_the_function_on_the_board():
    agent = load(NEW)
    rng = random.Random(5)
    for name, function in agent.heuristics.items():
        heuristic = lk.heuristic(f"{NEW}:{name}")
        for _ in range(100):
            text = rules.random_position(rng, 7, 7, plies=rng.randrange(2, 30)).text
            position = lk.Position.parse(text)
            if not position.is_over:
                board = board_of(position, "one", "two")
                limit = 1.7976931348623157e308  # only the end of a game is infinite
                for player, seat in ((1, "one"), (2, "two")):
                    expected = max(-limit, min(limit, function(board, seat)))
                    assert heuristic(position, player) == expected


def test_the_native_search_agrees_with_the_catalogue(tmp_path):
    file = tmp_path / "game_agent.py"
    file.write_text(
        "from sample_players import improved_score, center_score\n"
        "def custom_score(game, player): return improved_score(game, player)\n"
        "def custom_score_2(game, player): return center_score(game, player)\n"
    )
    for name, known in (("custom_score", "improved"), ("custom_score_2", "center")):
        found = lk.AlphaBeta(f"{file}:{name}", depth=4).choose(POSITION, seed=3)
        expected = lk.AlphaBeta(known, depth=4).choose(POSITION, seed=3)
        assert (found.move, found.score, found.nodes) == (
            expected.move, expected.score, expected.nodes,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("odd_scores.py:custom_score", 5),
        ("odd_scores.py:custom_score_3", 10),
        ("odd_scores.py:custom_score_5", 0),
        ("odd_scores.py:custom_score_6", 1),
        ("siblings/game_agent.py:custom_score", 3.4),
        ("package/team/game_agent.py:custom_score", -2.5),
        ("oldest/game_agent.py:custom_score", 21),
        ("oldest/game_agent.py:custom_score_2", 7),
        ("board_reader.py:custom_score", 45),
        ("board_reader.py:custom_score_2", 7),
        ("board_reader.py:custom_score_3", 0),
        ("twin/game_agent.py:custom_score", 7),
        ("competition/competition_agent.py:custom_score", 18),
        ("early_crasher.py:custom_score", 1),
    ],
)
def test_heuristics_of_the_corpus(spec, value):
    heuristic = lk.heuristic(f"{AGENTS / spec}")
    assert heuristic(POSITION, 1) == value
    assert heuristic(POSITION, 1) == value
    sent = pickle.loads(pickle.dumps(heuristic))
    assert sent == heuristic
    assert sent(POSITION, 1) == value


@pytest.mark.parametrize(
    ("spec", "error", "words"),
    [
        ("odd_scores.py:custom_score_2", lk.HeuristicError, "one number, not a tuple such as ("),
        ("early_crasher.py:custom_score", lk.HeuristicError, "raised TypeError: cannot unpack"),
    ],
)
def test_a_heuristic_that_fails_says_why(spec, error, words):
    position = lk.Position() if "crasher" in spec else POSITION
    with pytest.raises(error) as caught:
        lk.heuristic(f"{AGENTS / spec}")(position, 1)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("new/game_agent.py:custom_scor", "did you mean 'custom_score'?"),
        ("new/game_agent.py:AlphaBetaPlayer", "is a player, not a heuristic"),
        ("new/game_agent.py:random", "is not a function f(game, player)"),
        ("odd_scores.py:custom_score_4", "is not a function f(game, player)"),
    ],
)
def test_anything_but_a_heuristic_is_refused(spec, words):
    with pytest.raises(lk.NotationError) as caught:
        lk.heuristic(f"{AGENTS / spec}")
    assert words in str(caught.value)


def test_an_agent_that_cannot_be_imported_is_reported(tmp_path):
    (tmp_path / "game_agent.py").write_text("import isolation\n1 / 0\n")
    with pytest.raises(lk.AgentError, match="ZeroDivisionError"):
        lk.heuristic(f"{tmp_path}/game_agent.py:custom_score")


def test_changed_files_are_read_again(tmp_path):
    (tmp_path / "helper.py").write_text("VALUE = 1\n")
    agent = tmp_path / "game_agent.py"
    agent.write_text("import helper\ndef custom_score(game, player): return helper.VALUE\n")
    spec = f"{agent}:custom_score"
    before = lk.heuristic(spec)
    assert lk.heuristic(spec).functions()[0] is before.functions()[0]  # not imported twice
    (tmp_path / "helper.py").write_text("VALUE = 2\n")
    assert (before(POSITION, 1), lk.heuristic(spec)(POSITION, 1)) == (1, 2)


def test_they_combine_with_others():
    mixed = lk.heuristic(f"{NEW}:custom_score_2 - 0.5 * improved")
    alone, improved = lk.heuristic(f"{NEW}:custom_score_2"), lk.heuristic("improved")
    assert mixed(POSITION, 2) == alone(POSITION, 2) - 0.5 * improved(POSITION, 2)
    assert mixed.is_course
    assert not improved.is_course


def test_heuristics_for_positions_in_an_agents_file_are_unaffected(tmp_path):
    file = tmp_path / "both.py"
    file.write_text(
        "import lastknight as lk\n"
        "def custom_score(game, player): return 1\n"
        "def mine(position, player): return position.to_move\n"
        "ready = lk.heuristic('open')\n"
    )
    assert lk.heuristic(f"{file}:mine")(POSITION, 2) == 1
    assert lk.heuristic(f"{file}:ready")(POSITION, 1) == lk.heuristic("open")(POSITION, 1)


@pytest.mark.parametrize("score", ["null", "open_move", "improved", "center"])
def test_every_agent_has_the_sample_scores(score):
    heuristic = lk.heuristic(f"{NEW}:{score}_score")
    known = lk.heuristic(score.partition("_")[0])
    assert [heuristic(POSITION, who) for who in (1, 2)] == [known(POSITION, who) for who in (1, 2)]
    assert heuristic.is_course


def test_workers_play_the_same_games(tmp_path):
    def games(workers):
        a = lk.AlphaBeta(f"{AGENTS / 'siblings' / 'game_agent.py'}:custom_score", nodes=40)
        b = lk.AlphaBeta(f"{NEW}:custom_score", nodes=40)
        with lk.Store(tmp_path / f"{workers}.db") as store:
            match = lk.play_match(a, b, pairs=3, seed=2, workers=workers, store=store)
            assert match.wins + match.losses == 6
            (experiment,) = store.experiments()
            chunks = sorted(store.chunks(experiment.id), key=lambda chunk: chunk.first_pair)
            return [game for chunk in chunks for game in chunk.games()]

    assert games(1) == games(2)


def test_the_check_reports_on_a_students_file(capsys):
    crasher = AGENTS / "early_crasher.py"  # asked from two plies on, it never fails
    assert main(["check", str(crasher), "--positions", "30", "--json", "-"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["is_sound"]
    assert found["heuristic"] == f"{crasher}:custom_score"
    tuples = AGENTS / "odd_scores.py"
    assert main(["check", f"{tuples}:custom_score_2", "--positions", "10"]) == 1


@pytest.mark.usefixtures("few_games", "no_charts")
def test_the_analysis_of_a_students_file(tmp_path, capsys):
    options = ["--quick", "--nodes", "60", "--pairs", "10", "--width", "5", "--height", "5"]
    options += [word for spec in specs_in(str(NEW)) for word in ("--cost", f"{spec}=20")]
    output = tmp_path / "out"
    assert main(["analyze", str(NEW), "-o", str(output), "--against", "Random", *options]) == 0
    asked = "Are custom_score, custom_score_2 and custom_score_3 better than improved?"
    assert asked in capsys.readouterr().out
    page = (output / "report.html").read_text(encoding="utf-8")
    for name in ("custom_score", "custom_score_2", "custom_score_3"):
        assert name in page
    assert "Own moves less twice the opponent" in page

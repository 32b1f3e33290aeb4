"""Players as values: specs, limits, and choices that depend only on position and seed."""

import pickle
import threading
from collections import Counter

import pytest

import lastknight as lk
from lastknight.players import Choice, Limit, complete, is_player_spec


@pytest.fixture
def position():
    return lk.Position.from_moves("d4 b1")


def test_random_chooses_every_legal_move_equally_often(position):
    counts = Counter(lk.Random().choose(position, seed=seed).move for seed in range(8_000))
    assert sorted(counts) == position.legal_moves()
    assert all(850 < count < 1150 for count in counts.values())


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Random", "Random"),
        ("Random()", "Random"),
        ("Greedy(improved)", "Greedy(improved)"),
        ("Minimax(open)", "Minimax(open, depth=3)"),
        ("AlphaBeta(ratio,nodes=15_000)", "AlphaBeta(ratio, nodes=15000)"),
        (
            "AlphaBeta(improved - open, seconds=.5, depth=4)",
            "AlphaBeta(improved - open, depth=4, seconds=0.5)",
        ),
    ],
)
def test_specs_are_written_in_one_way(text, canonical, position):
    player = lk.player(text)
    assert str(player) == canonical
    assert repr(player) == f"player({canonical!r})"
    assert lk.player(canonical) == player
    sent = pickle.loads(pickle.dumps(player))
    assert sent == player
    assert sent.choose(position, seed=5).move == player.choose(position, seed=5).move


def test_players_are_made_from_specs_heuristics_and_functions(position):
    def mine(where, player):
        return len(where.legal_moves(player)) - len(where.legal_moves(3 - player))

    made = [lk.AlphaBeta(h, depth=3) for h in ("improved", lk.heuristic("improved"), mine)]
    moves = {player.choose(position, seed=2).move for player in made}
    assert len(moves) == 1
    assert made[0] == made[1]
    assert made[0] != lk.AlphaBeta("improved", depth=4)
    assert made[0] != lk.Minimax("improved", depth=3)


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (lambda: lk.AlphaBeta("ratio"), "AlphaBeta needs a limit: depth, nodes or seconds"),
        (
            lambda: lk.AlphaBeta("ratio", depth=0),
            "depth must be a whole number from 1 to 128, got 0",
        ),
        (lambda: lk.AlphaBeta("ratio", depth=2.0), "depth must be a whole number"),
        (lambda: lk.AlphaBeta("ratio", nodes=-5), "nodes must be a whole number from 1"),
        (lambda: lk.AlphaBeta("ratio", nodes=True), "nodes must be a whole number"),
        (
            lambda: lk.AlphaBeta("ratio", seconds=0),
            "seconds must be above 0, at most 1000000, got 0",
        ),
        (lambda: lk.AlphaBeta("ratio", seconds=float("inf")), "seconds must be above 0"),
        (lambda: lk.AlphaBeta("ratio", seconds="1"), "seconds must be above 0"),
        (lambda: lk.Minimax("ratio", depth=None), "Minimax needs a limit"),
        (lambda: lk.player("Expert()"), "Expert needs a limit: nodes or seconds"),
        (lambda: lk.AlphaBeta("ratio", depth=3).with_limit(depth=None), "AlphaBeta needs a limit"),
        (
            lambda: lk.AlphaBeta("ratio", depth=3).with_limit(nodes=0),
            "nodes must be a whole number",
        ),
        (lambda: lk.player("AlphaBeta(ratio, nodes=1.5)"), "nodes must be a whole number"),
    ],
)
def test_limits_out_of_range_are_refused(attempt, words):
    with pytest.raises(lk.ArgumentError) as caught:
        attempt()
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("AlphaBeta", "AlphaBeta needs a heuristic: AlphaBeta(improved, depth=3)"),
        ("Minimax()", "Minimax takes one heuristic"),
        ("Greedy(open, ratio)", "Greedy takes one heuristic: Greedy(improved)"),
        ("Greedy(open, depth=2)", "Greedy takes no limit, not 'depth'"),
        ("AlphaBeta(open, breadth=2)", "takes depth, nodes, seconds, not 'breadth'"),
        ("AlphaBeta(open, depth=x)", "depth of AlphaBeta must be a number, got x"),
        ("AlhpaBeta(open)", "unknown player or heuristic 'AlhpaBeta'; did you mean 'AlphaBeta'?"),
        ("AlphaBeta(opne, depth=1)", "did you mean 'open'?"),
        ("Random(3)", "Random takes no arguments, got 'Random(3)'"),
        ("Expert", "Expert needs a limit: Expert(nodes=100000)"),
        ("Expert(depth=3)", "Expert takes nodes, seconds, not 'depth'"),
        ("3 + 4", "write one like AlphaBeta(improved, nodes=15000)"),
        ("", "not a player: ''"),
    ],
)
def test_other_text_is_refused(text, words):
    with pytest.raises(lk.NotationError) as caught:
        lk.player(text)
    assert words in str(caught.value)


DEEPENING = [
    "AlphaBeta(improved, nodes=5000)",
    "AlphaBeta(longest_path, depth=6, nodes=20000)",
    "Minimax(open, nodes=5000)",
    "Expert(nodes=5000)",
]


@pytest.mark.parametrize("spec", DEEPENING)
def test_each_finished_depth_is_reported_and_the_choice_is_the_same(spec, position):
    player = lk.player(spec)
    reported = []
    choice = player.choose(position, seed=5, on_depth=reported.append)
    assert choice == player.choose(position, seed=5)
    assert [one.depth for one in reported] == list(range(1, choice.depth + 1))
    nodes = [one.nodes for one in reported]
    assert nodes == sorted(nodes)
    assert nodes[-1] <= choice.nodes
    last = reported[-1]
    assert (last.move, last.score, last.line) == (choice.move, choice.score, choice.line)


def test_a_report_is_the_choice_of_a_search_that_ends_there(position):
    reported = []
    lk.AlphaBeta("improved", nodes=5000).choose(position, seed=5, on_depth=reported.append)
    assert len(reported) > 3
    for one in reported:
        shallow = lk.AlphaBeta("improved", nodes=5000, depth=one.depth)
        assert one == shallow.choose(position, seed=5)


def test_a_search_to_a_depth_alone_reports_that_depth(position):
    reported = []
    choice = lk.AlphaBeta("improved", depth=4).choose(position, seed=5, on_depth=reported.append)
    assert reported == [choice]


def test_a_solved_game_is_the_last_report():
    start = lk.Position.parse(".2./.../1..:1")
    for player in (lk.AlphaBeta("null", nodes=10_000), lk.Expert(nodes=10_000)):
        reported = []
        choice = player.choose(start, on_depth=reported.append)
        assert choice.solved
        assert not any(one.solved for one in reported[:-1])


@pytest.mark.parametrize("spec", DEEPENING)
def test_what_a_report_raises_ends_the_search(spec, position):
    reported = []

    def report(choice):
        reported.append(choice)
        if choice.depth == 2:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        lk.player(spec).choose(position, on_depth=report)
    assert len(reported) == 2


def test_other_threads_run_while_a_search_with_reports_does(position):
    """The report waits for another thread, which needs the interpreter to answer."""
    asked, answered = threading.Event(), threading.Event()

    def answer():
        asked.wait()
        answered.set()

    thread = threading.Thread(target=answer)
    thread.start()

    def report(_choice):
        asked.set()
        assert answered.wait(60)

    lk.AlphaBeta("improved", nodes=500).choose(position, on_depth=report)
    thread.join()


@pytest.mark.parametrize(
    ("spec", "limits", "limited"),
    [
        ("AlphaBeta(open, depth=9)", {"nodes": 50}, "AlphaBeta(open, depth=9, nodes=50)"),
        ("AlphaBeta(open, nodes=9)", {"nodes": 50}, "AlphaBeta(open, nodes=50)"),
        ("Minimax(open)", {"depth": 5}, "Minimax(open, depth=5)"),
        ("Expert(seconds=1)", {"nodes": 50}, "Expert(nodes=50, seconds=1)"),
        ("Random", {"nodes": 50}, "Random"),
        ("Perfect", {"nodes": 50}, "Perfect"),
    ],
)
def test_limits_can_be_replaced(spec, limits, limited):
    player = lk.player(spec)
    assert complete(player).with_limit(**limits) == lk.player(limited)
    assert str(player) == str(lk.player(spec))


def test_a_greedy_player_keeps_a_limit_too(position):
    limited = lk.Greedy("open").with_limit(nodes=3)
    assert limited.choose(position, seed=1).nodes == 3
    assert type(limited) is lk.Greedy


def python_heuristic(_position, _player):
    return 0.0


class First:
    """A user's player that has nothing but `choose`."""

    def choose(self, position, **_):
        return Choice(position.legal_moves()[0])


class Stubborn(lk.AlphaBeta):
    """A search that a user changed."""

    def choose(self, position, **_):
        return Choice(position.legal_moves()[0])


@pytest.mark.parametrize(
    ("player", "is_native"),
    [
        (lk.Random(), True),
        (lk.AlphaBeta("improved", depth=1), True),
        (lk.Greedy("2 * open - ratio"), True),
        (lk.Expert(nodes=100), True),
        (lk.AlphaBeta(python_heuristic, depth=1), False),
        (lk.Perfect(), False),
        (Stubborn("improved", depth=1), False),
        (First(), False),
    ],
)
def test_players_say_whether_the_core_can_play_them(player, is_native):
    assert (complete(player).native() is not None) == is_native


def test_a_player_that_only_chooses_gets_answers_for_the_rest(position):
    player = complete(First())
    assert player.choose(position).move == position.legal_moves()[0]
    assert player.limit == Limit()
    assert player.with_limit(nodes=5) is player
    assert player.patience is None
    assert "nothing but `choose`" in player.sources().text
    with player.seat() as seat:
        assert seat.choose(position).move == position.legal_moves()[0]
        assert seat.output() == ""


def test_sources_are_the_users_code_alone():
    for spec in ("Random", "Perfect", "Expert(nodes=5)", "AlphaBeta(2 * ratio, depth=1)"):
        sources = complete(lk.player(spec)).sources()
        assert (sources.text, sources.digest) == (None, None)
    own = lk.AlphaBeta(python_heuristic, depth=1).sources()
    assert "def python_heuristic" in own.text
    assert own.digest != complete(First()).sources().digest
    changed = Stubborn(python_heuristic, depth=1).sources()
    assert len({own.digest, changed.digest, Stubborn("open", depth=1).sources().digest}) == 3


@pytest.mark.parametrize(
    ("text", "is_player"),
    [
        ("Perfect", True),
        ("Random()", True),
        ("Expert(nodes=1000)", True),
        ("Minimax(open)", True),
        ("game_agent.py:CustomPlayer(nodes=100)", True),
        ("improved", False),
        ("value(power=2)", False),
        ("improved - Random", False),
        ("mine.py:chase", False),
    ],
)
def test_player_specs_are_distinguished_from_heuristic_specs(text, is_player):
    assert is_player_spec(text) == is_player

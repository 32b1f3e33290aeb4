"""What the native searches choose, against the slow reference and the brute-force solver.

Limits are depths and nodes. Where time is limited, nothing is asserted about the time it took.
"""

from __future__ import annotations

import _thread
import functools
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from math import inf, isclose, isinf, nan
from typing import TYPE_CHECKING

import pytest

import lastknight as lk
from reference import heuristics as slow
from reference import rules
from reference import search as slow_search

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastknight.players import Choice

Case = tuple[str, dict[str, float]]
CASES: list[Case] = [
    *[
        (name, {p.name: p.default for p in entry.parameters})
        for name, entry in {**lk.heuristics(), **lk.building_blocks()}.items()
    ],
    ("value", {"power": 2, "weight": 2}),
    ("value", {"power": 3, "weight": 0.3}),
    ("reach", {"k": 2}),
    ("reach_own", {"k": 1}),
]
SPECS_FOR_TREES = ["improved", "value(power=2, weight=2)", "shared_moves", "longest_path"]
DEPTHS = [1, 2, 3, 4, 5]
METHODS = [lk.AlphaBeta, lk.Minimax]
OPENING = lk.Position.from_moves("d4 b1")

# Width and height; the last two need two words of 64 squares.
SHAPES = [(3, 3), (4, 6), (5, 5), (7, 7), (11, 9), (16, 8)]


def spec_of(case: Case) -> str:
    name, parameters = case
    if not parameters:
        return name
    return f"{name}({', '.join(f'{key}={value}' for key, value in parameters.items())})"


@pytest.fixture(params=CASES, ids=spec_of)
def case(request: pytest.FixtureRequest) -> Case:
    name, parameters = request.param
    return name, parameters


@pytest.fixture(params=METHODS, ids=lambda method: method.__name__)
def method(request: pytest.FixtureRequest) -> type[lk.AlphaBeta | lk.Minimax]:
    kind: type[lk.AlphaBeta | lk.Minimax] = request.param
    return kind


def agrees(score: float, expected: float) -> bool:
    return score == expected or isclose(score, expected, rel_tol=1e-12)


def tree_size(position: lk.Position, depth: int) -> int:
    """The positions down to a depth, the root not counted."""
    return sum(position.perft(plies) for plies in range(1, depth + 1))


def pocket_position(rng: random.Random, width: int, height: int) -> rules.Position:
    """Block everything but a dozen squares around both knights, anywhere on a large board."""
    top, left = rng.randrange(height - 4), rng.randrange(width - 4)
    pocket = [(row, column) for row in range(top, top + 5) for column in range(left, left + 5)]
    one, two, *blanks = rng.sample(pocket, 14)
    cells = dict.fromkeys(rules.start(width, height).squares, rules.BLOCKED)
    cells |= dict.fromkeys(blanks, rules.BLANK) | {one: rules.KNIGHT[1], two: rules.KNIGHT[2]}
    return rules.from_cells(width, height, cells, to_move=rng.choice([1, 2]))


@functools.cache
def late_positions(shape: tuple[int, int], depth: int) -> list[lk.Position]:
    """Make positions whose trees go to the depth and are small enough for the slow reference.

    There are so few blanks that longest paths are, too.
    """
    rng = random.Random(f"search {shape} {depth}")
    width, height = shape
    made: list[lk.Position] = []
    while len(made) < 2:
        if width * height <= 25:
            plies = rng.randrange(width * height)
            position = rules.random_position(rng, width, height, plies=plies)
        else:
            position = pocket_position(rng, width, height)
        pos = lk.Position.parse(position.text)
        is_small = len(pos.blank) <= 12 and 2 * depth <= tree_size(pos, depth) <= 160
        if is_small and pos.perft(depth) > 0:
            made.append(pos)
    return made


@functools.cache
def wide_positions() -> list[lk.Position]:
    """Make positions whose trees may be too wide for the reference.

    Longest paths come cheap in them: few blanks, or more than half for the next dozen plies.
    """
    rng = random.Random("wide")
    made = [lk.Position(5, 5), lk.Position(7, 7), lk.Position(11, 9).play("k9")]
    while len(made) < 24:
        width, height = SHAPES[len(made) % len(SHAPES)]
        position = rules.random_position(
            rng, width, height, blocked_fraction=0.1, plies=rng.randrange(2, width * height)
        )
        blanks = len(position.blank)
        is_cheap = blanks <= 16 or 2 * (blanks - 12) > width * height
        if is_cheap and not rules.is_over(position):
            made.append(lk.Position.parse(position.text))
    return made


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape[0]}x{shape[1]}")
@pytest.mark.parametrize("depth", DEPTHS)
def test_score_and_move_are_those_of_the_reference(
    case: Case, shape: tuple[int, int], depth: int
) -> None:
    name, parameters = case

    def heuristic(position: rules.Position, player: int) -> float:
        return slow.value(name, position, player, **parameters)

    for number, pos in enumerate(late_positions(shape, depth)):
        scores = slow_search.root_scores(rules.parse(str(pos)), depth, heuristic)
        best = max(scores.values())
        choices = [kind(spec_of(case), depth=depth).choose(pos, seed=number) for kind in METHODS]
        for choice in choices:
            assert agrees(choice.score, best), (str(pos), choice, scores)
            assert scores[choice.move] == best, (str(pos), choice, scores)
        assert choices[0].move == choices[1].move


def test_the_reference_agrees_with_itself() -> None:
    """Its minimax and its alpha-beta, on what it is asked above."""
    heuristic = functools.partial(slow.value, "ratio_chase")
    for depth in DEPTHS:
        position = rules.parse(str(late_positions((5, 5), depth)[0]))
        score = slow_search.minimax(position, depth, heuristic)
        assert score == slow_search.alpha_beta(position, depth, heuristic)


def test_alpha_beta_is_minimax_with_less_work(case: Case) -> None:
    saved = 0
    for number, pos in enumerate(wide_positions()):
        for depth in DEPTHS:
            fast = lk.AlphaBeta(spec_of(case), depth=depth).choose(pos, seed=number)
            full = lk.Minimax(spec_of(case), depth=depth).choose(pos, seed=number)
            assert (fast.move, fast.score, fast.solved) == (full.move, full.score, full.solved)
            assert fast.depth == full.depth == min(depth, len(pos.blank))
            assert fast.nodes <= full.nodes
            saved += full.nodes - fast.nodes
    assert saved > 0


def test_minimax_looks_at_every_position(case: Case) -> None:
    for pos in wide_positions():
        for depth in (1, 2, 3):
            choice = lk.Minimax(spec_of(case), depth=depth).choose(pos, seed=1)
            assert choice.nodes == tree_size(pos, depth)


def test_greedy_is_minimax_of_one_ply(case: Case) -> None:
    heuristic = lk.heuristic(spec_of(case))
    for number, pos in enumerate(wide_positions()):
        choice = lk.Greedy(spec_of(case)).choose(pos, seed=number)
        assert choice == lk.Minimax(heuristic, depth=1).choose(pos, seed=number)
        values = {move: heuristic(pos.play(move), pos.to_move) for move in pos.legal_moves()}
        assert choice.score == values[choice.move] == max(values.values())


@pytest.mark.parametrize(
    ("name", "text", "depth"),
    [
        ("null", str(OPENING), 1),
        ("null", str(OPENING), 4),
        ("improved", str(OPENING), 1),
        ("improved", str(OPENING), 3),
        ("shared_moves", str(OPENING), 2),
    ],
)
def test_each_of_the_best_moves_is_chosen_equally_often(name: str, text: str, depth: int) -> None:
    """A chi-square over fixed seeds; five standard deviations are allowed."""
    heuristic = functools.partial(slow.value, name)
    best = slow_search.best_moves(rules.parse(text), depth, heuristic)
    assert len(best) >= 2
    pos, total = lk.Position.parse(text), 150 * len(best)
    player = lk.AlphaBeta(name, depth=depth)
    seen = Counter(player.choose(pos, seed=seed).move for seed in range(total))
    assert sorted(seen) == sorted(best)
    chi_square = sum((count - 150) ** 2 / 150 for count in seen.values())
    assert chi_square <= (len(best) - 1) + 5 * (2 * (len(best) - 1)) ** 0.5


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("null", "....../....../....../....../....../......:1"),
        ("open", "....../....../....../....../....../......:1"),
        ("max_distance", "......./......./......./...1.../......./......./.......:2"),
        ("open", "......./......./......./......./......./......./......2:1"),
    ],
)
def test_a_player_is_placed_on_the_first_best_square_column_by_column(name: str, text: str) -> None:
    best = slow_search.best_moves(rules.parse(text), 1, functools.partial(slow.value, name))
    assert len(best) >= 2
    pos, player = lk.Position.parse(text), lk.AlphaBeta(name, depth=1)
    chosen = {player.choose(pos, seed=seed).move for seed in range(20)}
    assert chosen == {min(best, key=lambda square: (square[1], square[0]))}


def check_line(pos: lk.Position, choice: Choice, spec: str) -> None:
    assert choice.line[0] == choice.move
    assert len(choice.line) <= choice.depth
    end = pos
    for move in choice.line:
        assert move in end.legal_moves(), (str(pos), choice)
        end = end.play(move)
    assert len(choice.line) == choice.depth or end.is_over, (str(pos), choice)
    assert lk.heuristic(spec)(end, pos.to_move) == choice.score, (str(pos), choice)


def line_choices(
    kind: type[lk.AlphaBeta | lk.Minimax], spec: str
) -> list[tuple[lk.Position, Choice]]:
    late = [pos for shape in SHAPES for depth in DEPTHS for pos in late_positions(shape, depth)]
    every = [*wide_positions(), *late, *(pos for pos, _ in small_games())]
    return [
        (pos, kind(spec, depth=depth).choose(pos, seed=depth))
        for pos in every
        for depth in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize("spec", SPECS_FOR_TREES)
def test_the_line_leads_to_the_score(method: type[lk.AlphaBeta | lk.Minimax], spec: str) -> None:
    undecided = [(p, choice) for p, choice in line_choices(method, spec) if not isinf(choice.score)]
    assert len(undecided) > 100
    for pos, choice in undecided:
        check_line(pos, choice, spec)


@pytest.mark.parametrize("spec", SPECS_FOR_TREES)
def test_the_line_of_a_decided_game_leads_to_its_end(
    method: type[lk.AlphaBeta | lk.Minimax], spec: str
) -> None:
    decided = [(p, choice) for p, choice in line_choices(method, spec) if isinf(choice.score)]
    assert min(Counter(choice.score for _, choice in decided).values()) > 20
    for pos, choice in decided:
        check_line(pos, choice, spec)


LIMITS = [1, 2, 3, 7, 8, 100, 1000, 4095, 4096, 4097, 10_000]


def by_hand(
    player: Callable[[int], lk.AlphaBeta | lk.Minimax], pos: lk.Position, limit: int, seed: int
) -> Choice | None:
    """Search deeper and deeper while the nodes last; None if they do not last for one ply."""
    best, total = None, 0
    for depth in range(1, len(pos.blank) + 1):
        choice = player(depth).choose(pos, seed=seed)
        total += choice.nodes
        if total > limit:
            break
        best = choice
        if choice.solved:
            break
    return best


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("spec", SPECS_FOR_TREES)
def test_a_node_limit_is_deepening_by_hand(
    method: type[lk.AlphaBeta | lk.Minimax], spec: str, limit: int
) -> None:
    player = method(spec, depth=None, nodes=limit)
    for seed, pos in enumerate([OPENING, *wide_positions()]):
        choice = player.choose(pos, seed=seed)
        expected = by_hand(lambda depth: method(spec, depth=depth), pos, limit, seed)
        if expected is None:
            assert (choice.depth, choice.solved) == (0, False)
            assert choice.line == (choice.move,)
            assert choice.move in pos.legal_moves()
        else:
            assert (choice.move, choice.score, choice.depth, choice.line, choice.solved) == (
                expected.move,
                expected.score,
                expected.depth,
                expected.line,
                expected.solved,
            )
        assert choice.nodes <= limit
        assert choice.nodes == limit or choice.solved


@pytest.mark.parametrize("limit", LIMITS)
def test_a_node_limit_is_exact(case: Case, limit: int) -> None:
    """From positions that nobody solves in so few nodes."""
    starts = [lk.Position(), OPENING, lk.Position(11, 9), lk.Position(16, 8, blocked=["a1"])]
    for pos in starts:
        choice = lk.AlphaBeta(spec_of(case), nodes=limit).choose(pos, seed=3)
        assert choice.nodes == limit
        assert not choice.solved
        assert choice.evaluations <= limit


def test_when_the_first_ply_is_not_finished_any_move_may_be_chosen() -> None:
    player = lk.AlphaBeta("open", nodes=1)
    seen = {player.choose(OPENING, seed=seed).move for seed in range(100)}
    assert sorted(seen) == OPENING.legal_moves()


def test_depth_and_nodes_together() -> None:
    """The first limit that is reached stops the search; deepening stops at the depth."""
    fixed = [lk.AlphaBeta("ratio", depth=depth).choose(OPENING, seed=4) for depth in (1, 2, 3, 4)]
    both = lk.AlphaBeta("ratio", depth=4, nodes=1_000_000).choose(OPENING, seed=4)
    assert both.nodes == sum(choice.nodes for choice in fixed)
    assert both.evaluations == sum(choice.evaluations for choice in fixed)
    assert (both.move, both.score, both.depth, both.line) == (
        fixed[3].move,
        fixed[3].score,
        4,
        fixed[3].line,
    )
    cut = lk.AlphaBeta("ratio", depth=4, nodes=both.nodes - 1).choose(OPENING, seed=4)
    assert (cut.depth, cut.nodes) == (3, both.nodes - 1)


@functools.cache
def small_games() -> list[tuple[lk.Position, dict[tuple[int, int], int]]]:
    """Make unfinished positions of small boards, with the winner after each legal move."""
    rng = random.Random("solved")
    memo: dict[str, int] = {}
    made = []
    for width, height in [(3, 3), (4, 3), (3, 4), (4, 4), (5, 5), (7, 7), (16, 8)] * 12:
        squares = width * height
        fraction = max(0.0, 1 - rng.uniform(8, 14) / squares)
        if rng.random() < 0.5:
            position = rules.scattered_position(rng, width, height, blocked_fraction=fraction)
        else:
            position = rules.random_position(
                rng, width, height, blocked_fraction=fraction, plies=rng.randrange(1, 5)
            )
        if not rules.is_over(position) and len(position.blank) <= 13:
            moves = slow_search.solve_moves(position, memo)
            made.append((lk.Position.parse(position.text), moves))
    return made


def test_small_games_are_won_and_lost_by_both() -> None:
    results = Counter(
        (pos.to_move, pos.to_move in winners.values()) for pos, winners in small_games()
    )
    assert len(results) == 4
    assert min(results.values()) >= 5
    assert any(len(set(winners.values())) == 2 for _, winners in small_games())


def check_solved(pos: lk.Position, winners: dict[tuple[int, int], int], choice: Choice) -> None:
    is_won = pos.to_move in winners.values()
    assert choice.solved, (str(pos), choice)
    assert choice.score == (inf if is_won else -inf), (str(pos), choice)
    assert (winners[choice.move] == pos.to_move) == is_won, (str(pos), choice)


@pytest.mark.parametrize("spec", ["null", "improved", "center", "ratio", "longest_path"])
def test_a_search_to_the_end_is_the_solver(
    method: type[lk.AlphaBeta | lk.Minimax], spec: str
) -> None:
    for seed, (pos, winners) in enumerate(small_games()):
        choice = method(spec, depth=len(pos.blank)).choose(pos, seed=seed)
        check_solved(pos, winners, choice)
        assert choice.evaluations == 0  # no game is longer than its blank squares
        check_solved(pos, winners, method(spec, depth=128).choose(pos, seed=seed))


@pytest.mark.parametrize("spec", ["null", "improved", "center", "ratio", "longest_path"])
def test_deepening_stops_when_the_game_is_decided(
    method: type[lk.AlphaBeta | lk.Minimax], spec: str
) -> None:
    for seed, (pos, winners) in enumerate(small_games()):
        choice = method(spec, depth=None, nodes=100_000_000).choose(pos, seed=seed)
        check_solved(pos, winners, choice)
        assert choice.nodes < 100_000_000
        assert choice.depth <= len(pos.blank)
        if choice.depth > 1:
            shallower = method(spec, depth=choice.depth - 1).choose(pos, seed=seed)
            assert not isinf(shallower.score)
            assert not shallower.solved


def test_only_an_infinite_score_is_solved(case: Case) -> None:
    for pos, winners in small_games():
        for depth in (1, 2, 3, 4):
            choice = lk.AlphaBeta(spec_of(case), depth=depth).choose(pos, seed=depth)
            assert choice.solved == isinf(choice.score)
            if choice.solved:
                check_solved(pos, winners, choice)


LIMITED = ["depth=5", "nodes=5000", "depth=3, nodes=200"]


@pytest.mark.parametrize("limit", LIMITED)
@pytest.mark.parametrize("kind", ["AlphaBeta", "Minimax"])
def test_the_same_seed_gives_the_same_choice(kind: str, limit: str) -> None:
    player = lk.player(f"{kind}(improved, {limit})")
    for pos in wide_positions():
        first = player.choose(pos, seed=11)
        assert player.choose(pos, seed=11) == first
        assert lk.player(str(player)).choose(pos, seed=11) == first


@pytest.mark.parametrize("limit", LIMITED)
@pytest.mark.parametrize("kind", ["AlphaBeta", "Minimax"])
def test_different_seeds_give_different_choices_somewhere(kind: str, limit: str) -> None:
    player = lk.player(f"{kind}(null, {limit})")
    assert len({player.choose(OPENING, seed=seed).move for seed in range(30)}) > 1


def test_a_tiny_time_limit_still_gives_a_legal_move() -> None:
    for seed, pos in enumerate([lk.Position(), lk.Position(16, 8), OPENING, *wide_positions()]):
        choice = lk.AlphaBeta("improved", seconds=1e-9).choose(pos, seed=seed)
        assert choice.move in pos.legal_moves()
        assert choice.depth >= 0
        assert choice.nodes < 100_000


@pytest.mark.parametrize("spec", ["improved", "longest_path"])
def test_a_time_limit_ends_the_search(spec: str) -> None:
    """The node limit would end it much later: no machine searches as many in that time."""
    nodes = 300_000_000
    start = lk.Position(11, 9)
    choice = lk.AlphaBeta(spec, seconds=0.05, nodes=nodes).choose(start, seed=1)
    assert choice.nodes < nodes
    assert choice.move in start.legal_moves()


def test_a_time_limit_ends_the_search_with_a_slow_function() -> None:
    def patient(_position: lk.Position, _player: int) -> float:
        time.sleep(0.002)
        return 0.0

    choice = lk.AlphaBeta(patient, seconds=0.05, nodes=5_000).choose(OPENING, seed=1)
    assert choice.nodes < 5_000
    assert choice.move in OPENING.legal_moves()


@pytest.mark.parametrize("text", ["x1/xx:2", "12./.x./x.x:2", "xx/xx:1", ".12:1", "1:2"])
@pytest.mark.parametrize(
    "spec",
    [
        "Random",
        "Greedy(ratio)",
        "Minimax(null)",
        "AlphaBeta(improved, depth=3)",
        "AlphaBeta(open, nodes=9)",
        "Expert(nodes=9)",
        "Perfect",
    ],
)
def test_there_is_nothing_to_choose_when_the_game_is_over(text: str, spec: str) -> None:
    with pytest.raises(lk.ArgumentError, match="the game is over"):
        lk.player(spec).choose(lk.Position.parse(text), seed=1)


def moves_ahead(position: lk.Position, player: int) -> float:
    return len(position.legal_moves(player)) - len(position.legal_moves(3 - player))


def test_a_python_function_is_searched_like_a_native_heuristic(
    method: type[lk.AlphaBeta | lk.Minimax],
) -> None:
    for seed, pos in enumerate(wide_positions()):
        own = method(moves_ahead, depth=None, nodes=500).choose(pos, seed=seed)
        native = method("improved", depth=None, nodes=500).choose(pos, seed=seed)
        assert own == native


class Spy:
    """A heuristic that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[lk.Position, int]] = []

    def __call__(self, position: lk.Position, player: int) -> float:
        self.asked.append((position, player))
        return 0.0


def test_which_positions_a_python_function_evaluates(
    method: type[lk.AlphaBeta | lk.Minimax],
) -> None:
    """Always for the player who chooses, at the leaves, and never when the game is over."""
    total = 0
    for number, (pos, _) in enumerate(small_games()):
        depth = 1 + number % 4
        spy = Spy()
        choice = method(spy, depth=depth).choose(pos, seed=1)
        assert choice.evaluations == len(spy.asked)
        for position, player in spy.asked:
            assert isinstance(position, lk.Position)
            assert player == pos.to_move
            assert not position.is_over
            assert len(position.blank) == len(pos.blank) - depth
        total += len(spy.asked)
    assert total > 100


@pytest.mark.parametrize("value", [inf, -inf])
def test_a_function_cannot_claim_the_game(value: float) -> None:
    """Infinity is for the end of the game; a function that says it early proves nothing."""
    choice = lk.AlphaBeta(lambda _position, _player: value, depth=3).choose(OPENING, seed=1)
    assert not choice.solved
    assert not isinf(choice.score)


def raises(_position: lk.Position, _player: int) -> float:
    raise KeyError("no such thing")


def returns_text(_position: lk.Position, _player: int) -> float:
    return "much"  # type: ignore[return-value]


def returns_nan(_position: lk.Position, _player: int) -> float:
    return nan


@pytest.mark.parametrize(
    ("function", "cause"), [(raises, KeyError), (returns_text, TypeError), (returns_nan, None)]
)
def test_a_function_that_fails_is_named_with_the_position(
    function: Callable[[lk.Position, int], float], cause: type[Exception] | None
) -> None:
    heuristic = lk.heuristic(function)
    with pytest.raises(lk.HeuristicError) as caught:
        heuristic(OPENING, 1)
    assert str(OPENING) in str(caught.value)
    assert type(caught.value.__cause__) is (cause or type(None))

    leaves = {
        str(OPENING.play(move).play(reply))
        for move in OPENING.legal_moves()
        for reply in OPENING.play(move).legal_moves()
    }
    for kind in METHODS:
        with pytest.raises(lk.HeuristicError) as caught:
            kind(heuristic, depth=2).choose(OPENING, seed=1)
        assert any(leaf in str(caught.value) for leaf in leaves)
        assert type(caught.value.__cause__) is (cause or type(None))


def test_a_function_that_fails_late_says_where() -> None:
    asked: list[lk.Position] = []

    def tires(position: lk.Position, _player: int) -> float:
        asked.append(position)
        if len(asked) == 50:
            raise ArithmeticError("tired")
        return 0.0

    with pytest.raises(lk.HeuristicError, match="tired") as caught:
        lk.AlphaBeta(tires, nodes=10_000).choose(OPENING, seed=1)
    assert len(asked) == 50
    assert str(asked[-1]) in str(caught.value)
    assert isinstance(caught.value.__cause__, ArithmeticError)


def test_ctrl_c_in_a_function_is_not_a_failure_of_it() -> None:
    def interrupted(_position: lk.Position, _player: int) -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lk.AlphaBeta(interrupted, depth=3).choose(OPENING, seed=1)


# The handler is set because a test run in the background may have inherited that Ctrl-C is ignored.
LONG_WORKS = """
import random, signal
import lastknight as lk
RANDOM_HALF = random.Random(1).sample(lk.Position(16, 8).blank, 64)
signal.signal(signal.SIGINT, signal.default_int_handler)
for work in (
    lambda: lk.AlphaBeta("improved", depth=40).choose(lk.Position(11, 9), seed=1),
    lambda: lk.Minimax("null", depth=40).choose(lk.Position(7, 7), seed=1),
    lambda: lk.AlphaBeta("longest_path", depth=40).choose(lk.Position(11, 9), seed=1),
    lambda: lk.heuristic("longest_path")(lk.Position(16, 8, RANDOM_HALF), 1),
    lambda: lk.AlphaBeta(lambda p, n: len(p.blank), depth=40).choose(lk.Position(11, 9), seed=1),
    lambda: lk.Position().perft(30),
):
    try:
        print("ready", flush=True)
        work()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


def test_ctrl_c_ends_long_work() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LONG_WORKS], stdout=subprocess.PIPE, text=True
    ) as child:
        patience = threading.Timer(60, child.kill)
        patience.start()
        try:
            assert child.stdout is not None
            for _ in range(6):
                assert child.stdout.readline() == "ready\n"
                time.sleep(0.5)
                child.send_signal(signal.SIGINT)
                assert child.stdout.readline() == "interrupted\n"
            assert child.wait() == 0
        finally:
            child.kill()
            patience.cancel()


def test_other_threads_run_during_a_search() -> None:
    """Another thread stops the search, which it can only do while the search runs.

    The handler is set because Ctrl-C may be ignored in a test run in the background.
    """
    is_searching = threading.Event()

    def interrupt() -> None:
        is_searching.wait()
        _thread.interrupt_main()

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            lk.AlphaBeta("improved", nodes=1_000_000_000).choose(
                OPENING, seed=1, on_depth=lambda _: is_searching.set()
            )
    finally:
        is_searching.set()
        thread.join()
        signal.signal(signal.SIGINT, before)

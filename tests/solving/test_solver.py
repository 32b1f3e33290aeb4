"""The solver against brute force, against the plain search, and against itself."""

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest

import lastknight as lk
from lastknight import _core
from reference import rules
from reference.search import solve as brute_force
from reference.search import solve_moves
from sampling import sampled


def positions_of(width, height):
    """Every position of a board with both knights placed and any squares blocked."""
    squares = [(row, column) for row in range(height) for column in range(width)]
    for one, two in product(squares, squares):
        if one == two:
            continue
        others = [square for square in squares if square not in (one, two)]
        for cells in product(".x", repeat=len(others)):
            board = dict(zip(others, cells, strict=True)) | {one: "1", two: "2"}
            for to_move in (1, 2):
                yield rules.from_cells(width, height, board, to_move)


def random_positions(seed, count, *, sides, plies):
    rng = random.Random(seed)
    for _ in range(count):
        width, height = rng.choice(sides), rng.choice(sides)
        yield rules.random_position(
            rng, width, height, blocked_fraction=rng.choice([0, 0, 0.1, 0.3]), plies=plies(rng)
        )


@pytest.mark.parametrize("shape", [(1, 5), (2, 3), (3, 2), (3, 3), (2, 4), (5, 2)])
def test_every_position_of_a_small_board(shape):
    memo = {}
    for position in positions_of(*shape):
        assert lk.solve(lk.Position.parse(position.text)).winner == brute_force(position, memo)


@pytest.mark.parametrize("seed", range(8))
def test_random_positions_of_4x4_to_6x6(seed):
    # Late enough for brute force in Python to see the end.
    for position in random_positions(
        seed, sampled(250), sides=[4, 5, 6], plies=lambda rng: rng.randint(12, 22)
    ):
        memo = {}
        ours = lk.Position.parse(position.text)
        solution = lk.solve(ours)
        assert solution.winner == brute_force(position, memo), position.text
        if not ours.is_over:
            assert ours.play(solution.best_move)  # legal
            if solution.winner == ours.to_move:
                assert brute_force(rules.play(position, solution.best_move), memo) == ours.to_move


def test_the_winner_after_every_move():
    for position in random_positions(20, 60, sides=[4, 5], plies=lambda rng: rng.randint(6, 10)):
        solution = lk.solve(lk.Position.parse(position.text))
        assert solution.moves == solve_moves(position), position.text


@pytest.mark.parametrize("shape", [(3, 3), (4, 3), (4, 4), (5, 3)])
def test_players_still_to_be_placed(shape):
    memo = {}
    start = rules.start(*shape)
    assert lk.solve(lk.Position(*shape)).winner == brute_force(start, memo)
    for square in rules.legal_moves(start):
        placed = rules.play(start, square)
        assert lk.solve(lk.Position.parse(placed.text)).winner == brute_force(placed, memo)


def test_a_placed_player_moves_before_the_other_is_placed():
    rng = random.Random(3)
    for _ in range(300):
        position = rules.scattered_position(rng, 4, 3, blocked_fraction=0.4)
        assert lk.solve(lk.Position.parse(position.text)).winner == brute_force(position)


def plain_winner(position):
    """The winner that the depth-first search of AlphaBeta finds, which shares no code with it."""
    choice = lk.AlphaBeta("improved", depth=128).choose(position)
    assert choice.solved
    return position.to_move if choice.score > 0 else 3 - position.to_move


@pytest.mark.parametrize(
    ("shape", "plies"), [((7, 7), 20), ((8, 8), 34), ((9, 8), 42), ((11, 9), 64), ((16, 8), 90)]
)
def test_middle_games_of_large_boards_agree_with_the_plain_search(shape, plies):
    rng = random.Random(str(shape))
    found = 0
    while found < 25:
        start = rules.random_position(rng, *shape, blocked_fraction=0.3, plies=10)
        cells = {square: start.cell(square) for square in start.squares}
        blank = start.blank
        for square in rng.sample(blank, max(0, len(blank) - (shape[0] * shape[1] - plies))):
            cells[square] = "x"
        position = lk.Position.parse(rules.from_cells(*shape, cells, start.to_move).text)
        if not position.is_over:
            assert lk.solve(position).winner == plain_winner(position), str(position)
            found += 1


def midgames(count, *, plies, seed=9):
    rng = random.Random(seed)
    positions = []
    while len(positions) < count:
        position = lk.Position.parse(rules.random_position(rng, 7, 7, plies=plies).text)
        if not position.is_over:
            positions.append(position)
    return positions


def test_a_position_is_won_exactly_if_a_move_wins():
    for position in midgames(40, plies=8):
        solution = lk.solve(position)
        assert (position.to_move in solution.moves.values()) == (
            solution.winner == position.to_move
        )
        if solution.winner == position.to_move:
            assert solution.moves[solution.best_move] == position.to_move


def test_symmetric_positions_have_one_winner():
    for position in midgames(20, plies=6):
        assert len({lk.solve(image).winner for image in position.symmetries()}) == 1


@pytest.mark.parametrize("table_bytes", [1, 64, 4096])
def test_a_tiny_table_changes_nothing(table_bytes):
    for position in midgames(10, plies=2):
        tiny = lk.solve(position, table_bytes=table_bytes)
        assert tiny.winner == lk.solve(position).winner


def test_threads_agree():
    for position in midgames(30, plies=2):
        alone = _core.Solver(7, 7).solve(position)
        together = _core.Solver(7, 7, table_bytes=2**16).solve(position, threads=3)
        assert alone[0] == together[0]
        if alone[0] == position.to_move:
            assert lk.solve(position.play(together[1])).winner == position.to_move


def test_solves_at_the_same_time_share_a_solver():
    solver = _core.Solver(7, 7, table_bytes=2**14)
    positions = midgames(24, plies=3)
    with ThreadPoolExecutor(4) as pool:
        winners = list(pool.map(lambda position: solver.solve(position)[0], positions))
    assert winners == [lk.solve(position).winner for position in positions]


def test_a_node_limit_is_exact_and_gives_no_winner():
    solver = _core.Solver(7, 7)
    assert solver.solve(lk.Position.from_moves("d4 b1"), nodes=1000) == (None, None, 1000)


def test_a_stopped_solve_resumes():
    for position in midgames(5, plies=2):
        whole = _core.Solver(7, 7).solve(position)
        solver = _core.Solver(7, 7)
        rounds, nodes = 0, 0
        while True:
            winner, _, used = solver.solve(position, nodes=100_000)
            rounds += 1
            nodes += used
            if winner is not None:
                break
            assert rounds < 200
        assert winner == whole[0]
        assert nodes < 10 * whole[2] + 100_000


def test_the_same_solve_again_is_quick():
    solver = _core.Solver(7, 7)
    position = lk.Position.from_moves("d4 b1")
    first, again = solver.solve(position), solver.solve(position)
    assert again[0] == first[0]
    assert again[2] * 100 < first[2]


def test_progress_is_reported_and_can_stop_it():
    seen = []
    lk.solve(lk.Position(8, 7), progress=seen.append, nodes=20_000_000)
    assert seen == sorted(seen)
    assert seen

    def stop(_nodes):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lk.solve(lk.Position(8, 8), progress=stop, threads=2)


@pytest.mark.parametrize("threads", [1, 2, 8])
@pytest.mark.parametrize("nodes", [1, 7, 5_000, 30_000])
def test_threads_together_keep_the_limit(threads, nodes):
    solver = _core.Solver(8, 8, table_bytes=2**16)
    winner, _, searched = solver.solve(lk.Position(8, 8), nodes=nodes, threads=threads)
    assert winner is None
    assert searched <= nodes
    assert threads > 1 or searched == nodes


def test_a_finished_game():
    solution = lk.solve(lk.Position.parse("1../..x/.x2:1"))
    assert (solution.winner, solution.best_move, solution.moves) == (2, None, {})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"nodes": 0}, "nodes must be a whole number from 1 to"),
        ({"nodes": 1.5}, "nodes must be a whole number from 1 to"),
        ({"threads": 0}, "threads must be a whole number from 1 to 64, got 0"),
        ({"threads": True}, "threads must be a whole number from 1 to 64, got True"),
        ({"table_bytes": -1}, "table_bytes must be a whole number from 1 to"),
        ({"table_bytes": 2**60}, "table_bytes must be a whole number from 1 to"),
        ({"table_bytes": 2**46}, "not enough memory for a table of 70,368,744,177,664 bytes"),
    ],
)
def test_arguments_out_of_range(options, message):
    with pytest.raises(lk.ArgumentError, match=message):
        lk.solve(lk.Position(), **options)


def test_a_solver_is_for_one_board():
    with pytest.raises(
        lk.ArgumentError, match="this solver is for 7x7 boards, the position is on 3x3"
    ):
        _core.Solver(7, 7).solve(lk.Position(3, 3))

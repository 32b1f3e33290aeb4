"""Labels: true, distinct, split without leaks, and the same however they were made."""

import multiprocessing
import os
import random
import signal
from collections import Counter
from itertools import count

import numpy as np
import pytest

import lastknight as lk
from lastknight.discovery import LabelRecipe, load, make_labels
from lastknight.discovery.harvest import is_open
from lastknight.discovery.label_file import LabelFile
from lastknight.errors import ArgumentError, HeuristicError
from lastknight.matches.runners import run_locally
from lastknight.truth import prove
from reference import rules
from reference.search import solve as solve_slowly

QUICK = ("AlphaBeta(reach(k=3), nodes=100)", "AlphaBeta(improved, nodes=100)")
SMALL = LabelRecipe(start=lk.Position(4, 5), players=QUICK)
LARGER = LabelRecipe(start=lk.Position(6, 6), players=QUICK)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return make_labels(tmp_path_factory.mktemp("labels") / "small.lkl", 600, recipe=SMALL)


@pytest.fixture(scope="module")
def larger(tmp_path_factory):
    return make_labels(tmp_path_factory.mktemp("labels") / "larger.lkl", 6000, recipe=LARGER)


def same(one, other) -> bool:
    return one.recipe == other.recipe and one.records.tobytes() == other.records.tobytes()


def test_every_label_is_what_brute_force_finds(small):
    latest = small.select(small.ply >= 5)
    assert len(latest) > 200
    for index in range(0, len(latest), 3):
        position = rules.parse(str(latest.position(index)))
        winners = latest.winners(index)
        assert list(winners) == rules.legal_moves(position)
        for move, winner in winners.items():
            assert solve_slowly(rules.play(position, move)) == winner


def test_labels_agree_with_the_solver_on_a_larger_board(larger):
    for index in range(0, len(larger), 100):
        position = larger.position(index)
        expected = {move: prove(position.play(move)) for move in position.legal_moves()}
        assert larger.winners(index) == expected


def test_arrays_of_positions_and_of_moves_belong_together(small):
    assert len(small.winning) == len(small.parent) == small.first[-1] == small.moves.sum()
    for index in range(len(small)):
        position, winners = small.position(index), small.winners(index)
        won = [winner == position.to_move for winner in winners.values()]
        rows = slice(small.first[index], small.first[index + 1])
        assert small.winning[rows].tolist() == won
        assert set(small.parent[rows]) == {index}
        assert small.is_won[index] == any(won)
        assert small.is_critical[index] == (any(won) and not all(won))
        assert small.is_attacker[index] == (position.attacker == position.to_move)
        assert small.ply[index] == 20 - len(position.blank)
        assert small.blank_fraction[index] == pytest.approx((len(position.blank) - 1) / 20)
        assert small.move_weights[rows].sum() == pytest.approx(small.weights[index])
    assert set(small.weights[small.is_critical]) == {1.0}
    assert set(small.weights[~small.is_critical]) == {0.25}


def test_comparisons_are_all_pairs_of_a_winning_and_a_losing_move(small):
    better, worse, weights = small.comparisons()
    expected = {
        (one, other)
        for index in range(len(small))
        for one in range(small.first[index], small.first[index + 1])
        for other in range(small.first[index], small.first[index + 1])
        if small.winning[one] and not small.winning[other]
    }
    assert set(zip(better.tolist(), worse.tolist(), strict=True)) == expected
    assert len(better) == len(expected)
    assert weights.sum() == pytest.approx(small.is_critical.sum(), rel=1e-4)


def test_positions_are_distinct_open_and_evenly_spread_over_the_plies(larger):
    positions = [larger.position(index) for index in range(len(larger))]
    assert len({position.canonical() for position in positions}) == len(larger)
    assert all(map(is_open, positions))
    for position in positions[::50]:
        assert not any(position.play(move).is_over for move in position.legal_moves())
    by_ply = Counter(larger.ply.tolist())
    assert sorted(by_ply) == list(range(min(by_ply), max(by_ply) + 1))
    assert min(by_ply) == 7
    assert max(by_ply.values()) < 1.4 * min(by_ply.values())
    assert 0.4 < larger.is_attacker.mean() < 0.6


def test_no_opening_is_in_two_parts(larger):
    parts = {}
    for opening, part in zip(larger.opening.tolist(), larger.split.tolist(), strict=True):
        assert parts.setdefault(opening, part) == part
    assert set(parts.values()) == {0, 1, 2}
    sizes = [len(larger.part(name)) for name in ("train", "validation", "test")]
    assert sum(sizes) == len(larger)
    assert sizes[0] > 0.6 * len(larger)
    forms = [set(larger.part(name).records["form"].tolist()) for name in ("train", "test")]
    assert not forms[0] & forms[1]
    with pytest.raises(
        ArgumentError, match="a part must be train, validation or test, got 'tests'"
    ):
        larger.part("tests")


def test_mirror_images_of_an_opening_are_in_one_part():
    """The class of an opening is that of both placements, however long the opening is."""
    start = lk.Position.from_moves("b1 c4", width=6, height=6)
    images = {hash(image.canonical()) for image in start.symmetries()}
    assert len(images) == 1


def test_the_part_of_a_class_depends_on_class_and_seed_only(larger):
    other = LabelRecipe(start=lk.Position(5, 5), seed=1)
    parts = [larger.recipe.part_of(opening) for opening in range(200)]
    assert parts == [other.part_of(opening) for opening in range(200)]
    assert parts != [LabelRecipe(seed=2).part_of(opening) for opening in range(200)]


def test_the_seed_decides_which_positions_are_drawn(tmp_path, small):
    again = make_labels(tmp_path / "again.lkl", 600, recipe=SMALL)
    assert same(again, small)
    recipe = LabelRecipe(start=SMALL.start, players=QUICK, seed=2)
    assert not same(make_labels(tmp_path / "other.lkl", 600, recipe=recipe), small)


def in_disorder(works, **options):
    """A runner that cuts work into other pieces, and returns them in another order."""
    pieces = [piece for work in works for piece in work.pieces(7)]
    random.Random(5).shuffle(pieces)
    return run_locally(pieces, workers=2, **options)


@pytest.mark.parametrize("options", [{"workers": 1}, {"workers": 2}, {"runner": in_disorder}])
def test_labels_do_not_depend_on_the_workers(tmp_path, larger, options):
    made = make_labels(tmp_path / "again.lkl", 6000, recipe=LARGER, **options)
    assert same(made, larger)


def test_labels_of_a_cluster_are_the_same(tmp_path, larger):
    with lk.Cluster("local:2") as cluster:
        made = make_labels(tmp_path / "again.lkl", 6000, recipe=LARGER, runner=cluster)
    assert same(made, larger)


def make_and_die(path, batch, instructions):
    """Make labels until SIGKILL, some way into the statement that adds a batch."""
    add, added = LabelFile.add, count()

    def add_and_die(self, *arguments):
        if next(added) == batch:
            self._connection.set_progress_handler(
                lambda: os.kill(os.getpid(), signal.SIGKILL), instructions
            )
        add(self, *arguments)

    LabelFile.add = add_and_die
    make_labels(path, 6000, recipe=LARGER, workers=2)


def test_a_run_that_is_killed_again_and_again_ends_with_the_same_labels(tmp_path, larger):
    path = tmp_path / "killed.lkl"
    sizes = []
    for kill in range(3):
        child = multiprocessing.get_context("fork").Process(
            target=make_and_die, args=(path, kill % 2, 1 + 3 * kill)
        )
        child.start()
        child.join()
        assert child.exitcode == -signal.SIGKILL
        sizes.append(len(load(path)))
    assert sizes[0] == 0
    assert 0 < sizes[-1] < 6000
    assert same(make_labels(path, 6000, recipe=LARGER), larger)


def test_more_positions_are_added_to_a_file(tmp_path, larger):
    path = tmp_path / "grown.lkl"
    told = []
    first = make_labels(path, 10, recipe=LARGER, watch=lambda *news: told.append(news))
    assert told[0][0] == "pairs played first"
    assert told[-1] == ("positions labelled", len(first), 10)
    assert same(make_labels(path, 6000, recipe=LARGER), larger)
    assert same(make_labels(path, 10, recipe=LARGER), larger)


def test_a_small_board_runs_out_of_positions(tmp_path):
    made = make_labels(tmp_path / "tiny.lkl", 10**6, recipe=LabelRecipe(start=lk.Position(3, 4)))
    assert 20 < len(made) < 2000


def test_unproved_positions_are_left_out_and_counted(tmp_path):
    recipe = LabelRecipe(start=lk.Position(6, 6), players=QUICK, solver_nodes=40)
    made = make_labels(tmp_path / "some.lkl", 300, recipe=recipe, workers=1)
    assert made.unknown > 0
    assert same(made, make_labels(tmp_path / "same.lkl", 300, recipe=recipe, workers=2))
    for index in range(0, len(made), 20):
        position = made.position(index)
        expected = {move: prove(position.play(move)) for move in position.legal_moves()}
        assert made.winners(index) == expected


def test_beyond_the_solver_an_expert_decides(tmp_path):
    expert = lk.Expert(nodes=50)
    start = lk.Position(9, 9)
    assert LabelRecipe(start=start).labelled_by == "Expert(nodes=20000)"
    recipe = LabelRecipe(start=start, players=QUICK, labelled_by=str(expert))
    made = make_labels(tmp_path / "large.lkl", 10, recipe=recipe)
    assert made.labelled_by == made.summary()["labelled_by"] == "Expert(nodes=50)"
    for index in range(0, len(made), 40):
        position = made.position(index)
        for move, winner in made.winners(index).items():
            after = position.play(move)
            is_won = expert.choose(after).score > 0
            assert winner == (after.to_move if is_won else 3 - after.to_move)


def test_features_are_what_each_heuristic_says_one_by_one(small):
    @lk.compiled
    def chase(view):
        return len(view.own_moves) - 2.5 * len(view.opp_moves)

    def python(position, player):
        return len(position.legal_moves(player)) - 0.1 * len(position.blank)

    given = ["improved", "reach(k=3)", "improved / 3 - center", "longest_path", chase, python]
    some = small.select(slice(0, 200))
    values = some.features(given, workers=2)
    assert values.dtype == np.float32
    assert values.shape == (len(some.parent), len(given))
    for column, one in enumerate(map(lk.heuristic, given)):
        expected = [
            one(position.play(move), position.to_move)
            for position in map(some.position, range(len(some)))
            for move in position.legal_moves()
        ]
        assert values[:, column].tolist() == np.array(expected, np.float32).tolist()


def test_features_of_many_blocks_are_in_order(larger):
    whole = larger.features(["reach(k=3)"])
    for at in (0, 4095, 4096, len(larger) - 1):
        alone = larger.select(slice(at, at + 1)).features(["reach(k=3)"])
        assert whole[larger.first[at] : larger.first[at + 1]].tolist() == alone.tolist()


def test_values_too_large_for_a_feature_are_bounded(small):
    values = small.select(slice(0, 3)).features(["improved * 1e300"])
    assert np.isfinite(values).all()


def test_features_that_fail_say_so(small):
    def broken(_position, _player):
        raise KeyError("it")

    with pytest.raises(HeuristicError, match="broken raised KeyError"):
        small.features([broken])
    with pytest.raises(ArgumentError, match="at least one heuristic"):
        small.features([])
    with pytest.raises(ArgumentError, match="workers must be a whole number from 1 to 1024, got 0"):
        small.features(["open"], workers=0)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"first_ply": 1}, "first_ply must be a whole number from 2 to 49 here, got 1"),
        (
            {"first_ply": 9, "last_ply": 8},
            "last_ply must be a whole number from 9 to 49 here, got 8",
        ),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"players": ()}, "at least one player"),
        ({"players": ("Perfect",)}, "Perfect needs Python"),
        ({"labelled_by": "Perfect"}, "Perfect needs Python"),
        ({"labelled_by": "Random"}, "Random gives no scores"),
        ({"opening_plies": (2, 9)}, "an opening must have 2 to 8 plies here, got 9"),
    ],
)
def test_impossible_recipes_are_refused(wrong, message):
    with pytest.raises(ArgumentError, match=message):
        LabelRecipe(**wrong)


def test_a_ply_that_no_game_reaches_is_refused(tmp_path):
    recipe = LabelRecipe(players=QUICK, first_ply=47)
    with pytest.raises(ArgumentError, match="no open positions from ply 47 on"):
        make_labels(tmp_path / "late.lkl", 10, recipe=recipe)
    assert not (tmp_path / "late.lkl").exists()


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (1, 9)])
def test_a_board_without_games_makes_no_labels(tmp_path, size):
    recipe = LabelRecipe(start=lk.Position(*size))
    with pytest.raises(lk.ArgumentError, match="every game on this board is over after 2 plies"):
        make_labels(tmp_path / "none.lkl", 10, recipe=recipe)
    assert not list(tmp_path.iterdir())

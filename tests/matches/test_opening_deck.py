"""Decks: openings drawn on demand, the same as if all were drawn at once, in constant memory."""

import tracemalloc
from itertools import islice

import numpy as np
import pytest

import lastknight as lk
from lastknight._core import Rng
from lastknight.matches.chunks import PLIES, TOTALS, Chunk
from lastknight.matches.counting import gather
from lastknight.matches.engine import run_plan
from lastknight.matches.opening_deck import STREAM, DrawnOpenings, ListDeck, RandomDeck
from lastknight.matches.opening_numbers import OpeningNumbers
from lastknight.matches.opening_tree import OpeningTree, lazily_shuffled
from lastknight.matches.openings import list_openings, random_openings
from lastknight.matches.plan import MOST_PAIRS, Plan
from lastknight.matches.runners.processes import run_in_processes
from lastknight.matches.shuffles import Shuffles
from lastknight.matches.store import Store
from lastknight.stats import Sprt

BOARDS = {
    "7x7": (lk.Position(), 2),
    "3x3": (lk.Position(width=3, height=3), 3),
    "3x4": (lk.Position(width=3, height=4), 2),
    "4x4 blocked": (lk.Position(width=4, height=4, blocked="b2 d4"), 4),
    "one": (lk.Position(), 0),
}


def drawn_one_by_one(start, plies, seed):
    """The moves of each pair's opening: shuffle after shuffle of one stream, without any deck."""
    rng, tree = Rng(seed, stream=STREAM), OpeningTree()
    while True:
        for rank in lazily_shuffled(start.perft(plies), rng):
            opening = tree.opening(start, plies, rank)
            if not opening.position.is_over:
                yield opening.moves


@pytest.mark.parametrize("count", [1, 2, 3, 100, 2352, 20_000])
@pytest.mark.parametrize("seed", [1, 2**64 - 1])
def test_shuffles_are_those_of_the_core_and_can_be_had_in_any_order(count, seed):
    rng, shuffles = Rng(seed, stream=5), Shuffles(count, seed=seed, stream=5)
    blocks = [
        [number for _ in range(shuffles.rounds) for number in lazily_shuffled(count, rng)]
        for _ in range(3)
    ]
    for number in (2, 0, 1, 2):
        assert shuffles.block(number).tolist() == blocks[number]


def test_shuffles_start_where_the_one_before_ends_even_if_it_rejected_numbers():
    count = 120_000  # so many that some draws are rejected
    rng, shuffles = Rng(3, stream=8), Shuffles(count, seed=3, stream=8)
    orders = [list(lazily_shuffled(count, rng)) for _ in range(3)]
    assert shuffles.block(2).tolist() == orders[2]
    assert shuffles._rejected[-1] > 0
    assert shuffles.block(1).tolist() == orders[1]


@pytest.mark.parametrize("start", BOARDS)
@pytest.mark.parametrize("seed", [1, 9])
def test_an_opening_is_the_same_whichever_is_asked_for_first(start, seed):
    board, plies = BOARDS[start]
    pairs = 8000
    expected = list(islice(drawn_one_by_one(board, plies, seed), pairs))
    for order in ([7000, 3, 2351, 2352, 6999, 0], [0, 5, 7999, 4704]):
        drawn = DrawnOpenings(RandomDeck(board, plies, seed=seed), pairs)
        assert [drawn[pair].moves for pair in order] == [expected[pair] for pair in order]
    assert [opening.moves for opening in drawn] == expected
    assert [opening.moves for opening in drawn[100:200][30:40]] == expected[130:140]
    assert drawn[-1].moves == expected[-1]
    assert len(drawn[7990:]) == 10


def test_a_seed_draws_the_openings_of_later_rounds_that_it_always_drew():
    drawn = DrawnOpenings(RandomDeck(lk.Position(), 2, seed=5), 10**6)
    found = [str(drawn[pair]) for pair in (0, 2351, 2352, 100_000, 999_999)]
    assert found == ["f4 d1", "f7 b1", "c4 b3", "b2 e3", "f1 f7"]


def test_openings_that_no_longer_fit_are_made_again(monkeypatch):
    monkeypatch.setattr("lastknight.matches.opening_deck._KEPT_OPENINGS", 10)
    monkeypatch.setattr("lastknight.matches.opening_deck._KEPT_PLACES", 1)
    drawn = DrawnOpenings(RandomDeck(lk.Position(), 2, seed=1), 50_000)
    expected = random_openings(lk.Position(), 2, 50_000, seed=1)
    for pair in (40_000, 1, 20_000, 2, 49_999, 40_000, 1):
        assert drawn[pair] == expected[pair]
    assert len(drawn.deck._openings) <= 10
    assert len(drawn.deck._blocks) <= 2


def test_numbers_are_those_of_the_list_of_all_openings():
    pairs = 6000
    drawn = DrawnOpenings(RandomDeck(lk.Position(), 2, seed=4), pairs)
    lazy, eager = OpeningNumbers.of(drawn), OpeningNumbers.of(list(drawn))
    for name in ("canonical", "raw", "attacking"):
        column, expected = getattr(lazy, name), getattr(eager, name).tolist()
        assert column[5990:6000].tolist() == expected[5990:]
        assert column[3] == expected[3]
        assert column.tolist() == expected
    forms: dict[lk.Position, int] = {}
    assert eager.canonical.tolist() == [
        forms.setdefault(opening.canonical, len(forms)) for opening in drawn
    ]
    assert lazy.count() == eager.count() == 315


@pytest.mark.parametrize(
    ("moves", "is_alike"),
    [(["d4 b1"], True), (["d4 b1", "d4 a2"], True), (["d4 b1", "d4 b1", "c3 e5"], False)],
)
def test_numbers_know_whether_all_openings_are_alike(moves, is_alike):
    deck = ListDeck(list_openings(lk.Position(), moves))
    assert OpeningNumbers(deck, MOST_PAIRS).are_all_alike() == is_alike
    assert OpeningNumbers(deck, 1).are_all_alike()
    assert OpeningNumbers(deck, MOST_PAIRS).count() == (1 if is_alike else 2)


class Slow:
    """A player that needs Python."""

    def __str__(self):
        return "Slow"

    def choose(self, position, **_):
        return lk.Choice(position.legal_moves()[0])


def play_nothing(works, **_):
    """A runner that plays no games: A wins both of a pair, one, none, and so on."""
    for work in works:
        for piece in work.pieces(4096):
            games = 2 * len(piece.openings)
            yield Chunk(
                piece.pairing,
                piece.first_pair,
                (bytes([1, 1, 1, 0, 0, 0]) * games)[:games],
                bytes(games),
                bytes(games),
                b"",
                b"",
                bytes(8 * 2 * PLIES * len(TOTALS)),
            )


def peak_of(action):
    """The most memory, in MiB, that is held while something is done."""
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("openings", "sprt"),
    [
        ("random", None),
        ("random", Sprt(-50, 50)),
        ("empty", None),
        (("d4 b1", "c3 e5"), Sprt(-50, 50)),
    ],
)
def test_two_billion_pairs_start_at_once_and_take_no_more_memory_later(openings, sprt, tmp_path):
    seen = []

    def start_and_stop():
        plan = Plan(
            (lk.Random(), lk.Greedy("open")), ((0, 1),), pairs=MOST_PAIRS, openings=openings
        )
        with Store(tmp_path / "games.db") as store:
            chunks = run_plan(
                plan, runner=play_nothing, store=store, progress=seen.append, sprt=sprt
            )
            gather(plan, islice(chunks, 3), sprt=sprt)
            resumed = run_plan(plan, runner=play_nothing, store=store, progress=seen.append)
            gather(plan, islice(resumed, 6))

    assert peak_of(start_and_stop) < 12
    assert seen[-1].planned == 2_000_000_000
    assert seen[-1].played == 5 * 4096  # the last chunk is counted when the next is asked for
    assert seen[-1].resumed == 3 * 4096


def test_two_billion_pairs_of_python_players_start_at_once():
    plan = Plan((Slow(), lk.Random()), ((0, 1),), pairs=MOST_PAIRS)

    def play(works, **options):
        return run_in_processes(works, workers=2, **options)

    assert peak_of(lambda: list(islice(run_plan(plan, runner=play), 3))) < 12


def games_of(chunks):
    """The moves of every game, by pair and place in it."""
    return {
        (chunk.first_pair + place // 2, place % 2): bytes(moves)
        for chunk in chunks
        for place, (_, _, moves) in enumerate(chunk.games())
    }


def test_two_billion_pairs_are_played_on_this_machine():
    plan = Plan((lk.Random(), lk.Greedy("open")), ((0, 1),), pairs=MOST_PAIRS)
    seen = []
    chunks = list(islice(run_plan(plan, workers=1, progress=seen.append), 3))
    pairs = max(one.first_pair + one.pairs for one in chunks)
    few = Plan(plan.players, plan.pairings, pairs=max(pairs, 500))
    # How many pairs a chunk has depends on how long they take; the games do not.
    assert games_of(chunks).items() <= games_of(run_plan(few, workers=1)).items()
    assert np.all(plan.opening_numbers.canonical[:500] == few.opening_numbers.canonical[:500])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"plies": 8}, "with 8 plies, more than 2,000,000 different openings there are at most"),
        ({"start_ply": 10}, "from later starts there are at most 20,000,000 pairs"),
        ({"pairs": MOST_PAIRS + 1}, "pairs must be a whole number from 1 to 2000000000"),
    ],
)
def test_too_many_pairs_to_track_are_refused(given, words):
    with pytest.raises(lk.ArgumentError) as caught:
        Plan((lk.Random(), lk.Random()), ((0, 1),), **({"pairs": MOST_PAIRS} | given))
    assert words in str(caught.value)


def test_a_tournament_of_so_many_pairs_is_refused():
    players = (lk.Random(), lk.Greedy("open"), lk.Greedy("improved"))
    with pytest.raises(lk.ArgumentError, match="with more than two players there are at most"):
        Plan(players, ((0, 1), (0, 2)), pairs=20_000_001)

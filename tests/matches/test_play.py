"""One game from a job: every way it can end, and the same moves from the core and from Python."""

import struct
from array import array

import pytest

import lastknight as lk
from lastknight.matches.chunks import PLIES, TOTALS, pack
from lastknight.matches.openings import census_openings, random_openings
from lastknight.matches.play import REASONS, play_game
from lastknight.matches.runners import Work, run_locally


class Scripted:
    """A player that does what it is told, one thing for each move."""

    def __init__(self, *script):
        self.script = iter(script)

    def choose(self, position, *, seed=0):  # noqa: ARG002
        given = next(self.script)
        if isinstance(given, BaseException):
            raise given
        return given(position) if callable(given) else given


def first_move(position):
    return lk.Choice(position.legal_moves()[0])


def play(a, b, opening="d4 b1", *, first=0, board=None, **options):
    position = lk.Position.from_moves(opening, **(board or {}))
    return play_game((a, b), position, first=first, seeds=lk.Rng(1, stream=0), **options)


@pytest.mark.parametrize("first", [0, 1])
def test_a_player_without_a_move_loses(first):
    game = play(lk.Random(), lk.Random(), first=first)
    position = lk.Position.from_moves("d4 b1")
    for move in game.moves:
        assert move in position.legal_moves()
        position = position.play(move)
    assert position.is_over
    assert game.reason == "no_moves"
    assert game.note == ""
    assert len(game.choices) == len(game.moves)
    loser = (len(game.moves) + first) % 2
    assert game.a_won == (loser == 1)


def test_a_game_without_moves_is_lost_by_the_first_player():
    over = {"opening": "b2 a1", "board": {"width": 3, "height": 3}}
    assert not play(Scripted(), Scripted(), first=0, **over).a_won
    assert play(Scripted(), Scripted(), first=1, **over).a_won
    assert play(Scripted(), Scripted(), **over).moves == ()


@pytest.mark.parametrize("loser", [0, 1])
@pytest.mark.parametrize("move", [0, 1])
def test_a_player_that_raises_loses_by_a_crash(loser, move):
    bad = Scripted(*[first_move] * move, ZeroDivisionError("by nothing"))
    players = (bad, lk.Random()) if loser == 0 else (lk.Random(), bad)
    game = play(*players, first=loser)
    assert (game.reason, game.a_won) == ("crash", loser == 1)
    assert game.note.rstrip().endswith("ZeroDivisionError: by nothing")
    assert "in choose" in game.note
    assert len(game.moves) == len(game.choices) == 2 * move


def test_a_heuristic_that_raises_is_a_crash_with_its_own_traceback():
    def broken(position, player):
        return {}["nothing", position, player]

    game = play(lk.Random(), lk.Greedy(broken), first=1)
    assert (game.reason, game.a_won) == ("crash", True)
    assert "KeyError: ('nothing'" in game.note
    assert "in broken" in game.note


@pytest.mark.parametrize("error", [MemoryError(), RecursionError("deep"), StopIteration()])
def test_any_exception_is_a_crash(error):
    game = play(Scripted(error), lk.Random())
    assert (game.reason, game.a_won) == ("crash", False)
    assert type(error).__name__ in game.note


class HasNoText:
    def __repr__(self):
        raise RuntimeError("no text")


JUNK_MOVES = [
    None,
    3,
    "zz",
    "",
    "c2 ",
    b"c2",
    (1,),
    (1, 2, 3),
    (1.0, 2.0),
    (10**30, 0),
    (None, None),
    float("nan"),
    {},
    HasNoText(),
]


@pytest.mark.parametrize("loser", [0, 1])
@pytest.mark.parametrize("junk", JUNK_MOVES, ids=lambda junk: type(junk).__name__)
def test_what_is_not_a_square_is_an_illegal_move(junk, loser):
    players = [lk.Random(), lk.Random()]
    players[loser] = Scripted(lk.Choice(junk))
    game = play(*players, first=loser)
    assert (game.reason, game.a_won, game.moves) == ("illegal_move", loser == 1, ())
    assert game.note


@pytest.mark.parametrize("returned", [None, (1, 2), "c2", lk.Random(), HasNoText(), lk.Choice])
def test_what_is_not_a_choice_is_an_illegal_move(returned):
    game = play(lk.Random(), Scripted(lambda position: returned))
    assert (game.reason, game.a_won, len(game.moves)) == ("illegal_move", True, 1)
    assert "a player must return a Choice" in game.note


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ((3, 3), "not a knight's move"),
        ((0, 0), "not a knight's move"),
        ((-1, 2), "not on the 7x7 board"),
        ((7, 7), "not on the 7x7 board"),
        ("b1", "cannot move"),
    ],
)
def test_an_unreachable_square_is_an_illegal_move(move, words):
    game = play(Scripted(lk.Choice(move)), lk.Random())
    assert (game.reason, game.a_won, game.moves) == ("illegal_move", False, ())
    assert words in game.note


def test_a_blocked_square_is_an_illegal_move():
    back = Scripted(lk.Choice("c2"), lk.Choice("d4"))
    game = play(back, lk.Random())
    assert (game.reason, game.a_won, len(game.moves)) == ("illegal_move", False, 2)


def test_moves_may_be_given_as_text_and_are_kept_as_squares():
    game = play(Scripted(lk.Choice("c2"), None), Scripted(lk.Choice([2, 0]), None))
    assert game.moves == ((1, 2), (2, 0))


@pytest.mark.parametrize("field", ["depth", "nodes", "evaluations", "seconds", "solved"])
def test_a_choice_whose_counts_are_not_numbers_is_a_crash(field):
    game = play(Scripted(lk.Choice("c2", **{field: "many"})), lk.Random())
    assert (game.reason, game.a_won) == ("crash", False)
    assert "'many'" in game.note


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still unless it is moved on."""
    now = [0.0]
    monkeypatch.setattr("lastknight.matches.play.perf_counter", lambda: now[0])
    return now


@pytest.mark.parametrize("loser", [0, 1])
def test_a_move_that_takes_too_long_is_a_timeout(clock, loser):
    def slowly(position):
        clock[0] += 0.75
        return first_move(position)

    players = [lk.Random(), lk.Random()]
    players[loser] = Scripted(first_move, slowly)
    game = play(*players, first=loser, move_seconds=0.5)
    assert (game.reason, game.a_won, len(game.moves)) == ("timeout", loser == 1, 2)
    assert game.note == "0.750 s for a move; the limit is 0.5 s"


def test_a_move_may_use_all_of_its_time(clock):
    class Slow(lk.Random):
        def choose(self, position, *, seed=0):
            clock[0] += 0.5
            return super().choose(position, seed=seed)

    assert play(Slow(), Slow(), move_seconds=0.5).reason == "no_moves"
    assert play(Slow(), Slow(), move_seconds=None).reason == "no_moves"
    assert play(Slow(), Slow(), move_seconds=0.4).reason == "timeout"


def test_every_choice_takes_the_next_seed_of_the_job():
    seen = []

    class Noted(lk.Random):
        def choose(self, position, *, seed=0):
            seen.append(seed)
            return super().choose(position, seed=seed)

    game = play_game((Noted(), Noted()), lk.Position(), first=0, seeds=lk.Rng(5, stream=77))
    seeds = lk.Rng(5, stream=77)
    assert seen == [seeds.next() for _ in game.moves]


def test_the_watcher_sees_who_moves_next_and_the_moves_so_far():
    told = []
    game = play(
        lk.Random(), lk.Random(), first=1, watch=lambda mover, moves: told.append((mover, *moves))
    )
    assert told == [((1 + ply) % 2, *game.moves[:ply]) for ply in range(len(game.moves))]


# Boards and openings on which the games of the core are played again, move by move, in Python.
STARTS = {
    "random": [o.position for o in random_openings(lk.Position(), 2, 12, seed=4)],
    "empty": [lk.Position()] * 4,
    "census of 3x4": [o.position for o in census_openings(lk.Position(width=3, height=4), 2)][:9],
    "11x9": [o.position for o in random_openings(lk.Position(width=11, height=9), 4, 3, seed=4)],
    "blocked": [
        o.position
        for o in random_openings(
            lk.Position(width=6, height=8, blocked="a1 c3 d3 f8"), 3, 5, seed=4
        )
    ],
    "second to move": [lk.Position.from_moves("d4")] * 2,
}
PAIRINGS = [
    ("Random", "Random"),
    ("Greedy(improved)", "Random"),
    ("AlphaBeta(ratio, depth=3)", "Minimax(open, depth=2)"),
    ("AlphaBeta(improved - 0.5 * center, nodes=150)", "Greedy(open)"),
    ("AlphaBeta(improved, depth=4, nodes=60)", "AlphaBeta(open, nodes=60)"),
]


@pytest.mark.parametrize("openings", STARTS.values(), ids=STARTS)
@pytest.mark.parametrize(("a", "b"), PAIRINGS)
def test_a_game_of_the_core_can_be_replayed_from_its_job(a, b, openings):
    work = Work(3, lk.player(a), lk.player(b), 5, openings, seed=21)
    assert work.is_native
    kept = 2
    (chunk,) = run_locally([work], workers=1, kept_pairs=work.first_pair + kept)
    games = [
        play_game(
            (work.a, work.b),
            opening,
            first=first,
            seeds=lk.Rng(21, stream=3 * 2**32 + 2 * (5 + pair) + first),
        )
        for pair, opening in enumerate(openings)
        for first in (0, 1)
    ]
    width = openings[0].width
    again = pack(3, 5, games, width=width)
    assert (again.pairing, again.first_pair) == (chunk.pairing, chunk.first_pair)
    assert again.a_won == chunk.a_won
    assert again.plies == chunk.plies
    assert again.moves == chunk.moves
    assert not any(chunk.reasons)
    assert without_seconds(again.totals) == without_seconds(chunk.totals)
    choices = [choice for game in games[: 2 * kept] for choice in game.choices]
    kept_choices = list(struct.iter_unpack("<ffIIBBH", chunk.choices))
    assert len(kept_choices) == len(choices)
    for (score, _, nodes, evaluations, depth, solved, _), choice in zip(
        kept_choices, choices, strict=True
    ):
        assert (nodes, evaluations, depth) == (choice.nodes, choice.evaluations, choice.depth)
        assert bool(solved) == choice.solved
        assert score == pytest.approx(choice.score, rel=1e-6)
    for number, (won, reason, squares) in enumerate(chunk.games()):
        position = openings[number // 2]
        for square in squares:
            position = position.play(divmod(square, width))
        assert position.is_over
        assert reason == "no_moves"
        a_is_to_move = (number + len(squares)) % 2 == 0
        assert won is not a_is_to_move


def without_seconds(totals):
    numbers = array("d", totals)
    assert len(numbers) == 2 * PLIES * len(TOTALS)
    del numbers[TOTALS.index("seconds") :: len(TOTALS)]
    return numbers


def test_another_seed_or_job_is_another_game():
    def moves(seed, job):
        return play_game(
            (lk.Random(), lk.Random()), lk.Position(), first=0, seeds=lk.Rng(seed, stream=job)
        ).moves

    assert moves(1, 0) == moves(1, 0)
    assert len({moves(seed, job) for seed in (1, 2) for job in range(4)}) == 8


def test_the_reasons_are_those_of_the_stored_games():
    assert REASONS == ("no_moves", "timeout", "illegal_move", "crash", "breach")

"""Leagues without sandboxed processes: finding submissions, plans, results, resuming."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

import lastknight as lk
from lastknight.errors import ArgumentError
from lastknight.league import course_results
from lastknight.league.course_tables import write_meaning, write_table
from lastknight.league.course_tournament import Course, CoursePlayer
from lastknight.league.performance import find_mistakes, read_performances
from lastknight.league.rules import native_nodes
from lastknight.league.submissions import find_submissions, page_names
from lastknight.matches.chunks import Chunk
from lastknight.matches.engine import play_plans
from lastknight.matches.game_record import records_of
from lastknight.matches.plan import Plan
from lastknight.matches.results import rate_players
from lastknight.matches.runners import run_locally
from lastknight.sandbox import Allowance
from lastknight.truth.verdicts import Verdicts
from reference import rules as reference

CLASS = Path(__file__).parents[1] / "class"
PLAYER = "class {}:\n    def get_move(self, game, time_left):\n        return None\n"


# ---- submissions


def test_all_submissions_of_a_class_are_found():
    found, skipped = find_submissions(CLASS)
    assert [(one.name, one.player, one.problem) for one in found] == [
        ("alpha_beta", "AlphaBetaPlayer", ""),
        ("brief", "AlphaBetaPlayer", ""),
        ("crowding", "CustomPlayer", ""),
        ("drifter", "Wanderer", ""),
        ("early", "CustomPlayer", ""),
        ("folder", "AlphaBetaPlayer", ""),
        ("graph", "CustomPlayer", ""),
        ("hearsay", "CustomPlayer", ""),
        ("idle", "CustomPlayer", ""),
        ("judge", "AlphaBetaPlayer", ""),
    ]
    folders = {one.name: one.folder and one.folder.name for one in found}
    assert folders["folder"] == "folder"
    assert folders["alpha_beta"] is None
    assert [one.name for one in skipped if one.name != "__pycache__"] == []


def test_anything_else_in_the_folder_is_skipped_with_a_reason(tmp_path):
    (tmp_path / "ann.py").write_text(PLAYER.format("CustomPlayer"))
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / "tools.py").write_text("def helper(game): return 1\n")
    (tmp_path / ".hidden").write_text("")
    (tmp_path / "empty").mkdir()
    (tmp_path / "results").mkdir()
    (tmp_path / "link.py").symlink_to(tmp_path / "ann.py")
    found, skipped = find_submissions(tmp_path, leave_out=tmp_path / "results")
    assert [one.name for one in found] == ["ann"]
    assert {one.name: one.reason for one in skipped} == {
        ".hidden": "hidden",
        "empty": "no game_agent.py and no file with a player class",
        "link.py": "a link",
        "notes.txt": "not a Python file",
        "results": "the results folder",
        "tools.py": "no class with a get_move",
    }


def test_an_unreadable_submission_is_listed_with_its_problem(tmp_path):
    (tmp_path / "syntax.py").write_text("def f(:\n")
    (tmp_path / "zeros.py").write_bytes(b"\0" * 20)
    (tmp_path / "deep.py").write_text("(" * 5000)
    (tmp_path / "large.py").write_text("#" * 2**21)
    (tmp_path / "several.py").write_text(PLAYER.format("One") + PLAYER.format("Two"))
    two = tmp_path / "two"
    two.mkdir()
    (two / "a.py").write_text(PLAYER.format("A"))
    (two / "b.py").write_text(PLAYER.format("B"))
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    (nothing / "game_agent.py").write_text("x = 1\n")
    problems = {one.name: one.problem for one in find_submissions(tmp_path)[0]}
    assert sorted(problems) == ["deep", "large", "nothing", "several", "syntax", "two", "zeros"]
    assert problems["syntax"] == "syntax.py, line 1: invalid syntax"
    assert problems["large"] == "large.py is larger than 1,048,576 bytes"
    assert problems["several"].startswith("several.py has several players (One, Two)")
    assert problems["two"] == "several files with a player: a.py, b.py"
    assert problems["nothing"] == "game_agent.py has no class with a get_move"
    assert all("\n" not in problem for problem in problems.values())
    assert all(problems.values())


def test_a_file_in_an_unpacked_archive_is_found_with_its_folder(tmp_path):
    inner = tmp_path / "student 7" / "isolation-master"
    inner.mkdir(parents=True)
    (inner / "game_agent.py").write_text(PLAYER.format("AlphaBetaPlayer"))
    ((one,), _) = find_submissions(tmp_path)
    assert (one.name, one.folder) == ("student 7", inner)


def test_names_are_printable_and_unique(tmp_path):
    for name in ("a\x1b[2Jb.py", "same.py", "Same.py"):
        (tmp_path / name).write_text(PLAYER.format("CustomPlayer"))
    (tmp_path / "same").mkdir()
    (tmp_path / "same" / "game_agent.py").write_text(PLAYER.format("CustomPlayer"))
    names = [one.name for one in find_submissions(tmp_path)[0]]
    assert sorted(names) == ["Same", "a\\x1b[2Jb", "same (2)", "same (3)"]
    pages = page_names(names)
    assert len({page.casefold() for page in pages.values()}) == 4


@pytest.mark.parametrize("make", [lambda path: path / "missing", lambda path: path])
def test_a_folder_without_submissions_is_refused(tmp_path, make):
    with pytest.raises(ArgumentError, match=r"folder of submissions|has no submission"):
        find_submissions(make(tmp_path))


# ---- plans


def small(
    pairs: int = 3, *, names: tuple[str, ...] = ("Greedy(improved)", "Greedy(open)", "Random")
):
    """A league of native players, all against all."""
    players = tuple(map(lk.player, names))
    return Plan(
        players, tuple(combinations(range(len(names)), 2)), pairs=pairs, seed=1, is_league=True
    )


def play(plan, **options):
    """The chunks of each pairing."""
    (chunks,) = play_plans([plan], **options)
    return [
        [chunk for chunk in chunks if chunk.pairing == pairing]
        for pairing in range(len(plan.pairings))
    ]


def moves_of(chunks):
    return b"".join(chunk.moves for chunk in chunks)


def test_a_league_is_resumed(tmp_path):
    whole = play(small())
    with lk.Store(tmp_path / "games.db") as store:
        play(small(pairs=1), store=store)
        seen = []
        resumed = play(small(), store=store, progress=seen.append)
        assert seen[-1].resumed == 3
        assert (seen[-1].played, seen[-1].planned) == (9, 9)
    assert list(map(moves_of, resumed)) == list(map(moves_of, whole))


def test_all_pairings_advance_together():
    asked = []

    def runner(works, **options):
        asked.extend((work.first_pair, work.pairing, len(work.openings)) for work in works)
        return run_locally(works, workers=1, **options)

    play(small(pairs=2), runner=runner)
    assert asked == [(pair, pairing, 1) for pair in range(2) for pairing in range(3)]


def test_a_late_submission_plays_only_its_own_games(tmp_path):
    played = []

    def counting(works, **options):
        played.extend(works)
        return run_locally(works, workers=1, **options)

    mine = tmp_path / "mine.py"
    code = "def mine(position, player):\n    return len(position.legal_moves(player))"
    mine.write_text(f"{code}\n")
    with lk.Store(tmp_path / "games.db") as store:
        first = play(small(names=("Greedy(improved)", "Random")), runner=counting, store=store)
        names = ("Greedy(improved)", f"Greedy({mine}:mine)", "Random")
        found = play(small(names=names), runner=counting, store=store)
        assert len(played) == 3 + 6
        assert moves_of(found[1]) == moves_of(first[0])
        mine.write_text(f"{code} + 1\n")
        play(small(names=names), runner=counting, store=store)
        assert len(played) == 3 + 6 + 6
        assert [one.about["sources"] for one in store.experiments()] == [{}] * 5


def test_each_pairing_is_stored_as_a_match_of_its_own(tmp_path):
    plan = replace(small(pairs=2), labels=("ann: Custom(60 nodes)", "bob: Custom(60 nodes)", "R"))
    with lk.Store(tmp_path / "games.db") as store:
        play(plan, store=store)
        found = store.experiments()
        assert [set(store.done(one.id)) for one in found] == [{(0, 0), (0, 1)}] * 3
    assert found[1].plan == {  # the key of the experiment: older stores must be found again
        "players": ["ann: Custom(60 nodes)", "R"],
        "sources": [None, None],
        "pairings": [[0, 1]],
        "openings": "random",
        "plies": 2,
        "start": str(lk.Position()),
        "seed": 1,
        "move_seconds": None,
    }


def test_games_do_not_depend_on_who_else_plays():
    two = play(small(names=("Greedy(improved)", "Random")))
    three = play(small(), workers=2)
    assert moves_of(two[0]) == moves_of(three[1])


def test_wins_agree_with_the_reference_rules():
    plan = small(pairs=4)
    (chunks,) = play_plans([plan])
    records = read_performances(plan, chunks)
    wins = [0, 0, 0]
    for game in records_of(plan, chunks):
        position = reference.start(7, 7)
        for move in game.all_moves:
            position = reference.play(position, move)
        a, b = plan.pairings[game.pairing]
        wins[a if reference.winner(position) == game.a_player else b] += 1
    assert [record.total.wins for record in records] == wins
    assert [sum(record.won.values()) for record in records] == wins
    assert sum(record.total.games for record in records) == 2 * 24


def test_ratings_are_those_of_a_tournament():
    names = ("Greedy(improved)", "Random")
    plan = small(pairs=30, names=names)
    ratings = rate_players(plan, play_plans([plan])[0], anchor=1)
    same = lk.run_tournament(names, pairs=30, anchor=names[1])
    assert ratings == same.ratings
    assert ratings.ratings[0].low > 0


def test_mistakes_are_won_positions_given_away():
    plan = small(pairs=6, names=("Greedy(open)", "Random"))
    records = read_performances(plan, play_plans([plan])[0])
    found = find_mistakes(records[1].losses, Verdicts(), boards=2)
    assert found.games == len(records[1].losses)
    assert found.thrown >= found.had_won >= len(found.boards) > 0
    for thrown in found.boards:
        mistake = thrown.mistake
        position = lk.Position.parse(mistake.position)
        winners = lk.solve(position).moves
        assert position.to_move == mistake.player
        assert winners[lk.parse_square(mistake.played)] != mistake.player
        assert {lk.parse_square(move) for move in mistake.winning} == {
            move for move, winner in winners.items() if winner == mistake.player
        }


# ---- the course's tables

TABLE = """\
                        *************************                         
                             Playing Matches                              
                        *************************                         

 Match #   Opponent    AB_Improved   AB_Custom   AB_Custom_2  AB_Custom_3 
                        Won | Lost   Won | Lost   Won | Lost   Won | Lost 
    1       Random       6  |   4    10  |   0     6  |   4     8  |   2  
    2       MM_Open      5  |   5     6  |   4     7  |   3     3  |   7  
--------------------------------------------------------------------------
           Win Rate:      55.0%        80.0%        65.0%        55.0%    """  # noqa: W291

OLD_TABLE = """\
*************************
 Evaluating: ID_Improved 
*************************

Playing Matches:
----------
  Match 1: ID_Improved vs   Random    \tResult: 15 to 5
  Match 2: ID_Improved vs   MM_Null   \tResult: 20 to 0


Results:
----------
ID_Improved         87.50%

*************************
   Evaluating: Student   
*************************

Playing Matches:
----------
  Match 1:   Student   vs   Random    \tResult: 18 to 2
  Match 2:   Student   vs   MM_Null   \tResult: 16 to 4


Results:
----------
Student             85.00%"""  # noqa: W291


def result_of(
    generation: str, columns: list[str], rows: list[str], won: list[list[int]], games: int
):
    """A result with these counts, games won in pairs as far as they go."""
    random = lk.Random()
    course = Course(
        generation,
        tuple(CoursePlayer(one, random) for one in columns),
        tuple(CoursePlayer(one, random) for one in rows),
    )
    pairs = games // 2
    counts = [count for row in won for count in row]
    chunks = [
        chunk_of(pairing, bytes([1] * count + [0] * (games - count)))
        for pairing, count in enumerate(counts)
    ]
    plan = Plan((random,), ((0, 0),) * len(chunks), pairs=pairs, is_league=True)
    return course_results.read_results(course, plan, chunks)


def chunk_of(pairing: int, a_won: bytes):
    plies = bytes(len(a_won))
    return Chunk(pairing, 0, a_won, plies, plies, b"", b"", b"")


def test_the_new_table_is_the_courses_exactly():
    columns = ["AB_Improved", "AB_Custom", "AB_Custom_2", "AB_Custom_3"]
    result = result_of("new", columns, ["Random", "MM_Open"], [[6, 10, 6, 8], [5, 6, 7, 3]], 10)
    assert write_table(result) == TABLE


def test_the_old_table_is_the_courses_exactly():
    columns = ["ID_Improved", "Student"]
    result = result_of("old", columns, ["Random", "MM_Null"], [[15, 18], [20, 16]], 20)
    assert write_table(result) == OLD_TABLE


def test_the_meaning_says_who_is_better():
    columns = ["AB_Improved", "AB_Custom", "AB_Custom_2"]
    result = result_of("new", columns, ["Random"], [[0, 200, 0]], 200)
    words = {one.label: one.word for one in result.comparisons}
    assert words == {"AB_Custom": "better", "AB_Custom_2": "identical"}
    lines = "\n".join(write_meaning(result))
    assert "AB_Custom +100.0 points" in lines
    assert "AB_Improved 0.0 %" in lines
    close = result_of("new", columns, ["Random"], [[5, 6, 4]], 10)
    assert {one.word for one in close.comparisons} == {"no difference shown"}
    assert "These games show no difference" in "\n".join(write_meaning(close))


def test_limits_as_text_and_in_nodes():
    timed, counted = Allowance(seconds=0.02), Allowance(nodes=300)
    assert (str(timed), native_nodes(timed)) == ("20 ms a move", 2000)
    assert (str(counted), native_nodes(counted)) == ("300 nodes a move", 300)

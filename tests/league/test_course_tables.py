"""The course's tables, and what their numbers mean."""

from collections import Counter

import pytest

import lastknight as lk
from lastknight.league import course_results
from lastknight.league.course_tables import write_meaning, write_table
from lastknight.league.course_tournament import Course, CoursePlayer
from lastknight.matches.plan import Plan
from simulated_course import chunk_of, tournaments

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
    assert "AB_Custom_2 has identical results" in lines
    close = result_of("new", columns, ["Random"], [[15, 16, 14]], 30)
    assert {one.word for one in close.comparisons} == {"no difference shown"}
    assert "These games show no difference: --pairs 238 would" in "\n".join(write_meaning(close))


@pytest.mark.parametrize("pairs", [2, 3, 5])
def test_few_games_are_not_overinterpreted(pairs):
    """Tournaments between equals: no false word, no interval of width zero, and advice."""
    words = Counter()
    for result in tournaments(pairs, runs=100):
        words.update(one.word for one in result.comparisons)
        assert all(rate.low < rate.value < rate.high for rate in result.rates)
        assert "Too few games" in "\n".join(write_meaning(result))
    assert set(words) <= {"too few games", "identical"}

"""Studies: the data says what the analyses say, and a run is the same however it is played."""

from math import hypot, sqrt

import pytest

from lastknight.errors import ArgumentError, LastknightError
from lastknight.matches.chunks import Chunk, wins_of
from lastknight.matches.costs import nodes_for
from lastknight.matches.engine import play_plans
from lastknight.matches.store import Store
from lastknight.matches.tally import Tally
from lastknight.studies.original_players import measure_clocks
from lastknight.studies.study import STUDIES, parse_study, read_study
from lastknight.studies.study_figures import (
    StudyFigure,
    game_error,
    mean_error,
    pair_error,
    pooled_error,
)
from lastknight.studies.study_run import find_clocks, plan_study, run_study
from lastknight.studies.study_text import rank, ratios_of, write_study

COURSE = ["Random", "MM_Open", "MM_Center", "MM_Improved", "AB_Open", "AB_Center", "AB_Improved"]
OLDER = ["Random", "MM_Null", "MM_Open", "MM_Improved", "AB_Null", "AB_Open", "AB_Improved"]

SMALL = """
id = "small"
title = "A small study"
notes = ["Made up."]
[[parts]]
name = "rounds"
title = "Rounds"
form = "{form}"
openings = "{openings}"
plies = 2
games = {games}
rounds = {rounds}
players = [
    {{ label = "one", kind = "AlphaBeta", heuristic = "improved", seconds = 0.001 }},
    {{ label = "two", kind = "AlphaBeta", heuristic = "ratio", seconds = 0.001 }},
]
opponents = [
    {{ label = "Random", kind = "Random" }},
    {{ label = "one", kind = "AlphaBeta", heuristic = "improved", seconds = 0.001 }},
]
[parts.original]
{original}
"""
ORIGINAL = "[parts.original]\n"
COSTS = {"ratio": 1.25}


def small(*, form="won_lost", openings="random", games=8, rounds=3, original=""):
    text = SMALL.format(form=form, openings=openings, games=games, rounds=rounds, original=original)
    return parse_study(text, source="study small")


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_reads_and_says_what_it_is(name):
    study = read_study(name)
    assert study.id == name
    assert study.title
    for part in study.parts:
        assert len({player.label for player in part.players}) == len(part.players)


@pytest.mark.parametrize("name", ["000", "003", "004-t2"])
def test_the_rates_of_a_round_follow_from_its_cells(name):
    part = read_study(name).parts[0]
    assert [player.label for player in part.opponents] == COURSE
    for rows, rates in zip(part.original.wins, part.original.rates, strict=True):
        for place, rate in enumerate(rates):
            won = sum(row[place] for row in rows)
            assert 100 * won / (part.games * len(rows)) == pytest.approx(rate, abs=0.0501)


def test_000_has_the_averages_of_its_analysis():
    part = read_study("000").parts[0]
    assert part.original.averages == (62.4, 65.7, 63.3, 52.4)
    assert (part.games, part.rounds, part.openings, part.plies) == (10, 3, "random", 2)
    assert [str(player.heuristic) for player in part.players] == [
        "improved", "center_weighted", "blank_ratio", "edge_ratio",
    ]  # fmt: skip
    for place, average in enumerate(part.original.averages):
        won = sum(row[place] for rows in part.original.wins for row in rows)
        assert 100 * won / 210 == pytest.approx(average, abs=0.0501)


def test_001_knows_the_totals_and_five_results_of_seven():
    study = read_study("001")
    assert [part.name for part in study.parts] == ["tournament", "comparison", "50-matches"]
    part = study.parts[0]
    assert [player.label for player in part.opponents] == OLDER
    assert [player.depth for player in part.opponents] == [None, 3, 3, 3, 5, 5, 5]
    assert all(player.seconds == 0.15 for player in part.players)
    assert part.original.averages == (82.14, 82.14)
    assert part.original.wins == ()
    for wins in part.original.readable:
        missing = round(0.8214 * 140) - sum(wins)
        assert len(wins) == 5
        assert 0 <= missing <= 2 * part.games  # two results that cannot be read make up the total
    assert [part.games for part in study.parts] == [20, 20, 200]


def test_002_ranks_as_its_analysis_does_except_for_ties():
    for part in read_study("002").parts:
        table = part.original.ratios
        assert part.rounds == 10
        for place, (best, worst, above) in enumerate(part.original.rankings):
            most_best, most_worst, ours = rank(table)[place]
            assert above == ours
            assert best <= most_best
            assert worst <= most_worst
    weighted = {str(player.heuristic) for player in read_study("002").parts[1].players}
    assert weighted == {"improved", *(f"value(power={n}, weight=2)" for n in (1, 2, 3))}


def test_004_has_the_percentages_of_its_analysis_except_the_one_that_is_wrong_there():
    study = read_study("004-t1")
    assert [part.games for part in study.parts] == [100_000, 100_000, 2_000, 2_000]
    assert [part.openings for part in study.parts] == ["empty", "random"] * 2
    wrong = []
    for part in study.parts:
        for won, percent, player in zip(
            part.original.wins[0][0], part.original.averages, part.players, strict=True
        ):
            if abs(100 * won / part.games - percent) > 0.001:
                wrong.append((part.name, player.label))
    assert wrong == [("depth", "custom_score_3")]
    assert read_study("004-t3").parts[0].original.depths == (10.06, 9.117, 9.182, 7.93, 9.111)


def test_003_sweeps_k():
    sweep = read_study("003").parts[1]
    assert [str(player.heuristic) for player in sweep.players] == [
        f"reach(k={k})" for k in (2, 3, 5)
    ]
    assert [player.label for player in sweep.opponents] == ["AB_Improved"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('form = "won_lost"', 'form = "poem"', "form must be 'won_lost'"),
        ("games = 8", "games = 7", "games must be a multiple of 2, got 7"),
        ("games = 8", 'games = "8"', "games must be a valid integer, got '8'"),
        ("rounds = 3", "rounds = 0", "rounds must be greater than or equal to 1"),
        ('openings = "random"', 'openings = "census"', "must be 'random' or 'empty', got 'census'"),
        ('heuristic = "ratio"', 'heuristic = "rato"', "did you mean 'ratio'?"),
        ('label = "two", ', "", "parts 1, players 2, label is missing"),
        ("seconds = 0.001", "seconds = 0.001, depth = 3", "a player must be Random"),
        ('kind = "Random"', 'kind = "Random", depth = 3', "a player must be Random"),
        ('id = "small"', 'id = "small"\ncolour = "red"', "colour is not a known field"),
        ("[parts.original]", f"{ORIGINAL}wins = [[[9, 1], [1, 1]]]", "wins must be 3 x 2 x 2"),
        ("[parts.original]", f"{ORIGINAL}rates = [[1.0, 2.0], [3.0]]", "rates must be 3 x 2"),
        ("[parts.original]", f'{ORIGINAL}averages = ["high"]', "averages 1 must be a valid number"),
        ("[parts.original]", f"{ORIGINAL}wins = 3", "wins must be a valid list, got 3"),
        ("[[parts]]", "[parts]", "parts must be a valid list"),
        ("id = ", "id ", "study small:"),
    ],
)  # fmt: skip
def test_bad_data_is_one_clear_line(old, new, words):
    text = SMALL.format(form="won_lost", openings="random", games=8, rounds=3, original="")
    assert old in text
    with pytest.raises(LastknightError) as caught:
        parse_study(text.replace(old, new, 1), source="study small")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_original_players_cannot_win_more_than_they_played():
    wins = "wins = [[[9, 1], [1, 1]], [[1, 1], [1, 1]], [[1, 1], [1, 1]]]"
    with pytest.raises(ArgumentError, match="from 0 to 8"):
        small(original=wins)


def test_an_unknown_study_gets_a_suggestion():
    with pytest.raises(ArgumentError, match="did you mean '004-t1'"):
        read_study("004-t11")


def test_clocks_are_nodes_divided_by_the_cost():
    clocks = find_clocks(small(), costs={"ratio": 4.0})
    assert [(clock.heuristic, clock.cost, clock.nodes) for clock in clocks] == [
        ("improved", 1.0, 100),
        ("ratio", 4.0, 25),
    ]
    assert (nodes_for(0.15), nodes_for(0.03)) == (15_000, 3_000)


def test_measured_costs_are_kept_in_the_store(tmp_path):
    wanted = small().parts[0].players
    with Store(tmp_path / "games.db") as store:
        once = measure_clocks(wanted, costs={}, store=store)
        again = measure_clocks(wanted, costs={}, store=store)
    assert once == again
    assert once[1].cost > 0


def test_a_plan_has_every_cell_and_scale_times_the_games():
    study = small()
    clocks = find_clocks(study, costs=COSTS)
    (plan,) = plan_study(study, clocks, scale=5)
    assert plan.pairings == ((0, 2), (0, 0), (1, 2), (1, 0))
    assert plan.pairs == 4 * 5 * 3
    for scale in (0, -1, 1.5, True, 1001):
        with pytest.raises(ArgumentError, match="scale must be a whole number"):
            plan_study(study, clocks, scale=scale)


def test_results_depend_on_the_seed_but_not_on_the_workers():
    study = small()
    one, three = (run_study(study, workers=n, costs=COSTS).as_json() for n in (1, 3))
    assert one == three
    other = run_study(study, seed=2, costs=COSTS).as_json()
    assert other["figures"] != one["figures"]


def test_a_stopped_study_resumes(tmp_path):
    study = small(games=200)
    whole = run_study(study, costs=COSTS, workers=1)

    def stop(standing):
        if standing.played > 100:
            raise KeyboardInterrupt

    with Store(tmp_path / "games.db") as store:
        with pytest.raises(KeyboardInterrupt):
            run_study(study, costs=COSTS, workers=1, store=store, progress=stop)
        seen = []
        resumed = run_study(study, costs=COSTS, store=store, progress=seen.append)
    assert resumed == whole
    assert seen[0].resumed > 0
    assert seen[-1].played == seen[-1].planned == 300 * 4


def test_figures_are_what_the_games_say():
    study = small()
    result = run_study(study, costs=COSTS)
    (plan,) = plan_study(study, result.clocks)
    (chunks,) = play_plans([plan])
    part = result.parts[0]
    for pairing, (player, other) in enumerate(
        (player.label, other.label)
        for player in study.parts[0].players
        for other in study.parts[0].opponents
    ):
        games = wins_of(chunks, pairing)
        for round_ in (1, 2, 3):
            figure = part.figure(player, other, round_=round_)
            assert figure.wins == games[8 * (round_ - 1) : 8 * round_].count(1)
            assert figure.games == 8
        assert part.figure(player, other).wins == games.count(1)
    total = part.figure("two")
    assert total.wins == sum(part.figure("two", other).wins for other in ("Random", "one"))
    assert total.games == 48
    assert total.error == pytest.approx(
        hypot(*(part.figure("two", other).error for other in ("Random", "one"))) / 2
    )


def test_differences_are_in_standard_errors():
    wins = "wins = [[[8, 8], [4, 4]], [[8, 8], [4, 4]], [[8, 8], [4, 0]]]\naverages = [75.0, 66.7]"
    part = run_study(small(original=wins), costs=COSTS).parts[0]
    cell = part.figure("two", "one")
    assert (cell.original_wins, cell.original_games) == (8, 24)
    assert cell.original_error == pytest.approx(sqrt(9 / 26 * 17 / 26 / 24))
    expected = (cell.value - 1 / 3) / hypot(cell.error, cell.original_error)
    assert cell.difference == pytest.approx(expected)
    assert part.figure("one").original_value == pytest.approx(36 / 48)
    assert part.figure("two", round_=3).original_wins == 8


def test_only_totals_are_compared_where_cells_are_illegible():
    part = run_study(small(rounds=1, original="averages = [75.0, 50.0]"), costs=COSTS).parts[0]
    assert part.figure("one", "Random").difference is None
    total = part.figure("one")
    assert (total.original_value, total.original_wins, total.original_games) == (0.75, None, 16)
    assert total.difference is not None


def test_errors_by_hand():
    assert game_error(0, 10) == pytest.approx(sqrt(1 / 12 * 11 / 12 / 10))
    # Pairs 1, 1/2, 0 with counts 2, 2, 2 after one of each is added: variance 1/6.
    assert pair_error(Tally(ww=1, split=1, ll=1)) == pytest.approx(sqrt(1 / 6 / 3))
    assert pooled_error([0.3, 0.4]) == pytest.approx(0.25)
    assert mean_error([1.0, 3.0]) == pytest.approx(1.0)
    assert mean_error([1.0]) is None
    bare = StudyFigure(part="p", measure="ratio", player="x", value=1.0, error=None, games=10)
    assert bare.difference is None


def test_free_placement_uses_the_error_of_single_games():
    part = run_study(small(openings="empty", rounds=1), costs=COSTS).parts[0]
    cell = part.figure("two", "one")
    assert cell.error == pytest.approx(game_error(cell.wins, cell.games))


def test_ratios_are_to_the_first_player_of_the_round():
    original = "ratios = [[1.0, 1.0, 1.0], [0.9, 1.0, 1.2]]\nrankings = [[1, 1, 0], [1, 1, 1]]"
    result = run_study(small(form="relative", original=original), costs=COSTS)
    part = result.parts[0]
    ratios = ratios_of(part, "two")
    for round_, ratio in enumerate(ratios, 1):
        own, base = (part.figure(name, round_=round_).value for name in ("two", "one"))
        assert ratio == pytest.approx(own / base)
    mean = part.figure("two", measure="ratio")
    assert mean.value == pytest.approx(sum(ratios) / 3)
    assert mean.original_value == pytest.approx(3.1 / 3)
    assert mean.original_error == pytest.approx(mean_error([0.9, 1.0, 1.2]))
    assert part.figure("one", measure="ratio").value == 1


def test_depth_is_the_mean_of_the_choices_of_the_player(tmp_path):
    study = small(form="depth", rounds=1, original="depths = [3.0, 4.0]")
    # Against one opponent only, as the original has it.
    part = study.parts[0].model_copy(update={"opponents": study.parts[0].opponents[1:]})
    study = study.model_copy(update={"parts": (part,)})
    result = run_study(study, costs=COSTS, workers=1)
    (plan,) = plan_study(study, result.clocks)
    (chunks,) = play_plans([plan], workers=1)
    depths = [choice.depth for choice in _choices_of_a(chunks, pairing=1)]
    figure = result.parts[0].figure("two", measure="depth")
    assert figure.value == pytest.approx(sum(depths) / len(depths))
    assert figure.original_value == 4.0
    assert figure.difference is not None
    with Store(tmp_path / "games.db") as store:  # a longer run before does not count
        run_study(study, scale=20, costs=COSTS, store=store)
        assert run_study(study, costs=COSTS, store=store) == result


def _choices_of_a(chunks: list[Chunk], *, pairing: int):
    for chunk in chunks:
        if chunk.pairing == pairing:
            for number, kept in enumerate(chunk.kept_choices()):
                yield from kept[number % 2 :: 2]


@pytest.mark.parametrize(
    ("form", "rounds", "original", "words"),
    [
        (
            "won_lost",
            3,
            "wins = [[[8, 8], [4, 4]], [[8, 8], [4, 4]], [[8, 8], [4, 4]]]",
            ["iteration 3", "Won | Lost", "Win Rate:", "Original:", "Difference:", "75.0%"],
        ),
        (
            "results",
            1,
            "averages = [75.0, 50.0]\nreadable = [[8], [4]]",
            ["Evaluating: two (ratio)", "Match 2: two vs one", "Result: ", "original 75.00%"],
        ),
        (
            "relative",
            3,
            "ratios = [[1.0, 1.0, 1.0], [0.9, 1.0, 1.2]]\nrankings = [[1, 1, 0], [2, 0, 1]]",
            ["Rnd 3", "Nr Best/Nr Worst", "Nr > 1", "0.90", "1.20"],
        ),
        ("depth", 1, "depths = [3.0, 4.0]", ["ours", "3.000", "4.000"]),
    ],
)  # fmt: skip
def test_a_study_is_printed_in_the_form_of_the_original(form, rounds, original, words):
    text = write_study(run_study(small(form=form, rounds=rounds, original=original), costs=COSTS))
    for word in [
        *words,
        "A small study",
        "Made up.",
        "1 ms",
        "1.25",
        "Played at the original size",
    ]:
        assert word in text
    assert max(map(len, text.splitlines())) < 160


def test_wins_of_several_parts_stand_side_by_side():
    study = small(form="wins", rounds=1, original='words = ["wins", "does not"]')
    opponents = study.parts[0].opponents[1:]
    one = study.parts[0].model_copy(update={"opponents": opponents, "title": "Here, 1 ms"})
    changes = {"name": "again", "openings": "empty", "title": "There, free"}
    study = study.model_copy(update={"parts": (one, one.model_copy(update=changes))})
    text = write_study(run_study(study, costs=COSTS, scale=2))
    assert text.count("Wins against one") == 1
    assert "16 Games" in text
    assert "does not" in text
    assert "2 times the original size" in text


def test_a_study_says_when_games_repeat():
    text = write_study(run_study(small(openings="empty", games=2000, rounds=1), costs=COSTS))
    assert "games repeat" in text


def test_ties_count_for_everyone():
    assert rank([[1.0, 1.0], [1.2, 1.0], [1.2, 1.0]]) == [(0, 1, 0), (1, 0, 1), (1, 0, 1)]

"""Matches and tournaments: the same numbers however they are played, stopped and resumed."""

import multiprocessing
import os
import signal
import threading
from itertools import count
from math import inf

import pytest

import lastknight as lk
from lastknight import stats
from lastknight.matches.chunks import TOTALS
from lastknight.matches.counting import gather
from lastknight.matches.engine import play_plans, run_plan
from lastknight.matches.plan import Plan, pair_up, pairing_names
from lastknight.matches.runners import local
from lastknight.matches.store import Store
from lastknight.matches.tournament import play_match, run_tournament
from lastknight.stats import Sprt
from runner_games import Polite

FORK = multiprocessing.get_context("fork")


class Clumsy(Polite):
    """Now and then it raises."""

    def choose(self, position, *, seed=0):
        if seed % 29 == 0:
            raise ValueError("dropped it")
        return super().choose(position, seed=seed)

    def __str__(self):
        return "Clumsy"


def own_open(position, player):
    return len(position.legal_moves(player))


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(local, "_FIRST_SIZE", 4)
    monkeypatch.setattr(local, "_LARGEST_SIZE", 4)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.db"


def games_of(chunks):
    """Every game of the pairings and its note; each pair must be there once."""
    found = {}
    for chunk in chunks:
        for index, game in enumerate(chunk.games()):
            key = (chunk.pairing, 2 * chunk.first_pair + index)
            assert key not in found, "a game is there twice"
            found[key] = (*game, chunk.notes.get(index))
    return found


def stored_games(path):
    with Store(path) as store:
        (experiment,) = store.experiments()
        return games_of(store.chunks(experiment.id))


# The match that is killed again and again; a small part of it takes some milliseconds.
LONG = {"a": "AlphaBeta(improved, depth=6)", "b": "AlphaBeta(open, depth=5)", "pairs": 2000}
SLOW = {"a": lk.AlphaBeta(own_open, depth=2), "b": Clumsy(), "pairs": 60}


def play_stored(path, options, workers):
    with Store(path) as store:
        play_match(**options, seed=9, workers=workers, store=store)


def start_child(target, *arguments):
    """Start a process. The file must not be open here: SQLite does not survive a fork."""
    child = FORK.Process(target=target, args=arguments)
    child.start()
    return child


def play_and_die(path, options, chunk, instructions):
    """Play a match until SIGKILL, some way into the statement that stores a chunk."""
    with Store(path) as store:
        add, added = store.add, count()

        def add_and_die(*arguments):
            if next(added) == chunk:
                store._connection.set_progress_handler(
                    lambda: os.kill(os.getpid(), signal.SIGKILL), instructions
                )
            add(*arguments)

        store.add = add_and_die
        play_match(**options, seed=9, workers=2, store=store)


@pytest.mark.parametrize(("options", "kills"), [(LONG, 15), (SLOW, 5)], ids=["native", "python"])
@pytest.mark.usefixtures("small_chunks")
def test_a_match_that_is_killed_again_and_again_ends_with_the_same_games(path, options, kills):
    for kill in range(kills):
        child = start_child(play_and_die, path, options, 1 + kill % 3, 1 + kill)
        child.join()
        assert child.exitcode == -signal.SIGKILL
    standings = []
    with Store(path) as store:
        match = play_match(**options, seed=9, workers=2, store=store, progress=standings.append)
    assert kills <= standings[-1].resumed < options["pairs"]
    assert standings[-1].played == standings[-1].planned == options["pairs"]
    whole = play_match(**options, seed=9, workers=1)
    assert match == whole
    assert (match.elo, match.verdict, match.sentence) == (whole.elo, whole.verdict, whole.sentence)
    plan = Plan(
        tuple(
            p if isinstance(p, lk.Random | lk.AlphaBeta) else lk.player(p)
            for p in (options["a"], options["b"])
        ),
        ((0, 1),),
        pairs=options["pairs"],
        seed=9,
    )
    assert stored_games(path) == games_of(run_plan(plan, workers=1))


def test_a_finished_match_is_not_played_again(path, monkeypatch):
    options = {"a": "Random", "b": Polite(), "pairs": 12}
    with Store(path) as store:
        first = play_match(**options, store=store)
        monkeypatch.setattr("lastknight.matches.engine.run_locally", refuse_work)
        assert play_match(**options, store=store) == first


def refuse_work(works, **_):
    assert list(works) == []
    return iter(())


@pytest.mark.parametrize("a", ["AlphaBeta(improved, depth=2)", lk.Greedy(own_open)], ids=str)
def test_a_match_can_be_extended_with_more_pairs(path, a):
    options = {"a": a, "b": "Greedy(open)", "seed": 3}
    with Store(path) as store:
        short = play_match(**options, pairs=20, store=store, workers=2)
        assert short == play_match(**options, pairs=20)
        standings = []
        longer = play_match(**options, pairs=50, store=store, workers=2, progress=standings.append)
        assert longer == play_match(**options, pairs=50)
        assert (standings[-1].resumed, standings[-1].played) == (20, 50)
        assert len(store.experiments()) == 1
        assert play_match(**options, pairs=20, store=store) == short
        assert play_match(**options, pairs=33, store=store) == play_match(**options, pairs=33)
        assert play_match(**options, pairs=50, store=store) == longer


def test_other_plans_do_not_share_games(path):
    with Store(path) as store:
        for changed in ({}, {"seed": 2}, {"plies": 3}, {"b": "Greedy(improved)"}):
            options = {"a": "Random", "b": "Greedy(open)", "pairs": 5, **changed}
            assert play_match(**options, store=store) == play_match(**options)
        assert len(store.experiments()) == 4


@pytest.mark.usefixtures("small_chunks")
def test_two_processes_play_one_match_into_one_file(path):
    options = {"a": "AlphaBeta(improved, depth=4)", "b": "Greedy(open)", "pairs": 300}
    children = [start_child(play_stored, path, options, workers) for workers in (1, 2)]
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0, 0]
    with Store(path) as store:
        assert play_match(**options, seed=9, store=store) == play_match(**options, seed=9)
    assert len(stored_games(path)) == 600


@pytest.mark.parametrize("options", [LONG, SLOW], ids=["native", "python"])
@pytest.mark.usefixtures("small_chunks")
def test_an_interrupt_keeps_what_was_finished(path, options):
    seen = []

    def interrupt(standing):
        seen.append(standing.played)
        if len(seen) == 3:
            raise KeyboardInterrupt

    with Store(path) as store:
        with pytest.raises(KeyboardInterrupt):
            play_match(**options, seed=9, workers=2, store=store, progress=interrupt)
        assert multiprocessing.active_children() == []
        assert not [t for t in threading.enumerate() if t.name.startswith("lastknight")]
        (experiment,) = store.experiments()
        assert sum(store.done(experiment.id).values()) == seen[-1] < options["pairs"]


@pytest.mark.parametrize("options", [LONG, SLOW], ids=["native", "python"])
@pytest.mark.usefixtures("small_chunks")
def test_ctrl_c_ends_a_run_and_keeps_what_was_finished(path, options):
    def interrupt(standing):
        if standing.played >= 2:  # whatever the main thread is doing by then
            threading.Thread(target=os.killpg, args=(0, signal.SIGINT)).start()

    def run():
        os.setpgrp()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            with Store(path) as store:
                play_match(**options, seed=9, workers=2, store=store, progress=interrupt)
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            os._exit(7 if not multiprocessing.active_children() else 8)

    child = start_child(run)
    child.join()
    assert child.exitcode == 7
    played = stored_games(path)
    assert 0 < len(played) < 2 * options["pairs"]
    play_stored(path, options, 2)
    finished = stored_games(path)
    assert len(finished) == 2 * options["pairs"]
    assert played.items() <= finished.items()


TESTS = [
    (Sprt(0, 20), "AlphaBeta(improved, depth=3)", "Greedy(open)", "elo1"),
    (Sprt(0, 50), "Greedy(improved)", "Greedy(open)", "elo0"),
]


def design_effect(sprt, counts):
    """The variance between openings over that of independent pairs, by its definition."""
    decided = [(ww, ww + ll) for ww, ll in counts if ww + ll]
    if all(n == 1 for _, n in decided):
        return 1.0
    pairs, openings = sum(n for _, n in decided), len(decided)
    if openings == 1:
        return inf
    chances = [1 / (1 + 10 ** (-elo / 200)) for elo in (sprt.elo0, sprt.elo1)]
    between = max(
        sum((ww - p * n) ** 2 for ww, n in decided) / (pairs * p * (1 - p)) for p in chances
    )
    most = sum(n * n for _, n in decided) / pairs
    return max(1.0, min(between, most) * openings / (openings - 1))


def counts_at_decision(sprt, a, b, pairs):
    """WW, split and LL up to the pair that decides, and the design effect, one pair at a time."""
    plan = Plan((lk.player(a), lk.player(b)), ((0, 1),), pairs=pairs)
    games = games_of(run_plan(plan, workers=1))
    counts = {opening.canonical: [0, 0, 0] for opening in plan.drawn}
    for pair in range(pairs):
        outcome = 2 - games[0, 2 * pair][0] - games[0, 2 * pair + 1][0]
        counts[plan.drawn[pair].canonical][outcome] += 1
        ww, _, ll = total = [sum(column) for column in zip(*counts.values(), strict=True)]
        effect = design_effect(sprt, [(one[0], one[2]) for one in counts.values()])
        if sprt.decide(ww, ll, design_effect=effect) is not None:
            return tuple(total), effect
    raise AssertionError("it was never decided")


@pytest.mark.parametrize(("sprt", "a", "b", "decision"), TESTS)
@pytest.mark.usefixtures("small_chunks")
def test_a_sequential_test_stops_at_the_same_pair_for_any_number_of_workers(
    sprt, a, b, decision, path
):
    expected, effect = counts_at_decision(sprt, a, b, 400)
    matches = [play_match(a, b, pairs=400, sprt=sprt, workers=workers) for workers in (1, 2, 3)]
    with Store(path) as store:
        matches.append(play_match(a, b, pairs=10, sprt=sprt, workers=2, store=store))
        assert matches.pop().tally.pairs == 10
        standings = []
        again = {"pairs": 400, "sprt": sprt, "store": store, "progress": standings.append}
        # The second time all is there already.
        matches += [play_match(a, b, workers=workers, **again) for workers in (2, 1)]
        assert standings[-1].played < 400
        assert standings[-1].played == standings[-1].resumed
    for match in matches:
        assert match.pairs == expected
        assert match == matches[0]
        assert match.facts()["decision"] == decision
        assert match.sentence == stats.sprt_sentence(
            sprt, expected[0], expected[2], design_effect=effect, name=a, opponent=b
        )


def test_a_sequential_test_refuses_a_single_opening():
    with pytest.raises(lk.ArgumentError, match="at least two different openings"):
        play_match("Random", "Random", pairs=30, sprt=Sprt(0, 5), openings="empty")


def test_a_sequential_test_that_does_not_decide_plays_all_pairs():
    match = play_match("Random", "Random", pairs=30, sprt=Sprt(0, 5), workers=2)
    assert match.tally.pairs == 30
    assert match.sprt == Sprt(0, 5)


@pytest.mark.usefixtures("small_chunks")
def test_a_sequential_test_is_resumed_after_kills(path):
    sprt, a, b, _ = TESTS[1]
    with Store(path) as store:  # what is there when others stopped: some pairs, with gaps
        plan = Plan((lk.player(a), lk.player(b)), ((0, 1),), pairs=400)
        number = store.open_experiment(plan.identity(), {}).id
        for chunk in run_plan(plan, workers=1):
            if chunk.first_pair % 12 == 0 and chunk.first_pair < 200:
                store.add(number, chunk)
        match = play_match(a, b, pairs=400, sprt=sprt, workers=2, store=store)
    assert match == play_match(a, b, pairs=400, sprt=sprt, workers=1)


THREE = ["Greedy(improved)", "Random", "Greedy(open)"]


def test_everyone_meets_everyone():
    result = run_tournament(THREE, pairs=15)
    assert result.names == tuple(THREE)
    assert list(result.matches) == [(0, 1), (0, 2), (1, 2)]
    for (a, b), match in result.matches.items():
        assert (match.a, match.b) == (THREE[a], THREE[b])
        assert match.tally.pairs == 15
        assert result.match(a, b) == match
        assert result.match(b, a) is None
    assert result.ratings.games == 90
    assert result.anchor == 0
    assert result.ratings.ratings[0].value == 0
    assert result.ratings.ratings[1].value < 0


def test_players_meet_opponents_only():
    result = run_tournament(["Greedy(improved)", "Greedy(open)"], ["Random", Polite()], pairs=4)
    assert result.names == ("Greedy(improved)", "Greedy(open)", "Random", "Polite")
    assert sorted(result.matches) == [(0, 2), (0, 3), (1, 2), (1, 3)]


@pytest.mark.parametrize(
    ("players", "opponents", "names", "meetings"),
    [
        (["Random"], ["Greedy(open)"], ["Random", "Greedy(open)"], [(0, 1)]),
        (THREE, ["Random"], THREE, [(0, 1), (2, 1)]),
        (THREE, THREE, THREE, [(0, 1), (0, 2), (1, 2)]),
        (THREE[:2], THREE[1:], THREE, [(0, 1), (0, 2), (1, 2)]),
        (["Random"], ["Random", "Greedy(open)"], ["Random", "Greedy(open)"], [(0, 1)]),
        (
            ["Minimax(open)"],
            ["Minimax(open, depth=3)", "Random"],
            ["Minimax(open, depth=3)", "Random"],
            [(0, 1)],
        ),
    ],
)
def test_no_player_meets_itself_or_another_player_twice(players, opponents, names, meetings):
    plan = Plan(*pair_up(players, opponents), pairs=1)
    assert [str(player) for player in plan.players] == names
    assert list(plan.pairings) == meetings


def test_ratings_are_relative_to_the_anchor():
    first = run_tournament(THREE, pairs=20)
    anchored = run_tournament(THREE, pairs=20, anchor="Random")
    assert anchored.anchor == 1
    assert anchored.ratings.ratings[1].value == 0
    shift = first.ratings.ratings[1].value
    for before, after in zip(first.ratings.ratings, anchored.ratings.ratings, strict=True):
        assert after.value == pytest.approx(before.value - shift)
    assert anchored.matches == first.matches
    assert run_tournament(THREE, pairs=20, anchor=lk.Random()) == anchored


def test_every_pairing_plays_the_same_openings_with_its_own_seeds():
    plan = Plan(*pair_up(["Random", lk.Greedy("0 * open"), Polite()]), pairs=8)
    games = games_of(run_plan(plan, workers=2))
    assert len(plan.drawn) == 8
    assert len(games) == 3 * 16
    assert games[0, 0] != games[1, 0]


@pytest.mark.usefixtures("small_chunks")
def test_a_tournament_is_the_same_for_any_number_of_workers_and_resumed(path):
    players = ["AlphaBeta(improved, depth=2)", Clumsy(), "Random", lk.Greedy(own_open)]
    one = run_tournament(players, pairs=12, workers=1)
    two = run_tournament(players, pairs=12, workers=2)
    assert one == two
    with Store(path) as store:
        assert run_tournament(players, pairs=7, workers=2, store=store).ratings != one.ratings
        standings = []
        resumed = run_tournament(
            players, pairs=12, workers=2, store=store, progress=standings.append
        )
        assert standings[-1].resumed == 6 * 7
        assert standings[-1].played == standings[-1].planned == 6 * 12
    assert resumed == one
    tallies = standings[-1].tallies
    assert [tallies[index] for index in range(6)] == [match.tally for match in one.matches.values()]


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (
            lambda: run_tournament(["Random", "Greedy(open)", "Random()"]),
            "Random is listed twice",
        ),
        (
            lambda: run_tournament(["Random"], ["Greedy(open)", "Greedy(open)"]),
            "opponent Greedy(open) is listed twice",
        ),
        (
            lambda: run_tournament(["Random", "Random"], ["Greedy(open)"]),
            "Random is listed twice",
        ),
        (lambda: run_tournament(["Random", "Random"]), "Random is listed twice"),
        (lambda: run_tournament(["Random"]), "at least two players"),
        (lambda: run_tournament(["Random"], ["Random"]), "at least two players"),
        (lambda: run_tournament([]), "at least two players"),
        (
            lambda: run_tournament(THREE, pairs=1, anchor="Greedy(ratio)"),
            "the anchor must be one of",
        ),
        (
            lambda: play_match("Random", "Random", pairs=0),
            "pairs must be a whole number from 1 to 2000000000, got 0",
        ),
        (lambda: play_match("Random", "Random", pairs=2.5), "pairs must be a whole number"),
        (lambda: play_match("Random", "Random", pairs=True), "pairs must be a whole number"),
        (lambda: play_match("Random", "Random", seed=-1), "seed must be a whole number from 0 to"),
        (
            lambda: play_match("Random", "Random", workers=0),
            "workers must be a whole number from 1 to 1024, got 0",
        ),
        (lambda: play_match("Random", "Random", workers=1.0), "workers must be a whole number"),
        (
            lambda: play_match("Random", "Random", openings="all"),
            "openings must be random, census, empty",
        ),
        (lambda: play_match("Random", "Random", openings=[]), "the list of openings is empty"),
        (
            lambda: play_match("Random", "Random", openings="census", pairs=3),
            "leave out the number",
        ),
        (lambda: Plan((lk.Random(), lk.Random()), ((0, 1),)), "random openings need a number"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(attempt, words):
    with pytest.raises(lk.ArgumentError) as caught:
        attempt()
    assert words in str(caught.value)


def test_a_player_can_play_itself():
    match = play_match("Random", "Random", pairs=40)
    assert (match.a, match.b, match.tally.pairs) == ("Random", "Random", 40)


@pytest.mark.parametrize(
    ("options", "pairs"),
    [
        ({}, 1000),
        ({"openings": "census"}, 315),
        ({"openings": "census", "plies": 1}, 10),
        ({"openings": "empty"}, 1),
        ({"openings": "empty", "pairs": 6}, 6),
        ({"openings": ["d4 b1", "d4 a1", "c3 a1"]}, 3),
        ({"openings": ["d4 b1", "d4 a1", "c3 a1"], "pairs": 7}, 7),
        ({"start": lk.Position(width=5, height=4, blocked="b2"), "pairs": 9, "plies": 3}, 9),
    ],
)
def test_a_match_plays_the_openings_it_was_given(options, pairs):
    assert play_match("Random", "Greedy(open)", **options).tally.pairs == pairs


def test_progress_is_reported_after_every_chunk():
    standings = []
    match = play_match("Random", Polite(), pairs=9, workers=2, progress=standings.append)
    assert [standing.played for standing in standings] == list(range(1, 10))
    assert {(s.planned, s.resumed) for s in standings} == {(9, 0)}
    assert standings[-1].tallies == {0: match.tally}
    assert [standing.tallies[0].pairs for standing in standings] == list(range(1, 10))


def test_a_plan_changes_with_the_source_of_a_heuristic(tmp_path):
    file = tmp_path / "mine.py"

    def identity(factor):
        file.write_text(f"def mine(position, player):\n    return {factor} * player\n")
        plan = Plan((lk.player(f"Greedy({file}:mine)"), lk.Random()), ((0, 1),), pairs=1)
        assert plan.sources() == {f"Greedy({file}:mine)": file.read_text()}
        return plan.identity()

    first, other, again = identity(1), identity(2), identity(1)
    assert first == again != other
    assert {key for key in first if first[key] != other[key]} == {"sources"}


def test_games_of_a_changed_heuristic_are_not_mixed_with_older_ones(tmp_path, path):
    file = tmp_path / "mine.py"
    with Store(path) as store:
        for sign in ("", "-"):
            file.write_text(
                f"def mine(position, player):\n    return {sign}len(position.legal_moves(player))\n"
            )
            options = {"a": f"Greedy({file}:mine)", "b": "Greedy(open)", "pairs": 8}
            standings = []
            match = play_match(**options, store=store, progress=standings.append)
            assert standings[-1].resumed == 0
            assert match == play_match(**options)
        one, two = store.experiments()
        name = f"Greedy({file}:mine)"
        assert "return len" in one.about["sources"][name]
        assert "return -len" in two.about["sources"][name]


def test_a_plan_distinguishes_functions_of_the_same_name():
    def first():
        def mine(position, player):
            return len(position.legal_moves(player))

        return mine

    def second():
        def mine(position, player):
            return -len(position.legal_moves(player))

        return mine

    def identity(a, b):
        return Plan((lk.Greedy(a), lk.Greedy(b)), ((0, 1),), pairs=1).identity()

    plans = [identity(a(), b()) for a in (first, second) for b in (first, second)]
    assert all(plan["players"] == ["Greedy(mine)"] * 2 for plan in plans)
    assert [plans.index(plan) for plan in plans] == [0, 1, 2, 3]


def test_a_plan_knows_the_source_of_a_player():
    plans = [Plan((player, lk.Random()), ((0, 1),), pairs=1) for player in (Polite(), Clumsy())]
    assert "dropped it" in plans[1].sources()["Clumsy"]
    assert plans[0].identity()["sources"] != plans[1].identity()["sources"]
    assert Plan((lk.Random(), lk.Greedy("open")), ((0, 1),), pairs=1).sources() == {}


@pytest.mark.parametrize(
    "changed",
    [
        {"seed": 2},
        {"plies": 4},
        {"openings": "empty"},
        {"openings": ["d4 b1"]},
        {"start": lk.Position(blocked="d4")},
        {"start": lk.Position(width=8)},
        {"move_seconds": 1.0},
        {"players": (lk.Greedy("open"), lk.Random())},
        {"pairings": ((1, 0),)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_the_identity_of_a_plan_leaves_out_only_the_number_of_pairs(changed):
    options = {"players": (lk.Random(), lk.Greedy("open")), "pairings": ((0, 1),), "pairs": 5}
    identity = Plan(**options).identity()
    assert Plan(**{**options, "pairs": 6}).identity() == identity
    assert Plan(**{**options, **changed}).identity() != identity


def test_experiments_of_older_stores_are_found():
    """The text of a plan is the key of its experiment: it must never change."""
    assert Plan(*pair_up(["Greedy(open)"], ["Random", "Greedy(improved)"]), pairs=5).identity() == {
        "players": ["Greedy(open)", "Random", "Greedy(improved)"],
        "sources": [None, None, None],
        "pairings": [[0, 1], [0, 2]],
        "openings": "random",
        "plies": 2,
        "start": "......./......./......./......./......./......./.......:1",
        "seed": 1,
        "move_seconds": None,
    }


def test_several_plans_share_one_progress(path):
    plans = [Plan(*pair_up(THREE), pairs=4), Plan(*pair_up(THREE[:2]), pairs=6, plies=3)]
    seen = []
    with Store(path) as store:
        play_plans(plans[1:], store=store)
        played = play_plans(plans, store=store, progress=seen.append)
    assert (seen[-1].played, seen[-1].planned, seen[-1].resumed) == (18, 18, 6)
    assert [tally.pairs for _, tally in sorted(seen[-1].tallies.items())] == [4, 4, 4, 6]
    assert pairing_names(plans)[3] == (THREE[0], THREE[1])
    for plan, chunks in zip(plans, played, strict=True):
        assert games_of(chunks) == games_of(run_plan(plan, workers=1))


def test_an_experiment_records_how_it_was_played(path):
    with Store(path) as store:
        play_match("Random", Polite(), pairs=1, store=store)
        (experiment,) = store.experiments()
    assert experiment.about["version"] == lk.__version__
    assert set(experiment.about) >= {"version", "python", "machine", "sources"}
    assert experiment.plan["players"] == ["Random", "Polite"]


def test_choices_are_stored_for_the_first_pairs_and_sums_for_all(path):
    with Store(path) as store:
        match = play_match("Greedy(open)", "Random", pairs=300, workers=1, store=store)
        chunks = list(store.chunks(1))
    assert sum(chunk.pairs for chunk in chunks) == match.tally.pairs == 300
    plies = b"".join(chunk.plies for chunk in chunks)
    assert sum(len(chunk.choices) for chunk in chunks) == 20 * sum(plies[:200])
    choices = sum(
        sum(memoryview(chunk.totals).cast("d")[TOTALS.index("choices") :: len(TOTALS)])
        for chunk in chunks
    )
    assert choices == sum(plies)


def test_results_do_not_depend_on_the_order_of_chunks():
    plan = Plan(*pair_up(THREE), pairs=40)
    chunks = list(run_plan(plan, workers=2))
    assert gather(plan, chunks) == gather(plan, chunks[::-1])

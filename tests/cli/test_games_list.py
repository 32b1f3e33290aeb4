"""`lastknight games`: results and games of a file, found by player, experiment and result."""

import json

import pytest

import lastknight as lk
from command_line import run

PLAYERS = ["Random", "Greedy(open)", "Greedy(improved)"]


@pytest.fixture
def file(tmp_path) -> str:
    """A file with a match and a tournament."""
    path = tmp_path / "games.db"
    with lk.Store(path) as store:
        lk.play_match(*PLAYERS[:2], pairs=6, store=store, workers=1)
        lk.run_tournament(PLAYERS, pairs=4, store=store, workers=1)
    return str(path)


def facts_of(capsys, *words: str) -> dict:
    code, out, _ = run(capsys, "games", *words, "--json", "-")
    assert code == 0
    return json.loads(out)


def test_every_experiment_has_its_result(capsys, file):
    _, out, _ = run(capsys, "games", file)
    assert "experiment 2: started" in out
    assert "openings random, seed 1" in out
    assert "3 players, 3 pairings" in " ".join(out.split())
    facts = facts_of(capsys, file)
    (match,) = facts["experiments"][0]["matches"]
    assert f"{match['ww']} won, {match['split']} split, {match['ll']} lost" in out
    assert [len(one["matches"]) for one in facts["experiments"]] == [1, 3]
    assert facts["experiment"] == 2


@pytest.mark.parametrize("result", ["won", "lost", "forfeit"])
@pytest.mark.parametrize("player", [None, "improved", "Greedy(open)"])
@pytest.mark.parametrize("experiment", [None, "1"])
def test_games_are_found_by_player_experiment_and_result(capsys, file, result, player, experiment):
    if player == "improved" and experiment is not None:
        return
    words = [file, "--count", "1000"]
    words += [] if player is None else ["--player", player]
    words += [] if experiment is None else ["--experiment", experiment]
    every, found = facts_of(capsys, *words)["games"], facts_of(capsys, *words, "--result", result)
    assert every

    def fits(game) -> bool:
        side = "a" if player is None or player in game["a"] else "b"
        other = player is not None and player in game["a"] and player in game["b"]
        won = other or game["winner"] == side
        lost = other or game["winner"] != side
        return {"won": won, "lost": lost, "forfeit": game["reason"] != "no_moves"}[result]

    assert found["games"] == [game for game in every if fits(game)]
    assert all(player is None or player in game["a"] + game["b"] for game in every)


def test_many_experiments_stay_readable(capsys, file):
    with lk.Store(file) as store:
        one = store.experiments()[0]
        for seed in range(126):
            store.open_experiment(dict(one.plan) | {"seed": 100 + seed}, one.about)
    _, out, _ = run(capsys, "games", file, "--experiment", "1")
    assert "and 108 older ones; use --count or --player to see them" in out
    assert len(out.splitlines()) < 100
    assert len(facts_of(capsys, file)["experiments"]) == 128
    _, out, _ = run(capsys, "games", file, "--player", "improved")
    assert "older" not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--experiment", "9"], "there is no experiment 9; the file has 1 to 2"),
        (["--player", "nobody"], "has a player 'nobody'"),
        (["--result", "drawn"], "a result is won, lost, forfeit, got 'drawn'"),
        (["--show", "0.0.1", "--player", "Random"], "--show lists nothing; leave out --player"),
        (["--show", "0.0.1", "--export", "x.csv"], "choose one of --show and --export"),
        (["--show", "7.7.7"], "has no game '7.7.7'"),
        (["--export", "games.pgn"], "exported to .jsonl, .csv or .txt"),
    ],
)
def test_mistakes_are_one_line(capsys, monkeypatch, tmp_path, file, words, said):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "games", file, *words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_a_failed_import_leaves_no_file_behind(capsys, tmp_path):
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n", encoding="utf-8")
    assert run(capsys, "games", str(tmp_path / "new.db"), "--import", str(bad))[0] == 2
    assert [path.name for path in tmp_path.iterdir()] == ["bad.jsonl"]


def test_an_export_that_fails_says_where_the_games_are(capsys, tmp_path, file):
    link = tmp_path / "full.csv"
    link.symlink_to("/dev/full")
    code, _, err = run(capsys, "games", file, "--export", str(link))
    assert code == 2
    assert f"no space left on device; it is incomplete, and all games are still in {file}" in err

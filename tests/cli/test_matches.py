"""Matches, tournaments and stored games on the command line."""

import json
import os
import re
import signal
import time

import pytest

import lastknight as lk
from command_line import MINE, read_csv, run
from lastknight.matches.engine import run_plan
from lastknight.matches.store import Store
from lastknight.stats import Sprt
from listening import start_listening

pytestmark = pytest.mark.usefixtures("folder")

A, B = "AlphaBeta(improved, depth=2)", "Greedy(open)"


def facts_of(capsys, *arguments: str) -> dict:
    code, out, _ = run(capsys, *arguments, "--json", "-")
    assert code == 0
    return json.loads(out)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["match", "Random", "Rando"], "did you mean 'Random'?"),
        (["match", "Random", "Random", "--pairs", "0"], "--pairs"),
        (["match", "Random", "Random", "--sprt", "fast"], "one of quick, standard, fine"),
        (["match", "Random", "Random", "--alpha", "0.01"], "add --sprt"),
        (["match", "Random", "Random", "--sprt", "quick", "--beta", "1"], "beta must be above 0"),
        (["match", "Random", "Random", "--openings", "nowhere.txt"], "got 'nowhere.txt'"),
        (["match", "Random", "Random", "--openings", "d4 z9; c3"], "opening 1"),
        (["match", "Random", A, "--openings", "census", "--pairs", "3"], "every opening once"),
        (["match", "Random", "Random", "--plies", "9"], "--plies"),
        (["match", "Random", A, "--start-ply", "ten"], "--start-ply"),
        (["match", "Random", A, "--start-ply", "2"], "from 3 to 48"),
        (["match", "Random", A, "--start-ply", "5", "--plies", "6"], "from 7 to 48"),
        (["match", "Random", A, "--start-ply", "49"], "from 3 to 48"),
        (["match", "Random", A, "--start-ply", "10", "--openings", "census"], "leave out census"),
        (["match", "Random", A, "--start-ply", "10", "--openings", "empty"], "leave out empty"),
        (["match", "Random", A, "--start-ply", "10", "--openings", "d4 b1;"], "leave out listed"),
        (["tournament", "Random", A, "--start-ply", "0"], "from 3 to 48"),
        (["match", "Random", "Random", "--width", "200"], "got 200x7"),
        (["match", "Random", "Random", "--file", "no/folder/x.db"], "no/folder/x.db"),
        (["tournament", "Random"], "at least two players"),
        (["tournament", "Random", A, "Random"], "player Random is listed twice"),
        (["tournament", "Random", "Random"], "player Random is listed twice"),
        (["match", A, "Random", "--openings", "CENSUS", "--plies", "1"], "openings must be random"),
        (["match", "nofile.py", "Random"], "cannot read nofile.py: No such file"),
        (["tournament", "Random", A, "--anchor", B, "--pairs", "2"], "the anchor must be one of"),
        (["games", "nothing.db"], "there is no file nothing.db"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_code_2(capsys, arguments, words):
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.strip().count("\n") == 0
    assert err.startswith("lastknight: ")
    assert words in err


@pytest.mark.parametrize("command", ["match", "tournament", "games"])
def test_help_has_an_example(capsys, command):
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert "Example:" in out


def test_a_match_is_printed_and_written(capsys, folder):
    code, out, _ = run(capsys, "match", A, B, "--pairs", "60", "--json", "m.json", "--csv", "m.csv")
    assert code == 0
    facts = json.loads((folder / "m.json").read_text())
    assert facts["sentence"] in out
    assert f"{facts['ww']} won, {facts['split']} split, {facts['ll']} lost" in out
    assert facts["wins"] + facts["losses"] == 120
    (row,) = read_csv(folder / "m.csv")
    assert row["verdict"] == facts["verdict"]
    attacker, defender = (
        re.search(rf"as {role} +A wins ([\d.]+) % .*, B ([\d.]+) % ", out).groups()
        for role in ("attacker", "defender")
    )
    assert attacker == tuple(f"{100 * facts[f'{side}_attacker_rate']:.1f}" for side in "ab")
    assert defender == tuple(f"{100 * facts[f'{side}_defender_rate']:.1f}" for side in "ab")
    assert row["b_defender_wins"] == str(facts["b_defender_wins"])
    assert "first" not in out
    match = lk.play_match(A, B, pairs=60)
    assert (facts["ww"], facts["split"], facts["ll"]) == match.pairs


def test_games_from_later_starts_are_named_in_every_output(capsys, folder):
    words = "from positions after 10 plies of quick self-play"
    later = ("--pairs", "20", "--start-ply", "10")
    code, out, _ = run(capsys, "match", A, B, *later, "--json", "m.json", "--csv", "m.csv")
    assert code == 0
    assert out.count(words) == 2  # in the table and in the sentence
    facts = json.loads((folder / "m.json").read_text())
    assert facts["start_ply"] == 10
    assert words in facts["sentence"]
    assert read_csv(folder / "m.csv")[0]["start_ply"] == "10"
    code, out, _ = run(capsys, "tournament", A, B, *later, "--against", "Random")
    assert code == 0
    assert " ".join(out.split()).count(words) == 4  # three tables, and the line below them
    assert facts_of(capsys, "tournament", A, B, *later)["start_ply"] == 10
    code, out, _ = run(capsys, "games", "lastknight.db")
    assert "self-play, ply 10" in out
    code, out, _ = run(capsys, "match", A, B, "--plan", "20", "--start-ply", "10")
    assert words in " ".join(out.split())


def test_json_holds_the_intervals_that_are_printed(capsys, folder):
    (folder / "two.txt").write_text("d4 b1\nc3 e5\n")
    arguments = ("match", A, B, "--openings", "two.txt", "--pairs", "40", "--json", "m.json")
    _, out, _ = run(capsys, *arguments)
    facts = json.loads((folder / "m.json").read_text())
    assert facts["distinct_openings"] == 2
    low, high = 100 * facts["score_low"], 100 * facts["score_high"]
    assert f"{100 * facts['score']:.1f} % ({low:.1f} to {high:.1f}) of 80 games" in out


def test_the_same_command_resumes_with_the_same_result(capsys):
    first = facts_of(capsys, "match", A, B, "--pairs", "40")
    assert facts_of(capsys, "match", A, B, "--pairs", "40") == first
    longer = facts_of(capsys, "match", A, B, "--pairs", "90")
    assert longer == facts_of(capsys, "match", A, B, "--pairs", "90", "--no-save", "--workers", "1")
    assert longer["wins"] + longer["losses"] == 180


def test_a_match_can_be_planned(capsys, folder):
    code, out, _ = run(capsys, "match", A, B, "--plan", "50")
    assert code == 0
    assert "Detecting 50 Elo with 80 % power takes about" in out
    assert re.search(
        r"\nAssumes: \d+ % of pairs split \(from a trial of 50 pairs\); a 5 % test;", out
    )
    assert not (folder / "lastknight.db").exists()


def test_a_plan_says_when_openings_must_repeat(capsys):
    _, out, _ = run(capsys, "match", A, B, "--plan", "10")
    assert "a repeated opening counts as new, although there are only 315 distinct ones" in out
    _, out, _ = run(capsys, "match", A, B, "--plan", "200", "--plies", "4")
    assert "a new opening for each pair." in out


def test_the_anchor_of_a_tournament_has_no_interval(capsys):
    _, out, _ = run(capsys, "tournament", A, B, "Random", "--pairs", "60", "--anchor", B)
    rows = [line.split() for line in out.splitlines() if line.rstrip().endswith("%")]
    elos = {next(name for name in (A, B, "Random") if name in " ".join(row)): row for row in rows}
    signed = {
        name: [word for word in row if word[:1] in "+-" and word[1:].isdecimal()]
        for name, row in elos.items()
    }
    assert [len(signed[name]) for name in (A, B, "Random")] == [3, 1, 3]
    assert signed[B] == ["+0"]


def test_a_tournament_can_be_planned(capsys, folder):
    code, out, _ = run(capsys, "tournament", A, B, "Random", "--plan", "50")
    assert code == 0
    assert re.search(r"about [\d,]+ pairs for each of 3 pairings", out)
    assert "a 5 % test corrected for 3 comparisons" in out
    assert not (folder / "lastknight.db").exists()
    code, out, err = run(capsys, "tournament", A, B, "--plan", "50", "--anchor", A, "--pairs", "5")
    assert (code, out) == (2, "")
    assert "leave out --pairs and --anchor" in err


def test_a_tournament_says_what_its_ratings_rest_on(capsys):
    arguments = ("tournament", A, B, "--against", "Random", "--pairs", "6")
    said = "The ratings come mostly from games with Random: 100 % of the others' games."
    _, out, _ = run(capsys, *arguments)
    assert said in out
    facts = facts_of(capsys, *arguments)
    assert (facts["mostly_against"], facts["mostly_against_share"]) == ("Random", 1)
    assert (facts["fit_p_value"], facts["misfit"], facts["cautions"][0]) == (None, None, said)
    everyone = facts_of(capsys, "tournament", A, B, "Random", "--pairs", "20")
    assert everyone["mostly_against"] is None
    assert everyone["fit_p_value"] > 0


def test_a_planned_match_has_its_trial_under_the_conditions_asked_for(capsys, monkeypatch, folder):
    tried = []

    def spy(plan, **options):
        tried.append((plan, options))
        return run_plan(plan, **options)

    monkeypatch.setattr("lastknight.cli.support.trial.run_plan", spy)
    conditions = ["--plies", "3", "--seed", "9", "--width", "6", "--move-seconds", "5"]
    (folder / "mine.py").write_text(MINE)
    mine = "AlphaBeta(mine.py:mine, nodes=5)"
    code, _, err = run(capsys, "match", mine, B, "--plan", "50", *conditions, "--workers", "1")
    assert code == 0, err
    plan, options = tried[-1]
    assert (plan.plies, plan.seed, plan.move_seconds) == (3, 9, 5)
    assert plan.start == lk.Position(6, 7)
    assert options == {"workers": 1}
    assert run(capsys, "match", A, B, "--plan", "50", "--openings", "d4 b1; c3 e5")[0] == 0
    assert {str(opening) for opening in tried[-1][0].drawn} == {"d4 b1", "c3 e5"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--pairs", "3"], "leave out --pairs"),
        (["--sprt", "quick"], "leave out --sprt"),
        (["--cluster", "local:2", "--json", "-"], "leave out --cluster and --json"),
        (["--csv", "plan.csv", "--no-save"], "leave out --no-save and --csv"),
        (["--openings", "census"], "a census plays every opening once"),
    ],
)
def test_what_a_plan_cannot_honour_is_refused_in_one_line(capsys, arguments, words):
    code, out, err = run(capsys, "match", A, B, "--plan", "50", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_an_sprt_takes_its_error_rates(capsys):
    rates = ("--alpha", "0.01", "--beta", "0.1")
    code, out, _ = run(capsys, "match", A, "Random", "--sprt", "quick", *rates, "--json", "-")
    facts = json.loads(out)
    assert code == 0
    assert (facts["alpha"], facts["beta"], facts["decision"]) == (0.01, 0.1, "elo1")
    assert "as it would about 1 % of the time" in facts["sentence"]
    low, high = Sprt(0, 50, alpha=0.01, beta=0.1).bounds
    assert (facts["llr_low"], facts["llr_high"]) == (low, high)
    assert facts["llr"] >= high
    assert (facts["elo0"], facts["elo1"]) == (0, 50)
    assert (facts["seed"], facts["openings"], facts["plies"]) == (1, "random", 2)
    assert facts["version"] == lk.__version__


def test_an_sprt_says_what_it_decided(capsys):
    code, out, _ = run(capsys, "match", A, "Random", "--sprt", "quick")
    assert code == 0
    assert "accepts +50 Elo over 0" in out
    assert re.search(r"LLR +\+\d\.\d\d, bounds -2\.94 and \+2\.94: accepts \+50 Elo", out)
    assert "0 and +50 Elo; alpha 0.05, beta 0.05" in out
    assert f"random openings of 2 plies, seed 1, lastknight {lk.__version__}" in out


def test_openings_come_from_a_file_or_are_counted_out(capsys, folder):
    (folder / "some.txt").write_text("d4 b1  # a comment\n\nc3 e5\n")
    facts = facts_of(capsys, "match", A, B, "--openings", "some.txt")
    assert facts["distinct_openings"] == 2
    facts = facts_of(capsys, "match", A, B, "--openings", "census", "--width", "4", "--height", "4")
    assert facts["distinct_openings"] == facts["ww"] + facts["split"] + facts["ll"]


def test_a_tournament_rates_everybody(capsys, folder):
    players = [A, B, "Random"]
    code, out, _ = run(capsys, "tournament", *players, "--pairs", "30", "--csv", "t.csv")
    assert code == 0
    assert all(name in out for name in players)
    assert "1st" in out
    assert len(read_csv(folder / "t.csv")) == 3
    assert "the attacker wins" in out
    assert "moving first" not in out
    facts = facts_of(capsys, "tournament", *players, "--pairs", "30", "--anchor", "Random")
    assert facts["anchor"] == "Random"
    assert {entry["player"]: entry["elo"] for entry in facts["players"]}["Random"] == 0
    assert all(entry["role_games"] == 60 for entry in facts["players"])
    wins = sum(entry["attacker_wins"] for entry in facts["players"])
    assert facts["attacker_rate"]["value"] == wins / 180


def test_a_gauntlet_prints_the_classic_table(capsys):
    code, out, _ = run(
        capsys, "tournament", A, B, "--against", "Random", "--against", B, "--pairs", "20"
    )
    assert code == 0
    lines = out.splitlines()
    assert lines[0].split()[:3] == ["Match", "#", "Opponent"]
    assert lines[1].count("Won | Lost") == 2
    random_row, greedy_row = lines[2], lines[3]
    assert random_row.split()[:2] == ["1", "Random"]
    assert random_row.count("|") == 2
    assert greedy_row.count("|") == 1
    assert "Win Rate:" in lines[5]
    assert lines[5].count("%") == 2


def test_stored_games_are_listed_replayed_exported_and_read_again(capsys, folder):
    run(capsys, "match", A, "Random", "--pairs", "5")
    _, out, _ = run(capsys, "games", "lastknight.db")
    assert A in out
    assert "0.0.1" in out
    _, out, _ = run(capsys, "games", "lastknight.db", "--show", "0.3.2")
    text, heading, table = out[out.index("player 1: ") :].partition("ply ")
    game = lk.Game.parse(text)
    assert game.players == ("Random", A)
    assert len((heading + table).splitlines()) == 1 + len(game.moves) - 2
    assert game.winner is not None
    for suffix in ("jsonl", "csv", "txt"):
        assert run(capsys, "games", "lastknight.db", "--export", f"all.{suffix}")[0] == 0
    assert len((folder / "all.jsonl").read_text().splitlines()) == 11
    assert len(read_csv(folder / "all.csv")) == 10
    assert (folder / "all.txt").read_text().count("result: ") == 10
    assert run(capsys, "games", "copy.db", "--import", "all.jsonl")[0] == 0
    run(capsys, "games", "copy.db", "--export", "again.jsonl")
    once, again = ((folder / f"{name}.jsonl").read_text().splitlines() for name in ("all", "again"))
    head = json.loads(once[0])
    del head["about"]["command"]  # an import brings no command to copy
    assert json.loads(again[0]) == head
    assert again[1:] == once[1:]
    for arguments in (["--show", "9.9.9"], ["--experiment", "7"], ["--export", "x.pdf"]):
        code, _, err = run(capsys, "games", "lastknight.db", *arguments)
        assert code == 2
        assert err.count("\n") == 1
    lines = (folder / "all.jsonl").read_text().splitlines(keepends=True)
    for old, new in (
        ('"winner": "a"', '"winner": "q"'),
        ('"winner": "a"', '"winner": "b"'),
        ('"reason": "no_moves"', '"reason": "bored"'),
        ('"moves": "', '"moves": "a1 a1 '),
        ('"a": "', '"a": "Super'),
    ):
        place = next(number for number, line in enumerate(lines[1:], 1) if old in line)
        damaged = [*lines[:place], lines[place].replace(old, new), *lines[place + 1 :]]
        (folder / "bad.jsonl").write_text("".join(damaged))
        code, _, err = run(capsys, "games", "other.db", "--import", "bad.jsonl")
        assert code == 2, (old, new)
        assert err.count("\n") == 1
    (folder / "bad.jsonl").write_text("{}\nnonsense\n")
    assert run(capsys, "games", "copy.db", "--import", "bad.jsonl")[0] == 2


HOSTILE = """
import sys
import lastknight as lk

@lk.compiled
def quotient(view):
    return view.own / (view.opp - 3)

def leaves(position, player):
    sys.exit(0)

def brackets(position, player):
    raise ValueError("[/bold] [red]x")
"""


@pytest.mark.parametrize("name", ["quotient", "leaves", "brackets"])
def test_a_heuristic_that_fails_loses_and_the_match_goes_on(capsys, folder, name):
    (folder / "mine.py").write_text(HOSTILE)
    facts = facts_of(capsys, "match", f"Greedy(mine.py:{name})", "Random", "--pairs", "4")
    assert facts["wins"] + facts["losses"] == 8
    assert facts["a_forfeits"] > 0
    assert facts["b_forfeits"] == 0
    first = facts["forfeits"].partition("first, ")[2].partition(",")[0]
    _, out, _ = run(capsys, "games", "lastknight.db", "--export", "all.jsonl")
    games = [json.loads(line) for line in (folder / "all.jsonl").read_text().splitlines()[1:]]
    lost = next(game for game in games if game["reason"] == "crash")
    assert first == f"0.{lost['pair']}.{lost['game']}"
    code, out, _ = run(capsys, "games", "lastknight.db", "--show", first)
    assert code == 0
    assert "Error" in out or "SystemExit" in out
    code, out, _ = run(capsys, "check", f"mine.py:{name}", "--positions", "40")
    assert code == 1
    _, out, _ = run(
        capsys, "tournament", f"Greedy(mine.py:{name})", "Random", "Greedy(open)", "--pairs", "3"
    )
    assert "by forfeit" in out


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ((), "Whole message: lastknight games lastknight.db --experiment 1 --show 0.0.1"),
        (("--no-save",), "To see the whole message, run it again and store the games."),
    ],
)
def test_forfeits_are_explained_whether_or_not_games_are_stored(capsys, folder, options, where):
    (folder / "mine.py").write_text(HOSTILE)
    _, out, _ = run(capsys, "match", "mine.py:brackets", "Random", "--pairs", "1", *options)
    assert "is decided by forfeits, which say nothing about strength." in out
    assert "lost 2 games by forfeit (crash), the first, 0.0.1, because: " in out
    assert "ValueError: [/bold] [red]x" in out
    assert where in out


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ((), "Whole message: lastknight games lastknight.db --experiment 1 --show 1.0.1"),
        (("--no-save",), "To see the whole message, run it again and store the games."),
    ],
)
def test_a_tournament_says_where_forfeits_are_explained(capsys, folder, options, where):
    (folder / "mine.py").write_text(HOSTILE)
    players = ("Random", "Greedy(open)", "Greedy(mine.py:brackets)")
    _, out, _ = run(capsys, "tournament", *players, "--pairs", "1", *options)
    assert "by forfeit" in out
    assert where in out
    _, out, _ = run(capsys, "tournament", *players[:2], "--pairs", "1", *options)
    assert "whole message" not in out


def test_a_file_that_exits_is_refused(capsys, folder):
    (folder / "exits.py").write_text("import sys\nsys.exit(0)\n")
    code, _, err = run(capsys, "check", "exits.py")
    assert code == 2
    assert "raised SystemExit" in err


def test_ctrl_c_stops_cleanly_and_keeps_what_was_played(capsys, folder):
    arguments = ["match", "AlphaBeta(improved, depth=7)", "AlphaBeta(open, depth=7)"]
    child = start_listening(*arguments, "--pairs", "200000")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not _has_games(folder):
        time.sleep(0.05)
    os.kill(child.pid, signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert "Traceback" not in err
    assert "run the same command to resume" in err
    with lk.Store(folder / "lastknight.db") as store:
        (experiment,) = store.experiments()
        kept = sum(store.done(experiment.id).values())
    assert kept > 0
    facts = facts_of(capsys, *arguments, "--pairs", "16")
    assert facts["wins"] + facts["losses"] == 32


def _has_games(folder) -> bool:
    path = folder / "lastknight.db"
    if not path.exists():
        return False
    try:
        with lk.Store(path) as store:
            return any(store.done(experiment.id) for experiment in store.experiments())
    except lk.StoreError:
        return False


def test_no_save_stores_nothing_and_takes_no_file(capsys, folder):
    words = ("match", "Random", "Greedy(open)", "--pairs", "2")
    assert run(capsys, *words, "--no-save")[0] == 0
    code, out, err = run(capsys, *words, "--fresh")
    assert code == 0
    assert err == "hint: --fresh is now called --no-save\n"
    assert "--fresh" not in run(capsys, "match", "--help")[1]
    for option in ("--no-save", "--fresh"):
        code, out, err = run(capsys, *words, option, "--file", "mine.db")
        assert (code, out) == (2, "")
        assert f"{option} stores nothing; leave out --file" in err
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("is_there", [False, True])
def test_a_folder_that_cannot_be_written_is_named_with_the_cure(
    capsys, folder, monkeypatch, is_there
):
    if is_there:
        Store(folder / "lastknight.db").close()
    monkeypatch.setattr(os, "access", lambda *_: False)
    code, _, err = run(capsys, "match", "Random", "Random", "--pairs", "1")
    what = "it" if is_there else "this folder"
    assert code == 2
    assert f"lastknight.db: {what} is read-only; name another file with --file" in err
    assert run(capsys, "match", "Random", "Random", "--pairs", "1", "--no-save")[0] == 0


def test_openings_of_one_ply_are_counted_in_the_singular(capsys):
    _, out, _ = run(capsys, "match", "Random", "Random", "--openings", "census", "--plies", "1")
    assert "census openings of 1 ply, seed 1" in out

"""Bad values in the packages behind the commands: a value, or an error of ours."""

import shutil
from pathlib import Path

import pytest

import lastknight as lk
from bad_values import BAD, check_refusal
from lastknight import aind, analysis, discovery, league, report, sandbox, stats, studies, truth

AGENT = Path(__file__).parent / "agents" / "board_reader.py"
BOX = league.Rules().sandbox
ESTIMATE = stats.Estimate(1.0, 0.0, 2.0)
SPRT = stats.Sprt(0, 20)
GAMES = {"first": [0, 0], "second": [1, 1], "first_won": [1, 0], "opening": [0, 1]}
PAIRS = {"a": [0, 0], "b": [1, 1], "a_won": [[1, 0], [1, 1]], "opening": [0, 1]}


def question(**options):
    return truth.Question(**{"heuristics": ("open",), "start": lk.Position(4, 4)} | options)


def rate(**options):
    given = {**GAMES, "replicates": 2} | options
    first, second, won = (given.pop(name) for name in ("first", "second", "first_won"))
    return stats.bradley_terry(first, second, won, **given)


def rate_pairs(**options):
    given = {**PAIRS, "replicates": 2} | options
    a, b, won = (given.pop(name) for name in ("a", "b", "a_won"))
    return stats.rate_pairs(a, b, won, **given)


# What each call makes of a bad value in one place.
CALLS = {
    "aind.load(path)": aind.load,
    "aind.load(folder)": lambda bad: aind.load(AGENT, folder=bad),
    "AgentFiles.read(path)": sandbox.AgentFiles.read,
    "AgentFiles.read(scope)": lambda bad: sandbox.AgentFiles.read(AGENT, scope=bad),
    "aind.Board(width)": lambda bad: aind.Board(None, None, width=bad),
    "aind.Board(height)": lambda bad: aind.Board(None, None, 7, bad),
    "Sandbox(kind)": sandbox.Sandbox,
    "Allowance(seconds)": lambda bad: sandbox.Allowance(seconds=bad),
    "find_submissions(folder)": lambda bad: league.find_submissions(bad, sandbox=BOX),
    "find_submissions(sandbox)": lambda bad: league.find_submissions(AGENT.parent, sandbox=bad),
    "Rules(limit)": lambda bad: league.Rules(limit=bad),
    "Rules(seed)": lambda bad: league.Rules(seed=bad),
    "plan_league(players)": lambda bad: league.plan_league(bad, league.Rules()),
    "plan_league(rules)": lambda bad: league.plan_league([], bad),
    "check_submissions(list)": lambda bad: league.check_submissions(bad, league.Rules(), "."),
    "check_submissions(rules)": lambda bad: league.check_submissions([], bad, "."),
    "check_submissions(folder)": lambda bad: league.check_submissions([], league.Rules(), bad),
    "read_candidates(texts)": lambda bad: analysis.read_candidates(bad or 3, start=lk.Position()),
    "read_candidates(start)": lambda bad: analysis.read_candidates(["open"], start=bad),
    "read_opponents(texts)": lambda bad: analysis.read_opponents(bad, nodes=10),
    "choose_companions": analysis.choose_companions,
    "planned_work": analysis.planned_work,
    "Inquiry(candidates)": analysis.Inquiry,
    "Inquiry(baseline)": lambda bad: analysis.Inquiry(["open"], baseline=bad),
    "Inquiry(nodes)": lambda bad: analysis.Inquiry(["open"], nodes=bad),
    "Inquiry(effort)": lambda bad: analysis.Inquiry(["open"], effort=bad),
    "Inquiry(start)": lambda bad: analysis.Inquiry(["open"], start=bad),
    "AnalysisRequest(heuristics)": lambda bad: analysis.AnalysisRequest(heuristics=bad),
    "AnalysisRequest(against)": lambda bad: analysis.AnalysisRequest(against=bad),
    "AnalysisRequest(effort)": lambda bad: analysis.AnalysisRequest(effort=bad),
    "Session(inquiry)": analysis.Session,
    "Session(workers)": lambda bad: analysis.Session(analysis.Inquiry(["open"]), workers=bad),
    "Session(store)": lambda bad: analysis.Session(analysis.Inquiry(["open"]), store=bad),
    "analyse(session)": lambda bad: analysis.analyse(bad, command=[]),
    "Question(heuristics)": lambda bad: question(heuristics=bad),
    "Question(players)": lambda bad: question(players=bad),
    "Question(depths)": lambda bad: question(depths=bad),
    "Question(baseline)": lambda bad: question(baseline=bad),
    "Question(opponent)": lambda bad: question(opponent=bad),
    "Question(start)": lambda bad: question(start=bad),
    "truth.measure(question)": truth.measure,
    "truth.rows_of": truth.rows_of,
    "truth.prove": lambda bad: truth.prove(bad or "d4 b1", nodes=5),
    "LabelRecipe(start)": lambda bad: discovery.LabelRecipe(start=bad),
    "LabelRecipe(players)": lambda bad: discovery.LabelRecipe(players=bad),
    "LabelRecipe(seed)": lambda bad: discovery.LabelRecipe(seed=bad),
    "discovery.load": discovery.load,
    "make_labels(positions)": lambda bad: discovery.make_labels("l.lkl", bad or -1),
    "load_facts": report.load_facts,
    "read_facts": report.read_facts,
    "report.summary": report.summary,
    "write_report(facts)": lambda bad: report.write_report(bad, "report"),
    "read_study": studies.read_study,
    "run_study(study)": studies.run_study,
    "run_study(scale)": lambda bad: studies.run_study(
        "004-t3", scale=bad if bad is not True else 0
    ),
    "write_study": studies.write_study,
    "run_ledger(effort)": lambda bad: studies.run_ledger(effort=bad, claims=[]),
    "run_ledger(claims)": lambda bad: studies.run_ledger(pairs=-1, claims=bad or []),
    "describe_elo": stats.describe_elo,
    "Estimate(value)": lambda bad: stats.Estimate(bad, None, None),
    "difference": lambda bad: stats.difference(bad, ESTIMATE),
    "pair_elo(ww)": lambda bad: stats.pair_elo(bad, 3),
    "anytime_elo(effect)": lambda bad: stats.anytime_elo(3, 3, design_effect=bad),
    "clustered_mean": stats.clustered_mean,
    "Sprt(elo0)": lambda bad: stats.Sprt(bad, 20),
    "Sprt.llr(effect)": lambda bad: SPRT.llr(3, 4, design_effect=bad),
    "SprtProgress(sprt)": lambda bad: stats.SprtProgress(bad, [0]),
    "holm": stats.holm,
    "holm_confidences": stats.holm_confidences,
    "RankSet(best)": lambda bad: stats.RankSet(bad, 3),
    "rank_sets(values)": lambda bad: stats.rank_sets(bad, [[1.0]]),
    "rank_sets(p_values)": lambda bad: stats.rank_sets([1.0], bad),
    "ordinal": stats.ordinal,
    "bradley_terry(seed)": lambda bad: rate(seed=bad),
    "bradley_terry(first_won)": lambda bad: rate(first_won=bad),
    "rate_pairs(a_won)": lambda bad: rate_pairs(a_won=bad),
    "judge(elo)": lambda bad: stats.judge(bad, 0.5, pairs=9),
    "judge(name)": lambda bad: stats.judge(ESTIMATE, 0.5, pairs=9, name=bad),
    "verdict(opponent)": lambda bad: stats.verdict(6, 10, 4, opponent=bad),
    "census_verdict(name)": lambda bad: stats.census_verdict(6, 10, 4, name=bad),
    "sprt_sentence(name)": lambda bad: stats.sprt_sentence(SPRT, 3, 4, name=bad),
    "sprt_sentence(test)": lambda bad: stats.sprt_sentence(bad, 3, 4),
    "sprt_sentence(effect)": lambda bad: stats.sprt_sentence(SPRT, 3, 4, design_effect=bad),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.usefixtures("folder")
def test_a_bad_value_gives_a_value_or_a_lastknight_error(name):
    for bad in BAD.values():
        check_refusal(CALLS[name], bad)


def test_text_works_where_the_command_line_takes_it(folder):
    asked = truth.Question(
        ["open"],
        ["Random"],
        games=4,
        positions=2,
        depths=[1],
        pairs=1,
        critical=2,
        baseline="ratio",
        opponent="Random",
        start="a1 d4",
    )
    assert asked == truth.Question(
        (lk.heuristic("open"),),
        (lk.player("Random"),),
        games=4,
        positions=2,
        depths=(1,),
        pairs=1,
        critical=2,
        baseline=lk.heuristic("ratio"),
        opponent=lk.player("Random"),
        start=lk.Position.from_moves("a1 d4"),
    )
    truth.measure(question(games=4, depths=[1], critical=2), store="proofs.db")
    assert Path("proofs.db").is_file()
    assert truth.prove("d4 b1") == 2
    assert analysis.Inquiry(["open"]) == analysis.Inquiry((lk.heuristic("open"),))
    assert lk.heuristic("ratio") not in analysis.choose_companions(["ratio"])
    assert discovery.LabelRecipe(start="d4") == discovery.LabelRecipe(
        start=lk.Position().play("d4")
    )
    (folder / "class").mkdir()
    shutil.copy(AGENT, folder / "class" / "ann.py")
    assert league.find_submissions("class", sandbox=BOX)[0][0].name == "ann"
    with pytest.raises(lk.ArgumentError, match="no report in 'class'"):
        report.load_facts("class")


def test_a_wrong_path_or_list_is_reported_with_what_was_expected():
    for call, words in (
        (lambda: report.load_facts(None), "folder must be the path of a file or folder, got None"),
        (lambda: truth.rows_of("ratio"), "truth must be a Truth, got 'ratio'"),
        (lambda: studies.run_study("004-t3", scale=0), "scale must be a whole number from 1 to"),
        (lambda: league.Rules(limit=3), "limit must be an Allowance, got 3"),
        (lambda: truth.Question("ratio"), "heuristics must be a list of heuristics, got 'ratio'"),
        (lambda: stats.holm(object()), "p-values must be a list of numbers, got a value of type o"),
    ):
        with pytest.raises(lk.ArgumentError, match=f"^{words}"):
            call()

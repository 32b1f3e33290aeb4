"""Options without effect are refused before any work, by rules that commands declare."""

import inspect
import shlex

import pytest

from command_line import COMMANDS, run
from lastknight.cli.support import commands
from lastknight.cli.support.rules import check_rules, excludes, needs, one_of, unused
from lastknight.errors import ArgumentError

PLANNED = "--plan plays a short trial here and prints an estimate; leave out "
MATCH = "match Random Random"
REFUSED = {
    # command: what is said
    f"{MATCH} --plan 20 --pairs 3": f"{PLANNED}--pairs",
    f"{MATCH} --plan 20 --file x.db": f"{PLANNED}--file",
    f"{MATCH} --plan 20 --no-save --json -": f"{PLANNED}--no-save and --json",
    f"{MATCH} --plan 20 --fresh": f"{PLANNED}--fresh",
    f"{MATCH} --plan 20 --sprt quick --alpha 0.1": f"{PLANNED}--sprt and --alpha",
    f"{MATCH} --plan 20 --cluster local:1": f"{PLANNED}--cluster",
    f"{MATCH} --plan 20 --openings census": "a census plays every opening once",
    f"{MATCH} --alpha 0.1": "--alpha has no effect without --sprt; add --sprt, or leave out",
    f"{MATCH} --alpha 0.1 --beta 0.1": "--alpha and --beta have no effect without --sprt",
    f"{MATCH} --openings empty --plies 3": "--plies is the length of random and census openings",
    f"{MATCH} --openings 'd4 b1' --plies 3": "leave out --plies",
    f"{MATCH} --cluster local:1 --workers 2": "--workers is for this machine, not a cluster",
    f"{MATCH} --allow-mixed-clocks": "no effect without --cluster",
    f"{MATCH} --no-save --file x.db": "--no-save stores nothing; leave out --file",
    f"{MATCH} --fresh --file x.db": "--fresh stores nothing; leave out --file",
    "tournament Random Random --plan 9 --anchor Random": f"{PLANNED}--anchor",
    "tournament Random Random --plan 9 --csv -": f"{PLANNED}--csv",
    "analyze ratio --quick --thorough": "choose one of --quick and --thorough",
    "analyze ratio --allow-mixed-clocks": "no effect without --cluster",
    "analyze ratio --openings empty --plies 3": "leave out --plies",
    "tune 'improved - w * open' --range w=0:1 --check-pairs 0 --sprt quick": "checks nothing",
    "tune 'open - w * open' --range w=0:1 --check-pairs 0 --against open": "leave out --against",
    "tune 'improved - w * open' --range w=0:1 --check-pairs 0 --beta 0.1": "leave out --beta",
    "labels --labelled-by Random --solver-nodes 9": "a player labels here",
    "labels --width 11 --height 9 --solver-nodes 9": "a player labels here",
    "labels --cluster local:1 --workers 2": "leave out --workers",
    "discover --labels x.lkl --positions 900": "uses all positions of its file",
    "discover --recipe champion --feature open": "a recipe has its own features and labels",
    "discover --recipe champion --labels x.lkl": "leave out --labels",
    "discover --features-only": "--features-only has no effect without --feature",
    "truth ratio --pairs 3": "--pairs and --against are for players",
    "truth --against Random": "there are only heuristics; leave out --against",
    "truth Random --depth 3 --critical 9": "leave out --depth and --critical",
    "truth Random --baseline ratio": "for heuristics, and there is none",
    "truth ratio --experiment 1 --no-save": "--experiment is read from the file",
    "claims --quick --pairs 3": "choose one of --quick and --pairs",
    "claims --quick --thorough": "choose one of --quick and --thorough",
    "study --json x.json": "--json has no effect without NAME; add NAME",
    "study --scale 3 --seed 4": "--scale and --seed have no effect without NAME",
    "study --calibrate": "no effect without NAME",
    "study all --calibrate": "--calibrate takes one study",
    "study 004-t3 --calibrate --cost ratio=2": "finds the speed of one study itself",
    "games x.db --show 0.0.1 --json -": "--show lists nothing; leave out --json",
    "games x.db --export x.csv --count 3": "--export lists nothing; leave out --count",
    "games x.db --import x.jsonl --player open": "leave out --player",
    "games x.db --check --result won": "leave out --result",
    "games x.db --check --experiment 1": "--check is about the whole file",
    "games x.db --import x.jsonl --experiment 1": "--import is about the whole file",
    "games x.db --show 0.0.1 --check": "choose one of --show and --check",
    "puzzles --each 3": "--each has no effect without --make; add --make, or leave out --each",
    "puzzles --seed 3": "--seed has no effect without --make",
    "puzzles 3 --make p.txt": "--make shows no puzzle; leave out NUMBER",
    "puzzles --make p.txt --level hard --answer": "leave out --level and --answer",
    "solve d4 --openings": "choose one of POSITION and --openings",
    "solve d4 --save x": "--save has no effect without --openings",
    "solve d4 --verify --first d4": "--verify and --first have no effect without --openings",
    "solve --openings --first d4": "--first has no effect without --verify",
    "solve --openings --verify --save x": "--verify saves nothing; leave out --save",
    "solve --openings --moves": "solves every placement to its end; leave out --moves",
    "solve --openings --nodes 9 --table 9": "leave out --nodes and --table",
    "solve --openings --blocked a1": "needs a board without blocked squares",
    "play --load x.txt --width 6": "a saved game has its own board; leave out --width",
    "play human human --seed 3": "two people play here; leave out --seed",
    "report analysis --force": "--force has no effect without --output",
    "aind tournament x.py --seconds 1 --nodes 9": "choose one of --seconds and --nodes",
    "league folder --seconds 1 --nodes 9": "choose one of --seconds and --nodes",
    "league folder --cluster local:1 --workers 2": "leave out --workers",
}


@pytest.mark.parametrize("words", REFUSED)
def test_options_without_effect_are_refused_before_any_work(words, capsys, folder):
    code, out, err = run(capsys, *shlex.split(words))
    assert (code, out) == (2, "")
    assert err.removeprefix("hint: --fresh is now called --no-save\n").count("\n") == 1
    assert REFUSED[words] in err
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        "match Random Random --resume --file x.db --pairs 1 --workers 1",
        "match Random Random --openings d4 --pairs 1 --workers 1 --no-save",
        "match Random Random --openings census --plies 1 --workers 1 --no-save",
        "puzzles 2 --answer",
        "solve d4 --width 4 --height 4 --moves",
    ],
)
@pytest.mark.usefixtures("folder")
def test_options_with_an_effect_are_not(words, capsys):
    assert run(capsys, *shlex.split(words))[0] == 0


def rules_of(command):
    """The rules of a command, and those of its groups of options."""
    found = inspect.getclosurevars(command.run).nonlocals
    return (*found["shared"], *found["rules"])


def test_every_rule_is_about_options_that_its_commands_have():
    seen = set()
    for command in commands.COMMANDS:
        name = command.run.__name__ if command.group is None else None
        listed = COMMANDS[name or f"{command.group.name} {command.run.__name__}"].params
        known = {one.opts[0] if one.opts[0].startswith("-") else one.name.upper() for one in listed}
        for rule in rules_of(command):
            assert set(rule.options) & known, (name, rule.options)
            seen |= {(name, option) for option in rule.options if option in known}
    assert len(seen) > 60


def test_a_rule_says_what_to_do():
    rules = [
        needs("--a --b", "--c"),
        excludes("--c", "--d", reason="--c has no d"),
        one_of("--e", "--f", "--g"),
        unused("--h", when=lambda given: given.get("--i") == 0, reason="--i 0 has no h"),
    ]
    for given, said in {
        ("--a",): "--a has no effect without --c; add --c, or leave out --a",
        ("--a", "--b"): "--a and --b have no effect without --c; add --c, or leave out --a and --b",
        ("--c", "--d"): "--c has no d; leave out --d",
        ("--g", "--e"): "choose one of --e and --g",
        ("--h", "--i"): "--i 0 has no h; leave out --h",
    }.items():
        with pytest.raises(ArgumentError, match=f"^{said}$"):
            check_rules(rules, dict.fromkeys(given, 0))
    for given in ((), ("--a", "--c"), ("--d",), ("--e",), ("--h",), ("--i",)):
        check_rules(rules, dict.fromkeys(given, 0))


COSTS = {
    "analyze ratio --cost open=2": "the cost of open is not used here; leave it out "
    "(known: champion, ratio)",
    "study 004-t3 --cost reach_own=2": "the cost of reach_own",
    "claims --cost 'reach(k=4)=2'": "the cost of reach(k=4) is not used here",
}


@pytest.mark.parametrize("words", COSTS)
def test_a_cost_that_nothing_uses_is_refused(words, capsys, folder):
    code, out, err = run(capsys, *shlex.split(words))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert COSTS[words] in err
    assert list(folder.iterdir()) == []

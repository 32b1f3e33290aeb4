"""The site reads specs as the installed program does: the same full text, the same error lines."""

import random

import pytest

import lastknight as lk
from lastknight.errors import LastknightError

HEURISTICS = r"""
improved|ratio|imporved|value|value(2)|value(2, weight=0.5)|value(power=2,weight=-3.25)|value(17)
value(1.5)|value(a=3)|value(1,2,3)|value(1, power=2)|value(power=1,power=2)|value(1e999)|value(*x)
value(weight=1e5)|value(weight=12345678901234567890)|value(power=True)|diff_legal_moves|reach(-1)
improved - 0.5 * center|(improved)|improved+ratio-open*2/3|-(improved+ratio)|-improved*2|0*improved
improved*-2|improved - (ratio - open)|(improved - ratio) - open|2*(improved+open)|1e22*improved
improved/(ratio/open)|improved/(ratio*open)|-3|3|--3|+3|-(-3)|1e999|-1e999|1_000|0x10|007|1e16
1e15|1e14|123456789012345678|1e-5|0.0001|1e-7|1.5e300|-0.0|0.1|.5|5.|True|False|None|+improved
~improved|improved ** 2|improved // 2|improved % 2|2 ** -improved|a.b|improved, ratio|(improved,)
()|'abc'|improved(|)|switch|switch(improved, ratio)|switch(improved, ratio, blank=0.5)|zzz
switch(improved, ratio, blank=1)|switch(improved, ratio, blank=1.5)|switch(improved, ratio, blank=x)
switch(improved, ratio, role=attacker)|switch(improved, ratio, role='defender')
switch(improved, ratio, role=king)|switch(improved, ratio, role=3)|switch(improved, open, ratio)
switch(improved, ratio, blank=0.5, role=attacker)|switch(improved-open, -ratio, blank=0.25)*2
reach|reach(k=3)|reach(3.0)|reach(3.5)|reach(x)|reach(k='a')|exact_reach(k=2)|exact_shared|rach
exact_reach_own(17)|private_opp + shared(k=1)|blank|improved # comment|improved ratio|improved;open
improved()|improved()()|reach(**x)|f(x)(y)|improved + |"it's"|é|ﬁ|a"b'c|1if|2--improved|reach(k=1,)
-reach(k=2) - -3 * open|- - improved|-+improved|(((((improved)))))|open - 3 - 4 + (5 - 6)|Improved
improved + 100000000000000000000|improved*improved*improved|IMPROVED|centre|ratio_chas
"""
PLAYERS = """
Random|Perfect|Random()|Random(3)|Perfect(nodes=3)|Expert|Expert()|Expert(nodes=1000)|Randon|perfect
Expert(seconds=0.5)|Expert(depth=3)|Expert(improved, nodes=3)|Expert(nodes=1e3)|AlphaBeta
Expert(nodes=1000, seconds=2)|AlphaBeta()|AlphaBeta(improved)|AlphaBeta(improved, depth=3)
AlphaBeta(improved, nodes=15000)|AlphaBeta(improved, seconds=0.15, depth=3)|improved|improvd
AlphaBeta(improved, ratio, depth=3)|AlphaBeta(improved, depth=0)|AlphaBeta(improved, depth=129)
AlphaBeta(improved, depth=3.0)|AlphaBeta(improved, nodes=1000000000000000000)|Minimax(open, nodes=9)
AlphaBeta(improved, nodes=1000000000000000001)|AlphaBeta(improved, nodes=-5)|Minimax(open)|Minimax
AlphaBeta(improved, seconds=2000000)|AlphaBeta(improved, seconds=1000000)
AlphaBeta(improved, nodes=15.5)|AlphaBeta(improved, seconds=0)|AlphaBeta(improved, seconds=1e999)
AlphaBeta(improved, seconds=x)|AlphaBeta(improved, node=3)|AlphaBeta(improvd, depth=3)|Greedy(open)
Greedy|Greedy(open, depth=2)|Greedy(open, ratio)|improved - 0.5 * center|AlfaBeta(improved)|3|3 - 4
-3|'x'|(improved, ratio)|AlphaBeta(Random, depth=2)|Random + improved|switch|reach(200)
AlphaBeta(improved, depth=3)*2|switch(improved, ratio, blank=0.5)|AlphaBeta(3, depth=2)|a.b
AlphaBeta(-open, depth=2)|AlphaBeta(improved, depth=True)|AlphaBeta(improved, **x)|improved ** 2
AlphaBeta(improved, depth=3, depth=4)|AlphaBeta(depth=3, improved)|AlphaBeta(*improved, depth=3)
AlphaBeta(improved, nodes=0x10)|Expert(nodes=123456789012345678)
AlphaBeta(improved, seconds=0.00001)
"""
LONG = [
    "-" * 300 + "improved",
    "(" * 150 + "improved" + ")" * 150,
    "(" * 201 + "improved" + ")" * 201,
    "+".join(["improved"] * 150),
    "+".join(["improved"] * 250),
    "improved+" + "y" * 70,
    "a" * 8001,
    "9" * 400,
    "(improved\n+ratio)",
    "improved\nratio",
    "tab\there",
    "",
]


def mistyped() -> list[str]:
    """Names of the catalogue with some letters too many or too few."""
    rng = random.Random(3)
    found = []
    for name in (*lk.heuristics(), *lk.building_blocks()):
        letters = list(name)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(letters))
            letters[place : place + 1] = rng.choice(["", letters[place] + rng.choice("aeir_")])
            letters = letters or ["a"]
        found.append("".join(letters))
    return found


def split(text: str) -> list[str]:
    return [spec for line in text.strip().splitlines() for spec in line.split("|")]


@pytest.mark.parametrize(
    ("what", "specs"),
    [
        ("heuristic", [*split(HEURISTICS), *LONG, *mistyped()]),
        ("player", [*split(PLAYERS), *LONG, *mistyped()]),
    ],
)
def test_specs_have_the_same_text_and_the_same_errors(node, what, specs):
    make = {"heuristic": lk.heuristic, "player": lk.player}[what]
    for spec in specs:
        try:
            wanted = {"result": str(make(spec))}
        except LastknightError as error:
            wanted = {"error": str(error)}
        found = node.answer(what=what, spec=spec)
        found.pop("events", None)
        assert found == wanted, spec


@pytest.mark.parametrize(
    "spec", ["mine.py", "mine.py:chase", "AlphaBeta('my class/a.py:f', depth=2)"]
)
def test_python_code_is_refused_with_the_way_to_run_it(node, spec):
    said = node.answer(what="player", spec=spec)["error"]
    assert "needs the installed program: pip install 'lastknight[serve]'" in said


def test_other_python_syntax_is_not_a_spec(node):
    for spec in ("lambda: 3", "improved if 1 else 2", "[improved]", "improved[0]", "{}", "a < b"):
        with pytest.raises(LastknightError, match="not a heuristic"):
            lk.heuristic(spec)
        assert node.answer(what="heuristic", spec=spec)["error"].startswith("not a heuristic")

"""Specs: what is accepted, the canonical text, and what is refused."""

import pickle

import pytest

import lastknight as lk

POSITION = "..x..../.2...../......./...1.../....x../......./.......:1"


@pytest.fixture
def position():
    return lk.Position.parse(POSITION)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("improved", "improved"),
        ("diff_legal_moves", "improved"),
        ("improved()", "improved"),
        (" ratio ", "ratio"),
        ("value", "value(power=1, weight=1)"),
        ("value(weight=2.0, power=3)", "value(power=3, weight=2)"),
        ("value(2, 0.5)", "value(power=2, weight=0.5)"),
        ("reach(k=0)", "reach(k=0)"),
        ("improved-0.5*center", "improved - 0.5 * center"),
        ("(improved - open) - center", "improved - open - center"),
        ("improved - (open - center)", "improved - (open - center)"),
        ("(improved + open) * 2", "(improved + open) * 2"),
        ("improved / (open * 2)", "improved / (open * 2)"),
        ("-improved", "-1 * improved"),
        ("improved * -2", "improved * (-2)"),
        ("-1.5", "-1.5"),
        ("switch(ratio, reach(k=2), blank=.25)", "switch(ratio, reach(k=2), blank=0.25)"),
        ("switch(role,open+to_move,role=defender)", "switch(role, open + to_move, role=defender)"),
        ("switch(role, open, role='attacker')", "switch(role, open, role=attacker)"),
        ("exact_reach", "exact_reach(k=2)"),
        ("2*exact_private_opp(3)", "2 * exact_private_opp(k=3)"),
    ],
)  # fmt: skip
def test_specs_are_written_in_one_way(text, canonical, position):
    heuristic = lk.heuristic(text)
    assert str(heuristic) == canonical
    again = lk.heuristic(canonical)
    assert str(again) == canonical
    assert repr(again) == f"heuristic({canonical!r})"
    for player in (1, 2):
        assert again(position, player) == heuristic(position, player)
    sent = pickle.loads(pickle.dumps(heuristic))
    assert sent == heuristic
    assert hash(sent) == hash(heuristic)
    assert sent(position, 2) == heuristic(position, 2)


def test_compositions_do_what_they_say(position):
    names = ("improved", "open", "center")
    improved, opens, center = (lk.heuristic(name) for name in names)
    a, b, c = (heuristic(position, 1) for heuristic in (improved, opens, center))
    assert (improved + opens)(position, 1) == a + b
    assert (improved - 0.5 * center)(position, 1) == a - 0.5 * c
    assert (2 - improved * opens)(position, 1) == 2 - a * b
    assert (1 / opens + improved / 3)(position, 1) == 1 / b + a / 3
    assert (-center)(position, 1) == -c
    assert lk.heuristic("improved - 0.5 * center")(position, 1) == a - 0.5 * c


@pytest.mark.parametrize(
    ("blank", "is_first"), [(0.0, True), (0.9, True), (44 / 49, False), (1, False)]
)
def test_a_switch_changes_when_too_few_squares_are_blank(blank, is_first, position):
    assert len(position.blank) == 45
    blank = blank if blank != 44 / 49 else 45 / 49
    both = lk.switch("open", "center", blank=blank)
    assert both(position, 1) == lk.heuristic("open" if is_first else "center")(position, 1)


@pytest.mark.parametrize("given", [{}, {"blank": 0.5, "role": "attacker"}, {"role": "king"}])
def test_a_switch_asks_one_thing(given):
    with pytest.raises(lk.ArgumentError, match="attacker"):
        lk.switch("open", "center", **given)


def test_compositions_of_functions_work_in_a_search(position):
    mine = lk.heuristic(lambda where, player: float(len(where.legal_moves(player))))
    mixed = mine - lk.heuristic(lambda where, player: float(len(where.legal_moves(3 - player))))
    found = lk.AlphaBeta(mixed, depth=3).choose(position, seed=4)
    expected = lk.AlphaBeta("improved", depth=3).choose(position, seed=4)
    assert (found.move, found.score, found.nodes) == (
        expected.move, expected.score, expected.nodes
    )  # fmt: skip


def test_a_division_by_zero_is_reported_with_the_position(position):
    with pytest.raises(lk.HeuristicError, match="not a number at "):
        lk.heuristic("null / null")(position, 1)
    assert lk.heuristic("1 / null")(position, 1) == pytest.approx(1.797e308, rel=1e-3)


def test_a_folder_is_not_a_heuristic(folder):
    (folder / "roles").mkdir()
    with pytest.raises(lk.NotationError, match="roles is a folder, not a heuristic; name a file"):
        lk.heuristic("roles")
    (folder / "ratio").mkdir()
    assert str(lk.heuristic("ratio")) == "ratio"


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("imporved", lk.NotationError, "unknown heuristic 'imporved'; did you mean 'improved'?"),
        ("qqq", lk.NotationError, "unknown heuristic 'qqq'. See 'lastknight catalog'"),
        ("value(power=17)", lk.ArgumentError, "a whole number from 0 to 16, got 17"),
        ("value(power=1.5)", lk.ArgumentError, "a whole number"),
        ("value(weight=1e400)", lk.ArgumentError, "a number from -1000 to 1000"),
        ("reach(k=-1)", lk.ArgumentError, "from 0 to 127, got -1"),
        ("value(k=3)", lk.NotationError, "takes power, weight, not 'k'"),
        ("improved(k=3)", lk.NotationError, "takes no parameters, not 'k'"),
        ("reach(1, 2)", lk.NotationError, "takes k, not 2 values"),
        ("reach(1, k=2)", lk.NotationError, "not 'k'"),
        ("reach(k='a')", lk.NotationError, "must be a number, got 'a'"),
        ("'improved'", lk.NotationError, "not a heuristic"),
        ("reach(k=open)", lk.NotationError, "must be a number, got open"),
        ("reach(**x)", lk.NotationError, "name each argument, and only once"),
        ("__import__('os').system('true')", lk.NotationError, "not a heuristic"),
        ("improved.__class__", lk.NotationError, "not a heuristic"),
        ("[improved][0]", lk.NotationError, "not a heuristic"),
        ("improved ** 2", lk.NotationError, "not a heuristic"),
        ("lambda: 1", lk.NotationError, "not a heuristic"),
        ("improved if True else open", lk.NotationError, "not a heuristic"),
        ("improved open", lk.NotationError, "not a heuristic"),
        ("improved; open", lk.NotationError, "not a heuristic"),
        ("", lk.NotationError, "not a heuristic: ''"),
        ("(" * 900 + "1" + ")" * 900, lk.NotationError, "not a heuristic"),
        ("x" * 9000, lk.NotationError, "more than 8000 characters"),
        ("+".join(["1"] * 1500), lk.NotationError, "nested too deeply"),
        ("True", lk.NotationError, "must be a number, got True"),
        ("1e999", lk.ArgumentError, "finite numbers"),
        ("switch(ratio, open)", lk.NotationError, "switch(first, second, blank=0.5)"),
        ("switch(ratio, open, blank=0.5, role=attacker)", lk.NotationError, "role=attacker)"),
        ("switch(ratio, open, role=king)", lk.ArgumentError, "attacker or defender, got 'king'"),
        ("switch(ratio, open, role=1)", lk.ArgumentError, "attacker or defender, got '1'"),
        ("exact_reach(k=0)", lk.ArgumentError, "from 1 to 16, got 0"),
        ("exact_rech", lk.NotationError, "did you mean 'exact_reach'?"),
        ("switch(ratio, open, blank=1.5)", lk.ArgumentError, "from 0 to 1"),
        ("nowhere/mine.py:chase", lk.NotationError, "cannot read nowhere/mine.py"),
        (None, lk.NotationError, "a heuristic's spec or a function, got None"),
    ],
)  # fmt: skip
def test_other_text_is_refused_in_one_line(text, error, words):
    with pytest.raises(error) as caught:
        lk.heuristic(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("other", ["improved", None, True, float("nan"), [1]])
def test_heuristics_combine_with_heuristics_and_numbers_only(other):
    with pytest.raises(lk.ArgumentError):
        lk.heuristic("improved") + other


class TestFiles:
    SOURCE = (
        "import lastknight as lk\n"
        "def chase(position, player):\n"
        "    return float(len(position.legal_moves(player)))\n"
        "def helper():\n    return 1\n"
        "weighted = 2 * lk.heuristic('open')\n"
        "number = 3\n"
    )

    @pytest.fixture
    def path(self, tmp_path):
        path = tmp_path / "mine.py"
        path.write_text(self.SOURCE)
        return path

    def test_a_function_in_a_file_goes_wherever_a_spec_goes(self, path, position):
        expected = lk.heuristic("open")(position, 1)
        assert lk.heuristic(f"{path}:chase")(position, 1) == expected
        assert lk.heuristic(f"{path}:chase - 0.5 * {path}:weighted")(position, 1) == 0
        player = lk.player(f"AlphaBeta({path}:chase, depth=2)")
        assert str(player) == f"AlphaBeta({path}:chase, depth=2)"
        native = lk.AlphaBeta("open", depth=2).choose(position, seed=3)
        assert player.choose(position, seed=3).move == native.move

    def test_a_path_with_spaces_goes_in_quotes(self, tmp_path, position):
        path = tmp_path / "my own.py"
        path.write_text(self.SOURCE)
        assert lk.heuristic(f"'{path}:chase'")(position, 1) == lk.heuristic("open")(position, 1)

    @pytest.mark.parametrize(
        "name",
        ["my own.py", "a(b)=c,d.py", "it's.py", "1 + 2.py", "été.py", "x - y.py", "two\nlines.py"],
    )
    def test_the_path_may_have_any_signs(self, name, tmp_path, position):
        (tmp_path / name).write_text(self.SOURCE)
        found = lk.heuristic(f"{tmp_path / name}:chase")
        assert found(position, 1) == lk.heuristic("open")(position, 1)
        assert lk.heuristic(found.spec).spec == found.spec
        player = lk.player(f"{tmp_path / name}:chase")
        assert str(player) == f"AlphaBeta({found.spec}, nodes=15000)"
        assert str(lk.player(str(player))) == str(player)

    def test_a_path_that_needs_quotes_is_refused_with_the_cure(self):
        with pytest.raises(lk.NotationError, match="a path with spaces goes in quotes"):
            lk.player("AlphaBeta(my own.py:chase, depth=1)")

    def test_a_whole_file_is_refused_with_the_cure(self, path):
        for call, meant in ((lk.heuristic, "one heuristic"), (lk.player, "what plays")):
            with pytest.raises(lk.NotationError, match=f"is a whole file; name {meant}, such as"):
                call(str(path))

    @pytest.mark.parametrize(
        "line", ["import near", "from near.far import f", "from .near import f"]
    )
    def test_a_file_that_imports_its_neighbour_is_refused_with_the_cure(self, path, line):
        path.with_name("near.py").write_text("f = 1\n")
        path.write_text(f"{line}\n{self.SOURCE}")
        with pytest.raises(lk.HeuristicError, match="put all functions in one file"):
            lk.heuristic(f"{path}:chase")

    def test_it_can_be_sent_to_another_process(self, path, position):
        sent = pickle.loads(pickle.dumps(lk.heuristic(f"{path}:chase")))
        assert sent(position, 1) == lk.heuristic("open")(position, 1)

    def test_a_changed_file_is_read_again(self, path, position):
        before = lk.heuristic(f"{path}:chase")(position, 1)
        path.write_text(self.SOURCE.replace("float(", "1 + float("))
        assert lk.heuristic(f"{path}:chase")(position, 1) == before + 1

    @pytest.mark.parametrize(
        ("name", "error", "words"),
        [
            ("chas", lk.NotationError, "did you mean 'chase'?"),
            ("number", lk.NotationError, "is not a function"),
        ],
    )
    def test_a_name_that_is_not_a_heuristic_is_refused(self, path, name, error, words):
        with pytest.raises(error, match=words.replace("?", r"\?")):
            lk.heuristic(f"{path}:{name}")

    def test_a_file_that_fails_is_reported_with_its_error(self, tmp_path):
        path = tmp_path / "bad.py"
        path.write_text("1 / 0\n")
        with pytest.raises(lk.HeuristicError, match=r"bad\.py raised ZeroDivisionError") as caught:
            lk.heuristic(f"{path}:chase")
        assert isinstance(caught.value.__cause__, ZeroDivisionError)

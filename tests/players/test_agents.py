"""Agents as players: specs, files, and games that depend only on position and seed."""

import os
import pickle
from pathlib import Path

import pytest

import lastknight as lk
from lastknight.discovery.label_file import LabelFile, LabelHeader
from lastknight.discovery.recipe import LabelRecipe
from lastknight.matches.engine import run_plan
from lastknight.matches.plan import Plan, pair_up
from lastknight.matches.play import play_game
from lastknight.matches.runners import Work, run_locally
from lastknight.players import name_of
from lastknight.sandbox import AgentFiles, Sandbox
from walled import HONEST, KINDS, player_class, walls, write_agent

OPENING = lk.Position.from_moves("d4 b1")
FIRST = "return game.get_legal_moves()[0]"


@pytest.fixture
def honest(tmp_path):
    return write_agent(tmp_path, HONEST, "honest.py")


def play(player, opponent=None, *, seed=1, opening=OPENING):
    players = (player, opponent or lk.Random())
    return play_game(players, opening, first=0, seeds=lk.Rng(seed))


@pytest.mark.parametrize(
    ("spec", "canonical"),
    [
        ("{}:AlphaBetaPlayer", "{}:AlphaBetaPlayer(seconds=0.15)"),
        ("{}:AlphaBetaPlayer()", "{}:AlphaBetaPlayer(seconds=0.15)"),
        ("{}:AlphaBetaPlayer( custom_score , depth=3 )", None),
        ("{}:AlphaBetaPlayer(improved_score, nodes=5000)", None),
        ("{}:AlphaBetaPlayer(files=alone)", "{}:AlphaBetaPlayer(seconds=0.15, files=alone)"),
        ("{}:AlphaBetaPlayer(files=imports)", "{}:AlphaBetaPlayer(seconds=0.15)"),
    ],
)
def test_specs_are_read_and_written(spec, canonical, honest):
    player = lk.player(spec.format(honest))
    assert lk.player(str(player)) == player == eval(repr(player), {"player": lk.player})
    assert pickle.loads(pickle.dumps(player)) == player
    if canonical:
        assert str(player) == canonical.format(honest)


def test_a_path_with_spaces_is_written_in_quotes(tmp_path):
    path = write_agent(tmp_path / "a class", HONEST, "ann (1).py")
    player = lk.AgentPlayer(path, "AlphaBetaPlayer", score="custom_score", depth=2, seconds=0.02)
    assert str(player) == f"'{path}:AlphaBetaPlayer'(custom_score, depth=2, seconds=0.02)"
    assert lk.player(str(player)) == player


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("{}:AlphaBetaPlayr", "has no 'AlphaBetaPlayr'; did you mean 'AlphaBetaPlayer'?"),
        ("{}:Nobody", "has no 'Nobody'. Its players: AlphaBetaPlayer"),
        ("{}:AlphaBetaPlayer(custom_scor)", "did you mean 'custom_score'?"),
        ("{}:AlphaBetaPlayer(1)", "takes the name of one heuristic"),
        ("{}:AlphaBetaPlayer(custom_score, custom_score)", "takes the name of one heuristic"),
        ("{}:AlphaBetaPlayer(plies=3)", "takes depth, method, nodes, seconds, files, not 'plies'"),
        ("{}:AlphaBetaPlayer(seconds=1, nodes=5)", "by seconds or by nodes, not both"),
        ("{}:AlphaBetaPlayer(seconds=0)", "seconds must be above 0"),
        ("{}:AlphaBetaPlayer(nodes=1.5)", "nodes must be a whole number"),
        ("{}:AlphaBetaPlayer(files=all)", "files must be one of alone, imports, folder, got 'all'"),
        ("nowhere.py:AlphaBetaPlayer", "cannot read nowhere.py: No such file"),
    ],
)
def test_a_wrong_spec_is_reported_in_one_line(spec, words, honest):
    with pytest.raises(lk.LastknightError) as caught:
        lk.player(spec.format(honest))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", KINDS)
def test_an_honest_agent_plays_a_game(kind, honest):
    played = play(lk.AgentPlayer(honest, "AlphaBetaPlayer", nodes=300, sandbox=walls(kind)))
    assert (played.reason, played.note) == ("no_moves", "")
    mine = played.choices[::2]
    assert all(0 < choice.nodes <= 310 and choice.seconds > 0 for choice in mine)


def test_choose_plays_a_game_of_one_move(honest):
    player = lk.AgentPlayer(honest, "AlphaBetaPlayer", nodes=300)
    first, again = (player.choose(OPENING, seed=4) for _ in range(2))
    assert first.move in OPENING.legal_moves()
    assert (first.move, first.nodes) == (again.move, again.nodes)
    with pytest.raises(lk.ArgumentError, match="the game is over"):
        player.choose(lk.Position(width=1, height=1).play("a1"))


def test_agents_of_other_interfaces_play_too(tmp_path):
    source = "class CustomPlayer:\n    def get_move(self, game, legal_moves, time_left):\n"
    path = write_agent(tmp_path, source + "        return sorted(legal_moves)[-1]\n")
    assert lk.AgentPlayer(path, "CustomPlayer").choose(OPENING).move == (5, 4)


def test_random_numbers_come_from_the_seed(tmp_path):
    body = "import random\nimport numpy\nprint(random.random(), numpy.random.rand(), hash('a'))\n"
    path = write_agent(tmp_path, player_class(body + FIRST, before="import numpy"))
    games = [play(lk.AgentPlayer(path, "CustomPlayer"), seed=seed) for seed in (1, 1, 2)]
    assert games[0].note == games[1].note != games[2].note
    assert games[0].moves == games[1].moves


def test_a_process_lives_for_one_game(tmp_path):
    body = f"seen.append(1)\nprint(len(seen), len(game.get_blank_spaces()))\n{FIRST}"
    path = write_agent(tmp_path, player_class(body, before="seen = []"))
    for _ in range(2):
        output, _ = play(lk.AgentPlayer(path, "CustomPlayer")).outputs
        counts = [line.split()[0] for line in output.splitlines()]
        assert counts == [str(number + 1) for number in range(len(counts))]


def test_what_it_prints_is_kept_with_the_game(tmp_path):
    loud = write_agent(tmp_path, player_class("print('hi\\x1b[31m' * 2000)\n" + FIRST), "loud.py")
    crash = write_agent(
        tmp_path, player_class("print('oh')\nraise ValueError('B| no')"), "crash.py"
    )
    played = play(lk.Random(), lk.AgentPlayer(loud, "CustomPlayer"))
    note, (a, b) = played.end_note, played.outputs
    assert (played.reason, note, a) == ("no_moves", "", "")
    assert b.startswith("hi\\x1b[31mhi")
    assert len(b) < 1100
    played = play(lk.AgentPlayer(crash, "CustomPlayer"), lk.AgentPlayer(loud, "CustomPlayer"))
    assert (played.a_won, played.reason) == (False, "crash")
    note, (a, b) = played.end_note, played.outputs
    assert (a, b) == ("oh", "")
    assert note.startswith("Traceback")
    assert note.endswith("ValueError: B| no")
    assert "lastknight" not in note


def test_siblings_and_data_come_with_a_course_file(tmp_path):
    main = player_class(
        "from late import word\nprint(word, open('book.txt').read(), helper.name)\n" + FIRST,
        before="import helper",
    )
    folder = tmp_path / "ann"
    write_agent(folder, main, "game_agent.py")
    write_agent(folder, "name = 'helper'", "helper.py")
    write_agent(folder, "word = 'late'", "late.py")
    write_agent(folder, "book", "book.txt")
    path = write_agent(folder, main, "other.py")
    alone = lk.AgentPlayer(folder / "game_agent.py", "CustomPlayer", files="alone")
    with pytest.raises(lk.Forfeit, match=r"crash: .*No module named 'helper'") as caught:
        alone.choose(OPENING)
    assert caught.value.note.startswith("while loading:\nTraceback")
    played = play(lk.AgentPlayer(folder / "game_agent.py", "CustomPlayer"))
    assert played.outputs[0].startswith("late book helper\n")
    imports = lk.AgentPlayer(path, "CustomPlayer")
    assert sorted(imports.submission.files) == ["helper.py", "late.py", "other.py"]


def test_links_that_lead_out_of_a_folder_are_skipped(tmp_path):
    write_agent(tmp_path, "secret", "grades.csv")
    path = write_agent(tmp_path / "ann", HONEST, "game_agent.py")
    (path.parent / "mine.csv").symlink_to(tmp_path / "grades.csv")
    (path.parent / "all").symlink_to(tmp_path)
    (path.parent / "again.py").symlink_to(path)
    assert sorted(AgentFiles.read(path).files) == ["again.py", "game_agent.py"]


def test_what_lastknight_writes_next_to_an_agent_is_no_part_of_it(tmp_path):
    """Otherwise the same command would never resume, and a large file of games end it."""
    path = write_agent(tmp_path, HONEST, "game_agent.py")
    before = AgentFiles.read(path)
    for place in ("lastknight.db", "analysis/games.db"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        with lk.Store(tmp_path / place) as store:
            assert AgentFiles.read(path) == before
            lk.play_match("Random", "Random", pairs=2, store=store, workers=1)
            assert AgentFiles.read(path) == before
    write_agent(tmp_path / "analysis", "<html>", "report.html")
    LabelFile.create(tmp_path / "labels.lkl", LabelHeader(LabelRecipe(), {})).close()
    assert AgentFiles.read(path) == before
    (tmp_path / "book.db").write_bytes(b"SQLite format 3\0, of the agent")
    (tmp_path / "-wal").write_bytes(b"of the agent")
    assert sorted(AgentFiles.read(path).files) == ["-wal", "book.db", "game_agent.py"]


def test_large_and_special_files_are_refused(tmp_path, monkeypatch):
    path = write_agent(tmp_path, HONEST, "game_agent.py")
    write_agent(tmp_path, "1" * 3000, "data.txt")
    monkeypatch.setattr("lastknight.sandbox.agent_files.LARGEST", 4000)
    with pytest.raises(lk.ArgumentError, match="put the agent into a folder of its own"):
        AgentFiles.read(path)
    monkeypatch.setattr("lastknight.sandbox.agent_files.LARGEST", 1000)
    with pytest.raises(lk.NotationError, match="larger than 0 MiB"):
        AgentFiles.read(path, scope="alone")
    os.mkfifo(tmp_path / "pipe.py")
    with pytest.raises(lk.NotationError, match="not a file"):
        AgentFiles.read(tmp_path / "pipe.py")


@pytest.mark.parametrize("name", ["a\0b.py", "a\ud800b.py"])
def test_a_name_that_no_file_can_have_is_refused_in_our_words(name):
    with pytest.raises(lk.NotationError, match=r"cannot read a.*b.py: no file has such a name"):
        AgentFiles.read(name)


def test_an_agent_that_imports_very_many_files_is_refused_before_they_are_all_read(tmp_path):
    for place in range(150):
        (tmp_path / f"m{place}.py").write_text(f"import m{place + 1}")
    with pytest.raises(lk.ArgumentError, match=r"imports more than 100 files .*; use files=folder"):
        AgentFiles.read(tmp_path / "m0.py")
    assert len(AgentFiles.read(tmp_path / "m0.py", scope="folder").files) == 150
    assert len(AgentFiles.read(tmp_path / "m50.py").files) == 100


def nest(place: Path, name: str, *, depth: int) -> None:
    """Make folders within folders, deeper than a path can be long."""
    home = Path.cwd()
    os.chdir(place)
    try:
        for _ in range(depth):
            Path(name).mkdir()
            os.chdir(name)
        Path("inner.txt").write_text("inner")
    finally:
        os.chdir(home)


@pytest.mark.parametrize(
    ("length", "depth", "said"),
    [
        (1, 101, "has folders nested more than 100 deep"),
        (250, 20, "file name too long"),
    ],
)
def test_folders_that_cannot_be_gone_through_are_refused(tmp_path, length, depth, said):
    path = write_agent(tmp_path, HONEST, "game_agent.py")
    nest(tmp_path, "d" * length, depth=depth)
    with pytest.raises(lk.ArgumentError, match=rf"{said}; put the agent into a folder of its own"):
        AgentFiles.read(path)
    assert list(AgentFiles.read(path, scope="imports").files) == ["game_agent.py"]


def test_folders_can_be_nested(tmp_path):
    path = write_agent(tmp_path, HONEST, "game_agent.py")
    nest(tmp_path, "d", depth=100)
    assert len(AgentFiles.read(path).files) == 2
    assert lk.AgentPlayer(path, "AlphaBetaPlayer").choose(OPENING).move in OPENING.legal_moves()


def test_a_name_that_no_module_can_have_is_not_looked_for(tmp_path):
    path = write_agent(tmp_path, f"try:\n    import {'m' * 300}\nexcept ImportError: pass\n")
    assert list(AgentFiles.read(path).files) == [path.name]


def test_the_hash_has_every_name_as_its_bytes(tmp_path):
    known = AgentFiles("a.py", {"a.py": b"x", "Zo\xeb.txt": b"y", "empty/": b""}).digest
    assert known == "cfc274356608ed35de4e33387b7450d2402979f92342fc4ac7b58d98b09b8678"
    path = write_agent(tmp_path, HONEST, "game_agent.py")
    seen = {AgentFiles.read(path).digest}
    for name in (b"\xe4.txt", b"\xf6.txt"):
        (tmp_path / os.fsdecode(name)).write_text("a note")
        seen.add(AgentFiles.read(path).digest)
    assert len(seen) == 3
    player = lk.AgentPlayer(path, "AlphaBetaPlayer")
    assert player.choose(OPENING).move in OPENING.legal_moves()


def test_a_name_that_is_not_utf_8_is_spelled_out(tmp_path):
    path = write_agent(tmp_path, HONEST, os.fsdecode(b"\xe4.py"))
    name = name_of(lk.AgentPlayer(path, "CustomPlayer"))
    assert "\\udce4.py:CustomPlayer" in name
    name.encode()


def test_what_is_hashed_is_what_plays(tmp_path):
    path = write_agent(tmp_path, player_class("return sorted(game.get_legal_moves())[0]"))
    player = lk.AgentPlayer(path, "CustomPlayer")
    path.write_text(player_class("raise ValueError"), encoding="utf-8")
    assert player.choose(OPENING).move == (1, 2)
    other = lk.AgentPlayer(path, "CustomPlayer")
    assert player.sources().digest != other.sources().digest
    assert "sorted" in player.sources().text
    assert "raise ValueError" in other.sources().text


def test_nodes_are_counted_the_same_way_every_time(tmp_path):
    endless = player_class("while True:\n    game.forecast_move(game.get_legal_moves()[0])")
    path = write_agent(tmp_path, endless)
    with pytest.raises(lk.Forfeit, match="timeout: 311 nodes for a move; the limit is 300"):
        lk.AgentPlayer(path, "CustomPlayer", nodes=300).choose(OPENING)
    look = "print(time_left(), time_left())"
    body = f"{look}\ngame.copy(), game.forecast_move((1, 2))\nprint(time_left())"
    path = write_agent(tmp_path, player_class(f"{body}\n{FIRST}"))
    played = play(lk.AgentPlayer(path, "CustomPlayer", nodes=150))
    assert played.outputs[0].splitlines()[:2] == ["149.0 148.0", "145.0"]
    assert played.choices[0].nodes == 5


def test_games_do_not_depend_on_workers_and_can_be_resumed(tmp_path, honest):
    careless = f"if len(game.get_legal_moves()) == 1: raise ValueError\n{FIRST}"
    crash = write_agent(tmp_path, player_class(careless))
    players = [f"{honest}:AlphaBetaPlayer(nodes=40)", f"{crash}:CustomPlayer(nodes=50)"]

    def games(pairs, workers, store=None):
        plan = Plan(*pair_up(players), pairs=pairs, seed=3)
        return sorted(
            (chunk.pairing, chunk.first_pair + index // 2, index % 2, game, chunk.notes.get(index))
            for chunk in run_plan(plan, workers=workers, store=store)
            for index, game in enumerate(chunk.games())
        )

    once = games(3, 1)
    assert once == games(3, 2)
    assert {reason for *_, (_, reason, _), _ in once} == {"no_moves", "crash"}
    with lk.Store(tmp_path / "games.db") as store:
        games(1, 2, store)
        assert games(3, 2, store) == once
    Path(honest).write_text(HONEST + "\n# changed\n", encoding="utf-8")
    with lk.Store(tmp_path / "games.db") as store:
        assert games(1, 1, store)
        assert len(store.experiments()) == 2


def test_a_run_without_a_sandbox_stops_without_forfeits(honest, monkeypatch):
    player = lk.AgentPlayer(honest, "AlphaBetaPlayer", nodes=50, sandbox=Sandbox("limits"))
    monkeypatch.setattr("lastknight.sandbox.process.PROGRAM", Path("/nowhere/guest.py"))
    work = Work(0, player, lk.Random(), 0, [OPENING], 1)
    with pytest.raises(lk.SandboxError, match="cannot start a process for an agent"):
        list(run_locally([work], workers=1))

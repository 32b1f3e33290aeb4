"""Every agent of the zoo loses for the right reason and does no harm."""

import os
import shutil
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import lastknight as lk
from lastknight.matches.play import REASONS, play_game
from lastknight.sandbox import Allowance, host, landlock, leftovers, process
from lastknight.sandbox.meters import Meter, contents_of
from walled import HONEST, KINDS, descendants, player_class, walls, write_agent

ZOO = Path(__file__).parents[1] / "zoo"
VERDICTS = tomllib.loads((ZOO / "verdicts.toml").read_text(encoding="utf-8"))
OPENING = lk.Position.from_moves("d4 b1")
SECRET = "alice,93"
# The witness cannot see what these do; docs/safety.md says what that means without bubblewrap.
NEEDS_LANDLOCK = ("quiet_snoop", "quiet_deleter")


def test_every_agent_of_the_zoo_has_a_verdict():
    assert sorted(VERDICTS) == sorted(path.stem for path in ZOO.glob("*.py"))
    assert {reason for verdict in VERDICTS.values() for reason in verdict[::2]} <= set(REASONS)


@pytest.fixture(autouse=True)
def fresh_scratch(tmp_path, monkeypatch):
    """Where temporary folders are created, in memory if possible; empty afterwards."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as place:
        monkeypatch.setattr(leftovers, "gettempdir", lambda: place)
        folder = Path(place) / f"lastknight-{os.getuid()}"
        yield folder
        assert not folder.exists() or list(folder.iterdir()) == []


@pytest.fixture
def canary(tmp_path):
    """A folder off limits to agents, unchanged to the last byte afterwards."""
    folder = tmp_path / "canary"
    folder.mkdir()
    (folder / "grades.csv").write_text(SECRET, encoding="utf-8")
    yield folder
    assert [path.name for path in folder.iterdir()] == ["grades.csv"]
    assert (folder / "grades.csv").read_text(encoding="utf-8") == SECRET


@pytest.fixture
def pids(monkeypatch):
    """The processes of agents; neither they nor their children are there afterwards."""
    seen = []

    def note(pid):
        seen.append(pid)
        return Meter(pid)

    monkeypatch.setattr(process, "Meter", note)
    yield seen
    assert seen
    assert [pid for pid in seen if Path(f"/proc/{pid}").exists()] == []
    assert [(Meter(pid).delays(), Meter(pid).threads()) for pid in seen] == [({}, 0)] * len(seen)
    assert descendants() == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", VERDICTS)
@pytest.mark.usefixtures("pids")
def test_it_loses_and_does_no_harm(name, kind, canary, tmp_path, monkeypatch):
    if kind == "limits" and name in NEEDS_LANDLOCK and not landlock.version():
        pytest.skip("without Landlock only the witness guards files")
    monkeypatch.setattr(host, "LOADING", Allowance(seconds=1.0))
    source = (ZOO / f"{name}.py").read_text(encoding="utf-8").replace("CANARY", str(canary))
    reason, words = VERDICTS[name][:2] if kind == "bubblewrap" else VERDICTS[name][-2:]
    # Only those that never return get little time, so that the others can do their worst.
    limits = {"seconds": 0.05 if reason == "timeout" else 5.0, "sandbox": walls(kind)}
    path = write_agent(tmp_path / "class", source, f"{name}.py")
    hostile = lk.AgentPlayer(path, "CustomPlayer", files="alone", **limits)
    honest = lk.Greedy("improved")
    if kind == "bubblewrap":
        neighbour = write_agent(tmp_path / "class", HONEST, "honest.py")
        honest = lk.AgentPlayer(neighbour, "AlphaBetaPlayer", files="alone", nodes=60)
    played = play_game((honest, hostile), OPENING, first=0, seeds=lk.Rng(1))
    note, output_of_honest = played.end_note, played.outputs[0]
    assert (played.a_won, played.reason, len(played.moves)) == (True, reason, 1), played.note
    assert words in note
    assert not output_of_honest
    assert SECRET not in played.note
    assert len(played.note) < 13_000
    assert str(tmp_path) not in note.replace(str(canary), "")


def test_nothing_is_left_of_a_throw_away_folder(fresh_scratch, tmp_path):
    body = "os.mkdir('shut'); open('shut/file', 'w').close(); os.chmod('shut', 0)"
    path = write_agent(tmp_path, player_class(body, before="import os"))
    hostile = lk.AgentPlayer(path, "CustomPlayer", sandbox=walls("limits"))
    with pytest.raises(lk.Forfeit, match="it returned None"):
        hostile.choose(OPENING)
    assert list(fresh_scratch.iterdir()) == []


def test_no_folder_is_too_deep_to_be_removed():
    with leftovers.temporary_folder() as folder:
        place = os.open(folder, os.O_RDONLY)
        for _ in range(1100):
            os.mkdir("deeper", dir_fd=place)
            above, place = place, os.open("deeper", os.O_RDONLY, dir_fd=place)
            os.close(above)
        os.close(place)
        assert contents_of(str(folder))[1] > 2000


def test_folders_of_killed_runs_are_swept_away(fresh_scratch):
    with leftovers.temporary_folder() as held:
        left = fresh_scratch / "left"
        shutil.copytree(held, left)
        (left / "file").write_text("old", encoding="utf-8")
        leftovers.remove_abandoned_folders()
        assert list(fresh_scratch.iterdir()) == [held]


def test_a_place_that_is_not_ours_alone_is_refused(fresh_scratch):
    fresh_scratch.mkdir(mode=0o700)
    fresh_scratch.chmod(0o777)
    with (
        pytest.raises(lk.SandboxError, match="not a private folder that you own"),
        leftovers.temporary_folder(),
    ):
        pass

"""Files and folders whose names are not UTF-8, which Linux allows."""

import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from command_line import MINE, read_csv, run
from lastknight.matches.shell_text import shell_text

CLASS = Path(__file__).parents[1] / "class"
QUICK = ("--nodes", "20", "--pairs", "1")


def odd(name: bytes) -> str:
    return os.fsdecode(name)


@pytest.fixture
def odd_class(folder):
    """A class's folder: odd are its own name, a file, a folder, and files next to an agent."""
    place = folder / odd(b"cl\xe4ss")
    for inner in (odd(b"Bj\xf6rn"), "Carl"):
        (place / inner).mkdir(parents=True)
        shutil.copy(CLASS / "idle.py", place / inner / "game_agent.py")
    shutil.copy(CLASS / "idle.py", place / odd(b"Andr\xe9.py"))
    (place / "Carl" / odd(b"L\xf6sung.txt")).write_text("a note")
    (place / "Carl" / odd(b"l\xe4er")).mkdir()
    (place / odd(b"M\xfcll.txt")).write_text("no submission")
    return place


def test_a_league_of_such_names_is_played_written_and_listed(capsys, odd_class, folder):
    results = folder / odd(b"Liga \xe4")
    words = ("league", odd_class.name, *QUICK, "--boards", "0", "--against-baselines")
    code, out, err = run(capsys, *words, "-o", results.name)
    assert code == 0
    assert "Andr\\udce9" in out
    assert "left out: M\\udcfcll.txt (not a Python file)" in err
    league = json.loads((results / "league.json").read_text(encoding="utf-8"))
    json.dumps(league, ensure_ascii=False).encode()
    played = [row["submission"] for row in read_csv(results / "grades.csv")]
    assert sorted(played) == ["Andr\\udce9", "Bj\\udcf6rn", "Carl"]
    for page in results.rglob("*.html"):
        page.read_text(encoding="utf-8")
    command = league["conditions"]["command"]
    assert command.startswith("lastknight league $'cl\\344ss' --output $'Liga \\344'")
    code, out, err = run(capsys, "games", str(results / "games.db"), "--json", "-")
    assert (code, err) == (0, "")
    names = {name for one in json.loads(out)["experiments"] for name in one["players"]}
    assert {name.partition(":")[0] for name in names} >= {"Andr\\udce9", "Bj\\udcf6rn", "Carl"}


@pytest.mark.usefixtures("odd_class")
def test_a_course_tournament_of_such_a_file_is_played_and_resumed(capsys):
    file = odd(b"cl\xe4ss/Andr\xe9.py")
    words = ("aind", "tournament", file, *QUICK, "--file", "games.db", "--json", "-")
    words += ("--native-opponents",)
    code, out, err = run(capsys, *words)
    assert code == 0
    assert any("Andr\\udce9.py" in remark for remark in json.loads(out)["remarks"])
    size = Path("games.db").stat().st_size
    assert run(capsys, *words) == (0, out, err)
    assert Path("games.db").stat().st_size == size
    code, out, err = run(capsys, "games", "games.db")
    assert (code, err) == (0, "")
    assert "Andr\\udce9.py" in out


@pytest.mark.parametrize(
    "words",
    [
        "check {}",
        "analyze {} --quick",
        "truth {}",
        "match {}:mine Random",
        "tournament '{}:Player(nodes=20)' Random",
        "tune 'open - w * {}:mine' --range w=0:1",
    ],
)
def test_a_spec_names_no_such_file(words, capsys, folder):
    (folder / odd(b"m\xe4.py")).write_text(MINE)
    code, out, err = run(capsys, *shlex.split(words.format(odd(b"m\xe4.py"))))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "m\\udce4.py" in err
    assert "is not UTF-8; rename the file or folder" in err
    assert [os.fsencode(path.name) for path in folder.iterdir()] == [b"m\xe4.py"]


def test_an_analysis_in_such_a_folder_says_how_to_repeat_it(capsys, folder):
    results = folder / odd(b"\xe4 b")
    words = ("analyze", "open", "--quick", "--pairs", "2", "--nodes", "5", "-o", results.name)
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert "--output $'\\344 b'" in out
    assert "--output $'\\344 b'" in (results / "command.txt").read_text(encoding="utf-8")
    assert (results / "report.html").is_file()


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_a_shell_takes_words_as_they_were():
    words = ["plain", "two words", odd(b"cl\xe4ss"), odd(b"it's \\ \xff\n1"), odd(b"\xe41")]
    said = shell_text(words)
    said.encode()
    command = f"printf '%s\\0' {said}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=True)
    assert done.stdout.split(b"\0")[:-1] == [*map(os.fsencode, words)]

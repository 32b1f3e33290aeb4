"""Numbers far too large: every option of every command refuses them in one line, at once."""

from typing import get_args

import pytest

from command_line import COMMANDS, run
from lastknight.matches.store import Store

HUGE = 10**30
SUBJECTS = {
    "aind tournament": ["agent.py"],
    "check": ["improved"],
    "discover": [],
    "games": ["games.db"],
    "league": ["class"],
    "match": ["Random", "Greedy(improved)"],
    "puzzles": [],
    "show": ["d4 b1"],
    "solve": ["d4 b1"],
    "tournament": ["Random", "Greedy(improved)"],
    "truth": ["improved"],
    "tune": ["improved - w * center", "--range", "w=-1:1"],
}
NEEDED = {("match", "--alpha"): ["--sprt", "quick"], ("match", "--beta"): ["--sprt", "quick"]}
PLAYER = "class CustomPlayer:\n    def get_move(self, game, time_left):\n        return None\n"


def _numbers():
    for name, command in COMMANDS.items():
        for parameter in command.params:
            kind = getattr(parameter, "type_descriptor", None)
            types = () if kind is None else (kind.annotation, *get_args(kind.annotation))
            if int in types or float in types:
                option = next((one for one in parameter.opts if one.startswith("--")), "")
                yield pytest.param(name, option, id=f"{name} {option or parameter.name}")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with what the commands read."""
    (tmp_path / "class").mkdir()
    for path in (tmp_path / "agent.py", tmp_path / "class" / "ann.py"):
        path.write_text(PLAYER)
    monkeypatch.chdir(tmp_path)
    with Store("games.db"):
        pass


@pytest.mark.parametrize(("name", "option"), list(_numbers()))
@pytest.mark.usefixtures("folder")
def test_a_number_far_too_large_is_refused_in_one_line(name, option, capsys):
    words = [*name.split(), *SUBJECTS.get(name, []), *NEEDED.get((name, option), [])]
    words += [option, str(HUGE)] if option else [str(HUGE)]
    code, said, complaint = run(capsys, *words)
    assert code == 2
    assert not said
    assert complaint.startswith("lastknight: ")
    assert complaint.count("\n") == 1

"""What the source of an agent says, read without running it."""

from pathlib import Path

import pytest

import lastknight
from lastknight.aind.source import choose_player, outline_of
from lastknight.errors import AgentError

CLASS = Path(__file__).parents[1] / "class"
PACKAGE = Path(lastknight.__file__).parent
PLAYER = "class {}:\n    def get_move(self, game, time_left):\n        return None\n"


def test_which_class_plays():
    def chosen(text: str) -> str:
        return choose_player(outline_of(text.encode(), name="one.py"), name="one.py")

    both = PLAYER.format("CustomPlayer") + PLAYER.format("AlphaBetaPlayer")
    assert chosen(both) == "AlphaBetaPlayer"
    assert chosen(PLAYER.format("Other") + PLAYER.format("CustomPlayer")) == "CustomPlayer"
    assert chosen(PLAYER.format("Other")) == "Other"
    assert chosen("from players import AlphaBetaPlayer\n") == "AlphaBetaPlayer"
    assert chosen(PLAYER.format("Mine") + "class Yours(Elsewhere): pass\n") == "Mine"
    assert chosen("try:\n    import numpy\nfinally:\n    pass\n" + PLAYER.format("P")) == "P"
    with pytest.raises(AgentError, match="no class with a get_move"):
        chosen("x = 1\n")


def test_an_old_get_move_is_recognised_by_its_arguments():
    early, late = (CLASS / name for name in ("early/game_agent.py", "alpha_beta.py"))
    assert outline_of(early.read_bytes(), name="early").old == {"CustomPlayer"}
    assert outline_of(late.read_bytes(), name="late").old == frozenset()


LINEAR = {
    "forty classes with repeated bases": "class C0: pass\n"
    + "".join(f"class C{n}({', '.join([f'C{n - 1}'] * 5)}): pass\n" for n in range(1, 41)),
    "elif after elif": "if x == 0: pass\n" + "".join(f"elif x == {n}: pass\n" for n in range(1400)),
    "a long chain of classes": "class C0: pass\n"
    + "".join(f"class C{n}(C{n - 1}): pass\n" for n in range(1, 3000)),
    "a circle of classes": "class A(B): pass\nclass B(A): pass\n",
}


@pytest.mark.parametrize("text", LINEAR.values(), ids=LINEAR)
def test_reading_takes_a_moment_however_a_file_is_built(text):
    player = PLAYER.format("CustomPlayer") + "class Heir(CustomPlayer): pass\n"
    outline = outline_of(f"{text}{player}".encode(), name="one.py")
    assert outline.players == ("CustomPlayer", "Heir")


def test_sources_are_parsed_in_one_place():
    """Specs have a parser of their own: they are expressions; and commands are files of ours."""
    users = [path for path in PACKAGE.rglob("*.py") if "ast.parse(" in path.read_text("utf-8")]
    assert {str(path.relative_to(PACKAGE)) for path in users} == {
        "aind/source.py",
        "cli/support/contents.py",
        "spec.py",
    }

"""What the source of an agent says, read without running it."""

from pathlib import Path

import pytest

import lastknight
from lastknight.aind.source import choose_player, read_outline
from lastknight.errors import AgentError

CLASS = Path(__file__).parents[1] / "class"
PACKAGE = Path(lastknight.__file__).parent
PLAYER = "class {}:\n    def get_move(self, game, time_left):\n        return None\n"


def test_which_class_plays(tmp_path):
    def chosen(text: str) -> str:
        (tmp_path / "one.py").write_text(text)
        return choose_player(read_outline(tmp_path / "one.py"), name="one.py")

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
    assert read_outline(CLASS / "early" / "game_agent.py").old == {"CustomPlayer"}
    assert read_outline(CLASS / "alpha_beta.py").old == frozenset()


def test_sources_are_parsed_in_one_place():
    """Specs have a parser of their own: they are expressions, not files."""
    users = [path for path in PACKAGE.rglob("*.py") if "ast.parse(" in path.read_text("utf-8")]
    assert {str(path.relative_to(PACKAGE)) for path in users} == {"aind/source.py", "spec.py"}

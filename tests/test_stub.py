"""The stub that type checkers read is the one the built module gives."""

from pathlib import Path

from nanobind.stubgen import StubGen

from lastknight import _core

STUB = Path(__file__).parents[1] / "src" / "lastknight" / "_core.pyi"


def test_the_stub_is_that_of_the_build():
    generator = StubGen(_core)
    generator.put(_core)
    assert generator.get() == STUB.read_text(encoding="utf-8")

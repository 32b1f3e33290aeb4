"""The stub that type checkers read is the one the built module gives."""

from pathlib import Path

from nanobind.stubgen import StubGen

import lastknight
from lastknight import _core

STUB = Path(lastknight.__file__).with_name("_core.pyi")


def test_the_stub_is_that_of_the_build():
    generator = StubGen(_core)
    generator.put(_core)
    assert generator.get() == STUB.read_text(encoding="utf-8")

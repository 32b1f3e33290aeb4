"""Strangers' text is made safe to show."""

from pathlib import Path

import lastknight
from lastknight.sandbox.printable import printable_line, printable_lines


def test_strangers_text_is_made_printable():
    assert printable_line("a\x1b]0;x\x07b\r\nc", limit=80) == "a\\x1b]0;x\\x07b c"
    assert printable_line("\u202egpj.exe", limit=80) == "\\u202egpj.exe"
    assert len(printable_line("x" * 10**6, limit=50)) == 50
    assert printable_lines("a\tb\n\x9bc", limit=80) == "a\tb\n\\x9bc"
    assert len(printable_lines("x" * 10**6, limit=100)) < 140


def test_control_characters_are_spelled_out_in_one_place():
    package = Path(lastknight.__file__).parent
    users = [path for path in package.rglob("*.py") if "ascii(char)" in path.read_text("utf-8")]
    assert [str(path.relative_to(package)) for path in users] == ["sandbox/printable.py"]

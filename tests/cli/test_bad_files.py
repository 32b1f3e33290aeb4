"""Files that a command reads: an error names the file, and what is wrong with it."""

import shlex

import pytest

from command_line import run

LATIN = "Z\xfcge".encode("latin-1")
MINE = b"def mine(position, player):\n    return 1.0\n"
SOURCES = {
    "a comment": b"# " + LATIN + b"\n" + MINE,
    "a late comment": MINE + b"\n# " + LATIN + b"\n",
    "a docstring": b'"""' + LATIN + b'"""\n' + MINE,
    "two bytes each": MINE.decode().encode("utf-16"),
    "an unknown encoding": b"# coding: nonsense\n" + MINE,
    "another encoding": b"# coding: ascii\n# " + LATIN + b"\n" + MINE,
    "no text encoding": b"# coding: hex\n" + MINE,
}
READERS = (
    "check {}",
    "analyze {}",
    "truth {}",
    "match {}:mine Random",
    "tournament {}:mine Random",
    "tune 'open - w * {}:mine' --range w=0:1",
    "discover --feature {}:mine",
    "serve {} --no-browser",
)


@pytest.mark.parametrize("kind", SOURCES)
@pytest.mark.parametrize("words", READERS)
def test_source_that_is_not_utf_8_is_refused_with_its_name(words, kind, capsys, folder):
    (folder / "mine.py").write_bytes(SOURCES[kind])
    code, out, err = run(capsys, *shlex.split(words.format("mine.py")))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "mine.py" in err
    assert "save it as UTF-8" in err
    assert "codec" not in err
    if "encoding" not in kind:
        byte = SOURCES[kind].find(b"\xfc") + 1 or 1
        assert f"mine.py is not UTF-8: byte {byte} is 0xf" in err


def test_source_in_an_encoding_that_it_declares_is_read(capsys, folder):
    (folder / "mine.py").write_bytes(b"# coding: latin-1\n# " + LATIN + b"\n" + MINE)
    assert run(capsys, "check", "mine.py", "--positions", "2")[0] == 0


TEXTS = {
    "nothing": b"",
    "other words": b"hello world\n",
    "another encoding": b"d4 b1\n" + LATIN,
    "no text": b"\x80\x81\x82\x83",
    "two bytes each": "d4 b1\n".encode("utf-16"),
    "an object": b'{"a": 1}\n',
}
TAKES = (
    "match Random Random --openings {}",
    "games new.db --import {}",
    "play --load {}",
    "solve --openings --width 3 --height 3 --save {}",
    "discover --labels {}",
    "report .",
)


@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("words", TAKES)
def test_a_file_that_is_something_else_is_named(words, kind, capsys, folder):
    name = "report.json" if words == "report ." else "given.txt"
    (folder / name).write_bytes(TEXTS[kind])
    code, out, err = run(capsys, *shlex.split(words.format(name)))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert name in err
    assert "codec" not in err
    assert [path.name for path in folder.iterdir()] == [name]
    assert (folder / name).read_bytes() == TEXTS[kind]
    if kind == "another encoding" and "labels" not in words:
        assert "byte 8 is 0xfc" in err or "line 1 is not JSON" in err


@pytest.mark.parametrize("words", [one for one in TAKES if "solve" not in one])
@pytest.mark.usefixtures("folder")
def test_a_file_that_is_missing_or_a_folder_is_named(words, capsys, folder):
    (folder / "given.txt").mkdir()
    for name in ("given.txt", "missing.txt"):
        code, out, err = run(capsys, *shlex.split(words.format(name)))
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert name in err or words == "report ."
        assert "Errno" not in err


def test_a_wrong_line_is_named_with_its_file(capsys, folder):
    (folder / "lines.txt").write_text("d4 b1\nd4 zz\n")
    code, _, err = run(capsys, "match", "Random", "Random", "--openings", "lines.txt")
    assert code == 2
    assert "lines.txt: opening 2: not a square: 'zz'" in err

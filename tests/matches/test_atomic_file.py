"""A file is replaced whole or not at all."""

import os

import pytest

from lastknight.matches.atomic_file import replace_file


def test_replaces_text_and_bytes(tmp_path):
    path = tmp_path / "facts.json"
    assert replace_file(path, "Zoë\n") == path
    assert path.read_bytes() == b"Zo\xc3\xab\n"
    replace_file(path, b"\0\1")
    assert path.read_bytes() == b"\0\1"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("step", ["write_bytes", "replace"])
def test_a_failed_write_keeps_the_old_file_and_leaves_nothing_behind(tmp_path, monkeypatch, step):
    path = tmp_path / "facts.json"
    replace_file(path, "old")

    def fail(*_):
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(type(path), step, fail)
        with pytest.raises(OSError, match="disk full"):
            replace_file(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_still_leads_to_the_file(tmp_path):
    (tmp_path / "folder").mkdir()
    file, link = tmp_path / "folder" / "file", tmp_path / "link"
    file.write_text("old")
    link.symlink_to(file)
    replace_file(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"


def test_a_pipe_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    replace_file(pipe, "sent")
    assert os.read(reader, 10) == b"sent"
    os.close(reader)
    assert pipe.is_fifo()

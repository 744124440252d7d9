"""Whole files or none, and one writer at a time, whatever is killed and whenever."""

import os
import signal
import subprocess
import sys
import time

import pytest

from adjudicator.files.atomic import Locked, locked, write_whole

WRITER = """
import sys
from pathlib import Path
from adjudicator.files.atomic import write_whole
path = Path(sys.argv[1])
print("ready", flush=True)
while True:
    for letter in "AB":
        write_whole(path, (letter * 99 + "\\n") * 2000)
"""
HOLDER = """
import sys, time
from pathlib import Path
from adjudicator.files.atomic import locked
with locked(Path(sys.argv[1])):
    print("ready", flush=True)
    time.sleep(60)
"""


def started(code, path):
    process = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    return process


def killed(process):
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()


def test_a_file_is_written_and_replaced_and_nothing_else_is_left(tmp_path):
    path = tmp_path / "state.yaml"
    write_whole(path, "old\n")
    write_whole(path, "né\r\n“new”\n")
    assert path.read_bytes() == "né\r\n“new”\n".encode()
    assert [entry.name for entry in tmp_path.iterdir()] == ["state.yaml"]


@pytest.mark.parametrize("fails", ["fsync", "replace"])
def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch, fails):
    path = tmp_path / "state.yaml"
    write_whole(path, "old\n")

    def disk_is_full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, fails, disk_is_full)
        with pytest.raises(OSError, match="No space left"):
            write_whole(path, "new\n")
    assert path.read_text() == "old\n"
    write_whole(path, "new\n")
    assert path.read_text() == "new\n"


def test_the_text_is_on_the_disk_before_the_name_points_to_it(tmp_path, monkeypatch):
    done = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda handle: (done.append("sync"), fsync(handle)))
    monkeypatch.setattr(os, "replace", lambda *names: (done.append("rename"), replace(*names)))
    write_whole(tmp_path / "log.jsonl", "text\n")
    assert done == ["sync", "rename", "sync"]


def test_a_file_that_a_killed_writer_left_is_whole(tmp_path):
    path = tmp_path / "log.jsonl"
    whole = [(letter * 99 + "\n") * 2000 for letter in "AB"]
    write_whole(path, whole[0])
    for round_ in range(4):
        process = started(WRITER, path)
        time.sleep(0.01 + 0.007 * round_)
        killed(process)
        assert path.read_text() in whole
    write_whole(path, "after\n")
    assert path.read_text() == "after\n"


def test_a_folder_has_one_writer_at_a_time(tmp_path):
    with locked(tmp_path), pytest.raises(Locked), locked(tmp_path):
        pass
    with locked(tmp_path):
        assert (tmp_path / ".lock").exists()


def test_a_lock_ends_with_an_error_too(tmp_path):
    with pytest.raises(ValueError, match="inside"), locked(tmp_path):
        raise ValueError("inside")
    with locked(tmp_path):
        assert (tmp_path / ".lock").exists()


def test_a_killed_process_lets_go_of_its_lock(tmp_path):
    process = started(HOLDER, tmp_path)
    try:
        with pytest.raises(Locked, match="another command is writing"), locked(tmp_path):
            pass
    finally:
        killed(process)
    with locked(tmp_path):
        assert (tmp_path / ".lock").exists()


def test_a_write_that_fails_names_its_file_and_leaves_nothing_behind(tmp_path, monkeypatch):
    def disk_is_full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", disk_is_full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole(tmp_path / "log.jsonl", "new\n")
    assert caught.value.filename == str(tmp_path / "log.jsonl")
    assert list(tmp_path.iterdir()) == []

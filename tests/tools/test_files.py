"""Files and folders are replaced whole or not at all."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from rulewright.tools import files


def test_a_file_is_replaced_and_nothing_is_left_over(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    files.write_file(path, "one\n")
    files.write_file(path, "two\n")
    assert path.read_bytes() == b"two\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    files.write_file(path, "one\n")
    with pytest.raises(UnicodeEncodeError):
        files.write_file(path, "\udc80")
    assert path.read_text() == "one\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_swapped_and_old_files_are_gone(tmp_path: Path) -> None:
    folder = tmp_path / "generated" / "game"
    files.replace_folder(folder, {"a.py": "1\n", "sub/b.py": "2\n"})
    files.replace_folder(folder, {"a.py": "3\n"})
    assert files.read_folder(folder) == {"a.py": "3\n"}
    assert [path.name for path in folder.parent.iterdir()] == ["game"]


def test_a_failed_swap_keeps_the_old_folder(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    files.replace_folder(folder, {"a.py": "1\n"})
    with pytest.raises(UnicodeEncodeError):
        files.replace_folder(folder, {"a.py": "2\n", "b.py": "\udc80"})
    assert files.read_folder(folder) == {"a.py": "1\n"}
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


def test_a_folder_is_put_back_if_the_new_one_cannot_take_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "game"
    files.replace_folder(folder, {"a.py": "1\n"})
    replace = Path.replace

    def refuse(self: Path, target: Path) -> Path:
        if self.name.startswith(".new-"):
            raise PermissionError("no")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refuse)
    monkeypatch.setattr(files, "exchanged", lambda one, other: False)
    with pytest.raises(PermissionError):
        files.replace_folder(folder, {"a.py": "2\n"})
    assert files.read_folder(folder) == {"a.py": "1\n"}
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


def test_a_reader_finds_the_folder_at_any_moment(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    files.replace_folder(folder, {"a.py": "0\n"})
    missing: list[str] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            if not (folder / "a.py").exists():
                missing.append("a.py")

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(100):
        files.replace_folder(folder, {"a.py": f"{number}\n"})
    done.set()
    reader.join()
    if files.exchanged(tmp_path / "game", tmp_path / "game"):  # else the system has no such swap
        assert missing == []
    assert files.read_folder(folder) == {"a.py": "99\n"}


def test_a_swap_that_was_killed_is_healed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "my-game"
    files.replace_folder(folder, {"a.py": "1\n"})
    replace = Path.replace

    def killed(self: Path, target: Path) -> Path:
        replace(self, target)
        os._exit(9)

    if (child := os.fork()) == 0:
        monkeypatch.setattr(Path, "replace", killed)
        monkeypatch.setattr(files, "exchanged", lambda one, other: False)
        files.replace_folder(folder, {"a.py": "2\n"})
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert not folder.exists()
    files.sweep(tmp_path)
    assert files.read_folder(folder) == {"a.py": "1\n"}


def test_remains_of_an_interrupted_build_are_swept(tmp_path: Path) -> None:
    for name in (".new-x", ".old-y", ".new-at-work", "game"):
        (tmp_path / name).mkdir()
    for name in (".new-x", ".old-y", "game"):
        os.utime(tmp_path / name, (1, 1))
    files.sweep(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".new-at-work", "game"]


def test_caches_and_native_builds_are_not_part_of_a_package(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_bytes(b"\0")
    (tmp_path / "a.so").write_bytes(b"\0")
    (tmp_path / "a.py").write_text("1\n")
    assert files.read_folder(tmp_path) == {"a.py": "1\n"}
    assert files.read_folder(tmp_path / "none") == {}


def test_removing_a_folder(tmp_path: Path) -> None:
    files.replace_folder(tmp_path / "game", {"a.py": "1\n"})
    files.remove_folder(tmp_path / "game")
    assert list(tmp_path.iterdir()) == []

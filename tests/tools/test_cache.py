"""The cache of earlier builds: found again, never trusted when damaged."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.tools.cache import KEPT, Cache, digest, digest_of_compiler, digest_of_game

KEY = digest(["key"])


def test_what_was_put_is_got(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    assert cache.get("game", KEY) is None
    cache.put("game", KEY, {"files": {"a.py": "ä\n"}})
    assert cache.get("game", KEY) == {"files": {"a.py": "ä\n"}}
    assert cache.get("game", digest(["other"])) is None


@pytest.mark.parametrize("damage", [b"", b"rubbish", b"\xff\xfe\n{}", b"0000\n[1]"])
def test_a_damaged_entry_is_as_good_as_absent(tmp_path: Path, damage: bytes) -> None:
    cache = Cache(tmp_path)
    cache.put("game", KEY, [1])
    (entry,) = tmp_path.iterdir()
    entry.write_bytes(damage)
    assert cache.get("game", KEY) is None


def test_an_entry_with_a_changed_letter_is_not_trusted(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put("game", KEY, ["text"])
    (entry,) = tmp_path.iterdir()
    entry.write_text(entry.read_text().replace("text", "tent"))
    assert cache.get("game", KEY) is None


def test_old_entries_are_dropped(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    for number in range(KEPT + 2):
        cache.put("game", digest([str(number)]), number)
        newest = max(tmp_path.iterdir(), key=lambda p: p.stat().st_mtime_ns)
        os.utime(newest, (number + 1, number + 1))
    cache.put("game", digest(["last"]), "last")
    assert len(list(tmp_path.iterdir())) == KEPT
    assert cache.get("game", digest(["last"])) == "last"


def test_without_a_folder_nothing_is_remembered() -> None:
    cache = Cache(None)
    cache.put("game", KEY, 1)
    assert cache.get("game", KEY) is None


def test_a_folder_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file")
    cache.put("game", KEY, 1)
    assert cache.get("game", KEY) is None


def test_borders_between_texts_count() -> None:
    assert digest(["a", "bc"]) != digest(["ab", "c"])
    assert len(digest_of_compiler()) == 64


def test_a_game_is_known_by_names_and_texts(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text("one")
    first = digest_of_game(tmp_path)
    (tmp_path / "notes.txt").write_text("not read by the compiler")
    assert digest_of_game(tmp_path) == first
    (tmp_path / "a.rules").rename(tmp_path / "b.rules")
    second = digest_of_game(tmp_path)
    (tmp_path / "b.rules").write_bytes(b"\xff")
    assert len({first, second, digest_of_game(tmp_path)}) == 3

"""Formatted pieces of code on disk: they save black's time and change nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.emit import formatter, layout, package
from rulewright.emit.layout import formatted
from rulewright.tools import cache as cache_module
from rulewright.tools.cache import Cache, remembered_pieces

TEXT = "x = [y for y in z if " + " and ".join(f"a_longer_condition_{i}(y)" for i in range(9)) + "]\n"
OTHER = TEXT.replace("x = ", "other = ")
SHORT = "y = f(1,2)\n"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What black is asked to format; nothing is known at the start."""
    asked: list[str] = []
    own: Callable[[str], str] = formatter._black

    def counting(text: str) -> str:
        asked.append(text)
        return own(text)

    monkeypatch.setattr(formatter, "_black", counting)
    invalidate_all()
    return asked


def invalidate_all() -> None:
    """As if this were another process."""
    formatter.KNOWN.pieces, formatter.KNOWN.used = {}, {}
    layout.WHOLE.clear()


def built(folder: Path | None, *texts: str) -> str:
    with remembered_pieces(Cache(folder), "game"):
        return "".join(map(formatted, texts))


def test_only_what_changed_is_formatted(tmp_path: Path, asked: list[str]) -> None:
    first = built(tmp_path, TEXT, SHORT)
    assert len(asked) == 1
    invalidate_all()
    assert built(tmp_path, TEXT, SHORT) == first
    assert len(asked) == 1
    invalidate_all()
    built(tmp_path, TEXT, OTHER)
    assert asked[1:] == [OTHER]


def test_pieces_that_are_no_longer_used_go(tmp_path: Path, asked: list[str]) -> None:
    built(tmp_path, TEXT)
    built(tmp_path, OTHER)
    (entry,) = tmp_path.glob("game.pieces-*.json")
    assert "other" in entry.read_text()
    assert '"x = ' not in entry.read_text()


@pytest.mark.parametrize("harm", ["", "nonsense", "{}", "\x00", '["a"]'])
def test_a_damaged_entry_is_as_good_as_none(tmp_path: Path, asked: list[str], harm: str) -> None:
    first = built(tmp_path, TEXT)
    (entry,) = tmp_path.glob("game.pieces-*.json")
    whole = entry.read_text()
    for damaged in (harm, whole.replace("condition", "xondition", 1), whole[:-9]):
        entry.write_text(damaged)
        invalidate_all()
        assert built(tmp_path, TEXT) == first


def test_an_entry_of_another_shape_is_not_used(tmp_path: Path, asked: list[str]) -> None:
    first = built(tmp_path, TEXT)
    (entry,) = tmp_path.glob("game.pieces-*.json")
    key = entry.stem.removeprefix("game.pieces-")
    for value in (["x"], {"x": 1}, 3):
        Cache(tmp_path).put("game.pieces", key, value)
        invalidate_all()
        assert built(tmp_path, TEXT) == first


def test_without_a_folder(asked: list[str]) -> None:
    first = built(None, TEXT)
    invalidate_all()
    assert built(None, TEXT) == first
    assert len(asked) == 2


def test_the_cache_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "MOST", 5)
    for i in range(12):
        Cache(tmp_path).put(f"game_{i}", "key", i)
    assert len(list(tmp_path.glob("*.json"))) == 5
    assert Cache(tmp_path).get("game_11", "key") == 11


def test_the_package_uses_this_layout() -> None:
    assert package.formatted is formatted

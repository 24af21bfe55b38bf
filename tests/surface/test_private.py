"""Trees of earlier runs come from the user's own cache, and only if this user has signed them."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.surface import parse, private
from rulewright.surface.private import SIGNATURE, SignedCache

TEXT = 'game go "Go"\n    players: 2\n\nrule play\n    nothing\n'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for kept in (private.private_folder, private.private_secret, parse._cache, parse._parse_cached):
        kept.cache_clear()
    yield tmp_path / "rulewright"
    for kept in (private.private_folder, private.private_secret, parse._cache, parse._parse_cached):
        kept.cache_clear()


class Trap:
    """What a stranger would like us to unpickle."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return pytest.fail, ("a stranger's entry was read",)


def test_a_file_is_parsed_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, problems = parse.parse("rules/go/game.rules", TEXT)
    assert first is not None
    assert not problems
    parse._parse_cached.cache_clear()  # as a new process finds it
    monkeypatch.setattr(parse, "_parsed", lambda *_: pytest.fail("parsed again"))
    again, _ = parse.parse("rules/go/game.rules", TEXT)
    assert again is not None
    assert again.declarations == first.declarations
    assert again is not first


def test_a_file_with_problems_is_not_kept(home: Path) -> None:
    file, problems = parse.parse("rules/go/game.rules", "rule\n")
    assert file is None
    assert problems
    assert not list(home.glob("parsed/*"))


def test_what_is_not_signed_is_not_read(home: Path) -> None:
    kept = SignedCache("parsed", "1")
    key = kept.key("a")
    kept.put(key, "mine")
    assert kept.get(key) == "mine"
    entry = home / "parsed" / key
    entry.write_bytes(entry.read_bytes()[:SIGNATURE] + pickle.dumps(Trap()))
    assert kept.get(key) is None
    entry.write_bytes(b"")
    assert kept.get(key) is None


def test_an_entry_is_good_for_its_own_key_only(home: Path) -> None:
    kept = SignedCache("parsed", "1")
    kept.put(kept.key("a"), "mine")
    (home / "parsed" / kept.key("b")).write_bytes((home / "parsed" / kept.key("a")).read_bytes())
    assert kept.get(kept.key("b")) is None
    assert SignedCache("parsed", "2").key("a") != kept.key("a"), "another compiler asks for another entry"


def test_a_cache_that_others_can_write_is_not_used(home: Path) -> None:
    home.mkdir(parents=True)
    home.chmod(0o777)
    private.private_folder.cache_clear()
    kept = SignedCache("parsed", "1")
    kept.put(kept.key("a"), "mine")
    assert kept.get(kept.key("a")) is None
    assert parse.parse("rules/go/game.rules", TEXT)[0] is not None


def test_a_cache_that_cannot_be_written_is_no_failure(home: Path) -> None:
    home.mkdir(parents=True, mode=0o700)
    (home / "parsed").write_text("a file where the folder should be")
    assert parse.parse("rules/go/game.rules", TEXT)[0] is not None

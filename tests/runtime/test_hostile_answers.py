"""Answers, wishes and names that no person would give: refused in words, never a failure of another sort, and nothing changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright_runtime import Engine, Game, IllegalMove, Move, OptionError, SaveError, load_game, new_game
from rulewright_runtime.writing import write_whole

ANSWERS: list[Any] = [
    10**9, -1, 2**70, 10**5000, None, 1.5, float("nan"), float("inf"), b"x", [], [1], (), {}, {"by": None}, {"by": 0},
    {"by": 10**9, "pick": 1}, {"by": 0, "pick": None}, {"by": 0, "pick": [1]}, {"by": "x", "pick": {}},
    {"by": 0, "choice": 5, "pick": 1}, {"by": 0.5, "pick": 1}, {"by": True, "pick": 1}, {"by": 0, "pick": 10**9},
    '{"by":' * 3000 + "1" + "}" * 3000, "[" * 100_000, "{" + "[" * 9000, '{"by":0,"pick":NaN}', "9" * 6000,
    '{"by":0,"pick":' + "9" * 6000 + "}", "", "\0", "\ud800", object(), set(), "((((", "(,)", "#", "#9", "-" * 5000,
    Move(10**9, "x", "y"), Move(0, "", None), Move(0, "x", 2.5), Move(None, None, None),  # type: ignore[arg-type]
]  # fmt: skip


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: f"{type(answer).__name__}{id(answer) % 1}")
def test_an_answer_that_means_nothing_is_an_illegal_move(game: Game, answer: Any) -> None:
    before = game.digest()
    with pytest.raises(IllegalMove):
        game.play(answer)
    assert game.why_not(answer) is not None
    assert game.digest() == before


WISHES: list[dict[str, Any]] = [
    {"players": 10**9}, {"players": "x"}, {"players": 2.0}, {"players": True}, {"seed": "x"}, {"seed": 1.5},
    {"names": 5}, {"names": ("a",)}, {"names": (1, 2)}, {"names": ([], [])}, {"names": ("a", "a")},
    {"names": ("\x1b", "b")}, {"chance": 5}, {"chance": [None]}, {"no_such_option": 1},
]  # fmt: skip
DEEP: list[Any] = []
for _ in range(5000):
    DEEP = [DEEP]
UNSPEAKABLE: list[Any] = [DEEP, {"a": DEEP}, 10**5000, "x" * 10**6]
WISHES += [
    {name: one}
    for one in UNSPEAKABLE
    for name in ("players", "names", "seed")
    if not (name == "seed" and isinstance(one, int))
]


@pytest.mark.parametrize("wishes", WISHES, ids=lambda wishes: "-".join(wishes))
def test_a_wish_that_cannot_be_is_an_option_error(engine: Engine, wishes: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        new_game(engine, **{"players": 2, **wishes})


@pytest.mark.parametrize("who", UNSPEAKABLE, ids=["deep", "deeper", "digits", "long"])
def test_a_seat_that_cannot_be_told_is_told_in_short(game: Game, who: Any) -> None:
    for look in (game.view, lambda seat: game.save(player=seat)):
        with pytest.raises(ValueError, match="nobody here is") as told:
            look(who)
        assert len(str(told.value)) < 200


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "1", "NaN", "[" * 100_000, '{"a":' * 5000, "\ud800", "9" * 6000]
)
def test_a_text_that_is_no_game_is_a_save_error(engine: Engine, text: str) -> None:
    with pytest.raises(SaveError):
        load_game(engine, text)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("an\x1b[2Jn", "an[2Jn"),
        ("a\r\nb", "a b"),
        ("\u202eevil", "evil"),
        ("x" * 500, "x" * 60),
        ("Zoë 李", "Zoë 李"),
    ],
)
def test_names_are_one_line_of_plain_text(engine: Engine, name: str, shown: str) -> None:
    assert new_game(engine, 2, names=(name, "bob")).names[0] == shown


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.save"
    write_whole(path, "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space") as told:
        write_whole(path, "new")
    assert told.value.filename == str(path)
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["game.save"]

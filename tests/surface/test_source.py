"""Reading a game's folder: sorted, bounded, and never outside it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.source import MAX_BYTES, MAX_GAME_BYTES, read_game


def write(folder: Path, name: str, content: bytes | str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def test_files_in_order(tmp_path: Path) -> None:
    for name in (
        "b.rules",
        "a.rules",
        "variants/v.rules",
        "examples/deep/e.rules",
        "RULEBOOK.md",
        ".git/x.rules",
    ):
        write(tmp_path, name, f"# {name}\n")
    files, problems = read_game(tmp_path)
    assert not problems
    assert [name for name, _ in files] == ["a.rules", "b.rules", "examples/deep/e.rules", "variants/v.rules"]
    assert files[0][1] == "# a.rules\n"
    assert read_game(tmp_path, "rules/x/")[0][0][0] == "rules/x/a.rules"


def test_a_folder_that_is_missing(tmp_path: Path) -> None:
    files, problems = read_game(tmp_path / "none")
    assert not files
    assert [p.code for p in problems] == ["RW118"]


def test_what_cannot_be_read(tmp_path: Path) -> None:
    game = tmp_path / "game"
    write(tmp_path, "secret.rules", "rule f: stop\n")
    write(game, "good.rules", "rule g: stop\n")
    write(game, "large.rules", "#" * (MAX_BYTES + 1))
    (game / "leaves.rules").symlink_to(tmp_path / "secret.rules")
    (game / "broken.rules").symlink_to(game / "nowhere")
    (game / "circle.rules").symlink_to(game / "circle.rules")
    (game / "inside.rules").symlink_to(game / "good.rules")
    (game / "outside").symlink_to(tmp_path)
    (game / "folder.rules").mkdir()
    files, problems = read_game(game)
    assert [name for name, _ in files] == ["good.rules", "inside.rules"]
    assert [(p.code, p.span.path) for p in problems] == [
        ("RW118", "broken.rules"),
        ("RW118", "circle.rules"),
        ("RW118", "large.rules"),
        ("RW118", "leaves.rules"),
    ]


def test_a_game_that_is_too_large_as_a_whole(tmp_path: Path) -> None:
    parts = MAX_GAME_BYTES // MAX_BYTES
    for i in range(parts):
        write(tmp_path, f"{i}.rules", "#" * MAX_BYTES)
    assert len(read_game(tmp_path)[0]) == parts
    write(tmp_path, "more.rules", "#")
    files, problems = read_game(tmp_path, "rules/x/")
    assert not files
    assert [(p.code, p.span.path) for p in problems] == [("RW118", "rules/x/")]
    assert "5,000,000 bytes" in problems[0].message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_does_not_stop_the_compiler(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rules")
    files, problems = read_game(tmp_path)
    assert not files
    assert "not a plain file" in problems[0].message


@pytest.mark.parametrize(
    ("content", "line", "column", "hint"),
    [
        (b'rule f\n    say "\xff"\n', 2, 10, "save the file as UTF-8"),
        ("rule".encode("utf-16"), 1, 1, "save the file as UTF-8, not as UTF-16"),
    ],
)
def test_other_encodings(tmp_path: Path, content: bytes, line: int, column: int, hint: str) -> None:
    write(tmp_path, "x.rules", content)
    files, (problem,) = read_game(tmp_path)
    assert not files
    assert (problem.code, problem.span.line, problem.span.column) == ("RW117", line, column)
    assert problem.hint == hint

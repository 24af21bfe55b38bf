"""What lies among the rules and is no plain text file is told in one message; no command waits for it or reads it whole."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.tools.project import Project

COMMAND = str(Path(sys.executable).with_name("rulewright"))
MOST = 60  # seconds until a command is killed that hangs


def as_socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the whole path may be too long for the address of a socket
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def as_text(path: Path) -> None:
    path.write_text("define three = 3\n")


Make = Callable[[Path], object]
ODD: dict[str, tuple[str, Make, str]] = {
    "a pipe": ("f.rules", os.mkfifo, "it is not a plain file"),
    "a socket": ("s.rules", as_socket, "no such device or address"),
    "a link to itself": ("loop.rules", lambda path: path.symlink_to(path.name), "links in a circle"),
    "a link to nothing": ("x.rules", lambda path: path.symlink_to("nowhere"), "no such file or directory"),
    "a link to a device": ("z.rules", lambda path: path.symlink_to("/dev/zero"), "leaves the game's folder"),
    "a large file": ("b.rules", lambda path: path.write_text("x" * 2_000_000), "more than 1,000,000 bytes"),
    "no UTF-8": ("u.rules", lambda path: path.write_bytes(b"define a = \xff\n"), "0xFF is not UTF-8"),
    "a name of two lines": ("a\nb.rules", as_text, r"a\nb.rules` cannot be read: its name"),
    "a name that colours": ("a\x1b[31m.rules", as_text, r"a\x1b[31m.rules` cannot be read: its name"),
    "a name of bytes": (os.fsdecode(b"a\xff.rules"), as_text, r"a\udcff.rules` cannot be read: its name"),
}


def called(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=MOST
    )


@pytest.mark.skipif(sys.platform == "win32", reason="its file systems know no such files")
@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("words", [("check",), ("build",), ("fmt", "--check"), ("fmt", "FILE")], ids=" ".join)
def test_an_odd_file_is_told(words: tuple[str, ...], kind: str, project: Project, tmp_path: Path) -> None:
    name, make, told = ODD[kind]
    path = project.folder("nim") / name
    make(path)
    done = called(tmp_path, *[str(path) if one == "FILE" else one for one in words])
    assert done.returncode == 1
    assert done.stdout.count("error[RW") == 1
    assert told in done.stdout
    assert "\x1b" not in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("words", [("check",), ("build",), ("fmt", "--check")], ids=" ".join)
def test_a_folder_may_be_called_as_a_rules_file_is(
    words: tuple[str, ...], project: Project, tmp_path: Path
) -> None:
    folder = project.folder("nim") / "more.rules"
    folder.mkdir()
    as_text(folder / "three.rules")
    done = called(tmp_path, *words)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "name", ["a\nb", os.fsdecode(b"\xff"), "a\x1b[31m"], ids=["lines", "bytes", "colour"]
)
def test_a_game_whose_name_cannot_be_shown(name: str, project: Project, tmp_path: Path) -> None:
    folder = project.rules / name
    folder.mkdir()
    as_text(folder / "three.rules")
    for words in (("check",), ("build",), ("fmt",), ("games",)):
        done = called(tmp_path, *words)
        assert done.returncode == 2
        assert "cannot be shown" in done.stderr
        assert done.stderr.isascii()
        assert "\x1b" not in done.stderr


@pytest.mark.parametrize("name", ["RULEBOOK.md", "waivers.toml"])
def test_a_pipe_beside_the_rules(name: str, project: Project, tmp_path: Path) -> None:
    path = project.folder("nim") / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    assert called(tmp_path, "check").returncode == 0
    done = called(tmp_path, "trace")
    assert done.returncode == 2
    assert f"{name}" in done.stderr
    assert "it is not a plain file" in done.stderr

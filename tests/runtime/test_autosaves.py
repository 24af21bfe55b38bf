"""Autosaves: a game that was left, killed or cut short by a full disk goes on where it was."""

from __future__ import annotations

import io
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from goofspiel.engine import ENGINE as GOOFSPIEL
from rulewright_runtime import Engine, Game, SaveError, main, new_game
from rulewright_runtime.autosaves import Kept, autosaves, folder, read_autosave

WORDS = ["--seed=3", "--names=ann,bob", "--players=2", "--bots=random"]


@pytest.fixture(autouse=True)
def _state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def sit(typed: str, *arguments: str, engine: Engine = GOOFSPIEL) -> str:
    write = io.StringIO()
    assert main(engine, list(arguments), io.StringIO(typed), write) == 0
    return write.getvalue()


def test_a_game_that_was_left_goes_on() -> None:
    text = sit("1\n2\nquit\n", *WORDS)
    (path,) = autosaves(GOOFSPIEL)
    assert f"The game is kept in {path}; --resume goes on with it." in text
    game = read_autosave(GOOFSPIEL, path.read_text())
    assert game.played == 4
    assert game.names == ("ann", "bob")
    whole = sit("1\n" * 13, *WORDS)
    again = sit("1\n" * 11, "--resume", "--bots=random")
    assert "is over" in whole
    assert "is over" in again
    assert path not in autosaves(GOOFSPIEL)  # it is over: nothing is left to go on with


def test_only_its_owner_reads_an_autosave() -> None:
    sit("quit\n", *WORDS)
    (path,) = autosaves(GOOFSPIEL)
    assert path.stat().st_mode & 0o077 == 0


def test_ctrl_c_says_where_the_game_is() -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int = -1, /) -> str:
            raise KeyboardInterrupt

    write = io.StringIO()
    assert main(GOOFSPIEL, WORDS, Interrupted(), write) == 130
    assert "--resume goes on with it" in write.getvalue()


def test_bots_among_themselves_keep_nothing() -> None:
    sit("", "--humans=0", "--bots=random", "--seed=1")
    assert not folder().exists()


def test_moves_taken_back_are_not_in_it() -> None:
    sit("1\nundo force\n2\nquit\n", *WORDS)
    (path,) = autosaves(GOOFSPIEL)
    game = read_autosave(GOOFSPIEL, path.read_text())
    game.undo(force=True)
    assert game.played == 1
    assert [pending.player for pending, _ in game.answers] == [0]


def test_a_line_that_was_being_written_is_left_out() -> None:
    sit("1\n2\nquit\n", *WORDS)
    (path,) = autosaves(GOOFSPIEL)
    text = path.read_text()
    for cut in (1, 5):
        assert read_autosave(GOOFSPIEL, text[:-cut]).played == 3
    with pytest.raises(SaveError, match="no move"):
        read_autosave(GOOFSPIEL, text + "[0]\n")
    with pytest.raises(SaveError, match="move 5 of this autosave is not possible"):
        read_autosave(GOOFSPIEL, text + '[0, "play_round.bid", 99]\n')


def test_nothing_to_go_on_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(GOOFSPIEL, ["--resume"], io.StringIO(), io.StringIO()) == 2
    assert "there is no game of Goofspiel to go on with" in capsys.readouterr().err
    assert main(GOOFSPIEL, ["--resume=/no/such"], io.StringIO(), io.StringIO()) == 2


def test_old_autosaves_are_deleted() -> None:
    folder().mkdir(parents=True)
    for number in range(30):
        (folder() / f"goofspiel-{number:04}-1.autosave").write_text("x")
    sit("quit\n", *WORDS)
    assert len(autosaves(GOOFSPIEL)) == 20


# ---------------------------------------------------------------- real kills, real limits

PLAYING = """\
import sys
from goofspiel.engine import ENGINE
from rulewright_runtime import main
sys.exit(main(ENGINE, sys.argv[1:]))
"""


def test_a_killed_game_goes_on(tmp_path: Path) -> None:
    """SIGKILL while a person thinks: neither the moves nor the record are lost."""
    record = tmp_path / "my.record"
    words = [sys.executable, "-c", PLAYING, *WORDS, f"--record={record}"]
    playing = subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert playing.stdin is not None
    assert playing.stdout is not None
    playing.stdin.write(b"1\n2\n3\n")
    playing.stdin.flush()
    seen = b""
    while seen.count(b"> ") < 4:
        seen += os.read(playing.stdout.fileno(), 65536)
    playing.send_signal(signal.SIGKILL)
    playing.wait()
    playing.stdin.close()
    playing.stdout.close()
    (path,) = autosaves(GOOFSPIEL)
    game = read_autosave(GOOFSPIEL, path.read_text())
    assert game.played == 6
    assert record.read_text().count("ann:") == 3
    assert "is over" in sit("1\n" * 10, "--resume", "--bots=random", f"--record={record}")
    assert record.read_text().count("ann:") == 12  # the last card is played without asking


def test_a_full_disk_stops_no_game(game: Game, tmp_path: Path) -> None:
    """Nothing more can be written: what is on the disk stays as it was, and the game goes on."""
    path = tmp_path / "full.autosave"
    long = new_game(GOOFSPIEL, 2, seed=1)
    kept = Kept(GOOFSPIEL, None, path, people=True)
    kept.note(long)
    before = path.read_text()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before), hard))
    try:
        long.play(1)
        kept.note(long)
        long.undo()
        kept.note(long)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, ignored)
    assert kept.left() == ""
    assert read_autosave(GOOFSPIEL, path.read_text()).played == 0

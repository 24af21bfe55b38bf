"""What is kept of a sitting while it goes on: an autosave and a record to which every move is added, so that a kill loses nothing."""

from __future__ import annotations

import contextlib
import json
import os
import time
from pathlib import Path
from typing import Any, Final

from .engine import Engine
from .game import Game, load_game
from .history import Parted, play_again
from .reading import json_data, read_whole, why
from .record_text import as_text
from .records import RecordError, as_json, record_of
from .saves import SaveError
from .writing import write_whole

KEPT: Final = 20  # autosaves of one game; older ones are deleted
ENDING: Final = ".autosave"


def folder() -> Path:
    """Where autosaves lie: in the folder that the user's system has for such things."""
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "rulewright"


def autosaves(engine: Engine) -> list[Path]:
    """The autosaves of a game, the newest first."""
    found = [(path.stat().st_mtime, path) for path in folder().glob(f"{_title(engine)}-*{ENDING}")]
    return [path for _, path in sorted(found, reverse=True)]


def _title(engine: Engine) -> str:
    """The name of a game as the names of its autosaves begin."""
    return f"{engine.name}@{engine.variant}" if engine.variant else engine.name


def resumed(engine: Engine, name: str, language: str = "en", check: bool = False) -> tuple[Game, Path]:
    """The game in an autosave, the newest one if none is named, and where it lies; SaveError if there is none."""
    paths = [Path(name)] if name else autosaves(engine)
    if not paths:
        raise SaveError(f"there is no game of {engine.title} to go on with in {folder()}")
    return read_autosave(engine, read_whole(paths[0]), language, check), paths[0]


def read_autosave(engine: Engine, text: str, language: str = "en", check: bool = False) -> Game:
    """The game in an autosave: a save in the first line, then one move in each; a last line without its end was being written."""
    head, *lines = text.split("\n")
    game = load_game(engine, head, language, check)
    try:
        play_again(game, [_move(line) for line in lines[:-1]])
    except Parted as parted:
        raise SaveError(
            f"move {parted.number + 1} of this autosave is not possible: {parted.reason}"
        ) from None
    return game


def _move(line: str) -> list[Any]:
    """The move in a line; SaveError if it is none."""
    try:
        move = json_data(line)
    except (ValueError, RecursionError):
        move = None
    fit = isinstance(move, list) and len(move) == 3 and type(move[0]) is int
    if not fit or not isinstance(move[1], str) or type(move[2]) not in (int, str):
        raise SaveError("this autosave is damaged: a line of it is no move")
    return list(move)


class Kept:
    """The files of one sitting."""

    def __init__(self, engine: Engine, record: str | None, path: Path | None, people: bool) -> None:
        self.record = None if record is None else Path(record)
        self.path = path if path is not None else self._new(engine) if people else None
        self.lines = -1  # how many moves the autosave holds; -1: it is not begun
        self.game: Game | None = None

    def _new(self, engine: Engine) -> Path | None:
        """A file of its own for each sitting; None where nothing can be written."""
        try:
            folder().mkdir(parents=True, exist_ok=True, mode=0o700)
            for old in autosaves(engine)[KEPT - 1 :]:
                old.unlink(missing_ok=True)
        except OSError:
            return None
        name = f"{_title(engine)}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
        taken = len(list(folder().glob(f"{name}*")))  # sittings of one program within a second
        return folder() / f"{name}{f'-{taken + 1}' if taken else ''}{ENDING}"

    # ------------------------------------------------------------ while somebody plays

    def note(self, game: Game) -> None:
        """Adds the moves since the last time; begins anew after moves were taken back or another game was loaded."""
        if self.path is None:
            return
        try:
            moves = game.history.told(game)
            if moves is None or self.game is not game or not 0 <= self.lines <= len(moves):
                self._begin(self.path, game)
            elif len(moves) > self.lines:
                with self.path.open("a", encoding="utf-8", newline="\n") as stream:
                    for move in moves[self.lines :]:
                        stream.write(json.dumps(move, ensure_ascii=True) + "\n")
            self.lines = -1 if moves is None else len(moves)
            self.game = game
        except (OSError, SaveError):
            self.path = None  # a full disk does not stop the game

    def _begin(self, path: Path, game: Game) -> None:
        """Writes the game as it is, to which moves can be added."""
        write_whole(path, game.save() + "\n")
        path.chmod(0o600)  # it holds what is hidden

    def settle(self, game: Game) -> None:
        """Writes the record as far as it goes, and waits until all is on the disk: while a person thinks there is time for it."""
        self.write_record(game)
        if self.path is None:
            return
        with contextlib.suppress(OSError):
            handle = os.open(self.path, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

    # ------------------------------------------------------------ at the end

    def left(self) -> str:
        """Where the game can be gone on with, if it can."""
        return "" if self.path is None or not self.path.is_file() else str(self.path)

    def done(self) -> None:
        """The game is over: nothing is left to go on with."""
        if self.path is not None:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)

    def write_record(self, game: Game) -> str:
        """Writes the record that was asked for; gives what went wrong."""
        if self.record is None:
            return ""
        try:
            record = record_of(game)
            write_whole(self.record, as_json(record) if self.record.suffix == ".json" else as_text(record))
        except (OSError, RecordError) as error:
            return f"--record {self.record}: {why(error)}"
        return ""

"""Recorded games on both sides of a comparison: how many stay legal, where each parts, and by which rule."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from rulewright.tools.diff.lockstep import Duo, side
from rulewright.tools.diff.report import RecordOutcome, Records
from rulewright.tools.errors import UsageError
from rulewright.tools.replay import read_record
from rulewright_runtime import core
from rulewright_runtime.engine import Engine
from rulewright_runtime.game import Game
from rulewright_runtime.moves import contents, pending_decisions
from rulewright_runtime.naming import naming_of
from rulewright_runtime.reading import why
from rulewright_runtime.records import Answer, Check, Record, RecordError, Step
from rulewright_runtime.replays import Difference, replayed_as_far

SUFFIXES = (".record", ".json")


def record_files(folder: Path) -> list[Path]:
    """The recorded games in a folder and below it."""
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}", "--records names a folder with recorded games")
    found = sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file())
    if not found:
        raise UsageError(
            f"there are no recorded games in {folder}",
            "they end in .record or .json; `rulewright play --record` writes them",
        )
    return found


def recorded(folder: Path, old: Engine, new: Engine, step: Callable[[int], None]) -> Records:
    """Plays every record of a folder again on both sides."""
    found: list[RecordOutcome] = []
    for file in record_files(folder):
        found.append(_outcome(file, file.relative_to(folder).as_posix(), old, new))
        step(1)
    counts = {
        kind: sum(one.outcome == kind for one in found) for kind in ("same", "parted", "illegal", "unusable")
    }
    return Records(
        folder=str(folder),
        games=len(found),
        same=counts["same"],
        legal=counts["same"] + counts["parted"],
        illegal=counts["illegal"],
        unusable=counts["unusable"],
        outcomes=found,
    )


@dataclasses.dataclass(slots=True)
class _Tried:
    """A record on one side, as far as it can be played."""

    game: Game
    failure: Difference | RecordError | None

    @property
    def positions(self) -> list[Any]:
        """The positions of the replayed game from its start to where it stopped."""
        return [*self.game.past, self.game.position]


def _outcome(file: Path, name: str, old: Engine, new: Engine) -> RecordOutcome:
    """What became of a record on both sides; `unusable` with the reason if it cannot tell anything."""
    found = RecordOutcome(file=name, outcome="unusable")
    try:
        record = read_record(file)
        if record.game not in (old.name, new.name):
            raise RecordError(f"this is a record of {record.game}")
        a, b = _tried(old, record), _tried(new, record)
    except (RecordError, OSError) as error:
        found.message = why(error)
        return found
    found.players = a.game.players
    found.moves = sum(isinstance(one, Answer) for one in record.steps)
    if a.failure is not None:
        found.message = f"it is not legal under the old rules either: {a.failure}"
        return found
    _compare(found, a, b)
    return found


def _tried(engine: Engine, record: Record) -> _Tried:
    """Plays the moves of a record; what must hold in between is left out, since figures may well be others."""
    steps: list[Step] = [one for one in record.steps if not isinstance(one, Check)]
    own = dataclasses.replace(record, game=engine.name, variant=engine.variant, rules="", steps=steps)
    done, failure = replayed_as_far(engine, own)
    return _Tried(done.game, failure)


def _compare(found: RecordOutcome, a: _Tried, b: _Tried) -> None:
    """Notes where the two replays part, and by which changed units."""
    duo = Duo(side(a.game.engine, a.game.players), side(b.game.engine, b.game.players))
    pairs = zip(a.positions, b.positions, strict=False)
    parting = next(((i, kind) for i, (x, y) in enumerate(pairs) if (kind := duo.parted(x, y))), None)
    found.outcome = "same" if parting is None else "parted"
    if b.failure is not None:
        found.outcome = "illegal"
        found.stops = len(b.game.past) + 1
        found.message = getattr(b.failure, "message", str(b.failure))
        found.rules = [getattr(b.failure, "rule", "")] if getattr(b.failure, "rule", "") else []
        if parting is None:
            parting = len(b.game.past) + 1, "moves"
    if parting is not None:
        found.move, found.kind = parting
        _name_move(found, a)
        found.changed = _carried_out(found.move, a, b)


def _name_move(found: RecordOutcome, a: _Tried) -> None:
    """Who made the move at which the sides part, and what it was."""
    if not found.move or found.move > len(a.game.answers):
        return
    (pending, option), g = a.game.answers[found.move - 1], a.game.past[found.move - 1]
    found.by, found.choice = a.game.names[pending.player], pending.choice.name
    found.pick = str(contents(a.game.english, g, pending, pending.options)[pending.options.index(option)])
    if not found.rules and pending.choice.rule:
        found.rules = [pending.choice.rule]


# ---------------------------------------------------------------- by which rule


def _carried_out(move: int, a: _Tried, b: _Tried) -> list[str]:
    """The rules that are not the same on both sides and had a part in the move at which these part."""
    old, new = naming_of(a.game.engine).meaning.digests, naming_of(b.game.engine).meaning.digests
    changed = sorted(name for name in {**old, **new} if old.get(name) != new.get(name))
    called = {name for one in (a, b) for name in _called(move, one)}
    found = [name for name in changed if _is_called(name, called)]
    return found or [name for name in changed if name.partition(" ")[0] in ("figures", "kind", "board")]


def _is_called(unit: str, called: set[str]) -> bool:
    """True if the function of a unit is among those that were called."""
    function = unit.partition(" ")[2].replace(".", "__")
    return any(name == function or name.startswith(f"{function}__") for name in called)


def _called(move: int, one: _Tried) -> Iterator[str]:
    """The functions of an engine that are called while a move is carried out; of move 0, by the setup."""
    names: set[str] = set()
    module = one.game.engine.setup.__module__

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_globals.get("__name__") == module:
            names.add(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        _again(move, one.game)
    except Exception:  # the names that were called so far are all that is wanted
        pass
    finally:
        sys.setprofile(before)
    yield from sorted(names)


def _again(move: int, game: Game) -> None:
    """Carries out a move of a game again, or what is asked after its last one."""
    if move == 0:
        fresh = game.fresh()
        game.engine.begin(fresh.position)
    elif move <= len(game.answers):
        g = game.past[move - 1].clone()
        pending, option = game.answers[move - 1]
        core.turn_to(g, pending.player)
        core.step(g, option)
    else:
        for waiting in pending_decisions(game.position):
            waiting.choice.options(game.position, waiting.then)

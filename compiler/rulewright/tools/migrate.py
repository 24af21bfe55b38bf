"""`rulewright migrate`: carries saved games over to the rules as they are now, and says what has changed since."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field

from rulewright.source import shown_name
from rulewright.tools.cache import Cache
from rulewright.tools.errors import UsageError
from rulewright.tools.files import write_file
from rulewright.tools.loading import BrokenRules, engine
from rulewright.tools.project import Project, Target, project_of
from rulewright.tools.render import targets
from rulewright.tools.tables import count
from rulewright_runtime import saves
from rulewright_runtime.carrying import Carried, carry_over
from rulewright_runtime.position import RulesFailure
from rulewright_runtime.reading import Unreadable, read_whole
from rulewright_runtime.saves import SaveError

EXAMPLES = """\
examples:
  rulewright migrate my.game                 says what changed, writes my.migrated.game
  rulewright migrate *.game -o carried       several, into a folder
  rulewright migrate my.game --check         says it, writes nothing
  rulewright migrate my.game --json          for other programs

A position is carried over as it is if its fields and the rules that it is in the midst of mean the same; otherwise its moves
are played again from the start. The old file stays. Exit codes: 0 all can be used, 1 a move differs or the rules have errors,
2 a file that cannot be used.
"""

OK, DIFFERENT, UNUSABLE = 0, 1, 2


class FirstMove(BaseModel):
    """The first move that is not possible under the rules as they are now."""

    number: int = Field(description="from 1; 0: not even the setup is")
    by: str = Field("", description="the player who made it")
    choice: str = ""
    pick: str = ""
    reason: str
    rule: str = Field("", description="rule ids")


class Migrated(BaseModel):
    """What became of one saved game."""

    file: str
    game: str = ""
    variant: str = ""
    outcome: Literal["same", "carried", "replayed", "parted", "unusable"]
    changed: list[str] = Field([], description="what its position reaches and is no longer the same")
    reason: str = Field(
        "", description="why the position was not carried over as it is, or why the file cannot be used"
    )
    moves: int | None = Field(None, description="how many moves it holds from its start")
    move: FirstMove | None = None
    differs: list[str] = Field([], description="after a replay: fields that are not as they were saved")
    written: str = Field("", description="the new file")
    not_written: str = Field("", description="why there is none, though the game could be carried over")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    parser.add_argument("files", nargs="+", metavar="SAVE", type=Path, help="saved games")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="the folder for the new files")
    parser.add_argument("--check", action="store_true", help="only say what would be done")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def run(args: argparse.Namespace) -> int:
    """Migrates saved games; the worst of their exit codes."""
    project = project_of(args)
    if args.output is not None and not args.output.is_dir():
        raise UsageError(f"there is no folder {args.output}", "make it first, or leave -o out")
    found = [migrated(project, file, args.output, args.check) for file in args.files]
    if args.json:
        print("[" + ",\n".join(one.model_dump_json(indent=2) for one in found) + "]")
    else:
        print("\n".join(line for one in found for line in as_text(one)))
    return max(code(one) for one in found)


def code(one: Migrated) -> int:
    """The exit code for one saved game."""
    return UNUSABLE if one.not_written else {"parted": DIFFERENT, "unusable": UNUSABLE}.get(one.outcome, OK)


def migrated(project: Project, file: Path, folder: Path | None, check: bool) -> Migrated:
    """Carries one saved game over and writes it, unless that would hide another file."""
    found = Migrated(file=shown_name(str(file)), outcome="unusable")
    try:
        data = saves.parsed(read_whole(file))
        found.game, found.variant = str(data.get("game")), str(data.get("variant") or "")
        with engine(project, target_of(project, found)) as loaded:
            carried = carry_over(loaded, data)
            text = carried.game.save() if carried.game is not None and carried.outcome != "same" else ""
    except Unreadable as error:
        found.reason = f"this is no saved game: {error}"
    except (SaveError, RulesFailure) as error:
        found.reason = str(error)
    except OSError as error:
        found.reason = f"it cannot be read: {error.strerror or error}"
    except UsageError as error:
        found.reason = error.message
    except BrokenRules:
        found.reason = f"the rules have errors (rulewright check {found.game} lists them)"
    else:
        tell(found, data, carried)
        if text and not check:
            write(found, new_name(file, folder), text)
    return found


def target_of(project: Project, found: Migrated) -> Target:
    """The game and variant that a save belongs to."""
    cache = Cache(project.cache)
    (target,) = targets(project, f"{found.game}@{found.variant}", cache)
    return target


def tell(found: Migrated, data: dict[str, Any], carried: Carried) -> None:
    """Puts into the report what happened to a game."""
    found.outcome = carried.outcome  # type: ignore[assignment]
    found.changed, found.reason, found.differs = carried.changed, carried.reason, carried.differs
    moves = data.get("moves")
    found.moves = len(moves) if isinstance(moves, list) else None
    if carried.parted is not None:
        seat, choice, pick = carried.move or (None, "", "")
        found.move = FirstMove(
            number=carried.parted.number + 1,
            by="" if seat is None else data["names"][seat],
            choice=choice,
            pick=str(pick),
            reason=carried.parted.reason,
            rule=carried.parted.rule,
        )


def new_name(file: Path, folder: Path | None) -> Path:
    """Beside the old file under another name, or in a folder under the same one."""
    return file.with_name(f"{file.stem}.migrated{file.suffix}") if folder is None else folder / file.name


def write(found: Migrated, path: Path, text: str) -> None:
    """Writes the new save, or notes why not; nothing is written over."""
    name = shown_name(str(path))
    if path.exists():
        found.not_written = f"{name} is there already, and nothing is written over it"
        return
    try:
        write_file(path, text)
    except OSError as error:
        found.not_written = f"{name} cannot be written: {error.strerror or error}"
        return
    found.written = name


# ---------------------------------------------------------------- words


def as_text(one: Migrated) -> Iterable[str]:
    """What became of a save, in lines."""
    if one.outcome == "unusable":
        yield f"{one.file}: {one.reason}"
        return
    name = f"{one.game}@{one.variant}" if one.variant else one.game
    if one.outcome == "same":
        yield f"{one.file}: {name}: nothing that it needs has changed; it can be loaded as it is"
        return
    yield f"{one.file}: {name}: {count(len(one.changed), 'thing')} that it needs changed: {', '.join(one.changed)}"
    if one.outcome == "carried":
        yield "    every field and frame means the same: the position is carried over as it is"
    else:
        yield f"    {one.reason}"
        yield f"    {replayed_text(one)}"
    if one.written or one.not_written:
        yield f"    written: {one.written}" if one.written else f"    not written: {one.not_written}"


def replayed_text(one: Migrated) -> str:
    """How far the moves of a save can be played again, in words."""
    move = one.move
    if move is None:
        same = (
            f"; otherwise than saved: {', '.join(one.differs)}"
            if one.differs
            else "; all fields are as saved"
        )
        return f"its {count(one.moves or 0, 'move')} were played again from the start, all are legal{same}"
    rule = f" [{move.rule}]" if move.rule else ""
    if move.number == 0:
        return f"it cannot be played again either: {move.reason}{rule}"
    return f"move {move.number} of {one.moves} differs: {move.by}: {move.pick} ({move.choice}): {move.reason}{rule}"

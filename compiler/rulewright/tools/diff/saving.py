"""Writing the saved games of witnesses, and the commands that go on with them."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.tools.diff.sides import Side
from rulewright.tools.diff.witness import WHOLE, Shown
from rulewright.tools.errors import UsageError
from rulewright.tools.files import write_file


def check_folder(folder: Path) -> None:
    """Says at once if saved games could not be written in the end."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(
            f"{folder} is a file; saved games go into a folder", "name another one with --saves DIR"
        )
    if not folder.parent.is_dir():
        raise UsageError(f"there is no folder {folder.parent} for {folder.name}/")


def save(shown: list[Shown], folder: Path, old: Side, new: Side) -> None:
    """Writes one file for each side of each witness, and notes them in the report."""
    for one in shown:
        witness = one.group.witness
        if witness is None or one.parting is None or not one.files:
            continue
        decision = one.parting.before.decision
        seat = 1 if decision is None else decision.player + 1
        folder.mkdir(exist_ok=True)
        for which, side in (("old", old), ("new", new)):
            if which not in one.files:
                continue
            path = folder / f"{_slug(one)}-{which}.json"
            write_file(path, one.files[which] + "\n")
            command = f"{side.command} --load {path} --human {seat}"
            if which == "old":
                witness.old_file, witness.old_command = str(path), command
            else:
                witness.new_file, witness.new_command = str(path), command


def _slug(one: Shown) -> str:
    """A name for files: the ids of the difference, or what it is called."""
    text = "-".join(one.group.ids[:3]) or ("whole" if one.group.title == WHOLE else one.group.title)
    return re.sub(r"[^\w.-]+", "-", text).strip("-.") or "witness"

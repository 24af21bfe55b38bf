"""Where learned values lie: in the user's data folder, beside the rules, in the engine's package."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ..engine import Engine
from .value import Value, read_value

FOLDER = "values"


def user_folder() -> Path:
    """Where a user's own values are kept."""
    home = os.environ.get("RULEWRIGHT_DATA")
    if home:
        return Path(home) / FOLDER
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "rulewright" / FOLDER


def file_name(variant: str, players: int) -> str:
    """The name of a value's file: `4.json`, or `VARIANT-4.json`."""
    return f"{variant}-{players}.json" if variant else f"{players}.json"


def folders_of(engine: Engine) -> list[Path]:
    """Where the value of an engine may lie, the first place first."""
    found = [user_folder() / engine.name, *engine.values]
    module = sys.modules.get(engine.make.__module__)
    if module is not None and module.__file__:
        package = Path(module.__file__).resolve().parent
        found.append(package / FOLDER)  # shipped with the engine
        found += beside_rules(package.parents[1] / "rules", engine.name)  # in a project
        found += beside_rules(package.parent / "rulewright" / "bundled" / "rules", engine.name)
    return found


def beside_rules(rules: Path, game: str) -> list[Path]:
    """Where values may lie beside a game's rules, also if it belongs to a group."""
    return [rules / game / FOLDER, *sorted(rules.glob(f"*/{game}/{FOLDER}"))]


def find_value(engine: Engine, players: int, folders: tuple[Path, ...] = ()) -> Value | None:
    """The value for a game, or None. One for another number of players, or of the game's base rules, is better than none."""
    places = [*folders, *folders_of(engine)]
    near = sorted(engine.players, key=lambda other: (abs(other - players), -other))
    for variant in dict.fromkeys((engine.variant, "")):
        for number in dict.fromkeys((players, *near, *range(2, 6))):
            for folder in places:
                path = folder / file_name(variant, number)
                if path.is_file():
                    return read_value(path)
    return None

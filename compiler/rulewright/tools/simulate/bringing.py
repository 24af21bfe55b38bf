"""What bots bring along to other machines: learned values, and files of their own."""

from __future__ import annotations

from pathlib import Path

from rulewright.tools.workers import here
from rulewright_runtime.bots.stored import user_folder
from rulewright_runtime.engine import Engine


def brought(bots: tuple[str, ...], engine: Engine, folders: tuple[str, ...]) -> list[Path]:
    """The files that bots of these names read."""
    found = [Path(file) for name in bots for file in _files(name) if Path(file).is_file()]
    for folder in (*map(Path, folders), user_folder() / engine.name):
        found += sorted(folder.glob("*.json"))
    return list(dict.fromkeys(found))


def located(name: str) -> str:
    """The name of a bot, with its files where they lie on this machine."""
    for file in _files(name):
        name = name.replace(file, here(file), 1)
    return name


def _files(name: str) -> list[str]:
    """The files in a name such as `turn:300@my.json` or `my_bot.py:Name`."""
    bot, _, value = name.partition("@")
    own, dot, _ = bot.partition(".py")
    return ([f"{own}.py"] if dot else []) + ([value] if value else [])

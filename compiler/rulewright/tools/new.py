"""`rulewright new`: a folder with a tiny game that compiles and plays, to start from."""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from pathlib import Path

from rulewright.fmt import format_text
from rulewright.tools.errors import UsageError
from rulewright.tools.files import replace_folder
from rulewright.tools.project import RULEBOOK, Project, find_project

EXAMPLES = """\
examples:
  rulewright new hex                 rules/hex/ with a rulebook and one rules file
  rulewright new classics/hex        the same in rules/classics/, a group of games
  rulewright new hex --project .     in this folder, even if a project lies above it

Then:
  rulewright build hex && rulewright play hex
"""

LONGEST = 40  # characters of a name; it becomes the name of a package and part of file names

_RULEBOOK = """\
# {title}: the rules

Each rule has an id; the rules files and the examples cite it. This tiny game is only a start: replace it by yours.

## 1. What you need

- **{prefix}-1.1** Two players and ten matches in a row.

## 2. Play

- **{prefix}-2.1** The players take turns. In your turn you take one, two or three matches.
- **{prefix}-2.2** Whoever takes the last match wins.

## 3. Worked example

- **{prefix}-EX1** Three matches are left. Ann takes three and wins.
"""

_RULES = """\
# {title}: two players take matches from a row; whoever takes the last one wins.

game {name} "{title}"
    players: 2 [{prefix}-1.1]

table
    matches: 0..10 = 10 [{prefix}-1.1]

rule play
    repeat until matches = 0:
        each player: take_turn [{prefix}-2.1]

rule take_turn [{prefix}-2.1]
    choose taken from 1..3 where it <= matches:
        matches -= taken
        say "{{you}} takes {{taken}}"
        if matches = 0: end_game(you) [{prefix}-2.2]

example "the last three" [{prefix}-EX1, {prefix}-2.2]
    players ann, bob
    given: matches = 3
    when: ann: 3
    then:
        matches = 0
        winners = ann

example "a turn" [{prefix}-1.1, {prefix}-2.1]
    players ann, bob
    when:
        ann: 1
        bob: 2
    then: matches = 7
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    parser.add_argument(
        "name",
        metavar="NAME",
        help="the game's name: lower-case letters, digits and _; GROUP/NAME in a group",
    )


def run(args: argparse.Namespace) -> int:
    """Makes the folder of a new game and says what to do next."""
    project = home(Path.cwd(), args.project)
    folder = create(project, args.name)
    shown = project.shown(folder)
    print(f"made {shown}/{RULEBOOK} and {shown}/game.rules")
    print(f"next: rulewright build {folder.name} && rulewright play {folder.name}")
    return 0


def home(here: Path, explicit: Path | None) -> Project:
    """The project around `here`, or a new one in `here`."""
    if explicit is not None:
        if not explicit.is_dir():
            raise UsageError(f"there is no folder {explicit}")
        return Project(explicit, explicit / "generated")
    try:
        project = find_project(here)
    except UsageError:
        project = None
    if project is None or project.bundled:
        return Project(here, here / "generated")
    return project


def create(project: Project, path: str) -> Path:
    """A new game in its folder; `path` is its name, or the group in which it shall lie and its name."""
    *groups, name = path.split("/")
    problem = next(filter(None, map(unusable, (*groups, name))), "")
    if problem:
        raise UsageError(
            f"{path!r} cannot be the name of a game: {problem}", "for instance: rulewright new my_game"
        )
    folder = project.rules.joinpath(*groups, name)
    known = project.folders()
    if folder.exists() or name in known:
        raise UsageError(
            f"{project.shown(known.get(name, folder))} exists already",
            "choose another name, or work on that game",
        )
    if any(above in known.values() for above in folder.parents):
        raise UsageError(
            f"{project.shown(folder.parent)} is a game, not a group", "a group holds no rules itself"
        )
    title = name.replace("_", " ").capitalize()
    words = {"name": name, "title": title, "prefix": prefix(name)}
    rules, _ = format_text("game.rules", _RULES.format(**words))
    assert rules is not None
    replace_folder(folder, {RULEBOOK: _RULEBOOK.format(**words), "game.rules": rules})
    return folder


def unusable(name: str) -> str:
    """Why a name cannot become a package, or nothing."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        return "it must begin with a lower-case letter and have only lower-case letters, digits and _"
    if name.endswith("_") or "__" in name:
        return "each _ must stand between two other characters"
    if len(name) > LONGEST:
        return f"it has more than {LONGEST} characters"
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        return "it is a word of Python"
    if name in sys.stdlib_module_names or name in {"rulewright", "rulewright_runtime"}:
        return "a package of that name exists already"
    return ""


def prefix(name: str) -> str:
    """The letters before the ids of a game's rules: the initials of its words, or the first two letters of one."""
    words = name.split("_")
    letters = "".join(word[0] for word in words) if len(words) > 1 else name[:2]
    return letters.upper()

"""`rulewright build`: renders the engines of all games, then replaces those that have changed."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.pipeline import package_name
from rulewright.tools.cache import Cache
from rulewright.tools.files import remove_folder, replace_folder, sweep
from rulewright.tools.project import Project, Target, add_games, chosen_games, project_of, spelt_out, writable
from rulewright.tools.render import (
    Package,
    Rendering,
    house_rules,
    one_by_one,
    render_game,
    targets,
    uncollected,
)
from rulewright.tools.tables import count
from rulewright.tools.watch import watch

EXAMPLES = """\
examples:
  rulewright build                    all games and all their variants
  rulewright build chess              one game and its variants
  rulewright build classics           the games of a group, a folder in rules/ that holds games
  rulewright build chess@atomic       one variant; house rules (rules/chess/house/) are built only so
  rulewright build --check            write nothing; list what is stale (exit code 1)
  rulewright build chess --watch      build again whenever a rules file is saved

A game with errors is reported and its engines stay as they were. Results are remembered in the
user's cache (~/.cache/rulewright), which can be deleted at any time.
"""

# What the first lines of every generated module say; nothing without it is ever deleted.
MARK = "do not edit"


@dataclass(slots=True)
class Outcome:
    """What a build has found and done."""

    packages: list[Package] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)  # games with errors
    reports: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)  # files, relative to the project
    orphans: list[Path] = field(default_factory=list)  # packages that no rules produce any more


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    add_games(parser, "games or variants to build (default: all)")
    parser.add_argument(
        "--check", action="store_true", help="compare only: list stale files, exit code 1 if there are any"
    )
    parser.add_argument(
        "--watch", action="store_true", help="go on: build again whenever a rules file is saved"
    )
    parser.add_argument("--no-cache", action="store_true", help="compile everything anew")


def run(args: argparse.Namespace) -> int:
    """Builds games, or compares them with what is there; exit code 1 if there are errors or stale files."""
    project = writable(project_of(args))
    cache = Cache(None if args.no_cache else project.cache)
    chosen_games(project, args.games)  # an unknown name is reported before any work
    names = spelt_out(project, args.games)
    if args.check:
        return check(project, names, cache)
    code = build(project, names, cache)
    if args.watch:
        watch(project.rules, lambda games: rebuild(project, names, games, cache))
        return 0
    return code


@uncollected()
def build(project: Project, names: list[str], cache: Cache, say: Callable[[str], None] = print) -> int:
    """Renders, then writes; returns the exit code."""
    started = time.perf_counter()
    outcome = rendered(project, names, cache, say)
    written = 0
    sweep(project.generated)
    for package in outcome.packages:
        stale = package.stale(project.generated)
        if stale:
            replace_folder(project.generated / package.name, package.files)
            say(f"built {package_folder(project, package)} ({count(len(stale), 'file')} changed)")
            written += 1
    for orphan in outcome.orphans:
        remove_folder(orphan)
        say(f"removed {project.shown(orphan)}: no rules produce it any more")
    tell(outcome, say)
    fresh = len(outcome.packages) - written
    seconds = time.perf_counter() - started
    say(
        f"{count(written, 'engine')} built, {fresh} up to date, {len(outcome.failed)} with errors ({seconds:.1f} s)"
    )
    return 1 if outcome.failed else 0


@uncollected()
def check(project: Project, names: list[str], cache: Cache, say: Callable[[str], None] = print) -> int:
    """Whether ``generated/`` is what the rules give; writes nothing there."""
    outcome = rendered(project, names, cache, say)
    tell(outcome, say)
    for package in outcome.packages:
        outcome.stale += [
            project.shown(project.generated / path) for path in package.stale(project.generated)
        ]
    for path in outcome.stale:
        say(f"stale: {path}")
    for orphan in outcome.orphans:
        say(f"stale: {project.shown(orphan)}: no rules produce it any more")
    stale = len(outcome.stale) + len(outcome.orphans)
    if stale:
        say(f"{count(stale, 'file')} in generated/ not as the rules say; run: rulewright build")
    elif not outcome.failed:
        say(f"{count(len(outcome.packages), 'engine')} up to date")
    return 1 if stale or outcome.failed else 0


def rendered(project: Project, names: list[str], cache: Cache, say: Callable[[str], None]) -> Outcome:
    """Everything that was asked for, in memory."""
    outcome = Outcome()
    by_game = targets_by_game(project, names, cache)
    for game, wanted in one_by_one(by_game.items()):
        started = time.perf_counter()
        rendering = render_game(project, game, wanted, cache)
        seconds = time.perf_counter() - started
        if seconds > 1.0:
            say(f"compiled {game} ({seconds:.1f} s)")
        keep(outcome, game, rendering)
    if not names and not outcome.failed:
        built = {package.name for package in outcome.packages}
        outcome.orphans = orphans(project, built | house_engines(project, cache))
    return outcome


def targets_by_game(project: Project, names: list[str], cache: Cache) -> dict[str, list[Target]]:
    """The engines to build, by game, each once; house rules only if they are named."""
    wanted: dict[str, dict[Target, None]] = {}
    for name in names or chosen_games(project, []):
        found = targets(project, name, cache)
        house = [] if "@" in name else house_rules(project, found[0].game, cache)
        for target in found:
            if target.variant not in house:
                wanted.setdefault(target.game, {})[target] = None
    return {game: list(each) for game, each in wanted.items()}


def keep(outcome: Outcome, game: str, rendering: Rendering) -> None:
    """Adds what was rendered of a game to the outcome."""
    outcome.packages += rendering.packages
    if rendering.report:
        outcome.reports.append(rendering.report)
    if not rendering.ok:
        outcome.failed.append(game)


def house_engines(project: Project, cache: Cache) -> set[str]:
    """The packages of house rules, which are there if somebody has built them."""
    return {
        package_name(game, variant)
        for game in project.games()
        for variant in house_rules(project, game, cache)
    }


def orphans(project: Project, produced: set[str]) -> list[Path]:
    """Packages in ``generated/`` that we wrote once and that no rules produce now."""
    if not project.generated.is_dir():
        return []
    return sorted(
        folder
        for folder in project.generated.iterdir()
        if folder.name not in produced and (folder / "__init__.py").is_file() and ours(folder / "__init__.py")
    )


def ours(module: Path) -> bool:
    """True if a module says in its head that rulewright has written it."""
    head = module.read_text(encoding="utf-8", errors="replace")[:600].lower()
    return MARK in head and "rulewright" in head


def tell(outcome: Outcome, say: Callable[[str], None]) -> None:
    """Says all reports and which games were not built."""
    for report in outcome.reports:
        say(report)
    for game in outcome.failed:
        say(f"{game}: not built because of errors; its engines are as they were")


def rebuild(project: Project, names: list[str], changed: set[str], cache: Cache) -> None:
    """After a save: only what was asked for and has changed."""
    present = set(project.games())
    if not names and changed - present:
        build(project, [], cache)  # a game is gone: all are looked at, so that its engines go too
        return
    wanted = [name for name in names or sorted(present) if name.partition("@")[0] in changed & present]
    if wanted:
        build(project, wanted, cache)


def package_folder(project: Project, package: Package) -> str:
    """The folder of a package as messages name it."""
    return f"{project.shown(project.generated)}/{package.name}"

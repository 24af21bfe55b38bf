"""`rulewright ship`: an engine as a wheel and a source archive, written when all of it is done."""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from pathlib import Path

from rulewright import pipeline
from rulewright.emit.c.unit import Untranslatable
from rulewright.ship.native import native_wheel
from rulewright.ship.pack import pack, write_tree
from rulewright.ship.shipment import Assumed, ShipError, Shipment
from rulewright.ship.tree import checked_version, tree
from rulewright.ship.web import OFFLINE, web_files
from rulewright.source import shown_folder
from rulewright.tools.assumptions import assumptions
from rulewright.tools.cache import Cache
from rulewright.tools.cores import text_of
from rulewright.tools.errors import UsageError
from rulewright.tools.files import read_folder
from rulewright.tools.loading import BrokenRules, engine
from rulewright.tools.project import RULEBOOK, Project, Target, add_game, project_of
from rulewright.tools.render import Renderer, targets
from rulewright.tools.rulebook import sentences
from rulewright.tools.tree import parsed
from rulewright_runtime.engine import Engine
from rulewright_table.shelf import about

EXAMPLES = """\
examples:
  rulewright ship chess                    dist/chess-1.0-py3-none-any.whl and dist/chess-1.0.tar.gz
  rulewright ship chess@atomic -o out      a variant, into another folder
  rulewright ship chess --native           also a wheel for this machine, with the rules compiled from C
  rulewright ship chess --web              dist/chess-web, a folder for any web host: plays in the browser alone

The wheel holds the engine, its own copy of the runtime, the rules and the rulebook; it has no dependencies.
The version is the one that the game's header states (version: "1.2"), or 0.1.0. The same rules give the
same bytes.
"""

LICENCES = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "COPYING")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    add_game(parser)
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path("dist"),
        metavar="DIR",
        help="where to put the files (default: dist)",
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument(
        "--native",
        action="store_true",
        help="also a wheel for this machine and any CPython from 3.11 on, with a native core",
    )
    kind.add_argument(
        "--web",
        action="store_true",
        help="instead a folder of static files that plays the game in a browser, without a server",
    )


def run(args: argparse.Namespace) -> int:
    """Writes the packages of an engine; exit code 1 if its rules are broken."""
    project = project_of(args)
    name = args.game if "@" in args.game else f"{args.game}@"
    (target,) = targets(project, name, Cache(project.cache))
    _check_output(args.output)
    try:
        if args.web:
            return _ship_page(project, target, args.output)
        shipment = shipped(project, target)
        with tempfile.TemporaryDirectory(prefix="rulewright-ship-") as made:
            folder, done = Path(made, shipment.name), Path(made, "done")
            done.mkdir()
            write_tree(folder, tree(shipment))
            pack(folder, done)
            if args.native:
                print("compiling", flush=True)
                native_wheel(folder, shipment, done)
            for path in deliver(done, args.output):
                print(f"{path.as_posix()} ({path.stat().st_size // 1024} KB)")
    except BrokenRules as broken:
        print(broken.report)
        print(f"\n{target}: there are errors in the rules, so it cannot be shipped")
        return 1
    except ShipError as error:
        raise UsageError(error.message, error.hint) from None
    return 0


def _ship_page(project: Project, target: Target, output: Path) -> int:
    """The page alone, in a folder of its own."""
    shipment = shipped(project, target)
    with engine(project, target) as loaded:
        box = about(loaded)
    folder = output / f"{shipment.name}-web"
    if folder.exists() and not (folder / OFFLINE).is_file():
        raise UsageError(
            f"{folder} is something else than a shipped page", "remove it, or -o names another folder"
        )
    files = web_files(shipment, box)
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".new-", dir=output) as beside:
        for name, data in files.items():
            path = Path(beside, "new", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if folder.exists():
            folder.replace(Path(beside, "old"))
        Path(beside, "new").replace(folder)
    size = sum(map(len, files.values())) / 1e6
    print(f"{folder.as_posix()} ({len(files)} files, {size:.0f} MB): put it on any web host")
    return 0


# ---------------------------------------------------------------- what is shipped


def shipped(project: Project, target: Target) -> Shipment:
    """All that goes into the package of an engine."""
    core, no_core = _core(project, target)
    with engine(project, target) as loaded:
        return Shipment(
            name=pipeline.package_name(target.game, target.variant),
            target=str(target),
            folder=shown_folder(project.folder(target.game)),
            title=loaded.title,
            version=checked_version(loaded.version, str(target)),
            rules=loaded.rules,
            players=loaded.players,
            files=_files(project, target),
            sources=_sources(project, target.game),
            licence=_licence(project),
            rulebook=sentences(project.folder(target.game) / RULEBOOK),
            assumed=_assumed(project, target.game),
            options=_options(loaded),
            values=_values(project, target),
            core=core,
            no_core=no_core,
        )


def _files(project: Project, target: Target) -> dict[str, str]:
    """The files of an engine: as installed, or rendered from the rules."""
    if project.bundled:
        return read_folder(project.generated / pipeline.package_name(target.game, target.variant))
    (package,) = Renderer(project, target.game, Cache(project.cache)).render(target).packages
    return package.files


def _core(project: Project, target: Target) -> tuple[str, str]:
    """The rules in C, or why there is none."""
    done = pipeline.load(project.folder(target.game), target.variant)
    try:
        return (text_of(done), "") if done.ok else ("", "")
    except Untranslatable as missing:
        return "", str(missing)


def _sources(project: Project, game: str) -> dict[str, str]:
    """The rulebook and the rules files by their paths within the game's folder."""
    folder = project.folder(game)
    paths = [path for path in sorted(folder.rglob("*.rules")) if path.is_file()]
    if (folder / RULEBOOK).is_file():
        paths.append(folder / RULEBOOK)
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def _values(project: Project, target: Target) -> dict[str, str]:
    """What bots have learned of the game: in this variant, and of its base rules, which is better than nothing."""
    folder = project.folder(target.game) / "values"
    wanted = [
        *folder.glob("[0-9].json"),
        *(folder.glob(f"{target.variant}-[0-9].json") if target.variant else ()),
    ]
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(wanted)}


def _licence(project: Project) -> str:
    """The text of the project's licence, or nothing."""
    for name in LICENCES:
        if (project.root / name).is_file():
            return (project.root / name).read_text(encoding="utf-8")
    return ""


def _assumed(project: Project, game: str) -> list[Assumed]:
    """The assumptions of a game, with places inside its folder."""
    start = f"{shown_folder(project.folder(game))}/"
    return [
        Assumed(f"{a.path.removeprefix(start)}:{a.line}", a.value, a.rule, a.text)
        for a in assumptions(parsed(project, game))
    ]


def _options(loaded: Engine) -> list[tuple[str, str, str]]:
    """What can be agreed on before a game: name, type and default, as `new` takes them."""
    return [
        (o.name, o.type, repr(bool(o.default)) if o.type == "flag" else repr(o.default))
        for o in loaded.options
    ]


# ---------------------------------------------------------------- where it goes


def _check_output(folder: Path) -> None:
    """Says before the work that the target cannot be written."""
    nearest = folder
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    if not nearest.is_dir():
        raise UsageError(f"{nearest} is no folder", "-o names the folder for the files")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise UsageError(f"nothing can be written into {nearest}", "-o names another folder")


def deliver(done: Path, folder: Path) -> list[Path]:
    """Moves finished files to where they were asked for; each appears whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    arrived: list[Path] = []
    with tempfile.TemporaryDirectory(prefix=".new-", dir=folder) as beside:
        for path in sorted(done.iterdir()):
            shutil.copyfile(path, Path(beside, path.name))
        for path in sorted(done.iterdir()):
            Path(beside, path.name).replace(folder / path.name)
            arrived.append(folder / path.name)
    return arrived

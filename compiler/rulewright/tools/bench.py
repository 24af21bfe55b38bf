"""`rulewright bench`: finds the benchmarks of the repository and runs them."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
from collections.abc import Callable, Container, Sequence
from pathlib import Path
from typing import Any

from rulewright.tools import bench_history
from rulewright.tools.errors import UsageError, unknown
from rulewright.tools.files import write_file
from rulewright.tools.project import project_of

EXAMPLES = """\
examples:
  rulewright bench                    every benchmark in tests/benchmarks
  rulewright bench playouts           bench_playouts.py alone
  rulewright bench playouts -- -h     what that benchmark can be told
  rulewright bench native great_wall  one engine alone
  rulewright bench --list             their names
  rulewright bench connect_four --save    keep the figures that have goals in tests/benchmarks/history
  rulewright bench --plot FILE.svg    draw what was kept, without running anything

Figures are ratios measured in one run. Packages that a comparison needs and that are not installed are
named, and that comparison is left out: pip install "rulewright[bench]"
"""

FOLDER = Path("tests") / "benchmarks"
REPOSITORY = Path(__file__).resolve().parents[3]  # in an installed package a folder without benchmarks
Main = Callable[[Sequence[str]], "int | None"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="benchmarks to run (default: all)")
    parser.add_argument("--list", action="store_true", help="only list the benchmarks")
    parser.add_argument("--save", action="store_true", help="keep the figures that have goals")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="only draw what was kept, as SVG")


def run(args: argparse.Namespace) -> int:
    """Runs, lists or plots benchmarks; exit code 1 if one of them fails."""
    root = own(project_of(args).root)
    found = benchmarks(root / FOLDER)
    names, rest = split(args.names, found)
    if args.list:
        print("\n".join(found))
        return 0
    if args.plot is not None:
        runs = bench_history.read(root / FOLDER)
        if not runs:
            raise UsageError("nothing was kept yet", "rulewright bench NAME --save keeps figures")
        write_file(args.plot, bench_history.plot(runs))
        return 0
    for name in names:
        if name not in found:
            raise unknown("benchmark", name, found)
    failed = [
        name for name in names or found if not run_one(name, found[name], rest, root if args.save else None)
    ]
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


def own(root: Path) -> Path:
    """The folder, if this rulewright itself comes from it: benchmarks are programs, and those of strangers are not run."""
    if root.resolve() != REPOSITORY:
        raise UsageError(
            f"the benchmarks in {root} are not those of this rulewright",
            "they come with the repository: install it from there (pip install -e .), or run them as programs",
        )
    return root


def split(words: Sequence[str], known: Container[str]) -> tuple[list[str], list[str]]:
    """Names of benchmarks, and what they are told: all from ``--`` on, which argparse may have taken away."""
    words = [word for word in words if word != "--"]
    at = next(
        (i for i, word in enumerate(words) if word.startswith("-") or (i and word not in known)), len(words)
    )
    return words[:at], words[at:]


def benchmarks(folder: Path) -> dict[str, Path]:
    """The modules ``bench_NAME.py`` by name."""
    found = {path.stem.removeprefix("bench_"): path for path in sorted(folder.glob("bench_*.py"))}
    if not found:
        raise UsageError(
            f"there are no benchmarks in {FOLDER}", "they come with the repository, not with the package"
        )
    return found


def run_one(name: str, path: Path, arguments: Sequence[str], kept_in: Path | None = None) -> bool:
    """Runs one benchmark, and keeps its figures in a project; whether it could be run or, for want of a package, was left out, is said."""
    print(f"== {name}", flush=True)
    noted = figures_of(path.parent)
    noted.clear()
    try:
        result = load(path)(arguments)
    except ImportError as error:
        print(
            f'left out: the package {error.name or error} is not installed (pip install "rulewright[bench]")'
        )
        return True
    if kept_in is not None and noted:
        figures = [bench_history.Figure(**each) for each in noted]
        where = bench_history.save(path.parent, bench_history.run_of(kept_in, name, figures))
        print(f"{len(figures)} kept in {where.relative_to(kept_in).as_posix()}")
    return not result


def figures_of(folder: Path) -> list[dict[str, Any]]:
    """The list in which the benchmarks' own `measuring` notes figures that have goals; an empty one without it."""
    if not (folder / "measuring.py").is_file():
        return []
    importable(folder)
    noted: list[dict[str, Any]] = importlib.import_module("measuring").NOTED
    return noted


def importable(folder: Path) -> None:
    """Lets the modules of a folder be imported."""
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


def load(path: Path) -> Main:
    """The function `main` of a benchmark; its folder can be imported from, as if it were run as a script."""
    importable(path.parent)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    main: Main | None = getattr(module, "main", None)
    if main is None:
        raise UsageError(f"{path.name} has no function main(argv)")
    return main

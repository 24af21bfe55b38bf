"""`rulewright bench`: finds the benchmarks of the repository and runs them."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable, Container, Sequence
from pathlib import Path

from rulewright.tools.errors import UsageError, unknown
from rulewright.tools.project import project_of

EXAMPLES = """\
examples:
  rulewright bench                    every benchmark in tests/benchmarks
  rulewright bench playouts           bench_playouts.py alone
  rulewright bench playouts -- -h     what that benchmark can be told
  rulewright bench native connect_four    one engine alone
  rulewright bench --list             their names

Figures are ratios measured in one run. Packages that a comparison needs and that are not installed are
named, and that comparison is left out: pip install "rulewright[bench]"
"""

FOLDER = Path("tests") / "benchmarks"
Main = Callable[[Sequence[str]], "int | None"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="benchmarks to run (default: all)")
    parser.add_argument("--list", action="store_true", help="only list the benchmarks")


def run(args: argparse.Namespace) -> int:
    found = benchmarks(project_of(args).root / FOLDER)
    names, rest = split(args.names, found)
    if args.list:
        print("\n".join(found))
        return 0
    for name in names:
        if name not in found:
            raise unknown("benchmark", name, found)
    failed = [name for name in names or found if not run_one(name, found[name], rest)]
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


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


def run_one(name: str, path: Path, arguments: Sequence[str]) -> bool:
    """Runs one benchmark; whether it could be run or, for want of a package, was left out, is said."""
    print(f"== {name}", flush=True)
    try:
        result = load(path)(arguments)
    except ImportError as error:
        print(
            f'left out: the package {error.name or error} is not installed (pip install "rulewright[bench]")'
        )
        return True
    return not result


def load(path: Path) -> Main:
    """The function `main` of a benchmark; its folder can be imported from, as if it were run as a script."""
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
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

"""The command line: finds the command, runs it, and turns every failure into one clear message and an exit code."""

from __future__ import annotations

import argparse
import atexit
import contextlib
import gc
import importlib
import io
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn, Protocol, cast

from rulewright.tools.errors import UsageError

# Exit codes: 0 all is well, 1 problems were found in the rules, 2 the request or the environment is at fault.
OK, PROBLEMS, USAGE = 0, 1, 2
INTERRUPTED = 130  # what shells expect after Ctrl-C

COMMANDS = {
    "new": "start a game: a folder with a tiny one that compiles and plays",
    "build": "compile rules to Python engines",
    "check": "look for mistakes in the rules, without writing anything",
    "games": "list all games with players, length, mechanisms and lines of rules",
    "fmt": "lay out rules files in the one standard way",
    "test": "run the examples that are written in the rules",
    "verify": "play many random games and check at every decision all that must hold",
    "play": "play a game in the terminal, against bots or other people",
    "table": "play games in a browser, alone, with bots, with friends",
    "replay": "play recorded games again and name the first difference",
    "migrate": "carry saved games over to rules that have changed",
    "trace": "compare the rulebook's ids with the rules and examples that cite them",
    "mutate": "change one thing of the rules at a time, and list what no example notices",
    "simulate": "let bots play many games, and say what skilled play shows of a game",
    "train": "learn what positions are worth by playing, for bots worth playing against",
    "tune": "search for the values of open figures with which play comes nearest to goals",
    "diff": "compare two games, variants or revisions: rules, consequences, play",
    "book": "write the rulebook as a site: each rule with its rules text, its examples drawn",
    "words": "write a file for translators with every text that players can meet",
    "assumptions": "list every figure that no rulebook prints",
    "dump": "show what the compiler makes of a game at one of its stages",
    "ship": "pack an engine as a wheel and a source archive that need nothing else",
    "lsp": "the language server, for editors",
    "editor": "write the extension of an editor: VS Code",
    "bench": "run the benchmarks",
}
# Commands for those who work on rulewright itself: the ordinary help leaves them out.
HIDDEN = {"fuzz": "look for what should never happen: random rules, saves, records, moves and command lines"}
# Commands that stand above the tools, since they are built on them.
ABOVE = {"lsp": "rulewright.lsp.command", "editor": "rulewright.editor.command"}

EPILOG = """\
A GAME is the name of a folder in rules/, as in chess, or one of its variants, as in chess@atomic.
A folder of games, as in classics, stands for all of them where several can be named.
`rulewright COMMAND --help` shows examples. Exit codes: 0 all is well, 1 problems found, 2 wrong usage.
"""


class Command(Protocol):
    """What a module offers if it is a command."""

    EXAMPLES: str
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def command(name: str) -> Command:
    """The module of a command, imported only when it is needed."""
    return cast(Command, importlib.import_module(ABOVE.get(name, f"rulewright.tools.{name}")))


class Version(argparse.Action):
    """`--version`: looked up only when it is asked for, which is slow."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from rulewright.tools.version import version

        print(f"rulewright {version()}")
        parser.exit()


def parser(wanted: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of the whole command line; only the commands named in `wanted` are loaded, which keeps starting quick."""
    top = argparse.ArgumentParser(
        prog="rulewright",
        description="A rules language for board games, compiled to Python engines.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    top.add_argument(
        "--project",
        type=Path,
        metavar="DIR",
        help="the folder that holds rules/ (default: found from here upwards)",
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    hidden = {name: help for name, help in HIDDEN.items() if name in wanted}
    for name, help in (COMMANDS | hidden).items():
        sub = commands.add_parser(
            name,
            help=help,
            description=help[0].upper() + help[1:] + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        sub.add_argument(
            "--project",
            type=Path,
            metavar="DIR",
            default=argparse.SUPPRESS,
            help="the folder that holds rules/",
        )
        if name in wanted:
            module = command(name)
            module.configure(sub)
            sub.epilog = module.EXAMPLES
    return top


class Leaving:
    """The end of the process once its exit code is known: all that waits for the end is done, but nothing is taken apart.

    Python frees object by object at its end, which takes a quarter of the time of a `check`; the system frees all at once.
    """

    code: int | None = None  # None: the process ends as it would without this

    def __call__(self) -> None:
        """Ends the process, unless something that was written cannot be brought out: Python tells of that."""
        if self.code is not None:
            with contextlib.suppress(OSError, ValueError):
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(self.code)


def run() -> NoReturn:
    """The process of one command: runs it and ends."""
    leaving = Leaving()
    atexit.register(leaving)  # registered first, so carried out last
    leaving.code = main()
    sys.exit(leaving.code)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit code and never raises, except SystemExit from argparse."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _tolerant(sys.stdout)
    _tolerant(sys.stderr)
    try:
        _check_arguments(arguments)
        gc.disable()  # what is loaded stays: looking through it for garbage again and again is in vain
        top = parser(arguments)
        gc.enable()
        args, rest = top.parse_known_args(arguments)
        if args.command is None:
            top.print_help()
            return USAGE
        module = command(args.command)
        if rest and not getattr(module, "PASSES_ON", False):
            top.error(f"{args.command} does not know: {' '.join(rest)}")
        args.rest = rest
        code = module.run(args)
        sys.stdout.flush()
        return code
    except UsageError as error:
        return _fail(error.message, error.hint)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (`| head`) has seen enough; silence the flush at exit as well.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error}")
    except Exception as error:
        return _rules_fail(error) or _bug(error)


def _check_arguments(arguments: Sequence[str]) -> None:
    """UsageError for an argument that no file can be called by: most become names of files sooner or later."""
    for argument in arguments:
        try:
            whole = b"\0" not in os.fsencode(argument)
        except UnicodeEncodeError:
            whole = False
        if not whole:
            raise UsageError(f"an argument has a character that no name can have: {argument!a}")


def _rules_fail(error: Exception) -> int:
    """Tells of rules that led to something impossible in play; 0: it is another error."""
    from rulewright_runtime import RulesFailure  # only now: most commands need no engine

    if not isinstance(error, RulesFailure):
        return 0
    print(f"rulewright: the rules fail: {error}", file=sys.stderr)
    return PROBLEMS


def _fail(message: str, hint: str = "") -> int:
    """Prints a message with its hint; gives the exit code of wrong usage."""
    print(f"rulewright: {message}", file=sys.stderr)
    if hint:
        print(f"hint: {hint}", file=sys.stderr)
    return USAGE


def _bug(error: Exception) -> int:
    """The last resort: a mistake of ours, not of the user."""
    if os.environ.get("RULEWRIGHT_DEBUG"):
        traceback.print_exc()
    notes = [f"({note})" for note in getattr(error, "__notes__", [])]
    text = " ".join([*str(error).split(), *notes]) or "no details"
    print(f"rulewright: internal error: {type(error).__name__}: {text}", file=sys.stderr)
    print(
        "This is a mistake in rulewright, not in your rules. Please report it with the command and the rules that\n"
        'led to it (README.md, "Reporting a problem"); RULEWRIGHT_DEBUG=1 shows where it happened.',
        file=sys.stderr,
    )
    return USAGE


def _tolerant(stream: object) -> None:
    """Labels may be in any alphabet: a terminal that cannot show a letter gets a ? instead of a crash."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")


if __name__ == "__main__":
    run()

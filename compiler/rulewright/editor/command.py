"""`rulewright editor`: writes the extension of an editor, ready to be installed."""

from __future__ import annotations

import argparse
from pathlib import Path

from rulewright.editor.vsix import vsix
from rulewright.tools.errors import UsageError
from rulewright.tools.version import version

EXAMPLES = """\
examples:
  rulewright editor vscode -o rulewright.vsix      then: code --install-extension rulewright.vsix

Other editors need no extension: docs/how-to/editor.md has their settings.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    parser.add_argument("editor", choices=["vscode"], help="the editor: VS Code, and what is built on it")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        default=Path("rulewright.vsix"),
        help="where it is written",
    )


def run(args: argparse.Namespace) -> int:
    """Writes the extension to a file and says how it is installed; the exit code."""
    if args.output.is_dir():
        raise UsageError(f"{args.output} is a folder", "name the file, as in -o rulewright.vsix")
    if not args.output.absolute().parent.is_dir():
        raise UsageError(f"there is no folder {args.output.parent}")
    args.output.write_bytes(vsix(version()))
    print(f"{args.output} written; install it: code --install-extension {args.output}")
    return 0

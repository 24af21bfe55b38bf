"""`rulewright lsp`: the language server for editors, over standard input and output."""

from __future__ import annotations

import argparse

EXAMPLES = """\
examples:
  rulewright lsp                    what an editor starts; it speaks over standard input and output

Editors are set up in docs/how-to/editor.md: VS Code (`rulewright editor vscode`), Neovim, Helix, Emacs.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    parser.add_argument("--stdio", action="store_true", help="the only way there is; some editors say so")


def run(args: argparse.Namespace) -> int:
    """Serves until the editor ends it."""
    from rulewright.lsp.server import serve
    from rulewright.tools.version import version

    serve(version())
    return 0

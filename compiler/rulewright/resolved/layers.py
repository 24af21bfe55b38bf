"""What all parts of the merger share: the game so far, the layer at work, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..diagnostics import Diagnostic, error, warning
from ..surface import ast
from . import model

RESERVED = {
    "you", "it", "this", "base", "options", "yes", "no", "none", "empty", "nothing", "players", "players_count",
    "participants", "player", "participant", "number", "flag", "table", "directions", "direction", "resource",
}  # fmt: skip


class Layers:
    """The game as far as its files and variants have been merged."""

    def __init__(self, files: list[ast.File], variant: str) -> None:
        self.game: model.Game  # from the line `game NAME` on
        self.files = files
        self.variant = variant
        self.diagnostics: list[Diagnostic] = []
        self.layer = ""  # the variant whose declarations are being taken in
        self.variants: list[str] = []  # the game's own name among them
        self.declared_menus: set[str] = set()
        self.shared: dict[str, ast.Shared] = {}  # what examples are given by name
        self.lower: dict[str, str] = {}  # names without capitals, as they were declared first

    def report(self, code: str, message: str, span: ast.Span, hint: str = "") -> None:
        """Adds an error."""
        self.diagnostics.append(error(code, message, span, hint=hint))

    def warn(self, code: str, message: str, span: ast.Span, hint: str = "") -> None:
        """Adds a warning."""
        self.diagnostics.append(warning(code, message, span, hint=hint))

    def fresh(self, name: str, span: ast.Span) -> None:
        """Within one layer a name is declared once; a variant may declare anew what its base declares."""
        if name in RESERVED:
            self.report("RW205", f"`{name}` is a word of the language", span, "choose another name")

    def only_once(self, what: str, name: str, span: ast.Span, known: Mapping[str, Any]) -> None:
        """Reports a name that the base game declares twice; a variant may declare it again."""
        if name in known and not self.layer:
            self.twice(what, name, span, known[name].span)

    def twice(self, what: str, name: str, span: ast.Span, first: ast.Span) -> None:
        """Reports a second declaration, with the place of the first."""
        place = f"{first.path}:{first.line}"
        self.report(
            "RW203", f"the {what} {name} is declared twice (first in {place})", span, "rename one of them"
        )

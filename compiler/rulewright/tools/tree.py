"""Walking the syntax trees of a game: every node, the declaration it stands in, and its text."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.diagnostics import Diagnostic, render
from rulewright.source import read_game, shown_folder
from rulewright.surface import ast
from rulewright.surface.parse import parse
from rulewright.tools.project import Project


@dataclass(slots=True)
class Parsed:
    """The files of a game as trees; files with errors are missing from `files`."""

    files: list[ast.File]
    sources: dict[str, str]
    diagnostics: list[Diagnostic]

    def report(self) -> str:
        """All diagnostics with their lines."""
        return "\n".join(render(d, self.sources) for d in self.diagnostics)

    @property
    def ok(self) -> bool:
        """True if there are no errors."""
        return not any(d.severity == "error" for d in self.diagnostics)


def parsed(project: Project, game: str) -> Parsed:
    """Reads and parses a game; no names are resolved, so this works on rules that do not compile yet."""
    folder = project.folder(game)
    texts, diagnostics = read_game(folder, f"{shown_folder(folder)}/")
    files: list[ast.File] = []
    for path, text in texts:
        tree, found = parse(path, text)
        diagnostics = [*diagnostics, *found]
        if tree is not None:
            files.append(tree)
    return Parsed(files, dict(texts), diagnostics)


@dataclass(frozen=True, slots=True)
class Place:
    """A node and the declarations around it, the outermost first."""

    node: Any
    within: tuple[ast.Declaration, ...]

    @property
    def example(self) -> ast.Example | None:
        """The example that a node stands in, or None."""
        return next((d for d in (*self.within, self.node) if isinstance(d, ast.Example)), None)

    @property
    def owner(self) -> str:
        """What the node belongs to, in the rules' words: ``rule sculpt``, ``kind figure, officer``."""
        around = (*self.within, self.node) if isinstance(self.node, ast.Declaration) else self.within
        return ", ".join(filter(None, (title(d) for d in around)))


def walk(file: ast.File) -> Iterator[Place]:
    """Every node of a file in the order of the text."""
    for declaration in file.declarations:
        yield from _walk(declaration, ())


def parts(node: Any) -> Iterator[Any]:
    """A node and every node below it, in the order of the text."""
    return (place.node for place in _walk(node, ()))


def _walk(node: Any, within: tuple[ast.Declaration, ...]) -> Iterator[Place]:
    """Every node with the declarations around it."""
    if isinstance(node, (list, tuple)):
        for part in node:
            yield from _walk(part, within)
    elif isinstance(node, (ast.Node, ast.File)):
        yield Place(node, within)
        inside = (*within, node) if isinstance(node, ast.Declaration) else within
        for part in dataclasses.fields(node):
            yield from _walk(getattr(node, part.name), inside)


# Declarations whose name tells a reader where he is; the others are known by what they stand in.
_NAMED: dict[type[ast.Declaration], str] = {
    ast.Game: "game",
    ast.Kind: "kind",
    ast.Extend: "extend",
    ast.Piece: "piece",
    ast.Resource: "resource",
    ast.Board: "board",
    ast.Edges: "edges",
    ast.Variant: "variant",
    ast.Participant: "participant",
    ast.Member: "",
}
_SIGNED: dict[type[ast.Declaration], str] = {
    ast.Define: "define",
    ast.Event: "event",
    ast.Rule: "rule",
    ast.Action: "action",
    ast.Menu: "menu",
}
_PATTERNED: dict[type[ast.Declaration], str] = {
    ast.When: "when",
    ast.Instead: "instead",
    ast.Decides: "decides",
}


def title(declaration: Any) -> str:
    """A declaration in a few words, or nothing if it has no name of its own."""
    kind = type(declaration)
    if kind in _NAMED:
        return f"{_NAMED[kind]} {declaration.name}".strip()
    if kind in _SIGNED:
        return f"{_SIGNED[kind]} {declaration.signature.name}"
    if kind in _PATTERNED:
        return f"{_PATTERNED[kind]} {pattern_name(declaration.pattern)}"
    if isinstance(declaration, ast.Example):
        return f'example "{declaration.title}"'
    if isinstance(declaration, ast.State):
        return declaration.owner
    if isinstance(declaration, ast.Field):
        return ", ".join(declaration.names)
    if isinstance(declaration, ast.Picture):
        return f"picture {declaration.field}"
    return ""


def pattern_name(pattern: ast.Expr) -> str:
    """The name of the rule that a pattern speaks of: ``visits`` of ``q.visits(harbour)``."""
    if isinstance(pattern, ast.Apply):
        return pattern_name(pattern.target)
    if isinstance(pattern, (ast.Name, ast.MemberOf, ast.Your)):
        return pattern.name
    return "…"


def excerpt(text: str, span: ast.Span) -> str:
    """The text of a span, on one line."""
    lines = text.split("\n")[span.line - 1 : span.end_line]
    if not lines:
        return ""
    if span.end_line == span.line:
        return lines[0][span.column - 1 : span.end_column - 1].strip()
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(line.strip() for line in lines).strip()


def line_text(text: str, line: int) -> str:
    """One line of a file, without its indentation and its closing rule ids."""
    lines = text.split("\n")
    if not 1 <= line <= len(lines):
        return ""
    found = lines[line - 1].strip()
    if found.endswith("]"):
        found = found[: found.rindex("[")].rstrip() or found
    return found

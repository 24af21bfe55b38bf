"""What the compiler knows of a game at one moment: its trees, and one analysis for each of its variants."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from rulewright import pipeline
from rulewright.diagnostics import Diagnostic, Span, has_errors, in_order
from rulewright.lsp.homes import Home
from rulewright.lsp.types_at import types_of
from rulewright.resolved import merge, model
from rulewright.resolved.cite import cite
from rulewright.surface import ast
from rulewright.surface.parse import parse
from rulewright.surface.recover import recovered, reparsed
from rulewright.tools.check import unknown_ids
from rulewright.tools.render import uncollected
from rulewright.typed import tree
from rulewright.typed.context import Context
from rulewright.typed.infer import check as infer
from rulewright.typed.types import Type


@dataclass(slots=True)
class Analysis:
    """A game under one variant, as far as it could be understood."""

    variant: str
    resolved: model.Game | None = None
    context: Context | None = None
    typed: tree.Game | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)  # of the files, as they were
    types: dict[Span, Type] = field(default_factory=dict)  # of expressions


def analysed(files: list[ast.File], variant: str) -> Analysis:
    """The stages that find mistakes, with all that they know at the end."""
    with uncollected():
        return _analysed(files, variant)


def _analysed(files: list[ast.File], variant: str) -> Analysis:
    """The analysis of one variant; without types if its declarations are wrong."""
    done = Analysis(variant)
    done.resolved, done.diagnostics = merge.merge(files, variant)
    if done.resolved is None or has_errors(done.diagnostics):
        return done
    done.context = Context(done.resolved)
    done.typed = infer.run(done.context)
    done.texts = {file.path: file.text for file in files}
    done.diagnostics = [*done.diagnostics, *cite(done.context.diagnostics, files)]
    return done


def with_types(done: Analysis) -> None:
    """Works out the types by place; apart from the checks, since diagnostics need not wait for it."""
    if done.typed is not None and not done.types:
        done.types = types_of(done.typed)


@dataclass
class Moment:
    """A game's files as they were at one moment."""

    home: Home
    sources: dict[str, str]
    unreadable: list[Diagnostic] = field(default_factory=list)
    edited: frozenset[str] = frozenset()  # the files that the editor has open

    @cached_property
    def read(self) -> pipeline.Compilation:
        """The files parsed as a whole, with what is wrong in them."""
        return pipeline.parsed(self.home.folder, list(self.sources.items()), self.unreadable, self._parse)

    def _parse(self, name: str, text: str) -> tuple[ast.File | None, list[Diagnostic]]:
        """Files on disk were perhaps parsed in an earlier run; of those in the editor, most was parsed a keystroke ago."""
        return reparsed(name, text) if name in self.edited else parse(name, text)

    def trees(self) -> Iterator[ast.File]:
        """The trees of all files, of broken ones what can be read."""
        for path, text in self.sources.items():
            yield recovered(path, text)

    def variants(self, first: str = "") -> list[str]:
        """All variants, the one that is being written first."""
        found = merge.variants_of(self.read.files)
        return sorted(found, key=lambda variant: variant != first)

    def first_findings(self) -> list[Diagnostic]:
        """What is told without names and types: syntax, and ids that the rulebook does not have."""
        ids = [] if self.home.alone else unknown_ids(self.home.folder, self.read.files)
        return in_order([*self.read.diagnostics, *ids])

    @property
    def declares_game(self) -> bool:
        """Whether there is a game to check; a file by itself may be a part of one."""
        if not self.home.alone:
            return True
        return any(isinstance(d, ast.Game) for f in self.read.files for d in f.declarations)


def variant_of(file: ast.File | None) -> str:
    """The variant that a file declares; "": it belongs to the game itself."""
    if file is None:
        return ""
    return next((d.name for d in file.declarations if isinstance(d, ast.Variant)), "")

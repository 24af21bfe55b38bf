"""What the names of a game mean at this moment: declarations, occurrences and types, worked out when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.diagnostics import Span
from rulewright.lsp.analysis import Analysis, Moment
from rulewright.lsp.declared import Declared, Place, Symbol, declared, written
from rulewright.lsp.mentions import Occurrence
from rulewright.lsp.occurrences import occurrences, with_texts
from rulewright.lsp.types_at import Shift
from rulewright.surface import ast
from rulewright.typed.types import Type


@dataclass(slots=True)
class Names:
    """The names of one game."""

    moment: Moment
    analyses: dict[str, Analysis]
    files: dict[str, ast.File]
    known: Declared
    _shifts: dict[tuple[str, str], Shift] = field(default_factory=dict)
    _found: dict[str, list[Occurrence]] = field(default_factory=dict)
    _lines: dict[str, list[str]] = field(default_factory=dict)
    _texts: dict[str, list[Symbol]] | None = None

    def lines(self, path: str) -> list[str]:
        """The lines of a file as the compiler counts them."""
        if path not in self._lines:
            self._lines[path] = written(self.files[path]) if path in self.files else []
        return self._lines[path]

    def type_at(self, span: Span) -> Type | None:
        """The type of the expression that stands exactly there."""
        for variant, analysis in self.analyses.items():
            before = analysis.texts.get(span.path)
            if before is None or not analysis.types:
                continue
            shift = self._shifts.get((variant, span.path))
            if shift is None:
                shift = self._shifts[variant, span.path] = Shift(self.files[span.path].text, before)
            place = shift(span)
            found = analysis.types.get(place) if place is not None else None
            if found is not None:
                return found
        return None

    def in_file(self, name: str) -> list[Occurrence]:
        """The names of one file, but for those in holes of translations."""
        if name not in self._found:
            file = self.files.get(name)
            self._found[name] = occurrences(file, self.known, self.type_at) if file is not None else []
        return self._found[name]

    def everywhere(self) -> Iterator[Occurrence]:
        """The names of all files, translations included."""
        texts = self._texts
        if texts is None:
            texts = self._texts = {}
            for file in self.files.values():
                for text, symbols in with_texts(file, self.known, self.type_at)[1].items():
                    texts.setdefault(text, []).extend(symbols)
        for file in self.files.values():
            yield from occurrences(file, self.known, self.type_at, texts)

    def at(self, name: str, line: int, column: int) -> Occurrence | None:
        """The name at a place; its end counts as well, since that is where a cursor stands after a word."""
        found: Occurrence | None = None
        for o in self.in_file(name):
            if o.span.line == line and o.span.column <= column <= o.span.end_column:
                found = o
                if column < o.span.end_column:
                    break
        return found

    def of(self, symbol: Symbol) -> list[Occurrence]:
        """Every occurrence of a symbol in the game."""
        return [o for o in self.everywhere() if o.symbol == symbol]

    def places(self, symbol: Symbol) -> list[Place]:
        """The places where a symbol is declared."""
        return self.known.places.get(symbol, [])


def names_of(moment: Moment, analyses: dict[str, Analysis]) -> Names:
    """The names of a game at this moment."""
    files = {file.path: file for file in moment.trees()}
    return Names(moment, analyses, files, declared(files.values()))

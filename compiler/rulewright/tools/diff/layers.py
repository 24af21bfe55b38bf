"""The layers of a function: its declaration and the `instead` of variants on top of it, as far as they count."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from rulewright.resolved import model
from rulewright.resolved.words import mentioned
from rulewright.surface import ast
from rulewright.tools.diff.texts import Texts

_SIMPLE = re.compile(r"[\w.]+|\w+\([^()]*\)")
_BASE = re.compile(r"(?P<before>[(,] ?)?\bbase\b(?P<after>[),])?")


@dataclass(frozen=True, slots=True)
class Layer:
    """One declaration that says what a function does."""

    params: tuple[str, ...]
    condition: Any  # under which it holds; None: always
    value: Any
    where: Any
    rows: Any
    body: Any
    sources: ast.Sources
    span: ast.Span
    change: model.Change | None = None  # None: the function's own declaration

    @property
    def trees(self) -> list[Any]:
        """The parts that say what it gives or does."""
        return [self.value, self.rows, self.body]

    @property
    def uses_base(self) -> bool:
        """True if it calls what it overrides."""
        return self.change is not None and "base" in mentioned([t for t in self.trees if t is not None])


def layers_of(game: model.Game, f: model.Function) -> list[Layer]:
    """The layers in force, the topmost first; what a layer replaces for good is left out."""
    names = tuple(name for name, _ in f.params)
    own = Layer(names, None, f.value, f.where, f.rows, f.body, f.sources, f.span)
    found = [own]
    for c in game.overrides:
        if c.variant and not c.owner and c.target == f.name and not c.subject:
            found.insert(0, _layer(c, names))
    for number, layer in enumerate(found):
        if layer.condition is None and not layer.uses_base:
            return found[: number + 1]
    return found


def _layer(c: model.Change, names: tuple[str, ...]) -> Layer:
    """The layer that an `instead` makes of a function with these parameters."""
    params = tuple(p.name for p in c.pattern if isinstance(p, ast.Name))
    # A pattern with a constant, as in `instead cost(dwelling)`, is a condition like `where`.
    whole = not c.pattern or (len(params) == len(c.pattern) == len(names) and not _constants(c, names))
    condition = None if whole and c.where is None else (c.pattern, c.where)
    return Layer(params or names, condition, c.value, c.where, c.rows, c.body, c.sources, c.span, c)


def _constants(c: model.Change, names: tuple[str, ...]) -> bool:
    """Whether a pattern names something else than the function's own parameters."""
    return any(isinstance(p, ast.Name) and p.name not in names for p in c.pattern)


# ---------------------------------------------------------------- as figures, tables and text


def figure(texts: Texts, layers: list[Layer]) -> str | None:
    """What a function comes to, if that is one expression; `base` is read as what it stands for."""
    found: str | None = None
    for layer in reversed(layers):
        if layer.condition is not None or layer.value is None:
            return None
        text = texts.expression(layer.value.span, None if layer.where is None else layer.where.span)
        if found is not None and layer.uses_base:
            text = _with_base(text, found)
        found = text
    return found


def _with_base(text: str, base: str) -> str:
    """The text with what `base` stands for; parentheses only where it is not an argument of its own."""

    def put(match: re.Match[str]) -> str:
        before, after = match["before"] or "", match["after"] or ""
        alone = bool(before and after) or _SIMPLE.fullmatch(base)
        return f"{before}{base if alone else f'({base})'}{after}"

    return _BASE.sub(put, text)


def table_of(texts: Texts, layers: list[Layer]) -> dict[str, str] | None:
    """The rows of a function that is a table."""
    if len(layers) != 1 or layers[0].rows is None:
        return None
    cells: dict[str, str] = {}
    for row in layers[0].rows:
        key = "otherwise" if row.key is None else texts.expression(row.key.span)
        cells[key] = ", ".join(texts.expression(v.span) for v in row.values)
    return cells


def lines_of(texts: Texts, layers: list[Layer], word: str) -> list[str]:
    """The text of all layers, the topmost first; whether a variant wrote it is no matter, so it bears the word itself."""
    lines: list[str] = []
    for number, layer in enumerate(layers):
        text = texts.declaration(layer.span)
        if layer.condition is None and text[0].startswith("instead "):
            text[0] = f"{word} {text[0].removeprefix('instead ')}"
        if number:
            lines.append("base:")
        indent = "    " if number else ""
        lines += [indent + line for line in text]
    return lines

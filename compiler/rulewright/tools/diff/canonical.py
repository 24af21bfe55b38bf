"""What a piece of rules says, whatever its place, layout and citations: equal canonical forms mean equal rules."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Hashable, Mapping
from typing import Any

from pydantic import BaseModel

from rulewright.surface import ast

# Places, citations, and whether a figure is assumed: none of them changes what the rules do.
_SILENT = frozenset(("span", "sources", "name_span", "unit_span", "menu_span", "assumed"))


_HOLE = re.compile(r"\{[^{}]*\}")
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclasses.dataclass(frozen=True, slots=True)
class Bound:
    """A piece of rules with parameters, which may be called anything."""

    params: tuple[str, ...]
    item: Any


def canonical(item: Any, renamed: Mapping[str, str] | None = None) -> Hashable:
    """A comparable form of trees, models and collections; names are read as `renamed` has them."""
    names = renamed or {}
    if isinstance(item, (ast.Span, ast.Citation)):
        return None
    if isinstance(item, Bound):
        return canonical(item.item, {**names, **{name: f"#{i}" for i, name in enumerate(item.params)}})
    if isinstance(item, ast.Text):
        return (
            "Text",
            _HOLE.sub(lambda hole: _NAME.sub(lambda n: names.get(n[0], n[0]), hole[0]), item.value),
        )
    if isinstance(item, ast.Node):
        parts = (f.name for f in dataclasses.fields(item) if f.name not in _SILENT)
        return (type(item).__name__, *(canonical(getattr(item, name), names) for name in parts))
    if isinstance(item, BaseModel):
        parts = (name for name in type(item).model_fields if name not in _SILENT)
        return (type(item).__name__, *(canonical(getattr(item, name), names) for name in parts))
    if isinstance(item, (list, tuple)):
        return tuple(canonical(each, names) for each in item)
    if isinstance(item, dict):
        return tuple((canonical(key, names), canonical(value, names)) for key, value in item.items())
    if isinstance(item, str):
        return names.get(item, item)
    assert isinstance(item, Hashable)
    return item


def ids_of(*items: Any) -> list[str]:
    """The rule ids that close the lines of some pieces of rules, each once, in their order."""
    found: dict[str, None] = {}
    for item in items:
        _collect(item, found)
    return list(found)


def _collect(item: Any, found: dict[str, None]) -> None:
    """Adds the rule ids that stand in a tree, those of a declaration first."""
    if isinstance(item, ast.Citation):
        if item.id:
            found[item.id] = None
    elif isinstance(item, ast.Node):
        # The brackets of a declaration stand on its first line, so they come first.
        _collect(getattr(item, "sources", ()), found)
        for f in dataclasses.fields(item):
            if f.name != "sources":
                _collect(getattr(item, f.name), found)
    elif isinstance(item, (list, tuple)) and not isinstance(item, ast.Span):
        for each in item:
            _collect(each, found)

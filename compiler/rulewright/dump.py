"""The text of a stage: what the compiler made of a game so far, in a stable form that people can read and compare."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from pydantic import BaseModel

from .surface.ast import Span
from .typed.spelling import spelled
from .typed.tree import E, FieldInfo
from .typed.types import Type

HIDDEN = {"span", "name_span", "unit_span", "menu_span", "path", "text"}  # places, and the text itself


def dump(value: Any) -> str:
    """Indented text: one line for each part, empty parts left out."""
    lines: list[str] = []
    write(value, "", 0, lines)
    return "\n".join(lines) + "\n"


def write(value: Any, name: str, depth: int, lines: list[str]) -> None:
    """Adds the lines of a value, with all that stands in it further in."""
    head = "  " * depth + (f"{name}: " if name else "")
    short = one_line(value)
    if short is not None:
        lines.append(head + short)
        return
    if isinstance(value, dict):
        lines.append(head.rstrip())
        for key, inner in value.items():
            write(inner, str(key), depth + 1, lines)
    elif isinstance(value, (list, tuple)):
        lines.append(head.rstrip() if name else "  " * depth + "-")
        for inner in value:
            write(inner, "", depth + 1, lines)
    else:
        lines.append(head + type(value).__name__)
        for key, inner in parts(value):
            write(inner, key, depth + 1, lines)


def parts(value: Any) -> list[tuple[str, Any]]:
    """The fields of a record that say something."""
    if isinstance(value, BaseModel):
        pairs = [(k, getattr(value, k)) for k in type(value).model_fields]
    elif is_dataclass(value):
        pairs = [(f.name, getattr(value, f.name)) for f in fields(value)]
    else:
        return []
    return [(k, v) for k, v in pairs if k not in HIDDEN and v not in (None, "", [], (), {}, False)]


def one_line(value: Any) -> str | None:
    """A value that fits on a line, else None."""
    if isinstance(value, Type):
        return str(value)
    if isinstance(value, E):
        return expression(value)
    if isinstance(value, FieldInfo):
        keys = f" for each {value.key}" if value.key is not None else ""
        return f"{value.owner} {value.name}{keys}: {value.type}"
    if isinstance(value, Span):
        return f"{value.line}:{value.column}"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(str, value))) + "}"
    if isinstance(value, (str, int, bool)) or value is None:
        return str(value)
    if isinstance(value, (list, tuple)) and all(isinstance(x, (str, int)) for x in value):
        return "[" + ", ".join(map(str, value)) + "]"
    return None


def expression(e: E) -> str:
    """A typed expression in one line: operation, name, parts, type."""
    inner = ", ".join("-" if a is None else expression(a) for a in e.parts)
    word, name, own = spelled(e)
    name = name or ("" if own is None or isinstance(own, (FieldInfo, Span)) else str(own))
    return f"{word}{f' {name}' if name else ''}{f'({inner})' if inner else ''}"

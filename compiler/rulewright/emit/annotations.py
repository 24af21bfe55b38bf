"""Types of the rules as annotations of Python."""

from __future__ import annotations

from ..typed.types import Type


def annotation(type: Type | None) -> str:
    if type is None or type.name == "none":
        return "None"
    if type.name == "flag":
        return "bool"
    if type.name == "text":
        return "str"
    if type.name == "bundle":
        return "tuple[int, ...]"
    if type.name == "many":
        return f"tuple[{annotation(type.item)}, ...]"
    if type.name == "map":
        return f"dict[int, {annotation(type.item)}]"
    return "int"

"""Types of the code tree as annotations of Python."""

from __future__ import annotations

from ...code.types import Type, parts_of

PLAIN = {
    "nothing": "None",
    "none": "None",
    "flag": "bool",
    "text": "str",
    "bundle": "tuple[int, ...]",
    "position": "G",
    "frame": "Then",
    "board": "Board",
    "candidates": "Candidates",
    "looks": "SideBySide",
    "reason": "tuple[str, str]",
    "any": "Any",
}
# Names that an annotation needs, and the module that has them.
NAMED = {
    "position": ("state", "G"),
    "frame": ("runtime", "Then"),
    "board": ("runtime", "Board"),
    "candidates": ("runtime", "Candidates"),
    "looks": ("runtime", "SideBySide"),
    "any": ("typing", "Any"),
}
GENERIC = {"list": "list[{}]", "set": "set[{}]", "frozen set": "frozenset[{}]", "unset": "{} | None"}


def annotation(type: Type | None) -> str:
    """A type as Python writes it."""
    if type is None:
        return "None"
    if type.name in PLAIN:
        return f"{PLAIN[type.name]} | None" if type.name == "frame" and type.optional else PLAIN[type.name]
    if type.name in GENERIC:
        return GENERIC[type.name].format(annotation(type.item))
    if type.name == "many":
        return f"tuple[{annotation(type.item)}, ...]"
    if type.name == "map":
        return f"dict[{annotation(type.key)}, {annotation(type.item)}]"
    if type.name == "record end":
        return "tuple[()]"
    if type.name == "record":
        return f"tuple[{', '.join(map(annotation, parts_of(type)))}]"
    return "int"


def names_in(type: Type | None) -> set[tuple[str, str]]:
    """The names (module, name) that the annotation of a type needs."""
    if type is None:
        return set()
    own = {NAMED[type.name]} if type.name in NAMED else set()
    return own | names_in(type.element) | names_in(type.key)

"""The types of the code tree: those of the rules, and those of the machine that runs them."""

from __future__ import annotations

from ..typed.types import BUNDLE, FLAG, NUMBER, TEXT, UNKNOWN, Type, many, map_of

NOTHING = Type("nothing")  # of a function that gives nothing
POSITION = Type("position")  # the whole state of a game
FRAME = Type("frame", optional=True)  # a continuation: what remains to be done; none: nothing
RESUMED = Type("frame")  # the continuation that is gone on with
OPTIONS = Type("list", element=NUMBER)  # a list that grows: the options of a choice
MACHINE = Type("machine")  # the table of actions, labels and choices of an engine
BOARD = Type("board")
CANDIDATES = Type("candidates")  # combinations that a search has gone through, kept by what they reach
LOOKS = Type("looks")  # pieces, and which of them look the same
REASON = Type("reason")  # a text and the rules that stand behind it
ANY = Type("any")


def list_of(item: Type) -> Type:
    """A list that grows."""
    return Type("list", element=item)


def set_of(item: Type) -> Type:
    """A set that grows."""
    return Type("set", element=item)


def constant_set(item: Type) -> Type:
    """A set that never changes."""
    return Type("frozen set", element=item)


def record(*parts: Type) -> Type:
    """A fixed number of values side by side; its parts are nested from the left."""
    made = Type("record end")
    for part in reversed(parts):
        made = Type("record", element=part, key=made)
    return made


def parts_of(type: Type) -> list[Type]:
    """The types of the values of a record."""
    found: list[Type] = []
    while type.name == "record" and type.key is not None:
        found.append(type.item)
        type = type.key
    return found


def unset(type: Type) -> Type:
    """A value that is not computed yet, or is."""
    return Type("unset", element=type)


__all__ = [
    "ANY",
    "BOARD",
    "BUNDLE",
    "CANDIDATES",
    "FLAG",
    "FRAME",
    "LOOKS",
    "MACHINE",
    "NOTHING",
    "NUMBER",
    "OPTIONS",
    "POSITION",
    "REASON",
    "RESUMED",
    "TEXT",
    "UNKNOWN",
    "Type",
    "constant_set",
    "list_of",
    "many",
    "map_of",
    "parts_of",
    "record",
    "set_of",
    "unset",
]

"""The numbers that learning programs see, straight from a native core: the same as `Observer` gives in Python."""

from __future__ import annotations

from array import array
from typing import Any, Final

from .engine import Engine, Field
from .native import SHARED, Core
from .observing import Observer
from .words import split_type

SEEN: Final = ("open", "private", "hidden")  # how far a field may be seen, as a core numbers it
TABLE, SEATS, THINGS = range(3)  # whose a field is
THING, FLAG, NUMBER, NUMBER_OR_NONE, BUNDLE, LIST, TEXT = range(7)  # how a value is told
OF: Final = {"text": -3, "flag": -2, "number": 0}  # what a list holds; -1: other things
THINGS_OF, FIRST_SORT = -1, 1


class NativeObserver:
    """How native positions of an engine are observed, for one number of players."""

    def __init__(self, core: Core, players: int) -> None:
        self.observer = Observer(core.engine, players)
        self.size = self.observer.size
        self._core = core
        self._first = core.engine.make(
            players, {option.name: option.default for option in core.engine.options}
        )
        self._of: Any = core.module.observer(array("q", self._code(core.engine)).tobytes())

    def names(self) -> tuple[str, ...]:
        """What each number of a vector is."""
        return self.observer.names()

    def vector(self, position: Any, viewer: int | None) -> array[int]:
        """What the viewer may know of a native position; None: what everybody may know."""
        found = array("q")
        found.frombytes(self._core.module.vector(self._of, position, -1 if viewer is None else viewer))
        return found

    def _code(self, engine: Engine) -> list[int]:
        """All that the core needs to know, as numbers."""
        found = [self.observer.seats, self.size, len(engine.pieces)]
        found += self._several([self._told(field) for field in self.observer.fields])
        for piece, fields in self.observer.pieces.items():
            owners = [f.attribute for f in fields if f.name == "owner" and f.type.startswith("player")]
            on_board = engine.pieces[piece].board
            found += [
                self._place(f"{piece}_alive"),
                self._place(f"{piece}_cells") if on_board else -1,
                self._place(f"{piece}_zone") if hasattr(self._first, f"{piece}_zone") else -1,
                self._place(owners[0]) if owners else -1,
                self.observer.piece_width(piece),
            ]
            hiding = [f for f in engine.fields if split_type(f.type)[1] == f"piece:{piece}"]
            found += self._several([self._told(field) for field in fields])
            found += self._several([self._told(f) for f in hiding if f.visibility != "open"])
        return found

    def _several(self, rows: list[list[int]]) -> list[int]:
        """Rows of the same length, after their number."""
        return [len(rows), *[number for row in rows for number in row]]

    def _place(self, attribute: str) -> int:
        """The number of a field in the core."""
        place: int = self._core.module.field_names.index(attribute)
        return SHARED + place

    def _told(self, field: Field) -> list[int]:
        """One field: where it is, whose, who sees it, how it is told, what of, and how many numbers that takes."""
        collection, type = split_type(field.type)
        many = isinstance(getattr(self._first, field.attribute), list)
        owner = (SEATS if field.owner == "player" else THINGS) if many else TABLE
        sorts = [f"piece:{piece}" for piece in self.observer.pieces]
        of = OF.get(type, FIRST_SORT + sorts.index(type) if type in sorts else THINGS_OF)
        width = self.observer.value_width(field)
        place, seen = self._place(field.attribute), SEEN.index(field.visibility)
        return [place, owner, seen, LIST if collection else form(type, width), of, width]


def form(type: str, width: int) -> int:
    """How a single value of a type is told."""
    if type == "number":
        return NUMBER_OR_NONE if width == 2 else NUMBER
    return {"flag": FLAG, "bundle": BUNDLE, "text": TEXT}.get(type, THING)

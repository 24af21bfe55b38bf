"""The types of the rules language, and the one type that two places agree on."""

from __future__ import annotations

from dataclasses import dataclass, replace

ZONES = ("deck", "pile", "hand", "row", "zone")  # ordered; a piece is in at most one
UNORDERED = ("hand", "zone")  # zones in which the place of a piece does not matter
COLLECTIONS = ("set", "list", "bag", *ZONES)
NONE_VALUE = -1_000_000_000  # the number that stands for `none`


@dataclass(frozen=True, slots=True)
class Type:
    """A type of the rules language."""

    name: str  # unknown none flag number text kind player cell edge piece direction resource bundle effect many map
    of: str = ""  # the kind, board, piece; "board.edges" for an edge
    element: Type | None = None  # of many and map
    key: Type | None = None  # of map
    shape: str = ""  # of many: one of COLLECTIONS
    optional: bool = False
    low: int | None = None
    high: int | None = None
    sizes: tuple[int, int, int, int] | None = None  # of a pair: lowest key and number of keys, twice

    def __str__(self) -> str:
        if self.name in ("kind", "cell", "piece", "edge"):
            text = self.of
        elif self.name == "many":
            text = f"{self.shape or 'list'} of {self.element}"
        elif self.name == "pair":
            text = f"{self.key} and {self.element}"
        elif self.name == "map":
            text = f"map from {self.key} to {self.element}"
        elif self.name == "number" and (self.low is not None or self.high is not None):
            text = f"{self.low}..{'' if self.high is None else self.high}"
        else:
            text = self.name
        return text + (" or none" if self.optional else "")

    @property
    def is_many(self) -> bool:
        """True for collections and maps."""
        return self.name in ("many", "map")

    @property
    def item(self) -> Type:
        """The type of the elements, unknown if there are none."""
        return self.element if self.element is not None else UNKNOWN


UNKNOWN = Type("unknown")
NOTHING = Type("none", optional=True)
FLAG = Type("flag")
NUMBER = Type("number")
TEXT = Type("text")
PLAYER = Type("player")
DIRECTION = Type("direction")
RESOURCE = Type("resource")
BUNDLE = Type("bundle")
EFFECT = Type("effect")
NEXT_PLAYER = Type(
    "player", of="next"
)  # how far a loop over all seats has come: one beyond the last at its end


def many(element: Type, shape: str = "list") -> Type:
    """A collection of such elements."""
    return Type("many", element=element, shape=shape)


def map_of(key: Type, value: Type) -> Type:
    """A map from keys to values."""
    return Type("map", key=key, element=value)


def pair(first: Type, low: int, size: int, second: Type, other_low: int, other_size: int) -> Type:
    """The keys of a map that is kept for each two things."""
    return Type("pair", key=first, element=second, sizes=(low, size, other_low, other_size))


def place_in(items: str) -> Type:
    """How far a loop has come through a local."""
    return Type("number", of=items)


def kind(name: str) -> Type:
    """The members of a kind."""
    return Type("kind", of=name)


def cell(board: str) -> Type:
    """The cells of a board."""
    return Type("cell", of=board)


def edge(name: str) -> Type:
    """The edges of a set."""
    return Type("edge", of=name)


def piece(name: str) -> Type:
    """The pieces of a sort."""
    return Type("piece", of=name)


def maybe(t: Type) -> Type:
    """The same type, or none."""
    return t if t.optional else replace(t, optional=True)


def sure(t: Type) -> Type:
    """The same type without none."""
    return replace(t, optional=False) if t.optional and t.name != "none" else t


def plain(t: Type) -> Type:
    """Without bounds: what is inferred for locals and parameters."""
    if t.name == "number" and (t.low is not None or t.high is not None):
        return Type("number", optional=t.optional)
    if t.name == "many" and t.element is not None:
        element, shape = plain(t.element), "set" if t.shape == "set" else "list"
        return t if element is t.element and shape == t.shape else replace(t, element=element, shape=shape)
    return t


def depth(t: Type, unknown: int = 0) -> int:
    """How many collections lie around one thing, if so many lie around an unknown one."""
    if t.is_many:
        return 1 + depth(t.item, unknown)
    return unknown if t.name == "unknown" else 0


def join(a: Type, b: Type) -> Type | None:
    """The type that holds both, or None if there is none."""
    if a == b or b.name == "unknown":
        return a
    if a.name == "unknown":
        return b
    if a.name == "none":
        return maybe(b)
    if b.name == "none":
        return maybe(a)
    optional = a.optional or b.optional
    if a.is_many and b.is_many:
        element = join(a.item, b.item)
        if element is None:
            return None
        if a.name == "map" and b.name == "map":
            return replace(a, element=element, optional=optional)
        return Type("many", element=element, shape="list", optional=optional)
    if a.name == b.name and a.of == b.of:
        found = plain(a)
        return found if found.optional == optional else replace(found, optional=optional)
    return None


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value can stand where another type is wanted (one thing stands for a collection of one)."""
    if "unknown" in (given.name, wanted.name):
        return True
    if given.name == "none":
        return wanted.optional or wanted.is_many
    if wanted.is_many:
        if given.is_many:
            return fits(given.item, wanted.item)
        return fits(sure(given), wanted.item)
    if given.is_many:
        return False
    return given.name == wanted.name and given.of == wanted.of


def this_type(owner: str) -> Type | None:
    """What `this` is in a function that stands in a kind, a board or a piece."""
    what, _, name = owner.partition(":")
    if what == "kind":
        return kind(name)
    if what == "cell":
        return cell(name)
    return piece(name) if what == "piece" else None

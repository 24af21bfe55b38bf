"""Loops of a known form: what only gathers things into a list, and what only looks whether one of them is like a value."""

from __future__ import annotations

from dataclasses import dataclass

from ...code import tree as code
from ...code.tree import Binary, Expr, Field, For, If, Local, Put, Statement
from .invariants import changes_something
from .printer import scalar
from .scope import free
from .unit import Unit

FEW = 100  # rounds of a loop that are counted together before the first


@dataclass(frozen=True, slots=True)
class Gathering:
    """A loop that puts a value for each thing into a list, or for each one for which something holds."""

    into: str
    value: Expr
    test: Expr | None

    @property
    def plain(self) -> bool:
        """Whether the value costs nothing: then it is written down for all, and those that are wanted are counted."""
        return isinstance(self.value, Local | code.Literal | code.Constant)


@dataclass(frozen=True, slots=True)
class Search:
    """A loop that looks whether an element of a list of the position, at one of several places, is or is not a value, or for that place."""

    attribute: str
    wanted: Expr
    like: bool  # whether one is sought that is like it; else one that is not
    found: tuple[Statement, ...]  # what is done if there is one; nothing: what follows the loop
    place: bool  # whether the first such place is given back


def gathering(unit: Unit, loop: For) -> Gathering | None:
    """What a loop gathers; None: it does something else as well, or may have any number of rounds."""
    if isinstance(loop.source, code.Range) and not few_rounds(loop.source):
        return None
    tested = only_case(loop)
    found = put_into(
        unit, loop.body if tested is None else tested.body, None if tested is None else tested.test
    )
    return None if found is None or found.into in free(loop.source) else found


def put_into(unit: Unit, body: code.Block, test: Expr | None) -> Gathering | None:
    """A value that statements put into a list, and nothing else; None: they do something else."""
    if len(body) != 1 or not isinstance(body[0], Put) or not isinstance(body[0].into, Local):
        return None
    into, value = body[0].into, body[0].value
    if into.type.name == "set" or into.name in free((value, test or code.NONE)):
        return None
    if any(changes_something(unit, x) for x in code.walk((value, test or code.NONE))):
        return None
    return Gathering(into.name, value, test)


def search(unit: Unit, loop: For, reads: dict[str, int]) -> Search | None:
    """What a loop looks for; None: it does something else. `reads`: how often a function reads each local."""
    case, name = only_case(loop), loop.names[0]
    if case is None or len(loop.names) > 1 or isinstance(loop.source, code.Range):
        return None
    if len(case.body) != 1 or not isinstance(case.body[0], code.Break | code.Return):
        return None
    place = gives(case.body[0], name)
    if name in free(case.body) and not place:
        return None
    test = case.test
    if not isinstance(test, Binary) or test.op not in ("==", "!=") or reads[name] > 1 + place:
        return None
    for element, wanted in ((test.left, test.right), (test.right, test.left)):
        if is_element(unit, element, name) and is_steady(wanted, name):
            assert isinstance(element, Field)
            if scalar(element.type) or scalar(wanted.type):
                left = isinstance(case.body[0], code.Break)
                return Search(element.attribute, wanted, test.op == "==", () if left else case.body, place)
    return None


def gives(s: Statement, name: str) -> bool:
    """Whether a statement gives back a local, and nothing else."""
    return isinstance(s, code.Return) and isinstance(s.value, Local) and s.value.name == name


def few_rounds(source: code.Range) -> int:
    """How many rounds a loop that counts has at most, if they are few and known; else 0."""
    low, high = (
        x.value if isinstance(x, (code.Literal, code.Constant)) else None for x in (source.low, source.high)
    )
    if not isinstance(low, int) or not isinstance(high, int):
        return 0
    return high - low if 0 < high - low <= FEW else 0


def only_case(loop: For) -> code.Case | None:
    """The case of a loop that does something in one case only."""
    first = loop.body[0] if len(loop.body) == 1 else None
    return first.cases[0] if isinstance(first, If) and len(first.cases) == 1 and not first.otherwise else None


def is_element(unit: Unit, e: Expr, name: str) -> bool:
    """Whether a value is the element of a list of the position at the place that a local has."""
    return (
        isinstance(e, Field)
        and e.attribute in unit.fields
        and isinstance(e.index, Local)
        and e.index.name == name
    )


def is_steady(e: Expr, name: str) -> bool:
    """Whether a value is at hand and the same for all things."""
    if isinstance(e, Local):
        return e.name != name
    return isinstance(e, code.Constant) or (isinstance(e, code.Literal) and e.value is not None)


def empty_list(s: Statement) -> str:
    """The local that is an empty list after a statement; "": there is none."""
    if not isinstance(s, code.Assign) or not isinstance(s.target, Local) or s.op != "=":
        return ""
    empty = isinstance(s.value, code.Collection) and not s.value.items and s.value.type.name == "list"
    return s.target.name if empty else ""


def begins(first: Statement, after: Statement | None, unit: Unit) -> str:
    """The empty list into which the loop after it gathers: it is made with room for all; "": there is none."""
    name = empty_list(first)
    found = gathering(unit, after) if name and isinstance(after, For) else None
    return name if found is not None and found.into == name else ""


def listed(unit: Unit, block: list[Statement]) -> list[Gathering]:
    """What the statements after the first one put into the list that it makes, as far as they do nothing else."""
    name = empty_list(block[0])
    found: list[Gathering] = []
    for s in block[1:] if name else ():
        case = s.cases[0] if isinstance(s, If) and len(s.cases) == 1 and not s.otherwise else None
        body = (s,) if case is None else case.body
        put = put_into(unit, body, None if case is None else case.test)
        if put is None or put.into != name:
            break
        found.append(put)
    return found

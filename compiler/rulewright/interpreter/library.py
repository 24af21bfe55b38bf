"""The library of the language over interpreted values; chance and boards are the runtime's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.typed.expr import DefineRef, Lib, figure
from rulewright_runtime import Board, RulesFailure, chance, fingerprint

from .env import Env
from .state import NONE, State, seats

if TYPE_CHECKING:
    from .values import Values


class Call(NamedTuple):
    """One call of the library."""

    v: Values
    e: Lib
    env: Env
    st: State

    def arg(self, n: int) -> Any:
        return self.v.value(self.e.arg(n), self.env, self.st)

    def all(self, n: int = 0) -> tuple[Any, ...]:
        return self.v.all(self.e.arg(n), self.env, self.st)

    @property
    def args(self) -> list[Any]:
        return [self.v.value(a, self.env, self.st) for a in self.e.arguments if a is not None]

    @property
    def chance(self) -> Any:
        """The state, as the runtime's generator takes it."""
        return self.st

    @property
    def board(self) -> Board:
        return self.v.rules.boards[self.e.of]

    def cell(self, n: int = 0) -> int:
        """A cell that is there; of no cell nothing can be read."""
        found: int = self.arg(n)
        if found < 0:
            raise RulesFailure("no cell")
        return found

    def linked(self, n: int, *given: Any) -> Any:
        """A define that was passed by its name, of these things."""
        by = self.e.arg(n)
        assert isinstance(by, DefineRef)
        takes = self.v.game.functions[by.define].params
        you = self.v.given(by.subject, self.env, self.st, self.env.you) if takes else given[0]
        return self.v.define(by.define, you, NONE, given if takes else (), self.st)


def call(v: Values, e: Lib, env: Env, st: State) -> Any:
    return FUNCTIONS[e.name](Call(v, e, env, st))


# ---------------------------------------------------------------- collections


def difference(xs: tuple[Any, ...], gone: tuple[Any, ...]) -> tuple[Any, ...]:
    rest = list(xs)
    for x in gone:
        if x in rest:
            rest.remove(x)
    return tuple(rest)


def place_of(x: Any, xs: tuple[Any, ...]) -> int:
    return xs.index(x) + 1 if x in xs else 0


def scaled(n: int, bundle: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(n * x for x in bundle)


def ordered(c: Call) -> tuple[Any, ...]:
    by = c.e.arguments[1]
    return tuple(sorted(c.all(), key=None if by is None else lambda x: c.linked(1, x)))


def linked(c: Call, a: Any, b: Any) -> bool:
    """Whether two things belong together: as a define says, or cells that are neighbours."""
    if c.e.arguments[1] is not None:
        return bool(c.linked(1, a, b))
    return b in c.v.rules.boards[c.e.arg(0).type.item.of].neighbours[a]


def groups(c: Call) -> tuple[tuple[Any, ...], ...]:
    """Things that are linked, directly or through others."""
    things = c.all()
    number = {x: i for i, x in enumerate(things)}
    for a in things:
        for b in things:
            if number[a] != number[b] and linked(c, a, b):
                low, high = sorted((number[a], number[b]))
                number = {x: low if n == high else n for x, n in number.items()}
    return tuple(tuple(x for x in things if number[x] == n) for n in dict.fromkeys(number[x] for x in things))


def copies(c: Call) -> tuple[int, ...]:
    kind = c.v.game.kinds[c.e.of]
    numbers = kind.columns["copies"].cells if "copies" in kind.columns else [None] * len(kind.members)
    has = "copies" in kind.columns
    return tuple(
        member
        for member, n in enumerate(numbers)
        for _ in range(figure(n) if n is not None else 0 if has else 1)
    )


# ---------------------------------------------------------------- players, resources, chance


def clockwise(c: Call, first: int) -> tuple[int, ...]:
    start = c.arg(0)
    return tuple((start + i) % c.st.players for i in range(first, c.st.players))


def stock(v: Values, resource: str, you: int, st: State) -> int:
    """How many a player can pay with."""
    r = v.game.resources[resource]
    if r.of:
        return sum(stock(v, x, you, st) for x in r.of)
    if "stock" in r.functions:
        return int(v.define(r.functions["stock"], you, NONE, (), st))
    return int(st.read(r.field, you, 0)) if r.field is not None else 0


def payable(c: Call) -> bool:
    you, bundle = c.arg(0), c.arg(1)
    return can_pay(c.v, [(r, n) for r, n in zip(c.v.resources, bundle) if n], you, c.st)


def can_pay(v: Values, parts: list[tuple[str, int]], you: int, st: State) -> bool:
    """Whether all parts of a price can be paid together, found out by trying."""
    due = [(v.game.resources[r].of or (r,), n) for r, n in parts]
    return is_enough({r: stock(v, r, you, st) for of, _ in due for r in of}, due)


def is_enough(held: dict[str, int], due: Sequence[tuple[Sequence[str], int]]) -> bool:
    if not due:
        return True
    (of, n), rest = due[0], due[1:]
    if n <= 0 or not of:
        return n <= 0 and is_enough(held, rest)
    first = of[0]
    return any(
        is_enough({**held, first: held[first] - x}, [(of[1:], n - x), *rest])
        for x in range(max(0, min(n, held[first])) + 1)
    )


def dice(c: Call) -> tuple[int, ...]:
    kind = c.v.game.kinds[c.e.of]
    sides = [1] * len(kind.members)
    if "sides" in kind.columns:
        sides = [0 if cell is None else figure(cell) for cell in kind.columns["sides"].cells]
    return chance.roll(c.chance, c.arg(0), tuple(sides))


# ---------------------------------------------------------------- boards and pieces


def named_place(c: Call) -> int:
    shape = c.v.game.boards[c.e.of].shape
    if shape == "grid":
        return c.board.cell(*c.args)
    place: int = c.arg(0)
    return place % c.board.size if shape == "ring" else place - 1


def top_piece(c: Call) -> int:
    pieces = c.st.on.get((c.e.of, c.arg(0)), ())
    return pieces[-1] if pieces else NONE


def path(c: Call) -> int:
    a, b = c.cell(0), c.cell(1)
    if c.e.arguments[2] is None:
        return c.board.distances[a][b]
    return c.board.path_length(a, b, tuple(x for x in c.board.cells if c.linked(2, x)))


def near(c: Call) -> bool:
    board = c.v.rules.boards[c.v.game.pieces[c.e.of].board]
    some, others = (c.st.cells[(c.e.of, c.arg(i))] for i in (0, 1))
    return any(b in board.neighbours[a] for a in some for b in others)


def around_ring(c: Call) -> int:
    of = c.e.arg(0).type
    size = len(c.v.game.kinds[of.of].members) if of.name == "kind" else c.v.rules.boards[of.of].size
    ahead: int = (c.arg(0) - c.arg(1)) % size
    return min(ahead, size - ahead)


def ends(c: Call) -> tuple[int, ...]:
    return c.v.rules.edges[c.e.of][c.cell()]


def between(c: Call) -> int:
    a, b = sorted((c.arg(0), c.arg(1)))
    edges = c.v.rules.edges[c.e.of]
    return edges.index((a, b)) if (a, b) in edges else NONE


FUNCTIONS: dict[str, Callable[[Call], Any]] = {
    "size": lambda c: len(c.all()),
    "first": lambda c: next(iter(c.all()), NONE),
    "first_some": lambda c: c.all(1)[: max(0, c.arg(0))],
    "last": lambda c: next(iter(c.all()[::-1]), NONE),
    "distinct": lambda c: tuple(dict.fromkeys(c.all())),
    "positions": lambda c: tuple(range(1, len(c.all()) + 1)),
    "fingerprint": lambda c: fingerprint(c.all()),
    "reversed": lambda c: c.all()[::-1],
    "position": lambda c: place_of(c.arg(0), c.all(1)),
    "union": lambda c: c.all(0) + c.all(1),
    "difference": lambda c: difference(c.all(0), c.all(1)),
    "sorted": ordered,
    "connected": groups,
    "members": lambda c: tuple(range(len(c.v.game.kinds[c.e.of].members))),
    "all_of": copies,
    "min": lambda c: min(c.args),
    "max": lambda c: max(c.args),
    "abs": lambda c: abs(c.arg(0)),
    "mod": lambda c: c.arg(0) % c.arg(1),
    "players": lambda c: tuple(range(c.st.players)),
    "participants": lambda c: tuple(range(seats(c.v.game, c.st))),
    "players_count": lambda c: c.st.players,
    "first_player": lambda c: 0,
    "first_seat": lambda c: 0,
    "winners": lambda c: c.st.winners,
    "game_over": lambda c: c.st.over,
    "clockwise_from": lambda c: clockwise(c, 0),
    "clockwise_after": lambda c: clockwise(c, 1),
    "next_player": lambda c: (c.arg(0) + 1) % c.st.players,
    "add_bundles": lambda c: tuple(a + b for a, b in zip(c.arg(0), c.arg(1))),
    "subtract_bundles": lambda c: tuple(max(0, a - b) for a, b in zip(c.arg(0), c.arg(1))),
    "amount_in": lambda c: c.arg(0)[c.arg(1)],
    "scale_bundle": lambda c: scaled(c.arg(0), c.arg(1)),
    "bundle_of": lambda c: scaled(1, tuple(x == c.arg(0) for x in range(len(c.v.resources)))),
    "payable": payable,
    "random_one": lambda c: chance.one_of(c.chance, c.all()),
    "random_some": lambda c: chance.some_of(c.chance, c.arg(0), c.all(1)),
    "roll": dice,
    "cells": lambda c: c.board.cells,
    "cell": named_place,
    "piece_at": top_piece,
    "pieces_at": lambda c: c.st.on.get((c.e.of, c.cell()), ()),
    "cell_of": lambda c: next(iter(c.st.cells[(c.e.of, c.cell())]), NONE),
    "cells_of": lambda c: c.st.cells[(c.e.of, c.cell())],
    "row_number": lambda c: c.board.row_of[c.cell()],
    "column_number": lambda c: c.board.column_of[c.cell()],
    "neighbours": lambda c: c.board.neighbours[c.cell()],
    "around": lambda c: c.board.around(c.cell()),
    "adjacent": lambda c: c.arg(1) in c.board.neighbours[c.cell()],
    "distance": lambda c: c.board.distances[c.cell()][c.cell(1)],
    "shared_neighbours": lambda c: tuple(
        x for x in c.board.neighbours[c.cell()] if x in c.board.neighbours[c.cell(1)]
    ),
    "line": lambda c: c.board.ray(c.arg(0), c.arg(1)),
    "lines_through": lambda c: tuple(line for line in c.board.lines(c.arg(1)) if c.cell() in line),
    "lines": lambda c: c.board.lines(c.arg(0)),
    "step": lambda c: c.board.step(*c.args),
    "row": lambda c: c.board.row(c.arg(0)),
    "column": lambda c: c.board.column(c.arg(0)),
    "row_through": lambda c: c.board.row(c.board.row_of[c.cell()]),
    "column_through": lambda c: c.board.column(c.board.column_of[c.cell()]),
    "block": lambda c: c.board.block(c.all(0), c.all(1)),
    "path_length": path,
    "touching": near,
    "edge_between": between,
    "edges_of": lambda c: tuple(range(len(c.v.rules.edges[c.e.of]))),
    "ends_of": ends,
    "ring_distance": around_ring,
}

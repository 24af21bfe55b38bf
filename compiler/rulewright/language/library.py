"""The functions and constants of the library, one row each: how they are written, what they depend on, their least value.

Their types are worked out by the handlers of `typed/infer/library.py`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of one function, whatever it is given."""

    name: str
    form: str = ""  # a call, for hints
    reads: str = ""  # beside its arguments: `pieces` on boards, `chance`, or what differs from `game` to game
    least: int | None = None  # the least number that it gives


ROWS = (
    Row("size", form="size(your hand)", least=0),
    Row("first", form="first(list) or first(3, list)"),
    Row("last", form="last(list)"),
    Row("distinct"),
    Row("positions"),
    Row("fingerprint", form="fingerprint(each c.mark for c in square)", least=0),
    Row("reversed"),
    Row("position", form="position(x, list)"),
    Row("without", form="without(list, x)"),
    Row("sorted", form="sorted(list, by: worth)"),
    Row("connected", form="connected(things, by: linked)"),
    Row("min", form="min(a, b)"),
    Row("max", form="max(a, b)"),
    Row("abs", form="abs(n)", least=0),
    Row("mod", form="mod(n, 12)"),
    Row("clockwise_from", form="clockwise_from(you)", reads="game"),
    Row("clockwise_after", form="clockwise_after(you)", reads="game"),
    Row("next_player", form="next_player(you)", reads="game"),
    Row("neighbours", form="neighbours(cell)"),
    Row("around"),
    Row("adjacent", form="adjacent(a, b)"),
    Row("distance", form="distance(a, b)", least=0),
    Row("shared_neighbours"),
    Row("directions"),
    Row("line", form="line(cell, north)"),
    Row("lines_through", form="lines_through(cell, 4)"),
    Row("step", form="step(cell, north, 2)"),
    Row("lines"),
    Row("row", form="row(board, 2)"),
    Row("column", form="column(board, 2)"),
    Row("block"),
    Row("path_length", form="path_length(a, b, through: passable)", least=0),
    Row("touching", form="touching(a, b)", reads="pieces"),
    Row("edge_between"),
    Row("edges_of"),
    Row("ends_of"),
    Row("ring_distance", least=0),
    Row("room"),
    Row("stock"),
    Row("payable", form="payable(3 coin)"),
    Row("random", form="random(1..6)"),
    Row("roll", reads="chance"),
    Row("all_of"),
    Row("list_of"),
    Row("players", reads="game"),
    Row("participants", reads="game"),
    Row("players_count", reads="game", least=0),
    Row("winners", reads="game"),
    Row("game_over", reads="game"),
    Row("first_player", reads="game"),
    Row("random_one", reads="chance"),
    Row("random_some", reads="chance"),
    Row("piece_at", reads="pieces"),
    Row("pieces_at", reads="pieces"),
    Row("cell_of", reads="pieces"),
    Row("cells_of", reads="pieces"),
)
LIBRARY = {row.name: row for row in ROWS}


def reading(what: str) -> tuple[str, ...]:
    """The names of the functions that read something beside their arguments."""
    return tuple(row.name for row in ROWS if row.reads == what)


PIECE_READERS = reading("pieces")
PER_GAME = reading("game")
CHANCE = reading("chance")


def least_of(name: str) -> int | None:
    """The least number that a function gives; None if it gives none, or any."""
    return LIBRARY[name].least if name in LIBRARY else None


def form_of(name: str) -> str:
    """How a function is called, for hints."""
    form = LIBRARY[name].form if name in LIBRARY else ""
    return f"as in `{form}`" if form else "see the list of library functions in docs/language/library.md"

"""Parts of a view by their names: one board, one player, one zone or figure, one kind of piece."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from .draw import Drawing, untied
from .words import Words

_MAP: Final = "map"


def draw_part(
    words: Words, view: dict[str, Any], name: str, width: int, colour: bool = False
) -> list[str] | None:
    """What is called so, or begins so, or has it in its name; None if nothing does."""
    parts = _parts(Drawing(words, view, width, colour))
    wanted = _simple(name)
    for test in (str.__eq__, str.startswith, str.__contains__):
        found = [drawn for called, drawn in parts if any(test(_simple(one), wanted) for one in called)]
        if found:
            return untied([line for drawn in found for line in drawn()])
    return None


def part_names(words: Words, view: dict[str, Any]) -> list[str]:
    """The names that can be asked for, as people read them."""
    return list(dict.fromkeys([called[0] for called, _ in _parts(Drawing(words, view, 80, False))]))


def _parts(drawing: Drawing) -> list[tuple[list[str], Callable[[], list[str]]]]:
    """The names of each part, the first one for people, and what draws it."""
    words, view = drawing.words, drawing.view
    found: list[tuple[list[str], Callable[[], list[str]]]] = []
    for name, board in words.engine.boards.items():
        called = [words.name(name), name, *([_MAP] if board.row_of or not _mapped(words) else [])]
        found.append((called, partial(drawing.headed_board, name)))
    for seat in view["players"]:
        found.append(([words.say(seat), seat], partial(drawing.players, [seat])))
    for field in next(iter(view["players"].values()), {}):
        found.append(([words.name(field), field], partial(drawing.players, only=field)))
    for field in view["table"]:
        found.append(([words.name(field), field], partial(drawing.table, field)))
    for piece in view["pieces"]:
        if drawing.loose_pieces(piece):
            found.append(([words.name(piece), piece], partial(drawing.loose_pieces, piece)))
    return found


def _mapped(words: Words) -> bool:
    """True if a board of the game has rows, so that it is drawn as a map."""
    return any(board.row_of for board in words.engine.boards.values())


def _simple(text: str) -> str:
    """A name without what people write differently: case, spaces around it, underscores."""
    return text.strip().lower().replace("_", " ")

"""Drawing: a player's view of a position as lines of text, from nothing but the engine's metadata."""

from __future__ import annotations

from typing import Any

from .boards import Board
from .words import Words

WIDE = 24  # what is longer stands on a line of its own


def draw(words: Words, view: dict[str, Any]) -> list[str]:
    """All of a view: the table, the boards, loose pieces, the players."""
    lines = [f"{words.name(name)}: {shown(words, value)}" for name, value in view["table"].items()]
    for name, board in words.engine.boards.items():
        found = draw_board(words, board, view["boards"][name], view["pieces"])
        if found:
            lines.extend(["", words.name(name) + ":", *found])
    loose = _loose_pieces(words, view["pieces"])
    if loose:
        lines.extend(["", *loose])
    return [*lines, "", *draw_players(words, view["players"])]


def shown(words: Words, value: Any) -> str:
    """A value of a view as text."""
    if value is None or value == [] or value == {}:
        return "-"
    if isinstance(value, bool):
        return words.say("yes") if value else words.say("no")
    if isinstance(value, dict):
        if set(value) == {"hidden"}:
            return "hidden" if value["hidden"] is True else f"{value['hidden']} hidden"
        return ", ".join([f"{words.name(key)} {shown(words, one)}" for key, one in value.items()])
    if isinstance(value, list):
        return ", ".join([shown(words, one) for one in value])
    return words.name(value) if isinstance(value, str) else str(value)


# ---------------------------------------------------------------- players


def draw_players(words: Words, players: dict[str, dict[str, Any]]) -> list[str]:
    """A table with a column for each player; what does not fit stands below it."""
    names = list(players)
    fields = list(next(iter(players.values()), {}))
    rows = {field: [shown(words, players[name][field]) for name in names] for field in fields}
    short = [field for field in fields if max([len(text) for text in rows[field]]) <= WIDE]
    table = [["", *names]] + [[words.name(field), *rows[field]] for field in short]
    lines = _aligned(table) if names else []
    for field in fields:
        if field not in short:
            lines.extend(
                [
                    f"{words.name(field)}, {name}: {text}"
                    for name, text in zip(names, rows[field], strict=True)
                ]
            )
    return lines


def _aligned(table: list[list[str]]) -> list[str]:
    widths = [max([len(row[i]) for row in table]) for i in range(len(table[0]))]
    return [
        "  ".join([text.ljust(width) for text, width in zip(row, widths, strict=True)]).rstrip()
        for row in table
    ]


# ---------------------------------------------------------------- boards


def draw_board(words: Words, board: Board, fields: dict[str, Any], pieces: dict[str, Any]) -> list[str]:
    """Rows of symbols with a legend where the board has rows, otherwise what stands on each cell."""
    content = _contents(board, fields, pieces)
    lines: list[str] = []
    if board.row_of:
        symbols = symbols_for([name for names in content for name in names])
        texts = ["".join([symbols[name] for name in names]) or "." for names in content]
        lines = _rows(board, texts)
        if symbols:
            legend = ", ".join([f"{symbol} {words.name(name)}" for name, symbol in symbols.items()])
            lines.append(f"({legend})")
    else:
        for cell, names in enumerate(content):
            if names:
                lines.append(
                    f"  {words.name(board.names[cell])}: {', '.join([words.name(one) for one in names])}"
                )
    for edges in board.edges.values():
        lines.extend(_edge_lines(words, board, edges.name, fields))
    return lines


def _edge_lines(words: Words, board: Board, edges: str, fields: dict[str, Any]) -> list[str]:
    names = {board.edge_name(edges, edge) for edge in range(board.edges[edges].size)}
    lines: list[str] = []
    for field, values in fields.items():
        for name, value in values.items():
            if name in names and value not in (None, False, []):
                lines.append(f"  {name}: {words.name(field)} {shown(words, value)}")
    return lines


def _contents(board: Board, fields: dict[str, Any], pieces: dict[str, Any]) -> list[list[str]]:
    """For each cell what is to be seen there: values of its fields, then pieces."""
    found: list[list[str]] = [[] for _ in board.names]
    for field, values in fields.items():
        for name, value in values.items():
            if name in board.cell_named:
                found[board.cell_named[name]].extend(_seen(field, value))
    for piece, ones in pieces.items():
        for one in ones:
            for name in one.get("cells", ()):
                if name in board.cell_named:
                    found[board.cell_named[name]].append(_piece_label(piece, one))
    return found


def _seen(field: str, value: Any) -> list[str]:
    """What of a cell's field is worth a symbol."""
    if value is None or value is False or value == 0:
        return []
    if value is True:
        return [field]
    if isinstance(value, list):
        return [text for one in value for text in _seen(field, one)]
    if isinstance(value, dict):
        return []
    return [f"{field} {value}" if isinstance(value, int) else str(value)]


def _piece_label(piece: str, one: dict[str, Any]) -> str:
    parts = [
        value for name, value in one.items() if name not in ("piece", "cells") and isinstance(value, str)
    ]
    return " ".join(parts) or piece


def _rows(board: Board, texts: list[str]) -> list[str]:
    """The rows of a grid or of hexagons, each cell as wide as the widest."""
    width = max([len(text) for text in texts], default=1) + 1
    lines: list[str] = []
    if board.shape == "grid":
        head = "".join([str(column).rjust(width) for column in range(1, board.columns + 1)])
        lines.append("   " + head)
    rows = sorted(set(board.row_of))
    for row in rows:
        cells = [cell for cell in board.cells if board.row_of[cell] == row]
        label, shift = str(row), ""
        if board.hex_rows:
            label, shifted, _ = board.hex_rows[row - 1]
            shift = " " * (width // 2) if shifted else ""
        lines.append(label.rjust(3) + shift + "".join([texts[cell].rjust(width) for cell in cells]))
    return lines


def symbols_for(names: list[str]) -> dict[str, str]:
    """A short symbol for each name: its initials, longer or numbered where two would be the same."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        if name in found:
            continue
        parts = name.replace("_", " ").split()
        initials = "".join([part[0] for part in parts])
        tries = [initials, *[name[:length] for length in (2, 3)], *[f"{initials}{n}" for n in range(2, 100)]]
        symbol = next((one for one in tries if one not in taken), name)
        found[name] = symbol
        taken.add(symbol)
    return found


def _loose_pieces(words: Words, pieces: dict[str, Any]) -> list[str]:
    """Pieces that stand on no board."""
    lines: list[str] = []
    for piece, ones in pieces.items():
        loose = [_piece_label(piece, one) for one in ones if not one.get("cells")]
        if loose:
            texts = [" ".join([words.name(part) for part in label.split(" ")]) for label in loose]
            lines.append(f"{words.name(piece)}: {', '.join(texts)}")
    return lines

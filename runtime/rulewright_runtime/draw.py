"""Drawing: a player's view of a position as lines of text, from nothing but the engine's metadata."""

from __future__ import annotations

from typing import Any, Final

from . import tints
from .boards import Board
from .codes import TIED, Codes, is_nothing
from .draw_columns import aligned, broken, fits_turned, wrapped
from .draw_maps import grid_rows, hex_rows
from .draw_values import counted, covered, idle, padded, short_name, shown, visible, without_notes
from .sized import board_shown
from .words import Words, split_type

__all__ = ["WIDTH", "draw", "shown", "visible"]

WIDTH: Final = 100
_LEAST_COLUMN: Final = 8  # of a player


def draw(words: Words, view: dict[str, Any], width: int = WIDTH, colour: bool = False) -> list[str]:
    """All of a view: the table, the boards, loose pieces, the players."""
    return untied(Drawing(words, view, width, colour).all())


def untied(lines: list[str]) -> list[str]:
    """Lines that are broken already, with spaces as any others."""
    return [line.replace(TIED, " ") for line in lines]


class Drawing:
    """One drawing of one view."""

    def __init__(self, words: Words, view: dict[str, Any], width: int, colour: bool) -> None:
        self.words = words
        self.view = view
        self.width = max(width, 40)
        self.colour = colour
        self.seats: list[str] = list(view["players"])
        self.short = {name: short_name(words.say(name)) for name in self.seats}
        engine = words.engine
        self.types: dict[tuple[str, str], str] = {(f.owner, f.name): f.type for f in engine.fields}
        self.types.update({(c.owner, c.name): c.type for c in engine.computed})

    def all(self) -> list[str]:
        """The lines of the whole view: table, boards, pieces on no board, players."""
        lines = self.table()
        for name in self.words.engine.boards:
            found = self.headed_board(name)
            lines.extend(["", *found] if found else [])
        loose = self.loose_pieces()
        if loose:
            lines.extend(["", *loose])
        players = self.players()
        return [*lines, "", *players] if players else lines

    # ------------------------------------------------------------ text

    def strong(self, text: str) -> str:
        """A text in bold if colours are wished, else as it is."""
        return tints.strong(text) if self.colour else text

    def tinted(self, text: str, seat: str) -> str:
        """In the colour of a seat."""
        if not self.colour or seat not in self.seats:
            return text
        return tints.of_seat(text, self.seats.index(seat))

    def wrapped(self, text: str, indent: str = "  ", first: str = "") -> list[str]:
        """A text broken into lines of the drawing's width; none of an empty one."""
        return wrapped(text, self.width, indent, first) if text else []

    def table(self, only: str = "") -> list[str]:
        """What lies on the table: short values side by side, long ones on lines of their own."""
        if only:
            text = f"{self.words.name(only)}: {shown(self.words, self.view['table'][only])}"
            return self.wrapped(text)
        short: list[str] = []
        lines: list[str] = []
        for name, value in self.view["table"].items():
            if is_nothing(value) or (isinstance(value, dict) and "hidden" not in value and idle(value)):
                continue
            text = f"{self.words.name(name)}: {shown(self.words, value)}"
            if len(text) <= self.width // 4:
                short.append(text.replace(" ", TIED))
            else:
                lines.extend(self.wrapped(text))
        return [*self.wrapped("   ".join(short), ""), *lines]

    # ------------------------------------------------------------ players

    def players(self, seats: list[str] | None = None, only: str = "") -> list[str]:
        """A table with a column for each player; what says nothing of anybody is left out."""
        players = self.view["players"]
        seats = self.seats if seats is None else seats
        rows: list[tuple[str, list[str]]] = []
        for field in next(iter(players.values()), {}):
            values = [players[name][field] for name in seats]
            silent = field not in self.words.engine.resources and all(
                idle(value) or covered(value) for value in values
            )
            if field == only or not (only or silent):
                rows.append((self.words.name(field), [shown(self.words, value) for value in values]))
        if not rows:
            return []
        label = min(max([len(name) for name, _ in rows], default=0), self.width // 4)
        at_once = max(1, (self.width - label) // (_LEAST_COLUMN + 2))
        lines: list[str] = []
        for first in range(0, len(seats), at_once):
            part = [(name, texts[first : first + at_once]) for name, texts in rows]
            lines.extend(self.columns_of(seats[first : first + at_once], part, label))
        return lines

    def columns_of(self, seats: list[str], rows: list[tuple[str, list[str]]], label: int) -> list[str]:
        """Some players side by side."""
        room = max(_LEAST_COLUMN, (self.width - label) // len(seats) - 2)
        widest = max([len(text) for _, texts in rows for text in texts], default=0)
        room = min(room, max([widest, *[len(self.words.say(name)) for name in seats]]))
        names = [self.tinted(padded(self.words.say(name)[:room], room), name) for name in seats]
        lines = [("  ".join([" " * label, *names])).rstrip()]
        for name, texts in rows:
            columns = [broken(name, max(label, 1))]
            columns.extend([broken(text, room) for text in texts])
            for i in range(max([len(column) for column in columns])):
                parts = [column[i] if i < len(column) else "" for column in columns]
                sized = [padded(part, label if at == 0 else room) for at, part in enumerate(parts)]
                lines.append("  ".join(sized).rstrip())
        return lines

    # ------------------------------------------------------------ boards

    def headed_board(self, name: str) -> list[str]:
        """A board below its name; nothing if there is nothing to see."""
        found = self.board(board_shown(self.words.engine, name, self.view["table"].__getitem__))
        return [self.strong(self.words.name(name)), *found] if found else []

    def board(self, board: Board) -> list[str]:
        """A map with a legend where the board has rows, otherwise a line for each cell."""
        lines = self.map(board) if board.row_of else self.cells(board)
        for edges in board.edges.values():
            lines.extend(self.edges(board, edges.name))
        return lines

    def fields_of(self, board: Board) -> dict[str, dict[str, Any]]:
        """The fields and computed figures of a board's cells."""
        owner = "cell:" + board.name
        fields: dict[str, dict[str, Any]] = self.view["boards"][board.name]
        return {name: values for name, values in fields.items() if (owner, name) in self.types}

    def pieces_on(self, board: Board) -> dict[str, list[dict[str, Any]]]:
        """By sort of piece, those that stand on the board."""
        engine = self.words.engine
        return {
            name: [one for one in ones if one["cells"]]
            for name, ones in self.view["pieces"].items()
            if engine.pieces[name].board == board.name
        }

    def standing(self, board: Board) -> dict[str, list[str]]:
        """By cell, the pieces that stand on it, in words."""
        found: dict[str, list[str]] = {}
        for piece, ones in self.pieces_on(board).items():
            for one in ones:
                for cell in one["cells"]:
                    found.setdefault(cell, []).append(self.piece_words(piece, one))
        return found

    def edges(self, board: Board, edges: str) -> list[str]:
        """One line for each value that stands on an edge."""
        names = {board.edge_name(edges, edge) for edge in range(board.edges[edges].size)}
        lines: list[str] = []
        for field, values in self.view["boards"][board.name].items():
            for name, value in values.items():
                if name in names and value not in (None, False, []):
                    text = f"{name}: {self.words.name(field)} {shown(self.words, value)}"
                    lines.extend(self.wrapped(text, "    ", "  "))
        return lines

    # ------------------------------------------------------------ boards with rows

    def map(self, board: Board) -> list[str]:
        """A board with rows as a map, with the legend of its codes."""
        fields, pieces = self.fields_of(board), self.pieces_on(board)
        types = [self.types["cell:" + board.name, name] for name in fields]
        for piece in pieces:
            types.extend([type for (owner, _), type in self.types.items() if owner == "piece:" + piece])
        codes = Codes(self.words, self.seats, types)
        grounds = [self.ground(board, codes, fields, name) for name in board.names]
        texts = [""] * len(grounds)
        spans: list[list[int]] = []
        for piece, ones in pieces.items():
            for one in ones:
                cells = [board.cell_named[name] for name in one["cells"]]
                for cell in cells:
                    texts[cell] += self.piece_code(codes, piece, one)
                if len(cells) > 1:
                    spans.append(cells)
        if board.hex_rows:
            lines = hex_rows(self.words, board, grounds, texts, self.width)
        else:
            whole = [ground + text for ground, text in zip(grounds, texts, strict=True)]
            lines = grid_rows(self.words, board, whole, spans, self.width)
        legend = codes.legend()
        return [*lines, *self.wrapped(legend, "   ", "   ")] if legend else lines

    def ground(self, board: Board, codes: Codes, fields: dict[str, dict[str, Any]], cell: str) -> str:
        """What a cell's own fields show, in the colours of the land and of the owner.

        Two fields of one kind with the same value show it once; otherwise the first has become the second.
        """
        found: list[tuple[str, str, str]] = []  # type, code, value
        owner = ""
        for name, values in fields.items():
            type = self.types["cell:" + board.name, name]
            value = values[cell]
            code = codes.of(name, type, value)
            if split_type(type)[1] in ("player", "participant") and isinstance(value, str):
                owner = value
            same = [i for i, (other, _, _) in enumerate(found) if other == type and type.startswith("kind:")]
            if code and same and found[same[0]][1] != code:
                found.insert(same[-1] + 1, (type, ">" + code, value))
            elif code and not same:
                found.append((type, code, value))
        return "".join([self.coloured(code, value, owner) for _, code, value in found])

    def coloured(self, code: str, value: Any, owner: str) -> str:
        """A code on the colour of what it stands for, or in that of the owner of the cell."""
        if not self.colour:
            return code
        coloured = tints.of_word(code, value) if isinstance(value, str) else code
        return coloured if coloured != code else self.tinted(code, owner)

    def piece_code(self, codes: Codes, piece: str, one: dict[str, Any]) -> str:
        """Of a piece its kinds, its owner, the way it looks, and what holds of it."""
        owner = ""
        found: list[str] = []
        for name, value in one.items():
            type = self.types.get(("piece:" + piece, name), "")
            what = split_type(type)[1].partition(":")[0]
            if what in ("kind", "player", "participant", "direction", "flag") and not split_type(type)[0]:
                found.append(codes.of(name, type, value))
            if what in ("player", "participant") and isinstance(value, str):
                owner = value
        if not any(found):
            found.append(codes.note(codes.named(piece), self.words.name(piece)))
        return self.tinted("".join(found), owner)

    # ------------------------------------------------------------ boards without rows

    def cells(self, board: Board) -> list[str]:
        """A table with a line for each cell where there is anything to see; those of a graph with what they border on."""
        words = self.words
        fields, pieces, places = self.fields_of(board), self.pieces_on(board), self.places_on(board)
        heads = [words.name(name) for name in (*fields, *pieces, *places)]
        borders = self.borders(board) if board.shape == "graph" else {}
        if borders:
            heads.append(words.say("borders on"))
        rows: list[list[str]] = []
        for name in board.names:
            row = [shown(words, values[name]) for values in fields.values()]
            for piece, ones in pieces.items():
                here = [self.piece_words(piece, one) for one in ones if name in one["cells"]]
                row.append(", ".join(counted(here)))
            for seats in places.values():
                row.append(", ".join([words.say(seat) for seat, place in seats.items() if place == name]))
            rows.append([*row, borders[name]] if borders else row)
        kept = [i for i in range(len(heads)) if any(row[i] not in ("", "-", "0") for row in rows)]
        table = [["", *[heads[i] for i in kept]]]
        for name, row in zip(board.names, rows, strict=True):
            texts = [row[i] for i in kept]
            if any(text not in ("", "-", "0", words.say("no")) for text in texts):
                table.append([words.name(name), *texts])
        if not kept or len(table) < 2:
            return []
        turned = [list(column) for column in zip(*table, strict=True)]
        fits = fits_turned(turned, self.width)
        return aligned(turned if fits and len(turned) <= len(table) else table, self.width)

    def places_on(self, board: Board) -> dict[str, dict[str, Any]]:
        """Fields of players that name one cell of a board: who is where."""
        players = self.view["players"]
        names = [
            name
            for (owner, name), type in self.types.items()
            if owner == "player" and type.removesuffix(" or none") == "cell:" + board.name
        ]
        return {name: {seat: players[seat][name] for seat in self.seats} for name in names}

    def borders(self, board: Board) -> dict[str, str]:
        """Of each cell those beside it, by their names alone: what a label says after a comma is told where the cell stands."""
        board = self.words.engine.maps.get(board.name, {}).get(len(self.seats), board)
        short = [without_notes(self.words.name(name)).partition(",")[0] for name in board.names]
        beside = [
            ", ".join([short[other].replace(" ", TIED) for other in cells]) for cells in board.neighbours
        ]
        return dict(zip(board.names, beside, strict=True))

    def piece_words(self, piece: str, one: dict[str, Any]) -> str:
        """A piece in words, without the place where it stands."""
        parts: list[str] = []
        owner = ""
        for name, value in one.items():
            type = split_type(self.types.get(("piece:" + piece, name), ""))[1]
            if type in ("player", "participant") and isinstance(value, str):
                owner = f"{TIED}({self.short[value]})"
            elif isinstance(value, str) and type.startswith("cell:"):
                parts.append(f"{self.words.name(name)}{TIED}{self.words.name(value)}")
            elif isinstance(value, str) and type and not type.startswith("piece:"):
                parts.append(self.words.name(value))
            elif type == "flag" and value is True:
                parts.append(self.words.name(name))
        return (" ".join(parts) or self.words.name(piece)) + owner

    # ------------------------------------------------------------ loose pieces

    def held(self, piece: str) -> list[str]:
        """Of each loose piece that holds something, what it is and what it holds."""
        owner = "piece:" + piece
        names = [f.name for f in self.words.engine.fields if f.owner == owner and split_type(f.type)[0]]
        if not names:
            return []
        return [
            " ".join([without_notes(self.piece_words(piece, one)), *self.held_by(one, names)])
            for one in self.view["pieces"][piece]
            if not one.get("cells")
        ]

    def held_by(self, one: dict[str, Any], names: list[str]) -> list[str]:
        """Fields of a piece or a player that hold something, each in brackets."""
        return [
            f"({self.words.name(name)} {shown(self.words, one[name])})" for name in names if one.get(name)
        ]

    def loose_pieces(self, only: str = "") -> list[str]:
        """Pieces that stand on no board: those that hold something one by one, others unless a zone shows them."""
        engine = self.words.engine
        zoned = {split_type(type)[1] for type in self.types.values() if split_type(type)[0]}
        lines: list[str] = []
        for piece, ones in self.view["pieces"].items():
            if only not in ("", piece):
                continue
            loose = [one for one in ones if not one.get("cells")]
            owner = "piece:" + piece
            holds = any(f.owner == owner and split_type(f.type)[0] for f in engine.fields)
            if holds and loose:
                lines.extend([self.strong(self.words.name(piece)), *self.holders(piece, loose), ""])
            elif loose and owner not in zoned:
                texts = [self.piece_words(piece, one) for one in loose]
                lines.extend(self.wrapped(f"{self.words.name(piece)}: {', '.join(counted(texts))}"))
        return lines[:-1] if lines and not lines[-1] else lines

    def holders(self, piece: str, ones: list[dict[str, Any]]) -> list[str]:
        """A line for each of some pieces with what it holds."""
        owner = "piece:" + piece
        names = [name for (of, name), type in self.types.items() if of == owner and split_type(type)[0]]
        table = [["", *[self.words.name(name) for name in names]]]
        for one in ones:
            table.append(
                [self.piece_words(piece, one), *[shown(self.words, one.get(name)) for name in names]]
            )
        kept = [i for i in range(len(table[0])) if i == 0 or any(row[i] != "-" for row in table[1:])]
        return aligned([[row[i] for i in kept] for row in table], self.width)

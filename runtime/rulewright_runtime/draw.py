"""Drawing: a player's view of a position as lines of text, from nothing but the engine's metadata."""

from __future__ import annotations

import re
import textwrap
from typing import Any, Final

from . import tints
from .boards import Board
from .codes import TIED, Codes, is_nothing
from .words import Words, split_type

WIDTH: Final = 100
EMPTY: Final = "."
_NUMBERED: Final = re.compile(r" #\d+$")
_ESCAPE: Final = re.compile("\033\\[[0-9;]*m")


def draw(words: Words, view: dict[str, Any], width: int = WIDTH, colour: bool = False) -> list[str]:
    """All of a view: the table, the boards, loose pieces, the players."""
    return _Drawing(words, view, width, colour).all()


def shown(words: Words, value: Any) -> str:
    """A value of a view as text; in a map what is nothing is left out."""
    if value is None or value == [] or value == {}:
        return "-"
    if isinstance(value, bool):
        return words.say("yes") if value else words.say("no")
    if isinstance(value, dict):
        return _map_text(words, value)
    if isinstance(value, list):
        return ", ".join(_counted([_element(words, one) for one in value]))
    return words.name(value) if isinstance(value, str) else str(value)


def _element(words: Words, value: Any) -> str:
    """One of a list; of a piece what it is like, not that it is one nor its number among its equals."""
    if isinstance(value, str):
        first, _, rest = _NUMBERED.sub("", value).partition(" ")
        if first in words.engine.pieces and rest and not rest.startswith("at "):
            parts = rest.split(" ")
            told = [part for part in parts if part != "0" and not _is_cell(words, part)] or parts
            figures = "/".join([part for part in told if part.isdecimal()])  # as 2/3: line 2, place 3
            named = [_without_notes(words.name(part)) for part in told if not part.isdecimal()]
            return " ".join([figures, *named] if figures else named)
    return shown(words, value)


def _is_cell(words: Words, name: str) -> bool:
    return any(name in board.cell_named for board in words.engine.boards.values())


def _without_notes(label: str) -> str:
    """A label without the brackets at its end: what they say is for those who choose, and would fill the table."""
    return label.partition(" (")[0] if label.endswith(")") else label


def _map_text(words: Words, value: dict[str, Any]) -> str:
    if set(value) == {"hidden"}:
        if value["hidden"] is True:
            return words.say("hidden")
        return words.fill("{n} hidden", n=str(value["hidden"]))
    parts: list[str] = []
    for key, one in value.items():
        if one is True:
            parts.append(words.name(key))
        elif not is_nothing(one) and one != 0:
            label = words.name(key)
            mark = ":" if isinstance(one, list) or any(letter.isdecimal() for letter in label) else ""
            parts.append(f"{label}{mark} {shown(words, one)}".replace(" ", TIED if not mark else " "))
    return (", " if all(":" not in part for part in parts) else "; ").join(parts) or "-"


def _idle(value: Any) -> bool:
    """Whether a value says nothing: none, no, nought, or a map of such."""
    if isinstance(value, dict):
        return all(_idle(one) for one in value.values())
    return is_nothing(value) or value == 0


def _covered(value: Any) -> bool:
    """A single thing that may lie there or not: nobody learns anything from it."""
    return isinstance(value, dict) and value.get("hidden") is True


def _counted(texts: list[str]) -> list[str]:
    """Equal texts once, with their number; short ones, as figures are, stay apart."""
    found: dict[str, int] = {}
    for text in texts:
        found[text] = found.get(text, 0) + 1
    if any(len(text) < 3 for text in texts):
        return texts
    return [text if n == 1 else f"{n} × {text}" for text, n in found.items()]


def visible(text: str) -> int:
    """How many columns a text takes."""
    return len(_ESCAPE.sub("", text)) if "\033" in text else len(text)


def padded(text: str, width: int) -> str:
    return text + " " * (width - visible(text))


class _Drawing:
    """One drawing of one view."""

    def __init__(self, words: Words, view: dict[str, Any], width: int, colour: bool) -> None:
        self.words = words
        self.view = view
        self.width = max(width, 40)
        self.colour = colour
        self.seats: list[str] = list(view["players"])
        self.short = {name: _short_name(words.say(name)) for name in self.seats}
        engine = words.engine
        self.types: dict[tuple[str, str], str] = {(f.owner, f.name): f.type for f in engine.fields}
        self.types.update({(c.owner, c.name): c.type for c in engine.computed})

    def all(self) -> list[str]:
        lines = self.table()
        for name, board in self.words.engine.boards.items():
            found = self.board(board)
            if found:
                lines.extend(["", self.strong(self.words.name(name)), *found])
        loose = self.loose_pieces()
        if loose:
            lines.extend(["", *loose])
        players = self.players()
        lines = [*lines, "", *players] if players else lines
        return [line.replace(TIED, " ") for line in lines]

    # ------------------------------------------------------------ text

    def strong(self, text: str) -> str:
        return tints.strong(text) if self.colour else text

    def tinted(self, text: str, seat: str) -> str:
        """In the colour of a seat."""
        if not self.colour or seat not in self.seats:
            return text
        return tints.of_seat(text, self.seats.index(seat))

    def wrapped(self, text: str, indent: str = "  ", first: str = "") -> list[str]:
        return textwrap.wrap(
            text,
            self.width,
            initial_indent=first,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )

    def table(self) -> list[str]:
        """What lies on the table: short values side by side, long ones on lines of their own."""
        short: list[str] = []
        lines: list[str] = []
        for name, value in self.view["table"].items():
            if is_nothing(value) or (isinstance(value, dict) and "hidden" not in value and _idle(value)):
                continue
            text = f"{self.words.name(name)}: {shown(self.words, value)}"
            if len(text) <= self.width // 4:
                short.append(text.replace(" ", TIED))
            else:
                lines.extend(self.wrapped(text))
        return [*self.wrapped("   ".join(short), ""), *lines]

    # ------------------------------------------------------------ players

    def players(self) -> list[str]:
        """A table with a column for each player; what says nothing of anybody is left out."""
        players = self.view["players"]
        rows: list[tuple[str, list[str]]] = []
        for field in next(iter(players.values()), {}):
            values = [players[name][field] for name in self.seats]
            if field in self.words.engine.resources or not all(
                _idle(value) or _covered(value) for value in values
            ):
                rows.append((self.words.name(field), [shown(self.words, value) for value in values]))
        if not rows:
            return []
        label = min(max([len(name) for name, _ in rows], default=0), self.width // 4)
        room = max(8, (self.width - label) // len(self.seats) - 2)
        widest = max([len(text) for _, texts in rows for text in texts], default=0)
        room = min(room, max([widest, *[len(self.words.say(name)) for name in self.seats]]))
        names = [self.tinted(padded(self.words.say(name), room), name) for name in self.seats]
        lines = [("  ".join([" " * label, *names])).rstrip()]
        for name, texts in rows:
            columns = [_broken(name, max(label, 1))]
            columns.extend([_broken(text, room) for text in texts])
            for i in range(max([len(column) for column in columns])):
                parts = [column[i] if i < len(column) else "" for column in columns]
                sized = [padded(part, label if at == 0 else room) for at, part in enumerate(parts)]
                lines.append("  ".join(sized).rstrip())
        return lines

    # ------------------------------------------------------------ boards

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
        """kind of piece -> those that stand on the board."""
        engine = self.words.engine
        return {
            name: [one for one in ones if one["cells"]]
            for name, ones in self.view["pieces"].items()
            if engine.pieces[name].board == board.name
        }

    def edges(self, board: Board, edges: str) -> list[str]:
        names = {board.edge_name(edges, edge) for edge in range(board.edges[edges].size)}
        lines: list[str] = []
        for field, values in self.view["boards"][board.name].items():
            for name, value in values.items():
                if name in names and value not in (None, False, []):
                    lines.append(f"  {name}: {self.words.name(field)} {shown(self.words, value)}")
        return lines

    # ------------------------------------------------------------ boards with rows

    def map(self, board: Board) -> list[str]:
        fields, pieces = self.fields_of(board), self.pieces_on(board)
        types = [self.types["cell:" + board.name, name] for name in fields]
        for piece in pieces:
            types.extend([type for (owner, _), type in self.types.items() if owner == "piece:" + piece])
        codes = Codes(self.words, self.seats, types)
        texts = [self.ground(board, codes, fields, name) for name in board.names]
        spans: list[list[int]] = []
        for piece, ones in pieces.items():
            for one in ones:
                cells = [board.cell_named[name] for name in one["cells"]]
                for cell in cells:
                    texts[cell] += self.piece_code(codes, piece, one)
                if len(cells) > 1:
                    spans.append(cells)
        width = max([1, *[visible(text) for text in texts]])
        if board.hex_rows:
            lines = self.hex_rows(board, texts, max(width, 3))
        else:
            lines = self.grid_rows(board, texts, width, spans)
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

    def grid_rows(self, board: Board, texts: list[str], width: int, spans: list[list[int]]) -> list[str]:
        """Rows and columns with their numbers; a piece on several cells is joined by strokes."""
        joined = {(a, b) for cells in spans for a in cells for b in cells if a < b}
        numbers = range(1, board.columns + 1)
        lines = ["    " + "  ".join([str(number).ljust(width) for number in numbers]).rstrip()]
        for row in range(1, board.rows + 1):
            cells = board.row(row)
            line = str(row).rjust(2) + "  "
            for cell in cells:
                linked = cell != cells[-1] and (cell, cell + 1) in joined
                fill = "═" if linked else " "
                line += (texts[cell] or EMPTY) + fill * (width - visible(texts[cell] or EMPTY) + 2)
            lines.append(line.rstrip())
            below = [cell for cell in cells if (cell, cell + board.columns) in joined]
            if below:
                lines.append(
                    "    "
                    + "".join([("║" if cell in below else " ").ljust(width + 2) for cell in cells]).rstrip()
                )
        return lines

    def hex_rows(self, board: Board, texts: list[str], width: int) -> list[str]:
        """Staggered rows, each cell with its name above it."""
        room = max(width, max([len(name) for name in board.names], default=1)) + 2
        lines: list[str] = []
        for row, (_, shifted, _) in enumerate(board.hex_rows, 1):
            cells = [cell for cell in board.cells if board.row_of[cell] == row]
            shift = "  " + (" " * (room // 2) if shifted else "")
            bare = [not texts[cell] for cell in cells]
            above = ["" if empty else board.names[cell] for cell, empty in zip(cells, bare, strict=True)]
            lines.append((shift + "".join([name.ljust(room) for name in above])).rstrip())
            lines.append((shift + "".join([padded(texts[cell] or EMPTY, room) for cell in cells])).rstrip())
        return lines

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
                row.append(", ".join(_counted(here)))
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
        fits = sum([size + 2 for size in _widths(turned)]) <= self.width
        return self.aligned(turned if fits and len(turned) <= len(table) else table)

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
        short = [_without_notes(self.words.name(name)).partition(",")[0] for name in board.names]
        beside = [
            ", ".join([short[other].replace(" ", TIED) for other in cells]) for cells in board.neighbours
        ]
        return dict(zip(board.names, beside, strict=True))

    def aligned(self, table: list[list[str]]) -> list[str]:
        """Columns side by side; if they are too wide, the widest ones are broken into lines."""
        widths = _widths(table)
        least = [max([8, *[_longest_item(row[i]) for row in table]]) for i in range(len(widths))]
        while sum(widths) + 2 * len(widths) - 2 > self.width and max(widths) > 8:
            lists = [i for i, size in enumerate(widths) if size > least[i]]
            widest = max(lists or range(len(widths)), key=widths.__getitem__)
            widths[widest] -= 1
        lines: list[str] = []
        for row in table:
            cells = [_broken(text, size) for text, size in zip(row, widths, strict=True)]
            for i in range(max([len(cell) for cell in cells])):
                parts = [cell[i] if i < len(cell) else "" for cell in cells]
                sized = [part.ljust(size) for part, size in zip(parts, widths, strict=True)]
                lines.append("  ".join(sized).rstrip())
        return lines

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

    def loose_pieces(self) -> list[str]:
        """Pieces that stand on no board: those that hold something one by one, others unless a zone shows them."""
        engine = self.words.engine
        zoned = {split_type(type)[1] for type in self.types.values() if split_type(type)[0]}
        lines: list[str] = []
        for piece, ones in self.view["pieces"].items():
            loose = [one for one in ones if not one.get("cells")]
            owner = "piece:" + piece
            holds = any(f.owner == owner and split_type(f.type)[0] for f in engine.fields)
            if holds and loose:
                lines.extend([self.strong(self.words.name(piece)), *self.holders(piece, loose), ""])
            elif loose and owner not in zoned:
                texts = [self.piece_words(piece, one) for one in loose]
                lines.extend(self.wrapped(f"{self.words.name(piece)}: {', '.join(_counted(texts))}"))
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
        return self.aligned([[row[i] for i in kept] for row in table])


def _broken(text: str, width: int) -> list[str]:
    """The lines of a text in a column."""
    return textwrap.wrap(text, width, break_on_hyphens=False) or [""]


def _longest_item(text: str) -> int:
    """How wide a list must be so that each of its items stays whole."""
    return max([len(item) + 1 for item in text.split(", ")])


def _widths(table: list[list[str]]) -> list[int]:
    return [max([1, *[len(row[i]) for row in table]]) for i in range(len(table[0]))]


def _short_name(name: str) -> str:
    """ "2" of "player 2"; other names stay."""
    word = name.split()[-1] if name.split() else name
    return word if word.isdecimal() else name

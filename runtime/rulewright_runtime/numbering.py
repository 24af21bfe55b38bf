"""A fixed number for every answer: what learning programs act by, one finite list of actions for a whole game.

A number names a thing: a cell, a member of a kind, a branch of one choice, an action of a menu. It means the same
in every position; which question it answers is part of what a player observes. What has no number of its own (large
numbers, the ninth of nine equal pieces) is numbered by its place among such options; if there are more of them than
places, the last action shows the next lot. So every option of every decision can be reached.
"""

from __future__ import annotations

from typing import Any, Final

from .core import FREE, NONE, Position
from .engine import Engine
from .meanings import unique_names
from .pairs import halves, types_of
from .plain import Checker
from .things import plain_seats, thing_names
from .views import hidden_pieces
from .words import Words

NOTHING: Final = 0  # taking nothing, or no more
MORE: Final = 1  # shows the next options that have no number of their own
REST: Final = 2  # the first of those
PLACES: Final = 32  # for them
NUMBERS: Final = 32  # numbers from 0 that are actions themselves
ALIKE: Final = 8  # pieces that look alike and have numbers each


class Numbering:
    """The actions of an engine for one number of players."""

    def __init__(self, engine: Engine, players: int) -> None:
        self.engine = engine
        self.players = players
        self._checker = Checker(engine, players)
        self._first: dict[str, int] = {}  # block -> its first action
        self._count: dict[str, int] = {}
        self._blocks: list[str] = []  # of each choice
        self._own: dict[str, int] = {}  # block -> the choice that has it for itself
        self.size = REST + PLACES
        for number, choice in enumerate(engine.machine.choices):
            own = choice.type in ("branch", "may", "flag")
            block = f"{number} {choice.name}" if own else choice.type
            self._blocks.append(block)
            if own:
                self._own[block] = number
            self._reserve(block, max(len(choice.texts), 2) if own else self._domain(choice.type))
        if engine.machine.free_menus:
            self._reserve("free", len(engine.machine.actions))

    def _reserve(self, block: str, count: int) -> None:
        """Gives a block so many numbers, unless it already has them."""
        if block not in self._first:
            self._first[block] = self.size
            self._count[block] = count
            self.size += count

    def _domain(self, type: str) -> int:
        """How many numbers the things of a type need."""
        what, _, of = type.partition(":")
        if what == "menu":
            return len(self.engine.machine.actions)
        if what == "piece":
            return ALIKE * self._looks(of)
        if what in ("number", "list"):
            return NUMBERS
        both = types_of(type)
        if both is not None:
            return self._looks_of(both[0]) * self._looks_of(both[1])
        return self._checker.count(type) or 0

    def _looks_of(self, type: str) -> int:
        """How many numbers one thing of a pair needs; of pieces that look alike one has a number."""
        what, _, of = type.partition(":")
        if what == "piece":
            return self._looks(of)
        return NUMBERS if what == "number" else self._checker.count(type) or (2 if what == "flag" else 0)

    def _looks(self, piece: str) -> int:
        """In how many ways pieces differ: by the cell that they stand on, or by their kind."""
        board = self.engine.pieces[piece].board
        if board:
            return self.engine.boards[board].size + 1
        kind = self._kind_of(piece)
        return 1 if kind is None else self._checker.count(kind[1]) or 1

    def _kind_of(self, piece: str) -> tuple[str, str] | None:
        """The attribute and the type that say what kind of thing a piece is, if everybody may know it."""
        for field in self.engine.fields:
            if field.owner == "piece:" + piece and field.type.startswith("kind:"):
                if field.visibility == "open" and " or " not in field.type:
                    return field.attribute, field.type
        return None

    # ------------------------------------------------------------ names

    def names(self) -> tuple[str, ...]:
        """What each action is, in any position: `open: bet`, `square A1`, `card king 2`; no two alike."""
        words = Words(self.engine, plain_seats(self.players))
        found = ["nothing", "more options", *[f"other option {place}" for place in range(1, PLACES + 1)]]
        for block, count in self._count.items():
            found += [self._block_name(words, block, number) for number in range(count)]
        return unique_names(tuple(found))

    def _block_name(self, words: Words, block: str, number: int) -> str:
        """The action with this number in a block."""
        machine = self.engine.machine
        if block in self._own:
            choice = machine.choices[self._own[block]]
            if choice.type == "branch":
                texts = choice.texts
            else:  # answered by 0 and 1; the texts begin with the yes
                texts = (*choice.texts[1:2], "no")[0], (*choice.texts[:1], "yes")[0]
            return f"{choice.name}: {texts[number] if number < len(texts) else number}"
        if block == "free":
            return f"free {machine.actions[number].name}"
        if block == "menu" or block.startswith("menu:"):
            return machine.actions[number].name
        both = types_of(block)
        if both is not None:
            first, second = divmod(number, self._looks_of(both[1]))
            return f"{self._look_name(words, both[0], first)} + {self._look_name(words, both[1], second)}"
        if block.startswith("piece:"):
            look, alike = divmod(number, ALIKE)
            return self._look_name(words, block, look) + (f" {alike + 1}" if alike else "")
        return self._look_name(words, block, number)

    def _look_name(self, words: Words, type: str, number: int) -> str:
        """One thing of a type; a piece by how it looks."""
        what, _, of = type.partition(":")
        if what == "flag":
            return ("no", "yes")[number]
        if what == "piece":
            board = self.engine.pieces[of].board
            if board:
                return (
                    f"{of} at {self.engine.boards[board].names[number - 1]}"
                    if number
                    else f"{of} off the board"
                )
            kind = self._kind_of(of)
            return of if kind is None else f"{of} {thing_names(words, self._checker, kind[1])[number]}"
        names = thing_names(words, self._checker, type)
        return f"{of or what} {names[number] if number < len(names) else number}"

    # ------------------------------------------------------------ one decision

    def offered(self, g: Position, page: int = 0) -> dict[int, int]:
        """The actions that answer the pending decision and the options that they mean; MORE means MORE."""
        found: dict[int, int] = {}
        if g.then is None:
            return found
        rest: list[int] = []
        for option, action in self._numbered(g):
            if action is None:
                rest.append(option)
            elif page == 0:
                found[action] = option
        for place, option in enumerate(rest[page * PLACES : (page + 1) * PLACES]):
            found[REST + place] = option
        if len(rest) > (page + 1) * PLACES:
            found[MORE] = MORE
        return dict(sorted(found.items()))

    def _numbered(self, g: Position) -> list[tuple[int, int | None]]:
        """The options with their actions; None: it has no number of its own."""
        block = self._blocks[g.choice]
        what, _, of = block.partition(":")
        if what == "piece":
            return self._pieces(g, block, of)
        if what == "pair":
            return self._pairs(g, block)
        return [(option, self._action(block, option)) for option in g.options]

    def _action(self, block: str, option: int) -> int | None:
        """The number of an option within a block, or None if the block has no such place."""
        if option == NONE:
            return NOTHING
        if option >= FREE:
            block, option = "free", option - FREE
        return self._first[block] + option if 0 <= option < self._count[block] else None

    def _pairs(self, g: Position, block: str) -> list[tuple[int, int | None]]:
        """Pairs by the looks of both things; the first of those that look alike has the number."""
        both = types_of(block)
        assert both is not None
        taken: set[int] = set()
        found: list[tuple[int, int | None]] = []
        for option in g.options:
            if option == NONE or option >= FREE:
                found.append((option, self._action(block, option)))
                continue
            looks = [self._half(g, type, half) for type, half in zip(both, halves(option), strict=True)]
            number = looks[0] * self._looks_of(both[1]) + looks[1]
            own = min(looks) >= 0 and number not in taken
            taken.add(number)
            found.append((option, self._first[block] + number if own else None))
        return found

    def _half(self, g: Position, type: str, value: int) -> int:
        """The look of one thing of a pair, or NONE."""
        what, _, of = type.partition(":")
        if what == "piece":
            value = NONE if value in hidden_pieces(self.engine, g, of, g.player) else self._look(g, of, value)
        return value if value < self._looks_of(type) else NONE

    def _pieces(self, g: Position, block: str, piece: str) -> list[tuple[int, int | None]]:
        """Pieces by their look; of those that lie hidden from who decides, the look tells nothing."""
        hidden = hidden_pieces(self.engine, g, piece, g.player)
        seen: dict[int, int] = {}
        found: list[tuple[int, int | None]] = []
        for option in g.options:
            if option == NONE or option >= FREE:
                found.append((option, self._action(block, option)))
                continue
            look = NONE if option in hidden else self._look(g, piece, option)
            number = seen.get(look, 0)
            seen[look] = number + 1
            own = look != NONE and number < ALIKE
            found.append((option, self._first[block] + look * ALIKE + number if own else None))
        return found

    def _look(self, g: Any, piece: str, number: int) -> int:
        """What pieces of a sort are told apart by: the first cell of those on a board, the kind of others."""
        if self.engine.pieces[piece].board:
            cells: tuple[int, ...] = getattr(g, piece + "_cells")[number]
            return cells[0] + 1 if cells else 0
        kind = self._kind_of(piece)
        return 0 if kind is None else int(getattr(g, kind[0])[number])

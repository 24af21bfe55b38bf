"""Which lists of the position have a size that is known before play: they lie in the position itself."""

from __future__ import annotations

from dataclasses import dataclass

from ...code import state as states
from ...code.evaluate import Evaluator
from ...code.lowering import Lowering
from ...typed.tree import FieldInfo
from .printer import scalar


@dataclass(frozen=True, slots=True)
class Place:
    """A field of the position: its attribute, and where its list begins, if its size is known."""

    attribute: str
    start: int | None = None
    size: int = 0  # of a list that has the same size in every game; 0: it depends on how many play

    @property
    def name(self) -> str:
        """Its name in C."""
        return f"F_{self.attribute}"


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields of a position, lists of a known size first, and among them those of numbers."""

    places: list[Place]
    number_words: int
    list_words: int

    @property
    def lists(self) -> list[Place]:
        """The lists of a known size."""
        return [x for x in self.places if x.start is not None]


def layout(c: Lowering, slots: list[states.Slot]) -> Layout:
    """Where each field of a position lies."""
    sizes = known_sizes(c)
    same = {i.attribute for i in c.game.fields.values() if i.owner != "player"}
    same |= {f"{piece.name}_on" for piece in c.game.pieces.values()}
    known = [s for s in slots if s.is_list and s.name in sizes]
    numbers = [s for s in known if scalar(s.type.item)]
    others = [s for s in known if not scalar(s.type.item)]
    places: list[Place] = []
    at = number_words = 0
    for s in (*numbers, *others):
        places.append(Place(s.name, at, sizes[s.name] if s.name in same else 0))
        at += sizes[s.name] + 1
        number_words += sizes[s.name] + 1 if s in numbers else 0
    places += [Place(s.name) for s in slots if s not in known]
    return Layout(places, number_words, at)


def known_sizes(c: Lowering) -> dict[str, int]:
    """The largest size of each list that has one for each seat, cell, edge or key."""
    seats = max(c.game.players) + len(c.game.participants)
    boards = board_sizes(c)
    found = {i.attribute: owned_size(i, seats, boards) for i in c.game.fields.values()}
    for piece in c.game.pieces.values():
        found[f"{piece.name}_on"] = boards.get(f"cell:{piece.board}")
    found |= {f"used_{a.name}": seats for a in c.plan.actions if a.once_per and not a.shared}
    return {name: size for name, size in found.items() if size is not None}


def owned_size(info: FieldInfo, seats: int, boards: dict[str, int]) -> int | None:
    """How many values a field has; None: that is not known."""
    keys = max(1, info.key_size) if info.key is not None else 1
    if info.owner == "table":
        return keys if info.key is not None else None
    owners = seats if info.owner == "player" else boards.get(info.owner)
    return None if owners is None else owners * keys


def board_sizes(c: Lowering) -> dict[str, int]:
    """How many cells and edges boards have, by owner; those of boards whose size is an option are left out."""
    evaluator = Evaluator(c.plan)
    found: dict[str, int] = {}
    for board in c.game.boards.values():
        try:
            found[f"cell:{board.name}"] = len(evaluator.board(board.name).cells)
            for edges in board.edges.values():
                found[f"edge:{board.name}.{edges.name}"] = len(evaluator.edges(board, edges))
        except NotImplementedError:
            continue
    return found

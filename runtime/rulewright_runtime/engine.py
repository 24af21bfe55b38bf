"""What an engine tells of itself: names, options, kinds, boards, fields and how to start a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .boards import Board
from .core import Machine, Position

if TYPE_CHECKING:
    from pathlib import Path

    from .example_steps import Example
    from .meanings import Meaning


class OptionError(ValueError):
    """A game that cannot be made: a wrong number of players, an unknown option, a figure out of range, chance that cannot come."""


@dataclass(frozen=True, slots=True)
class Option:
    """A figure that is chosen when a game is made, as in ``new(cards=4)``."""

    name: str
    type: str  # number, flag, kind:NAME
    low: int
    high: int
    default: int
    open: bool = False  # still to be found by `rulewright tune`: players are not asked for it


@dataclass(frozen=True, slots=True)
class Field:
    """One attribute of the state and how to read it."""

    attribute: str  # name in G
    name: str  # name in the rules
    owner: str  # table, player, cell:BOARD, edge:BOARD.NAME, piece:NAME
    # number flag text player direction resource bundle effect kind:K cell:B edge:B.E piece:P, or "set T", "deck T", …
    type: str
    keys: str = ""  # of a map: kind:K, player, or range:LOW..HIGH
    low: int | None = None
    high: int | None = None
    visibility: str = "open"  # open, private (the owner sees it), hidden (nobody does)
    internal: bool = False  # bookkeeping of the engine, not shown to people
    remembers: bool = False  # it holds a copy of what lies in some zone, not a card of its own
    sides: tuple[int, ...] = ()  # it holds dice: how many sides show each member


@dataclass(frozen=True, slots=True)
class Computed:
    """A figure of a cell or a piece that the rules define; everybody may know it."""

    owner: str  # cell:BOARD, piece:NAME
    name: str
    type: str  # as of a Field
    value: Callable[[Any, int], Any]  # position, cell or piece


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of the rules with its members and the table of their figures."""

    name: str
    members: tuple[str, ...]  # names in the rules
    labels: tuple[str, ...]  # names for people
    columns: dict[str, tuple[str, ...]]  # figures as text, for drawing and explaining


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of piece; its fields are those `Field`s with owner ``piece:NAME``."""

    name: str
    plural: str
    board: str  # the board it stands on, or ""
    fields: tuple[str, ...]
    zones: tuple[
        tuple[str, int], ...
    ] = ()  # the fields that hold it, each with the number of its first place


@dataclass(slots=True)
class Engine:
    """All that an engine tells of its game, and the functions that start it."""

    name: str  # of the game
    variant: str  # or ""
    title: str
    version: str
    rules: str  # hash of the rules' text
    players: tuple[int, ...]  # the numbers of players allowed
    participants: tuple[str, ...]  # seats without a human, after the players
    machine: Machine
    make: Callable[[int, dict[str, int]], Position]  # players, options -> the state before setup
    setup: Callable[[Any], None]  # leaves the position after `setup`, or at its first decision
    begin: Callable[[Any], None]  # setup, then `play` up to the first decision
    score: Callable[[Any, int], int] | None
    options: tuple[Option, ...] = ()
    kinds: dict[str, Kind] = field(default_factory=dict)
    boards: dict[str, Board] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)
    resources: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    names: dict[str, str] = field(default_factory=dict)  # names in the rules -> labels for people (English)
    labels: dict[str, dict[str, str]] = field(default_factory=dict)  # language -> text or name -> translation
    examples: Callable[[], tuple[Example, ...]] | None = None
    check: Callable[[Any], list[str]] | None = None  # conservation: what is wrong in a position, in words
    assumed: tuple[str, ...] = ()
    play: Callable[[Any], None] | None = None  # `play` up to the first decision, in a position after `setup`
    meaning: str = (
        ""  # hash of what the rules mean, without words, places and other variants; empty: that of their text
    )
    spoken: Callable[[], Meaning] | None = None  # what saved games speak of, read when it is needed
    naming: Any = field(default=None, init=False, repr=False, compare=False)  # kept by `naming`
    core: Any = field(default=None, init=False, repr=False, compare=False)  # kept by `native.core_of`
    # folders where learned values lie beside the rules that it was compiled from; bots look there
    values: tuple[Path, ...] = field(default=(), init=False, repr=False, compare=False)
    # a game from its pickle: its text, its language, whether it is checked
    restore: Callable[[str, str, bool], Any] | None = None
    menus: tuple[str, ...] = ()  # names of the menus, as free menus are numbered
    computed: tuple[Computed, ...] = ()
    # boards whose borders depend on the number of players: name -> players -> board
    maps: dict[str, dict[int, Board]] = field(default_factory=dict)
    # grids whose size is an option: name -> the options that give rows and columns ("": it is fixed)
    sized: dict[str, tuple[str, str]] = field(default_factory=dict)
    # how things are drawn, by the name of a kind, a board, a piece: docs/table/scene.md; no effect on play
    look: dict[str, Any] = field(default_factory=dict)
    # rules of which a table tells what they would give a player now, as the look names them: label, what carries it out
    forecasts: tuple[tuple[str, Callable[[Any, int], Any]], ...] = ()
    # defines by which looks count places: name, what gives the number for a member of a kind or a number
    figures: tuple[tuple[str, Callable[[Any, int], int]], ...] = ()

"""The resolved model: a game's declarations, files and variants merged, every global name bound to one of them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

# Syntax trees are checked by the parser already; pydantic only carries and dumps them.
Tree = Any


class Model(BaseModel):
    """A part of the resolved game; trees of the syntax may stand in it."""

    model_config = ConfigDict(arbitrary_types_allowed=True)


class Column(Model):
    """A column of a kind."""

    name: str
    assumed: bool
    type: Tree  # ast.TypeName | None
    default: Tree = None  # list of expressions, empty for `-`, or None if there is none
    span: Tree


class Member(Model):
    """A member of a kind with its cells by column."""

    name: str
    label: str
    cells: dict[str, Tree]  # column -> list of expressions, None for `-`
    sources: Tree
    span: Tree


class Kind(Model):
    """A kind with its members and functions."""

    name: str
    label: str
    flags: list[str]
    columns: dict[str, Column]
    own_columns: list[str]  # those of the kind's own line, which lines of `extend` without columns fill
    members: dict[str, Member]
    applies: Tree  # ast.Applies | None
    functions: dict[str, Function]
    factors: list[Tree] = []  # list of ast.Factor: of a product
    shown: Tree = None  # ast.Text with holes for the labels of its members, or None
    sources: Tree
    span: Tree


class FieldDecl(Model):
    """A field as it was declared, and whose it is."""

    name: str
    owner: str  # table, player, cell:BOARD, edge:BOARD.NAME, piece:NAME
    each: Tree  # the key's expression, or None
    type: Tree
    value: Tree
    flags: list[str]
    during: Tree = None  # ast.Name of a rule, or None
    sources: Tree
    span: Tree


class Board(Model):
    """A board with the fields of its cells and its edges."""

    name: str
    shape: Tree
    fields: dict[str, FieldDecl]
    edges: dict[str, EdgeDecl]
    pictures: list[Tree]
    functions: dict[str, Function]
    sources: Tree
    span: Tree


class EdgeDecl(Model):
    """A set of edges of a board: the pairs of cells that meet a test."""

    name: str
    board: str
    ends: tuple[str, str]
    test: Tree
    fields: dict[str, FieldDecl]
    span: Tree


class Piece(Model):
    """A sort of piece with its fields."""

    name: str
    plural: str
    board: str  # "" if it stands on none
    flags: list[str]
    fields: dict[str, FieldDecl]
    functions: dict[str, Function]
    span: Tree


class Resource(Model):
    """A resource with the functions that say how it is gained, paid and kept."""

    name: str
    label: str
    flags: list[str]
    of: list[str]
    functions: dict[str, Function]
    plural: str = ""
    span: Tree


class Function(Model):
    """A define, rule, event or action, wherever it is declared."""

    name: str
    category: str  # define rule event action
    owner: str  # "", player, kind:NAME, member:KIND.NAME, resource:NAME, cell:BOARD, piece:NAME
    params: list[tuple[str, Tree]]  # name, ast.TypeName | None
    label: str
    flags: list[str]
    value: Tree = None
    where: Tree = None
    rows: Tree = None
    body: Tree = None
    menu: Tree = None
    once_per: str = ""
    shared: bool = False
    variant: str = ""
    sources: Tree
    span: Tree


class Change(Model):
    """An `instead` or a `when`: what it speaks of, beside what it stands, and what it does."""

    target: str  # function's name
    subject: str  # `q` in `when q.built(...)`, or ""
    pattern: list[Tree]  # argument patterns: a parameter's name or a constant
    owner: str  # "", kind:NAME, member:KIND.NAME, participant:NAME, resource:NAME
    where: Tree
    value: Tree = None
    rows: Tree = None
    body: Tree = None
    variant: str = ""
    sources: Tree
    span: Tree


class Menu(Model):
    """A menu that actions stand in."""

    name: str
    label: str
    params: list[tuple[str, Tree]]
    span: Tree


class Participant(Model):
    """A seat without a player, and how it decides."""

    name: str
    label: str
    decided_by: Tree
    attributes: dict[str, Tree]
    decides: list[Tree]
    span: Tree


class Example(Model):
    """A worked example and the variants that it is for."""

    title: str
    players: list[str]
    only: list[str]  # variants; none: in all
    steps: list[Tree]
    sources: Tree
    span: Tree


class Symbol(Model):
    """What a global name means."""

    name: str
    category: str  # kind member resource board piece pieces field function menu participant period
    owner: str  # kind of a member, "" otherwise
    span: Tree


class Game(Model):
    """All declarations of a game in one of its variants."""

    name: str
    variant: str
    title: str
    players: list[int]
    override_order: list[str]
    properties: dict[str, Tree]
    kinds: dict[str, Kind]
    resources: dict[str, Resource]
    boards: dict[str, Board]
    pieces: dict[str, Piece]
    table: dict[str, FieldDecl]
    player: dict[str, FieldDecl]
    functions: dict[str, Function]
    overrides: list[Change]
    hooks: list[Change]
    menus: dict[str, Menu]
    participants: dict[str, Participant]
    examples: list[Example]
    labels: dict[str, dict[str, str]]
    looks: list[Tree] = []  # ast.Look, those of variants last
    symbols: dict[str, Symbol]
    varied: list[str]  # functions that some variant of the game changes, in force or not
    span: Tree
    elsewhere: list[str] = []  # names that variants mention which are not in force here


for _model in (Kind, Board, Piece, Resource, Game):
    _model.model_rebuild()

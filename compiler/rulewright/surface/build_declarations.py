"""Declarations of the syntax tree: tables, behaviour, variants and labels."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from lark import Token

from rulewright.surface import ast
from rulewright.surface.ast import Sources
from rulewright.surface.build_examples import Examples
from rulewright.surface.build_expressions import Children

_T = TypeVar("_T")


class Value(NamedTuple):
    """``= value [where test]`` after a header."""

    value: ast.Expr
    where: ast.Expr | None
    sources: Sources


class Rows(NamedTuple):
    """The table of a define."""

    rows: list[ast.Row]
    sources: Sources


def _of(items: list[Any], *types: type[_T]) -> list[_T]:
    """The items of these types, in their order."""
    return [item for item in items if isinstance(item, types)]


def _strings(tokens: list[Token]) -> list[str]:
    """The texts of tokens."""
    return [token.value for token in tokens]


class Declarations(Examples):
    """One method for each declaration rule."""

    def file(self, c: Children) -> list[ast.Decl]:
        return c[1:]  # without the line end above

    # ------------------------------------------------------------ game and kinds

    def game(self, c: Children) -> ast.Game:
        # game NAME [LABEL] [SOURCE] _NL _INDENT PROPERTY+ _DEDENT
        label = self.text_or_none(c[2])
        return ast.Game(self.extent(c), self.sources(c[3]), c[1].value, label, c[6:-1])

    def property(self, c: Children) -> ast.Property:
        return ast.Property(self.extent(c), self.sources(c[3]), c[0].value, c[2])

    def empty_property(self, c: Children) -> ast.Property:
        return ast.Property(self.extent(c), self.sources(c[2]), c[0].value, [])

    def kind(self, c: Children) -> ast.Kind:
        # kind NAME [LABEL] [shown as TEXT] FLAGS FACTORS COLUMNS [SOURCE] _NL [ITEMS]
        items = c[11] or []
        return ast.Kind(
            self.extent(c),
            self.sources(c[9]),
            c[1].value,
            self.text_or_none(c[2]),
            _strings(c[6]),
            c[8],
            _of(items, ast.Applies),
            _of(items, ast.Member),
            self.behaviour_of(items),
            c[7],
            self.text_or_none(c[5]),
        )

    def factors(self, c: Children) -> list[ast.Factor]:
        return c[1::2]

    def factor(self, c: Children) -> ast.Factor:
        return ast.Factor(self.extent(c), c[0].value, c[2])

    def behaviour_of(self, items: list[Any]) -> list[ast.Behaviour]:
        """The items that say what happens: rules, defines, reactions and the like."""
        return [item for item in items if isinstance(item, ast.Behaviour)]

    def items(self, c: Children) -> list[Any]:
        """What is indented under a header; a line of several members counts as several."""
        found: list[Any] = []
        for item in c[1:-1]:
            if isinstance(item, list):
                found += item
            else:
                found.append(item)
        return found

    kind_items = member_items = board_items = piece_items = participant_items = behaviours = fields = items

    def flags(self, c: Children) -> list[Token]:
        return c[1::2]

    def names(self, c: Children) -> list[Token]:
        return c[::2]

    def columns(self, c: Children) -> list[ast.Column]:
        return c[1::2]

    def column(self, c: Children) -> ast.Column:
        return ast.Column(self.extent(c), c[0].value, c[1] is not None, c[3], c[5])

    def applies_while(self, c: Children) -> ast.Applies:
        # applies [to NAME] while TEST [SOURCE] _NL
        to = c[2].value if c[2] else None
        return ast.Applies(self.extent(c), self.sources(c[5]), to, None, None, c[4])

    def applies_each(self, c: Children) -> ast.Applies:
        # applies [to NAME] for each NAME in S [where TEST] [SOURCE] _NL
        to = c[2].value if c[2] else None
        return ast.Applies(self.extent(c), self.sources(c[10]), to, c[5].value, c[7], c[9])

    def members(self, c: Children) -> list[ast.Member]:
        sources = self.sources(c[-2])
        return [ast.Member(self.at(name), sources, name.value, None, [], [], []) for name in c[:-2:2]]

    def member(self, c: Children) -> ast.Member:
        # NAME [LABEL] CELLS [SOURCE] _NL [ITEMS]
        items = c[5] or []
        return ast.Member(
            self.extent(c),
            self.sources(c[3]),
            c[0].value,
            self.text_or_none(c[1]),
            c[2],
            _of(items, ast.Attribute),
            self.behaviour_of(items),
        )

    def cells(self, c: Children) -> list[ast.Cell]:
        return c[1::2]

    def cell(self, c: Children) -> ast.Cell:
        empty = isinstance(c[0], Token)
        return ast.Cell(self.extent(c), [] if empty else c[::2])

    def attribute(self, c: Children) -> ast.Attribute:
        return ast.Attribute(self.extent(c), self.sources(c[3]), c[0].value, c[2])

    # ------------------------------------------------------------ pieces, resources, boards, state

    def piece(self, c: Children) -> ast.Piece:
        # piece NAME [plural NAME] [on BOARD] FLAGS [SOURCE] _NL [FIELDS]
        items = c[9] or []
        plural = c[3].value if c[3] else ""
        defines: list[ast.Behaviour] = list(_of(items, ast.Define))
        fields = _of(items, ast.Field)
        return ast.Piece(
            self.extent(c), self.sources(c[7]), c[1].value, c[5], _strings(c[6]), fields, defines, plural
        )

    def resource(self, c: Children) -> ast.Resource:
        # resource NAME [LABEL] [plural NAME] FLAGS MIX [SOURCE] _NL [BEHAVIOUR]
        return ast.Resource(
            self.extent(c),
            self.sources(c[7]),
            c[1].value,
            self.text_or_none(c[2]),
            _strings(c[5]),
            _strings(c[6]),
            c[9] or [],
            c[4].value if c[4] else "",
        )

    def mix(self, c: Children) -> list[Token]:
        return c[1::2]

    def board(self, c: Children) -> ast.Board:
        # board NAME ":" SHAPE [SOURCE] _NL [ITEMS]
        items = c[6] or []
        return ast.Board(
            self.extent(c),
            self.sources(c[4]),
            c[1].value,
            c[3],
            _of(items, ast.Field),
            _of(items, ast.Edges),
            _of(items, ast.Picture),
            list(_of(items, ast.Define)),
        )

    def edges(self, c: Children) -> ast.Edges:
        # edges NAME "(" A "," B ")" where TEST [SOURCE] _NL [FIELDS]
        ends = (c[3].value, c[5].value)
        return ast.Edges(self.extent(c), self.sources(c[9]), c[1].value, ends, c[8], c[11] or [])

    def picture(self, c: Children) -> ast.Picture:
        # picture NAME where LEGENDS [SOURCE] _NL _INDENT ROW+ _DEDENT
        return ast.Picture(self.extent(c), self.sources(c[4]), c[1].value, c[3], c[7:-1])

    def legends(self, c: Children) -> list[tuple[str, ast.Expr]]:
        return c[::2]

    def legend(self, c: Children) -> tuple[str, ast.Expr]:
        return c[0].value.strip('"'), c[2]

    def picture_row(self, c: Children) -> ast.Text:
        return self.text(c)

    def state(self, c: Children) -> ast.State:
        # OWNER [during RULE] [SOURCE] _NL _INDENT ITEM+ _DEDENT
        items = c[6:-1]
        fields = _of(items, ast.Field)
        during = self.name([c[2]]) if c[2] else None
        return ast.State(
            self.extent(c), self.sources(c[3]), c[0].value, fields, self.behaviour_of(items), during
        )

    def field(self, c: Children) -> ast.Field:
        # NAMES [for each KEY] ":" TYPE ["=" VALUE] FLAGS [SOURCE] _NL
        names, key, _, type_, _, value, flags, source, _ = c
        return ast.Field(
            self.extent(c), self.sources(source), _strings(names), key, type_, value, _strings(flags)
        )

    def each_key(self, c: Children) -> ast.Expr:
        if isinstance(c[2], Token):
            return self.name(c[2:])
        return ast.Range(self.extent(c[2:]), c[2], c[4])

    def keys(self, c: Children) -> ast.Expr | None:
        if len(c) > 1:
            return ast.Listing(self.extent(c), c)
        return c[0] if c else None

    def type(self, c: Children) -> ast.TypeName:
        node: ast.TypeName = c[0]
        if c[1] is not None:
            node.or_none = True
            node.span = self.extent(c)
        return node

    def type_name(self, c: Children) -> ast.TypeName:
        return ast.TypeName(self.at(c[0]), c[0].value)

    def type_of(self, c: Children) -> ast.TypeName:
        return ast.TypeName(self.extent(c), c[0].value, c[2])

    def type_range(self, c: Children) -> ast.TypeName:
        # LOW ".." [HIGH]
        return ast.TypeName(self.extent(c), "range", None, c[0], c[2])

    def bound(self, c: Children) -> ast.Number:
        sign = -1 if c[0] else 1
        return ast.Number(self.extent(c), sign * int(c[1].value))

    # ------------------------------------------------------------ behaviour

    def signature(self, c: Children) -> ast.Signature:
        # NAME [PARAMS] [LABEL]
        params, end = c[1] or ([], c[0])
        label = self.text_or_none(c[2])
        return ast.Signature(self.extent([c[0], end, label]), c[0].value, params, label)

    def params(self, c: Children) -> tuple[list[ast.Param], Token]:
        return c[1:-1:2], c[-1]

    def param(self, c: Children) -> ast.Param:
        return ast.Param(self.extent(c), c[0].value, c[2])

    def value(self, c: Children) -> Value:
        return Value(c[1], c[3], self.sources(c[4]))

    def plain_value(self, c: Children) -> Value:
        return Value(c[1], None, self.sources(c[2]))

    def table_body(self, c: Children) -> Rows:
        return Rows(c[3:-1], self.sources(c[0]))

    def row(self, c: Children) -> ast.Row:
        # KEY ("|" VALUE)+ [SOURCE] _NL
        return ast.Row(self.extent(c), c[0], c[2:-2:2], self.sources(c[-2]))

    def otherwise_row(self, c: Children) -> ast.Row:
        return ast.Row(self.extent(c), None, c[2:-2:2], self.sources(c[-2]))

    def define(self, c: Children) -> ast.Define:
        _, signature, rest = c
        if isinstance(rest, Value):
            span = self.extent([c[0], rest.where or rest.value])
            return ast.Define(span, rest.sources, signature, rest.value, rest.where)
        if isinstance(rest, Rows):
            return ast.Define(self.extent([c[0], rest.rows]), rest.sources, signature, rows=rest.rows)
        return ast.Define(self.extent(c), rest.sources, signature, body=rest.statements)

    def event(self, c: Children) -> ast.Event:
        return ast.Event(self.extent(c), self.sources(c[3]), c[1], _strings(c[2]))

    def rule(self, c: Children) -> ast.Rule:
        return ast.Rule(self.extent(c), c[2].sources, c[1], c[2].statements)

    def action(self, c: Children) -> ast.Action:
        # action SIGNATURE in MENU [ONCE] [NEEDS] BODY
        period, shared = c[4] or (None, False)
        needed = [c[5]] if c[5] else []
        return ast.Action(self.extent(c), c[6].sources, c[1], c[3], period, shared, needed + c[6].statements)

    def needs(self, c: Children) -> ast.Stmt:
        """A condition in the head of an action is its first line."""
        return ast.Require(self.extent(c), (), c[1], self.text_or_none(c[2]))

    def once(self, c: Children) -> tuple[str, bool]:
        return c[2].value, c[3] is not None

    def menu(self, c: Children) -> ast.Menu:
        # menu SIGNATURE [for LABEL] [SOURCE] _NL
        return ast.Menu(self.extent(c), self.sources(c[4]), c[1], self.text_or_none(c[3]))

    def when(self, c: Children) -> ast.When:
        # when PATTERN [where TEST] BODY
        return ast.When(self.extent(c), c[4].sources, c[1], c[3], c[4].statements)

    def instead_value(self, c: Children) -> ast.Instead:
        value: Value = c[2]
        span = self.extent([c[0], value.where or value.value])
        return ast.Instead(span, value.sources, c[1], value.where, value.value)

    def instead_body(self, c: Children) -> ast.Instead:
        # instead PATTERN [where TEST] (BODY | TABLE)
        rest = c[4]
        if isinstance(rest, Rows):
            return ast.Instead(self.extent([c[0], rest.rows]), rest.sources, c[1], c[3], rows=rest.rows)
        return ast.Instead(self.extent(c), rest.sources, c[1], c[3], body=rest.statements)

    def decides_value(self, c: Children) -> ast.Decides:
        value: Value = c[2]
        span = self.extent([c[0], value.where or value.value])
        return ast.Decides(span, value.sources, c[1], value.where, value.value)

    def decides_body(self, c: Children) -> ast.Decides:
        return ast.Decides(self.extent(c), c[4].sources, c[1], c[3], body=c[4].statements)

    def participant(self, c: Children) -> ast.Participant:
        # participant NAME [LABEL] [decided by EXPR] [SOURCE] _NL [ITEMS]
        items = c[8] or []
        return ast.Participant(
            self.extent(c),
            self.sources(c[6]),
            c[1].value,
            self.text_or_none(c[2]),
            c[5],
            _of(items, ast.Attribute),
            self.behaviour_of(items),
            _of(items, ast.Decides),
        )

    # ------------------------------------------------------------ variants

    def variant(self, c: Children) -> ast.Variant:
        # variant NAME of NAME [LABEL] [SOURCE] _NL _INDENT ITEM+ _DEDENT
        items = c[8:-1]
        return ast.Variant(
            self.extent(c),
            self.sources(c[5]),
            c[1].value,
            c[3].value,
            self.text_or_none(c[4]),
            _of(items, ast.Property),
            [item for item in items if not isinstance(item, ast.Property)],
        )

    def extend(self, c: Children) -> ast.Extend:
        # extend NAME COLUMNS [SOURCE] _NL _INDENT ITEM+ _DEDENT
        items = self.items(c[5:])
        return ast.Extend(
            self.extent(c),
            self.sources(c[3]),
            c[1].value,
            c[2],
            _of(items, ast.Member),
            _of(items, ast.Applies),
            self.behaviour_of(items),
            _of(items, ast.Field),
        )

    def without(self, c: Children) -> ast.Without:
        names = [(name.value, self.at(name)) for name in c[1]]
        return ast.Without(self.extent(c), self.sources(c[2]), names)

    # ------------------------------------------------------------ labels

    def labels(self, c: Children) -> ast.Labels:
        return ast.Labels(self.extent(c), self.sources(c[2]), c[1].value, c[5:-1])

    def label(self, c: Children) -> ast.Label:
        return ast.Label(self.extent(c), (), c[0], self.text([c[2]]))

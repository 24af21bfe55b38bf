"""The units of a game: its resolved declarations as a list of named things that can be compared one by one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from rulewright.resolved import model
from rulewright.resolved.words import mentioned
from rulewright.surface import ast
from rulewright.tools.diff.canonical import Bound, canonical, ids_of
from rulewright.tools.diff.layers import Layer, figure, layers_of, lines_of, table_of
from rulewright.tools.diff.texts import Texts

Cells = dict[str, str]


@dataclass
class Unit:
    """One declaration as it is in force on one side."""

    key: str  # the same on both sides for what bears the same name
    what: str  # in the rules' words: rule, define, kind, card …
    name: str
    place: str
    label: str = ""
    ids: list[str] = field(default_factory=list)
    table: Callable[[], Cells | None] | None = None  # the figures; texts are made only of what is shown
    written: Callable[[], list[str]] | None = None  # the rules' own text
    declares: str = ""  # the name by which others speak of it
    within: str = ""  # the key of the unit that it belongs to
    changes: str = ""  # of an `instead` or a `when`: the function that it speaks of
    says: Any = None  # the trees that count, for comparing
    uses: set[str] = field(default_factory=set)  # names that it mentions

    def canonical(self, renamed: Mapping[str, str] | None = None) -> Hashable:
        """What the unit says, as a value to compare, with other names for some things if given."""
        return canonical(self.says, renamed)

    @cached_property
    def cells(self) -> Cells | None:
        """Figures by their heading; None: the unit is text."""
        return None if self.table is None else self.table()

    @cached_property
    def lines(self) -> list[str]:
        """The lines of its text, empty for units that are shown as tables."""
        return [] if self.written is None else self.written()

    @property
    def text(self) -> list[str]:
        """The unit as lines, also if it is a table."""
        if self.lines or self.cells is None:
            return self.lines
        return [f"{heading}: {value}" if heading else value for heading, value in self.cells.items() if value]


def units(game: model.Game, texts: Texts) -> dict[str, Unit]:
    """All units of a game by key, in the order of the model."""
    found = _Finder(game, texts)
    found.run()
    return found.units


def place(span: ast.Span) -> str:
    """File and line of a span, or nothing if it has none."""
    return f"{span.path}:{span.line}" if span.line else ""


class _Finder:
    """Gathers the units of a game."""

    def __init__(self, game: model.Game, texts: Texts) -> None:
        self.game = game
        self.texts = texts
        self.units: dict[str, Unit] = {}

    def run(self) -> None:
        """Takes up all declarations."""
        game = self.game
        for name, p in game.properties.items():
            self.property(name, p)
        for resource in game.resources.values():
            self.resource(resource)
        for kind in game.kinds.values():
            self.kind(kind)
        for board in game.boards.values():
            self.board(board)
        for piece in game.pieces.values():
            self.piece(piece)
        self.fields(game.table.values(), "table")
        self.fields(game.player.values(), "player")
        for menu in game.menus.values():
            self.menu(menu)
        for participant in game.participants.values():
            self.participant(participant)
        self.functions(game.functions.values())
        self.changes("instead", self.separate_overrides())
        self.changes("when", game.hooks)
        for language, words in game.labels.items():
            self.words(language, words)

    def add(self, unit: Unit) -> None:
        """Adds a unit; a second one of a key gets a mark."""
        while unit.key in self.units:  # two hooks that differ in nothing but what they do
            unit.key += "'"
        self.units[unit.key] = unit

    def text(self, node: ast.Node | None) -> str:
        """The text of a node in the language, or nothing."""
        return "" if node is None else self.texts.expression(node.span)

    def listed(self, nodes: Iterable[ast.Node]) -> str:
        """The texts of nodes with commas."""
        return ", ".join(self.text(node) for node in nodes)

    # ------------------------------------------------------------ components

    def property(self, name: str, p: ast.Property) -> None:
        """Takes up a property that is a rule."""
        if name in ("sources", "version"):
            return  # what the game says of itself, not a rule
        self.add(
            Unit(
                f"property:{name}",
                "property",
                name,
                place(p.span),
                ids=ids_of(p),
                table=lambda: {"": self.listed(p.values)},
                says=p.values,
            )
        )

    def resource(self, r: model.Resource) -> None:
        """Takes up a resource and its functions."""
        cells = {"flags": ", ".join(r.flags), "made of": ", ".join(r.of)}
        self.add(
            Unit(
                f"resource:{r.name}",
                "resource",
                r.name,
                place(r.span),
                r.label,
                table=lambda: cells,
                declares=r.name,
                says=(r.flags, r.of),
                uses=set(r.of),
            )
        )
        self.functions(r.functions.values(), r.name)

    def kind(self, k: model.Kind) -> None:
        """Takes up a kind, its members and its functions."""

        def cells() -> Cells:
            columns = {f"column {c.name}": self.text(c.type) or "yes" for c in k.columns.values()}
            return {"flags": ", ".join(k.flags), "applies": self.text(k.applies), **columns}

        says = (k.flags, {c.name: c.type for c in k.columns.values()}, k.applies)
        self.add(
            Unit(
                f"kind:{k.name}",
                "kind",
                k.name,
                place(k.span),
                k.label,
                ids_of(k.sources),
                cells,
                declares=k.name,
                says=says,
                uses=mentioned([k.applies, *(c.type for c in k.columns.values())]),
            )
        )
        for m in k.members.values():
            self.member(k, m)
        self.functions(k.functions.values(), k.name)

    def member(self, k: model.Kind, m: model.Member) -> None:
        """Takes up a member with its figures."""

        def cells() -> Cells:
            return {column: self.listed(values) if values else "-" for column, values in m.cells.items()}

        self.add(
            Unit(
                f"member:{k.name}.{m.name}",
                k.name,
                m.name,
                place(m.span),
                m.label,
                ids_of(m.sources),
                cells,
                declares=m.name,
                within=f"kind:{k.name}",
                says=(k.name, m.cells),
                uses={k.name, *mentioned([v for values in m.cells.values() if values for v in values])},
            )
        )

    def board(self, b: model.Board) -> None:
        """Takes up a board, its fields and functions."""

        def cells() -> Cells:
            found = {"shape": self.text(b.shape)}
            for edge in b.edges.values():
                found[f"{edge.name} between {' and '.join(edge.ends)}"] = self.text(edge.test)
            for p in b.pictures:
                found[f"picture of {p.field}"] = " / ".join(row.value for row in p.rows)
            return found

        says = (b.shape, [(e.name, e.ends, e.test) for e in b.edges.values()], b.pictures)
        self.add(
            Unit(
                f"board:{b.name}",
                "board",
                b.name,
                place(b.span),
                ids=ids_of(b.sources),
                table=cells,
                declares=b.name,
                says=says,
                uses=mentioned([b.shape, b.pictures, *(e.test for e in b.edges.values())]),
            )
        )
        self.fields(b.fields.values(), f"cell:{b.name}")
        for edge in b.edges.values():
            self.fields(edge.fields.values(), f"edge:{b.name}.{edge.name}")
        self.functions(b.functions.values(), b.name)

    def piece(self, p: model.Piece) -> None:
        """Takes up a sort of piece, its fields and functions."""
        self.add(
            Unit(
                f"piece:{p.name}",
                "piece",
                p.name,
                place(p.span),
                table=lambda: {"on": p.board},
                declares=p.name,
                says=p.board,
                uses={p.board} if p.board else set(),
            )
        )
        self.fields(p.fields.values(), f"piece:{p.name}")
        self.functions(p.functions.values(), p.name)

    def fields(self, fields: Iterable[model.FieldDecl], owner: str) -> None:
        """Takes up the fields of an owner."""
        said = owner.partition(":")[2] or owner
        for f in fields:
            self.add(
                Unit(
                    f"field:{owner}.{f.name}",
                    "field",
                    f"{said}.{f.name}",
                    place(f.span),
                    ids=ids_of(f.sources),
                    table=partial(self.field_cells, f),
                    declares=f.name,
                    within=owner.partition(".")[0].replace("cell:", "board:").replace("edge:", "board:"),
                    says=(f.each, f.type, f.value, f.flags, f.during),
                    uses=mentioned([f.each, f.type, f.value, f.during]),
                )
            )

    def field_cells(self, f: model.FieldDecl) -> Cells:
        """What a field says, by heading."""
        return {
            "for each": self.text(f.each),
            "type": self.text(f.type),
            "start": self.text(f.value),
            "flags": ", ".join(f.flags),
            **({"during": self.text(f.during)} if f.during is not None else {}),
        }

    def menu(self, m: model.Menu) -> None:
        """Takes up a menu."""
        params = [name for name, _ in m.params]
        self.add(
            Unit(
                f"menu:{m.name}",
                "menu",
                m.name,
                place(m.span),
                m.label,
                table=lambda: {"parameters": ", ".join(params)},
                declares=m.name,
                says=params,
            )
        )

    def participant(self, p: model.Participant) -> None:
        """Takes up a seat without a player."""
        says = (p.decided_by, p.attributes, p.decides)
        self.add(
            Unit(
                f"participant:{p.name}",
                "participant",
                p.name,
                place(p.span),
                p.label,
                ids_of(p.decides),
                written=lambda: self.texts.declaration(p.span),
                declares=p.name,
                says=says,
                uses=mentioned([p.decided_by, *p.attributes.values(), *p.decides]),
            )
        )

    # ------------------------------------------------------------ rules

    def functions(self, functions: Iterable[model.Function], owner: str = "") -> None:
        """Takes up functions, each with the overrides of variants on it."""
        for f in functions:
            layers = layers_of(self.game, f)
            said = f"{owner}.{f.name}" if owner else f.name
            self.add(
                Unit(
                    f"function:{said}",
                    f.category,
                    said,
                    place(layers[0].span),
                    f.label,
                    ids_of(
                        *(layer.sources for layer in layers), *(layer.trees for layer in layers), f.sources
                    ),
                    partial(self.function_cells, layers),
                    partial(lines_of, self.texts, layers, f.category),
                    declares=f.name,
                    within=_within(f.owner),
                    says=(
                        f.category,
                        f.flags,
                        f.once_per,
                        f.shared,
                        f.menu,
                        [_said(layer) for layer in layers],
                    ),
                    uses=mentioned([f.menu, *(layer.trees for layer in layers), *(t for _, t in f.params)]),
                )
            )

    def function_cells(self, layers: list[Layer]) -> Cells | None:
        """The figures of a function that is a single value or a table, else None."""
        value = figure(self.texts, layers)
        return table_of(self.texts, layers) if value is None else {"": value}

    def separate_overrides(self) -> list[model.Change]:
        """Those that are no layer of a function: they hold for a member, a kind, or under a condition."""
        functions = [
            *self.game.functions.values(),
            *(f for k in self.game.kinds.values() for f in k.functions.values()),
            *(f for b in self.game.boards.values() for f in b.functions.values()),
            *(f for p in self.game.pieces.values() for f in p.functions.values()),
            *(f for r in self.game.resources.values() for f in r.functions.values()),
        ]
        taken = {id(layer.change) for f in functions for layer in layers_of(self.game, f) if layer.change}
        hidden = {(c.target, c.owner) for c in self.game.overrides if id(c) in taken}
        return [c for c in self.game.overrides if id(c) not in taken and (c.target, c.owner) not in hidden]

    def changes(self, word: str, changes: Iterable[model.Change]) -> None:
        """Takes up `instead` or `when` that are units of their own."""
        for c in changes:
            owner = c.owner.partition(":")[2]
            pattern = ", ".join(self.text(p) for p in c.pattern)
            subject = f"{c.subject}." if c.subject else ""
            said = f"{word} {subject}{c.target}" + (f"({pattern})" if pattern else "")
            self.add(
                Unit(
                    f"{word}:{owner}:{said}" + (f" where {self.text(c.where)}" if c.where else ""),
                    word,
                    f"{owner.rpartition('.')[2]}: {said}" if owner else said,
                    place(c.span),
                    ids=ids_of(c.sources, [c.where, c.value, c.rows, c.body]),
                    written=partial(self.texts.declaration, c.span),
                    within=_within(c.owner),
                    changes=c.target,
                    says=(c.target, c.subject, c.pattern, c.where, c.value, c.rows, c.body),
                    uses=mentioned([c.pattern, c.where, c.value, c.rows, c.body]),
                )
            )

    def words(self, language: str, words: Mapping[str, str]) -> None:
        """Takes up the translations of a language."""
        self.add(
            Unit(
                f"words:{language}",
                "words",
                f"words in {language}",
                "",
                table=lambda: dict(words),
                says=sorted(words.items()),
            )
        )


def _said(layer: Layer) -> Bound:
    """What counts of a layer: not whether it is the base or a variant's `instead`, nor what it calls its parameters."""
    return Bound(layer.params, (len(layer.params), layer.condition, layer.where, layer.trees))


def _within(owner: str) -> str:
    """The key of the unit that a function or a change stands in."""
    what, _, of = owner.partition(":")
    return {"cell": f"board:{of}", "player": "", "": ""}.get(what, owner)

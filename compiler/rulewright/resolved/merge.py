"""Stage 2: a game's files and the chain of its variants become one set of declarations, each name bound once."""

from __future__ import annotations

from ..diagnostics import Diagnostic, has_errors, suggest
from ..surface import ast
from . import model, words
from .cite import cite
from .examples import Examples
from .namespace import Namespace
from .products import Products
from .shown import Shown
from .tables import Tables

HOUSE = "house"  # folders of rules that a table made up for itself


def merge(files: list[ast.File], variant: str) -> tuple[model.Game | None, list[Diagnostic]]:
    """The game that these files declare, under the given variant ("" is the base game)."""
    merger = _Merger(files, variant)
    game = merger.run()
    if game is not None and not has_errors(merger.diagnostics):
        merger.diagnostics += words.check(game, files)
    return game, cite(merger.diagnostics, [f.declarations for f in files])


def variants_of(files: list[ast.File]) -> list[str]:
    """The base game ("") and the variants that the files declare, in the order of their names."""
    return ["", *sorted(d.name for f in files for d in f.declarations if isinstance(d, ast.Variant))]


def house_rules(files: list[ast.File]) -> list[str]:
    """The variants that no rulebook prints: those that stand in a folder `house/`."""
    return [
        d.name
        for f in files
        if HOUSE in f.path.split("/")[2:-1]  # below rules/GAME
        for d in f.declarations
        if isinstance(d, ast.Variant)
    ]


class _Merger(Tables, Products, Shown, Namespace, Examples):
    def run(self) -> model.Game | None:
        declarations = [d for f in self.files for d in f.declarations]
        self.diagnostics += words.odd_names(self.files)
        games = [d for d in declarations if isinstance(d, ast.Game)]
        if len(games) != 1:
            span = games[1].span if games else ast.Span(self.files[0].path if self.files else "", 1, 1, 1, 1)
            text = "the game is declared twice" if games else "no file declares the game"
            self.report("RW201", text, span, 'a game has exactly one line `game NAME "Title"`')
            return None
        self.game = self.empty_game(games[0])
        chain = self.variant_chain([d for d in declarations if isinstance(d, ast.Variant)])
        self.variants = [self.game.name, *(d.name for d in declarations if isinstance(d, ast.Variant))]
        self.take([d for d in declarations if not isinstance(d, (ast.Variant, ast.Game))])
        for step in chain:
            self.layer = step.name
            self.game.title = step.label.value if step.label else self.game.title
            self.properties(step.properties)
            self.take(step.declarations)
            if not step.properties and all(
                isinstance(d, (ast.Example, ast.Shared, ast.Labels, ast.Look)) for d in step.declarations
            ):
                self.warn(
                    "RW437",
                    f"the variant {step.name} changes no rule",
                    step.span,
                    "add `instead`, `extend` or `without`",
                )
        if not self.game.players and not has_errors(self.diagnostics):
            self.report(
                "RW202", "the game does not say how many play it", self.game.span, "write `players: 2..4`"
            )
        self.multiply()
        self.fill_defaults()
        self.show()
        self.bind()
        self.give()
        others = [d for d in declarations if isinstance(d, ast.Variant) and d not in chain]
        self.game.elsewhere = sorted(words.mentioned(others)) if others else []
        return self.game

    def empty_game(self, decl: ast.Game) -> model.Game:
        self.game = model.Game(
            name=decl.name,
            variant=self.variant,
            title=decl.label.value if decl.label else decl.name,
            players=[],
            override_order=[],
            properties={},
            kinds={},
            resources={},
            boards={},
            pieces={},
            table={},
            player={},
            functions={},
            overrides=[],
            hooks=[],
            menus={},
            participants={},
            examples=[],
            labels={},
            symbols={},
            varied=self.varied(),
            span=decl.span,
        )
        self.properties(decl.properties)
        return self.game

    def varied(self) -> list[str]:
        """Functions that some variant changes: what their base leaves unused may be used there."""
        found: set[str] = set()
        for f in self.files:
            for d in f.declarations:
                if isinstance(d, ast.Variant):
                    for x in d.declarations:
                        if isinstance(x, (ast.Instead, ast.When)):
                            found.add(self.pattern(x.pattern)[0])
        return sorted(found)

    def properties(self, properties: list[ast.Property]) -> None:
        for p in properties:
            if p.name == "players":
                self.game.players = self.player_counts(p)
            elif p.name == "override_order":
                self.game.override_order = [v.name for v in p.values if isinstance(v, ast.Name)]
            elif (near := suggest(p.name, ["players", "override_order", "version"])) is not None:
                self.warn("RW231", f"the game has no property `{p.name}`", p.span, f"did you mean `{near}`?")
            self.game.properties[p.name] = p

    def player_counts(self, p: ast.Property) -> list[int]:
        counts: list[int] = []
        for value in p.values:
            if isinstance(value, ast.Number):
                counts.append(value.value)
            elif (
                isinstance(value, ast.Range)
                and isinstance(value.low, ast.Number)
                and isinstance(value.high, ast.Number)
            ):
                counts.extend(range(value.low.value, min(value.high.value, 21) + 1))
            else:
                self.report(
                    "RW202",
                    "the number of players must be a number or a range",
                    value.span,
                    "write `players: 2..4`",
                )
        if not counts or not all(1 <= n <= 20 for n in counts):
            self.report("RW202", "a game has between 1 and 20 players", p.span, "write `players: 2..4`")
        return counts

    def variant_chain(self, variants: list[ast.Variant]) -> list[ast.Variant]:
        by_name: dict[str, ast.Variant] = {}
        for v in variants:
            if v.name in by_name:
                self.report(
                    "RW203",
                    f"the variant {v.name} is declared twice",
                    v.span,
                    "rename one of them, or join them",
                )
            by_name[v.name] = v
        for v in variants:
            if v.of != self.game.name and v.of not in by_name:
                near = suggest(v.of, [self.game.name, *by_name])
                hint = f"did you mean `{near}`?" if near else f"the game is called `{self.game.name}`"
                self.report(
                    "RW204", f"the variant {v.name} changes {v.of}, which does not exist", v.span, hint
                )
        chain: list[ast.Variant] = []
        name = self.variant
        while name and name != self.game.name and name in by_name:
            if by_name[name] in chain:
                self.report(
                    "RW204",
                    f"the variant {name} changes itself",
                    by_name[name].span,
                    f"one of them changes the game: `variant {name} of {self.game.name}`",
                )
                break
            chain.insert(0, by_name[name])
            name = by_name[name].of
        return chain

    def take(self, declarations: list[ast.Decl]) -> None:
        late: list[ast.Decl] = []
        for d in declarations:
            if isinstance(d, (ast.Extend, ast.Without)):
                late.append(d)
            else:
                self.declare(d)
        for d in late:
            if isinstance(d, ast.Extend):
                self.extend(d)
            elif isinstance(d, ast.Without):
                self.without(d)

    def declare(self, d: ast.Decl) -> None:
        if isinstance(d, ast.Kind):
            self.kind(d)
        elif isinstance(d, ast.Resource):
            self.resource(d)
        elif isinstance(d, ast.Board):
            self.board(d)
        elif isinstance(d, ast.Piece):
            self.piece(d)
        elif isinstance(d, ast.State):
            self.state(d)
        elif isinstance(d, ast.Example):
            self.example(d)
        elif isinstance(d, ast.Shared):
            self.share(d)
        elif isinstance(d, ast.Labels):
            self.labels(d)
        elif isinstance(d, ast.Look):
            self.game.looks.append(d)
        elif isinstance(d, ast.Game):
            self.report(
                "RW201",
                "the game is declared twice",
                d.span,
                "a variant changes the game: it declares no other one",
            )
        elif isinstance(d, ast.Variant):
            self.report(
                "RW204",
                "a variant cannot stand inside another one",
                d.span,
                "write `variant B of A` beside it",
            )
        elif not isinstance(d, (ast.Extend, ast.Without)):
            self.behaviour([d], "", self.game.functions)

    def labels(self, d: ast.Labels) -> None:
        known = self.game.labels.setdefault(d.language, {})
        known.update({key: text for key, text in words.translations(d) if text})
        for label in d.labels:
            if not isinstance(label.target, (ast.Text, ast.Name)):
                self.report(
                    "RW210",
                    "a label translates a name or a text",
                    label.target.span,
                    'as in `red = "…"` or `"take {n}" = "…"`',
                )

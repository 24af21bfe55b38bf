"""Stage 2: a game's files and the chain of its variants become one set of declarations, each name bound once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..diagnostics import Diagnostic, error, has_errors, suggest, warning
from ..surface import ast
from . import model, words
from .cite import cite

RESERVED = {
    "you", "it", "this", "base", "options", "yes", "no", "none", "empty", "nothing", "players", "players_count",
    "participants", "player", "participant", "number", "flag", "table", "directions", "direction", "resource",
}  # fmt: skip

LIMIT_OF_MEMBERS = 2_000  # of a kind


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


class _Merger:
    def __init__(self, files: list[ast.File], variant: str) -> None:
        self.files = files
        self.variant = variant
        self.diagnostics: list[Diagnostic] = []
        self.layer = ""  # the variant whose declarations are being taken in
        self.variants: list[str] = []  # the game's own name among them
        self.declared_menus: set[str] = set()
        self.lower: dict[str, str] = {}  # names without capitals, as they were declared first

    def report(self, code: str, message: str, span: ast.Span, hint: str = "") -> None:
        self.diagnostics.append(error(code, message, span, hint=hint))

    def warn(self, code: str, message: str, span: ast.Span, hint: str = "") -> None:
        self.diagnostics.append(warning(code, message, span, hint=hint))

    # ------------------------------------------------------------ the whole

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
                isinstance(d, (ast.Example, ast.Labels)) for d in step.declarations
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
        self.bind()
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

    # ------------------------------------------------------------ declarations

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
        game = self.game
        if isinstance(d, ast.Kind):
            self.kind(d)
        elif isinstance(d, ast.Resource):
            self.fresh(d.name, d.span)
            self.only_once("resource", d.name, d.span, game.resources)
            functions: dict[str, model.Function] = {}
            owner = f"resource:{d.name}"
            self.behaviour(d.behaviour, owner, functions)
            game.resources[d.name] = model.Resource(
                name=d.name,
                label=d.label.value if d.label else d.name.replace("_", " "),
                flags=d.flags,
                of=d.of,
                functions=functions,
                span=d.span,
            )
        elif isinstance(d, ast.Board):
            self.board(d)
        elif isinstance(d, ast.Piece):
            self.fresh(d.name, d.span)
            self.only_once("piece", d.name, d.span, game.pieces)
            board = d.on.name if isinstance(d.on, ast.Name) else ""
            fields = self.fields(d.fields, f"piece:{d.name}")
            computed: dict[str, model.Function] = {}
            self.behaviour(d.behaviour, f"piece:{d.name}", computed)
            game.pieces[d.name] = model.Piece(
                name=d.name,
                plural=plural(d.name),
                board=board,
                fields=fields,
                functions=computed,
                span=d.span,
            )
        elif isinstance(d, ast.State):
            target = game.player if d.owner == "player" else game.table
            for name, f in self.fields(d.fields, d.owner).items():
                if d.owner == "table":
                    self.fresh(name, f.span)
                self.add_field(target, name, f)
            self.behaviour(d.behaviour, "player" if d.owner == "player" else "", game.functions)
        elif isinstance(d, ast.Example):
            self.example(d)
        elif isinstance(d, ast.Labels):
            self.labels(d)
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
            self.behaviour([d], "", game.functions)

    def fresh(self, name: str, span: ast.Span) -> None:
        """Within one layer a name is declared once; a variant may declare anew what its base declares."""
        if name in RESERVED:
            self.report("RW205", f"`{name}` is a word of the language", span, "choose another name")

    def only_once(self, what: str, name: str, span: ast.Span, known: Mapping[str, Any]) -> None:
        if name in known and not self.layer:
            self.twice(what, name, span, known[name].span)

    def kind(self, d: ast.Kind) -> None:
        self.fresh(d.name, d.span)
        if d.name in self.game.kinds and not self.layer:
            self.twice("kind", d.name, d.span, self.game.kinds[d.name].span)
        if len(d.applies) > 1:
            self.report(
                "RW206",
                f"the kind {d.name} says twice when its members apply",
                d.applies[1].span,
                "join the conditions by `and` or `or`",
            )
        kind = model.Kind(
            name=d.name,
            label=d.label.value if d.label else d.name.replace("_", " "),
            flags=d.flags,
            columns={},
            own_columns=[c.name for c in d.columns],
            members={},
            applies=d.applies[0] if d.applies else None,
            functions={},
            sources=d.sources,
            span=d.span,
        )
        self.game.kinds[d.name] = kind
        self.columns(kind, d.columns)
        self.behaviour(d.behaviour, f"kind:{d.name}", kind.functions)
        if len(d.members) > LIMIT_OF_MEMBERS:
            self.report(
                "RW114",
                f"{d.name} has more than {LIMIT_OF_MEMBERS:,} members",
                d.span,
                "keep numbers in fields",
            )
        for m in d.members[:LIMIT_OF_MEMBERS]:
            self.member(kind, m, list(kind.columns), new=True)

    def columns(self, kind: model.Kind, columns: list[ast.Column]) -> None:
        for c in columns:
            if c.name in kind.columns:
                self.report(
                    "RW203", f"the kind {kind.name} has two columns {c.name}", c.span, "rename one of them"
                )
            kind.columns[c.name] = model.Column(name=c.name, assumed=c.assumed, type=c.type, span=c.span)

    def member(self, kind: model.Kind, m: ast.Member, columns: list[str], new: bool) -> None:
        member = kind.members.get(m.name)
        self.fresh(m.name, m.span)
        if member is None:
            label = m.label.value if m.label else m.name.replace("_", " ")
            member = model.Member(name=m.name, label=label, cells={}, sources=m.sources, span=m.span)
            kind.members[m.name] = member
        elif new:
            self.twice("member", m.name, m.span, member.span)
        elif m.label:
            member.label = m.label.value
        if len(m.cells) > len(columns):
            self.report(
                "RW207",
                f"{m.name} has {len(m.cells)} cells, but {kind.name} has {len(columns)} columns",
                m.cells[len(columns)].span,
                "remove it, or add a column after `|` in the kind's line",
            )
        elif m.cells and len(m.cells) < len(columns):
            missing = ", ".join(columns[len(m.cells) :])
            self.report("RW207", f"{m.name} has no cell for {missing}", m.span, "write `-` for an empty cell")
            member.cells.update(dict.fromkeys(columns[len(m.cells) :]))
        for column, cell in zip(columns, m.cells):
            member.cells[column] = cell.values or None
        for a in m.attributes:
            member.cells[a.name] = [a.value]
            if a.name not in kind.columns:
                self.report(
                    "RW207",
                    f"{kind.name} has no column {a.name}",
                    a.span,
                    "add it after `|` in the kind's line",
                )
        self.behaviour(m.behaviour, f"member:{kind.name}.{m.name}", kind.functions)

    def board(self, d: ast.Board) -> None:
        self.fresh(d.name, d.span)
        if d.name in self.game.boards and not self.layer:
            self.twice("board", d.name, d.span, self.game.boards[d.name].span)
        old = self.game.boards.get(d.name)
        edges = {
            e.name: model.EdgeDecl(
                name=e.name,
                board=d.name,
                ends=e.ends,
                test=e.test,
                fields=self.fields(e.fields, f"edge:{d.name}.{e.name}"),
                span=e.span,
            )
            for e in d.edges
        }
        fields = self.fields(d.fields, f"cell:{d.name}")
        functions = dict(old.functions) if old is not None else {}
        self.behaviour(d.behaviour, f"cell:{d.name}", functions)
        if old is not None:  # a variant that only reshapes a board keeps its fields
            fields = {**old.fields, **fields}
            edges = edges or old.edges
        pictures: list[model.Tree] = list(d.pictures)
        self.game.boards[d.name] = model.Board(
            name=d.name,
            shape=d.shape,
            fields=fields,
            edges=edges,
            pictures=pictures,
            functions=functions,
            sources=d.sources,
            span=d.span,
        )

    def fields(self, fields: list[ast.Field], owner: str) -> dict[str, model.FieldDecl]:
        found: dict[str, model.FieldDecl] = {}
        for f in fields:
            for name in f.names:
                if name in found:
                    self.twice("field", name, f.span, found[name].span)
                found[name] = model.FieldDecl(
                    name=name,
                    owner=owner,
                    each=f.each,
                    type=f.type,
                    value=f.value,
                    flags=f.flags,
                    sources=f.sources,
                    span=f.span,
                )
        return found

    def add_field(self, target: dict[str, model.FieldDecl], name: str, f: model.FieldDecl) -> None:
        if name in target and not self.layer:
            self.twice("field", name, f.span, target[name].span)
        target[name] = f

    def twice(self, what: str, name: str, span: ast.Span, first: ast.Span) -> None:
        place = f"{first.path}:{first.line}"
        self.report(
            "RW203", f"the {what} {name} is declared twice (first in {place})", span, "rename one of them"
        )

    # ------------------------------------------------------------ behaviour

    def behaviour(self, items: list[ast.Behaviour], owner: str, functions: dict[str, model.Function]) -> None:
        for item in items:
            if isinstance(item, ast.Menu):
                self.menu(item)
            elif isinstance(item, ast.Participant):
                self.participant(item)
            elif isinstance(item, (ast.Instead, ast.When)):
                self.change(item, owner)
            else:
                self.function(item, owner, functions)

    def function(
        self,
        d: ast.Define | ast.Event | ast.Rule | ast.Action,
        owner: str,
        functions: dict[str, model.Function],
    ) -> None:
        sig = d.signature
        f = model.Function(
            name=sig.name,
            category=type(d).__name__.lower(),
            owner=owner,
            params=[(p.name, p.type) for p in sig.params],
            label=sig.label.value if sig.label else sig.name.replace("_", " "),
            flags=d.flags if isinstance(d, ast.Event) else [],
            variant=self.layer,
            sources=d.sources,
            span=d.span,
        )
        if isinstance(d, ast.Define):
            f.value, f.where, f.rows, f.body = d.value, d.where, d.rows, d.body
        elif not isinstance(d, ast.Event):
            f.body = d.body
        if isinstance(d, ast.Action):
            f.menu, f.once_per, f.shared = d.menu, d.once_per or "", d.shared
            self.implied_menu(d)
            functions = self.game.functions  # an action is known by its name wherever it stands
        self.fresh(f.name, d.span)
        seen: set[str] = set()
        for param in sig.params:
            if param.name in seen:
                self.report(
                    "RW203",
                    f"two parameters of {f.name} are called {param.name}",
                    param.span,
                    "rename one of them",
                )
            seen.add(param.name)
        if f.name in functions:
            if not (self.layer and functions[f.name].variant != self.layer):
                self.twice(f.category, f.name, d.span, functions[f.name].span)
            elif functions[f.name].category != f.category:
                self.twice(f.category, f.name, d.span, functions[f.name].span)
        functions[f.name] = f

    def implied_menu(self, d: ast.Action) -> None:
        """A menu exists when an action names it; its declaration only adds parameters and a label."""
        target = d.menu.target if isinstance(d.menu, ast.Apply) else d.menu
        if isinstance(target, ast.Name) and target.name not in self.game.menus:
            params: list[tuple[str, model.Tree]] = []
            if isinstance(d.menu, ast.Apply):
                params = [(a.name, None) for a in d.menu.args if isinstance(a, ast.Name)]
            self.game.menus[target.name] = model.Menu(
                name=target.name, label=target.name.replace("_", " "), params=params, span=d.span
            )

    def menu(self, d: ast.Menu) -> None:
        label = d.label.value if d.label else d.signature.name.replace("_", " ")
        params = [(p.name, p.type) for p in d.signature.params]
        if d.signature.name in self.declared_menus and not self.layer:
            self.twice("menu", d.signature.name, d.span, self.game.menus[d.signature.name].span)
        self.declared_menus.add(d.signature.name)
        self.game.menus[d.signature.name] = model.Menu(
            name=d.signature.name, label=label, params=params, span=d.span
        )

    def change(self, d: ast.Instead | ast.When, owner: str) -> None:
        name, subject, pattern = self.pattern(d.pattern)
        if not name:
            return
        owner = (
            "" if owner == "player" else owner
        )  # what stands among a player's fields speaks of every player
        change = model.Change(
            target=name,
            subject=subject,
            pattern=pattern,
            owner=owner,
            where=d.where,
            body=d.body,
            variant=self.layer,
            sources=d.sources,
            span=d.span,
        )
        if isinstance(d, ast.Instead):
            change.value, change.rows = d.value, d.rows
            self.game.overrides.append(change)
        else:
            self.game.hooks.append(change)

    def pattern(self, pattern: ast.Expr) -> tuple[str, str, list[model.Tree]]:
        """`name`, `name(args)` or `q.name(args)`."""
        args: list[model.Tree] = []
        target = pattern
        if isinstance(target, ast.Apply):
            args = list(target.args)
            target = target.target
        if isinstance(target, ast.MemberOf) and isinstance(target.target, ast.Name):
            return target.name, target.target.name, args
        if isinstance(target, ast.Name):
            return target.name, "", args
        self.report(
            "RW208",
            "this does not name a rule",
            pattern.span,
            "as in `when built(at, dwelling)`, or `when q.built(at, b)`",
        )
        return "", "", []

    def participant(self, d: ast.Participant) -> None:
        self.fresh(d.name, d.span)
        self.only_once("participant", d.name, d.span, self.game.participants)
        self.game.participants[d.name] = model.Participant(
            name=d.name,
            label=d.label.value if d.label else d.name.replace("_", " "),
            decided_by=d.decided_by,
            attributes={a.name: a.value for a in d.attributes},
            decides=list(d.decides),
            span=d.span,
        )
        self.behaviour(d.behaviour, f"participant:{d.name}", self.game.functions)

    # ------------------------------------------------------------ changes to tables

    def extend(self, d: ast.Extend) -> None:
        game = self.game
        if d.name in ("player", "table"):
            target = game.player if d.name == "player" else game.table
            for name, f in self.fields(d.fields, d.name).items():
                self.add_field(target, name, f)
            self.behaviour(d.behaviour, "player" if d.name == "player" else "", game.functions)
        elif d.name in game.kinds:
            kind = game.kinds[d.name]
            self.columns(kind, d.columns)
            if d.applies:
                kind.applies = d.applies[0]
            self.behaviour(d.behaviour, f"kind:{d.name}", kind.functions)
            columns = [c.name for c in d.columns] or kind.own_columns
            for m in d.members:
                whole = not d.columns and len(m.cells) == len(kind.columns)
                self.member(kind, m, list(kind.columns) if whole else columns, new=False)
        elif d.name in game.pieces:
            game.pieces[d.name].fields.update(self.fields(d.fields, f"piece:{d.name}"))
        elif d.name in game.boards:
            game.boards[d.name].fields.update(self.fields(d.fields, f"cell:{d.name}"))
        else:
            near = suggest(d.name, [*game.kinds, *game.pieces, *game.boards, "player", "table"])
            hint = (
                f"did you mean `{near}`?"
                if near
                else "one extends kinds, boards, pieces, `player` and `table`"
            )
            self.report("RW209", f"there is no {d.name} to extend", d.span, hint)

    def without(self, d: ast.Without) -> None:
        game = self.game
        for name, span in d.names:
            found = False
            for kind in game.kinds.values():
                if name in kind.members:
                    del kind.members[name]
                    owner = f"member:{kind.name}.{name}"
                    game.overrides = [c for c in game.overrides if c.owner != owner]
                    game.hooks = [c for c in game.hooks if c.owner != owner]
                    game.functions = {k: f for k, f in game.functions.items() if f.owner != owner}
                    found = True
            if name in game.functions and game.functions[name].category == "action":
                del game.functions[name]
                found = True
            if not found:
                members = [m for k in game.kinds.values() for m in k.members]
                near = suggest(name, [*members, *game.functions])
                hint = f"did you mean `{near}`?" if near else "`without` names members of kinds, or actions"
                self.report("RW209", f"there is no {name} to leave out", span, hint)

    # ------------------------------------------------------------ words

    def example(self, d: ast.Example) -> None:
        players: list[str] = []
        only = ""
        for step in d.steps:
            if isinstance(step, ast.Cast):
                players = step.names
            elif isinstance(step, ast.Only):
                only = step.variant
                self.known_variant(step.variant, step.span)
            elif isinstance(step, ast.Expected) and step.variant is not None:
                self.known_variant(step.variant, step.span)
        steps: list[model.Tree] = [s for s in d.steps if not isinstance(s, (ast.Cast, ast.Only))]
        self.game.examples.append(
            model.Example(
                title=d.title, players=players, only=only, steps=steps, sources=d.sources, span=d.span
            )
        )

    def known_variant(self, name: str, span: ast.Span) -> None:
        if name not in self.variants:
            near = suggest(name, self.variants)
            hint = f"did you mean `{near}`?" if near else f"there is: {', '.join(self.variants)}"
            self.report("RW508", f"there is no variant `{name}`", span, hint)

    def labels(self, d: ast.Labels) -> None:
        words = self.game.labels.setdefault(d.language, {})
        for label in d.labels:
            target = label.target
            if isinstance(target, ast.Text):
                words[target.value] = label.text.value
            elif isinstance(target, ast.Name):
                words[target.name] = label.text.value
            else:
                self.report(
                    "RW210",
                    "a label translates a name or a text",
                    target.span,
                    'as in `red = "…"` or `"take {n}" = "…"`',
                )

    # ------------------------------------------------------------ the namespace

    def bind(self) -> None:
        game = self.game
        for kind in game.kinds.values():
            self.symbol(kind.name, "kind", "", kind.span)
            for member in kind.members.values():
                self.symbol(member.name, "member", kind.name, member.span)
        for r in game.resources.values():
            self.symbol(r.name, "resource", "", r.span)
        for b in game.boards.values():
            self.symbol(b.name, "board", "", b.span)
        for p in game.pieces.values():
            self.symbol(p.name, "piece", "", p.span)
            self.symbol(p.plural, "pieces", p.name, p.span)
        for f in game.table.values():
            self.symbol(f.name, "field", "", f.span)
        for fn in game.functions.values():
            self.symbol(fn.name, "function", "", fn.span)
        for m in game.menus.values():
            self.symbol(m.name, "menu", "", m.span)
        for q in game.participants.values():
            self.symbol(q.name, "participant", "", q.span)

    def symbol(self, name: str, category: str, owner: str, span: ast.Span) -> None:
        old = self.game.symbols.get(name)
        if old is not None:
            place = f"{old.span.path}:{old.span.line}"
            self.report(
                "RW203",
                f"`{name}` is the name of {self.said(name, category)} and of {self.said(name, old.category)} ({place})",
                span,
                "one name means one thing: rename one of them",
            )
            return
        self.game.symbols[name] = model.Symbol(name=name, category=category, owner=owner, span=span)
        first = self.lower.setdefault(name.lower(), name)
        if first != name:
            text = f"`{name}` and `{first}` differ only in capital letters"
            self.report("RW203", text, span, "rename one of them")

    def said(self, name: str, category: str) -> str:
        """A category with its article: a board, an event, all pieces of a sort."""
        if category == "function":
            category = self.game.functions[name].category
        if category == "pieces":
            return "all pieces of a sort"
        return f"{'an' if category[0] in 'aeiou' else 'a'} {category}"


def plural(name: str) -> str:
    if name.endswith("s"):
        return name + "es"
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    return name + "s"

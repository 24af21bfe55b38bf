"""Stage 2: a game's files and the chain of its variants become one set of declarations, each name bound once."""

from __future__ import annotations

from ..diagnostics import Diagnostic, has_errors, suggest
from ..surface import ast
from . import behaviour, examples, member_labels, model, namespace, products, tables, words
from .cite import cite
from .layers import Layers

HOUSE = "house"  # folders of rules that a table made up for itself


def merge(files: list[ast.File], variant: str) -> tuple[model.Game | None, list[Diagnostic]]:
    """The game that these files declare, under the given variant ("" is the base game)."""
    layers = Layers(files, variant)
    game = merged(layers)
    if game is not None and not has_errors(layers.diagnostics):
        layers.diagnostics += words.check(game, files)
    return game, cite(layers.diagnostics, files)


def variants_of(files: list[ast.File]) -> list[str]:
    """The base game ("") and the variants that the files declare, in the order of their names."""
    return ["", *sorted(d.name for f in files for d in f.declarations if isinstance(d, ast.Variant))]


def read_for(files: list[ast.File], variant: str) -> list[str]:
    """The variants whose rules a variant is built of: itself, those that it changes, and the game ("")."""
    changed = {d.name: d.of for f in files for d in f.declarations if isinstance(d, ast.Variant)}
    chain: list[str] = []
    while variant in changed and variant not in chain:
        chain.append(variant)
        variant = changed[variant]
    return [*chain, ""]


def house_rules(files: list[ast.File]) -> list[str]:
    """The variants that no rulebook prints: those that stand in a folder `house/`."""
    return [
        d.name
        for f in files
        if HOUSE in f.path.split("/")[2:-1]  # below rules/GAME
        for d in f.declarations
        if isinstance(d, ast.Variant)
    ]


def merged(layers: Layers) -> model.Game | None:
    """The game with the declarations of all layers; None if no file declares one."""
    declarations = [d for f in layers.files for d in f.declarations]
    layers.diagnostics += [d for file in layers.files for d in words.odd_names(file)]
    games = [d for d in declarations if isinstance(d, ast.Game)]
    if len(games) != 1:
        span = games[1].span if games else ast.Span(layers.files[0].path if layers.files else "", 1, 1, 1, 1)
        text = "the game is declared twice" if games else "no file declares the game"
        layers.report("RW201", text, span, 'a game has exactly one line `game NAME "Title"`')
        return None
    layers.game = empty_game(layers, games[0])
    chain = variant_chain(layers, [d for d in declarations if isinstance(d, ast.Variant)])
    layers.variants = [layers.game.name, *(d.name for d in declarations if isinstance(d, ast.Variant))]
    take(layers, [d for d in declarations if not isinstance(d, (ast.Variant, ast.Game))])
    for step in chain:
        layers.layer = step.name
        layers.game.title = step.label.value if step.label else layers.game.title
        add_properties(layers, step.properties)
        take(layers, step.declarations)
        if not step.properties and all(
            isinstance(d, (ast.Example, ast.Shared, ast.Labels, ast.Look)) for d in step.declarations
        ):
            layers.warn(
                "RW437",
                f"the variant {step.name} changes no rule",
                step.span,
                "add `instead`, `extend` or `without`",
            )
    if not layers.game.players and not has_errors(layers.diagnostics):
        layers.report(
            "RW202", "the game does not say how many play it", layers.game.span, "write `players: 2..4`"
        )
    products.multiply(layers)
    tables.fill_defaults(layers)
    member_labels.show(layers)
    namespace.bind(layers)
    examples.give(layers)
    layers.game.elsewhere = sorted(words.elsewhere(layers.files, {step.name for step in chain}))
    return layers.game


def empty_game(layers: Layers, decl: ast.Game) -> model.Game:
    """A game that has only its name and title so far."""
    layers.game = model.Game(
        name=decl.name,
        variant=layers.variant,
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
        varied=varied(layers),
        span=decl.span,
    )
    add_properties(layers, decl.properties)
    return layers.game


def varied(layers: Layers) -> list[str]:
    """Functions that some variant changes: what their base leaves unused may be used there."""
    found: set[str] = set()
    for f in layers.files:
        for d in f.declarations:
            if isinstance(d, ast.Variant):
                for x in d.declarations:
                    if isinstance(x, (ast.Instead, ast.When)):
                        found.add(behaviour.read_pattern(layers, x.pattern)[0])
    return sorted(found)


def add_properties(layers: Layers, properties: list[ast.Property]) -> None:
    """Takes up the properties of a game or variant; a misspelt one is warned of."""
    for p in properties:
        if p.name == "players":
            layers.game.players = player_counts(layers, p)
        elif p.name == "override_order":
            layers.game.override_order = [v.name for v in p.values if isinstance(v, ast.Name)]
        elif (near := suggest(p.name, ["players", "override_order", "version"])) is not None:
            layers.warn("RW231", f"the game has no property `{p.name}`", p.span, f"did you mean `{near}`?")
        layers.game.properties[p.name] = p


def player_counts(layers: Layers, p: ast.Property) -> list[int]:
    """The numbers of players that a property allows; what is no number is reported."""
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
            layers.report(
                "RW202",
                "the number of players must be a number or a range",
                value.span,
                "write `players: 2..4`",
            )
    if not counts or not all(1 <= n <= 20 for n in counts):
        layers.report("RW202", "a game has between 1 and 20 players", p.span, "write `players: 2..4`")
    return counts


def variant_chain(layers: Layers, variants: list[ast.Variant]) -> list[ast.Variant]:
    """The variants from the one on the game itself to the one that is built; loops and unknown names are reported."""
    by_name: dict[str, ast.Variant] = {}
    for v in variants:
        if v.name in by_name:
            layers.report(
                "RW203",
                f"the variant {v.name} is declared twice",
                v.span,
                "rename one of them, or join them",
            )
        by_name[v.name] = v
    for v in variants:
        if v.of != layers.game.name and v.of not in by_name:
            near = suggest(v.of, [layers.game.name, *by_name])
            hint = f"did you mean `{near}`?" if near else f"the game is called `{layers.game.name}`"
            layers.report("RW204", f"the variant {v.name} changes {v.of}, which does not exist", v.span, hint)
    chain: list[ast.Variant] = []
    name = layers.variant
    while name and name != layers.game.name and name in by_name:
        if by_name[name] in chain:
            layers.report(
                "RW204",
                f"the variant {name} changes itself",
                by_name[name].span,
                f"one of them changes the game: `variant {name} of {layers.game.name}`",
            )
            break
        chain.insert(0, by_name[name])
        name = by_name[name].of
    return chain


def take(layers: Layers, declarations: list[ast.Decl]) -> None:
    """Takes up the declarations of a layer, `extend` and `without` after all others."""
    late: list[ast.Decl] = []
    for d in declarations:
        if isinstance(d, (ast.Extend, ast.Without)):
            late.append(d)
        else:
            declare(layers, d)
    for d in late:
        if isinstance(d, ast.Extend):
            tables.extend(layers, d)
        elif isinstance(d, ast.Without):
            tables.without(layers, d)


def declare(layers: Layers, d: ast.Decl) -> None:
    """Takes up one declaration by its sort."""
    if isinstance(d, ast.Kind):
        tables.add_kind(layers, d)
    elif isinstance(d, ast.Resource):
        tables.add_resource(layers, d)
    elif isinstance(d, ast.Board):
        tables.add_board(layers, d)
    elif isinstance(d, ast.Piece):
        tables.add_piece(layers, d)
    elif isinstance(d, ast.State):
        tables.add_state(layers, d)
    elif isinstance(d, ast.Example):
        examples.add_example(layers, d)
    elif isinstance(d, ast.Shared):
        examples.share(layers, d)
    elif isinstance(d, ast.Labels):
        add_labels(layers, d)
    elif isinstance(d, ast.Look):
        layers.game.looks.append(d)
    elif isinstance(d, ast.Game):
        layers.report(
            "RW201",
            "the game is declared twice",
            d.span,
            "a variant changes the game: it declares no other one",
        )
    elif isinstance(d, ast.Variant):
        layers.report(
            "RW204",
            "a variant cannot stand inside another one",
            d.span,
            "write `variant B of A` beside it",
        )
    elif not isinstance(d, (ast.Extend, ast.Without)):
        behaviour.add_behaviour(layers, [d], "", layers.game.functions)


def add_labels(layers: Layers, d: ast.Labels) -> None:
    """Takes up the translations of a language; later ones replace earlier ones."""
    known = layers.game.labels.setdefault(d.language, {})
    known.update({key: text for key, text in words.translations(d) if text})
    for label in d.labels:
        if not isinstance(label.target, (ast.Text, ast.Name)):
            layers.report(
                "RW210",
                "a label translates a name or a text",
                label.target.span,
                'as in `red = "…"` or `"take {n}" = "…"`',
            )

"""Every name in a file with what it means: declarations and all that stands in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulewright.diagnostics import Span
from rulewright.lsp.declared import Declared, Symbol, word_at
from rulewright.lsp.mentions import Env, Finder, Occurrence, TypeAt
from rulewright.surface import ast
from rulewright.surface.parse import parse_label

Texts = Mapping[str, list[Symbol]]  # what the holes of texts mean


def occurrences(
    file: ast.File, known: Declared, type_at: TypeAt, texts: Texts | None = None
) -> list[Occurrence]:
    """The names of a file; those in the holes of translations only if it is told what texts mean."""
    found, _ = with_texts(file, known, type_at)
    if texts:
        found = [*found, *_translated(file, texts)]
    return list(dict.fromkeys(found))


def with_texts(
    file: ast.File, known: Declared, type_at: TypeAt
) -> tuple[list[Occurrence], dict[str, list[Symbol]]]:
    """The names of a file, and what those in the holes of its texts mean."""
    finder = Finder(file, known, type_at)
    for d in file.declarations:
        declaration(finder, d)
    return finder.found, finder.texts


def declaration(f: Finder, d: Any) -> None:
    """Notes the names of a declaration by the handler of its class."""
    handler = HANDLERS.get(type(d))
    if handler is not None:
        handler(f, d)


# ---------------------------------------------------------------- tables


def on_game(f: Finder, d: ast.Game) -> None:
    """Notes the names of a game's header."""
    f.declare(Symbol("variant", "", d.name), d.span, "game")
    f.expr([p.values for p in d.properties], Env({}))


def on_kind(f: Finder, d: ast.Kind) -> None:
    """Notes the names of a kind and all that stands in it."""
    f.declare(Symbol("kind", "", d.name), d.span, "kind")
    for factor in d.factors:
        f.word(f.known.globals.get(factor.name), factor.span, factor.name)
    env = applying(f, d.applies, Env({}, f"kind:{d.name}"))
    kind_items(f, d.name, d.columns, d.members, d.behaviour, env)
    f.expr(d.shown, env)


def on_extend(f: Finder, d: ast.Extend) -> None:
    """Notes the names of an `extend`."""
    f.word(f.known.globals.get(d.name), d.span, d.name, "extend")
    if d.name in ("player", "table"):
        state_items(f, d.name, d.fields, d.behaviour)
        return
    for owner in (f"piece:{d.name}", f"cell:{d.name}"):
        if (
            d.fields
            and f.known.globals.get(d.name, Symbol("", "", "")).category
            == {"p": "piece", "c": "board"}[owner[0]]
        ):
            field_items(f, d.fields, owner)
    env = applying(f, d.applies, Env({}, f"kind:{d.name}"))
    kind_items(f, d.name, d.columns, d.members, d.behaviour, env)


def applying(f: Finder, applies: list[ast.Applies], env: Env) -> Env:
    """`applies to p for each copy in S`: names that the kind's defines and changes know."""
    for each in applies:
        if each.to:
            f.bind(env, each.to, each.span, "to")
        f.expr(each.source, env)
        if each.copy:
            f.bind(env, each.copy, each.span, "each")
        f.expr(each.test, env)
    return env


def kind_items(
    f: Finder,
    kind: str,
    columns: list[ast.Column],
    members: list[ast.Member],
    behaviour: list[ast.Behaviour],
    env: Env,
) -> None:
    """Notes the names of columns, members and behaviour of a kind."""
    for column in columns:
        f.declare(Symbol("column", kind, column.name), column.span)
        f.expr([column.type, column.default], Env({}))
    for member in members:
        f.declare(Symbol("member", kind, member.name), member.span)
        f.expr(member.cells, Env({}))
        for attribute in member.attributes:
            f.word(f.known.of(f"kind:{kind}", attribute.name), attribute.span, attribute.name)
            f.expr(attribute.value, env.inner())
        behaviours(f, member.behaviour, f"kind:{kind}", env)
    behaviours(f, behaviour, f"kind:{kind}", env)


def on_piece(f: Finder, d: ast.Piece) -> None:
    """Notes the names of a sort of piece."""
    f.declare(Symbol("piece", "", d.name), d.span, "piece")
    f.expr(d.on, Env({}))
    field_items(f, d.fields, f"piece:{d.name}")
    behaviours(f, d.behaviour, f"piece:{d.name}", Env({}, f"piece:{d.name}"))


def on_resource(f: Finder, d: ast.Resource) -> None:
    """Notes the names of a resource."""
    f.declare(Symbol("resource", "", d.name), d.span, "resource")
    for name in d.of:
        f.word(f.known.globals.get(name), d.span, name)
    behaviours(f, d.behaviour, f"resource:{d.name}", Env({}))


def on_board(f: Finder, d: ast.Board) -> None:
    """Notes the names of a board, its cells, edges and pictures."""
    f.declare(Symbol("board", "", d.name), d.span, "board")
    if isinstance(d.shape, ast.Apply):
        for arg in d.shape.args:
            if isinstance(arg, ast.Name) and (cell := f.known.of(f"board:{d.name}", arg.name)):
                f.declare(cell, arg.span)
            else:
                f.expr(arg, Env({}))
        f.expr([value for _, value in d.shape.named], Env({}))
    field_items(f, d.fields, f"cell:{d.name}")
    for edges in d.edges:
        f.declare(Symbol("edges", d.name, edges.name), edges.span, "edges")
        env = Env({})
        for end in dict.fromkeys(edges.ends):
            head = word_at(f.lines, edges.span, end)
            if head is not None:
                f.bind(env, end, head)
        f.expr(edges.test, env)
        field_items(f, edges.fields, f"edge:{d.name}.{edges.name}")
    for picture in d.pictures:
        f.word(f.known.of(f"cell:{d.name}", picture.field), picture.span, picture.field, "picture")
        f.expr([value for _, value in picture.legend], Env({}))
    behaviours(f, d.behaviour, f"cell:{d.name}", Env({}, f"cell:{d.name}"))


def on_state(f: Finder, d: ast.State) -> None:
    """Notes the names of fields of players or of the table."""
    f.expr(d.during, Env({}))
    state_items(f, d.owner, d.fields, d.behaviour)


def state_items(f: Finder, owner: str, fields: list[ast.Field], behaviour: list[ast.Behaviour]) -> None:
    """Notes the names of fields and behaviour of an owner."""
    field_items(f, fields, owner)
    behaviours(f, behaviour, "", Env({}))


def field_items(f: Finder, fields: list[ast.Field], owner: str) -> None:
    """Notes the names of fields with their types and first values."""
    for each in fields:
        for name in each.names:
            f.declare(Symbol("field", owner, name), each.span)
        f.expr([each.each, each.type, each.value], Env({}))


# ---------------------------------------------------------------- behaviour


def behaviours(f: Finder, items: list[ast.Behaviour], owner: str, env: Env) -> None:
    """Notes the names of several items, each in a scope of its own."""
    for item in items:
        behaviour(f, item, owner, env.inner())


def on_behaviour(f: Finder, d: ast.Behaviour) -> None:
    """Notes the names of an item that stands by itself."""
    behaviour(f, d, "", Env({}))


def behaviour(f: Finder, d: ast.Behaviour, owner: str, env: Env) -> None:
    """Notes the names of a function, menu, participant or change."""
    if isinstance(d, ast.Menu):
        f.declare(Symbol("menu", "", d.signature.name), d.span, "menu")
        parameters(f, d.signature, env)
    elif isinstance(d, ast.Participant):
        participant(f, d)
    elif isinstance(d, (ast.When, ast.Instead)):
        change(f, d, owner, env)
    else:
        owner = "" if isinstance(d, ast.Action) else owner
        f.declare(Symbol("function", owner, d.signature.name), d.span, type(d).__name__.lower())
        parameters(f, d.signature, env)
        f.expr(d.signature.label, env)
        if isinstance(d, ast.Action):
            action_menu(f, d.menu, env)
            if d.once_per:
                f.word(Symbol("period", "", d.once_per), d.span, d.once_per, "per")
        inside(f, d, env)


def inside(f: Finder, d: Any, env: Env) -> None:
    """The value, the table or the body of a define, a rule or a change."""
    f.expr(getattr(d, "value", None), env)
    f.expr(getattr(d, "where", None) if not isinstance(d, (ast.When, ast.Instead)) else None, env)
    for row in getattr(d, "rows", None) or []:
        f.expr([row.key, row.values], env)
    f.block(getattr(d, "body", None), env)


def parameters(f: Finder, signature: ast.Signature, env: Env) -> None:
    """Binds the parameters of a header."""
    for param in signature.params:
        f.bind(env, param.name, param.span)
        f.expr(param.type, Env({}))


def action_menu(f: Finder, menu: ast.Expr, env: Env) -> None:
    """`action a in M(x)`: the menu's values are parameters of the action."""
    if isinstance(menu, ast.Apply):
        f.expr(menu.target, Env({}))
        for arg in menu.args:
            if isinstance(arg, ast.Name) and arg.name not in env.names:
                f.bind(env, arg.name, arg.span)
            else:
                f.expr(arg, env)
    else:
        f.expr(menu, Env({}))


def change(f: Finder, d: ast.When | ast.Instead, owner: str, env: Env) -> None:
    """Notes the names of an `instead` or `when`; names in its pattern that are no constants are bound."""
    pattern = d.pattern
    args: list[ast.Expr] = []
    if isinstance(pattern, ast.Apply):
        args, pattern = pattern.args, pattern.target
    if isinstance(pattern, ast.MemberOf):
        if isinstance(pattern.target, ast.Name):
            f.bind(env, pattern.target.name, pattern.target.span)
        f.use(changed(f, pattern.name, owner), pattern.name_span)
    elif isinstance(pattern, ast.Name):
        f.use(changed(f, pattern.name, owner), pattern.span)
    target = changed(f, getattr(pattern, "name", ""), owner)
    for arg in args:
        known = f.known.globals.get(arg.name) if isinstance(arg, ast.Name) else None
        if (
            isinstance(arg, ast.Name)
            and (known is None or known.category != "member")
            and arg.name not in CONSTANT
        ):
            f.bind(env, arg.name, arg.span)
        else:
            f.expr(arg, env)
    if not args and target is not None:  # the parameters are known by their own names
        env.names.update({name: each for (of, name), each in f.known.locals.items() if of == target})
    f.expr(d.where, env)
    inside(f, d, env)


CONSTANT = ("yes", "no", "none")


def changed(f: Finder, name: str, owner: str) -> Symbol | None:
    """The rule or define that a change speaks of."""
    return (f.known.of(owner, name) if owner else None) or f.known.globals.get(name)


def participant(f: Finder, d: ast.Participant) -> None:
    """Notes the names of a seat without a player."""
    f.declare(Symbol("participant", "", d.name), d.span, "participant")
    f.expr(d.decided_by, Env({}))
    for attribute in d.attributes:
        f.word(f.known.of("player", attribute.name), attribute.span, attribute.name)
        f.expr(attribute.value, Env({}))
    behaviours(f, d.behaviour, "", Env({}))
    for decides in d.decides:
        pattern = decides.pattern
        if isinstance(pattern, ast.MemberOf):
            f.expr(pattern.target, Env({}))
        else:
            f.expr(pattern, Env({}))
        f.expr([decides.where, decides.value], Env({}))
        f.block(decides.body, Env({}))


# ---------------------------------------------------------------- variants, words, looks


def on_variant(f: Finder, d: ast.Variant) -> None:
    """Notes the names of a variant and all that stands in it."""
    f.declare(Symbol("variant", "", d.name), d.span, "variant")
    f.word(Symbol("variant", "", d.of), d.span, d.of, "of")
    f.expr([p.values for p in d.properties], Env({}))
    for inner in d.declarations:
        declaration(f, inner)


def on_without(f: Finder, d: ast.Without) -> None:
    """Notes the names that a variant leaves out."""
    for name, span in d.names:
        f.use(f.known.globals.get(name), span)


def on_labels(f: Finder, d: ast.Labels) -> None:
    """Notes the names that are translated."""
    for label in d.labels:
        if isinstance(label.target, ast.Name):
            name = label.target.name
            found = f.known.globals.get(name) or (
                Symbol("variant", "", name) if f.known.places.get(Symbol("variant", "", name)) else None
            )
            f.use(found or f.likely(name), label.target.span)


def _translated(file: ast.File, texts: Texts) -> list[Occurrence]:
    """The holes of translations: they mean what they mean in the text itself, wherever that stands."""
    found: list[Occurrence] = []
    for d in file.declarations:
        if isinstance(d, ast.Labels):
            for label in d.labels:
                if isinstance(label.target, ast.Text):
                    symbols = texts.get(label.target.value, [])
                    for text in (label.target, label.text):
                        found += _in_holes(text, symbols)
    return found


def _in_holes(text: ast.Text, symbols: list[Symbol]) -> list[Occurrence]:
    """The occurrences of symbols in the holes of a text."""
    by_name: dict[str, set[Symbol]] = {}
    for symbol in symbols:
        by_name.setdefault(symbol.name, set()).add(symbol)
    found: list[Occurrence] = []
    for hole in parse_label(text.value, text.span)[0] if "{" in text.value else []:
        for node in ast.every(hole) if not isinstance(hole, str) else ():
            name = getattr(node, "name", "")
            span = node.name_span if isinstance(node, ast.MemberOf) else node.span
            if isinstance(node, (ast.Name, ast.MemberOf)):
                found += [Occurrence(symbol, span) for symbol in by_name.get(name, ())]
    return found


def on_look(f: Finder, d: ast.Look) -> None:
    """Notes the names of a look."""
    f.word(f.known.globals.get(d.name), d.span, d.name, "look")
    owners = [d.name, *(f"{what}:{d.name}" for what in ("kind", "cell", "piece"))]

    def meant(name: str) -> Symbol | None:
        for owner in owners:
            if found := f.known.of(owner, name):
                return found
        return f.known.globals.get(name)

    for item in d.items:
        if isinstance(item, ast.LookRow):
            f.word(meant(item.name), item.span, item.name)
            # A word alone may be a shape that only happens to be called like something of the game.
            f.expr(
                [v for c in item.cells for v in c.values if not isinstance(v, ast.Name)],
                Env({}, f"kind:{d.name}"),
            )
        elif isinstance(item, (ast.LookAs, ast.LookHide)):
            for name, span in item.names:
                f.use(meant(name), span)
            if isinstance(item, ast.LookAs) and item.other:
                f.word(meant(item.other), item.span, item.other, item.joint)
        elif isinstance(item, ast.LookFrom):
            f.expr(item.source, Env({}, f"kind:{d.name}"))
        elif isinstance(item, ast.LookList):
            for value in item.values:
                if isinstance(value, ast.Name):
                    f.use(meant(value.name), value.span)


# ---------------------------------------------------------------- examples


def on_example(f: Finder, d: ast.Example) -> None:
    """Notes the names of an example."""
    env = Env({})
    for step in d.steps:
        if isinstance(step, ast.Cast):
            cast(f, step, env)
        elif isinstance(step, ast.Only):
            variants(f, step.variants, step.span)
        elif isinstance(step, ast.Given):
            f.block(step.body, env)
        elif isinstance(step, ast.GivenNamed):
            f.word(Symbol("given", "", step.name), step.span, step.name)
            for symbol_env in given_players(f, step.name):
                env.names = {**symbol_env, **env.names}
        elif isinstance(step, ast.Expected):
            variants(f, step.variants, step.span)
            for claim in step.claims:
                example_line(f, claim, env)
        elif isinstance(step, ast.Played):
            for move in step.moves:
                example_line(f, move, env)
        else:
            f.expr(step.values, env)


def cast(f: Finder, step: ast.Cast, env: Env) -> None:
    """Binds the players of an example."""
    for name in step.names:
        f.bind(env, name, step.span, category="seat")


def given_players(f: Finder, name: str) -> list[dict[str, Symbol]]:
    """The players that a shared beginning brings along."""
    place = f.known.first(Symbol("given", "", name))
    shared = place.node if place else None
    if not isinstance(shared, ast.Shared) or shared.players is None:
        return []
    # They are declared in another file, perhaps: its text is not at hand, so that they are known by that line.
    where = shared.players.span
    return [
        {player: Symbol("seat", f"{where.path}:{where.line}:0", player) for player in shared.players.names}
    ]


def variants(f: Finder, names: list[str], span: Span) -> None:
    """Notes the names of variants."""
    for name in names:
        f.word(Symbol("variant", "", name), span, name)


def example_line(f: Finder, line: ast.Answer | ast.Asked | ast.Perform | ast.Claim, env: Env) -> None:
    """Notes the names of an answer, a call or a claim."""
    if isinstance(line, ast.Claim):
        f.expr(line.test, env)
        return
    if line.player:
        f.word(env.names.get(line.player) or f.known.globals.get(line.player), line.span, line.player)
    f.expr(line.call if isinstance(line, ast.Perform) else line.values, env)


def on_shared(f: Finder, d: ast.Shared) -> None:
    """Notes the names of a shared `given`."""
    f.declare(Symbol("given", "", d.name), d.span, "given")
    env = Env({})
    if d.players is not None:
        for name in d.players.names:
            place = word_at(f.lines, d.players.span, name)
            if place is not None:
                env.names[name] = Symbol("seat", f"{place.path}:{d.players.span.line}:0", name)
                f.found.append(Occurrence(env.names[name], place, declares=True))
    f.block(d.body, env)


HANDLERS: dict[type, Callable[[Finder, Any], None]] = {
    ast.Game: on_game,
    ast.Kind: on_kind,
    ast.Extend: on_extend,
    ast.Piece: on_piece,
    ast.Resource: on_resource,
    ast.Board: on_board,
    ast.State: on_state,
    ast.Variant: on_variant,
    ast.Without: on_without,
    ast.Labels: on_labels,
    ast.Look: on_look,
    ast.Example: on_example,
    ast.Shared: on_shared,
    **dict.fromkeys(
        (ast.Define, ast.Event, ast.Rule, ast.Action, ast.Menu, ast.When, ast.Instead, ast.Participant),
        on_behaviour,
    ),
}

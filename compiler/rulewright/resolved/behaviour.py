"""Functions, menus, changes and participants of a layer."""

from __future__ import annotations

from ..surface import ast
from . import model
from .layers import Layers


def add_behaviour(
    layers: Layers, items: list[ast.Behaviour], owner: str, functions: dict[str, model.Function]
) -> None:
    """Takes up what happens by the items of an owner: functions, menus, participants, `instead` and `when`."""
    for item in items:
        if isinstance(item, ast.Menu):
            add_menu(layers, item)
        elif isinstance(item, ast.Participant):
            add_participant(layers, item)
        elif isinstance(item, (ast.Instead, ast.When)):
            add_change(layers, item, owner)
        else:
            add_function(layers, item, owner, functions)


def add_function(
    layers: Layers,
    d: ast.Define | ast.Event | ast.Rule | ast.Action,
    owner: str,
    functions: dict[str, model.Function],
) -> None:
    """Takes up a define, event, rule or action; one of a variant replaces the one before."""
    sig = d.signature
    f = model.Function(
        name=sig.name,
        category=type(d).__name__.lower(),
        owner=owner,
        params=[(p.name, p.type) for p in sig.params],
        label=sig.label.value if sig.label else sig.name.replace("_", " "),
        flags=d.flags if isinstance(d, ast.Event) else [],
        variant=layers.layer,
        sources=d.sources,
        span=d.span,
    )
    if isinstance(d, ast.Define):
        f.value, f.where, f.rows, f.body = d.value, d.where, d.rows, d.body
    elif not isinstance(d, ast.Event):
        f.body = d.body
    if isinstance(d, ast.Action):
        f.menu, f.once_per, f.shared = d.menu, d.once_per or "", d.shared
        implied_menu(layers, d)
        functions = layers.game.functions  # an action is known by its name wherever it stands
    layers.fresh(f.name, d.span)
    seen: set[str] = set()
    for param in sig.params:
        if param.name in seen:
            layers.report(
                "RW203",
                f"two parameters of {f.name} are called {param.name}",
                param.span,
                "rename one of them",
            )
        seen.add(param.name)
    if f.name in functions:
        if not (layers.layer and functions[f.name].variant != layers.layer):
            layers.twice(f.category, f.name, d.span, functions[f.name].span)
        elif functions[f.name].category != f.category:
            layers.twice(f.category, f.name, d.span, functions[f.name].span)
    functions[f.name] = f


def implied_menu(layers: Layers, d: ast.Action) -> None:
    """A menu exists when an action names it; its declaration only adds parameters and a label."""
    target = d.menu.target if isinstance(d.menu, ast.Apply) else d.menu
    if isinstance(target, ast.Name) and target.name not in layers.game.menus:
        params: list[tuple[str, model.Tree]] = []
        if isinstance(d.menu, ast.Apply):
            params = [(a.name, None) for a in d.menu.args if isinstance(a, ast.Name)]
        layers.game.menus[target.name] = model.Menu(
            name=target.name, label=target.name.replace("_", " "), params=params, span=d.span
        )


def add_menu(layers: Layers, d: ast.Menu) -> None:
    """Takes up a menu, reported if the base game declares it twice."""
    label = d.label.value if d.label else d.signature.name.replace("_", " ")
    params = [(p.name, p.type) for p in d.signature.params]
    if d.signature.name in layers.declared_menus and not layers.layer:
        layers.twice("menu", d.signature.name, d.span, layers.game.menus[d.signature.name].span)
    layers.declared_menus.add(d.signature.name)
    layers.game.menus[d.signature.name] = model.Menu(
        name=d.signature.name, label=label, params=params, span=d.span
    )


def add_change(layers: Layers, d: ast.Instead | ast.When, owner: str) -> None:
    """Takes up an `instead` as an override or a `when` as a hook; a pattern that cannot be read was reported."""
    name, subject, pattern = read_pattern(layers, d.pattern)
    if not name:
        return
    owner = "" if owner == "player" else owner  # what stands among a player's fields speaks of every player
    change = model.Change(
        target=name,
        subject=subject,
        pattern=pattern,
        owner=owner,
        where=d.where,
        body=d.body,
        variant=layers.layer,
        sources=d.sources,
        span=d.span,
    )
    if isinstance(d, ast.Instead):
        change.value, change.rows = d.value, d.rows
        layers.game.overrides.append(change)
    else:
        layers.game.hooks.append(change)


def read_pattern(layers: Layers, pattern: ast.Expr) -> tuple[str, str, list[model.Tree]]:
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
    layers.report(
        "RW208",
        "this does not name a rule",
        pattern.span,
        "as in `when built(at, dwelling)`, or `when q.built(at, b)`",
    )
    return "", "", []


def add_participant(layers: Layers, d: ast.Participant) -> None:
    """Takes up a seat without a player, with its behaviour."""
    layers.fresh(d.name, d.span)
    layers.only_once("participant", d.name, d.span, layers.game.participants)
    layers.game.participants[d.name] = model.Participant(
        name=d.name,
        label=d.label.value if d.label else d.name.replace("_", " "),
        decided_by=d.decided_by,
        attributes={a.name: a.value for a in d.attributes},
        decides=list(d.decides),
        span=d.span,
    )
    add_behaviour(layers, d.behaviour, f"participant:{d.name}", layers.game.functions)

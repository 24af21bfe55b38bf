"""Worked examples in the merger: whom they are for, and what they are given by name."""

from __future__ import annotations

from ..diagnostics import suggest
from ..surface import ast
from . import model
from .layers import Layers


def add_example(layers: Layers, d: ast.Example) -> None:
    """Takes up an example with its players and the variants that it is for."""
    players: list[str] = []
    only: list[str] = []
    for step in d.steps:
        if isinstance(step, ast.Cast):
            players = step.names
        elif isinstance(step, ast.Only):
            only = step.variants
        if isinstance(step, (ast.Only, ast.Expected)):
            known_variants(layers, step.variants, step.span)
    steps: list[model.Tree] = [s for s in d.steps if not isinstance(s, (ast.Cast, ast.Only))]
    layers.game.examples.append(
        model.Example(title=d.title, players=players, only=only, steps=steps, sources=d.sources, span=d.span)
    )


def known_variants(layers: Layers, names: list[str], span: ast.Span) -> None:
    """Reports names that no variant of the game has."""
    for name in names:
        if name not in layers.variants:
            near = suggest(name, layers.variants)
            hint = f"did you mean `{near}`?" if near else f"there is: {', '.join(layers.variants)}"
            layers.report("RW508", f"there is no variant `{name}`", span, hint)


def share(layers: Layers, d: ast.Shared) -> None:
    """A variant may give something else under a name that its base has."""
    if d.name in layers.shared and not layers.layer:
        layers.twice("given", d.name, d.span, layers.shared[d.name].span)
    layers.shared[d.name] = d


def give(layers: Layers) -> None:
    """Puts what is given by name into the examples that name it."""
    for example in layers.game.examples:
        example.steps = [given_step(layers, step, example) for step in example.steps]
    declarations = [d for f in layers.files for d in f.declarations]
    inside = [x for d in declarations if isinstance(d, ast.Variant) for x in d.declarations]
    named = {
        step.name
        for d in (*declarations, *inside)
        if isinstance(d, ast.Example)
        for step in d.steps
        if isinstance(step, ast.GivenNamed)
    }
    for name, d in layers.shared.items():
        if name not in named:
            layers.warn("RW432", f"no example is given `{name}`", d.span, "use it, or remove it")


def given_step(layers: Layers, step: model.Tree, example: model.Example) -> model.Tree:
    """The step with the shared `given` of its name put in its place; an unknown name is reported."""
    if not isinstance(step, ast.GivenNamed):
        return step
    shared = layers.shared.get(step.name)
    if shared is None:
        near = suggest(step.name, layers.shared)
        known = ", ".join(layers.shared)
        hint = f"did you mean `{near}`?" if near else f"there is: {known}" if known else ""
        hint = hint or f"declare it outside of the examples: `given {step.name}`"
        layers.report("RW510", f"nothing is given by the name `{step.name}`", step.span, hint)
        return ast.Given(step.span, step.sources, [])
    if not example.players and shared.players is not None:
        example.players = shared.players.names
    return ast.Given(step.span, step.sources, shared.body)

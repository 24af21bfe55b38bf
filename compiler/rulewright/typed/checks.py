"""Checks over the whole game: changes that match nothing or conflict, declarations that nothing uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import suggest
from . import tree

if TYPE_CHECKING:
    from .infer import Checker


def changes(c: Checker) -> None:
    """Every `instead` and `when` speaks of a rule that exists."""
    for change in (*c.game.overrides, *c.game.hooks):
        if change in c.game.hooks and change.target == "used":
            continue
        if c.target_key(change) is None:
            kind = c.kind_of(change.owner)
            near = suggest(change.target, [*c.game.functions, *(kind.functions if kind else {})])
            hint = f"did you mean `{near}`?" if near else "declare it first: `rule`, `define` or `event`"
            c.report("RW427", f"there is no rule `{change.target}` to change", change.span, hint)
    for change in c.game.overrides:
        kind = c.kind_of(change.owner)
        target = c.target_key(change)
        if kind is not None and target is not None and "." not in target and kind.applies is None:
            c.report(
                "RW428",
                f"{kind.name} never says when its members apply",
                change.span,
                f"add `applies to p while …` to `kind {kind.name}`",
            )


def whole(c: Checker, game: tree.Game) -> None:
    conflicts(c, game)
    unused(c, game)
    entry_points(c, game)


def entry_points(c: Checker, game: tree.Game) -> None:
    if "play" not in game.functions:
        c.report("RW429", "the game has no `rule play`", game.span, "`rule setup` and `rule play` are where a game starts")
    for name in ("setup", "play"):
        f = game.functions.get(name)
        if f is not None and f.params:
            c.report("RW429", f"`{name}` is started by the engine: it takes no values", f.span)
        if f is not None and f.uses_you:
            c.report("RW212", f"`{name}` speaks to nobody: there is no `you` in it", f.span, "use `each player:`")


def conflicts(c: Checker, game: tree.Game) -> None:
    """Two kinds that override one rule need an order; two members held together need commuting forms."""
    by_target: dict[str, dict[str, list[tree.Change]]] = {}
    for change in game.overrides:
        if change.owner.startswith(("kind:", "member:")) and "." not in change.target:
            kind = change.owner.split(":")[1].split(".")[0]
            by_target.setdefault(change.target, {}).setdefault(kind, []).append(change)
    for target, kinds in by_target.items():
        missing = [k for k in kinds if k not in game.override_order]
        if len(kinds) > 1 and missing:
            first = kinds[missing[0]][0]
            c.report(
                "RW430",
                f"{' and '.join(sorted(kinds))} both override `{target}`, in no order",
                first.span,
                f"name {missing[0]} in the game's `override_order`",
            )
        for kind, found in kinds.items():
            if len(found) > 1 and holds_several(game, kind):
                operators = {commuting(x) for x in found}
                if len(operators) != 1 or None in operators:
                    c.report(
                        "RW431",
                        f"two members of {kind} can be in force together and both override `{target}`",
                        found[1].span,
                        "write both as `base + …`, or as `max(base, …)`, or override in one place",
                    )


def holds_several(game: tree.Game, kind: str) -> bool:
    """Whether a player can hold several members at once: `applies … while this in …`, or copies."""
    in_force = game.kinds[kind].in_force
    if in_force is None:
        return False
    return in_force.copies is not None or (in_force.test is not None and in_force.test.op != "compare")


def commuting(change: tree.Change) -> str | None:
    """The operator of `base + e` and its like, or None."""
    if len(change.body) != 1 or not isinstance(change.body[0], tree.Result):
        return None
    value = change.body[0].value
    operators = {"math": value.name, "and": "and", "or": "or", "lib": value.name}
    operator = operators.get(value.op)
    if operator not in ("+", "-", "and", "or", "max", "min"):
        return None
    bases = [a is not None and a.op == "base" for a in value.args]
    free = all(not any(x.op == "base" for x in a.walk()) for a, b in zip(value.args, bases) if a is not None and not b)
    return operator if sum(bases) == 1 and free else None


def unused(c: Checker, game: tree.Game) -> None:
    """Declarations that nothing mentions are probably misspelt or left over."""
    entry = {"setup", "play", "score", "winners"}
    for key, f in game.functions.items():
        sig = c.signatures[key]
        if f.category in ("action",) or key in entry or "." in key:
            continue
        if key not in c.used and not sig.callers:
            c.warn("RW432", f"nothing uses the {f.category} `{f.name}`", f.span, "remove it, or call it")
        elif any(p.type.name == "unknown" for p in f.params):
            names = ", ".join(p.name for p in f.params if p.type.name == "unknown")
            c.report("RW316", f"the type of {names} in {f.name} cannot be told", f.span, "write it, as in `n: number`")
    for kind in game.kinds.values():
        if kind.name not in c.used and not any(m in c.used for m in kind.members):
            c.warn("RW432", f"nothing uses the kind `{kind.name}`", kind.span)

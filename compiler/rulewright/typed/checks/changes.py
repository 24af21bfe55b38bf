"""Changes that match nothing, never apply, conflict with each other or change nothing."""

from __future__ import annotations

from ...analysis.survey import Survey
from ...analysis.walk import own_expressions, same, shape, statements
from ...diagnostics import suggest
from ...resolved import model
from ...surface import ast
from .. import tree
from ..context import Context
from ..expr import And, BaseCall, Compare, Const, Local, This
from ..infer import signatures
from ..spelling import spelled
from .ranges import Intervals, outside


def changes(c: Context) -> None:
    """Every `instead` and `when` speaks of a rule that exists, and stands where it can apply."""
    overrides = len(c.game.overrides)
    for i, change in enumerate((*c.game.overrides, *c.game.hooks)):
        is_hook = i >= overrides
        if is_hook and change.target == "used":
            continue
        target = signatures.target_key(c, change)
        kind = signatures.kind_of(c, change.owner)
        if target is None:
            near = suggest(change.target, [*c.game.functions, *(kind.functions if kind else {})])
            hint = f"did you mean `{near}`?" if near else "declare it first: `rule`, `define` or `event`"
            c.report("RW427", f"there is no rule `{change.target}` to change", change.span, hint)
        elif kind is not None and "." not in target and kind.applies is None:
            c.report(
                "RW428",
                f"{kind.name} never says when its members apply",
                change.span,
                f"add `applies to p while …` to `kind {kind.name}`",
            )
        elif is_hook and c.signatures[target].function.category == "define":
            c.report(
                "RW433",
                f"`{change.target}` is a define: nothing happens when it is read",
                change.span,
                "`when` follows a rule or an event",
            )
        if not is_hook and not change.owner and not change.variant:
            c.report(
                "RW434",
                f"this overrides `{change.target}` for everybody and always",
                change.span,
                f"change `{change.target}` itself, or put this under a variant, a kind or a participant",
            )
    order(c)


def order(c: Context) -> None:
    """`override_order` names kinds."""
    stated = c.game.properties.get("override_order")
    known = [*c.game.kinds, "variant", "participant"]
    for value in stated.values if stated is not None else []:
        if not isinstance(value, ast.Name) or value.name not in known:
            name = value.name if isinstance(value, ast.Name) else ""
            near = suggest(name, known)
            hint = f"did you mean `{near}`?" if near else "it lists kinds, `variant` and `participant`"
            c.report("RW435", f"`{name or '…'}` in `override_order` is not a kind", value.span, hint)


# ---------------------------------------------------------------- conflicts


def conflicts(c: Context, game: tree.Game, _: Survey) -> None:
    """Two kinds that override one rule need an order; two members held together need commuting forms."""
    by_target: dict[str, dict[str, list[tree.Change]]] = {}
    for change in game.overrides:
        if change.owner.startswith(("kind:", "member:")) and "." not in change.target:
            kind = change.owner.split(":")[1].split(".")[0]
            by_target.setdefault(change.target, {}).setdefault(kind, []).append(change)
    for target, kinds in by_target.items():
        missing = [k for k in kinds if k not in game.override_order]
        if len(kinds) > 1 and missing:
            c.report(
                "RW430",
                f"{' and '.join(sorted(kinds))} both override `{target}`, in no order",
                kinds[missing[0]][0].span,
                f"name {missing[0]} in the game's `override_order`",
            )
        for kind, found in kinds.items():
            if holds_several(game, kind):
                together(c, target, kind, found)


def together(c: Context, target: str, kind: str, found: list[tree.Change]) -> None:
    """Reports the first two members that can be in force at once and override one rule in ways that do not commute."""
    for i, second in enumerate(found):
        for first in found[:i]:
            operators = {commuting(first), commuting(second)}
            if (
                first.owner == second.owner
                or apart(first, second)
                or (len(operators) == 1 and None not in operators)
            ):
                continue
            names = " and ".join(change.owner.split(".")[-1] for change in (first, second))
            c.report(
                "RW431",
                f"{names} of {kind} can be in force together and both override `{target}`",
                second.span,
                "write both as `base + …`, or as `max(base, …)`, or override in one place",
            )
            return


def apart(a: tree.Change, b: tree.Change) -> bool:
    """Whether two changes speak of different constants, so that never both of them match."""
    first = dict(a.matches)
    return any(
        isinstance(e, Const) and isinstance(other := first.get(n), Const) and e.value != other.value
        for n, e in b.matches
    )


def holds_several(game: tree.Game, kind: str) -> bool:
    """Whether a player can hold several members at once: `applies … while this in …`, or copies."""
    in_force = game.kinds[kind].in_force
    if in_force is None:
        return False
    return in_force.copies is not None or (in_force.test is not None and not single(in_force.test))


def single(test: tree.E) -> bool:
    """`p.bonus is this`, perhaps with more conditions: true of one member at a time."""
    if isinstance(test, And):
        return any(a is not None and single(a) for a in test.operands)
    return (
        isinstance(test, Compare)
        and test.sign == "="
        and any(a is not None and isinstance(a, This) for a in test.parts)
    )


def commuting(change: tree.Change) -> str | None:
    """The operator of `base + e` and its like, or None."""
    if len(change.body) != 1 or not isinstance(change.body[0], tree.Result):
        return None
    value = change.body[0].value
    word, name, _ = spelled(value)
    operator = {"math": name, "and": "and", "or": "or", "lib": name}.get(word)
    if operator not in ("+", "-", "and", "or", "max", "min"):
        return None
    bases = [a is not None and isinstance(a, BaseCall) for a in value.parts]
    if operator == "-" and not bases[0]:
        return None
    free = all(
        not any(isinstance(x, BaseCall) for x in a.walk())
        for a, b in zip(value.parts, bases)
        if a is not None and not b
    )
    return operator if sum(bases) == 1 and free else None


def repeated(c: Context, game: tree.Game, _: Survey) -> None:
    """Two overrides of one owner that hold at the same time: only one of them could ever count."""
    seen: dict[tuple[object, ...], tree.Change] = {}
    for change in game.overrides:
        matches = tuple((n, shape(e)) for n, e in change.matches)
        where = shape(change.where) if change.where is not None else ""
        key = (change.owner, change.variant, change.target, matches, where)
        first = seen.setdefault(key, change)
        if first is not change:
            place = f"{first.span.path}:{first.span.line}"
            c.report(
                "RW436",
                f"`{change.target.split('.')[-1]}` is overridden twice in the same place (first in {place})",
                change.span,
                "keep one of them, or tell them apart by `where`",
            )


# ---------------------------------------------------------------- changes without effect


def idle(c: Context, game: tree.Game, seen: Survey) -> None:
    """An override that gives what was there already; a constant pattern that was read as a parameter."""
    for change in game.overrides:
        function = game.functions[change.target]
        if change.matches or change.where is not None:
            continue
        if len(change.body) == len(function.body) == 1 and change.owner == "" and unchanged(change, function):
            c.warn(
                "RW437",
                f"this changes nothing: `{function.name}` says the same",
                change.span,
                "remove it, or give another value",
            )
    for change in (*game.overrides, *game.hooks):
        for n, value in change.matches:
            low, high = change.params[n].type.low, change.params[n].type.high
            if outside(Intervals(None).of(value), low, high):
                type = change.params[n].type
                c.warn(
                    "RW438",
                    f"this matches nothing: the value is always {type}",
                    value.span,
                    "mend the constant",
                )
    typed = {change.span: change for change in (*game.overrides, *game.hooks)}
    for old in (*c.game.overrides, *c.game.hooks):
        if old.span in typed:
            misread(c, game, old, typed[old.span])


def unchanged(change: tree.Change, function: tree.Function) -> bool:
    """True if an override of a define gives what the define gives anyway."""
    new, old = change.body[0], function.body[0]
    if (
        not isinstance(new, tree.Result)
        or not isinstance(old, tree.Result)
        or new.test is not None
        or old.test
    ):
        return False
    return isinstance(new.value, BaseCall) or (isinstance(new.value, Const) and same(new.value, old.value))


def misread(c: Context, game: tree.Game, change: model.Change, typed: tree.Change) -> None:
    """`when built(dweling)`: a misspelt member is taken for the name of a parameter, which then is never read."""
    target = signatures.target_key(c, change)
    if target is None:
        return
    named = {p for p, _ in c.signatures[target].function.params}
    for pattern, param in zip(change.pattern, typed.params):
        if not isinstance(pattern, ast.Name) or pattern.name in named or param.type.name != "kind":
            continue
        near = suggest(pattern.name, game.kinds[param.type.of].members)
        if near and not reads(typed, param.name):
            c.warn(
                "RW438",
                f"`{pattern.name}` is not a member of {param.type.of}, so this matches every {param.type.of}",
                pattern.span,
                f"did you mean `{near}`?",
            )


def reads(change: tree.Change, local: str) -> bool:
    """True if a change reads a local."""
    found = [x for s in statements(change.body) for e in own_expressions(s) for x in e.walk()]
    found += list(change.where.walk()) if change.where is not None else []
    return any(isinstance(e, Local) and e.name == local for e in found)

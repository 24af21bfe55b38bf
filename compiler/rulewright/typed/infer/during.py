"""Fields that last for one rule (`player during R`): when R ends they have their first values again."""

from __future__ import annotations

from ...diagnostics import suggest
from ...resolved import model
from ...surface import ast
from .. import tree
from .. import types as t
from ..context import Body, Context, Scope
from ..expr import Bundle, Field, Lib, ListOf, Local, Range, const
from ..tree import E
from . import amounts, coerce, expressions, fields, names, stores
from .stores import is_zone_of_pieces

OWNER = "during"  # of the reaction that sets them back: it comes after all others


def endings(c: Context, functions: dict[str, tree.Function], hooks: list[tree.Change]) -> list[tree.Change]:
    """For each rule that has such fields, what is done when it has ended, in locals of its own."""
    found: dict[str, list[model.FieldDecl]] = {}
    for f in [*c.game.table.values(), *c.game.player.values()]:
        if f.during is not None and can_last(c, f):
            found.setdefault(f.during.name, []).append(f)
    taken = {key: set(functions[key].locals) for key in found}
    for hook in hooks:
        taken.setdefault(hook.target, set()).update(hook.locals)
    return [ending(c, key, fields, taken[key]) for key, fields in found.items()]


def can_last(c: Context, f: model.FieldDecl) -> bool:
    """True if a field can last for its rule; what speaks against it is reported."""
    rule = f.during.name
    sig = c.signatures.get(rule)
    if sig is None or sig.function.category not in ("rule", "action"):
        rules = [k for k, s in c.signatures.items() if s.function.category in ("rule", "action")]
        near = suggest(rule, rules)
        hint = f"did you mean `{near}`?" if near else "name a rule or an action of the game"
        c.report("RW208", f"`{rule}` does not name a rule", f.during.span, hint)
        return False
    info = fields.field_of(c, f.owner, f.name)
    if "option" in info.flags:
        c.report("RW404", f"`{f.name}` is chosen when the game is made and never changes", f.span, "keep one")
        return False
    field = Field(info.type, info, span=f.span)
    stores.zone_is_set(c, field, f.span)
    return not is_zone_of_pieces(field)


def ending(c: Context, key: str, fields: list[model.FieldDecl], taken: set[str]) -> tree.Change:
    """The hook at the end of a rule that gives its fields their first values again."""
    sig = c.signatures[key]
    f = sig.function
    body = Body(f"during:{key}", f.name)
    params = [tree.Param(name, type) for (name, _), type in zip(f.params, sig.params)]
    body.locals.update({p.name: p.type for p in params})
    span = fields[0].during.span
    steps = [set_back(c, x, None, body, taken) for x in fields if x.owner == "table"]
    everybody = Lib(t.many(t.PLAYER), "participants", span=span)
    for x in (x for x in fields if x.owner == "player"):
        holder = Local(t.PLAYER, fresh_local(c, "holder", t.PLAYER, body, taken))
        each = set_back(c, x, holder, body, taken)
        steps.append(tree.For(span, (), holder.name, everybody, [each]))
    return tree.Change(
        key=f"when:during_{key}",
        target=key,
        owner=OWNER,
        subject="",
        params=params,
        matches=[],
        where=None,
        body=steps,
        uses_base=False,
        result=sig.result,
        uses_you=sig.uses_you,
        copy="",
        variant="",
        sources=(),
        span=span,
        locals=body.locals,
    )


def fresh_local(c: Context, name: str, type: t.Type, body: Body, taken: set[str]) -> str:
    """A name for a local that nothing else in the body has."""
    while name in taken or body.locals.get(name, type) != type:
        name += "_"
    body.locals[name] = type
    return name


def set_back(c: Context, f: model.FieldDecl, owner: E | None, body: Body, taken: set[str]) -> tree.S:
    """One field of the table or of one player; a map for each of its keys."""
    info = fields.field_of(c, f.owner, f.name)
    keys = keys_of(c, info, f.span)
    if keys is None:
        return first_again(c, f, info, owner, None, body)
    key = Local(keys.type.item, fresh_local(c, "key", keys.type.item, body, taken))
    return tree.For(f.span, (), key.name, keys, [first_again(c, f, info, owner, key, body)])


def first_again(
    c: Context, f: model.FieldDecl, info: tree.FieldInfo, owner: E | None, key: E | None, body: Body
) -> tree.S:
    """The statement that gives a field its first value."""
    target = Field(info.type, info, owner, key, span=f.span)
    scope = Scope(body, {}, owner, key)
    value = blank(c, info, f.span)
    if f.value is not None:
        value = coerce.lift(c, expressions.expr(c, f.value, scope), info.type)
    return tree.Set(f.span, (), target, "=", value)


def keys_of(c: Context, info: tree.FieldInfo, span: ast.Span) -> E | None:
    """All keys of a field that is a map, else None."""
    key = info.key
    if key is None:
        return None
    if key.name == "kind":
        return Lib(t.many(key), "members", [], key.of, span=span)
    if key.name == "cell":
        return Lib(t.many(key), "cells", [], key.of, span=span)
    if key.name == "player":
        return Lib(t.many(key), "participants", span=span)
    if key.name == "pair":  # by their places in the map
        return numbers(c, 0, info.key_size - 1, span)
    if key.name == "resource":
        return ListOf(t.many(key), [amounts.resource_const(c, r, span) for r in c.game.resources])
    return numbers(c, info.key_low, info.key_low + info.key_size - 1, span)


def numbers(c: Context, low: int, high: int, span: ast.Span) -> E:
    """The range between two constants."""
    return Range(t.many(t.NUMBER), const(low, t.NUMBER, span), const(high, t.NUMBER, span), span=span)


def blank(c: Context, info: tree.FieldInfo, span: ast.Span) -> E:
    """The first value of a field for which the rules give none."""
    type = info.type
    if type.optional:
        return const(t.NONE_VALUE, t.NOTHING, span)
    if type.name == "flag":
        return const(False, t.FLAG, span)
    if type.is_many:
        return ListOf(type, [], span=span)
    if type.name == "bundle":
        return Bundle(t.BUNDLE, (), [], span=span)
    if type.name == "kind":
        return names.member_const(c, type.of, next(iter(c.game.kinds[type.of].members)), span)
    if type.name == "number" and type.low is not None and type.low > 0:
        return const(type.low, t.NUMBER, span)
    if type.name == "number" and type.high is not None and type.high < 0:
        return const(type.high, t.NUMBER, span)
    return const(0, type, span)

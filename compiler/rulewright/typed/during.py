"""Fields that last for one rule (`player during R`): when R ends they have their first values again."""

from __future__ import annotations

from ..diagnostics import suggest
from ..resolved import model
from ..surface import ast
from . import tree
from . import types as t
from .changes import Changes
from .context import Body, Scope
from .fields import Fields
from .stores import is_zone_of_pieces
from .tree import E
from .wanted import const

OWNER = "during"  # of the reaction that sets them back: it comes after all others


class During(Fields, Changes):
    def endings(self) -> list[tree.Change]:
        """For each rule that has such fields, what is done when it has ended."""
        found: dict[str, list[model.FieldDecl]] = {}
        for f in [*self.game.table.values(), *self.game.player.values()]:
            if f.during is not None and self.can_last(f):
                found.setdefault(f.during.name, []).append(f)
        return [self.ending(key, fields) for key, fields in found.items()]

    def can_last(self, f: model.FieldDecl) -> bool:
        rule = f.during.name
        sig = self.signatures.get(rule)
        if sig is None or sig.function.category not in ("rule", "action"):
            rules = [k for k, s in self.signatures.items() if s.function.category in ("rule", "action")]
            near = suggest(rule, rules)
            hint = f"did you mean `{near}`?" if near else "name a rule or an action of the game"
            self.report("RW208", f"`{rule}` does not name a rule", f.during.span, hint)
            return False
        info = self.field_of(f.owner, f.name)
        if "option" in info.flags:
            self.report(
                "RW404", f"`{f.name}` is chosen when the game is made and never changes", f.span, "keep one"
            )
            return False
        field = E("field", info.type, [None, None], info.attribute, info, f.span)
        self.zone_is_set(field, f.span)
        return not is_zone_of_pieces(field)

    def ending(self, key: str, fields: list[model.FieldDecl]) -> tree.Change:
        sig = self.signatures[key]
        f = sig.function
        body = Body(f"during:{key}", f.name)
        params = [tree.Param(name, type) for (name, _), type in zip(f.params, sig.params)]
        body.locals.update({p.name: p.type for p in params})
        span = fields[0].during.span
        own = [x for x in fields if x.owner == "player"]
        steps = [s for x in fields if x.owner == "table" for s in self.set_back(x, None, body)]
        if own:
            holder = E("local", t.PLAYER, name=self.fresh_local("holder", t.PLAYER, body))
            each = [s for x in own for s in self.set_back(x, holder, body)]
            everybody = E("lib", t.many(t.PLAYER), name="participants", span=span)
            steps.append(tree.For(span, (), holder.name, everybody, each))
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

    def fresh_local(self, name: str, type: t.Type, body: Body) -> str:
        while name in body.locals:
            name += "_"
        body.locals[name] = type
        return name

    def set_back(self, f: model.FieldDecl, owner: E | None, body: Body) -> tree.Block:
        """One field of the table or of one player; a map for each of its keys."""
        info = self.field_of(f.owner, f.name)
        keys = self.keys_of(info, f.span)
        if keys is None:
            return [self.first_again(f, info, owner, None, body)]
        key = E("local", keys.type.item, name=self.fresh_local("key", keys.type.item, body))
        return [tree.For(f.span, (), key.name, keys, [self.first_again(f, info, owner, key, body)])]

    def first_again(
        self, f: model.FieldDecl, info: tree.FieldInfo, owner: E | None, key: E | None, body: Body
    ) -> tree.S:
        target = E("field", info.type, [owner, key], info.attribute, info, f.span)
        scope = Scope(body, {}, owner, key)
        value = self.blank(info, f.span)
        if f.value is not None:
            value = self.lift(self.expr(f.value, scope), info.type)
        return tree.Set(f.span, (), target, "=", value)

    def keys_of(self, info: tree.FieldInfo, span: ast.Span) -> E | None:
        key = info.key
        if key is None:
            return None
        if key.name == "kind":
            return E("lib", t.many(key), name="members", data=key.of, span=span)
        if key.name == "cell":
            return E("lib", t.many(key), name="cells", data=key.of, span=span)
        if key.name == "player":
            return E("lib", t.many(key), name="participants", span=span)
        if key.name == "pair":  # by their places in the map
            return self.numbers(0, info.key_size - 1, span)
        if key.name == "resource":
            return E("list", t.many(key), [self.resource_const(r, span) for r in self.game.resources])
        return self.numbers(info.key_low, info.key_low + info.key_size - 1, span)

    def numbers(self, low: int, high: int, span: ast.Span) -> E:
        return E(
            "range", t.many(t.NUMBER), [const(low, t.NUMBER, span), const(high, t.NUMBER, span)], span=span
        )

    def blank(self, info: tree.FieldInfo, span: ast.Span) -> E:
        """The first value of a field for which the rules give none."""
        type = info.type
        if type.optional:
            return const(t.NONE_VALUE, t.NOTHING, span)
        if type.name == "flag":
            return const(False, t.FLAG, span)
        if type.is_many:
            return E("list", type, [], span=span)
        if type.name == "bundle":
            return E("bundle", t.BUNDLE, [], data=(), span=span)
        if type.name == "kind":
            return self.member_const(type.of, next(iter(self.game.kinds[type.of].members)), span)
        if type.name == "number" and type.low is not None and type.low > 0:
            return const(type.low, t.NUMBER, span)
        if type.name == "number" and type.high is not None and type.high < 0:
            return const(type.high, t.NUMBER, span)
        return const(0, type, span)

"""Values that are read as they are: constants, names, texts, fields, columns, and calls of defines."""

from __future__ import annotations

import re

from ..plan.names import constant, local_name
from ..typed.tree import E, FieldInfo
from ..typed.types import NONE_VALUE, Type
from .printing import READY, Printing


class Values(Printing):
    def on_const(self, e: E) -> str:
        if isinstance(e.data, bool):
            return str(e.data)
        if e.data == NONE_VALUE:
            return "NONE"
        if e.type.name == "kind" and e.name:
            return constant(e.name)
        if e.type.name == "direction" and e.name:
            self.directions.add(e.name)
            return e.name.upper()
        return repr(e.data)

    def on_local(self, e: E) -> str:
        return local_name(e.name)

    def on_you(self, e: E) -> str:
        return "you"

    def on_this(self, e: E) -> str:
        return "this"

    def on_text(self, e: E) -> str:
        holes = iter(e.args)
        if not e.args:
            return repr("".join(p or "" for p in e.data))
        parts: list[str] = []
        for part in e.data:
            if part is None:
                hole = next(holes)
                assert hole is not None
                parts.append(self.words(hole))
            elif part:
                parts.append(repr(part))
        return " + ".join(parts)

    def words(self, e: E) -> str:
        """A value in words, for labels and the log."""
        text = self.expr(e)
        name = e.type.name
        if name == "text":
            return self.atom(e)
        if name == "kind":
            return f"named({constant(e.type.of)}__LABELS, {text})"
        if name == "cell":
            kind = self.game.boards[e.type.of].kind  # if its members are the cells, people read their labels
            labels = f"{constant(kind)}__LABELS" if kind else f"{constant(e.type.of)}.names"
            return f"named({labels}, {text})"
        if name == "player":
            return f"seat_name(g, {text})"
        if name == "flag":
            return f'("yes" if {text} else "no")'
        if name == "direction":
            return f"named(DIRECTIONS, {text})"
        if name == "resource":
            return f"named(RESOURCE_LABELS, {text})"
        if name == "bundle":
            return f"bundle_text(RESOURCE_LABELS, {text})"
        if e.type.is_many:
            each = self.words(E("local", e.type.item, name="one"))
            items = f"{text}.values()" if name == "map" else self.items(e)
            return f'", ".join({each} for one in {items})'
        if name == "effect":
            return f"named(EFFECT_LABELS, {text})"
        if name == "piece":
            return f"{e.type.of!r}"
        return f"str({text})"

    def on_field(self, e: E) -> str:
        info: FieldInfo = e.data
        owner, key = e.args
        base = f"g.{info.attribute}"
        if info.key is not None and key is None:
            return self.whole_map(info, owner)
        if owner is None and key is None:
            return base
        return f"{base}[{self.index(info, owner, key)}]"

    def index(self, info: FieldInfo, owner: E | None, key: E | None) -> str:
        if key is None:
            assert owner is not None
            return self.expr(owner)
        place = self.key_text(info, key)
        if owner is None:
            return place
        if owner.op == "const" and owner.data == 0:
            return place
        return f"{self.atom(owner)} * {info.key_size} + {place}"

    def key_text(self, info: FieldInfo, key: E) -> str:
        if info.key_low:
            if key.op == "const":
                return repr(key.data - info.key_low)
        if info.key is not None and info.key.name == "number" and key.op != "const":
            return f"place_of({self.expr(key)}, {info.key_low}, {info.key_size})"
        return self.expr(key)

    def on_pair(self, e: E) -> str:
        """The place of two keys in a map of pairs."""
        assert e.type.sizes is not None
        low, size, other_low, other_size = e.type.sizes
        first, second = self.place(e.arg(0), low, size), self.place(e.arg(1), other_low, other_size)
        return (
            str(int(first) * other_size + int(second))
            if (first + second).isdigit()
            else f"{first} * {other_size} + {second}"
        )

    def place(self, key: E, low: int, size: int) -> str:
        if key.type.name != "number":
            return self.atom(key)
        return str(key.data - low) if key.op == "const" else f"place_of({self.expr(key)}, {low}, {size})"

    def whole_map(self, info: FieldInfo, owner: E | None) -> str:
        low = info.key_low
        keys = f"range({low}, {low + info.key_size})" if low else f"range({info.key_size})"
        offset = f"{self.atom(owner)} * {info.key_size} + " if owner is not None else ""
        shift = f" - {low}" if low else ""
        return f"{{key: g.{info.attribute}[{offset}key{shift}] for key in {keys}}}"

    def on_column(self, e: E) -> str:
        kind = self.game.kinds[e.data]
        column = kind.columns[e.name]
        member = self.expr(e.arg(0))
        if column.constant:
            return f"{constant(kind.name)}__{constant(e.name)}[{member}]"
        return f"{kind.name}_{e.name}(g, {member})"

    def on_known(self, e: E) -> str:
        self.tables_used.add(e.name)
        return e.name + "".join(f"[{self.expr(a)}]" for a in e.args if a is not None)

    def on_mostly(self, e: E) -> str:
        return f"{self.expr(e.arg(0))} or {self.expr(e.arg(1))}"

    def on_possible(self, e: E) -> str:
        self.tables_used.add(e.name)
        return e.name

    def on_pieces(self, e: E) -> str:
        return f"tuple(g.{e.name}_alive)"

    # ------------------------------------------------------------ calls

    def on_call(self, e: E) -> str:
        name = self.plan.names[e.name]
        handing = self.handing.get(e.name) if self.opens else None
        if handing is not None:
            member = e.args[handing.place]
            if member is None or (member.op in READY and not member.type.optional):
                name = f"{handing.table}[{'this' if member is None else self.expr(member)}]"
        return f"{name}({', '.join(self.arguments(e))})"

    def arguments(self, e: E) -> list[str]:
        f = self.plan.signatures[e.name]
        you, this = e.args[0], e.args[1]
        args = ["g"]
        if f.uses_you:
            args.append(self.expr(you) if you is not None else "you")
        if f.uses_this:
            args.append(self.expr(this) if this is not None else "this")
        for p, a in zip(f.params, e.args[2:]):
            assert a is not None
            args.append(self.passed(a, p.type))
        return args

    def passed(self, a: E, wanted: Type) -> str:
        if wanted.name == "many":
            return self.many(a) if a.type.is_many else f"({self.expr(a)},)"
        return self.expr(a)

    def on_effect(self, e: E) -> str:
        return f"E_{self.effect_name(e.data)}"

    def effect_name(self, text: str) -> str:
        """A rule with its figures: `take(1, -2)` is TAKE__1__MINUS_2."""
        rule, _, figures = text.rstrip(")").partition("(")
        words = "__".join([rule, *figures.split(", ")]).replace("-", "minus_").replace(".", "__")
        return re.sub(r"\W", "_", words).strip("_").upper()

    def on_base(self, e: E) -> str:
        raise AssertionError("base was not bound")

"""Searches as loops: what does not depend on the innermost loop is worked out once, when it is first needed."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..plan.locals import free_in
from ..plan.names import local_name
from ..typed.tree import E
from .annotations import annotation
from .expressions import Printer


@dataclass(slots=True)
class Loop:
    """One loop of a search, and the values that are kept from its body on."""

    name: str
    kept: dict[str, str] = field(default_factory=dict)  # name of the local -> its type
    more: frozenset[str] = frozenset()  # other locals that it runs over at the same time


@dataclass(slots=True)
class Nest:
    """The loops around what is being printed, and the names of what they keep."""

    loops: list[Loop] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)  # text of a call -> the local that keeps it


class Searching(Printer):
    def search(self, name: str, source: E, test: E, action: list[str]) -> list[str]:
        """Does something for the first thing, or for each one, for which a test holds."""
        outside = Loop("")
        lines = self.loop(name, source, test, action, Nest([outside]))
        return [*declared(outside), *lines]

    def loop(self, name: str, source: E, test: E, action: list[str], nest: Nest) -> list[str]:
        head = f"for {local_name(name)} in {self.items(source)}:"
        own = Loop(name)
        inner = Nest([*nest.loops, own], nest.names)
        with self.ranging(name, source):
            body = self.tests(conjuncts(test), action, inner)
        return [head, *(f"    {line}" for line in [*declared(own), *body])]

    def tests(self, left: list[E], action: list[str], nest: Nest) -> list[str]:
        """Tests one after the other; a query at the end becomes a loop of its own."""
        if not left:
            return action
        if len(left) == 1 and is_search(left[0]):
            query = left[0]
            if query.data == "no":
                return self.unless_found(query, action)
            if action[-1].startswith("return "):
                return self.loop(query.name, query.arg(0), query.arg(1), action, nest)
            innermost = [*action, "break"] if action[-1] != "break" else action
            lines = self.loop(query.name, query.arg(0), query.arg(1), innermost, nest)
            found_before = len(nest.loops) > 2  # the loop around this one is a search, too, and over
            return [*lines, "else:", "    continue", "break"] if found_before else lines
        filled: list[str] = []
        texts: list[str] = []
        while left and not (len(left) == 1 and is_search(left[0])):
            fills: list[str] = []
            test = self.inlined(self.with_kept(left[0], nest, fills))
            if fills and texts:
                break  # what an earlier test rules out must not be worked out
            filled += fills
            texts.append(self.atom(test) if test.op == "or" else self.expr(test))
            left = left[1:]
        body = self.tests(left, action, nest)
        return [*filled, f"if {' and '.join(texts)}:", *(f"    {line}" for line in body)]

    def unless_found(self, query: E, action: list[str]) -> list[str]:
        """Does something if nothing meets the test of a query."""
        with self.ranging(query.name, query.arg(0)):
            test = self.expr(self.inlined(query.arg(1)))
        return [
            f"for {local_name(query.name)} in {self.items(query.arg(0))}:",
            f"    if {test}:",
            "        break",
            "else:",
            *(f"    {line}" for line in action),
        ]

    def with_kept(self, test: E, nest: Nest, fills: list[str]) -> E:
        """The test, with locals for calls that an inner loop would repeat."""

        def keep(e: E) -> E:
            level = self.level(e, nest)
            if level is None:
                return e
            text = self.expr(e)
            if text not in nest.names:
                nest.names[text] = self.kept_name(e, nest)
                nest.loops[level].kept[nest.names[text]] = annotation(e.type)
            name = nest.names[text]
            fill = [f"if {local_name(name)} is None:", f"    {local_name(name)} = {text}"]
            if fill[1] not in fills:
                fills.extend(fill)
            return E("local", e.type, name=name, span=e.span)

        return transform_outside_queries(test, keep)

    def kept_in(self, test: E, nest: Nest) -> list[str]:
        """The lines that fill the locals for what an inner loop would repeat."""
        fills: list[str] = []
        self.with_kept(test, Nest(nest.loops, {}), fills)
        return fills

    def kept_name(self, e: E, nest: Nest) -> str:
        name = e.name.split(".")[-1].split("@")[0]
        taken = set(nest.names.values())
        number = 1
        while f"{name}_now_{number}" in taken:
            number += 1
        return f"{name}_now_{number}"

    def level(self, e: E, nest: Nest) -> int | None:
        """The loop outside of which a call is the same every time; None: it is not such a call."""
        if self.folded(e).op != "call" or e.type.name == "map":
            return None
        used = free_in(e)
        depth = max(
            (i for i, loop in enumerate(nest.loops) if loop.name in used or loop.more & used), default=0
        )
        return depth if depth < len(nest.loops) - 1 else None


def declared(loop: Loop) -> list[str]:
    return [f"{local_name(name)}: {type} | None = None" for name, type in loop.kept.items()]


def is_search(e: E) -> bool:
    return e.op == "query" and e.data in ("any", "no") and e.args[1] is not None


def conjuncts(e: E) -> list[E]:
    return [x for a in e.args if a is not None for x in conjuncts(a)] if e.op == "and" else [e]


def transform_outside_queries(e: E, change: object) -> E:
    """Changes calls from the outside in, where they are worked out whenever the test is."""
    assert callable(change)
    made: E = change(e)
    if made is not e or e.op in ("query", "fold", "and", "or", "if"):
        return made
    if e.op == "lib" and e.name == "some_subset":
        return e
    args = [None if a is None else transform_outside_queries(a, change) for a in e.args]
    return E(e.op, e.type, args, e.name, e.data, e.span)

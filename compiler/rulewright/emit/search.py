"""Searches as loops: what does not depend on the innermost loop is worked out once, when it is first needed."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..plan.copying import all_of, arguments, only_value, substitute, transform
from ..plan.locals import free_in
from ..plan.names import local_name
from ..typed import types as t
from ..typed.tree import E, Function, Let
from .annotations import annotation
from .library import is_multiple
from .lifting import Lifting
from .printing import indented, small_value, uses

CHEAP = ("local", "const", "you", "this", "column", "known")  # may stand in several places


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


class Searching(Lifting):
    def search(self, name: str, source: E, test: E, action: list[str]) -> list[str]:
        """Does something for the first thing, or for each one, for which a test holds."""
        outside = Loop("")
        nest = Nest([outside])
        test, figures = self.figures_before(test, nest)
        lines = self.loop(name, source, test, action, nest)
        return [*figures, *declared(outside), *lines]

    def figures_before(self, test: E, nest: Nest) -> tuple[E, list[str]]:
        """A test, with locals for figures of `this`: they are the same for all things of a search."""
        lines: list[str] = []

        def keep(x: E) -> E:
            x = self.folded(x) if x.op == "column" else x
            if x.op != "column" or x.arg(0).op != "this" or self.places:
                return x
            if not self.game.kinds[x.data].columns[x.name].constant:
                return x
            text = self.expr(x)
            if text not in nest.names:
                nest.names[text] = self.kept_name(x.name, nest)
                lines.append(f"{local_name(nest.names[text])} = {text}")
            return E("local", x.type, name=nest.names[text], span=x.span)

        return transform(test, keep), lines

    def last_search(self, tests: list[E], action: list[str]) -> list[str]:
        """Does something if tests hold of which the last one is a search."""
        outside = Loop("")
        lines = self.tests(tests, action, Nest([outside]))
        return [*declared(outside), *lines]

    def loop(self, name: str, source: E, test: E, action: list[str], nest: Nest) -> list[str]:
        source, wanted = all_of(name, source, test)
        assert wanted is not None
        head = f"for {local_name(name)} in {self.items(source)}:"
        own = Loop(name)
        inner = Nest([*nest.loops, own], nest.names)
        with self.ranging(name, source), self.inside(name):
            body = self.tests(self.exposed(conjuncts(wanted), inner), action, inner)
        return [head, *(f"    {line}" for line in [*declared(own), *body])]

    def exposed(self, tests: list[E], nest: Nest) -> list[E]:
        """The tests, with a define's own value in its place if something in it is the same every time."""
        found: list[E] = []
        for test in tests:
            parts = conjuncts(value) if (value := self.own_value(test)) is not None else []
            same = any(self.level(x, nest) is not None for part in parts for x in outside_queries(part))
            found += parts if same else [test]
        return found

    def own_value(self, e: E) -> E | None:
        """What a define of one line gives, with its arguments; None: it is no such define, or an argument would be repeated."""
        f = self.plan.signatures[e.name] if e.op == "call" else None
        value = only_value(f) if f is not None else None
        if f is None or value is None:
            return None
        given = arguments(f, e)
        bound = {x.name for x in value.walk() if x.op in ("query", "fold")}
        for name, a in given.items():
            if free_in(a) & bound or (a.op not in CHEAP and uses(value, name) > 1):
                return None
        return substitute(value, given)

    def tests(self, left: list[E], action: list[str], nest: Nest) -> list[str]:
        """Tests one after the other; a query for none, or any query at the end, becomes a loop of its own."""
        if not left:
            return action
        if (none := self.none_query(left[0], nest)) is not None:
            return self.unless_found(none, self.tests(left[1:], action, nest))
        if len(left) == 1 and is_either(left[0], action, nest):
            return self.either(left[0], action, nest)
        if len(left) == 1 and is_search(left[0]):
            query = left[0]
            if action[-1].startswith("return "):
                return self.loop(query.name, query.arg(0), query.arg(1), action, nest)
            innermost = [*action, "break"] if action[-1] != "break" else action
            lines = self.loop(query.name, query.arg(0), query.arg(1), innermost, nest)
            found_before = len(nest.loops) > 2  # the loop around this one is a search, too, and over
            return [*lines, "else:", "    continue", "break"] if found_before else lines
        filled: list[str] = []
        texts: list[str] = []
        while left and not (len(left) == 1 and (is_search(left[0]) or is_either(left[0], action, nest))):
            if texts and self.none_query(left[0], nest) is not None:
                break
            fills: list[str] = []
            test = self.inlined(self.with_kept(left[0], nest, fills))
            test = self.inlined(self.opened(test, nest, fills))
            test = self.counted(test, nest, fills)
            test = self.lifted(test, fills)
            if fills and texts:
                break  # what an earlier test rules out must not be worked out
            filled += fills
            texts.append(f"({self.truth(test)})" if test.op == "or" else self.truth(test))
            left = left[1:]
        body = self.tests(left, action, nest)
        return [*filled, f"if {' and '.join(texts)}:", *(f"    {line}" for line in body)]

    def either(self, test: E, action: list[str], nest: Nest) -> list[str]:
        """Does something if one of several tests holds of which the last one is a search."""
        fills: list[str] = []
        first = self.truth(self.lifted(self.inlined(test.arg(0)), fills))
        search = self.tests([test.arg(1)], action, nest)
        if not action[-1].startswith("return "):
            search = ["else:", *indented(search)]
        return [*fills, f"if {first}:", *indented(action), *search]

    def none_query(self, test: E, nest: Nest) -> E | None:
        """A test that nothing of some things meets a condition, also if a define says so; None: it is another test."""
        test = self.folded(test)
        if is_search(test):
            return test if test.data == "no" else None
        if self.places or test.op != "call" or test.name in self.plan.constants:
            return None
        f = self.plan.signatures[test.name]
        value, given = only_value(f), plain_arguments(f, test)
        if value is None or not is_search(value) or value.data != "no" or given is None:
            return None
        if any(x.op in ("query", "fold") for a in value.args if a is not None for x in a.walk()):
            return None
        name = self.kept_name(value.name, nest)
        nest.names[f"{test.name}.{name}"] = name
        given[value.name] = E("local", value.arg(0).type.item, name=name, span=test.span)
        args = [None if a is None else substitute(a, given) for a in value.args]
        return E("query", value.type, args, name, "no", test.span)

    def opened(self, test: E, nest: Nest, fills: list[str]) -> E:
        """A test that is a define of some steps: these stand in the loop themselves, because a call costs more."""
        if self.places or test.op != "call":
            return test
        f = self.plan.signatures[test.name]
        *steps, result = f.body
        value = small_value([result])
        if value is None or not steps or not all(isinstance(s, Let) and single(s.value) for s in steps):
            return test
        given = plain_arguments(f, test)
        if given is None:
            return test
        for s in steps:
            assert isinstance(s, Let)
            name = self.kept_name(s.name, nest)
            step = self.inlined(substitute(s.value, given))
            nest.names[f"{test.name}.{name}"] = name
            fills.append(f"{local_name(name)} = {self.expr(step)}")
            given[s.name] = E("local", s.value.type, name=name, span=s.span)
        return substitute(value, given)

    def counted(self, test: E, nest: Nest, fills: list[str]) -> E:
        """A test that a multiple of a price can be paid, with a local for how many times that is."""
        multiple = test.arg(1).arg(1) if test.name == "payable" and is_multiple(test.arg(1)) else None
        if multiple is None or multiple.arg(0).op == "local":
            return test
        name = self.kept_name("times", nest)
        nest.names[f"times {name}"] = name
        fills.append(f"{local_name(name)} = {self.expr(multiple.arg(0))}")
        times = E("local", t.NUMBER, name=name, span=test.span)
        more = E(multiple.op, multiple.type, [times, multiple.arg(1)], multiple.name)
        price = E("lib", t.BUNDLE, [test.arg(1).arg(0), more], "add_bundles")
        return E(test.op, test.type, [test.arg(0), price], test.name, test.data, test.span)

    def unless_found(self, query: E, action: list[str]) -> list[str]:
        """Does something if nothing meets the test of a query."""
        with self.ranging(query.name, query.arg(0)):
            test = self.truth(self.inlined(query.arg(1)))
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
                nest.names[text] = self.kept_name(e.name.split(".")[-1].split("@")[0], nest)
                nest.loops[level].kept[nest.names[text]] = annotation(e.type)
            name = nest.names[text]
            if e.type == t.BUNDLE:
                self.supports[name] = self.touches.support(e)
            fill = f"if {local_name(name)} is None:"
            if fill not in fills:
                before: list[str] = []
                text = self.expr(self.lifted(e, before))
                fills.extend([fill, *indented([*before, f"{local_name(name)} = {text}"])])
            return E("local", e.type, name=name, span=e.span)

        return transform_outside_queries(test, keep)

    def kept_name(self, name: str, nest: Nest) -> str:
        taken = {*nest.names.values(), *(self.scope or ())}
        number = 1
        while f"{name}_now_{number}" in taken:
            number += 1
        if self.scope is not None:
            self.scope.add(f"{name}_now_{number}")
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


def is_either(e: E, action: list[str], nest: Nest) -> bool:
    """Whether a test and, if that does not hold, a search is all that stands before what is done once."""
    once = action[-1].startswith("return ") or (action[-1] != "break" and len(nest.loops) <= 2)
    return once and len(action) == 1 and e.op == "or" and len(e.args) == 2 and is_any(e.arg(1))


def is_any(e: E) -> bool:
    return is_search(e) and e.data == "any"


def plain_arguments(f: Function, call: E) -> dict[str, E] | None:
    """What the names inside a define stand for where it is called; None: that would be worked out more than once."""
    given = arguments(f, call)
    return given if all(a.op in ("local", "const", "you", "this") for a in given.values()) else None


def single(e: E) -> bool:
    """Whether an expression is worked out without a loop of its own."""
    return not e.type.is_many and all(x.op not in ("query", "fold", "text") for x in e.walk())


def conjuncts(e: E) -> list[E]:
    return [x for a in e.args if a is not None for x in conjuncts(a)] if e.op == "and" else [found(e)]


def found(e: E) -> E:
    """A test that compares with none how many things meet a condition, as the search for one of them."""
    if e.op != "compare" or e.arg(1).op != "const":
        return e
    word = {(">", 0): "any", (">=", 1): "any", ("=", 0): "no", ("<", 1): "no"}.get((e.name, e.arg(1).data))
    things = e.arg(0).arg(0) if e.arg(0).op == "lib" and e.arg(0).name == "size" else e.arg(0)
    if word is None or things.op != "query" or things.data != ("count" if things is e.arg(0) else "all"):
        return e
    return E("query", e.type, things.args, things.name, word, e.span) if things.args[1] is not None else e


def outside_queries(e: E) -> list[E]:
    """The parts of a test that are worked out whenever it is."""
    if e.op in ("query", "fold", "and", "or", "if") or (e.op == "lib" and e.name == "some_subset"):
        return []
    return [e, *(x for a in e.args if a is not None for x in outside_queries(a))]


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

"""Functions whose values are kept: for ever, while a menu is put together, or until something that they read changes."""

from __future__ import annotations

from ..plan import model
from ..plan.analysis import all_expressions, own_expressions
from ..plan.locals import free_in
from ..plan.names import constant, local_name
from ..typed import tree
from ..typed import types as t
from ..typed.tree import E
from ..typed.types import Type
from . import piles
from .annotations import annotation
from .printing import indented
from .search import Loop, Nest, conjuncts, declared
from .statements import StatementPrinter, ids, read_once


class KeepingPrinter(StatementPrinter):
    def __init__(self, plan: model.Plan, places: bool = False) -> None:
        super().__init__(plan)
        self.places = places
        self.name = ""  # of the function being printed
        self.kept_names = {plan.names[k] for k in plan.constants if worth_keeping(plan.signatures[k])}
        if places:  # every line is reached as often as the rules lead to it
            self.lasting = model.Kept()
        self.until_changed = [plan.names[k] for k in self.lasting.defines]
        self.in_piles = [] if places else piles.searching_piles(self.touches, plan.functions)
        self.stores = [*self.lasting.stores, *self.in_piles]
        self.still = [plan.names[k] for k in asked_by_several_actions(plan)]

    def params(self, params: list[tuple[str, Type]], *more: str) -> str:
        return ", ".join(["g: G", *(f"{local_name(n)}: {annotation(ty)}" for n, ty in params), *more])

    def doc(self, f: model.Function) -> list[str]:
        place = f"{f.span.path}:{f.span.line}"
        rule = f" [{ids(f.sources)}]" if ids(f.sources) else ""
        if not f.doc:
            return [f"# {place}{rule}"]
        text = f"{f.doc[0].upper()}{f.doc[1:]}{rule}".replace("\\", "\\\\").replace('"""', "'''")
        return [f'"""{text} ({place})."""']

    # ------------------------------------------------------------ defines

    def kept(self, f: model.Function, body: list[str]) -> str:
        """What is the same in every position is worked out once, for each set of arguments."""
        store = f"_{constant(f.name)}"
        result, params = annotation(f.result), self.params(f.params)
        names = [local_name(n) for n, _ in f.params]
        key = names[0] if len(names) == 1 else f"({', '.join(names)})"
        kinds = [annotation(ty) for _, ty in f.params]
        kind = kinds[0] if len(kinds) == 1 else f"tuple[{', '.join(kinds) or '()'}]"
        lines = [
            f"{store}: Final[dict[{kind}, {result}]] = {{}}",
            "",
            "",
            f"def {f.name}__once({params}) -> {result}:",
            *indented(body),
            "",
            "",
            f"def {f.name}({params}) -> {result}:",
            *indented(
                [
                    *self.doc(f),
                    f"found = {store}.get({key})",
                    "if found is None:",
                    f"    found = {store}[{key}] = {f.name}__once({', '.join(['g', *names])})",
                    "return found",
                ]
            ),
        ]
        return "\n".join(lines) + "\n"

    def kept_while_still(self, f: model.Function, body: list[str]) -> str:
        """What several actions of a menu ask for is worked out once for the menu."""
        key = " + ".join([str(100 * self.still.index(f.name)), *(local_name(n) for n, _ in f.params)])
        anew = self.anew(f)
        found = [
            *self.doc(f),
            "if g.still is None:",
            f"    return {anew}",
            f"found = g.still.get({key})",
            "if found is None:",
            f"    found = g.still[{key}] = {anew}",
            "return found",
        ]
        return self.worked_out(f, body, found)

    def kept_until_changed(self, f: model.Function, body: list[str]) -> str:
        """What lasts is worked out once, until a field that it reads changes."""
        names = [local_name(n) for n, _ in f.params]
        return self.worked_out(
            f, body, [*self.doc(f), *self.looked_up(f.name, names, annotation(f.result), self.anew(f))]
        )

    def looked_up(self, name: str, names: list[str], result: str, anew: str) -> list[str]:
        number, key = self.stores.index(name), names[0] if names else "0"
        store = f"g.lasting[{number}]"
        if now := self.figures(number):
            return [
                f"now = {now}",
                f"found: tuple[Any, {result}] | None = {store}.get({key})",
                "if found is None or found[0] != now:",
                f"    found = {store}[{key}] = (now, {anew})",
                "return found[1]",
            ]
        return [
            f"found: {result} | None = {store}.get({key})",
            "if found is None:",
            f"    found = {store}[{key}] = {anew}",
            "return found",
        ]

    def anew(self, f: model.Function) -> str:
        return f"{f.name}__anew({', '.join(['g', *(local_name(n) for n, _ in f.params)])})"

    def worked_out(self, f: model.Function, body: list[str], found: list[str]) -> str:
        """A function that works something out, and one that looks it up."""
        result, params = annotation(f.result), self.params(f.params)
        head, anew = f"def {f.name}({params}) -> {result}:", f"def {f.name}__anew({params}) -> {result}:"
        return "\n".join([anew, *indented(body), "", "", head, *indented(found)]) + "\n"

    def do_result(self, s: tree.Result) -> list[str]:
        query = piles.pile_query(s) if self.name in self.in_piles else None
        return super().do_result(s) if query is None else self.kept_with_pile(query)

    def kept_with_pile(self, query: E) -> list[str]:
        """The same search through the very same pile has found the same."""
        store, piece = f"g.lasting[{self.stores.index(self.name)}]", local_name(query.name)
        (key,) = free_in(query.arg(1)) - {query.name}
        pile = E("local", query.arg(0).type, name="pile")
        return [
            f"pile = {self.items(query.arg(0))}",
            f"found: tuple[tuple[int, ...], int] | None = {store}.get({local_name(key)})",
            "if found is not None and found[0] is pile:",
            "    return found[1]",
            *read_once(self.search(query.name, pile, query.arg(1), ["break"])),
            "else:",
            f"    {piece} = NONE",
            f"{store}[{local_name(key)}] = (pile, {piece})",
            f"return {piece}",
        ]

    # ------------------------------------------------------------ ways

    def ways(self, name: str, ways: model.Ways, params: list[tuple[str, Type]]) -> str:
        """The function that keeps the ways of a search; what is left of the search is in `searched_ways`."""
        if ways.of != name:
            return ""
        thing = local_name(ways.loops[0].name).removesuffix("_").replace("_", " ")
        figures = [local_name(n).removesuffix("_there").replace("_", " ") for n, _ in ways.columns]
        doc = f"The ways to get each {thing}" + (f", by {', '.join(figures)}." if figures else ".")
        params = asker(params)
        names = [local_name(n) for n, _ in params]
        head = f"({self.params(params)}) -> Ways:"
        found = self.looked_up_ways(f"{name}__ways", names)
        anew = f"({self.params(params)}, now: Any) -> Ways:" if "now" in found[0] else head
        alike = f"_{constant(name)}__ALIKE"
        body = [
            f"def {name}__ways_anew{anew}",
            *indented(self.ways_anew(ways, "now" in found[0], alike)),
            "",
            "",
        ]
        if ways.loops[0].of_asker is not None:
            body = [f"{alike}: Final[dict[Any, set[Any]]] = {{}}", "", "", *body]
        return "\n".join([*body, f"def {name}__ways{head}", *indented([f'"""{doc}"""', *found]), "", "", ""])

    def looked_up_ways(self, name: str, names: list[str]) -> list[str]:
        number, key = self.stores.index(name), names[0] if names else "0"
        store, now = f"g.lasting[{number}]", self.figures(number)
        args = ", ".join(["g", *names, *(["now"] if now else [])])
        return [
            *([f"now = {now}"] if now else []),
            f"found: Ways | None = {store}.get({key})",
            "if found is None or found.figures != now:" if now else "if found is None:",
            f"    found = {store}[{key}] = {name}_anew({args})",
            "return found",
        ]

    def figures(self, number: int) -> str:
        """The figures that are compared before a kept value is used; "": none."""
        texts = [self.expr(self.inlined(e)) for e in self.lasting.reads[number].figures]
        return texts[0] if len(texts) == 1 else f"({', '.join(texts)})" if texts else ""

    def ways_anew(self, ways: model.Ways, with_figures: bool, alike: str) -> list[str]:
        """Loops that gather the ways; what looks the same to the inner ones is gone over once, if it can be for ever."""
        first, thing = ways.loops[0], local_name(ways.loops[0].name)
        body = [f"ways.add({self.way(ways)})"]
        for i in range(len(ways.loops) - 1, 0, -1):
            loop = ways.loops[i]
            lines = self.passed_tests(loop, [*self.columns(ways, i), *body])
            body = [f"for {local_name(loop.name)} in {self.items(loop.source)}:", *indented(lines)]
        lines = [*self.columns(ways, 0), f"things[{thing}] = ways = set()", *body]
        declared = ["things: dict[int, set[Any]] = {}"]
        if first.asked is not None:
            if first.of_asker is None:
                alike = "alike"
                declared.append("alike: dict[Any, set[Any]] = {}")
            key = [x.split(" = ")[0] for x in self.columns(ways, 0)]
            key += [self.expr(e) for e in (*first.asked, *(first.of_asker or []))]
            lines = [
                *self.columns(ways, 0),
                f"look = {key[0] if len(key) == 1 else '(' + ', '.join(key) + ')'}",
                f"known = {alike}.get(look)",
                "if known is None:",
                *indented(["ways: set[Any] = set()", *body, f"known = {alike}[look] = ways"]),
                f"things[{thing}] = known",
            ]
        loop_lines = [f"for {thing} in over:", *indented(self.passed_tests(first, lines))]
        made = "Ways(things, over, now)" if with_figures else "Ways(things, over)"
        return [f"over = {self.many(first.source)}", *declared, *read_once(loop_lines), f"return {made}"]

    def passed_tests(self, loop: model.WayLoop, lines: list[str]) -> list[str]:
        tests = [self.inlined(e) for e in loop.tests]
        texts = [self.atom(e) if e.op == "or" else self.expr(e) for e in tests]
        return [f"if {' and '.join(texts)}:", *indented(lines)] if texts else lines

    def columns(self, ways: model.Ways, i: int) -> list[str]:
        """The columns that can be worked out in one of the loops, and not before."""
        inner = {x.name for x in ways.loops[i + 1 :]}
        found = [(n, e) for n, e in ways.columns if e.op != "local" and not free_in(e) & inner]
        found = [(n, e) for n, e in found if i == 0 or ways.loops[i].name in free_in(e)]
        parts = [(n, self.inlined(e)) for n, e in found]
        return [f"{local_name(n)} = {self.many(e) if e.type.is_many else self.expr(e)}" for n, e in parts]

    def way(self, ways: model.Ways) -> str:
        names = [local_name(n) for n, _ in ways.columns]
        return names[0] if len(names) == 1 else f"({', '.join(names)})"

    def searched_ways(self, ways: model.Ways, of: str, action: str) -> list[str]:
        """Does something for each way of which the rest of the test holds."""
        outside = Loop("")
        own = Loop("", more=frozenset(n for n, _ in ways.columns))
        self.supports = {n: self.touches.support(e) for n, e in ways.columns if e.type == t.BUNDLE}
        nest = Nest([outside, own])
        body = self.tests(self.exposed(conjuncts(ways.test), nest), [action], nest)
        self.supports = {}
        columns = ", ".join(local_name(n) for n, _ in ways.columns) or "_"
        return read_once([*declared(outside), f"for {columns} in {of}:", *indented(body)])

    def ways_asked(self, ways: model.Ways, params: list[tuple[str, Type]]) -> str:
        return f"{ways.of}__ways({', '.join(['g', *(local_name(n) for n, _ in asker(params))])})"


def asker(params: list[tuple[str, Type]]) -> list[tuple[str, Type]]:
    """What lasts depends on nothing but who asks."""
    return [(name, type) for name, type in params if name == "you"]


# ---------------------------------------------------------------- what is worth it


def asked_by_several_actions(plan: model.Plan) -> list[str]:
    """Collections for which the gates of several actions of one menu ask."""
    menus: dict[str, set[str]] = {}
    for a in plan.actions:
        if a.gate:
            menus.setdefault(a.menu, set()).add(a.gate)
    return sorted({key for gates in menus.values() for key in asked_by_several(plan, gates)})


def asked_by_several(plan: model.Plan, gates: set[str]) -> set[str]:
    """Collections of a player or of the table that several gates need, and that are not kept anyway."""
    kept = {*plan.constants, *plan.kept.defines}
    asked: dict[str, int] = {}
    for gate in gates:
        for key in reached(plan, gate):
            f = plan.signatures[key]
            if f.category == "define" and not f.params and not f.uses_this and f.result and f.result.is_many:
                asked[key] = asked.get(key, 0) + 1
    return {k for k, n in asked.items() if n > 1 and k not in kept and k in plan.names and "@" not in k}


def reached(plan: model.Plan, start: str) -> set[str]:
    """The functions that one leads to."""
    found, pending = {start}, [start]
    while pending:
        for e in all_expressions(plan.signatures[pending.pop()].body):
            if e.op == "call" and e.name not in found and e.name in plan.signatures:
                found.add(e.name)
                pending.append(e.name)
    return found


def worth_keeping(f: tree.Function) -> bool:
    """Whether working out a constant define takes longer than looking it up; what is looked up must never change."""
    if f.result is None or f.result.name == "map" or f.locals.keys() & {"found"}:
        return False
    return any(x.op in ("query", "fold") for s in f.body for e in own_expressions(s) for x in e.walk())

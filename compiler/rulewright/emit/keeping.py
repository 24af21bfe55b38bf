"""Functions whose values are kept: for ever, while a menu is put together, or until something that they read changes."""

from __future__ import annotations

from ..plan import model
from ..plan.analysis import all_expressions, own_expressions
from ..plan.locals import free_in
from ..plan.names import constant, local_name
from ..typed import tree
from ..typed.types import Type
from .annotations import annotation
from .search import Loop, Nest, conjuncts, declared
from .statements import StatementPrinter, ids, indented, read_once


class KeepingPrinter(StatementPrinter):
    def __init__(self, plan: model.Plan, places: bool = False) -> None:
        super().__init__(plan)
        self.places = places
        self.kept_names = {plan.names[k] for k in plan.constants if worth_keeping(plan.signatures[k])}
        if places:  # every line is reached as often as the rules lead to it
            self.lasting = model.Kept()
        self.until_changed = [plan.names[k] for k in self.lasting.defines]
        self.stores = [*self.until_changed, *(f"{name}__ways" for name in self.lasting.ways)]
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
        key = " + ".join([str(100 * self.stores.index(name)), *names])
        return [
            f"found: {result} | None = g.lasting.get({key})",
            "if found is None:",
            f"    found = g.lasting[{key}] = {anew}",
            "return found",
        ]

    def anew(self, f: model.Function) -> str:
        return f"{f.name}__anew({', '.join(['g', *(local_name(n) for n, _ in f.params)])})"

    def worked_out(self, f: model.Function, body: list[str], found: list[str]) -> str:
        """A function that works something out, and one that looks it up."""
        result, params = annotation(f.result), self.params(f.params)
        head, anew = f"def {f.name}({params}) -> {result}:", f"def {f.name}__anew({params}) -> {result}:"
        return "\n".join([anew, *indented(body), "", "", head, *indented(found)]) + "\n"

    # ------------------------------------------------------------ ways

    def ways(self, name: str, ways: model.Ways, params: list[tuple[str, Type]]) -> str:
        """The function that keeps the ways of a search; what is left of the search is in `searched_ways`."""
        columns = [(local_name(n), annotation(e.type)) for n, e in ways.columns]
        inner = ", ".join(kind for _, kind in columns) or "()"
        result = f"tuple[{inner}, ...]" if len(columns) == 1 else f"tuple[tuple[{inner}], ...]"
        words = [n.removesuffix("_").replace("_", " ") for n, _ in columns]
        doc = f"Each {', '.join(words)} that there can be, once." if words else "Whether there is any at all."
        names = [local_name(n) for n, _ in params]
        args = ", ".join(["g", *names])
        head = f"({self.params(params)}) -> {result}:"
        anew = self.ways_anew(ways, inner if len(columns) == 1 else f"tuple[{inner}]")
        found = self.looked_up(f"{name}__ways", names, result, f"{name}__ways_anew({args})")
        body = [f"def {name}__ways_anew{head}", *indented(anew), "", ""]
        return "\n".join([*body, f"def {name}__ways{head}", *indented([f'"""{doc}"""', *found])]) + "\n"

    def ways_anew(self, ways: model.Ways, kind: str) -> list[str]:
        """Loops that gather the ways; what depends on an outer loop alone is worked out there."""
        names = [local_name(n) for n, _ in ways.columns]
        value = names[0] if len(names) == 1 else f"({', '.join(names)})"
        body = [f"found[{value}] = None"]
        for i in range(len(ways.loops) - 1, -1, -1):
            body = self.way_loop(ways, i, body)
        sets = [f"seen_{i}: set[Any] = set()" for i, loop in enumerate(ways.loops) if loop.asked is not None]
        return [f"found: dict[{kind}, None] = {{}}", *read_once([*sets, *body]), "return tuple(found)"]

    def way_loop(self, ways: model.Ways, i: int, body: list[str]) -> list[str]:
        loop = ways.loops[i]
        outer = {x.name for x in ways.loops[:i]}
        inner = {x.name for x in ways.loops[i + 1 :]}
        lines: list[str] = []
        key: list[str] = []
        for name, e in ways.columns:
            used = free_in(e)
            if used & inner or (loop.name not in used and (used & outer or i)) or e.op == "local":
                continue
            lines.append(f"{local_name(name)} = {self.expr(self.inlined(e))}")
            key.append(local_name(name))
        if loop.asked is not None:
            key += [self.expr(e) for e in loop.asked]
            text = key[0] if len(key) == 1 else f"({', '.join(key)})"
            lines += [
                f"if {text} in seen_{i}:",
                "    continue  # one like it was gone over",
                f"seen_{i}.add({text})",
            ]
        tests = [self.inlined(e) for e in loop.tests]
        texts = [self.atom(e) if e.op == "or" else self.expr(e) for e in tests]
        inside = [*lines, *body]
        if texts:
            inside = [f"if {' and '.join(texts)}:", *indented(inside)]
        return [f"for {local_name(loop.name)} in {self.items(loop.source)}:", *indented(inside)]

    def searched_ways(
        self, name: str, ways: model.Ways, params: list[tuple[str, Type]], action: list[str]
    ) -> list[str]:
        """Does something for each way, or for the first one, of which the rest of the test holds."""
        columns = [local_name(n) for n, _ in ways.columns]
        args = ", ".join(["g", *(local_name(n) for n, _ in params)])
        outside = Loop("")
        own = Loop("", more=frozenset(n for n, _ in ways.columns))
        body = self.tests(conjuncts(ways.test), action, Nest([outside, own]))
        head = f"for {', '.join(columns) or '_'} in {name}__ways({args}):"
        return read_once([*declared(outside), head, *indented(body)])


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

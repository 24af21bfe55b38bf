"""How any expression is printed: the way in, brackets, and the forms that a tuple, a loop or a test asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ..plan.copying import arguments, substitute
from ..plan.model import Plan
from ..plan.names import local_name
from ..typed.tree import Block, E, Result

ATOMS = ("const", "local", "you", "this", "field", "call", "lib", "column", "item", "get", "list", "pieces")

# Operations that need no brackets beside `and` and `or`.
TESTS = ("compare", "not", "in", "not in")
# How many there are, compared with none.
COUNTED = re.compile(r"len\(([^()]*)\) (> 0|== 0)")


def is_firm(text: str) -> bool:
    """Whether a text has no operator outside of brackets; some functions of the library are printed as operators."""
    depth = 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == " " and depth == 0:
            return False
    return True


class Printing:
    """What all printers of expressions share; `on_OP` of a subclass prints an operation."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game = plan.game
        self.resources = list(self.game.resources)
        self.line_tables: set[tuple[str, int]] = set()  # tables of lines that the engine needs
        self.passable: set[tuple[str, str]] = (
            set()
        )  # (board, define): cells for which a constant define holds
        self.spans: dict[str, tuple[int, int]] = {}  # locals that run over a known range
        self.pays_multiples = (
            False  # whether the engine compares sums of the form a + n * b with what one has
        )
        self.places = (
            False  # whether every statement bears its place, and no define stands where it is called
        )
        self.supports: dict[str, set[str]] = {}  # locals that hold a bundle -> the resources it can be of
        self.effects = {text: i for i, (text, _) in enumerate(plan.effects)}

    def expr(self, e: E) -> str:
        e = self.folded(e)
        method = getattr(self, "on_" + e.op.replace(" ", "_"), None)
        if method is None:
            raise AssertionError(f"cannot print {e.op}")
        text: str = method(e)
        return text

    def folded(self, e: E) -> E:
        """A figure for a define without parameters that only names one."""
        while e.op == "call" and len(e.args) == 2:
            body = self.plan.signatures[e.name].body
            if len(body) != 1 or not isinstance(body[0], Result) or body[0].test is not None:
                return e
            value = body[0].value
            if (
                value.op not in (("const",) if self.places else ("const", "call"))
                or self.plan.signatures[e.name].uses_you
                or e.args[1] is not None
            ):
                return e
            e = E(value.op, value.type, value.args, value.name, value.data, e.span)
        return e

    def atom(self, e: E) -> str:
        """With parentheses unless it stands firm by itself."""
        e = self.folded(e)
        text = self.expr(e)
        if e.op in ATOMS and not (e.op == "const" and text.startswith("-")):
            if e.op == "lib" and not is_firm(text):
                return f"({text})"
            return text
        return f"({text})"

    def truth(self, e: E) -> str:
        """A test that is only looked at: what is there need not be counted."""
        e = self.folded(e)
        if e.op in ("and", "or"):
            parts = [self.truth(a) if a.op in (*TESTS, e.op) else self.atom(a) for a in e.args if a]
            return f" {e.op} ".join(parts)
        text = self.expr(e)
        if e.op == "compare" and (counted := COUNTED.fullmatch(text)) and is_firm(counted[1]):
            return counted[1] if counted[2] == "> 0" else f"not {counted[1]}"
        return text

    def many(self, e: E) -> str:
        """A tuple."""
        text = self.expr(e)
        if e.type.name == "map":
            return f"tuple({text}.values())"
        if e.op == "range" or (e.op == "lib" and e.name in ("players", "participants")):
            return f"tuple({text})"
        return text

    def items(self, e: E) -> str:
        """Anything that can be looped over."""
        if e.op == "query" and e.data == "all":
            source, where = e.arg(0), e.args[1]
            if where is None:
                return self.items(source)
            return f"({local_name(e.name)} for {self.clause(e.name, source, where)})"
        text = self.expr(e)
        return f"{text}.values()" if e.type.name == "map" else text

    def members_of(self, e: E) -> str:
        text = self.expr(e)
        return f"{text}.values()" if e.type.name == "map" else text

    def clause(self, name: str, source: E, where: E | None) -> str:
        text = f"{local_name(name)} in {self.items(source)}"
        if where is None:
            return text
        with self.ranging(name, source):
            return f"{text} if {self.truth(self.inlined(where))}"

    @contextmanager
    def ranging(self, name: str, source: E) -> Iterator[None]:
        """While the body of a loop is printed, the range of its variable is known if it is written in figures."""
        before = self.spans.pop(name, None)
        if source.op == "range":
            low, high = self.folded(source.arg(0)), self.folded(source.arg(1))
            if low.op == high.op == "const":
                self.spans[name] = (low.data, high.data)
        yield
        self.spans.pop(name, None)
        if before is not None:
            self.spans[name] = before

    def inlined(self, e: E, depth: int = 2) -> E:
        """A test inside a loop: small defines stand there themselves, because a call costs more than they do."""
        if self.places:
            return e
        args = [None if a is None else self.inlined(a, depth) for a in e.args]
        made = E(e.op, e.type, args, e.name, e.data, e.span)
        if e.op != "call" or depth == 0 or e.type.is_many:
            return made
        f = self.plan.signatures[e.name]
        value = small_value(f.body)
        if value is None:
            return made
        given = arguments(f, made)
        if any(
            a.op not in ("local", "const", "you", "this") and uses(value, n) > 1 for n, a in given.items()
        ):
            return made
        return self.inlined(substitute(value, given), depth - 1)

    def define_call(self, by: E, names: list[str]) -> str:
        f = self.plan.signatures[by.data]
        args = ["g"]
        if f.uses_you:
            subject = by.args[0]
            if f.params:
                args.append(self.expr(subject) if subject is not None else "you")
            else:
                args.append(names[0])
        if f.params:
            args.extend(names)
        return f"{self.plan.names[by.data]}({', '.join(args)})"


def indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines] or ["    pass"]


def small_value(body: Block) -> E | None:
    """What a small define gives, as one expression; None: it is not that small."""
    cases = [s for s in body if isinstance(s, Result)]
    if (
        not cases
        or len(cases) != len(body)
        or cases[-1].test is not None
        or any(s.test is None for s in cases[:-1])
    ):
        return None
    value = cases[-1].value
    for case in reversed(cases[:-1]):
        value = E("if", value.type, [case.test, case.value, value], span=value.span)
    size = 0
    for x in value.walk():
        size += 1
        if x.op in ("query", "fold", "text") or (x.op == "lib" and x.name in ("no_row", "some_subset")):
            return None
    return value if size <= (8 if len(cases) == 1 else 16) else None


def uses(value: E, name: str) -> int:
    """How often a local, `you` or `this` stands in an expression."""
    return sum((x.name if x.op == "local" else x.op) == name for x in value.walk())

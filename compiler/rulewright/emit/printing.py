"""How any expression is printed: the way in, brackets, and the forms that a tuple, a loop or a test asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from ..plan.copying import all_of, arguments, substitute
from ..plan.model import Plan
from ..plan.names import local_name
from ..plan.touches import Touches
from ..typed import types as t
from ..typed.tree import Block, E, Function, Result, S
from ..typed.types import NONE_VALUE
from .handing import Handing, handing_over
from .known import Known, Mostly, Possible, known_defines, mostly_known, possible_members

ATOMS = (
    "const",
    "local",
    "you",
    "this",
    "field",
    "call",
    "lib",
    "column",
    "known",
    "item",
    "get",
    "list",
    "pieces",
    "if",
    "gathered",
)

# What is read where it stands: an argument of a call that costs nothing.
READY = ("const", "local", "you", "this", "field", "column", "known")
PLAIN = ("local", "const", "you", "this")  # costs nothing even if it stands in several places
# Operations that need no brackets beside `and` and `or`.
TESTS = ("compare", "not", "in", "not in")
# How many there are, compared with none.
COUNTED = re.compile(r"len\(([^()]*)\) (> 0|!= 0|== 0|<= 0)")


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
        self.touches = Touches(plan.game, plan.signatures, [e.name for _, e in plan.effects])
        self.line_tables: set[tuple[str, int]] = set()  # tables of lines that the engine needs
        self.directions: set[str] = set()  # directions of which the rules speak by name; "all": the sides
        self.passable: set[tuple[str, str]] = (
            set()
        )  # (board, define): cells for which a constant define holds
        self.spans: dict[str, tuple[int, int]] = {}  # locals that run over a known range
        # the resources of which sums of the form a + n * b are compared with what one has
        self.multiples: set[str] = set()
        self.places = (
            False  # whether every statement bears its place, and no define stands where it is called
        )
        # whether small defines, and figures of members, stand where they are asked for, in code that is run often
        self.opens = True
        self.supports: dict[str, set[str]] = {}  # locals that hold a bundle -> the resources it can be of
        self.tables_used: set[str] = set()  # tables of what defines give
        self.effects = {text: i for i, (text, _) in enumerate(plan.effects)}

    @cached_property
    def known(self) -> dict[str, Known]:
        """Defines that are looked up in tables."""
        return {} if self.places else known_defines(self.plan)

    @cached_property
    def possible(self) -> dict[str, Possible]:
        """Tests that can hold for some members only."""
        return {} if self.places else possible_members(self.plan)

    @cached_property
    def mostly(self) -> dict[str, Mostly]:
        """Defines that are looked up in tables, and asked for few members."""
        return (
            {} if self.places else {k: m for k, m in mostly_known(self.plan).items() if k not in self.known}
        )

    @cached_property
    def handing(self) -> dict[str, Handing]:
        """Defines that are called through tables of functions."""
        return {} if self.places else handing_over(self.plan)

    def expr(self, e: E) -> str:
        e = self.folded(e)
        method = getattr(self, "on_" + e.op.replace(" ", "_"), None)
        if method is None:
            raise AssertionError(f"cannot print {e.op}")
        text: str = method(e)
        return text

    def folded(self, e: E) -> E:
        """What is known before play: figures of members, and defines that give the same in every position."""
        if e.op == "column":
            return self.known_column(e)
        if e.op == "call" and (known := self.known.get(e.name)) is not None:
            return self.looked_up_known(e, known)
        if e.op == "call" and (possible := self.possible.get(e.name)) is not None:
            return self.asked_of_possible(e, possible)
        if e.op == "call" and (mostly := self.mostly.get(e.name)) is not None:
            return self.mostly_looked_up(e, mostly)
        return self.named_figure(e)

    def known_column(self, e: E) -> E:
        """The figure of a member that is named."""
        column = self.game.kinds[e.data].columns[e.name]
        member = self.folded(e.arg(0))
        if not column.constant or member.op != "const" or member.data == NONE_VALUE or not self.opens:
            return e
        found: E | None = column.cells[member.data]
        if found is None or found.op != "const" or found.type.name not in ("number", "flag", "kind"):
            return e
        return found

    def looked_up_known(self, e: E, known: Known) -> E:
        """The place of a table that holds what a define gives; its figure, if the members are named."""
        args = [
            self.folded(a) for a in (e.args[1:] if known.function.uses_this else e.args[2:]) if a is not None
        ]
        if len(args) != len(known.kinds) or any(
            a.type.optional and not known.takes_none(i) for i, a in enumerate(args)
        ):
            return e
        if known.column is not None:
            column = known.column
            return self.known_column(E("column", column.type, [args[0]], column.name, column.data, e.span))
        if known.same and self.opens:
            return known.figure(next(iter(known.values)))
        if self.opens and all(a.op == "const" for a in args):
            return known.figure(tuple(a.data for a in args))
        return E("known", e.type, list(args), known.name, span=e.span)

    def asked_of_possible(self, e: E, possible: Possible) -> E:
        """A test whose arguments are not worked out for members of which it cannot hold."""
        if e.data == "possible" or all(a is None or a.op in READY for a in e.args):
            return e
        member = e.arg(possible.place)
        some = E("possible", t.many(member.type), name=possible.name)
        asked = E("call", e.type, e.args, e.name, "possible", e.span)
        return E("and", t.FLAG, [E("in", t.FLAG, [member, some]), asked], span=e.span)

    def mostly_looked_up(self, e: E, mostly: Mostly) -> E:
        """What a table gives of most members; a define is called for the others."""
        member = e.args[mostly.place]
        if e.data == "asked" or not self.opens or member is None or member.type.optional:
            return e
        if any(a is not None and a.op not in READY for a in e.args):
            return e
        asked = E("call", e.type, e.args, e.name, "asked", e.span)
        return E("mostly", e.type, [E("known", e.type, [member], mostly.name), asked], span=e.span)

    def named_figure(self, e: E) -> E:
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
            return counted[1] if counted[2] in ("> 0", "!= 0") else f"not {counted[1]}"
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
        source, where = all_of(name, source, where)
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
        if self.places or not self.opens:
            return e
        args = [None if a is None else self.inlined(a, depth) for a in e.args]
        made = E(e.op, e.type, args, e.name, e.data, e.span)
        if e.op != "call" or depth == 0 or e.type.is_many or e.name in self.known or e.name in self.mostly:
            return made
        f = self.plan.signatures[e.name]
        value = small_value(f.body)
        given = arguments(f, made)
        if value is None:
            return self.usual(f, made, given)
        if any(a.op not in PLAIN and uses(value, n) > 1 for n, a in given.items()):
            return made
        return self.inlined(substitute(value, given), depth - 1)

    def usual(self, f: Function, call: E, given: dict[str, E]) -> E:
        """A define that says something else for few members: it is called for these, else its last case stands there."""
        *rare, last = f.body
        value = small_value([last])
        tests = [special(s) for s in rare]
        if value is None or not rare or None in tests or any(a.op not in PLAIN for a in given.values()):
            return call
        fields = {test.name: test.arg(0) for test in tests if test is not None}
        if len(fields) > 1:
            return call
        members = [test.arg(1) for test in tests if test is not None]
        field = next(iter(fields.values()))
        if len(members) == 1:
            test = E("compare", t.FLAG, [field, members[0]], "=")
        else:
            test = E("in", t.FLAG, [field, E("list", t.many(field.type), list(members))])
        test, value = substitute(test, given), self.inlined(substitute(value, given), 1)
        return E("if", call.type, [test, call, value], span=call.span)

    def only_reads(self, e: E) -> bool:
        """Whether a test compares fields with figures and calls nothing: it cannot fail, so it may be asked earlier."""
        e = self.folded(e)
        if e.op == "field":
            return not e.type.is_many and all(a is None or a.op in ("you", "const") for a in e.args)
        if e.op == "lib":
            return e.name == "stock_of" and "(" not in self.expr(e)
        return e.op in ("const", "compare", "not", "and", "or") and all(
            self.only_reads(a) for a in e.args if a is not None
        )

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
    return value if size <= (14 if len(cases) == 1 else 16) else None


def special(s: S) -> E | None:
    """The comparison of a field of yours with a member without which a case does not hold; None: there is no such one."""
    test = s.test if isinstance(s, Result) else None
    while test is not None and test.op == "and":
        test = test.args[0]
    if test is None or test.op != "compare" or test.name != "=" or test.arg(1).op != "const":
        return None
    field = test.arg(0)
    owner = field.args[0] if field.op == "field" and field.args[1] is None else None
    own = owner is not None and owner.op == "you"
    return E("special", t.FLAG, [field, test.arg(1)], field.name) if own else None


def uses(value: E, name: str) -> int:
    """How often a local, `you` or `this` stands in an expression."""
    return sum((x.name if x.op == "local" else x.op) == name for x in value.walk())

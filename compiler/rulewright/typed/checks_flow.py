"""What is never reached or never ends: constant conditions, repeated cases, loops without a way out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..resolved import model
from . import tree
from .checks_ranges import Intervals, always, size_of
from .checks_walk import Part, Survey, blocks_of, calls_of, own_expressions, same, statements
from .tree import E

if TYPE_CHECKING:
    from .infer import Checker

EDGE_LIBRARY = ("cells", "distance", "neighbours", "shared_neighbours", "adjacent")
EDGE_OPERATIONS = ("const", "local", "and", "or", "not", "compare", "math", "call")
MEND_CASE = "mend the condition, or remove the case"
LIMIT_OF_CELLS_WITH_EDGES = 500  # every pair of cells is tried


def check(c: Checker, game: tree.Game, seen: Survey) -> None:
    for part in seen.rules:
        known = Intervals(part)
        block(c, game, known, part.block)
        cases(c, game, known, part)
        for e in part.expressions:
            expression(c, known, e)
        if part.category in ("instead", "when"):
            for test in part.tests:
                told(c, known, test)


# ---------------------------------------------------------------- conditions


def truth(known: Intervals, e: E) -> bool | None:
    """Whether a condition always (True) or never (False) holds; None if it depends."""
    if e.op == "const":
        return bool(e.data)
    if e.op == "not":
        inner = truth(known, e.arg(0))
        return None if inner is None else not inner
    if e.op in ("and", "or"):
        parts = [truth(known, a) for a in e.args if a is not None]
        decisive = e.op == "or"
        if decisive in parts:
            return decisive
        return (not decisive) if all(p is (not decisive) for p in parts) else None
    if e.op == "compare":
        return compared(known, e)
    return None


def compared(known: Intervals, e: E) -> bool | None:
    left, right = e.arg(0), e.arg(1)
    if left.op == right.op == "const" and left.type.name == right.type.name != "text" and e.name in ("=", "!="):
        return bool((left.data == right.data) == (e.name == "="))
    if "none" in (left.type.name, right.type.name) and e.name in ("=", "!="):
        value = right if left.type.name == "none" else left
        return e.name == "!=" if value.op == "field" and not value.type.optional and not value.type.is_many else None
    if e.name in ("=", "!=", "<=", ">=", "<", ">") and left.op != "const" and pure(left) and same(left, right):
        return e.name in ("=", "<=", ">=")
    return always(known, e) if left.type.name == right.type.name == "number" else None


def pure(e: E) -> bool:
    return not any(x.op == "lib" and x.name.startswith(("random", "roll")) for x in e.walk())


def told(c: Checker, known: Intervals, test: E | None) -> bool | None:
    """Warns of a condition that does not depend on anything; those that are typed as constants are told already."""
    found = truth(known, test) if test is not None else None
    if test is not None and found is not None:
        word = "always" if found else "never"
        hint = "remove the condition" if found else "remove what it guards, or mend the condition"
        if test.op == "compare" and any(a is not None and a.type.name == "none" for a in test.args):
            field = next(a for a in test.args if a is not None and a.type.name != "none")
            hint = f"`{field.data.name}` is never none; if it may be, declare it `{field.type} or none`"
        c.warn("RW413", f"this condition {word} holds", test.span, hint)
    return found


def expression(c: Checker, known: Intervals, e: E) -> None:
    if e.op == "if":
        told(c, known, e.arg(0))
    elif e.op == "query":
        told(c, known, e.args[1])
    elif e.op == "fold":
        told(c, known, e.args[2])


# ---------------------------------------------------------------- statements


def block(c: Checker, game: tree.Game, known: Intervals, found: tree.Block) -> None:
    for i, s in enumerate(found):
        if i + 1 < len(found) and ends(known, s) and not isinstance(s, tree.Stop):
            what = "the game is over" if is_end(s) else "every way before it leaves the rule"
            c.warn("RW405", f"this is never reached: {what}", found[i + 1].span, "remove it, or move it up")
        conditions(c, game, known, s)
        for inner in blocks_of(s):
            block(c, game, known, inner)


def conditions(c: Checker, game: tree.Game, known: Intervals, s: tree.S) -> None:
    if isinstance(s, tree.If):
        if s.test.op != "const":  # told where it was typed
            told(c, known, s.test)
        chain(c, s)
    elif isinstance(s, tree.Require):
        if s.test.op != "const":  # `require no "…"` says that something is never possible
            told(c, known, s.test)
    elif isinstance(s, tree.Each):
        told(c, known, s.where)
    elif isinstance(s, tree.Choose):
        for p in s.picks:
            told(c, known, p.where)
            told(c, known, p.so_that)
    elif isinstance(s, (tree.ChooseOne, tree.AnyOrder)):
        for b in s.branches:
            told(c, known, b.test)
    elif isinstance(s, tree.For) and size_of(game, s.source) == 0:
        c.warn("RW413", "there is nothing here to go through", s.source.span, "lists and ranges count upwards")
    elif isinstance(s, tree.Repeat) and s.until is not None and truth(known, s.until) is True:
        told(c, known, s.until)


def chain(c: Checker, s: tree.If) -> None:
    """`if a … else if a …`: the second is never reached."""
    first, above = s, [s.test]
    while len(s.otherwise) == 1 and isinstance(s.otherwise[0], tree.If) and s.otherwise[0].span == first.span:
        s = s.otherwise[0]
        if any(same(test, s.test) for test in above):
            c.warn("RW421", "this case is never reached: the same condition stands above", s.test.span, MEND_CASE)
        above.append(s.test)


def complete(game: tree.Game | model.Game, tests: list[E]) -> bool:
    """Whether tests `x is a`, `x is b` name every member of a kind."""
    found = named_by(tests)
    return found is not None and len(found[1]) == len(game.kinds[found[0]].members)


def left_out(game: tree.Game | model.Game, tests: list[E]) -> list[str]:
    """The members that tests `x is a`, `x is b` do not name."""
    found = named_by(tests)
    if found is None or len(tests) < 2:
        return []
    return [m for i, m in enumerate(game.kinds[found[0]].members) if i not in found[1]]


def named_by(tests: list[E]) -> tuple[str, set[int]] | None:
    """The kind and the members that tests name, if all of them ask what one and the same thing is."""
    subjects: list[E] = []
    named: set[int] = set()
    for test in tests:
        if test.op != "compare" or test.name != "=" or test.arg(1).op != "const" or test.arg(1).type.name != "kind":
            return None
        subjects.append(test.arg(0))
        named.add(test.arg(1).data)
    same_thing = bool(subjects) and all(same(subjects[0], x) for x in subjects)
    return (tests[0].arg(1).type.of, named) if same_thing else None


def ends(known: Intervals, s: tree.S) -> bool:
    """Whether nothing after a statement is ever reached."""
    if isinstance(s, tree.Stop) or is_end(s):
        return True
    if isinstance(s, tree.If):
        return bool(s.otherwise) and all(any(ends(known, x) for x in b) for b in (s.then, s.otherwise))
    if isinstance(s, tree.ChooseOne):
        return all(any(ends(known, x) for x in b.body) for b in s.branches)
    return False


def is_end(s: tree.S) -> bool:
    return isinstance(s, tree.Call) and s.call.op == "lib" and s.call.name == "end_game"


def cases(c: Checker, game: tree.Game, known: Intervals, part: Part) -> None:
    """The cases of a define: conditions that are constant or stand above already, and members left out."""
    above: list[E] = []
    for s in part.block:
        if not isinstance(s, tree.Result) or s.test is None or s.test.span == s.span:
            continue  # a row of a table is compared with the others where it is typed
        told(c, known, s.test)
        if any(same(test, s.test) for test in above):
            c.warn("RW421", "this case is never reached: the same condition stands above", s.span, MEND_CASE)
        above.append(s.test)
    last = part.block[-1] if part.block else None
    open_end = isinstance(last, tree.Result) and last.test is None and last.span == part.span
    missing = left_out(game, above) if open_end else []
    if missing:
        c.warn("RW414", f"nothing is said for {', '.join(missing)}", part.span, "add cases for them, or `= … otherwise`")


# ---------------------------------------------------------------- what never ends


def endless(c: Checker, game: tree.Game, seen: Survey) -> None:
    """A loop whose condition nothing in it can change, and a define that needs itself."""
    for part in seen.parts:
        for s in part.statements:
            if isinstance(s, tree.Repeat) and s.until is not None and not can_end(seen, s):
                c.report(
                    "RW441",
                    "this is repeated for ever: nothing in it changes what `until` waits for",
                    s.until.span,
                    "change something that the condition reads, or leave by `stop` or `end_game`",
                )
    for key, part in seen.functions.items():
        if part.category == "define" and part.block and key not in seen.changes and needs_itself(part):
            c.report("RW442", f"`{part.name}` is defined by itself", part.span, "give a case that does not need it, first")


def needs_itself(part: Part) -> bool:
    """Whether the first thing that a define computes calls the define again."""
    for s in part.block:
        parts = [s.value] if isinstance(s, tree.Let) else [s.test or s.value] if isinstance(s, tree.Result) else []
        if any(calls_of(e) == part.key for root in parts for e in eager(root)):
            return True
        if isinstance(s, tree.Result):
            return False
    return False


def eager(e: E) -> list[E]:
    """The parts of an expression that are computed in any case."""
    if e.op in ("and", "or", "if"):
        return [e, *eager(e.arg(0))]
    if e.op in ("query", "fold"):
        return [e, *eager(e.arg(0 if e.op == "query" else 1))]
    return [e, *(x for a in e.args if a is not None for x in eager(a))]


def can_end(seen: Survey, loop: tree.Repeat) -> bool:
    assert loop.until is not None
    written = Effects(seen).writes(loop.body)
    return "*" in written or bool(written & Effects(seen).reads(loop.until))


class Effects:
    """What statements change and what expressions read, through calls; `*` is anything."""

    def __init__(self, seen: Survey) -> None:
        self.seen = seen
        self.done: set[str] = set()

    def writes(self, body: tree.Block) -> set[str]:
        found: set[str] = set()
        for s in statements(body):
            if isinstance(s, (tree.Move, tree.Place, tree.Remove, tree.Draw, tree.Gain, tree.Begin, tree.Stop, tree.Shuffle)):
                found.add("*")
            elif isinstance(s, tree.Set):
                found.add(root(s.target))
            elif isinstance(s, tree.Choose):
                found |= {p.name for p in s.picks} | {root(p.field) for p in s.picks if p.field is not None}
            elif isinstance(s, (tree.Offer, tree.With)):
                found.add("*")
            elif isinstance(s, tree.Call):
                found |= self.called(s.call)
            if "*" in found:
                return found
        return found

    def called(self, e: E) -> set[str]:
        if e.op != "call":
            return {"*"}
        if e.name in self.done:
            return set()
        self.done.add(e.name)
        parts = [self.seen.functions.get(e.name), *self.seen.changes.get(e.name, [])]
        found: set[str] = set()
        for part in parts:
            found |= self.writes(part.block) if part is not None else {"*"}
        return found

    def reads(self, e: E) -> set[str]:
        found: set[str] = set()
        for x in e.walk():
            key = calls_of(x)
            if x.op in ("field", "local"):
                found.add(x.name)
            elif key is not None and key not in self.done:
                self.done.add(key)
                for part in [self.seen.functions.get(key), *self.seen.changes.get(key, [])]:
                    for s in part.statements if part is not None else []:
                        for inner in own_expressions(s):
                            found |= self.reads(inner)
        return found


def root(e: E) -> str:
    """The field or local that an assignment changes."""
    return root(e.arg(0)) if e.op in ("item", "get") else e.name


# ---------------------------------------------------------------- edges


def edges(c: Checker, game: tree.Game, seen: Survey) -> None:
    """Which edges a board has is found out before the game starts: from its cells and its picture alone."""
    for board in game.boards.values():
        if board.edges and c.board_size(board.name) > LIMIT_OF_CELLS_WITH_EDGES:
            text = f"a board with edges has at most {LIMIT_OF_CELLS_WITH_EDGES} cells"
            c.report("RW229", text, board.span, "make it smaller, or do without edges")
        for e in board.edges.values():
            unknown = first_unknown(game, seen, e.test, [])
            if unknown is not None:
                c.report(
                    "RW443",
                    f"which {e.name} there are is settled before the game starts: this is not known then",
                    unknown.span,
                    "use the cells, their distances and what the picture says",
                )


def first_unknown(game: tree.Game, seen: Survey, test: E, above: list[str]) -> E | None:
    """The first part of a test that needs more than the board's first position."""
    for x in test.walk():
        if not settled(x) or (x.op == "call" and (x.name in above or x.name in seen.changes)):
            return x
        for s in game.functions[x.name].body if x.op == "call" else []:
            for inner in own_expressions(s):
                if first_unknown(game, seen, inner, [*above, x.name]) is not None:
                    return x
    return None


def settled(x: E) -> bool:
    if x.op == "field":
        return x.data.default is not None and x.data.default.name == "by_cell"
    if x.op == "lib":
        return x.name in EDGE_LIBRARY
    if x.op == "query":
        return x.data in ("count", "any", "no", "all")
    return x.op in EDGE_OPERATIONS and not (x.op == "math" and x.name == "/")

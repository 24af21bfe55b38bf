"""What never ends or would take too much: loops, defines that need themselves, huge collections, deep nesting, edges."""

from __future__ import annotations

from dataclasses import replace

from ...analysis.effects import EffectAnalysis
from ...analysis.liveness import changed_in, free_in
from ...analysis.survey import Part, Survey
from ...analysis.walk import blocks_of, calls_of, own_expressions, statements
from ...once import once
from ...surface.ast import Span
from .. import tree
from ..context import Context
from ..expr import (
    And,
    CallExpr,
    Compare,
    Const,
    Field,
    Fold,
    IfExpr,
    In,
    Lib,
    Local,
    Math,
    Not,
    Or,
    Query,
    Range,
    is_lib,
    present,
)
from ..infer import boards
from ..tree import E
from .unused import mentioned

EDGE_LIBRARY = ("cells", "distance", "neighbours", "shared_neighbours", "adjacent")
EDGE_OPERATIONS = (Const, Local, And, Or, Not, Compare, Math, CallExpr)
LIMIT_OF_CELLS_WITH_EDGES = 500  # every pair of cells is tried
LIMIT_OF_WORK = 20_000_000  # steps to find the edges of a board
LIMIT_OF_NUMBERS = 100_000  # of a range that is listed, and of times that something is repeated
LIMIT_OF_LOOPS = 12  # inside each other
LIMIT_OF_CHOICES = 100  # of one rule
# Statements of which it is not looked up what they change.
ENDING = (
    tree.Move, tree.Place, tree.Remove, tree.Draw, tree.Gain, tree.Begin, tree.Stop, tree.Shuffle, tree.Offer, tree.With,
)  # fmt: skip
LIMIT_OF_CALLS = 150  # one inside the other


# ---------------------------------------------------------------- what never ends


def endless(c: Context, game: tree.Game, seen: Survey) -> None:
    """A loop whose condition nothing in it can change, and a define that needs itself."""
    effects = EffectAnalysis(game, with_changes(game, seen), seen.rule_values)
    for part in seen.parts:
        for s in part.statements:
            if isinstance(s, tree.Repeat) and s.until is not None and not can_end(effects, s):
                c.report(
                    "RW441",
                    "this is repeated for ever: nothing in it changes what `until` waits for",
                    s.until.span,
                    "change something that the condition reads, or leave by `stop` or `end_game`",
                )
    needed = {key: first_needs(part) for key, part in seen.functions.items() if part.category == "define"}
    for key, names in needed.items():
        if key not in seen.changes and needs_itself(key, names, needed):
            text = f"`{seen.functions[key].name}` is defined by itself"
            c.report("RW442", text, seen.functions[key].span, "give a case that does not need it, first")


def first_needs(part: Part) -> set[str]:
    """The defines that a define calls before it can decide anything."""
    found: set[str] = set()
    for s in part.block:
        parts = (
            [s.value]
            if isinstance(s, tree.Let)
            else [s.test or s.value] if isinstance(s, tree.Result) else []
        )
        found |= {key for root in parts for e in eager(root) if (key := calls_of(e)) is not None}
        if isinstance(s, tree.Result):
            break
    return found


def needs_itself(key: str, names: set[str], needed: dict[str, set[str]]) -> bool:
    """True if a function is reached from these names by what each of them needs."""
    seen: set[str] = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name == key:
            return True
        if name not in seen:
            seen.add(name)
            pending += needed.get(name, ())
    return False


def eager(e: E) -> list[E]:
    """The parts of an expression that are computed in any case."""
    if isinstance(e, (And, Or, IfExpr)):
        return [e, *eager(present(e.parts[0]))]
    if isinstance(e, (Query, Fold)):
        return [e, *eager(e.source)]
    return [e, *(x for a in e.parts if a is not None for x in eager(a))]


def can_end(effects: EffectAnalysis, loop: tree.Repeat) -> bool:
    """True if something in a loop leaves it, or may change what its condition reads."""
    assert loop.until is not None
    if any(isinstance(s, ENDING) or is_outside(s) for s in effects.deep(loop.body)):
        return True
    picked = {p.name for s in statements(loop.body) if isinstance(s, tree.Choose) for p in s.picks}
    written = effects.all_writes(loop.body) | changed_in(loop.body) | picked
    return bool(written & (effects.reads(loop.until) | free_in(loop.until)))


def is_outside(s: tree.S) -> bool:
    """True if a statement calls what is no rule of the game, or what it overrides."""
    return isinstance(s, tree.Call) and not isinstance(s.call, CallExpr)


def with_changes(game: tree.Game, seen: Survey) -> dict[str, tree.Function]:
    """The functions of a game, each with the steps of all that overrides or follows it."""
    return {
        key: replace(f, body=[*f.body, *(s for part in seen.changes.get(key, []) for s in part.block)])
        for key, f in game.functions.items()
    }


# ---------------------------------------------------------------- too much


def bounds(c: Context, game: tree.Game, seen: Survey) -> None:
    """Sizes that no game needs and that would exhaust the machine."""
    long_chains(c, game, seen)
    for e in seen.loose:
        listed(c, e)
    for part in seen.parts:
        for e in ranges_listed(part):
            listed(c, e)
        for s in part.statements:
            if isinstance(s, tree.Repeat) and s.times is not None and constant(s.times) > LIMIT_OF_NUMBERS:
                exceeded(
                    c,
                    f"this is repeated more than {LIMIT_OF_NUMBERS:,} times",
                    s.times.span,
                    "repeat it less often",
                )
        nesting(c, part.block, 0)
        asked = [
            s
            for s in part.statements
            if isinstance(s, (tree.Choose, tree.ChooseOne, tree.May, tree.Offer, tree.AnyOrder))
        ]
        if len(asked) > LIMIT_OF_CHOICES:
            text = f"more than {LIMIT_OF_CHOICES} decisions in one rule"
            exceeded(c, text, asked[LIMIT_OF_CHOICES].span, "divide it into several rules")


def long_chains(c: Context, game: tree.Game, seen: Survey) -> None:
    """Functions that call each other in a chain: the later stages follow such a chain call by call."""
    calls = {key: set(mentioned(game, part)) for key, part in seen.functions.items()}
    for key, parts in seen.changes.items():
        if key in calls:
            calls[key] |= {name for part in parts for name in mentioned(game, part)}
    depth: dict[str, int] = {}
    for key in calls:
        measure(key, calls, depth)
    for key, found in depth.items():
        if found == LIMIT_OF_CALLS + 1:
            span = game.functions[key].span
            exceeded(
                c, f"more than {LIMIT_OF_CALLS} rules call each other in a chain", span, "shorten the chain"
            )


def measure(start: str, calls: dict[str, set[str]], depth: dict[str, int]) -> None:
    """How long the longest chain of calls from a function is; a circle counts once."""
    entered: set[str] = set()
    pending = [start]
    while pending:
        key = pending[-1]
        missing = [name for name in calls[key] if name in calls and name not in depth and name not in entered]
        if key in depth:
            pending.pop()
        elif missing and key not in entered:
            entered.add(key)
            pending += missing
        else:
            depth[key] = 1 + max((depth.get(name, 0) for name in calls[key]), default=0)
            pending.pop()


@once
def ranges_listed(part: Part) -> list[E]:
    """The ranges of a body whose numbers are listed: not only asked for one of them."""
    unlisted = {id(x) for e in part.expressions if isinstance(e, In) or is_drawn(e) for x in e.parts}
    return [e for e in part.expressions if isinstance(e, Range) and id(e) not in unlisted]


def is_drawn(e: E) -> bool:
    """True if an expression is one thing drawn by chance."""
    return is_lib(e, "random_one")


def listed(c: Context, e: E) -> None:
    """Reports a range of constants that is too long."""
    if isinstance(e, Range) and constant(e.high) - constant(e.low) >= LIMIT_OF_NUMBERS:
        exceeded(c, f"a list of more than {LIMIT_OF_NUMBERS:,} numbers", e.span, "use a smaller range")


def constant(e: E) -> int:
    """The value of a constant number, else 0."""
    return int(e.value) if isinstance(e, Const) and isinstance(e.value, int) else 0


def exceeded(c: Context, text: str, span: Span, hint: str) -> None:
    """Reports that a bound of the compiler is exceeded."""
    c.report("RW114", text, span, hint)


def nesting(c: Context, block: tree.Block, depth: int) -> None:
    """Loops inside loops: Python itself allows twenty."""
    for s in block:
        inside = depth + 1 if isinstance(s, (tree.For, tree.Each, tree.Repeat)) else depth
        if inside > LIMIT_OF_LOOPS and inside > depth:
            text = f"more than {LIMIT_OF_LOOPS} loops inside each other"
            exceeded(c, text, s.span, "make a rule of the inner ones")
            return
        for b in blocks_of(s):
            nesting(c, b, inside)


# ---------------------------------------------------------------- edges


def edges(c: Context, game: tree.Game, seen: Survey) -> None:
    """Which edges a board has is found out before the game starts: from its cells and its picture alone."""
    for board in game.boards.values():
        size = boards.board_size(c, board.name)
        if board.edges and size > LIMIT_OF_CELLS_WITH_EDGES:
            text = f"a board with edges has at most {LIMIT_OF_CELLS_WITH_EDGES} cells"
            c.report("RW229", text, board.span, "make it smaller, or do without edges")
            continue
        for e in board.edges.values():
            looker = _Edges(c, game, seen)
            unknown = looker.first_unknown(e.test, [])
            if unknown is not None:
                c.report(
                    "RW443",
                    f"which {e.name} there are is settled before the game starts: this is not known then",
                    unknown.span,
                    "use the cells, their distances and what the picture says",
                )
            elif looker.work(e.test) * size * size > LIMIT_OF_WORK:
                text = f"it takes too long to find out which {e.name} there are"
                c.report("RW443", text, e.test.span, "ask for less, first for `adjacent(…)` or `distance(…)`")


class _Edges:
    """What the test of an edge needs, and how long it takes."""

    def __init__(self, c: Context, game: tree.Game, seen: Survey) -> None:
        self.c = c
        self.game = game
        self.seen = seen
        self.known: dict[str, bool] = {}  # define -> whether it needs only what is known
        self.costs: dict[str, int] = {}

    def first_unknown(self, test: E, above: list[str]) -> E | None:
        """The first part of a test that needs more than the board's first position."""
        for x in test.walk():
            if not settled(x) or (isinstance(x, CallExpr) and not self.is_known(x.name, above)):
                return x
        return None

    def is_known(self, key: str, above: list[str]) -> bool:
        """True if all that a define reads is known before play; one that calls itself or is overridden is not."""
        if key in above or key in self.seen.changes or len(above) > 50:
            return False
        if key not in self.known:
            parts = [e for s in self.game.functions[key].body for e in own_expressions(s)]
            self.known[key] = all(self.first_unknown(e, [*above, key]) is None for e in parts)
        return self.known[key]

    def work(self, e: E) -> int:
        """About how many steps it takes to evaluate an expression."""
        own = 1
        if isinstance(e, CallExpr):
            if e.name not in self.costs:
                parts = [x for s in self.game.functions[e.name].body for x in own_expressions(s)]
                self.costs[e.name] = min(LIMIT_OF_WORK, sum(self.work(x) for x in parts))
            own += self.costs[e.name]
        times = 1
        if isinstance(e, Query):
            source = e.source
            times = boards.board_size(self.c, source.of) if is_lib(source, "cells") else 6
        return min(LIMIT_OF_WORK, own + times * sum(self.work(a) for a in e.parts if a is not None))


def settled(x: E) -> bool:
    """True if what an expression itself adds is known before play, whatever its parts are."""
    if isinstance(x, Field):
        return is_lib(x.info.default, "by_cell")
    if isinstance(x, Lib):
        return x.name in EDGE_LIBRARY
    if isinstance(x, Query):
        return x.quantifier in ("count", "any", "no", "all")
    return isinstance(x, EDGE_OPERATIONS) and not (isinstance(x, Math) and x.sign == "/")

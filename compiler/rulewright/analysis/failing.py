"""Failing and asking: which statements and functions can find themselves impossible, and which ask a player."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property

from ..typed import tree
from ..typed.expr import CallExpr, is_lib
from .bounds import Bounds
from .walk import blocks_of, statements

REPEATED = (tree.For, tree.Each, tree.Repeat, tree.AnyOrder)  # what comes after their body may be their body
STARTING = (tree.May, tree.ChooseOne, tree.AnyOrder, tree.Choose, tree.Offer)  # units begin in them


def calls_of(s: tree.S, rule_values: Collection[str]) -> list[str]:
    """The functions that a statement itself calls; `perform` may call any rule that is kept as a value."""
    if not isinstance(s, tree.Call):
        return []
    if isinstance(s.call, CallExpr):
        return [s.call.name]
    return list(rule_values) if is_lib(s.call, "perform") else []


def can_fail(
    s: tree.S, failing: set[str], rule_values: Collection[str], always_answered: Callable[[tree.Pick], bool]
) -> bool:
    """True if a statement can find itself impossible, apart from units inside it, which are then not offered."""

    def one_of(block: tree.Block) -> bool:
        return any(can_fail(x, failing, rule_values, always_answered) for x in block)

    if isinstance(s, tree.Require):
        return True
    if isinstance(s, tree.Gain):
        return s.verb == "pay"
    if isinstance(s, tree.Choose):
        if s.optional or s.body is not None:
            return one_of(s.otherwise)
        wanted = [p for p in s.picks if p.amount in ("one", "exactly") or p.so_that is not None]
        return not all(map(always_answered, wanted))
    if isinstance(s, tree.ChooseOne):
        return all(b.test is not None or one_of(b.body) for b in s.branches)
    if isinstance(s, tree.Offer):
        return s.refusal is None
    if isinstance(s, tree.May):
        return False
    if any(key in failing for key in calls_of(s, rule_values)):
        return True
    return any(one_of(b) for b in blocks_of(s))


def is_unit(s: tree.S) -> bool:
    """True if a statement holds units: blocks that are carried through or not begun."""
    if isinstance(s, tree.Choose):
        return s.body is not None
    return isinstance(s, (tree.May, tree.ChooseOne, tree.AnyOrder))


class Facts:
    """Which functions ask, and which can fail inside a unit; each worked out when it is first asked for."""

    def __init__(self, functions: dict[str, tree.Function], rule_values: list[str], bounds: Bounds) -> None:
        self.functions = functions
        self.bounds = bounds
        self.rule_values = rule_values
        self.actions: dict[str, list[str]] = {}  # by menu
        for key, f in functions.items():
            if f.category == "action":
                self.actions.setdefault(f.menu, []).append(key)
        self.called = {key: self.called_in(f) for key, f in functions.items()}
        self.asking: set[str] = set()
        self.close(self.asking, lambda f: self.block_asks(f.body))
        self.known: dict[int, bool] = {}  # statements of these functions -> whether they can fail

    @cached_property
    def failing(self) -> set[str]:
        """The functions that can find themselves impossible."""
        self.failing = found = set[str]()  # while they are looked for, those that were found
        self.close(found, lambda f: self.block_fails(f.body))
        return found

    @cached_property
    def followed(self) -> set[str]:
        """The functions after some call of which something can fail."""
        return self.before_failures(set(), set(self.functions))

    @cached_property
    def risky(self) -> set[str]:
        """The same, inside of one unit, or of what a free action interrupts."""
        return self.before_failures(self.free_actions(), self.inside)

    def called_in(self, f: tree.Function) -> set[str]:
        """The functions that the statements of a function call."""
        return {key for s in statements(f.body) for key in self.calls(s)}

    def close(self, found: set[str], holds: Callable[[tree.Function], bool]) -> None:
        """Adds the functions of which a test holds, and then those of their callers of which it holds."""
        callers: dict[str, list[str]] = {}
        for key, called in self.called.items():
            for other in called:
                callers.setdefault(other, []).append(key)
        waiting = list(self.functions)
        while waiting:
            key = waiting.pop()
            if key not in found and holds(self.functions[key]):
                found.add(key)
                waiting += callers.get(key, ())

    def calls(self, s: tree.S) -> list[str]:
        """The functions that a statement itself calls."""
        return calls_of(s, self.rule_values)

    def asks(self, s: tree.S) -> bool:
        """True if a statement asks a player something."""
        if isinstance(s, (tree.Choose, tree.ChooseOne, tree.AnyOrder, tree.May, tree.Offer)):
            return True
        if isinstance(s, tree.Each) and s.secretly:
            return True
        if any(k in self.asking for k in self.calls(s)):
            return True
        return any(self.block_asks(b) for b in blocks_of(s))

    def block_asks(self, block: tree.Block) -> bool:
        """True if a block asks a player something."""
        return any(self.asks(s) for s in block)

    def fails(self, s: tree.S) -> bool:
        """True if a statement can find itself impossible, apart from units inside it."""
        return can_fail(s, self.failing, self.rule_values, self.bounds.never_empty)

    def own_fails(self, s: tree.S) -> bool:
        """The same of a statement of these functions, looked up."""
        known = self.known.get(id(s))
        if known is None:
            known = self.known[id(s)] = self.fails(s)
        return known

    def block_fails(self, block: tree.Block) -> bool:
        """True if a block can find itself impossible, apart from units inside it."""
        return any(self.fails(s) for s in block)

    def before_failures(self, found: set[str], inside: set[str]) -> set[str]:
        """Adds the rules that are called before something that can fail; only inside of units, which `inside` rules are in."""
        looked_at: dict[str, bool] = {}  # function -> whether it was among the found ones
        before = -1
        while len(found) > before:
            before = len(found)
            for key, f in self.functions.items():
                fails = key in found
                if looked_at.get(key) is not fails:
                    looked_at[key] = fails
                    self.before_failure(found, f.body, fails, key in inside)
        return found

    def free_actions(self) -> set[str]:
        """The actions of menus that are open beside other decisions."""
        rules = self.functions.values()
        free = {s.menu for f in rules for s in statements(f.body) if isinstance(s, tree.With)}
        return {k for k, f in self.functions.items() if f.category == "action" and f.menu in free}

    def offered(self, s: tree.S) -> list[str]:
        """The actions of the menus that a statement offers."""
        menus = s.menus if isinstance(s, tree.Offer) else []
        return [key for menu, _ in menus for key in self.actions.get(menu, ())]

    def before_failure(self, found: set[str], block: tree.Block, fails: bool, in_unit: bool) -> None:
        """Adds the rules that a block calls in a unit before something that can fail there, in the block or after it."""
        for s in reversed(block):
            if in_unit and fails:
                found.update(self.calls(s))
                found.update(self.offered(s))
            own = self.own_fails(s)
            bodies = blocks_of(s)
            if bodies:
                again = own and isinstance(s, REPEATED)
                starts = isinstance(s, STARTING)
                for inner in bodies:
                    self.before_failure(found, inner, (in_unit and fails) or again, in_unit or starts)
            fails = fails or own

    @cached_property
    def outside(self) -> set[str]:
        """The rules that the game comes to without any unit around them."""
        found: set[str] = set()
        pending = ["setup", "play"]
        while pending:
            key = pending.pop()
            if key not in found and key in self.functions:
                found.add(key)
                pending.extend(self.called_outside(self.functions[key].body))
        return found

    def called_outside(self, block: tree.Block) -> list[str]:
        """What a block calls outside of the units in it."""
        found: list[str] = []
        for s in block:
            if not is_unit(s):
                found += self.calls(s)
                for inner in blocks_of(s):
                    found += self.called_outside(inner)
        return found

    @cached_property
    def inside(self) -> set[str]:
        """The functions that are called somewhere inside a unit."""
        found: set[str] = set()
        pending: list[str] = [k for k, f in self.functions.items() if f.category == "action"]
        for f in self.functions.values():
            for s in statements(f.body):
                if is_unit(s):
                    for b in blocks_of(s):
                        for inner in statements(b):
                            pending.extend(self.calls(inner))
        while pending:
            key = pending.pop()
            if key not in found and key in self.functions:
                found.add(key)
                pending.extend(self.called[key])
        return found

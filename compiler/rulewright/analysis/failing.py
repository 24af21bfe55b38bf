"""Failing and asking: which statements and functions can find themselves impossible, and which ask a player."""

from __future__ import annotations

from collections.abc import Callable, Collection

from ..typed import tree
from ..typed.expr import CallExpr, is_lib
from .bounds import Bounds
from .walk import blocks_of, statements


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
    """Which functions ask, and which can fail inside a unit; found by going round until nothing changes."""

    def __init__(self, functions: dict[str, tree.Function], rule_values: list[str], bounds: Bounds) -> None:
        self.functions = functions
        self.bounds = bounds
        self.rule_values = rule_values
        self.actions: dict[str, list[str]] = {}  # by menu
        for key, f in functions.items():
            if f.category == "action":
                self.actions.setdefault(f.menu, []).append(key)
        self.asking: set[str] = set()
        self.failing: set[str] = set()
        self.inside: set[str] = set()  # called somewhere inside a unit
        self.close(self.asking, lambda f: self.block_asks(f.body))
        self.close(self.failing, lambda f: self.block_fails(f.body))
        self.find_inside()
        self.outside: set[str] = set()  # called somewhere outside of all units
        self.find_outside()
        self.followed: set[str] = set()  # after some call of these something can fail
        self.find_before_failure(self.followed, set(functions))
        # the same, inside of one unit, or of what a free action interrupts
        self.risky: set[str] = self.free_actions()
        self.find_before_failure(self.risky, self.inside)

    def close(self, found: set[str], holds: object) -> None:
        """Adds the functions of which a test holds, until nothing changes."""
        test = holds
        assert callable(test)
        changed = True
        while changed:
            changed = False
            for key, f in self.functions.items():
                if key not in found and test(f):
                    found.add(key)
                    changed = True

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

    def block_fails(self, block: tree.Block) -> bool:
        """True if a block can find itself impossible, apart from units inside it."""
        return any(self.fails(s) for s in block)

    def find_before_failure(self, found: set[str], inside: set[str]) -> None:
        """Adds the rules that are called before something that can fail; only inside of units, which `inside` rules are in."""
        before = -1
        while len(found) > before:
            before = len(found)
            for key, f in self.functions.items():
                self.before_failure(found, f.body, key in found, key in inside)

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
            again = isinstance(s, tree.For | tree.Each | tree.Repeat | tree.AnyOrder) and self.fails(s)
            starts = isinstance(s, tree.May | tree.ChooseOne | tree.AnyOrder | tree.Choose | tree.Offer)
            for inner in blocks_of(s):
                self.before_failure(found, inner, (in_unit and fails) or again, in_unit or starts)
            fails = fails or self.fails(s)

    def find_outside(self) -> None:
        """Finds the rules that the game comes to without any unit around them."""
        pending = ["setup", "play"]
        while pending:
            key = pending.pop()
            if key in self.outside or key not in self.functions:
                continue
            self.outside.add(key)
            pending.extend(self.called_outside(self.functions[key].body))

    def called_outside(self, block: tree.Block) -> list[str]:
        """What a block calls outside of the units in it."""
        found: list[str] = []
        for s in block:
            if not is_unit(s):
                found += self.calls(s)
                for inner in blocks_of(s):
                    found += self.called_outside(inner)
        return found

    def find_inside(self) -> None:
        """Finds the functions that are called somewhere inside a unit."""
        pending: list[str] = [k for k, f in self.functions.items() if f.category == "action"]
        for f in self.functions.values():
            for s in statements(f.body):
                if is_unit(s):
                    for b in blocks_of(s):
                        for inner in statements(b):
                            pending.extend(self.calls(inner))
        while pending:
            key = pending.pop()
            if key in self.inside or key not in self.functions:
                continue
            self.inside.add(key)
            for s in statements(self.functions[key].body):
                pending.extend(self.calls(s))

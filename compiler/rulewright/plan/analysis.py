"""What statements do: which locals they need, whether they ask, whether they can fail."""

from __future__ import annotations

from collections.abc import Iterator

from ..typed import tree
from ..typed.checks_walk import blocks_of, statements
from ..typed.tree import E
from .bounds import Bounds
from .locals import free_in


def own_expressions(s: tree.S) -> list[E]:
    """The expressions of a statement, without those of its bodies."""
    found: list[E | None] = []
    if isinstance(s, tree.Let):
        found = [s.value]
    elif isinstance(s, tree.Result):
        found = [s.value, s.test]
    elif isinstance(s, tree.Set):
        found = [s.target, s.value]
    elif isinstance(s, tree.Call):
        found = [s.call]
    elif isinstance(s, tree.Gain):
        found = [s.who, s.amount]
    elif isinstance(s, tree.Move):
        found = [s.what, s.origin, s.goal]
    elif isinstance(s, tree.Place):
        found = [*s.fields.values(), s.at]
    elif isinstance(s, tree.Remove):
        found = [s.what, s.origin]
    elif isinstance(s, tree.Draw):
        found = [s.amount, s.origin, s.goal]
    elif isinstance(s, tree.Shuffle):
        found = [s.zone]
    elif isinstance(s, (tree.Require, tree.If)):
        found = [s.test]
    elif isinstance(s, tree.Say):
        found = [s.text]
    elif isinstance(s, tree.Offer):
        found = [s.who, *(a for _, args in s.menus for a in args)]
    elif isinstance(s, tree.For):
        found = [s.source]
    elif isinstance(s, tree.Each):
        found = [s.source, s.where]
    elif isinstance(s, tree.Repeat):
        found = [s.times, s.until]
    elif isinstance(s, tree.Choose):
        found = [s.who]
        for p in s.picks:
            found += [p.field, p.number, p.source, p.where, p.so_that, p.label, p.prompt]
    elif isinstance(s, (tree.ChooseOne, tree.AnyOrder)):
        found = [s.who, *(e for b in s.branches for e in (b.label, b.test, b.each))]
        found += [s.prompt] if isinstance(s, tree.ChooseOne) else []
    elif isinstance(s, tree.May):
        found = [s.who, s.label]
    elif isinstance(s, tree.With):
        found = [s.who]
    return [e for e in found if e is not None]


def all_expressions(block: tree.Block) -> Iterator[E]:
    for s in statements(block):
        for e in own_expressions(s):
            yield from e.walk()


# ---------------------------------------------------------------- locals


def bound_by(s: tree.S) -> set[str]:
    """The locals that a statement makes for what follows it."""
    if isinstance(s, tree.Let):
        return {s.name}
    if isinstance(s, tree.Choose) and s.body is None:
        return {p.name for p in s.picks}
    return set()


def pick_needs(picks: list[tree.Pick]) -> set[str]:
    """What the picks of one `choose` read, less what earlier picks bind."""
    found: set[str] = set()
    bound: set[str] = set()
    for p in picks:
        found |= (free_in(p.source) | free_in(p.number) | free_in(p.field)) - bound
        found |= (free_in(p.where) | free_in(p.so_that) | free_in(p.label)) - bound - {p.candidate, p.name}
        found |= free_in(p.prompt) - bound - {p.name}
        bound.add(p.name)
    return found


def needs(s: tree.S) -> set[str]:
    """The locals that must be known before a statement."""
    if isinstance(s, tree.Choose):
        names = {p.name for p in s.picks}
        inner = free_block(s.body, set()) - names if s.body is not None else set()
        return free_in(s.who) | pick_needs(s.picks) | inner | free_block(s.otherwise, set())
    found: set[str] = set()
    for e in own_expressions(s):
        found |= free_in(e)
    own: set[str] = set()
    if isinstance(s, (tree.For, tree.Each)):
        own = {s.name}
        found -= own if isinstance(s, tree.Each) else set()
    if isinstance(s, tree.AnyOrder):
        own = {s.chosen}
    for b in blocks_of(s):
        found |= free_block(b, set()) - own
    return found


def free_block(block: tree.Block, after: set[str]) -> set[str]:
    """The locals needed before a block, if `after` are needed after it."""
    live = set(after)
    for s in reversed(block):
        live = needs(s) | (live - bound_by(s))
    return live


# ---------------------------------------------------------------- asking and failing


class Facts:
    """Which functions ask, and which can fail inside a unit; found by going round until nothing changes."""

    def __init__(self, functions: dict[str, tree.Function], effects: list[str], bounds: Bounds) -> None:
        self.functions = functions
        self.bounds = bounds
        self.effects = effects
        self.asking: set[str] = set()
        self.failing: set[str] = set()
        self.inside: set[str] = set()  # called somewhere inside a unit
        self.close(self.asking, lambda f: self.block_asks(f.body))
        self.close(self.failing, lambda f: self.block_fails(f.body))
        self.find_inside()
        self.followed: set[str] = set()  # after some call of these something can fail
        self.find_before_failure(self.followed, set(functions))
        # the same, inside of one unit, or of what a free action interrupts
        self.risky: set[str] = self.free_actions()
        self.find_before_failure(self.risky, self.inside)

    def close(self, found: set[str], holds: object) -> None:
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
        keys: list[str] = []
        if isinstance(s, tree.Call):
            if s.call.op == "call":
                keys.append(s.call.name)
            elif s.call.op == "lib" and s.call.name == "perform":
                keys.extend(self.effects)
        return keys

    def asks(self, s: tree.S) -> bool:
        if isinstance(s, (tree.Choose, tree.ChooseOne, tree.AnyOrder, tree.May, tree.Offer)):
            return True
        if isinstance(s, tree.Each) and s.secretly:
            return True
        if any(k in self.asking for k in self.calls(s)):
            return True
        return any(self.block_asks(b) for b in blocks_of(s))

    def block_asks(self, block: tree.Block) -> bool:
        return any(self.asks(s) for s in block)

    def fails(self, s: tree.S) -> bool:
        """Whether a statement can find itself impossible, apart from units inside it that are then not offered."""
        if isinstance(s, tree.Require):
            return True
        if isinstance(s, tree.Gain):
            return s.verb == "pay"
        if isinstance(s, tree.Choose):
            if s.optional or s.body is not None:
                return self.block_fails(s.otherwise)
            return any(
                (p.amount in ("one", "exactly") or p.so_that is not None) and not self.bounds.never_empty(p)
                for p in s.picks
            )
        if isinstance(s, tree.ChooseOne):
            return all(b.test is not None or self.block_fails(b.body) for b in s.branches)
        if isinstance(s, tree.Offer):
            return s.refusal is None
        if isinstance(s, (tree.May, tree.AnyOrder)):
            return isinstance(s, tree.AnyOrder) and any(self.block_fails(b.body) for b in s.branches)
        if any(k in self.failing for k in self.calls(s)):
            return True
        return any(self.block_fails(b) for b in blocks_of(s))

    def block_fails(self, block: tree.Block) -> bool:
        return any(self.fails(s) for s in block)

    def find_before_failure(self, found: set[str], inside: set[str]) -> None:
        """Adds the rules that are called before something that can fail; only inside of units, which `inside` rules are in."""
        before = -1
        while len(found) > before:
            before = len(found)
            for key, f in self.functions.items():
                self.before_failure(found, f.body, key in found, key in inside)

    def free_actions(self) -> set[str]:
        rules = self.functions.values()
        free = {s.menu for f in rules for s in statements(f.body) if isinstance(s, tree.With)}
        return {k for k, f in self.functions.items() if f.category == "action" and f.menu in free}

    def offered(self, s: tree.S) -> list[str]:
        menus = [menu for menu, _ in s.menus] if isinstance(s, tree.Offer) else []
        return [k for k, f in self.functions.items() if menus and f.category == "action" and f.menu in menus]

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

    def find_inside(self) -> None:
        pending: list[str] = [k for k, f in self.functions.items() if f.category == "action"]
        for f in self.functions.values():
            for s in statements(f.body):
                if isinstance(s, (tree.May, tree.ChooseOne, tree.AnyOrder)) or (
                    isinstance(s, tree.Choose) and s.body is not None
                ):
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

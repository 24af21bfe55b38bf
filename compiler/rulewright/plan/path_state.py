"""What the analysis of gates goes by: the gate itself, where a path is, and tests put together."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..analysis.bounds import Growing
from ..analysis.effects import EffectAnalysis
from ..analysis.failing import Facts
from ..typed import tree
from ..typed import types as t
from ..typed.expr import (
    OPPOSITES,
    And,
    Compare,
    Const,
    IfExpr,
    In,
    Not,
    Or,
    RuleValue,
    SomeSubset,
    You,
    conjunction,
    disjunction,
    disjuncts,
)
from ..typed.tree import E
from .substitution import in_words

YES = Const(t.FLAG, True)
NO = Const(t.FLAG, False)


@dataclass(slots=True)
class Gate:
    """A precondition: the test, whether it is exact, and under which condition it is if not."""

    test: E | None  # None: nothing has to hold
    exact: bool
    exact_if: E | None = None  # not exact, unless this holds

    @property
    def enough(self) -> E:
        """What has to hold beside the test."""
        return YES if self.exact else self.exact_if or NO


@dataclass(slots=True)
class RuleGate:
    """The gate of a rule, as defines that have its parameters; "": nothing tells."""

    name: str  # what must hold
    exact: bool
    sure: str = ""  # not exact, unless this holds
    held: list[str] = field(default_factory=list)  # fields that are given as further arguments

    def reads(self, effects: EffectAnalysis) -> frozenset[str]:
        """The attributes that the gate reads."""
        return frozenset(x for name in (self.name, self.sure) if name for x in effects.function_reads(name))


class Gates:
    """What the analysis is made of, and the gates of rules that it has found so far."""

    def __init__(
        self,
        game: tree.Game,
        functions: dict[str, tree.Function],
        facts: Facts,
        effects: EffectAnalysis,
        rule_values: list[tuple[str, RuleValue]],
    ) -> None:
        self.game = game
        self.rule_values = rule_values
        self.functions = functions
        self.facts = facts
        self.effects = effects
        self.growing = Growing(facts.bounds)
        self.counter = 0
        self.needed: dict[str, tree.Function] = {}  # gates of rules, as defines of their own
        self.tests: dict[str, E] = {}  # what they test
        self.by_rule: dict[str, RuleGate | None] = {}
        self.you: E = You(t.PLAYER)  # whose unit it is


@dataclass(slots=True)
class SymbolicValue:
    """What a field was changed to, said of the present position."""

    owner: E | None  # the player; None: the table
    value: E


@dataclass(slots=True)
class Fuel:
    """How many blocks an analysis may still look at, on all of its paths together; then it gives up."""

    left: int = 2000  # the heavy games need 128 at most; rules that call themselves would need any number

    def burn(self) -> None:
        """Takes one block's worth."""
        self.left -= 1
        if self.left < 0:
            raise OutOfFuel


class OutOfFuel(Exception):
    """The rest of a unit has too many paths to be followed."""


@dataclass(slots=True)
class PathState:
    """Where the analysis is: what has been written, what locals stand for, what has been paid and gained."""

    names: dict[str, E | None]  # local -> expression in the present position; None: not known
    written: frozenset[str] = frozenset()
    paid: dict[str, list[E]] = field(default_factory=dict)  # plain resource of you -> amounts paid so far
    depth: int = 0
    # local -> the zones one of which holds the piece, each with its owner if that is known
    locations: dict[str, dict[str, E | None]] = field(default_factory=dict)
    values: dict[str, SymbolicValue] = field(
        default_factory=dict
    )  # fields that were written, and what they hold now
    outer: frozenset[str] = frozenset()  # names that mean something else around a define that was opened
    branched: int = 0  # how often both outcomes of a statement were followed so far
    fuel: Fuel = field(default_factory=Fuel)  # shared by all paths of one analysis

    def copy(self) -> PathState:
        """A state for another path from here."""
        return replace(
            self,
            names=dict(self.names),
            paid={k: list(v) for k, v in self.paid.items()},
            locations=dict(self.locations),
            values=dict(self.values),
        )

    def write(self, written: set[str], values: dict[str, SymbolicValue] | None = None) -> None:
        """Something was written; of some of it is known what."""
        self.written = self.written | written
        self.values = {k: v for k, v in self.values.items() if k not in written} | (values or {})


@dataclass(slots=True)
class Later:
    """What follows the rule that is being walked: the rest of its caller, with the caller's locals."""

    rest: tree.Block
    names: dict[str, E | None]
    up: Later | None


class Unknown(Exception):
    """A condition that cannot be said of the present position."""


def folded(e: E) -> E:
    """A comparison of two constants is known now."""
    if isinstance(e, Compare) and e.sign in ("=", "!="):
        if isinstance(e.left, Const) and isinstance(e.right, Const):
            return Const(t.FLAG, (e.left.value == e.right.value) == (e.sign == "="), span=e.span)
    return e


def all_of(unless: list[E | None]) -> E | None:
    """All of the conditions, if there is one for each."""
    known = [x for x in unless if x is not None]
    return conjunction(known) if len(known) == len(unless) else None


def some_subset(pick: tree.Pick) -> E:
    """Whether several things can be chosen as a pick wants it."""
    return SomeSubset(t.FLAG, pick, pick.source, pick.number, pick.where, pick.so_that, span=pick.span)


def negation(test: E) -> E:
    """The contrary of a test, in the fewest words."""
    if isinstance(test, Compare) and (test.sign in ("=", "!=") or test.left.type.name == "number"):
        return replace(test, sign=OPPOSITES[test.sign])
    if isinstance(test, In):
        return replace(test, negated=not test.negated)
    return test.operand if isinstance(test, Not) else Not(t.FLAG, test, span=test.span)


def either(test: E, yes: E, no: E) -> E:
    """One test or another, in the fewest words."""
    if isinstance(yes, Const) and isinstance(no, Const):
        return yes if yes.value == no.value else test if yes.value else negation(test)
    if isinstance(yes, Const):
        return Or(t.FLAG, [test, no]) if yes.value else And(t.FLAG, [negation(test), no])
    if isinstance(no, Const):
        return Or(t.FLAG, [negation(test), yes]) if no.value else And(t.FLAG, [test, yes])
    always = {in_words(x) for x in disjuncts(no)}
    sometimes = [x for x in disjuncts(yes) if in_words(x) not in always]
    if len(sometimes) + len(always) == len(disjuncts(yes)):  # the one, or under the test also the other
        more = disjunction(sometimes)
        return no if more is None else Or(t.FLAG, [no, And(t.FLAG, [test, more])])
    return IfExpr(t.FLAG, test, yes, no)


def cases(test: E) -> list[tuple[E, E | None]]:
    """A test as the cases of a define: what it gives, and when."""
    if isinstance(test, IfExpr):
        return [(test.value, test.test), *cases(test.otherwise)]
    if isinstance(test, Or) and len(rest := cases(test.operands[1])) > 1:
        return [(YES, test.operands[0]), *rest]
    return [(test, None)]

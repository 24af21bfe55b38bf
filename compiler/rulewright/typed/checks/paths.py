"""The paths of play outside of units: what is called from where, and of what the conditions on the way speak."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...analysis.survey import Part, Survey
from ...analysis.walk import blocks_of, ends_the_game, statements, units_of
from ...surface.ast import NOWHERE
from .. import tree
from ..expr import Bundle, CallExpr, Field, Local, Pieces, Query, is_lib
from ..tree import E
from .ranges import Intervals, intervals

Names = frozenset[str]
PAYABLE = "payable()"  # a condition asks whether something can be paid
MOST_PATHS = 60  # to one function: on more of them nothing new is looked at


@dataclass(frozen=True)
class Path:
    """How far one has come: a place outside of units, and what was asked on the way to it."""

    names: Subjects
    asked: Names  # what conditions around this place speak of: then the author has thought of it
    known: Intervals
    chosen: tree.Pick | None = None  # the last choice on the way
    offered: Names = frozenset()  # of what the options of the choices speak

    def speaks_of(self, *some: E | None) -> bool:
        """Whether a condition on the way speaks of what these do."""
        return any(e is not None and self.names.of(e) & self.asked for e in some)

    def after(self, *tests: E) -> Path:
        """The path on which these conditions have been asked too."""
        return replace(self, asked=self.asked.union(*map(self.names.of, tests)))


@dataclass(frozen=True)
class Come:
    """With what one comes to a function."""

    asked: Names = frozenset()
    given: tuple[Names, ...] = ()  # of what the arguments speak
    chosen: tree.Pick | None = None
    offered: Names = frozenset()


class Subjects:
    """Of which fields, pieces and collections expressions of one body speak, also through names, defines and flags."""

    def __init__(self, seen: Survey, part: Part, given: dict[str, Names], memo: dict[str, Names]) -> None:
        self.seen = seen
        self.memo = memo  # of what defines speak, and the conditions that flags remember
        self.locals: dict[str, Names] = dict(given)
        for s in part.statements:
            if isinstance(s, tree.Let):
                self.locals[s.name] = self.of(s.value) | {f"{part.key}:{s.name}"}

    def of(self, e: E) -> Names:
        """The fields, pieces, resources and defines that an expression speaks of, and those behind them."""
        found: set[str] = set()
        for x in e.walk():
            if isinstance(x, (Field, Pieces)):
                name = x.piece if isinstance(x, Pieces) else x.info.attribute
                found.add(name)
                found |= self.behind(name, self.seen.flags.get(name, []))
            elif is_lib(x, "stock_of", "pieces_at", "piece_at"):
                found.add(str(x.of))
            elif is_lib(x, "payable"):
                found.add(PAYABLE)
            elif isinstance(x, Bundle):
                found.update(x.resources)
            elif isinstance(x, Local) and x.name in self.locals:
                found |= self.locals[x.name]
            elif isinstance(x, CallExpr) and x.name in self.seen.functions:
                found.add(x.name)
                found |= self.behind(f"{x.name}()", said_by(self.seen.functions[x.name].block))
        return frozenset(found)

    def behind(self, name: str, said: list[E]) -> Names:
        """Of what those expressions speak that a name stands for; computed once."""
        if said and name not in self.memo:
            self.memo[name] = frozenset()  # one that speaks of itself adds nothing
            inside = Subjects(self.seen, NOBODY, {}, self.memo)
            self.memo[name] = frozenset().union(*map(inside.of, said))
        return self.memo.get(name, frozenset())


def said_by(define: tree.Block) -> list[E]:
    """What a define asks and gives."""
    found = [s.value for s in define if isinstance(s, (tree.Let, tree.Result))]
    return found + [s.test for s in define if isinstance(s, tree.Result) and s.test is not None]


NOBODY = Part("", "", "", [], [], NOWHERE)


def called(p: tree.Pick) -> str:
    """What the author calls that which is chosen."""
    return p.choice.rpartition(".")[2].partition("#")[0]


class Paths:
    """Goes through all that `setup` and `play` can reach without entering a unit."""

    def __init__(self, seen: Survey) -> None:
        self.seen = seen
        self.memo: dict[str, Names] = {}
        self.pending: list[tuple[str, Come]] = [(key, Come()) for key in ("setup", "play")]
        self.done: dict[str, list[Come]] = {}
        self.ending = self.asked_at_the_end()

    def statement(self, s: tree.S, path: Path) -> None:
        """Looks at a statement with the path that led to it; each check has its own."""
        raise NotImplementedError

    def run(self) -> None:
        """Follows all paths from where play starts."""
        while self.pending:
            key, come = self.pending.pop()
            done = self.done.setdefault(key, [])
            if come in done or len(done) > MOST_PATHS or key not in self.seen.functions:
                continue
            done.append(come)
            for part in (self.seen.functions[key], *self.seen.changes.get(key, [])):
                names = Subjects(
                    self.seen, part, {p.name: n for p, n in zip(part.params, come.given)}, self.memo
                )
                path = Path(names, come.asked, self.intervals(part), come.chosen, come.offered)
                self.block(part.block, path.after(*part.tests))

    def intervals(self, part: Part) -> Intervals:
        """What values the expressions of a body can have; the same on all paths to it."""
        return intervals(part)

    def block(self, block: tree.Block, path: Path) -> Path:
        """Follows a block that is no unit; gives the path behind it."""
        for s in block:
            if isinstance(s, tree.Each) and s.secretly:
                continue  # nothing else can stand there
            self.statement(s, path)
            if isinstance(s, tree.Call):
                self.call(s, path)
            inner = path.after(*tests_of(s))
            if isinstance(s, (tree.Repeat, tree.For, tree.Each)):
                inner = replace(inner, asked=inner.asked | self.ending)
            units = [id(b) for b in units_of(s)]
            for b in blocks_of(s):
                if id(b) not in units:
                    within = self.block(b, inner)
                    path = replace(path, chosen=within.chosen)
            if isinstance(s, (tree.If, tree.Require)):
                path = path.after(s.test)
            if isinstance(s, tree.Choose) and s.body is None:
                offered = [path.names.of(e) for p in s.picks for e in (p.source, p.where) if e is not None]
                path = replace(path, chosen=s.picks[-1], offered=path.offered.union(*offered))
        return path

    def call(self, s: tree.Call, path: Path) -> None:
        """Adds what a call starts to what is still to be followed."""
        if isinstance(s.call, CallExpr):
            given = tuple(path.names.of(a) if a is not None else frozenset() for a in s.call.arguments)
            self.pending.append((s.call.name, Come(path.asked, given, path.chosen, path.offered)))
        elif s.call.name == "perform":
            come = Come(path.asked, (), path.chosen, path.offered)
            self.pending += [(key, come) for key in self.seen.rule_values]

    def asked_at_the_end(self) -> Names:
        """Of what the conditions speak under which a game or a rule ends: in a loop they are asked before the next turn."""
        found: Names = frozenset()
        for part in self.seen.rules:
            names = Subjects(self.seen, part, {}, self.memo)
            for s in part.statements:
                if isinstance(s, tree.If) and any(
                    ends_the_game(x) for b in blocks_of(s) for x in statements(b)
                ):
                    found |= names.of(s.test)
        return found


def tests_of(s: tree.S) -> list[E]:
    """The conditions of a statement under which its bodies are reached, and what they run over."""
    found = [getattr(s, name, None) for name in ("test", "where", "until", "times")]
    if isinstance(s, tree.For):
        found.append(s.source)
    elif isinstance(s, tree.Each) and isinstance(s.source, Query):
        found.append(s.source.where)
    return [e for e in found if isinstance(e, E)]

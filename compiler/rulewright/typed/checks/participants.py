"""Seats without a human: every decision that one can reach must be answered by somebody."""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.survey import Part, Survey
from ...diagnostics import error
from ...once import once
from ...surface.ast import Span
from .. import tree
from ..context import Context
from ..expr import BaseCall, CallExpr, Field, Fold, Get, Item, Local, Participant, Query, You, is_lib
from ..tree import E
from ..types import Type

Names = frozenset[str]
NOBODY: Names = frozenset()
ROUNDS = 12
Flowing = CallExpr | BaseCall | Query | Fold
PASSING = (
    *(tree.Each, tree.For, tree.Let, tree.Set, tree.Move),
    *(tree.Place, tree.Choose, tree.Result, tree.Offer),
)  # statements by which values come to names, fields and rules


def check(c: Context, game: tree.Game, seen: Survey) -> None:
    """Reports decisions that a seat without a player can come to and that nobody answers."""
    if not game.participants:
        return
    asked = _Seats(game, seen).decisions()
    for q in game.participants.values():
        answered = {d.choice for d in q.decides}
        if q.controller is not None:
            continue
        missing = {choice: span for name, choice, span in asked if name == q.name and choice not in answered}
        if missing:
            notes = tuple(f"`{choice}` in {span.path}:{span.line}" for choice, span in missing.items())
            count = "a decision" if len(missing) == 1 else f"{len(missing)} decisions"
            first = next(iter(missing))
            answer = (
                f"add `decides {first} = …` under it"
                if first in c.choice_types
                else "change the rule for it by `instead`"
            )
            c.diagnostics.append(
                error(
                    "RW445",
                    f"{q.name} can come to {count} that nobody answers",
                    q.span,
                    notes=notes,
                    hint=f"{answer}, or name who answers: `participant {q.name} decided by …`",
                )
            )


class _Seats:
    """Which participants an expression can stand for; found by going round until nothing changes."""

    def __init__(self, game: tree.Game, seen: Survey) -> None:
        self.game = game
        self.seen = seen
        self.you: dict[str, Names] = {}
        self.locals: dict[tuple[str, str], Names] = {}
        self.fields: dict[str, Names] = {}
        self.results: dict[str, Names] = {}
        self.own = {(change.owner[12:], change.target) for change in game.overrides if replaces(change)}
        self.uses_base = {change.key for change in game.overrides if change.uses_base}
        self.owners = {change.key: change.owner for change in (*game.overrides, *game.hooks)}
        self.flows = [(part, *flow(part)) for part in seen.rules]
        self.changed = True

    def decisions(self) -> list[tuple[str, str, Span]]:
        """(participant, choice, place) of all decisions that participants can come to."""
        for _ in range(ROUNDS):
            if not self.changed:
                break
            self.changed = False
            for part, statements, expressions in self.flows:
                self.look(part, statements, expressions)
        found: list[tuple[str, str, Span]] = []
        for part in self.seen.rules:
            for s in part.statements:
                for who, choice, span in asked_by(s):
                    found += [(name, choice, span) for name in sorted(self.value(part, who))]
        return found

    # ------------------------------------------------------------ flow

    def grow(self, table: dict[str, Names], key: str, names: Names) -> None:
        """Adds seats to an entry of a table, and notes if that is new."""
        if not names <= table.get(key, NOBODY):
            table[key] = table.get(key, NOBODY) | names
            self.changed = True

    def bind(self, part: Part, local: str, names: Names) -> None:
        """Adds seats that a local can hold."""
        key = (part.key, local)
        if not names <= self.locals.get(key, NOBODY):
            self.locals[key] = self.locals.get(key, NOBODY) | names
            self.changed = True

    def look(self, part: Part, statements: list[tree.S], expressions: list[Flowing]) -> None:
        """Follows the seats through statements, calls and queries of a part once."""
        for s in statements:
            self.statement(part, s)
        for e in expressions:
            if isinstance(e, (CallExpr, BaseCall)):
                self.call(part, e)
            else:
                self.bind(part, e.variable, self.value(part, e.source))

    def statement(self, part: Part, s: tree.S) -> None:
        """Follows the seats through one statement."""
        if isinstance(s, (tree.Each, tree.For)):
            self.bind(part, s.name, self.value(part, s.source))
        elif isinstance(s, tree.Let):
            self.bind(part, s.name, self.value(part, s.value))
        elif isinstance(s, tree.Set):
            self.store(part, s.target, self.value(part, s.value))
        elif isinstance(s, tree.Move):
            self.store(part, s.goal, self.value(part, s.what))
        elif isinstance(s, tree.Place):
            for name, value in s.fields.items():
                attribute = self.game.pieces[s.piece].fields[name].attribute
                self.grow(self.fields, attribute, self.value(part, value))
        elif isinstance(s, tree.Choose):
            for p in s.picks:
                names = self.value(part, p.source)
                self.bind(part, p.name, names)
                self.bind(part, p.candidate, names)
                if p.field is not None:
                    self.store(part, p.field, names)
        elif isinstance(s, tree.Result):
            self.grow(self.results, part.key, self.value(part, s.value))
        elif isinstance(s, tree.Offer):
            self.offer(part, s)

    def store(self, part: Part, target: E, names: Names) -> None:
        """Adds seats to the field or local that a target belongs to."""
        while isinstance(target, (Item, Get)):
            target = target.collection if isinstance(target, Item) else target.map
        if isinstance(target, Field):
            self.grow(self.fields, target.info.attribute, names)
        elif isinstance(target, Local):
            self.bind(part, target.name, names)

    def offer(self, part: Part, s: tree.Offer) -> None:
        """Lets the seats that are offered menus start their actions."""
        for key, f in self.game.functions.items():
            if f.category == "action" and f.menu in [m for m, _ in s.menus]:
                self.start(key, self.value(part, s.who), [])

    def call(self, part: Part, e: CallExpr | BaseCall) -> None:
        """Lets the seats of a call start what it calls."""
        if isinstance(e, BaseCall):  # what was overridden speaks to the same player
            self.grow(self.you, e.name, self.you.get(part.key, NOBODY))
            return
        subject = self.value(part, e.subject) if e.subject is not None else NOBODY
        self.start(e.name, subject, [self.value(part, a) for a in e.arguments])

    def start(self, key: str, subject: Names, args: list[Names]) -> None:
        """A function begins: for those who have their own version, only that one does."""
        target = self.seen.functions.get(key)
        if target is None:
            return
        theirs = frozenset(name for name in subject if (name, key) in self.own)
        self.grow(self.you, key, subject - theirs)
        self.fill(target, args)
        for change in self.seen.changes.get(key, []):
            owner = self.owners.get(change.key, "")
            mine = subject & {owner[12:]} if owner.startswith("participant:") else subject
            self.grow(self.you, change.key, mine)
            self.fill(change, args)
            if change.key in self.uses_base:
                self.grow(self.you, key, mine)

    def fill(self, part: Part, args: list[Names]) -> None:
        """Binds parameters to the seats that their arguments can be."""
        for p, names in zip(part.params, args):
            self.bind(part, p.name, names)

    # ------------------------------------------------------------ values

    def value(self, part: Part, e: E) -> Names:
        """The automatic seats that an expression can give."""
        if not may_be_seat(e.type):
            return NOBODY
        if isinstance(e, You):
            return self.you.get(part.key, NOBODY)
        if isinstance(e, Local):
            return self.locals.get((part.key, e.name), NOBODY)
        if isinstance(e, Field):
            return self.fields.get(e.info.attribute, NOBODY)
        if is_lib(e, "participants"):
            return frozenset(self.game.participants)
        if isinstance(e, Participant):
            return frozenset({list(self.game.participants)[e.number]})
        if isinstance(e, CallExpr):
            return self.results.get(e.name, NOBODY)
        if isinstance(e, (Query, Fold)):
            return self.value(part, e.source) if e.type.name != "number" else NOBODY
        found = NOBODY
        for a in e.parts:
            if a is not None:
                found |= self.value(part, a)
        return found


def may_be_seat(of: Type) -> bool:
    """Whether a value of a type can be, or hold, a player."""
    return of.name in ("player", "unknown") or (of.is_many and may_be_seat(of.item))


@once
def flow(part: Part) -> tuple[list[tree.S], list[Flowing]]:
    """The statements and expressions of a body that pass values on."""
    statements: list[tree.S] = [s for s in part.statements if isinstance(s, PASSING) and passes_on(s)]
    return statements, [e for e in part.expressions if isinstance(e, Flowing) and carries(e)]


def carries(e: Flowing) -> bool:
    """Whether what an expression passes on can be a seat."""
    if isinstance(e, CallExpr):
        return any(a is not None and may_be_seat(a.type) for a in (e.subject, *e.arguments))
    return isinstance(e, BaseCall) or may_be_seat(e.source.type)


def passes_on(s: tree.S) -> bool:
    """Whether what a statement passes on can be a seat."""
    if isinstance(s, (tree.Each, tree.For)):
        return may_be_seat(s.source.type)
    return may_be_seat(s.value.type) if isinstance(s, (tree.Let, tree.Set, tree.Result)) else True


def replaces(change: tree.Change) -> bool:
    """A participant's own version of a rule, without conditions and without the common one."""
    free = not change.matches and change.where is None and not change.uses_base
    return change.owner.startswith("participant:") and free


def asked_by(s: tree.S) -> Iterator[tuple[E, str, Span]]:
    """Who is asked by a statement, for which choice, and where."""
    if isinstance(s, tree.Choose):
        yield from ((s.who, p.choice, p.span) for p in (s.picks[:1] if s.together else s.picks))
    elif isinstance(s, (tree.ChooseOne, tree.AnyOrder, tree.May)):
        yield s.who, s.choice, s.span
    elif isinstance(s, tree.Offer):
        yield s.who, ", ".join(m for m, _ in s.menus), s.span

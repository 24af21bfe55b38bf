"""Ways: a search over what lasts and what does not is cut in two.

The part that lasts (which things there are, and what of them the rest asks for) is kept in the position, each combination
once. What is left to be asked each time is the rest, of these few: whether one of three prices can be paid, instead of
going over all the land once more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeGuard

from ..analysis.effects import Touches
from ..analysis.liveness import free_in
from ..analysis.walk import own_expressions, statements
from ..language.library import PER_GAME, PIECE_READERS
from ..typed import tree
from ..typed import types as t
from ..typed.expr import (
    And,
    CallExpr,
    ColumnOf,
    DefineRef,
    Field,
    Fold,
    Get,
    IfExpr,
    Item,
    Lib,
    Local,
    NoRow,
    Or,
    Participant,
    Pieces,
    Query,
    SomeSubset,
    This,
    You,
    conjunction,
    present,
)
from ..typed.spelling import spelled
from ..typed.tree import E
from . import model
from .copying import arguments, only_value, rename, substitute
from .lasting import Lasting, is_you

DEPTH = 4  # how deep defines are followed
FEW = 10  # members of a kind, that are gone over quickly
# The one argument that is worked out in any case: a test before others, what is gone over.
# the part that is asked for in any case
ASKED_FIRST: dict[type[E], int] = {And: 0, Or: 0, IfExpr: 0, Query: 0, Fold: 1}


@dataclass(slots=True)
class Cut:
    """A search while it is being cut."""

    loops: list[model.WayLoop] = field(default_factory=list)
    rest: list[E] = field(default_factory=list)  # tests that do not last
    columns: dict[str, E] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)  # an expression as text -> its column
    given: frozenset[str] = frozenset()  # what the search is told each time, which never lasts

    @property
    def variables(self) -> set[str]:
        return {loop.name for loop in self.loops}


def kept(
    game: tree.Game,
    functions: dict[str, tree.Function],
    touches: Touches,
    asked: list[E],
    options: list[model.Options],
    names: dict[str, str],
    constants: set[str],
    asked_again: bool,
) -> model.Kept:
    """What is kept of all that is asked for by options and gates."""
    lasting = Lasting(game, functions, touches, constants, asked_again)
    cutting = Cutting(lasting)
    found = model.Kept()
    of_you: set[str] = set()  # searches that are told who asks
    for key in sorted(lasting.reached(asked)):
        if lasting.is_kept(key):
            found.defines.append(key)
        elif is_own(key) and (ways := cutting.of_define(functions[key])):
            found.ways[names[key]] = ways
            of_you |= {names[key]} if functions[key].uses_you else set()
    for o in options:
        if ways := cutting.of_options(o):
            found.ways[o.name] = ways
            of_you |= {o.name} if any(n == "you" for n, _ in o.params) else set()
    share(found.ways, of_you)
    own = {f"{name}__ways": ways for name, ways in found.ways.items() if ways.of == name}
    found.stores = [*(names[key] for key in found.defines), *own]
    found.reads = [lasting.reads([CallExpr(t.NOTHING, key, None, None)]) for key in found.defines]
    found.reads += [cutting.reads(ways) for ways in own.values()]
    return found


def share(found: dict[str, model.Ways], of_you: set[str]) -> None:
    """Searches over the same things by the same figures have the same ways, if both are told who asks, or neither."""
    known: dict[str, str] = {}
    for name, ways in found.items():
        names = {loop.name: f"_{i}" for i, loop in enumerate(ways.loops)}
        rows = [
            [loop.source, *loop.tests] for loop in ways.loops
        ]  # what is tested is no figure, and the other way round
        rows.append([e for _, e in ways.columns])
        text = " | ".join("; ".join(as_text(rename(e, names)) for e in row) for row in rows)
        ways.of = known.setdefault(f"{name in of_you} {text}", name)


class Cutting:
    def __init__(self, lasting: Lasting) -> None:
        self.lasting = lasting

    def of_define(self, f: tree.Function) -> model.Ways | None:
        """The ways of a define that is one search."""
        value = only_value(f)
        if value is None or not is_search(value) or f.uses_this:
            return None
        given = frozenset(p.name for p in f.params)
        return self.cut(value.variable, value.source, present(value.where), given)

    def of_options(self, o: model.Options) -> model.Ways | None:
        """The ways of options that depend on nothing but who is asked."""
        pick = o.pick
        if o.kind != "pick" or pick is None or {n for n, _ in o.params} - {"you"}:
            return None
        test = conjunction([x for x in (pick.where, o.later, o.gate) if x is not None])
        if test is None or pick.source.type.item.name in ("piece", "flag"):
            return None
        return self.cut(pick.candidate, pick.source, test)

    def cut(self, name: str, source: E, test: E, given: frozenset[str] = frozenset()) -> model.Ways | None:
        cut = Cut(given=given)
        if not self.loop(name, source, test, cut) or not cut.rest or not self.is_worth_it(cut):
            return None
        rest = [self.put(e, cut, frozenset(), certain=i == 0) for i, e in enumerate(cut.rest)]
        for variable in sorted(cut.variables - cut.columns.keys()):
            if any(variable in free_in(e) for e in rest):
                cut.columns[variable] = Local(t.NUMBER, variable)
        if len(cut.loops) > 1:
            cut.loops[0].asked = asked = self.asked(cut)
            if asked is not None:
                cut.loops[0].of_asker = self.of_asker(cut, {spelled(e)[1] for e in asked})
        test_left = conjunction(rest)
        assert test_left is not None
        return model.Ways(cut.loops, list(cut.columns.items()), test_left)

    def is_worth_it(self, cut: Cut) -> bool:
        """Whether more is gone over than a few members of a kind, or a field as it is."""
        sources = [loop.source for loop in cut.loops]
        if len(sources) == 1 and isinstance(sources[0], Field):
            return False
        if any(self.lasting.touches.reads(e) for e in sources):
            return True
        kinds = self.lasting.game.kinds
        many = [e for e in sources if e.type.item.name == "kind" and len(kinds[e.type.item.of].members) > FEW]
        return bool(many and cut.loops[0].tests)

    def loop(self, name: str, source: E, test: E, cut: Cut) -> bool:
        """Takes in one loop of a search; False: what it goes over does not last."""
        if not self.lasts(source, cut) or name in cut.variables:
            return False
        own = model.WayLoop(name, source, [])
        cut.loops.append(own)
        tests = self.unfolded(test, cut, 0)
        for i, e in enumerate(tests):
            if self.lasts(e, cut) and (not cut.rest or (self.is_total(e) and not self.asks_of_none(e))):
                own.tests.append(e)
            elif i == len(tests) - 1 and is_search(e) and not cut.rest and self.lasts(e.source, cut):
                return self.loop(e.variable, e.source, present(e.where), cut)
            else:
                cut.rest.append(e)
        return True

    def lasts(self, e: E, cut: Cut) -> bool:
        return self.lasting.lasts(e) and not free_in(e) & cut.given

    def unfolded(self, e: E, cut: Cut, depth: int) -> list[E]:
        """The tests all of which must hold; a define that does not last stands there with its own."""
        if isinstance(e, And):
            return [x for a in e.operands if a is not None for x in self.unfolded(a, cut, depth)]
        value = self.unlasting_value(e, cut) if depth <= DEPTH else None
        return [e] if value is None else self.unfolded(value, cut, depth + 1)

    def unlasting_value(self, e: E, cut: Cut) -> E | None:
        """What a define that does not last gives, with its arguments, if it says that without a search."""
        f = self.lasting.functions.get(e.name) if isinstance(e, CallExpr) and not self.lasts(e, cut) else None
        value = only_value(f) if f is not None else None
        if f is None or value is None or any(isinstance(x, (Query, Fold)) for x in value.walk()):
            return None
        given = arguments(f, e)
        return substitute(value, given) if len(given) >= len(f.params) else None

    # ------------------------------------------------------------ what is read of the things alone

    def reads(self, ways: model.Ways) -> model.Reads:
        found = self.lasting.reads(ways.kept_expressions())
        first = ways.loops[0]
        inside = [e for e in ways.kept_expressions() if e is not first.source]
        for attribute in sorted(found.other - self.lasting.touches.reads(first.source)):
            if all(self.reads_there(e, first.name, attribute, 0) for e in inside):
                found.there.add(attribute)
        found.other -= found.there
        return found

    def reads_there(self, e: E, local: str, attribute: str, depth: int) -> bool:
        """Whether a field is read of nothing but the thing that a local holds."""
        if attribute not in self.lasting.touches.reads(e):
            return True
        if isinstance(e, Field) and e.info.attribute == attribute:
            return e.info.owner.startswith("cell:") and is_local(e.owner, local) and e.key is None
        if isinstance(e, ColumnOf) and attribute in self.lasting.touches.column_reads(e):
            return False
        if (isinstance(e, DefineRef)) or depth > DEPTH:
            return False
        if isinstance(e, CallExpr) and attribute in self.lasting.touches.function_reads(e.name):
            f = self.lasting.functions[e.name]
            inside = [x for s in f.body for x in own_expressions(s)]
            held = [p.name for p, a in zip(f.params, e.arguments) if is_local(a, local)]
            if len(held) != 1 or not all(isinstance(s, tree.Result) for s in f.body):
                return False
            if not all(self.reads_there(x, held[0], attribute, depth + 1) for x in inside):
                return False
        return all(self.reads_there(a, local, attribute, depth) for a in e.parts if a is not None)

    # ------------------------------------------------------------ things that look the same

    def asked(self, cut: Cut) -> list[E] | None:
        """The fields that later loops and columns ask of a thing; None: they ask for more."""
        name = cut.loops[0].name
        if any(isinstance(e, Local) for e in cut.columns.values()):
            return None
        fields: dict[str, E] = {}
        later = self.later(cut)
        return list(fields.values()) if all(self.only_asks(e, name, name, fields, 0) for e in later) else None

    def later(self, cut: Cut) -> list[E]:
        """What is worked out inside the second loop."""
        later = [e for loop in cut.loops[1:] for e in (loop.source, *loop.tests)]
        inner = cut.variables - {cut.loops[0].name}
        return later + [e for e in cut.columns.values() if free_in(e) & inner]

    def of_asker(self, cut: Cut, asked: set[str]) -> list[E] | None:
        """The fields of who asks that later loops and columns read beside those asked of a thing; None: they read more."""
        later, name = self.later(cut), cut.loops[0].name
        if not all(self.reads_there(e, name, a, 0) for e in later for a in asked):
            return None
        found: dict[str, E] = {}
        pending, seen = later, set[str]()
        while pending:
            e = pending.pop()
            if isinstance(e, Field) and is_you(e.owner) and e.key is None and not e.type.is_many:
                found[e.info.attribute] = e
                continue
            if isinstance(e, CallExpr) and (e.subject is None or is_you(e.subject)):
                if e.name not in seen:
                    seen.add(e.name)
                    body = statements(self.lasting.functions[e.name].body)
                    pending += [x for s in body for x in own_expressions(s)]
                pending += [a for a in e.parts[1:] if a is not None]
                continue
            if not self.is_fixed(e, asked):
                return None
            pending += [a for a in e.parts if a is not None]
        return [found[attribute] for attribute in sorted(found)]

    def is_fixed(self, e: E, asked: set[str]) -> bool:
        """Whether an expression is the same in every position, its parts and what is asked of a thing apart."""
        if isinstance(e, Field):
            return e.info.attribute in asked
        if isinstance(e, ColumnOf):
            return not self.lasting.touches.column_reads(e)
        if isinstance(e, Lib):
            return e.name not in (*PER_GAME, *PIECE_READERS, "payable", "stock_of")
        return not isinstance(e, (You, This, CallExpr, DefineRef, Participant, Pieces))

    def only_asks(self, e: E, local: str, name: str, fields: dict[str, E], depth: int) -> bool:
        """Whether an expression uses a local for nothing but its fields; `name` is what it is called outside."""
        if local not in free_in(e):
            return True
        if isinstance(e, Field) and e.key is None and isinstance(e.owner, Local):
            fields.setdefault(e.info.attribute, e.with_parts([Local(e.owner.type, name), None]))
            return True
        if isinstance(e, CallExpr):
            return self.call_only_asks(e, local, name, fields, depth)
        if isinstance(e, Local) or (isinstance(e, (Query, Fold)) and e.variable == local):
            return False
        return all(self.only_asks(a, local, name, fields, depth) for a in e.parts if a is not None)

    def call_only_asks(self, e: CallExpr, local: str, name: str, fields: dict[str, E], depth: int) -> bool:
        f = self.lasting.functions.get(e.name)
        if f is None or depth > DEPTH or any(local in free_in(a) for a in e.parts[:2]):
            return False
        for p, a in zip(f.params, e.parts[2:]):
            if a is None or local not in free_in(a):
                continue
            if not isinstance(a, Local):
                if not self.only_asks(a, local, name, fields, depth):
                    return False
            elif not all(
                isinstance(s, tree.Result)
                and all(self.only_asks(x, p.name, name, fields, depth + 1) for x in own_expressions(s))
                for s in f.body
            ):
                return False
        return True

    # ------------------------------------------------------------ what is kept of each way

    def put(self, e: E, cut: Cut, bound: frozenset[str], depth: int = 0, certain: bool = False) -> E:
        """The test, with a column for each largest part that lasts and depends on what is searched; certain: it is asked in any case."""
        used = free_in(e)
        if (
            not isinstance(e, Local)
            and used & cut.variables
            and not used & bound
            and self.is_part(e, cut, certain)
        ):
            return Local(e.type, self.column(e, cut), span=e.span)
        value = self.unlasting_value(e, cut) if used & cut.variables and depth <= DEPTH else None
        if value is not None:  # part of it may last
            return self.put(value, cut, bound, depth + 1, certain)
        inner = bound | {e.variable} if isinstance(e, (Query, Fold)) else bound
        sure = ASKED_FIRST.get(type(e))  # the others may not be asked
        args = [
            a and self.put(a, cut, inner, depth, certain and sure in (None, i)) for i, a in enumerate(e.parts)
        ]
        return e.with_parts(args)

    def is_part(self, e: E, cut: Cut, certain: bool) -> bool:
        if e.type.name in ("map", "text", "unknown") or not self.lasts(e, cut) or not self.is_total(e):
            return False
        # what the inmost loop does not change is worked out before it, whether or not it comes to the test
        return (certain and cut.loops[-1].name in free_in(e)) or not self.asks_of_none(e)

    def column(self, e: E, cut: Cut) -> str:
        text = as_text(e)
        if text not in cut.known:
            word = (
                spelled(e)[1]
                if isinstance(e, (CallExpr, Field))
                else "price" if e.type == t.BUNDLE else "figure"
            )
            name = f"{word.split('.')[-1].split('@')[0]}_there"
            while name in cut.columns:
                name += "_too"
            cut.known[text] = name
            cut.columns[name] = e
        return cut.known[text]

    def is_total(self, e: E) -> bool:
        """Whether an expression has a value in every position: then it may be worked out before an earlier test."""
        return not any(
            (isinstance(x, Item) and not x.sure) or isinstance(x, (Get, NoRow)) for x in self.all_parts(e)
        )

    def asks_of_none(self, e: E) -> bool:
        """Whether something is asked of what may be none of the things searched: an earlier test may say that it is not."""
        return any(
            isinstance(x, (Field, ColumnOf, CallExpr, Lib, DefineRef, SomeSubset))
            and any(a is not None and a.type.optional and free_in(a) - {"you"} for a in x.parts)
            for x in self.all_parts(e)
        )

    def all_parts(self, e: E) -> list[E]:
        """An expression with its parts, and with those of all that it calls."""
        parts = [*e.walk()]
        for x in e.walk():
            if isinstance(x, CallExpr):
                parts += self.lasting.touches.all_reached(x.name)
        return parts


def is_own(key: str) -> bool:
    """Whether a define stands for itself: no layer of another one, but the gate of a rule after something was written may."""
    return "@" not in re.sub("@(after|with)_", "", key)


def is_local(e: E | None, name: str) -> bool:
    return e is not None and isinstance(e, Local) and e.name == name


def is_search(e: E) -> TypeGuard[Query]:
    return isinstance(e, Query) and e.quantifier == "any" and e.where is not None


def as_text(e: E | None) -> str:
    """The same for equal expressions, wherever they stand."""
    if e is None:
        return "-"
    word, name, own = spelled(e)
    data = own if isinstance(own, (str, int, tuple, list)) else ""
    return f"{word} {name} {data}({', '.join(as_text(a) for a in e.parts)})"

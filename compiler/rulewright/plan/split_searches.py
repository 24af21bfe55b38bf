"""Split searches: a search over stable and volatile fields is split into memoised candidates and a residual test.

The stable part (which things there are, and what of them the rest asks for) is memoised in the position, each combination
once. Each time only the residual test is put to these few: whether one of three prices can be paid, instead of going
over all the land once more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeGuard

from ..analysis.effects import EffectAnalysis
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
from .stability import Stability, is_you
from .substitution import arguments, only_value, rename, substitute

DEPTH = 4  # how deep defines are followed
FEW = 10  # members of a kind, that are gone over quickly
# The part that is evaluated in any case: a test before others, what is gone over.
ASKED_FIRST: dict[type[E], int] = {And: 0, Or: 0, IfExpr: 0, Query: 0, Fold: 1}


@dataclass(slots=True)
class Split:
    """A search while it is being split."""

    loops: list[model.SearchLoop] = field(default_factory=list)
    rest: list[E] = field(default_factory=list)  # residual tests: they read volatile fields
    columns: dict[str, E] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)  # an expression as text -> its column
    given: frozenset[str] = frozenset()  # what the search is told each time, which is never stable

    @property
    def variables(self) -> set[str]:
        """The loop variables so far."""
        return {loop.name for loop in self.loops}


def memoised(
    game: tree.Game,
    functions: dict[str, tree.Function],
    effects: EffectAnalysis,
    asked: list[E],
    options: list[model.Options],
    names: dict[str, str],
    constants: set[str],
    asked_again: bool,
) -> model.Memoised:
    """The defines and searches to memoise, of all that options and preconditions ask for."""
    stability = Stability(game, functions, effects, constants, asked_again)
    splitter = SearchSplitter(stability)
    found = model.Memoised()
    of_you: set[str] = set()  # searches that are told who asks
    for key in sorted(stability.reached(asked)):
        if stability.is_memoised(key):
            found.defines.append(key)
        elif is_own(key) and (search := splitter.of_define(functions[key])):
            found.searches[names[key]] = search
            of_you |= {names[key]} if functions[key].uses_you else set()
    for o in options:
        if search := splitter.of_options(o):
            found.searches[o.name] = search
            of_you |= {o.name} if any(n == "you" for n, _ in o.params) else set()
    share(found.searches, of_you)
    own = {f"{name}__candidates": search for name, search in found.searches.items() if search.of == name}
    found.stores = [*(names[key] for key in found.defines), *own]
    found.reads = [stability.reads([CallExpr(t.NOTHING, key, None, None)]) for key in found.defines]
    found.reads += [splitter.reads(search) for search in own.values()]
    return found


def share(found: dict[str, model.SplitSearch], of_you: set[str]) -> None:
    """Lets searches over the same things by the same figures share their candidates, if both are told who asks, or neither."""
    known: dict[str, str] = {}
    for name, search in found.items():
        names = {loop.name: f"_{i}" for i, loop in enumerate(search.loops)}
        rows = [
            [loop.source, *loop.tests] for loop in search.loops
        ]  # what is tested is no figure, and the other way round
        rows.append([e for _, e in search.columns])
        text = " | ".join("; ".join(as_text(rename(e, names)) for e in row) for row in rows)
        search.of = known.setdefault(f"{name in of_you} {text}", name)


class SearchSplitter:
    """Splits searches by what is stable in one game."""

    def __init__(self, stability: Stability) -> None:
        self.stability = stability

    def of_define(self, f: tree.Function) -> model.SplitSearch | None:
        """The split search of a define that is one search."""
        value = only_value(f)
        if value is None or not is_search(value) or f.uses_this:
            return None
        given = frozenset(p.name for p in f.params)
        return self.split(value.variable, value.source, present(value.where), given)

    def of_options(self, o: model.Options) -> model.SplitSearch | None:
        """The split search of options that depend on nothing but who is asked."""
        pick = o.pick
        if o.kind != "pick" or pick is None or {n for n, _ in o.params} - {"you"}:
            return None
        test = conjunction([x for x in (pick.where, o.later, o.gate) if x is not None])
        if test is None or pick.source.type.item.name in ("piece", "flag"):
            return None
        return self.split(pick.candidate, pick.source, test)

    def split(
        self, name: str, source: E, test: E, given: frozenset[str] = frozenset()
    ) -> model.SplitSearch | None:
        """A search as loops over what is stable and a residual test; None: it is not worth it."""
        split = Split(given=given)
        if not self.loop(name, source, test, split) or not split.rest or not self.is_worth_it(split):
            return None
        rest = [self.put(e, split, frozenset(), certain=i == 0) for i, e in enumerate(split.rest)]
        for variable in sorted(split.variables - split.columns.keys()):
            if any(variable in free_in(e) for e in rest):
                split.columns[variable] = Local(t.NUMBER, variable)
        if len(split.loops) > 1:
            split.loops[0].asked = asked = self.asked(split)
            if asked is not None:
                split.loops[0].of_asker = self.of_asker(split, {spelled(e)[1] for e in asked})
        test_left = conjunction(rest)
        assert test_left is not None
        return model.SplitSearch(split.loops, list(split.columns.items()), test_left)

    def is_worth_it(self, split: Split) -> bool:
        """Whether more is gone over than a few members of a kind, or a field as it is."""
        sources = [loop.source for loop in split.loops]
        if len(sources) == 1 and isinstance(sources[0], Field):
            return False
        if any(self.stability.effects.reads(e) for e in sources):
            return True
        kinds = self.stability.game.kinds
        many = [e for e in sources if e.type.item.name == "kind" and len(kinds[e.type.item.of].members) > FEW]
        return bool(many and split.loops[0].tests)

    def loop(self, name: str, source: E, test: E, split: Split) -> bool:
        """Takes in one loop of a search; False: what it goes over is not stable."""
        if not self.is_stable(source, split) or name in split.variables:
            return False
        own = model.SearchLoop(name, source, [])
        split.loops.append(own)
        tests = self.unfolded(test, split, 0)
        for i, e in enumerate(tests):
            if self.is_stable(e, split) and (
                not split.rest or (self.is_total(e) and not self.asks_of_none(e))
            ):
                own.tests.append(e)
            elif i == len(tests) - 1 and is_search(e) and not split.rest and self.is_stable(e.source, split):
                return self.loop(e.variable, e.source, present(e.where), split)
            else:
                split.rest.append(e)
        return True

    def is_stable(self, e: E, split: Split) -> bool:
        """True if an expression is stable and depends on nothing that the search is told each time."""
        return self.stability.is_stable(e) and not free_in(e) & split.given

    def unfolded(self, e: E, split: Split, depth: int) -> list[E]:
        """The tests all of which must hold; a volatile define is inlined."""
        if isinstance(e, And):
            return [x for a in e.operands if a is not None for x in self.unfolded(a, split, depth)]
        value = self.volatile_value(e, split) if depth <= DEPTH else None
        return [e] if value is None else self.unfolded(value, split, depth + 1)

    def volatile_value(self, e: E, split: Split) -> E | None:
        """The value of a volatile define with its arguments, if it is given without a search."""
        f = (
            self.stability.functions.get(e.name)
            if isinstance(e, CallExpr) and not self.is_stable(e, split)
            else None
        )
        value = only_value(f) if f is not None else None
        if f is None or value is None or any(isinstance(x, (Query, Fold)) for x in value.walk()):
            return None
        given = arguments(f, e)
        return substitute(value, given) if len(given) >= len(f.params) else None

    # ------------------------------------------------------------ what is read of the things alone

    def reads(self, search: model.SplitSearch) -> model.Reads:
        """The attributes that the candidates of a search read."""
        found = self.stability.reads(search.memoised_expressions())
        first = search.loops[0]
        inside = [e for e in search.memoised_expressions() if e is not first.source]
        for attribute in sorted(found.other - self.stability.effects.reads(first.source)):
            if all(self.reads_there(e, first.name, attribute, 0) for e in inside):
                found.there.add(attribute)
        found.other -= found.there
        return found

    def reads_there(self, e: E, local: str, attribute: str, depth: int) -> bool:
        """Whether a field is read of nothing but the thing that a local holds."""
        if attribute not in self.stability.effects.reads(e):
            return True
        if isinstance(e, Field) and e.info.attribute == attribute:
            return e.info.owner.startswith("cell:") and is_local(e.owner, local) and e.key is None
        if isinstance(e, ColumnOf) and attribute in self.stability.effects.column_reads(e):
            return False
        if (isinstance(e, DefineRef)) or depth > DEPTH:
            return False
        if isinstance(e, CallExpr) and attribute in self.stability.effects.function_reads(e.name):
            f = self.stability.functions[e.name]
            inside = [x for s in f.body for x in own_expressions(s)]
            held = [p.name for p, a in zip(f.params, e.arguments) if is_local(a, local)]
            if len(held) != 1 or not all(isinstance(s, tree.Result) for s in f.body):
                return False
            if not all(self.reads_there(x, held[0], attribute, depth + 1) for x in inside):
                return False
        return all(self.reads_there(a, local, attribute, depth) for a in e.parts if a is not None)

    # ------------------------------------------------------------ things that look the same

    def asked(self, split: Split) -> list[E] | None:
        """The fields that later loops and columns ask of a thing; None: they ask for more."""
        name = split.loops[0].name
        if any(isinstance(e, Local) for e in split.columns.values()):
            return None
        fields: dict[str, E] = {}
        later = self.later(split)
        return list(fields.values()) if all(self.only_asks(e, name, name, fields, 0) for e in later) else None

    def later(self, split: Split) -> list[E]:
        """What is computed inside the second loop."""
        later = [e for loop in split.loops[1:] for e in (loop.source, *loop.tests)]
        inner = split.variables - {split.loops[0].name}
        return later + [e for e in split.columns.values() if free_in(e) & inner]

    def of_asker(self, split: Split, asked: set[str]) -> list[E] | None:
        """The fields of who asks that later loops and columns read beside those asked of a thing; None: they read more."""
        later, name = self.later(split), split.loops[0].name
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
                    body = statements(self.stability.functions[e.name].body)
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
            return not self.stability.effects.column_reads(e)
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
        """Whether a call uses a local for nothing but its fields."""
        f = self.stability.functions.get(e.name)
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

    # ------------------------------------------------------------ what is memoised of each candidate

    def put(self, e: E, split: Split, bound: frozenset[str], depth: int = 0, certain: bool = False) -> E:
        """The test, with a column for each largest stable part that depends on what is searched; certain: it is evaluated in any case."""
        used = free_in(e)
        if (
            not isinstance(e, Local)
            and used & split.variables
            and not used & bound
            and self.is_part(e, split, certain)
        ):
            return Local(e.type, self.column(e, split), span=e.span)
        value = self.volatile_value(e, split) if used & split.variables and depth <= DEPTH else None
        if value is not None:  # part of it may last
            return self.put(value, split, bound, depth + 1, certain)
        inner = bound | {e.variable} if isinstance(e, (Query, Fold)) else bound
        sure = ASKED_FIRST.get(type(e))  # the others may not be asked
        args = [
            a and self.put(a, split, inner, depth, certain and sure in (None, i))
            for i, a in enumerate(e.parts)
        ]
        return e.with_parts(args)

    def is_part(self, e: E, split: Split, certain: bool) -> bool:
        """Whether an expression can be computed with the candidates."""
        if e.type.name in ("map", "text", "unknown") or not self.is_stable(e, split) or not self.is_total(e):
            return False
        # what the inmost loop does not change is computed before it, whether or not it comes to the test
        return (certain and split.loops[-1].name in free_in(e)) or not self.asks_of_none(e)

    def column(self, e: E, split: Split) -> str:
        """The column that holds an expression."""
        text = as_text(e)
        if text not in split.known:
            word = (
                spelled(e)[1]
                if isinstance(e, (CallExpr, Field))
                else "price" if e.type == t.BUNDLE else "figure"
            )
            name = f"{word.split('.')[-1].split('@')[0]}_there"
            while name in split.columns:
                name += "_too"
            split.known[text] = name
            split.columns[name] = e
        return split.known[text]

    def is_total(self, e: E) -> bool:
        """Whether an expression has a value in every position: then it may be hoisted before an earlier test."""
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
                parts += self.stability.effects.all_reached(x.name)
        return parts


def is_own(key: str) -> bool:
    """Whether a define stands for itself: no layer of another one, but the gate of a rule after something was written may."""
    return "@" not in re.sub("@(after|with)_", "", key)


def is_local(e: E | None, name: str) -> bool:
    """True if an expression is the local of that name."""
    return e is not None and isinstance(e, Local) and e.name == name


def is_search(e: E) -> TypeGuard[Query]:
    """True if an expression looks for one thing of which a condition holds."""
    return isinstance(e, Query) and e.quantifier == "any" and e.where is not None


def as_text(e: E | None) -> str:
    """The same for equal expressions, wherever they stand."""
    if e is None:
        return "-"
    word, name, own = spelled(e)
    data = own if isinstance(own, (str, int, tuple, list)) else ""
    return f"{word} {name} {data}({', '.join(as_text(a) for a in e.parts)})"

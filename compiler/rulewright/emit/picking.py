"""What is chosen from: things that stand there once, pieces that look the same side by side, what can be picked next of several."""

from __future__ import annotations

from ..plan import model
from ..plan.names import local_name
from ..typed import tree
from ..typed import types as t
from ..typed.tree import E
from . import subsets
from .keeping import KeepingPrinter
from .places import in_zones, parts_of, sorts_of
from .printing import indented
from .statements import read_once

# Functions of the library that give each thing once.
FIRM = ("members", "cells", "players", "participants", "directions", "neighbours", "around", "line", "distinct",
        "row", "column", "row_through", "column_through", "block", "shared_neighbours", "edges_of", "clockwise_from",
        "clockwise_after", "positions")  # fmt: skip


class PickPrinter(KeepingPrinter):
    def each_once(self, o: model.Options, text: str) -> str:
        """A list of options without what stands in it twice, and with the refusal if there is one."""
        assert o.pick is not None
        return self.with_refusal(o, self.once(o.pick.source, text))

    def once(self, source: E, text: str) -> str:
        """A list of things as options, each of them once."""
        if self.may_repeat(source):
            text = f"list(dict.fromkeys({text}))"
        if source.type.item.optional:
            text = f"[x for x in {text} if x != NONE]"
        if source.type.item.name == "flag":  # options are numbers
            text = f"[int(x) for x in {text}]"
        if sorts := sorts_of(self.game, source):
            text = f"without_alike(g, {text}, {sorts})"
        return text

    def options_pair(self, o: model.Options) -> list[str]:
        """Two things that are chosen together: for each first one, what can be chosen with it."""
        first, second = o.picks
        a, b = local_name(first.candidate), local_name(second.candidate)
        inner = [f"options.append(paired({a}, {b}))"]
        if o.gate is not None:
            inner = [f"if {self.truth(o.gate)}:", *indented(inner)]
        for pick in (second, first):
            if pick.source.type.item.name == "flag":
                name = local_name(pick.candidate)
                inner = [f"{name} = bool({name})", *inner]
            inner = [f"for {local_name(pick.candidate)} in {self.met(pick)}:", *indented(inner)]
        return ["options: list[int] = []", *read_once(inner), f"return {self.with_refusal(o, 'options')}"]

    def met(self, pick: tree.Pick) -> str:
        """The things of a pick that meet its condition."""
        source = pick.source
        if pick.where is not None:
            source = E("query", t.many(source.type.item), [source, pick.where, None], pick.candidate, "all")
        once = self.once(pick.source, "list()")
        return (
            self.items(source) if once == "list()" else self.once(pick.source, f"list({self.items(source)})")
        )

    def with_refusal(self, o: model.Options, text: str) -> str:
        if not o.optional:
            return text
        refusal = "[NONE]" if o.declined is None else f"([NONE] if {self.expr(o.declined)} else [])"
        return f"{text} + {refusal}"

    def may_repeat(self, source: E, depth: int = 0) -> bool:
        """Whether equal things can stand in a source twice: values in lists, hands and decks, pieces put together."""
        while source.op == "query":
            source = source.arg(0)
        if source.type.shape == "set" or source.op == "range":
            return False
        if source.op == "list":
            values = [a.data for a in source.args if a is not None and a.op == "const"]
            return len(set(values)) < len(source.args)
        if source.op == "call" and depth < 5:
            body = self.plan.signatures[source.name].body
            return any(self.may_repeat(s.value, depth + 1) for s in body if isinstance(s, tree.Result))
        if source.type.item.name == "piece":
            return not (source.op == "pieces" or in_zones(source))
        return not (source.op == "lib" and source.name in FIRM)

    def comparing_for(self, pick: tree.Pick) -> set[str]:
        """The functions that compare the pieces that are chosen from."""
        return {sorts_of(self.game, part) for part in laid_out(pick)} - {""}

    # ------------------------------------------------------------ several things

    def options_subset(self, o: model.Options) -> list[str]:
        pick = o.pick
        assert pick is not None
        source, lines = pick.source, list[str]()
        if pick.where is not None:
            source = E("query", t.many(source.type.item), [source, pick.where, None], pick.candidate, "all")
        found = self.many(self.lifted(source, lines))
        if pick.source.type.item.name == "flag":
            found = f"tuple(int(x) for x in {found})"
        if not sorts_of(self.game, pick.source):
            start = f"candidates = {found}"
        elif len(laid_out(pick)) == 1:
            start = f"candidates, looks = {sorts_of(self.game, pick.source)}(g, {found})"
        else:
            start = f"candidates, looks = {self.side_by_side(laid_out(pick))}"
        lines += [start, f"return {self.several(pick)}"]
        return lines if pick.where is None else read_once(lines)

    def side_by_side(self, parts: list[E]) -> str:
        """Pieces of several zones: those of one that look the same side by side."""
        found = ""
        for part in parts:
            sorts = sorts_of(self.game, part)
            own = f"{sorts}(g, {self.many(part)})" if sorts else f"({self.many(part)}, None)"
            found = f"sorts_of_both({found}, {own})" if found else own
        return found

    def several(self, pick: tree.Pick) -> str:
        """What can be picked next of the candidates."""
        picked = local_name(pick.name)
        more = ""
        is_piece = pick.source.type.item.name == "piece"
        if sorts_of(self.game, pick.source):
            more = ", looks"
        elif not in_zones(pick.source) if is_piece else self.may_repeat(pick.source):
            more = ", repeats=True"
        summed = subsets.total(pick) if self.growing(pick) else None
        if summed is not None:
            each = f"{self.expr(summed.fold.arg(0))} for {local_name(summed.fold.name)} in candidates"
            return f"sum_options({picked}, candidates, [{each}], {self.expr(summed.needed)}{more})"
        wanted = subsets.condition(pick)
        number = self.expr(pick.number) if pick.number is not None else "len(candidates)"
        low = number if pick.amount == "exactly" else "0"
        if wanted.least is not None:
            low = self.expr(wanted.least)
        if wanted.rest is None:
            return f"number_options({picked}, candidates, {low}, {number}{more})"
        holds = f"lambda {picked}: {self.expr(wanted.rest)}"
        grows = bool(self.growing(pick))
        if grows and pick.number is None and wanted.least is None:
            return f"growing_options({picked}, candidates, {holds}{more})"
        return f"subset_options({picked}, candidates, {low}, {number}, {holds}, {grows}{more})"


def laid_out(pick: tree.Pick) -> list[E]:
    """The parts of what is chosen from whose pieces are compared among themselves."""
    return parts_of(pick.source) if pick.amount != "one" and pick.where is None else [pick.source]

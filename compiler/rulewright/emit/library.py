"""Functions of the library that are about players, lists, numbers, resources and chance."""

from __future__ import annotations

import re

from ..plan.mixes_together import shared, together
from ..plan.names import constant, local_name
from ..typed.directions import SIDES
from ..typed.tree import E, Pick
from .printing import Printing, is_firm, small_value

READ = re.compile(r"\w+|g\.\w+(\[\w+\])?")  # a figure that is read where it stands


class Library(Printing):
    def on_lib(self, e: E) -> str:
        special = getattr(self, "lib_" + e.name, None)
        if special is not None:
            text: str = special(e)
            return text
        args = [self.many(a) if a.type.is_many else self.expr(a) for a in e.args if a is not None]
        return f"{e.name}({', '.join(args)})"

    def lib_members(self, e: E) -> str:
        return f"{constant(e.data)}__ALL"

    def lib_players(self, e: E) -> str:
        return "range(g.players)"

    def lib_participants(self, e: E) -> str:
        extra = len(self.game.participants)
        return f"range(g.players + {extra})" if extra else "range(g.players)"

    def lib_players_count(self, e: E) -> str:
        return "g.players"

    def lib_participant(self, e: E) -> str:
        return f"g.players + {e.data}" if e.data else "g.players"

    def lib_first_player(self, e: E) -> str:
        return "0"

    lib_first_seat = lib_first_player

    def lib_directions(self, e: E) -> str:
        if e.data != SIDES:
            return repr(e.data)
        self.directions.add("all")
        return "ALL_DIRECTIONS"

    def lib_pair_first(self, e: E) -> str:
        return as_flag(f"{self.atom(e.arg(0))} // PAIR", e)

    def lib_pair_second(self, e: E) -> str:
        return as_flag(f"{self.atom(e.arg(0))} % PAIR", e)

    def lib_winners(self, e: E) -> str:
        return "g.winners"

    def lib_game_over(self, e: E) -> str:
        return "g.over"

    def lib_size(self, e: E) -> str:
        if e.arg(0).op == "lib" and e.arg(0).name in ("players", "participants"):
            extra = len(self.game.participants) if e.arg(0).name == "participants" else 0
            return f"g.players + {extra}" if extra else "g.players"
        return f"len({self.members_of(e.arg(0))})"

    def lib_mod(self, e: E) -> str:
        return f"{self.atom(e.arg(0))} % {self.atom(e.arg(1))}"

    def lib_min(self, e: E) -> str:
        """Python's own functions take much longer for two figures."""
        texts = [self.expr(a) for a in e.args if a]
        sign, word = ("<", "smaller") if e.name == "min" else (">", "larger")
        if len(texts) != 2:
            return f"{e.name}({', '.join(texts)})"
        if not all(READ.fullmatch(x) for x in texts):
            return f"{word}({', '.join(texts)})"
        a, b = reversed(texts) if texts[0].isdigit() else texts
        return f"({a} if {a} {sign} {b} else {b})"

    lib_max = lib_min

    def lib_distinct(self, e: E) -> str:
        return f"distinct({self.items(e.arg(0))})"

    def lib_no_row(self, e: E) -> str:
        place = f"{e.data.path}:{e.data.line}"
        return f"no_row({place!r})"

    def lib_clockwise_from(self, e: E) -> str:
        return f"clockwise_from(g, {self.expr(e.arg(0))})"

    def lib_clockwise_after(self, e: E) -> str:
        return f"clockwise_after(g, {self.expr(e.arg(0))})"

    def lib_next_player(self, e: E) -> str:
        return f"next_player(g, {self.expr(e.arg(0))})"

    def lib_sorted(self, e: E) -> str:
        by = e.args[1]
        if by is None:
            return f"tuple(sorted({self.many(e.arg(0))}))"
        return f"tuple(sorted({self.many(e.arg(0))}, key=lambda x_: {self.define_call(by, ['x_'])}))"

    def lib_union(self, e: E) -> str:
        return f"{self.tuple_atom(e.arg(0))} + {self.tuple_atom(e.arg(1))}"

    def tuple_atom(self, e: E) -> str:
        text = self.many(e)
        return f"({text})" if e.op in ("if",) else text

    def lib_difference(self, e: E) -> str:
        gone = e.arg(1)
        if gone.op == "list" and len(gone.args) == 1:
            return f"without({self.many(e.arg(0))}, {self.expr(gone.arg(0))})"
        return f"difference({self.many(e.arg(0))}, {self.many(gone)})"

    def lib_payable(self, e: E) -> str:
        who, bundle = self.expr(e.arg(0)), e.arg(1)
        if bundle.op == "bundle":
            tests = [
                f"{self.stock(r, who)} >= {self.atom(a)}"
                for r, a in zip(bundle.data, bundle.args)
                if a is not None
            ]
            tests += self.enough_together(who, bundle)
            return "(" + (" and ".join(tests) or "True") + ")"
        held = [r for r in self.resources if r in self.supports.get(bundle.name, self.resources)]
        if bundle.op == "local" and len(held) <= 3:
            price = local_name(bundle.name)
            tests = [f"{self.stock(r, who)} >= {price}[{self.resources.index(r)}]" for r in held]
            return "(" + (" and ".join(tests) or "True") + ")"
        if bundle.op == "if" and bundle.arg(1).op == bundle.arg(2).op == "bundle":
            prices = [E(e.op, e.type, [e.arg(0), x], e.name) for x in (bundle.arg(1), bundle.arg(2))]
            return self.expr(E("if", e.type, [bundle.arg(0), *prices]))
        if is_multiple(bundle):
            terms = [bundle.arg(0), bundle.arg(1).arg(0), bundle.arg(1).arg(1)]
            of = self.held(terms[0]) | self.held(terms[2])
            if all(x.op == "local" for x in terms) and len(of) <= 3:
                price, n, more = [local_name(x.name) for x in terms]
                places = [(self.stock(r, who), i) for i, r in enumerate(self.resources) if r in of]
                tests = [f"{stock} >= {price}[{i}] + {n} * {more}[{i}]" for stock, i in places]
                return "(" + (" and ".join(tests) or "True") + ")"
            self.multiples |= of
            return f"payable_with(g, {who}, {', '.join(self.expr(x) for x in terms)})"
        return f"payable(g, {who}, {self.expr(bundle)})"

    def enough_together(self, who: str, bundle: E) -> list[str]:
        """Parts of a price that draw on the same resources must be there together."""
        amounts = {r: self.atom(a) for r, a in zip(bundle.data, bundle.args) if a is not None}
        tests: list[str] = []
        for some in shared(self.game, tuple(amounts)):
            held = " + ".join(self.stock(r, who) for r in together(self.game, some))
            tests.append(f"{held} >= {' + '.join(amounts[r] for r in some)}")
        return tests

    def held(self, bundle: E) -> set[str]:
        """The resources that a bundle can hold."""
        known = self.supports.get(bundle.name) if bundle.op == "local" else None
        return self.touches.support(bundle) if known is None else known

    def stock(self, resource: str, who: str) -> str:
        r = self.game.resources[resource]
        if r.of:
            return "(" + " + ".join(self.stock(x, who) for x in r.of) + ")"
        if "stock" in r.functions:
            value = small_value(self.plan.signatures[r.functions["stock"]].body)
            if value is not None and who == "you" and is_firm(self.expr(value)):
                return self.expr(value)
            return f"{self.plan.names[r.functions['stock']]}(g, {who})"
        return f"g.{r.field.attribute}[{who}]" if r.field is not None else "0"

    def lib_bundle_of(self, e: E) -> str:
        return f"bundle_of({self.expr(e.arg(0))}, {len(self.resources)})"

    def lib_amount_in(self, e: E) -> str:
        return f"{self.atom(e.arg(0))}[{self.expr(e.arg(1))}]"

    def lib_random_one(self, e: E) -> str:
        return f"one_of(g, {self.many(e.arg(0))})"

    def lib_random_some(self, e: E) -> str:
        return f"some_of(g, {self.expr(e.arg(0))}, {self.many(e.arg(1))})"

    def lib_roll(self, e: E) -> str:
        kind = self.game.kinds[e.data]
        weights = f"{constant(e.data)}__SIDES" if "sides" in kind.columns else f"(1,) * {len(kind.members)}"
        return f"roll(g, {self.expr(e.arg(0))}, {weights})"

    def lib_all_of(self, e: E) -> str:
        if "copies" in self.game.kinds[e.data].columns:
            return f"copies_of({constant(e.data)}__COPIES)"
        return f"{constant(e.data)}__ALL"

    def lib_ring_distance(self, e: E) -> str:
        of = e.data
        size = len(self.game.kinds[of.of].members) if of.name == "kind" else f"{constant(of.of)}.size"
        if isinstance(size, int) and size <= 12 and not e.arg(1).type.optional:
            steps = tuple(
                min(n, size - n) for n in range(size)
            )  # a difference below 0 counts from the end: the same
            return f"{steps}[{self.expr(e.arg(0))} - {self.atom(e.arg(1))}]"
        return f"ring_distance({self.expr(e.arg(0))}, {self.expr(e.arg(1))}, {size})"

    def lib_reversed(self, e: E) -> str:
        return f"backwards({self.many(e.arg(0))})"

    def lib_first_some(self, e: E) -> str:
        number = self.folded(e.arg(0))
        most = (
            str(number.data) if number.op == "const" and number.data >= 0 else f"max(0, {self.expr(number)})"
        )
        group = self.many(e.arg(1))
        return f"{group}[:{most}]" if is_firm(group) else f"({group})[:{most}]"

    def lib_as_flag(self, e: E) -> str:
        return f"bool({self.expr(e.arg(0))})"

    def lib_tail(self, e: E) -> str:
        return f"{self.many(e.arg(0))}[1:]"

    def lib_some_subset(self, e: E) -> str:
        source, number, where, so_that = e.args
        pick = e.data
        assert source is not None
        name, picked = local_name(pick.candidate), local_name(pick.name)
        pool = (
            f"tuple({name} for {name} in {self.items(source)} if {self.expr(where)})"
            if where
            else self.many(source)
        )
        most = self.expr(number) if number is not None else "1_000_000"
        low = most if pick.amount == "exactly" else "0"
        holds = f"lambda {picked}: {self.expr(so_that)}" if so_that is not None else "None"
        return f"completable((), {pool}, {low}, {most}, {holds}{self.growing(pick)})"

    def growing(self, pick: Pick) -> str:
        """Whether a larger set is always as good: then not all sets have to be tried."""
        return ", True" if pick.choice in self.plan.growing else ""

    def lib_can_perform(self, e: E) -> str:
        return f"can_perform(g, {', '.join(self.expr(a) for a in e.args if a is not None)})"

    def lib_stock_of(self, e: E) -> str:
        return self.stock(e.data, self.expr(e.arg(0)))


def is_multiple(e: E) -> bool:
    """A bundle and so many times another one."""
    return (
        e.op == "lib" and e.name == "add_bundles" and e.arg(1).op == "lib" and e.arg(1).name == "scale_bundle"
    )


def as_flag(text: str, e: E) -> str:
    """An answer; yes and no are answered by numbers."""
    return f"bool({text})" if e.type.name == "flag" else text

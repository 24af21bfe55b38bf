"""Paying several mixes that share resources: one rule, which never spends what another part of the price needs."""

from __future__ import annotations

from itertools import combinations

from ..typed import tree
from ..typed import types as t
from ..typed.expr import Bundle, Compare, Const, Lib, Local, Math, Range, Text, You, conjunction
from ..typed.tree import E

YOU = You(t.PLAYER)


def leaves(game: tree.Game, resource: str) -> tuple[str, ...]:
    """The resources that are kept, of which a mix is one."""
    of = game.resources[resource].of
    return tuple(dict.fromkeys(x for r in of for x in leaves(game, r))) if of else (resource,)


def shared(game: tree.Game, resources: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The sets of parts of a price that draw on the same resources: what they need together must be there."""
    found: list[tuple[str, ...]] = []
    for size in range(2, len(resources) + 1):
        for some in combinations(resources, size):
            if any(game.resources[r].of for r in some) and is_linked(game, some):
                found.append(some)
    return found


def is_linked(game: tree.Game, some: tuple[str, ...]) -> bool:
    """Whether each of them has something in common with another, and so on to all of them."""
    reached, rest = set(leaves(game, some[0])), list(some[1:])
    while rest:
        near = [r for r in rest if reached & set(leaves(game, r))]
        if not near:
            return False
        for r in near:
            reached |= set(leaves(game, r))
            rest.remove(r)
    return True


def together(game: tree.Game, resources: tuple[str, ...]) -> tuple[str, ...]:
    """All that some parts of a price can be paid with."""
    return tuple(dict.fromkeys(x for r in resources for x in leaves(game, r)))


# ---------------------------------------------------------------- the rule


def number(value: int) -> E:
    """A number as it is."""
    return Const(t.NUMBER, value)


def local(name: str) -> E:
    """A local that holds a number."""
    return Local(t.NUMBER, name)


def stock(resource: str) -> E:
    """How much of a resource you have."""
    return Lib(t.NUMBER, "stock_of", [YOU], resource)


def total(parts: list[E]) -> E:
    """A sum of amounts."""
    made = parts[0] if parts else number(0)
    for part in parts[1:]:
        made = Math(t.NUMBER, "+", made, part)
    return made


def less(left: E, right: E) -> E:
    """A difference."""
    return Math(t.NUMBER, "-", left, right)


def at_least(left: E, right: E) -> E:
    """The test that one amount is as large as another."""
    return Compare(t.FLAG, ">=", left, right)


def amount(mix: str) -> str:
    """The parameter that holds the amount of a mix."""
    return f"{mix}_amount"


def pay_together(game: tree.Game, key: str, mixes: tuple[str, ...]) -> tree.Function:
    """One mix after the other, as it is paid alone; an answer is offered only if the rest can still be paid."""
    first = game.resources[mixes[0]]
    at = first.span
    body: tree.Block = []
    locals: dict[str, t.Type] = {amount(mix): t.NUMBER for mix in mixes}
    for size in range(1, len(mixes) + 1):
        for some in combinations(mixes, size):
            needed = total([local(amount(mix)) for mix in some])
            held = total([stock(r) for r in together(game, some)])
            lacking = " and ".join(game.resources[mix].label for mix in some)
            body.append(tree.Require(at, (), at_least(held, needed), f"not enough {lacking}"))
    for i, mix in enumerate(mixes):
        of = leaves(game, mix)
        due = local(amount(mix))
        for j, r in enumerate(of[:-1]):
            name = f"{mix}_{r}"
            locals[name] = t.NUMBER
            source = Range(t.many(t.NUMBER), number(0), Lib(t.NUMBER, "min", [due, stock(r)]), span=at)
            where = conjunction(still_payable(game, name, r, due, of[j + 1 :], mixes[i + 1 :]))
            said = r.replace("_", " ")
            label = Text(t.TEXT, ["pay ", None, f" {said}"], [local(name)], f"pay {{{name}}} {said}", span=at)
            pick = tree.Pick(
                at,
                f"pay_{mix}.{r}#{key}",
                name,
                t.NUMBER,
                None,
                "one",
                None,
                source,
                name,
                where,
                None,
                label,
            )
            asked: list[str | None] = ["pay ", None, f" {game.resources[mix].label}: how much {said}"]
            pick.prompt = Text(t.TEXT, asked, [due], f"{asked[0]}{{{amount(mix)}}}{asked[2]}", span=at)
            some_due = Compare(t.FLAG, ">", due, number(0))
            paid = tree.Gain(at, (), "lose", YOU, Bundle(t.BUNDLE, (r,), [local(name)], span=at))
            rest = tree.Set(at, (), due, "-=", local(name))
            choose = tree.Choose(at, (), YOU, [pick], False, None, [])
            body.append(tree.If(at, (), some_due, [choose, paid, rest], []))
        last = Bundle(t.BUNDLE, (of[-1],), [due], span=at)
        body.append(tree.Gain(at, (), "lose", YOU, last))
    return tree.Function(
        key=key,
        name=key,
        category="rule",
        owner="",
        params=[tree.Param(amount(mix), t.NUMBER) for mix in mixes],
        result=t.NOTHING,
        body=body,
        label=key.replace("_", " "),
        flags=(),
        uses_you=True,
        uses_this=False,
        sources=(),
        span=at,
        locals=locals,
    )


def still_payable(
    game: tree.Game, paid: str, of: str, due: E, others: tuple[str, ...], later: tuple[str, ...]
) -> list[E]:
    """After so much of one resource, all that is still due must be there: for every part, and for parts together."""
    tests: list[E] = []
    for size in range(len(later) + 1):
        for some in combinations(later, size):
            for with_rest in (False, True):
                sources = together(game, some)
                takes = of in sources
                if with_rest:
                    sources = tuple(dict.fromkeys([*others, *sources]))
                elif not takes:
                    continue  # nothing has changed for these
                needed = total([local(amount(mix)) for mix in some])
                if with_rest:
                    needed = Math(t.NUMBER, "+", needed, less(due, local(paid)))
                held = total([stock(r) for r in sources])
                tests.append(at_least(less(held, local(paid)) if takes else held, needed))
    return tests

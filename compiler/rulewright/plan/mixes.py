"""Mixes: paying `3 material` of wood, stone and gold asks how much of each; gaining it asks for each unit."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from ..analysis.bounds import Bounds
from ..analysis.failing import Facts
from ..analysis.walk import blocks_of, statements
from ..surface.ast import Span
from ..typed import tree
from ..typed import types as t
from ..typed.expr import Bundle, CallExpr, Compare, Lib, Math, Range, Text, You
from .mixes_together import local, number, pay_together, stock

YOU = You(t.PLAYER)
Body = TypeVar("Body", tree.Function, tree.Change)
Needed = dict[str, tuple[str, tuple[str, ...]]]  # rules to be made: what is done with which mixes


def with_mix_rules(game: tree.Game) -> tree.Game:
    """The game in which gains, pays and losses of a mix are calls of rules made for it."""
    mixes = {r.name: r for r in game.resources.values() if r.of}
    if not mixes:
        return game
    needed: Needed = {}
    functions = {k: with_calls(f, mixes, needed) for k, f in game.functions.items()}
    overrides = [with_calls(c, mixes, needed) for c in game.overrides]
    hooks = [with_calls(c, mixes, needed) for c in game.hooks]
    for key, (verb, some) in needed.items():
        if len(some) > 1:
            functions[key] = pay_together(game, key, some)
        else:
            mix = mixes[some[0]]
            functions[key] = gain_rule(key, mix) if verb == "gain" else pay_rule(key, verb, mix)
    return replace(game, functions=functions, overrides=overrides, hooks=hooks)


def with_calls(of: Body, mixes: dict[str, tree.Resource], needed: Needed) -> Body:
    """A function or change with calls in the place of changes of mixes; one without these as it is."""
    if not any(changes_mix(s, mixes) for s in statements(of.body)):
        return of
    made = tree.rewritten(of.body, lambda e: e)  # expressions never change: copies share them
    replace_in(made, mixes, needed)
    return replace(of, body=made)


def changes_mix(s: tree.S, mixes: dict[str, tree.Resource]) -> bool:
    """Whether a statement gains, pays or loses a mix."""
    return (
        isinstance(s, tree.Gain)
        and isinstance(s.amount, Bundle)
        and any(r in mixes for r in s.amount.resources)
    )


def replace_in(block: tree.Block, mixes: dict[str, tree.Resource], needed: Needed) -> None:
    """Puts calls in the place of changes of mixes."""
    for i, s in reversed(list(enumerate(block))):
        for inner in blocks_of(s):
            replace_in(inner, mixes, needed)
        if changes_mix(s, mixes):
            block[i : i + 1] = calls(s, mixes, needed)


def calls(s: tree.S, mixes: dict[str, tree.Resource], needed: Needed) -> tree.Block:
    """The plain part of a bundle first, then a call for each mix, or one for those that are paid together."""
    assert isinstance(s, tree.Gain)
    assert isinstance(s.amount, Bundle)
    parts = [(r, a) for r, a in zip(s.amount.resources, s.amount.amounts) if a is not None]
    plain = [(r, a) for r, a in parts if r not in mixes]
    out: tree.Block = []
    if plain:
        amount = Bundle(t.BUNDLE, tuple(r for r, _ in plain), [a for _, a in plain], span=s.amount.span)
        out.append(tree.Gain(s.span, s.sources, s.verb, s.who, amount))
    amounts = {r: a for r, a in parts if r in mixes}
    for some in groups(s.verb, [r for r in mixes if r in amounts], mixes):
        key = f"{s.verb}_{'_and_'.join(some)}"
        needed[key] = (s.verb, some)
        given = [amounts[r] for r in some]
        out.append(
            tree.Call(s.span, s.sources, CallExpr(t.NOTHING, key, s.who, None, list(given), span=s.span))
        )
    return out


def groups(verb: str, some: list[str], mixes: dict[str, tree.Resource]) -> list[tuple[str, ...]]:
    """Mixes that are paid one by one, or all together if any of them draw on the same resource."""
    of = [r for mix in some for r in mixes[mix].of]
    if verb == "pay" and len(of) > len(set(of)) and not any(r in mixes for r in of):
        return [tuple(some)]
    return [(mix,) for mix in some]


def function(key: str, mix: tree.Resource, body: tree.Block, names: dict[str, t.Type]) -> tree.Function:
    """A rule with the amount as its parameter."""
    return tree.Function(
        key=key,
        name=key,
        category="rule",
        owner="",
        params=[tree.Param("amount", t.NUMBER)],
        result=t.NOTHING,
        body=body,
        label=key.replace("_", " "),
        flags=(),
        uses_you=True,
        uses_this=False,
        sources=(),
        span=mix.span,
        locals={"amount": t.NUMBER, **names},
    )


def pay_rule(key: str, verb: str, mix: tree.Resource) -> tree.Function:
    """One decision for each kind but the last, only while there is a choice."""
    at: Span = mix.span
    total = stock(mix.of[0])
    for r in mix.of[1:]:
        total = Math(t.NUMBER, "+", total, stock(r))
    body: tree.Block = []
    if verb == "pay":
        enough = Compare(t.FLAG, ">=", total, local("amount"))
        body.append(tree.Require(at, (), enough, f"not enough {mix.label}"))
    else:
        body.append(tree.Set(at, (), local("amount"), "=", Lib(t.NUMBER, "min", [local("amount"), total])))
    names: dict[str, t.Type] = {}
    for i, r in enumerate(mix.of):
        later = number(0)
        for other in mix.of[i + 1 :]:
            later = Math(t.NUMBER, "+", later, stock(other))
        low = Lib(t.NUMBER, "max", [number(0), Math(t.NUMBER, "-", local("amount"), later)])
        high = Lib(t.NUMBER, "min", [local("amount"), stock(r)])
        if i == len(mix.of) - 1:  # what is left is paid with the last of them
            body.append(tree.Gain(at, (), "lose", YOU, Bundle(t.BUNDLE, (r,), [local("amount")], span=at)))
            break
        names[r] = t.NUMBER
        source = Range(t.many(t.NUMBER), low, high, span=at)
        words = f"{verb} {{{r}}} {r.replace('_', ' ')}"
        label = Text(t.TEXT, [f"{verb} ", None, f" {r.replace('_', ' ')}"], [local(r)], words, span=at)
        asked = [f"{verb} ", None, f" {mix.label}: how much {r.replace('_', ' ')}"]
        prompt = Text(t.TEXT, asked, [local("amount")], f"{asked[0]}{{amount}}{asked[2]}", span=at)
        pick = tree.Pick(at, f"{key}.{r}", r, t.NUMBER, None, "one", None, source, r, None, None, label)
        pick.prompt = prompt
        some = Compare(t.FLAG, ">", local("amount"), number(0))
        paid = tree.Gain(at, (), "lose", YOU, Bundle(t.BUNDLE, (r,), [local(r)], span=at))
        less = tree.Set(at, (), local("amount"), "-=", local(r))
        choose = tree.Choose(at, (), YOU, [pick], False, None, [])
        body.append(tree.If(at, (), some, [choose, paid, less], []))
    return function(key, mix, body, names)


def gain_rule(key: str, mix: tree.Resource) -> tree.Function:
    """The rule that asks which resource is gained, for each unit of a mix."""
    at: Span = mix.span
    label: list[tree.Branch] = []
    for r in mix.of:
        one = Bundle(t.BUNDLE, (r,), [number(1)], span=at)
        words = f"gain 1 {r.replace('_', ' ')}"
        label.append(
            tree.Branch(
                at, (), Text(t.TEXT, [words], [], words, span=at), None, [tree.Gain(at, (), "gain", YOU, one)]
            )
        )
    asked = f"what to gain of the {mix.label}"
    choose = tree.ChooseOne(at, (), key, YOU, label, Text(t.TEXT, [asked], [], asked, span=at))
    return function(key, mix, [tree.Repeat(at, (), local("amount"), None, [choose])], {})


# ---------------------------------------------------------------- resources that ask


def with_asking_resources(game: tree.Game) -> tree.Game:
    """Where gaining or paying a resource asks a question, it is a call like any other."""
    asking = Facts(game.functions, [], Bounds(game, game.functions)).asking
    rules = {r.name: r for r in game.resources.values() if asking & set(r.functions.values())}
    if not rules:
        return game
    functions = {
        k: replace(f, body=with_resource_calls(f.body, rules, asking)) for k, f in game.functions.items()
    }
    overrides = [replace(c, body=with_resource_calls(c.body, rules, asking)) for c in game.overrides]
    hooks = [replace(c, body=with_resource_calls(c.body, rules, asking)) for c in game.hooks]
    return replace(game, functions=functions, overrides=overrides, hooks=hooks)


def with_resource_calls(body: tree.Block, rules: dict[str, tree.Resource], asking: set[str]) -> tree.Block:
    """A copy of a block in which changes of resources that ask are calls."""
    made = tree.rewritten(body, lambda e: e)  # expressions never change: copies share them
    put_resource_calls(made, rules, asking)
    return made


def put_resource_calls(block: tree.Block, rules: dict[str, tree.Resource], asking: set[str]) -> None:
    """Puts calls in the place of changes of resources that ask."""
    for i, s in reversed(list(enumerate(block))):
        for inner in blocks_of(s):
            put_resource_calls(inner, rules, asking)
        if (
            isinstance(s, tree.Gain)
            and isinstance(s.amount, Bundle)
            and any(r in rules for r in s.amount.resources)
        ):
            block[i : i + 1] = resource_calls(s, rules, asking)


def resource_calls(s: tree.Gain, rules: dict[str, tree.Resource], asking: set[str]) -> tree.Block:
    """A change without the resources that ask, and calls for these."""
    before: tree.Block = []
    after: tree.Block = []
    assert isinstance(s.amount, Bundle)
    for r, a in zip(s.amount.resources, s.amount.amounts):
        key = rules[r].functions.get("gained" if s.verb == "gain" else "paid", "") if r in rules else ""
        one = Bundle(t.BUNDLE, (r,), [a], span=s.amount.span)
        if key not in asking:
            after.append(tree.Gain(s.span, s.sources, s.verb, s.who, one))
            continue
        held = Lib(t.NUMBER, "stock_of", [s.who], r)
        amount = a
        if s.verb == "pay":
            enough = Compare(t.FLAG, ">=", held, a, span=s.span)
            before.append(tree.Require(s.span, s.sources, enough, f"not enough {rules[r].label}"))
        elif s.verb == "lose":
            amount = Lib(t.NUMBER, "min", [a, held])
        elif "room" in rules[r].functions:
            room = CallExpr(t.NUMBER, rules[r].functions["room"], s.who, None)
            amount = Lib(t.NUMBER, "min", [a, room])
        after.append(
            tree.Call(s.span, s.sources, CallExpr(t.NOTHING, key, s.who, None, [amount], span=s.span))
        )
    return [*before, *after]

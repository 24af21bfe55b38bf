"""Choices of things: one after the other, or several from one source."""

from __future__ import annotations

from ..analysis.liveness import free_block, free_in, pick_needs
from ..typed import tree
from ..typed import types as t
from ..typed.expr import And, Compare, Const, Lib, ListOf, Local, Query
from ..typed.tree import E
from . import blocks, model, pairs, preconditions
from .implied import is_implied
from .names import local_name
from .path_state import Gate, some_subset
from .splitter import DECLINED, Follow, Splitter, text


def choose(splitter: Splitter, s: tree.Choose, rest: tree.Block, k: Follow) -> list[model.Node]:
    """The nodes of `choose`."""
    if s.body is None:
        return ask_for(splitter, s, s.picks, rest, k, None)
    following = blocks.after(splitter, rest, k, "then", s.span)
    fallback: list[model.Node] | None = None if s.optional else []
    nodes = ask_for(splitter, s, s.picks, s.body, following, fallback)
    if fallback is None:
        return nodes
    choice = next(c for c in splitter.choices if c.name == s.picks[0].choice)
    # nothing chosen may be what carries a unit through
    tried = splitter.in_unit and (following.fails or splitter.followed)
    if splitter.has_free_actions or choice.name in splitter.trials or tried:
        fallback.append(otherwise(splitter, s, choice, following))
    else:
        fallback.extend(blocks.block(splitter, s.otherwise, following))
    return nodes


def otherwise(splitter: Splitter, s: tree.Choose, choice: model.Choice, following: Follow) -> model.Jump:
    """What is done if nothing can be chosen, as a function that can also go on from the choice's frame."""
    choice.otherwise = splitter.fresh(f"{splitter.base}__nothing_to_choose")
    pick = s.picks[0]
    begun: tree.Block = []
    if pick.amount != "one":  # some of a set may be chosen already: then it is too late
        number = Lib(t.NUMBER, "size", [Local(pick.type, pick.name)])
        none_yet = Compare(t.FLAG, "=", number, Const(t.NUMBER, 0))
        begun = [tree.Require(s.span, (), none_yet, "")]
    choice.otherwise_fails = splitter.in_unit and splitter.facts.block_fails(s.otherwise)
    made = splitter.resume(choice.otherwise, choice.saved, s.span)
    made.body = blocks.block(splitter, [*begun, *s.otherwise], following)
    return model.Jump(choice.otherwise, choice.saved)


def ask_for(
    splitter: Splitter,
    s: tree.Choose,
    picks: list[tree.Pick],
    body: tree.Block,
    k: Follow,
    fallback: list[model.Node] | None,
) -> list[model.Node]:
    """Asks for the first pick; the others and the body follow in the function that takes the answer."""
    if s.together:
        return pairs.ask_pair(splitter, s, body, k, fallback)
    pick, later = picks[0], picks[1:]
    first = pick is s.picks[0]
    is_unit = s.body is not None
    body_needs = free_block(body, k.names)
    after_needs = pick_needs(later) | (body_needs - {p.name for p in later})
    if is_unit:
        after_needs |= k.names | free_block(s.otherwise, k.names)
    after_needs |= free_in(s.who)
    if pick.amount != "one":
        return subset(splitter, s, pick, later, body, k, fallback, after_needs)
    follows: tree.Block = [tree.Choose(s.span, s.sources, s.who, later, False, None, [])] if later else []
    gate = splitter.gate([*follows, *body], k, s.who, is_unit, (pick,))
    optional = s.optional and first
    declined = splitter.gate([], k, s.who, False) if optional else Gate(None, True)
    option_needs = (free_in(pick.source) | free_in(pick.where) | pick_needs(later)) - {
        pick.name,
        pick.candidate,
    }
    option_needs |= (free_in(gate.test) - {pick.name}) | free_in(declined.test)
    sure = None if gate.exact or optional else gate.exact_if
    field_needs = free_in(pick.field) | (free_in(pick.label) - {pick.name, pick.candidate})
    field_needs |= free_in(pick.prompt)
    live = splitter.in_order(
        (after_needs - {pick.name}) | option_needs | field_needs | (free_in(sure) - {pick.name})
    )
    name = splitter.fresh(f"{splitter.base}__{local_name(pick.name)}")
    answer, store = answer_of(splitter, pick)
    made = splitter.resume(name, live, pick.span, answer, pick.type)
    made.sources = s.sources
    options = model.Options(
        name=splitter.fresh(f"{name}_options"),
        kind="pick",
        params=splitter.types(splitter.in_order(option_needs)),
        pick=pick,
        later=can_follow(splitter, later) if gate.test is None or not gate.exact else None,
        nested=can_follow(splitter, later),
        gate=gate.test,
        declined=declined.test,
        optional=optional,
        span=pick.span,
    )
    exact = gate.exact and declined.exact
    mode = splitter.mode(exact, is_unit, pick.choice)
    hidden = splitter.hidden
    splitter.choice(pick.choice, "pick", pick.type, [], options, live, s, prompt_of(pick), hidden)
    splitter.choices[-1].sure_pick = sure
    made.risky = not exact
    if is_unit and not exact and not first:
        splitter.choices[-1].opened = "always"
    store += map(model.Plain, stored(s, pick))
    if later:
        body_nodes = ask_for(splitter, s, later, body, k, None)
    elif is_unit:
        body_nodes = blocks.unit(splitter, body, k)
    else:
        body_nodes = blocks.block(splitter, body, k)
    if optional:
        test = Compare(t.FLAG, "=", Local(t.NUMBER, answer), DECLINED)
        made.body = [model.Branch(test, splitter.finish(k), [*store, *body_nodes])]
    else:
        made.body = [*store, *body_nodes]
    args = [n for n, _ in options.params]
    frame = model.Frame(name, live)
    return [model.Ask(pick.choice, s.who, options.name, args, mode, frame, fallback, s.span, s.sources)]


def answer_of(splitter: Splitter, pick: tree.Pick) -> tuple[str, list[model.Node]]:
    """The local that takes an answer, and what makes the picked thing of it: answers are numbers, also yes and no."""
    if pick.type.name != "flag":
        return pick.name, []
    name = splitter.counter(f"{pick.name}_answer")
    splitter.f.locals[name] = t.NUMBER
    return name, [model.Plain(tree.Let(pick.span, (), pick.name, as_flag(name)))]


def can_follow(splitter: Splitter, later: list[tree.Pick]) -> E | None:
    """Some later picks can be made: an element of the next source with a later one of its own."""
    if not later:
        return None
    pick, rest = later[0], can_follow(splitter, later[1:])
    if pick.amount != "one":
        return some_subset(pick)
    where = pick.where
    if rest is not None:
        where = rest if where is None else And(t.FLAG, [where, rest])
    return Query(t.FLAG, "any", pick.name, pick.source, where, span=pick.span)


def subset(
    splitter: Splitter,
    s: tree.Choose,
    pick: tree.Pick,
    later: list[tree.Pick],
    body: tree.Block,
    k: Follow,
    fallback: list[model.Node] | None,
    after_needs: set[str],
) -> list[model.Node]:
    """Several things, one at a time in the order of the source, until enough are chosen."""
    option_needs = (
        free_in(pick.source) | free_in(pick.where) | free_in(pick.so_that) | free_in(pick.number)
    ) - {pick.name, pick.candidate}
    label_needs = (free_in(pick.label) - {pick.candidate}) | free_in(pick.prompt)
    live = splitter.in_order(after_needs | option_needs | label_needs | free_in(pick.field) | {pick.name})
    store = stored(s, pick)
    if not later:
        body = [*store, *body]
    head = splitter.fresh(f"{splitter.base}__pick_{local_name(pick.name)}")
    loop = splitter.resume(head, live, pick.span)
    one = splitter.counter(f"{pick.name}_pick")
    is_flag = pick.type.item.name == "flag"
    splitter.f.locals[one] = t.NUMBER if is_flag else pick.type.item
    name = splitter.fresh(f"{splitter.base}__{local_name(pick.name)}")
    made = splitter.resume(name, live, pick.span, one, pick.type.item)
    options = model.Options(
        name=splitter.fresh(f"{name}_options"),
        kind="subset",
        params=splitter.types(splitter.in_order(option_needs | {pick.name})),
        pick=pick,
        picked=pick.name,
        span=pick.span,
    )
    is_unit = s.body is not None
    fails = k.fails or not always_done(splitter, pick, later, body, s.who)
    mode = splitter.mode(not fails, is_unit, pick.choice)
    hidden = splitter.hidden
    splitter.choice(pick.choice, "subset", pick.type.item, [], options, live, s, prompt_of(pick), hidden)
    made.risky = loop.risky = fails
    if is_unit and fails:
        splitter.choices[-1].opened = "picked" if pick is s.picks[0] else "always"
    # It asks at once, or goes on as if it had never asked: calling it again and again goes no deeper.
    loop.resumable = False
    done = Compare(t.FLAG, "=", Local(t.maybe(pick.type.item), one), DECLINED)
    chosen = Local(pick.type, pick.name)
    value = as_flag(one) if is_flag else Local(pick.type.item, one)
    added = Lib(pick.type, "union", [chosen, ListOf(pick.type, [value])])
    if later:
        body_nodes = [*map(model.Plain, store), *ask_for(splitter, s, later, body, k, None)]
    elif is_unit:
        body_nodes = blocks.unit(splitter, body, k)
    else:
        body_nodes = blocks.block(splitter, body, k)
    made.body = [
        model.Branch(
            done,
            body_nodes,
            [
                model.Plain(tree.Set(pick.span, (), chosen, "=", added)),
                model.Jump(head, live),
            ],
        )
    ]
    frame = model.Frame(name, live)
    args = [n for n, _ in options.params]
    loop.body = [model.Ask(pick.choice, s.who, options.name, args, mode, frame, fallback, s.span, s.sources)]
    start = tree.Let(pick.span, (), pick.name, ListOf(pick.type, []))
    return [model.Plain(start), model.Jump(head, live)]


def always_done(
    splitter: Splitter, pick: tree.Pick, later: list[tree.Pick], body: tree.Block, who: E
) -> bool:
    """Whether what follows a set can be carried through with every set that meets the pick's own condition."""
    if later or not splitter.facts.block_fails(body):
        return not splitter.facts.block_fails(body)
    gate = preconditions.of(splitter.gates, body, ["you", "this", *splitter.f.locals], who)
    return gate.exact and is_implied(splitter.game, gate.test, pick.so_that)


def stored(s: tree.Choose, pick: tree.Pick) -> tree.Block:
    """What puts an answer into the field that it is chosen into, if there is one."""
    if pick.field is None:
        return []
    return [tree.Set(pick.span, s.sources, pick.field, "=", Local(pick.type, pick.name))]


def as_flag(answer: str) -> E:
    """An answer as yes or no."""
    return Lib(t.FLAG, "as_flag", [Local(t.NUMBER, answer)])


def prompt_of(pick: tree.Pick) -> E:
    """What is asked; where the rules do not say it, the name that they give it does: the local may bear a number."""
    name = pick.choice.rpartition(".")[2].partition("#")[0]
    return text(f"choose {name.replace('_', ' ')}") if pick.prompt is None else pick.prompt

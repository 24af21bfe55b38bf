"""Two things chosen together: one decision, whose options are pairs."""

from __future__ import annotations

from ..analysis.liveness import free_block, free_in, pick_needs
from ..typed import tree
from ..typed import types as t
from ..typed.expr import Compare, Lib, Local
from ..typed.tree import E
from . import blocks, model
from .names import local_name
from .path_state import Gate
from .splitter import DECLINED, Follow, Splitter, text


def ask_pair(
    splitter: Splitter, s: tree.Choose, body: tree.Block, k: Follow, fallback: list[model.Node] | None
) -> list[model.Node]:
    """Asks for both at once; the function that takes the answer first takes it apart."""
    first, second = s.picks
    both = {first.name, second.name}
    is_unit = s.body is not None
    after_needs = (free_block(body, k.names) - both) | free_in(s.who)
    if is_unit:
        after_needs |= k.names | free_block(s.otherwise, k.names)
    gate = splitter.gate(body, k, s.who, is_unit, (first, second))
    declined = splitter.gate([], k, s.who, False) if s.optional else Gate(None, True)
    option_needs = pick_needs(s.picks) | (free_in(gate.test) - both) | free_in(declined.test)
    sure = None if gate.exact or s.optional else gate.exact_if
    shown = free_in(first.prompt) | (free_in(second.label) - both)
    stored = free_in(first.field) | (free_in(second.field) - both)
    live = splitter.in_order(after_needs | option_needs | shown | stored | (free_in(sure) - both))
    name = splitter.fresh(f"{splitter.base}__{local_name(first.name)}_and_{local_name(second.name)}")
    answer = splitter.counter("pair")
    splitter.f.locals[answer] = t.NUMBER
    made = splitter.resume(name, live, first.span, answer, t.NUMBER)
    made.sources = s.sources
    options = model.Options(
        name=splitter.fresh(f"{name}_options"),
        kind="pair",
        params=splitter.types(splitter.in_order(option_needs)),
        pick=first,
        second=second,
        gate=gate.test,
        declined=declined.test,
        optional=s.optional,
        span=first.span,
    )
    exact = gate.exact and declined.exact
    mode = splitter.mode(exact, is_unit, first.choice)
    splitter.choice(first.choice, "pick", first.type, [], options, live, s, both_asked(s), splitter.hidden)
    splitter.choices[-1].sure_pick = sure
    made.risky = not exact
    taken: list[model.Node] = []
    for part, pick in (("pair_first", first), ("pair_second", second)):
        half = Lib(pick.type, part, [Local(t.NUMBER, answer)])
        taken.append(model.Plain(tree.Let(pick.span, (), pick.name, half)))
        if pick.field is not None:
            value = Local(pick.type, pick.name)
            taken.append(model.Plain(tree.Set(pick.span, s.sources, pick.field, "=", value)))
    taken += blocks.unit(splitter, body, k) if is_unit else blocks.block(splitter, body, k)
    made.body = taken
    if s.optional:
        test = Compare(t.FLAG, "=", Local(t.NUMBER, answer), DECLINED)
        made.body = [model.Branch(test, splitter.finish(k), taken)]
    args = [n for n, _ in options.params]
    frame = model.Frame(name, live)
    return [model.Ask(first.choice, s.who, options.name, args, mode, frame, fallback, s.span, s.sources)]


def both_asked(s: tree.Choose) -> E:
    """What is asked; where the rules do not say it, the names of both things do."""
    first = s.picks[0]
    if first.prompt is not None:
        return first.prompt
    names = first.choice.rpartition(".")[2].partition("#")[0]
    return text(f"choose {names.replace('_', ' ')}")

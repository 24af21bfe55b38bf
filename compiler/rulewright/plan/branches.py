"""Choices between branches: choose one, may, menus, and what is done in any order."""

from __future__ import annotations

from ..analysis.liveness import changed_in, free_block, free_in
from ..analysis.walk import statements
from ..typed import tree
from ..typed import types as t
from ..typed.expr import Compare, Const, Fold, Lib, ListOf, Local, Math, Query
from ..typed.tree import E
from . import blocks, model, rule_preconditions
from .splitter import DECLINED, ONE, Follow, Splitter, text


def choose_one(splitter: Splitter, s: tree.ChooseOne, rest: tree.Block, k: Follow) -> list[model.Node]:
    """The nodes of `choose one`."""
    following = blocks.after(splitter, rest, k, "then", s.span)
    prompt = text(splitter.f.label) if s.prompt is None else s.prompt
    return ask_branches(splitter, s, s.choice, s.who, s.branches, following, prompt)


def ask_branches(
    splitter: Splitter,
    s: tree.S,
    choice: str,
    who: E,
    branches: list[tree.Branch],
    following: Follow,
    prompt: E,
) -> list[model.Node]:
    """Asks which of some branches is taken, and resumes with its body."""
    test_needs: set[str] = set()
    label_needs = free_in(prompt)
    body_needs: set[str] = set()
    for b in branches:
        test_needs |= free_in(b.test)
        label_needs |= free_in(b.label)
        body_needs |= free_block(b.body, following.names)
    gates = [splitter.gate(b.body, following, who, True) for b in branches]
    for gate in gates:
        test_needs |= free_in(gate.test) | free_in(gate.exact_if)
    exact = all(gate.exact for gate in gates)
    live = splitter.in_order(test_needs | label_needs | body_needs | following.names | free_in(who))
    name = splitter.fresh(f"{splitter.base}__choice")
    answer = splitter.counter("pick")
    made = splitter.resume(name, live, s.span, answer, t.NUMBER)
    options = model.Options(
        name=splitter.fresh(f"{name}_options"),
        kind="branches",
        params=splitter.types(splitter.in_order(test_needs)),
        tests=[b.test for b in branches],
        gates=[gate.test for gate in gates],
        span=s.span,
    )
    mode = splitter.mode(exact, True, choice)
    labels = [b.label for b in branches]
    sure = [i for i, gate in enumerate(gates) if gate.exact]
    splitter.choice(choice, "branch", None, labels, options, live, s, prompt)
    splitter.choices[-1].sure = sure
    splitter.choices[-1].sure_if = {
        i: gate.exact_if for i, gate in enumerate(gates) if gate.exact_if is not None
    }
    made.risky = not exact
    picked = Local(t.NUMBER, answer)
    nodes: list[model.Node] = []
    for i, b in reversed(list(enumerate(branches))):
        body = blocks.unit(splitter, b.body, following)
        if not nodes:
            nodes = body
        else:
            test = Compare(t.FLAG, "=", picked, Const(t.NUMBER, i))
            nodes = [model.Branch(test, body, nodes)]
    made.body = nodes
    frame = model.Frame(name, live)
    args = [n for n, _ in options.params]
    return [model.Ask(choice, who, options.name, args, mode, frame, None, s.span, s.sources)]


def may(splitter: Splitter, s: tree.May, rest: tree.Block, k: Follow) -> list[model.Node]:
    """The nodes of `may "…"`: a question with yes and no."""
    following = blocks.after(splitter, rest, k, "then", s.span)
    gate = splitter.gate(s.body, following, s.who, True)
    declined = splitter.gate([], following, s.who, False)
    needed = free_block(s.body, following.names) | free_in(s.label) | following.names | free_in(s.who)
    tests = free_in(gate.test) | free_in(declined.test)
    live = splitter.in_order(needed | tests | free_in(gate.exact_if) | free_in(declined.exact_if))
    name = splitter.fresh(f"{splitter.base}__may")
    answer = splitter.counter("pick")
    made = splitter.resume(name, live, s.span, answer, t.NUMBER)
    options = model.Options(name="yes_or_no", kind="may", params=[], span=s.span)
    if gate.test is not None or declined.test is not None:
        options.name = splitter.fresh(f"{name}_options")
        options.params = splitter.types(splitter.in_order(tests))
        options.gate, options.declined = gate.test, declined.test
    exact = gate.exact and declined.exact
    mode = splitter.mode(exact, True, s.choice)
    labels = [s.label, text(s.refusal or "no")]
    splitter.choice(s.choice, "may", None, labels, options, live, s, s.label)
    if gate.exact_if is not None:
        splitter.choices[-1].sure_if = {1: gate.exact_if}
    place = next((i for i, x in enumerate(splitter.f.body) if x is s), None)
    if mode == "in_unit" and place is not None:  # in a loop, more would follow than what comes behind it
        splitter.mays.append((splitter.choices[-1], splitter.key, s, splitter.f.body[place + 1 :]))
    made.risky = not exact
    test = Compare(t.FLAG, "=", Local(t.NUMBER, answer), ONE)
    made.body = [model.Branch(test, blocks.unit(splitter, s.body, following), splitter.finish(following))]
    frame = model.Frame(name, live)
    args = [n for n, _ in options.params]
    return [model.Ask(s.choice, s.who, options.name, args, mode, frame, None, s.span, s.sources)]


def offer(splitter: Splitter, s: tree.Offer, rest: tree.Block, k: Follow) -> list[model.Node]:
    """The nodes of `offer`: a question with the actions of menus."""
    menu_names = [m for m, _ in s.menus]
    following = blocks.after(splitter, rest, k, f"after_{menu_names[0] if menu_names else 'offer'}", s.span)
    needed = free_in(s.who)
    for _, args in s.menus:
        for a in args:
            needed |= free_in(a)
    live = splitter.in_order(needed | following.names)
    name = splitter.fresh(f"{splitter.base}__{'_or_'.join(menu_names)}")
    answer = splitter.counter("pick")
    made = splitter.resume(name, live, s.span, answer, t.NUMBER)
    options = model.Options(
        name=splitter.fresh(f"{name}_options"),
        kind="menu",
        params=splitter.types(splitter.in_order(needed)),
        menus=s.menus,
        refusal=s.refusal is not None,
        who=s.who,
        span=s.span,
    )
    choice = menu_choice(splitter, "_or_".join(menu_names))
    # what an action leaves for the rest of the unit its own test does not tell
    exact = menu_is_exact(splitter, menu_names) and not (splitter.in_unit and following.fails)
    mode = splitter.mode(exact, True, choice)
    labels = [text(s.refusal)] if s.refusal else []
    prompt = " or ".join(splitter.game.menus[m][0] for m in menu_names)
    splitter.choice(choice, "menu", None, labels, options, live, s, text(prompt))
    made.risky = following.fails or not exact
    run: list[model.Node] = [model.RunAction(answer, s.who, s.menus, splitter.frame(following))]
    if s.refusal is not None:
        test = Compare(t.FLAG, "=", Local(t.NUMBER, answer), DECLINED)
        run = [model.Branch(test, splitter.finish(following), run)]
    made.body = run
    frame = model.Frame(name, live)
    names = [n for n, _ in options.params]
    return [model.Ask(choice, s.who, options.name, names, mode, frame, None, s.span, s.sources)]


def menu_is_exact(splitter: Splitter, menus: list[str]) -> bool:
    """Whether the menus' own tests tell which actions can be carried through."""
    exact = True
    for key, f in list(splitter.signatures.items()):
        if f.category == "action" and f.menu in menus and "@" not in key:
            found = rule_preconditions.rule_gate(splitter.gates, key, 0)
            exact = exact and found is not None and found.exact
    return exact


def menu_choice(splitter: Splitter, name: str) -> str:
    """A name for a choice that no other choice has."""
    names = {c.name for c in splitter.choices}
    found, n = name, 2
    while found in names:
        found = f"{name}#{n}"
        n += 1
    return found


def any_order(splitter: Splitter, s: tree.AnyOrder, rest: tree.Block, k: Follow) -> list[model.Node]:
    """Asked again until none is left; the branches still to come are kept in a list of their numbers."""
    left = splitter.counter("left_to_do")
    splitter.f.locals[left] = t.many(t.NUMBER)
    remaining = Local(t.many(t.NUMBER), left)
    branch_needs: set[str] = set()
    for b in s.branches:
        branch_needs |= free_in(b.label) | free_block(b.body, set())
    branch_needs.discard(s.chosen)
    tests = set[str]().union(*(free_in(test) for _, test, _ in s.idle))
    needed = branch_needs | free_block(rest, k.names) | free_in(s.who) | tests
    live = splitter.in_order(needed | {left})
    head = splitter.fresh(f"{splitter.base}__in_any_order")
    loop = splitter.resume(head, live, s.span)
    fails = (
        k.fails
        or splitter.facts.block_fails(rest)
        or any(splitter.facts.block_fails(b.body) for b in s.branches)
    )
    following = blocks.after(splitter, rest, k, "then", s.span)
    back = Follow(head, live, True, fails, None if fails else [])
    name = splitter.fresh(f"{splitter.base}__next")
    answer = splitter.counter("pick")
    made = splitter.resume(name, live, s.span, answer, t.NUMBER)
    options = model.Options(
        name=splitter.fresh(f"{name}_options"),
        kind="order",
        params=splitter.types([*splitter.in_order(tests), left]),
        picked=left,
        clashes=s.clashes,
        idle=s.idle,
        branches=len(s.branches) if s.chosen else 0,
        span=s.span,
    )
    splitter.choice(
        s.choice,
        "branch",
        None,
        [b.label for b in s.branches],
        options,
        live,
        s,
        text("what comes next"),
        grantors=[b.grantor for b in s.branches],
    )
    picked = Local(t.NUMBER, answer)
    taken: list[model.Node] = []
    gone = picked
    if s.chosen:  # the first of those that the branch is still to be carried out for
        splitter.f.locals[s.chosen] = t.NUMBER
        gone = Local(t.NUMBER, s.chosen)
        taken = [model.Plain(tree.Let(s.span, (), s.chosen, next_of(remaining, picked, len(s.branches))))]
    without = Lib(t.many(t.NUMBER), "difference", [remaining, ListOf(t.many(t.NUMBER), [gone])])
    number = Lib(t.NUMBER, "size", [remaining])
    empty, some = (Compare(t.FLAG, op, number, Const(t.NUMBER, 0)) for op in ("=", ">"))
    nodes: list[model.Node] = []
    again: list[model.Node] = []
    if not any(changed_in(b.body) & {*live} or has_stop(b.body) for b in s.branches):
        # the way back is the same for all; where nothing is left, it need not be gone
        again = [model.Push("frame", splitter.frame_of(back), test=None if following.function else some)]
        back = Follow(fails=fails, rest=back.rest)
    for i, b in reversed(list(enumerate(s.branches))):
        body = blocks.unit(splitter, b.body, back)
        test = Compare(t.FLAG, "=", picked, Const(t.NUMBER, i))
        nodes = [model.Branch(test, body, nodes)] if nodes else body
    made.risky = loop.risky = fails
    made.body = [*taken, model.Plain(tree.Set(s.span, (), remaining, "=", without)), *again, *nodes]
    frame = model.Frame(name, live)
    mode = splitter.mode(not fails, True, s.choice)
    # outside of units, what cannot be done in any order is left out; inside, it makes the unit impossible
    skip = None if splitter.in_unit else splitter.finish(following)
    given = [*splitter.in_order(tests), left]
    ask = model.Ask(s.choice, s.who, options.name, given, mode, frame, skip, s.span, s.sources)
    loop.body = [model.Branch(empty, splitter.finish(following), [ask])]
    begin: list[model.Node] = [model.Plain(tree.Let(s.span, s.sources, left, ListOf(t.many(t.NUMBER), [])))]
    for i, b in enumerate(s.branches):
        one = numbered(i, b.each, len(s.branches))
        add: tree.S = tree.Set(b.span, (), remaining, "=", Lib(t.many(t.NUMBER), "union", [remaining, one]))
        if b.test is not None:
            add = tree.If(b.span, (), b.test, [add], [])
        begin.append(model.Plain(add))
    # most often nothing is to be done: that is seen before the first round
    return [*begin, model.Branch(empty, splitter.finish(following), [model.Jump(head, live)])]


def numbered(branch: int, each: E | None, branches: int) -> E:
    """A branch in the list of those still to come: its number, with that of each of its things put into it."""
    number = Const(t.NUMBER, branch)
    if each is None:
        return ListOf(t.many(t.NUMBER), [number])
    thing = Local(each.type.item, "thing_")
    times = Math(t.NUMBER, "*", thing, Const(t.NUMBER, branches))
    both = Math(t.NUMBER, "+", times, number)
    return Fold(t.many(t.NUMBER), "listed", "thing_", both, each, span=each.span)


def next_of(remaining: E, branch: E, branches: int) -> E:
    """The first in that list that is of a branch."""
    one = Local(t.NUMBER, "one_")
    number = Lib(t.NUMBER, "mod", [one, Const(t.NUMBER, branches)])
    same = Compare(t.FLAG, "=", number, branch)
    return Query(t.NUMBER, "first", "one_", remaining, same)


def has_stop(block: tree.Block) -> bool:
    """True if a block can leave its rule."""
    return any(isinstance(s, tree.Stop) for s in statements(block))

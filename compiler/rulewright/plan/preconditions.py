"""Gates: what must hold now so that the rest of a unit can be carried through, found by analysis instead of trial.

The rest of a unit is walked with what it has written so far. A condition on state that nothing before it has
written is a condition on the present position. Where that cannot be said, the gate is not exact and the engine
tries the unit out.
"""

from __future__ import annotations

from ..analysis.liveness import changed_in, free_in
from ..analysis.walk import ends_the_game, statements
from ..typed import tree
from ..typed import types as t
from ..typed.expr import (
    CallExpr,
    Const,
    Field,
    Local,
    Math,
    Query,
    conjunction,
    disjunction,
    disjuncts,
)
from ..typed.spelling import spelled
from ..typed.tree import E
from . import rule_preconditions, symbolic
from .paid_preconditions import condition, forget, gain
from .path_state import (
    YES,
    Gate,
    Gates,
    Later,
    OutOfFuel,
    PathState,
    Unknown,
    all_of,
    either,
    negation,
    some_subset,
)
from .substitution import substitute

DEPTH = 8  # how deep calls are followed into
FEW = 4  # so many statements of a rule are looked at that cannot fail itself
MOST_BRANCHED = 3  # so many things are looked at both as done and as not done


# ------------------------------------------------------------ entry


def of(
    gates: Gates,
    rest: tree.Block,
    known: list[str],
    who: E,
    picked: tuple[tree.Pick, ...] = (),
    later: Later | None = None,
) -> Gate:
    """The gate of the rest of a unit of `who`; `known` are the locals that are there now, some were just picked."""
    path = PathState({n: Local(t.NUMBER, n) for n in known if n not in ("you", "this")})
    gates.you = who
    for pick in picked:
        path.locations[pick.name] = symbolic.places(gates, pick.source, path)
        store(gates, pick, path)
    return whole(gates, list(rest), path, later)


def whole(gates: Gates, rest: tree.Block, path: PathState, later: Later | None = None) -> Gate:
    """The gate of all that is left of a unit; none, if it has too many paths."""
    try:
        return block(gates, rest, path, later)
    except OutOfFuel:
        return Gate(None, False)


def store(gates: Gates, pick: tree.Pick, path: PathState) -> None:
    """`choose your x` writes a field."""
    if pick.field is not None:
        value = Local(pick.type, pick.name)
        statement(gates, tree.Set(pick.span, (), pick.field, "=", value), path)


def fails_later(gates: Gates, later: Later | None) -> bool:
    """True if something can fail after the rule that is being followed."""
    while later is not None:
        if gates.facts.block_fails(later.rest):
            return True
        later = later.up
    return False


def block(gates: Gates, rest: tree.Block, path: PathState, later: Later | None) -> Gate:
    """The gate of the statements that are left of a unit, and of what follows them."""
    path.fuel.burn()
    tests: list[E] = []
    exact = True
    for i, s in enumerate(rest):
        if not gates.facts.block_fails(rest[i:]) and not fails_later(gates, later):
            return Gate(conjunction(tests), exact)
        if gates.effects.is_chance(s):
            return Gate(conjunction(tests), exact)
        following = rest[i + 1 :]
        if isinstance(s, tree.Stop) or ends_the_game(s):
            return Gate(conjunction(tests), exact)
        if isinstance(s, tree.Let):
            let(gates, s, path)
            continue
        if not isinstance(s, tree.If) and any(isinstance(x, tree.Stop) for x in statements([s])):
            return Gate(conjunction(tests), False)  # what follows may never come
        ends = branching(gates, s, following, path, later)
        if ends is not None:
            return both(gates, tests, exact, ends)
        found = statement(gates, s, path)
        if found.test is not None:
            tests.append(found.test)
        exact = exact and found.exact
    if later is not None:
        path.names = dict(later.names)
        path.locations = {}
        return both(gates, tests, exact, block(gates, later.rest, path, later.up))
    return Gate(conjunction(tests), exact)


def both(gates: Gates, tests: list[E], exact: bool, last: Gate) -> Gate:
    """The conjunction of tests and of the gate of what follows them."""
    more = [last.test] if last.test is not None else []
    return Gate(conjunction([*tests, *more]), exact and last.exact, last.exact_if if exact else None)


def let(gates: Gates, s: tree.Let, path: PathState) -> None:
    """Binds a local to what it stands for in the present position."""
    try:
        path.names[s.name] = symbolic.at_present(gates, s.value, path)
    except Unknown:
        path.names[s.name] = None


# ------------------------------------------------------------ statements that go on


def statement(gates: Gates, s: tree.S, path: PathState) -> Gate:
    """The gate of one statement that goes on to the next, with its writes added to the path."""
    if isinstance(s, tree.Require):
        return condition(gates, s.test, path)
    if isinstance(s, tree.Gain):
        return gain(gates, s, path)
    if isinstance(s, tree.Set) and isinstance(s.target, Local):
        try:
            value = symbolic.at_present(gates, s.value, path)
            old = path.names.get(s.target.name)
            if s.op != "=":
                value = Math(t.NUMBER, s.op[0], old, value) if old is not None else value
            path.names[s.target.name] = value if s.op == "=" or old is not None else None
        except Unknown:
            path.names[s.target.name] = None
        return Gate(None, True)
    exact = not gates.facts.fails(s)
    forget(gates, path, write(gates, s, path))
    for name in changed_in([s]):
        path.names[name] = None
    if not exact and isinstance(s, tree.Call):
        return Gate(None, False)
    return Gate(None, exact)


def write(gates: Gates, s: tree.S, path: PathState) -> set[str]:
    """What a statement writes; where a piece that was picked lies, is known until something else may move it."""
    if isinstance(s, tree.Move) and isinstance(s.what, Local) and isinstance(s.goal, Field):
        zones = path.locations.get(s.what.name, {})
        written = gates.effects.move_writes(s, set(zones))
        path.write(written, symbolic.moved(gates, s, path, zones))
        path.locations[s.what.name] = {s.goal.info.attribute: None}
        return written
    written = gates.effects.writes(s)
    path.locations = {n: zones for n, zones in path.locations.items() if not zones.keys() & written}
    path.write(written, symbolic.assigned(gates, s, path) if isinstance(s, tree.Set) else {})
    return written


# ------------------------------------------------------------ statements that branch


def branching(gates: Gates, s: tree.S, rest: tree.Block, path: PathState, later: Later | None) -> Gate | None:
    """Choices, ifs and calls whose outcome decides over what follows; None: not such a statement."""
    follows = gates.facts.block_fails(rest) or fails_later(gates, later)
    if isinstance(s, tree.Choose) and s.body is None and not s.optional:
        return choose(gates, s.picks, s.who, rest, path, later)
    if isinstance(s, tree.ChooseOne):
        return choose_one(gates, s, rest, path, later)
    if isinstance(s, tree.May) and follows and path.branched < MOST_BRANCHED:
        return may(gates, s, rest, path, later)
    if isinstance(s, tree.If) and (gates.facts.fails(s) or follows):
        return if_(gates, s, rest, path, later)
    if isinstance(s, tree.Call) and gates.facts.fails(s):
        return call(gates, s, rest, path, later)
    if isinstance(s, tree.Call) and follows and path.branched < MOST_BRANCHED:
        return passing(gates, s, rest, path, later)
    return None


def choose(
    gates: Gates, picks: list[tree.Pick], who: E, rest: tree.Block, path: PathState, later: Later | None
) -> Gate:
    """Some answer must exist with which everything after it can be done."""
    if other_player(gates, who, path):
        return Gate(None, True)
    pick, more = picks[0], picks[1:]
    inner = path.copy()
    if pick.amount != "one":
        inner.names[pick.name] = None
        if pick.field is not None:
            inner.write({spelled(pick.field)[1]})
        found = choose(gates, more, who, rest, inner, later) if more else block(gates, rest, inner, later)
        try:
            some = symbolic.at_present(gates, some_set(gates, pick), path)
        except Unknown:
            return Gate(found.test, False)
        return both(gates, [some], True, found)
    gates.counter += 1
    name = f"{pick.name}_{gates.counter}"
    inner.names[pick.name] = inner.names[pick.candidate] = Local(pick.type, name)
    inner.locations[pick.name] = symbolic.places(gates, pick.source, path)
    try:
        source = symbolic.at_present(gates, pick.source, path)
        where = symbolic.at_present(gates, pick.where, inner) if pick.where is not None else None
    except Unknown:
        return Gate(None, False)
    store(gates, pick, inner)
    found = choose(gates, more, who, rest, inner, later) if more else block(gates, rest, inner, later)
    tests = [x for x in (where, found.test) if x is not None]
    some = Query(t.FLAG, "any", name, source, conjunction(tests), span=pick.span)
    if found.exact or found.exact_if is None:
        return Gate(some, found.exact)
    whatever = [x for x in disjuncts(found.exact_if) if name not in free_in(x)]
    with_it = [x for x in disjuncts(found.exact_if) if name in free_in(x)]
    if with_it:
        sure = conjunction([*tests, *filter(None, [disjunction(with_it)])])
        whatever.append(Query(t.FLAG, "any", name, source, sure, span=pick.span))
    return Gate(some, False, disjunction(whatever))


def some_set(gates: Gates, pick: tree.Pick) -> E:
    """Whether several things can be chosen as a pick wants it; where larger sets are as good, all of them decide."""
    if pick.number is not None or pick.so_that is None or not gates.growing.holds_on(pick.so_that, pick.name):
        return some_subset(pick)
    whole = pick.source
    if pick.where is not None:
        whole = Query(pick.type, "all", pick.candidate, pick.source, pick.where, span=pick.span)
    return substitute(pick.so_that, {pick.name: whole})


def other_player(gates: Gates, who: E, path: PathState) -> bool:
    """Another player's decision ends the search as a success."""
    try:
        found = symbolic.put(gates, who, path, frozenset())
    except Unknown:
        return True
    return spelled(found) != spelled(gates.you)


def choose_one(
    gates: Gates, s: tree.ChooseOne, rest: tree.Block, path: PathState, later: Later | None
) -> Gate:
    """One of the branches must lead on."""
    if other_player(gates, s.who, path):
        return Gate(None, True)
    options: list[E] = []
    exact = True
    unless: list[E | None] = []  # conditions under which the branches that are not exact are
    for b in s.branches:
        inner = path.copy()
        tests: list[E] = []
        if b.test is not None:
            found = condition(gates, b.test, inner)
            exact = exact and found.exact
            unless += [] if found.exact else [None]
            tests += [found.test] if found.test is not None else []
        body = block(gates, [*b.body, *rest], inner, later)
        exact = exact and body.exact
        unless += [] if body.exact else [body.exact_if]
        tests += [body.test] if body.test is not None else []
        if not tests and body.exact:
            return Gate(None, True)  # this way is always open
        options.append(conjunction(tests) or YES)
    return Gate(disjunction(options), exact, all_of(unless))


def may(gates: Gates, s: tree.May, rest: tree.Block, path: PathState, later: Later | None) -> Gate:
    """Something that may be done or not: one of both must lead on."""
    is_known = symbolic.argument(gates, s.who, path) is not None
    if is_known and other_player(gates, s.who, path):
        return Gate(None, True)
    either_way = whatever(gates, s, rest, path, later)
    if either_way.exact or not is_known:
        return either_way
    path.branched += 1
    done = block(gates, [*s.body, *rest], path.copy(), later)
    left = block(gates, rest, path.copy(), later)
    if any(way.exact and way.test is None for way in (left, done)):
        return Gate(None, True)
    sure = left.test if left.exact else None
    if left.test is None or done.test is None:
        return Gate(None, False, sure)
    return Gate(disjunction([left.test, done.test]), left.exact and done.exact, sure)


def whatever(gates: Gates, s: tree.S, rest: tree.Block, path: PathState, later: Later | None) -> Gate:
    """What can be said of the rest, whatever a statement before it does."""
    after = path.copy()
    after.branched = MOST_BRANCHED
    statement(gates, s, after)
    return block(gates, rest, after, later)


def if_(gates: Gates, s: tree.If, rest: tree.Block, path: PathState, later: Later | None) -> Gate:
    """The gate of both outcomes of a test, with all that follows."""
    test = condition(gates, s.test, path)
    if test.test is not None and isinstance(test.test, Const):
        return block(gates, [*(s.then if test.test.value else s.otherwise), *rest], path, later)
    yes = block(gates, [*s.then, *rest], path.copy(), later)
    no = block(gates, [*s.otherwise, *rest], path.copy(), later)
    exact = yes.exact and no.exact
    if test.test is None or not test.exact:
        return Gate(None, exact and yes.test is None and no.test is None)
    unless: E | None = None
    if not exact and any(x.exact or x.exact_if is not None for x in (yes, no)):
        unless = either(test.test, yes.enough, no.enough)
    if yes.test is None and no.test is None:
        return Gate(None, exact, unless)
    return Gate(either(test.test, yes.test or YES, no.test or YES), exact, unless)


# ------------------------------------------------------------ calls


def call(gates: Gates, s: tree.Call, rest: tree.Block, path: PathState, later: Later | None) -> Gate:
    """The gate of a rule that can fail, as a define or followed in place."""
    if path.depth >= DEPTH:
        return Gate(None, False)
    found: Gate | None = None
    if not gates.facts.block_fails(rest) and not fails_later(gates, later):
        found = rule_preconditions.call_gate(gates, s, path)
        if found is not None and found.exact:
            return found
    f = gates.functions.get(s.call.name)
    if (
        not isinstance(s.call, CallExpr)
        or f is None
        or any(isinstance(x, tree.Stop) for x in statements(f.body))
    ):
        return found or Gate(None, False)
    if found is None:
        return in_place(gates, s, f, rest, path, later)
    if not has_constants(s.call):
        return found  # following the rule in place could tell no more
    followed = in_place(gates, s, f, rest, path, later)
    return followed if followed.exact or found.exact_if is None else found


def in_place(
    gates: Gates, s: tree.Call, f: tree.Function, rest: tree.Block, path: PathState, later: Later | None
) -> Gate:
    """The gate of a rule and of what follows it, with what is known where it is called."""
    inner = path.copy()
    inner.depth += 1
    inner.locations = {}  # the called rule has locals of its own
    inner.names = {p.name: symbolic.argument(gates, a, path) for p, a in zip(f.params, s.call.parts[2:])}
    assert isinstance(s.call, CallExpr)
    inner.names["you"] = symbolic.argument(gates, s.call.subject, path)
    inner.names["this"] = symbolic.argument(gates, s.call.this, path)
    return block(gates, list(f.body), inner, Later(rest, path.names, later))


def passing(
    gates: Gates, s: tree.Call, rest: tree.Block, path: PathState, later: Later | None
) -> Gate | None:
    """A rule that cannot fail, but may write: while none of its parts applies, it is as if it were not called."""
    f = gates.functions.get(s.call.name)
    if not isinstance(s.call, CallExpr) or f is None or path.depth >= DEPTH or len(f.body) > FEW:
        return None
    otherwise = whatever(gates, s, rest, path, later)
    if otherwise.exact or any(isinstance(x, tree.Stop) for x in statements(f.body)):
        return otherwise
    inside = in_place(gates, s, f, rest, path, later)
    if inside.exact:
        return inside
    applies = rule_preconditions.applies(gates, s, f, path)
    if applies is None:
        return otherwise
    path.branched += 1
    quiet = block(gates, rest, path.copy(), later)
    if not quiet.exact and quiet.exact_if is None:
        return otherwise
    calm = negation(applies)
    if rule_preconditions.may_decline(gates, s):
        calm = disjunction([calm, quiet.test or YES]) or YES
    sure = calm if quiet.exact_if is None else conjunction([calm, quiet.exact_if])
    if quiet.test is None and otherwise.test is None:
        return Gate(None, False, sure)
    return Gate(either(applies, otherwise.test or YES, quiet.test or YES), False, sure)


def has_constants(call: E) -> bool:
    """Whether some argument is known when the rules are compiled."""
    return any(a is not None and isinstance(a, Const) for a in call.parts[1:])

"""Functions that every engine needs beside its rules: menus, actions, effects, bundles, the start and the end."""

from __future__ import annotations

from ..plan import model
from ..plan.names import constant, local_name
from ..typed import tree
from ..typed.tree import E
from .annotations import annotation
from .functions import FunctionPrinter
from .keeping import asked_by_several
from .printing import indented, small_value
from .search import conjuncts
from .state import late_values
from .statements import ids, read_your_own


def define(head: str, body: list[str]) -> str:
    return "\n".join([head, *indented(body)]) + "\n"


def columns(p: FunctionPrinter) -> list[str]:
    """Columns that read the position are looked up anew at each use."""
    found: list[str] = []
    for kind in p.game.kinds.values():
        for column in kind.columns.values():
            if column.constant:
                continue
            body = [f'"""The column {column.name} of {kind.name}."""']
            for i, c in enumerate(column.cells):
                if c is not None:
                    text = p.value(c, column.type)
                    body += [f"if this == {constant(kind.members[i])}:", f"    return {text}"]
            from .tables import blank

            body.append(f"return {blank(p, column)}")
            found.append(
                define(f"def {kind.name}_{column.name}(g: G, this: int) -> {annotation(column.type)}:", body)
            )
    return found


def kept(p: FunctionPrinter) -> list[str]:
    """Cells for which a define holds that never changes: worked out once."""
    found: list[str] = []
    for board, key in sorted(p.passable):
        name = f"{board}_where_{p.plan.names[key]}"
        store = f"_{name}".upper()
        found.append(f"{store}: Final[list[tuple[int, ...]]] = []\n")
        body = [
            f'"""The cells of {board} where {p.plan.signatures[key].name.replace("_", " ")} holds; they never change."""',
            f"if not {store}:",
            f"    {store}.append(tuple(x_ for x_ in {constant(board)}.cells if {p.plan.names[key]}(g, x_)))",
            f"return {store}[0]",
        ]
        found.append(define(f"def {name}(g: G) -> tuple[int, ...]:", body))
    return found


def tables_of_functions(p: FunctionPrinter) -> list[str]:
    """For each define that hands over to a function of each member these functions."""
    return [
        f"{h.table}: Final[tuple[{h.type}, ...]] = ({', '.join(p.plan.names[key] for key in h.functions)})\n"
        for h in p.handing.values()
    ]


def readers(p: FunctionPrinter) -> list[dict[str, str]]:
    """For each field that kept values read, the numbers of these."""
    found: list[dict[str, str]] = []
    for attribute in sorted({x for r in p.lasting.reads for x in r.own | r.there | r.other}):
        for start, stores in zip(("OWN_", "AT_", ""), p.readers(attribute)):
            if stores:
                found.append({"constant": f"R_{start}{constant(attribute)}", "stores": repr(tuple(stores))})
    return found


def menus(p: FunctionPrinter) -> list[str]:
    """For each menu the actions that are in force and not used up."""
    offered = {menu for o in p.plan.options for menu, _ in o.menus}
    found: list[str] = []
    for menu in p.game.menus:
        if menu in p.plan.free_menus:
            found.append(menu_function(p, menu, free=True))
        if menu in offered or menu not in p.plan.free_menus:
            found.append(menu_function(p, menu, free=False))
    return found


def menu_function(p: FunctionPrinter, menu: str, free: bool) -> str:
    """The actions of one menu; free ones are numbered as they stand beside other options."""
    actions = [a for a in p.plan.actions if a.menu == menu]
    _, declared = p.game.menus[menu]
    params = [(d.name, annotation(d.type)) for d in declared]
    for a in actions:
        f = p.plan.signatures[a.key]
        types = {q.name: annotation(q.type) for q in f.params}
        for i, name in enumerate(f.menu_args[: len(params)]):
            params[i] = (params[i][0], types.get(name, params[i][1]))
    args = "".join(f", {local_name(n)}: {ty}" for n, ty in params)
    what = "free actions" if free else "actions"
    body = [
        f'"""The {what} of the menu {menu.replace("_", " ")} that you may try."""',
        "options: list[int] = []",
    ]
    remembers = bool(asked_by_several(p.plan, {a.gate for a in actions if a.gate}))
    if remembers:
        body.append("g.still = {}  # nothing changes while the menu is put together")
    for a in actions:
        test = " and ".join(tests_of(p, a, [local_name(n) for n, _ in params]))
        add = f"options.append({'F_' if free else 'A_'}{constant(a.name)})"
        body += [f"if {test}:", f"    {add}"] if test else [add]
    body += ["g.still = None"] if remembers else []
    body = [*body[:2], *read_your_own(body[2:], 3), "return options"]
    name = f"free_{menu}" if free else f"{menu}_menu"
    return define(f"def {name}(g: G, you: int{args}) -> list[int]:", body)


def given_args(p: FunctionPrinter, a: model.Action, given: list[str]) -> list[str]:
    """What the menu passes, in the order of the action's own parameters."""
    f = p.plan.signatures[a.key]
    return [given[f.menu_args.index(q.name)] for q in f.params if q.name in f.menu_args]


def tests_of(p: FunctionPrinter, a: model.Action, given: list[str]) -> list[str]:
    """What must hold so that an action may be tried; what only reads is asked before what calls something."""
    tests: list[str] = []
    if a.once_per:
        tests.append(f"not g.used_{a.name}" if a.shared else f"not g.used_{a.name}[you]")
    if a.in_force is not None:
        text = p.expr(a.in_force)
        text = f"({text})" if a.in_force.op in ("or", "and") else text
        tests.insert(0 if p.only_reads(a.in_force) else len(tests), text)
    if a.gate:
        f = p.plan.signatures[a.gate]
        value = small_value(f.body)
        if value is not None and not f.params and not f.uses_this:
            parts = sorted(conjuncts(value), key=lambda x: not p.only_reads(x))
            parts = [opened if calls_nothing(opened := p.inlined(x)) else x for x in parts]
            return [*tests, *(p.atom(x) if x.op in ("or", "if") else p.expr(x) for x in parts)]
        args = ["g", *(["you"] if f.uses_you else []), *given_args(p, a, given)]
        tests.append(f"{p.plan.names[a.gate]}({', '.join(args)})")
    return tests


def calls_nothing(e: E) -> bool:
    return all(x.op != "call" for x in e.walk())


def actions(p: FunctionPrinter) -> list[str]:
    """How each action is carried out once it is picked: as a unit, and marked as used first."""
    found: list[str] = []
    for a in p.plan.actions:
        f = p.plan.signatures[a.key]
        body: list[str] = []
        if a.once_per:
            body.append(f"g.used_{a.name} = True" if a.shared else f"g.used_{a.name}[you] = True")
        given = given_args(p, a, [f"args[{i}]" for i in range(len(f.menu_args))])
        call = ["g", *(["you"] if f.uses_you else []), *given]
        name = p.plan.names[a.key]
        end = f"(up, L_UNIT, A_{constant(a.name)})"
        if a.asking:
            body.append(f"return {name}({', '.join([*call, end])})")
        else:
            body += [f"{name}({', '.join(call)})", f"return up if g.trial < 0 else {end}"]
        head = f"def run_{a.name}(g: G, you: int, args: tuple[Any, ...], up: Then | None) -> Then | None:"
        found.append(define(head, body))
    return found


def periods(p: FunctionPrinter) -> list[str]:
    """`begin round` makes the actions of that period free again."""
    found: list[str] = []
    names = {a.once_per for a in p.plan.actions if a.once_per} | begun(p)
    for period in sorted(names):
        body = [f'"""Begins a {period.replace("_", " ")}: its actions can be used again."""']
        for a in p.plan.actions:
            if a.once_per == period:
                body.append(
                    f"g.used_{a.name} = False"
                    if a.shared
                    else f"g.used_{a.name} = [False] * len(g.used_{a.name})"
                )
        found.append(define(f"def begin_{period}(g: G) -> None:", body))
    return found


def begun(p: FunctionPrinter) -> set[str]:
    from ..typed.checks_walk import statements

    return {
        s.period for f in p.plan.signatures.values() for s in statements(f.body) if isinstance(s, tree.Begin)
    }


def perform(p: FunctionPrinter) -> list[str]:
    """Carries out an effect: a rule kept as a value."""
    if not p.plan.effects and not uses_perform(p):
        return []
    asking = any(e.name in p.plan.asking for _, e in p.plan.effects)
    body = ['"""Carries out a rule that stands in a table."""']
    for text, e in p.plan.effects:
        call = E("call", e.type, [E("you", e.type), None, *e.args], e.name)
        args = p.arguments(call)
        name = p.plan.names[e.name]
        body.append(f"if effect == E_{p.effect_name(text)}:")
        if not asking:
            body += [f"    {name}({', '.join(args)})", "    return"]
        elif e.name in p.plan.asking:
            body.append(f"    return {name}({', '.join([*args, 'up'])})")
        else:
            body += [f"    {name}({', '.join(args)})", "    return up"]
    gates = can_perform(p)
    if asking:
        return [
            *gates,
            define(
                "def perform(g: G, you: int, effect: int, up: Then | None) -> Then | None:",
                [*body, "return up"],
            ),
        ]
    return [*gates, define("def perform(g: G, you: int, effect: int) -> None:", body)]


def can_perform(p: FunctionPrinter) -> list[str]:
    """Whether a rule that stands in a table can be carried through now."""
    body = ['"""Whether a rule that stands in a table can be carried through."""']
    for text, e in p.plan.effects:
        gate, _ = p.plan.effect_gates.get(text, ("", False))
        if gate:
            call = E("call", e.type, [E("you", e.type), None], gate)
            body += [f"if effect == E_{p.effect_name(text)}:", f"    return {p.expr(call)}"]
    exact = [
        f"E_{p.effect_name(text)}"
        for text, _ in p.plan.effects
        if p.plan.effect_gates.get(text, ("", False))[1]
    ]
    return [
        define("def can_perform(g: G, you: int, effect: int) -> bool:", [*body, "return True"]),
        f"EXACT_EFFECTS: Final[frozenset[int]] = frozenset(({''.join(f'{name}, ' for name in exact)}))\n",
        define(
            "def effect_is_exact(effect: int) -> bool:",
            ['"""Whether `can_perform` decides without a trial."""', "return effect in EXACT_EFFECTS"],
        ),
    ]


def uses_perform(p: FunctionPrinter) -> bool:
    from ..plan.analysis import all_expressions

    return any(
        e.op == "lib" and e.name == "perform"
        for f in p.plan.signatures.values()
        for e in all_expressions(f.body)
    )


def bundles(p: FunctionPrinter) -> list[str]:
    """Gaining, paying and losing bundles that are only known in play."""
    if not p.resources:
        return []
    gain: list[str] = []
    lose: list[str] = []
    pay: list[str] = []
    can: list[str] = []
    enough: list[str] = []
    more: list[str] = []
    for i, r in enumerate(p.resources):
        info = p.game.resources[r]
        if info.of or (info.field is None and "gained" not in info.functions):
            continue
        amount = f"bundle[{i}]"
        gain += [f"if {amount}:", *indented(p.change("gain", r, amount, amount, "you"))]
        if info.field is None and "paid" not in info.functions:
            continue
        lose += [f"if {amount}:", *indented(p.change("lose", r, amount, amount, "you"))]
        pay += [f"if {amount}:", *indented(p.change("pay", r, amount, amount, "you"))]
        stock = p.stock(r, "you")
        can += [f"if {stock} < {amount}:", f"    return {f'not enough {info.label}'!r}"]
        enough.append(f"{stock} >= {amount}")
        if r in p.multiples:
            more.append(f"{stock} >= {amount} + n * more[{i}]")
    return [
        define(
            "def gain_bundle(g: G, you: int, bundle: tuple[int, ...]) -> None:",
            ['"""Gains all of a bundle."""', *gain],
        ),
        define(
            "def lose_bundle(g: G, you: int, bundle: tuple[int, ...]) -> None:",
            ['"""Loses as much of a bundle as there is."""', *lose],
        ),
        define(
            "def missing(g: G, you: int, bundle: tuple[int, ...]) -> str:",
            ['"""What is missing to pay a bundle, in words."""', *can, 'return ""'],
        ),
        define(
            "def payable(g: G, you: int, bundle: tuple[int, ...]) -> bool:",
            [f"return {' and '.join(enough) or 'True'}"],
        ),
        *([payable_with(more)] if p.multiples else []),
        define(
            "def pay_bundle(g: G, you: int, bundle: tuple[int, ...], rule: str) -> None:",
            [
                '"""Pays all of a bundle, or nothing."""',
                "reason = missing(g, you, bundle)",
                "if reason:",
                "    raise Blocked(reason, rule)",
                *pay,
            ],
        ),
    ]


def payable_with(more: list[str]) -> str:
    """Whether a sum can be paid, without making the sum."""
    return define(
        "def payable_with(g: G, you: int, bundle: tuple[int, ...], n: int, more: tuple[int, ...]) -> bool:",
        [
            '"""Whether you can pay a bundle and n times another one."""',
            f"return {' and '.join(more) or 'True'}",
        ],
    )


def ends(p: FunctionPrinter) -> list[str]:
    """Setup, play, and who has won when the play is over."""
    functions = p.plan.signatures
    if "winners" in functions:
        f = functions["winners"]
        text = f"winners({'g, 0' if f.uses_you else 'g'})"
        winners = [f"return {text}" if f.result.is_many else f"return ({text},)"]
    elif "score" in functions:
        f = functions["score"]
        call = "score(g, p)" if f.uses_you else "score(g)"
        winners = [f"return best_players([{call} for p in range(g.players)])"]
    else:
        winners = ["return ()"]
    play_asks, setup_asks = "play" in p.plan.asking, "setup" in p.plan.asking
    play = (
        ["return play(g, (f[0], L_END_OF_PLAY))"]
        if play_asks
        else ["play(g)", "return (f[0], L_END_OF_PLAY)"]
    )
    setup = []
    if "setup" in functions:
        setup = ["run(g, setup(g, None))"] if setup_asks else ["setup(g)"]
    begin = ["run(g, (None, L_BEGIN_PLAY))"]
    if "setup" in functions:
        if setup_asks:
            begin = ["run(g, setup(g, (None, L_BEGIN_PLAY)))"]
        else:
            begin = ["setup(g)", *begin]
    make = [
        '"""A position before the setup: every field has its first value."""',
        "g = G(players, options)",
        *late_values(p),
        *participant_values(p),
        "return g",
    ]
    return [
        define("def new_position(players: int, options: dict[str, int]) -> G:", make),
        define(
            "def final_winners(g: G) -> tuple[int, ...]:",
            [
                '"""Who has won when the play ends by itself: it is over when this is asked."""',
                "g.over = True",
                *winners,
            ],
        ),
        define("def begin_play(g: G, f: Then, _: int) -> Then | None:", play),
        define(
            "def end_of_play(g: G, f: Then, _: int) -> Then | None:",
            ["end_game(g, final_winners(g))", "return None"],
        ),
        define("def start_setup(g: G) -> None:", ['"""Sets the game up."""', *setup]),
        define(
            "def start_play(g: G) -> None:",
            [
                '"""Plays from a game that is set up to its first decision."""',
                "run(g, (None, L_BEGIN_PLAY))",
            ],
        ),
        define(
            "def start_game(g: G) -> None:",
            ['"""Sets the game up and plays to its first decision."""', *begin],
        ),
    ]


def participants(p: FunctionPrinter) -> list[str]:
    """Who answers for seats without a human, and what they answer by themselves."""
    found: list[str] = []
    if not p.game.participants:
        return []
    body: list[str] = ['"""Who answers for a seat without a human."""']
    for q in p.game.participants.values():
        if q.controller is not None:
            body += [f"if you == g.players + {q.number}:", f"    return {p.expr(q.controller)}"]
    found.append(define("def controller_of(g: G, you: int) -> int:", [*body, "return you"]))
    lines: list[str] = [
        '"""What a seat without a human answers, or UNDECIDED if somebody is asked for it."""'
    ]
    for q in p.game.participants.values():
        for n, d in enumerate(q.decides):
            name = f"{q.name}_decides_{n}"
            p.result = None
            found.append(
                define(
                    f"def {name}(g: G, {local_name('options')}: tuple[int, ...]) -> int:",
                    [f"# {d.span.path}:{d.span.line} [{ids(d.sources)}]", *decides_body(p, d)],
                )
            )
            lines += [
                f"if you == g.players + {q.number} and choice in ({', '.join(same_choices(p, d.choice))},):",
                f"    answer = {name}(g, tuple(x for x in options if x != NONE))",
                "    if answer in options:",
                "        return answer",
            ]
    head = "def automatic_answer(g: G, choice: int, you: int, options: list[int], then: Then) -> int:"
    found.append(define(head, [*lines, "return UNDECIDED"]))
    return found


def same_choices(p: FunctionPrinter, name: str) -> list[str]:
    """A rule that chooses a variable in several places is answered in all of them."""
    return [f"C_{constant(c.name)}" for c in p.plan.choices if c.name.split("#")[0] == name]


def participant_values(p: FunctionPrinter) -> list[str]:
    """The fields with which a seat without a human begins."""
    lines: list[str] = []
    for q in p.game.participants.values():
        for name, value in q.attributes.items():
            info = next(f for f in p.game.fields.values() if f.owner == "player" and f.name == name)
            lines.append(f"g.{info.attribute}[g.players + {q.number}] = {p.value(value, info.type)}")
    return lines


def decides_body(p: FunctionPrinter, d: tree.Decides) -> list[str]:
    lines = p.block(d.body)
    if d.where is not None:
        lines = [f"if {p.expr(d.where)}:", *indented(lines)]
    complete = d.where is None and any(isinstance(s, tree.Result) and s.test is None for s in d.body)
    return lines if complete else [*lines, "return UNDECIDED"]

"""Calls of the code tree as C: functions of the rules, of pieces, of the runtime, and what belongs to a board."""

from __future__ import annotations

from ...code import tree as code
from ...code.tree import Expr
from ...code.types import UNKNOWN
from . import library
from .printer import PRINTERS, Printer, board_part
from .scope import free
from .unit import Untranslatable


def call(p: Printer, e: code.Call) -> str:
    """A call of a function."""
    if e.module in ("rules", "reasons"):
        given = [a for a in e.args if a.type.name != "position"]
        name = p.unit.need(e.function)
        return p.in_order(given, lambda x: f"{name}({', '.join(['g', *x])})")
    if e.module == "state":
        return piece_function(p, e)
    if e.function in library.WORDS:
        return "N(1)"
    if e.module == "language" and e.function in ("min", "max"):
        return extreme(p, e)
    if e.function == "without_alike":
        sorts = e.args[2]
        assert isinstance(sorts, code.Constant)
        return f"rw_without_alike(g, {p.value(e.args[1])}, {p.unit.need(sorts.name)})"
    if e.function == "completable":
        return completable(p, e)
    if e.function == "touching":
        near = board_part(p, e.args[0], "neighbours")
        return p.in_order(list(e.args[1:]), lambda x: f"rw_board_touching(g->c, {near}, {x[0]}, {x[1]})")
    known = library.FUNCTIONS.get((e.module, e.function))
    if known is None:
        raise Untranslatable(f"the function {e.function}")
    return library_call(p, known, e)


def library_call(p: Printer, known: library.Given, e: code.Call) -> str:
    """A function of the C runtime."""
    given: dict[str, Expr] = {}
    for param, arg in zip(known.params, e.args):
        given[arg.name if isinstance(arg, code.Named) else param] = (
            arg.value if isinstance(arg, code.Named) else arg
        )
    wanted = [name for name in known.params if not name.startswith("-")]
    there = [name for name in wanted if name in given and name != "&"]

    def made(x: list[str]) -> str:
        texts = dict(zip(there, x))
        parts = [{"c": "g->c", "g": "g"}[known.first]] if known.first else []
        for name in wanted:
            parts.append(closure(p, given[name]) if name == "&" else texts.get(name) or known.default(name))
        return f"{known.name}({', '.join(parts)})"

    return p.in_order([given[name] for name in there], made)


def closure(p: Printer, e: Expr) -> str:
    """A function without a name, with the locals that it reads."""
    assert isinstance(e, code.Closure)
    around = sorted(free(e))
    name = p.unit.helper("closure")
    params = tuple(code.Param(n, UNKNOWN) for n in (*e.params, *around))
    made = code.Function(name, params, e.body.type, (code.Return(e.body),))
    p.helper(made)
    takes = ", ".join([f"given[{i}]" for i in range(len(e.params))])
    takes += "".join(f", around[{i}]" for i in range(len(around)))
    p.called(name, takes, bool(around))
    kept = f"(const Value[]){{{', '.join(map(p.read, around))}}}" if around else "NULL"
    return f"(Closure){{{name}_run, {kept}}}"


def completable(p: Printer, e: code.Call) -> str:
    """Whether a choice of several things can still be made complete."""
    texts = [p.value(a) for a in e.args[:4]]
    holds, grows = "NULL", "0"
    if len(e.args) > 4 and isinstance(e.args[4], code.Closure):
        holds = f"&{closure(p, e.args[4])}"
    if len(e.args) > 5:
        grows = p.test(e.args[5])
    return f"rw_flag(rw_completable(g, {', '.join(texts)}, {holds}, {grows}))"


def extreme(p: Printer, e: code.Call) -> str:
    """The lowest or the highest of several numbers."""
    function = "rw_smaller" if e.function == "min" else "rw_larger"

    def made(x: list[str]) -> str:
        found = x[0]
        for one in x[1:]:
            found = f"{function}({found}, {one})"
        return found

    if len(e.args) == 1:
        raise Untranslatable(f"{e.function} of a collection")
    return p.in_order(list(e.args), made)


def piece_function(p: Printer, e: code.Call) -> str:
    """A function that makes or moves pieces."""
    params = p.unit.pieces.get(e.function)
    if params is None:
        raise Untranslatable(f"the function {e.function}")
    given = [a for a in e.args if a.type.name != "position"]
    named = {a.name: a.value for a in given if isinstance(a, code.Named)}
    plain = [a for a in given if not isinstance(a, code.Named)]
    args = [plain[i] if i < len(plain) else named.get(p, code.NONE) for i, p in enumerate(params)]
    return p.in_order(args, lambda x: f"p_{e.function}({', '.join(['g', *x])})")


def method(p: Printer, e: code.Method) -> str:
    """A function that belongs to a board, an action, a map or a set."""
    if e.name == "run" and isinstance(e.of, code.Index):
        parts = [e.of.at, *e.args[1:]]
        return p.in_order(parts, lambda x: f"rw_run_action(g, {', '.join(x)})")
    if e.name == "isdisjoint":
        return f"rw_flag(rw_disjoint(g->c, {p.value(e.of)}, {p.value(e.args[0])}))"
    if e.name == "get":
        return looked_up(p, e)
    if e.name in library.METHODS:
        function, parts_given = library.METHODS[e.name]
        before = ", ".join(["g->c", *(board_part(p, e.of, x) for x in parts_given)])
        more = ", N(1)" if e.name == "step" and len(e.args) == 2 else ""
        return p.in_order(list(e.args), lambda x: f"{function}({before}, {', '.join(x)}{more})")
    if e.name in library.WITH_CELLS:
        return f"rw_index(g->c, {board_part(p, e.of, library.WITH_CELLS[e.name])}, {p.value(e.args[0])})"
    if e.name in library.BY_NUMBER:
        lines = board_part(p, e.of, library.BY_NUMBER[e.name])
        return f"rw_lookup(g->c, {lines}, {p.value(e.args[0])}, rw_no_things())"
    if e.name == "cell":
        sizes = ", ".join(board_part(p, e.of, x) for x in ("rows", "columns"))
        return p.in_order(list(e.args), lambda x: f"rw_board_cell({sizes}, {', '.join(x)})")
    if e.name in ("lines", "lines_through") and isinstance(e.args[0], code.Literal):
        return board_part(p, e.of, f"{e.name}:{e.args[0].value}")
    raise Untranslatable(f"the method {e.name}")


def looked_up(p: Printer, e: code.Method) -> str:
    """What a map has for a key."""
    otherwise = p.value(e.args[1]) if len(e.args) > 1 else "NIL"
    if isinstance(e.of, code.Part) and e.of.name == "at":
        sizes = ", ".join(board_part(p, e.of.of, x) for x in ("rows", "columns"))
        return f"rw_board_at({sizes}, {p.value(e.args[0])})"
    if isinstance(e.of, code.Constant) and e.of.name in p.unit.stores:
        return f"rw_kept(g->c, {p.unit.stores[e.of.name]}, {p.value(e.args[0])})"
    return f"rw_lookup(g->c, {p.value(e.of)}, {p.value(e.args[0])}, {otherwise})"


PRINTERS |= {code.Call: call, code.Method: method}

"""Defines that hand over to a function of their own for each member of a kind: a table of these functions takes their place."""

from __future__ import annotations

from dataclasses import dataclass

from ..plan.copying import in_words
from ..plan.model import Plan
from ..plan.names import constant
from ..typed import tree
from ..typed.tree import E
from .annotations import annotation
from .known import axes_of, is_member, may_be_none, place_of

FEWEST = 4  # members


@dataclass(slots=True)
class Handing:
    table: str  # its name
    member: str  # the parameter that holds it, or `this`
    place: int  # of the member among the arguments of a call
    functions: list[str]  # for each member the key of one
    type: str  # of the functions


def handing_over(plan: Plan) -> dict[str, Handing]:
    """All defines that only ask which member it is, and pass on what they are given."""
    absent = may_be_none(plan)
    # what is counted or kept where it is asked must be asked itself
    itself = {*plan.constants, *plan.kept.defines}
    itself |= {
        key for key, name in plan.names.items() for f in plan.functions if f.circular and f.name == name
    }
    found: dict[str, Handing] = {}
    for key in plan.names:
        f = plan.signatures.get(key) if key not in itself else None
        if f is None or f.category != "define" or not all(isinstance(s, tree.Result) for s in f.body):
            continue
        for name, type in axes_of(f):
            members = plan.game.kinds[type.of].members if is_member(type) else []
            functions = {m: to for s in reversed(f.body) for m, to in passed_on(plan, f, s, name)}
            if len(functions) == len(members) >= FEWEST and (key, name) not in absent:
                ordered = [functions[i] for i in range(len(members))]
                table = f"{constant(plan.names[key])}__BY_{constant(type.of)}"
                found[key] = Handing(table, name, place_of(f, name), ordered, signature(f))
    return found


def passed_on(plan: Plan, f: tree.Function, s: tree.S, name: str) -> list[tuple[int, str]]:
    """The member for which a case holds, and the function to which it passes everything on."""
    test = s.test if isinstance(s, tree.Result) else None
    if test is None or test.op != "compare" or test.name != "=" or test.arg(1).op != "const":
        return []
    subject = test.arg(0)
    if (subject.name if subject.op == "local" else subject.op) != name:
        return []
    assert isinstance(s, tree.Result)
    to = plan.signatures.get(s.value.name) if s.value.op == "call" else None
    if (
        to is None
        or (to.uses_you, to.uses_this) != (f.uses_you, f.uses_this)
        or len(to.params) != len(f.params)
    ):
        return []
    given = [in_words(a) for a in s.value.args[2:] if a is not None]
    own = [in_words(E("local", p.type, name=p.name)) for p in f.params]
    same = all(a is None or a.op == op for a, op in zip(s.value.args, ("you", "this")))
    return [(test.arg(1).data, to.key)] if same and given == own else []


def signature(f: tree.Function) -> str:
    plain = ["int"] * (f.uses_you + f.uses_this)
    return f"Callable[[{', '.join(['G', *plain, *(annotation(p.type) for p in f.params)])}], {annotation(f.result)}]"

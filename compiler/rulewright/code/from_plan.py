"""The plan becomes the code tree: all functions of an engine, by the rules files that they come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..analysis.bounds import Bounds
from ..analysis.effects import EffectAnalysis
from ..plan import model
from ..plan.names import constant
from . import alike, boards, library, menus, operators, support
from .functions import all_nodes, function
from .lowering import Lowering
from .moving import made_alike
from .options import comparing_for, options
from .reasons import reasons
from .split_searches import searching_function
from .statements import readers
from .tables import literal
from .tree import Function, Module, Section, Table
from .types import NUMBER, many

LOWERED_BY = (boards, library, operators)  # their functions are in the tables of `lowering`
OWN_SECTION = "menus, actions, start and end"
FIRST_LABEL = 5


@dataclass(slots=True)
class Label:
    """A function that can be resumed."""

    name: str
    constant: str
    number: int
    function: str
    risky: bool


def lowering(plan: model.Plan, places: bool = False, sentences: Mapping[str, str] | None = None) -> Lowering:
    """Where the way from a plan to the code tree begins."""
    effects = EffectAnalysis(plan.game, plan.signatures, [e.name for _, e in plan.rule_values])
    memoised = model.Memoised() if places else plan.memoised
    picks = [pick for o in plan.options for pick in o.picks]
    comparing = set[str]().union(*(comparing_for(plan.game, pick) for pick in picks))
    jumps = [n for f in plan.functions for n in all_nodes(f.body) if isinstance(n, model.Jump)]
    return Lowering(
        plan=plan,
        places=places,
        effects=effects,
        bounds=Bounds(plan.game, plan.signatures),
        memoised=memoised,
        stores=memoised.stores,
        comparing=comparing,
        made_alike=made_alike(plan),
        keys={name: key for key, name in reversed(plan.names.items())},
        jumped={n.function for n in jumps},
        sentences=sentences or {},
    )


def rules_module(c: Lowering) -> Module:
    """The functions of the rules, by the file that they come from."""
    sections: dict[str, list[Function | Table]] = {}
    unneeded = only_for_calls(c)
    for f in c.plan.functions:
        search = c.memoised.searches.get(f.name)
        made = function(c, f) if search is None else searching_function(c, f, search)
        sections.setdefault(f.section, []).extend(removable(unneeded, made))
    for o in c.plan.options:
        if listed := options(c, o):
            sections.setdefault(o.span.path, []).extend(listed)
    return Module("rules", tuple(Section(title, tuple(items)) for title, items in sections.items()))


def with_support(c: Lowering, rules: Module) -> Module:
    """The rules, and what they and all other modules lowered so far need beside them."""
    own = [
        *support.columns(c),
        *alike.sorts(c),
        *menus.menus(c),
        *menus.actions(c),
        *menus.periods(c),
        *support.perform(c),
        *support.bundles(c),
        *support.participants(c),
        *support.ends(c),
    ]
    section = Section(OWN_SECTION, (*support.passable(c), *own))
    return replace(rules, sections=(*rules.sections, section))


def only_for_calls(c: Lowering) -> set[str]:
    """The gates: they are not needed if nothing calls them."""
    starts = ("can.", "sure.", "applies.")
    return {c.plan.names[key] for key in c.plan.signatures if key.startswith(starts)}


def removable(unneeded: set[str], made: list[Function] | list[Function | Table]) -> list[Function | Table]:
    """Functions, with a mark on those that are not needed if nothing calls them."""
    return [replace(f, removable=True) if isinstance(f, Function) and f.name in unneeded else f for f in made]


def reasons_module(c: Lowering, sources: Mapping[str, str]) -> Module:
    """The functions that say why something is not offered; there every define is called, so that it can be named."""
    c.opens = False
    made = reasons(c, sources)
    c.opens = True
    return Module("reasons", (Section("", tuple(made)),))


def reader_tables(c: Lowering) -> list[Table]:
    """For each field that memoised values read, the numbers of these."""
    found: list[Table] = []
    for attribute in sorted({x for r in c.memoised.reads for x in r.own | r.there | r.other}):
        for start, stores in zip(("OWN_", "AT_", ""), readers(c, attribute)):
            if stores:
                name = f"R_{start}{constant(attribute)}"
                found.append(Table(name, many(NUMBER), literal(tuple(stores))))
    return found


def labels(c: Lowering) -> list[Label]:
    """All functions that can be resumed, with their numbers."""
    found: list[Label] = []
    for f in c.plan.functions:
        if f.role == "resume" or f.resumable:
            direct = f.role == "resume" or f.name not in c.jumped
            name = f.name if direct else f"{f.name}__again"
            found.append(Label(f.name, f"L_{constant(f.name)}", 0, name, f.risky))
    found.append(Label("begin_play", "L_BEGIN_PLAY", 0, "begin_play", False))
    found.append(Label("end_of_play", "L_END_OF_PLAY", 0, "end_of_play", False))
    for i, label in enumerate(found):
        label.number = FIRST_LABEL + i
    return found

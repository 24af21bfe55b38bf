"""A whole engine as one C file: the functions that play needs, and the tables of the machine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ... import passes
from ...code import state as states
from ...code import tree as code
from ...code.from_plan import labels, lowering, reader_tables, reasons_module, rules_module, with_support
from ...code.tree import Table
from ...passes.facts import Facts, facts
from ...plan import model
from ...plan.names import constant
from ..package import rules_hash
from ..python.statements import environment
from .choices import ChoiceTable
from .layout import layout
from .statements import Statements, function, signature
from .unit import Unit, acting

SKIPPED = {"new_position"}  # a position before the setup comes from Python
SHARED = {"menu_memo": "F_STILL", "winners": "F_WINNERS"}
RUNTIME = {
    "L_UNIT": "L_UNIT",
    "L_WITH": "L_WITH",
    "FREE": "FREE",
    "UNDECIDED": "UNDECIDED_NUMBER",
    "PAIR": "32768",
}


def core(plan: model.Plan, sources: Mapping[str, str], name: str) -> str:
    """The C file of an engine; Untranslatable if a construct has no C yet."""
    return _Core(plan, sources, name).text()


class _Core:
    """The C file of one engine on its way."""

    def __init__(self, plan: model.Plan, sources: Mapping[str, str], name: str) -> None:
        self.plan = plan
        self.name = name
        self.sources = sources
        self.c = lowering(plan)
        rules = rules_module(self.c)
        reasons = reasons_module(self.c, sources)
        told = list(passes.tidy(reasons, Facts()).functions())
        self.labels = labels(self.c)
        wanted = frozenset(f.name for f in rules.functions())
        module = passes.run(with_support(self.c, rules), facts(plan, wanted))
        self.tables = [x for s in module.sections for x in s.items if isinstance(x, Table)]
        functions = {f.name: f for f in (*module.functions(), *told) if f.name not in SKIPPED}
        self.layout = layout(self.c, states.slots(self.c))
        self.pieces = states.pieces(self.c)
        self.unit = Unit(
            functions=functions,
            constants=self.constants(),
            fields={x.attribute: x.name for x in self.layout.places} | SHARED,
            lists={x.attribute: f"AT_{x.attribute}" for x in self.layout.lists},
            sizes={x.attribute: x.size for x in self.layout.lists if x.size},
            stores={t.name: i for i, t in enumerate(t for t in self.tables if is_store(t))},
            readers={t.name: t.value for t in (*self.tables, *reader_tables(self.c)) if not is_store(t)},
            pieces=piece_functions(self.pieces),
            menus=list(plan.game.menus),
        )
        self.unit.acting = acting(functions.values())

    def constants(self) -> dict[str, str]:
        """Names of numbers -> as C writes them."""
        named = {name: name for group in self.constant_groups() for name, _ in group}
        named |= {f"F_{constant(a.name)}": f"(FREE + A_{constant(a.name)})" for a in self.plan.actions}
        return named | RUNTIME

    def constant_groups(self) -> list[list[tuple[str, str]]]:
        """Labels, choices, actions, menus and zones with their numbers."""
        zones = [(z.constant, str(z.low)) for p in states.pieces(self.c) for z in p.zones]
        return [
            [(x.constant, str(x.number)) for x in self.labels],
            [(f"C_{constant(x.name)}", str(i)) for i, x in enumerate(self.plan.choices)],
            [(f"A_{constant(x.name)}", str(i)) for i, x in enumerate(self.plan.actions)],
            [(f"M_{constant(x)}", str(i)) for i, x in enumerate(self.plan.game.menus)],
            zones,
        ]

    def text(self) -> str:
        """The file."""
        unit, plan = self.unit, self.plan
        unit.need("start_game")
        for label in self.labels:
            unit.need(label.function)
        table = ChoiceTable(unit, plan)
        choices = table.rows()
        machine = self.machine(table)
        pieces = [self.piece_text(p) for p in self.pieces]
        functions = self.functions()
        template = environment().get_template("core.c.j2")
        return template.render(
            title=plan.game.title.replace("*/", "* /"),
            target=plan.game.name + (f"@{plan.game.variant}" if plan.game.variant else ""),
            name=self.name,
            rules=rules_hash(self.sources, plan.game.variant),
            layout=self.layout,
            memo=len(self.c.stores),
            stores=len(unit.stores),
            tables=[f"{name}.{part}" if part else name for name, part in unit.tables],
            constants=self.constant_groups(),
            signatures=[signature(unit.functions[n]) for n in unit.called],
            fixed=[(name, numbers) for numbers, name in unit.constants_made.items()],
            pieces=pieces,
            functions=functions,
            choice_functions=table.functions,
            lists=table.lists,
            labels=self.labels,
            choices=choices,
            **machine,
        )

    def functions(self) -> list[str]:
        """All functions that are needed; printing one may find that others are."""
        found: list[str] = []
        done = 0
        while done < len(self.unit.called):
            name = self.unit.called[done]
            found.append(function(self.unit, self.unit.functions[name], f"r_{name}"))
            done += 1
        return found

    def machine(self, table: ChoiceTable) -> dict[str, Any]:
        """The tables of the machine beside those of labels and choices."""
        plan, unit = self.plan, self.unit
        menus = list(plan.game.menus)
        actions = []
        for a in plan.actions:
            unit.need(f"run_{a.name}")
            changes = table.numbers(f"changes_{a.name}", [unit.fields[x] for x in a.changes])
            actions.append({"run": f"run_{a.name}", "menu": menus.index(a.menu), "changes": changes})
        participants = plan.game.participants.values()
        return {
            "actions": actions,
            "menus": [
                {
                    "free": unit.need(f"free_{m}") if m in plan.free_menus else "NULL",
                    "exact": int(m in plan.exact_menus),
                }
                for m in menus
            ],
            "any_free": int(bool(plan.free_menus)),
            "controller": (
                unit.need("controller_of") if any(q.controller is not None for q in participants) else "NULL"
            ),
            "decide": unit.need("automatic_answer") if any(q.decides for q in participants) else "NULL",
            "score": self.score(),
        }

    def score(self) -> str:
        """The function that gives the score of a player."""
        score = self.plan.signatures.get("score")
        if score is None:
            return "NULL"
        if not score.uses_you:
            return f"rw_score_of_table, .score_of_table = {self.unit.need('score')}"
        return self.unit.need("score")

    def piece_text(self, piece: states.PieceSlots) -> str:
        """The functions that make and move pieces of a sort."""
        p = Statements(self.unit)
        leaving = p.block(piece.leaving)
        shown = {
            name: getattr(piece, name)
            for name in ("name", "board", "zoned", "fields", "zones", "made_alike", "first_list")
        }
        shown |= {"leaving": leaving, "temps": p.temps}
        shown |= {
            "on": partial(self.unit.element, f"{piece.name}_on"),
            "set_on": partial(self.unit.set_element, f"{piece.name}_on"),
        }
        template: Any = environment().get_template("pieces.c.j2").module
        return str(template.all(shown))


def is_store(t: Table) -> bool:
    """Whether a table is empty before play: something is kept in it."""
    return isinstance(t.value, code.Collection) and not t.value.items and t.type.name in ("map", "list")


def piece_functions(pieces: list[states.PieceSlots]) -> dict[str, list[str]]:
    """The functions of pieces with the names of their parameters."""
    found: dict[str, list[str]] = {}
    for p in pieces:
        fields, zone = [f[0] for f in p.fields], ["zone"] if p.zoned else []
        found[f"new_{p.name}"] = [*fields, *zone]
        found[f"new_{p.name}_times"] = ["times", *fields, "zone"]
        found[f"leave_{p.name}"] = ["x", *(["goal"] if p.zoned else [])]
        found[f"stand_{p.name}"] = ["x", "cells"]
        found[f"remove_{p.name}"] = ["x"]
    return found

"""Stage 6: the code tree becomes the files of a Python package; macros print, `layout` formats."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .. import passes
from ..code import state as states
from ..code import tables
from ..code import tree as code
from ..code.from_plan import labels, lowering, reader_tables, reasons_module, rules_module, with_support
from ..code.kept import KEPT
from ..code.state import Slot
from ..code.types import TEXT
from ..code.types import many as sequence
from ..passes.facts import Facts, facts
from ..plan import model
from ..plan.names import constant
from ..typed import looks
from . import meaning, metadata
from .examples import examples
from .layout import formatted
from .python.imports import imported, names_used
from .python.statements import environment
from .source_map import SourceMap

MODULES = ("tables", "state", "rules")


def package(
    plan: model.Plan,
    sources: Mapping[str, str],
    version: str,
    places: bool = False,
    folder: str = "",
    sentences: Mapping[str, str] | None = None,
    laid_out: bool = True,
) -> dict[str, str]:
    """The files of an engine by name, byte for byte the same for the same rules.

    With `places` a comment before every statement says where it stands in the rules; that engine is for measuring.
    `sentences` are those of the rulebook by id: the function of a rule quotes the one that the rule cites first.
    Without `laid_out` the modules are as their templates print them.
    """
    folder = folder or f"rules/{plan.game.name}"
    return _Package(plan, sources, version, places, folder, sentences or {}, laid_out).files()


def rules_hash(sources: Mapping[str, str], variant: str) -> str:
    """A hash of the text of a game's rules."""
    digest = hashlib.sha256(variant.encode())
    for path, text in sorted(sources.items()):
        digest.update(path.encode() + b"\0" + text.encode() + b"\0")
    return digest.hexdigest()[:16]


def code_of(plan: model.Plan, after: str = "") -> code.Module:
    """The code tree of a game's rules, after all passes or after the one that is named; before all of them for `plan`."""
    c = lowering(plan)
    module = with_support(c, rules_module(c))
    return module if after == "from_plan" else passes.run(module, facts(plan), after)


def tidied(module: code.Module) -> list[code.Function]:
    """The functions of a module in which nothing is done for speed."""
    return list(passes.tidy(module, Facts()).functions())


class _Package:
    """The files of one engine on their way."""

    def __init__(
        self,
        plan: model.Plan,
        sources: Mapping[str, str],
        version: str,
        places: bool,
        folder: str,
        sentences: Mapping[str, str],
        laid_out: bool,
    ) -> None:
        self.plan = plan
        self.game = plan.game
        self.sources = sources
        self.layout: Callable[[str], str] = formatted if laid_out else str
        self.c = lowering(plan, places, sentences)
        self.source_map = SourceMap(sources, folder)
        self.labels = labels(self.c)
        self.spoken = meaning.table(plan, [label.name for label in self.labels])
        game = self.game
        target = game.name + (f"@{game.variant}" if game.variant else "")
        self.common: dict[str, Any] = {
            "title": game.title.replace("\\", "\\\\").replace('"', "'"),
            "source": folder,
            "target": target,
            "version": version,
        }

    def files(self) -> dict[str, str]:
        """All files by name."""
        # functions first: lowering them finds which tables they need
        rules, reasons = rules_module(self.c), KEPT.again(reasons_module(self.c, self.sources))
        worked, named = examples(self.c, self.sources, self.spoken.declared)
        told = tidied(reasons)
        outside = names_used(told) | named
        entries = frozenset(imported(outside, "rules"))
        run = passes.tidy if self.c.places else passes.run
        rules = run(KEPT.again(with_support(self.c, rules)), facts(self.plan, entries))
        state = self.state()  # before the tables: first values, too, may need some
        found = {
            "__init__.py": self.render(
                "init.py.j2", options=self.typed_options(), default_players=self.default_players()
            ),
            "__main__.py": self.render("main.py.j2"),
            "_runtime.py": self.render("runtime.py.j2"),
            "py.typed": "",
            "meaning.py": self.render("meaning.py.j2", spoken=self.spoken),
            "tables.py": self.tables(),
            "state.py": state,
            "rules.py": self.rules(rules),
            "reasons.py": self.module("reasons", told, functions=told),
            "examples.json": worked,
            "engine.py": self.engine(),
        }
        if self.game.looks:
            drawn = looks.data(self.game.looks, metadata.effect_arguments(self.plan))
            found["look.py"] = self.render("look.py.j2", look=repr(drawn))
        found["places.txt"] = self.source_map.listed()
        return dict(sorted(found.items()))

    def render(self, template: str, **more: Any) -> str:
        """A file, laid out."""
        return self.layout(self.text(template, more))

    def text(self, template: str, parts: Mapping[str, Any]) -> str:
        """A file as its template prints it."""
        return environment().get_template(template).render({**self.common, **parts})

    def module(self, name: str, nodes: Sequence[code.Node], **parts: Any) -> str:
        """A module with the imports that its nodes need."""
        used = names_used(nodes)
        needed = {f"from_{m}": imported(used, m) for m in MODULES if m != name}
        needed["imports"] = imported(used, "runtime")
        needed["typing"] = imported(used, "typing")
        return self.layout(self.source_map.quoted(self.text(f"{name}.py.j2", {**needed, **parts})))

    # ------------------------------------------------------------ tables and state

    def tables(self) -> str:
        """Kinds, figures and boards."""
        c = self.c
        members, columns = tables.kinds(c)
        effect_labels = tuple(metadata.effect_label(self.plan, e) for _, e in self.plan.rule_values)
        labels = tuple(r.label for r in self.game.resources.values())
        words = [
            code.Table("EFFECT_LABELS", sequence(TEXT), tables.literal(effect_labels)),
            code.Table("RESOURCE_LABELS", sequence(TEXT), tables.literal(labels)),
        ]
        groups = [
            tables.directions(c),
            *members,
            tables.effects(c),
            *columns,
            words,
            [*tables.boards(c), *tables.lines(c), *tables.edges(c)],
        ]
        return self.module("tables", [x for group in groups for x in group], groups=groups)

    def state(self) -> str:
        """The class of the position, and the functions that move pieces."""
        slots, pieces = states.slots(self.c), states.pieces(self.c)
        values: list[code.Node] = [s.value for s in slots]
        nodes = [*values, *(s for p in pieces for s in p.leaving)]
        read = any(isinstance(x, code.Field) for x in code.walk(tuple(values)))
        return self.module(
            "state",
            [*nodes, *([code.NONE] if any(p.zoned for p in pieces) else [])],
            slots=slots,
            uses_g=read,
            pieces=pieces,
            board_pieces=any(p.board for p in pieces),
            option_defaults=repr({o.name: o.default for o in metadata.options(self.plan)}),
            rules_hash=rules_hash(self.sources, self.game.variant),
            meaning=self.spoken.meaning,
            order=self.order(slots),
            stores=len(self.c.stores) or "",
        )

    def order(self, slots: list[Slot]) -> str:
        """A hash of all that a position holds by number, or under an emitted name."""
        plan = self.plan
        numbered = (
            [label.name for label in self.labels],
            [c.name for c in plan.choices],
            [a.name for a in plan.actions],
        )
        named = [s.name for s in slots], list(self.game.menus), [text for text, _ in plan.rule_values]
        return hashlib.sha256(repr((numbered, named)).encode()).hexdigest()[:8]

    # ------------------------------------------------------------ rules

    def rules(self, module: code.Module) -> str:
        """The rules themselves."""
        items = [item for s in module.sections for item in s.items]
        return self.module(
            "rules",
            [*items, *([code.Constant("FREE", "runtime")] if self.free_actions() else []), *self.constants()],
            labels=self.labels,
            choices=[f"C_{constant(c.name)}" for c in self.plan.choices],
            actions=[f"A_{constant(a.name)}" for a in self.plan.actions],
            free=self.free_actions(),
            menus=[f"M_{constant(m)}" for m in self.game.menus],
            readers=reader_tables(self.c),
            sections=module.sections,
        )

    def free_actions(self) -> list[str]:
        """The actions that stand beside the options of decisions."""
        return [constant(a.name) for a in self.plan.actions if a.menu in self.plan.free_menus]

    def constants(self) -> list[code.Table]:
        """One of the constants that stand before the functions: all have the same form."""
        return [code.Table("L_", TEXT, code.UNSET)]

    # ------------------------------------------------------------ engine

    def typed_options(self) -> list[dict[str, str]]:
        """The options of a game as parameters."""
        found = []
        for o in metadata.options(self.plan):
            flag = o.type == "flag"
            found.append(
                {
                    "name": o.name,
                    "type": "bool" if flag else "int",
                    "default": repr(bool(o.default) if flag else o.default),
                }
            )
        return found

    def default_players(self) -> int:
        """How many play if nobody says."""
        return self.game.players[0] if self.game.players else 2

    def engine(self) -> str:
        """What the engine tells of itself."""
        return self.render(
            "engine.py.j2",
            name=self.game.name,
            variant=self.game.variant,
            labels=self.labels,
            look=bool(self.game.looks),
            zones={p: tuple((z.attribute, z.low) for z in states.zones(self.c, p)) for p in self.game.pieces},
            **metadata.engine(self.plan),
        )

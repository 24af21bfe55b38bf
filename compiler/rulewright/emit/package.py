"""Stage 5: the plan becomes the files of a Python package; templates print, `layout` formats."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from ..plan import model
from ..plan.names import RUNTIME, constant
from ..typed import looks
from . import alike, meaning, metadata, state, support, tables
from .examples import ExamplePrinter
from .functions import FunctionPrinter
from .layout import formatted
from .reasons import ReasonPrinter
from .state import Slot

FIRST_LABEL = 5
MODULES = ("tables", "state", "rules")
# What a module may import of the runtime beside what its template names.
IMPORTED = {
    "tables": ("NONE", "Board", "graph", "grid", "hexes", "ring", "track"),
    "state": ("NONE", "taken_out", "within"),
    "rules": RUNTIME,
    "reasons": tuple(n for n in RUNTIME if n != "Then"),
    "examples": RUNTIME,
    "engine": ("NONE", "any_left", "yes_or_no"),
}


@dataclass(slots=True)
class Label:
    name: str
    constant: str
    number: int
    function: str
    risky: bool


@cache
def environment() -> jinja2.Environment:
    folder = Path(__file__).parent.parent / "templates"
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    made.filters["pyrepr"] = repr
    return made


def package(
    plan: model.Plan, sources: Mapping[str, str], version: str, places: bool = False
) -> dict[str, str]:
    """The files of an engine by name, byte for byte the same for the same rules.

    With `places` a comment before every statement says where it stands in the rules; that engine is for measuring.
    """
    return _Package(plan, sources, version, places).files()


def rules_hash(sources: Mapping[str, str], variant: str) -> str:
    digest = hashlib.sha256(variant.encode())
    for path, text in sorted(sources.items()):
        digest.update(path.encode() + b"\0" + text.encode() + b"\0")
    return digest.hexdigest()[:16]


class _Package:
    def __init__(
        self, plan: model.Plan, sources: Mapping[str, str], version: str, places: bool = False
    ) -> None:
        self.plan = plan
        self.game = plan.game
        self.sources = sources
        self.version = version
        self.printer = FunctionPrinter(plan, places)
        self.exported: dict[str, set[str]] = {}  # what the modules so far define
        self.spoken = meaning.Table("", [], (), [])
        game = self.game
        target = game.name + (f"@{game.variant}" if game.variant else "")
        self.common: dict[str, Any] = {
            "title": game.title.replace("\\", "\\\\").replace('"', "'"),
            "source": f"rules/{game.name}",
            "target": target,
            "version": version,
        }

    def files(self) -> dict[str, str]:
        # functions first: printing them finds which tables of lines and which support they need
        printed = self.sections()
        self.printer.opens = False
        reasons = ReasonPrinter(self.printer, self.sources).all()
        self.printer.opens = True
        functions, examples = self.example_functions()
        texts = [text for texts in printed.values() for text in texts]
        own = self.support([*texts, *reasons, *functions])
        sections = [{"title": path, "functions": texts} for path, texts in printed.items()]
        sections.append({"title": "menus, actions, start and end", "functions": own})
        self.drop_uncalled(sections, [*reasons, *functions])
        found = {
            "__init__.py": self.render(
                "init.py.j2", options=self.typed_options(), default_players=self.default_players()
            ),
            "__main__.py": self.render("main.py.j2"),
            "_runtime.py": self.render("runtime.py.j2"),
            "py.typed": "",
        }
        self.spoken = meaning.table(self.plan, [label.name for label in self.labels()])
        found["meaning.py"] = self.render("meaning.py.j2", spoken=self.spoken)
        # each module imports by name what it mentions of the ones before it
        state, engine = self.state(), self.engine()
        found["tables.py"] = self.module("tables", self.tables())
        found["state.py"] = self.module("state", state)
        found["rules.py"] = self.module("rules", self.rules(sections))
        found["reasons.py"] = self.module("reasons", {"functions": reasons})
        found["examples.py"] = self.module("examples", {"functions": functions, "examples": examples})
        found["engine.py"] = self.module("engine", engine)
        if self.game.looks:
            found["look.py"] = self.render("look.py.j2", look=repr(looks.data(self.game.looks)))
        return dict(sorted(found.items()))

    def render(self, template: str, **more: Any) -> str:
        text = environment().get_template(template).render({**self.common, **more})
        return formatted(text)

    def module(self, name: str, parts: dict[str, Any]) -> str:
        """A module with the imports that its text needs."""
        template = environment().get_template(f"{name}.py.j2")
        bare = template.render(
            {**self.common, **parts, **{f"from_{m}": [] for m in MODULES}, "imports": [], "typing": []}
        )
        words = set(re.findall(r"[A-Za-z_]\w*", bare))
        own = defined(bare)
        needed: dict[str, list[str]] = {"typing": sorted(words & {"Any", "Final"})}
        needed["imports"] = sorted((words & set(IMPORTED[name])) - own)
        for m in MODULES:
            needed[f"from_{m}"] = sorted((words & self.exported.get(m, set())) - own)
        self.exported[name] = own
        return formatted(template.render({**self.common, **parts, **needed}))

    # ------------------------------------------------------------ tables and state

    def tables(self) -> dict[str, Any]:
        p = self.printer
        lines = [
            tables.Constant(f"{b}__LINES_{n}", "", f"{b}.lines_through({n})")
            for b, n in sorted(p.line_tables)
        ]
        effects = [
            tables.Constant(f"E_{p.effect_name(text)}", "int", str(i), text)
            for i, (text, _) in enumerate(self.plan.effects)
        ]
        labels = tuple(r.label for r in self.game.resources.values())
        members, columns = tables.kinds(p)
        return {
            "kinds": members,
            "columns": columns,
            "known": tables.known(p),
            "effects": effects,
            "effect_labels": repr(tuple(metadata.effect_label(p, e) for _, e in self.plan.effects)),
            "resource_labels": repr(labels),
            "boards": tables.boards(p),
            "lines": lines,
            "edges": tables.edges(p),
            "directions": tables.directions(p),
        }

    def state(self) -> dict[str, Any]:
        slots = state.slots(self.printer)
        uses_g = any("g." in s.value for s in slots)
        defaults = {o.name: o.default for o in metadata.options(self.printer)}
        return {
            "slots": slots,
            "uses_g": uses_g,
            "pieces": state.pieces(self.printer),
            "option_defaults": repr(defaults),
            "rules_hash": rules_hash(self.sources, self.game.variant),
            "meaning": self.spoken.meaning,
            "order": self.order(slots),
            "stores": len(self.printer.stores) or "",
        }

    def order(self, slots: list[Slot]) -> str:
        """A hash of all that a position holds by number, or under an emitted name."""
        plan = self.plan
        numbered = (
            [label.name for label in self.labels()],
            [c.name for c in plan.choices],
            [a.name for a in plan.actions],
        )
        named = [s.name for s in slots], list(self.game.menus), [text for text, _ in plan.effects]
        return hashlib.sha256(repr((numbered, named)).encode()).hexdigest()[:8]

    # ------------------------------------------------------------ rules

    def labels(self) -> list[Label]:
        found: list[Label] = []
        for f in self.plan.functions:
            if f.role == "resume" or f.resumable:
                direct = f.role == "resume" or f.name not in self.printer.jumped
                function = f.name if direct else f"{f.name}__again"
                found.append(Label(f.name, f"L_{constant(f.name)}", 0, function, f.risky))
        found.append(Label("begin_play", "L_BEGIN_PLAY", 0, "begin_play", False))
        found.append(Label("end_of_play", "L_END_OF_PLAY", 0, "end_of_play", False))
        for i, label in enumerate(found):
            label.number = FIRST_LABEL + i
        return found

    def sections(self) -> dict[str, list[str]]:
        """The functions of the rules by the file that they come from."""
        p = self.printer
        sections: dict[str, list[str]] = {}
        for f in self.plan.functions:
            sections.setdefault(f.section, []).append(p.function(f))
        for o in self.plan.options:
            text = p.options(o)
            if text:
                sections.setdefault(o.span.path, []).append(text)
        return sections

    def support(self, texts: list[str]) -> list[str]:
        """What the functions printed so far need beside themselves."""
        p = self.printer
        own = [
            *support.columns(p),
            *alike.sorts(p),
            *support.menus(p),
            *support.actions(p),
            *support.periods(p),
            *support.perform(p),
            *self.bundles(texts),
            *support.participants(p),
            *support.ends(p),
            *support.tables_of_functions(p),
        ]
        return [*support.kept(p), *own]

    def drop_uncalled(self, sections: list[dict[str, Any]], others: list[str]) -> None:
        """A gate that stands in its menu itself, and a define that stands in a table, need no function."""
        made = ("can.", "sure.", "applies.")
        gates = {self.plan.names[key] for key in self.plan.signatures if key.startswith(made)}
        known = self.printer.known
        gates |= {name for key, name in self.plan.names.items() if {key, key.split("@")[0]} & known.keys()}
        words = re.compile(r"\w+")
        texts = [*(text for s in sections for text in s["functions"]), *others]
        named = Counter(word for text in texts for word in words.findall(text))
        dropped = True
        while dropped:  # what only a dropped function asked for goes with it
            uncalled = {f"def {gate}(" for gate in gates if named[gate] == 1}
            dropped = False
            for s in sections:
                gone = [f for f in s["functions"] if f[: f.find("(") + 1] in uncalled]
                dropped = dropped or bool(gone)
                named.subtract(word for text in gone for word in words.findall(text))
                s["functions"] = [f for f in s["functions"] if f not in gone]

    def rules(self, sections: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "labels": self.labels(),
            "choices": [{"constant": f"C_{constant(c.name)}"} for c in self.plan.choices],
            "actions": [{"constant": f"A_{constant(a.name)}"} for a in self.plan.actions],
            "free": [constant(a.name) for a in self.plan.actions if a.menu in self.plan.free_menus],
            "menus": [{"constant": f"M_{constant(m)}"} for m in self.game.menus],
            "readers": support.readers(self.printer),
            "handing": self.printer.handing,
            "sections": sections,
        }

    def bundles(self, texts: list[str]) -> list[str]:
        """Only if some rule or example has a bundle that is not known before play."""
        text = "\n".join(texts)
        names = ("gain_bundle", "lose_bundle", "pay_bundle", "payable")
        return support.bundles(self.printer) if any(mentions(text, n) for n in names) else []

    # ------------------------------------------------------------ engine and examples

    def typed_options(self) -> list[dict[str, str]]:
        found = []
        for o in metadata.options(self.printer):
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
        return self.game.players[0] if self.game.players else 2

    def engine(self) -> dict[str, Any]:
        return dict(
            name=self.game.name,
            variant=self.game.variant,
            labels=self.labels(),
            look=bool(self.game.looks),
            **metadata.engine(self.printer),
        )

    def example_functions(self) -> tuple[list[str], list[dict[str, Any]]]:
        printer = ExamplePrinter(self.plan, self.sources)
        printer.line_tables, printer.passable = self.printer.line_tables, self.printer.passable
        printer.directions = self.printer.directions
        printer.tables_used = self.printer.tables_used
        return printer.all()


def defined(text: str) -> set[str]:
    """The names that a module's text defines at its top level."""
    found = re.findall(r"^(?:def|class) (\w+)", text, re.MULTILINE)
    return {*found, *re.findall(r"^([A-Za-z_]\w*)(?:: [^=\n]+)? = ", text, re.MULTILINE)}


def mentions(text: str, name: str) -> bool:
    return re.search(rf"\b{name}\b", text) is not None

"""Stage 5: the plan becomes the files of a Python package; templates lay out, black formats."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import black
import jinja2

from ..plan import model
from ..plan.names import RUNTIME, constant
from . import metadata, state, support, tables
from .examples import ExamplePrinter
from .functions import FunctionPrinter
from .reasons import ReasonPrinter

MODE = black.Mode(line_length=110)
FIRST_LABEL = 6


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


@cache
def formatted(text: str) -> str:
    """Black's layout of one piece of code; pieces that did not change are not formatted again."""
    return black.format_str(text, mode=MODE)


def package(plan: model.Plan, sources: Mapping[str, str], version: str) -> dict[str, str]:
    """The files of an engine by name, byte for byte the same for the same rules."""
    return _Package(plan, sources, version).files()


def rules_hash(sources: Mapping[str, str], variant: str) -> str:
    digest = hashlib.sha256(variant.encode())
    for path, text in sorted(sources.items()):
        digest.update(path.encode() + b"\0" + text.encode() + b"\0")
    return digest.hexdigest()[:16]


class _Package:
    def __init__(self, plan: model.Plan, sources: Mapping[str, str], version: str) -> None:
        self.plan = plan
        self.game = plan.game
        self.sources = sources
        self.version = version
        self.printer = FunctionPrinter(plan)
        game = self.game
        target = game.name + (f"@{game.variant}" if game.variant else "")
        self.common: dict[str, Any] = {
            "title": game.title.replace('"', "'"),
            "source": f"rules/{game.name}",
            "target": target,
            "version": version,
        }

    def files(self) -> dict[str, str]:
        rules = self.rules()  # first: it finds which tables of lines are used
        reasons = self.reasons()
        found = {
            "__init__.py": self.render("init.py.j2", options=self.typed_options(), default_players=self.default_players()),
            "__main__.py": self.render("main.py.j2"),
            "_runtime.py": self.render("runtime.py.j2"),
            "engine.py": self.engine(),
            "examples.py": self.examples(),
            "reasons.py": reasons,
            "rules.py": rules,
            "state.py": self.state(),
            "tables.py": self.tables(),
            "py.typed": "",
        }
        return found

    def render(self, template: str, **more: Any) -> str:
        text = environment().get_template(template).render({**self.common, **more})
        return formatted(text)

    # ------------------------------------------------------------ tables and state

    def tables(self) -> str:
        p = self.printer
        lines = [
            tables.Constant(f"{b}_LINES_{n}", "", f"{b}.lines_through({n})") for b, n in sorted(p.line_tables)
        ]
        effects = [
            tables.Constant(f"E_{p.effect_name(text)}", "int", str(i), text)
            for i, (text, _) in enumerate(self.plan.effects)
        ]
        labels = tuple(r.label for r in self.game.resources.values())
        members, columns = tables.kinds(p)
        return self.render(
            "tables.py.j2",
            kinds=members,
            columns=columns,
            effects=effects,
            effect_labels=repr(tuple(metadata.effect_label(p, e) for _, e in self.plan.effects)),
            resource_labels=repr(labels),
            boards=tables.boards(p),
            lines=lines,
            edges=tables.edges(p),
        )

    def state(self) -> str:
        slots = state.slots(self.printer)
        uses_g = any("g." in s.value for s in slots)
        defaults = {o.name: o.default for o in metadata.options(self.printer)}
        return self.render(
            "state.py.j2",
            slots=slots,
            uses_g=uses_g,
            pieces=state.pieces(self.printer),
            option_defaults=repr(defaults),
        )

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

    def rules(self) -> str:
        p = self.printer
        sections: dict[str, list[str]] = {}
        for f in self.plan.functions:
            sections.setdefault(f.section, []).append(p.function(f))
        for o in self.plan.options:
            text = p.options(o)
            if text:
                sections.setdefault(o.span.path, []).append(text)
        own = [
            *support.columns(p),
            *support.menus(p),
            *support.actions(p),
            *support.periods(p),
            *support.perform(p),
            *self.bundles(sections),
            *support.participants(p),
            *support.ends(p),
        ]
        titled = [{"title": path, "functions": texts} for path, texts in sections.items()]
        titled.append({"title": "menus, actions, start and end", "functions": own})
        text = "\n".join(t for s in titled for t in s["functions"])
        for s in titled:
            s["functions"] = [formatted(t).rstrip("\n") for t in s["functions"]]
        imports = sorted(n for n in RUNTIME if mentions(text, n))
        return self.layout(
            "rules.py.j2",
            imports=imports,
            labels=self.labels(),
            choices=[{"constant": f"C_{constant(c.name)}"} for c in self.plan.choices],
            actions=[{"constant": f"A_{constant(a.name)}"} for a in self.plan.actions],
            menus=[{"constant": f"M_{constant(m)}"} for m in self.game.menus],
            sections=titled,
        )

    def bundles(self, sections: dict[str, list[str]]) -> list[str]:
        """Only if some rule has a bundle that is not known before play."""
        text = "\n".join(t for texts in sections.values() for t in texts)
        names = ("gain_bundle", "lose_bundle", "pay_bundle", "payable")
        return support.bundles(self.printer) if any(mentions(text, n) for n in names) else []

    def reasons(self) -> str:
        functions = ReasonPrinter(self.printer, self.sources).all()
        text = "\n".join(functions)
        imports = sorted(n for n in RUNTIME if n not in ("NONE", "Then") and mentions(text, n))
        functions = [formatted(t).rstrip("\n") for t in functions]
        return self.layout("reasons.py.j2", functions=functions, imports=imports)

    def layout(self, template: str, **more: Any) -> str:
        """As `render`, for functions that are formatted already: only the spaces between them are set."""
        text = environment().get_template(template).render({**self.common, **more})
        lines: list[str] = []
        blank = 0
        for line in text.split("\n"):
            if not line.strip():
                blank += 1
                continue
            top = not line.startswith((" ", ")", "#")) and line.startswith(("def ", "class ", "@"))
            previous = lines[-1] if lines else ""
            if lines and top:
                lines += ["", ""]
            elif lines and blank and line.startswith("# ---"):
                lines += ["", ""]
            elif lines and blank:
                lines += [""] if not previous.startswith("    ") or line.startswith(" ") else ["", ""]
            blank = 0
            lines.append(line)
        return "\n".join(lines) + "\n"

    # ------------------------------------------------------------ engine and examples

    def typed_options(self) -> list[dict[str, str]]:
        found = []
        for o in metadata.options(self.printer):
            flag = o.type == "flag"
            found.append(
                {"name": o.name, "type": "bool" if flag else "int", "default": repr(bool(o.default) if flag else o.default)}
            )
        return found

    def default_players(self) -> int:
        return self.game.players[0] if self.game.players else 2

    def engine(self) -> str:
        return self.render(
            "engine.py.j2",
            name=self.game.name,
            variant=self.game.variant,
            rules_hash=rules_hash(self.sources, self.game.variant),
            labels=self.labels(),
            **metadata.engine(self.printer),
        )

    def examples(self) -> str:
        printer = ExamplePrinter(self.plan, self.sources)
        functions, examples = printer.all()
        text = "\n".join(functions)
        imports = sorted(n for n in RUNTIME if n not in ("NONE", "Then") and mentions(text, n))
        return self.render("examples.py.j2", functions=functions, examples=examples, imports=imports)


def mentions(text: str, name: str) -> bool:
    return re.search(rf"\b{name}\b", text) is not None


"""What an engine tells of itself: choices in words, fields, kinds, options, labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..plan import model
from ..plan.names import constant, local_name
from ..surface.ast import Span
from ..typed.tree import E, FieldInfo
from ..typed.types import Type
from .functions import FunctionPrinter
from .statements import ids, indented


@dataclass(slots=True)
class OptionInfo:
    name: str
    type: str
    low: int
    high: int
    default: int


def options(p: FunctionPrinter) -> list[OptionInfo]:
    found: list[OptionInfo] = []
    for info in p.game.fields.values():
        if "option" not in info.flags:
            continue
        default = info.default.data if info.default is not None and info.default.op == "const" else 0
        kind = type_text(info.type)
        low = info.type.low if info.type.low is not None else 0
        high = info.type.high if info.type.high is not None else 1_000_000
        if info.type.name == "flag":
            low, high = 0, 1
        elif info.type.name == "kind":
            high = len(p.game.kinds[info.type.of].members) - 1
        found.append(OptionInfo(info.name, kind, low, high, int(default)))
    return found


def type_text(type: Type | None) -> str:
    if type is None:
        return ""
    none = " or none" if type.optional else ""
    if type.name == "many":
        return f"{type.shape or 'list'} {type_text(type.item)}"
    if type.name in ("kind", "cell", "piece", "edge"):
        return f"{type.name}:{type.of}{none}"
    return type.name + none


def source_text(sources: Mapping[str, str], span: Span) -> str:
    """The words of the rules at a place."""
    lines = sources.get(span.path, "").split("\n")
    if not 1 <= span.line <= len(lines):
        return ""
    if span.line == span.end_line:
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
    parts = [lines[span.line - 1][span.column - 1 :], *lines[span.line : span.end_line - 1]]
    parts.append(lines[span.end_line - 1][: span.end_column - 1])
    return " ".join(x.split("#")[0].strip() for x in parts)


# ---------------------------------------------------------------- choices


def choice_functions(p: FunctionPrinter, c: model.Choice, sources: Mapping[str, str]) -> list[str]:
    """An option in words, where its label has holes; and which condition an option fails."""
    found: list[str] = []
    if any(label.args for label in c.labels):
        found.append(text_function(p, c))
    if c.kind in ("pick", "subset"):
        found.append(why_function(p, c, sources))
    return found


def choice_name(c: model.Choice) -> str:
    return c.name.replace(".", "__").replace("#", "_")


def unpack(c: model.Choice, skip: str = "") -> list[str]:
    names = [local_name(n) for n in c.saved]
    if len(names) == 1:
        return [f"{names[0]} = f.saved[0]"]
    return [f"{', '.join(names)} = f.saved"] if names else []


def text_function(p: FunctionPrinter, c: model.Choice) -> str:
    body = unpack(c)
    for i, label in enumerate(c.labels):
        number = 1 if c.kind == "may" else i
        body += [f"if option == {number}:", f"    return {p.expr(label)}"]
    body.append('return ""')
    return "\n".join([f"def {choice_name(c)}_text(g: G, f: Then, option: int) -> str:", *indented(body)]) + "\n"


def conjuncts(e: E | None) -> list[E]:
    if e is None:
        return []
    if e.op == "and":
        return [x for a in e.args for x in conjuncts(a)]
    return [e]


def why_function(p: FunctionPrinter, c: model.Choice, sources: Mapping[str, str]) -> str:
    pick = c.options.pick
    assert pick is not None
    name = local_name(pick.candidate)
    source = source_text(sources, pick.source.span)
    outside = f"it is not among: {source}"
    body = [*unpack(c), f"{name} = option", f"if {name} not in {p.members_of(pick.source)}:", f"    return {outside!r}"]
    for test in conjuncts(pick.where):
        reason = f"this does not hold: {source_text(sources, test.span)}"
        body += [f"if not ({p.expr(test)}):", f"    return {reason!r}"]
    if c.options.later is not None:
        reason = "nothing could be chosen after it"
        body += [f"if not {p.atom(c.options.later)}:", f"    return {reason!r}"]
    body.append('return ""')
    return "\n".join([f"def {choice_name(c)}_why(g: G, f: Then, option: int) -> str:", *indented(body)]) + "\n"


def choice_rows(p: FunctionPrinter) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for c in p.plan.choices:
        texts = tuple("".join(x or "…" for x in label.data) for label in c.labels)
        if c.kind == "subset":
            texts = ("done",)
        elif c.options.optional:
            texts = ("no",)
        args = ["g", *(f"f.saved[{c.saved.index(n)}]" for n, _ in c.options.params)]
        holes = any(label.args for label in c.labels)
        rows.append(
            {
                "name": c.name,
                "prompt": c.prompt,
                "rule": ids(c.sources),
                "place": f"{c.span.path}:{c.span.line}",
                "type": type_text(c.type) if c.type is not None else c.kind,
                "hidden": c.hidden or reads_private(c),
                "texts": repr(texts),
                "options": f"lambda g, f: rules.{c.options.name}({', '.join(args)})",
                "why": f"reasons.{choice_name(c)}_why" if c.kind in ("pick", "subset") else "None",
                "always": reads_private(c) and not c.hidden,
                "text": f"reasons.{choice_name(c)}_text" if holes else "None",
            }
        )
    return rows


def reads_private(c: model.Choice) -> bool:
    """Options that come from somebody's private field are for that player's eyes only."""
    pick = c.options.pick
    parts = [pick.source, pick.where] if pick is not None else []
    return any(
        e.op == "field" and e.data.visibility != "open" for part in parts if part is not None for e in part.walk()
    )


# ---------------------------------------------------------------- the engine's own words


def engine(p: FunctionPrinter) -> dict[str, Any]:
    game = p.game
    functions = p.plan.signatures
    score = "None"
    if "score" in functions:
        score = "rules.score" if functions["score"].uses_you else "lambda g, p: rules.score(g)"
    return {
        "choices": choice_rows(p),
        "actions": [
            {"name": a.name, "label": a.label, "menu": a.menu, "rule": ids(a.sources), "run": f"run_{a.name}"}
            for a in p.plan.actions
        ],
        "free_menus": [{"constant": f"M_{constant(m)}", "function": f"{m}_menu"} for m in p.plan.free_menus],
        "controller": any(q.controller is not None for q in game.participants.values()),
        "decides": any(q.decides for q in game.participants.values()),
        "players": repr(tuple(game.players)),
        "participants": repr(tuple(game.participants)),
        "score": score,
        "options": [f"{o.name!r}, {o.type!r}, {o.low}, {o.high}, {o.default}" for o in options(p)],
        "kinds": kind_rows(p),
        "boards": [{"name": b, "constant": constant(b)} for b in game.boards],
        "pieces": [
            {"name": x.name, "plural": x.plural, "board": x.board, "fields": repr(tuple(x.fields))}
            for x in game.pieces.values()
        ],
        "resources": repr(tuple(game.resources)),
        "effect_names": repr(tuple(text for text, _ in p.plan.effects)),
        "fields": [field_text(p, f) for f in game.fields.values()] + used_fields(p),
        "names": repr(label_table(p)),
        "translations": repr({k: dict(sorted(v.items())) for k, v in sorted(game.labels.items())}),
        "assumed": "()",
    }


def kind_rows(p: FunctionPrinter) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = []
    for k in p.game.kinds.values():
        columns = {
            c.name: tuple("-" if x is None else cell_text(x) for x in c.cells) for c in k.columns.values() if c.constant
        }
        rows.append(
            {"name": k.name, "members": repr(tuple(k.members)), "labels": repr(tuple(k.labels)), "columns": repr(columns)}
        )
    return rows


def cell_text(e: E) -> str:
    if e.op == "const":
        if isinstance(e.data, bool):
            return "yes" if e.data else "no"
        return e.name or str(e.data)
    if e.op == "list":
        return ", ".join(cell_text(a) for a in e.args if a is not None)
    if e.op == "bundle":
        return " + ".join(f"{cell_text(a)} {r}" for r, a in zip(e.data, e.args) if a is not None)
    if e.op == "effect":
        return str(e.data)
    return "…"


def label_table(p: FunctionPrinter) -> dict[str, str]:
    found: dict[str, str] = {}
    for r in p.game.resources.values():
        found[r.name] = r.label
    for k in p.game.kinds.values():
        found.update(zip(k.members, k.labels))
    for q in p.game.participants.values():
        found[q.name] = q.label
    return found


def field_text(p: FunctionPrinter, f: FieldInfo) -> str:
    keys = ""
    if f.key is not None:
        keys = f"range:{f.key_low}..{f.key_low + f.key_size - 1}" if f.key.name == "number" else type_text(f.key)
    attribute = f.name if "option" in f.flags else f.attribute
    parts = [repr(attribute), repr(f.name), repr(f.owner), repr(type_text(f.type))]
    parts.append(f"keys={keys!r}")
    if f.type.name == "number":
        parts.append(f"low={f.type.low!r}, high={f.type.high!r}")
    parts.append(f"visibility={f.visibility!r}")
    return ", ".join(parts)


def used_fields(p: FunctionPrinter) -> list[str]:
    rows: list[str] = []
    for a in p.plan.actions:
        if a.once_per:
            owner = "table" if a.shared else "player"
            rows.append(f"'used_{a.name}', 'used_{a.name}', {owner!r}, 'flag', internal=True")
    return rows

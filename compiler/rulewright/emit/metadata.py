"""What an engine tells of itself: choices in words, fields, kinds, options, labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..analysis.effects import EffectAnalysis
from ..code.choices import choice_name, has_sure_function, in_the_open, is_filled, never_empty
from ..code.lowering import ids
from ..code.places import in_zones
from ..code.tables import depends_on_players
from ..plan import model
from ..plan.names import constant
from ..typed.expr import Bundle, Const, ListOf, RuleValue, as_text
from ..typed.tree import E, FieldInfo, Game
from ..typed.types import Type
from .dice import dice
from .memories import memories


@dataclass(slots=True)
class OptionInfo:
    """An option of the game as a parameter of `new`."""

    name: str
    type: str
    low: int
    high: int
    default: int
    open: bool


def options(plan: model.Plan) -> list[OptionInfo]:
    """The options of the game."""
    found: list[OptionInfo] = []
    for info in plan.game.fields.values():
        if "option" not in info.flags:
            continue
        default = info.default.value if info.default is not None and isinstance(info.default, Const) else 0
        kind = type_text(info.type)
        low = info.type.low if info.type.low is not None else 0
        high = info.type.high if info.type.high is not None else 1_000_000
        if info.type.name == "flag":
            low, high = 0, 1
        elif info.type.name == "kind":
            high = len(plan.game.kinds[info.type.of].members) - 1
        found.append(OptionInfo(info.name, kind, low, high, int(default), "open" in info.flags))
    return found


def type_text(type: Type | None) -> str:
    """A type as the runtime reads it."""
    if type is None:
        return ""
    none = " or none" if type.optional else ""
    if type.name == "many":
        return f"{type.shape or 'list'} {type_text(type.item)}"
    if type.name in ("kind", "cell", "piece", "edge"):
        return f"{type.name}:{type.of}{none}"
    return type.name + none


# ---------------------------------------------------------------- choices


def choice_rows(plan: model.Plan) -> list[dict[str, Any]]:
    """What the engine tells of each choice."""
    rows: list[dict[str, Any]] = []
    for c in plan.choices:
        texts = tuple("".join(x or "…" for x in as_text(label).texts) for label in c.labels)
        if c.kind == "subset":
            texts = ("done",)
        elif c.options.optional:
            texts = ((c.options.pick.refusal if c.options.pick is not None else "") or "no",)
        args = ["g", *(f"f[{c.saved.index(n) + 2}]" for n, _ in c.options.params)]
        holes = any(as_text(label).holes for label in c.labels) or any(pick.label for pick in c.options.picks)
        rows.append(
            {
                "name": c.name,
                "prompt": as_text(c.prompt).source,
                "asked": f"reasons.{choice_name(c)}_asked" if is_filled(c) else "",
                "rule": ids(c.sources),
                "place": f"{c.span.path}:{c.span.line}",
                "type": choice_type(c),
                "hidden": c.hidden or c.private,
                "texts": repr(texts),
                "options": f"lambda g, f: {options_name(c)}({', '.join(args)})",
                "why": f"reasons.{choice_name(c)}_why" if c.kind in ("pick", "subset") else "None",
                "sure": sure_options(plan, c),
                "never_empty": never_empty(plan, c),
                "harmless": "".join(f"rules.A_{constant(name)}, " for name in c.harmless),
                "sure_if": f"reasons.{choice_name(c)}_sure" if has_sure_function(plan, c) else "None",
                "beyond": "".join(f"rules.L_{constant(frame.label)}, " for frame in c.beyond),
                "decides": c.decides,
                "otherwise": f"rules.{c.otherwise}__again" if c.otherwise else "None",
                "always": c.private and not c.hidden,
                "veil": veil(c),
                "begun": begun(c),
                "opened": opened(c),
                "scattered": scattered(c),
                "text": f"reasons.{choice_name(c)}_text" if holes else "None",
                "granted": "".join(f"{granted(owner)!r}, " for owner in c.grantors),
            }
        )
    return rows


def forecasts(plan: model.Plan) -> list[str]:
    """The rules of which the table tells what they would give: their labels, and functions of a position and a player."""
    looks = plan.game.looks
    found: list[str] = []
    for key in looks["player"].forecast if "player" in looks else []:
        name = f"rules.{plan.names[key]}"
        run = f"lambda g, you: {name}(g, you, None)" if key in plan.asking else name
        label = plan.signatures[key].label or key.replace("_", " ")
        found.append(f"({label!r}, {run})")
    return found


def figures(plan: model.Plan) -> list[str]:
    """The defines that looks count places by: their names, and functions of a position and a member or a number."""
    looks = plan.game.looks.values()
    roles = [role for look in looks for role in look.roles.values() if role["role"] == "places"]
    signs = [part for look in looks for sign in look.signs.values() for part in sign.get("under", ())]
    named = [role.get("by", "") for role in roles]
    named += [str(part.get("figure", "")) for part in signs if isinstance(part, dict)]
    effects = EffectAnalysis(plan.game, plan.signatures, [])
    return [
        f"({key!r}, rules.{plan.names[key]})"
        for key in dict.fromkeys(named)
        if key and is_open(plan, effects, key)
    ]


def is_open(plan: model.Plan, effects: EffectAnalysis, key: str) -> bool:
    """Whether everybody may know what a define gives: it reads nothing private."""
    read = [plan.game.fields[a] for a in effects.function_reads(key) if a in plan.game.fields]
    return all(field.visibility == "open" for field in read)


def granted(owner: str) -> str:
    """The reference of the tile or card whose rules something is, or "" if it is everybody's."""
    return f"kind:{owner[7:].replace('.', ':')}" if owner.startswith("member:") else ""


def choice_type(c: model.Choice) -> str:
    """The type of what is chosen, of pairs both; otherwise the sort of choice."""
    if c.options.second is not None:
        return f"pair:{','.join(type_text(pick.type) for pick in c.options.picks)}"
    return type_text(c.type) if c.type is not None else c.kind


def scattered(c: model.Choice) -> bool:
    """Whether pieces of several zones are chosen from."""
    pick = c.options.pick
    return pick is not None and pick.source.type.item.name == "piece" and len(in_zones(pick.source)) > 1


def begun(c: model.Choice) -> str:
    """Whether some of a set is chosen: then it is too late for free actions."""
    if c.kind != "subset":
        return ""
    return f"lambda f: bool(f[{c.saved.index(c.options.picked) + 2}])"


def opened(c: model.Choice) -> str:
    """Whether an earlier answer has begun the unit that the block of its statement is: then a trial goes on."""
    if not c.opened:
        return ""
    return (
        f"lambda f: bool(f[{c.saved.index(c.options.picked) + 2}])"
        if c.opened == "picked"
        else "lambda f: True"
    )


def veil(c: model.Choice) -> str:
    """Whether a player holds something unseen; how many things lie in a collection is seen by all."""
    can_decline = c.options.optional or c.options.refusal or c.kind in ("subset", "may", "branch")
    if not c.veil or c.hidden or not can_decline:
        return ""
    picked = f"f[{c.saved.index(c.options.picked) + 2}]" if c.kind == "subset" else ""
    if picked and c.private and all(info.type.is_many and info.key is None for info in c.veil):
        pick = c.options.pick
        if pick is not None and pick.number is None:
            # whether more could be picked, too, is nobody's business
            left = [f"any_left(g.{info.attribute}[you], {picked})" for info in c.veil]
            return f"lambda g, f, you: {' or '.join(left)}"
    first = f"not {picked} and " if picked else ""
    if in_the_open(c):
        first += f"reasons.{choice_name(c)}_open(g, f) and "
    if not all(info.type.is_many for info in c.veil):
        return f"lambda g, f, you: {first}True"
    held = []
    for info in c.veil:
        size = info.key_size
        held.append(
            f"g.{info.attribute}[you]"
            if info.key is None
            else f"any(g.{info.attribute}[you * {size} : you * {size} + {size}])"
        )
    return f"lambda g, f, you: {first}bool({' or '.join(held)})"


def options_name(c: model.Choice) -> str:
    """The function that lists the options of a choice."""
    return c.options.name if c.options.name == "yes_or_no" else f"rules.{c.options.name}"


def sure_options(plan: model.Plan, c: model.Choice) -> str:
    """Options that need no trial outside of units: refusals, and what exact gates let through."""
    if c.kind == "may":
        return "(0,)"
    if c.kind == "menu":
        menus = [m for m, _ in c.options.menus]
        exact = [f"rules.A_{constant(a.name)}" for a in plan.actions if a.menu in menus and a.exact]
        return f"({', '.join([*exact, 'NONE'])},)"
    if c.kind == "branch":
        return repr(tuple(c.sure))
    return "(NONE,)" if c.options.optional else "()"


# ---------------------------------------------------------------- the engine's own words


def engine(plan: model.Plan) -> dict[str, Any]:
    """What the template of `engine.py` is given."""
    game = plan.game
    functions = plan.signatures
    score = "None"
    if "score" in functions:
        score = "rules.score" if functions["score"].uses_you else "lambda g, p: rules.score(g)"
    rows = choice_rows(plan)
    shown = [game.boards[b] for b in game.boards if depends_on_players(game.boards[b])]
    return {
        "imports": runtime_names(rows),
        "from_tables": sorted(
            [*map(constant, game.boards), *(f"{constant(b.name)}__BY_PLAYERS" for b in shown)]
        ),
        "choices": rows,
        "actions": [
            {
                "name": a.name,
                "label": a.label,
                "menu": a.menu,
                "rule": ids(a.sources),
                "run": f"run_{a.name}",
                "why": f"reasons.{a.name}_absent" if a.once_per or a.in_force is not None else "None",
                "changes": f", {tuple(a.changes)!r}" if a.changes else "",
                "granted": f", granted={granted(a.owner)!r}" if granted(a.owner) else "",
            }
            for a in plan.actions
        ],
        "free_menus": [{"constant": f"M_{constant(m)}", "function": f"free_{m}"} for m in plan.free_menus],
        "exact_menus": [f"M_{constant(m)}" for m in plan.exact_menus],
        "controller": any(q.controller is not None for q in game.participants.values()),
        "decides": any(q.decides for q in game.participants.values()),
        "players": repr(tuple(game.players)),
        "participants": repr(tuple(game.participants)),
        "score": score,
        "forecasts": forecasts(plan),
        "figures": figures(plan),
        "options": [
            f"{o.name!r}, {o.type!r}, {o.low}, {o.high}, {o.default}{', True' * o.open}"
            for o in options(plan)
        ],
        "kinds": kind_rows(plan),
        "boards": [{"name": b, "constant": constant(b)} for b in game.boards],
        "maps": [
            {"name": name, "constant": f"{constant(name)}__BY_PLAYERS"}
            for name, board in game.boards.items()
            if depends_on_players(board)
        ],
        "sized": {name: sizes for name in game.boards if any(sizes := size_options(game, name))},
        "pieces": [
            {"name": x.name, "plural": x.plural, "board": x.board, "fields": repr(tuple(x.fields))}
            for x in game.pieces.values()
        ],
        "resources": repr(tuple(game.resources)),
        "effect_names": repr(tuple(effect_label(plan, e) for _, e in plan.rule_values)),
        "fields": field_rows(plan),
        "names": repr(label_table(plan)),
        "translations": repr({k: dict(sorted(v.items())) for k, v in sorted(game.labels.items())}),
        "assumed": "()",
        "menus": repr(tuple(game.menus)) if plan.free_menus else "",
        "computed": computed_rows(plan),
    }


def runtime_names(rows: list[dict[str, Any]]) -> list[str]:
    """What the rows of choices need of the runtime."""
    needed = {
        "NONE": any("NONE" in row["sure"] for row in rows),
        "any_left": any("any_left(" in row["veil"] for row in rows),
        "yes_or_no": any(": yes_or_no(" in row["options"] for row in rows),
    }
    return [name for name, is_needed in needed.items() if is_needed]


def computed_rows(plan: model.Plan) -> list[str]:
    """Defines of boards, pieces and players that everybody may know: they need no other `you` and read nothing private."""
    effects = EffectAnalysis(plan.game, plan.signatures, [])
    emitted = {f.name for f in plan.functions}
    rows: list[str] = []
    for key, f in plan.signatures.items():
        kind = f.owner.partition(":")[0]
        if kind not in ("cell", "piece", "player") or f.category != "define" or f.params or "@" in key:
            continue
        if f.uses_you != (kind == "player") or key == "score":  # the score is told by itself
            continue
        name = plan.names[key]
        if name in emitted and is_open(plan, effects, key):
            call = f"rules.{name}(g, this)" if f.uses_this or f.uses_you else f"rules.{name}(g)"
            rows.append(f"{f.owner!r}, {f.name!r}, {type_text(f.result)!r}, lambda g, this: {call}")
    return rows


def effect_label(plan: model.Plan, e: RuleValue) -> str:
    """The label of a rule that stands in a table, with its constants in the label's holes."""
    f = plan.signatures[e.name]
    values = {q.name: value_label(plan, a) for q, a in zip(f.params, e.arguments) if a is not None}
    if "{" in f.label:
        return with_values(f.label, values)
    return f.label + (f" ({', '.join(values.values())})" if values else "")


def with_values(label: str, values: dict[str, str]) -> str:
    """A label with its holes filled; what has no value stays as it is."""
    first, *rest = label.split("{")
    found = first
    for part in rest:
        name, closed, after = part.partition("}")
        value = values.get(name.strip()) if closed else None
        found += f"{{{part}" if value is None else f"{value}{after}"
    return found


def effect_arguments(plan: model.Plan) -> list[tuple[str, dict[str, str | int]]]:
    """The rules that stand in tables, by name, each with its constants: numbers, or references to members."""
    found: list[tuple[str, dict[str, str | int]]] = []
    for _, e in plan.rule_values:
        values: dict[str, str | int] = {}
        for param, arg in zip(plan.signatures[e.name].params, e.arguments):
            if arg is not None and isinstance(arg, Const) and arg.type.name == "kind":
                member = plan.game.kinds[arg.type.of].members[int(arg.value)]
                values[param.name] = f"kind:{arg.type.of}:{member}"
            elif arg is not None and isinstance(arg, Const) and arg.type.name == "number":
                values[param.name] = int(arg.value)
        found.append((e.name, values))
    return found


def value_label(plan: model.Plan, e: E) -> str:
    """A constant in words."""
    if e.type.name == "kind" and isinstance(e, Const):
        return plan.game.kinds[e.type.of].labels[int(e.value)]
    return cell_text(e)


def kind_rows(plan: model.Plan) -> list[dict[str, str]]:
    """What the engine tells of each kind."""
    rows: list[dict[str, str]] = []
    for k in plan.game.kinds.values():
        columns = {
            c.name: tuple("-" if x is None else cell_text(x) for x in c.cells)
            for c in k.columns.values()
            if c.constant
        }
        rows.append(
            {
                "name": k.name,
                "members": repr(tuple(k.members)),
                "labels": repr(tuple(k.labels)),
                "columns": repr(columns),
            }
        )
    return rows


def cell_text(e: E) -> str:
    """A cell of a table as people read it."""
    if isinstance(e, Const):
        if isinstance(e.value, bool):
            return "yes" if e.value else "no"
        return e.name or str(e.value)
    if isinstance(e, ListOf):
        return ", ".join(cell_text(a) for a in e.items if a is not None)
    if isinstance(e, Bundle):
        return " + ".join(f"{cell_text(a)} {r}" for r, a in zip(e.resources, e.amounts) if a is not None)
    if isinstance(e, RuleValue):
        return str(e.text)
    return "…"


def label_table(plan: model.Plan) -> dict[str, str]:
    """The labels of all names."""
    found: dict[str, str] = {}
    for r in plan.game.resources.values():
        found[r.name] = r.label
    for k in plan.game.kinds.values():
        found.update(zip(k.members, k.labels))
    for q in plan.game.participants.values():
        found[q.name] = q.label
    return found


def size_options(game: Game, board: str) -> tuple[str, str]:
    """The options of the game that give the rows and the columns of a grid; "": it has a fixed number of them."""
    named = game.boards[board].options
    options = {f.name for f in game.fields.values() if f.owner == "table" and "option" in f.flags}
    rows, columns = (named.get(n, "") for n in ("rows", "columns"))
    return rows if rows in options else "", columns if columns in options else ""


def key_text(key: Type, low: int, size: int) -> str:
    """What a map is kept for, as the runtime reads it."""
    if key.name == "pair" and key.key is not None and key.sizes is not None:
        first, second = key_text(key.key, *key.sizes[:2]), key_text(key.item, *key.sizes[2:])
        return f"pair:{first},{second}"
    return f"range:{low}..{low + size - 1}" if key.name == "number" else type_text(key)


def field_rows(plan: model.Plan) -> list[str]:
    """What the engine tells of each field."""
    remembered, thrown = memories(plan), dice(plan)
    rows = [
        field_text(plan, f)
        + (", remembers=True" if f.attribute in remembered else "")
        + (f", sides={thrown[f.attribute]}" if f.attribute in thrown else "")
        for f in plan.game.fields.values()
    ]
    return rows + used_fields(plan)


def field_text(plan: model.Plan, f: FieldInfo) -> str:
    """What the engine tells of a field of the rules."""
    keys = ""
    if f.key is not None:
        keys = key_text(f.key, f.key_low, f.key_size)
    attribute = f.name if "option" in f.flags else f.attribute
    parts = [repr(attribute), repr(f.name), repr(f.owner), repr(type_text(f.type))]
    parts.append(f"keys={keys!r}")
    if f.type.name == "number":
        parts.append(f"low={f.type.low!r}, high={f.type.high!r}")
    parts.append(f"visibility={f.visibility!r}")
    return ", ".join(parts)


def used_fields(plan: model.Plan) -> list[str]:
    """What the engine tells of the marks of used actions."""
    rows: list[str] = []
    for a in plan.actions:
        if a.once_per:
            owner = "table" if a.shared else "player"
            rows.append(f"'used_{a.name}', 'used_{a.name}', {owner!r}, 'flag', internal=True")
    return rows

"""What is known of a name, in words: how it is declared, its type and range, its value, its row, who changes it."""

from __future__ import annotations

from rulewright.diagnostics import Span
from rulewright.language.library import LIBRARY
from rulewright.lsp.analysis import Analysis
from rulewright.lsp.declared import Symbol
from rulewright.lsp.names import Names
from rulewright.resolved import model
from rulewright.resolved.constants import defined
from rulewright.surface import ast
from rulewright.tools.tree import excerpt, line_text
from rulewright.typed.context import Context, Signature
from rulewright.typed.expr import FieldInfo
from rulewright.typed.types import Type

MOST_CHANGES = 8  # that are listed


def title(names: Names, symbol: Symbol) -> str:
    """The line that declares a symbol, without its ids."""
    place = names.known.first(symbol)
    if place is None:
        return f"{category_name(symbol)} {symbol.name}"
    if isinstance(place.node, ast.Column):
        return f"column {symbol.name} of {symbol.owner}"
    if symbol.category == "cell":
        return f"cell {symbol.name} of {symbol.owner}"
    lines = names.lines(place.name.path)
    number = place.node.span.line
    return line_text(lines[number - 1], 1) if number <= len(lines) else symbol.name


def category_name(symbol: Symbol) -> str:
    """The sort of a symbol as people call it."""
    words = {
        "pieces": "all pieces",
        "seat": "player",
        "local": "variable",
        "function": "rule",
        "given": "given",
    }
    return words.get(symbol.category, symbol.category)


def facts(names: Names, symbol: Symbol, at: Span | None = None) -> list[str]:
    """What is known beside the declaration itself, one line of Markdown each."""
    analysis = best(names)
    context = analysis.context if analysis else None
    found: list[str] = []
    if symbol.category == "library":
        row = LIBRARY[symbol.name]
        return [f"a function of the language{f', as in `{row.form}`' if row.form else ''}"]
    if symbol.category in ("local", "seat"):
        type = names.type_at(at) if at is not None else None
        kind = "player of this example" if symbol.category == "seat" else "variable"
        return [f"{kind} of type `{type}`" if type is not None and type.name != "unknown" else kind]
    if context is not None:
        found += of_context(context, symbol)
        found += changes(context.game, symbol)
    if symbol.category == "member":
        found += row_of(names, symbol)
    found += elsewhere(names, symbol)
    return found


def best(names: Names) -> Analysis | None:
    """The analysis that knows most: that of the game itself, else of any variant."""
    return names.analyses.get("") or next(iter(names.analyses.values()), None)


def of_context(c: Context, symbol: Symbol) -> list[str]:
    """What the types of the game say of a symbol."""
    if symbol.category == "field":
        info = field_of(c, symbol)
        if info is None:
            return []
        key = f", one for each {info.key}" if info.key is not None else ""
        owner = {"player": "each player has one", "table": "of the table"}.get(
            symbol.owner, f"of {symbol.owner.partition(':')[2]}"
        )
        flags = f"; {', '.join(info.flags)}" if info.flags else ""
        return [f"type `{info.type}`{key}, {owner}{flags}"]
    if symbol.category == "function":
        return of_function(c, symbol)
    if symbol.category == "column":
        type = c.columns.get((symbol.owner, symbol.name))
        return [f"type `{type}`, a column of `{symbol.owner}`"] if type is not None else []
    if symbol.category == "kind" and symbol.name in c.game.kinds:
        members = list(c.game.kinds[symbol.name].members)
        more = " …" if len(members) > 12 else ""
        return [f"{len(members)} members: {', '.join(members[:12])}{more}"]
    return []


def field_of(c: Context, symbol: Symbol) -> FieldInfo | None:
    """The field that a symbol stands for, or None."""
    where, _, name = symbol.owner.partition(":")
    tables = {"player": c.player, "table": c.table}
    if where in tables:
        return tables[where].get(symbol.name)
    return {"cell": c.cells, "edge": c.edges, "piece": c.pieces}.get(where, {}).get(name, {}).get(symbol.name)


def signature_of(c: Context, symbol: Symbol) -> Signature | None:
    """The signature that a symbol stands for, or None."""
    owner = symbol.owner.partition(":")[2]
    return c.signatures.get(f"{owner}.{symbol.name}" if owner else symbol.name)


def of_function(c: Context, symbol: Symbol) -> list[str]:
    """What a function is given and gives, and to whom it speaks."""
    sig = signature_of(c, symbol)
    if sig is None:
        return []
    found: list[str] = []
    f = sig.function
    if f.params:
        given = ", ".join(f"`{name}`: {typed(type)}" for (name, _), type in zip(f.params, sig.params))
        found.append(f"given {given}")
    if f.category == "define":
        value = defined(c.game, f.name, set(), 0) if not f.owner else None
        found.append(f"gives {typed(sig.result)}" + (f": **{value}**" if value is not None else ""))
    if sig.uses_you:
        who = (
            "the player who takes the action"
            if f.category == "action"
            else "the player for whom it is called"
        )
        found.append(f"`you` is {who}")
    if f.once_per:
        found.append(f"once per {f.once_per}" + (", shared by all players" if f.shared else ""))
    return found


def typed(type: Type) -> str:
    """A type in words."""
    return "something" if type.name == "unknown" else f"`{type}`"


def changes(game: model.Game, symbol: Symbol) -> list[str]:
    """Who overrides a rule or define, and who reacts to it."""
    if symbol.category != "function":
        return []
    found: list[str] = []
    for words, some in (("overridden by", game.overrides), ("reacted to by", game.hooks)):
        mine = [c for c in some if c.target == symbol.name]
        if mine:
            more = f" and {len(mine) - MOST_CHANGES} more" if len(mine) > MOST_CHANGES else ""
            found.append(f"{words} {', '.join(map(changer, mine[:MOST_CHANGES]))}{more}")
    return found


def changer(change: model.Change) -> str:
    """Who overrides or reacts to a function, and where."""
    owner = change.owner.partition(":")[2].rpartition(".")[2]
    place = f"{change.span.path.rpartition('/')[2]}:{change.span.line}"
    return f"{owner or change.variant or 'the game'} ({place})"


def row_of(names: Names, symbol: Symbol) -> list[str]:
    """The row of a member under the heads of its columns."""
    analysis = best(names)
    kind = analysis.context.game.kinds.get(symbol.owner) if analysis and analysis.context else None
    member = kind.members.get(symbol.name) if kind is not None else None
    if kind is None or member is None:
        return [f"a member of `{symbol.owner}`"]
    found = [f"a member of `{symbol.owner}`" + (f", “{member.label}”" if member.label else "")]
    cells = [(name, cell_text(names, cell)) for name, cell in member.cells.items()]
    if cells:
        heads = " | ".join(name for name, _ in cells)
        dashes = " | ".join("---" for _ in cells)
        row = " | ".join(text.replace("|", "\\|") for _, text in cells)
        found.append(f"\n| {heads} |\n| {dashes} |\n| {row} |")
    return found


def cell_text(names: Names, cell: list[ast.Expr] | None) -> str:
    """A cell of a table as it is written."""
    if not cell:
        return "–"
    text = "\n".join(names.lines(cell[0].span.path))
    return ", ".join(excerpt(text, e.span) for e in cell)


def elsewhere(names: Names, symbol: Symbol) -> list[str]:
    """In which variants a thing is declared anew or extended."""
    variants = list(dict.fromkeys(p.variant for p in names.places(symbol) if p.variant))
    return (
        [f"also in the variant{'s' if len(variants) > 1 else ''} {', '.join(variants)}"] if variants else []
    )

"""Declarations that nothing uses, names that nothing reads, and the rules with which a game starts."""

from __future__ import annotations

from collections.abc import Iterable

from ...analysis.survey import Part, Survey
from ...analysis.walk import calls_of, own_expressions
from ...once import once
from .. import tree
from ..context import Context
from ..expr import Bundle, ColumnOf, Field, Local, RuleValue, You
from ..tree import E
from ..types import Type

ENTRIES = ("setup", "play", "score", "winners", "used")  # called by the engine
SPECIAL_COLUMNS = ("copies", "sides")  # read by `all_of` and `roll`


def entry_points(c: Context, game: tree.Game, seen: Survey) -> None:
    """Reports `setup` and `play` that are missing, take values or are no rules."""
    if "play" not in game.functions:
        c.report(
            "RW429",
            "the game has no `rule play`",
            game.span,
            "`rule setup` and `rule play` are where a game starts",
        )
    for name in ("setup", "play"):
        f = game.functions.get(name)
        if f is not None and f.params:
            c.report(
                "RW429",
                f"`{name}` is started by the engine: it takes no values",
                f.span,
                "remove the parameters",
            )
        if f is not None and f.category != "rule":
            c.report(
                "RW429",
                f"`{name}` is started by the engine: it must be a rule",
                f.span,
                f"write `rule {name}`",
            )
        elif f is not None and f.uses_you:
            parts = [seen.functions[name], *seen.changes.get(name, [])]
            place = next(
                (e.span for part in parts for e in part.expressions if isinstance(e, You) and e.span.line),
                f.span,
            )
            c.report(
                "RW212",
                f"`{name}` speaks to nobody: there is no `you` here",
                place,
                "use `each player:`, or name a player",
            )


def untyped(c: Context, game: tree.Game, seen: Survey) -> None:
    """A parameter needs a type: from a call, from its name, or written."""
    used = reached(game, seen)
    for key, f in game.functions.items():
        names = [p.name for p in f.params if is_untyped(p.type)]
        if names and key in used:
            c.report(
                "RW316",
                f"the type of {', '.join(names)} in {f.name} cannot be told",
                f.span,
                f"write it, as in `{names[0]}: {'list of ' if any(p.type.is_many for p in f.params) else ''}number`",
            )


def is_untyped(type: Type) -> bool:
    """True if nothing was found out about a type."""
    return type.name in ("unknown", "none") or (type.is_many and type.item.name == "unknown")


def leave_out_untyped(c: Context, game: tree.Game, seen: Survey) -> None:
    """Functions that nothing uses and whose types nobody knows are told of, and do not become code."""
    used = reached(game, seen)
    left = {
        key
        for key, f in game.functions.items()
        if key not in used and any(is_untyped(p.type) for p in f.params)
    }
    size = -1
    while left and len(left) != size:
        size = len(left)
        for key in game.functions:
            parts = [seen.functions[key], *seen.changes.get(key, [])]
            if any(name in left for part in parts for name in mentioned(game, part)):
                left.add(key)
    for key in left:
        del game.functions[key]
    game.overrides = [change for change in game.overrides if change.target not in left]
    game.hooks = [change for change in game.hooks if change.target not in left]


# ---------------------------------------------------------------- what a game can reach


def reached(game: tree.Game, seen: Survey, elsewhere: Iterable[str] = ()) -> set[str]:
    """The functions that the engine, the examples, other variants or something reached by them can start."""
    roots = list(elsewhere)
    roots += [
        k for k in game.functions if k in ENTRIES or k.startswith(tuple(f"{r}." for r in game.resources))
    ]
    for part in (*seen.examples, *seen.decides):
        roots += mentioned(game, part)
    roots += [
        name for e in seen.loose if (name := calls_of(e) or (e.name if isinstance(e, RuleValue) else None))
    ]
    found: set[str] = set()
    pending = roots
    while pending:
        key = pending.pop()
        if key in found or key not in game.functions:
            continue
        found.add(key)
        for part in (seen.functions[key], *seen.changes.get(key, [])):
            pending += mentioned(game, part)
    return found


def mentioned(game: tree.Game, part: Part) -> list[str]:
    """The functions that a body calls, keeps as values, or offers in a menu."""
    found = list(part.calls)
    for s in part.statements:
        menus = (
            [m for m, _ in s.menus]
            if isinstance(s, tree.Offer)
            else [s.menu] if isinstance(s, tree.With) else []
        )
        if menus:
            found += [k for k, f in game.functions.items() if f.category == "action" and f.menu in menus]
    return found


# ---------------------------------------------------------------- declarations


def check(c: Context, game: tree.Game, seen: Survey) -> None:
    """Declarations that nothing mentions are probably misspelt or left over."""
    functions(c, game, seen)
    if game.variant:
        return  # what a variant no longer needs, its base does
    menus(c, game, seen)
    read = list(seen.expressions())
    figures(c, game, seen, read)
    things(c, game, seen, read)
    fields(c, game, seen, read)


def functions(c: Context, game: tree.Game, seen: Survey) -> None:
    """Warns of rules, defines and events that nothing uses."""
    used = reached(game, seen, c.game.elsewhere) | c.constants
    for key, f in game.functions.items():
        if key in used or f.category == "action" or f.span == game.span or f.name in c.game.elsewhere:
            continue
        if c.signatures[key].function.variant != game.variant:
            continue
        if f.category == "event" and seen.changes.get(key):
            c.warn(
                "RW432",
                f"nothing raises the event `{f.name}`",
                f.span,
                f"raise it where it happens: `{f.name}(…)`",
            )
        else:
            hint = "remove it, or raise it" if f.category == "event" else "remove it, or call it"
            hint = "remove it, or use it" if f.category == "define" else hint
            c.warn("RW432", f"nothing uses the {f.category} `{f.name}`", f.span, hint)


def menus(c: Context, game: tree.Game, seen: Survey) -> None:
    """Warns of menus that nothing offers or that have no action."""
    offered: set[str] = set()
    for part in seen.parts:
        for s in part.statements:
            if isinstance(s, tree.Offer):
                offered |= {m for m, _ in s.menus}
            elif isinstance(s, tree.With):
                offered.add(s.menu)
    filled = {f.menu for f in game.functions.values() if f.category == "action"}
    for name, menu in c.game.menus.items():
        if name in c.game.elsewhere:
            continue
        if name not in offered:
            c.warn(
                "RW432",
                f"nothing offers the menu `{name}`",
                menu.span,
                f"ask for one of its actions: `offer {name}`",
            )
        elif name not in filled:
            c.warn("RW439", f"the menu `{name}` has no action", menu.span, f"add one: `action … in {name}`")


def figures(c: Context, game: tree.Game, seen: Survey, read: list[E]) -> None:
    """Warns of kinds and columns that nothing reads."""
    columns = {(e.kind, e.name) for e in read if isinstance(e, ColumnOf)}
    borders = {
        (b.kind, e.name)
        for b in game.boards.values()
        if b.borders
        for e in b.borders.walk()
        if isinstance(e, ColumnOf)
    }
    for kind in game.kinds.values():
        if not uses_kind(c, kind, read):
            c.warn("RW432", f"nothing uses the kind `{kind.name}`", kind.span, "remove it, or use it")
            continue
        for name in kind.columns:
            if (kind.name, name) not in columns | borders and name not in (
                *SPECIAL_COLUMNS,
                *c.game.elsewhere,
                *(factor.name for factor in c.game.kinds[kind.name].factors),
            ):
                span = c.game.kinds[kind.name].columns[name].span
                c.warn(
                    "RW432",
                    f"nothing reads the column `{name}` of {kind.name}",
                    span,
                    "remove it, or read it",
                )


def uses_kind(c: Context, kind: tree.Kind, read: list[E]) -> bool:
    """True if a kind or one of its members is mentioned, in force, or the type of something read."""
    mentioned = c.used | set(c.game.elsewhere)
    if kind.name in mentioned or kind.in_force is not None or any(m in mentioned for m in kind.members):
        return True
    return any(e.type.of == kind.name and e.type.name == "kind" for e in read)


def things(c: Context, game: tree.Game, seen: Survey, read: list[E]) -> None:
    """Warns of boards that nothing uses and pieces that nothing places; reports pieces that can be nowhere."""
    types = set(types_in(game, read))
    mentioned = c.used | set(c.game.elsewhere)
    placed = {s.piece for part in seen.parts for s in part.statements if isinstance(s, tree.Place)}
    for board in game.boards.values():
        on = any(p.board == board.name for p in game.pieces.values())
        if board.name not in mentioned and not on and ("cell", board.name) not in types:
            c.warn("RW432", f"nothing uses the board `{board.name}`", board.span, "remove it, or use it")
    for piece in game.pieces.values():
        if not piece.board and not piece.zoned:
            text = f"`{piece.name}` stands on no board, and no zone can hold it"
            c.report(
                "RW447",
                text,
                piece.span,
                f"declare `piece {piece.name} on BOARD`, or a field `pile of {piece.name}`",
            )
        elif piece.name not in placed | set(c.game.elsewhere):
            c.warn(
                "RW432",
                f"nothing places a `{piece.name}`",
                piece.span,
                f"make one: `place {piece.name}(…) at …`",
            )
    mixed = {part for r in game.resources.values() for part in r.of}
    bundled = {name for e in read if isinstance(e, Bundle) for name in e.resources}
    for resource in game.resources.values():
        if resource.name not in mentioned | bundled | mixed and not uses_field(resource.field, read):
            c.warn(
                "RW432", f"nothing uses the resource `{resource.name}`", resource.span, "remove it, or use it"
            )


def types_in(game: tree.Game, read: list[E]) -> Iterable[tuple[str, str]]:
    """The types of all that is read and of all fields, with those of their elements."""
    for type in [*(e.type for e in read), *(f.type for f in game.fields.values())]:
        yield type.name, type.of
        if type.is_many:
            yield type.item.name, type.item.of


def uses_field(field: tree.FieldInfo | None, read: list[E]) -> bool:
    """True if a field is read."""
    return field is not None and any(
        isinstance(e, Field) and e.info.attribute == field.attribute for e in read
    )


def fields(c: Context, game: tree.Game, seen: Survey, read: list[E]) -> None:
    """Warns of fields that nothing reads."""
    used = {e.info.attribute for e in read if isinstance(e, Field)}
    filled = {
        n for part in seen.parts for s in part.statements if isinstance(s, tree.Place) for n in s.fields
    }
    given = {n for q in game.participants.values() for n in q.attributes}
    for field in game.fields.values():
        if (
            field.attribute in used
            or field.is_resource
            or (field.owner.startswith("piece:") and field.name in filled)
        ):
            continue
        if (field.name in given and field.owner == "player") or field.name in c.game.elsewhere:
            continue
        owner = field.owner.split(":")[-1]
        c.warn(
            "RW432", f"nothing uses the field `{field.name}` of {owner}", field.span, "remove it, or use it"
        )


# ---------------------------------------------------------------- names in bodies


def locals_of(c: Context, game: tree.Game, seen: Survey) -> None:
    """A parameter or a `let` that nothing reads."""
    for key, part in seen.functions.items():
        lets(c, part)
        if (
            part.category in ("rule", "define")
            and key not in seen.changes
            and part.name not in c.game.elsewhere
        ):
            parameters(c, game, part)
    for found in seen.changes.values():
        for part in found:
            lets(c, part)


def lets(c: Context, part: Part) -> None:
    """Warns of names that nothing reads."""
    read = reads_of(part)
    for s in part.statements:
        if (
            isinstance(s, tree.Let)
            and s.sources is not None
            and s.name not in read
            and not s.name.startswith("asked")
        ):
            c.warn("RW440", f"nothing reads `{s.name}`", s.span, "remove the line, or use the name")


@once
def reads_of(part: Part) -> set[str]:
    """The locals whose values are read; a target of `=` is written, not read."""
    written = {id(s.target) for s in part.statements if isinstance(s, tree.Set) and s.op == "="}
    found: set[str] = set()
    for s in part.statements:
        for e in own_expressions(s):
            found |= {x.name for x in e.walk() if isinstance(x, Local) and id(x) not in written}
    found |= {x.name for e in part.tests for x in e.walk() if isinstance(x, Local)}
    return found


def parameters(c: Context, game: tree.Game, part: Part) -> None:
    """Warns of parameters that their function does not read."""
    f = game.functions[part.key]
    if "." in part.key or f.owner.startswith("resource:") or f.name in c.game.varied:
        return
    read = reads_of(part)
    for p in part.params:
        if p.name not in read and p.name not in f.menu_args:
            c.warn(
                "RW440", f"nothing in {f.name} reads its parameter `{p.name}`", f.span, "remove it, or use it"
            )

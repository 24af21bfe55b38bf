"""What is known at the cursor: the text is finished for the compiler, which then tells the scope or the type there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from rulewright.diagnostics import has_errors
from rulewright.resolved import model
from rulewright.resolved.behaviour import add_behaviour, add_change
from rulewright.resolved.examples import add_example
from rulewright.resolved.layers import Layers
from rulewright.surface import ast
from rulewright.surface.parse import parse_part
from rulewright.surface.recover import Part, parts
from rulewright.surface.scan import scan
from rulewright.typed.context import Context, Scope
from rulewright.typed.infer import changes, examples, expressions, functions, signatures
from rulewright.typed.types import Type

HOLE = "rulewright_here"  # stands for what is about to be typed


@dataclass(slots=True)
class Here:
    """What the compiler knows at the cursor."""

    declaration: ast.Declaration | None = None
    scope: Scope | None = None  # if a name is to be typed
    before: Type | None = None  # if something behind a dot is to be typed: the type before the dot
    wanted: Type | None = None  # the type that fits, if it is known
    around: list[ast.Node] = field(default_factory=list)  # the nodes around, the innermost last


class Listener(Context):
    """A context that takes from another one all that is known, and hears of the name that stands for the hole."""

    def __init__(self, known: Context) -> None:
        super().__init__(known.game)
        for name in (
            "signatures", "fields", "table", "player", "cells", "edges", "pieces", "columns", "board_kinds",
            "multi_cell", "followers", "choice_types",
        ):  # fmt: skip
            setattr(self, name, getattr(known, name))
        self.heard = Here()

    def unknown_name(self, name: str, span: ast.Span, scope: Scope, extra: list[str] | None = None) -> None:
        if name == HOLE and self.heard.scope is None:
            self.heard.scope = scope

    def unknown_part(self, name: str, of: Type, span: ast.Span, known: list[str], hint: str) -> None:
        if name == HOLE and self.heard.before is None:
            self.heard.before = of


def here(path: str, text: str, line: int, column: int, known: Context | None) -> Here:
    """What is known at a place; the word before it is what is being typed."""
    part = part_at(path, text, line)
    if part is None or known is None:
        return Here()
    for d in finished(path, part, line - part.line, column - 1):
        found = look(d, known)
        if found is not None:
            return found
    return Here()


def part_at(path: str, text: str, line: int) -> Part | None:
    """The declaration in which a line stands."""
    found = None
    for part in parts(path, text):
        if part.line > line:
            break
        found = part
    return found


# What may have to follow the word that is being typed, so that the line can be read.
ENDINGS = ("", ":{}stop", " = 0", " is none:{}stop", " in players:{}stop", "{}stop", " from players:{}stop", " 0", ": 0",
           " else 0", ":{}then: yes", " 0:{}stop", " is none")  # fmt: skip
_WORD = re.compile(r"[A-Za-z0-9_]*\Z")
_OPENS = re.compile(r"(define|rule|action|when|instead|decides|event|example|given)\b")


def finished(path: str, part: Part, at: int, column: int) -> Iterator[ast.Declaration]:
    """The declaration up to the cursor, with something for what is being typed, in every way in which it can be read."""
    lines = part.text.split("\n")[:-1]
    lines += [""] * (at + 1 - len(lines))
    head = _WORD.sub("", lines[at][:column]) + HOLE
    if head.count('"') % 2:
        head += "}" * (head.count("{") > head.count("}")) + '"'
    head += ")" * max(0, head.count("(") - head.count(")"))
    indent = _indent(lines[at][:column])
    above = needed(lines[:at], indent)
    for ending in ENDINGS:
        made = "\n".join([*above, head + ending.format("\n" + " " * (indent + 4))]) + "\n"
        if has_errors(scan(path, made).problems):
            continue
        found, problems = parse_part(path, made, part.line - 1)
        if found and not has_errors(problems):
            yield found[-1]


def needed(lines: list[str], indent: int) -> list[str]:
    """The lines above the cursor without those of other rules: what stands around it, and the rule up to here."""
    around = []
    level = indent
    for number in range(len(lines) - 1, -1, -1):
        if lines[number].strip() and _indent(lines[number]) < level:
            around.append(number)
            level = _indent(lines[number])
    rule = next((n for n in reversed(around) if _OPENS.match(lines[n].strip())), len(lines))
    return [line if n >= rule or n in around else "" for n, line in enumerate(lines)]


def _indent(line: str) -> int:
    """The number of blanks before a line."""
    return len(line) - len(line.lstrip())


def look(d: ast.Declaration, known: Context) -> Here | None:
    """Lets the compiler go through a declaration; None if it does not come to the hole."""
    listener = Listener(known)
    for owner, inner in bodies(d):
        if not any(getattr(n, "name", None) == HOLE for n in ast.every(inner)) and not _in_text(inner):
            continue
        try:
            through(listener, inner, owner)
        except Exception:  # half a rule may be too odd for the compiler: then nothing is known
            continue
        heard = listener.heard
        if heard.scope is not None or heard.before is not None:
            heard.declaration = inner
            heard.around = around(inner)
            heard.wanted = wanted(listener, heard)
            return heard
    return None


def _in_text(d: Any) -> bool:
    """True if the place of the cursor stands in a text of the declaration."""
    return any(isinstance(n, ast.Text) and HOLE in n.value for n in ast.every(d))


def bodies(d: Any, owner: str = "") -> Iterator[tuple[str, Any]]:
    """The declarations with bodies at and below one, with their owners as the resolved game calls them."""
    if isinstance(d, ast.Variant):
        for inner in d.declarations:
            yield from bodies(inner)
    elif isinstance(d, (ast.Kind, ast.Extend)):
        for m in d.members:
            for inner in m.behaviour:
                yield from bodies(inner, f"member:{d.name}.{m.name}")
        for inner in d.behaviour:
            yield from bodies(inner, "" if d.name in ("player", "table") else f"kind:{d.name}")
    elif isinstance(d, (ast.Piece, ast.Board)):
        for inner in d.behaviour:
            yield from bodies(inner, f"{'piece' if isinstance(d, ast.Piece) else 'cell'}:{d.name}")
    elif isinstance(d, ast.Resource):
        for inner in d.behaviour:
            yield from bodies(inner, f"resource:{d.name}")
    elif isinstance(d, (ast.State, ast.Participant)):
        for inner in d.behaviour:
            yield from bodies(inner)
    else:
        yield owner, d


def taking(game: model.Game) -> Layers:
    """A merger that takes in one declaration, into a game that nobody else reads."""
    layers = Layers([], game.variant)
    layers.game = game.model_copy(
        update={"functions": {}, "overrides": [], "hooks": [], "examples": [], "menus": dict(game.menus)}
    )
    return layers


def through(c: Listener, d: Any, owner: str) -> None:
    """Checks one declaration by itself, with what is known of all others."""
    layers = taking(c.game)
    if isinstance(d, ast.Example):
        add_example(layers, d)
        game = c.game
        c.game = game.model_copy(update={"examples": layers.game.examples})
        steps = c.game.examples[0].steps
        c.game.examples[0].steps = [s for s in steps if not isinstance(s, ast.GivenNamed)]
        examples.typed_example(c, 0)
    elif isinstance(d, (ast.When, ast.Instead)):
        add_change(layers, d, owner)
        for word, some in (("instead", layers.game.overrides), ("when", layers.game.hooks)):
            for change in some:
                changes.change(c, change, f"{word}:0")
    elif isinstance(d, (ast.Define, ast.Rule, ast.Action)):
        made: dict[str, model.Function] = {}
        add_behaviour(layers, [d], owner, made)
        for f in {**made, **layers.game.functions}.values():
            name = owner.partition(":")[2].partition(".")[0]
            key = f"{name}.{f.name}" if f"{name}.{f.name}" in c.signatures else f.name
            known = c.signatures.get(key)
            c.signatures = dict(c.signatures)
            signatures.declare_function(c, key, f)
            sig = c.signatures[key]
            if known is not None and len(known.params) == len(sig.params):
                sig.params = list(known.params)
            functions.function(c, sig)


def around(d: Any) -> list[ast.Node]:
    """The nodes around the hole, from the outside in."""
    path: list[ast.Node] = []

    def down(item: Any) -> bool:
        if isinstance(item, (list, tuple)) and not isinstance(item, ast.Span):
            return any(down(each) for each in item)
        if not isinstance(item, ast.Node):
            return False
        path.append(item)
        if getattr(item, "name", None) == HOLE:
            return True
        if any(down(getattr(item, f.name)) for f in fields(item) if f.name not in ("span", "sources")):
            return True
        path.pop()
        return False

    down(d)
    return path


def wanted(c: Listener, found: Here) -> Type | None:
    """The type that fits the hole: that of the other side, of the parameter, of the field that is set."""
    scope = found.scope
    if scope is None or len(found.around) < 2:
        return None
    hole, outer = found.around[-1], found.around[-2]
    other: ast.Expr | None = None
    if isinstance(outer, ast.Compare):
        other = outer.left if outer.right is hole else outer.right
    elif isinstance(outer, (ast.Assign, ast.Change)) and outer.value is hole:
        other = outer.target
    elif isinstance(outer, ast.Apply) and isinstance(outer.target, (ast.Name, ast.MemberOf)):
        sig = c.signatures.get(outer.target.name)
        index = next((i for i, a in enumerate(outer.args) if a is hole), -1)
        return sig.params[index] if sig is not None and 0 <= index < len(sig.params) else None
    if other is None:
        return None
    try:
        type = expressions.expr(c, other, scope).type
    except Exception:  # as above
        return None
    return type.item if type.is_many and isinstance(outer, ast.Compare) and "in" in outer.op else type

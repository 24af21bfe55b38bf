"""Rules made of hostile names and texts, and a look over emitted modules for anything that does not belong there."""

from __future__ import annotations

import ast
import builtins
import keyword

# Words of Python, of the runtime and of emitted code, as far as they can be names of the language.
_NAMES = """
lambda class def return import global nonlocal yield async await pass raise try except finally del assert
exec eval print open compile globals locals getattr setattr delattr type object super self cls int str
list dict set tuple range len map filter id hash vars dir input breakpoint exit quit g G f p x e i n NONE
Then ask MACHINE rules tables engine state examples words then label saved option choice choices result
clone seed names chance script trial over log seat resume K_X L_Y annotations final Final Any
final_winners start_game new_position copy_into machine reasons bool frozenset NotImplemented Ellipsis
ValueError L_PLAY sys os
"""
NAMES = _NAMES.split()
REFUSED = ["__class__", "__import__", "__builtins__", "__init__", "__slots__", "_", "__", "_x", "x_", "a__b"]

OPTIONS = ["Then", "ask", "NONE", "label", "tables", "rules", "state", "x"]

TEXTS = [
    "it's \\ a \\n 'text' '''", "%s %(x)s ${x} #{x}", "{% for x in y %}{{ 7 * 7 }}{# no #}", "</script> <!--",
    "\\", "\\N{{BULLET}} \\x41", "#! # noqa", "a\u00a0b ż \U0001f600", "'+__import__('os')+'", ")\\n    eval(1",
]  # fmt: skip

HOLES = [
    "__import__('os').system('true')", "exec", "you.__class__", "().__class__", "you!r", "you:>10", "0x10", "1;2",
    "lambda: 1", "x=1", "a if b", "", " ", "you you", "'", "\\", "eval(1)", "open(you)", "\u200b",
]  # fmt: skip

GAME = """\
game {game} "{text}"
    players: 2

kind {kind} "{text}" | {column}
    {member} "{text}" | 1
    {other_member} | 2

resource {resource} "{text}"

board {board}: grid(rows: 2, columns: 2)
    {cell_field}: number

piece {piece} on {board}
    {piece_field}: player

table
    {field}: number
    {option}: 1..3 = 2, option
    {list}: list of number

player
    {player_field}: number
    {resource}: resource

define {define}({param}: number) = {param} + {option}
define {constant} = 3
event {event}({event_param}: number)
when {event}({hook_param}): {field} += {hook_param}
menu {menu} for "{text}"
action {action} "{text}" in {menu} once per {period}
    pay 1 {resource}
    your {player_field} += 1

rule {rule}({rule_param}: number)
    let {local} = {rule_param} + {define}(2)
    for {loop} in 1..2: {field} += {loop}
    place {piece}(you) at {board}(1, 1)
    {board}(1, 2).{cell_field} = {local}
    gain 2 {resource}
    say "{text} {{you}} {{{local}}}"
    choose {pick} from {kind} where it is not {other_member}:
        your {player_field} += {pick}.{column}
    choose one:
        "{text}": {event}({constant})
        "other": {list} += 3
    offer {menu} or "{text}"
    say "{{count {query} in {board} where {query}.{cell_field} > 0}}"

rule play
    begin {period}
    each player: {rule}(1)
"""


def hostile_game(turn: int) -> str:
    """A game in which every name and every text is hostile; the next turn uses other names for the same things."""
    roles = sorted(
        {part.split("}")[0] for part in GAME.replace("{{", "").split("{")[1:]} - {"text", "option"}
    )
    start = turn * len(roles)
    names = {"option": OPTIONS[turn % len(OPTIONS)]}
    for role in roles:
        while NAMES[start % len(NAMES)].lower() in [name.lower() for name in names.values()]:
            start += 1
        names[role] = NAMES[start % len(NAMES)]
        start += 1
    text = (
        TEXTS[turn % len(TEXTS)].replace("{{", "{").replace("}}", "}").replace("{", "{{").replace("}", "}}")
    )
    return GAME.format(text=text, **names)


# ---------------------------------------------------------------- what emitted code may contain

BUILTINS = {
    name for name in dir(builtins) if name.islower()
}  # emitted code uses no others, so they cannot be in its way
_ALLOWED = """
ValueError __name__ abs all any bool dict enumerate filter frozenset int isinstance iter len list map max
min next object range repr reversed set sorted str sum super tuple zip
"""
ALLOWED = set(_ALLOWED.split())
MODULES = {"__future__", "typing", "collections.abc", "collections", "sys", "functools"}
DUNDERS = {
    "__init__",
    "__slots__",
    "__reduce__",
    "__name__",
    "__all__",
    "__version__",
    "__main__",
    "__new__",
    "__file__",
}


def unexpected(name: str, text: str) -> list[str]:
    """What an emitted module should not contain: foreign imports, dangerous names, hidden attributes."""
    found: list[str] = []
    # Copying and pickling; the face of a game, which is loaded when it is first asked for.
    own = {"state.py": {"getattr", "setattr"}, "__init__.py": {"getattr"}}
    allowed = ALLOWED | own.get(name, set())
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [
                f"import {a.name}" for a in node.names if a.name not in MODULES | {"rulewright_runtime"}
            ]
        elif isinstance(node, ast.ImportFrom):
            if node.level != 1 and node.module not in MODULES | {"rulewright_runtime"}:
                found.append(f"from {node.module}")
        elif isinstance(node, ast.Name):
            loaded = isinstance(node.ctx, ast.Load)
            if node.id in BUILTINS and (node.id not in allowed or not loaded):
                found.append(f"name {node.id}")
            elif node.id.startswith("__") and node.id.endswith("__") and node.id not in DUNDERS:
                found.append(f"name {node.id}")
        elif isinstance(node, ast.Attribute):
            if node.attr.startswith("__") and node.attr.endswith("__") and node.attr not in DUNDERS:
                found.append(f"attribute {node.attr}")
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            if node.name in BUILTINS or keyword.iskeyword(node.name):
                found.append(f"definition {node.name}")
        elif isinstance(node, ast.arg):
            if node.arg in BUILTINS:
                found.append(f"parameter {node.arg}")
        elif isinstance(node, (ast.Global, ast.Nonlocal, ast.AsyncFunctionDef, ast.Await, ast.Try, ast.With)):
            found.append(type(node).__name__)
    return found

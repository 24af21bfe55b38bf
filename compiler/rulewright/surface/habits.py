"""Words of programming languages that people write by habit, and how the same is said here."""

from __future__ import annotations

import re

STATEMENTS = {  # at the beginning of a line
    "while": "write `repeat until` with the condition turned round: `repeat until size(deck) = 0:`",
    "loop": "write `repeat until …:` or `repeat … times:`",
    "do": "write `repeat until …:` or `repeat … times:`",
    "foreach": "write `for x in S:`, or `each player:`",
    "break": "a loop ends by its condition: `repeat until …:`; `stop` ends the whole rule",
    "continue": "put the rest of the loop under an `if`; `stop` ends the whole rule",
    "elif": "write `else if`",
    "elseif": "write `else if`",
    "elsif": "write `else if`",
    "unless": "write `if not …:`",
    "switch": "write `if … else if …`, or a table of a `define`",
    "case": "write `if … else if …`, or a table of a `define`",
    "return": "`stop` ends a rule; a `define` gives its value by a line `= value`",
    "pass": "write `nothing`",
    "def": "write `rule name` for what is done, `define name = value` for what is worked out",
    "func": "write `rule name` for what is done, `define name = value` for what is worked out",
    "function": "write `rule name` for what is done, `define name = value` for what is worked out",
    "class": "write `kind` for things that never change, `piece` for those that do",
    "enum": "write `kind` and its members",
    "import": "all files of a game's folder belong to it; nothing is imported",
    "var": "write `let name = value`",
    "set": "write `name = value`",
    "print": 'write `say "…{value}…"`',
    "assert": "write `require`, or an `example`",
}
FUNCTIONS = {  # called by their name
    "print": STATEMENTS["print"],
    "len": "write `size(…)`",
    "length": "write `size(…)`",
    "range": "write `1..n`",
    "randint": "write `let n = random(1..6)`",
    "append": "write `move x to list`",
    "filter": "write `all x in S where …`",
    "self": "write `this`",
    "null": "write `none`",
}
FOR = "write `for x in S:` for things, `each player:` for players"
INSIDE = (  # what stands in a line, its last word or sign being the one to blame
    (re.compile(r" *(?:else +)?if\b.*\b(then)\b"), "write a colon before what is done"),
    (re.compile(r" *for +\w+ *(of\b|=)"), FOR),
    (re.compile(r" *for +(each)\b"), FOR),
    (re.compile(r" *repeat +(while)\b"), "write `repeat until` with the condition turned round"),
)


def instead_of(word: str) -> str | None:
    """How to say what a name that nobody declared means elsewhere."""
    return FUNCTIONS.get(word) or STATEMENTS.get(word)

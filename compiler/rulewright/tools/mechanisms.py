"""What a game is made of, found from its rules: a board, cards, dice, hidden things, bids; and how many lines it takes."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.surface import ast
from rulewright.tools.tree import Parsed, walk

# In the order in which they are listed.
MECHANISMS = (
    *("board", "map", "pieces", "cards", "dice", "chance", "hidden", "simultaneous"),
    *("auction", "tricks", "resources", "powers", "automa", "connection"),
)
SHAPES = {"grid": "board", "ring": "board", "track": "board", "hexes": "map", "graph": "map"}
ZONES = {"deck": "cards", "hand": "hand"}
CALLS = {"roll": "dice", "random": "chance", "connected": "connection", "path_length": "connection"}
NAMED = {"bid": "auction", "bids": "auction", "auction": "auction", "trick": "tricks", "tricks": "tricks"}
WORDS = (ast.Example, ast.Given, ast.Labels, ast.Look)  # what is said about a game
APART = (*WORDS, ast.Variant)


def mechanisms(trees: Parsed) -> list[str]:
    """The mechanisms of the base game."""
    found = {
        each
        for file in trees.files
        for place in walk(file)
        if not isinstance((*place.within, place.node)[0], APART)
        for each in _shown_by(place.node)
    }
    if "hand" in found and "dice" not in found:  # dice that were rolled lie in a hand, too
        found.add("cards")
    return [each for each in MECHANISMS if each in found]


def _shown_by(node: object) -> Iterator[str]:
    """The mechanisms that one node of the tree shows."""
    if isinstance(node, ast.Board):
        yield SHAPES.get(_called(node.shape), "board")
    elif isinstance(node, ast.Piece) and node.on is not None:
        yield "pieces"
    elif isinstance(node, ast.Field):
        yield from _of_field(node)
    elif isinstance(node, ast.Shuffle):
        yield "chance"
    elif isinstance(node, ast.Each) and node.secretly:
        yield "simultaneous"
    elif isinstance(node, ast.Resource):
        yield "resources"
    elif isinstance(node, ast.Applies):
        yield "powers"
    elif isinstance(node, ast.Participant):
        yield "automa"
    elif isinstance(node, ast.Apply) and _called(node) in CALLS:
        yield CALLS[_called(node)]
    for name in _names(node):
        yield from (NAMED[word] for word in name.split("_") if word in NAMED)


def _of_field(field: ast.Field) -> Iterator[str]:
    """The mechanisms that a field shows."""
    if field.type.name in ZONES:
        yield ZONES[field.type.name]
    if {"private", "hidden"} & set(field.flags):
        yield "hidden"


def _called(node: object) -> str:
    """The name of what is called, as in `grid(rows: 8, columns: 8)`."""
    target = node.target if isinstance(node, ast.Apply) else node
    return target.name if isinstance(target, ast.Name) else ""


def _names(node: object) -> list[str]:
    """The names that a declaration or a choice gives."""
    if isinstance(node, (ast.Rule, ast.Action, ast.Event)):
        return [node.signature.name]
    if isinstance(node, ast.Field):
        return node.names
    return [node.name] if isinstance(node, ast.Pick) else []


def lines(trees: Parsed) -> int:
    """How many lines say the rules: without blank lines, remarks, examples, looks, words and variants."""
    return sum(_lines(file) for file in trees.files)


def _lines(file: ast.File) -> int:
    """The lines of a file that state rules, without examples, labels and looks."""
    starts = sorted(
        (declaration.span.line, isinstance(declaration, APART)) for declaration in file.declarations
    )
    total = 0
    for (first, apart), (after, _) in zip(starts, [*starts[1:], (10**9, False)], strict=True):
        if not apart:
            total += sum(_says_something(line) for line in file.text.split("\n")[first - 1 : after - 1])
    return total


def _says_something(line: str) -> bool:
    """True if a line is neither blank nor a comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")

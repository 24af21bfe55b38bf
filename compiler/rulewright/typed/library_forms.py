"""How the functions of the library are called, for hints."""

from __future__ import annotations

FORMS = {
    "size": "size(your hand)",
    "position": "position(x, list)",
    "without": "without(list, x)",
    "sorted": "sorted(list, by: worth)",
    "connected": "connected(things, by: linked)",
    "min": "min(a, b)",
    "max": "max(a, b)",
    "abs": "abs(n)",
    "mod": "mod(n, 12)",
    "next_player": "next_player(you)",
    "clockwise_from": "clockwise_from(you)",
    "clockwise_after": "clockwise_after(you)",
    "neighbours": "neighbours(cell)",
    "touching": "touching(a, b)",
    "adjacent": "adjacent(a, b)",
    "distance": "distance(a, b)",
    "line": "line(cell, north)",
    "lines_through": "lines_through(cell, 4)",
    "step": "step(cell, north, 2)",
    "path_length": "path_length(a, b, through: passable)",
    "random": "random(1..6)",
    "payable": "payable(3 coin)",
    "row": "row(board, 2)",
    "column": "column(board, 2)",
    "first": "first(list) or first(3, list)",
    "last": "last(list)",
}


def form_of(name: str) -> str:
    """How a function is called, for hints."""
    return (
        f"as in `{FORMS[name]}`"
        if name in FORMS
        else "see the list of library functions in docs/language/library.md"
    )

"""Walking trees and quoting the rules."""

from __future__ import annotations

from rulewright.surface import ast
from rulewright.surface.parse import parse
from rulewright.tools.tree import excerpt, line_text, walk

RULES = """\
kind coin | worth | sides?                          [AB-1.1]
    event spent
    penny | 1 | 2
        instead spent: gain 1 luck                  [AB-1.2]

rule pay_up                                         [AB-2.1]
    if yes:
        stop                                        [AB-2.2, AB-2.3 assumed]

example "a penny"                                   [AB-EX1]
    players ann, bob
    when: ann: penny
    then: yes                                       [AB-1.1]
"""


def tree() -> ast.File:
    file, problems = parse("rules/x/game.rules", RULES)
    assert file is not None, problems
    return file


def cited() -> dict[str, tuple[str, bool]]:
    """Ids with their owner and whether an example cites them."""
    found = {}
    for place in walk(tree()):
        for citation in getattr(place.node, "sources", ()):
            found[citation.id, place.example is not None] = place.owner
    return {f"{id}{'!' if test else ''}": (owner, test) for (id, test), owner in found.items()}


def test_every_citation_is_found_with_its_owner() -> None:
    assert cited() == {
        "AB-1.1": ("kind coin", False),
        "AB-1.2": ("kind coin, penny, instead spent", False),
        "AB-2.1": ("rule pay_up", False),
        "AB-2.2": ("rule pay_up", False),
        "AB-2.3": ("rule pay_up", False),
        "AB-EX1!": ('example "a penny"', True),
        "AB-1.1!": ('example "a penny"', True),
    }


def test_quoting() -> None:
    assert line_text(RULES, 3) == "penny | 1 | 2"
    assert line_text(RULES, 8) == "stop"
    assert line_text(RULES, 99) == ""
    assert excerpt(RULES, ast.Span("", 3, 5, 3, 10)) == "penny"
    assert excerpt(RULES, ast.Span("", 7, 5, 8, 13)) == "if yes: stop"
    assert excerpt(RULES, ast.Span("", 99, 1, 99, 2)) == ""

"""Good files parse, and every node knows exactly where it stands."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from rulewright.surface import ast
from rulewright.surface.parse import parse

from .common import GOOD, cut, nodes, text_of


def tree(text: str) -> list[ast.Decl]:
    file, problems = parse("x.rules", text)
    assert file is not None, problems
    assert not problems
    return file.declarations


def statement(line: str) -> ast.Stmt:
    (rule,) = tree(f"rule f\n    {line}\n")
    assert isinstance(rule, ast.Rule)
    (found,) = rule.body
    return found


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_spans_hold_what_the_node_says(path: Path) -> None:
    text = text_of(path)
    for node in nodes(tree(text)):
        match node:
            case ast.Name(span, name) if not cut(text, span).startswith("("):
                assert cut(text, span) == name
            case ast.Your(span, name) if not cut(text, span).startswith("("):
                assert cut(text, span).split() == ["your", name]
            case ast.Number(span, value, assumed) if cut(text, span)[0] not in "(-":
                assert cut(text, span) == f"{value}{'?' if assumed else ''}"
            case ast.Text(span, value):
                assert cut(text, span) == f'"{value}"'
            case ast.MemberOf():
                assert cut(text, node.name_span) == node.name
            case ast.Quantity():
                assert cut(text, node.unit_span) == node.unit
            case ast.With():
                assert cut(text, node.menu_span) == node.menu
            case ast.Without():
                assert [cut(text, span) for _, span in node.names] == [name for name, _ in node.names]
            case ast.Signature() | ast.Param() | ast.Column():
                assert cut(text, node.span).startswith(node.name)


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_rule_ids_are_where_they_say(path: Path) -> None:
    text = text_of(path)
    found = 0
    for node in nodes(tree(text)):
        for citation in getattr(node, "sources", ()):
            found += 1
            assert cut(text, citation.span).split() == [w for w in (citation.id, *citation.marks) if w]
    assert found == 0 or found >= text.count("[")


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_children_stand_inside_their_parents(path: Path) -> None:
    def inside(node: ast.Node) -> None:
        for child in dataclasses.fields(node):
            for below in nodes(getattr(node, child.name)):
                assert node.span[1:3] <= below.span[1:3], (node, below)
                assert below.span[3:5] <= node.span[3:5], (node, below)

    for node in nodes(tree(text_of(path))):
        assert (node.span.line, node.span.column) < (node.span.end_line, node.span.end_column)
        inside(node)


# ---------------------------------------------------------------- shapes that others rely on


def test_one_line_bodies_share_the_rule_id_with_their_header() -> None:
    (rule,) = tree("rule f: stop [X-1 pl, X-2]\n")
    assert isinstance(rule, ast.Rule)
    assert [(c.id, c.marks) for c in rule.sources] == [("X-1", ("pl",)), ("X-2", ())]
    assert rule.body[0].sources == rule.sources


def test_ids_on_the_line_of_else_belong_to_the_if() -> None:
    found = statement("if a: [X-1]\n        stop\n    else: [X-2]\n        stop\n")
    assert [c.id for c in found.sources] == ["X-1", "X-2"]


def test_move_with_and_without_origin() -> None:
    with_origin, without = statement("move x from z to y"), statement("move 1..13 to your hand")
    assert isinstance(with_origin, ast.Move)
    assert isinstance(with_origin.origin, ast.Name)
    assert isinstance(without, ast.Move)
    assert without.origin is None
    assert isinstance(without.what, ast.Range)


def test_field_maps_range_over_a_name_or_numbers() -> None:
    (state,) = tree(
        "player\n    a for each cult: number\n    b, c for each 1..3: 0..12 or none = 2, private\n"
    )
    assert isinstance(state, ast.State)
    first, second = state.fields
    assert isinstance(first.each, ast.Name)
    assert isinstance(second.each, ast.Range)
    assert second.names == ["b", "c"]
    assert second.flags == ["private"]
    low, high = second.type.low, second.type.high
    assert isinstance(low, ast.Number)
    assert isinstance(high, ast.Number)
    assert (low.value, high.value, second.type.or_none) == (0, 12, True)


def test_maps_of_pairs_and_ends_by_name() -> None:
    (state,) = tree("table\n    a for each cult for each 1..size: -2..most\n")
    assert isinstance(state, ast.State)
    (field,) = state.fields
    assert isinstance(field.each, ast.Listing)
    assert [type(key) for key in field.each.items] == [ast.Name, ast.Range]
    assert isinstance(field.type.low, ast.Number)
    assert field.type.low.value == -2
    assert isinstance(field.type.high, ast.Name)


def test_assumed_numbers_in_cells_and_rows() -> None:
    kind, define = tree("kind k | a\n    m | 6?, 2\ndefine f(n)\n    1 | 3?\n")
    assert isinstance(kind, ast.Kind)
    assert [getattr(v, "assumed", None) for v in kind.members[0].cells[0].values] == [True, False]
    assert isinstance(define, ast.Define)
    assert define.rows is not None
    assert getattr(define.rows[0].values[0], "assumed", None) is True


def test_operators_bind_as_in_english() -> None:
    found = statement("let a = not b is c and d or e + 2 * f in g")
    assert isinstance(found, ast.Let)
    assert isinstance(found.value, ast.Either)
    assert isinstance(found.value.left, ast.Both)
    assert isinstance(found.value.left.left, ast.Negate)
    right = found.value.right
    assert isinstance(right, ast.Compare)
    assert isinstance(right.left, ast.Arithmetic)
    assert (right.op, right.left.op) == ("in", "+")


def test_keywords_are_names_where_they_cannot_stand() -> None:
    kind, _ = tree(
        "kind k | a\n    rule f: stop\n    table | 3\n    player | 4\nrule place\n    table.order = next\n"
    )
    assert isinstance(kind, ast.Kind)
    assert [m.name for m in kind.members] == ["table", "player"]


def test_keywords_are_whole_words() -> None:
    assert parse("x", "rulebook\n    stop\n")[0] is None
    found = statement("move a to table")
    assert isinstance(found, ast.Move)
    assert parse("x", "rule f\n    move a tofoo\n")[0] is None


def test_trees_are_cached_by_content() -> None:
    assert parse("a", "rule f\n    stop\n")[0] is parse("a", "rule f\n    stop\n")[0]
    assert parse("b", "rule f\n    stop\n")[0] is not parse("a", "rule f\n    stop\n")[0]


def test_the_empty_file_and_comments_alone() -> None:
    for text in ("", "\n\n", "# a comment", "  # indented\n\n"):
        assert tree(text) == []

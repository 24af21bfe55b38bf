"""`rulewright assumptions`: every figure that no rulebook prints, with its place."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from pydantic import BaseModel, Field

from rulewright.surface import ast
from rulewright.tools.project import add_games, chosen_games, project_of
from rulewright.tools.tables import count, shortened, table
from rulewright.tools.tree import Parsed, Place, excerpt, line_text, parsed, walk

EXAMPLES = """\
examples:
  rulewright assumptions           all games
  rulewright assumptions chess     one game
  rulewright assumptions --json    for other programs

A figure or a name is marked assumed by a question mark (6?, sword?), a whole column of a table by one after its name
(| sides?), and a line by [assumed] or [AB-1.2 assumed] at its end.
"""


class Assumption(BaseModel):
    """One figure or line marked assumed."""

    path: str
    line: int
    mark: str = Field(description="how it is marked: figure, column or line")
    owner: str = Field(description="the declaration, in the rules' words")
    value: str = Field(description="the figure; empty for a whole line")
    rule: str = Field(description="the rule id, where one is given")
    text: str = Field(description="the line in the rules")


class Assumptions(BaseModel):
    """All assumptions of one game."""

    game: str
    assumptions: list[Assumption]


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    add_games(parser, "the games to list (default: all)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def run(args: argparse.Namespace) -> int:
    """Lists the assumptions of games; exit code 1 if rules are broken."""
    project = project_of(args)
    found: list[Assumptions] = []
    broken = False
    for game in chosen_games(project, args.games):
        trees = parsed(project, game)
        if not trees.ok:
            broken = True
            print(trees.report())
        else:
            found.append(Assumptions(game=game, assumptions=assumptions(trees)))
    if args.json:
        print("[" + ",\n".join(each.model_dump_json(indent=2) for each in found) + "]")
    else:
        print("\n\n".join(as_text(each) for each in found))
    return 1 if broken else 0


def assumptions(trees: Parsed) -> list[Assumption]:
    """In the order of files and lines, each place once."""
    found: dict[tuple[str, int, str, str], Assumption] = {}
    for file in trees.files:
        for place in walk(file):
            for each in _at(file, place):
                found.setdefault((each.path, each.line, each.mark, each.owner + each.value), each)
    return sorted(found.values(), key=lambda a: (a.path, a.line))


def _at(file: ast.File, place: Place) -> Iterator[Assumption]:
    """The assumptions that one node of the tree states."""
    node = place.node
    if isinstance(node, ast.Number) and node.assumed:
        yield _assumption(file, place, node.span.line, "figure", str(node.value))
    if isinstance(node, ast.Name) and node.assumed:
        yield _assumption(file, place, node.span.line, "figure", node.name)
    if isinstance(node, (ast.Kind, ast.Extend)):
        yield from _columns(file, place, node)
    for citation in getattr(node, "sources", ()):
        if "assumed" in citation.marks:
            yield _assumption(file, place, citation.span.line or node.span.line, "line", "", citation.id)


def _columns(file: ast.File, place: Place, node: ast.Kind | ast.Extend) -> Iterator[Assumption]:
    """The cells of the columns whose name ends in a question mark."""
    for index, column in enumerate(node.columns):
        if not column.assumed:
            continue
        for member in node.members:
            if index < len(member.cells):
                cell = member.cells[index]
                value = ", ".join(excerpt(file.text, v.span) for v in cell.values) or "-"
                each = Place(member, (*place.within, node))
                yield _assumption(file, each, member.span.line, "column", f"{column.name} = {value}")


def _assumption(file: ast.File, place: Place, line: int, mark: str, value: str, rule: str = "") -> Assumption:
    """An assumption with the text of its line."""
    text = line_text(file.text, line)
    return Assumption(
        path=file.path, line=line, mark=mark, owner=place.owner, value=value, rule=rule, text=text
    )


def as_text(found: Assumptions) -> str:
    """The assumptions of a game as a table with their number."""
    rows = [
        (f"{a.path}:{a.line}", a.value or "(the line)", a.rule, a.owner, shortened(a.text, 70))
        for a in found.assumptions
    ]
    total = f"{found.game}: {count(len(rows), 'assumption')}"
    return table(("place", "value", "rule", "in", "text"), rows) + "\n" + total if rows else total

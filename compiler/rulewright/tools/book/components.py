"""The components as tables: one for each kind of the rules, from the rules themselves, in every language of the labels."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.surface import ast
from rulewright.tools.tree import Parsed, walk
from rulewright_runtime.engine import Engine, Kind
from rulewright_runtime.words import Words

NOTHING = ("", "-")


@dataclass(slots=True)
class Cell:
    """A figure of a table, and whether it is only assumed."""

    text: str
    assumed: bool = False


@dataclass(slots=True)
class Row:
    """A member of a kind with its figures."""

    name: str
    label: str
    cells: list[Cell]
    ids: list[str]
    place: tuple[str, int] | None  # in the rules

    @property
    def title(self) -> str:
        """Its name without what is explained in parentheses."""
        return self.label.partition(" (")[0] if self.label.endswith(")") else self.label

    @property
    def note(self) -> str:
        """What stands in brackets at the end of its label."""
        return self.label[len(self.title) :].strip(" ()")


@dataclass(slots=True)
class Components:
    """One kind in one language."""

    name: str
    label: str
    columns: list[str]
    rows: list[Row]
    ids: list[str]


@dataclass(slots=True)
class _Origin:
    """Where the rules say a row, by which ids, and what of it is assumed."""

    place: tuple[str, int]
    ids: list[str]
    assumed: frozenset[str]  # columns; "*" for all of them


def components(engine: Engine, trees: Parsed, language: str) -> list[Components]:
    """The kinds with columns, in the order of the rules."""
    origins = _origins(trees)
    words = Words(engine, (), language)
    return [
        _table(words, kind, origins) for kind in engine.kinds.values() if any(kind.columns) and kind.members
    ]


def _table(words: Words, kind: Kind, origins: dict[tuple[str, str], _Origin]) -> Components:
    """The table of a kind, without columns that are empty for all."""
    columns = {
        name: values for name, values in kind.columns.items() if any(value not in NOTHING for value in values)
    }
    rows: list[Row] = []
    for place, member in enumerate(kind.members):
        origin = origins.get((kind.name, member))
        cells = [
            Cell(
                "" if values[place] in NOTHING else words.name(values[place]),
                origin is not None and bool(origin.assumed & {name, "*"}),
            )
            for name, values in columns.items()
        ]
        label = words.text(None, f"kind:{kind.name}", place)
        rows.append(Row(member, label, cells, origin.ids if origin else [], origin.place if origin else None))
    own = origins.get((kind.name, ""))
    heads = [words.name(name) for name in columns]
    return Components(kind.name, words.name(kind.name), heads, rows, own.ids if own else [])


def _origins(trees: Parsed) -> dict[tuple[str, str], _Origin]:
    """Where kinds and their members stand, what they cite and assume; what comes later, as in a variant, does not count."""
    found: dict[tuple[str, str], _Origin] = {}
    for file in trees.files:
        for place in walk(file):
            node = place.node
            if not isinstance(node, (ast.Kind, ast.Extend)):
                continue
            found.setdefault((node.name, ""), _Origin((file.path, node.span.line), _ids(node), frozenset()))
            columns = [column.name for column in node.columns]
            doubtful = {column.name for column in node.columns if column.assumed}
            for member in node.members:
                cells = {
                    columns[i]
                    for i, cell in enumerate(member.cells)
                    if i < len(columns) and any(getattr(value, "assumed", False) for value in cell.values)
                }
                marks = [mark for citation in member.sources for mark in citation.marks]
                whole = {"*"} if "assumed" in marks else set()
                found.setdefault(
                    (node.name, member.name),
                    _Origin((file.path, member.span.line), _ids(member), frozenset(cells | doubtful | whole)),
                )
    return found


def _ids(node: ast.Declaration) -> list[str]:
    """The rule ids that close the line of a declaration."""
    return [citation.id for citation in node.sources if citation.id]

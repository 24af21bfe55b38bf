"""What the rules have for each id: the declarations that carry it out, the examples that test it, what they assume."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulewright.surface import ast
from rulewright.tools.assumptions import Assumption, assumptions
from rulewright.tools.tree import Parsed, Place, title, walk

WHOLE = 36  # a declaration of at most so many lines is shown whole
AROUND = 1  # lines that are shown before and after a cited line of a longer one


@dataclass(slots=True)
class Passage:
    """A declaration with the lines that cite an id."""

    path: str
    first: int
    last: int
    owner: str  # in the rules' words
    variant: str  # "" for the game itself
    cited: set[int] = field(default_factory=set)
    beside: set[str] = field(default_factory=set)  # ids that are cited along with it

    def shown(self) -> list[tuple[int, int]]:
        """The stretches of lines that are shown: all of it, or its head and what is cited."""
        if self.last - self.first < WHOLE:
            return [(self.first, self.last)]
        wanted = {self.first, *(n for line in self.cited for n in range(line - AROUND, line + AROUND + 1))}
        stretches: list[tuple[int, int]] = []
        for line in sorted(n for n in wanted if self.first <= n <= self.last):
            if stretches and line <= stretches[-1][1] + 2:
                stretches[-1] = (stretches[-1][0], line)
            else:
                stretches.append((line, line))
        return stretches


@dataclass(slots=True)
class Carriers:
    """All that the rules files say of one id."""

    passages: list[Passage] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)  # places, as path:line
    assumed: list[Assumption] = field(default_factory=list)
    editions: set[str] = field(default_factory=set)  # words after the id that name a variant


def carriers(trees: Parsed, variants: list[str]) -> dict[str, Carriers]:
    """By id, in the order of the files."""
    found: dict[str, Carriers] = {}
    guesses: dict[tuple[str, int], list[Assumption]] = {}
    for one in assumptions(trees):
        guesses.setdefault((one.path, one.line), []).append(one)
    for file in trees.files:
        for place in walk(file):
            sources: ast.Sources = getattr(place.node, "sources", ())
            ids = {citation.id for citation in sources if citation.id}
            for citation in sources:
                if not citation.id:
                    continue
                entry = found.setdefault(citation.id, Carriers())
                entry.editions.update(mark for mark in citation.marks if mark in variants)
                line = citation.span.line or place.node.span.line
                if place.example is not None:
                    at = f"{file.path}:{place.example.span.line}"
                    if at not in entry.examples:
                        entry.examples.append(at)
                    continue
                _note(entry, file, place, line, ids)
                for guess in _within(guesses, file.path, place.node, line):
                    if guess not in entry.assumed:
                        entry.assumed.append(guess)
    return found


def _note(entry: Carriers, file: ast.File, place: Place, line: int, ids: set[str]) -> None:
    """Notes a line that cites an id, in the passage of its declaration."""
    declaration, variant = _around(place)
    first, last = _lines(file, declaration)
    for passage in entry.passages:
        if (passage.path, passage.first) == (file.path, first):
            break
    else:
        passage = Passage(file.path, first, last, _named(declaration), variant)
        entry.passages.append(passage)
    passage.cited.add(line)
    passage.beside |= ids


def _around(place: Place) -> tuple[Any, str]:
    """The outermost declaration that is no variant, and the variant in which it stands."""
    chain = [one for one in (*place.within, place.node) if isinstance(one, ast.Declaration)]
    variant = next((one.name for one in chain if isinstance(one, ast.Variant)), "")
    inner = [one for one in chain if not isinstance(one, ast.Variant)]
    return (inner or chain or [place.node])[0], variant


def _named(declaration: Any) -> str:
    """A declaration by the title that it is shown under."""
    return title(declaration)


def _lines(file: ast.File, declaration: Any) -> tuple[int, int]:
    """Its lines, with the comment right above it."""
    lines = file.text.split("\n")
    first, last = declaration.span.line, declaration.span.end_line
    last = min(last, len(lines))
    while last > first and not lines[last - 1].strip():
        last -= 1
    while first > 1 and lines[first - 2].lstrip().startswith("#") and first > 2:
        first -= 1
    return first, last


def _within(
    guesses: dict[tuple[str, int], list[Assumption]], path: str, node: Any, line: int
) -> Iterator[Assumption]:
    """The assumed figures on the cited lines of a statement or a row."""
    last = node.span.end_line if not isinstance(node, ast.Declaration) else line
    for number in range(line, min(last, line + WHOLE) + 1):
        yield from guesses.get((path, number), [])

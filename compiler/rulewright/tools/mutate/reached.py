"""Which examples reach which declarations of the rules: they run once, and the functions that are called are noted."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from rulewright.surface import ast
from rulewright.tools.errors import UsageError
from rulewright.tools.loading import engine as loaded
from rulewright.tools.project import Project, Target
from rulewright_runtime.engine import Engine
from rulewright_runtime.example_steps import Example
from rulewright_runtime.examples import run_example
from rulewright_runtime.rule_lines import places_beside

Lines = dict[tuple[str, int], list[str]]  # by path and line: the names of examples


class Reached:
    """The examples of a game and its variants by the lines of the rules whose functions they call."""

    def __init__(self, project: Project, game: str, variants: list[str]) -> None:
        self.found: dict[str, Lines] = {}  # by variant
        for variant in variants:
            target = Target(game, variant)
            with loaded(project, target) as engine:
                self.found[variant] = reached(engine, target)

    def by(self, variant: str, declared: ast.Span | None) -> tuple[str, ...]:
        """The names of the examples that reach a declaration; none if that cannot be told."""
        if declared is None:
            return ()
        lines = self.found[variant]
        around = range(declared.line, declared.end_line + 1)
        return tuple(dict.fromkeys(one for line in around for one in lines.get((declared.path, line), ())))


def name_of(path: str, title: str) -> str:
    """How an example is called here; its line would change with the rules above it."""
    return f"{path}: {title}"


def reached(engine: Engine, target: Target) -> Lines:
    """Runs the examples of an engine; those that fail already are told."""
    file = engine.setup.__code__.co_filename
    places = places_beside(Path(file).parent / "places.txt")
    found: Lines = {}
    for example in engine.examples() if engine.examples is not None else ():
        name = name_of(example.place.rpartition(":")[0], example.title)
        for function in called(engine, example, file, target):
            for place in places.get(function, ()):
                path, _, line = place.rpartition(":")
                known = found.setdefault((path, int(line)), [])
                if name not in known:
                    known.append(name)
    return found


def called(engine: Engine, example: Example, file: str, target: Target) -> Iterator[str]:
    """The functions of a file that an example calls."""
    names: dict[str, None] = {}

    def call(frame: FrameType, _: str, __: object) -> None:
        if frame.f_code.co_filename == file:
            names[frame.f_code.co_name] = None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        result = run_example(engine, example)
    finally:
        sys.settrace(before)
    if not result.passed:
        raise UsageError(
            f"the example {example.title!r} fails already", f"mend it first: rulewright test {target}"
        )
    yield from names

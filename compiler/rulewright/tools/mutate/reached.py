"""Which examples can notice a change: they run once, and it is noted which functions they call and which rules they cite."""

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
        self.cited: dict[str, dict[str, str]] = (
            {}
        )  # by variant and name of an example: the rules that it cites
        self.meanings: dict[str, str] = {}  # by variant: a digest of the rules as they are
        for variant in variants:
            target = Target(game, variant)
            with loaded(project, target) as engine:
                self.found[variant] = reached(engine, target)
                self.meanings[variant] = engine.meaning
                examples = engine.examples() if engine.examples is not None else ()
                self.cited[variant] = {named(one): one.rules for one in examples}

    def by(self, variant: str, declared: ast.Span | None, ids: tuple[str, ...]) -> tuple[str, ...]:
        """The names of the examples that reach a declaration, those first that cite the rule ids nearest to the change.

        Where that cannot be told, as in tables of figures, those that cite one of the ids.
        """
        cited = self.cited[variant]
        if declared is None:
            names = [name for name, rules in cited.items() if nearness(rules, ids) < len(ids)]
        else:
            lines = self.found[variant]
            around = range(declared.line, declared.end_line + 1)
            names = list(
                dict.fromkeys(one for line in around for one in lines.get((declared.path, line), ()))
            )
        return tuple(sorted(names, key=lambda name: nearness(cited[name], ids)))


def nearness(rules: str, ids: tuple[str, ...]) -> int:
    """The place of the first of these ids that an example cites; their number if it cites none."""
    cited = {one.strip().partition(" ")[0] for one in rules.split(",")}
    return next((place for place, id in enumerate(ids) if id in cited), len(ids))


def name_of(path: str, title: str) -> str:
    """How an example is called here; its line would change with the rules above it."""
    return f"{path}: {title}"


def named(example: Example) -> str:
    """The name of an example of an engine."""
    return name_of(example.place.rpartition(":")[0], example.title)


def reached(engine: Engine, target: Target) -> Lines:
    """Runs the examples of an engine; those that fail already are told."""
    file = engine.setup.__code__.co_filename
    places = places_beside(Path(file).parent / "places.txt")
    found: Lines = {}
    for example in engine.examples() if engine.examples is not None else ():
        name = named(example)
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

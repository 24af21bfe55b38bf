"""Worked examples on both sides: each with the expectations of its own side, run on the other one as well."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from rulewright.diagnostics import Diagnostic
from rulewright.resolved import model
from rulewright.surface import ast
from rulewright.tools.diff.canonical import canonical, ids_of
from rulewright.tools.diff.engines import Workshop
from rulewright.tools.diff.report import ExampleOutcome, Examples
from rulewright.typed import tree
from rulewright.typed.infer import check as infer
from rulewright.typed.infer.examples import steps_in_force
from rulewright_runtime.examples import run_examples

OK = "ok"
_SEAT = re.compile(r"⦃(\d+)⦄")


@dataclass(slots=True)
class _Tried:
    """One example and what came of it on the two sides."""

    example: model.Example
    of: str  # old, new, both
    results: list[str]


def compared(old: model.Game, new: model.Game, sources: Mapping[str, str], workshop: Workshop) -> Examples:
    """Runs all examples of both sides on both; `old` and `new` are used up."""
    tried = _all(old, new)
    for number, game in enumerate((old, new)):
        results = _run(game, [one.example for one in tried], sources, workshop, f"examples_{number}")
        for one, result in zip(tried, results, strict=True):
            one.results.append(result)
    different: dict[str, ExampleOutcome] = {}
    for one in tried:
        if one.results[0] != one.results[1]:
            # What is expected on one side usually fails on the other, and the reverse: once is enough.
            different.setdefault(one.example.title, _outcome(one))
    return Examples(run=len(tried), different=list(different.values()))


def _outcome(one: _Tried) -> ExampleOutcome:
    """The results of an example on both sides, for the report."""
    e = one.example
    return ExampleOutcome(
        title=e.title,
        rules=ids_of(e.sources),
        place=f"{e.span.path}:{e.span.line}",
        of="both" if one.of == "both" else "old" if one.of == "old" else "new",
        old=one.results[0],
        new=one.results[1],
    )


def _all(old: model.Game, new: model.Game) -> list[_Tried]:
    """The examples of both sides; those that expect the same on both stand once."""
    before = {_said(e): e for e in _in_force(old)}
    after = {_said(e): e for e in _in_force(new)}
    tried = [_Tried(e, "both" if said in after else "old", []) for said, e in before.items()]
    return tried + [_Tried(e, "new", []) for said, e in after.items() if said not in before]


def _said(example: model.Example) -> Hashable:
    """What an example says, apart from its place, so that equal ones of both sides are found."""
    return (example.title, canonical((example.players, example.steps)))


def _in_force(game: model.Game) -> list[model.Example]:
    """The examples that hold on a side, with its own expectations, as examples that would hold anywhere."""
    here = game.variant or game.name
    found: list[model.Example] = []
    for e in game.examples:
        if e.only and here not in e.only:
            continue
        if len(e.players) not in game.players:
            continue
        steps = [
            ast.Expected(s.span, s.sources, [], s.claims) if isinstance(s, ast.Expected) else s
            for s in steps_in_force(e.steps, here)
        ]
        found.append(e.model_copy(update={"only": [], "steps": steps}))
    return found


def _run(
    game: model.Game, examples: list[model.Example], sources: Mapping[str, str], workshop: Workshop, name: str
) -> list[str]:
    """What each example comes to on one side: ok, what failed, or why it cannot be run."""
    unfit = {
        i: f"{len(e.players)} cannot play"
        for i, e in enumerate(examples)
        if len(e.players) not in game.players
    }
    while True:
        kept = [i for i in range(len(examples)) if i not in unfit]
        game.examples = [examples[i] for i in kept]
        made, diagnostics = infer.check(game)
        wrong = [d for d in diagnostics if d.severity == "error"]
        if made is not None and not wrong:
            break
        bad = _those_with(wrong, examples, kept)
        if not bad:  # the rules themselves: not the examples' fault
            return ["cannot be run" for _ in examples]
        unfit |= bad
    results = _results(made, sources, workshop, name)
    return [
        f"cannot be run: {unfit[i]}" if i in unfit else results[kept.index(i)] for i in range(len(examples))
    ]


def _those_with(wrong: list[Diagnostic], examples: list[model.Example], kept: list[int]) -> dict[int, str]:
    """The examples in which errors stand, with the first of them."""
    found: dict[int, str] = {}
    for i in kept:
        span = examples[i].span
        for d in wrong:
            if d.span.path == span.path and span.line <= d.span.line <= span.end_line:
                found.setdefault(i, d.message)
    return found


def _results(game: tree.Game, sources: Mapping[str, str], workshop: Workshop, name: str) -> list[str]:
    """The result of each example of a game: `OK`, or why it fails."""
    engine = workshop.make(name, game, sources)
    results = run_examples(engine)
    return [
        OK if result.passed else _with_names(result.message, example.players)
        for result, example in zip(results, game.examples, strict=True)
    ]


def _with_names(message: str, players: list[str]) -> str:
    """Seats that the engine mentions by number get the names that the example gives them."""

    def name(seat: re.Match[str]) -> str:
        number = int(seat[1])
        return players[number] if number < len(players) else seat[0]

    return _SEAT.sub(name, message)

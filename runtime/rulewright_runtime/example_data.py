"""Examples as data: one line of JSON for each, read when examples are run; what they do to a position is code in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .described import in_turn
from .example_steps import Chance, Claim, Example, Found, Given, Move, Step


def read_examples(engine: str, *modules: object) -> tuple[Example, ...]:
    """The examples beside a module of an engine; their code speaks of what these modules of it define."""
    # What only examples need is loaded with them, so it is not among the names of the runtime yet.
    names = {
        "in_turn": in_turn,
        **{name: value for module in modules for name, value in vars(module).items()},
    }
    lines = Path(engine).with_name("examples.json").read_text(encoding="utf-8").splitlines()
    return tuple(_Reader(names, json.loads(line)).example() for line in lines)


class _Reader:
    """Makes one example of its data; a place without a file is in the file of the example."""

    def __init__(self, names: Mapping[str, Any], data: dict[str, Any]) -> None:
        self.names = dict(names)
        self.data = data
        self.file: str = data["place"].rpartition(":")[0]

    def example(self) -> Example:
        """The whole example, its code compiled."""
        data = self.data
        steps = tuple(self.step(*step) for step in data["steps"])
        players, options = tuple(data["players"]), data.get("options", {})
        return Example(data["title"], data["rules"], data["place"], players, steps, options)

    def step(self, kind: str, place: str | int, *parts: Any) -> Step:
        """One step by its kind; a place that is only a line stands in the example's own file."""
        at = f"{self.file}:{place}" if isinstance(place, int) else place
        if kind == "given":
            return Given(self.function(*parts), at)
        if kind == "next":
            what, values = parts
            return Chance(what, eval(values, self.names), at)
        if kind == "claim":
            text, test, found = parts
            return Claim(text, at, self.test(test, found))
        player, answers, rule, call = parts
        return Move(kind, player, tuple(answers), rule, at, self.function(call) if call else None)

    def function(self, lines: list[str]) -> Callable[[Any], Any]:
        """The function of a position that these lines of code are the body of."""
        made: dict[str, Any] = {}
        exec("\n".join(["def step(g):", *(f"    {line}" for line in lines)]), self.names, made)
        found: Callable[[Any], Any] = made["step"]
        return found

    def test(self, test: str, parts: list[list[str]]) -> Callable[[Any], tuple[bool, tuple[Found, ...]]]:
        """A claim: whether it holds, and what it speaks of (words, type, type of keys) with the values."""
        values = "".join(f"{part[3]}, " for part in parts)
        made = eval(f"lambda g: ({test}, ({values}))", self.names)

        def holds(g: Any) -> tuple[bool, tuple[Found, ...]]:
            result, found = made(g)
            return result, tuple((*part[:3], value) for part, value in zip(parts, found))

        return holds

"""How saved games name what an engine numbers: frames and their locals, choices, options, fields; all by names from the rules."""

from __future__ import annotations

from typing import Any

from .core import FIRST_LABEL, FREE, L_REASK, L_UNIT, L_WITH, NONE, Then
from .engine import Engine
from .meanings import Frame, Meaning, unique_names
from .plain import Wrong, decode, encode, whole_number
from .words import split_type

PARTS = ("alive", "cells", "on", "zone")  # what is kept of every piece beside its fields

# What a value in one of the runtime's own frames is the number of, by label and place.
NUMBERS = {(L_UNIT, 0): "action", (L_WITH, 1): "menu", (L_REASK, 2): "choice"}


def naming_of(engine: Engine) -> Naming:
    """The names of an engine, made when they are needed first."""
    found = engine.naming
    if not isinstance(found, Naming):
        found = engine.naming = Naming(engine)
    return found


def meaning_of(engine: Engine) -> str:
    """The hash by which saved games, records and whatever is kept of a game know its rules."""
    return engine.meaning or engine.rules


class Naming:
    """Names for numbers, and numbers for names."""

    def __init__(self, engine: Engine) -> None:
        machine = engine.machine
        self.engine = engine
        self.meaning = engine.spoken() if engine.spoken is not None else unspoken(machine.labels)
        self.frames = [*machine.labels[:FIRST_LABEL], *(frame[0] for frame in self.meaning.frames)]
        self.labels = {name: label for label, name in enumerate(self.frames)}
        self.choices = unique_names(tuple([choice.name for choice in machine.choices]))
        self.tables = {
            "action": unique_names(tuple([action.name for action in machine.actions])),
            "menu": engine.menus,
            "choice": self.choices,
        }
        self.numbers = {
            what: {name: i for i, name in enumerate(names)} for what, names in self.tables.items()
        }

    # ------------------------------------------------------------ fields

    def fields(self, g: Any) -> dict[str, str]:
        """All that a state holds of its own: what it is called in the rules, and the attribute that holds it."""
        found = {f"{field.owner}.{field.name}": field.attribute for field in self.engine.fields}
        for piece in self.engine.pieces:
            for part in PARTS:
                if hasattr(g, f"{piece}_{part}"):
                    found[f"piece:{piece} {part}"] = f"{piece}_{part}"
        return found

    # ------------------------------------------------------------ frames

    def frame(self, frame: Then) -> list[Any]:
        """A frame as its name and its locals by name."""
        label: int = frame[1]
        values = frame[2:]
        if label < FIRST_LABEL:
            return [self.frames[label], [self._own(label, i, value) for i, value in enumerate(values)]]
        names = self.meaning.frames[label - FIRST_LABEL][1]
        if names is None:
            return [self.frames[label], encode(values)]
        return [self.frames[label], {name: encode(v) for name, v in zip(names, values, strict=True)}]

    def _own(self, label: int, place: int, value: int) -> Any:
        """A local of a frame of the runtime, by name if it numbers a choice or an action."""
        what = NUMBERS.get((label, place))
        names = self.tables[what] if what else ()
        return names[value] if 0 <= value < len(names) else encode(value)

    def read_frame(self, data: Any, up: Then | None) -> Then:
        """The frame that `frame` wrote."""
        if not isinstance(data, list) or len(data) != 2 or not isinstance(data[0], str):
            raise Wrong("what follows a decision is malformed")
        label = self.labels.get(data[0])
        if label is None:
            raise Wrong(f"nothing in these rules is called {data[0]!r}")
        names = None if label < FIRST_LABEL else self.meaning.frames[label - FIRST_LABEL][1]
        if names is None:
            if not isinstance(data[1], list):
                raise Wrong(f"what {data[0]} keeps is malformed")
            return (up, label, *[self._read_own(label, i, value) for i, value in enumerate(data[1])])
        if not isinstance(data[1], dict) or not set(names) <= set(data[1]):  # words may have needed more
            raise Wrong(f"{data[0]} keeps {', '.join(names) or 'nothing'}, but other values were saved")
        return (up, label, *[decode(data[1][name]) for name in names])

    def _read_own(self, label: int, place: int, value: Any) -> Any:
        """The number of such a local again; `Wrong` if nothing has that name."""
        what = NUMBERS.get((label, place))
        if what and isinstance(value, str):
            if value not in self.numbers[what]:
                raise Wrong(f"no {what} is called {value!r}")
            return self.numbers[what][value]
        return decode(value)

    # ------------------------------------------------------------ options

    def options(self, choice: int, options: list[int]) -> list[Any]:
        """The options of a decision: actions, branches and members of kinds by their names."""
        names = self._names(choice)
        actions = self.tables["action"]
        found: list[Any] = []
        for option in options:
            if option >= FREE:
                found.append({"free": actions[option - FREE]})
            elif 0 <= option < len(names):
                found.append(names[option])
            else:
                found.append(encode(option))
        return found

    def read_options(self, choice: int, data: Any) -> list[int]:
        """The options that `options` wrote, each once."""
        if not isinstance(data, list) or not data:
            raise Wrong("the options of a decision are malformed")
        names = {name: i for i, name in enumerate(self._names(choice))}
        found = [self._read_option(one, names) for one in data]
        if len(set(found)) != len(found):
            raise Wrong("a decision offers something twice")
        return found

    def _read_option(self, one: Any, names: dict[str, int]) -> int:
        """The number of a saved option; `Wrong` if nothing has that name."""
        if isinstance(one, dict) and list(one) == ["free"] and isinstance(one["free"], str):
            if one["free"] not in self.numbers["action"]:
                raise Wrong(f"no action is called {one['free']!r}")
            return FREE + self.numbers["action"][one["free"]]
        if isinstance(one, str):
            if one not in names:
                raise Wrong(f"nothing that can be chosen is called {one!r}")
            return names[one]
        return NONE if one is None else whole_number(one, None, None)

    def _names(self, choice: int) -> tuple[str, ...]:
        """The names of what a choice is between, where they are known at compile time."""
        asked = self.engine.machine.choices[choice]
        what, _, of = split_type(asked.type)[1].partition(":")
        if what == "menu":
            return self.tables["action"]
        if what == "branch":
            return unique_names(asked.texts)
        return self.engine.kinds[of].members if what == "kind" else ()


def unspoken(labels: list[str]) -> Meaning:
    """What is known of an engine that says nothing of its meaning: the names of its labels."""
    frames: list[Frame] = [(name, None, (), (), 0) for name in unique_names(tuple(labels))[FIRST_LABEL:]]
    return Meaning((), (), tuple(frames))

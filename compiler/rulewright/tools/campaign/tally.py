"""Counts what had a part in a game: members of kinds, actions, choices; whatever is declared and never used shows as 0."""

from __future__ import annotations

from typing import Any

from rulewright.tools.campaign.results import Use, Uses
from rulewright_runtime.core import FREE, NONE
from rulewright_runtime.engine import Engine, Field
from rulewright_runtime.invariants import Checked
from rulewright_runtime.words import split_type


class Tally:
    """Counts along one game after another of one engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.uses: Uses = {}
        self.kinds: dict[str, list[Use]] = {}
        for kind in self._kinds_in_play():
            members = engine.kinds[kind].members
            group = self.uses.setdefault(f"kind {kind}", {member: Use() for member in members})
            self.kinds[kind] = [group[member] for member in members]
        self.actions = [Use() for _ in engine.machine.actions]
        self.choices = [Use() for _ in engine.machine.choices]
        for number, action in enumerate(engine.machine.actions):
            self.uses.setdefault("action", {})[action.name] = self.actions[number]
        for number, choice in enumerate(engine.machine.choices):
            self.uses.setdefault("choice", {})[choice.name] = self.choices[number]

    def _kinds_in_play(self) -> list[str]:
        """Kinds whose members are picked, or lie or stand somewhere; others are only names of figures."""
        types = [field.type for field in self.engine.fields]
        types += [choice.type for choice in self.engine.machine.choices]
        used = {split_type(type)[1] for type in types}
        return [kind for kind in self.engine.kinds if f"kind:{kind}" in used]

    def count(self, run: Checked) -> None:
        """Counts along the positions of a game."""
        places = {name: i for i, name in enumerate(run.camera.names)}
        values = [one[0] for one in run.past]
        for field in self.engine.fields:
            collection, of = split_type(field.type)
            if of.startswith("kind:") and field.attribute in places:
                column = [one[places[field.attribute]] for one in values]
                self._count_field(self.kinds[of[5:]], column, bool(collection))
        for piece in self.engine.pieces:
            self._count_pieces(piece, places, values)
        for number, (choice, option) in enumerate(run.answers):
            self._count_answer(choice, option, values[number], places)

    def _count_field(self, uses: list[Use], column: list[Any], collection: bool) -> None:
        """A member that was not at a place before has come there."""
        before: list[Any] = []
        for value in column:
            now = value if isinstance(value, list) else [value]
            if now == before:
                continue
            for i, content in enumerate(now):
                there = _members(content, collection)
                was_there = _members(before[i], collection) if i < len(before) else ()
                if there == was_there:
                    continue
                for member in there:
                    uses[member].seen += 1
                    uses[member].moved += bool(before) and member not in was_there
            before = now

    def _count_pieces(self, piece: str, places: dict[str, int], values: list[tuple[Any, ...]]) -> None:
        """A piece that is made or comes to another place counts for what it is."""
        where = [places[f"{piece}_{part}"] for part in ("zone", "cells") if f"{piece}_{part}" in places]
        fields = self._kind_fields(piece)
        alive = places[f"{piece}_alive"]
        before: list[Any] = []
        for value in values:
            now = [value[place] for place in where]
            if now == before:
                continue
            for number in value[alive]:
                for field in fields:
                    member = value[places[field.attribute]][number]
                    if member != NONE:
                        use = self.kinds[split_type(field.type)[1][5:]][member]
                        use.seen += 1
                        use.moved += bool(before) and self._came(now, before, number)
            before = now

    @staticmethod
    def _came(now: list[Any], before: list[Any], number: int) -> bool:
        """Whether a piece is new or at another place."""
        return any(
            number >= len(old) or new[number] != old[number] for new, old in zip(now, before, strict=True)
        )

    def _kind_fields(self, piece: str) -> list[Field]:
        """The fields of a sort of piece that name a member of a kind."""
        return [
            field
            for field in self.engine.fields
            if field.owner == "piece:" + piece and field.type.startswith("kind:") and not field.keys
        ]

    def _count_answer(
        self, choice: int, option: int, position: tuple[Any, ...], places: dict[str, int]
    ) -> None:
        """Counts the choice that was answered, and the action or member that was picked."""
        asked = self.engine.machine.choices[choice]
        self.choices[choice].picked += 1
        what, _, of = split_type(asked.type)[1].partition(":")
        if option >= FREE:
            self.actions[option - FREE].picked += 1
        elif option < 0:
            return
        elif what == "menu":
            self.actions[option].picked += 1
        elif what == "kind":
            self.kinds[of][option].picked += 1
        elif what == "piece":
            for field in self._kind_fields(of):
                member = position[places[field.attribute]][option]
                if member != NONE:
                    self.kinds[split_type(field.type)[1][5:]][member].picked += 1


def _members(content: Any, collection: bool) -> tuple[int, ...]:
    """What lies at a place that holds many or one."""
    if collection:
        return tuple(content)
    return () if content == NONE else (content,)

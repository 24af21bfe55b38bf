"""Recorded games: how one was set up, its moves by their content, and what must hold in between; as plain data.

`record_text` has the form that people write. `replays` plays a record again and checks it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

from .engine import Engine
from .game import Game
from .moves import Pick
from .naming import meaning_of
from .plain import Wrong, large_number, portable
from .readings import Reader
from .telling import CHANCE, Next

FORMAT: Final = "rulewright record"
VERSION: Final = 1

# A value of the position: a name or a number, yes or no, nothing, or several.
Value = Any


class RecordError(Exception):
    """A record that cannot be used: what is wrong with it, where, and what to do."""

    def __init__(self, message: str, place: str = "", hint: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.message = message
        self.place = place  # as in "line 12"; empty if it is about the whole record
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to one decision."""

    by: str
    pick: Pick  # its content or its text
    choice: str = ""  # the name of the choice; empty if the pick says enough
    text: str = ""  # how people read it
    place: str = ""


@dataclass(frozen=True, slots=True)
class Given:
    """Figures that hold after the setup, whatever chance made of them."""

    of: str  # table, a player, a cell
    figures: dict[str, Value]
    place: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """Figures that must be found at this point."""

    of: str  # game, table, a player, a cell, a piece
    figures: dict[str, Value]
    place: str = ""


Step = Answer | Next | Given | Check


@dataclass(slots=True)
class Record:
    """A recorded game."""

    game: str
    variant: str = ""
    rules: str = ""  # the hash of what the rules mean; empty: whatever the rules are now
    players: tuple[str, ...] | int = 0  # their names, or how many there are
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None  # None: whatever chance gives is told by the record
    steps: list[Step] = field(default_factory=list)


# ---------------------------------------------------------------- a game that has been played


def record_of(game: Game) -> Record:
    """The record of a game from its start to its present position, which its last check describes."""
    answers, past = game.answers, game.past
    if not game.from_start:
        raise RecordError(
            "the moves before this position are not known, or lead elsewhere under these rules",
            hint="record a game from its start",
        )
    engine = game.engine
    reader = Reader(game.english)
    arranged: dict[int, list[Step]] = {}
    for at, step in game.arranged:
        arranged.setdefault(at, []).append(step)
    steps: list[Step] = []
    for i, ((pending, option), g) in enumerate(zip(answers, past, strict=True)):
        steps.extend(arranged.get(i, ()))
        steps.append(
            Answer(
                game.names[pending.player],
                reader.name(g, pending, option),
                reader.menu(g, pending, option),
                str(reader.shown(g, pending, option)),
            )
        )
    steps.extend(arranged.get(len(game.answers), ()))
    steps.append(Check("game", _end_of(game)))
    return Record(
        engine.name,
        engine.variant,
        meaning_of(engine),
        game.names,
        _options(game),
        game.seed if game.seeded else None,
        steps,
    )


def _options(game: Game) -> dict[str, Any]:
    """The options that are not as they are without being asked for."""
    engine = game.engine
    return {
        option.name: option_text(engine, option.type, game.options[option.name])
        for option in engine.options
        if game.options[option.name] != option.default
    }


def option_text(engine: Engine, type: str, value: int) -> Any:
    """The value of an option as records write it."""
    what, _, of = type.partition(":")
    if what == "flag":
        return bool(value)
    return engine.kinds[of].members[value] if what == "kind" else value


def _end_of(game: Game) -> dict[str, Value]:
    """What a record says of the end: winners, scores and the digest of the last position."""
    found: dict[str, Value] = {"over": game.over}
    if game.over:
        found["winners"] = [game.english.seat(seat) for seat in game.winners]
    scores = game.scores
    if scores:
        found["scores"] = list(scores)
    found["digest"] = game.digest()
    return found


# ---------------------------------------------------------------- plain data


def as_data(record: Record) -> dict[str, Any]:
    """A record as JSON holds it."""
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "game": record.game}
    for key in ("variant", "rules", "options"):
        if getattr(record, key):
            data[key] = getattr(record, key)
    data["players"] = record.players if isinstance(record.players, int) else list(record.players)
    if record.seed is not None:
        data["seed"] = portable(record.seed)
    data["steps"] = [_step_data(step) for step in record.steps]
    return data


def _step_data(step: Step) -> dict[str, Any]:
    """A step as plain data."""
    if isinstance(step, Answer):
        data: dict[str, Any] = {"by": step.by, "pick": step.pick}
        if step.choice:
            data["choice"] = step.choice
        if step.text and step.text != str(step.pick):
            data["text"] = step.text
        return data
    if isinstance(step, Next):
        return {"next": step.what, "values": list(step.values)}
    return {"given" if isinstance(step, Given) else "check": step.of, "figures": step.figures}


def as_json(record: Record) -> str:
    """A record as JSON text, one line for each step."""
    data = as_data(record)
    steps = [json.dumps(step, ensure_ascii=False) for step in data.pop("steps")]
    head = json.dumps(data, ensure_ascii=False, indent=1)
    return f'{head.removesuffix("}").rstrip()},\n "steps": [\n  ' + ",\n  ".join(steps) + "\n ]\n}\n"


def from_data(data: Any) -> Record:
    """The record that `as_data` wrote; RecordError says what is wrong with it."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(f'this is no recorded game: it does not say "format": "{FORMAT}"')
    check_version(data.get("version"))
    steps = data.get("steps", [])
    known = {"format", "version", "game", "variant", "rules", "players", "options", "seed", "steps"}
    for key in data:
        if key not in known:
            raise RecordError(f"a record has no {key!r}", hint=f"it has {', '.join(sorted(known))}")
    options = data.get("options", {})
    if not isinstance(steps, list) or not isinstance(options, dict):
        raise RecordError("the steps of a record are a list, its options an object")
    return Record(
        _text(data, "game"),
        _text(data, "variant", ""),
        _text(data, "rules", ""),
        read_players(data.get("players", 0)),
        options,
        read_seed(data.get("seed")),
        [_step(step, f"step {number}") for number, step in enumerate(steps, 1)],
    )


def check_version(version: Any) -> None:
    """Raises RecordError if a record has another format."""
    if version != VERSION:
        raise RecordError(f"this record has format {version!r}, this program reads {VERSION}")


def read_players(players: Any) -> tuple[str, ...] | int:
    """The names of the players, or only their number; RecordError if it is neither."""
    if isinstance(players, int) and not isinstance(players, bool):
        return players
    if isinstance(players, list) and all(isinstance(name, str) for name in players):
        return tuple(players)
    raise RecordError("players are a list of names, or a number")


def read_seed(seed: Any) -> int | None:
    """The seed of a record, None if it has none; RecordError if it is no whole number."""
    try:
        return None if seed is None else large_number(seed, None, None)
    except Wrong:
        raise RecordError(f"a seed is a whole number, not {seed!r}") from None


def _text(data: dict[str, Any], key: str, default: str | None = None) -> str:
    """A text of the data; RecordError if it is missing or none."""
    value = data.get(key, default)
    if not isinstance(value, str):
        raise RecordError(f"{key!r} must be a text" if key in data else f"{key!r} is missing")
    return value


def _step(data: Any, place: str) -> Step:
    """One step, told by the key that it has."""
    if not isinstance(data, dict):
        raise RecordError("a step is an object", place)
    try:
        if "by" in data:
            return _answer(data, place)
        if "next" in data:
            return next_step(_text(data, "next"), _list(data, "values"), place)
        for key, made in (("given", Given), ("check", Check)):
            if key in data:
                figures = data.get("figures")
                if not isinstance(figures, dict) or not figures:
                    raise RecordError("'figures' must be an object with names and values")
                return made(_text(data, key), figures, place)
    except RecordError as error:
        raise RecordError(error.message, place, error.hint) from None
    raise RecordError("a step has one of by, next, given, check", place)


def _answer(data: dict[str, Any], place: str) -> Answer:
    """An answer from its data; RecordError if it is malformed."""
    pick = data.get("pick")
    if isinstance(pick, bool):
        pick = "yes" if pick else "no"
    if not isinstance(pick, int | str):
        raise RecordError("'pick' must be a text or a number")
    return Answer(_text(data, "by"), pick, _text(data, "choice", ""), _text(data, "text", ""), place)


def _list(data: dict[str, Any], key: str) -> tuple[Pick, ...]:
    """A list of names or numbers of the data; RecordError if it is none."""
    values = data.get(key)
    if not isinstance(values, list) or not all(isinstance(value, int | str) for value in values):
        raise RecordError(f"{key!r} must be a list of names or numbers")
    return tuple(values)


def next_step(what: str, values: tuple[Pick, ...], place: str) -> Next:
    """What chance gives next; RecordError if there is no such chance."""
    if what not in CHANCE:
        raise RecordError(f"chance gives no {what!r}", place, f"it gives: {', '.join(CHANCE)}")
    return Next(what, values, place)

"""Saved games: a position as JSON text and back; what cannot be loaded safely is refused with one clear message."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from .chance import LAST_STATE
from .core import FIRST_LABEL, FREE, NONE, Position, Then, forget
from .engine import Engine, Field, Option
from .plain import Checker, Wrong, decode, encode, large_number, portable, whole_number

FORMAT: Final = "rulewright game"
VERSION: Final = 1


class SaveError(Exception):
    """A text that is no saved game of this engine; the message says why."""


@dataclass(slots=True)
class Saved:
    """What a saved game holds."""

    position: Position
    names: tuple[str, ...]
    options: dict[str, int]
    seed: int


# ---------------------------------------------------------------- writing


def dump(engine: Engine, g: Position, names: tuple[str, ...], options: dict[str, int], seed: int = 0) -> str:
    """A game as text: one line of JSON with a digest, so that a damaged file is never taken for a game."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": engine.name,
        "variant": engine.variant,
        "rules": engine.rules,
        "players": g.players,
        "names": list(names),
        "options": dict(options),
        "seed": portable(seed),
        "script": encode(g.script),
        "log": None if g.log is None else [list(line) for line in g.log],
        **_position(engine, g),
    }
    data["digest"] = _digest(data)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _position(engine: Engine, g: Position) -> dict[str, Any]:
    return {
        "chance": portable(g.chance),
        "over": g.over,
        "winners": list(g.winners),
        "state": {name: encode(getattr(g, name)) for name in state_attributes(engine, g)},
        "pending": None if g.then is None else _decision(g, (g.player, g.you, g.choice, g.options, g.then)),
        "waiting": [_decision(g, one) for one in g.waiting],
    }


def position_digest(engine: Engine, g: Position, options: dict[str, int]) -> str:
    """A hash of what a position is, whoever plays and however it came about."""
    data = {
        "players": g.players,
        "options": {name: int(value) for name, value in options.items()},
        **_position(engine, g),
    }
    return _digest(data)[:16]


def _digest(data: dict[str, Any]) -> str:
    rest = {key: value for key, value in data.items() if key != "digest"}
    text = json.dumps(rest, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]


def state_attributes(engine: Engine, g: Any) -> list[str]:
    """All attributes of a state that are its own: the declared fields and the lists that pieces are kept in."""
    found = {field.attribute: True for field in engine.fields}
    for piece in engine.pieces:
        for part in ("alive", "cells", "on", "zone"):
            if hasattr(g, f"{piece}_{part}"):
                found[f"{piece}_{part}"] = True
    return list(found)


@cache
def unique_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The same names, those that occur again with a number; asked for again and again by the same engines."""
    seen: dict[str, int] = {}
    found: list[str] = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return tuple(found)


def _decision(g: Position, pending: tuple[int, int, int, list[int], Then]) -> dict[str, Any]:
    player, you, choice, options, then = pending
    labels = unique_names(tuple(g.machine.labels))
    frames: list[Any] = []
    frame: Then | None = then
    while frame is not None:
        frames.append([labels[frame[1]], encode(frame[2:])])
        frame = frame[0]
    names = unique_names(tuple([one.name for one in g.machine.choices]))
    return {"player": player, "you": you, "choice": names[choice], "options": encode(options), "then": frames}


# ---------------------------------------------------------------- reading


def load(engine: Engine, text: str) -> Saved:
    """The game that `dump` wrote, or SaveError."""
    data = _parsed(text)
    _check_kind(engine, data)
    try:
        return _Reader(engine, data).read()
    except Wrong as wrong:
        raise SaveError(f"this saved game is damaged: {wrong}") from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise SaveError(f"this saved game is damaged: {type(error).__name__} while reading it") from None


def _parsed(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError, TypeError):
        raise SaveError("this is no saved game: it is not JSON text, or its end is missing") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SaveError(f'this is no saved game: it does not say "format": "{FORMAT}"')
    return data


def _check_kind(engine: Engine, data: dict[str, Any]) -> None:
    if data.get("version") != VERSION:
        raise SaveError(
            f"this game was saved in format {data.get('version')!r}, this engine reads {VERSION}; "
            "load it with the engine that saved it"
        )
    here = _title(engine.name, engine.variant)
    there = _title(data.get("game"), data.get("variant"))
    if here != there:
        raise SaveError(f"this is a saved game of {there}, not of {here}; load it with that engine")
    if data.get("rules") != engine.rules:
        raise SaveError(
            f"this game of {here} was saved under other rules ({data.get('rules')}, here {engine.rules}); "
            "load it with the engine that saved it"
        )
    try:
        digest = _digest(data)
    except (ValueError, TypeError, RecursionError):
        digest = ""
    if data.get("digest") != digest:
        raise SaveError("this saved game is damaged: its content does not match its digest")


def _title(game: Any, variant: Any) -> str:
    return f"{game} ({variant})" if variant else str(game)


class _Reader:
    """Reads the parts of a saved game, with a fresh position as the pattern of every shape."""

    def __init__(self, engine: Engine, data: dict[str, Any]) -> None:
        self.engine = engine
        self.data = data
        self.players = whole_number(data["players"], 1, None)
        if self.players not in engine.players:
            raise Wrong(f"there are no games of {self.players} players")
        self.checker = Checker(engine, self.players)
        self.options = self._read_options()
        self.g: Any = engine.make(self.players, dict(self.options))
        machine = engine.machine
        self.labels = {name: i for i, name in enumerate(unique_names(tuple(machine.labels)))}
        self.choices = {
            name: i for i, name in enumerate(unique_names(tuple([one.name for one in machine.choices])))
        }

    def read(self) -> Saved:
        g = self.g
        g.chance = large_number(self.data["chance"], 0, LAST_STATE)
        g.over = self._flag("over")
        g.script = self._read_script()
        g.winners = tuple([whole_number(seat, 0, self.checker.seats - 1) for seat in self._list("winners")])
        g.log = self._read_log()
        self._read_state()
        self._read_pending()
        seed = large_number(self.data["seed"], None, None)
        return Saved(g, self._read_names(), self.options, seed)

    def _list(self, key: str) -> list[Any]:
        value = self.data[key]
        if not isinstance(value, list):
            raise Wrong(f"{key} is no list")
        return value

    def _flag(self, key: str) -> bool:
        value = self.data[key]
        if not isinstance(value, bool):
            raise Wrong(f"{key} is neither true nor false")
        return value

    def _read_options(self) -> dict[str, int]:
        given = self.data["options"]
        if not isinstance(given, dict) or sorted(given) != sorted([one.name for one in self.engine.options]):
            raise Wrong("its options are not those of the game")
        return {one.name: self._option(one, given[one.name]) for one in self.engine.options}

    def _option(self, option: Option, value: Any) -> int:
        if option.type == "flag" and isinstance(value, bool):
            return value
        return whole_number(value, option.low, option.high)

    def _read_names(self) -> tuple[str, ...]:
        names = self._list("names")
        if len(names) != self.players or len(set(names)) != len(names):
            raise Wrong("it does not name every player once")
        if not all(isinstance(name, str) for name in names):
            raise Wrong("a player's name is no text")
        return tuple(names)

    def _read_script(self) -> tuple[tuple[str, Any], ...]:
        script = decode(self.data["script"])
        if not isinstance(script, tuple) or not all(
            isinstance(one, tuple) and len(one) == 2 for one in script
        ):
            raise Wrong("its script is malformed")
        return script

    def _read_log(self) -> list[tuple[str, str]] | None:
        if self.data["log"] is None:
            return None
        lines: list[tuple[str, str]] = []
        for line in self._list("log"):
            if (
                not isinstance(line, list)
                or len(line) != 2
                or not all(isinstance(part, str) for part in line)
            ):
                raise Wrong("a line of its log is malformed")
            lines.append((line[0], line[1]))
        return lines

    # ------------------------------------------------------------ fields

    def _read_state(self) -> None:
        state = self.data["state"]
        names = state_attributes(self.engine, self.g)
        if not isinstance(state, dict) or set(state) != set(names):
            raise Wrong("its fields are not those of the game")
        values = {name: decode(state[name]) for name in names}
        self._count_pieces(values)
        fields = {field.attribute: field for field in self.engine.fields}
        for name in names:
            field = fields.get(name)
            try:
                if field is None:
                    self._check_part_of_piece(name, values[name])
                else:
                    self._check_field(field, values[name])
            except Wrong as wrong:
                raise Wrong(f"{name}: {wrong}") from None
            pattern = getattr(self.g, name)
            setattr(self.g, name, list(values[name]) if isinstance(pattern, list) else values[name])
        forget(self.g)

    def _count_pieces(self, values: dict[str, Any]) -> None:
        """Every list of a kind of piece has one place for each that was ever made."""
        for piece in self.engine.pieces:
            own = [f.attribute for f in self.engine.fields if f.owner == "piece:" + piece]
            own = [name for name in [*own, f"{piece}_cells", f"{piece}_zone"] if name in values]
            lengths = {len(values[name]) for name in own if isinstance(values[name], tuple)}
            if len(lengths) > 1:
                raise Wrong(f"the lists of {piece} differ in length")
            self.checker.made[piece] = lengths.pop() if lengths else 0

    def _check_field(self, field: Field, value: Any) -> None:
        pattern = getattr(self.g, field.attribute)
        if not isinstance(pattern, list):
            self.checker.check(field.type, value, field.low, field.high)
            return
        if not isinstance(value, tuple):
            raise Wrong("it is no list")
        if not field.owner.startswith("piece:") and len(value) != len(pattern):
            raise Wrong(f"it has {len(value)} places instead of {len(pattern)}")
        self.checker.check_all(field.type, value, field.low, field.high)

    def _check_part_of_piece(self, name: str, value: Any) -> None:
        piece, _, part = name.rpartition("_")
        board = self.engine.pieces[piece].board
        if not isinstance(value, tuple):
            raise Wrong("it is no list")
        if part == "on" and len(value) != len(getattr(self.g, name)):
            raise Wrong("it has not one place for each cell")
        type = {"alive": f"piece:{piece}", "on": f"piece:{piece}", "cells": f"cell:{board}"}.get(
            part, "number"
        )
        self.checker.check_all(type, value, None, None)

    # ------------------------------------------------------------ decisions

    def _read_pending(self) -> None:
        g = self.g
        pending = self.data["pending"]
        waiting = self._list("waiting")
        if pending is None:
            if waiting or not g.over:
                raise Wrong("nothing is asked, but the game is not over")
            g.then = None
            g.waiting = ()
            return
        if g.over:
            raise Wrong("the game is over, but something is asked")
        others = [self._read_decision(one) for one in waiting]
        g.waiting = tuple(others)
        g.player, g.you, g.choice, g.options, g.then = self._read_decision(pending)
        for one in [(g.player, g.you, g.choice, g.options, g.then), *others]:
            self._check_options(one)

    def _read_decision(self, data: Any) -> tuple[int, int, int, list[int], Then]:
        if not isinstance(data, dict) or set(data) != {"player", "you", "choice", "options", "then"}:
            raise Wrong("a decision is malformed")
        player = whole_number(data["player"], 0, self.players - 1)
        you = whole_number(data["you"], 0, self.checker.seats - 1)
        if data["choice"] not in self.choices:
            raise Wrong(f"no choice is called {data['choice']!r}")
        options = decode(data["options"])
        if not isinstance(options, tuple) or not options or len(set(options)) != len(options):
            raise Wrong("the options of a decision are malformed")
        for option in options:
            whole_number(option, None, None)
        return player, you, self.choices[data["choice"]], list(options), self._read_frames(data["then"])

    def _read_frames(self, frames: Any) -> Then:
        if not isinstance(frames, list) or not frames:
            raise Wrong("a decision does not say what follows")
        then: Then | None = None
        for frame in reversed(frames):
            if not isinstance(frame, list) or len(frame) != 2:
                raise Wrong("what follows a decision is malformed")
            label = self.labels.get(frame[0]) if isinstance(frame[0], str) else None
            saved = decode(frame[1])
            if label is None or not isinstance(saved, tuple):
                raise Wrong(f"nothing in these rules is called {frame[0]!r}")
            then = (then, label, *saved)
        if then is None or then[1] < FIRST_LABEL:
            raise Wrong("a decision does not say what follows")
        return then

    def _check_options(self, pending: tuple[int, int, int, list[int], Then]) -> None:
        """What was offered must be on offer still when the rules compute it again."""
        choice = self.engine.machine.choices[pending[2]]
        try:
            computed = set(choice.options(self.g, pending[4]))
        except Exception as error:  # damaged values may fail anywhere in the engine
            raise Wrong(f"its position makes no sense to the rules ({type(error).__name__})") from None
        actions = len(self.engine.machine.actions)
        for option in pending[3]:
            free = FREE <= option < FREE + actions
            if not free and option not in computed and option != NONE:
                raise Wrong(f"{choice.name} offers what the rules do not")

"""Saved games: a position as JSON text and back; what cannot be loaded safely is refused with one clear message."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Final

from .chance import LAST_STATE
from .conservation import find_faults, place_in_zones
from .core import NONE, Position, Then, invalidate_all
from .engine import Engine, Field, Option, OptionError
from .meanings import changed, labels_of, listed
from .naming import Naming, meaning_of, naming_of
from .plain import Checker, Wrong, decode, encode, is_none, large_number, portable, whole_number
from .player_names import player_names
from .reading import Unreadable, json_data
from .saved_decisions import Decisions

FORMAT: Final = "rulewright game"
VERSION: Final = 2


class SaveError(Exception):
    """A text that is no saved game of this engine; the message says why."""


@dataclass(slots=True)
class Saved:
    """What a saved game holds."""

    position: Position
    names: tuple[str, ...]
    options: dict[str, int]
    seed: int
    moves: list[list[Any]] | None = None  # from the start of the game; None: they are not known
    ask_forced: bool = False  # whether decisions with one answer are asked


# ---------------------------------------------------------------- writing


def dump(
    engine: Engine,
    g: Position,
    names: tuple[str, ...],
    options: dict[str, int],
    seed: int = 0,
    moves: list[list[Any]] | None = None,
    part: bool = False,
) -> str:
    """A game as text: one line of JSON with a digest, so that a damaged file is never taken for a game.

    `part` says that it is no game from its start to its end, but a position that an example made up.
    """
    labels = [label for then in (g.then, *[one[4] for one in g.waiting]) for label in labels_of(then)]
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": engine.name,
        "variant": engine.variant,
        "rules": meaning_of(engine),
        "reaches": naming_of(engine).meaning.reached(labels, g.over),
        "players": g.players,
        "names": list(names),
        "options": dict(options),
        "seed": portable(seed),
        "script": encode(g.script),
        "log": None if g.log is None else [list(line) for line in g.log],
        "moves": moves,
        "ask_forced": g.machine.asks_all,
        **_position(engine, g),
    }
    if part:
        data["part"] = True
    data["digest"] = digest_of(data)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _position(engine: Engine, g: Position) -> dict[str, Any]:
    """A position as plain data, everything by its name in the rules."""
    naming = naming_of(engine)
    pending = None if g.then is None else _decision(naming, (g.player, g.you, g.choice, g.options, g.then))
    return {
        "chance": portable(g.chance),
        "over": g.over,
        "winners": list(g.winners),
        "state": {name: encode(getattr(g, attribute)) for name, attribute in naming.fields(g).items()},
        "pending": pending,
        "waiting": [_decision(naming, one) for one in g.waiting],
    }


def position_digest(engine: Engine, g: Position, options: dict[str, int]) -> str:
    """A hash of what a position is, whoever plays and however it came about."""
    data = {
        "players": g.players,
        "options": {name: int(value) for name, value in options.items()},
        **_position(engine, g),
    }
    return digest_of(data)[:16]


def digest_of(data: dict[str, Any]) -> str:
    """The digest of a saved game, whatever the order of its parts."""
    rest = {key: value for key, value in data.items() if key != "digest"}
    text = json.dumps(rest, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]


def state_attributes(engine: Engine, g: Any) -> list[str]:
    """All attributes of a state that are its own: the declared fields and the lists that pieces are kept in."""
    return list(naming_of(engine).fields(g).values())


def _decision(naming: Naming, pending: tuple[int, int, int, list[int], Then]) -> dict[str, Any]:
    """A question with its options and continuation as plain data."""
    player, you, choice, options, then = pending
    frames: list[Any] = []
    frame: Then | None = then
    while frame is not None:
        frames.append(naming.frame(frame))
        frame = frame[0]
    return {
        "player": player,
        "you": you,
        "choice": naming.choices[choice],
        "options": naming.options(choice, options),
        "then": frames,
    }


# ---------------------------------------------------------------- reading


def load(engine: Engine, text: str) -> Saved:
    """The game that `dump` wrote, or SaveError."""
    return read(engine, checked(engine, parsed(text)))


def read(engine: Engine, data: dict[str, Any]) -> Saved:
    """The game that a saved one holds, taken for one of these rules; every part is checked against them."""
    try:
        return _Reader(engine, data).read()
    except Wrong as wrong:
        raise SaveError(f"this saved game is damaged: {wrong}") from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise SaveError(f"this saved game is damaged: {type(error).__name__} while reading it") from None


def parsed(text: str) -> dict[str, Any]:
    """A saved game as data, undamaged, of whatever game it is; SaveError if it is none."""
    try:
        data = json_data(text)
    except Unreadable as error:
        raise SaveError(f"this is no saved game: {error}") from None
    except (ValueError, RecursionError, TypeError):
        raise SaveError("this is no saved game: it is not JSON text, or its end is missing") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SaveError(f'this is no saved game: it does not say "format": "{FORMAT}"')
    if data.get("version") != VERSION:
        raise SaveError(
            f"this game was saved in format {data.get('version')!r}, this engine reads {VERSION}; "
            "load it with the engine that saved it"
        )
    try:
        digest = digest_of(data)
    except (ValueError, TypeError, RecursionError):
        digest = ""
    if data.get("digest") != digest:
        raise SaveError("this saved game is damaged: its content does not match its digest")
    return data


def checked(engine: Engine, data: dict[str, Any]) -> dict[str, Any]:
    """The same data, if it is a game of this engine and nothing that its position reaches has changed."""
    check_game(engine, data)
    altered = changes(engine, data)
    if altered:
        here = title(engine.name, engine.variant)
        have = "has" if len(altered) == 1 else "have"
        raise SaveError(
            f"this game of {here} was saved under other rules, and its position needs what is no longer the same: "
            f"{listed(altered)} {have} changed; load it with the engine that saved it, or carry it over with `rulewright migrate`"
        )
    return data


def check_game(engine: Engine, data: dict[str, Any]) -> None:
    """SaveError if it is a game of other rules altogether."""
    here, there = title(engine.name, engine.variant), title(data.get("game"), data.get("variant"))
    if here != there:
        raise SaveError(f"this is a saved game of {there}, not of {here}; load it with that engine")


def changes(engine: Engine, data: dict[str, Any]) -> list[str]:
    """What the position of a saved game reaches and these rules have otherwise, by name."""
    if data.get("rules") == meaning_of(engine):
        return []
    reached = data.get("reaches")
    if not isinstance(reached, dict):
        raise SaveError("this saved game is damaged: it does not say what it reaches")
    if not reached:  # it was saved by an engine that tells nothing of its rules
        return ["something"]
    return changed(reached, naming_of(engine).meaning.digests)


def read_moves(data: dict[str, Any]) -> list[list[Any]] | None:
    """The moves of a saved game from its start (seat, choice, pick), or None if it does not hold them."""
    moves = data.get("moves")
    if moves is None:
        return None
    if not isinstance(moves, list) or not all(_is_move(move, len(data["names"])) for move in moves):
        raise Wrong("its moves are malformed")
    return list(moves)


def _is_move(move: Any, players: int) -> bool:
    """True if data is a move: seat, choice, pick."""
    if not isinstance(move, list) or [type(part) for part in move[:2]] != [int, str]:
        return False
    return len(move) == 3 and 0 <= move[0] < players and type(move[2]) in (int, str)


def title(game: Any, variant: Any) -> str:
    """A game with its variant in brackets, for messages."""
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
        self.naming = naming_of(engine)

    def read(self) -> Saved:
        """The saved game; `Wrong` at the first thing that does not fit."""
        g = self.g
        g.chance = large_number(self.data["chance"], 0, LAST_STATE)
        g.over = self._flag("over")
        g.script = self._read_script()
        g.winners = tuple([whole_number(seat, 0, self.checker.seats - 1) for seat in self._list("winners")])
        g.log = self._read_log()
        self._read_state()
        self._check_position()
        self._read_pending()
        seed = large_number(self.data["seed"], None, None)
        return Saved(
            g, self._read_names(), self.options, seed, read_moves(self.data), self._flag("ask_forced")
        )

    def _list(self, key: str) -> list[Any]:
        """A list of the data; `Wrong` if it is none."""
        value = self.data[key]
        if not isinstance(value, list):
            raise Wrong(f"{key} is no list")
        return value

    def _flag(self, key: str) -> bool:
        """A flag of the data; `Wrong` if it is neither true nor false."""
        value = self.data[key]
        if not isinstance(value, bool):
            raise Wrong(f"{key} is neither true nor false")
        return value

    def _read_options(self) -> dict[str, int]:
        """The options of the game; `Wrong` if they are not those that it has."""
        given = self.data["options"]
        if not isinstance(given, dict) or sorted(given) != sorted([one.name for one in self.engine.options]):
            raise Wrong("its options are not those of the game")
        return {one.name: self._option(one, given[one.name]) for one in self.engine.options}

    def _option(self, option: Option, value: Any) -> int:
        """The value of an option; `Wrong` if it is none of its values."""
        if option.type == "flag" and isinstance(value, bool):
            return value
        return whole_number(value, option.low, option.high)

    def _read_names(self) -> tuple[str, ...]:
        """The names of the players; `Wrong` if they do not name every player once."""
        names = self._list("names")
        if not all(isinstance(name, str) for name in names):
            raise Wrong("a player's name is no text")
        try:
            return player_names(self.players, names)
        except OptionError:
            raise Wrong("it does not name every player once") from None

    def _read_script(self) -> tuple[tuple[str, Any], ...]:
        """The chance that was told; `Wrong` if it is malformed."""
        script = decode(self.data["script"])
        if not isinstance(script, tuple) or not all(
            isinstance(one, tuple) and len(one) == 2 for one in script
        ):
            raise Wrong("its script is malformed")
        return script

    def _read_log(self) -> list[tuple[str, str]] | None:
        """The lines of the log, or None if none is kept; `Wrong` if one is malformed."""
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
        """Fills the fields of the position; `Wrong` if one is unknown, missing or out of range."""
        state = self.data["state"]
        fields = {field.attribute: field for field in self.engine.fields}
        known = self.naming.fields(self.g)
        if not isinstance(state, dict) or not set(state) <= set(known):
            raise Wrong("its fields are not those of the game")
        if set(state) != set(known) and self.data.get("rules") == meaning_of(self.engine):
            raise Wrong("some of its fields are missing")
        # a field that is new since, and that nothing in the position needs, has its first value
        values = {known[name]: decode(value) for name, value in state.items()}
        self._count_pieces(values)
        for name, attribute in known.items():
            if attribute not in values:
                continue
            field = fields.get(attribute)
            try:
                if field is None:
                    self._check_part_of_piece(attribute, values[attribute])
                else:
                    self._check_field(field, values[attribute])
            except Wrong as wrong:
                raise Wrong(f"{name}: {wrong}") from None
            value, pattern = values[attribute], getattr(self.g, attribute)
            setattr(self.g, attribute, list(value) if isinstance(pattern, list) else value)
        invalidate_all(self.g)

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
        """Raises `Wrong` if the value of a field is of another type, size or range."""
        pattern = getattr(self.g, field.attribute)
        if not isinstance(pattern, list):
            self.checker.check(field.type, value, field.low, field.high, is_none(pattern))
            return
        if not isinstance(value, tuple):
            raise Wrong("it is no list")
        if not field.owner.startswith("piece:") and len(value) != len(pattern):
            raise Wrong(f"it has {len(value)} places instead of {len(pattern)}")
        self.checker.check_all(field.type, value, field.low, field.high, NONE in pattern)

    def _check_part_of_piece(self, name: str, value: Any) -> None:
        """Raises `Wrong` if what is kept of pieces beside their fields cannot be."""
        piece, _, part = name.rpartition("_")
        board = self.engine.pieces[piece].board
        if not isinstance(value, tuple):
            raise Wrong("it is no list")
        if part == "on" and len(value) != len(getattr(self.g, name)):
            raise Wrong("it has not one place for each cell")
        type = {"alive": f"piece:{piece}", "on": f"list piece:{piece}", "cells": f"list cell:{board}"}.get(
            part, "number"
        )
        self.checker.check_all(type, value, None, None, part == "zone")

    # ------------------------------------------------------------ decisions

    def _read_pending(self) -> None:
        """Fills in what is asked; `Wrong` if that does not fit the end of the game."""
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
        decisions = Decisions(self.engine, self.checker, g, self.data.get("part") is True)
        others = [decisions.read(one) for one in waiting]
        mine = decisions.read(pending)
        g.waiting = tuple(others)
        g.player, g.you, g.choice, g.options, g.then = mine
        decisions.check_together([mine, *others])

    def _check_position(self) -> None:
        """Every piece is at one place, every figure in its range."""
        for piece in self.engine.pieces.values():
            if piece.zones and hasattr(self.g, f"{piece.name}_zone"):
                place_in_zones(self.g, piece)
        faults = find_faults(self.engine, self.g)
        if faults:
            raise Wrong(faults[0])

"""The face of a game: decisions, moves, reasons, saving, undoing, views, for people and programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import chance, core, deals, moves, saves, views
from .core import L_JOIN, Position, RulesFailure, Then
from .engine import Engine, Option
from .failures import told
from .history import Named, leads_to, named
from .moves import Move, Pending, Pick
from .refusals import Refusal, reason_against, refused
from .words import PART, Words


class OptionError(ValueError):
    """A game that cannot be made: a wrong number of players, an unknown option, a figure out of range."""


class IllegalMove(Exception):
    """A move that the rules forbid now; nothing has changed."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"{reason} [{rule}]" if rule else reason)
        self.reason = reason
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Decision:
    """What the game waits for."""

    player: int  # who answers
    name: str
    you: int  # for whom
    you_name: str
    choice: str
    prompt: str
    rule: str
    place: str  # rules file and line
    type: str
    hidden: bool

    def __str__(self) -> str:
        return f"{self.name}: {self.prompt}" + (f" [{self.rule}]" if self.rule else "")


@dataclass(frozen=True, slots=True)
class LogLine:
    """Something that happened and the rule that did it."""

    text: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]" if self.rule else self.text


class Game:
    """One game in progress."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        names: tuple[str, ...],
        options: dict[str, int],
        seed: int = 0,
        language: str = "en",
        check: bool = False,
    ) -> None:
        self.engine = engine
        self.position = position
        self.names = names
        self.options = options
        self.seed = seed
        self.check = check
        self.words = Words(engine, names, language)
        self.english = Words(engine, names)  # the log is kept in English and translated when it is read
        self._past: list[Position] = []
        self._answers: list[tuple[Pending, int]] = []
        self._earlier: list[Named] = []  # moves before the game was loaded, until somebody asks for them
        self._named: list[Named] = []  # all moves by name, as far as they were saved
        self.seeded = True  # without a seed, a record says what chance gives
        self.from_start = True  # whether these are all moves of the game
        self.arranged: list[tuple[int, Any]] = []  # what a record dealt or gave, and before which move

    # ------------------------------------------------------------ what is

    @property
    def language(self) -> str:
        return self.words.language

    @language.setter
    def language(self, language: str) -> None:
        self.words = Words(self.engine, self.names, language)

    @property
    def players(self) -> int:
        return self.position.players

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def winners(self) -> tuple[int, ...]:
        return self.position.winners

    @property
    def winner_names(self) -> tuple[str, ...]:
        return tuple([self.words.seat(seat) for seat in self.position.winners])

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player; none if the game has no scores."""
        score = self.engine.score
        if score is None:
            return ()
        return tuple([score(self.position, seat) for seat in range(self.position.players)])

    @property
    def log(self) -> list[LogLine]:
        """What happened, newest last."""
        return [LogLine(self._translated(text), rule) for text, rule in self.position.log or ()]

    def _translated(self, line: str) -> str:
        """A log line in the chosen language; of a move, who did what part by part."""
        return ": ".join([self.words.say(part) for part in line.split(PART)])

    @property
    def played(self) -> int:
        """How many moves can be undone."""
        return len(self._earlier) + len(self._past)

    @property
    def past(self) -> list[Position]:
        """The positions before each move that can be undone."""
        self._recall()
        return self._past

    @property
    def answers(self) -> list[tuple[Pending, int]]:
        """Those moves: the decision and the option picked."""
        self._recall()
        return self._answers

    def _recall(self) -> None:
        """Plays the moves before a loaded position again; if they lead elsewhere under these rules, they are forgotten."""
        if not self._earlier:
            return
        moves, self._earlier = self._earlier, []
        again = prepared_game(self.engine, self.players, self.seed, self.names, "en", False, self.options)
        if leads_to(again, moves, self.digest_of(self._past[0] if self._past else self.position)):
            self._past[:0] = again.past
            self._answers[:0] = again.answers
        else:
            self.from_start, self._named = False, []

    @property
    def decision(self) -> Decision | None:
        """The decision that is to be answered now; None when the game is over."""
        waiting = self.decisions
        return waiting[0] if waiting else None

    @property
    def decisions(self) -> list[Decision]:
        """All decisions that wait; more than one while players answer secretly, in any order."""
        return [self._decision(pending) for pending in moves.pending_decisions(self.position)]

    def _decision(self, pending: Pending) -> Decision:
        choice = pending.choice
        return Decision(
            pending.player,
            self.words.say(self.words.seat(pending.player)),
            pending.you,
            self.words.say(self.words.seat(pending.you)),
            choice.name,
            moves.prompt_of(self.words, self.position, pending),
            choice.rule,
            choice.place,
            choice.type,
            choice.hidden,
        )

    def _pending(self, player: int | None) -> Pending | None:
        for pending in moves.pending_decisions(self.position):
            if player is None or pending.player == player:
                return pending
        return None

    def seat(self, player: int | str) -> int:
        """The seat of a player given by seat or name."""
        seat = self.words.seat_named(player) if isinstance(player, str) else player
        if not 0 <= seat < self.players:
            raise ValueError(f"nobody here is {player!r}; players: {', '.join(self.names)}")
        return seat

    def moves(self, player: int | str | None = None) -> list[Move]:
        """The legal moves of the pending decision, or of the one that waits for a player."""
        pending = self._pending(None if player is None else self.seat(player))
        return [] if pending is None else moves.moves_of(self.words, self.position, pending)

    def view(self, player: int | str | None = None) -> dict[str, Any]:
        """What a player may know; without a player: what everybody may know."""
        return views.view(self.words, self.position, None if player is None else self.seat(player))

    def determinize(self, player: int | str, seed: int = 0) -> Game:
        """A game that the player cannot tell from this one: what they may not know is dealt anew, chance included."""
        position = deals.determinize(self.engine, self.position, self.seat(player), seed)
        other = Game(self.engine, position, self.names, self.options, seed, self.language, self.check)
        other.from_start = False
        return other

    # ------------------------------------------------------------ playing

    def play(self, move: Move | dict[str, Any] | Pick) -> None:
        """Answers a decision. A forbidden move raises IllegalMove and changes nothing."""
        pending, option, refusal = self._read(move)
        if refusal is None and pending is not None and option not in pending.options:
            refusal = self._reason(pending, option)
        if refusal is not None or pending is None:
            refusal = refusal or Refusal(self.words.say("the game is over"))
            raise IllegalMove(refusal.reason, refusal.rule)
        self.answer(pending, option)

    def answer(self, pending: Pending, option: int) -> None:
        """Answers one of the decisions that wait, by one of its options."""
        before = self.position
        after = before.clone()
        core.turn_to(after, pending.player)
        if after.log is not None:
            after.log.append(move_line(self.english, self.position, pending, option))
        with told(self.engine, pending.choice.name):
            core.step(after, option)
        self.verify(after)
        self._past.append(before)
        self._answers.append((pending, option))
        self.position = after

    def verify(self, position: Position) -> None:
        """Raises RulesFailure if something got lost, in a game that is checked."""
        if self.check and self.engine.check is not None:
            wrong = self.engine.check(position)
            if wrong:
                raise RulesFailure("; ".join(wrong))

    def undo(self) -> None:
        """Takes the last move back."""
        if not self.past:
            raise IllegalMove("there is nothing to undo")
        self.position = self._past.pop()
        self._answers.pop()
        del self._named[len(self._past) :]

    def go_back_to(self, moves: list[Named]) -> None:
        """Takes over the moves that led here before the game was loaded."""
        self._earlier, self._named = moves[:], moves[:]

    def clone(self) -> Game:
        """A game of its own in the same position, with the same past."""
        other = Game(
            self.engine, self.position.clone(), self.names, self.options, self.seed, self.language, self.check
        )
        other._past, other._answers = self._past[:], self._answers[:]
        other._earlier, other._named = self._earlier[:], self._named[:]
        other.seeded = self.seeded
        other.from_start = self.from_start
        other.arranged = self.arranged[:]
        return other

    # ------------------------------------------------------------ reasons

    def why_not(self, move: Move | dict[str, Any] | Pick) -> Refusal | None:
        """Why a move is not possible now; None if it is."""
        pending, option, refusal = self._read(move)
        if refusal is not None or pending is None:
            return refusal
        return None if option in pending.options else self._reason(pending, option)

    def _read(self, move: Move | dict[str, Any] | Pick) -> tuple[Pending | None, int, Refusal | None]:
        """The decision that a move answers and the option that it means, or why there is none."""
        waiting = moves.pending_decisions(self.position)
        if not waiting:
            return None, core.NONE, Refusal(self.words.say("the game is over"))
        if isinstance(move, dict) or (isinstance(move, str) and move.lstrip().startswith("{")):
            try:
                move = moves.move_from(self.words, move)
            except ValueError as error:
                return None, core.NONE, Refusal(str(error))
        if not isinstance(move, Move):
            return self._find(waiting[0], move, "")
        mine = [pending for pending in waiting if pending.player == move.by]
        if not mine:
            who = ", ".join([self.words.say(self.words.seat(pending.player)) for pending in waiting])
            return (
                None,
                core.NONE,
                Refusal(self.words.fill("it is not your turn: {who} must decide", who=who)),
            )
        return self._find(mine[0], move.pick, move.choice)

    def _find(self, pending: Pending, pick: Pick, choice: str) -> tuple[Pending, int, Refusal | None]:
        asked = pending.choice
        option = moves.option_for(self.words, self.position, pending, pick, choice)
        free = None if option is None else moves.free_action(self.position, option)
        right = (asked.name if free is None else free.menu) if option is not None else asked.name
        if choice and choice != right:
            return (
                pending,
                core.NONE,
                Refusal(
                    f"this is not asked now: {moves.prompt_of(self.words, self.position, pending)}",
                    asked.rule,
                ),
            )
        if option is None:
            return (
                pending,
                core.NONE,
                Refusal(self.words.fill("{pick} is not one of the options", pick=str(pick)), asked.rule),
            )
        return pending, option, None

    def _reason(self, pending: Pending, option: int) -> Refusal:
        return reason_against(self.words, self.position, pending, option)

    def refused(self, player: int | str | None = None) -> list[tuple[str, Refusal]]:
        """What the pending decision could be about but does not offer, in words, and why."""
        pending = self._pending(None if player is None else self.seat(player))
        if pending is None:
            return []
        return refused(self.words, self.position, pending)

    # ------------------------------------------------------------ keeping

    def save(self) -> str:
        """The game as text, with its moves if they are known from the start: `undo` works after loading."""
        moves: list[Named] | None = None
        if self.from_start and self.seeded and not self.arranged:
            for at in range(len(self._named) - len(self._earlier), len(self._answers)):
                self._named.append(named(self.english, self._past[at], *self._answers[at]))
            moves = self._named
        return saves.dump(self.engine, self.position, self.names, self.options, self.seed, moves)

    def digest(self) -> str:
        """A short hash of the position: equal positions of equal games have equal ones."""
        return self.digest_of(self.position)

    def digest_of(self, position: Position) -> str:
        return saves.position_digest(self.engine, position, self.options)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str, bool]]:
        if self.engine.restore is None:
            raise TypeError(f"the engine of {self.engine.title} does not say how its games are restored")
        return self.engine.restore, (self.save(), self.language, self.check)

    def __repr__(self) -> str:
        state = "over" if self.over else str(self.decision)
        return f"<{self.engine.title}, {', '.join(self.names)}: {state}>"


def move_line(english: Words, g: Position, pending: Pending, option: int) -> tuple[str, str]:
    """The log line of a move; a secret one does not say what was picked."""
    who = english.seat(pending.player)
    if pending.you != pending.player:
        who = f"{who} for {english.seat(pending.you)}"
    choice = pending.choice
    free = moves.free_action(g, option)
    if free is not None:
        return PART.join([who, free.label]), free.rule
    if choice.hidden and (choice.type != "menu" or answered_secretly(pending.then)):
        return PART.join([who, choice.outline()]), choice.rule
    label = moves.label_of(g, choice, pending.then, option)  # it is translated when the log is read
    text = moves.text_of(english, g, choice, pending.then, option) if label is None else label
    if choice.type in ("branch", "menu", "may") or not choice.prompt:
        return PART.join([who, text]), choice.rule
    return PART.join([who, moves.english_prompt(g, pending), text]), choice.rule


def answered_secretly(then: Then | None) -> bool:
    """Whether other players answer at the same time; otherwise an action is carried out before all eyes."""
    while then is not None:
        if then[1] == L_JOIN:
            return True
        then = then[0]
    return False


# ---------------------------------------------------------------- making games


def new_game(
    engine: Engine,
    players: int | None = None,
    seed: int | None = None,
    names: tuple[str, ...] | list[str] | None = None,
    language: str = "en",
    check: bool = False,
    **options: Any,
) -> Game:
    """A new game up to its first decision; without a seed, one from the system. OptionError says what is wrong with the wishes."""
    game = prepared_game(engine, players, seed, names, language, check, options)
    with told(engine):
        engine.begin(game.position)
    game.verify(game.position)
    return game


def prepared_game(
    engine: Engine,
    players: int | None,
    seed: int | None,
    names: tuple[str, ...] | list[str] | None,
    language: str,
    check: bool,
    options: dict[str, Any],
) -> Game:
    """A game before its setup."""
    if players is None:
        players = len(names) if names is not None else engine.players[0]
    check_players(engine, players)
    chosen = chosen_options(engine, options)
    who = player_names(players, names)
    if seed is None:
        seed = chance.any_seed()
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise OptionError(f"a seed is a whole number, not {seed!r}")
    position = engine.make(players, dict(chosen))
    position.log = []
    chance.seed(position, seed)
    return Game(engine, position, who, chosen, seed, language, check)


def load_game(engine: Engine, text: str, language: str = "en", check: bool = False) -> Game:
    """The game that `save` wrote; SaveError says why a text is none."""
    saved = saves.load(engine, text)
    game = Game(engine, saved.position, saved.names, saved.options, saved.seed, language, check)
    game.from_start = saved.moves is not None
    game.go_back_to(saved.moves or [])
    return game


def check_players(engine: Engine, players: int) -> None:
    if isinstance(players, bool) or players not in engine.players:
        raise OptionError(f"{engine.title} is for {_numbers(engine.players)} players, not {players}")


def _numbers(numbers: tuple[int, ...]) -> str:
    if len(numbers) > 2 and numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return " or ".join([str(number) for number in numbers])


def player_names(players: int, names: tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    if names is None:
        return tuple([f"player {seat + 1}" for seat in range(players)])
    if (
        len(names) != players
        or len(set(names)) != players
        or not all(isinstance(n, str) and n for n in names)
    ):
        raise OptionError(f"{players} players need {players} different names, not {list(names)!r}")
    return tuple(names)


def chosen_options(engine: Engine, options: dict[str, Any]) -> dict[str, int]:
    """All options of a game with the figures wished for, or their own."""
    known = {option.name: option for option in engine.options}
    for name in options:
        if name not in known:
            have = ", ".join(known) or "none"
            raise OptionError(f"{engine.title} has no option {name!r}; options: {have}")
    return {
        name: _option_value(engine, option, options[name]) if name in options else option.default
        for name, option in known.items()
    }


def _option_value(engine: Engine, option: Option, value: Any) -> int:
    what, _, of = option.type.partition(":")
    if what == "kind" and isinstance(value, str):
        members = engine.kinds[of].members
        if value not in members:
            raise OptionError(f"{option.name} is one of {', '.join(members)}, not {value!r}")
        return members.index(value)
    if what == "flag" and isinstance(value, bool):
        return value
    if isinstance(value, bool) or not isinstance(value, int) or not option.low <= value <= option.high:
        raise OptionError(f"{option.name} is a number from {option.low} to {option.high}, not {value!r}")
    return value

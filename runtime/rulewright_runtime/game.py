"""The face of a game: decisions, moves, reasons, saving, undoing, views, for people and programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import chance as generator
from . import core, deals, moves, saves, views
from .acting import Parameter, act, actions_of
from .brief import brief
from .core import Position, RulesFailure
from .engine import Engine
from .engine import OptionError as OptionError
from .failures import told
from .forced import asking_all
from .history import History
from .languages import known_language
from .log_lines import LogLine, move_line
from .moves import Move, Pending, Pick
from .options import check_players, chosen_options
from .player_names import player_names
from .player_saves import saved_for
from .recent_answers import begun_with, taken_since
from .refusals import Refusal, reason_against, refused
from .shown import shows_hidden
from .telling import Telling, told_ahead
from .trials import standing
from .words import PART, Words


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
    forced: bool = False  # there is one answer only
    nested: bool = False  # it goes on with something that an earlier answer has begun

    def __str__(self) -> str:
        return f"{self.name}: {self.prompt}" + (f" [{self.rule}]" if self.rule else "")


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
        self.history = History()
        self.seeded = True  # without a seed, a record says what chance gives
        self.from_start = True  # whether these are all moves of the game
        self.arranged: list[tuple[int, Any]] = []  # what a record dealt or gave, and before which move
        self.origin: Position | None = None  # before the setup, if it is known
        self.machine = position.machine

    # ------------------------------------------------------------ what is

    @property
    def language(self) -> str:
        """The code of the language that its texts are in."""
        return self.words.language

    @language.setter
    def language(self, language: str) -> None:
        """Changes the language of all texts from now on; OptionError if the game has no such words."""
        self.words = Words(self.engine, self.names, known_language(self.engine, language))

    @property
    def players(self) -> int:
        """The number of players, automatic participants not counted."""
        return self.position.players

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.position.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of the winners; empty while the game goes on, or if nobody wins."""
        return self.position.winners

    @property
    def winner_names(self) -> tuple[str, ...]:
        """The names of the winners."""
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
        return self.history.length

    @property
    def past(self) -> list[Position]:
        """The positions before each move that can be undone."""
        return self.history.recalled(self).positions

    @property
    def answers(self) -> list[tuple[Pending, int]]:
        """Those moves: the decision and the option picked."""
        return self.history.recalled(self).answers

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
        """What is asked, for people and programs."""
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
            len(pending.options) == 1,
            standing(self.position, pending.then).inside,
        )

    def _pending(self, player: int | None) -> Pending | None:
        """The first decision that is asked of a player, or of anybody; None if there is none."""
        for pending in moves.pending_decisions(self.position):
            if player is None or pending.player == player:
                return pending
        return None

    def seat(self, player: int | str) -> int:
        """The seat of a player given by seat or name."""
        seat = self.words.seat_named(player) if isinstance(player, str) else player
        if not isinstance(seat, int) or not 0 <= seat < self.players:
            raise ValueError(f"nobody here is {brief(player)}; players: {', '.join(self.names)}")
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

    # ------------------------------------------------------------ answers that nobody is asked for

    @property
    def ask_forced(self) -> bool:
        """Whether decisions with one answer are asked; without that, it is taken."""
        return self.machine.asks_all

    @ask_forced.setter
    def ask_forced(self, wanted: bool) -> None:
        """Asks for decisions with one answer too, or no longer; a game that changes this on its way is noted as mixed."""
        begun = self.position.then is not None or self.position.over
        self.history.mixed = self.history.mixed or (begun and wanted != self.ask_forced)
        self.machine = asking_all(self.engine.machine) if wanted else self.engine.machine
        self.position.machine = self.machine

    @property
    def taken(self) -> list[Move]:
        """What was answered without asking since the last answer, or since the start: there was one answer."""
        return taken_since(self)

    @property
    def begun(self) -> list[Move]:
        """The answers with which the pending decision goes on: an action, and what was chosen for it so far."""
        return begun_with(self)

    # ------------------------------------------------------------ playing

    def play(self, move: Move | dict[str, Any] | Pick) -> None:
        """Answers a decision. A forbidden move raises IllegalMove and changes nothing."""
        pending, option, refusal = self._read(move)
        if refusal is None and pending is not None and option not in pending.options:
            refusal = self.reason(pending, option)
        if refusal is not None or pending is None:
            refusal = refusal or Refusal(self.words.say("the game is over"))
            raise IllegalMove(refusal.reason, refusal.rule)
        self.answer(pending, option)

    def answer(self, pending: Pending, option: int) -> None:
        """Answers one of the decisions that wait, by one of its options."""
        before = self.position
        after = before.clone()
        after.machine = self.machine
        core.turn_to(after, pending.player)
        if after.log is not None:
            after.log.append(move_line(self.english, self.position, pending, option))
        with told(self.engine, pending.choice.name):
            core.step(after, option)
        self.verify(after)
        self.history.add(before, pending, option)
        self.position = after

    def actions(self, player: int | str | None = None) -> list[Move]:
        """The actions that are offered, free ones too; the `pick` of each is its name in the rules."""
        pending = self._pending(None if player is None else self.seat(player))
        return [] if pending is None else actions_of(self, pending)

    def act(self, action: str, /, *, by: int | str | None = None, **parameters: Parameter) -> None:
        """Takes an action by its name, and answers the choices that follow by theirs; IllegalMove changes nothing."""
        played = self.played
        refusal = act(self, action, None if by is None else self.seat(by), parameters)
        if refusal is not None:
            while self.played > played:
                self.undo(force=True)
            raise IllegalMove(refusal.reason, refusal.rule)

    def verify(self, position: Position) -> None:
        """Raises RulesFailure if something got lost, in a game that is checked."""
        if self.check and self.engine.check is not None:
            wrong = self.engine.check(position)
            if wrong:
                raise RulesFailure("; ".join(wrong))

    @property
    def sealed(self) -> bool:
        """Whether the last move showed somebody what they could not see before: it is taken back only by force."""
        return bool(self.past) and shows_hidden(self.engine, self.past[-1], self.position)

    def undo(self, force: bool = False) -> None:
        """Takes the last move back; by force also if it showed somebody what was hidden."""
        if not self.past:
            raise IllegalMove("there is nothing to undo")
        if not force and self.sealed:
            raise IllegalMove(
                "this move has shown somebody what was hidden; undo(force=True) takes it back all the same"
            )
        self.position = self.history.take_back()

    def fresh(self) -> Game:
        """The same game before its setup."""
        again = prepared_game(self.engine, self.players, self.seed, self.names, "en", False, self.options)
        again.ask_forced = self.ask_forced
        return again

    def clone(self) -> Game:
        """A game of its own in the same position, with the same past."""
        other = Game(
            self.engine, self.position.clone(), self.names, self.options, self.seed, self.language, self.check
        )
        other.history = self.history.copy()
        other.seeded = self.seeded
        other.from_start = self.from_start
        other.arranged = self.arranged[:]
        other.origin = self.origin
        return other

    # ------------------------------------------------------------ reasons

    def why_not(self, move: Move | dict[str, Any] | Pick) -> Refusal | None:
        """Why a move is not possible now; None if it is."""
        pending, option, refusal = self._read(move)
        if refusal is not None or pending is None:
            return refusal
        return None if option in pending.options else self.reason(pending, option)

    def _read(self, move: Move | dict[str, Any] | Pick) -> tuple[Pending | None, int, Refusal | None]:
        """The decision that a move answers and the option that it means, or why there is none."""
        waiting = moves.pending_decisions(self.position)
        if not waiting:
            return None, core.NONE, Refusal(self.words.say("the game is over"))
        if isinstance(move, bool):
            move = "yes" if move else "no"
        wrong = "" if isinstance(move, Move | dict) else moves.unreadable(move)
        if not wrong and (
            isinstance(move, dict) or (isinstance(move, str) and move.lstrip().startswith("{"))
        ):
            try:
                move = moves.move_from(self.words, move)
            except (ValueError, RecursionError) as error:
                wrong = str(error)
        wrong = wrong or (moves.unreadable(move.pick) if isinstance(move, Move) else "")
        if wrong or isinstance(move, dict):
            return None, core.NONE, Refusal(wrong)
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
        """The option that a pick means, or the refusal of what means none."""
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

    def reason(self, pending: Pending, option: int) -> Refusal:
        """Why an option of a decision is not offered."""
        return reason_against(self.words, self.position, pending, option)

    def refused(self, player: int | str | None = None) -> list[tuple[str, Refusal]]:
        """What the pending decision could be about but does not offer, in words, and why."""
        pending = self._pending(None if player is None else self.seat(player))
        if pending is None:
            return []
        return refused(self.words, self.position, pending)

    # ------------------------------------------------------------ keeping

    def save(self, player: int | str | None = None) -> str:
        """The game as text, with its moves if they are known from the start: `undo` works after loading.

        For a player it is what that player may keep: all that they may not know is dealt anew, chance included.
        """
        if any(callable(values) for _, values in self.position.script):
            raise saves.SaveError(
                "what chance will give has been told: the game can be saved when it has come"
            )
        if player is not None:
            return saved_for(self.engine, self.position, self.seat(player), self.names, self.options)
        moves = self.history.told(self)
        return saves.dump(self.engine, self.position, self.names, self.options, self.seed, moves)

    def digest(self) -> str:
        """A short hash of the position: equal positions of equal games have equal ones."""
        return self.digest_of(self.position)

    def digest_of(self, position: Position) -> str:
        """The digest of a position under the options of this game."""
        return saves.position_digest(self.engine, position, self.options)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str, bool]]:
        if self.engine.restore is None:
            raise TypeError(f"the engine of {self.engine.title} does not say how its games are restored")
        return self.engine.restore, (self.save(), self.language, self.check)

    def __repr__(self) -> str:
        state = "over" if self.over else str(self.decision)
        return f"<{self.engine.title}, {', '.join(self.names)}: {state}>"


# ---------------------------------------------------------------- making games


def new_game(
    engine: Engine,
    players: int | None = None,
    seed: int | None = None,
    names: tuple[str, ...] | list[str] | None = None,
    language: str = "en",
    check: bool = False,
    chance: Telling = (),
    ask_forced: bool = False,
    **options: Any,
) -> Game:
    """A new game up to its first decision; without a seed, one from the system. OptionError says what is wrong with the wishes."""
    game = prepared_game(engine, players, seed, names, language, check, options)
    game.arranged = [(0, step) for step in told_ahead(game.english, game.position, chance)]
    game.ask_forced = ask_forced
    game.origin = game.position.clone()
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
    known_language(engine, language)
    if players is None:
        players = len(names) if names is not None else engine.players[0]
    check_players(engine, players)
    chosen = chosen_options(engine, options)
    who = player_names(players, names)
    if seed is None:
        seed = generator.any_seed()
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise OptionError(f"a seed is a whole number, not {brief(seed)}")
    position = engine.make(players, dict(chosen))
    position.log = []
    generator.seed(position, seed)
    return Game(engine, position, who, chosen, seed, language, check)


def load_game(engine: Engine, text: str, language: str = "en", check: bool = False) -> Game:
    """The game that `save` wrote; SaveError says why a text is none."""
    return loaded_game(engine, saves.load(engine, text), language, check)


def loaded_game(engine: Engine, saved: saves.Saved, language: str = "en", check: bool = False) -> Game:
    """The game that a saved one holds."""
    game = Game(engine, saved.position, saved.names, saved.options, saved.seed, language, check)
    game.ask_forced = saved.ask_forced
    game.from_start = saved.moves is not None
    game.history = History(saved.moves or [])
    return game

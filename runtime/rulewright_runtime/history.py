"""The moves of a game by name, and the same moves played again: what undoing needs after a game was loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .core import FREE, Position, RulesFailure
from .failures import told
from .moves import Pending, pending_decisions
from .readings import Ambiguous, Reader

if TYPE_CHECKING:
    from .game import Game

Named = list[Any]  # the seat that answers, the choice (of a free action: its menu), what is picked


class Parted(Exception):
    """A move of the past that is not possible; `number` says which, from 0."""

    def __init__(self, number: int, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.number = number
        self.reason = reason
        self.rule = rule


class History:
    """What happened before a position: the positions and answers, and of a loaded game at first only the names of its moves."""

    __slots__ = ("positions", "answers", "earlier", "named", "mixed")

    def __init__(self, moves: list[Named] | None = None) -> None:
        self.positions: list[Position] = []  # before each move
        self.answers: list[tuple[Pending, int]] = []  # those moves: the decision and the option picked
        self.earlier = moves or []  # moves before the game was loaded, until somebody asks for them
        self.named = self.earlier[:]  # all moves by name, as far as they were saved
        self.mixed = False  # answers that cannot be otherwise were asked for a time, and for a time not

    @property
    def length(self) -> int:
        """The number of moves from the start, those before loading included."""
        return len(self.earlier) + len(self.positions)

    def copy(self) -> History:
        """A copy that grows by itself."""
        other = History(self.earlier[:])
        other.positions, other.answers = self.positions[:], self.answers[:]
        other.named, other.mixed = self.named[:], self.mixed
        return other

    def add(self, before: Position, pending: Pending, option: int) -> None:
        """Notes a move: the position before it, the decision and its answer."""
        self.positions.append(before)
        self.answers.append((pending, option))

    def take_back(self) -> Position:
        """Forgets the last move and gives the position before it."""
        self.answers.pop()
        del self.named[len(self.answers) :]
        return self.positions.pop()

    def recalled(self, game: Game) -> History:
        """Plays the moves before a loaded position again; if they lead elsewhere under these rules, they are forgotten."""
        if self.earlier:
            moves, self.earlier = self.earlier, []
            again = game.fresh()
            here = self.positions[0] if self.positions else game.position
            if leads_to(again, moves, game.digest_of(here)):
                self.positions[:0] = again.past
                self.answers[:0] = again.answers
            else:
                game.from_start, self.named = False, []
        return self

    def told(self, game: Game) -> list[Named] | None:
        """The moves by name, if all are known and lead here; a move keeps its name, so that saving again and again stays quick."""
        del self.named[self.length :]
        if not game.from_start or not game.seeded or game.arranged or self.mixed:
            return None
        reader = Reader(game.english)
        for at in range(len(self.named) - len(self.earlier), len(self.answers)):
            (pending, option), g = self.answers[at], self.positions[at]
            self.named.append(
                [pending.player, reader.menu(g, pending, option), reader.name(g, pending, option)]
            )
        return self.named


def leads_to(game: Game, moves: list[Named], digest: str) -> bool:
    """Plays a game that is not set up yet by some moves; whether that ends in the position with this digest."""
    try:
        with told(game.engine):
            game.engine.begin(game.position)
        play_again(game, moves)
    except (Parted, RulesFailure):
        return False
    return game.digest() == digest


def play_again(game: Game, moves: list[Named]) -> None:
    """Plays moves by their names; Parted tells the first that is not possible."""
    reader = Reader(game.english)
    for number, (seat, choice, pick) in enumerate(moves):
        waiting = [one for one in pending_decisions(game.position) if one.player == seat]
        if not waiting:
            raise Parted(number, "the game is over" if game.over else "somebody else is asked")
        pending = waiting[0]
        try:
            option = reader.option(game.position, pending, pick, choice)
        except Ambiguous as error:
            raise Parted(number, str(error), pending.choice.rule) from None
        free = option is not None and option >= FREE
        if choice != pending.choice.name and not free:
            raise Parted(number, f"{pending.choice.name} is asked instead", pending.choice.rule)
        if option is None or option not in pending.options:
            refusal = game.why_not({"by": seat, "pick": pick, "choice": choice})
            reason = "this is not offered" if refusal is None else refusal.reason
            raise Parted(number, reason, pending.choice.rule if refusal is None else refusal.rule)
        try:
            game.answer(pending, option)
        except RulesFailure as error:
            raise Parted(number, f"the rules fail: {error}", pending.choice.rule) from None

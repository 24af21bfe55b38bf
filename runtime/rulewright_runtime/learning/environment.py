"""A game as one learner meets it: it observes, acts by numbers, and opponents answer in between.

The shape is Gymnasium's (`reset`, `step`), the values are plain lists; nothing but the standard library is needed.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from ..bots import Bot, make_bot
from ..draw import draw
from ..engine import Engine
from ..serial import Moment, Serial

SEEDS: Final = 63  # bits of a game's seed
UNASKED: Final = 1_000  # games one after the other that may end without a question to the learner

Policy = Callable[[list[int], list[int]], int]  # observation, mask -> action
Opponent = str | Policy  # a bot by its name, or a policy of one's own


class Environment:
    """One seat of a game is the learner's; the others are played by bots or policies."""

    def __init__(
        self,
        game: Engine | str,
        players: int | None = None,
        *,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        scores: bool = False,
        **options: Any,
    ) -> None:
        """`game`: an engine or the name of its package. `seat` None: another one in each game, by its seed.

        `opponents`: one for all other seats, or one for each of them, in their order after the learner's.
        """
        self.engine = engine_of(game)
        self.players = self.engine.players[0] if players is None else players
        self.serial = Serial(self.engine, self.players, **options)
        if seat is not None and not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.players - 1}")
        self._fixed = seat
        self._opponents = _for_each(opponents, self.players - 1)
        self._scores = scores
        self._random = random.Random()
        self._moment: Moment | None = None
        self._players: dict[int, Bot | Policy] = {}
        self.seat = seat or 0  # the learner's in this game
        self.observation_names = self.serial.observer.names()
        self.action_names = self.serial.numbering.names()

    # ------------------------------------------------------------ playing

    def reset(self, seed: int | None = None) -> tuple[list[int], dict[str, Any]]:
        """A new game, up to the learner's first decision; a seed decides this game and all that follow."""
        if seed is not None:
            self._random.seed(seed)
        for _ in range(UNASKED):
            self._begin()
            if not self.over:  # else nobody has asked the learner: another game
                return self.observation(), self._info()
        raise ValueError(f"in {UNASKED} games nobody has asked seat {self.seat} anything")

    def step(self, action: int) -> tuple[list[int], float, bool, bool, dict[str, Any]]:
        """The learner's answer and all that follows: observation, reward, over, cut short, info."""
        self.check(action)
        self._moment = self.serial.act(self._playing(), int(action))
        self._play_on()
        reward = self.serial.results(self._playing(), self._scores)[self.seat] if self.over else 0.0
        return self.observation(), reward, self.over, False, self._info()

    def check(self, action: int) -> None:
        """Raises ValueError if an action is not offered now, and says which ones are."""
        if self.over:
            raise ValueError("the game is over: call reset()")
        if int(action) not in self.legal():
            raise ValueError(f"{self._named(int(action))} is not offered; these are: {self._legal_names()}")

    def _begin(self) -> None:
        """Draws the learner's seat and all seeds, seats the opponents and plays to the learner's first decision."""
        self.seat = self._random.randrange(self.players) if self._fixed is None else self._fixed
        seeds = [self._random.getrandbits(SEEDS) for _ in range(self.players)]
        self._players = {}
        for place, opponent in enumerate(self._opponents, 1):
            seat = (self.seat + place) % self.players
            self._players[seat] = (
                make_bot(opponent, self.engine, self.players, seeds[seat])
                if isinstance(opponent, str)
                else opponent
            )
        self._moment = self.serial.start(self._random.getrandbits(SEEDS))
        self._play_on()

    def _play_on(self) -> None:
        """Opponents answer until the learner is asked or the game is over."""
        moment = self._playing()
        while not self.serial.over(moment):
            assert moment.position is not None
            seat = moment.position.player
            if seat == self.seat:
                break
            moment = self.serial.act(moment, self._answer(moment, seat))
        self._moment = moment

    def _answer(self, moment: Moment, seat: int) -> int:
        """The action of an opponent: a bot sees the moment as its seat, a policy gets observation and mask."""
        player = self._players[seat]
        if isinstance(player, Bot):
            return self.serial.action_by(moment, player)
        return int(player(self.serial.vector(moment, seat), self._mask(moment)))

    # ------------------------------------------------------------ what is

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.serial.over(self._playing())

    def observation(self) -> list[int]:
        """What the learner may know, a number for each of `observation_names`."""
        return self.serial.vector(self._playing(), self.seat)

    def action_masks(self) -> list[int]:
        """1 for each action that is offered to the learner now, a number for each of `action_names`."""
        return self._mask(self._playing())

    def legal(self) -> list[int]:
        """The actions that are offered to the learner now."""
        return list(self.serial.offered(self._playing()))

    def text(self, action: int) -> str:
        """What an action means in this position, in the words of the rules."""
        return self.serial.text(self._playing(), action)

    def results(self) -> list[float]:
        """Of each seat at the end: 1 won, -1 others have, or the scores if they are rewards."""
        return self.serial.results(self._playing(), self._scores)

    def render(self) -> str:
        """The position as text, as the learner may see it."""
        return "\n".join(draw(self.serial.words, self.serial.view(self._playing(), self.seat)))

    def _mask(self, moment: Moment) -> list[int]:
        """One number for each action: 1 if it is legal now, else 0."""
        mask = [0] * self.serial.numbering.size
        for action in self.serial.offered(moment):
            mask[action] = 1
        return mask

    def _info(self) -> dict[str, Any]:
        """Mask and seat of the learner, and the results if the game is over."""
        found: dict[str, Any] = {"action_mask": self.action_masks(), "seat": self.seat}
        if self.over:
            found["results"] = self.results()
        return found

    def _playing(self) -> Moment:
        """The moment of the running game; ValueError if none has begun."""
        if self._moment is None:
            raise ValueError("there is no game yet: call reset()")
        return self._moment

    def _named(self, action: int) -> str:
        """An action as messages name it, by its number and its name if there is one."""
        known = 0 <= action < len(self.action_names)
        return f"action {action} ({self.action_names[action]})" if known else f"action {action}"

    def _legal_names(self) -> str:
        """The first eight legal actions for a message."""
        legal = [f"{action} ({self.action_names[action]})" for action in self.legal()[:8]]
        return ", ".join(legal) + (" …" if len(self.legal()) > 8 else "")


def engine_of(game: Engine | str) -> Engine:
    """The engine itself, or that of a package."""
    if isinstance(game, Engine):
        return game
    found = getattr(importlib.import_module(game), "ENGINE", None)
    if not isinstance(found, Engine):
        raise ValueError(f"{game} is no package of an engine, or one with another runtime")
    return found


def _for_each(opponents: Opponent | Sequence[Opponent], count: int) -> list[Opponent]:
    """One opponent for each other seat."""
    if isinstance(opponents, str) or callable(opponents):
        return [opponents] * count
    if len(opponents) != count:
        raise ValueError(f"there are {count} other seats, but {len(opponents)} opponents")
    return list(opponents)

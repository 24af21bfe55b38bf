"""A game as one sequence of numbered actions: decisions one at a time, chance as draws if that is wished.

Moments never change: acting gives the next one. This is what the adapters for learning libraries stand on.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from . import chance, core
from .bots import Bot
from .core import Position
from .engine import Engine
from .log_lines import move_line
from .moves import Move, moves_of, pending_decisions
from .numbering import MORE, Numbering
from .observing import Observer
from .options import check_players, chosen_options
from .views import view
from .words import Words

DRAWS: Final = 256  # outcomes of one draw; a draw from more is made in two


class Moment:
    """A position, what has led to it, and which lot of its options is shown; or a draw that is to be made."""

    __slots__ = ("after", "draws", "faces", "heard", "lot", "option", "page", "position")

    def __init__(
        self,
        position: Position | None,  # of a draw: the position before it; None: before the game
        after: Moment | None,  # the moment of the last decision
        option: int = core.NONE,  # that was answered there
        page: int = 0,
        faces: int = 0,  # of a draw: from how many
        draws: tuple[int, ...] = (),  # made so far since that decision
        lot: int = -1,  # of a draw from many: the lot from which it is made
    ) -> None:
        self.position = position
        self.after = after
        self.option = option
        self.page = page
        self.faces = faces
        self.draws = draws
        self.lot = lot
        self.heard: dict[int | None, str] = (
            {}
        )  # what each player has got to know, by digest; filled when asked for

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """As a flat list from the beginning: a long game must not be a deep pickle."""
        chain: list[tuple[Any, ...]] = []
        moment: Moment | None = self
        while moment is not None:
            parts = (moment.position, moment.option, moment.page, moment.faces, moment.draws, moment.lot)
            chain.append((*parts, moment.heard))
            moment = moment.after
        return chained, (chain[::-1],)


def chained(chain: list[tuple[Any, ...]]) -> Moment:
    """The last moment of a chain, from its pickle."""
    last: Moment | None = None
    for position, option, page, faces, draws, lot, heard in chain:
        last = Moment(position, last, option, page, faces, draws, lot)
        last.heard = heard
    assert last is not None
    return last


class Serial:
    """How a game of one engine, for one number of players, is played by numbers."""

    def __init__(self, engine: Engine, players: int, draws: bool = False, **options: Any) -> None:
        check_players(engine, players)
        self.engine = engine
        self.players = players
        self.draws = draws  # chance is told from outside; otherwise it follows from the seed
        self.options = chosen_options(engine, options)
        self.numbering = Numbering(engine, players)
        self.observer = Observer(engine, players)
        self.words = Words(engine, tuple([f"player {seat + 1}" for seat in range(players)]))

    # ------------------------------------------------------------ playing

    def start(self, seed: int = 0) -> Moment:
        """The first decision, or the first draw."""
        return self._played(None, core.NONE, (), seed)

    def act(self, moment: Moment, action: int) -> Moment:
        """Answers the pending decision."""
        offered = self.offered(moment)
        if action not in offered:
            raise ValueError(f"action {action} is not offered")
        if action == MORE:
            return Moment(moment.position, moment.after, moment.option, moment.page + 1, draws=moment.draws)
        return self._played(moment, offered[action], ())

    def draw(self, moment: Moment, outcome: int) -> Moment:
        """Makes the draw that is to be made."""
        if moment.faces > DRAWS and moment.lot < 0:
            return Moment(
                moment.position, moment.after, moment.option, 0, moment.faces, moment.draws, outcome
            )
        face = outcome + max(moment.lot, 0) * DRAWS
        return self._played(moment.after, moment.option, (*moment.draws, face))

    def _played(self, after: Moment | None, option: int, draws: tuple[int, ...], seed: int = 0) -> Moment:
        """What follows an answer and these draws; all of it is done again for each draw, since rules do not stop there."""
        if after is None:
            g = self.engine.make(self.players, dict(self.options))
            chance.seed(g, seed)
        else:
            assert after.position is not None
            g = after.position.clone()
        g.log = []
        if self.draws:
            chance.tell(g, draws)
        try:
            if after is None:
                self.engine.begin(g)
            else:
                g.log.append(move_line(self.words, g, pending_decisions(g)[0], option))
                core.step(g, option)
        except chance.Untold as untold:
            return Moment(None if after is None else after.position, after, option, 0, untold.faces, draws)
        g.script = ()
        return Moment(g, after, option, draws=draws)

    # ------------------------------------------------------------ what is

    def over(self, moment: Moment) -> bool:
        """True if nobody is to act any more, chance included."""
        return not moment.faces and moment.position is not None and moment.position.then is None

    def offered(self, moment: Moment) -> dict[int, int]:
        """The legal actions and the options that they mean."""
        if moment.faces or moment.position is None:
            return {}
        return self.numbering.offered(moment.position, moment.page)

    def action_by(self, moment: Moment, bot: Bot) -> int:
        """The action by which a bot answers."""
        assert moment.position is not None
        offered = self.offered(moment)
        wanted = bot.answer(moment.position)
        for action, option in offered.items():
            if option == wanted and action != MORE:
                return action
        return MORE if MORE in offered else next(iter(offered))

    def outcomes(self, moment: Moment) -> list[tuple[int, float]]:
        """The outcomes of the draw that is to be made, with their chances."""
        faces = moment.faces
        if faces <= DRAWS:
            return [(face, 1 / faces) for face in range(faces)]
        if moment.lot < 0:
            lots = -(-faces // DRAWS)
            return [(lot, min(DRAWS, faces - lot * DRAWS) / faces) for lot in range(lots)]
        count = min(DRAWS, faces - moment.lot * DRAWS)
        return [(face, 1 / count) for face in range(count)]

    def results(self, moment: Moment, scores: bool = False) -> list[float]:
        """For each player: 1 won, -1 others have, 0 nobody or everybody has; or the scores."""
        g = moment.position
        if g is None or not self.over(moment):
            return [0.0] * self.players
        score = self.engine.score
        if scores and score is not None:
            return [float(score(g, seat)) for seat in range(self.players)]
        won = [seat in g.winners for seat in range(self.players)]
        if not g.winners or (all(won) and self.players > 1 and not self.engine.participants):
            return [0.0] * self.players
        return [1.0 if each else -1.0 for each in won]

    def text(self, moment: Moment, action: int) -> str:
        """An action in words."""
        g = moment.position
        offered = self.offered(moment)
        if action == MORE or g is None or action not in offered:
            return "show more options" if action == MORE else f"action {action}"
        return self._move(g, offered[action]).words

    def _move(self, g: Position, option: int) -> Move:
        """The move that an option of the first decision stands for."""
        pending = pending_decisions(g)[0]
        return moves_of(self.words, g, pending)[pending.options.index(option)]

    # ------------------------------------------------------------ what players know

    def view(self, moment: Moment, player: int | None) -> dict[str, Any]:
        """What a player may know, None: everybody; nothing before the first decision."""
        return {} if moment.position is None else view(self.words, moment.position, player)

    def vector(self, moment: Moment, player: int | None) -> list[int]:
        """The same as numbers, always of the same length."""
        g = moment.position
        return [0] * self.observer.size if g is None else self.observer.vector(g, player)

    def seen(self, moment: Moment, player: int | None) -> str:
        """The same as JSON."""
        return json.dumps(self.view(moment, player), ensure_ascii=False)

    def known(self, moment: Moment, player: int | None) -> str:
        """All that a player has got to know since the beginning, as a digest, and what he sees now."""
        return f"{self._heard(moment, player)} {moment.page} {self.seen(moment, player)}"

    def _heard(self, moment: Moment, player: int | None) -> str:
        """The digest of a player's past: what he saw, what was said, and what he did himself."""
        last = moment.after if moment.faces else moment
        missing: list[Moment] = []
        while last is not None and player not in last.heard:
            missing.append(last)
            last = last.after
        digest = "" if last is None else last.heard[player]
        for each in reversed(missing):
            digest = hashlib.sha256((digest + self._news(each, player)).encode()).hexdigest()[:24]
            each.heard[player] = digest
        return digest

    def _news(self, moment: Moment, player: int | None) -> str:
        """What a player learns at a moment, as a text: their own action, the log and what they see."""
        g, before = moment.position, moment.after
        assert g is not None
        own = before is not None and before.position is not None and before.position.player == player
        did = str(moment.option) if own else ""
        return json.dumps([did, g.log, self.seen(moment, player)], ensure_ascii=False)

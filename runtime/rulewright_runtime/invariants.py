"""Invariants: what must hold of every engine at every decision, checked along random games."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from . import core, leaks, native, saves, views
from .conservation import find_faults
from .engine import Engine
from .game import Game, new_game
from .moves import Move, contents, option_for, pending_decisions
from .position import Blocked, Position, RulesFailure
from .snapshots import Camera, Snapshot

LIMIT: Final = 10_000  # decisions; a game that has not ended by then never will
RARELY: Final = 8  # what cannot depend on the position is looked at every so many decisions


class Violation(Exception):
    """Something that must hold of every engine does not."""


@dataclass(slots=True)
class Checked:
    """A random game that is checked as it is played; `play` raises Violation where something does not hold."""

    game: Game
    rng: random.Random
    every: int = 1  # which decisions are looked at; all of them are undone in the end
    deals: int = 40  # from which decisions the game is played on with other cards
    moves: list[Move] = field(default_factory=list)
    answers: list[tuple[int, int]] = field(default_factory=list)  # the choice and the option of each move
    past: list[Snapshot] = field(default_factory=list)  # before each move, in the end also after the last
    camera: Camera = field(init=False)
    secret: bool = field(init=False)
    twin: Any = field(init=False, default=None)  # the same game in the native core, if the engine has one

    def __post_init__(self) -> None:
        self.camera = Camera(self.game.engine, self.game.position)
        self.secret = views.has_secrets(self.game.engine)
        found = native.core_of(self.game.engine)
        if found is not None:
            self.twin = found.taken_over(self.game.position)

    def play(
        self, limit: int = LIMIT, must_end: bool = True, finished: Callable[[Game], None] | None = None
    ) -> None:
        """Plays to the end, tells `finished`, then takes all moves back."""
        while not self.game.over and len(self.moves) < limit:
            self.step()
        if must_end and not self.game.over:
            raise Violation(f"the game has not ended after {limit} decisions")
        if self.game.over:
            check_conservation(self.game)
            check_save(self.game, self.camera)
        self.past.append(self.camera.take(self.game.position))
        if finished is not None:
            finished(self.game)
        self.take_back()

    def step(self) -> None:
        """Looks at the pending decision, then answers it at random."""
        game = self.game
        looked_at = len(self.moves) % self.every == 0
        self.past.append(self.camera.take(game.position))
        loaded = None
        if looked_at:
            check_conservation(game)
            check_options(game)
            loaded = check_save(game, self.camera, self.past[-1])
            self.look_for_secrets()
        waiting = pending_decisions(game.position)
        asked = waiting[self.rng.randrange(len(waiting))] if len(waiting) > 1 else waiting[0]
        number = self.rng.randrange(len(asked.options))
        self.moves.append(game.moves(asked.player)[number])
        self.answers.append((asked.number, asked.options[number]))
        self.answer(self.moves[-1])
        if self.twin is not None:
            self.answer_twin(asked.player, asked.options[number])
        if loaded is not None:
            self.answer_loaded(loaded, asked.player, number)

    def look_for_secrets(self) -> None:
        """What a player may not know changes neither what they see nor what they are offered; the viewers take turns."""
        game, count = self.game, len(self.moves)
        if not self.secret:
            if count % RARELY == 0:
                game.view(count // RARELY % game.players)
            return
        turn, seat = divmod(count, game.players + 1)
        viewer = seat if seat < game.players else None
        deal = self.rng.getrandbits(60)
        wrong = (
            leaks.shows_in_view(game, viewer) if turn % 2 else leaks.deal_shows_in_view(game, viewer, deal)
        )
        wrong = wrong or leaks.shows_in_options(game, deal)
        if not wrong and count % self.deals == 0:
            wrong = leaks.wrong_deal(game, game.position.player, deal)
        if wrong:
            raise Violation(wrong)

    def answer(self, move: Move) -> None:
        """Plays an offered move; whatever stops it is a fault of the rules."""
        try:
            self.game.play(move)
        except (RulesFailure, Blocked, core.Finished) as error:
            raise Violation(f"after an offered move: {error}") from error
        position = self.game.position
        if position.then is None and not position.over:
            raise Violation("the game has stopped without an end")

    def answer_twin(self, player: int, option: int) -> None:
        """The native core goes on as the game itself does."""
        found = native.core_of(self.game.engine)
        assert found is not None
        try:
            self.twin.turn_to(player)
            self.twin.step(option)
        except (RulesFailure, ValueError) as error:
            raise Violation(f"the native core fails: {error}") from error
        wrong = self.camera.difference(self.camera.take(self.game.position), found.given_back(self.twin))
        if wrong:
            raise Violation(f"the native core plays differently: {wrong}")

    def answer_loaded(self, loaded: Position, player: int, number: int) -> None:
        """A position that was saved and loaded goes on as the game itself does."""
        core.turn_to(loaded, player)
        core.step(loaded, loaded.options[number])
        wrong = self.camera.difference(self.camera.take(self.game.position), loaded)
        if wrong:
            raise Violation(f"a loaded game plays differently: {wrong}")

    def take_back(self) -> None:
        """Every position is as it was when it was played on from: no clone shared anything with it, and undo restores it."""
        for count in range(len(self.moves) - 1, -1, -1):
            self.game.undo(force=True)
            wrong = self.camera.difference(self.past[count], self.game.position)
            if wrong:
                raise Violation(
                    f"undoing down to decision {count + 1} does not restore the position: {wrong}"
                )


def check_game(engine: Engine, players: int, seed: int, limit: int = LIMIT, every: int = 1) -> int:
    """Plays a random game and checks every n-th decision; returns the number of decisions."""
    run = Checked(new_game(engine, players, seed), random.Random(seed), every)
    run.play(limit, must_end=limit >= LIMIT)
    return len(run.moves)


def check_conservation(game: Game) -> None:
    """Every piece is at one place, every figure in its range, and whatever else the engine checks."""
    faults = find_faults(game.engine, game.position)
    if faults:
        raise Violation("; ".join(faults[:5]))


def check_options(game: Game) -> None:
    """Every offered option has a content of its own that leads back to it."""
    g = game.position
    for pending in pending_decisions(g):
        if len(set(pending.options)) != len(pending.options):
            raise Violation(f"{pending.choice.name} offers something twice")
        found = contents(game.words, g, pending, pending.options)
        # A content is read as the first option whose content is written the same; so it is enough that all differ.
        if len({str(content) for content in found}) != len(found):
            raise Violation(f"two options of {pending.choice.name} have the same content")
        if option_for(game.words, g, pending, found[-1]) != pending.options[-1]:
            raise Violation(f"{found[-1]!r} does not lead back to its option of {pending.choice.name}")


def check_save(game: Game, camera: Camera, now: Snapshot | None = None) -> Position:
    """A loaded game is the same game, in every attribute; returns its position."""
    g = game.position
    log = g.log
    g.log = log if game.over or log is None else log[-2:]  # the whole of it is saved once, at the end
    try:
        # the moves, too, are saved once, at the end
        text = game.save() if game.over else saves.dump(game.engine, g, game.names, game.options, game.seed)
        loaded = saves.load(game.engine, text).position
    except saves.SaveError as error:
        raise Violation(f"a saved game cannot be loaded: {error}") from error
    finally:
        g.log = log
    wrong = camera.difference(now or camera.take(g), loaded)
    if wrong:
        raise Violation(f"a game changes when saved and loaded: {wrong}")
    if game.over and g.log != loaded.log:
        raise Violation("the log changes when saved and loaded")
    return loaded


def check_clone(game: Game, rng: random.Random) -> None:
    """Playing on a clone leaves the original as it was, and goes as it would there."""
    camera = Camera(game.engine, game.position)
    before = camera.take(game.position)
    first, second = game.clone(), game.clone()
    seed = rng.getrandbits(30)
    for one in (first, second):
        other = random.Random(seed)
        for _ in range(20):
            if not one.over:
                one.play(other.choice(one.moves()))
    wrong = camera.difference(before, game.position)
    if wrong:
        raise Violation(f"playing on a clone changes the original: {wrong}")
    wrong = camera.difference(camera.take(first.position), second.position)
    if wrong:
        raise Violation(f"two clones play differently: {wrong}")


def check_views(game: Game) -> None:
    """What a player may not know does not change what they see."""
    for viewer in [None, *range(game.players)]:
        wrong = leaks.shows_in_view(game, viewer) or leaks.deal_shows_in_view(game, viewer, 1)
        if wrong:
            raise Violation(wrong)

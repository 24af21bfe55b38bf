"""One table: its game, who sits where, and everything that can be done at it; nothing here waits or knows of networks."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import dataclass, field
from typing import Any

from rulewright_runtime import scene
from rulewright_runtime.engine import Engine
from rulewright_runtime.game import Game, IllegalMove, load_game, new_game
from rulewright_runtime.moves import Move, pending_decisions
from rulewright_runtime.record_text import as_text, from_text
from rulewright_runtime.records import record_of
from rulewright_runtime.replays import replay
from rulewright_table.players import BOTS, OPEN, PERSON, in_order


class Refused(Exception):
    """Something that cannot be done now; the text is for the one who wished it."""

    def __init__(self, message: str, rules: str = "") -> None:
        super().__init__(message)
        self.rules = rules


@dataclass(slots=True)
class Plan:
    """Moves that a player tries on a copy of the game."""

    game: Game
    seat: int
    since: int  # the revision of the real game
    handles: scene.Handles
    moves: list[Move] = field(default_factory=list)
    stopped: str = ""  # why nothing more can be tried

    @property
    def others(self) -> frozenset[int]:
        """All other seats: nobody there sees what is tried, as if they were bots."""
        return frozenset(range(self.game.players)) - {self.seat}


@dataclass(slots=True)
class Trouble:
    """Moves that the rules, as they are now, do not understand."""

    revision: int  # up to here they do
    reason: str
    lost: list[Move]


class Table:
    """A game in progress and its seats."""

    def __init__(self, engine: Engine, base: dict[str, Any]) -> None:
        self.base = base
        self.engine = engine
        self.game = begun(engine, base)
        self.first = len(self.game.past)  # moves that came with the record it began with
        self.seats: list[str] = list(base.get("seats", []))
        self.seats += [OPEN] * (self.game.players - len(self.seats))
        self.moves: list[Move] = []  # since then
        self.settled = 0  # the revision at which a person last gave a seat away: earlier moves stay
        self.trouble: Trouble | None = None
        self.plans: dict[str, Plan] = {}
        self.ledger = scene.Ledger()
        self._handles: dict[int | None, scene.Handles] = {}
        self._last: dict[int | None, dict[str, Any]] = {}
        self._made: dict[tuple[Any, ...], dict[str, Any]] = {}
        self._texts: dict[tuple[Any, ...], str] = {}

    # ------------------------------------------------------------ what is

    @property
    def revision(self) -> int:
        """The number of moves so far, by which requests say what they have seen."""
        return len(self.game.past)

    @property
    def bots(self) -> frozenset[int]:
        """The seats that bots play."""
        return frozenset([seat for seat, who in enumerate(self.seats) if who in BOTS])

    def waiting_bot(self) -> int | None:
        """A seat of a bot that is asked something."""
        if self.trouble is not None:
            return None
        return next(
            (one.player for one in pending_decisions(self.game.position) if one.player in self.bots), None
        )

    def viewer(self, seats: tuple[int, ...], last: int | None = None) -> int | None:
        """For whom of several at one screen the table is drawn: who is asked, else who was."""
        if not seats:
            return None
        asked = [one.player for one in pending_decisions(self.game.position) if one.player in seats]
        if asked:
            return last if last in asked else asked[0]
        return last if last in seats else seats[0]

    def setting(self, language: str = "") -> dict[str, Any]:
        """What stays the same for a whole game, with the bots that can be chosen."""
        found = scene.setting(self.game, language)
        found["bots"] = in_order()
        return found

    def moment(self, viewer: int | None, token: str = "", language: str = "") -> dict[str, Any]:
        """What a viewer sees now; one who has a plan sees that."""
        plan = self.plans.get(token)
        if plan is not None:
            return self._planned(plan, language)
        key = (viewer, language, self.revision)
        known = self._made.get(key)
        if known is not None:
            return known
        handles = self.handles(viewer)
        found = scene.moment(self.game, viewer, handles, self.bots, language)
        found["turn"] = self._not_settled(found["turn"])
        before = self._last.get(viewer)
        if before is not None and before["revision"] != found["revision"]:
            found["changes"] = scene.changes(before, found)
        self._last[viewer] = found
        self._made[key] = found
        return found

    def moment_text(self, viewer: int | None, token: str = "", language: str = "") -> str:
        """The same as JSON text, made once for all who see the same."""
        if token in self.plans:
            return as_json(self.moment(viewer, token, language))
        key = (viewer, language, self.revision)
        known = self._texts.get(key)
        if known is None:
            known = as_json(self.moment(viewer, token, language))
            self._texts[key] = known
        return known

    def known_text(self, viewer: int | None, token: str, language: str) -> str | None:
        """That text if it has been made already."""
        return None if token in self.plans else self._texts.get((viewer, language, self.revision))

    def handles(self, viewer: int | None) -> scene.Handles:
        """The references by which one viewer knows the pieces."""
        return self._handles.setdefault(viewer, scene.Handles())

    def at(self, revision: int, viewer: int | None, language: str = "") -> dict[str, Any]:
        """What a viewer saw at an earlier moment."""
        if not 0 <= revision <= self.revision:
            raise Refused("there is no such moment")
        if revision == self.revision:
            return self.moment(viewer, language=language)
        found = scene.moment(earlier(self.game, revision), viewer, None, (), language)
        found["past"] = True
        for decision in found["decisions"]:
            decision.pop("options", None)
        return found

    # ------------------------------------------------------------ playing

    def answer(self, revision: int, player: int, option: int) -> Move:
        """Answers the decision of a player by the number of an option; gives the move."""
        if not self.still_asked(revision, player):
            raise Refused("the table has moved on meanwhile")
        if self.trouble is not None:
            raise Refused("the rules have changed: say first how to go on")
        move = picked(self.game, player, option)
        self.play(move)
        return move

    def still_asked(self, revision: int, player: int) -> bool:
        """Whether a player is asked the same as at an earlier revision: others may have answered side by side."""
        if revision == self.revision:
            return True
        if not 0 <= revision < self.revision:
            return False
        if any(pending.player == player for pending, _ in self.game.answers[revision:]):
            return False
        then, now = [
            next((one for one in pending_decisions(position) if one.player == player), None)
            for position in (self.game.past[revision], self.game.position)
        ]
        return (
            then is not None
            and now is not None
            and (then.number, then.options) == (now.number, now.options)
            and then.then == now.then
        )

    def play(self, move: Move) -> None:
        """Plays a move that was named; `Refused` if it is illegal."""
        try:
            self.game.play(move)
        except IllegalMove as illegal:
            raise Refused(illegal.reason, illegal.rule) from None
        self.moves.append(move)
        self._changed()

    def undo(self, revision: int, seat: int, to: int) -> None:
        """Takes moves back, as far as the seat may."""
        self._now(revision)
        offered = self._not_settled(scene.turn(self.game, seat, self.bots))
        if to not in [one["revision"] for one in offered]:
            raise Refused("this can no longer be taken back")
        self.back_to(to)

    def _not_settled(self, turn: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Those moves of a turn that were made since a person last gave a seat away."""
        return [one for one in turn if one["revision"] >= self.settled]

    def undo_one_of(self, revision: int, seats: tuple[int, ...], to: int) -> None:
        """The same for whoever has several seats: one of them may."""
        if not seats:
            raise Refused("spectators cannot take moves back")
        for seat in seats:
            try:
                self.undo(revision, seat, to)
                break
            except Refused:
                if seat == seats[-1]:
                    raise

    def back_to(self, revision: int) -> None:
        """Takes moves back to a revision, but none that came with the record."""
        while self.revision > max(revision, self.first):
            self.game.undo(force=True)
            self.moves.pop()
        self._changed()

    def _now(self, revision: int) -> None:
        """Raises `Refused` if a request was made for another revision."""
        if revision != self.revision:
            raise Refused("the table has moved on meanwhile")

    def _changed(self) -> None:
        """Drops what was made for the position before, plans included."""
        self._made.clear()
        self._texts.clear()
        self.plans.clear()

    def sit(self, seat: int, who: str) -> None:
        """Gives a seat to a bot or a person; `Refused` if there is no such seat or nobody of that name."""
        if not 0 <= seat < self.game.players:
            raise Refused("there is no such seat")
        if who not in (*BOTS, OPEN, PERSON):
            raise Refused(f"nobody here is called {who}; bots: {', '.join(sorted(BOTS))}")
        if self.seats[seat] not in BOTS:
            self.settled = self.revision
        self.seats[seat] = who
        self._made.clear()
        self._texts.clear()

    # ------------------------------------------------------------ trying

    def begin_plan(self, token: str, seat: int) -> None:
        """A copy that tells nothing: what the player may not know is dealt anew, chance too."""
        if self.game.over or self.trouble is not None:
            raise Refused("there is nothing to plan")
        copied = self.game.determinize(seat, random.SystemRandom().getrandbits(60))
        copied.position.log = list(self.game.position.log or [])
        self.plans[token] = Plan(copied, seat, self.revision, copy.deepcopy(self.handles(seat)))

    def try_move(self, plan: Plan, player: int, option: int) -> None:
        """Adds a move to a plan; it stops where chance, a secret or another player comes in."""
        if plan.stopped:
            raise Refused(plan.stopped)
        if player != plan.seat:
            raise Refused("you can only plan your own moves")
        move = picked(plan.game, player, option)
        before = plan.game.position
        plan.game.play(move)
        plan.moves.append(move)
        waiting = [one.player for one in pending_decisions(plan.game.position)]
        if scene.is_sealed(self.engine, before, plan.game.position, plan.seat, shared=False):
            plan.stopped = "what follows depends on chance or on what you cannot know"
        elif plan.seat not in waiting:
            plan.stopped = "now it is another player's turn"

    def undo_plan(self, plan: Plan, to: int) -> None:
        """Takes moves of a plan back to a revision."""
        while plan.game.past and plan.since + len(plan.game.past) > to:
            plan.game.undo(force=True)
            plan.moves.pop()
        plan.stopped = ""

    def _planned(self, plan: Plan, language: str) -> dict[str, Any]:
        """The moment at the end of a plan, with revisions counted on from those of the table."""
        found = scene.moment(plan.game, plan.seat, plan.handles, plan.others, language)
        real = {line["n"]: line["move"] for line in self.moment(plan.seat, language=language)["log"]}
        for line in found["log"]:
            line["move"] = real.get(line["n"], line["move"] + plan.since)
        found["revision"] += plan.since
        found["turn"] = [{**one, "revision": one["revision"] + plan.since} for one in found["turn"]]
        found["plan"] = {"moves": len(plan.moves), "stopped": plan.stopped}
        if plan.stopped:
            for decision in found["decisions"]:
                decision.pop("options", None)
        return found

    # ------------------------------------------------------------ other rules, other forms

    def under(self, engine: Engine) -> Table:
        """The same table under rules that have changed, as far as they understand its moves."""
        other = Table(engine, self.base)
        other.seats = self.seats[:]
        other.settled = self.settled
        other.replay(self.moves + (self.trouble.lost if self.trouble is not None else []))
        return other

    def replay(self, moves: list[Move]) -> None:
        """Makes moves again; the first that is not possible stops it, and the table says so."""
        for number, move in enumerate(moves):
            try:
                self.game.play(move)
            except Exception as error:  # whatever rules in the making do
                self.trouble = Trouble(self.revision, str(error), moves[number:])
                break
            self.moves.append(move)
        self._changed()

    def record(self) -> str:
        """The game so far as a record that can be replayed."""
        return as_text(record_of(self.game))


def as_json(data: Any) -> str:
    """Data as JSON without spaces."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def begun(engine: Engine, base: dict[str, Any]) -> Game:
    """The game that a table begins with: a new one, a recorded one, a saved one."""
    if "record" in base:
        return replay(engine, from_text(base["record"]), base.get("language", "en")).game
    if "save" in base:
        return load_game(engine, base["save"], base.get("language", "en"))
    names = [str(name) for name in base["names"]]
    return new_game(
        engine, len(names), base["seed"], names, base.get("language", "en"), **base.get("options", {})
    )


def picked(game: Game, player: int, option: int) -> Move:
    """The move that an option of a player's decision stands for."""
    if player not in [one.player for one in pending_decisions(game.position)]:
        raise Refused("you are not asked now")
    offered = game.moves(player)
    if not 0 <= option < len(offered):
        raise Refused("there is no such option")
    return offered[option]


def earlier(game: Game, revision: int) -> Game:
    """The game as it was."""
    other = Game(
        game.engine, game.past[revision], game.names, game.options, game.seed, game.language, game.check
    )
    other.history.positions = game.past[:revision]
    other.history.answers = game.answers[:revision]
    return other

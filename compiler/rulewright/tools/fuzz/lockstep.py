"""Plays a game in the interpreter and in the emitted engine at once, and compares them at every decision."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from rulewright.interpreter import Pending, Play
from rulewright.tools.fuzz.compiled import Compiled
from rulewright.typed import tree
from rulewright_runtime import FREE, Blocked, Engine, Position, chance, core
from rulewright_runtime.budgets import OverBudget
from rulewright_runtime.failures import words_of

LITTLE = 5_000  # values that the interpreter works out: an engine that calls this too much has a mistake
EFFECTS = ("effect", "text")  # values that the two sides keep in different ways


OVER = "over budget"


class Disagreement(AssertionError):
    """The interpreter and the engine make different games of the same rules."""


class Failed(Exception):
    """The rules themselves led to something impossible; both sides must find it."""


def guarded(what: Callable[[], Any]) -> str:
    """Does something; says which failure of the rules it ended in, if any."""
    try:
        what()
    except OverBudget:
        return OVER
    except Blocked:
        return "Blocked"
    except Exception as error:
        if not words_of(error):
            raise
        return "RulesFailure"
    return ""


class Lockstep:
    """One game on both sides."""

    def __init__(self, game: Compiled, players: int, seed: int, options: dict[str, int]) -> None:
        self.game = game
        self.engine: Engine = game.engine
        self.log: list[str] = []
        chosen = {o.name: o.default for o in self.engine.options} | options
        self.g: Any = None
        self.play: Any = None
        here = guarded(lambda: setattr(self, "play", Play(game.typed, players, seed, chosen, game.disputes)))
        there = guarded(lambda: setattr(self, "g", started(self.engine, players, seed, chosen)))
        self.agree_on_failure(here, there)

    def agree_on_failure(self, here: str, there: str) -> None:
        """Both sides fail alike, but for two things that are not the same by design.

        The two count in different ways, so that one of them may give up before the other. And an engine that looks
        whether an option is possible without trying it fails at once where the interpreter's trial passes over a mistake.
        """
        gave_up = here == OVER or (there == OVER and (self.play is None or self.play.spent > LITTLE))
        at_once = there == "RulesFailure" and not here and self.play is not None and self.play.passed_over
        if here != there and not gave_up and not at_once:
            self.disagree("how it goes on", here or "no failure", there or "no failure")
        if here or there:
            raise Failed(here or there)

    def disagree(self, what: str, here: Any, there: Any) -> None:
        """Fails with what is different, and with the answers that led there."""
        path = "\n".join(["", *self.log[-30:]])
        raise Disagreement(
            f"{self.game.name}: {what}\n  interpreter: {here}\n  engine:      {there}\nanswers so far:{path}"
        )

    def compare(self) -> None:
        """Decisions, fields and logs are the same."""
        here, there = sorted(self.play.pending), sorted(pending(self.g))
        if here != there:
            if self.play.passed_over and is_part(there, here):
                raise Failed("RulesFailure")
            self.disagree("the decision", here, there)
        if self.play.state.over != self.g.over:
            self.disagree("whether it is over", self.play.state.over, self.g.over)
        for info in self.game.typed.fields.values():
            ours, theirs = field_here(self.play, info), field_there(self.g, info)
            if ours is not None and ours != theirs:
                self.disagree(f"the field {info.name}", ours, theirs)
        if list(self.play.state.log) != [text for text, _ in self.g.log]:
            self.disagree("the log", self.play.state.log[-5:], self.g.log[-5:])

    def answer(self, decision: Pending, option: int) -> None:
        """Gives the same answer on both sides."""
        self.log.append(f"  {decision.choice} of {decision.you}: {option}")
        number = self.play.pending.index(decision)
        here = guarded(lambda: self.play.answer(number, option))
        there = guarded(lambda: core.step(self.g, option))
        self.agree_on_failure(here, there)

    def compare_end(self) -> None:
        """Scores and winners are the same."""
        score = self.engine.score
        there = tuple(score(self.g, p) for p in range(self.g.players)) if score is not None else ()
        if self.play.scores != there:
            self.disagree("the scores", self.play.scores, there)
        if self.play.state.winners != self.g.winners:
            self.disagree("the winners", self.play.state.winners, self.g.winners)


def is_part(some: list[Pending], of: list[Pending]) -> bool:
    """Whether the same is asked with some of the options, or a single option that was left was taken.

    An engine looks past a mistake at what cannot be done after it in any case, and leaves such an option out; the
    interpreter's trial ends at the mistake, and offers it.
    """
    if len(some) != len(of) or any(a[:3] != b[:3] for a, b in zip(some, of, strict=True)):
        return len(of) == 1
    return all(set(a.options) <= set(b.options) for a, b in zip(some, of, strict=True))


def started(engine: Engine, players: int, seed: int, options: dict[str, int]) -> Position:
    """A position at its first decision."""
    g = engine.make(players, options)
    g.log = []
    chance.seed(g, seed)
    engine.begin(g)
    return g


def pending(g: Position) -> list[Pending]:
    """The engine's decisions as content."""
    if g.then is None:
        return []
    found = [(g.player, g.you, g.choice, g.options), *(w[:4] for w in g.waiting)]
    names = g.machine.choices
    return [Pending(names[c].name.partition("#")[0], you, player, tuple(o)) for player, you, c, o in found]


def field_here(play: Play, info: tree.FieldInfo) -> list[Any] | None:
    """All values of a field in the interpreter; None if they are kept in another way than in engines."""
    if info.type.name in EFFECTS or (info.type.is_many and info.type.item.name in EFFECTS):
        return None
    slots = sorted(s for s in play.state.fields if s[0] == info.attribute)
    return [play.state.fields[s] for s in slots]


def field_there(g: Any, info: tree.FieldInfo) -> list[Any]:
    """All values of a field in the engine."""
    value = getattr(g, info.name if "option" in info.flags else info.attribute)
    return value if isinstance(value, list) else [value]


def play_in_lockstep(
    game: Compiled, players: int, seed: int, limit: int = 400, options: dict[str, int] | None = None
) -> bool:
    """One random game; whether it went well: False if the rules themselves failed, on both sides alike.

    Free actions are taken less often than other options, so that games end.
    """
    rng = random.Random(f"{game.name} {players} {seed}")
    try:
        both = Lockstep(game, players, seed, options or {})
        both.compare()
        for _ in range(limit):
            if not both.play.pending:
                break
            core.turn_to(both.g, rng.choice(both.play.pending).player)
            decision = pending(both.g)[0]
            usual = [o for o in decision.options if o < FREE]
            both.answer(decision, rng.choice(decision.options if not usual or rng.random() < 0.3 else usual))
            both.compare()
    except Failed:
        return False
    if both.play.state.over:
        both.compare_end()
    return True

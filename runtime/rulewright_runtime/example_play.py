"""The game of one example: what is called and answered, and what need not be answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from . import chance, core, moves
from .core import FREE, NONE, Position
from .engine import Engine
from .example_steps import Chance, Example
from .forced import ForcedAnswer, recording
from .moves import Pending
from .player_names import player_names
from .refusals import Refusal, reason_against
from .words import Words

ALL: Final = "all"  # answers every question of a kind
_SHOWN: Final = 20  # so many options are listed
_AT_MOST: Final = 1000  # answers that are given in a row without being written each


class Failed(Exception):
    """A step or a claim of an example that does not come true."""

    def __init__(self, message: str, place: str) -> None:
        super().__init__(message)
        self.message = message
        self.place = place


class Play:
    """The position of an example, and how its moves are made."""

    def __init__(self, engine: Engine, example: Example) -> None:
        self.engine = engine
        self.example = example
        self.taken: list[ForcedAnswer] = []  # since the last answer
        self.mentioned = 0  # how many of them the example has spoken of
        self.told: list[tuple[tuple[str, object], Chance]] = []  # what chance was to give
        players = _seats(engine, example)
        spare = player_names(players, None)
        self.words = Words(engine, (*example.players, *spare[len(example.players) :]))
        defaults = {option.name: option.default for option in engine.options}
        self.options = {**defaults, **example.options}  # of the table, as the game is made
        self.g = engine.make(players, self.options)
        self.g.machine = recording(engine.machine, self.taken)
        self.g.log = []
        chance.seed(self.g, 0)

    # ------------------------------------------------------------ before the moves

    def set_up(self) -> None:
        """Sets the game up; choices take their first option."""
        g = self.g
        self.engine.setup(g)
        while g.then is not None:
            core.step(g, g.options[0])
        self.taken.clear()
        g.log = []

    def start_play(self) -> None:
        """Lets play begin after a setup; `Failed` if the engine cannot."""
        if self.engine.play is None:
            raise Failed("this engine cannot start its play after a setup", self.example.place)
        self.engine.play(self.g)

    def tell(self, step: Chance) -> None:
        """Chance gives this, when it is asked for such a thing the next time."""
        entry = (step.what, step.values)
        self.told.append((entry, step))
        self.g.script = (*self.g.script, entry)

    def unused(self) -> list[Chance]:
        """What chance was to give, but was never asked for."""
        return [step for entry, step in self.told if any(entry is left for left in self.g.script)]

    # ------------------------------------------------------------ who is asked

    def seat(self, name: str, place: str) -> int:
        """The seat of a player by name; `Failed` if nobody is called so."""
        seat = self.words.seat_named(name)
        if seat == NONE:
            raise Failed(f"nobody is called {name}", place)
        return seat

    def pending(self, seat: int) -> Pending | None:
        """What is asked of a seat, or decided for it by somebody else; None if nothing."""
        for pending in moves.pending_decisions(self.g):
            if seat in (pending.player, pending.you):
                return pending
        return None

    def asked(self) -> str:
        """The decisions that wait, in words."""
        waiting = moves.pending_decisions(self.g)
        told = [
            f"{self.words.seat(one.player)}'s {one.choice.name} ({moves.prompt_of(self.words, self.g, one)})"
            for one in waiting
        ]
        return " and ".join(told) or "nothing"

    def offered(self, pending: Pending) -> str:
        """The options of a decision, as answers name them."""
        found = [str(one) for one in moves.contents(self.words, self.g, pending, pending.options)]
        more = [f"and {len(found) - _SHOWN} more"] if len(found) > _SHOWN else []
        return ", ".join([*found[:_SHOWN], *more])

    def refusal(self, g: Position, pending: Pending, option: int | None) -> Refusal:
        """Why an option is not offered; None stands for an answer that is no option at all."""
        if option is None:
            return Refusal("it is not one of the options", pending.choice.rule)
        return reason_against(self.words, g, pending, option)

    def option(self, pending: Pending, text: str) -> int | None:
        """The option that an answer means, or None."""
        return moves.option_for(self.words, self.g, pending, text)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is tried inside leaves the game as it is."""
        before, taken, mentioned = self.g, self.taken[:], self.mentioned
        self.g = before.clone()
        try:
            yield
        finally:
            self.g = before
            self.taken[:] = taken
            self.mentioned = mentioned

    # ------------------------------------------------------------ moves

    def call(self, call: Callable[[Position], core.Then | None], place: str) -> None:
        """Carries a rule out, after all that needs no answer has been answered."""
        self.clear_way("this", place)
        core.start(self.g, call)

    def clear_way(self, what: str, place: str) -> None:
        """Decisions with one answer are taken; another one stands against what comes now."""
        if self.g.then is not None and not self.go_on(NONE, lambda: self.g.then is None):
            raise Failed(f"before {what}, {self.asked()} must be answered", place)

    def answer(self, seat: int, text: str, place: str) -> None:
        """One answer; several picks may stand in parentheses."""
        pending = self.pending(seat)
        option = None if pending is None else self.option(pending, text)
        if self.was_single(seat, text):
            return
        if pending is not None and option is not None and option in pending.options:
            self.step(pending, option)
        elif text == "done" or self.was_taken(seat, text):
            return  # when nothing more can be picked, nobody asks whether that is all
        elif text.startswith("(") and pending is not None and option is None:
            self._answer_picks(seat, pending, parts_of(text), place)
        elif self.go_on(seat, lambda: self.fits(seat, text)):
            self.answer(seat, text, place)
        elif pending is None:
            raise Failed(f"{self.words.seat(seat)} is not asked for {text}; asked is {self.asked()}", place)
        else:
            reason = self.refusal(self.g, pending, option)
            offered = self.offered(pending)
            raise Failed(f"{text} is not possible: {reason}; asked is {self.asked()}: {offered}", place)

    def answer_every(self, text: str, place: str) -> None:
        """Whoever is asked the question that is open now, and as long as it is asked, gives this answer."""
        if not self._answering(text) and not self.go_on(NONE, lambda: bool(self._answering(text))):
            raise Failed(f"nobody is asked for {text}; asked is {self.asked()}", place)
        number = self._answering(text)[0].number
        for _ in range(_AT_MOST):
            if not self._answering(text, number) and not self.go_on(
                NONE, lambda: bool(self._answering(text, number))
            ):
                return
            self.answer(self._answering(text, number)[0].you, text, place)
        raise Failed(f"{text} is asked for again and again", place)

    def _answering(self, text: str, number: int | None = None) -> list[Pending]:
        """The decisions that wait for such an answer, perhaps of one choice."""
        waiting = [one for one in moves.pending_decisions(self.g) if number in (None, one.number)]
        return [one for one in waiting if self.option(one, text) in one.options]

    def fits(self, seat: int, text: str) -> bool:
        """Whether this can be answered now, or was the only answer."""
        if text.startswith("("):
            parts = parts_of(text)
            if parts and self.fits(seat, parts[0]):
                return True
        pending = self.pending(seat)
        if pending is not None and self.option(pending, text) in pending.options:
            return True
        return self.was_taken(seat, text, mention=False)

    def _answer_picks(self, seat: int, first: Pending, parts: list[str], place: str) -> None:
        """The picks of one choice; the last of them may have been taken without asking, and answer nothing else."""
        for i, part in enumerate(parts):
            if i > 0 and self.was_taken(seat, part, first.number):
                continue
            asked = self.pending(seat)
            if part != "done" and (asked is None or asked.number != first.number):
                raise Failed(f"{part} is one too many: {first.choice.name} is answered by then", place)
            self.answer(seat, part, place)
        after = self.pending(seat)
        if after is not None and after.number == first.number and NONE in after.options:
            self.step(after, NONE)

    def step(self, pending: Pending, option: int) -> None:
        """Answers a decision, and begins a new list of what is taken without asking."""
        core.turn_to(self.g, pending.player)
        self.taken.clear()
        self.mentioned = 0
        core.step(self.g, option)

    # ------------------------------------------------------------ what need not be answered

    def was_taken(self, seat: int, text: str, number: int | None = None, mention: bool = True) -> bool:
        """Whether the answer is one that was the only one, so that it was not asked for; perhaps in one choice."""
        for i in range(self.mentioned, len(self.taken)):
            taken = self.taken[i]
            if taken.pending.you == seat and number in (None, taken.pending.number):
                option = moves.option_for(self.words, taken.position, taken.pending, text)
                if option == taken.option:
                    self.mentioned = i + 1 if mention else self.mentioned
                    return True
        return False

    def was_single(self, seat: int, text: str) -> bool:
        """Whether the answer is the one pick of a choice that was not asked: then it does not answer the next one.

        Refusals are said of what is open, and of several picks the author names all or none.
        """
        before = self.mentioned
        if not self.was_taken(seat, text):
            return False
        taken = self.taken[self.mentioned - 1]
        choice = taken.pending.choice
        refuses = taken.option == NONE or (choice.type == "may" and not taken.option)
        if refuses or choice.begun is not None:
            self.mentioned = before
            return False
        return True

    def go_on(self, seat: int, until: Callable[[], bool]) -> bool:
        """Takes decisions that have one answer until something holds; if it never does, nothing is taken."""
        before, taken, mentioned = self.g, self.taken[:], self.mentioned
        self.g = before.clone()
        for _ in range(_AT_MOST):
            if not self._take_only(seat):
                break
            if until():
                return True
        self.g = before
        self.taken[:] = taken
        self.mentioned = mentioned
        return False

    def _take_only(self, seat: int) -> bool:
        """Takes the one answer of a decision, of this seat if it is asked; free actions beside it do not count."""
        own = self.pending(seat)
        for pending in moves.pending_decisions(self.g) if own is None else [own]:
            options = [option for option in pending.options if option < FREE]
            if len(options) == 1:
                self.take(pending, options[0])
                return True
        return False

    def take(self, pending: Pending, option: int) -> None:
        """Gives the one answer of a decision; the example may mention it."""
        self.taken.append(ForcedAnswer(self.g.clone(), pending, option))
        core.turn_to(self.g, pending.player)
        core.step(self.g, option)


# ---------------------------------------------------------------- helpers


def _seats(engine: Engine, example: Example) -> int:
    """As many seats as are named, or the fewest that the game allows for them."""
    named = len(example.players)
    enough = [count for count in engine.players if count >= named]
    if not enough:
        raise Failed(f"{named} players are named, but at most {max(engine.players)} can play", example.place)
    return min(enough)


def parts_of(text: str) -> list[str]:
    """The answers in parentheses; commas inside inner parentheses belong to them."""
    found: list[str] = []
    depth = 0
    part = ""
    for letter in text.strip()[1:-1]:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            found.append(part.strip())
            part = ""
        else:
            part += letter
    return [*found, part.strip()] if part.strip() else found

"""Examples: runs the worked examples of a game's rules and says which claims hold."""

from __future__ import annotations

import traceback
from dataclasses import dataclass

from . import chance, core, failures, moves
from .core import NONE, Blocked, Position
from .engine import Claim, Engine, Example
from .engine import Move as ExampleMove
from .game import player_names
from .moves import Pending
from .refusals import Refusal, action_of, reason_against
from .taken import Taken, recording
from .words import Words


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """How one example ended."""

    title: str
    rules: str
    place: str
    passed: bool
    message: str  # what failed and what was found instead; empty if it passed
    failed_at: str = ""  # rules file and line of the step or claim that failed

    def __str__(self) -> str:
        return f"{self.place}: {self.title}: {'ok' if self.passed else f'{self.failed_at}: {self.message}'}"


class Failed(Exception):
    """A step or a claim of an example that does not come true."""

    def __init__(self, message: str, place: str) -> None:
        super().__init__(message)
        self.message = message
        self.place = place


def run_examples(engine: Engine) -> list[ExampleResult]:
    """Runs all examples of an engine."""
    return (
        [run_example(engine, example) for example in engine.examples()] if engine.examples is not None else []
    )


def run_example(engine: Engine, example: Example) -> ExampleResult:
    """Runs one example on a game of its own."""
    message, place = "", ""
    try:
        _Run(engine, example).run()
    except Failed as failed:
        message, place = failed.message, failed.place
    except Blocked as blocked:
        message, place = f"this cannot be done: {blocked.reason} [{blocked.rule}]", example.place
    except failures.FAILURES as error:
        message, place = f"the rules fail: {failures.in_words(engine, error)}", example.place
    except Exception as error:  # whatever an engine does wrong is a failed example, not the end of the run
        where = traceback.extract_tb(error.__traceback__)[-1]
        message = f"{type(error).__name__}: {error} ({where.filename}:{where.lineno})"
        place = example.place
    return ExampleResult(example.title, example.rules, example.place, not message, message, place)


class _Run:
    """The game of one example."""

    def __init__(self, engine: Engine, example: Example) -> None:
        self.engine = engine
        self.example = example
        self.taken: list[Taken] = []  # since the last answer
        self.mentioned = 0  # how many of them the example has spoken of
        players = _seats(engine, example)
        spare = player_names(players, None)
        self.words = Words(engine, (*example.players, *spare[len(example.players) :]))
        defaults = {option.name: option.default for option in engine.options}
        self.g = engine.make(players, {**defaults, **example.options})
        self.g.machine = recording(engine.machine, self.taken)
        self.g.script = example.script
        chance.seed(self.g, 0)

    def run(self) -> None:
        example = self.example
        self._set_up()
        if example.given is not None:
            example.given(self.g)
        if not example.moves or example.moves[0].kind != "call":
            self._start_play()
        for move in example.moves:
            self._move(move)
        for claim in example.claims:
            if isinstance(claim, Claim):
                self._claim(claim)
            else:
                self._move(claim)

    def _set_up(self) -> None:
        g = self.g
        self.engine.setup(g)
        while g.then is not None:
            core.step(g, g.options[0])
        self.taken.clear()

    def _start_play(self) -> None:
        if self.engine.play is None:
            raise Failed("this engine cannot start its play after a setup", self.example.place)
        self.engine.play(self.g)

    def _claim(self, claim: Claim) -> None:
        holds, actual = claim.test(self.g)
        if not holds:
            raise Failed(f"expected {claim.text}, but found {actual}", claim.place)

    # ------------------------------------------------------------ moves

    def _move(self, move: ExampleMove) -> None:
        if move.kind == "call":
            self._call(move)
        elif move.kind == "cannot":
            self._cannot(move)
        else:
            seat = self._seat(move)
            for text in move.answers:
                self._answer(seat, text, move.place)

    def _call(self, move: ExampleMove) -> None:
        if self.g.then is not None:
            raise Failed(f"before this, {self._asked()} must be answered", move.place)
        if move.call is not None:
            core.start(self.g, move.call)

    def _seat(self, move: ExampleMove) -> int:
        seat = self.words.seat_named(move.player)
        if seat == NONE:
            raise Failed(f"nobody is called {move.player}", move.place)
        return seat

    def _pending(self, seat: int) -> Pending | None:
        for pending in moves.pending_decisions(self.g):
            if seat in (pending.player, pending.you):
                return pending
        return None

    def _asked(self) -> str:
        waiting = moves.pending_decisions(self.g)
        asked = [
            f"{self.words.seat(one.player)}'s {one.choice.name} ({one.choice.prompt})" for one in waiting
        ]
        return " and ".join(asked) or "nothing"

    def _answer(self, seat: int, text: str, place: str) -> None:
        """One answer; several picks may stand in parentheses."""
        pending = self._pending(seat)
        option = None if pending is None else moves.option_for(self.words, self.g, pending, text)
        if pending is not None and option is not None and option in pending.options:
            self._step(pending, option)
        elif text == "done" or self._was_taken(seat, text):
            return  # when nothing more can be picked, nobody asks whether that is all
        elif text.startswith("(") and pending is not None and option is None:
            self._answer_all(seat, pending, _parts(text), place)
        elif pending is None:
            raise Failed(f"{self.words.seat(seat)} is not asked for {text}; asked is {self._asked()}", place)
        else:
            reason = self._refusal(self.g, pending, option)
            offered = ", ".join([str(one) for one in self._offered(pending)][:20])
            raise Failed(f"{text} is not possible: {reason}; asked is {self._asked()}: {offered}", place)

    def _offered(self, pending: Pending) -> list[moves.Pick]:
        return moves.contents(self.words, self.g, pending, pending.options)

    def _answer_all(self, seat: int, first: Pending, parts: list[str], place: str) -> None:
        """The picks of one choice; the last of them may have been taken without asking, and answer nothing else."""
        for i, part in enumerate(parts):
            if i > 0 and self._was_taken(seat, part, first.number):
                continue
            asked = self._pending(seat)
            if part != "done" and (asked is None or asked.number != first.number):
                raise Failed(f"{part} is one too many: {first.choice.name} is answered by then", place)
            self._answer(seat, part, place)
        after = self._pending(seat)
        if after is not None and after.number == first.number and NONE in after.options:
            self._step(after, NONE)

    def _step(self, pending: Pending, option: int) -> None:
        core.turn_to(self.g, pending.player)
        self.taken.clear()
        self.mentioned = 0
        core.step(self.g, option)

    def _was_taken(self, seat: int, text: str, number: int | None = None) -> bool:
        """Whether the answer is one that was the only one, so that it was not asked for; perhaps in one choice."""
        for i in range(self.mentioned, len(self.taken)):
            taken = self.taken[i]
            if taken.pending.you == seat and number in (None, taken.pending.number):
                option = moves.option_for(self.words, taken.position, taken.pending, text)
                if option == taken.option:
                    self.mentioned = i + 1
                    return True
        return False

    # ------------------------------------------------------------ what cannot be done

    def _cannot(self, move: ExampleMove) -> None:
        seat = self._seat(move)
        before, taken, mentioned = self.g, self.taken[:], self.mentioned
        if len(move.answers) > 1:
            self.g = before.clone()
            for text in move.answers[:-1]:
                self._answer(seat, text, move.place)
        self._check_refused(seat, move)
        self.g = before
        self.taken[:] = taken
        self.mentioned = mentioned

    def _check_refused(self, seat: int, move: ExampleMove) -> None:
        text = move.answers[-1]
        found = self._find_refused(seat, text)
        if found is None:
            self._check_unasked(seat, text, move)
            return
        position, pending, option = found
        if option in pending.options:
            raise Failed(f"{move.player} can {text}", move.place)
        refusal = self._refusal(position, pending, option)
        stated = _ids(refusal.rule) | _ids(pending.choice.rule)
        action = action_of(position, pending.choice, option)
        if action is not None:
            stated |= _ids(action.rule)
        if move.rule and stated and not _ids(move.rule) & stated:
            raise Failed(f"{text} is refused, but not because of {move.rule}: {refusal}", move.place)

    def _find_refused(self, seat: int, text: str) -> tuple[Position, Pending, int] | None:
        """The decision in which the answer would have been one: the one that waits, or one taken without asking."""
        pending = self._pending(seat)
        if pending is not None:
            option = moves.option_for(self.words, self.g, pending, text)
            if option is not None:
                return self.g, pending, option
        for taken in reversed(self.taken):
            option = moves.option_for(self.words, taken.position, taken.pending, text)
            if taken.pending.you == seat and option is not None and option != taken.option:
                return taken.position, taken.pending, option
        return None

    def _check_unasked(self, seat: int, text: str, move: ExampleMove) -> None:
        if move.rule:
            asked = self._asked()
            raise Failed(
                f"{text} is not asked here, so {move.rule} cannot be seen; asked is {asked}", move.place
            )
        if not known_word(self.words, text):
            raise Failed(f"nothing in this game is called {text}", move.place)

    def _refusal(self, g: Position, pending: Pending, option: int | None) -> Refusal:
        if option is None:
            return Refusal("it is not one of the options", pending.choice.rule)
        return reason_against(self.words, g, pending, option)


# ---------------------------------------------------------------- helpers


def _seats(engine: Engine, example: Example) -> int:
    """As many seats as are named, or the fewest that the game allows for them."""
    enough = [count for count in engine.players if count >= len(example.players)]
    return min(enough) if enough else len(example.players)


def _parts(text: str) -> list[str]:
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


def _ids(rule: str) -> set[str]:
    return {word for word in rule.replace(",", " ").split() if "-" in word}


def known_word(words: Words, text: str) -> bool:
    """Whether anything in the game has this name or label."""
    engine = words.engine
    known: set[str] = {"yes", "no", "none", "done", *words.names, *engine.participants, *engine.resources}
    for kind in engine.kinds.values():
        known.update(kind.members, kind.labels)
    for name, board in engine.boards.items():
        known.update(board.directions)
        for cell in board.names:
            known.update(moves.cell_spellings(name, cell), (cell,))
    for action in engine.machine.actions:
        known.update((action.name, action.label))
    for choice in engine.machine.choices:
        known.update(choice.texts)
    wanted = text.strip('"')
    if wanted in known or wanted.lower().replace(", ", ",") in known or wanted.lstrip("-").isdecimal():
        return True
    return any("{" in one and one.partition("{")[0] == wanted[: one.index("{")] for one in known)

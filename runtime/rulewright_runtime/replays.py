"""Replaying a recorded game: every move must be legal, every figure as recorded; the first difference is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from . import core
from .core import Position, RulesFailure
from .effects import Effect, effects_on
from .engine import Engine, OptionError
from .figures import Figure, Figures, Unknown, among
from .forced import ForcedAnswer, recording
from .game import Game, prepared_game
from .moves import Pending, contents, pending_decisions, prompt_of, text_of
from .naming import meaning_of
from .readings import Ambiguous, Reader, known_word
from .records import Answer, Check, Given, Record, RecordError
from .refusals import reason_against
from .telling import Next

_OFFERED: Final = 24  # so many options are listed at most
_EFFECTS: Final = 6  # so many changes of a figure
_LEFT_OUT: Final = 20  # so many decisions with one answer a record may leave out in a row
# What ends a choice of several things; if nothing more can be picked, nobody asks for it.
_DONE: Final = "done"
# Figures of the whole game, beside those of the table, players and places.
GAME: Final = ("over", "winners", "scores", "asked", "digest")


class Difference(Exception):
    """The first place at which a record and the rules do not agree."""

    def __init__(self, message: str, place: str, rule: str = "", details: list[str] | None = None) -> None:
        super().__init__(f"{place}: {message}")
        self.message = message
        self.place = place
        self.rule = rule  # ids
        self.details = details or []


@dataclass(slots=True)
class Replay:
    """How a replay went."""

    game: Game
    moves: int = 0
    checks: int = 0
    places: list[str] = field(default_factory=list)  # of each move, in the record


def replay(engine: Engine, record: Record, language: str = "en", check: bool = False) -> Replay:
    """Plays a record again. Difference names the first difference, RecordError what cannot be used."""
    return _Replayer(engine, record, language, check).run()


def replayed_as_far(engine: Engine, record: Record) -> tuple[Replay, Difference | RecordError | None]:
    """Plays a record as far as it can be played, and tells what stopped it; RecordError if it cannot even begin."""
    replayer = _Replayer(engine, record, "en", False)
    try:
        return replayer.run(), None
    except (Difference, RecordError) as error:
        return replayer.result, error


class _Dealt:
    """What a record says that chance will give; its names mean something only when chance is asked."""

    def __init__(self, figures: Figures, step: Next) -> None:
        self.figures = figures
        self.step = step
        self.used = False

    def __call__(self, g: Position, things: Sequence[Any]) -> tuple[Any, ...]:
        self.used = True
        try:
            return among(self.figures, g, self.step.values, tuple(things), self.step.what == "roll")
        except Unknown as error:
            raise RecordError(str(error), self.step.place, error.hint) from None


class _Replayer:
    """One record in progress."""

    def __init__(self, engine: Engine, record: Record, language: str, check: bool) -> None:
        _check_head(engine, record)
        self.engine = engine
        self.record = record
        players, names = _seats(engine, record)
        seed = 0 if record.seed is None else record.seed
        try:
            self.game = prepared_game(engine, players, seed, names, language, check, record.options)
        except OptionError as error:
            raise RecordError(str(error)) from None
        self.game.seeded = record.seed is not None
        self.result = Replay(self.game)
        self.words = self.game.english
        self.reader = Reader(self.words)
        self.figures = Figures(self.words, self.game.players)
        self.dealt: list[_Dealt] = []
        self.given: list[Given] = []
        self.begun = False
        self.in_setup = False
        self.before: Position = self.game.position  # before the last answer, or before the setup
        self.mentioned = 0  # how many answers that nobody was asked for the record has told since then
        # Figures that were checked and right: how many moves there were then, and where that is in the record.
        self.right: dict[tuple[str, str], tuple[int, str]] = {}

    def run(self) -> Replay:
        """The finished replay; `Difference` or RecordError at the first step that does not fit."""
        for step in self.record.steps:
            if isinstance(step, Next):
                self._deal(step)
            elif isinstance(step, Given):
                self._give(step)
            else:
                if not self.begun:
                    self._begin(step.place)
                if isinstance(step, Answer):
                    self._answer(step)
                else:
                    self._check(step)
        if not self.begun:
            self._begin("")
        for dealt in self.dealt:
            if not dealt.used:
                raise Difference(f"this {dealt.step.what} never came", dealt.step.place)
        return self.result

    # ------------------------------------------------------------ setting up

    def _deal(self, step: Next) -> None:
        """Tells the game what chance gives next."""
        dealt = _Dealt(self.figures, step)
        self.dealt.append(dealt)
        self.game.arranged.append((self.result.moves, step))
        g = self.game.position
        g.script = (*g.script, (step.what, dealt))

    def _give(self, step: Given) -> None:
        """Keeps figures that are set between setup and play; RecordError after the first move."""
        if self.begun:
            raise RecordError("figures are given before the first move", step.place)
        self.given.append(step)
        self.game.arranged.append((0, step))

    def _begin(self, place: str) -> None:
        """Sets the game up; with given figures the play starts when the setup has been carried through."""
        self.begun = True
        self.before = self.game.position.clone()
        self.in_setup = bool(self.given)
        begin = self.engine.setup if self.given else self.engine.begin
        self._carry_out(lambda: begin(self.game.position), place)
        self._leave_setup(place)

    def _leave_setup(self, place: str) -> None:
        """Lets play begin once the setup has asked its last question, with the figures that are given."""
        game = self.game
        if not self.in_setup or game.position.then is not None or game.position.over:
            return
        self.in_setup = False
        if self.engine.play is None:
            raise RecordError("this engine cannot start its play after a setup")
        for step in self.given:
            for name, value in step.figures.items():
                try:
                    self.figures.set(game.position, self.figures.find(game.position, step.of, name), value)
                except Unknown as error:
                    raise RecordError(str(error), step.place, error.hint) from None
        play = self.engine.play
        self._carry_out(lambda: play(game.position), place)

    def _carry_out(self, act: Callable[[], None], place: str) -> None:
        """Carries out a part of the game; without a seed nothing may be left to the generator."""
        before = self.game.position
        number = before.chance
        copy = before.clone() if self.record.seed is None else before
        try:
            act()
        except RecordError as error:
            raise RecordError(error.message, error.place, error.hint) from None
        except RulesFailure as error:
            used = [dealt.step.place for dealt in self.dealt if dealt.used]
            raise RecordError(str(error), used[-1] if used else place) from None
        if self.record.seed is None and self.game.position.chance != number:
            where = self._where_chance(copy, act)
            raise RecordError(
                f"chance decides here{where}, but the record says neither what it gives nor a seed",
                place,
                "add what it gave (`next shuffle: …`, `next random: …`, `next roll: …`) or a seed (`seed: 0`)",
            )

    def _where_chance(self, before: Position, act: Callable[[], None]) -> str:
        """The rule that asks chance for something that is not told."""
        for dealt in self.dealt:
            dealt.used = False
        self.game.position = before
        found = effects_on(self.engine, act, lambda: self.game.position.chance)
        places = [f"{effect.place} [{effect.rule}]" for effect in found if effect.place]
        return f" ({places[0]})" if places else ""

    # ------------------------------------------------------------ moves

    def _answer(self, step: Answer) -> None:
        """Plays an answer of the record, and before it what had only one answer and is not told."""
        g = self.game.position
        seat = (
            self.words.names.index(step.by) if step.by in self.words.names else self.words.seat_named(step.by)
        )
        if not 0 <= seat < self.game.players:
            raise RecordError(
                f"nobody here is {step.by!r}", step.place, f"players: {', '.join(self.words.names)}"
            )
        waiting = pending_decisions(g)
        pending = next((one for one in waiting if one.player == seat), None)
        option = None if pending is None else self._read(g, pending, step)
        if pending is not None and option is not None and option in pending.options:
            self._play(pending, option, step.place)
        elif not self._was_taken(seat, step):
            for one, only in self._untold(seat, step):
                self._play(one, only, step.place)
            if self._fits(self.game.position, seat, step) is None:
                self._refuse(waiting, pending, option, step)
            else:
                self._answer(step)

    def _fits(self, g: Position, seat: int, step: Answer) -> int | None:
        """The option that a step means in a position, if it is asked for there."""
        pending = next((one for one in pending_decisions(g) if one.player == seat), None)
        option = None if pending is None else self._read(g, pending, step)
        return option if pending is not None and option in pending.options else None

    def _untold(self, seat: int, step: Answer) -> list[tuple[Pending, int]]:
        """Decisions with one answer, beside free actions, that the record leaves out before a step which fits then; else none."""
        found: list[tuple[Pending, int]] = []
        g = self.game.position
        while len(found) < _LEFT_OUT:
            only = [
                (one, ordinary[0])
                for one in pending_decisions(g)
                if len(ordinary := [option for option in one.options if option < core.FREE]) == 1
            ]
            if not only:
                return []
            found.append(only[0])
            g = g.clone()
            g.log = None
            core.turn_to(g, only[0][0].player)
            core.step(g, only[0][1])
            if self._fits(g, seat, step) is not None:
                return found
        return []

    def _read(self, g: Position, pending: Pending, step: Answer) -> int | None:
        """The option that a recorded answer means, or None; RecordError if it means several."""
        try:
            return self.reader.option(g, pending, step.pick, step.choice)
        except Ambiguous as error:
            raise RecordError(str(error), step.place, "write more of it, or its content") from None

    def _play(self, pending: Pending, option: int, place: str) -> None:
        """Answers a decision, and counts the move."""
        self.before = self.game.position
        self._carry_out(lambda: self.game.answer(pending, option), place)
        self.mentioned = 0
        self.result.moves += 1
        self.result.places.append(place)
        self._leave_setup(place)

    def _was_taken(self, seat: int, step: Answer) -> bool:
        """Whether an answer was the only one, so that nobody asked for it; records may mention it."""
        if str(step.pick) == _DONE:
            return True
        taken: list[ForcedAnswer] = []
        again = self.before.clone()
        again.machine = recording(self.engine.machine, taken)
        if self.game.answers:
            pending, option = self.game.answers[-1]
            core.turn_to(again, pending.player)
            core.step(again, option)
        else:
            self.engine.begin(again)
        for i, one in enumerate(taken):
            if i >= self.mentioned and one.pending.you == seat:
                try:
                    if self.reader.option(one.position, one.pending, step.pick) == one.option:
                        self.mentioned = i + 1
                        return True
                except Ambiguous:
                    continue
        return False

    def _refuse(
        self, waiting: list[Pending], pending: Pending | None, option: int | None, step: Answer
    ) -> None:
        """Raises the error that says why a recorded answer is not possible here."""
        g = self.game.position
        said = f"{step.by}: {step.text or step.pick}"
        if not waiting:
            after = f" since {self.result.places[-1]}" if self.result.places else ""
            raise Difference(f"the game is over{after}, but the record goes on with {said!r}", step.place)
        if pending is None:
            who = " and ".join([self.words.seat(one.player) for one in waiting])
            rule = waiting[0].choice.rule
            asked = [self._question(one) for one in waiting]
            raise Difference(
                f"{said!r} is not possible: {who} must answer first", step.place, rule,
                [*asked, "perhaps a move is missing before this line"],
            )  # fmt: skip
        details = [self._question(pending)]
        if option is None:
            if not known_word(self.words, str(step.pick)):
                raise RecordError(
                    f"{said!r}: nothing that can be answered here is called {str(step.pick)!r}",
                    step.place,
                    details[0],
                )
            raise Difference(f"{said!r} is not what is asked", step.place, pending.choice.rule, details)
        reason = reason_against(self.words, g, pending, option)
        raise Difference(
            f"{said!r} is not possible: {reason.reason}", step.place, reason.rule or pending.choice.rule, details
        )  # fmt: skip

    def _question(self, pending: Pending) -> str:
        """What is asked and offered."""
        g = self.game.position
        offered = [str(one) for one in contents(self.words, g, pending, pending.options)]
        more = f", … ({len(offered)} in all)" if len(offered) > _OFFERED else ""
        prompt = prompt_of(self.words, g, pending)
        rule = f" [{pending.choice.rule}]" if pending.choice.rule else ""
        return f"{self.words.seat(pending.player)} is asked: {prompt}{rule}: {', '.join(offered[:_OFFERED])}{more}"

    # ------------------------------------------------------------ checks

    def _check(self, step: Check) -> None:
        """Compares recorded figures with those of the position; raises `Difference` at the first that is not the same."""
        self.result.checks += 1
        g = self.game.position
        for name, wanted in step.figures.items():
            if step.of == "game":
                self._check_game(name, wanted, step.place)
                continue
            if name == "score" and self.words.seat_named(step.of) < self.game.players:
                self._check_score(self.words.seat_named(step.of), wanted, step)
                continue
            try:
                figure = self.figures.find(g, step.of, name)
                differs = self.figures.differs(g, figure, wanted)
            except Unknown as error:
                raise RecordError(str(error), step.place, error.hint) from None
            if differs:
                raise self._wrong(figure, step.of, name, wanted, step.place)
            self.right[step.of, name] = (self.result.moves, step.place)

    def _check_score(self, seat: int, wanted: Any, step: Check) -> None:
        """Raises `Difference` if a score is not as recorded."""
        scores = self.game.scores
        if not scores or seat < 0:
            raise RecordError(f"there is no figure 'score' of {step.of}", step.place)
        if str(scores[seat]) != str(wanted):
            raise Difference(
                f"the score of {step.of} is {scores[seat]}, the record says {wanted}", step.place
            )

    def _check_game(self, name: str, wanted: Any, place: str) -> None:
        """Whether it is over, who has won, how many points there are, who is asked; or the digest of it all."""
        game = self.game
        asked = [self.words.seat(one.player) for one in pending_decisions(game.position)]
        actual: dict[str, Any] = {
            "over": "yes" if game.over else "no",
            "winners": [self.words.seat(seat) for seat in game.winners],
            "scores": [str(score) for score in game.scores],
            "asked": asked,
        }
        if name not in GAME:
            raise RecordError(
                f"there is no figure {name!r} of the game", place, f"there is: {', '.join(GAME)}"
            )
        found = game.digest() if name == "digest" else actual[name]
        if isinstance(wanted, bool):
            wanted = "yes" if wanted else "no"
        expected = [str(one) for one in wanted] if isinstance(wanted, list | tuple) else wanted
        if isinstance(found, list) and not isinstance(expected, list):
            expected = [str(expected)]
        if found != expected:
            details = (
                [self._question(one) for one in pending_decisions(game.position)] if name == "over" else []
            )
            raise Difference(
                f"{name}: the record says {_shown(expected)}, the game has {_shown(found)}",
                place,
                "",
                details,
            )

    def _wrong(self, figure: Figure, of: str, name: str, wanted: Any, place: str) -> Difference:
        """A figure that is not as recorded, with the rules that changed it since it was right."""
        g = self.game.position
        what = f"{name} of {of}" if of != "table" else name
        since, checked = self.right.get((of, name), (0, ""))
        rules: list[str] = []
        details: list[str] = []
        for move, effect in self._history(figure, since):
            pending, option = self.game.answers[move]
            text = text_of(self.words, self.game.past[move], pending.choice, pending.then, option)
            rule = effect.rule or pending.choice.rule
            rules.append(rule)
            before, after = [self._plain(g, figure, value) for value in (effect.before, effect.after)]
            where = f" at {effect.place}" if effect.place else ""
            ids = f" [{rule}]" if rule else ""
            details.append(
                f"{self.result.places[move]}: {self.words.seat(pending.player)}: {text}: "
                f"{before} to {after}{where}{ids}"
            )
        if details:
            details.insert(0, f"{what} was changed by")
        else:
            details.append(f"no move has changed it{f' since {checked}' if checked else ''}")
        return Difference(
            f"{what} is {self.figures.text(g, figure)}, the record says {_shown(wanted)}",
            place,
            rules[-1] if rules else "",
            details,
        )

    def _plain(self, g: Position, figure: Figure, value: Any) -> str:
        """A value of a figure as messages show it."""
        return _shown(self.words.plain(g, figure.type, value))

    def _history(self, figure: Figure, since: int) -> list[tuple[int, Effect]]:
        """The last changes of a figure: by which move, and by which rule."""
        game = self.game
        positions = [*game.past, game.position]
        found: list[tuple[int, Effect]] = []
        for move in range(len(game.answers) - 1, since - 1, -1):
            if figure.value(positions[move]) == figure.value(positions[move + 1]):
                continue
            again = positions[move].clone()
            again.log = None
            pending, option = game.answers[move]
            core.turn_to(again, pending.player)
            effects = effects_on(
                self.engine, lambda g=again, pick=option: core.step(g, pick), lambda g=again: figure.value(g)  # type: ignore[misc]
            )
            found[:0] = [(move, effect) for effect in effects]
            if len(found) >= _EFFECTS:
                break
        return found[-_EFFECTS:]


# ---------------------------------------------------------------- the head


def _check_head(engine: Engine, record: Record) -> None:
    """Raises RecordError if the record is of another game, variant or version of the rules."""
    here = f"{engine.name}@{engine.variant}" if engine.variant else engine.name
    there = f"{record.game}@{record.variant}" if record.variant else record.game
    if here != there:
        raise RecordError(f"this is a record of {there}, not of {here}")
    if record.rules and record.rules != meaning_of(engine):
        raise RecordError(
            f"this game of {here} was recorded under other rules ({record.rules}, here {meaning_of(engine)})",
            hint="without its line `rules: …` it is replayed under the rules as they are now",
        )


def _seats(engine: Engine, record: Record) -> tuple[int | None, tuple[str, ...] | None]:
    """The number of players and their names; None where the record leaves it to the game."""
    if isinstance(record.players, int):
        return record.players or None, None
    return len(record.players), record.players


def _shown(value: Any) -> str:
    """Plain data as records write it."""
    if isinstance(value, list | tuple):
        return f"({', '.join([str(one) for one in value])})"
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)

"""What an example claims: of the position, of decisions and their options, and of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import moves
from .core import FREE, Position
from .example_play import Failed, Play
from .example_steps import Claim, Found, Move
from .moves import Pending
from .readings import known_word
from .refusals import action_of


def check_claim(play: Play, claim: Claim) -> None:
    """A claim about the position; one that fails shows what is there instead."""
    holds, found = claim.test(play.g)
    if not holds:
        open_still = f"; still asked: {play.asked()}" if play.g.then is not None else ""
        raise Failed(f"expected {claim.text}, but {in_words(play, found)}{open_still}", claim.place)


def in_words(play: Play, found: tuple[Found, ...]) -> str:
    """What is there, in the words of the rules."""
    if not found:
        return "that is not so"
    values = [(text, value_text(play, type, keys, value)) for text, type, keys, value in found]
    if len(values) == 1:
        return f"found {values[0][1]}"
    return " and ".join([f"{text} is {value}" for text, value in values])


def value_text(play: Play, type: str, keys: str, value: Any) -> str:
    """A value by the names that the rules have for it."""
    if keys:
        pairs = [f"{named(play, keys, key)}: {named(play, type, one)}" for key, one in value.items()]
        return ", ".join(pairs) or "empty"
    return named(play, type, value)


def named(play: Play, type: str, value: Any) -> str:
    """A value as messages about examples write it."""
    if type == "text":
        return f'"{play.words.say(value)}"'
    return _plain_text(play.words.plain(play.g, type, value))


def _plain_text(value: Any) -> str:
    """Plain data as the rules write it: none, yes, no, lists with commas, bundles with plus signs."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join([_plain_text(one) for one in value]) or "empty"
    if isinstance(value, dict):  # a bundle
        return " + ".join([f"{amount} {name}" for name, amount in value.items()]) or "nothing"
    return str(value)


# ---------------------------------------------------------------- decisions and the log


def check_asked(play: Play, move: Move) -> None:
    """A claim about a decision or the log."""
    with play.aside():
        CHECKS[move.kind](play, move)


def _decision(play: Play, move: Move) -> Pending:
    """The decision of a player; what others must answer before, if they have no choice, is answered."""
    seat = play.seat(move.player, move.place)
    pending = play.pending(seat)
    if pending is None and play.go_on(seat, lambda: play.pending(seat) is not None):
        pending = play.pending(seat)
    if pending is None:
        raise Failed(f"{move.player} has no decision here; asked is {play.asked()}", move.place)
    return pending


def _can(play: Play, move: Move) -> None:
    """Plays all answers but the last, then sees that the last is possible, without taking it."""
    seat = play.seat(move.player, move.place)
    for text in move.answers[:-1]:
        play.answer(seat, text, move.place)
    text = move.answers[-1]
    if not play.fits(seat, text) or text.startswith("("):
        play.answer(seat, text, move.place)


def _cannot(play: Play, move: Move) -> None:
    """What is not offered, or what leads to it is not."""
    seat = play.seat(move.player, move.place)
    for text in move.answers[:-1]:
        if not play.fits(seat, text) and not play.go_on(seat, _fitting(play, seat, text)):
            _check_refused(play, seat, text, move)
            return
        play.answer(seat, text, move.place)
    _check_refused(play, seat, move.answers[-1], move)


def _fitting(play: Play, seat: int, text: str) -> Callable[[], bool]:
    """A test, for later, whether an answer of a seat fits what is asked then."""
    return lambda: play.fits(seat, text)


def _check_refused(play: Play, seat: int, text: str, move: Move) -> None:
    """Raises `Failed` if an answer is possible, or refused by another rule than the example names."""
    found = _find_refused(play, seat, text)
    if found is None:
        pending = _decision(play, move)
        found = _find_refused(play, seat, text)
    if found is None:
        _check_unasked(play, pending, text, move)
        return
    position, pending, option = found
    if option in pending.options:
        raise Failed(f"{move.player} can {text}", move.place)
    refusal = play.refusal(position, pending, option)
    stated = _ids(refusal.rule) | _ids(pending.choice.rule)
    action = action_of(position, pending.choice, option)
    if action is not None:
        stated |= _ids(action.rule)
    if move.rule and stated and not _ids(move.rule) & stated:
        raise Failed(f"{text} is refused, but not because of {move.rule}: {refusal}", move.place)


def _find_refused(play: Play, seat: int, text: str) -> tuple[Position, Pending, int] | None:
    """The decision in which the answer would have been one: the one that waits, or one taken without asking."""
    pending = play.pending(seat)
    if pending is not None:
        option = play.option(pending, text)
        if option is not None:
            return play.g, pending, option
    for taken in reversed(play.taken):
        option = moves.option_for(play.words, taken.position, taken.pending, text)
        if taken.pending.you == seat and option is not None and option != taken.option:
            return taken.position, taken.pending, option
    return None


def _check_unasked(play: Play, pending: Pending, text: str, move: Move) -> None:
    """Somebody who is asked something else cannot do this either."""
    if text.startswith("("):
        try:
            play.answer(pending.you, text, move.place)
        except Failed:
            return
        raise Failed(f"{move.player} can {text}", move.place)
    if move.rule:
        asked = play.asked()
        raise Failed(f"{text} is not asked here, so {move.rule} cannot be seen; asked is {asked}", move.place)
    if not known_word(play.words, text):
        raise Failed(f"nothing in this game is called {text}", move.place)


def _options(play: Play, move: Move) -> None:
    """All options of a decision and no others; free actions beside it are not options of it."""
    pending = _decision(play, move)
    offered = [option for option in pending.options if option < FREE]
    names = moves.contents(play.words, play.g, pending, offered)
    left = dict(zip(offered, names, strict=True))
    for text in move.answers:
        meant = play.option(pending, text)
        fitting = [
            option
            for option, name in zip(offered, names, strict=True)
            if option == meant
            or str(name).partition(" #")[0] == text
            or moves.simple(text) in moves.spellings(play.words, play.g, pending, option, name)
        ]
        if not fitting:
            reason = play.refusal(play.g, pending, meant)
            raise Failed(f"{move.player} cannot {text}: {reason}; {_all_options(names)}", move.place)
        for option in fitting:
            left.pop(option, None)
    if left:
        also = ", ".join([str(name) for name in left.values()])
        raise Failed(f"{move.player} can also {also}", move.place)


def _all_options(names: list[moves.Pick]) -> str:
    """The options that there are, for a message."""
    return f"options are {', '.join([str(name) for name in names])}"


def _words(play: Play, move: Move) -> None:
    """The options as people read them, in their order."""
    pending = _decision(play, move)
    shown = moves.moves_of(play.words, play.g, pending)
    read = [one.words for option, one in zip(pending.options, shown, strict=True) if option < FREE]
    if read != list(move.answers):
        raise Failed(f"the options of {move.player} read {_quoted(read)}", move.place)


def _asked(play: Play, move: Move) -> None:
    """Raises `Failed` if a player is not asked, or is asked something else than the example says."""
    pending = _decision(play, move)
    prompt = moves.prompt_of(play.words, play.g, pending)
    if move.answers and prompt != move.answers[0]:
        raise Failed(f'{move.player} is asked "{prompt}"', move.place)


def _unasked(play: Play, move: Move) -> None:
    """Raises `Failed` if something is asked of a player."""
    pending = play.pending(play.seat(move.player, move.place))
    if pending is not None:
        raise Failed(f"{play.asked()} waits for an answer: {play.offered(pending)}", move.place)


def _said(play: Play, move: Move) -> None:
    """Raises `Failed` if the log has no such line; the message quotes its last ones."""
    lines = _log(play)
    if move.answers[0] not in lines:
        told = f"the log says {_quoted(lines[-5:])}" if lines else "the log is empty"
        raise Failed(f'"{move.answers[0]}" was not said; {told}', move.place)


def _unsaid(play: Play, move: Move) -> None:
    """Raises `Failed` if the log has such a line."""
    if move.answers[0] in _log(play):
        raise Failed(f'"{move.answers[0]}" was said', move.place)


def _log(play: Play) -> list[str]:
    """The lines of the log in words."""
    return [play.words.say(text) for text, _ in play.g.log or ()]


def _quoted(texts: list[str]) -> str:
    """Texts in quotes, with commas."""
    return ", ".join([f'"{text}"' for text in texts])


CHECKS: dict[str, Callable[[Play, Move], None]] = {
    "can": _can,
    "cannot": _cannot,
    "options": _options,
    "words": _words,
    "asked": _asked,
    "unasked": _unasked,
    "said": _said,
    "unsaid": _unsaid,
}


def _ids(rule: str) -> set[str]:
    """The rule ids in a text such as "R-1, R-2"."""
    return {word for word in rule.replace(",", " ").split() if "-" in word}

"""Refusals: why something is not offered, and all that a decision could be about but does not offer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from . import core, moves
from .core import FREE, NONE, Action, Choice, Finished, Position, RulesFailure, Stuck
from .moves import Pending
from .views import hidden_pieces
from .words import Words, split_type

# How far beyond the numbers that are offered others are looked at.
_AROUND: Final = 100
# Reasons that quote the rules, and what is said instead to those who do not read English; the rule's id tells the rest.
QUOTING: Final = {
    "it is not among: ": "it is not among what can be chosen here",
    "this does not hold: ": "a condition of the rules is not met",
    "this stands against it: ": "a condition of the rules is not met",
}
# What is said of actions of others: another faction's, a tile that somebody else has.
NOT_YOURS: Final = "it does not apply to you now"
# Reasons that only say that something is not there.
_WEAK: Final = ("it is not among: ", "nothing could be chosen after it")
# Through so many choices without options a reason is followed.
_DEEPEST: Final = 4
# Numbers below this one are looked at behind a choice of a number.
_NUMBERS: Final = 25


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not possible, in the rules' words, and the ids of the rules that say so."""

    reason: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]" if self.rule else self.reason


def reason_against(words: Words, g: Position, pending: Pending, option: int) -> Refusal:
    """Why an option is not offered: the condition that it fails, or what stops the rest of its unit."""
    found = _found_against(words, g, pending, option, 0)
    return Refusal(_said(words, found.reason), found.rule)


@dataclass(frozen=True, slots=True)
class _Found:
    """A reason, how many choices lie before it, and how much it says."""

    reason: str
    rule: str
    depth: int = 0
    weight: int = 0


# How much a reason says: nothing, that something is not among what is chosen from, a condition of the rules, what cannot be paid.
_NOTHING, _NOT_AMONG, _CONDITION, _BLOCKED = range(4)


def _found_against(words: Words, g: Position, pending: Pending, option: int, depth: int) -> _Found:
    """The reason against an option: its own condition first, then what blocks its unit, looked for behind the next choices too."""
    choice = pending.choice
    action = action_of(g, choice, option)
    own = choice.rule if action is None or not action.rule else action.rule
    fallback = _Found("this is not offered now", own, depth)
    try:
        if action is not None and action.why is not None:
            reason, rule = action.why(g, pending.you)
            if reason:
                return _Found(reason, rule or own, depth, _CONDITION)
        if choice.why is not None and option < FREE:
            reason, rule = choice.why(g, pending.then, option)
            if reason:
                weak = reason.startswith(_WEAK)
                return _Found(reason, rule or choice.rule, depth, _NOT_AMONG if weak else _CONDITION)
        blocked = core.why_blocked(g, pending.you, pending.number, option, pending.then)
        if blocked is None:
            return fallback
        here = _Found(blocked.reason, blocked.rule or own, depth, _BLOCKED)
        if isinstance(blocked, Stuck) and depth < _DEEPEST:
            return _behind(words, blocked, pending.you, depth + 1) or replace(here, weight=_NOTHING)
        return here
    except (RulesFailure, Finished, IndexError, KeyError, ValueError, TypeError, AssertionError):
        return fallback  # rules need not make sense for what they never offer


def _behind(words: Words, stuck: Stuck, you: int, depth: int) -> _Found | None:
    """What stands behind a choice without options: of all that it could be about, the reason that is met last, and most often."""
    g = stuck.position
    pending = Pending(you, you, stuck.choice, g.machine.choices[stuck.choice], [], stuck.then)
    number = split_type(pending.choice.type)[1] == "number"
    domain = range(_NUMBERS) if number else moves.domain(words, g, pending)
    found = [_found_against(words, g, pending, option, depth) for option in domain if option < FREE]
    found = [one for one in found if one.weight > _NOT_AMONG]
    if not found:
        return None
    count = Counter(found)
    return max(count, key=lambda one: (one.depth, one.weight, count[one]))


def _said(words: Words, reason: str) -> str:
    """A reason in the players' language."""
    for before, plainly in QUOTING.items():
        if reason.startswith(before):
            return reason if words.language == "en" else words.say(plainly)
    return words.say(reason)


def action_of(g: Position, choice: Choice, option: int) -> Action | None:
    """The action that an option of a menu, or a free action beside any decision, stands for."""
    number = option - FREE if option >= FREE else option if choice.type == "menu" else NONE
    return g.machine.actions[number] if 0 <= number < len(g.machine.actions) else None


# ---------------------------------------------------------------- all that is refused


def refused(words: Words, g: Position, pending: Pending) -> list[tuple[str, Refusal]]:
    """What a decision could be about but does not offer, in words, and why."""
    found: list[tuple[str, Refusal]] = []
    if split_type(pending.choice.type)[1] == "number":
        found.extend(_refused_numbers(words, g, pending))
    offered = {_name(words, g, pending, option) for option in pending.options}
    unseen = _unseen(words, g, pending)
    for option in moves.domain(words, g, pending):
        if option not in pending.options and option not in unseen:
            name = _name(words, g, pending, option)
            if name not in offered:  # of things that look alike one is offered
                found.append((name, reason_against(words, g, pending, option)))
    return found


def _unseen(words: Words, g: Position, pending: Pending) -> set[int]:
    """The pieces that whoever is asked may not look at: not even their names are told."""
    what, _, of = split_type(pending.choice.type)[1].partition(":")
    return hidden_pieces(words.engine, g, of, pending.player) if what == "piece" else set()


def _name(words: Words, g: Position, pending: Pending, option: int) -> str:
    """What is refused, in words; of a thing its plain name: the words of options need not fit what is none."""
    choice = pending.choice
    if option in (NONE, *range(FREE, FREE + len(g.machine.actions))) or choice.type in (
        "branch",
        "menu",
        "may",
    ):
        return moves.text_of(words, g, choice, pending.then, option)
    return words.text(g, choice.type, option)


def _refused_numbers(words: Words, g: Position, pending: Pending) -> list[tuple[str, Refusal]]:
    """The numbers between and around the offered ones; those in a row that are refused alike as one range."""
    offered = [option for option in pending.options if NONE < option < FREE]
    if not offered:
        return []
    low, high = min(0, *offered), max(offered) + _AROUND
    found: list[tuple[int, int, Refusal]] = []  # first, last
    for number in range(low, high + 1):
        if number in offered:
            continue
        refusal = reason_against(words, g, pending, number)
        if found and found[-1][1] == number - 1 and found[-1][2] == refusal:
            found[-1] = (found[-1][0], number, refusal)
        else:
            found.append((number, number, refusal))
    return [(_range_text(words, first, last, high), refusal) for first, last, refusal in found]


def _range_text(words: Words, first: int, last: int, highest: int) -> str:
    """A range of numbers as text; one that goes to the highest is open."""
    if last == highest:
        return words.fill("{n} and more", n=str(first))
    return str(first) if first == last else f"{first}..{last}"

"""Refusals: why something is not offered, and all that a decision could be about but does not offer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from . import core, moves
from .core import FREE, NONE, Action, Choice, Finished, Position, RulesFailure
from .moves import Pending
from .words import Words, split_type

# How far beyond the numbers that are offered others are looked at.
_AROUND: Final = 100
# Reasons that quote the rules; the quotation stays as it is in every language.
_QUOTING: Final = (
    "it is not among: {rules}",
    "this does not hold: {rules}",
    "this stands against it: {rules}",
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not possible, in the rules' words, and the ids of the rules that say so."""

    reason: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]" if self.rule else self.reason


def reason_against(words: Words, g: Position, pending: Pending, option: int) -> Refusal:
    """Why an option is not offered: the condition that it fails, or what stops the rest of its unit."""
    choice = pending.choice
    action = action_of(g, choice, option)
    own = choice.rule if action is None or not action.rule else action.rule
    fallback = Refusal(words.say("this is not offered now"), own)
    try:
        if action is not None and action.why is not None:
            reason, rule = action.why(g, pending.you)
            if reason:
                return Refusal(_said(words, reason), rule or own)
        if choice.why is not None and option < FREE:
            reason, rule = choice.why(g, pending.then, option)
            if reason:
                return Refusal(_said(words, reason), rule or choice.rule)
        blocked = core.why_blocked(g, pending.you, pending.number, option, pending.then)
    except (RulesFailure, Finished, IndexError, KeyError, ValueError, TypeError, AssertionError):
        return fallback  # rules need not make sense for what they never offer
    if blocked is None:
        return fallback
    return Refusal(_said(words, blocked.reason), blocked.rule or own)


def _said(words: Words, reason: str) -> str:
    """A reason in the players' language."""
    for template in _QUOTING:
        before = template.removesuffix("{rules}")
        if reason.startswith(before):
            return words.fill(template, rules=reason.removeprefix(before))
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
    for option in moves.domain(words, g, pending):
        if option not in pending.options:
            name = _name(words, g, pending, option)
            if name not in offered:  # of things that look alike one is offered
                found.append((name, reason_against(words, g, pending, option)))
    return found


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
    if last == highest:
        return words.fill("{n} and more", n=str(first))
    return str(first) if first == last else f"{first}..{last}"

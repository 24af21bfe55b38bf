"""Reasons: why a thing on the table cannot be chosen now, in words for people."""

from __future__ import annotations

import re
from typing import Any, Final

from .. import moves
from ..game import Game
from ..position import FREE, Position
from ..refusals import NOT_YOURS, QUOTING, Refusal, reason_against, refused
from ..words import Words, split_type
from .handles import Handles
from .log import ids
from .preview import copies, stepped
from .values import Values
from .wording import words_in

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_PLAIN: Final = re.compile(r"[\w, ]+")
_LISTED: Final = 200


def why_not(
    game: Game, viewer: int, handles: Handles, ref: str = "", language: str = ""
) -> list[dict[str, Any]]:
    """Why the thing that a reference names is not offered to the viewer; without one, all that is refused and why."""
    pending = next((one for one in moves.pending_decisions(game.position) if one.player == viewer), None)
    words, g = words_in(game, language), game.position
    if pending is None:
        waiting = [words.say(words.seat(one.player)) for one in moves.pending_decisions(g)]
        if not waiting:
            return [_told(words, "", Refusal(words.say("the game is over")))]
        return [
            _told(
                words,
                "",
                Refusal(words.fill("it is not your turn: {who} must decide", who=", ".join(waiting))),
            )
        ]
    if not ref:
        return [_told(words, text, refusal) for text, refusal in refused(words, g, pending)[:_LISTED]]
    handles.look(game.engine, g, viewer)
    values = Values(words, g, viewer, handles)
    type = split_type(pending.choice.type)[1]
    for option in moves.domain(words, g, pending):
        if _names(values, pending, type, option, ref):
            if option in pending.options:
                return []
            text = (
                moves.text_of(words, g, pending.choice, pending.then, option)
                if option >= FREE
                else ref_text(values, ref)
            )
            return [_told(words, text, reason_against(words, g, pending, option))]
    next_step = _one_step_on(game, words, viewer, handles, pending, ref)
    if next_step:
        return [{**_told(words, ref_text(values, ref), why), "by": by} for by, why in next_step]
    asked = moves.prompt_of(words, g, pending)
    return [
        _told(
            words,
            ref_text(values, ref),
            Refusal(words.fill("now it is asked: {what}", what=asked), pending.choice.rule),
        )
    ]


def _one_step_on(
    game: Game, words: Words, viewer: int, handles: Handles, pending: moves.Pending, ref: str
) -> list[tuple[str, Refusal]]:
    """Why a thing is not offered by the actions that lead to choices among its like: each action's words, and its reason."""
    if pending.choice.type not in ("menu", "branch", "may"):
        return []
    bases = copies(game, viewer)
    found: list[tuple[str, Refusal]] = []
    for option in pending.options:
        if not 0 <= option < FREE:
            continue
        why = {_against_next(words, base, viewer, handles, pending, option, ref) for base in bases}
        refusal = why.pop()
        if refusal is not None and not why:
            text = moves.text_of(words, game.position, pending.choice, pending.then, option)
            found.append((text, refusal))
    return found


def _against_next(
    words: Words,
    base: Position,
    viewer: int,
    handles: Handles,
    pending: moves.Pending,
    option: int,
    ref: str,
) -> Refusal | None:
    """Why an option that could be chosen does not lead to a thing; nothing if it does, or asks for other things."""
    after = stepped(base, pending, option)
    if after is None or after.chance != base.chance:
        return None
    following = next((one for one in moves.pending_decisions(after) if one.player == viewer), None)
    if following is None or following.choice.type in ("menu", "branch", "may"):
        return None
    type = split_type(following.choice.type)[1]
    values = Values(words, after, viewer, handles)
    for other in moves.domain(words, after, following):
        if other < FREE and values.target(type, other) == ref:
            return None if other in following.options else reason_against(words, after, following, other)
    return None


def _names(values: Values, pending: moves.Pending, type: str, option: int, ref: str) -> bool:
    """True if an option points at the thing of this reference."""
    action = values.g.machine.actions
    if option >= FREE:
        return ref == f"action:{action[option - FREE].name}"
    if pending.choice.type == "menu":
        return option >= 0 and ref == f"action:{action[option].name}"
    return values.target(type, option) == ref


def ref_text(values: Values, ref: str) -> str:
    """A reference in words."""
    what, _, rest = ref.partition(":")
    of, _, name = rest.partition(":")
    if what == "piece":
        number = values.handles.number(ref)
        return values.words.name(of) if number is None else values.words.piece_text(values.g, of, number)
    if what == "player" and of.isdecimal():
        return values.words.say(values.words.seat(int(of)))
    if what == "kind" and of in values.engine.kinds and name in values.engine.kinds[of].members:
        return values.words.text(values.g, f"kind:{of}", values.engine.kinds[of].members.index(name))
    return values.words.name(name or of)


def _told(words: Words, what: str, refusal: Refusal) -> dict[str, Any]:
    """A refusal as data; `others` if it is about something that only others could do."""
    told: dict[str, Any] = {
        "what": what,
        "reason": readable(words, refusal.reason),
        "rules": ids(refusal.rule),
    }
    if refusal.reason == words.say(NOT_YOURS):
        told["others"] = True
    return told


def readable(words: Words, reason: str) -> str:
    """A reason that quotes the rules, with the names of the rules as people read them; what is no plain words is not quoted."""
    for start, instead in QUOTING.items():
        if reason.startswith(start) and not _PLAIN.fullmatch(reason[len(start) :]):
            return words.say(instead)
    names = words.engine.names

    def label(found: re.Match[str]) -> str:
        name = found[0]
        return words.name(name) if name in names or "_" in name else name

    return _NAME.sub(label, reason)

"""Pickled positions: plain data and hashes of what the rules mean and how the engine numbers it; any copy of the runtime can read them.

A pickle names only the engine's own package, which is called the same in the repository and in a shipped wheel.
"""

from __future__ import annotations

from typing import Any, Final

from .position import Position, Then, invalidate_all
from .saves import SaveError
from .snapshots import frames

# What every position holds beside its own fields, apart from its frames.
SHARED: Final = (
    "chance",
    "script",
    "trial",
    "over",
    "winners",
    "log",
    "player",
    "you",
    "choice",
    "options",
    "tried",
)


def packed(g: Position, fields: tuple[str, ...]) -> dict[str, Any]:
    """All values of a position; what remains to be done as labels and saved locals, the next one first."""
    found: dict[str, Any] = {name: getattr(g, name) for name in (*SHARED, *fields)}
    found["then"] = frames(g.then)
    found["waiting"] = [(*pending[:4], frames(pending[4])) for pending in g.waiting]
    return found


def unpack(g: Position, values: dict[str, Any], rules: str, packed_under: str) -> None:
    """Fills a fresh position; one of other rules, or of rules that stand in another order, is refused: it holds numbers."""
    if rules != packed_under:
        raise SaveError(
            f"this position was pickled under other rules ({packed_under}, here {rules}); "
            "load it with the engine that pickled it"
        )
    for name, value in values.items():
        if name not in ("then", "waiting"):
            setattr(g, name, value)
    invalidate_all(g)
    g.then = _chain(values["then"])
    waiting: list[tuple[int, int, int, list[int], Then]] = []
    for player, you, choice, options, chain in values["waiting"]:
        then = _chain(chain)
        assert then is not None
        waiting.append((player, you, choice, options, then))
    g.waiting = tuple(waiting)


def _chain(frames: list[tuple[int, tuple[Any, ...]]]) -> Then | None:
    """The continuation made of its frames, which are listed with the next one first."""
    then: Then | None = None
    for label, saved in frames[::-1]:
        then = (then, label, *saved)
    return then

"""Previews: what each option of a decision changes at once and where it leads, tried on copies of the game.

A copy must tell nothing that the viewer may not know: where there are secrets, options are tried on two deals that the viewer
cannot tell from the real game, and only what both show is told.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from .. import core, deals
from ..engine import Engine, Field
from ..game import Game
from ..moves import Pending, pending_decisions
from ..position import FREE, NONE, Blocked, Position, RulesFailure
from ..views import has_secrets, key_names, may_see
from ..words import split_type
from .handles import Handles
from .roles import HIDE, Role, roles
from .sealed import is_sealed, is_shared
from .values import Values

SEEDS: Final = (11, 12)
_MOST: Final = 200  # options that are tried
_TOUCHED: Final = 6  # cells that an option may change and still be pointed at by them
_THINGS: Final = ("cell", "edge", "piece", "kind", "player")

# seat, field, key -> by how much
Gains = dict[tuple[int, str, str], int]


def previews(game: Game, viewer: int, handles: Handles, bots: Collection[int] = ()) -> list[dict[str, Any]]:
    """For each option of the viewer's decision: `gains`, `touches` (cells that change), `then` (what could be pointed
    at next), `unsure` if what is hidden or chance decides, `sealed` if it cannot be taken back, `ends` if the game
    may be over then."""
    pending = next((one for one in pending_decisions(game.position) if one.player == viewer), None)
    if pending is None:
        return []
    return _Previews(game, viewer, handles, pending, is_shared(game.players, viewer, bots)).all()


def copies(game: Game, viewer: int) -> list[Position]:
    """Positions on which something can be tried without telling what the viewer may not know: only what all show is told."""
    g = game.position
    if not has_secrets(game.engine):
        return [g]
    return [deals.determinize(game.engine, g, viewer, seed) for seed in SEEDS]


def stepped(base: Position, pending: Pending, option: int) -> Position | None:
    """A copy after an option was chosen; nothing if it cannot be carried out there."""
    after = base.clone()
    after.log = None
    try:
        core.turn_to(after, pending.player)
        core.step(after, option)
    except (RulesFailure, Blocked, LookupError, ValueError, AssertionError):
        return None
    return after


class _Previews:
    """Tries the options of one decision."""

    def __init__(self, game: Game, viewer: int, handles: Handles, pending: Pending, shared: bool) -> None:
        self.game = game
        self.engine = game.engine
        self.viewer = viewer
        self.handles = handles
        self.pending = pending
        self.shared = shared  # whether others could see something that is then not unseen
        self.bases = copies(game, viewer)
        self.figures = figure_fields(self.engine)
        self.ground = [
            field for field in self.engine.fields if field.owner.startswith("cell:") and not field.internal
        ]

    def all(self) -> list[dict[str, Any]]:
        """The previews of all options; those beyond the limit are empty."""
        return [
            self.one(option) if number < _MOST else {} for number, option in enumerate(self.pending.options)
        ]

    def one(self, option: int) -> dict[str, Any]:
        """What an option surely does in every position that the viewer holds possible; empty if it cannot be tried."""
        tried = [self.tried(base, option) for base in self.bases]
        known = [one for one in tried if one is not None]
        if len(known) < len(tried):
            return {}
        same_gains = {
            key: by
            for key, by in known[0]["gains"].items()
            if all(one["gains"].get(key) == by for one in known)
        }
        found: dict[str, Any] = {"gains": gains_data(same_gains)}
        for name in ("touches", "then"):
            same = [ref for ref in known[0][name] if all(ref in one[name] for one in known)]
            if same:
                found[name] = same
        if any(one["chance"] or one["gains"] != known[0]["gains"] for one in known):
            found["unsure"] = True
        for name in ("sealed", "ends"):
            if any(one[name] for one in known):
                found[name] = True
        return found

    def tried(self, base: Position, option: int) -> dict[str, Any] | None:
        """What an option does on one copy; nothing if it cannot be carried out there."""
        after = stepped(base, self.pending, option)
        if after is None:
            return None
        chance = after.chance != base.chance
        return {
            "gains": {} if chance else gains(self.game, self.figures, self.viewer, base, after),
            "touches": [] if chance else self.touched(base, after),
            "then": [] if chance else self.next_targets(after),
            "chance": chance,
            "sealed": is_sealed(self.engine, base, after, self.viewer, self.shared),
            "ends": after.over,
        }

    def touched(self, before: Any, after: Any) -> list[str]:
        """The cells that an option changes, if they are few: they show what it is about."""
        found: dict[str, None] = {}
        for field in self.ground:
            old, new = getattr(before, field.attribute), getattr(after, field.attribute)
            if old == new or field.keys:
                continue
            board = self.engine.boards[field.owner.partition(":")[2]]
            for cell in board.cells:
                if old[cell] != new[cell]:
                    found[f"cell:{board.name}:{board.names[cell]}"] = None
        return list(found) if len(found) <= _TOUCHED else []

    def next_targets(self, after: Position) -> list[str]:
        """What the same player could point at next, if that is a thing on the table."""
        if after.then is None or after.player != self.pending.player:
            return []
        type = split_type(after.machine.choices[after.choice].type)[1]
        if type.partition(":")[0] not in _THINGS:
            return []
        values = Values(self.game.words, after, self.viewer, self.handles)
        refs = [values.ref(type, option) for option in after.options if 0 <= option < FREE]
        return [ref for ref in refs if ref is not None]


def gains(game: Game, figures: list[Field], viewer: int | None, before: Any, after: Any) -> Gains:
    """By how much amounts of players differ between two positions, as far as the viewer may see them."""
    found: Gains = {}
    players = before.players
    for field in figures:
        old, new = getattr(before, field.attribute), getattr(after, field.attribute)
        if old == new:
            continue
        names = key_names(game.words, field, players) if field.keys else [""]
        for seat in range(players):
            if not may_see(field, seat == viewer):
                continue
            for place, key in enumerate(names):
                at = seat * len(names) + place
                if old[at] != new[at] and old[at] > NONE and new[at] > NONE:
                    found[seat, field.name, key] = new[at] - old[at]
    return found


def gains_data(gains: Gains) -> list[dict[str, Any]]:
    """Gains as a scene tells them."""
    return [{"seat": seat, "field": field, "key": key, "by": by} for (seat, field, key), by in gains.items()]


def _is_figure(field: Field, known: dict[tuple[str, str], Role]) -> bool:
    """Amounts of players that people reckon with."""
    if field.internal or field.owner != "player" or field.type != "number":
        return False
    role = known[field.owner, field.name].name
    if field.keys:
        return role not in (HIDE, "note") and not field.keys.startswith(("player", "participant", "cell"))
    return role not in (HIDE, "note")


def figure_fields(engine: Engine) -> list[Field]:
    """The amounts of players that a ledger keeps: those that previews tell of."""
    known = roles(engine)
    return [field for field in engine.fields if _is_figure(field, known)]

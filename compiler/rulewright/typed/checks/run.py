"""Checks over the whole game: each is one function and one line in a tuple; they only read, and only report."""

from __future__ import annotations

from ...analysis.survey import survey
from ...diagnostics import has_errors
from .. import tree
from ..context import Context
from . import (
    bounds,
    chance,
    changes,
    choices,
    figures,
    flow,
    none,
    participants,
    ranges,
    secrets,
    told_chance,
    unused,
)

# What may not be.
ERRORS = (
    unused.entry_points,
    unused.untyped,
    changes.conflicts,
    changes.repeated,
    chance.check,
    secrets.check,
    participants.check,
    ranges.check,
    figures.check,
    told_chance.check,
    bounds.endless,
    bounds.edges,
    bounds.bounds,
)
# What is probably not meant; of use only when every name and type is settled.
WARNINGS = (
    unused.check,
    unused.locals_of,
    changes.idle,
    flow.check,
    none.check,
    choices.check,
)


def whole(c: Context, game: tree.Game) -> None:
    """Runs all checks; warnings only if there is no error."""
    seen = survey(game)
    for check in ERRORS:
        check(c, game, seen)
    if has_errors(c.diagnostics):
        return
    for check in WARNINGS:
        check(c, game, seen)
    unused.leave_out_untyped(c, game, seen)

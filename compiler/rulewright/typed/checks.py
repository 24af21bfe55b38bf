"""Checks over the whole game: each is one function and one line in a tuple; they only read, and only report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import has_errors
from . import (
    checks_bounds,
    checks_chance,
    checks_changes,
    checks_choices,
    checks_figures,
    checks_flow,
    checks_none,
    checks_participants,
    checks_ranges,
    checks_secrets,
    checks_unused,
    tree,
)
from .checks_changes import changes as changes  # what is changed must exist before types are inferred
from .checks_walk import survey

if TYPE_CHECKING:
    from .infer import Checker

# What may not be.
ERRORS = (
    checks_unused.entry_points,
    checks_unused.untyped,
    checks_changes.conflicts,
    checks_changes.repeated,
    checks_chance.check,
    checks_secrets.check,
    checks_participants.check,
    checks_ranges.check,
    checks_figures.check,
    checks_bounds.endless,
    checks_bounds.edges,
    checks_bounds.bounds,
)
# What is probably not meant; of use only when every name and type is settled.
WARNINGS = (
    checks_unused.check,
    checks_unused.locals_of,
    checks_changes.idle,
    checks_flow.check,
    checks_none.check,
    checks_choices.check,
)


def whole(c: Checker, game: tree.Game) -> None:
    seen = survey(game)
    for check in ERRORS:
        check(c, game, seen)
    if has_errors(c.diagnostics):
        return
    for check in WARNINGS:
        check(c, game, seen)
    checks_unused.leave_out_untyped(c, game, seen)

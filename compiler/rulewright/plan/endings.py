"""What ends with a rule, as its last steps: no call for it, and no frame where the rule does not ask."""

from __future__ import annotations

from dataclasses import replace

from ..analysis.walk import statements
from ..typed import tree


def leaves_early(function: tree.Function) -> bool:
    """Whether the steps of a rule can be left before their end."""
    return any(isinstance(s, tree.Stop | tree.Result) for s in statements(function.body))


def ended(function: tree.Function, ending: tree.Change) -> tree.Function:
    """A rule with a hook that is always in force as its last steps; the locals of the two have different names."""
    return replace(function, body=[*function.body, *ending.body], locals={**ending.locals, **function.locals})

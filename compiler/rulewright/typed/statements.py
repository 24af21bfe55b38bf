"""Types of statements: what a body does, with every subject, target and choice made explicit."""

from __future__ import annotations

from .choices import Choices
from .rule_calls import RuleCalls
from .things import Things


class Statements(Things, RuleCalls, Choices):
    """All statements of the language."""

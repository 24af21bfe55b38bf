"""`rulewright simulate`: many games of bots, and what they tell of a game."""

from rulewright.tools.simulate.command import EXAMPLES, configure, run

__all__ = ["EXAMPLES", "configure", "run"]

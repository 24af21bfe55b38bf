"""`rulewright diff`: what is different between two games, in their rules, in what they reach, in play."""

from rulewright.tools.diff.command import EXAMPLES, configure, run

__all__ = ["EXAMPLES", "configure", "run"]

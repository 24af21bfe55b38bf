"""`rulewright tune`: searches for the values of open figures with which play comes nearest to goals."""

from rulewright.tools.tune.command import EXAMPLES, configure, run

__all__ = ["EXAMPLES", "configure", "run"]

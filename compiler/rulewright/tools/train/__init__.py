"""`rulewright train`: learns what positions are worth by playing, for bots that search."""

from rulewright.tools.train.command import EXAMPLES, configure, run

__all__ = ["EXAMPLES", "configure", "run"]

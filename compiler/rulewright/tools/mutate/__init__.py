"""`rulewright mutate`: changes one thing of the rules at a time and lists what no example notices."""

from rulewright.tools.mutate.command import EXAMPLES, configure, run

__all__ = ["EXAMPLES", "configure", "run"]

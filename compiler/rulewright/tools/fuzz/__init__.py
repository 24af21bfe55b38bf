"""`rulewright fuzz`: random rules, saves, records, moves and command lines, in search of what should never happen."""

from rulewright.tools.fuzz.command import EXAMPLES, configure, run

__all__ = ["EXAMPLES", "configure", "run"]

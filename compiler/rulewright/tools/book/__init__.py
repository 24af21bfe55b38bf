"""`rulewright book`: a game's rulebook as a site, each rule with what carries it out and what tests it."""

from rulewright.tools.book.command import EXAMPLES, configure, run

__all__ = ["EXAMPLES", "configure", "run"]

"""Builds the syntax tree while the text is parsed: one method for each rule of the grammar."""

from __future__ import annotations

from rulewright.surface.build_declarations import Declarations
from rulewright.surface.build_looks import Looks


class Builder(Declarations, Looks):
    """All rules of the grammar; `start_file` gives the place to which the next tree belongs."""

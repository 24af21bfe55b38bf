"""What stands in the place of a query that a loop before the line has computed."""

from __future__ import annotations

from dataclasses import dataclass

from ..typed.expr import E


@dataclass(slots=True)
class Gathered(E):
    """What a loop before the line has gathered in a local; of `different` things only the number is asked."""

    local: str
    different: bool = False

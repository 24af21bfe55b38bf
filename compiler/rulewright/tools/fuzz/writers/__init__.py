"""Writers of random rules: each writes one game, and every choice that it makes comes from its seed."""

from .changes import Changes
from .expressions import Sums
from .hands import Hands
from .programs import Program
from .searches import Searches
from .things import Things
from .writer import Writer

# Each writer writes one of so many programs: those that take longer write fewer.
SHARES: dict[type[Writer], int] = {Program: 1, Changes: 1, Hands: 2, Searches: 2, Things: 4, Sums: 4}

__all__ = ["SHARES", "Changes", "Hands", "Program", "Searches", "Sums", "Things", "Writer"]

"""The oracle: a small interpreter of typed games, written apart from the planner that it is compared with."""

from .play import Pending, Play
from .rules import Dispute

__all__ = ["Dispute", "Pending", "Play"]

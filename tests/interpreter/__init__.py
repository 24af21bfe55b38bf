"""The oracle: a small interpreter of typed games, written apart from the planner that it is compared with."""

from .play import Pending, Play

__all__ = ["Pending", "Play"]

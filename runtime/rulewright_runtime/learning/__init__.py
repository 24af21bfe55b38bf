"""Environments for learning programs: one agent among opponents, many games at once, every number with its name."""

from .batch import Batch, Stepped
from .environment import Environment, Policy
from .gymnasium_face import gymnasium_env

__all__ = ["Batch", "Environment", "Policy", "Stepped", "gymnasium_env"]

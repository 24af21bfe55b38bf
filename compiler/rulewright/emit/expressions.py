"""Expressions as Python text."""

from __future__ import annotations

from .library import Library
from .library_boards import BoardLibrary
from .operators import Operators


class Printer(Operators, Library, BoardLibrary):
    """Prints typed expressions; knows the names that the plan gave to functions."""

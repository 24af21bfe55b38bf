"""Any value in a few letters, for messages: whatever a program hands in, telling it never fails."""

from __future__ import annotations

import reprlib

SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxlong = SHORT.maxother = 80


def brief(value: object) -> str:
    """A value as text of some 80 letters."""
    try:
        return SHORT.repr(value)
    except Exception:  # a number with too many digits, a class whose own text fails
        return f"a value of type {type(value).__name__}"

"""The one exception by which a command says that it cannot do what was asked, in words for the user."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_LISTED = 12  # a hint lists so many names at most


class UsageError(Exception):
    """The request cannot be carried out as given: exit code 2, one message, perhaps one hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def unknown(what: str, name: str, known: Iterable[str]) -> UsageError:
    """An error for a name that is not among the known ones, with the nearest of them as the hint."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=1)
    if close:
        hint = f"did you mean {close[0]!r}?"
    elif names:
        more = ", …" if len(names) > _LISTED else ""
        hint = f"there is: {', '.join(names[:_LISTED])}{more}"
    else:
        hint = f"there is no {what} yet"
    return UsageError(f"there is no {what} {name!r}", hint)

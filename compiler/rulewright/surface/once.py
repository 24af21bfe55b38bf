"""What is worked out once for each parsed file: trees are shared and never change, so neither does what is read off them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from .ast_declarations import File

_T = TypeVar("_T")


def once_per_file(work: Callable[[File], _T]) -> Callable[[File], _T]:
    """The same function, which remembers what it gave for a file as long as that file is in use."""
    known: WeakKeyDictionary[File, _T] = WeakKeyDictionary()

    @wraps(work)
    def remembered(file: File) -> _T:
        if file not in known:
            known[file] = work(file)
        return known[file]

    return remembered

"""Reading files that somebody names: text of a bounded size, or one clear error."""

from __future__ import annotations

from pathlib import Path
from typing import Final

LARGEST: Final = 64_000_000  # bytes; the save of a long game has a hundredth of that


class Unreadable(ValueError):
    """A file that is too large, or no text."""


def why(error: Exception) -> str:
    """What went wrong with a file, without the system's number for it."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def where_and_why(error: Exception) -> str:
    """The same after the name of the file, if the error knows it."""
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {why(error)}"
    return why(error)


def read_whole(path: Path, largest: int = LARGEST) -> str:
    """The text of a file; OSError if it cannot be read, Unreadable if it is too large or no text."""
    with path.open("rb") as stream:
        data = stream.read(largest + 1)
    if len(data) > largest:
        raise Unreadable(f"it has more than {largest:,} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"it is no text in UTF-8 (byte {error.start + 1})") from None

"""Reading files that somebody names: text of a bounded size, or one clear error."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")  # how JSON spells half of a character that lies far out
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


def json_data(text: str) -> Any:
    """What a JSON text holds; ValueError if it is none: Unreadable if half a character stands in it, which no file could take."""
    may_have_halves = HALF.search(text)  # mostly in pairs
    data = json.loads(text)
    try:
        text.encode("utf-8")
        if may_have_halves:
            json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise Unreadable("half a character stands in it") from None
    return data

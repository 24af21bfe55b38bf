"""Reading files that somebody names: text of a bounded size, or one clear error."""

from __future__ import annotations

from pathlib import Path
from typing import Final

LARGEST: Final = 64_000_000  # bytes; the save of a long game has a hundredth of that


def read_whole(path: Path, largest: int = LARGEST) -> str:
    """The text of a file; OSError or ValueError if it cannot be read, is too large or is not UTF-8."""
    with path.open("rb") as stream:
        data = stream.read(largest + 1)
    if len(data) > largest:
        raise ValueError(f"it has more than {largest:,} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not UTF-8 text (byte {error.start + 1})") from None

"""Black, for the statements that `lines` does not lay out itself; what it made of them is remembered."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

LENGTH = 110  # of a line; as in pyproject.toml


class Unusual(Exception):
    """Code of a shape that is left to black."""


@dataclass(slots=True)
class LayoutCache:
    """What layout made of pieces of code; `used` are those that were asked for since it was last emptied."""

    pieces: dict[str, str] = field(default_factory=dict)  # by a digest of what they were before
    used: dict[str, str] = field(default_factory=dict)

    def get(self, text: str) -> str | None:
        """What was made of a piece of code; None: it has not been laid out before."""
        key = digest(text)
        found = self.pieces.get(key)
        if found is not None:
            self.used[key] = found
        return found

    def put(self, text: str, formatted: str) -> None:
        """Remembers what was made of a piece of code."""
        key = digest(text)
        self.pieces[key] = self.used[key] = formatted


def digest(text: str) -> str:
    """The key of a piece of code."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=15).hexdigest()


KNOWN = LayoutCache()


def black(text: str) -> str:
    """Black's own layout of a piece of code; a piece that did not change is not formatted again."""
    found = KNOWN.get(text)
    if found is None:
        found = _black(text)
        KNOWN.put(text, found)
    return found


def _black(text: str) -> str:
    """Black's own layout."""
    # Imported here: that takes longer than most builds after an edit need.
    from black import format_str
    from black.mode import Mode, TargetVersion

    return format_str(text, mode=Mode(line_length=LENGTH, target_versions={TargetVersion.PY311}))

"""Where emitted code comes from: comments quote the rules, and the lines' numbers stand in a file beside the code.

So a line that is added to the rules changes only the code that it touches, not the comments after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

LONGEST = 90  # letters of a line of the rules; what is longer is cut


class Origin(NamedTuple):
    """A line of the rules."""

    path: str
    line: int


class SourceMap:
    """Rewrites the comments of an engine's modules, and keeps the numbers of the lines they named."""

    def __init__(self, sources: Mapping[str, str], folder: str) -> None:
        self.lines = {path: text.split("\n") for path, text in sources.items()}
        self.folder = f"{folder}/"
        self.found: dict[str, list[Origin]] = {}  # by function, in the order of its comments

    def quoted(self, text: str) -> str:
        """A module whose comments and docstrings name the file, and say what stands there, but no numbers."""
        function = ""
        made: list[str] = []
        for line in text.split("\n"):
            if line.startswith("def "):
                function = line[4 : line.index("(")]
            made.append(self.rewritten(line, function) if "# " in line or '"""' in line else line)
        return "\n".join(made)

    def rewritten(self, line: str, function: str) -> str:
        """A line of a module, with a quotation in the place of a number."""
        code = line.lstrip()
        indent = line[: len(line) - len(code)]
        if code.startswith("# "):
            place, _, ids = code[2:].partition(" ")
            origin = self.origin(place)
            if origin is not None:
                self.found.setdefault(function, []).append(origin)
                return " ".join([f"{indent}# {self.short(origin)}:", *self.quote(origin), *[ids] * bool(ids)])
        elif code.startswith('"""') and code.endswith((')."""', ").")):
            end = ")." + '"""' * code.endswith('"""')
            said, _, place = code.removesuffix(end).rpartition(" (")
            origin = self.origin(place)
            if origin is not None:
                self.found.setdefault(function, []).append(origin)
                return f"{indent}{said} ({self.short(origin)}{end}"
        else:
            before, mark, place = line.rpartition("  # ")
            origin = self.origin(place) if mark else None
            if origin is not None:
                return f"{before}{mark}{self.short(origin)}"
        return line

    def origin(self, place: str) -> Origin | None:
        """The line that a text such as `rules/go/play.rules:7` names."""
        path, colon, number = place.rpartition(":")
        return Origin(path, int(number)) if colon and path in self.lines and number.isdigit() else None

    def short(self, origin: Origin) -> str:
        """The path of a file within the game."""
        return origin.path.removeprefix(self.folder)

    def quote(self, origin: Origin) -> list[str]:
        """What stands in a line of the rules, without its ids and remarks."""
        lines = self.lines[origin.path]
        text = lines[origin.line - 1].strip() if 0 < origin.line <= len(lines) else ""
        if text.endswith("]"):
            text = text[: text.rfind("[")].rstrip()
        if not text or not text.isprintable():
            return []
        return [text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"]

    def listed(self) -> str:
        """The numbers of the lines by function; a file is named where it is another than before."""
        rows: list[str] = []
        for function, source_map in sorted(self.found.items()):
            path, words = "", []
            for origin in source_map:
                words.append(f"{origin.path if origin.path != path else ''}:{origin.line}")
                path = origin.path
            rows.append(" ".join([function, *words]))
        return "".join(f"{row}\n" for row in rows)

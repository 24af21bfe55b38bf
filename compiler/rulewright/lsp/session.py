"""What the server remembers between two requests: open texts, and what was last understood of each game."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from rulewright.lsp import homes
from rulewright.lsp.analysis import Analysis, Moment
from rulewright.lsp.homes import Home
from rulewright.lsp.names import Names, names_of
from rulewright.lsp.positions import Text
from rulewright.surface import ast
from rulewright.surface.recover import recovered


class Buffer(NamedTuple):
    """A file that is open in the editor."""

    uri: str
    version: int | None
    text: Text


class Document(NamedTuple):
    """A file that a request is about."""

    home: Home
    name: str  # as the compiler calls it
    uri: str
    text: Text

    @property
    def tree(self) -> ast.File:
        """What can be read of it."""
        return recovered(self.name, self.text.text)


@dataclass(slots=True)
class Session:
    """All that is open, and what is known of it."""

    open: dict[Path, Buffer] = field(default_factory=dict)
    analyses: dict[Home, dict[str, Analysis]] = field(default_factory=dict)  # by variant, as last understood
    folders: list[Path] = field(default_factory=list)
    _names: dict[Home, tuple[int, Names]] = field(default_factory=dict)
    _stamp: int = 0  # grows with every change that may give names another meaning

    def opened(self, uri: str, version: int | None, text: str) -> Home:
        """Takes up a text of the editor; gives the game that it belongs to."""
        path = homes.path_of(uri)
        self.open[path] = Buffer(uri, version, Text(text))
        self.stale()
        return homes.home_of(path)

    def closed(self, uri: str) -> Home:
        """Forgets a text of the editor; gives the game that it belongs to."""
        path = homes.path_of(uri)
        self.open.pop(path, None)
        self.stale()
        return homes.home_of(path)

    def homes(self) -> list[Home]:
        """The games of which a file is open."""
        return list(dict.fromkeys(homes.home_of(path) for path in self.open))

    def moment(self, home: Home) -> Moment:
        """The files of a game as they stand now."""
        texts = {path: b.text.text for path, b in self.open.items() if home.holds(path)}
        return Moment(home, *homes.texts_of(home, texts), frozenset(home.name_of(path) for path in texts))

    def document(self, uri: str) -> Document | None:
        """The file of a request; None if it is not open."""
        path = homes.path_of(uri)
        buffer = self.open.get(path)
        if buffer is None:
            return None
        home = homes.home_of(path)
        name = home.name_of(path)
        return Document(home, name, uri, buffer.text)

    def text(self, home: Home, name: str, sources: dict[str, str]) -> Text:
        """The text of any file of a game, to find places in."""
        buffer = self.open.get(home.path_of(name))
        return buffer.text if buffer is not None else Text(sources.get(name, ""))

    def uri(self, home: Home, name: str) -> str:
        """The address of a file, as the editor wrote it if it has the file open."""
        path = home.path_of(name)
        return self.open[path].uri if path in self.open else homes.uri_of(path)

    def stale(self) -> None:
        """Something has changed: names are worked out anew when they are asked for."""
        self._stamp += 1

    def learned(self, home: Home, done: Analysis) -> None:
        """What an analysis knows serves until a later one knows as much."""
        self.analyses.setdefault(home, {})[done.variant] = done
        self.stale()

    def names(self, home: Home) -> Names:
        """What the names of a game mean now."""
        stamp, known = self._names.get(home, (-1, None))
        if known is None or stamp != self._stamp:
            known = names_of(self.moment(home), dict(self.analyses.get(home, {})))
            self._names[home] = (self._stamp, known)
        return known

    def analysis(self, home: Home, variant: str = "") -> Analysis | None:
        """What was last understood of a variant, or of the game itself; None: nothing yet."""
        known = self.analyses.get(home, {})
        return known.get(variant) or known.get("")

"""Books at the table: the pages of a game's rulebook, made when somebody first asks for them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from rulewright_table.shelf import Shelf

TYPES: Final = {"html": "text/html", "js": "text/javascript", "css": "text/css"}


class Books:
    """Answers for the files of books; each book is made once for the rules as they are."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._made: dict[str, tuple[str, Mapping[str, str]]] = {}  # game -> hash of its rules, files
        self._lock = asyncio.Lock()

    def address(self, game: str, id: str) -> str:
        """Where the book of a game has a rule; "" if there are no books here."""
        return f"/book/{game}/index.html#{id}" if self.shelf.has_books else ""

    async def file(self, request: Request) -> Response:
        """A file of a game's book; LookupError if there is none."""
        game, path = request.path_params["game"], request.path_params["path"]
        files = await self._files(game)
        if path not in files:
            raise LookupError(f"the book of {game} has no page {path}")
        sort = TYPES.get(path.rpartition(".")[2], "text/plain")
        return Response(files[path], media_type=sort, headers={"cache-control": "no-cache"})

    async def _files(self, game: str) -> Mapping[str, str]:
        """The files of a game's book by their paths, made anew when the rules have changed."""
        if not self.shelf.has_books:
            raise LookupError("there are no books here")
        async with self._lock:
            rules = (await asyncio.to_thread(self.shelf.engine, game)).rules
            known = self._made.get(game)
            if known is None or known[0] != rules:
                known = self._made[game] = (rules, await asyncio.to_thread(self.shelf.book, game))
            return known[1]

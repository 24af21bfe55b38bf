"""The lobby: the games on the shelf, tables that are kept, and how new ones are set up."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rulewright_table import messages
from rulewright_table.house import House
from rulewright_table.players import in_order
from rulewright_table.shelf import about
from rulewright_table.storage import Link


class Lobby:
    """What whoever started the server can do."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def all(self, request: Request) -> Response:
        """The games, the tables and the names of the bots."""
        boxes = await asyncio.to_thread(self.house.shelf.boxes)
        tables = await asyncio.to_thread(self._tables)
        return JSONResponse(
            {
                "games": [
                    {
                        "name": box.name,
                        "title": box.title,
                        "group": box.group,
                        "variants": list(box.variants),
                        "records": list(box.records),
                    }
                    for box in boxes
                ],
                "tables": tables,
                "bots": in_order(),
            }
        )

    def _tables(self) -> list[dict[str, Any]]:
        """The first hundred tables that are kept, with their links."""
        storage = self.house.storage
        return [
            {
                "id": one.id,
                "game": one.game,
                "title": one.title,
                "names": one.base.get("names", []),
                "created": one.created,
                "links": [link_told(link) for link in storage.links(one.id)],
            }
            for one in storage.tables()[:100]
        ]

    async def box(self, request: Request) -> Response:
        """What can be agreed on before a game, and a picture of its start."""
        name = request.path_params["game"]
        engine = await asyncio.to_thread(self.house.shelf.engine, name)  # may have to be compiled first
        return JSONResponse(await asyncio.to_thread(about, engine))

    async def new(self, request: Request) -> Response:
        """The links of a new table, set up as the request wishes."""
        wish = messages.NewTable.model_validate_json(await request.body())
        return JSONResponse({"links": [link_told(link) for link in await self.house.new_table(wish)]})

    async def take_in(self, request: Request) -> Response:
        """The links of a table that goes on with a saved or recorded game."""
        wish = messages.Import.model_validate_json(await request.body())
        links = await self.house.take_in(wish.text, wish.title)
        return JSONResponse({"links": [link_told(link) for link in links]})

    async def watch(self, request: Request) -> Response:
        """The links of a table with a recorded game of the shelf; LookupError if there is no such record."""
        wish = messages.Watch.model_validate_json(await request.body())
        boxes = await asyncio.to_thread(self.house.shelf.boxes)
        box = next((one for one in boxes if one.name == wish.game), None)
        if box is None or wish.record not in box.records:
            raise LookupError("there is no such recorded game")
        links = await self.house.take_in(box.records[wish.record], f"{box.title}: {wish.record}")
        return JSONResponse({"links": [link_told(link) for link in links]})

    async def remove(self, request: Request) -> Response:
        """Deletes what is kept of a table and closes it."""
        await asyncio.to_thread(self.house.storage.remove, request.path_params["id"])
        self.house.remove(request.path_params["id"])  # afterwards: nobody can open it again
        return JSONResponse({})


def link_told(link: Link) -> dict[str, Any]:
    """A link as the client needs it: path, seats, whether it is the host's."""
    return {"path": f"/play#{link.token}", "seats": list(link.seats), "host": link.host}

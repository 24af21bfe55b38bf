"""The server's routes: pages, the lobby for whoever has the key, and seats for whoever has a link."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVar

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from rulewright_runtime.position import RulesFailure
from rulewright_table import lobby, messages
from rulewright_table.books import Books
from rulewright_table.house import House, Room
from rulewright_table.questions import QUESTIONS, around, rule
from rulewright_table.security import Gate, TooLarge
from rulewright_table.storage import Link
from rulewright_table.table import Refused, Table, as_json

STATIC: Final = Path(__file__).parent / "static"
PATIENCE: Final = 15.0  # seconds of silence after which a stream says that it still lives
M = TypeVar("M", bound=messages.Message)
Endpoint = Callable[[Request], Awaitable[Response]]


def application(house: House, hosts: frozenset[str], rate: float = 40.0, burst: float = 120.0) -> Gate:
    """The whole server, behind its gate."""
    books = Books(house.shelf)
    seats = Seats(house, books)
    rooms = lobby.Lobby(house)
    routes = [
        Route("/", _page("index.html")),
        Route("/play", _page("play.html")),
        Mount("/static", StaticFiles(directory=STATIC)),
        Route("/book/{game}/{path:path}", with_clear_errors(books.file)),
        Route("/api/lobby", with_clear_errors(keyed(house, rooms.all))),
        Route("/api/lobby/box/{game}", with_clear_errors(keyed(house, rooms.box))),
        Route("/api/tables", with_clear_errors(keyed(house, rooms.new)), methods=["POST"]),
        Route("/api/tables/{id}/remove", with_clear_errors(keyed(house, rooms.remove)), methods=["POST"]),
        Route("/api/import", with_clear_errors(keyed(house, rooms.take_in)), methods=["POST"]),
        Route("/api/watch", with_clear_errors(keyed(house, rooms.watch)), methods=["POST"]),
        Route("/api/seat/{token}/events", with_clear_errors(seats.events)),
        *[
            Route(f"/api/seat/{{token}}/{name}", with_clear_errors(work))
            for name, work in seats.questions().items()
        ],
        *[
            Route(f"/api/seat/{{token}}/{name}", with_clear_errors(work), methods=["POST"])
            for name, work in seats.deeds().items()
        ],
    ]
    return Gate(Starlette(routes=routes), hosts, rate, burst)


def _page(name: str) -> Endpoint:
    """The route that serves a file of the client."""

    async def page(request: Request) -> Response:
        return FileResponse(STATIC / name)

    return page


def keyed(house: House, endpoint: Endpoint) -> Endpoint:
    """Only for whoever has the key."""

    async def wrapped(request: Request) -> Response:
        if not hmac.compare_digest(request.headers.get("x-key", ""), house.key):
            return JSONResponse({"error": "this needs the key that the server printed when it started"}, 403)
        return await endpoint(request)

    return wrapped


def with_clear_errors(endpoint: Endpoint) -> Endpoint:
    """Turns whatever goes wrong into one clear message."""

    async def wrapped(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Refused as refused:
            return JSONResponse({"error": str(refused), "rules": refused.rules}, 409)
        except LookupError as error:
            return JSONResponse({"error": str(error.args[0]) if error.args else "not found"}, 404)
        except (ValidationError, json.JSONDecodeError, UnicodeDecodeError, RecursionError):
            return JSONResponse({"error": "this is not what was expected here"}, 400)
        except TooLarge:
            return JSONResponse({"error": "this is too large"}, 413)
        except RulesFailure as error:
            return JSONResponse({"error": f"the rules fail: {error}"}, 500)

    return wrapped


async def body(request: Request, model: type[M]) -> M:
    """The body of a request as a model; pydantic's ValidationError if it is anything else."""
    return model.model_validate_json(await request.body())


class Seats:
    """What can be done with the link to a seat."""

    def __init__(self, house: House, books: Books) -> None:
        self.house = house
        self.books = books

    def questions(self) -> dict[str, Endpoint]:
        """By name, the routes that only read."""
        return {
            **{name: self._question(name) for name in QUESTIONS},
            "news": self.news,
            "watch": self.watch,
            "rule": self.rule,
            "record": self.record,
            "save": self.save,
        }

    def deeds(self) -> dict[str, Endpoint]:
        """By name, the routes that change something."""
        return {
            "play": self.play,
            "undo": self.undo,
            "plan": self.plan,
            "seats": self.sit,
            "go_on": self.go_on,
        }

    async def _room(self, request: Request) -> tuple[Room, Link]:
        """The table and the link that the token in the path stands for."""
        return await self.house.room_of(request.path_params["token"])

    # ------------------------------------------------------------ news

    async def events(self, request: Request) -> Response:
        """The stream of server-sent events for one link."""
        room, link = await self._room(request)
        language = request.query_params.get("language", "")
        return StreamingResponse(
            self._stream(room, link, language),
            media_type="text/event-stream",
            headers={"x-accel-buffering": "no"},
        )

    async def _stream(self, room: Room, link: Link, language: str) -> AsyncIterator[str]:
        """The setting, then a moment whenever something has happened."""
        rules, handed = "", room.handed
        viewer: int | None = None
        yield "retry: 1000\n\n"
        async for something in self.house.news(room, PATIENCE):
            if not something:
                yield ": still here\n\n"
                continue
            if room.handed != handed:
                handed = room.handed
                now = await self.house.link(link.token)
                if now is None:
                    return
                link = now
            if room.table.engine.rules != rules:
                rules = room.table.engine.rules
                yield f"event: setting\ndata: {await self._setting(room, language)}\n\n"
            viewer = room.table.viewer(link.seats, viewer)
            yield f"event: moment\ndata: {await self._moment(room, link, viewer, language)}\n\n"

    async def news(self, request: Request) -> Response:
        """The same to somebody who asks now and then: a browser has few connections for streams."""
        room, link = await self._room(request)
        about = request.query_params
        language, version = about.get("language", ""), room.version
        if about.get("version") == version:
            return Response(status_code=204)
        last = about.get("viewer", "")
        viewer = room.table.viewer(link.seats, int(last) if last.isdecimal() and len(last) < 4 else None)
        rules = room.table.engine.rules
        setting = "null" if about.get("rules") == rules else await self._setting(room, language)
        moment = await self._moment(room, link, viewer, language)
        text = f'{{"version":{as_json(version)},"setting":{setting},"moment":{moment}}}'
        return Response(text, media_type="application/json")

    async def _setting(self, room: Room, language: str) -> str:
        """The setting of a table as JSON."""
        return await self.house.read(room, lambda table: as_json(table.setting(language)))

    async def _moment(self, room: Room, link: Link, viewer: int | None, language: str) -> str:
        """What a seat is told of the table as it is, as JSON."""
        text = room.table.known_text(viewer, link.token, language)
        if text is None:
            text = await self.house.read(room, _moment(viewer, link.token, language))
        said = around(room.table, link.seats, link.host, room.failed, room.notice or room.bots.trouble)
        return f"{text[:-1]},{as_json(said)[1:]}"

    # ------------------------------------------------------------ questions

    def _question(self, name: str) -> Endpoint:
        """The route that answers one of the questions that a table knows."""

        async def asked(request: Request) -> Response:
            room, link = await self._room(request)
            about = dict(request.query_params)
            return JSONResponse(
                await self.house.read(
                    room, lambda table: QUESTIONS[name](table, link.token, link.seats, about)
                )
            )

        return asked

    async def watch(self, request: Request) -> Response:
        """The link for spectators: one that can be shown around, since it answers for nobody."""
        room, _ = await self._room(request)
        links = await asyncio.to_thread(self.house.storage.links, room.id)
        token = next((one.token for one in links if not one.seats and not one.host), None)
        if token is None:
            raise Refused("this table has no link for spectators")
        return JSONResponse({"token": token})

    async def rule(self, request: Request) -> Response:
        """The sentence of a rule, and where it stands in the book."""
        room, _ = await self._room(request)
        rules = await asyncio.to_thread(self.house.shelf.rules, room.stored.game)
        found = rule(rules, request.query_params)
        return JSONResponse({**found, "book": self.books.address(room.stored.game, found["id"])})

    async def record(self, request: Request) -> Response:
        """The moves of a game tell its secrets: the seed, and what was picked secretly."""
        room, link = await self._room(request)
        if not room.table.game.over and (not link.host or room.table.setting()["secrets"]):
            raise Refused("a game with secrets can be exported when it is over")
        text = await self.house.read(room, lambda table: table.record())
        return PlainTextResponse(text, headers={"content-disposition": 'attachment; filename="game.record"'})

    async def save(self, request: Request) -> Response:
        """The saved game as a file, for the host only."""
        room, link = await self._room(request)
        if not link.host:
            raise Refused("only whoever set the table up can save it to a file")
        text = await self.house.read(room, lambda table: table.game.save())
        return PlainTextResponse(text, headers={"content-disposition": 'attachment; filename="game.save"'})

    # ------------------------------------------------------------ deeds

    async def play(self, request: Request) -> Response:
        """Answers a decision; gives the new revision."""
        room, link = await self._room(request)
        await self.house.answer(room, link, await body(request, messages.Answer))
        return JSONResponse({"revision": room.table.revision})

    async def undo(self, request: Request) -> Response:
        """Takes moves back; gives the new revision."""
        room, link = await self._room(request)
        await self.house.undo(room, link, await body(request, messages.Undo))
        return JSONResponse({"revision": room.table.revision})

    async def plan(self, request: Request) -> Response:
        """Begins, drops or carries out a plan; gives the revision."""
        room, link = await self._room(request)
        await self.house.plan(room, link, (await body(request, messages.Plan)).do)
        return JSONResponse({"revision": room.table.revision})

    async def sit(self, request: Request) -> Response:
        """Gives a seat to somebody else; gives the new link if a person takes it."""
        room, link = await self._room(request)
        new = await self.house.sit(room, link, await body(request, messages.Seat))
        return JSONResponse({"link": None if new is None else f"/play#{new.token}"})

    async def go_on(self, request: Request) -> Response:
        """Lets a table go on under changed rules, without the moves that they do not understand; refused to spectators."""
        room, link = await self._room(request)
        if not link.seats and not link.host:
            raise Refused("spectators cannot decide this")
        await self.house.go_on(room, (await body(request, messages.GoOn)).revision)
        return JSONResponse({"revision": room.table.revision})


def _moment(viewer: int | None, token: str, language: str) -> Callable[[Table], str]:
    """A function that reads the moment of a table as JSON, as one viewer sees it."""
    return lambda table: table.moment_text(viewer, token, language)

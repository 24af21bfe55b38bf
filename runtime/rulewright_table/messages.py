"""What a browser may send: every request body as a model, so that nothing else gets further than here."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Name = Annotated[str, StringConstraints(min_length=1, max_length=40, strip_whitespace=True)]
Short = Annotated[str, StringConstraints(max_length=80)]


class Message(BaseModel):
    """A request body that has no fields but its own."""

    model_config = ConfigDict(extra="forbid")


class Sitting(Message):
    """Who takes a seat."""

    name: Name
    who: Short = "person"  # person, open, or the name of a bot


class NewTable(Message):
    """A table to be set up."""

    game: Short
    seats: list[Sitting] = Field(min_length=1, max_length=20)
    options: dict[Short, int | bool | Short] = {}
    seed: int | None = Field(default=None, ge=0, lt=2**62)
    language: Short = "en"


class Import(Message):
    """A recorded game to be looked at or gone on with."""

    text: Annotated[str, StringConstraints(max_length=2_000_000)]
    title: Short = ""


class Watch(Message):
    """A recorded game of the shelf."""

    game: Short
    record: Short


class Answer(Message):
    """An answer to a decision: which option, in which revision."""

    revision: int
    player: int
    option: int


class Undo(Message):
    """Back to an earlier revision."""

    revision: int
    to: int


class Plan(Message):
    """Begins to try moves, keeps them or drops them."""

    do: Annotated[str, StringConstraints(pattern="^(begin|keep|drop)$")]


class Seat(Message):
    """Hands a seat to a bot or to whoever gets a new link."""

    seat: int
    who: Short


class GoOn(Message):
    """Goes on from the last moment that the new rules understand."""

    revision: int

"""The JSON form of recorded games, for programs that read or write them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, StrictBool, StrictInt, StrictStr, Tag

Name = StrictStr
Digits = Annotated[StrictStr, Field(pattern="^-?[0-9]+$")]
One = StrictBool | StrictInt | StrictStr | None


class _Part(BaseModel):
    """A part of a record: no fields but its own."""

    model_config = ConfigDict(extra="forbid")


class AnswerStep(_Part):
    """One answer to one decision."""

    by: Name = Field(description="the player who answers")
    pick: StrictBool | StrictInt | StrictStr = Field(description="what is picked, by its content or its text")
    choice: Name = Field("", description="the name of the choice; of a free action, of its menu")
    text: Name = Field("", description="the pick in words for people; not read")


class NextStep(_Part):
    """What chance gives when it is asked next."""

    next: Literal["shuffle", "random", "roll"]
    values: list[StrictInt | StrictStr] = Field(
        description="in order; of a shuffle the first ones are enough"
    )


class GivenStep(_Part):
    """Figures that hold after the setup."""

    given: Name = Field(description="table, a player, or a cell")
    figures: dict[str, One | list[One] | dict[str, StrictInt]] = Field(min_length=1)


class CheckStep(_Part):
    """Figures that must be found at this point."""

    check: Name = Field(description="game, table, a player, a cell, or a piece")
    figures: dict[str, One | list[One] | dict[str, StrictInt]] = Field(min_length=1)


def _sort(step: Any) -> str | None:
    """A step is told by the key that only this sort has."""
    keys = step if isinstance(step, dict) else {}
    return next((key for key in ("by", "next", "given", "check") if key in keys), None)


Step = Annotated[
    Annotated[AnswerStep, Tag("by")]
    | Annotated[NextStep, Tag("next")]
    | Annotated[GivenStep, Tag("given")]
    | Annotated[CheckStep, Tag("check")],
    Discriminator(
        _sort,
        custom_error_type="step",
        custom_error_message="a step has one of by, next, given, check",
    ),
]


class RecordFile(_Part):
    """A recorded game."""

    format: Literal["rulewright record"]
    version: Literal[1]
    game: Name
    variant: Name = ""
    rules: Name = Field("", description="the hash of the rules; without it, any rules will do")
    players: list[Name] | StrictInt = Field(description="their names, or how many there are")
    options: dict[str, StrictBool | StrictInt | StrictStr] = {}
    seed: StrictInt | Digits | None = Field(
        None,
        description="without it, the record tells what chance gives; in digits if it is too large for other readers of JSON",
    )
    steps: list[Step] = []

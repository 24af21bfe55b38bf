"""The scene as models: what docs/table/scene.md describes, for a JSON schema and for tests."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

Value = Any  # numbers, texts, references, lists and maps of these, {"hidden": …}


class Part(BaseModel):
    """A part of a scene: no fields but its own."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Seat(Part):
    """A player or automatic participant: how they are named and drawn."""

    name: str
    colour: str
    shape: str
    participant: bool


class Icon(Part):
    """A sign: so many of a thing, or a text."""

    of: str = ""
    n: int | None = None
    text: str = ""


class Under(Part):
    """What shows on a mat where figures were taken away, by the space."""

    field: str
    places: dict[str, list[dict[str, int]]]


class Counted(Part):
    """What stands in the spaces of a track, by a figure that is computed."""

    figure: str
    of: str


class Member(Part):
    """A member of a kind: its texts, its figures and how it is drawn."""

    label: str
    title: str
    note: str
    columns: dict[str, str]
    colour: str
    shape: str
    glyph: str
    icons: list[Icon]
    under: Under | None
    grants: list[str]


class Sign(Part):
    """Shape and colour that stand for the name of a column."""

    shape: str = ""
    colour: str = ""


class Kind(Part):
    """A kind of the rules with its members."""

    label: str
    columns: dict[str, str]
    face: list[str] | None
    signs: dict[str, Sign]
    members: dict[str, Member]


class Cell(Part):
    """A cell of a board and the point where it is drawn."""

    ref: str
    name: str
    label: str
    x: float
    y: float


class Edge(Part):
    """An edge of a board between two cells."""

    ref: str
    set: str
    a: int
    b: int


class Board(Part):
    """A board: its cells and edges and how it is drawn."""

    label: str
    shape: str
    rows: int
    columns: int
    kind: str
    tint: dict[str, str]
    none: str
    chequer: str
    frame: str
    around: str
    divide: list[int]
    cells: list[Cell]
    links: list[tuple[int, int]]
    edges: list[Edge]


class FieldInfo(Part):
    """A field: whose it is, its type and the role in which it is drawn."""

    owner: str
    name: str
    label: str
    type: str
    keys: str
    low: int | None
    high: int | None
    role: str
    shape: str
    colour: str
    under: Under | Counted | None
    by: str = ""
    on: str = ""


class Piece(Part):
    """A sort of piece."""

    label: str
    plural: str
    board: str
    face: list[str] | None
    title: str


class Resource(Part):
    """A resource and how it is drawn."""

    label: str
    colour: str
    glyph: str
    shape: str


class ActionInfo(Part):
    """An action of a menu and how it is drawn."""

    label: str
    icons: list[Icon]
    granted: str
    shared: bool


class Setting(Part):
    """What stays the same for a whole game."""

    scene: int
    game: str
    variant: str
    title: str
    language: str
    languages: list[str]
    rules: str
    seats: list[Seat]
    secrets: bool
    kinds: dict[str, Kind]
    boards: dict[str, Board]
    fields: list[FieldInfo]
    pieces: dict[str, Piece]
    resources: dict[str, Resource]
    effects: dict[str, list[Icon]]
    actions: dict[str, ActionInfo]
    from_: list[str] = Field(alias="from")
    forecast: str


class Option(Part):
    """One answer to a decision and the thing that it points at."""

    text: str
    target: str
    group: str
    second: str | None = None  # of a pair
    source: str = ""  # the tile or card that grants it


class Decision(Part):
    """Something that is asked; the options are told only to whom it is asked."""

    player: int
    for_: int = Field(alias="for")
    choice: str
    prompt: str
    rules: list[str]
    place: str
    type: str
    hidden: bool
    picked: list[str] | None = None
    options: list[Option] | None = None


class SeatPart(Part):
    """A player within a line of text."""

    seat: int


class Line(Part):
    """A line of the log."""

    n: int
    move: int
    seat: int | None
    text: list[str | SeatPart]
    rules: list[str]


class Step(Part):
    """A move that can be taken back."""

    revision: int
    text: str


class Moment(Part):
    """What changes with every move, for one viewer."""

    revision: int
    viewer: int | None
    over: bool
    winners: list[int]
    scores: list[int | None]
    colours: list[str | None]
    table: dict[str, Value]
    players: list[dict[str, Value]]
    cells: dict[str, dict[str, list[Value]]]
    edges: dict[str, dict[str, list[Value]]]
    pieces: dict[str, dict[str, Value]]
    figures: dict[str, dict[str, int]]
    spent: dict[str, list[int]]
    decisions: list[Decision]
    turn: list[Step]
    lines: int
    log: list[Line]


class Gain(Part):
    """By how much a figure of a seat changes."""

    seat: int
    field: str
    key: str
    by: int


class Preview(Part):
    """What an option would do."""

    gains: list[Gain] = []
    touches: list[str] = []
    then: list[str] = []
    unsure: bool = False
    sealed: bool = False
    ends: bool = False


class Forecast(Part):
    """What a seat would gain by the rules that the look names."""

    seat: int
    gains: list[Gain]
    unsure: bool = False


class Scene(Part):
    """All of it."""

    setting: Setting
    moment: Moment
    previews: list[Preview] = []
    forecast: list[Forecast] = []


def schema() -> dict[str, Any]:
    """The JSON schema of a scene."""
    return Scene.model_json_schema(by_alias=True)

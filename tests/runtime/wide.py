"""A state with a field of every type, and one choice: no game, but all that words, views, saves and drawings meet."""

from __future__ import annotations

from typing import Any

from rulewright_runtime import boards, core
from rulewright_runtime.core import Action, Choice, Machine, Position, Then
from rulewright_runtime.engine import Computed, Engine, Field, Kind, Option, Piece
from rulewright_runtime.values import seat_text

NONE = core.NONE
LAND = boards.hexes("land", (("A", False, 3), ("B", True, 2)), (True, True, True, True, False))
ROADS = LAND.add_edges("road", LAND.borders())
WHEEL = boards.ring("wheel", 4)
MACHINE = Machine()
L_PICKED = core.FIRST_LABEL


class G(Position):
    def __init__(self, machine: Machine, players: int) -> None:
        super().__init__(machine, players)
        seats = players + 1
        self.kind = NONE  # which choice is pending
        self.cost: tuple[int, ...] = (1, 0, 2)
        self.way = 1
        self.reward = 0
        self.note = "begin"
        self.left = [3, 2]  # for each colour
        self.bowl = [0, 1, 2] * seats  # for each number from 1 to 3
        self.friend = [NONE] * seats
        self.ready = [False] * seats
        self.cards: list[tuple[int, ...]] = [()] * seats
        self.land_colour = [0, 1, NONE, 0, NONE]
        self.road_owner = [NONE] * ROADS.size
        self.card_alive: list[int] = []
        self.card_type: list[int] = []
        self.card_zone: list[int] = []
        self.card_home: list[int] = []
        self.house_alive: list[int] = []
        self.house_cells: list[tuple[int, ...]] = []
        self.house_on: list[tuple[int, ...]] = [()] * LAND.size
        self.house_colour: list[int] = []
        self.house_owner: list[int] = []

    def clone(self) -> G:
        other = G(self.machine, self.players)
        self.copy_into(other)
        for name, value in vars(self).items():
            setattr(other, name, value[:] if isinstance(value, list) else value)
        return other


def make(players: int, options: dict[str, int]) -> G:
    return G(MACHINE, players)


def begin(g: G) -> None:
    add_house(g, 0, 0, 0)
    add_house(g, 1, 1, 3)
    add_house(g, 1, 1, 3)
    for number, seat in enumerate((0, 0, 1)):
        g.card_alive.append(number)
        g.card_type.append(number % 2)
        g.card_zone.append(0)
        g.card_home.append(number)
        g.cards[seat] += (number,)
    wait(g, 0)


def add_house(g: G, colour: int, owner: int, cell: int) -> None:
    number = len(g.house_colour)
    g.house_alive.append(number)
    g.house_cells.append((cell,))
    g.house_on[cell] += (number,)
    g.house_colour.append(colour)
    g.house_owner.append(owner)


def wait(g: G, choice: int) -> None:
    """Makes a choice the pending decision."""
    then = ((None, core.L_FINISH), L_PICKED, choice)
    g.then = None
    core.ask(g, 0, choice, MACHINE.choices[choice].options(g, then), then)


def picked(g: G, f: Then, pick: int) -> Then | None:
    g.reward = 0
    return core.beneath(f, 1)


def act(g: Any, you: int, saved: tuple[Any, ...], up: Then | None) -> Then | None:
    return up


OFFERED: dict[str, list[int]] = {
    "kind:colour": [0, 1],
    "cell:land": [0, 4],
    "piece:house": [0, 1, 2],
    "edge:land.road": [0, 1],
    "player": [0, 1],
    "participant": [0, 1, 2],
    "direction:land": [1, 3],
    "resource": [0, 2],
    "number": [3, 7],
    "flag": [0, 1],
    "may": [1, 0],
    "turn_or_move#2": [0, NONE],
    "branch": [0, 1],
    "kind:colour or none": [1, NONE],
}
TEXTS = {"may": ("build",), "turn_or_move#2": ("stop here",), "branch": ("same", "same")}


def options_of(type: str) -> Any:
    return lambda g, then: list(OFFERED[type])


MACHINE.resume.append(picked)
MACHINE.labels.append("picked")
MACHINE.risky.append(False)
for a_type in OFFERED:
    MACHINE.choices.append(
        Choice(
            a_type,
            "a thing",
            "W-1",
            "w:1",
            "menu" if "#" in a_type else a_type,
            False,
            TEXTS.get(a_type, ()),
            options_of(a_type),
            None,
            None,
        )
    )
MACHINE.choices.append(
    Choice(
        "list", "a thing", "W-1", "w:1", "list", False, (), lambda g, then: [0, 1], None,
        lambda g, then, option: f"ask {seat_text(option)}",
    )
)  # fmt: skip
MACHINE.actions += [Action("sail", "set sail", "turn", "W-2", act), Action("dig", "dig", "turn", "W-2", act)]

LABELS = {
    "red": "czerwony",
    "sea_green": "morski",
    "gain(2)": "weź 2",
    "wide": "Szeroka",
    "all": "Szeroka (wszystko)",
    "house": "dom",
    "{colour} on {place}": "{colour} na {place}",
    "{n} coins": "monety: {n}",
    "{you} puts a house ({colour}) on {place}": "{you} stawia dom ({colour}) na {place}",
    "{you} takes {list}": "{you} bierze: {list}",
    "place {it}: {first}, {second}": "pole {it}: {first}, {second}",
    "take {n} coins": "weź monety: {n}",
    "help the {colour} one": "pomóż: {colour}",
}

ENGINE = Engine(
    name="wide",
    variant="all",
    title="Wide",
    version="1",
    rules="w1",
    players=(1, 2, 3),
    participants=("the_bank",),
    machine=MACHINE,
    make=make,
    setup=begin,
    begin=begin,
    score=None,
    options=(Option("colour", "kind:colour", 0, 1, 0), Option("fast", "flag", 0, 1, 0)),
    kinds={"colour": Kind("colour", ("red", "sea_green"), ("red", "sea-green"), {})},
    boards={"land": LAND, "wheel": WHEEL},
    pieces={"house": Piece("house", "houses", "land", ()), "card": Piece("card", "cards", "", ())},
    resources=("coin", "clay", "wood"),
    effects=("gain(2)",),
    fields=(
        Field("kind", "kind", "table", "number", internal=True),
        Field("cost", "cost", "table", "bundle"),
        Field("way", "way", "table", "direction:land"),
        Field("reward", "reward", "table", "effect"),
        Field("note", "note", "table", "text"),
        Field("left", "left", "table", "number", keys="kind:colour", low=0),
        Field("bowl", "bowl", "player", "number", keys="range:1..3", low=0, high=12),
        Field("friend", "friend", "player", "participant or none"),
        Field("ready", "ready", "player", "flag"),
        Field("cards", "cards", "player", "hand piece:card", visibility="private"),
        Field("land_colour", "colour", "cell:land", "kind:colour or none"),
        Field("road_owner", "owner", "edge:land.road", "player or none"),
        Field("card_type", "type", "piece:card", "kind:colour"),
        Field("card_home", "home", "piece:card", "piece:house or none"),
        Field("house_colour", "colour", "piece:house", "kind:colour"),
        Field("house_owner", "owner", "piece:house", "player"),
    ),
    names={"the_bank": "The bank"},
    computed=(
        Computed("cell:wheel", "prize", "effect", lambda g, this: 0 if this < 3 else NONE),
        Computed("cell:wheel", "double", "number", lambda g, this: 2 * this),
        Computed("piece:house", "tall", "flag", lambda g, this: this == 2),
    ),
    labels={"pl": LABELS},
)

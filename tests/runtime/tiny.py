"""A small game written by hand against the runtime: secret bids, a nested choice that can fail, a free action, pieces."""

from __future__ import annotations

from typing import Any

from rulewright_runtime import Game, boards, chance, core, load_game
from rulewright_runtime.core import FREE, Action, Blocked, Choice, Machine, Position, Then
from rulewright_runtime.engine import Engine, Field, Kind, Option, Piece
from rulewright_runtime.example_steps import Chance, Claim, Example, Found, Given
from rulewright_runtime.example_steps import Move as ExampleMove

YARD = boards.grid("yard", 3, 3)
L_ROUND, L_BID, L_BID_DONE, L_RESOLVE, L_PRIZE, L_COLOUR, L_CELL = range(
    core.FIRST_LABEL, core.FIRST_LABEL + 7
)
C_BID, C_PRIZE, C_COLOUR, C_CELL = range(4)
M_CONVERSIONS = 0
MACHINE = Machine()


class G(Position):
    __slots__ = (
        "bid", "coin", "hand", "last_round", "prizes", "round", "stake",
        "token_alive", "token_cells", "token_colour", "token_on", "token_owner", "vp", "yard_mark",
    )  # fmt: skip

    def __init__(self, machine: Machine, players: int) -> None:
        super().__init__(machine, players)
        self.prizes: tuple[int, ...] = ()
        self.stake = core.NONE
        self.round = 0
        self.last_round = 3
        self.hand: list[tuple[int, ...]] = [()] * players
        self.bid = [core.NONE] * players
        self.coin = [2] * players
        self.vp = [0] * players
        self.yard_mark = [core.NONE] * YARD.size
        self.token_alive: list[int] = []
        self.token_cells: list[tuple[int, ...]] = []
        self.token_on: list[tuple[int, ...]] = [()] * YARD.size
        self.token_colour: list[int] = []
        self.token_owner: list[int] = []

    def clone(self) -> G:
        other = G.__new__(G)
        self.copy_into(other)
        for name in G.__slots__:
            value = getattr(self, name)
            setattr(other, name, value[:] if isinstance(value, list) else value)
        return other


def make(players: int, options: dict[str, int]) -> G:
    g = G(MACHINE, players)
    g.last_round = options["rounds"]
    return g


def setup(g: G) -> None:
    g.prizes = chance.shuffled(g, (1, 2, 3, 4, 5, 6))
    g.hand = [(1, 2, 3, 4, 5, 6)] * g.players


def play(g: G) -> None:
    core.run(g, ((None, core.L_FINISH), L_ROUND))


def begin(g: G) -> None:
    setup(g)
    play(g)


def next_round(g: G, f: Then, pick: int) -> Then | None:
    if g.round == g.last_round:
        g.winners = tuple(seat for seat in range(g.players) if g.vp[seat] == max(g.vp))
        return core.beneath(f, 1)
    g.round += 1
    g.stake, g.prizes = g.prizes[0], g.prizes[1:]
    return core.secretly(g, tuple(range(g.players)), L_BID, (), (f, L_RESOLVE))


def bid(g: G, f: Then, pick: int) -> Then | None:
    you = f[2]
    then = (f[0], L_BID_DONE, you)
    return core.ask(g, you, C_BID, bid_options(g, then), then)


def bid_options(g: G, then: Then) -> list[int]:
    return list(g.hand[then[2]])


def bid_done(g: G, f: Then, pick: int) -> Then | None:
    g.bid[f[2]] = pick
    return core.beneath(f, 1)


def resolve(g: G, f: Then, pick: int) -> Then | None:
    best = [seat for seat in range(g.players) if g.bid[seat] == max(g.bid)]
    for seat in range(g.players):
        g.hand[seat] = tuple(n for n in g.hand[seat] if n != g.bid[seat])
        g.bid[seat] = core.NONE
    if len(best) > 1:
        return core.beneath(f, 1)
    you = best[0]
    g.vp[you] += g.stake
    if g.log is not None:
        g.log.append((f"{g.stake} points are won", "T-3"))
    then = ((f[0], core.L_WITH, you, M_CONVERSIONS), L_PRIZE, you)
    return core.ask_checked(g, you, C_PRIZE, prize_options(g, then), then)


def prize_options(g: G, then: Then) -> list[int]:
    return [0, 1]


def prize(g: G, f: Then, pick: int) -> Then | None:
    if pick == 1:
        return core.beneath(f, 1)
    then = ((f[0], core.L_UNIT), L_COLOUR, f[2])
    return core.ask_checked(g, f[2], C_COLOUR, colour_options(g, then), then)


def colour_options(g: G, then: Then) -> list[int]:
    return [0, 1, 2]


def colour(g: G, f: Then, pick: int) -> Then | None:
    then = (f[0], L_CELL, f[2], pick)
    return core.ask_checked(g, f[2], C_CELL, cell_options(g, then), then)


def cell_options(g: G, then: Then) -> list[int]:
    return [cell for cell in YARD.cells if g.yard_mark[cell] == core.NONE]


def why_cell(g: G, then: Then, cell: int) -> tuple[str, str]:
    return ("", "") if g.yard_mark[cell] == core.NONE else ("it is marked", "T-5")


def put(g: G, f: Then, pick: int) -> Then | None:
    _, _, you, colour = f
    if g.coin[you] < colour + 1:
        raise Blocked(f"you cannot pay {colour + 1} coins", "T-4")
    g.coin[you] -= colour + 1
    place(g, colour, you, pick)
    return core.beneath(f, 1)


def place(g: G, colour: int, owner: int, cell: int) -> None:
    number = len(g.token_colour)
    g.token_alive.append(number)
    g.token_cells.append((cell,))
    g.token_on[cell] += (number,)
    g.token_colour.append(colour)
    g.token_owner.append(owner)
    g.yard_mark[cell] = owner


def conversions(g: G, you: int) -> list[int]:
    return [FREE] if g.vp[you] > 0 else []


def sell(g: Any, you: int, saved: tuple[Any, ...], up: Then | None) -> Then | None:
    g.vp[you] -= 1
    g.coin[you] += 1
    return up


def check(g: G) -> list[str]:
    return [] if sum(g.coin) >= 0 else ["coins are missing"]


def call_prize(g: G) -> Then | None:
    then = ((None, core.L_WITH, 0, M_CONVERSIONS), L_PRIZE, 0)
    return core.ask_checked(g, 0, C_PRIZE, prize_options(g, then), then)


def examples() -> tuple[Example, ...]:
    def won(g: G) -> tuple[bool, tuple[Found, ...]]:
        return g.vp[0] == 5, (("ann.vp", "number", "", g.vp[0]),)

    def poor(g: G) -> None:
        g.coin[0] = 1
        place(g, 0, 1, YARD.cell(1, 1))

    def marked(g: G) -> tuple[bool, tuple[Found, ...]]:
        return g.yard_mark[YARD.cell(1, 3)] == 0, (("yard(1, 3).mark", "player", "", g.yard_mark[2]),)

    return (
        Example(
            "the higher bid wins",
            "T-3",
            "tiny.rules:40",
            ("ann", "bob"),
            (
                Chance("shuffle", (5, 1), "tiny.rules:42"),
                ExampleMove("answer", "bob", ("2",), "", "tiny.rules:43"),
                ExampleMove("answer", "ann", ("3",), "", "tiny.rules:44"),
                Claim("ann.vp = 5", "tiny.rules:46", won),
            ),
        ),
        Example(
            "what cannot be paid",
            "T-4",
            "tiny.rules:50",
            ("ann", "bob"),
            (
                Given(poor, "tiny.rules:52"),
                ExampleMove("call", "ann", (), "", "tiny.rules:53", call_prize),
                # only one colour can be paid, so it is not asked, but may be said
                ExampleMove("answer", "ann", ("place a token", "red"), "", "tiny.rules:54"),
                ExampleMove("cannot", "ann", ("blue_green",), "T-4", "tiny.rules:55"),
                ExampleMove("cannot", "ann", ("yard(1, 1)",), "", "tiny.rules:56"),
                ExampleMove("answer", "ann", ("yard(1, 3)",), "", "tiny.rules:57"),
                Claim("yard(1, 3).mark is ann", "tiny.rules:58", marked),
            ),
        ),
    )


MACHINE.resume += [next_round, bid, bid_done, resolve, prize, colour, put]
MACHINE.labels += ["round", "bid", "bid.done", "resolve", "prize", "colour", "cell"]
MACHINE.risky += [False, False, False, False, True, True, True]
MACHINE.choices += [
    Choice("bid.bid", "your bid", "T-2", "tiny.rules:10", "number", True, (), bid_options, None, None),
    Choice("prize", "what now", "T-3", "tiny.rules:14", "branch", False, ("place a token", "pass"), prize_options, None, None),
    Choice("prize.colour", "a colour", "T-3", "tiny.rules:15", "kind:colour", False, (), colour_options, None, None),
    Choice("prize.cell", "a place", "T-5", "tiny.rules:16", "cell:yard", False, (), cell_options, why_cell, None),
]  # fmt: skip
MACHINE.actions += [Action("sell", "sell a point", "conversions", "T-6", sell)]
MACHINE.free_menus[M_CONVERSIONS] = conversions

ENGINE = Engine(
    name="tiny",
    variant="",
    title="Tiny auction",
    version="1",
    rules="0123456789abcdef",
    players=(2, 3),
    participants=(),
    machine=MACHINE,
    make=make,
    setup=setup,
    begin=begin,
    play=play,
    score=lambda g, seat: int(g.vp[seat]),
    options=(Option("rounds", "number", 1, 5, 3),),
    kinds={"colour": Kind("colour", ("red", "blue_green", "gold"), ("red", "blue-green", "gold"), {})},
    boards={"yard": YARD},
    pieces={"token": Piece("token", "tokens", "yard", ("colour", "owner"))},
    fields=(
        Field("prizes", "prizes", "table", "deck number", visibility="hidden", low=1, high=6),
        Field("stake", "stake", "table", "number or none", low=1, high=6),
        Field("round", "round", "table", "number", low=0, high=5),
        Field("last_round", "last_round", "table", "number", internal=True),
        Field("hand", "hand", "player", "hand number", visibility="private", low=1, high=6),
        Field("bid", "bid", "player", "number or none", visibility="private", low=1, high=6),
        Field("coin", "coin", "player", "number", low=0),
        Field("vp", "vp", "player", "number", low=0),
        Field("yard_mark", "mark", "cell:yard", "player or none"),
        Field("token_colour", "colour", "piece:token", "kind:colour"),
        Field("token_owner", "owner", "piece:token", "player"),
    ),
    names={"vp": "points"},
    labels={
        "pl": {
            "blue_green": "morski",
            "place a token": "połóż żeton",
            "your bid": "twoja oferta",
            "{n} points are won": "zdobyto punkty: {n}",
            "{anything} won": "wygrano: {anything}",
            "tiny": "Mała aukcja",
            "what_now": "co teraz",
        }
    },
    examples=examples,
    check=check,
    menus=("conversions",),
)


def restore(text: str, language: str, check: bool) -> Game:
    return load_game(ENGINE, text, language, check)


ENGINE.restore = restore

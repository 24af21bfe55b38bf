"""Our games of cards and dice beside OpenSpiel's: how moves, cards and dice are numbered there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyspiel

from rulewright_runtime import Move, core

from .gin import Gin
from .told import Against

RANKS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
SUITS = ("clubs", "diamonds", "hearts", "spades")
BETS = {"fold": 0, "check": 1, "call": 1, "raise": 2}
FACES = ("one", "two", "three", "four", "five", "six")
THROWS = [(one, other) for one in range(6) for other in range(one + 1, 6)]
# Of the cells of our board, from the left above: which point it is.
PLACES = [*range(13, 19), 25, *range(19, 25), *range(12, 6, -1), 0, *range(6, 0, -1)]


class Leduc(Against):
    ours = "leduc_poker"
    theirs = "leduc_poker"

    def draws(self) -> Iterator[int]:
        for hand in list(self.g.hand):
            yield self.card(hand[0])
        yield self.card(self.g.shared[0])

    def card(self, ours: int) -> int:
        """There a card is its rank twice, and its suit."""
        return ours % 3 * 2 + ours // 3

    def number(self, move: Move) -> int:
        return BETS[str(move.pick)]


class LiarsDice(Against):
    ours = "liars_dice_one_throw"
    theirs = "liars_dice(numdice=2)"
    options = {"dice_each": 2}  # noqa: RUF012
    doubt = len(FACES) * 4  # the number after the highest bid

    def draws(self) -> Iterator[int]:
        for dice in list(self.g.dice):
            yield from dice

    def number(self, move: Move) -> int:
        if move.pick == "doubt it":
            return self.doubt
        number, face = str(move.pick).strip("()").split(", ")
        return (int(number) - 1) * len(FACES) + FACES.index(face)


class LiarsDiceOfOne(LiarsDice):
    """One die each."""

    theirs = "liars_dice"
    options: dict[str, Any] = {}  # noqa: RUF012
    doubt = len(FACES) * 2


class Hearts(Against):
    """A match, hand by hand: there every hand is a game of its own."""

    ours = "hearts"
    theirs = "hearts(qs_breaks_hearts=false)"
    players = 4
    options = {"goal": 40}  # noqa: RUF012
    suits = (0, 1, 3, 2)  # ours by the order there: clubs, diamonds, hearts, spades
    steps = (1, 3, 2, 0)

    def begin(self) -> None:
        super().begin()
        self.counted = list(self.g.points)  # before this hand

    def card(self, ours: int) -> int:
        return ours % 13 * 4 + self.suits[ours // 13]

    def draws(self) -> Iterator[int]:
        yield self.steps[self.g.hands_played % 4]
        hands = list(self.g.hand)
        for place in range(13):
            for hand in hands:
                yield self.card(hand[place])

    def number(self, move: Move) -> int:
        suit, rank = str(move.pick).split("_")
        return RANKS.index(rank) * 4 + SUITS.index(suit)

    def turn(self) -> None:
        decision = self.game.decision
        if decision is not None and decision.choice == "pass_on.passed":
            self.pass_on()
        else:
            super().turn()

    def pass_on(self) -> None:
        """Three cards of each: there in any order, here as a set."""
        for seat in range(4):
            hand = [self.card(card) for card in self.g.hand[seat]]
            self.hold(self.state.current_player() == seat, "who passes")
            self.hold(sorted(hand) == self.state.legal_actions(), "the hand")
            for _ in range(3):
                move = self.rng.choice(self.game.moves(seat))
                self.game.play(move)
                self.state.apply_action(self.number(move))
            self.game.play(self.game.moves(seat)[0])  # "done"

    def returns(self) -> list[float]:
        return [26.0 - (now - before) for now, before in zip(self.g.points, self.counted)]

    def play(self) -> None:
        while not self.game.over:
            self.begin()
            self.play_there()


class HeartsOfQueens(Hearts):
    """The queen of spades breaks hearts, as OpenSpiel has it unless told otherwise."""

    theirs = "hearts"
    options = {"goal": 40, "queen_breaks": True}  # noqa: RUF012


class Holdem(Against):
    """A match, hand by hand: there every hand is a game of its own."""

    ours = "limit_holdem"
    theirs = (
        "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=%s,raiseSize=2 2 4 4,firstPlayer=%s,"
        "maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=1000 1000)"
    )
    options = {"hands": 4}  # noqa: RUF012

    def begin(self) -> None:
        second = self.g.dealer
        blinds, first = ("2 1", "2 1 1 1") if second else ("1 2", "1 2 2 2")
        self.state = pyspiel.load_game(self.theirs % (blinds, first)).new_initial_state()
        self.chance = self.draws()
        self.before = [chips + stake for chips, stake in zip(self.g.chips, self.g.stake)]

    def number(self, move: Move) -> int:
        return BETS[str(move.pick)]

    def pick(self, actions: list[int]) -> int:
        """Few fold, so that many hands are shown."""
        return self.rng.choice(
            actions if self.rng.random() < 0.1 else [a for a in actions if a != BETS["fold"]]
        )

    def returns(self) -> list[float]:
        return [
            float(chips + stake - before)
            for chips, stake, before in zip(self.g.chips, self.g.stake, self.before)
        ]

    def play(self) -> None:
        while not self.game.over:
            self.begin()
            self.play_there()

    def draws(self) -> Iterator[int]:
        for hand in list(self.g.hand):
            yield from map(self.card, hand)
        for place in range(5):
            yield self.card(self.g.middle[place])

    def card(self, ours: int) -> int:
        return ours % 13 * 4 + ours // 13


class Backgammon(Against):
    """There a move is two checkers at once: the one for a die and the one for the other."""

    ours = "backgammon_halves"
    theirs = "backgammon(scoring_type=full_scoring)"
    no_move = 25
    low_first = 26 * 26

    def draws(self) -> Iterator[int]:
        """The throws are in the log: whoever cannot move is not asked."""
        read = 0
        first = True
        while True:
            text = self.g.log[read][0]
            read += 1
            if " has thrown " not in text:
                continue
            one, other = sorted(
                FACES.index(face) for face in text.partition(" has thrown ")[2].split(" and ")
            )
            if one == other:
                yield 30 + one
            else:  # the first throw also says who begins
                yield THROWS.index((one, other)) * 2 + (first and text.startswith("⦃1⦄"))
            first = False

    def turn(self) -> None:
        nothing = self.no_move * 26 + self.no_move + self.low_first
        if self.state.legal_actions() == [nothing]:
            self.state.apply_action(nothing)
            return
        decision = self.game.decision
        self.hold(decision is not None, "it is over here, and not there")
        self.hold(decision.player == self.state.current_player(), "who moves")
        ways = dict(self.ways())
        self.hold(sorted(ways) == sorted(self.state.legal_actions()), "the legal moves")
        action = self.rng.choice(sorted(ways))
        for option in ways[action]:
            self.game.play(self.game.moves()[self.g.options.index(option)])
        self.state.apply_action(action)

    def ways(self) -> Iterator[tuple[int, list[int]]]:
        """Every way to use two dice, by its number: our options."""
        high = max(self.g.thrown)
        for option, move in zip(self.g.options, self.game.moves()):
            place, _, die = move.text.removeprefix("from ").partition(" by ")
            first = self.point(int(place)) + (0 if FACES.index(die) == high else self.low_first)
            then = self.g.clone()
            core.step(then, option)
            if then.then is None or not then.machine.choices[then.choice].name.endswith(".next"):
                yield first + self.no_move * 26, [option]
                continue
            for after in then.options:
                yield first + self.point(PLACES[after]) * 26, [option, after]

    def point(self, place: int) -> int:
        """There points count from 0, and both bars are 24."""
        return 24 if place in (0, 25) else place - 1

    def returns(self) -> list[float]:
        first, second = self.game.scores
        return [float(first - second), float(second - first)]


ALL: tuple[type[Against], ...] = (
    Leduc,
    LiarsDice,
    LiarsDiceOfOne,
    Hearts,
    HeartsOfQueens,
    Holdem,
    Backgammon,
    Gin,
)

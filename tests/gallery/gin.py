"""Gin rummy beside OpenSpiel's, hand by hand: there a knock comes before its discard, here both are one decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright_runtime import Move

from .told import Against

TAKE, DRAW, PASS, KNOCK = range(52, 56)
SETS = 56  # five for each rank: without each suit, then all four
ROWS = {"three": 121, "four": 165, "five": 205}  # of so many cards, suit by suit
LENGTHS = {"three": 3, "four": 4, "five": 5}
LENGTH_OF = {2: 3, 3: 4, 4: 5}  # cards of the forms that are rows
SUITS = ("spades", "clubs", "diamonds", "hearts")
RANKS = [
    "ace",
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
]
WORDS = {"take the open card": TAKE, "draw from the stock": DRAW}
REFUSALS = {"pass", "no more melds", "lay off no more"}


def card(name: str) -> int:
    """A card is its suit and its rank, here as there."""
    suit, rank = name.split("_")
    return SUITS.index(suit) * 13 + RANKS.index(rank)


def meld(name: str) -> int:
    """The number of a meld there, by its form and its card."""
    form, suit, rank = name.rsplit("_", 2)
    place, column = SUITS.index(suit), RANKS.index(rank)
    if form == "three_alike":
        return SETS + 5 * column + place
    if form == "four_alike":
        return SETS + 5 * column + 4
    length = form.removeprefix("run_of_")
    return ROWS[length] + place * (14 - LENGTHS[length]) + column


class Gin(Against):
    """A match, hand by hand: there every hand is a game of its own, and the starter is the first player."""

    ours = "gin_rummy"
    theirs = "gin_rummy"
    options: dict[str, Any] = {"hands": 3}  # noqa: RUF012

    def begin(self) -> None:
        super().begin()
        self.starter = self.g.starter
        self.before = list(self.g.points)

    def draws(self) -> Iterator[int]:
        g = self.g
        covered = list(g.stock)
        yield from g.hand[g.starter]
        yield from g.hand[1 - g.starter]
        yield from g.discards
        yield from covered

    def number(self, move: Move) -> int:
        name = str(move.pick)
        if name in REFUSALS:
            return PASS
        if name in WORDS:
            return WORDS[name]
        return card(name) if name.count("_") == 1 else meld(name)

    def turn(self) -> None:
        decision = self.game.decision
        if self.state.legal_actions() == [DRAW] and decision.choice.startswith("lay_one_down"):
            self.state.apply_action(DRAW)  # both have passed: here the starter draws without a question
            return
        self.hold(decision is not None, "it is over here, and not there")
        self.hold(decision.player == (self.state.current_player() + self.starter) % 2, "who moves")
        if decision.choice.startswith("lay_one_down"):
            ways = [str(move.pick).strip("()").split(", ") for move in self.game.moves()]
            self.one_of_two(
                {card(name): move for (name, way), move in zip(ways, self.game.moves()) if way == "discard"},
                {card(name): move for (name, way), move in zip(ways, self.game.moves()) if way == "knock"},
            )
        elif decision.choice.startswith("last_chance"):
            moves = {self.number(move): move for move in self.game.moves()}
            self.one_of_two({PASS: moves.pop(PASS)}, moves)
        else:
            moves = {self.number(move): move for move in self.game.moves()}
            if decision.choice.startswith("lay_off"):
                moves = {number: move for number, move in moves.items() if not self.far_out(number)}
            self.take(moves)

    def far_out(self, number: int) -> bool:
        """Whether it is a third card at one end of a row: there only two can be laid off."""
        if number == PASS:
            return False
        rows = [divmod(each, 52) for each in self.g.melds[self.g.knocker]]
        near = {
            one + step
            for form, one in rows
            if form in LENGTH_OF
            for step in range(-2, LENGTH_OF[form] + 2)
            if 0 <= one % 13 + step < 13
        }
        return number not in near and (0, number) not in rows  # form 0: three alike without this card

    def take(self, moves: dict[int, Move]) -> None:
        """One of these moves, which must be those that are legal there."""
        self.hold(sorted(moves) == sorted(self.state.legal_actions()), "the legal moves")
        action = self.pick(sorted(moves))
        self.game.play(moves[action])
        self.state.apply_action(action)

    def one_of_two(self, plain: dict[int, Move], knocks: dict[int, Move]) -> None:
        """A move without a knock, or a knock, after which it is asked there which card goes."""
        self.hold(
            sorted(self.state.legal_actions()) == sorted([*plain, *([KNOCK] if knocks else [])]),
            "the legal moves, or whether a knock is possible",
        )
        if knocks and self.rng.random() < 0.8:
            self.state.apply_action(KNOCK)
            self.take(knocks)
        else:
            action = self.sparing(plain)
            self.game.play(plain[action])
            self.state.apply_action(action)

    def pick(self, actions: list[int]) -> int:
        """Mostly covered cards: hands in which open ones go to and fro end soon."""
        return DRAW if DRAW in actions and self.rng.random() < 0.7 else super().pick(actions)

    def sparing(self, plain: dict[int, Move]) -> int:
        """Mostly what leaves least deadwood, so that hands come to a knock."""
        if self.rng.random() < 0.1:
            return self.pick(sorted(plain))
        return min(sorted(plain), key=self.deadwood_after)

    def deadwood_after(self, action: int) -> int:
        after = self.state.clone()
        after.apply_action(action)
        return int(after.deadwood()[self.state.current_player()])

    def returns(self) -> list[float]:
        if self.state.knocked() != [False, False] and len(set(self.state.deadwood())) == 1:
            return self.even()
        won = [now - before for now, before in zip(self.g.points, self.before)]
        first = float(won[self.starter] - won[1 - self.starter])
        return [first, -first]

    def even(self) -> list[float]:
        """With equal deadwood nobody wins there; here the knocker is undercut by 25 points."""
        knocker = self.state.knocked().index(True)
        other = (1 - knocker + self.starter) % 2
        self.hold(self.g.points[other] - self.before[other] == 25, "an undercut")
        return [0.0, 0.0]

    def play(self) -> None:
        while not self.game.over:
            self.begin()
            self.play_there()

"""Our games of cards and dice beside OpenSpiel's: how moves, cards and dice are numbered there."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright_runtime.moves import Move

from .lockstep_chance import Against

RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "hearts", "spades")
FACES = ("one", "two", "three", "four", "five", "six")


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
        return {"fold": 0, "check": 1, "call": 1, "raise": 2}[str(move.pick)]


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
            assert self.state.current_player() == seat
            assert sorted(hand) == self.state.legal_actions(), self.where("the hand")
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

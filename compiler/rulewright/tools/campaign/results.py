"""What a campaign finds out, as data: games, failures, counts of what was used, and the report of all."""

from __future__ import annotations

from pydantic import BaseModel, Field, PrivateAttr


class Failure(BaseModel):
    """A game in which something that must hold did not."""

    game: str
    variant: str
    players: int
    seed: int
    decision: int = Field(description="how many decisions had been made, the last one included")
    problem: str
    command: str = Field(default="", description="plays this game again")
    record: str = Field(default="", description="the file that holds its moves, for `rulewright replay`")


class Use(BaseModel):
    """How often one member of a kind, action or choice had a part in the games."""

    seen: int = Field(default=0, description="decisions at which it lay or stood anywhere")
    moved: int = Field(default=0, description="how often it came to another place")
    picked: int = Field(default=0, description="how often a player picked it")

    @property
    def used(self) -> int:
        """How often something moved or was picked."""
        return self.moved + self.picked

    def add(self, other: Use) -> None:
        """Adds the counts of another."""
        self.seen += other.seen
        self.moved += other.moved
        self.picked += other.picked


# "kind tactic", "action" or "choice" -> name -> use
Uses = dict[str, dict[str, Use]]


def add_uses(total: Uses, more: Uses) -> None:
    """Adds counts to those of the same names."""
    for group, names in more.items():
        into = total.setdefault(group, {})
        for name, use in names.items():
            into.setdefault(name, Use()).add(use)


class Played(BaseModel):
    """One game of a campaign."""

    players: int
    seed: int
    decisions: int
    rounds: int | None = None
    scores: list[int]
    winners: list[int]
    seconds: float
    uses: Uses
    census: dict[str, tuple[int, int]] = Field(
        default_factory=dict, description="the fewest and the most things of a kind in zones"
    )
    failure: Failure | None = None
    record: str = Field(default="", description="the moves of a game that failed, as a record")


class Table(BaseModel):
    """All games with one number of players."""

    players: int
    games: int = 0
    decisions: list[int] = Field(default_factory=list, description="of each game")
    rounds: list[int] = Field(default_factory=list)
    scores: list[list[int]] = Field(default_factory=list, description="of each game, by seat")
    wins: list[int] = Field(default_factory=list, description="by seat; a shared win counts for each")
    without_winner: int = 0
    seconds: float = Field(default=0.0, description="processor time of all games")

    def add(self, one: Played) -> None:
        """Adds a game; of one that failed only its time counts."""
        self.games += 1
        self.seconds += one.seconds
        if one.failure is not None:
            return
        self.decisions.append(one.decisions)
        if one.rounds is not None:
            self.rounds.append(one.rounds)
        if one.scores:
            self.scores.append(one.scores)
        self.wins = self.wins or [0] * self.players
        for seat in one.winners:
            if seat < self.players:
                self.wins[seat] += 1
        self.without_winner += not one.winners


class Report(BaseModel):
    """What the campaign of one game, in one variant, found."""

    game: str
    variant: str
    title: str
    tables: list[Table]
    uses: Uses
    census: dict[str, tuple[int, int]]
    failures: list[Failure]
    failed: int = Field(description="how many games failed; the first of them are listed")
    seconds: float = Field(description="by the clock")
    jobs: int
    _records: list[str] = PrivateAttr(default_factory=list)  # in the order of the failures

    @property
    def name(self) -> str:
        """The game with its variant, if it has one."""
        return f"{self.game}@{self.variant}" if self.variant else self.game

"""The report of simulated games as data: what `--json` writes and what texts and pages show."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from rulewright.tools.diff.report import Interval


class Model(BaseModel):
    """A part of a report: no fields but its own."""

    model_config = ConfigDict(extra="forbid")


class Line(Model):
    """A seat or a bot: how often it won and what it scored."""

    name: str
    games: int
    wins: Interval  # shares
    score: Interval | None


class Thing(Model):
    """Something that players own or choose: how it goes with those who have it."""

    how: str  # owned or chosen
    sort: str
    name: str
    with_it: int  # seats in all games
    share: float  # of all seats
    times: float  # a game, over all seats
    wins: Interval | None  # of those who have it
    score: Interval | None
    difference: float  # of the mean score to those without (without scores: of the share of wins)
    q: float  # the share of false findings among those with such a value
    significant: bool


class Source(Model):
    """A line of the rules that gives points."""

    place: str
    rule: str
    points: float  # a player and game
    share: float  # of all points that were given


class Idle(Model):
    """A choice that makes no difference."""

    choice: str
    times: float  # a game, with more than one answer
    why: str


class Course(Model):
    """How games are decided on the way, by the scores in the middle of the game."""

    runaway: Interval  # points that who leads then makes from there on, above the others
    comebacks: Interval  # the share of games that who is last then wins
    changes: Interval  # how often another player takes the lead


class Rating(Model):
    """The rating of a bot with its 95 % interval."""

    bot: str
    rating: float  # 0 is the mean; 400 more is ten to one
    low: float
    high: float


class Report(Model):
    """All that simulated games show."""

    game: str
    variant: str
    rules: str
    players: int
    bots: list[str]
    seed: int
    games: int
    wanted: int
    unfinished: int
    decisions: Interval
    choices: Interval  # real decisions of a player in a game
    per_turn: Interval  # real decisions of a player in one turn
    answers: Interval  # that each of these had
    seconds: float  # a game
    score: Interval | None
    best: Interval | None
    closeness: Interval | None  # first above second
    shared: float  # games with several winners
    nobody: float
    seats: list[Line]
    by_bot: list[Line]
    ratings: list[Rating]
    first_wins: Interval  # of who begins, above an even share
    first_score: Interval | None  # above the mean of the others
    course: Course | None
    leader_wins: list[float]  # at each tenth of the game: how often who leads then wins
    things: list[Thing]
    sources: list[Source]
    never: dict[str, list[str]]  # declared, but never used
    always: list[str]  # choices that were never asked
    idle: list[Idle]  # decisions that never mattered
    faults: list[str]
    notes: list[str]
    scores: list[int]
    lengths: list[int]

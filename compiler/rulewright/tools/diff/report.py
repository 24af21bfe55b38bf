"""What `rulewright diff --json` writes: the models of a comparison, from which text and page are made as well."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT = 1

Section = Literal["components", "setup", "turn", "actions", "scoring", "end", "words"]
SECTIONS: tuple[Section, ...] = ("components", "setup", "turn", "actions", "scoring", "end", "words")
ChangeKind = Literal["added", "removed", "changed", "renamed", "moved"]
WitnessKind = Literal["setup", "asked", "moves", "effect", "chance", "winner"]


class Model(BaseModel):
    """A part of a report: no fields but its own."""

    model_config = ConfigDict(extra="forbid")


# ---------------------------------------------------------------- rules


class SideInfo(Model):
    """One of the two games."""

    spec: str = Field(description="as it was asked for on the command line")
    game: str
    variant: str = Field(description="empty: the game as its rulebook has it")
    title: str
    players: list[int]


class CellChange(Model):
    """One figure; an absent one is null."""

    heading: str = Field(description="the column, the row or the part; empty if the unit is one figure")
    old: str | None
    new: str | None


class TextLine(Model):
    """One row of the texts side by side."""

    mark: Literal["same", "changed", "removed", "added"]
    old: str | None
    new: str | None


class Change(Model):
    """A unit of the rules that differs."""

    key: str = Field(description="names the unit in this report")
    kind: ChangeKind
    section: Section
    what: str = Field(description="rule, define, action, field, board, or the kind of a member")
    name: str = Field(description="its name on the new side, or on the old one if it is gone")
    old_name: str = Field(description="differs from the name if it was renamed")
    label: str = Field(description="its name for people")
    rules: list[str] = Field(description="the ids of the rulebook that it cites, on either side")
    old_place: str = Field(description="rules file and line; empty if absent")
    new_place: str
    cells: list[CellChange] = Field(description="what differs of figures and tables")
    lines: list[TextLine] = Field(description="the rules' own text on both sides, if it is no figure")


class Cited(Model):
    """A rule of the rulebook that a change cites."""

    id: str
    old: str = Field(description="its text in the old side's rulebook; empty if it has none")
    new: str


# ---------------------------------------------------------------- reach


class Reached(Model):
    """A unit that is not changed itself but uses one that is."""

    name: str
    what: str
    label: str
    section: Section
    through: list[str] = Field(description="from the changed unit to this one, both included")


class Reach(Model):
    """What depends on one changed unit."""

    change: str = Field(description="the key of the change")
    name: str
    units: list[Reached]


class ExampleOutcome(Model):
    """A worked example that does not end alike on both sides."""

    title: str
    rules: list[str]
    place: str
    of: Literal["old", "new", "both"] = Field(
        description="the side whose expectations were tried on the other one"
    )
    old: str = Field(description="what came of it on the old side: ok, or what failed")
    new: str


class Examples(Model):
    """The worked examples that give another result on the other side."""

    run: int = Field(description="how many examples were run on both sides")
    different: list[ExampleOutcome]


# ---------------------------------------------------------------- witness


class Difference(Model):
    """One thing that is not the same after the parting move."""

    what: str
    old: str
    new: str


class Step(Model):
    """A move of a play, by its content."""

    by: str
    choice: str
    pick: str | int
    text: str


class Witness(Model):
    """A play in which the two sides part."""

    kind: WitnessKind
    seed: int
    players: int
    options: dict[str, int]
    moves: list[Step] = Field(description="what is played before the parting move")
    parting: Step | None = Field(description="the move at which the sides part; null: at setup")
    differences: list[Difference]
    position: list[str] = Field(description="where they part, drawn as text: before the parting move")
    old_position: list[str] = Field(description="the same after that move")
    new_position: list[str]
    old_log: list[str] = Field(description="what happened at the parting move")
    new_log: list[str]
    old_file: str = Field(description="a saved game just before the parting move; empty: none was written")
    new_file: str
    old_command: str = Field(description="the command that goes on with the saved game")
    new_command: str
    shortened_from: int = Field(description="moves before shortening")
    shortest: bool = Field(description="whether every shorter play from this start was tried")


class Group(Model):
    """Changes that belong together, as one difference of the two games, and the play that shows them."""

    ids: list[str] = Field(description="the ids that name this difference")
    title: str
    changes: list[str] = Field(description="keys of the changes")
    through: str = Field(
        description="the rule through which it is looked at, if the change has several consequences"
    )
    games: int = Field(description="how many games were played in search of a witness")
    witness: Witness | None
    note: str = Field(description="why there is no witness, or what else is to be said")


# ---------------------------------------------------------------- effect


class Interval(Model):
    """A mean and where it lies with 95 % confidence."""

    mean: float
    low: float
    high: float


class Measure(Model):
    """One figure of the games on both sides."""

    topic: Literal["score", "length", "wins", "actions", "owned", "points", "wins with", "lead with"]
    name: str
    old: Interval
    new: Interval
    difference: Interval = Field(
        description="new minus old, game by game with the same seed (of who has a thing: the difference of the means)"
    )
    p: float = Field(description="how likely such a difference is by chance")
    q: float = Field(description="p after the correction for many comparisons (Benjamini and Hochberg)")
    significant: bool = Field(description="whether q is at most 0.05")


class Effect(Model):
    """What playing many games on both sides gives."""

    games: int
    players: int
    bots: str
    seed: int = Field(description="of the first game; the others follow")
    identical: int = Field(description="games that were the same move by move on both sides")
    unfinished: int = Field(description="games that were stopped at the limit of decisions, on either side")
    notes: list[str] = Field(default=[], description="what should be known of the bots and their scores")
    measures: list[Measure]
    old_scores: list[int] = Field(description="of all players of all games")
    new_scores: list[int]
    old_lengths: list[int] = Field(description="decisions of each game")
    new_lengths: list[int]


# ---------------------------------------------------------------- recorded games


class RecordOutcome(Model):
    """What became of one recorded game on the new side."""

    file: str
    outcome: Literal["same", "parted", "illegal", "unusable"] = Field(
        description="the same throughout; legal to the end, but not the same; a move is not possible; it cannot be replayed"
    )
    players: int = 0
    moves: int = Field(0, description="how many the record holds")
    move: int | None = Field(
        None, description="the move after which the sides are no longer alike; 0: at setup"
    )
    kind: WitnessKind | None = Field(None, description="in what they part")
    by: str = Field("", description="whose move it is")
    choice: str = ""
    pick: str = ""
    changed: list[str] = Field([], description="rules that differ and have a part in that move")
    rules: list[str] = Field([], description="ids of the decision, or of what forbids the move")
    stops: int | None = Field(None, description="the first move that is not possible on the new side")
    message: str = Field("", description="why it is not possible, or why the record cannot be used")


class Records(Model):
    """Recorded games, replayed on both sides."""

    folder: str
    games: int
    same: int = Field(description="how many are the same move by move")
    legal: int = Field(description="how many stay legal to their end, these included")
    illegal: int
    unusable: int = Field(description="of another game, or not legal on the old side either")
    outcomes: list[RecordOutcome]


# ---------------------------------------------------------------- the whole


class Report(Model):
    """All that a comparison found."""

    format: int = FORMAT
    old: SideInfo
    new: SideInfo
    related: bool = Field(
        description="whether the two are the same game, in other variants or at other times"
    )
    same: bool
    changes: list[Change]
    moved: list[str] = Field(
        description="units that stand in another file now and say the same; no difference"
    )
    cited: list[Cited]
    reach: list[Reach]
    examples: Examples | None = Field(description="null if they could not be run")
    groups: list[Group] = Field(description="empty without --witness")
    effect: Effect | None = Field(description="null without --play")
    records: Records | None = Field(None, description="null without --records")
    notes: list[str] = Field(description="what a reader should know about this comparison")

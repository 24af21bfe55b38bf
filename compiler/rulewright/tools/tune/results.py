"""The report of a search over open figures as data: what `--json` writes and what texts and pages show."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from rulewright.tools.diff.report import Interval


class Model(BaseModel):
    """A part of a report: no fields but its own."""

    model_config = ConfigDict(extra="forbid")


class FigureInfo(Model):
    """An open figure."""

    name: str
    values: list[str]
    now: str


class GoalInfo(Model):
    """A goal; shares are from 0 to 1."""

    text: str
    weight: float
    way: str
    value: float
    percent: bool


class Reached(Model):
    """What a setting comes to by one goal."""

    name: str  # of the thing that is farthest from the goal, where it speaks of several
    value: Interval
    distance: float  # in points of percent, or in percent of what is wished


class SettingInfo(Model):
    """A setting that was tried."""

    values: list[str]  # one for each figure
    games: int
    off: Interval  # from all goals together
    reached: list[Reached]  # one for each goal
    best: float | None  # how likely it is the best of those that came to the last step
    now: bool  # as it stands in the rules


class Marginal(Model):
    """One value of a figure, over all settings that had it in the first step."""

    figure: str
    value: str
    settings: int
    mean: float  # how far these were off
    least: float


class Report(Model):
    """All that a search found; the best settings first."""

    game: str
    variant: str
    rules: str
    players: int
    bots: list[str]
    seed: int
    games: int  # that each of the last settings was to play
    played: int  # in all
    possible: int  # settings
    figures: list[FigureInfo]
    goals: list[GoalInfo]
    settings: list[SettingInfo]
    marginals: list[Marginal]
    notes: list[str]

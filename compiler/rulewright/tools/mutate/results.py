"""What is told of the mutants of a game: which were noticed, by what, and which were not."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

Fate = Literal["noticed", "survived", "waived", "same", "broken"]
FATES = {
    "noticed": "an example fails",
    "survived": "no example fails",
    "waived": "no example fails, and waivers.toml says why that is well",
    "same": "the changed rules mean the same",
    "broken": "the changed rules do not compile",
}


class Verdict(BaseModel):
    """What became of one mutant."""

    fate: Fate
    by: str = Field(default="", description="the title of the example that noticed it")
    place: str = Field(default="", description="where that example stands")


class Judged(BaseModel):
    """A mutant with its verdict."""

    number: int = Field(description="its place in the order of this seed")
    path: str
    line: int
    column: int
    kind: str = Field(description="figure, condition or statement")
    owner: str = Field(description="the declaration that it stands in, in the rules' words")
    ids: list[str] = Field(description="rule ids around it, the nearest first")
    text: str = Field(description="the line as it stands in the rules")
    twice: bool = Field(default=False, description="if another line of the file has the same words")
    nth: int = Field(default=0, description="which of several like stretches of the line; 0: the only one")
    old: str
    new: str
    verdict: Verdict
    waived: str = Field(default="", description="the reason in waivers.toml")

    @property
    def key(self) -> str:
        """How waivers.toml names it: by its line, and by what that stands in where the file has the line twice."""
        within = f"{self.owner}: " if self.twice else ""
        which = f" (number {self.nth})" if self.nth else ""
        return f"{self.path}: {within}{self.text}: {self.old}{which} -> {self.new}"


class Mutation(BaseModel):
    """How well the examples of a game guard its rules."""

    game: str
    meaning: str = Field(description="digest of the rules that were changed")
    seed: int
    sites: int = Field(description="places that can be changed")
    judged: list[Judged]

    def having(self, *fates: Fate) -> list[Judged]:
        """The mutants with one of these fates."""
        return [one for one in self.judged if one.verdict.fate in fates]

    @property
    def counted(self) -> int:
        """Mutants that an example could notice."""
        return len(self.having("noticed", "survived"))

    @property
    def score(self) -> float:
        """The share that was noticed, in per cent."""
        return 100 * len(self.having("noticed")) / self.counted if self.counted else 100.0


class Guard(BaseModel):
    """How many changes around one rule id examples noticed, and how many they did not."""

    noticed: int = 0
    survived: int = 0


class Score(BaseModel):
    """What is kept with the rules, so that `trace` and the book can tell it."""

    meaning: str
    seed: int
    mutants: int
    noticed: int
    waived: int
    rules: dict[str, Guard] = Field(default_factory=dict, description="by rule id")

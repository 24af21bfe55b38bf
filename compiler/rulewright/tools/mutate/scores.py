"""The score of a game's examples as it is kept beside the rules, and in words for `trace`."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from rulewright.tools.errors import UsageError
from rulewright.tools.files import read_text, write_file
from rulewright.tools.mutate.results import Guard, Mutation, Score

FILE = "mutants.json"


def saved(folder: Path, found: Mutation) -> Path:
    """Writes the score into a game's folder; gives the file."""
    score = Score(
        meaning=found.meaning,
        seed=found.seed,
        mutants=found.counted,
        noticed=len(found.having("noticed")),
        waived=len(found.having("waived")),
        rules=guards(found),
    )
    write_file(folder / FILE, score.model_dump_json(indent=2) + "\n")
    return folder / FILE


def guards(found: Mutation) -> dict[str, Guard]:
    """What became of the changes around each rule id, in the order of the ids."""
    rules: dict[str, Guard] = {}
    for one in found.having("noticed", "survived"):
        for id in one.ids:
            guard = rules.setdefault(id, Guard())
            setattr(guard, one.verdict.fate, getattr(guard, one.verdict.fate) + 1)
    return dict(sorted(rules.items()))


def read(folder: Path) -> Score | None:
    """What `mutate --save` found last; None if there is nothing that can be read."""
    try:
        return Score.model_validate_json(read_text(folder / FILE, FILE))
    except (UsageError, ValidationError):
        return None


def in_words(folder: Path) -> str:
    """What `mutate --save` found last, or nothing."""
    score = read(folder)
    if score is None:
        return ""
    share = 100 * score.noticed / score.mutants if score.mutants else 100.0
    waived = f", {score.waived} waived" if score.waived else ""
    return f"examples notice {score.noticed} of {score.mutants} changed rules ({share:.1f} %{waived}, seed {score.seed})"

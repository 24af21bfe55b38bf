"""The score of a game's examples as it is kept beside the rules, and in words for `trace`."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from rulewright.tools.files import write_file
from rulewright.tools.mutate.results import Mutation, Score

FILE = "mutants.json"


def saved(folder: Path, found: Mutation) -> Path:
    """Writes the score into a game's folder; gives the file."""
    score = Score(
        meaning=found.meaning,
        seed=found.seed,
        mutants=found.counted,
        noticed=len(found.having("noticed")),
        waived=len(found.having("waived")),
    )
    write_file(folder / FILE, score.model_dump_json(indent=2) + "\n")
    return folder / FILE


def in_words(folder: Path) -> str:
    """What `mutate --save` found last, or nothing."""
    try:
        score = Score.model_validate_json((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError):
        return ""
    share = 100 * score.noticed / score.mutants if score.mutants else 100.0
    waived = f", {score.waived} waived" if score.waived else ""
    return f"examples notice {score.noticed} of {score.mutants} changed rules ({share:.1f} %{waived}, seed {score.seed})"

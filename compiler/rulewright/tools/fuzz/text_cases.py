"""The campaign of texts: what the grammar allows and what is left of it with faults, in the parser and in `fmt`."""

from __future__ import annotations

import random
from typing import Final

from rulewright.diagnostics import CODES, has_errors, render, to_json
from rulewright.fmt import format_text
from rulewright.surface.parse import parse
from rulewright.tools.fuzz.calls import at_most
from rulewright.tools.fuzz.cases import Campaign
from rulewright.tools.fuzz.writers.grammar import Generator

PIECES: Final = [
    "(", ")", '"', "[", "]", "|", ":", "=", "\n", "    ", "\t", "-", ".", "..", "?", " if ", " else:", "#", " or ",
    "\nwhere ", " choose ", " one:", "\x00", "\r", "ż", "\U0001f600", "{", "}", "12345678901", ",", "",
]  # fmt: skip
DAMAGED: Final = 0.7  # of the texts
CALLS: Final = 2_000_000
CALLS_A_CHARACTER: Final = 4_000


def text(seed: int) -> str:
    """Declarations of the grammar, mostly with some faults."""
    rng = random.Random(seed)
    made = Generator(seed).file(rng.randint(1, 6))
    if rng.random() < DAMAGED:
        for _ in range(rng.randint(1, 5)):
            start = rng.randint(0, len(made))
            end = min(len(made), start + rng.choice([0, 0, 1, 3, 20]))
            made = made[:start] + rng.choice(PIECES) + made[end:]
    return made


def is_answered(text: str) -> None:
    """The parser answers with a tree or with messages that can be shown, and what it takes `fmt` lays out once and for all."""
    with at_most(CALLS + CALLS_A_CHARACTER * len(text)):
        file, problems = parse("x.rules", text)
    assert (file is None) == has_errors(problems)
    for problem in problems:
        assert problem.code in CODES
        assert render(problem, {"x.rules": text})
    to_json(problems)
    if file is None:
        return
    formatted, faults = format_text("x.rules", text)
    assert formatted is not None, faults
    again, faults = format_text("x.rules", formatted)
    assert again == formatted, "what is laid out is laid out in another way"


TEXTS = Campaign("texts", "texts in the parser and in fmt", ".txt", text, is_answered)

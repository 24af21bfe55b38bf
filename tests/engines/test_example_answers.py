"""A list in an example answers one choice: whatever is left of it fails, and never answers the next one."""

from __future__ import annotations

from pathlib import Path

from rulewright_runtime import run_examples

from .compiled import compiled_text

RULES = """game picks "Picks"
    players: 1

player
    last: number

rule play
    each player:
        choose 2 some from 1..3
        choose n from 1..5
        your last = n + size(some)

example "one too many"
    players ann
    when: ann: (1, 2, 4)
    then: ann.last = 6
"""


def test_a_list_that_is_too_long_fails(tmp_path: Path) -> None:
    path = tmp_path / "picks.rules"
    path.write_text(RULES, encoding="utf-8")
    (result,) = run_examples(compiled_text(path).engine)
    assert result.failed_at == "picks.rules:15"
    assert result.message == "4 is one too many: play.some is answered by then"

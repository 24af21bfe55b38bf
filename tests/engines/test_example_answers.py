"""Answers of examples: each belongs to one choice, asked or not, and never answers the next one."""

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


FORCED = """game forced "A choice with one option before two others"
    players: 1

player
    taken: list of number

rule play
    each player:
        choose a from 1..1
        choose b from 1..5
        choose c from 1..5
        move (a, b, c) to your taken

example "all are answered"
    players ann
    when: ann: 1, 2, 3
    then: ann.taken = (1, 2, 3)

example "the one that is not asked is left out"
    players ann
    when: ann: 2, 3
    then: ann.taken = (1, 2, 3)

example "the same answer twice"
    players ann
    when: ann: 1, 1, 1
    then: ann.taken = (1, 1, 1)

example "the first answer is the one of the choice that was not asked"
    players ann
    when: ann: 1, 2
    then:
        options of ann are exactly 1..5
        ann is asked "choose c"
"""


def test_an_answer_to_a_choice_with_one_option_does_not_answer_the_next(tmp_path: Path) -> None:
    path = tmp_path / "forced.rules"
    path.write_text(FORCED, encoding="utf-8")
    results = run_examples(compiled_text(path).engine)
    assert len(results) == 4
    assert [(r.title, r.message) for r in results if r.message] == []

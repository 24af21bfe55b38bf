"""`rulewright assumptions`: every figure that no rulebook prints."""

from __future__ import annotations

import json

from rulewright.surface.parse import parse
from rulewright.tools.assumptions import Assumptions, as_text, assumptions
from rulewright.tools.project import Project
from rulewright.tools.tree import Parsed

RULES = """\
kind die | faces | sides?
    small | 6 | 1, 2
    large | 20? | -
    odd   | 7   | x?

define width = 7?                                   [AB-1.1]

board field: grid(rows: 3, columns: 3)              [AB-1.2 assumed]

rule play
    say "x"                                         [assumed]
"""


def found() -> Assumptions:
    file, problems = parse("rules/x/game.rules", RULES)
    assert file is not None, problems
    return Assumptions(game="x", assumptions=assumptions(Parsed([file], {}, [])))


def test_figures_columns_and_lines() -> None:
    rows = [(a.line, a.mark, a.value, a.rule, a.owner) for a in found().assumptions]
    assert sorted(rows) == [
        (2, "column", "sides = 1, 2", "", "kind die, small"),
        (3, "column", "sides = -", "", "kind die, large"),
        (3, "figure", "20", "", "kind die, large"),
        (4, "column", "sides = x?", "", "kind die, odd"),
        (4, "figure", "x", "", "kind die, odd"),
        (6, "figure", "7", "", "define width"),
        (8, "line", "", "AB-1.2", "board field"),
        (11, "line", "", "", "rule play"),
    ]


def test_the_text_has_place_value_and_line() -> None:
    text = as_text(found())
    assert "rules/x/game.rules:6" in text
    assert "define width = 7?" in text
    assert text.endswith("x: 8 assumptions")
    assert as_text(Assumptions(game="x", assumptions=[])) == "x: 0 assumptions"


def test_the_command(run, project: Project) -> None:
    assert run("assumptions") == (0, "nim: 0 assumptions\n", "")
    rules = project.folder("nim") / "game.rules"
    rules.write_text(rules.read_text().replace("0..10 = 10", "0..10 = 10?"))
    ran = run("assumptions", "nim")
    assert ran.code == 0
    assert "nim: 1 assumption" in ran.out
    (data,) = json.loads(run("assumptions", "--json").out)
    (only,) = Assumptions.model_validate(data).assumptions
    assert (only.value, only.owner) == ("10", "table, matches")


def test_rules_that_cannot_be_read(run, project: Project) -> None:
    (project.folder("nim") / "broken.rules").write_text("rule\n")
    ran = run("assumptions")
    assert ran.code == 1
    assert "error[RW" in ran.out

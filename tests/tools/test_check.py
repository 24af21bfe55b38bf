"""`rulewright check` and `rulewright dump`: what the compiler says and what it sees."""

from __future__ import annotations

import json

import pytest

from rulewright.pipeline import STAGES
from rulewright.tools.project import Project


def test_a_new_game_has_no_mistakes(run, project: Project) -> None:
    assert run("check") == (0, "1 game checked: 0 errors, 0 warnings\n", "")
    assert run("check", "nim", "--json") == (0, "[]\n", "")
    assert not project.generated.exists()


def test_mistakes_are_shown_with_their_place(run, project: Project) -> None:
    rules = project.folder("nim") / "game.rules"
    rules.write_text(rules.read_text().replace("matches -= taken", "matchse -= taken"))
    ran = run("check", "nim")
    assert ran.code == 1
    assert "error[RW" in ran.out
    assert "--> rules/nim/game.rules:15:" in ran.out
    assert ran.out.endswith("1 game checked: 1 error, 0 warnings\n")
    (found,) = json.loads(run("check", "--json").out)
    assert found["severity"] == "error"
    assert found["span"]["path"] == "rules/nim/game.rules"
    assert found["span"]["line"] == 15


def test_variants_do_not_repeat_what_the_base_game_says(run, project: Project) -> None:
    rules = project.folder("nim") / "game.rules"
    text = rules.read_text().replace("matches -= taken", "matchse -= taken")
    rules.write_text(text + '\nvariant long of nim "Long"\n    players: 2\n')
    assert run("check").out.count("error[RW") == 1


def test_ids_that_the_rulebook_does_not_have_are_told(run, project: Project) -> None:
    rules = project.folder("nim") / "game.rules"
    rules.write_text(rules.read_text().replace("NI-2.2", "NI-2.22"))
    ran = run("check")
    assert ran.code == 0
    assert ran.out.count("warning[RW511]") == 1, "each id once, wherever it is cited"
    assert "hint: did you mean NI-2.2?" in ran.out
    (project.folder("nim") / "RULEBOOK.md").unlink()
    assert run("check").out == "1 game checked: 0 errors, 0 warnings\n"


def test_all_games_are_checked_whatever_is_wrong_with_one(run, project: Project) -> None:
    run("new", "hex")
    (project.folder("hex") / "broken.rules").write_text("rule\n")
    ran = run("check")
    assert ran.code == 1
    assert "2 games checked" in ran.out


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_can_be_shown_and_is_stable(run, project: Project, stage: str) -> None:
    first = run("dump", "nim", "--stage", stage)
    assert first.code == 0
    assert "take_turn" in first.out
    assert run("dump", "nim", "--stage", stage) == first


def test_a_stage_that_is_not_reached(run, project: Project) -> None:
    rules = project.folder("nim") / "game.rules"
    rules.write_text(rules.read_text().replace("matches -= taken", "matchse -= taken"))
    ran = run("dump", "nim", "--stage", "plan")
    assert ran.code == 1
    assert "error[RW" in ran.out
    assert run("dump", "nim", "--stage", "surface").code == 0
    assert run("dump", "nim", "--stage", "nonsense").code == 2
    assert run("dump", "nim@nonsense").code == 2


def test_a_variant_whose_file_cannot_be_read_is_told_by_its_mistake(run, project: Project) -> None:
    (project.folder("nim") / "quick.rules").write_text('variant quick of nim "Quick"\n    instead play +\n')
    for command in ("check", "test", "build"):
        ran = run(command, "nim@quick")
        assert ran.code == 1
        assert "quick.rules:2" in ran.out + ran.err
        assert "there is no variant" not in ran.out + ran.err

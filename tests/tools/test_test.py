"""`rulewright test`: the examples of a game."""

from __future__ import annotations

import json

from rulewright.tools.project import Project
from rulewright.tools.test import ExampleRun


def test_every_example_is_named(run, project: Project) -> None:
    run("build")
    assert run("test") == (
        0,
        "ok    nim: the last three [NI-EX1, NI-2.2]\n"
        "ok    nim: a turn [NI-1.1, NI-2.1]\n"
        "2 examples: 2 ok, 0 failed\n",
        "",
    )
    assert run("test", "--quiet", "nim").out == "2 examples: 2 ok, 0 failed\n"
    assert run("test", "--only", "last").out.endswith("1 example: 1 ok, 0 failed\n")
    assert run("test", "--only", "ni-2.1").out.endswith("1 example: 1 ok, 0 failed\n")


def test_a_failure_says_where_and_what(run, project: Project) -> None:
    rules = project.folder("nim") / "game.rules"
    rules.write_text(rules.read_text().replace("then: matches = 7", "then: matches = 8"))
    ran = run("test", "nim")
    assert ran.code == 1
    assert "FAIL  nim: a turn" in ran.out
    line = next(n for n, text in enumerate(rules.read_text().splitlines(), 1) if "matches = 8" in text)
    assert f"--> rules/nim/game.rules:{line}" in ran.out
    assert "7" in ran.out
    assert ran.out.endswith("2 examples: 1 ok, 1 failed\n")


def test_stale_engines_are_left_alone_and_a_fresh_one_is_tested(run, project: Project) -> None:
    run("build")
    engine = (project.generated / "nim" / "__init__.py").read_bytes()
    rules = project.folder("nim") / "game.rules"
    rules.write_text(rules.read_text().replace("a turn", "one turn"))
    ran = run("test")
    assert ran.code == 0
    assert "ok    nim: one turn" in ran.out
    assert "generated/nim is not as the rules say" in ran.err
    assert (project.generated / "nim" / "__init__.py").read_bytes() == engine


def test_json(run, project: Project) -> None:
    found = [ExampleRun.model_validate(data) for data in json.loads(run("test", "--json").out)]
    assert [(each.game, each.title, each.passed) for each in found] == [
        ("nim", "the last three", True),
        ("nim", "a turn", True),
    ]


def test_rules_with_errors(run, project: Project) -> None:
    (project.folder("nim") / "broken.rules").write_text("rule\n")
    ran = run("test")
    assert ran.code == 1
    assert "error[RW" in ran.out
    assert "nim: not tested because of errors in the rules" in ran.out


def test_variants_are_tested_too(run, project: Project) -> None:
    rules = project.folder("nim") / "game.rules"
    rules.write_text(rules.read_text() + '\nvariant long of nim "Long"\n    players: 2\n')
    ran = run("test")
    assert ran.out.endswith("4 examples: 4 ok, 0 failed\n")
    assert run("test", "nim@long").out.startswith("ok    nim@long: the last three")


def test_one_file_or_the_game_alone(run, project: Project) -> None:
    rules = project.folder("nim") / "game.rules"
    rules.write_text(rules.read_text() + '\nvariant long of nim "Long"\n    players: 2\n')
    more = project.folder("nim") / "more.rules"
    more.write_text('example "all of them"\n    players ann, bob\n    then: matches = 10\n')
    assert run("test", "nim@", "--quiet").out == "3 examples: 3 ok, 0 failed\n"
    assert run("test", "nim@nim", "--quiet").out == "3 examples: 3 ok, 0 failed\n"
    assert run("test", str(more)).out == (
        "ok    nim: all of them\nok    nim@long: all of them\n2 examples: 2 ok, 0 failed\n"
    )
    ran = run("test", "rules/nim/none.rules")
    assert ran.code == 2
    assert "there is no file rules/nim/none.rules" in ran.err


def test_what_fails_alike_in_several_variants_is_told_once(run, project: Project) -> None:
    rules = project.folder("nim") / "game.rules"
    text = rules.read_text() + '\nvariant long of nim "Long"\n    players: 2\n'
    rules.write_text(text.replace("then: matches = 7", "then: matches = 8"))
    ran = run("test", "--quiet")
    assert ran.code == 1
    assert ran.out.count("FAIL") == 1
    assert "FAIL  nim, nim@long: a turn" in ran.out
    assert ran.out.endswith("4 examples: 2 ok, 2 failed\n")
    rules.write_text(text.replace("matches -= taken", "matchse -= taken"))
    ran = run("test")
    assert ran.out.count("error[RW") == 1
    assert "nim, nim@long: not tested because of errors in the rules" in ran.out

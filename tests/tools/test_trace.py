"""`rulewright trace`: gaps between rulebook, rules and examples."""

from __future__ import annotations

import json

from rulewright.surface.parse import parse
from rulewright.tools.project import Project
from rulewright.tools.rulebook import Waivers, rulebook
from rulewright.tools.trace import Trace, as_text, trace
from rulewright.tools.tree import Parsed

BOOK = """\
## AB-1 Things

- **AB-1.1** Has a rule and a test.
- **AB-1.2** Has a rule only.
- **AB-1.3** Has a test only.
- **AB-1.4** Has neither.
- **AB-1.5** Is only advice.
- **AB-1.6** Is cited by the row of a table.
- **AB-EX1** Is an example.
- **AB-EX2** Is an example that nobody wrote.
"""

RULES = """\
rule play                                           [AB-1.1]
    say "x"                                         [AB-1.2, AB-7.7]

define worth(n)
    1 | 2                                           [AB-1.6]

example "one" [AB-1.1, AB-EX1]
    players ann, bob
    then: yes                                       [AB-1.3, AB-1.6]
"""


def traced(waivers: Waivers | None = None) -> Trace:
    file, problems = parse("rules/x/game.rules", RULES)
    assert file is not None, problems
    return trace("x", rulebook(BOOK), Parsed([file], {}, []), waivers or Waivers())


def statuses(found: Trace) -> dict[str, str]:
    return {t.id: t.status for t in found.ids}


def test_each_id_gets_its_status() -> None:
    assert statuses(traced()) == {
        "AB-1": "section",
        "AB-1.1": "ok",
        "AB-1.2": "no test",
        "AB-1.3": "no rule",
        "AB-1.4": "no rule, no test",
        "AB-1.5": "no rule, no test",
        "AB-1.6": "ok",
        "AB-EX1": "ok",
        "AB-EX2": "no test",
        "AB-7.7": "unknown",
    }


def test_sums() -> None:
    sums = traced().sums
    assert sums.model_dump() == {
        "ids": 9 - 1,
        "with_rule": 3,
        "with_test": 4,
        "waived": 0,
        "no_rule": 3,
        "no_test": 4,
        "unknown": 1,
        "defined_twice": 0,
    }
    assert not traced().complete


def test_waivers_excuse_and_idle_ones_are_told() -> None:
    waivers = Waivers(
        both={"AB-1.5": "advice", "AB-9.*": "later"}, test={"AB-1.4": "cannot be tested", "AB-1.1": "x"}
    )
    found = traced(waivers)
    assert statuses(found)["AB-1.5"] == "waived"
    assert statuses(found)["AB-1.4"] == "no rule"
    assert found.idle_waivers == ["AB-9.*", "AB-1.1"]
    assert "waived: AB-1.5 (1): advice" in as_text(found)
    assert "waived: advice" in as_text(found, everything=True)
    assert "waiver without effect: AB-9.*" in as_text(found)


def test_the_text_lists_gaps_and_sums() -> None:
    text = as_text(traced())
    assert "AB-1.2  no test" in text
    assert "AB-7.7  unknown" in text
    assert "cited in rules/x/game.rules:2, not in the rulebook" in text
    assert "AB-1.1 " not in text
    assert "AB-1.1 " in as_text(traced(), everything=True)
    assert text.endswith(
        "x: 8 ids, 3 with a rule, 4 with a test; 3 without rule, 4 without test, 0 waived, 1 cited but unknown"
    )


def test_an_id_defined_twice_is_a_problem() -> None:
    file, _ = parse(
        "rules/x/game.rules",
        'rule play [AB-1]\n    say "x"\n\nexample "e" [AB-1]\n    players a, b\n    then: yes\n',
    )
    assert file is not None
    once = trace("x", rulebook("- **AB-1** one\n"), Parsed([file], {}, []), Waivers())
    twice = trace("x", rulebook("- **AB-1** one\n- **AB-1** two\n"), Parsed([file], {}, []), Waivers())
    assert once.complete
    assert not twice.complete
    assert twice.defined_twice == ["AB-1 (lines 1 and 2)"]


# ---------------------------------------------------------------- the command


def test_a_new_game_has_no_gaps(run, project: Project) -> None:
    ran = run("trace")
    assert ran.code == 0
    assert ran.out.startswith("nim: 4 ids")


def test_gaps_are_problems(run, project: Project) -> None:
    book = project.folder("nim") / "RULEBOOK.md"
    book.write_text(book.read_text() + "- **NI-9.9** A rule that nobody wrote.\n")
    ran = run("trace", "nim")
    assert ran.code == 1
    assert "NI-9.9  no rule, no test" in ran.out
    (project.folder("nim") / "waivers.toml").write_text('NI-9.9 = "advice"\n')
    assert run("trace", "nim").code == 0


def test_one_id_in_one_line_of_sight(run, project: Project) -> None:
    ran = run("trace", "--id", "ni-2.2")
    assert ran.code == 0
    assert "NI-2.2  ok" in ran.out
    assert "Whoever takes the last match wins." in ran.out
    assert "rule take_turn" in ran.out
    assert 'example "the last three"' in ran.out
    assert "if matches = 0: end_game(you)" in ran.out


def test_an_unknown_id(run, project: Project) -> None:
    ran = run("trace", "--id", "NI-2.7")
    assert ran.code == 2
    assert "no rule id 'NI-2.7'" in ran.err
    assert "did you mean" in ran.err


def test_json(run, project: Project) -> None:
    ran = run("trace", "--json")
    (found,) = json.loads(ran.out)
    assert Trace.model_validate(found).complete
    assert ran.code == 0


def test_rules_that_cannot_be_read_are_reported(run, project: Project) -> None:
    (project.folder("nim") / "broken.rules").write_text("rule\n")
    ran = run("trace", "nim")
    assert ran.code == 1
    assert "error[RW" in ran.out


def test_no_rulebook(run, project: Project) -> None:
    (project.folder("nim") / "RULEBOOK.md").unlink()
    ran = run("trace", "nim")
    assert ran.code == 2
    assert "there is no RULEBOOK.md" in ran.err

"""`rulewright trace --runs`: statements that random games and examples never reach."""

from __future__ import annotations

import json
import re

from rulewright.tools.project import Project
from rulewright.tools.reach import Reach, places_in

DOORS = """\
game doors "Doors"
    players: 2

define limit = 3

table
    steps: 0..9
    bell: flag

rule play
    repeat until steps >= limit:
        each player: walk
    end_game

rule walk
    choose one:
        "left": steps += 1
        "right": steps += 2
    if steps = 9: open_the_vault
    if bell: ring

rule ring: bell = no

rule open_the_vault
    steps = 0
    bell = yes

example "the bell"
    players ann, bob
    given: bell = yes
    when: ann: left
    then: bell = no
"""


def reach(run, *words: str) -> Reach:
    ran = run("trace", "doors", "--json", *words)
    return Reach.model_validate(json.loads(ran.out)[0])


def make(project: Project, text: str = DOORS) -> None:
    folder = project.folder("doors")
    folder.mkdir()
    (folder / "game.rules").write_text(text)


def texts(found: Reach, games: bool, examples: bool) -> list[str]:
    return [one.text for one in found.statements if (one.games, one.examples) == (games, examples)]


def test_a_branch_that_play_cannot_reach(run, project: Project) -> None:
    make(project)
    found = reach(run, "--runs", "20")
    assert texts(found, False, False) == ["open_the_vault", "steps = 0", "bell = yes"]
    assert texts(found, False, True) == ["ring", "bell = no"]
    assert "steps += 2" in texts(found, True, False)
    assert "steps += 1" in texts(found, True, True)


def test_as_text(run, project: Project) -> None:
    make(project)
    ran = run("trace", "doors", "--runs", "20")
    assert ran.code == 1
    line = next(n for n, text in enumerate(DOORS.splitlines(), 1) if "steps = 9" in text)
    assert "reached by neither games nor examples" in ran.out
    assert re.search(rf"rules/doors/game.rules:{line}:19 +open_the_vault\n", ran.out)
    assert ran.out.splitlines()[-1].endswith("3 by neither")


def test_without_games_only_examples_count(run, project: Project) -> None:
    make(project)
    found = reach(run, "--runs", "0")
    assert not any(one.games for one in found.statements)
    assert any(one.examples for one in found.statements)


def test_variants_count_together(run, project: Project) -> None:
    make(project, DOORS + "\nvariant loud of doors\n    instead ring: bell = no\n")
    found = reach(run, "--runs", "5")
    assert found.variants == ["", "loud"]
    only = Reach.model_validate(json.loads(run("trace", "doors@", "--json", "--runs", "5").out)[0])
    assert only.variants == [""]
    assert len(only.statements) < len(found.statements)


def test_everything_reached(run, project: Project) -> None:
    assert run("trace", "nim", "--runs", "20").code == 0


def test_wrong_usage(run, project: Project) -> None:
    assert run("trace", "nim", "--runs", "-1").code == 2
    assert run("trace", "nim", "--runs", "x").code == 2


def test_the_nearest_mark_that_is_not_deeper_counts() -> None:
    text = "\n".join(
        [
            "def f(g):",
            '    """A rule."""',
            "    # a.rules:1:5",
            "    if g.x:",
            "        # a.rules:2:9",
            "        g.y = 1",
            "    else:",
            "        g.y = 2",
            "    # a.rules:4:5",
            "    return up",
            "",
            "def h(g):",
            "    return 1",
        ]
    )
    assert {line: place[1] for line, place in places_in(text).items()} == {4: 1, 6: 2, 7: 1, 8: 1, 10: 4}

"""`rulewright words`: a file for translators, what is missing in it, and what nothing says any more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.tools.project import Project

from .conftest import Run

RULES = """\
game ducks "Ducks"
    players: 2

kind bird
    duck
    swan "white swan"

board pond: track(shore, reeds)
    depth: 0..3

player
    birds: list of bird
    define score = size(your birds)

menu turn "what you do"

action rest "rest a while" in turn once per day
    require size(your birds) > 0 "there is no bird to rest"
    say "{you} rests"

rule play
    begin day
    each player: feed

rule feed
    choose bird "a bird" from bird as "the {it}"
    move bird to your birds
    may "go on" else "stop": offer turn or "do nothing"

labels pl
    duck = "kaczka"
    "{you} sleeps" = "{you} śpi"
"""


@pytest.fixture
def ducks(tmp_path: Path) -> Project:
    folder = tmp_path / "rules" / "ducks"
    folder.mkdir(parents=True)
    (folder / "game.rules").write_text(RULES, encoding="utf-8")
    return Project(tmp_path, tmp_path / "generated")


def labels(project: Project, language: str) -> str:
    return (project.folder("ducks") / "labels" / f"{language}.rules").read_text(encoding="utf-8")


def test_every_text_has_a_line(run: Run, ducks: Project) -> None:
    ran = run("words", "ducks", "--language", "ru")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("written: rules/ducks/labels/ru.rules\n")
    lines = labels(ducks, "ru").splitlines()
    assert lines[:3] == ["labels ru", "", "    # rules/ducks/game.rules"]
    wanted = [
        '    ducks = ""  # title: Ducks',
        '    duck = ""  # component',
        '    swan = ""  # component: white swan',
        '    shore = ""  # place',
        '    depth = ""  # field',
        '    rest = ""  # action: rest a while',
        '    day = ""  # period',
        '    "there is no bird to rest" = ""  # reason',
        '    "{you} rests" = ""  # log',
        '    "a bird" = ""  # prompt',
        '    "the {it}" = ""  # option',
        '    "go on" = ""  # option',
        '    "stop" = ""  # option',
        '    "do nothing" = ""  # option',
    ]
    assert [line for line in wanted if line not in lines] == []


def test_the_file_checks_and_is_laid_out(run: Run, ducks: Project) -> None:
    run("words", "ducks", "--language", "ru")
    ran = run("check", "ducks")
    assert " 0 errors" in ran.out
    assert "ru lacks" in ran.out
    assert run("fmt", "--check", "ducks").out.count("labels/ru.rules") == 0


def test_what_is_translated_stays(run: Run, ducks: Project) -> None:
    run("words", "ducks", "--language", "ru")
    path = ducks.folder("ducks") / "labels" / "ru.rules"
    done = labels(ducks, "ru").replace('duck = ""', 'duck = "утка"')
    path.write_text(done, encoding="utf-8")
    ran = run("words", "ducks", "--language", "ru")
    assert labels(ducks, "ru") == done
    texts = json.loads(run("words", "ducks", "--language", "ru", "--json").out)
    assert ran.out.endswith(f"1 of {texts['texts']} texts translated, {texts['texts'] - 1} to translate\n")


def test_check_writes_nothing_and_names_what_is_missing_or_stale(run: Run, ducks: Project) -> None:
    ran = run("words", "ducks", "--language", "pl", "--check")
    assert ran.code == 1
    assert 'rules/ducks/game.rules:6: missing: component "white swan"' in ran.out
    assert 'rules/ducks/game.rules:32: no rule says this any more: "{you} sleeps"' in ran.out
    assert not (ducks.folder("ducks") / "labels").exists()


def test_a_language_that_the_table_does_not_know_gets_its_words_too(run: Run, ducks: Project) -> None:
    run("words", "ducks", "--language", "de")
    text = labels(ducks, "de")
    assert "    # the table\n" in text
    assert '    "not enough {what}" = ""\n' in text
    translated = text.replace('"yes" = ""', '"yes" = "ja"')
    (ducks.folder("ducks") / "labels" / "de.rules").write_text(translated, encoding="utf-8")
    assert run("check", "ducks").out.count("RW504") == 1  # of the Polish text that nothing says


@pytest.mark.parametrize("language", ["en", "German", "x", ""])
def test_no_language(run: Run, ducks: Project, language: str) -> None:
    ran = run("words", "ducks", "--language", language)
    assert ran.code == 2
    assert "no language to translate to" in ran.err


def test_broken_rules(run: Run, ducks: Project) -> None:
    (ducks.folder("ducks") / "more.rules").write_text("rule (", encoding="utf-8")
    ran = run("words", "ducks", "--language", "ru")
    assert ran.code == 1
    assert "rules/ducks/more.rules:1" in ran.out

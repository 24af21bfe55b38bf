"""The command line: help, exit codes, and messages instead of tracebacks."""

from __future__ import annotations

import argparse
import re
import shlex

import pytest

from rulewright import cli, pipeline
from rulewright.tools import trace
from rulewright.tools.errors import UsageError
from rulewright.tools.project import Project


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help_with_examples(run, name: str) -> None:
    ran = run(name, "--help")
    assert ran.code == 0
    assert "examples:" in ran.out
    assert f"rulewright {name}" in ran.out


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_the_examples_in_the_help_can_be_parsed(run, name: str) -> None:
    """Whatever follows `rulewright` in an example, up to the explanation or the end of the command."""
    lines = re.findall(rf"^ +rulewright ({name}\b.*)$", cli.command(name).EXAMPLES, re.MULTILINE)
    assert lines
    for line in lines:
        words = shlex.split(re.split(r"\s{2,}| < | && ", line)[0])
        if "--help" not in words and "-h" not in words:
            cli.parser(words).parse_args(words)


def test_help_lists_every_command(run) -> None:
    ran = run("--help")
    assert ran.code == 0
    for name in cli.COMMANDS:
        assert name in ran.out


def test_no_command_is_wrong_usage(run) -> None:
    assert run().code == 2


def test_an_unknown_command_or_option_is_wrong_usage(run) -> None:
    assert run("biuld").code == 2
    assert run("check", "--nonsense").code == 2


def test_the_version(run) -> None:
    assert re.match(r"rulewright \S+", run("--version").out)


def test_outside_a_project(run) -> None:
    ran = run("check")
    assert ran.code == 2
    assert ran.err.startswith("rulewright: no folder rules/")
    assert "hint:" in ran.err


@pytest.mark.parametrize("command", ["build", "check", "fmt", "test", "play", "trace", "assumptions", "dump"])
def test_an_unknown_game_gets_a_suggestion(run, project: Project, command: str) -> None:
    ran = run(command, "nmi")
    assert ran.code == 2
    assert ran.err == "rulewright: there is no game 'nmi'\nhint: did you mean 'nim'?\n"


def test_the_project_may_be_named_before_or_after_the_command(run, project: Project, tmp_path) -> None:
    (tmp_path / "elsewhere").mkdir()
    assert run("--project", str(project.root), "trace", "nim").code == 0
    assert run("trace", "nim", "--project", str(project.root)).code == 0
    assert run("trace", "nim", "--project", str(tmp_path / "elsewhere")).code == 2


def failing(error: BaseException):
    def run(args: argparse.Namespace) -> int:
        raise error

    return run


def test_a_mistake_of_ours_is_one_clear_message(
    run, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trace, "run", failing(ValueError("something\nodd")))
    ran = run("trace")
    assert ran.code == 2
    assert ran.err.startswith("rulewright: internal error: ValueError: something odd\n")
    assert "report" in ran.err
    assert "Traceback" not in ran.err
    monkeypatch.setenv("RULEWRIGHT_DEBUG", "1")
    assert "Traceback" in run("trace").err


def test_a_mistake_of_ours_names_the_game(run, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("odd")

    monkeypatch.setattr(pipeline, "check_files", fail)
    for name in ("check", "build", "test", "play nim"):
        ran = run(*name.split())
        assert ran.code == 2
        assert ran.err.startswith("rulewright: internal error: ValueError: odd (while compiling nim)\n")


def test_other_failures(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "run", failing(UsageError("no", "yes")))
    assert run("trace") == (2, "", "rulewright: no\nhint: yes\n")
    monkeypatch.setattr(trace, "run", failing(KeyboardInterrupt()))
    assert run("trace").code == 130
    monkeypatch.setattr(trace, "run", failing(PermissionError(13, "Permission denied", "x.rules")))
    assert run("trace") == (2, "", "rulewright: x.rules: Permission denied\n")


@pytest.mark.parametrize("argument", ["\ud800", "a\0b"], ids=["half a character", "NUL"])
def test_an_argument_that_no_name_can_have(run, project: Project, argument: str) -> None:
    ran = run("replay", argument)
    assert ran.code == 2
    assert ran.err == f"rulewright: an argument has a character that no name can have: {argument!a}\n"

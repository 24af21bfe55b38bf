"""The README: its commands are the ones that run, its links lead somewhere, its examples are true."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright import cli

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def block(marker: str) -> str:
    """The fenced block under a marker such as ``<!-- play command -->``."""
    found = re.search(rf"<!-- {re.escape(marker)} -->\n```\w*\n(.*?)```", README, re.DOTALL)
    assert found, f"README.md has no block {marker!r}"
    return found[1].strip()


def rulewright_calls(command: str) -> list[list[str]]:
    """The calls of `rulewright` in a shell command."""
    parts = [shlex.split(part) for part in command.split("&&")]
    return [words[1:] for words in parts if words and words[0].endswith("rulewright")]


@pytest.mark.parametrize("marker", ["play command", "test command"])
def test_the_two_commands_are_one_line_and_make_their_own_environment(marker: str) -> None:
    command = block(marker)
    assert "\n" not in command
    assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")
    assert README.index(f"<!-- {marker} -->") < 2000, "not on the first screen"


def test_the_play_command_builds_and_plays_with_bots() -> None:
    calls = rulewright_calls(block("play command"))
    assert [words[0] for words in calls] == ["build", "play"]
    assert "--bots" in calls[1]
    for words in calls:
        cli.parser(words).parse_args(words)
        assert (ROOT / "rules" / words[1]).is_dir()


@pytest.mark.parametrize("marker", ["play command", "test command"])
def test_ci_takes_its_commands_from_the_readme(marker: str) -> None:
    function = re.search(r"^readme\(\) \{\n.*?^\}$", CI, re.MULTILINE | re.DOTALL)
    assert function
    script = f"{function[0]}\nreadme '{marker}'"
    taken = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert taken.strip() == block(marker)
    assert f"\"$(readme '{marker}')\"" in CI


def test_ci_checks_what_it_should() -> None:
    for wanted in (
        'rulewright" build --check',
        'rulewright" trace',
        'ruff" check',
        'black" --check',
        'mypy"',
        'lint-imports"',
    ):
        assert wanted in CI
    assert subprocess.run(["bash", "-n", ".ci/run"], cwd=ROOT).returncode == 0
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def test_every_command_is_in_the_table() -> None:
    named = re.findall(r"^\| `rulewright (\w+)", README, re.MULTILINE)
    assert named == list(cli.COMMANDS)


def test_flags_in_the_table_exist() -> None:
    for name, row in re.findall(r"^\| `rulewright (\w+)(.*)$", README, re.MULTILINE):
        module = cli.command(name)
        for flag in re.findall(r"`(--\w+)`", row):
            assert flag in "\n".join(_help(module)), f"rulewright {name} has no {flag}"


def _help(module: cli.Command) -> list[str]:
    parser = argparse.ArgumentParser()
    module.configure(parser)
    return [option for action in parser._actions for option in action.option_strings]


def test_other_commands_in_the_text_can_be_parsed() -> None:
    for line in re.findall(r"`(?:\.venv/bin/)?rulewright ([a-z][^`]*)`", README):
        words = [word for word in line.split() if "…" not in word]
        words = ["x" if word.isupper() else word for word in words]
        assert words[0] in cli.COMMANDS
        if len(words) > 1:  # else it is only a mention
            cli.parser(words).parse_args(words)


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_excerpt_of_a_rules_file_is_true() -> None:
    path = re.search(r"<!-- excerpt: (\S+) -->", README)
    assert path
    assert block(f"excerpt: {path[1]}") in (ROOT / path[1]).read_text(encoding="utf-8")


def test_the_python_example_runs() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", block("example: engine")], cwd=ROOT, capture_output=True, text=True, env=_env()
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout


def _env() -> dict[str, str]:
    roots = [str(ROOT / folder) for folder in ("compiler", "runtime", "generated")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(roots)}

"""The end of a command's process: nothing that waits for the end is left out, whatever is not taken apart."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

LATER = """\
import atexit, sys, threading, time
from rulewright import cli

def main():
    atexit.register(print, "at the end")
    threading.Thread(target=lambda: (time.sleep(0.2), print("by a thread"))).start()
    print("x" * 100_000)
    return {code}

cli.main = main
cli.run()
"""


def ended(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A process of this program, run to its end with its output in a pipe."""
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("code", [0, 1])
def test_exit_code_output_and_what_waits_for_the_end(code: int) -> None:
    done = ended(LATER.format(code=code))
    assert done.returncode == code, done.stderr
    assert done.stdout.split() == ["x" * 100_000, "by", "a", "thread", "at", "the", "end"]


@pytest.mark.parametrize(("argument", "code"), [("--help", 0), ("nonsense", 2)])
def test_what_argparse_ends(argument: str, code: int) -> None:
    done = ended("from rulewright.cli import run; run()", argument)
    assert done.returncode == code
    assert "usage: rulewright" in done.stdout + done.stderr


def test_output_that_cannot_be_written_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", LATER.format(code=0)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode != 0
    assert "No space left" in done.stderr

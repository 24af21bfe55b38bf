"""What a release is made with: pinned dependencies of development, and the bill of materials."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINNED = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8")
ENTRY = re.compile(r"([a-z0-9-]+)==([^ ]+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)")


def name_of(requirement: str) -> str:
    """The name of a package in the one spelling that tells it apart."""
    return re.sub(r"[-_.]+", "-", re.split(r"[<>=\[ ;]", requirement, maxsplit=1)[0]).lower()


def test_every_line_pins_a_version_by_hashes() -> None:
    first, _, rest = PINNED.partition("\n")
    assert first.startswith("# ")
    assert ENTRY.sub("", rest) == ""
    assert "://" not in PINNED


def test_all_that_development_needs_is_pinned() -> None:
    pinned = {name for name, _, _ in ENTRY.findall(PINNED)}
    wanted = {name_of(one) for one in [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]}
    assert wanted <= pinned


@pytest.mark.skipif(importlib.util.find_spec("cyclonedx_py") is None, reason="cyclonedx-bom is not installed")
def test_the_bill_of_materials_lists_what_is_installed(tmp_path: Path) -> None:
    made = tmp_path / "bill.json"
    command = ["-m", "cyclonedx_py", "environment", "--pyproject", str(ROOT / "pyproject.toml")]
    subprocess.run(
        [sys.executable, *command, "--output-reproducible", "-o", str(made), sys.executable], check=True
    )
    bill = json.loads(made.read_text(encoding="utf-8"))
    assert bill["bomFormat"] == "CycloneDX"
    assert bill["metadata"]["component"]["name"] == "rulewright"
    named = {name_of(one["name"]) for one in bill["components"]}
    assert {name_of(one) for one in PROJECT["dependencies"]} <= named

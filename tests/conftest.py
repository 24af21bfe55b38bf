"""What all tests share: packages of tests are found by their names."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

os.environ.setdefault("RULEWRIGHT_NATIVE", "0")  # a core for each little game would take long
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="rulewright-state-")  # autosaves of tests
TESTS = str(Path(__file__).parent)
if TESTS not in sys.path:
    sys.path.insert(0, TESTS)

# Parts whose tests play no whole games and start no other programs.
QUICK = ("surface", "checks", "stages", "runtime", "test_architecture.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of the quick parts as fast."""
    for item in items:
        if item.path.relative_to(TESTS).parts[0] in QUICK:
            item.add_marker(pytest.mark.fast)

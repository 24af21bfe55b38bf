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

# Parts whose tests play no whole games and start few other programs. Of these `-m fast` runs all but what is marked `long`.
QUICK = ("surface", "checks", "stages", "runtime", "engines/test_constructs.py", "test_architecture.py")


def is_quick(path: Path) -> bool:
    """True for the quick parts, and for what lies in them."""
    return any(path.is_relative_to(Path(TESTS, part)) for part in QUICK)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves unread, if only the fast tests are asked for, what holds none: reading all takes longer than some parts run."""
    if config.getoption("markexpr") != "fast" or collection_path.is_dir():
        return None
    return None if is_quick(collection_path) else True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of the quick parts as fast."""
    for item in items:
        if is_quick(item.path) and not item.get_closest_marker("long"):
            item.add_marker(pytest.mark.fast)

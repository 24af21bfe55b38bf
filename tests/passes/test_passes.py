"""Each pass has a small game and two texts: what of the code it finds, and what it makes of that.

After a change that is meant, look at the difference, then run: RULEWRIGHT_UPDATE_GOLDEN=1 pytest tests/passes
"""

from __future__ import annotations

from pathlib import Path

import pytest
from engines.compiled import read_text
from engines.golden_files import compare

from rulewright import pipeline
from rulewright.code.text import function, table
from rulewright.code.tree import Function, Module
from rulewright.emit.package import code_of
from rulewright.passes import PASSES

HERE = Path(__file__).parent
NAMES = [one.__name__ for one in PASSES]


def items(module: Module) -> dict[str, str]:
    """The text of each function and table by its name."""
    found = [item for section in module.sections for item in section.items]
    return {
        item.name: "\n".join(function(item) if isinstance(item, Function) else table(item)) for item in found
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_pass(name: str) -> None:
    plan = pipeline.compile_files(read_text(HERE / name / "game.rules"), "").plan
    assert plan is not None
    earlier = ["from_plan", *NAMES][NAMES.index(name)]
    before, after = items(code_of(plan, earlier)), items(code_of(plan, name))
    changed = [key for key in dict.fromkeys([*before, *after]) if before.get(key) != after.get(key)]
    assert changed, "the pass finds nothing to do"
    for file, texts in (("before", before), ("after", after)):
        compare(
            HERE / name / f"{file}.txt", "\n\n".join(texts[key] for key in changed if key in texts) + "\n"
        )


@pytest.mark.parametrize("one", PASSES, ids=lambda one: one.__name__)
def test_a_pass_shows_before_and_after(one: object) -> None:
    module = __import__(f"rulewright.passes.{one.__name__}", fromlist=["x"])  # type: ignore[attr-defined]
    assert "before" in module.__doc__
    assert "after" in module.__doc__

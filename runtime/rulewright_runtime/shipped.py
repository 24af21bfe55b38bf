"""What came along with an engine that was shipped: the table in the browser, the sentences of the rules."""

from __future__ import annotations

import importlib
import json
import sys
from importlib import resources

from .engine import Engine


def table(engine: Engine, argv: list[str]) -> int:
    """The table in the browser, if it came along and what it needs is installed."""
    package = __name__.removesuffix("._runtime.shipped")  # of an engine that was shipped
    shipped = package != __name__
    try:
        alone = importlib.import_module(f"{package}._table.alone" if shipped else "rulewright_table.alone")
    except ImportError as error:
        sys.stderr.write(f"the table needs more ({error}): pip install '{engine.name}[table]'\n")
        return 2
    code: int = alone.main(engine, argv)
    return code


def shipped_rules() -> dict[str, str]:
    """The sentences of the rules, if this engine was shipped with them."""
    package = __name__.removesuffix("._runtime.shipped")
    if package == __name__:
        return {}
    try:
        text = (resources.files(package) / "_table" / "rulebook.json").read_text(encoding="utf-8")
    except OSError:
        return {}
    return {str(id): str(sentence) for id, sentence in json.loads(text).items()}

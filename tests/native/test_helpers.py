"""Nothing lies about in the C runtime: each of its functions is named by another, or by what prints cores."""

from __future__ import annotations

import re
from pathlib import Path

import rulewright
from rulewright_native import INCLUDE

DEFINED = re.compile(
    r"^(?:_Noreturn |__attribute__\(\(target.*?\)\)\) )?(?:static|FAST|SLOW|RARE|SPARE)\b[^=;\n]*?\b(rw_\w+)\(",
    re.M,
)
COMPOSED = {"rw_forget_for", "rw_forget_at"}  # names that the printer puts together


def test_every_function_of_the_runtime_is_needed() -> None:
    headers = "\n".join(p.read_text(encoding="utf-8") for p in sorted(INCLUDE.glob("*.h")))
    folder = Path(rulewright.__file__).parent
    printers = [*(folder / "emit" / "c").glob("*.py"), *(folder / "templates").glob("*c.j2")]
    words = re.findall(r"\w+", headers + "\n".join(p.read_text(encoding="utf-8") for p in printers))
    names = set(DEFINED.findall(headers))
    assert len(names) > 400
    assert sorted(n for n in names - COMPOSED if words.count(n) < 2) == []

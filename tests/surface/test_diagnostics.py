"""The diagnostic record: as text, as JSON, and the guess at what was meant."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import rulewright
from rulewright.diagnostics import CODES, Diagnostic, Span, error, in_order, render, suggest, to_json, warning

TEXT = "rule f\n    gain 3 coins                  [TM-6.4]\n"
FULL = error(
    "RW101",
    "there is no resource `coins`",
    Span("rules/x/actions.rules", 2, 12, 2, 17),
    rules=("TM-6.4",),
    expected="a resource",
    notes=("resources: coin, worker",),
    hint="did you mean `coin`?",
)


def test_render() -> None:
    assert render(FULL, {"rules/x/actions.rules": TEXT}) == (
        "error[RW101]: there is no resource `coins`\n"
        "--> rules/x/actions.rules:2:12 [TM-6.4]\n"
        "  |\n"
        "2 |     gain 3 coins                  [TM-6.4]\n"
        "  |            ^^^^^\n"
        "expected: a resource\n"
        "note: resources: coin, worker\n"
        "hint: did you mean `coin`?\n"
    )


def test_render_without_text_or_place() -> None:
    assert render(error("RW101", "oh"), {}) == "error[RW101]: oh\n"
    assert render(warning("RW101", "oh", Span("a", 3, 4, 3, 5)), {}) == "warning[RW101]: oh\n--> a:3:4\n"
    assert render(error("RW101", "oh", Span("a", 0, 0, 0, 0)), {"a": ""}) == "error[RW101]: oh\n--> a\n"


def test_render_of_a_long_stretch_marks_its_first_line() -> None:
    text = render(
        error("RW101", "oh", Span("a", 1, 1, 3, 5)), {"a": 'rule f "x"   [TM-1]  # why\n    stop\n'}
    )
    assert text.split("\n")[4] == "  | ^^^^^^^^^^"


def test_render_of_a_very_long_line_and_of_places_beyond_the_text() -> None:
    text = render(error("RW101", "oh", Span("a", 1, 700, 1, 705)), {"a": "x" * 900})
    assert max(map(len, text.split("\n"))) < 130
    assert "^^^^^" in text
    render(error("RW101", "oh", Span("a", 9, 9, 9, 9)), {"a": ""})
    render(error("RW101", "oh", Span("a", 1, 99, 1, 120)), {"a": "x"})


def test_json() -> None:
    (data,) = json.loads(to_json([FULL]))
    assert data["span"] == {
        "path": "rules/x/actions.rules",
        "line": 2,
        "column": 12,
        "end_line": 2,
        "end_column": 17,
    }
    assert Diagnostic(**{**data, "span": Span(**data["span"])}) == FULL


def test_order_and_repetition() -> None:
    a, b = error("RW101", "a", Span("x", 2, 1, 2, 2)), error("RW101", "b", Span("x", 1, 1, 1, 2))
    assert in_order([a, b, a]) == [b, a]


def test_suggest() -> None:
    assert suggest("chose", ["choose", "gain"]) == "choose"
    assert suggest("zzz", ["choose", "gain"]) is None
    assert suggest("gain", ["gain"]) is None


def test_codes_are_well_formed() -> None:
    assert all(len(code) == 5 and code.startswith("RW") and title for code, title in CODES.items())


def test_the_parser_works_without_a_place_for_its_cache(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    program = (
        "from rulewright.surface.parse import parse; print(parse('x', 'rule f: stop\\n')[0] is not None)"
    )
    root = Path(rulewright.__file__).parent.parent
    result = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(root), "XDG_CACHE_HOME": str(blocked)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == "True\n"

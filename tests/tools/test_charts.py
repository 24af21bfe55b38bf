"""Charts: what stands in them, that they need nothing else, and that any name goes into them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from rulewright.tools.charts import Course, Row, Side, bars, columns, courses, dots, over_time, spreads

SVG = "{http://www.w3.org/2000/svg}"


def words(chart: str) -> list[str]:
    """All texts of a chart."""
    return [one.text or "" for one in ElementTree.fromstring(chart).iter(f"{SVG}text")]


def every_kind() -> list[str]:
    """A chart of each kind."""
    row = Row("a", 1.0, 0.5, 1.5, "1.0 ±0.5")
    return [
        spreads([Side([1, 2, 2])], "one"),
        spreads([Side([1, 2], "a"), Side([2, 9], "b")], "two"),
        dots([row], "dots"),
        bars([row], "bars"),
        columns(["1", "2"], [1.0, 2.0], [0.5, 1.0], "columns"),
        over_time([0.0, 0.5, 1.0], "time"),
        courses([Course("c", [1.0, 2.0], 1.5)], "courses"),
    ]


def test_a_chart_needs_nothing_else_and_shares_no_name_with_another() -> None:
    for chart in every_kind():
        assert "url(" not in chart
        assert "<script" not in chart
        named = [one.get("id", "") for one in ElementTree.fromstring(chart).iter() if "id" in one.attrib]
        assert not [
            name for name in named if "_" in name
        ], "groups of two charts of a page would be named alike"


def test_the_same_figures_give_the_same_bytes() -> None:
    assert every_kind() == every_kind()


def test_names_are_shown_as_they_are() -> None:
    some = [Row("$\\frac{1}{", 1, 1, 1, "1 < 2 & $3$"), Row("x" * 60 + " " + "y" * 60, 2, 2, 2, "2")]
    shown = words(dots(some, "<b>$x</b>"))
    assert "$\\frac{1}{" in shown
    assert "1 < 2 & $3$" in shown
    assert "<b>$x</b>" in shown
    assert "x" * 60 + " …" in shown, "a name that is too long for its place is shortened"


def test_a_share_is_told_in_percent() -> None:
    row = Row("a", 0.25, 0.2, 0.3, "25 %")
    assert any(word.endswith(" %") for word in words(dots([row], "t", percent=True)) if word != "25 %")
    assert not any(word.endswith(" %") for word in words(dots([row], "t")) if word != "25 %")


def test_nothing_is_said_beside_the_chart_where_no_folder_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    code = "from rulewright.tools.charts import Side, spreads; spreads([Side([1, 2])], '\u6f22\u5b57')"
    home = {"HOME": str(tmp_path / "file"), "MPLCONFIGDIR": str(tmp_path / "file" / "x")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | home, capture_output=True, text=True, check=True
    )
    assert done.stdout + done.stderr == ""

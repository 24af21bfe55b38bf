"""Files that are still being written: every prefix can be read as far as it goes, and what follows a mistake is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.lsp.homes import home_of
from rulewright.surface import ast
from rulewright.surface.parse import parse
from rulewright.surface.recover import Part, parts, read_part, recovered, reparsed

from .common import GOOD

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "rules").rglob("*.rules"))
# Each construct of the language stands in these files; those of whole games say the same again, in other words.
SMALL = [*GOOD, *(path for path in FILES if path.is_relative_to(ROOT / "rules/connect_four"))]
LARGE = [path for path in FILES if path not in SMALL]
ALL = [*SMALL, *(pytest.param(path, marks=pytest.mark.long) for path in LARGE)]


def name(path: Path) -> str:
    return path.relative_to(ROOT / "rules" if path in FILES else ROOT / "tests/surface").as_posix()


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ALL, ids=name)
def test_a_file_without_mistakes_is_read_as_a_whole(path: Path) -> None:
    whole, _ = parse("x.rules", read(path))
    assert whole is not None
    assert recovered("x.rules", read(path)).declarations == whole.declarations


@pytest.mark.parametrize("path", ALL, ids=name)
def test_every_prefix_by_lines_is_read(path: Path) -> None:
    """What stands above the declaration that breaks off is the same for all its prefixes, so it is read once."""
    for part in parts("x.rules", read(path)):
        lines = part.text.split("\n")[:-1]
        whole = read_part("x.rules", part)
        assert whole, f"line {part.line}"
        for end in (
            *range(1, min(40, len(lines))),
            *range(40, len(lines), 5),
        ):  # rows of long tables are alike
            found = read_part("x.rules", Part(part.line, "\n".join(lines[:end]) + "\n"))
            assert all(type(d) in (type(w) for w in whole) for d in found)


SAMPLE = [p if i % 8 == 0 else pytest.param(p, marks=pytest.mark.long) for i, p in enumerate(FILES[::6])]


@pytest.mark.parametrize("path", SAMPLE, ids=name)
def test_a_sample_of_prefixes_is_checked(path: Path) -> None:
    """The game as if its file broke off here: diagnostics, never a crash."""
    folder = home_of(path).folder
    lines = read(path).split("\n")
    for end in (len(lines) // 3, 2 * len(lines) // 3):
        texts = {p.path: p.text for p in pipeline.read(folder).files}
        texts[f"rules/{path.relative_to(ROOT / 'rules').as_posix()}"] = "\n".join(lines[:end])
        done = pipeline.check_files(pipeline.parsed(folder, list(texts.items()), []), "")
        assert isinstance(done.diagnostics, list)


@pytest.mark.parametrize("path", SAMPLE, ids=name)
def test_a_file_that_is_typed_is_read_as_a_saved_one(path: Path) -> None:
    """Only what changed is read again, and still the tree and the messages are those of the whole file."""
    lines = read(path).split("\n")
    for end in (len(lines), len(lines) // 2):
        for text in ("\n".join(lines[:end]), "\n".join([*lines[:end], "rule if", "    stop"])):
            file, problems = reparsed("x.rules", text)
            whole, expected = parse("x.rules", text)
            assert problems == expected
            assert (file and file.declarations) == (whole and whole.declarations)


def test_a_mistake_costs_one_line() -> None:
    text = "rule a\n    let x = 1\n    let y = (\n    let z = 2\n\nrule b\n    stop\n"
    first, second = recovered("x.rules", text).declarations
    assert isinstance(first, ast.Rule)
    assert isinstance(second, ast.Rule)
    assert [s.name for s in first.body if isinstance(s, ast.Let)] == ["x", "z"]
    assert second.signature.name == "b"
    assert second.span.line == 6


def test_what_hangs_on_a_broken_line_goes_with_it() -> None:
    text = "rule a\n    let x = 1\n    if (:\n        stop\n    let z = 2\n"
    (first,) = recovered("x.rules", text).declarations
    assert isinstance(first, ast.Rule)
    assert [type(s) for s in first.body] == [ast.Let, ast.Let]


@pytest.mark.parametrize(
    "text", ["", "\n", "\ufeff", "rule", "    rule a", "\x00", "rule a\r\n    stop\r\n", "(" * 2000]
)
def test_odd_texts_give_a_tree(text: str) -> None:
    assert isinstance(recovered("x.rules", text), ast.File)

"""Rules about the code itself: what every file says first, what it may import, how long it may be."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.diagnostics import CODES
from rulewright.typed.fields import POSITION
from rulewright_runtime import Position

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 1000  # lines of a file written by hand; most have less than half of that


def modules(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


WRITTEN = [path for path in modules("compiler", "runtime", "tests") if "golden" not in path.parts]
GENERATED = modules("generated")


@pytest.mark.parametrize("path", WRITTEN, ids=named)
def test_a_file_begins_by_saying_its_job(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if not text.strip():
        assert path.name == "__init__.py"  # an empty package marker has no job to state
        return
    docstring = ast.get_docstring(ast.parse(text))
    assert docstring is not None, "no docstring"
    assert text.startswith(('"""', 'r"""')), "the docstring is not on the first line"
    assert (
        docstring.split("\n\n")[0].rstrip().endswith((".", "!", "?", ":"))
    ), "its first paragraph is no sentence"


@pytest.mark.parametrize("path", WRITTEN, ids=named)
def test_a_file_is_short(path: Path) -> None:
    assert path.read_text(encoding="utf-8").count("\n") <= LONGEST


def packages() -> list[Path]:
    return sorted(path.parent for path in (ROOT / "generated").glob("*/__init__.py"))


def test_there_are_engines() -> None:
    assert packages()


@pytest.mark.parametrize("path", GENERATED, ids=named)
def test_generated_files_say_so(path: Path) -> None:
    head = path.read_text(encoding="utf-8")[:600].lower()
    assert "generated" in head
    assert "do not edit" in head
    assert "rulewright build" in head
    assert re.search(r"rules/\w+", head)


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """The modules that a file imports, with the number of leading dots."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, 0) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "", node.level


@pytest.mark.parametrize("path", GENERATED, ids=named)
def test_engines_know_only_themselves_and_the_runtime(path: Path) -> None:
    for name, level in imports(path):
        top = name.partition(".")[0]
        if path.name == "_runtime.py" and top == "rulewright_runtime":
            continue
        assert level == 1 or top in sys.stdlib_module_names, f"imports {'.' * level}{name}"


@pytest.mark.parametrize("path", modules("runtime/rulewright_runtime"), ids=named)
def test_the_runtime_needs_only_the_standard_library(path: Path) -> None:
    depth = len(path.relative_to(ROOT / "runtime/rulewright_runtime").parts)
    for name, level in imports(path):
        assert (
            1 <= level <= depth or name.partition(".")[0] in sys.stdlib_module_names
        ), f"imports {'.' * level}{name}"


def test_no_field_of_the_rules_takes_the_place_of_one_of_the_runtime() -> None:
    assert set(Position.__slots__) <= POSITION


def test_every_error_code_has_its_page_and_every_page_its_code() -> None:
    pages = {path.stem: path for path in (ROOT / "docs" / "errors").glob("RW*.md")}
    assert sorted(pages) == sorted(CODES)
    for code, path in pages.items():
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        assert first.startswith(f"# {code}"), f"{path.name} begins with {first!r}"


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_used(code: str) -> None:
    used = any(
        f'"{code}"' in path.read_text(encoding="utf-8") for path in WRITTEN if path.name != "diagnostics.py"
    )
    assert used, f"{code} is listed but nothing reports it"


def test_every_code_that_is_used_is_listed() -> None:
    for path in modules("compiler"):
        for code in re.findall(r'"(RW\d{3})"', path.read_text(encoding="utf-8")):
            assert code in CODES, f"{named(path)} reports {code}"

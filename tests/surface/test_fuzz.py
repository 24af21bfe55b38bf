"""Whatever the text, the parser answers with a tree or with diagnostics, never with an exception."""

from __future__ import annotations

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rulewright.diagnostics import CODES, has_errors, render, to_json
from rulewright.fmt import format_text
from rulewright.surface.parse import parse, parse_expression, parse_label
from rulewright.tools.fuzz.writers.grammar import Generator

from .common import BAD, GOOD, cut, nodes, text_of

LINES = [text_of(path).split("\n") for path in [*GOOD * 6, *BAD]]
PIECES = [
    "(",
    ")",
    '"',
    "[",
    "]",
    "|",
    ":",
    "=",
    "\n",
    "    ",
    "\t",
    "-",
    ".",
    "..",
    "?",
    " if ",
    " else:",
    "#",
]
PIECES += [
    " or ",
    "\nwhere ",
    " choose ",
    " one:",
    "\x00",
    "\r",
    "ż",
    "\U0001f600",
    "{",
    "}",
    "12345678901",
    ",",
]


def examples(count: int) -> settings:
    return settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))


@st.composite
def excerpts(draw: st.DrawFn) -> str:
    """Some lines of a file that exists, mostly from the beginning of a declaration."""
    lines = draw(st.sampled_from(LINES))
    margins = [i for i, line in enumerate(lines) if line and line[0] not in " #"]
    start = draw(
        st.sampled_from([*margins, 0]) if draw(st.integers(0, 9)) else st.integers(0, len(lines) - 1)
    )
    return "\n".join(lines[start : start + draw(st.integers(1, 40))])


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """An excerpt with a few faults."""
    text = draw(excerpts())
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 0, 1, 3, 20])))
        text = text[:start] + draw(st.sampled_from(["", *PIECES])) + text[end:]
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text


def check(text: str) -> None:
    file, problems = parse("x.rules", text)
    assert (file is None) == has_errors(problems)
    for problem in problems:
        assert problem.code in CODES
        assert problem.span.line >= 1
        assert problem.span.line <= text.count("\n") + 2
        assert problem.code in render(problem, {"x.rules": text})
    to_json(problems)
    if file is not None:
        formatted, faults = format_text("x.rules", text)
        assert formatted is not None, faults


@examples(250)
@given(damaged())
def test_damaged_files(text: str) -> None:
    check(text)


@examples(100)
@given(st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_noise(text: str) -> None:
    check(text)
    parse_expression("x", text)
    parse_label(text, parse("x", "rule f: stop\n")[0].declarations[0].span)  # type: ignore[union-attr]


@examples(80)
@given(st.integers(0, 2**32), st.integers(1, 6))
@example(536870913, 1)  # a long line whose first breaking is broken once more
def test_what_the_grammar_allows_is_accepted(seed: int, size: int) -> None:
    text = Generator(seed).file(size)
    file, problems = parse("x.rules", text)
    for problem in problems:  # the only thing that the builder checks beyond the grammar
        assert problem.message == "a plain value stands after a named one", render(problem, {"x.rules": text})
    if file is not None:
        formatted, faults = format_text("x.rules", text)
        assert formatted is not None, (text, faults)
        for node in nodes(file.declarations):
            if node.span.line == node.span.end_line:
                assert cut(text, node.span).strip() == cut(text, node.span) != ""

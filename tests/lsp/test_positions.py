"""Places: the compiler's characters from 1 and the protocol's UTF-16 units from 0, both ways."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp

from rulewright.diagnostics import Span
from rulewright.lsp.positions import Text

TEXTS = st.text(st.sampled_from("ab ż𝄞\n\r\t"), max_size=40)


@given(TEXTS, st.integers(0, 40))
def test_a_place_and_back(text: str, offset: int) -> None:
    made = Text(text)
    offset = min(offset, len(text))
    if text[offset - 1 : offset + 1] == "\r\n" or (
        text[offset : offset + 1] in ("\r", "\n") and text[offset - 1 : offset] == "\r"
    ):
        return  # inside of a line end there is no place
    assert made.offset_of(made.position(offset)) == offset
    line, column = made.place(offset)
    assert made.offset(line, column) == offset


@given(TEXTS, st.integers(0, 99), st.integers(0, 99))
def test_a_place_outside_is_drawn_to_the_edge(text: str, line: int, column: int) -> None:
    made = Text(text)
    assert 0 <= made.offset(line, column) <= len(text)
    assert 0 <= made.offset_of(lsp.Position(line, column)) <= len(text)
    made.range(Span("x", line, column, line + 1, column))


def test_a_byte_order_mark_is_not_counted_by_the_compiler() -> None:
    assert Text("\ufeffrule a").offset(1, 1) == 1


def test_a_span_of_several_lines_is_shown_on_its_first() -> None:
    text = Text("rule a  [X-1]\n    stop\n")
    assert text.first_line(Span("x", 1, 1, 2, 9)) == lsp.Range(lsp.Position(0, 0), lsp.Position(0, 6))

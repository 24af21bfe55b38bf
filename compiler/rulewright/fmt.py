"""The canonical layout of a rules file: indentation, spaces, aligned tables and rule ids, the same words."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from lark import Token

from rulewright.breaking import RULE_IDS, WIDTH, Line, broken, ids, render, rows_with_ids_below, spaced
from rulewright.diagnostics import Diagnostic, error
from rulewright.surface import ast
from rulewright.surface.ast import Citation, Span
from rulewright.surface.parse import parse, tokens
from rulewright.surface.scan import comments, scan

WIDEST = 300  # a table that would be wider is not aligned
ROUNDS = 4  # in which a layout must settle

_LAYOUT = frozenset(("_NL", "_INDENT", "_DEDENT"))


def format_text(path: str, text: str) -> tuple[str | None, list[Diagnostic]]:
    """The text in its canonical layout, or None if it has errors."""
    file, diagnostics = parse(path, text)
    if file is None:
        return None, diagnostics
    problem = ""
    for breaking in (True, False):  # odd lines that cannot be broken stay long
        result, problem = _settled(path, text, breaking)
        again, _ = parse(path, result)
        if again is None or not _same(file.declarations, again.declarations):
            problem = "the layout would change the meaning of the file"
        if not problem:
            return result, []
    return None, [_refused(path, problem)]


def _settled(path: str, text: str, breaking: bool) -> tuple[str, str]:
    """The layout that no longer changes, and what is wrong if there is none: a broken line may be broken better."""
    for _ in range(ROUNDS):
        result = _layout(path, text, breaking)
        if result == text:
            return result, ""
        if parse(path, result)[0] is None:
            break
        text = result
    return text, "the layout would change again when formatted again"


def _refused(path: str, why: str) -> Diagnostic:
    """The diagnostic of a layout that would change what the file says."""
    message = f"the file was left as it is: {why}"
    hint = "this is a fault of the formatter, not of the file: please report it"
    return error("RW120", message, Span(path, 1, 1, 1, 1), hint=hint)


def _same(a: Any, b: Any) -> bool:
    """Whether two trees say the same, wherever they stand."""
    if isinstance(a, Span):
        return isinstance(b, Span)
    if isinstance(a, Citation):
        return isinstance(b, Citation) and a[:2] == b[:2]
    if isinstance(a, ast.Node):
        if type(a) is not type(b):
            return False
        return all(_same(getattr(a, f.name), getattr(b, f.name)) for f in dataclasses.fields(a))
    if isinstance(a, list | tuple):
        return type(a) is type(b) and len(a) == len(b) and all(map(_same, a, b))
    return bool(a == b)


# ---------------------------------------------------------------- lines


def _layout(path: str, text: str, breaking: bool) -> str:
    """The text in its layout; without `breaking` long lines stay."""
    lines = _lines(path, text)
    _place_comments(lines)
    if breaking:
        lines = broken(lines)
    for line in lines:
        line.code = line.laid_out()
    _align(lines)
    if breaking:
        lines = rows_with_ids_below(lines)
    return "".join(render(line) + "\n" for line in _blank_lines(lines))


def _lines(path: str, text: str) -> list[Line]:
    """The words of the file by line, each line with its level."""
    plain = scan(path, text).text
    lines = [Line(n, len(s) - len(s.lstrip(" "))) for n, s in enumerate(plain.split("\n"), 1)]
    for number, comment in comments(plain):
        lines[number - 1].comment = comment.rstrip()
    parents = [0]  # for each level, the line that opened it
    begins, opener = True, 0
    for token in tokens(path, text):
        if token.type == "_NL":
            begins = True
        elif token.type == "_INDENT":
            parents.append(opener)
        elif token.type == "_DEDENT":
            parents.pop()
        else:
            line = lines[(token.line or 1) - 1]
            if not line.words and line.source is None:
                line.level, line.parent, line.continued = len(parents) - 1, parents[-1], not begins
            if begins:
                begins, opener = False, line.number
            if token.type == "SOURCE":
                line.source = token
            else:
                line.words.append(token)
    return lines


def _place_comments(lines: list[Line]) -> None:
    """A line of comment keeps to the block in which it was written, else to the line below."""
    following: Line | None = None
    below: dict[int, Line | None] = {}
    for line in reversed(lines):
        below[line.number] = following
        if line.words:
            following = line
    open_blocks: list[Line] = []
    for line in lines:
        if line.words:
            if not line.continued:
                open_blocks = [b for b in open_blocks if b.level < line.level] + [line]
        elif line.comment:
            after = below[line.number]
            around = [*open_blocks, after] if after else open_blocks
            home = next((b for b in around if b.old_indent == line.old_indent), after)
            line.level, line.continued = (home.level, home.continued) if home else (0, False)


# ---------------------------------------------------------------- alignment


def _align(lines: list[Line]) -> None:
    """Lines up the columns of tables and the conditions of cases."""
    tables: dict[int, list[Line]] = defaultdict(list)
    cases: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        if line.continued or not line.words:
            continue
        types = [word.type for word in line.words]
        if "VBAR" in types and types[0] not in ("KIND", "EXTEND", "LOOK"):
            tables[line.parent].append(line)
        elif types[0] == "EQUAL" and _case_at(line.words):
            cases[line.parent].append(line)
    for rows in tables.values():
        _align_columns(rows, [_split(row.words) for row in rows], " | ")
        widest = max(len(row.code) for row in rows)
        for row in rows:
            room = WIDTH - len(ids(row.source)) if row.source is not None else 0
            row.ids_at = max(RULE_IDS, min(widest + 2, room), len(row.code) + 2)
    for rows in cases.values():
        plain = [row.code for row in rows]
        _align_columns(
            rows, [[r.words[: _case_at(r.words)], r.words[_case_at(r.words) :]] for r in rows], " "
        )
        if any(len(row.code) > WIDTH for row in rows):
            for row, code in zip(rows, plain, strict=True):
                row.code = code


def _split(words: list[Token]) -> list[list[Token]]:
    """The cells of a row."""
    cells: list[list[Token]] = [[]]
    for word in words:
        if word.type == "VBAR":
            cells.append([])
        else:
            cells[-1].append(word)
    return cells


def _case_at(words: list[Token]) -> int:
    """Where `if` or `otherwise` begins in ``= value if test``; 0 if the line is no such case."""
    depth = found = 0
    for i, word in enumerate(words):
        depth += {"LPAR": 1, "RPAR": -1}.get(word.type, 0)
        if depth == 0 and word.type == "ELSE":
            return 0
        if depth == 0 and word.type in ("IF", "OTHERWISE") and not found:
            found = i
    return found


def _align_columns(rows: list[Line], cells: list[list[list[Token]]], between: str) -> None:
    """Pads the cells of a table to the widest of their column; the last cell of a row stays as it is."""
    texts = [[spaced(cell) for cell in row] for row in cells]
    widths: dict[int, int] = defaultdict(int)
    for row in texts:
        for i, cell in enumerate(row[:-1]):
            widths[i] = max(widths[i], len(cell))
    if sum(widths.values()) > WIDEST:
        return
    for line, row in zip(rows, texts, strict=True):
        padded = [cell.ljust(widths[i]) for i, cell in enumerate(row[:-1])]
        line.code = " " * line.indent + between.join([*padded, row[-1]])


# ---------------------------------------------------------------- blank lines


def _blank_lines(lines: Iterable[Line]) -> list[Line]:
    """At most one blank line in a row, and one below each declaration of several lines."""
    result: list[Line] = []
    blank = False
    for line in lines:
        if line.blank:
            blank = bool(result)
            continue
        at_margin = line.level == 0 and not line.continued
        if blank or (result and at_margin and result[-1].indent > 0):
            result.append(Line(0, 0))
        result.append(line)
        blank = False
    return result

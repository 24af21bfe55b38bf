"""Statements, functions and tables of the code tree as Python: each kind has its macro in `templates/python.j2`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import jinja2

from ...code import tree as code
from ...once import once
from ..formatter import LENGTH
from . import expressions
from .annotations import annotation

TEMPLATES = Path(__file__).parent.parent.parent / "templates"
INDENT = "    "


@cache
def environment() -> jinja2.Environment:
    """The templates, with the filters that print parts of the code tree."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    made.filters["pyrepr"] = repr
    made.filters["py"] = expressions.text
    made.filters["test"] = expressions.truth
    made.filters["gone_over"] = expressions.gone_over
    made.filters["annotation"] = annotation
    made.filters["docstring"] = docstring
    made.filters["wrapped"] = wrapped
    made.filters["block"] = block
    made.filters["block_indent"] = indented
    made.filters["lines"] = lines
    made.filters["code"] = printed
    return made


@cache
def macro(kind: str) -> jinja2.runtime.Macro:
    """The macro that prints a kind of node."""
    found: jinja2.runtime.Macro = getattr(environment().get_template("python.j2").module, kind)
    return found


def docstring(text: str) -> str:
    """A text that can stand between the quotes of a docstring."""
    return text.replace("\\", "\\\\").replace('"""', "'''")


def wrapped(text: str) -> str:
    """A sentence on lines of a docstring."""
    return textwrap.indent("\n".join(textwrap.wrap(text, LENGTH - len(INDENT))), INDENT)


def printed(node: code.Node) -> str:
    """A statement, a function or a table as Python."""
    by = macro(type(node).__name__)
    return whole(node, by) if isinstance(node, code.Function) else by(node)


@once
def whole(f: code.Function, by: jinja2.runtime.Macro) -> str:
    """A function as its macro prints it."""
    return by(f)


def lines(statements: Iterable[code.Statement]) -> str:
    """Statements one after the other, each below the note that leads back to its rule."""
    return "".join((f"# {s.note}\n" if s.note else "") + printed(s) for s in statements)


def block(statements: Iterable[code.Statement]) -> str:
    """Statements as the body of something."""
    return indented(lines(statements) or "pass\n")


def indented(text: str) -> str:
    """Lines, each further to the right."""
    return "".join(INDENT + line if line.strip() else line for line in text.splitlines(keepends=True))

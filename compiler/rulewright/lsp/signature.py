"""Signature help: the values that a rule, define, board or library function takes, while they are typed."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulewright.language.library import LIBRARY
from rulewright.lsp import describe
from rulewright.lsp.declared import Symbol
from rulewright.lsp.names import Names
from rulewright.lsp.session import Session


def signature(session: Session, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
    """The parameters of the call that is being typed; None outside of calls."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    line, column = document.text.place_of(params.position)
    called = open_call(document.text.line(line)[: column - 1])
    if called is None:
        return None
    name, number = called
    found = described(session.names(document.home), name)
    if found is None:
        return None
    label, given, words = found
    parameters = [lsp.ParameterInformation(each) for each in given]
    info = lsp.SignatureInformation(label, words or None, parameters)
    return lsp.SignatureHelp([info], 0, min(number, max(len(given) - 1, 0)))


def open_call(text: str) -> tuple[str, int] | None:
    """The name before the innermost bracket that is still open, and how many values are complete."""
    depth = commas = 0
    quoted = text.count('"') % 2
    if quoted:
        return None
    in_string = False
    for i in range(len(text) - 1, -1, -1):
        sign = text[i]
        if sign == '"':
            in_string = not in_string
        if in_string:
            continue
        if sign == ")":
            depth += 1
        elif sign == "(" and depth:
            depth -= 1
        elif sign == "(":
            start = i
            while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
                start -= 1
            return (text[start:i], commas) if start < i else None
        elif sign == "," and not depth:
            commas += 1
    return None


def described(names: Names, name: str) -> tuple[str, list[str], str] | None:
    """The call in words, its values, and what it gives."""
    analysis = describe.best(names)
    context = analysis.context if analysis is not None else None
    symbol = names.known.globals.get(name)
    if context is not None:
        owned = [k for k in context.signatures if k.rpartition(".")[2] == name]
        key = name if name in context.signatures else owned[0] if owned else ""
        if key:
            sig = context.signatures[key]
            given = [f"{n}: {t}" for (n, _), t in zip(sig.function.params, sig.params)]
            result = f" = {sig.result}" if sig.function.category == "define" else ""
            return f"{name}({', '.join(given)}){result}", given, ""
    if symbol == Symbol("board", "", name):
        return f"{name}(row, column)", ["row", "column"], "a cell of the board"
    row = LIBRARY.get(name)
    if row is None or not row.form:
        return None
    inside = row.form.partition("(")[2].rpartition(")")[0]
    return row.form, [each.strip() for each in inside.split(",")], "a function of the language"

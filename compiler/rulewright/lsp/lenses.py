"""Code lenses: above a rule how well it is tested and whether games reach it, above an example how to run it and to play on from it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types as lsp

from rulewright.lsp.citations import examples, ids_in
from rulewright.lsp.homes import reach_of
from rulewright.lsp.names import Names
from rulewright.lsp.session import Document, Session
from rulewright.surface import ast
from rulewright.tools.reach import Reach, Statement
from rulewright.tools.tables import count

RUN = "rulewright.runExamples"
PLAY = "rulewright.playFrom"
REACH = "rulewright.reach"
_IDS = re.compile(r"\s*(\s\[[^\]]*\])?\s*(#[^\"]*)?$")


def lenses(session: Session, params: lsp.CodeLensParams) -> list[lsp.CodeLens] | None:
    """The lenses of a document; None if it belongs to no game."""
    document = session.document(params.text_document.uri)
    if document is None or document.home.alone:
        return None
    names = session.names(document.home)
    titles = titles_by_id(names)
    reached = Reached(reach_of(document.home))
    found: list[lsp.CodeLens] = []
    for d in declarations(document.tree):
        if isinstance(d, ast.Example):
            found += of_example(document, d)
        elif isinstance(d, (ast.Rule, ast.Action, ast.Define, ast.When, ast.Instead)):
            found += of_rule(document, d, titles, reached)
    return found


def declarations(file: ast.File) -> Iterator[ast.Declaration]:
    """What stands at the margin, in variants, and beside kinds and members."""
    for d in file.declarations:
        yield from _below(d)


def _below(d: ast.Declaration) -> Iterator[ast.Declaration]:
    """A declaration and all that stand in it."""
    yield d
    for part in ("declarations", "members", "behaviour"):
        for inner in getattr(d, part, None) or []:
            yield from _below(inner)


def titles_by_id(names: Names) -> dict[str, list[str]]:
    """The titles of the examples that cite each id."""
    found: dict[str, list[str]] = {}
    for example in examples(names):
        for id in ids_in(example):
            found.setdefault(id, []).append(example.title)
    return found


class Reached:
    """The statements that were reached when games were last played, by file and text: they may have moved since."""

    def __init__(self, found: Reach | None) -> None:
        self.known = found is not None
        self.statements: dict[tuple[str, str], list[Statement]] = {}
        for one in found.statements if found is not None else ():
            self.statements.setdefault((one.path, one.text.strip()), []).append(one)

    def by(self, document: Document, d: ast.Declaration) -> str:
        """Who reached something of a declaration, in words; "" if nothing of it was there then."""
        lines = [document.text.line(n) for n in range(d.span.line, d.span.end_line + 1)]
        texts = {_IDS.sub("", line).strip() for line in lines}
        found = [one for text in texts for one in self.statements.get((document.name, text), [])]
        if any(one.games for one in found):
            return "reached by games"
        if any(one.examples for one in found):
            return "reached by examples alone"
        return "reached by nothing" if found else ""


def of_rule(
    document: Document, d: ast.Declaration, titles: dict[str, list[str]], reached: Reached
) -> Iterator[lsp.CodeLens]:
    """The lens of a rule: how many examples test it and what reaches it."""
    ids = ids_in(d)
    if not ids:
        return
    tests = list(dict.fromkeys(title for id in sorted(ids) for title in titles.get(id, [])))
    words = [f"tested by {count(len(tests), 'example') if tests else 'no example'}", reached.by(document, d)]
    yield lens(document, d, " · ".join([w for w in words if w] + ["run"] * bool(tests)), RUN, tests)
    if not reached.known:
        reached.known = True  # asked once in each file
        yield lens(document, d, "what do games reach?", REACH, [document.home.folder.name])


def of_example(document: Document, d: ast.Example) -> Iterator[lsp.CodeLens]:
    """The lenses of an example: to run it, and to play on from it."""
    yield lens(document, d, "run this example", RUN, [d.title])
    yield lens(document, d, "play from here", PLAY, [d.title])


def lens(document: Document, d: ast.Declaration, words: str, command: str, titles: list[str]) -> lsp.CodeLens:
    """A lens above a declaration; without titles it only says something."""
    start = document.text.range(d.span).start
    arguments = [document.uri, titles]
    called = command if titles else ""
    return lsp.CodeLens(
        lsp.Range(start, start), lsp.Command(words, called, arguments=arguments if called else None)
    )

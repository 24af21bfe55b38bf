"""Completion: names in scope, what stands behind a dot, members of the kind that is wanted, rule ids with their sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol import types as lsp

from rulewright.language.library import LIBRARY
from rulewright.lsp import describe
from rulewright.lsp.declared import Symbol
from rulewright.lsp.here import Here, here
from rulewright.lsp.homes import rulebook_of
from rulewright.lsp.names import Names
from rulewright.lsp.session import Document, Session
from rulewright.surface.words import BODY, MARGIN
from rulewright.typed.context import Context
from rulewright.typed.infer.access import members_known
from rulewright.typed.types import COLLECTIONS, Type

K = lsp.CompletionItemKind
KINDS = {
    "kind": K.Enum,
    "member": K.EnumMember,
    "column": K.Field,
    "field": K.Field,
    "piece": K.Class,
    "board": K.Class,
    "resource": K.Unit,
    "function": K.Function,
    "menu": K.Interface,
    "participant": K.Variable,
    "local": K.Variable,
    "library": K.Function,
}
CONSTANTS = ("you", "it", "this", "base", "yes", "no", "none", "empty", "players")
TYPES = ("number", "flag", "player", "resource", "bundle", "effect", "direction", "text")
_IDS = re.compile(r"\[[^\]\"]*$")
_BEHIND_DOT = re.compile(r"(?<![.\d])\.\s*\w*$")
_YOUR = re.compile(r"\byour\s+\w*$")
_TYPED = re.compile(
    r"^\s+[\w, ]+(for each [\w.]+ *)*:\s*(("
    + "|".join(COLLECTIONS)
    + r") of )?\w*$|\(([^()]*[(,]\s*)?\w+:\s*\w*$"
)
_STATEMENT = re.compile(r"^\s+\w*$")
_MARGIN = re.compile(r"^\w*$")


def completion(session: Session, params: lsp.CompletionParams) -> lsp.CompletionList | None:
    """What can stand at the cursor; None if the document is no rules file."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    line, column = document.text.place_of(params.position)
    before = document.text.line(line)[: column - 1]
    found: dict[str, lsp.CompletionItem] = {}
    for each in items(session, document, line, column, before):
        found.setdefault(each.label, each)  # a local hides what else has its name
    return lsp.CompletionList(is_incomplete=False, items=list(found.values()))


def items(
    session: Session, document: Document, line: int, column: int, before: str
) -> Iterable[lsp.CompletionItem]:
    """The suggestions by what stands before the cursor: ids, words, types, parts or names in scope."""
    if _IDS.search(before):
        return ids(document)
    if '"' in before and before.count('"') % 2 and before.count("{") <= before.count("}"):
        return ()  # plain words of a text
    if _MARGIN.match(before):
        return words(MARGIN)
    names = session.names(document.home)
    analysis = describe.best(names)
    context = analysis.context if analysis is not None else None
    if _YOUR.search(before) and context is not None:
        return parts_of(names, context, Type("player"))
    if typing_type(document, line, before):
        return types(names)
    found = here(document.name, document.text.text, line, column, context)
    if _BEHIND_DOT.search(before):
        if found.before is not None and context is not None:
            return parts_of(names, context, found.before)
        return every_part(names)
    return in_scope(names, context, found, before)


# ---------------------------------------------------------------- ids and words


def ids(document: Document) -> Iterator[lsp.CompletionItem]:
    """The ids of the rulebook in its order."""
    book = rulebook_of(document.home)
    for number, entry in enumerate(book.entries.values() if book is not None else ()):
        yield lsp.CompletionItem(
            entry.id,
            kind=K.Reference,
            detail=entry.text[:120],
            documentation=entry.text,
            sort_text=f"{number:05}",
        )


def words(some: Iterable[str], sort: str = "") -> Iterator[lsp.CompletionItem]:
    """Words of the language as suggestions."""
    for word in some:
        yield lsp.CompletionItem(word, kind=K.Keyword, sort_text=sort + word)


def typing_type(document: Document, line: int, before: str) -> bool:
    """Whether a type stands here: after the colon of a field, a column or a parameter."""
    if not _TYPED.search(before):
        return False
    first = before.split()[0] if before.split() else ""
    if first in ("define", "rule", "event", "menu", "action"):
        return True
    for number in range(line - 1, 0, -1):
        above = document.text.line(number)
        if above.strip() and not above.startswith((" ", "#")):
            return above.split()[0] in ("player", "table", "board", "piece", "extend", "kind")
    return False


def types(names: Names) -> Iterator[lsp.CompletionItem]:
    """The types as suggestions, those of the game first."""
    for name in (*TYPES, *(f"{shape} of" for shape in COLLECTIONS)):
        yield lsp.CompletionItem(name, kind=K.TypeParameter, sort_text=f"1{name}")
    for symbol in dict.fromkeys(names.known.globals.values()):
        if symbol.category in ("kind", "board", "piece"):
            yield item(names, symbol, "0")


# ---------------------------------------------------------------- names


def parts_of(names: Names, c: Context, type: Type) -> Iterator[lsp.CompletionItem]:
    """What a thing of this type has."""
    owner = {
        "player": "player",
        "kind": f"kind:{type.of}",
        "cell": f"cell:{type.of}",
        "piece": f"piece:{type.of}",
    }.get(type.name, f"edge:{type.of}")
    for name in dict.fromkeys(members_known(c, type)):
        symbol = names.known.of(owner, name) or names.known.globals.get(name)
        if symbol is not None:
            yield item(names, symbol, "0" if symbol.owner == owner or symbol.category == "column" else "1")
        else:
            yield lsp.CompletionItem(name, kind=K.Field, sort_text=f"1{name}")


def every_part(names: Names) -> Iterator[lsp.CompletionItem]:
    """Everything that can stand behind a dot, if it is not known what stands before it."""
    for symbol in dict.fromkeys(s for known in names.known.members.values() for s in known.values()):
        yield item(names, symbol, "0")


def in_scope(names: Names, c: Context | None, found: Here, before: str) -> Iterator[lsp.CompletionItem]:
    """Names that can stand here: what is wanted first, then locals, then all that is declared."""
    wanted = found.wanted
    if found.scope is not None:
        for name, local in found.scope.names.items():
            type = found.scope.body.locals.get(local)
            fitting = (
                wanted is not None and type is not None and type.name == wanted.name and type.of == wanted.of
            )
            detail = str(type) if type is not None and type.name != "unknown" else None
            yield lsp.CompletionItem(
                name, kind=K.Variable, detail=detail, sort_text=f"{'0' if fitting else '1'}{name}"
            )
        for name in found.scope.constants:
            yield lsp.CompletionItem(name, kind=K.Variable, detail="player", sort_text=f"1{name}")
        this = found.scope.this
        if this is not None and c is not None and this.type.name in ("kind", "cell", "piece"):
            yield from parts_of(names, c, this.type)
    for symbol in dict.fromkeys(names.known.globals.values()):
        is_wanted = (
            wanted is not None
            and symbol == Symbol("member", wanted.of, symbol.name)
            and wanted.name == "kind"
        )
        yield item(names, symbol, "0" if is_wanted else "3" if symbol.category == "member" else "2")
    yield from words(CONSTANTS, "2")
    for name, row in LIBRARY.items():
        if name not in names.known.globals:
            yield lsp.CompletionItem(name, kind=K.Function, detail=row.form or None, sort_text=f"4{name}")
    if _STATEMENT.match(before):
        yield from words(BODY, "1")


def item(names: Names, symbol: Symbol, sort: str) -> lsp.CompletionItem:
    """A name as a suggestion, with how it is declared."""
    detail = describe.title(names, symbol)
    return lsp.CompletionItem(
        symbol.name,
        kind=KINDS.get(symbol.category, K.Text),
        detail=detail if len(detail) <= 100 else detail[:99] + "…",
        sort_text=f"{sort}{symbol.name}",
    )

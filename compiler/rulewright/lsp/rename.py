"""Rename across files and variants; refused if the rules would then not say the same."""

from __future__ import annotations

import re

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from rulewright.diagnostics import Diagnostic, has_errors
from rulewright.lsp.analysis import Moment, analysed, with_types
from rulewright.lsp.declared import Symbol
from rulewright.lsp.mentions import Occurrence
from rulewright.lsp.names import Names, names_of
from rulewright.lsp.positions import Text
from rulewright.lsp.session import Session
from rulewright.resolved.layers import RESERVED
from rulewright.resolved.tables import plural

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
FIXED = ("library", "variant")  # a variant's name is also that of folders and engines


def prepare(session: Session, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
    """The name that would be changed; None where nothing can be renamed."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    found = session.names(document.home).at(document.name, *document.text.place_of(params.position))
    if found is None or found.symbol.category in FIXED:
        return None
    return lsp.PrepareRenamePlaceholder(document.text.range(found.span), found.symbol.name)


def rename(session: Session, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    """The edits that rename what stands at the cursor; an error of the protocol says why it cannot be."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    names = session.names(document.home)
    found = names.at(document.name, *document.text.place_of(params.position))
    if found is None:
        return None
    new = params.new_name
    if found.symbol.category in FIXED:
        raise JsonRpcInvalidParams(f"`{found.symbol.name}` cannot be renamed here")
    if not _NAME.match(new) or new in RESERVED:
        raise JsonRpcInvalidParams(
            f"`{new}` cannot be a name: letters, digits and _, and no word of the language"
        )
    if has_errors(names.moment.read.diagnostics):
        raise JsonRpcInvalidParams("mend the mistakes of syntax first: some places cannot be read")
    texts = {name: session.text(document.home, name, names.moment.sources) for name in names.files}
    edits = edits_of(names, texts, found.symbol, new)
    refuse_if_wrong(names, applied(texts, edits), new)
    changes = {session.uri(document.home, name): some for name, some in edits.items()}
    return lsp.WorkspaceEdit(changes=changes)


def edits_of(names: Names, texts: dict[str, Text], symbol: Symbol, new: str) -> dict[str, list[lsp.TextEdit]]:
    """What is written instead, by file."""
    edits: dict[str, list[lsp.TextEdit]] = {}
    for o in dict.fromkeys(Occurrence(o.symbol, o.span) for o in names.of(symbol)):
        range = texts[o.span.path].range(o.span)
        edits.setdefault(o.span.path, []).append(lsp.TextEdit(range, written_as(texts[o.span.path], o, new)))
    return edits


def written_as(text: Text, o: Occurrence, new: str) -> str:
    """The new name as it stands there: in the plural, or in `piece_at`, if the old one stood so."""
    start, end = text.offset(o.span.line, o.span.column), text.offset(o.span.line, o.span.end_column)
    old = text.text[start:end]
    if old == plural(o.symbol.name):
        return plural(new)
    return new + "_at" if old == f"{o.symbol.name}_at" else new


def applied(texts: dict[str, Text], edits: dict[str, list[lsp.TextEdit]]) -> dict[str, str]:
    """The texts after the edits."""
    after: dict[str, str] = {}
    for name, text in texts.items():
        made = text.text
        for edit in sorted(edits.get(name, []), key=lambda e: text.offset_of(e.range.start), reverse=True):
            start, end = text.offset_of(edit.range.start), text.offset_of(edit.range.end)
            made = made[:start] + edit.new_text + made[end:]
        after[name] = made
    return after


def refuse_if_wrong(names: Names, after: dict[str, str], new: str) -> None:
    """Reads the rules as they would be: they must have no new mistake, and every name must mean what it meant."""
    moment = Moment(names.moment.home, after)
    then = {variant: analysed(moment.read.files, variant) for variant in moment.variants()}
    for variant, analysis in then.items():
        before = names.analyses.get(variant)
        found = [d for d in [*moment.read.diagnostics, *analysis.diagnostics] if weighs(d)]
        known = before.diagnostics if before is not None else []
        if len(found) > sum(map(weighs, known)):
            d = next((d for d in found if new in d.message), found[-1])
            place = f"{d.span.path.rpartition('/')[2]}:{d.span.line}"
            raise JsonRpcInvalidParams(f"`{new}` would not do: {d.message} ({place})")
        with_types(analysis)
    if meanings(names) != meanings(names_of(moment, then)):
        raise JsonRpcInvalidParams(f"`{new}` would not do: some names would then mean something else")


def weighs(d: Diagnostic) -> bool:
    """Whether a finding forbids a name: an error, or a variable that has the name of something else."""
    return d.severity == "error" or d.code == "RW218"


def meanings(names: Names) -> list[tuple[str, int, bool]]:
    """What each name of a game means, in the order of the text: the same number for the same thing, whatever it is called."""
    found = sorted(names.everywhere(), key=lambda o: (o.span.path, o.span.line, o.span.column))
    numbers: dict[Symbol, int] = {}
    return [(o.symbol.category, numbers.setdefault(o.symbol, len(numbers)), o.declares) for o in found]

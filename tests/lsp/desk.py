"""The features without a protocol: a session with texts open and the game understood, `^` for the place of the cursor."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp

from rulewright.lsp import homes
from rulewright.lsp.analysis import analysed, with_types
from rulewright.lsp.session import Session

ROOT = Path(__file__).resolve().parents[2]


class Desk:
    """One project, with what a server would know of it."""

    def __init__(self, folder: Path = ROOT) -> None:
        self.session = Session()
        self.rules = folder / "rules"
        self.session.folders = [folder]

    def uri(self, name: str) -> str:
        return homes.uri_of(self.rules / name)

    def open(self, name: str, text: str | None = None) -> str:
        text = (self.rules / name).read_bytes().decode() if text is None else text
        self.session.opened(self.uri(name), 1, text)
        return text

    def understand(self, game: str) -> None:
        """What the checker does in its thread."""
        home = homes.home_of(self.rules / game / "game.rules")
        moment = self.session.moment(home)
        for variant in moment.variants():
            done = analysed(moment.read.files, variant)
            if done.context is not None:
                with_types(done)
                self.session.learned(home, done)

    def typed(self, name: str, marked: str) -> lsp.Position:
        """Opens a text in which a `^` is the cursor."""
        at = marked.index("^")
        self.open(name, marked.replace("^", "", 1))
        buffer = self.session.open[self.rules / name]
        return buffer.text.position(at)

    def at(self, name: str, marked: str) -> dict[str, object]:
        """The parameters of a request at the `^` in a piece of the text that is open."""
        before, _, after = marked.partition("^")
        text = self.session.open[self.rules / name].text
        position = text.position(text.text.index(before + after) + len(before))
        return {"text_document": lsp.TextDocumentIdentifier(self.uri(name)), "position": position}


def params_of(method: str, uri: str, position: lsp.Position) -> object:
    """Any request at a place."""
    document = lsp.TextDocumentIdentifier(uri)
    here = lsp.Range(lsp.Position(0, 0), position)
    made: dict[str, object] = {
        lsp.TEXT_DOCUMENT_HOVER: lsp.HoverParams(document, position),
        lsp.TEXT_DOCUMENT_COMPLETION: lsp.CompletionParams(document, position),
        lsp.TEXT_DOCUMENT_DEFINITION: lsp.DefinitionParams(document, position),
        lsp.TEXT_DOCUMENT_REFERENCES: lsp.ReferenceParams(lsp.ReferenceContext(True), document, position),
        lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: lsp.DocumentHighlightParams(document, position),
        lsp.TEXT_DOCUMENT_RENAME: lsp.RenameParams(document, position, "another"),
        lsp.TEXT_DOCUMENT_PREPARE_RENAME: lsp.PrepareRenameParams(document, position),
        lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: lsp.DocumentSymbolParams(document),
        lsp.WORKSPACE_SYMBOL: lsp.WorkspaceSymbolParams("a"),
        lsp.TEXT_DOCUMENT_FOLDING_RANGE: lsp.FoldingRangeParams(document),
        lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: lsp.SemanticTokensParams(document),
        lsp.TEXT_DOCUMENT_FORMATTING: lsp.DocumentFormattingParams(document, lsp.FormattingOptions(4, True)),
        lsp.TEXT_DOCUMENT_SIGNATURE_HELP: lsp.SignatureHelpParams(document, position),
        lsp.TEXT_DOCUMENT_CODE_ACTION: lsp.CodeActionParams(document, here, lsp.CodeActionContext([])),
        lsp.TEXT_DOCUMENT_CODE_LENS: lsp.CodeLensParams(document),
        lsp.TEXT_DOCUMENT_INLAY_HINT: lsp.InlayHintParams(document, here),
    }
    return made[method]

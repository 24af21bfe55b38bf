"""The server itself: which requests it answers, each by one file of this folder, and how texts reach it."""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from rulewright.lsp import (
    colours,
    commands,
    completion,
    definition,
    fixes,
    folding,
    formatting,
    homes,
    hover,
    inlay,
    lenses,
    references,
    rename,
    signature,
    symbols,
)
from rulewright.lsp.checking import Checker
from rulewright.lsp.homes import Home
from rulewright.lsp.session import Session


class Feature(NamedTuple):
    """A request of the protocol, and what answers it."""

    method: str
    answer: Callable[[Session, Any], Any]
    options: Any = None


FEATURES = (
    Feature(lsp.TEXT_DOCUMENT_HOVER, hover.hover),
    Feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        completion.completion,
        lsp.CompletionOptions(trigger_characters=[".", "[", " "]),
    ),
    Feature(lsp.TEXT_DOCUMENT_DEFINITION, definition.definition),
    Feature(lsp.TEXT_DOCUMENT_REFERENCES, references.references),
    Feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, references.highlights),
    Feature(lsp.TEXT_DOCUMENT_RENAME, rename.rename, lsp.RenameOptions(prepare_provider=True)),
    Feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME, rename.prepare),
    Feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, symbols.outline),
    Feature(lsp.WORKSPACE_SYMBOL, symbols.search),
    Feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE, folding.folding),
    Feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, colours.colours, colours.LEGEND),
    Feature(lsp.TEXT_DOCUMENT_FORMATTING, formatting.formatting),
    Feature(
        lsp.TEXT_DOCUMENT_SIGNATURE_HELP,
        signature.signature,
        lsp.SignatureHelpOptions(trigger_characters=["(", ","]),
    ),
    Feature(lsp.TEXT_DOCUMENT_CODE_ACTION, fixes.fixes, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])),
    Feature(lsp.TEXT_DOCUMENT_CODE_LENS, lenses.lenses),
    Feature(lsp.TEXT_DOCUMENT_INLAY_HINT, inlay.inlay),
)


class Server(LanguageServer):
    """A language server with its session and its checker."""

    def __init__(self, version: str) -> None:
        # Whole texts: an edit counted in lines and columns goes wrong where two programs count lines differently.
        super().__init__("rulewright", version, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.session = Session()
        self.checker = Checker(self.session, self.text_document_publish_diagnostics)

    def changed(self, home: Home, uri: str = "") -> None:
        """Has a game checked again after an edit of a file."""
        self.checker.changed(home, home.name_of(homes.path_of(uri)) if uri else "")


def server(version: str) -> Server:
    """A server that answers all features."""
    made = Server(version)
    for each in (follow_texts, follow_files, offer_commands):
        each(made)
    for feature in FEATURES:
        made.feature(feature.method, feature.options)(guarded(made, feature))
    return made


def guarded(made: Server, feature: Feature) -> Callable[[Any], Any]:
    """The answer to a request; a mistake of ours is told in the log and answered with nothing."""

    def answer(params: Any) -> Any:
        try:
            return feature.answer(made.session, params)
        except JsonRpcException:  # what is refused with a word
            raise
        except Exception as error:
            made.window_log_message(
                lsp.LogMessageParams(
                    lsp.MessageType.Error,
                    f"{feature.method}: {type(error).__name__}: {error}\n{''.join(traceback.format_tb(error.__traceback__)[-2:])}",
                )
            )
            return None

    return answer


def follow_texts(made: Server) -> None:
    """Keeps the texts that are open as the editor has them."""

    @made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        home = made.session.opened(document.uri, document.version, document.text)
        made.changed(home, document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        document = made.workspace.get_text_document(params.text_document.uri)
        home = made.session.opened(document.uri, params.text_document.version, document.source)
        made.changed(home, document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        home = made.session.closed(uri)
        made.changed(home)

    @made.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        made.changed(homes.home_of(homes.path_of(params.text_document.uri)), params.text_document.uri)


def follow_files(made: Server) -> None:
    """Looks again when files change on disk, or folders come and go."""

    @made.feature(lsp.INITIALIZED)
    async def begun(_: lsp.InitializedParams) -> None:
        made.session.folders = folders(made)
        watching = made.client_capabilities.workspace
        if (
            watching
            and watching.did_change_watched_files
            and watching.did_change_watched_files.dynamic_registration
        ):
            globs = [lsp.FileSystemWatcher("**/*.rules"), lsp.FileSystemWatcher("**/RULEBOOK.md")]
            options = lsp.DidChangeWatchedFilesRegistrationOptions(globs)
            await made.client_register_capability_async(
                lsp.RegistrationParams(
                    [lsp.Registration("watch", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)]
                )
            )

    @made.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def on_disk(params: lsp.DidChangeWatchedFilesParams) -> None:
        made.session.stale()
        touched = {homes.home_of(homes.path_of(change.uri)) for change in params.changes}
        for home in made.session.homes():
            if home in touched:
                made.changed(home)

    @made.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def moved(_: lsp.DidChangeWorkspaceFoldersParams) -> None:
        made.session.folders = folders(made)


def offer_commands(made: Server) -> None:
    """What the code lenses lead to; an editor with a terminal of its own takes these names itself."""

    @made.command(lenses.RUN)
    async def run(uri: str, titles: list[str]) -> str:
        loop = asyncio.get_running_loop()
        words = await loop.run_in_executor(None, commands.run_examples, uri, titles)
        kind = lsp.MessageType.Info if ", 0 failed" in words else lsp.MessageType.Warning
        made.window_show_message(lsp.ShowMessageParams(kind, words))
        return words

    @made.command(lenses.REACH)
    async def reach(uri: str, titles: list[str]) -> str:
        words = await asyncio.get_running_loop().run_in_executor(None, commands.find_reach, uri)
        made.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, words))
        workspace = made.client_capabilities.workspace
        if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
            await made.workspace_code_lens_refresh_async(None)
        return words

    @made.command(lenses.PLAY)
    async def play(uri: str, titles: list[str]) -> str:
        line = commands.play_line(uri, titles)
        made.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, f"in a terminal: {line}"))
        return line


def folders(made: Server) -> list[Path]:
    """The folders that the editor has open."""
    return [homes.path_of(uri) for uri in made.workspace.folders]


def serve(version: str) -> None:
    """Speaks with one editor over standard input and output until it goes."""
    made = server(version)
    out = sys.stdout
    sys.stdout = sys.stderr  # from here on: a stray print would break the protocol
    try:
        made.start_io(sys.stdin.buffer, out.buffer)
    finally:
        made.checker.close()

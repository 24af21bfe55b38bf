"""The server itself: which requests it answers, each by one file of this folder, and how texts reach it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from rulewright.lsp import homes
from rulewright.lsp.checking import Checker
from rulewright.lsp.homes import Home
from rulewright.lsp.session import Session


class Feature(NamedTuple):
    """A request of the protocol, and what answers it."""

    method: str
    answer: Callable[[Session, Any], Any]
    options: Any = None


FEATURES: tuple[Feature, ...] = ()


class Server(LanguageServer):
    """A language server with its session and its checker."""

    def __init__(self, version: str) -> None:
        # Whole texts: an edit counted in lines and columns goes wrong where two programs count lines differently.
        super().__init__("rulewright", version, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.session = Session()
        self.checker = Checker(self.session, self.text_document_publish_diagnostics)

    def changed(self, home: Home, uri: str = "") -> None:
        self.checker.changed(home, home.name_of(homes.path_of(uri)) if uri else "")


def server(version: str) -> Server:
    """A server that answers all features."""
    made = Server(version)
    for each in (follow_texts, follow_files):
        each(made)
    for feature in FEATURES:
        made.feature(feature.method, feature.options)(guarded(made, feature))
    return made


def guarded(made: Server, feature: Feature) -> Callable[[Any], Any]:
    """The answer to a request; a mistake of ours is told in the log and answered with nothing."""

    def answer(params: Any) -> Any:
        try:
            return feature.answer(made.session, params)
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
        touched = {homes.home_of(homes.path_of(change.uri)) for change in params.changes}
        for home in made.session.homes():
            if home in touched:
                made.changed(home)

    @made.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def moved(_: lsp.DidChangeWorkspaceFoldersParams) -> None:
        made.session.folders = folders(made)


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

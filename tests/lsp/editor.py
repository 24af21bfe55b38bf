"""An editor for tests: a real client of the protocol, a project of its own, and `^` for the place of the cursor."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from lsprotocol import types as lsp
from pygls import uris
from pytest_lsp import LanguageClient

ROOT = Path(__file__).resolve().parents[2]
SERVER = [sys.executable, "-m", "rulewright.cli", "lsp"]
PATIENCE = 30.0  # seconds, on a busy machine


def project(folder: Path, *games: str) -> Path:
    """A folder with some games of the repository."""
    for game in games:
        shutil.copytree(ROOT / "rules" / game, folder / "rules" / game)
    return folder


class Editor:
    """One project in one editor."""

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        self.client, self.folder = client, folder
        self.versions: dict[str, int] = {}
        self.texts: dict[str, str] = {}

    def uri(self, name: str) -> str:
        return uris.from_fs_path(str(self.folder / "rules" / name)) or ""

    def disk(self, name: str) -> str:
        return (self.folder / "rules" / name).read_bytes().decode()

    def open(self, name: str, text: str | None = None) -> str:
        text = self.disk(name) if text is None else text
        self.versions[name], self.texts[name] = 1, text
        document = lsp.TextDocumentItem(self.uri(name), "rulewright", 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
        return self.uri(name)

    def write(self, name: str, text: str) -> None:
        self.versions[name] += 1
        self.texts[name] = text
        document = lsp.VersionedTextDocumentIdentifier(uri=self.uri(name), version=self.versions[name])
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    def close(self, name: str) -> None:
        document = lsp.TextDocumentIdentifier(self.uri(name))
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))

    def shown(self, name: str) -> list[lsp.Diagnostic]:
        return list(self.client.diagnostics.get(self.uri(name), ()))

    def codes(self, name: str) -> list[str]:
        return [str(d.code) for d in self.shown(name)]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Waits until something holds of what the server has told."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await asyncio.sleep(0.02)

    async def until_codes(self, name: str, *codes: str) -> None:
        try:
            await self.until(
                lambda: self.uri(name) in self.client.diagnostics and self.codes(name) == [*codes]
            )
        except TimeoutError:
            raise AssertionError(f"{name}: {self.codes(name)}, not {codes}") from None

    def at(self, name: str, marked: str) -> lsp.Position:
        """The place of the `^` in a piece of text that stands in the file without it."""
        before, _, after = marked.partition("^")
        text = self.texts[name]
        offset = text.index(before + after) + len(before)
        line = text.count("\n", 0, offset)
        return lsp.Position(
            line, len(text[text.rfind("\n", 0, offset) + 1 : offset].encode("utf-16-le")) // 2
        )

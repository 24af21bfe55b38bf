"""Hostile games in an editor: every feature of the language server answers, within the memory that it may have."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from lsp.editor import Editor

TESTS = Path(__file__).resolve().parents[1]
GAMES = sorted((TESTS / "tools" / "hostile").glob("*.rules"))
MEMORY = 500_000_000  # bytes of data in one process
MOST = 120  # seconds after which a program is killed that does not end


def bounded() -> None:
    """The limits of a process that is to read hostile games."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_feature_answers(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "rules" / path.stem
    folder.mkdir(parents=True)
    shutil.copy(path, folder / "game.rules")
    done = subprocess.run(
        [sys.executable, "-m", "lsp.asking", str(tmp_path), path.stem],
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=MOST,
        preexec_fn=bounded,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout.removeprefix("asked ")) > 100


@pytest.mark.asyncio
async def test_one_server_reads_all_of_them(editor: Editor) -> None:
    """The server tells of each what is wrong with it, or that nothing is, and answers then as before."""
    for path in GAMES:
        (editor.folder / "rules" / path.stem).mkdir()
        name = f"{path.stem}/game.rules"
        shutil.copy(path, editor.folder / "rules" / name)
        editor.open(name)
        await editor.until(lambda name=name: editor.uri(name) in editor.client.diagnostics)  # type: ignore[misc]
        found = await editor.client.text_document_document_symbol_async(
            lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(editor.uri(name)))
        )
        assert found

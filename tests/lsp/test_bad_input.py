"""Bad input: the server stays alive and right, whatever is open, typed, moved or deleted."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from lsp.desk import Desk, params_of
from lsp.editor import Editor, project
from rulewright.lsp.server import FEATURES

PLAY = "connect_four/play.rules"


@pytest.mark.asyncio
async def test_one_server_outlives_everything(editor: Editor) -> None:
    """Huge, broken, vanishing files, files of no game, several games at once; in between it still answers."""
    text = editor.disk(PLAY)
    editor.open(PLAY)
    await editor.until_codes(PLAY)
    for odd in (
        "\x00" * 50,
        "rule " * 5000,
        "(" * 3000,
        "é" * 2_000_000,
        '"' + "{" * 500,
        "\ufeff\r\r\n",
        "",
    ):
        editor.write(PLAY, odd)
    editor.write(PLAY, "rule broken(")
    await editor.until(lambda: editor.codes(PLAY) != [])
    editor.write(PLAY, text)
    await editor.until_codes(PLAY)
    # a second game
    editor.open(
        "tic_tac_toe/play.rules",
        editor.disk("tic_tac_toe/play.rules").replace("mark is none", "mork is none"),
    )
    await editor.until(lambda: "RW216" in editor.codes("tic_tac_toe/play.rules"))
    assert editor.codes(PLAY) == []
    # a file of no game, and one that is nowhere
    editor.open("../notes.rules", "rule alone\n    stop\n")
    await editor.until_codes("../notes.rules")
    # the folder vanishes under an open file: what is open is all there is
    shutil.rmtree(editor.folder / "rules" / "connect_four")
    editor.write(PLAY, text + "\n")
    await editor.until(lambda: "RW201" in editor.codes(PLAY))
    shutil.copytree(Path(__file__).parents[2] / "rules/connect_four", editor.folder / "rules/connect_four")
    editor.client.workspace_did_change_watched_files(
        lsp.DidChangeWatchedFilesParams(
            [lsp.FileEvent(editor.uri("connect_four/game.rules"), lsp.FileChangeType.Created)]
        )
    )
    await editor.until_codes(PLAY)
    hover = await editor.client.text_document_hover_async(
        lsp.HoverParams(lsp.TextDocumentIdentifier(editor.uri(PLAY)), editor.at(PLAY, "where is_^open"))
    )
    assert hover is not None


@pytest.mark.asyncio
async def test_a_lens_can_be_run(editor: Editor) -> None:
    editor.open(PLAY)
    await editor.until_codes(PLAY)
    title = "red begins, then yellow"
    done = await editor.client.workspace_execute_command_async(
        lsp.ExecuteCommandParams("rulewright.runExamples", [editor.uri(PLAY), [title]])
    )
    assert done == "2 run, 0 failed"  # in the game and in its variant
    line = await editor.client.workspace_execute_command_async(
        lsp.ExecuteCommandParams("rulewright.playFrom", [editor.uri(PLAY), [title]])
    )
    assert "--example 'red begins, then yellow'" in str(line)


def test_every_feature_answers_at_every_prefix(tmp_path: Path) -> None:
    """A rule typed letter by letter, with every kind of line end, and every question after each of some letters."""
    desk = Desk(project(tmp_path, "connect_four"))
    text = desk.open(PLAY)
    desk.understand("connect_four")
    for ends in ("\n", "\r\n", "\r"):
        whole = text.replace("\n", ends)
        for length in range(60, 700, 37):
            desk.open(PLAY, whole[:length])
            position = desk.session.open[desk.rules / PLAY].text.position(length)
            for feature in FEATURES:
                params = params_of(feature.method, desk.uri(PLAY), position)
                if feature.method != lsp.TEXT_DOCUMENT_RENAME:  # which refuses what cannot be renamed
                    feature.answer(desk.session, params)


def test_a_file_that_is_not_open_is_answered_with_nothing(tmp_path: Path) -> None:
    desk = Desk(project(tmp_path, "connect_four"))
    for feature in FEATURES:
        params = params_of(feature.method, desk.uri(PLAY), lsp.Position(5, 5))
        if feature.method != lsp.WORKSPACE_SYMBOL:  # which is about no file
            assert feature.answer(desk.session, params) is None

"""Diagnostics while typing, by a real client: the same records as `rulewright check`, whatever is typed."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from lsprotocol import types as lsp

from lsp.editor import Editor

PLAY = "connect_four/play.rules"


@pytest.mark.asyncio
async def test_a_mistake_is_told_while_it_stands(editor: Editor) -> None:
    text = editor.disk(PLAY)
    editor.open(PLAY)
    await editor.until_codes(PLAY)
    editor.write(PLAY, text.replace("drops a disc into column {column}", "drops into {colum}"))
    await editor.until_codes(PLAY, "RW211")
    (d,) = editor.shown(PLAY)
    assert d.message == "nothing is called `colum`\nhint: did you mean `column`?"
    assert d.severity == lsp.DiagnosticSeverity.Error
    line = editor.texts[PLAY].split("\n")[d.range.start.line]
    assert line[d.range.start.character : d.range.end.character] == "colum"
    editor.write(PLAY, text)
    await editor.until_codes(PLAY)


@pytest.mark.asyncio
async def test_what_is_typed_counts_and_not_what_is_on_disk(editor: Editor) -> None:
    editor.open(PLAY)
    editor.open("connect_four/game.rules", editor.disk("connect_four/game.rules").replace("width", "breadth"))
    await editor.until(lambda: "RW211" in editor.codes(PLAY))
    editor.close("connect_four/game.rules")
    await editor.until_codes(PLAY)


@pytest.mark.asyncio
async def test_half_a_line_is_one_error_of_syntax(editor: Editor) -> None:
    text = editor.disk(PLAY)
    editor.open(PLAY, text.replace("let cell = landing(column)", "let cell = landing("))
    await editor.until_codes(PLAY, "RW107")


@pytest.mark.asyncio
async def test_the_records_are_those_of_check(editor: Editor) -> None:
    path = editor.folder / "rules" / PLAY
    text = (
        editor.disk(PLAY)
        .replace("in_line(cell): end", "in_lin(cell): end")
        .replace("[C4-2.4]", "[C4-9.9]", 1)
    )
    path.write_text(text)
    editor.open(PLAY)
    await editor.until(lambda: len(editor.shown(PLAY)) > 1)
    printed = subprocess.run(
        [sys.executable, "-m", "rulewright.cli", "check", "--json", "connect_four"],
        cwd=editor.folder,
        capture_output=True,
        text=True,
    ).stdout
    wanted = [(d["code"], d["message"]) for d in json.loads(printed)]
    await editor.until(lambda: len(editor.shown(PLAY)) == len(wanted))
    assert [(d.code, d.message.split("\n")[0]) for d in editor.shown(PLAY)] == wanted


@pytest.mark.asyncio
async def test_places_are_counted_in_units_of_the_protocol(editor: Editor) -> None:
    text = editor.disk(PLAY).replace("{you} drops a disc", "𝄞ż {you} drops a {disk}")
    editor.open(PLAY, text)
    await editor.until_codes(PLAY, "RW211")
    (d,) = editor.shown(PLAY)
    line = text.split("\n")[d.range.start.line].encode("utf-16-le")
    assert line[2 * d.range.start.character : 2 * d.range.end.character].decode("utf-16-le") == "disk"


@pytest.mark.asyncio
async def test_windows_line_ends_move_nothing(editor: Editor) -> None:
    text = editor.disk(PLAY).replace("in_line(cell): end", "in_lin(cell): end").replace("\n", "\r\n")
    editor.open(PLAY, text)
    await editor.until(lambda: "RW211" in editor.codes(PLAY))
    d = next(d for d in editor.shown(PLAY) if d.code == "RW211")
    assert text.split("\r\n")[d.range.start.line][d.range.start.character :].startswith("in_lin(")

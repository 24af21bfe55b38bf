"""A program: asks every feature of the language server about the game in a folder, at many places of its text, and says how often it asked."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from pygls.exceptions import JsonRpcException

from lsp.desk import Desk, params_of
from rulewright.lsp.server import FEATURES

STEP = 23  # characters from one place to the next


def main(folder: Path, game: str) -> None:
    """Asks with the text as it is, and with only its beginning."""
    desk, name, asked = Desk(folder), f"{game}/game.rules", 0
    text = desk.open(name)
    desk.understand(game)
    for shown in (text, text[: len(text) // 2]):
        desk.open(name, shown)
        for offset in range(0, len(shown), STEP):
            position = desk.session.open[desk.rules / name].text.position(offset)
            for feature in FEATURES:
                asked += 1
                with suppress(JsonRpcException):  # a new name that cannot be
                    feature.answer(desk.session, params_of(feature.method, desk.uri(name), position))
    print("asked", asked)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])

"""What the tests of the checks share: compiling texts, and the games to which they are added."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright import pipeline
from rulewright.diagnostics import Diagnostic, in_order, render
from rulewright.resolved.merge import variants_of
from rulewright.tools.fuzz.compiled import read_texts

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BAD = sorted((HERE / "bad").glob("*.rules"))
GOOD = sorted((HERE / "good").glob("*.rules"))

GAME = 'game example "Example"\n    players: 2\n'
PLAY = "rule play: nothing\n"


def completed(name: str, rules: str) -> list[tuple[str, str]]:
    """The files of a game: the given one, and another that declares what it leaves out."""
    more = "" if re.search(r"^game ", rules, re.M) else GAME
    if not re.search(r"^\ufeff?(rule|define|event) play\b", rules, re.M) and more:
        more += PLAY
    return [(name, rules), *([("game.rules", more)] if more else [])]


def compiled(texts: list[tuple[str, str]], variant: str = "") -> pipeline.Compilation:
    """A game as the stages leave it, from texts instead of a folder."""
    return pipeline.compile_files(read_texts(texts), variant)


def diagnosed(texts: list[tuple[str, str]]) -> list[Diagnostic]:
    """All that is said about a game and its variants, each thing once."""
    base = compiled(texts)
    found = list(base.diagnostics)
    for variant in dict.fromkeys(variants_of(base.files)):
        if variant:
            found += compiled(texts, variant).diagnostics
    return in_order(found)


def rendered(found: list[Diagnostic], texts: list[tuple[str, str]]) -> str:
    sources = dict(texts)
    return "\n".join(render(d, sources) for d in found).rstrip("\n")

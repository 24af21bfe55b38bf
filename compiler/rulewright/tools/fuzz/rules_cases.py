"""Campaigns of rules: what random writers write and what becomes of real rules with faults, in engine, interpreter and core."""

from __future__ import annotations

import random
import re
import tempfile
import warnings
from functools import cache
from pathlib import Path
from typing import Final

from rulewright import pipeline
from rulewright.diagnostics import CODES, has_errors, render
from rulewright.emit.c.unit import Untranslatable
from rulewright.tools.cores import text_of
from rulewright.tools.fuzz import beside_core
from rulewright.tools.fuzz.calls import at_most
from rulewright.tools.fuzz.cases import Campaign
from rulewright.tools.fuzz.compiled import Compiled, finished, read_texts, unload
from rulewright.tools.fuzz.faults import Texts, mutated
from rulewright.tools.fuzz.lockstep import play_in_lockstep
from rulewright.tools.fuzz.writers import SHARES, Writer
from rulewright.tools.project import find_project
from rulewright_native import building
from rulewright_runtime import native

# Calls of functions that compiling may need: none of our games comes near, however its lines are nested.
CALLS: Final = 3_000_000
CALLS_A_LINE: Final = 60_000
MEASURED: Final = 5  # one of so many cases: counting takes time
SMALL: Final = 9_000  # characters of a game's rules: engines of larger ones take long to compile
GAMES: Final = 2
ANSWERS: Final = 60
FILE: Final = re.compile(r"^#: (\S+)\n", re.M)
WRITERS: Final = [writer for writer, share in SHARES.items() for _ in range(4 // share)]


def joined(texts: Texts) -> str:
    """Several files as one text."""
    return "".join([f"#: {path}\n{text}" for path, text in texts])


def parted(text: str) -> Texts:
    """The files in a text; one without names is a single file."""
    parts = FILE.split(text)
    return list(zip(parts[1::2], parts[2::2])) if len(parts) > 1 else [("game.rules", text)]


def program(seed: int) -> str:
    """Random rules by one of the writers."""
    writer: type[Writer] = random.Random(seed).choice(WRITERS)
    return writer(seed).text()


def mutant(seed: int) -> str:
    """Real rules with a few faults."""
    texts = random.Random(seed).choice(small_games())
    return joined(mutated(texts, seed))


@cache
def small_games() -> list[Texts]:
    """The games of the repository that compile quickly, without their variants and examples' own files."""
    found: list[Texts] = []
    for folder in find_project(Path(__file__)).folders().values():
        texts = [(path.name, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.rules"))]
        if texts and sum(len(text) for _, text in texts) < SMALL:
            found.append(texts)
    return found


def compiled(text: str) -> Compiled | None:
    """A game, or None if its rules have mistakes, which can all be shown."""
    texts = parted(text)
    if len(text) % MEASURED == 0:
        with at_most(CALLS + CALLS_A_LINE * text.count("\n")):
            done = pipeline.compile_files(read_texts(texts), "")
    else:
        done = pipeline.compile_files(read_texts(texts), "")
    for d in done.diagnostics:
        assert d.code in CODES, d.code
        assert render(d, done.sources)
    if has_errors(done.diagnostics):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # `0 is 1` and the like, as the rules say
        return finished(done, "fuzz")


def plays_alike(text: str) -> None:
    """Rules either have mistakes, which are told, or engine and interpreter play them alike."""
    game = compiled(text)
    if game is None:
        return
    try:
        for seed in range(GAMES):
            play_in_lockstep(game, game.engine.players[seed % len(game.engine.players)], seed, ANSWERS)
    finally:
        unload(game.engine)


def core_plays_alike(text: str) -> None:
    """Rules without mistakes are played alike by the engine and its native core."""
    game = compiled(text)
    if game is None or building.compiler() is None or building.headers() is None:
        return
    try:
        with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
            path = Path(folder) / f"core{building.SUFFIX}"
            try:
                building.build(text_of(pipeline.compile_files(read_texts(parted(text)), "")), path, ("-O0",))
            except Untranslatable:
                return
            core = native.load(game.engine, path)
            for seed in range(GAMES):
                beside_core.play_in_lockstep(core, game.engine.players[0], seed, ANSWERS, 0.2 * seed)
    finally:
        unload(game.engine)


PROGRAMS = Campaign("programs", "random rules in engine and interpreter", ".rules", program, plays_alike)
MUTANTS = Campaign(
    "mutants", "real rules with faults in engine and interpreter", ".rules", mutant, plays_alike
)
CORES = Campaign("cores", "random rules in engine and native core", ".rules", program, core_plays_alike)

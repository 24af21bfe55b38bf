"""A process that compiles a game after each of many edits of one line, and once more each time as if it had never compiled anything.

    python edited.py FOLDER GAME@VARIANT EDITS SEED

What has compiled nothing yet is a copy of this process from before its first compilation. Prints each edit after which the two differ.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
import sys
from pathlib import Path

from rulewright import pipeline, source
from rulewright.diagnostics import render
from rulewright.emit import package as emitted  # loaded before any copy is made
from rulewright.plan import split as planned
from rulewright.tools.render import uncollected

LOADED = (emitted, planned)
SWAPS = [
    (" and ", " or "),
    ("<", ">="),
    (">", "<="),
    (" = ", " != "),
    (" + ", " - "),
    ("any ", "each "),
    ("one ", "up to 2 "),
    ("each ", "any "),
]
ADDED = [
    "# a remark",
    "rule nobody_calls\n    nothing",
    "define seven: 7",
    "table count_of_edits: number = 3",
    'label x = "y"',
    "player favour: 0..9 = 2",
]


def edited(lines: list[str], dice: random.Random) -> list[str]:
    """The lines of a file with a random edit of one of them."""
    made = list(lines)
    at = dice.randrange(len(made))
    sort = dice.randrange(8)
    line = made[at]
    if sort == 0:
        del made[at]
    elif sort == 1:
        made.insert(at, line)
    elif sort == 2:
        other = dice.randrange(len(made))
        made[at], made[other] = made[other], made[at]
    elif sort == 3:
        starts = [i for i, x in enumerate(made) if x and not x.startswith((" ", "#", "\t"))] or [len(made)]
        made.insert(dice.choice(starts), dice.choice(ADDED) + "\n")
    elif sort in (4, 5):
        numbered = [i for i, x in enumerate(made) if re.search(r"\b\d+\b", x)]
        if numbered:
            at = dice.choice(numbered)
            made[at] = re.sub(
                r"\b\d+\b", lambda m: str(int(m[0]) + dice.choice([-1, 1, 2])), made[at], count=1
            )
    elif sort == 6:
        swaps = [(i, a, b) for i, x in enumerate(made) for a, b in SWAPS if a in x]
        if swaps:
            at, a, b = dice.choice(swaps)
            made[at] = made[at].replace(a, b, 1)
    else:
        words = re.findall(r"\b[a-z_]{4,}\b", line)
        if words:
            word = dice.choice(words)
            made[at] = line.replace(word, dice.choice([f"{word}_x", word[:-1]]), 1)
    return made


def outcome(folder: Path, texts: list[tuple[str, str]], variant: str) -> str:
    """A digest of all that compiling gives: the files of the engine, and what is reported."""
    with uncollected():
        done = pipeline.parsed(folder, texts, [])
        done.rulebook = source.read_rulebook(folder)
        done = pipeline.compile_files(done, variant)
        files = pipeline.emit(done) if done.ok else {}
    reports = [render(d, done.sources) for d in done.diagnostics]
    kind = "engine" if files else "errors"
    return f"{kind} {hashlib.sha256(repr((sorted(files.items()), reports)).encode()).hexdigest()}"


def apart(folder: Path, texts: list[tuple[str, str]], variant: str) -> str:
    """The same, found out by a copy of this process."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        try:
            os.write(writing, outcome(folder, texts, variant).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as stream:
        told = stream.read()
    os.wait()
    return told


def main() -> int:
    folder, (target, edits, seed) = Path(sys.argv[1]), sys.argv[2:5]
    game, _, variant = target.partition("@")
    dice = random.Random(int(seed))
    original, _ = source.read_game(folder / game, f"{game}/")
    now = dict(original)
    tried: list[list[tuple[str, str]]] = []
    for _ in range(int(edits)):
        path = dice.choice(list(now))
        changed = now | {path: "\n".join(edited(now[path].split("\n"), dice))}
        tried.append(list(changed.items()))
    clean = [apart(folder / game, texts, variant) for texts in tried]
    before = outcome(folder / game, original, variant)
    warm = [outcome(folder / game, texts, variant) for texts in tried]
    wrong = [i for i, (a, b) in enumerate(zip(clean, warm, strict=True)) if a != b or not a]
    same = outcome(folder / game, original, variant) == before
    print(
        f"{target}: {sum(x.startswith('engine') for x in clean)} of {len(clean)} edits give an engine; differing: {wrong}; taken back: {same}"
    )
    return 1 if wrong or not same else 0


if __name__ == "__main__":
    sys.exit(main())

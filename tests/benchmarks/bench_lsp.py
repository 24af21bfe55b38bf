"""The language server after a keystroke in the heavy games: diagnostics in their steps, and completion.

Each figure is the best of several rounds, as processor time in milliseconds of what the server does for it, without the protocol;
the text differs in every round and every run; the rest of the game has been seen before.
"""

from __future__ import annotations

import argparse
import secrets
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import measuring

measuring.roots()

EDITED = {  # a file with rules, one of a variant, one with examples, one with translations
    "great_wall": ("year.rules", "variants/coop.rules", "examples/cards.rules", "labels/ru.rules"),
    "terra_mystica": ("actions.rules", "examples/details.rules", "labels/ru.rules"),
    "path_of_light_and_shadow": ("conquest.rules", "examples/conquest.rules"),
    "terracotta_army": ("scoring.rules", "examples/final.rules"),
}
DIAGNOSTICS, COMPLETION = 300.0, 50.0  # milliseconds, at most
WHOLE = "{}{}\n\nrule bench_edit_{}\n    nothing\n"
TYPED = "{}{}\n\nrule bench_edit_{}(p: player)\n    if p."


class Figures(NamedTuple):
    """What one keystroke costs, in milliseconds."""

    syntax: float
    diagnostics: float  # syntax included
    broken: float  # of a text that cannot be parsed
    completion: float


def timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def measure(game: str, file: str, rounds: int) -> Figures:
    """The first step of diagnostics, all of them, those of half-typed text, and completion behind a dot."""
    from lsprotocol import types as lsp

    from rulewright.lsp import homes
    from rulewright.lsp.analysis import analysed, variant_of, with_types
    from rulewright.lsp.checking import settle
    from rulewright.lsp.completion import completion
    from rulewright.lsp.session import Session

    path = measuring.ROOT / "rules" / game / file
    text, uri, session = path.read_text(encoding="utf-8"), homes.uri_of(path), Session()
    home = session.opened(uri, 1, text)
    moment = session.moment(home)
    variant = variant_of(next(f for f in moment.read.files if f.path == home.name_of(path)))
    done = analysed(moment.read.files, variant)
    with_types(done)
    session.learned(home, done)
    session.names(home)
    settle()
    figures: list[Figures] = []
    for number in range(1, rounds + 1):
        more, new = "\n" * number, secrets.token_hex(6)  # every place of the file moves
        session.opened(uri, 1, WHOLE.format(more, text, new))
        moment = session.moment(home)
        syntax = timed(moment.first_findings)
        files = moment.read.files
        checked = timed(lambda files=files: analysed(files, variant))
        session.opened(uri, 1, TYPED.format(more, text, new))
        broken = timed(session.moment(home).first_findings)
        at = session.open[path].text
        params = lsp.CompletionParams(lsp.TextDocumentIdentifier(uri), at.position(len(at.text)))
        completed = timed(lambda params=params: completion(session, params))
        figures.append(Figures(syntax, syntax + checked, broken, completed))
    return Figures(*(min(each) for each in zip(*figures, strict=True)))


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench lsp", description=__doc__)
    parser.add_argument("--rounds", type=measuring.count, default=5, help="edits; the best counts")
    args = parser.parse_args(argv)
    found = {
        f"{game}/{file}": measure(game, file, args.rounds) for game, files in EDITED.items() for file in files
    }
    rows = [(name, *(f"{ms:.0f}" for ms in figures)) for name, figures in found.items()]
    measuring.table([("a keystroke in (ms)", "syntax", "diagnostics", "half-typed", "completion"), *rows])
    measuring.verdict(
        "diagnostics after a keystroke, the slowest file",
        max(max(figures.diagnostics, figures.broken) for figures in found.values()),
        DIAGNOSTICS,
        at_most=True,
        unit=" ms",
    )
    measuring.verdict(
        "completion after a keystroke, the slowest file",
        max(figures.completion for figures in found.values()),
        COMPLETION,
        at_most=True,
        unit=" ms",
    )
    return 0

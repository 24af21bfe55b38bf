"""The language server after a keystroke in the heavy games: diagnostics in their steps, and completion.

Each figure is the best of several rounds, as processor time in milliseconds of what the server does for it, without the protocol;
the text differs in every round, and what does not change has been seen before.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence

import measuring

measuring.roots()

GAMES = {
    "great_wall": "year.rules",
    "terra_mystica": "actions.rules",
    "path_of_light_and_shadow": "turn.rules",
}
DIAGNOSTICS, COMPLETION = 300.0, 50.0  # milliseconds, at most
TYPED = "\n\nrule bench_edit_{}(p: player)\n    if p."


def timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def measure(game: str, rounds: int) -> tuple[float, float, float]:
    """Syntax, then all of the game itself, then completion behind a dot."""
    from lsprotocol import types as lsp

    from rulewright.lsp import homes
    from rulewright.lsp.analysis import analysed, with_types
    from rulewright.lsp.completion import completion
    from rulewright.lsp.session import Session

    path = measuring.ROOT / "rules" / game / GAMES[game]
    text, uri, session = path.read_text(encoding="utf-8"), homes.uri_of(path), Session()
    home = session.opened(uri, 1, text)
    done = analysed(session.moment(home).read.files, "")
    with_types(done)
    session.learned(home, done)
    session.names(home)
    syntax, checked, completed = [], [], []
    for number in range(rounds):
        session.opened(uri, 1, f"{text}\n\nrule bench_edit_{number}\n    nothing\n")
        moment = session.moment(home)
        syntax.append(timed(moment.first_findings))
        files = moment.read.files
        checked.append(timed(lambda files=files: analysed(files, "")))
        session.opened(uri, 1, text + TYPED.format(number))
        at = session.open[path].text
        params = lsp.CompletionParams(lsp.TextDocumentIdentifier(uri), at.position(len(at.text)))
        completed.append(timed(lambda params=params: completion(session, params)))
    return min(syntax), min(syntax) + min(checked), min(completed)


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench lsp", description=__doc__)
    parser.add_argument("--rounds", type=measuring.count, default=5, help="edits; the best counts")
    args = parser.parse_args(argv)
    found = {game: measure(game, args.rounds) for game in GAMES}
    rows = [(game, *(f"{ms:.0f}" for ms in figures)) for game, figures in found.items()]
    measuring.table([("game (ms)", "syntax", "diagnostics", "completion"), *rows])
    slowest = [max(figures[i] for figures in found.values()) for i in range(3)]
    measuring.verdict(
        "diagnostics after a keystroke, the slowest game", slowest[1], DIAGNOSTICS, at_most=True, unit=" ms"
    )
    measuring.verdict(
        "completion after a keystroke, the slowest game", slowest[2], COMPLETION, at_most=True, unit=" ms"
    )
    return 0

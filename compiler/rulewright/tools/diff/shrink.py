"""Making a play shorter: leaving moves out, playing others, and, where little is left, trying all shorter ones."""

from __future__ import annotations

import random
from typing import Any

from rulewright.tools.diff.lockstep import Duo, Options, Picker, Play, stepped, taste

NODES = 4_000  # positions that are looked at to make sure that nothing shorter exists

Moves = tuple[tuple[str, int], ...]


def shortened(duo: Duo, play: Play, options: Options, tries: int) -> tuple[Play, bool]:
    """The shortest play found from the same start, and whether all shorter ones were tried."""
    best = play
    rng = random.Random(play.seed)
    spent = 0
    size = max(play.length // 2, 1)
    at = 0
    while spent < tries and best.length > 1:  # leave out stretches, long ones first
        if at >= best.length:
            if size == 1:
                break
            size, at = max(size // 2, 1), 0
        spent += 1
        found = followed(duo, best, options, best.moves[:at] + best.moves[at + size :], rng)
        if found is not None:
            best = found
        else:
            at += size
    while spent < tries and best.length > 1:  # play something else from some move on
        spent += 1
        cut = int(rng.random() * best.length)
        after = best.moves[cut + 1 :] if spent % 2 else ()
        found = followed(duo, best, options, best.moves[:cut] + after, rng, wander=cut)
        if found is not None:
            best = found
    return exhausted(duo, best, options)


def followed(
    duo: Duo, play: Play, options: Options, script: Moves, rng: random.Random, wander: int | None = None
) -> Play | None:
    """Plays a script as far as it goes and something else where it does not; a shorter parting, or None."""
    pick = taste(rng, (0.0, 2.5, 5.0)[int(rng.random() * 3)])
    a = duo.old.new(play.players, play.seed, options)
    b = duo.new.new(play.players, play.seed, options)
    played: list[tuple[str, int]] = []
    waiting = list(script)
    while a.then is not None and len(played) + 1 < play.length:
        option = pick(a) if len(played) == wander else _next(a, duo.old.choices, waiting, pick)
        played.append((duo.old.choices[a.choice], option))
        there = duo.carried(a, b, option)
        if there is None or not stepped(a, option) or not stepped(b, there):
            return None
        kind = duo.parted(a, b)
        if kind is not None:
            return Play(play.players, play.seed, tuple(played), kind)
    return None


def _next(g: Any, choices: list[str], waiting: list[tuple[str, int]], pick: Picker) -> int:
    """The next move of a script that answers what is asked; those before it are left out."""
    asked = choices[g.choice]
    for number, (choice, option) in enumerate(waiting[:40]):
        if choice == asked and option in g.options:
            del waiting[: number + 1]
            return option
    return pick(g)


def exhausted(duo: Duo, play: Play, options: Options) -> tuple[Play, bool]:
    """Tries all shorter plays, breadth first, as long as there are not too many of them."""
    a = duo.old.new(play.players, play.seed, options)
    b = duo.new.new(play.players, play.seed, options)
    level: list[tuple[Any, Any, Moves]] = [(a, b, ())]
    seen = 0
    for _ in range(play.length - 1):
        after: list[tuple[Any, Any, Moves]] = []
        for here, there, moves in level:
            for option in here.options:
                seen += 1
                if seen > NODES:
                    return play, False
                x, y = here.clone(), there.clone()
                carried = duo.carried(here, there, option)
                if carried is None or not stepped(x, option) or not stepped(y, carried):
                    continue
                made = (*moves, (duo.old.choices[here.choice], option))
                kind = duo.parted(x, y)
                if kind is not None:
                    return Play(play.players, play.seed, made, kind), True
                if x.then is not None:
                    after.append((x, y, made))
        level = after
    return play, True

"""Saved games changed at random with a digest that fits: each is refused, or loads as a position that plays on without harm."""

from __future__ import annotations

import copy
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulewright_runtime import Engine, Game, RulesFailure, SaveError, load_game, new_game, saves
from rulewright_runtime.conservation import find_faults

ODD = [None, -1, 0, 1, 2, 3, 5, 7, 12, 99, -1_000_000_000, 10**9, 10**30, 0.5, "x", "", [], {}, [0], [[0]], True, {"map": [[1, 2]]}]  # fmt: skip
PLAYED_ON = 12  # decisions after loading
SECRET = ("rules", "reaches", "digest", "format", "version", "log")  # changed rarely: they hold no position


@dataclass(slots=True)
class Tally:
    """What became of damaged saves."""

    tried: int = 0
    refused: int = 0
    failed: int = 0  # the rules failed in words, in a position that no game reaches
    wrong: dict[str, str] = field(default_factory=dict)  # what must not be: an example of each
    counted: Counter[str] = field(default_factory=Counter)

    def note(self, what: str, example: str) -> None:
        self.counted[what] += 1
        self.wrong.setdefault(what, example)


def signed(data: dict[str, Any]) -> str:
    """A changed save with a digest that fits, so that the checks behind the digest are reached."""
    data["digest"] = saves.digest_of(data)
    return json.dumps(data)


def random_game(engine: Engine, rng: random.Random, longest: int) -> Game:
    """A game of random length and number of players that is not over."""
    game = new_game(engine, rng.choice(engine.players), seed=rng.getrandbits(40))
    for _ in range(rng.randrange(longest)):
        before = game.clone()
        game.play(rng.choice(game.moves()))
        if game.over:
            return before
    return game


# ---------------------------------------------------------------- changing


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all parts of some data."""
    keys: Any = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield (*path, key)
        yield from places(data[key], (*path, key))


def part(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def changed(data: dict[str, Any], other: dict[str, Any], rng: random.Random) -> tuple[dict[str, Any], str]:
    """A copy with a few changes, and what they were; `other` is a save of the same game, to take parts from."""
    found, told = copy.deepcopy(data), []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        key = rng.choice(("state", "state", "pending", "pending", "waiting", "any"))
        if key == "any" or not found.get(key):
            key = rng.choice([one for one in found if one not in SECRET])
        paths = [(key, *rest) for rest in places(found[key])] or [(key,)]
        path = rng.choice(paths)
        told.append(change(found, other, path, rng))
    return found, "; ".join(told)


def change(found: dict[str, Any], other: dict[str, Any], path: tuple[Any, ...], rng: random.Random) -> str:
    """Changes one part in one of several ways."""
    owner, key = part(found, path[:-1]), path[-1]
    old = copy.deepcopy(owner[key])
    way = rng.randrange(7)
    if way == 0:
        owner[key] = copy.deepcopy(rng.choice(ODD))
    elif way == 1 and isinstance(owner, list):
        del owner[key]
        return f"{path} taken out"
    elif way == 2 and isinstance(owner, list):
        owner.insert(rng.randrange(len(owner) + 1), copy.deepcopy(old))
        return f"{path} doubled"
    elif way == 3 and isinstance(owner, list):
        rng.shuffle(owner)
        return f"{path[:-1]} shuffled"
    elif way == 4:
        try:  # the same part of another position
            owner[key] = copy.deepcopy(part(other, path))
        except (KeyError, IndexError, TypeError):
            owner[key] = copy.deepcopy(rng.choice(ODD))
    elif way == 5 and isinstance(old, int) and not isinstance(old, bool):
        owner[key] = old + rng.choice((-2, -1, 1, 2))
    else:
        path_from = (path[0], *rng.choice(list(places(found[path[0]])) or [()]))
        owner[key] = copy.deepcopy(part(found, path_from))
    return f"{path}: {json.dumps(old)[:60]} -> {json.dumps(owner[key])[:60]}"


# ---------------------------------------------------------------- trying


def look_all_over(game: Game) -> None:
    """All that a player can ask of a position."""
    for seat in [None, *range(game.players)]:
        game.view(seat)
    game.moves()
    game.refused()
    load_game(game.engine, game.save())


def try_one(engine: Engine, text: str, tally: Tally, told: str, rng: random.Random) -> None:
    """Loads a changed save and plays on."""
    tally.tried += 1
    try:
        game = load_game(engine, text)
    except SaveError:
        tally.refused += 1
        return
    except Exception as error:
        tally.note(f"load: {type(error).__name__}: {error}"[:150], told)
        return
    faults = find_faults(engine, game.position)
    if faults:
        tally.note(f"conservation at once: {faults[0]}"[:150], told)
        return
    stage = "look"
    try:
        look_all_over(game)
        stage = "play"
        for _ in range(PLAYED_ON):
            if game.over:
                break
            game.play(rng.choice(game.moves()))
            faults = find_faults(engine, game.position)
            if faults:
                tally.note(f"conservation later: {faults[0]}"[:150], told)
                return
            if not game.over and game.position.then is None:
                tally.note("stopped without an end", told)
                return
        stage = "undo"
        while game.past:
            game.undo(force=True)
    except RulesFailure as error:
        if stage == "look":
            tally.note(f"look: RulesFailure {error}"[:150], told)
        tally.failed += 1
    except Exception as error:
        tally.note(f"{stage}: {type(error).__name__}: {error}"[:150], told)


def campaign(engine: Engine, seed: int, count: int, longest: int = 150) -> Tally:
    """Changes many saves of one game."""
    rng, tally = random.Random(seed), Tally()
    games: list[dict[str, Any]] = []
    for number in range(count):
        if number % 40 == 0:
            games = [json.loads(random_game(engine, rng, longest).save()) for _ in range(2)]
        data = games[rng.randrange(2)]
        found, told = changed(data, games[0], rng)
        try_one(engine, signed(found), tally, told, rng)
    return tally


def main(seed: int, count: int, names: list[str]) -> None:
    """Tells what became of damaged saves of the games named, or of all."""
    from engines.generated import NAMES, engine_named

    for name in names or NAMES:
        before = time.process_time()
        tally = campaign(engine_named(name), seed, count)
        print(f"{name}: {tally.tried} tried, {tally.refused} refused, {tally.failed} failed in words, "
              f"{sum(tally.counted.values())} wrong, {time.process_time() - before:.0f} s", flush=True)  # fmt: skip
        for what, times in tally.counted.most_common(25):
            print(f"    {times} x {what}\n          {tally.wrong[what]}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])

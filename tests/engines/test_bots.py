"""Bots on whole games: they play to the end, the same again from a seed, and never by what their seat may not see."""

from __future__ import annotations

import importlib
import random
from pathlib import Path
from zlib import crc32

import pytest

from rulewright_runtime import Engine, Game, deals, fast, new_game, play_out
from rulewright_runtime.bots import Asked, Bot, UnknownBot, make_bot, move_by
from rulewright_runtime.core import Position, step

SMALL = (("tic_tac_toe", 2), ("connect_four", 2), ("goofspiel", 2), ("kuhn_poker", 2))
HEAVY = (
    ("terracotta_army", 3),
    ("terra_mystica", 2),
    ("great_wall", 3),
    ("great_wall_solo", 1),
    ("path_of_light_and_shadow", 2),
)
SECRETS = (("kuhn_poker", 2), ("goofspiel", 2), ("great_wall", 3), ("path_of_light_and_shadow", 2))
BOTS = ("greedy", "turn:60", "mcts:20")


def engine_of(name: str) -> Engine:
    found = importlib.import_module(name).ENGINE
    assert isinstance(found, Engine)
    return found


def course(engine: Engine, players: int, name: str, seed: int, decisions: int) -> list[int]:
    """The answers of one bot at all seats."""
    g = fast.new(engine, players, seed)
    bots = [make_bot(name, engine, players, seed + seat) for seat in range(players)]
    found: list[int] = []
    while g.then is not None and len(found) < decisions:
        found.append(bots[g.player].answer(g))
        assert found[-1] in g.options
        step(g, found[-1])
    return found


@pytest.mark.parametrize("name", ["random", *BOTS])
@pytest.mark.parametrize(("game", "players"), SMALL)
def test_bots_finish_small_games(game: str, players: int, name: str) -> None:
    face = new_game(engine_of(game), players, seed=5)
    assert isinstance(face, Game)
    play_out(face, [make_bot(name, face.engine, players, seat) for seat in range(players)])
    assert face.over


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("game", "players"), SMALL + HEAVY)
def test_the_same_seed_gives_the_same_answers(game: str, players: int, name: str) -> None:
    engine = engine_of(game)
    assert course(engine, players, name, 3, 15) == course(engine, players, name, 3, 15)


# ---------------------------------------------------------------- what is hidden


class Peeking(Bot):
    """What a bot must not be: its answer depends on the real position, hidden cards and all."""

    def pick(self, asked: Asked) -> int:
        return asked.options[crc32(str(asked._position.__reduce__()).encode()) % len(asked.options)]


def somewhere(engine: Engine, players: int, seed: int) -> Position | None:
    """A position in a random game in which there is something to decide."""
    rng = random.Random(seed)
    g = fast.new(engine, players, seed)
    for _ in range(rng.randrange(3 if engine.name == "kuhn_poker" else 60)):
        if g.then is None:
            return None
        step(g, rng.choice(g.options))
    return g if g.then is not None and len(g.options) > 1 else None


def twins(game: str, players: int) -> list[tuple[Engine, Position, Position]]:
    """Positions that the one who is asked cannot tell apart, although they differ."""
    engine = engine_of(game)
    found = []
    for seed in range(40):
        g = somewhere(engine, players, seed)
        if g is None:
            continue
        other = deals.determinize(engine, g, g.player, seed + 1000)
        other.chance = g.chance
        if other.options == g.options and str(other.__reduce__()) != str(g.__reduce__()):
            found.append((engine, g, other))
    assert len(found) >= 5
    return found[:10]


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("game", "players"), SECRETS)
def test_a_bot_answers_alike_where_only_hidden_things_differ(game: str, players: int, name: str) -> None:
    for engine, g, other in twins(game, players):
        answers = [make_bot(name, engine, players, 9).answer(one) for one in (g, other)]
        assert answers[0] == answers[1]


@pytest.mark.parametrize(("game", "players"), SECRETS)
def test_a_bot_that_peeks_would_be_found_out(game: str, players: int) -> None:
    pairs = twins(game, players)
    assert any(Peeking(engine).answer(g) != Peeking(engine).answer(other) for engine, g, other in pairs)


def test_a_secret_answer_of_another_seat_changes_nothing() -> None:
    engine = engine_of("goofspiel")
    answers = set()
    for bid in range(5):
        g = fast.new(engine, 2, 4)
        step(g, g.options[bid])
        assert g.player == 1
        answers.add(make_bot("mcts:50", engine, 2, 1).answer(g))
    assert len(answers) == 1


# ---------------------------------------------------------------- strength


def test_mcts_never_loses_at_tic_tac_toe() -> None:
    engine = engine_of("tic_tac_toe")
    waiting = [(fast.new(engine, 2, 0), mine) for mine in (0, 1)]
    seen = set()
    while waiting:
        g, mine = waiting.pop()
        if g.then is None:
            assert not g.winners or mine in g.winners
            continue
        key = (mine, tuple(g.square_mark))  # type: ignore[attr-defined]
        if key in seen:
            continue
        seen.add(key)
        options = [make_bot("mcts:1000", engine, 2, 1).answer(g)] if g.player == mine else g.options
        for option in options:
            after = g.clone()
            step(after, option)
            waiting.append((after, mine))


def test_search_beats_random_players() -> None:
    engine = engine_of("terracotta_army")
    for seed in range(2):
        g = fast.new(engine, 3, seed)
        bots = [make_bot("turn:100" if seat == seed else "random", engine, 3, seat) for seat in range(3)]
        while g.then is not None:
            step(g, bots[g.player].answer(g))
        assert g.winners == (seed,)


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("clever", "there is no bot 'clever'"),
        ("turn:0", "more than 0"),
        ("turn:-3", "more than 0"),
        ("turn:many", "no budget"),
        ("mcts:0s", "more than 0"),
        ("random:3", "has no budget"),
        ("gone.py:Bot", "no file"),
    ],
)
def test_names_that_mean_no_bot(name: str, said: str) -> None:
    with pytest.raises(UnknownBot, match=said):
        make_bot(name, engine_of("tic_tac_toe"), 2)


def own_bot(folder: Path) -> Path:
    """The bot that the documentation shows, in a file."""
    page = Path(__file__).parents[2] / "docs" / "how-to" / "bots.md"
    path = folder / "hasty.py"
    path.write_text(
        page.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0], encoding="utf-8"
    )
    return path


def test_the_bot_in_the_documentation_plays(tmp_path: Path) -> None:
    path = own_bot(tmp_path)
    engine = engine_of("goofspiel")
    game = new_game(engine, seed=1)
    play_out(game, [make_bot(f"{path}:Hasty", engine, 2), make_bot("random", engine, 2, 1)])
    assert game.over
    with pytest.raises(UnknownBot, match="has no bot 'First'; its bots: Hasty"):
        make_bot(f"{path}:First", engine, 2)


def test_the_only_bot_of_a_file_needs_no_name(tmp_path: Path) -> None:
    game = new_game(engine_of("terracotta_army"), seed=1)
    before = game.played
    move_by(game, make_bot(str(own_bot(tmp_path)), game.engine, game.players), game.position.player)
    assert game.played == before + 1

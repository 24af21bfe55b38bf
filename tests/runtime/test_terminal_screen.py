"""The terminal's screen: only what changed, parts by their names, what is known of a card, nothing wider than the screen."""

from __future__ import annotations

import importlib
import io
import random

import pytest

from rulewright_runtime import Engine, main, new_game
from rulewright_runtime.bots import RandomBot
from rulewright_runtime.draw import draw, visible
from rulewright_runtime.terminal import Terminal

HEAVY = ("terra_mystica", "terracotta_army", "great_wall", "path_of_light_and_shadow")


def engine_of(name: str) -> Engine:
    engine: Engine = importlib.import_module(f"{name}.engine").ENGINE
    return engine


def sit(name: str, typed: str, *arguments: str, rules: dict[str, str] | None = None) -> str:
    """What the first player reads who types this against one random bot."""
    write = io.StringIO()
    words = ["--seed=1635", "--bots=random", *arguments]
    assert main(engine_of(name), words, io.StringIO(typed), write, rules) == 0
    return write.getvalue()


class AnyMove(io.StringIO):
    """Somebody who makes so many moves at random and leaves."""

    def __init__(self, moves: int) -> None:
        super().__init__()
        self.left = moves
        self.chance = random.Random(1635)
        self.terminal: Terminal | None = None

    def readline(self, size: int | None = -1, /) -> str:
        if not self.left or self.terminal is None or self.terminal.game.decision is None:
            return ""
        self.left -= 1
        game = self.terminal.game
        return f"{self.chance.randint(1, len(game.moves(game.decision.player)))}\n"


def played(name: str, moves: int, width: int) -> list[str]:
    """The lines of a sitting; questions end their own line, as they do where somebody presses Enter."""
    engine = engine_of(name)
    game = new_game(engine, seed=1635)
    read, write = AnyMove(moves), io.StringIO()
    bots = [None, *[RandomBot(engine, seat) for seat in range(1, game.players)]]
    read.terminal = Terminal(game, bots, read, write, False, width)
    read.terminal.run()
    return write.getvalue().replace("> ", "\n").splitlines()


@pytest.mark.parametrize("name", HEAVY)
@pytest.mark.parametrize("width", [50, 80])
def test_no_line_is_wider_than_the_screen(name: str, width: int) -> None:
    assert [line for line in played(name, 40, width) if len(line) > width] == []


@pytest.mark.parametrize("name", HEAVY)
def test_no_drawing_of_a_late_position_is_wider_than_the_screen(name: str) -> None:
    game = new_game(engine_of(name), seed=1635)
    chance = random.Random(1635)
    for _ in range(400):
        if game.over:
            break
        game.play(chance.choice(game.moves()))
    for width in (40, 60, 80):
        assert max([visible(line) for line in draw(game.words, game.view(0), width)]) <= width


def test_a_map_that_is_too_wide_is_cut_into_columns_with_a_word() -> None:
    game = new_game(engine_of("terra_mystica"), seed=1635)
    text = "\n".join(draw(game.words, game.view(0), 40))
    assert "columns 1 to 9 of 13" in text
    assert "columns 10 to 13 of 13" in text
    for cell in ("A1", "A13", "I12"):
        assert cell in text.split()


def test_after_a_move_only_what_changed_is_shown() -> None:
    text = sit("terra_mystica", "witches\n", "--players=2")
    first, after = text.split("> ")[:2]
    assert "favours left" in first
    assert "favours left" not in after
    told = " ".join(after.split())
    assert "player 1: faction: witches; coins: 0 → 15; workers: 0 → 3" in told


def test_show_shows_the_whole_again() -> None:
    parts = sit("terra_mystica", "witches\nshow\n", "--players=2").split("> ")
    assert "favours left" in parts[2]
    assert "a place for one of your first dwellings" in parts[2]


def test_moves_tell_what_they_gave_and_cost() -> None:
    told = " ".join(sit("terra_mystica", "witches\nlog\n", "--players=2").split())
    assert told.count("[TM-D1] (coins +15, workers +3, bowl 1 +5, bowl 2 +7, level air +2)") == 2


def test_what_others_gain_in_secret_is_not_told() -> None:
    text = sit("great_wall", "", "--humans=0", "--players=3")
    assert "honour +" in text
    assert "gold +" not in text
    assert "gold −" not in text


@pytest.mark.parametrize(
    ("asked", "there", "not_there"),
    [
        ("map", "A1", "workers"),
        ("land", "A1", "workers"),
        ("me", "workers", "player 2"),
        ("player 2", "workers", "player 1"),
        ("bowl", "bowl", "workers"),
        ("favours left", "fire +3: 1", "bowl"),
        ("moves", "witches", "bowl"),
        ("dragons", "There is no dragons to show, but: land", "A1 "),
    ],
)
def test_parts_by_their_names(asked: str, there: str, not_there: str) -> None:
    shown = sit("terra_mystica", f"show {asked}\n", "--players=2").split("> ")[1]
    assert there in shown
    assert not_there not in shown


def test_a_hand_is_shown_to_its_owner_alone() -> None:
    shown = sit("path_of_light_and_shadow", "1\nshow hand\n", "--players=2").split("> ")[2]
    assert "5 hidden" in shown
    assert "Trusted Follower 2/0" in shown


def test_info_tells_figures_and_words() -> None:
    text = sit(
        "path_of_light_and_shadow",
        "info deckhand\ninfo ls-1\ninfo dragons\ninfo\n",
        "--players=2",
        rules={"LS-1": "Cards have two figures."},
    )
    _, card, rule, nothing, unnamed, _ = text.split("> ")
    assert card.startswith("troop: Deckhand 1/1 (played: 1 move more; upgrade 4 of either)\n")
    assert "labour 1; strength 1" in card
    assert rule == "LS-1: Cards have two figures.\n"
    assert nothing == "Nothing is called dragons.\n"
    assert unnamed == "info needs the name of a card, a tile or a rule\n"


def test_a_small_position_is_shown_whole_after_every_move() -> None:
    first, after = sit("tic_tac_toe", "1\n").split("> ")[:2]
    assert "    1  2  3\n" in first
    assert "    1  2  3\n" in after


def test_of_a_board_that_changed_all_over_only_that_is_told() -> None:
    text = "\n".join(played("terracotta_army", 90, 80))
    assert "  wheel: 12 places are not as they were: `show wheel`\n" in text


def test_signs_stay_with_what_they_belong_to() -> None:
    for name in HEAVY:
        ends = [line.rpartition(" ")[2] for line in played(name, 40, 60)]
        assert not {"+", "−", "→"} & set(ends)

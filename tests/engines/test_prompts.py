"""What people are asked, and amounts in words: holes are filled from the position, and the log tells no secrets."""

from __future__ import annotations

from pathlib import Path

from rulewright_runtime.game import Game, new_game

from .compiled import compiled_text

CONSTRUCTS = Path(__file__).parent / "constructs"

SECRET = """\
game bids "Bids"
    players: 2
player
    hand: hand of number = 1..3, private
    low: 0..9, private
rule play
    secretly each player:
        choose your low "a low bid" from your hand
    each player:
        choose card "a card" from your hand, other "more than {card}" from your hand where it > card or it = 3:
            remove other from your hand
labels pl
    "more than {card}" = "więcej niż {card}"
"""


def shop(language: str = "en") -> Game:
    engine = compiled_text(CONSTRUCTS / "choose_prompts.rules", "").engine
    return new_game(engine, names=["ann", "bob"], language=language)


def prompt(game: Game) -> str:
    assert game.decision is not None
    return game.decision.prompt


def test_holes_hold_the_position() -> None:
    game = shop()
    assert prompt(game) == "a fruit for ann"
    assert [move.words for move in game.moves()] == ["apple for 1 coin", "pear for 2 coins"]
    game.play("apple")
    assert prompt(game) == "how many of apple"
    game.play(2)
    assert prompt(game) == "at least 2 fruits (so far 0)"
    game.play("pear")
    assert prompt(game) == "one of apple, apple, pear to keep"
    game.play("pear")
    assert prompt(game) == "after pear, for 4 coins"
    game.play("stop")
    assert prompt(game) == "a gift for bob"
    assert "how many of apple: 2" in str(game.log[1])


def test_amounts_in_the_log() -> None:
    game = shop()
    for answer in ("apple", 1, "apple", "done", "apple", "stop", "pear"):
        if game.decision is not None and str(answer) in [str(move.pick) for move in game.moves()]:
            game.play(answer)
    assert any("2 coins" in str(line) for line in game.log)


def test_the_log_tells_no_earlier_secret(tmp_path: Path) -> None:
    path = tmp_path / "bids.rules"
    path.write_text(SECRET, encoding="utf-8")
    game = new_game(compiled_text(path, "").engine, names=["ann", "bob"], language="pl")
    for _ in range(2):
        game.play("1")
    game.play("2")
    assert prompt(game) == "więcej niż 2"
    game.play("3")
    assert "więcej niż …" in str(game.log[-1])
    assert not any("2" in line.text for line in game.log)


LAYING = """\
game laying "Laying"
    players: 2
player
    hand: hand of number = (2, {second}, 7), private
    laid: row of number
rule play
    each player:
        choose any some "cards to lay" from your hand where it < 5
        move some from your hand to your laid
        say "{you} lays {size(some)}"
"""


def test_how_many_more_could_be_picked_is_told_nowhere(tmp_path: Path) -> None:
    """Whoever lays one card of three looks the same to others, whether or not a second one could be laid."""
    told = []
    for second in (3, 6):
        path = tmp_path / f"laying_{second}.rules"
        path.write_text(LAYING.replace("{second}", str(second)), encoding="utf-8")
        game = new_game(compiled_text(path).engine, names=["ann", "bob"])
        game.play({"by": "ann", "pick": 2})
        asked = game.view("bob")["decisions"]
        game.play({"by": "ann", "pick": "done"})
        told.append((asked, game.log, game.view("bob")["players"]["ann"]))
    assert told[0] == told[1]

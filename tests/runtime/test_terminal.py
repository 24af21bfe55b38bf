"""The terminal: whole games, commands, reasons, files, leaving at any time."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from rulewright_runtime import Engine, main


def sit(engine: Engine, typed: str, *arguments: str) -> str:
    """What the terminal prints while somebody types; the seats are ann's and bob's, the seed is 1635."""
    write = io.StringIO()
    words = ["--seed=1635", "--names=ann,bob", *arguments]
    assert main(engine, words, io.StringIO(typed), write) == 0
    return write.getvalue()


def test_bots_play_a_whole_game(engine: Engine) -> None:
    text = sit(engine, "", "--humans=0")
    assert text.startswith("Tiny auction, seed 1635: ann, bob\n")
    assert "points are won [T-3]" in text
    assert text.rstrip().splitlines()[-1].startswith("Tiny auction is over. Winner")
    assert text == sit(engine, "", "--humans=0")


def test_the_position_is_drawn_from_metadata(engine: Engine) -> None:
    text = sit(engine, "3\n1\n2\n(2, 3)\n")
    assert "prizes: 5 hidden" in text
    assert "hand  1, 2, 3, 4, 5, 6  6 hidden" in text
    assert "points  2              0" in text
    assert "ann: your bid [T-2]\n  1  1\n" in text
    assert " 2  .    .    aBa\n" in text
    assert "   B blue-green, a ann\n" in text


def test_reasons(engine: Engine) -> None:
    text = sit(engine, "3\n1\n?\n? gold\n? red\n? dance\n? 1\n")
    assert text.count("gold: you cannot pay 3 coins [T-4]") == 2
    assert text.count("red: this is offered") == 2  # by its name and by its number
    assert "dance is not one of the options" in text


def test_what_is_refused_for_one_reason_is_told_at_once() -> None:
    from terra_mystica.engine import ENGINE

    write = io.StringIO()
    main(ENGINE, ["--seed=1635", "--players=2"], io.StringIO("witches\n?\nquit\n"), write)
    reason = "it is not your home terrain [TM-4.4, TM-4.5, TM-D2]"
    told = " ".join(write.getvalue().split())
    assert told.count(reason) == 1
    assert "A1, A2, A4, A5" in told


def test_notes_in_brackets_stand_with_the_options_and_not_on_the_table() -> None:
    from path_of_light_and_shadow.engine import ENGINE

    write = io.StringIO()
    main(ENGINE, ["--seed=1635", "--players=3", "--human=1"], io.StringIO("1\nshow\nupgrade\nquit\n"), write)
    told = " ".join(write.getvalue().split())
    assert "Trusted Follower 2/0 discard" in told
    assert "card (Trusted Follower 2/0 (upgrade 2 labour))" in told


def test_wrong_input_is_answered_and_asked_again(engine: Engine) -> None:
    text = sit(engine, "99\ndance\n\nfly away\n3\n")
    assert "There are 6 moves" in text
    assert "dance is not one of the options [T-2]; `?` says why" in text
    assert "NUMBER or words" in text
    assert "what now" in text


def test_undo_returns_to_a_human_decision(engine: Engine) -> None:
    text = sit(engine, "undo\n3\n1\nundo\nundo\nundo force\nlog\nquit\n")
    assert "There is nothing to undo." in text
    assert text.count("Something hidden was shown since; `undo force`") == 1  # the bids, not what came after
    assert text.count("ann: your bid [T-2]\n  1  1") == 2
    assert "Goodbye." in text.splitlines()[-2]


def test_what_was_shown_is_not_taken_back_at_a_shared_screen(engine: Engine) -> None:
    text = sit(engine, "3\n\n2\n\nundo force\nundo\nquit\n", "--humans=1,2")
    assert text.count("Something hidden was shown since: this is not taken back.") == 2
    assert text.count("ann: your bid [T-2]\n  1  1") == 1


def test_save_and_load(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    text = sit(engine, f"3\nsave {file}\n1\nload {file}\nload {tmp_path}/none\nsave\nload {tmp_path}\nquit\n")
    assert f"saved to {file}" in text
    assert f"loaded {file}" in text
    assert "No such file" in text
    assert "save needs the name of a file" in text
    assert text.count("ann: what now [T-3]") == 2
    assert "ann: what now" in sit(engine, "quit\n", f"--load={file}")
    file.write_text("broken")
    assert "no saved game" in sit(engine, f"load {file}\n")


def test_the_system_is_told_in_words_and_without_its_numbers(engine: Engine, tmp_path: Path) -> None:
    text = sit(engine, f"save /dev/full\nsave {tmp_path}/none/of/it\nload {tmp_path}\nquit\n")
    assert "save /dev/full: No space left on device\n" in text
    assert f"save {tmp_path}/none/of/it: No such file or directory\n" in text
    assert f"load {tmp_path}: Is a directory\n" in text
    assert "Errno" not in text


def test_the_log(engine: Engine) -> None:
    assert sit(engine, "3\nlog\n").count("2 points are won [T-3]") == 2


def test_two_people_hand_over_the_screen(engine: Engine) -> None:
    text = sit(engine, "3\n\n2\n\n", "--humans=1,2")
    assert "bob, press Enter" in text
    assert "ann: what now" in text


def test_languages_and_options(engine: Engine) -> None:
    text = sit(engine, "3\nhelp\n1\n2\n3\nquit\n", "--language=pl")
    assert text.startswith("Mała aukcja, ziarno 1635: ann, bob\n")
    assert "ann: twoja oferta [T-2]" in text
    assert "prizes: zakryte: 5" in text
    assert "hand  1, 2, 3, 4, 5, 6  zakryte: 6" in text
    assert "zdobyto punkty: 2 [T-3]" in text
    assert "ann: co teraz [T-3]\n  1  połóż żeton" in text
    assert "cofnij ostatni ruch" in text
    assert "  2  morski" in text
    assert text.splitlines()[-2].endswith("Do widzenia.")
    assert text.splitlines()[-1].startswith("Gra jest zachowana w ")
    assert "gracz 1, gracz 2" in _nameless(engine, "--language=pl")
    assert "Tiny auction, случайное число" in _nameless(engine, "--language=ru")
    assert sit(engine, "", "--humans=0", "--rounds=1").count("your bid") == 2


def _nameless(engine: Engine, *arguments: str) -> str:
    """A game among bots who have no names."""
    write = io.StringIO()
    assert main(engine, ["--seed=1635", "--humans=0", *arguments], io.StringIO(), write) == 0
    return write.getvalue()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players=9"], "2 or 3 players"),
        (["--rounds=99"], "rounds is a number"),
        (["--humans=eve"], "nobody here"),
        (["--load=/nowhere/at all"], "No such file"),
    ],
)
def test_wrong_wishes(
    engine: Engine, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(engine, arguments, io.StringIO(), io.StringIO()) == 2
    assert message in capsys.readouterr().err


def test_leaving_with_ctrl_c(engine: Engine) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int = -1, /) -> str:
            raise KeyboardInterrupt

    assert main(engine, [], Interrupted(), io.StringIO()) == 130


def test_colour_only_on_a_terminal(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    screen = Screen()
    main(engine, ["--humans=0"], io.StringIO(), screen)
    assert "\033[1m" in screen.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Screen()
    main(engine, ["--humans=0"], io.StringIO(), plain)
    assert "\033[" not in plain.getvalue()
    assert "\033[" not in sit(engine, "", "--humans=0")


def test_a_seed_that_was_not_wished_for_is_told_at_the_end_alone() -> None:
    from kalah.engine import ENGINE

    write = io.StringIO()
    assert main(ENGINE, ["--names=ann,bob", "--humans=0", "--bots=random"], io.StringIO(), write) == 0
    first, *_, last = write.getvalue().splitlines()
    assert first.endswith(": ann, bob")
    assert "seed" not in first
    seed = last.removeprefix("The seed was ").removesuffix(".")
    again = io.StringIO()
    words = ["--names=ann,bob", "--humans=0", "--bots=random", f"--seed={seed}"]
    main(ENGINE, words, io.StringIO(), again)
    assert again.getvalue().splitlines()[1:] == write.getvalue().splitlines()[1:-1]


def test_with_secrets_a_seed_is_told_only_to_whoever_gave_it(engine: Engine) -> None:
    write = io.StringIO()
    assert main(engine, ["--humans=0"], io.StringIO(), write) == 0
    assert "seed" not in write.getvalue()
    assert "seed 1635" in sit(engine, "", "--humans=0")

"""Finding a project and its games."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.tools.errors import UsageError, unknown
from rulewright.tools.project import Project, Target, chosen_games, find_project, known_game, writable
from rulewright.tools.tables import count, shortened, table


@pytest.fixture
def games(tmp_path: Path) -> Project:
    for name in ("chess", "checkers"):
        (tmp_path / "rules" / name).mkdir(parents=True)
        (tmp_path / "rules" / name / "game.rules").write_text("")
    (tmp_path / "rules" / "empty").mkdir()
    (tmp_path / "rules" / ".hidden").mkdir()
    return find_project(tmp_path)


def test_the_project_is_found_from_below(games: Project) -> None:
    below = games.rules / "chess"
    assert find_project(below).root == games.root
    assert find_project(Path("/"), games.root).root == games.root


def test_no_project(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder rules/") as caught:
        find_project(tmp_path)
    assert "--project" in caught.value.hint
    with pytest.raises(UsageError, match="no folder rules/"):
        find_project(tmp_path, tmp_path / "nowhere")


def test_games_are_folders_with_rules(games: Project) -> None:
    assert games.games() == ["checkers", "chess"]
    assert chosen_games(games, []) == ["checkers", "chess"]
    assert chosen_games(games, ["chess@atomic", "chess"]) == ["chess"]
    assert known_game(games, "rules/chess/") == "chess"


def test_a_folder_without_rules_of_its_own_is_a_group(games: Project) -> None:
    go = games.rules / "old" / "go"
    (go / "cards").mkdir(parents=True)
    (go / "game.rules").write_text("")
    (go / "cards" / "more.rules").write_text("")
    assert games.games() == ["checkers", "chess", "go"]
    assert games.groups() == {"old": ["go"]}
    assert games.folder("go") == go
    assert known_game(games, "rules/old/go/") == "go"
    assert chosen_games(games, ["old", "chess", "go"]) == ["go", "chess"]


def test_two_games_of_one_name(games: Project) -> None:
    (games.rules / "old" / "chess").mkdir(parents=True)
    (games.rules / "old" / "chess" / "game.rules").write_text("")
    with pytest.raises(
        UsageError, match="two games are called chess: rules/chess and rules/old/chess"
    ) as caught:
        games.games()
    assert "rename one of them" in caught.value.hint


def test_an_unknown_game_gets_a_suggestion(games: Project) -> None:
    with pytest.raises(UsageError, match="no game 'ches'") as caught:
        chosen_games(games, ["ches"])
    assert caught.value.hint == "did you mean 'chess'?"
    with pytest.raises(UsageError) as caught:
        chosen_games(games, ["zzz"])
    assert caught.value.hint == "there is: checkers, chess"


def test_a_project_without_games(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    with pytest.raises(UsageError, match="no game in rules/"):
        chosen_games(find_project(tmp_path), [])


def test_bundled_games_are_read_only(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not rebuilt"):
        writable(Project(tmp_path, tmp_path, bundled=True))


def test_hints_stay_short() -> None:
    assert unknown("thing", "x", []).hint == "there is no thing yet"
    assert unknown("thing", "x", [f"name{n}" for n in range(99)]).hint.endswith("…")


def test_words() -> None:
    assert str(Target("chess")) == "chess"
    assert str(Target("chess", "atomic")) == "chess@atomic"
    assert count(1, "file") == "1 file"
    assert count(2, "file") == "2 files"
    assert shortened("a  b\nc", 10) == "a b c"
    assert shortened("abcdef", 4) == "abc…"
    assert table(("a", "bb"), [("1", "2"), ("333", "")]) == "a    bb\n---  --\n1    2\n333"

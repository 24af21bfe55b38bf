"""`rulewright diff` in play: plays in which two sides part, what many games come to, and the page that shows it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulewright import cli
from rulewright.tools.diff import witness
from rulewright.tools.diff.compare import compare
from rulewright.tools.diff.groups import together
from rulewright.tools.diff.report import Report
from rulewright.tools.diff.sides import side
from rulewright.tools.diff.statistics import corrected, interval, paired_test, share, sign_test, student_tail
from rulewright.tools.diff.texts import Texts
from rulewright.tools.diff.units import units

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "docs" / "how-to" / "diff.schema.json"
FOUR = ("--project", str(ROOT), "connect_four", "connect_four@five")

RACE = """\
game race "Race"
    players: {players}

table
    longest: flag{option}

player
    field: 0..99
    define score = your field

define goal = 6

rule play
    repeat until any p in players where p.field >= goal:
        each player: run

rule run
    choose steps from 1..2
    your field += steps
    if your field >= goal: end_game(you)
"""


HEROES = """\
game heroes "Heroes"
    players: 2

kind hero | worth
    knight | 2
    witch  | {worth}

player
    hero: hero or none
    points: 0..99
    define score = your points

rule play
    each player: choose_hero

rule choose_hero
    choose pick from hero
    your hero = pick
    your points = pick.worth
"""


def heroes(folder: Path, worth: int) -> str:
    """A game in which everybody chooses a hero who scores; the path to its folder."""
    path = folder / str(worth) / "rules" / "heroes"
    path.mkdir(parents=True)
    (path / "game.rules").write_text(HEROES.format(worth=worth))
    return str(path)


def race(folder: Path, name: str, players: str = "2", option: str = "", goal: int = 6) -> str:
    """A little game in a project of its own; the path to its folder."""
    path = folder / name / "rules" / "race"
    path.mkdir(parents=True)
    text = RACE.format(players=players, option=option).replace("define goal = 6", f"define goal = {goal}")
    (path / "game.rules").write_text(text)
    return str(path)


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report, str]:
    """Connect Four against Connect Five with everything: the folder, the report, and the page."""
    folder = tmp_path_factory.mktemp("four")
    page = folder / "page.html"
    words = [
        *FOUR,
        "--witness",
        "--games",
        "40",
        "--play",
        "60",
        "--saves",
        str(folder / "saved"),
        "--html",
        str(page),
    ]
    out = folder / "report.json"
    with out.open("w") as stream, contextlib.redirect_stdout(stream):
        assert cli.main(["diff", *words, "--json"]) == 1
    return folder, Report.model_validate_json(out.read_text()), page.read_text(encoding="utf-8")


# ---------------------------------------------------------------- witnesses


def test_too_many_differences_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(witness, "MOST_GROUPS", 1)
    page = tmp_path / "page.html"
    told = "There are 2 differences, more than the 1 that are looked at one by one"
    words = ["diff", *FOUR, "--witness", "--games", "3", "--saves", str(tmp_path / "saved")]
    assert cli.main([*words, "--html", str(page)]) == 1
    assert told in " ".join(capsys.readouterr().out.split())
    assert told in page.read_text(encoding="utf-8")
    assert cli.main([*words, "--json"]) == 1
    report = Report.model_validate_json(capsys.readouterr().out)
    assert report.notes[0].startswith(told)
    assert [group.title for group in report.groups] == [witness.WHOLE]


def test_each_difference_has_its_play(four: tuple[Path, Report, str]) -> None:
    groups = {tuple(group.changes): group.witness for group in four[1].groups}
    frame, line = groups[("function:width",)], groups[("function:line_length",)]
    assert frame is not None
    assert frame.kind == "setup"
    assert [d.new for d in frame.differences] == ["8, 9"]
    assert line is not None
    assert line.kind == "winner"
    assert line.parting is not None
    assert len(line.moves) + 1 >= 7, "four in line takes four moves of one and three of the other"
    assert [(d.old, d.new) for d in line.differences] == [(f"is over, won by {line.parting.by}", "goes on")]


def test_saved_games_go_on_on_both_sides(four: tuple[Path, Report, str], run, monkeypatch) -> None:
    witness = next(g.witness for g in four[1].groups if g.changes == ["function:line_length"])
    assert witness is not None
    assert witness.parting is not None
    for file, command, over in (
        (witness.old_file, witness.old_command, True),
        (witness.new_file, witness.new_command, False),
    ):
        words = command.split()
        assert words[:2] == ["rulewright", "play"]
        assert words[words.index("--load") + 1] == file
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{witness.parting.pick}\nquit\n"))
        ran = run("--project", str(ROOT), *words[1:])
        assert ran.code == 0
        assert ("Winner" in ran.out) == over


def test_the_search_gives_the_same_again(run, tmp_path: Path) -> None:
    a, b = race(tmp_path, "a"), race(tmp_path, "b", goal=5)
    words = ("diff", a, b, "--witness", "--games", "20", "--saves", str(tmp_path / "s"), "--json")
    first, second = run(*words), run(*words)
    assert first.code == 1
    assert first.out == second.out
    (group,) = Report.model_validate_json(first.out).groups
    assert group.witness is not None
    assert group.witness.shortest
    assert len(group.witness.moves) + 1 == 5, "2, any, 2, any, and at field 5 the sides part"


def test_no_witness_is_said_to_be_none(run, tmp_path: Path) -> None:
    a, b = race(tmp_path, "a"), race(tmp_path, "b")
    rules = Path(b, "game.rules")
    rules.write_text(rules.read_text().replace("field: 0..99", "field: 0..98"))
    ran = run("diff", a, b, "--witness", "--games", "10", "--saves", str(tmp_path / "s"))
    assert ran.code == 1
    assert "no difference in play was found in 10 games" in ran.out
    assert not (tmp_path / "s").exists()


# ---------------------------------------------------------------- effect


def test_games_are_played_with_the_same_seeds(four: tuple[Path, Report, str]) -> None:
    effect = four[1].effect
    assert effect is not None
    assert effect.games == 60
    assert len(effect.old_lengths) == len(effect.new_lengths) == 60
    length = next(one for one in effect.measures if one.topic == "length")
    assert length.significant
    assert length.difference.low > 0
    assert {one.name for one in effect.measures if one.topic == "wins"} >= {"player 1 wins", "player 2 wins"}
    assert all(one.p <= one.q <= 1 for one in effect.measures)


def test_how_it_goes_with_those_who_have_a_thing(run, tmp_path: Path) -> None:
    sides = heroes(tmp_path, 2), heroes(tmp_path, 5)
    ran = run("diff", *sides, "--play", "60", "--bots", "mcts:2", "--by-chance", "choose_hero", "--json")
    assert ran.code == 1
    effect = json.loads(ran.out)["effect"]
    found = {(one["topic"], one["name"]): one for one in effect["measures"]}
    worse, better = found["wins with", "hero: knight"], found["lead with", "hero: witch"]
    assert (worse["old"]["mean"], worse["significant"]) == (1.0, True)  # all had two points
    assert worse["difference"]["mean"] < 0 < better["difference"]["mean"]
    assert found["wins with", "hero: witch"]["difference"]["mean"] == 0
    assert "answered by chance: choose_hero.pick" in effect["notes"][0]


def test_a_choice_that_is_not_there_cannot_be_left_to_chance(run, tmp_path: Path) -> None:
    ran = run("diff", heroes(tmp_path, 2), heroes(tmp_path, 5), "--play", "5", "--by-chance", "pick_villain")
    assert (ran.code, "no choice 'pick_villain'" in ran.err, "choose_hero.pick" in ran.err) == (2, True, True)


def test_what_differs_in_words_only_plays_alike(run, tmp_path: Path) -> None:
    a, b = race(tmp_path, "a"), race(tmp_path, "b")
    rules = Path(b, "game.rules")
    rules.write_text(rules.read_text().replace("field: 0..99", "field: 0..98"))
    made = Report.model_validate_json(run("diff", a, b, "--play", "30", "--json").out)
    assert made.effect is not None
    assert made.effect.identical == 30
    assert not any(one.significant for one in made.effect.measures)


def test_statistics_agree_with_tables() -> None:
    assert student_tail(2.0, 10) == pytest.approx(0.036694, abs=1e-6)
    mean = interval([1, 2, 3, 4, 5])
    assert (mean.low, mean.high) == pytest.approx((1.0368, 4.9632), abs=1e-4)
    assert paired_test([1, 2, 3, 4, 5]) == pytest.approx(0.0132356, abs=1e-6)  # closed form for 4 degrees
    assert paired_test([0, 0, 0]) == 1
    assert sign_test([1] * 9 + [-1]) == pytest.approx(22 / 1024)
    wilson = share([1] * 8 + [0] * 2)
    assert (wilson.low, wilson.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert corrected([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.16 / 3, 0.16 / 3, 0.5])


# ---------------------------------------------------------------- sides that do not fit


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ({"players": "3"}, "no number of players fits both"),
        ({"option": ", option"}, "different options (longest)"),
    ],
)
def test_games_that_fit_not_both_are_refused(run, tmp_path: Path, new: dict[str, str], said: str) -> None:
    a, b = race(tmp_path, "a"), race(tmp_path, "b", **new)
    assert run("diff", a, b).code == 1
    for wish in (("--witness",), ("--play", "5")):
        ran = run("diff", a, b, *wish, "--html", "page.html")
        assert ran.code == 2
        assert said in ran.err
        assert ran.out == ""
    assert not (tmp_path / "page.html").exists()
    assert not (tmp_path / "witness").exists()


def test_so_many_cannot_play(run, tmp_path: Path) -> None:
    a, b = race(tmp_path, "a"), race(tmp_path, "b", goal=5)
    ran = run("diff", a, b, "--play", "5", "--players", "4")
    assert ran.code == 2
    assert "4 cannot play" in ran.err


@pytest.mark.parametrize(
    "words", [("--play", "0"), ("--play", "many"), ("--games", "-1"), ("--bots", "clever")]
)
def test_wrong_numbers(run, tmp_path: Path, words: tuple[str, ...]) -> None:
    a = race(tmp_path, "a")
    assert run("diff", a, a, *words).code == 2


# ---------------------------------------------------------------- files


class _Page(HTMLParser):
    """Notes what a page would load from elsewhere, and which elements are left open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loaded: list[str] = []
        self.pictures = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loaded += [value or "" for name, value in attrs if name in ("src", "href")]
        self.pictures += tag == "svg"
        if tag not in ("meta", "br", "rect", "line", "circle", "polygon"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("rect", "line", "circle", "polygon"):
            assert self.open.pop() == tag


def test_the_page_needs_nothing_else(four: tuple[Path, Report, str]) -> None:
    page = _Page()
    page.feed(four[2])
    assert page.open == []
    assert page.loaded == []
    assert page.pictures >= 4
    assert "<script" not in four[2]
    assert not re.search(r"url\(|@import", four[2])
    for text in (
        "Connect Five",
        "line length",
        "Four are not enough",
        "Decisions in a game",
        "player 1 wins",
    ):
        assert text in four[2]


def test_a_page_that_cannot_be_written(run, tmp_path: Path) -> None:
    a, b = race(tmp_path, "a"), race(tmp_path, "b", goal=5)
    (tmp_path / "folder").mkdir()
    targets = ["no/such/page.html", "folder"]
    if os.geteuid():
        (tmp_path / "shut").mkdir(mode=0o500)
        targets.append("shut/page.html")
    for target in targets:
        ran = run("diff", a, b, "--html", target)
        assert ran.code == 2
        assert ran.err.startswith("rulewright: ")
        assert ran.out == ""


def test_saves_need_a_folder(run, tmp_path: Path) -> None:
    a, b = race(tmp_path, "a"), race(tmp_path, "b", goal=5)
    (tmp_path / "file").write_text("mine")
    ran = run("diff", a, b, "--witness", "--saves", "file")
    assert ran.code == 2
    assert (tmp_path / "file").read_text() == "mine"


def test_the_schema_in_the_docs_is_that_of_the_models() -> None:
    schema = json.dumps(Report.model_json_schema(), indent=2, ensure_ascii=False) + "\n"
    if os.environ.get("UPDATE_EXPECTED"):
        SCHEMA.write_text(schema, encoding="utf-8")
    assert SCHEMA.read_text(encoding="utf-8") == schema


# ---------------------------------------------------------------- a game with many differences


def test_every_edition_difference_of_terracotta_army_is_told_apart() -> None:
    old, new = (side(f"terracotta_army@{v}", ROOT, Path("unused")) for v in ("ru", "pl"))
    both = units(old.resolved, Texts(old.sources)), units(new.resolved, Texts(new.sources))
    groups = together(compare(*both).pairs, both, new.book)
    assert sorted(group.ids for group in groups) == [[f"TA-D{n}"] for n in range(1, 10)]
    through = {group.ids[0]: group.through for group in groups if group.through}
    assert through == {
        "TA-D5": ["function:helpers", "function:outdoes"],
        "TA-D6": ["function:groups", "function:counts_as", "function:is_group"],
        "TA-D8": ["function:final_scoring", "function:score_archer"],
    }


def test_examples_with_another_result(run) -> None:
    made = Report.model_validate_json(run("diff", *FOUR, "--json").out)
    assert made.examples is not None
    found = {one.title: (one.of, one.old, one.new) for one in made.examples.different}
    which, old, new = found["an empty frame"]
    assert (which, old) == ("old", "ok")
    assert new.startswith("expected size(frame) = 42, but found 54; still asked: ")
    assert found["five in line on the wide frame"][2] == "ok"


def test_what_is_reached(run) -> None:
    made = Report.model_validate_json(run("diff", *FOUR, "--json").out)
    reach = {one.name: {unit.name: unit.through for unit in one.units} for one in made.reach}
    assert reach["line_length"]["take_turn"] == ["line_length", "in_line", "take_turn"]

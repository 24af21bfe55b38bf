"""`rulewright mutate`: what can be changed, which changes are noticed, and what is kept."""

from __future__ import annotations

import json
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.surface.parse import parse
from rulewright.tools.mutate import judging
from rulewright.tools.mutate.hunt import Hunt
from rulewright.tools.mutate.results import Judged, Verdict
from rulewright.tools.mutate.sites import Mutant, sampled, sites
from rulewright.tools.project import Project, find_project
from rulewright.tools.rulebook import WAIVERS, read_waivers

ROOT = Path(__file__).resolve().parents[2]

BOOK = """\
- **RA-1.1** Take one, two or three steps.
- **RA-1.2** Ten steps win.
- **RA-1.3** Landing on five gives a coin.
"""
RULES = """\
game race "Race"
    players: 2

player
    place: 0..20
    coins: number

rule play
    repeat until some_one_is_home:
        each player: run                                              [RA-1.1]

rule run                                                              [RA-1.1]
    choose steps from 1..3
    your place += steps
    if your place = 5: your coins += 1                                [RA-1.3]
    if your place >= 10: end_game(you)                                [RA-1.2]

define some_one_is_home = any p in players where p.place > 19

example "the coin of five" [RA-1.3]
    players ann, bob
    given: ann.place = 3
    when: ann: 2
    then: ann.coins = 1

example "ten wins" [RA-1.1, RA-1.2]
    players ann, bob
    given: ann.place = 8
    when: ann: 2
    then:
        ann.place = 10
        winners = (ann)
"""


def changes_of(project: Project, game: str) -> Iterator[Judged]:
    """Every change of a game that can be made, as if no example noticed it."""
    wishes = Namespace(seed=1, jobs=1, only="", all=True, mutants=1, out=None)
    hunt = Hunt(project, game, wishes)
    for site in hunt.sites:
        for new in site.instead:
            yield hunt.told(0, Mutant(site, new), Verdict(fate="noticed"))


@pytest.fixture
def race(tmp_path: Path) -> Path:
    folder = tmp_path / "rules" / "race"
    folder.mkdir(parents=True)
    (folder / "RULEBOOK.md").write_text(BOOK, encoding="utf-8")
    (folder / "game.rules").write_text(RULES, encoding="utf-8")
    return folder


def of(text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """The places of a text: their kind, the old words and the new ones."""
    file, problems = parse("rules/x/game.rules", text)
    assert file is not None, problems
    found = []
    for site in sites([file], [""]):
        for new in site.instead:
            assert parse(site.span.path, Mutant(site, new).applied(text))[0] is not None
        line = text.split("\n")[site.span.line - 1]
        found.append((site.kind, line[site.span.column - 1 : site.span.end_column - 1], site.instead))
    return found


def test_figures_conditions_and_statements_are_changed() -> None:
    assert of('rule play\n    if a < 3 and (b) is c: go(2)\n    say "4"\n') == [
        ("statement", "if a < 3 and (b) is c: go(2)", ("nothing",)),
        ("condition", "a < 3 and (b) is c", ("yes", "no")),
        ("condition", " and ", (" or ",)),
        ("condition", " < ", (" <= ", " >= ")),
        ("figure", "3", ("4", "2")),
        ("condition", " is ", (" is not ",)),
        ("statement", "go(2)", ("nothing",)),
        ("figure", "2", ("3", "1")),
    ]


def test_declared_bounds_only_become_narrower() -> None:
    assert of("player\n    bowl for each 1..3: 0..12\n") == [
        ("figure", "1", ("2",)),
        ("figure", "3", ("2",)),
        ("figure", "0", ("1",)),
        ("figure", "12", ("11",)),
    ]


def test_examples_words_and_looks_are_left_alone() -> None:
    text = 'example "x" [AB-1]\n    players ann, bob\n    then: 1 = 1\n\nlabels de\n    hut = "Huette 3"\n'
    assert of(text) == []


def test_what_only_decides_whether_something_is_said_is_left_alone() -> None:
    assert of('rule play\n    if a > 3: say "more"\n    else: say "less"\n') == []


def test_what_is_added_to_every_measure_of_an_order_is_left_alone() -> None:
    assert of("define top = best p in players by 0 - p.place\n") == []
    assert of("define top = best p in players by 2 * p.place\n") == [("figure", "2", ("3", "1"))]


def test_the_order_depends_on_the_seed_alone() -> None:
    file, _ = parse("rules/x/game.rules", RULES)
    assert file is not None
    places = sites([file], [""])
    assert list(sampled(places, 4)) == list(sampled(places, 4))
    assert list(sampled(places, 4)) != list(sampled(places, 5))


def test_an_edit_leaves_the_changes_elsewhere_as_they_were() -> None:
    def words(text: str) -> list[tuple[str, str]]:
        file, _ = parse("rules/x/game.rules", text)
        assert file is not None
        return [(one.site.owner, one.new) for one in sampled(sites([file], [""]), 4)]

    before = words(RULES)
    after = words(RULES.replace("rule run ", "define more = 7\n\nrule run "))
    assert [one for one in after if one[0] != "define more"] == before
    assert len(after) > len(before)


def test_what_no_example_notices_is_listed_and_can_be_waived(run, race: Path) -> None:
    ran = run("mutate", "race", "--all", "--jobs", "1", "--json", "found.json", "--html", "found.html")
    assert ran.code == 0, ran.err
    found = json.loads((race.parents[1] / "found.json").read_text(encoding="utf-8"))
    fates = {(one["text"], one["old"]): one["verdict"] for one in found["judged"]}
    assert fates["if your place >= 10: end_game(you)", ">="]["fate"] == "noticed"
    assert fates["if your place = 5: your coins += 1", "5"]["by"] == "the coin of five"
    missed = ("define some_one_is_home = any p in players where p.place > 19", "19")
    assert fates[missed]["fate"] == "survived"
    assert "game.rules:18" in ran.out
    assert "noticed by an example" in (race.parents[1] / "found.html").read_text(encoding="utf-8")

    survived = [one for one in found["judged"] if one["verdict"]["fate"] == "survived"]
    one = next(one for one in survived if one["old"] == "19")
    key = f"{one['path']}: {one['text']}: {one['old']} -> {one['new']}"
    (race / "waivers.toml").write_text(f'[mutant]\n"{key}" = "nobody gets so far"\n', encoding="utf-8")
    again = run("mutate", "race", "--all", "--jobs", "1", "--least", "100", "--save")
    assert again.code == 1
    assert "1 waived" in again.out
    assert "changed rules" in run("trace", "race").out


def test_a_waiver_fits_one_place(run, race: Path) -> None:
    like = "\nrule jump\n    choose steps from 1..3\n    your place += steps\n    if your place > 2 and your coins > 2: end_game(you)\n"
    (race / "game.rules").write_text(RULES.replace("\ndefine some", like + "\ndefine some"), encoding="utf-8")
    keys = {change.key for change in changes_of(find_project(race), "race")}
    assert {
        "game.rules: rule run: choose steps from 1..3: 3 -> 2",
        "game.rules: rule jump: choose steps from 1..3: 3 -> 2",
        "game.rules: if your place > 2 and your coins > 2: end_game(you): > (number 1) -> >=",
        "game.rules: if your place > 2 and your coins > 2: end_game(you): > (number 2) -> >=",
        "game.rules: if your place = 5: your coins += 1: 5 -> 6",
    } <= keys


@pytest.mark.parametrize(
    "game", ["great_wall", "path_of_light_and_shadow", "terra_mystica", "terracotta_army"]
)
def test_every_waived_change_of_our_games_can_still_be_made_at_one_place(game: str) -> None:
    found = Counter(change.key for change in changes_of(find_project(ROOT), game))
    waived = read_waivers(ROOT / "rules" / game / WAIVERS).mutant
    assert waived
    assert {key: found[key] for key in waived if found[key] != 1} == {}


VARIANTS = """\
variant long of race
    define bonus = 2
    rule reward: your coins += bonus

variant longer of long
    instead bonus = base + 4

    example "six coins at once" [RA-1.3]
        players ann, bob
        when: as ann: reward
        then: ann.coins = 6
"""


def test_the_examples_of_a_variant_notice_changes_in_the_variant_that_it_changes(run, race: Path) -> None:
    (race / "variants.rules").write_text(VARIANTS, encoding="utf-8")
    ran = run("mutate", "race", "--all", "--only", "variants", "--jobs", "1", "--json", "found.json")
    assert ran.code == 0, ran.err
    found = json.loads((race.parents[1] / "found.json").read_text(encoding="utf-8"))
    own = [one["verdict"] for one in found["judged"] if one["text"].strip() == "define bonus = 2"]
    assert own == [{**own[0], "fate": "noticed", "by": "six coins at once"}]


def test_a_run_that_was_stopped_goes_on(run, race: Path) -> None:
    first = run("mutate", "race", "--mutants", "3", "--jobs", "1", "--out", "kept.sqlite", "--json", "a.json")
    assert first.code == 0, first.err
    more = run("mutate", "race", "--mutants", "5", "--jobs", "1", "--out", "kept.sqlite", "--json", "b.json")
    assert more.code == 0, more.err
    folder = race.parents[1]
    known, all_of_them = (
        json.loads((folder / name).read_text(encoding="utf-8")) for name in ("a.json", "b.json")
    )
    assert all(one in all_of_them["judged"] for one in known["judged"])
    (race / "game.rules").write_text(RULES.replace("10", "11").replace("= 8", "= 9"), encoding="utf-8")
    other = run("mutate", "race", "--mutants", "5", "--jobs", "1", "--out", "kept.sqlite")
    assert other.code == 2
    assert "another rules" in other.err


def test_examples_that_fail_already_are_told_first(run, race: Path) -> None:
    (race / "game.rules").write_text(RULES.replace("ann.coins = 1", "ann.coins = 2"), encoding="utf-8")
    ran = run("mutate", "race")
    assert ran.code == 2
    assert "fails already" in ran.err


def test_first_values_that_do_not_fit_are_noticed(run, race: Path) -> None:
    table = (
        "kind hat | worth\n    cap | 2\n    crown | 3\n\nplayer\n    hats for each hat: 0..3 = this.worth\n"
    )
    (race / "game.rules").write_text(RULES.replace("player\n", table, 1), encoding="utf-8")
    ran = run("mutate", "race", "--all", "--jobs", "1", "--json", "found.json")
    assert ran.code == 0, ran.err
    found = json.loads((race.parents[1] / "found.json").read_text(encoding="utf-8"))
    fates = {
        (one["old"], one["new"]): one["verdict"]["fate"] for one in found["judged"] if "kind" in one["owner"]
    }
    assert fates == {("2", "3"): "survived", ("3", "4"): "noticed"}, fates


def work_for_ever() -> None:
    while True:
        pass


def test_waiting_is_no_hanging_but_working_without_end_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "PATIENCE", 0.05)
    with judging.patience():
        time.sleep(0.2)
    with pytest.raises(judging.Hung), judging.patience():
        work_for_ever()


def test_a_variant_or_an_unknown_file_is_refused(run, race: Path) -> None:
    assert "nothing to change in nowhere" in run("mutate", "race", "--only", "nowhere").err
    assert run("mutate", "race@five").code == 2

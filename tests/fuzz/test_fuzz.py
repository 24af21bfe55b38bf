"""`rulewright fuzz`: every campaign finds what is wrong, tells it, keeps it, and finds it again."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import cli
from rulewright.tools.fuzz import rules_cases
from rulewright.tools.fuzz.campaigns import CAMPAIGNS
from rulewright.tools.fuzz.cases import Campaign, Hangs, limited
from rulewright.tools.fuzz.compiled import Compiled
from rulewright.tools.fuzz.hunt import ENOUGH, hunt, keep, tried
from rulewright.tools.fuzz.lockstep import Disagreement

ODD = Campaign("odd", "numbers that must be even", ".txt", str, lambda text: _even(int(text)))


def _even(number: int) -> None:
    assert number % 2 == 0, f"{number} is odd"


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_the_same_seed_writes_the_same_case(name: str) -> None:
    campaign = CAMPAIGNS[name]
    assert campaign.write(5) == campaign.write(5)
    assert len({campaign.write(seed) for seed in range(6)}) > 1


def test_what_fails_is_told_kept_and_enough_at_some_time(tmp_path: Path) -> None:
    told = []
    made = hunt([ODD], 60, 0, told.append)
    assert [one.seed for one in made.found] == [2 * i + 1 for i in range(ENOUGH)]
    assert told == made.found
    assert made.found[0].why.startswith("AssertionError: 1 is odd")
    path = keep(made.found[0], ODD, tmp_path)
    assert path == tmp_path / "odd" / "seed_1.txt"
    assert path.read_text() == "1"


def test_a_campaign_without_findings_ends_with_the_time() -> None:
    fine = Campaign("fine", "", ".txt", str, lambda text: None)
    made = hunt([fine], 0.05, 0)
    assert made.cases["fine"] > 0
    assert made.found == []


def test_what_does_not_end_is_interrupted() -> None:
    def endless() -> None:
        while True:
            pass

    with pytest.raises(Hangs), limited(0.05):
        endless()


def test_an_engine_that_plays_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'game x "X"\n    players: 2\n\nplayer\n    a: 0..9\n\nrule play\n    each player:\n        choose n from 1..3\n        your a = n\n'
    rules_cases.plays_alike(text)
    whole = rules_cases.compiled

    def other(text: str) -> Compiled | None:
        """The interpreter gets other rules than the engine."""
        here, there = whole(text), whole(text.replace("1..3", "1..2"))
        assert here is not None
        assert there is not None
        return Compiled(here.name, there.typed, here.engine, here.disputes)

    monkeypatch.setattr(rules_cases, "compiled", other)
    with pytest.raises(Disagreement, match="the decision"):
        rules_cases.plays_alike(text)


def test_rules_that_compile_too_slowly_for_their_lines_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_cases, "CALLS", 1_000)
    monkeypatch.setattr(rules_cases, "CALLS_A_LINE", 10)
    monkeypatch.setattr(rules_cases, "MEASURED", 1)
    found = tried(CAMPAIGNS["programs"], 1)
    assert found is not None
    assert "calls of functions" in found.why


def test_the_command_is_there_but_not_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fuzz", "--minutes", "0.001", "--campaign", "moves"]) == 0
    assert "moves" in capsys.readouterr().out
    assert cli.main([]) == 2
    assert "fuzz" not in capsys.readouterr().out
    assert cli.main(["fuzz", "--campaign", "movs"]) == 2
    assert "did you mean 'moves'" in capsys.readouterr().err


@pytest.mark.parametrize("minutes", ["0", "-1", "nan", "inf", "x"])
def test_without_time_nothing_is_claimed_to_be_well(minutes: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["fuzz", f"--minutes={minutes}"])
    assert ended.value.code == 2
    assert "must be a number of more than 0" in capsys.readouterr().err

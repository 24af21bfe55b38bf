"""`rulewright book`: what stands in the pages, and that every link leads somewhere."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulewright import cli
from rulewright.tools.mutate import scores
from rulewright.tools.rulebook import read_rulebook

from .conftest import ROOT, Made


def data(folder: Path, file: str) -> object:
    """What a data file hands over."""
    text = (folder / file).read_text(encoding="utf-8")
    found = re.fullmatch(r'Book\.take\("[^"]*", (.*)\);\n', text, re.DOTALL)
    assert found
    return json.loads(found[1])


class Links(HTMLParser):
    """The anchors and the addresses of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: list[str] = []
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.anchors.append(value or "")
            if name in ("href", "src"):
                self.addresses.append(value or "")


def pages(folder: Path) -> dict[Path, Links]:
    return {path.resolve(): Links(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}


@pytest.mark.parametrize("game", ["connect_four", "terracotta_army"])
def test_every_link_leads_somewhere_in_the_folder(made: Made, game: str) -> None:
    folder = made(game)
    known = pages(folder)
    behind = data(folder, "behind.js")
    assert isinstance(behind, dict)
    index = (folder / "index.html").resolve()
    for html in behind.values():
        known[index].addresses += Links(html).addresses
    for page, links in known.items():
        for address in links.addresses:
            assert "://" not in address, f"{page.name} needs the network: {address}"
            path, _, anchor = address.partition("#")
            target = (page.parent / path).resolve() if path else page
            assert target.is_file(), f"{page.name}: {address}"
            if anchor:
                assert anchor in known[target].anchors, f"{page.name}: {address}"


@pytest.mark.parametrize("game", ["connect_four", "terracotta_army", "kuhn_poker"])
def test_every_rule_of_the_rulebook_has_its_anchor_once(made: Made, game: str) -> None:
    anchors = Links((made(game) / "index.html").read_text(encoding="utf-8")).anchors
    assert len(anchors) == len(set(anchors))
    entries = read_rulebook(ROOT / "rules" / game / "RULEBOOK.md").entries
    assert set(entries) <= set(anchors)


def test_behind_a_rule_stand_its_rules_text_and_its_examples(made: Made) -> None:
    behind = data(made("connect_four"), "behind.js")
    assert isinstance(behind, dict)
    falls = behind["C4-2.3"]
    assert "define landing" in re.sub(r"<[^>]+>", "", falls)
    assert "a disc falls to the lowest empty cell" in falls
    assert 'class="l cited"' in falls


def test_a_rule_that_another_variant_changes_says_so(made: Made) -> None:
    behind = data(made("terracotta_army"), "behind.js")
    assert isinstance(behind, dict)
    assert "Different in Terakotowa armia (pl)" in behind["TA-8.4"]
    assert "TA-D3" in behind["TA-8.4"]


def test_assumed_figures_are_marked(made: Made) -> None:
    folder = made("terracotta_army")
    assert 'class="mark assumed"' in (folder / "index.html").read_text(encoding="utf-8")
    assert 'class="mark assumed"' in (folder / "components.html").read_text(encoding="utf-8")


def test_components_come_from_the_rules_in_all_languages(made: Made) -> None:
    text = (made("terracotta_army") / "components.html").read_text(encoding="utf-8")
    assert 'data-language="ru"' in text
    assert 'data-language="pl"' in text
    assert "kusznik" in text


def test_random_games_say_which_rules_they_reach(made: Made) -> None:
    behind = data(made("connect_four", "--runs", "3"), "behind.js")
    assert isinstance(behind, dict)
    assert "Random games reach this (3 games" in behind["C4-2.2"]


def test_what_changed_rules_showed_stands_behind_each_rule(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rules/connect_four", tmp_path / "rules/connect_four")
    at = ["--project", str(tmp_path)]
    assert cli.main([*at, "mutate", "connect_four", "--mutants", "6", "--jobs", "1", "--save"]) == 0
    assert cli.main([*at, "book", "connect_four", "-o", str(tmp_path / "book")]) == 0
    kept = scores.read(tmp_path / "rules/connect_four")
    assert kept is not None
    assert kept.rules
    behind = data(tmp_path / "book", "behind.js")
    assert isinstance(behind, dict)
    told = {id for id, html in behind.items() if "changed on purpose" in html}
    assert told == set(kept.rules) & set(behind)
    assert told


def test_the_same_rules_give_the_same_bytes(made: Made, tmp_path: Path) -> None:
    first, second = made("connect_four"), tmp_path / "again"
    assert cli.main(["--project", str(ROOT), "book", "connect_four", "-o", str(second)]) == 0
    for path in first.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (second / path.relative_to(first)).read_bytes()

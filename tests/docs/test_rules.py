"""Every rules text in the docs compiles as its tag says; whole games pass their examples and can be played."""

from __future__ import annotations

import pytest

from rulewright_runtime.examples import run_examples
from rulewright_runtime.invariants import check_game

from .pages import Block, blocks, compiled, engine, message_of, pages, printed, rules_blocks, variants

TAGS = ("complete", "prelude", "broken")
BLOCKS = rules_blocks()
WHOLE = [b for b in BLOCKS if "broken" not in b.tags]
BROKEN = [b for b in BLOCKS if "broken" in b.tags]
LONGEST = 60  # decisions of a random game


def name(block: Block) -> str:
    return block.name


@pytest.mark.parametrize("block", BLOCKS, ids=name)
def test_a_block_says_what_it_is(block: Block) -> None:
    assert block.title, f"line {block.line} has no title"
    assert len(block.tags) + bool(block.prelude) == 1
    assert block.prelude or block.tags[0] in TAGS


def test_titles_are_unique_on_a_page() -> None:
    for page in pages():
        titles = [b.title for b in blocks(page) if b.title]
        assert len(titles) == len(set(titles)), page


def test_every_message_belongs_to_a_block() -> None:
    for page in pages():
        titles = {f"{b.title}-message" for b in blocks(page) if b.language == "rules"}
        for b in blocks(page):
            assert not b.title.endswith("-message") or b.title in titles, b.name


@pytest.mark.parametrize("block", WHOLE, ids=name)
def test_it_compiles(block: Block) -> None:
    """In the game and in each of its variants, and with no warning that the page does not show."""
    expected = message_of(block).rstrip("\n")
    for variant in variants(block):
        done = compiled(block, variant)
        assert done.ok, printed(done)
        assert printed(done) == expected


@pytest.mark.parametrize("block", BROKEN, ids=name)
def test_it_is_refused_with_the_message_shown(block: Block) -> None:
    done = compiled(block)
    assert not done.ok
    expected = message_of(block).rstrip("\n")
    if expected:
        assert printed(done) == expected


@pytest.mark.parametrize("block", WHOLE, ids=name)
def test_its_examples_pass_and_it_plays(block: Block) -> None:
    for variant in variants(block):
        game = engine(block, variant)
        failed = [str(result) for result in run_examples(game) if not result.passed]
        assert not failed, "\n".join(failed)
        for players in {min(game.players), max(game.players)}:
            for seed in range(2):
                check_game(game, players, seed, LONGEST, every=7)

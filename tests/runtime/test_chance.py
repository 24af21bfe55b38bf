"""Chance: the same numbers everywhere, fair, scripted by examples, never inside a trial run."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from rulewright_runtime import Finished, Machine, Position, RulesFailure, chance


def position(seed: int = 7, script: tuple[tuple[str, tuple[int, ...]], ...] = ()) -> Position:
    g = Position(Machine(), 2)
    g.script = script
    chance.seed(g, seed)
    return g


def test_same_seed_same_numbers_on_every_platform() -> None:
    g = position(7)
    assert [chance.below(g, 1000) for _ in range(5)] == [3, 838, 77, 775, 136]
    assert chance.shuffled(g, (1, 2, 3, 4, 5)) == (5, 2, 4, 1, 3)
    assert g.chance == (7 << 67) + 9  # the key, and nine numbers drawn


def test_a_draw_is_a_word_of_the_hash_of_its_block_and_key() -> None:
    """As another implementation may work it out: BLAKE2b of 8 bytes, the block, and 16 bytes, the key, all little-endian."""
    key = 0xFEDC_BA98_7654_3210_0123_4567_89AB_CDEF
    g = position(key)
    assert chance.seed_of(g) == key
    words = [
        int.from_bytes(
            hashlib.blake2b(block.to_bytes(8, "little") + key.to_bytes(16, "little")).digest()[at : at + 8],
            "little",
        )
        for block in range(3)
        for at in range(0, 64, 8)
    ]
    assert [chance.below(g, 1 << 64) for _ in range(3)] == words[:3]
    assert [chance.roll(g, 17, (1,) * 1000)] == [tuple(word % 1000 for word in words[3:20])]
    assert words[0] == 9282052346947513398


def test_without_a_seed_the_system_gives_one_of_128_bits() -> None:
    seeds = [chance.any_seed() for _ in range(64)]
    assert len(set(seeds)) == 64
    assert 120 < max(seeds).bit_length() <= chance.KEY_BITS


def test_numbers_drawn_at_once_are_those_drawn_one_by_one() -> None:
    one_by_one = (("roll", (1,)),)  # a script that has nothing to do with it
    for size in (0, 1, 2, 11, 40):
        g, h = position(size), position(size, one_by_one)
        assert chance.shuffled(g, tuple(range(size))) == chance.shuffled(h, tuple(range(size)))
        assert chance.some_of(g, size // 2, tuple(range(size))) == chance.some_of(
            h, size // 2, tuple(range(size))
        )
        assert g.chance == h.chance


def test_what_favours_low_numbers_is_drawn_again() -> None:
    g = position(7)
    assert [chance.below(g, 2**63 + 1) % 1000 for _ in range(4)] == [3, 77, 775, 292]


def test_near_seeds_are_unlike() -> None:
    first = [chance.below(position(seed), 1_000_000) for seed in range(100)]
    assert len(set(first)) == 100
    assert 400_000 < sum(first) / 100 < 600_000


def test_chance_is_fair() -> None:
    g = position()
    faces = Counter(chance.roll(g, 6000, (1, 2, 3)))
    assert 900 < faces[0] < 1100
    assert 1850 < faces[1] < 2150
    orders = Counter(chance.shuffled(g, (1, 2, 3)) for _ in range(6000))
    assert len(orders) == 6
    assert min(orders.values()) > 880
    firsts = Counter(chance.some_of(g, 2, (1, 2, 3))[0] for _ in range(3000))
    assert min(firsts.values()) > 900


def test_some_are_different() -> None:
    g = position()
    for n in range(5):
        assert len(set(chance.some_of(g, n, (1, 2, 3, 4)))) == n
    with pytest.raises(RulesFailure):
        chance.some_of(g, 5, (1, 2, 3, 4))
    with pytest.raises(RulesFailure):
        chance.one_of(g, ())


def test_scripts() -> None:
    g = position(0, (("roll", (1, 0)), ("shuffle", (3, 1)), ("shuffle", (9,)), ("random", (2,))))
    assert chance.shuffled(g, (1, 2, 3, 4)) == (3, 1, 2, 4)
    assert chance.roll(g, 2, (1, 1)) == (1, 0)
    assert chance.one_of(g, (1, 2)) == 2
    with pytest.raises(RulesFailure, match="not there"):
        chance.shuffled(g, (1, 2))
    assert g.script == ()


@pytest.mark.parametrize("values", [(0,), (0, 5), (0, 1)])
def test_impossible_rolls(values: tuple[int, ...]) -> None:
    with pytest.raises(RulesFailure):
        chance.roll(position(0, (("roll", values),)), 2, (1, 0))


def test_a_trial_run_ends_at_chance() -> None:
    g = position()
    g.trial = 0
    before = g.chance
    with pytest.raises(Finished):
        chance.shuffled(g, (1, 2))
    assert g.chance == before

"""What bots see of the ground that players hold, and of what a round brings: worked out here in another way."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rulewright_runtime import fast
from rulewright_runtime.bots.features import Features
from rulewright_runtime.core import Position, step
from terra_mystica import ENGINE

PLAYERS = 3
LAND = ENGINE.boards["land"]
TERRAINS = ENGINE.kinds["terrain"].members
HOMES = ENGINE.kinds["faction"].columns["home"]
STRENGTH = [int(figure) for figure in ENGINE.kinds["building"].columns["power_value"]]


def positions() -> Iterator[tuple[Position, int, dict[str, int]]]:
    """Some positions of random games, for each seat, with the features by their names."""
    features = Features(ENGINE, PLAYERS)
    for seed in range(4):
        g, rng = fast.new(ENGINE, PLAYERS, seed), random.Random(seed)
        for number in range(400):
            if g.then is None:
                break
            step(g, rng.choice(g.options))
            if number % 40 == 0:
                for seat in range(PLAYERS):
                    yield g, seat, dict(zip(features.names, features.row(g, seat), strict=True))


def held(g: Position, seat: int) -> list[int]:
    """The cells of a player."""
    return [cell for cell in LAND.cells if g.land_owner[cell] == seat]


def sizes(cells: list[int], reach: int) -> list[list[int]]:
    """Parts of cells in which one comes from each to each by steps no longer than the reach, by merging them."""
    parts: list[list[int]] = []
    for cell in cells:
        near = [part for part in parts if any(LAND.distance(cell, other) <= reach for other in part)]
        parts = [part for part in parts if part not in near] + [
            [cell, *[one for part in near for one in part]]
        ]
    return parts


def test_what_lies_around_is_told_by_its_way_from_home() -> None:
    seen = 0
    for g, seat, told in positions():
        own = held(g, seat)
        home = TERRAINS.index(HOMES[g.faction[seat]]) if g.faction[seat] >= 0 else -1
        for far, terrain in enumerate(TERRAINS[max(home, 0) :] + TERRAINS[: max(home, 0)]):
            beside = [
                cell
                for cell in LAND.cells
                if g.land_owner[cell] < 0
                and g.land_terrain[cell] == TERRAINS.index(terrain)
                and any(cell in LAND.neighbours[one] for one in own)
            ]
            expected = len(beside) if home >= 0 else 0
            assert told[f"land terrain beside own, faction home +{far}"] == expected
            seen += expected
    assert seen > 100


def test_connected_buildings_are_added_up() -> None:
    seen = 0
    for g, seat, told in positions():
        own = [cell for cell in held(g, seat) if not g.land_in_town[cell]]
        sums = sorted(
            [sum(STRENGTH[g.land_building[cell]] for cell in part) for part in sizes(own, 1)], reverse=True
        )
        of = "land own building power_value without in_town"
        most, second = ([*sums, 0, 0])[:2]
        assert (told[f"{of} most"], told[f"{of} second"]) == (most, second)
        assert told[f"{of} most={min(most, 12)}"] == 1
        seen += most > 1
    assert seen > 5


def test_parts_hang_together_over_one_cell() -> None:
    for g, seat, told in positions():
        parts = [len(part) for part in sizes(held(g, seat), 2)]
        assert told["land own hanging together"] == max(parts, default=0)
        assert told["land own parts hanging together"] == len(parts)


@pytest.mark.parametrize(("when", "ahead"), [("at", 0), ("after", 1)])
def test_the_tile_of_the_round_and_the_next_one_are_told(when: str, ahead: int) -> None:
    tiles = ENGINE.kinds["scoring"].members
    rounds = set()
    for g, _, told in positions():
        number = g.round + ahead
        there = g.round_tile[number - 1] if 1 <= number <= 6 else -1
        for tile, name in enumerate(tiles):
            assert told[f"round_tile {when} round={name}"] == (tile == there)
        rounds.add(number)
    assert len(rounds) > 1

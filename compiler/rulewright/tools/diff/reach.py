"""What depends on a changed unit: the rules, actions, scorings and cards that can now behave differently."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.tools.diff.compare import Pair, cells_of
from rulewright.tools.diff.report import Reach, Reached
from rulewright.tools.diff.sections import Sections
from rulewright.tools.diff.units import Unit

TRUNK = ("play", "setup")  # everything is reached from these, so they tell nothing


class Graph:
    """Which units use which, on one side."""

    def __init__(self, units: Mapping[str, Unit]) -> None:
        self.units = units
        self.by_name: dict[str, list[str]] = {}  # a name -> the units that mention it
        for key, unit in units.items():
            for name in unit.uses:
                self.by_name.setdefault(name, []).append(key)

    def users(self, names: set[str]) -> list[str]:
        """The keys of units that mention one of these names."""
        return list(dict.fromkeys(key for name in sorted(names) for key in self.by_name.get(name, ())))

    def above(self, unit: Unit) -> list[str]:
        """The units that behave differently if this one does."""
        found: list[str] = []
        if unit.changes:  # what is overridden, or what a hook follows
            found += self.changed_by(unit)
        if unit.within.startswith("member:"):
            found.append(unit.within)  # the card itself; who merely names the card is not concerned
        if unit.declares and not unit.key.startswith("member:"):
            found += self.users({unit.declares})
        return [key for key in found if key in self.units]

    def changed_by(self, unit: Unit) -> list[str]:
        """The functions that an `instead` or a `when` speaks of; a card's own kind comes before others."""
        kind = unit.within.partition(":")[2].partition(".")[0]
        own = f"function:{kind}.{unit.changes}"
        if own in self.units:
            return [own]
        return [key for key, other in self.units.items() if _is_function(other, unit.changes)]


def _is_function(unit: Unit, name: str) -> bool:
    """True if a unit is the function of this name."""
    return unit.key.startswith("function:") and unit.declares == name


def reach(pairs: list[Pair], graphs: tuple[Graph, Graph], sections: Sections) -> list[Reach]:
    """For each change what it reaches, the nearest first; other changed units are passed through but not listed."""
    changed = {pair.key for pair in pairs} | {pair.old.key for pair in pairs if pair.old}
    found: list[Reach] = []
    for pair in pairs:
        graph = graphs[1] if pair.new else graphs[0]
        paths = _paths(pair, graph)
        units = [
            _reached(graph.units[key], [graph.units[k].name for k in path], sections)
            for key, path in paths.items()
            if key not in changed and graph.units[key].declares not in TRUNK
        ]
        if not units:
            units = [
                _reached(graph.units[key], [graph.units[k].name for k in path], sections)
                for key, path in paths.items()
                if key not in changed
            ]
        if units:
            found.append(Reach(change=pair.key, name=pair.one.name, units=units))
    return found


def _paths(pair: Pair, graph: Graph) -> dict[str, list[str]]:
    """The units that are reached, each with the shortest way to it."""
    start = pair.one
    first = graph.above(start)
    if start.key.startswith("member:"):
        names = {start.declares, *(cell.heading for cell in cells_of(pair))}
        first = graph.users(names)
    paths = {key: [start.key, key] for key in first if key != start.key}
    waiting = list(paths)
    while waiting:
        key = waiting.pop(0)
        for above in graph.above(graph.units[key]):
            if above not in paths and above != start.key:
                paths[above] = [*paths[key], above]
                waiting.append(above)
    return paths


def _reached(unit: Unit, through: list[str], sections: Sections) -> Reached:
    """A unit that is reached, for the report."""
    return Reached(
        name=unit.name, what=unit.what, label=unit.label, section=sections.of(unit), through=through
    )

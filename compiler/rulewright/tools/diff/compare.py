"""Compares the units of two sides: what was added, removed, changed, renamed or moved."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulewright.tools.diff.report import CellChange, ChangeKind, TextLine
from rulewright.tools.diff.units import Unit

NEAR = 0.7  # so much of the text must be the same for a changed unit under another name


@dataclass(frozen=True, slots=True)
class Pair:
    """A unit that differs, as it is on both sides."""

    kind: ChangeKind
    old: Unit | None
    new: Unit | None

    @property
    def one(self) -> Unit:
        """The unit of the new side, else that of the old one."""
        unit = self.new or self.old
        assert unit is not None
        return unit

    @property
    def key(self) -> str:
        """The key of that unit."""
        return self.one.key


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences of two sides."""

    pairs: list[Pair]
    moved: list[str]  # names of units that say the same in another file


def compare(old: Mapping[str, Unit], new: Mapping[str, Unit]) -> Comparison:
    """All pairs that differ, in the order of the new side, then what is gone."""
    renamed = _renames(old, new)
    names = {old[a].declares: new[b].declares for a, b in renamed.items() if old[a].declares}
    pairs: list[Pair] = []
    for key, unit in new.items():
        before = old.get(key) or next((old[a] for a, b in renamed.items() if b == key), None)
        kind = _difference(before, unit, names)
        if kind is not None:
            pairs.append(Pair(kind, before, unit))
    pairs += [
        Pair("removed", unit, None) for key, unit in old.items() if key not in new and key not in renamed
    ]
    both = [(old[key], new[key]) for key in new if key in old]
    moved = [b.name for a, b in both if _file(a) != _file(b) and _difference(a, b, names) is None]
    return Comparison(pairs, moved)


def _file(unit: Unit) -> str:
    """The file within the game's folder: where the folder lies is no matter."""
    return unit.place.rpartition(":")[0].partition("/")[2].partition("/")[2]


def _difference(old: Unit | None, new: Unit, names: Mapping[str, str]) -> ChangeKind | None:
    """What happened to a unit, or None if it says the same."""
    if old is None:
        return "added"
    if old.key != new.key:
        return "moved" if old.declares == new.declares else "renamed"
    same = old.canonical(names) == new.canonical() and old.label == new.label and old.what == new.what
    return None if same else "changed"


# ---------------------------------------------------------------- renames and moves


def _renames(old: Mapping[str, Unit], new: Mapping[str, Unit]) -> dict[str, str]:
    """Units that stand under another key: those that say the same, then those that say nearly the same.

    A rename changes what others say of the unit, so the search goes on until it finds no more.
    """
    found: dict[str, str] = {}
    while True:
        names = {old[a].declares: new[b].declares for a, b in found.items()}
        gone = [old[key] for key in old if key not in new and key not in found]
        come = [new[key] for key in new if key not in old and key not in found.values()]
        more = dict(_equal(gone, come, names)) or dict(_near(gone, come, names))
        if not more:
            return found
        found |= more


def _equal(gone: list[Unit], come: list[Unit], names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The keys of units that are gone and of those that say the same under another name."""
    taken: set[str] = set()
    for a in gone:
        alike = [
            b for b in come if b.key not in taken and _sort(a) == _sort(b) and _says_the_same(a, b, names)
        ]
        # Several equal ones, such as two fields that start at 0, tell nothing: then the name must help.
        if len(alike) > 1 or not a.text:
            alike = [b for b in alike if b.declares == a.declares or _similar(a.name, b.name) > NEAR]
        if alike:
            taken.add(alike[0].key)
            yield a.key, alike[0].key


def _says_the_same(a: Unit, b: Unit, names: Mapping[str, str]) -> bool:
    """True if two units say the same but for their own names."""
    own = {**names, a.declares: b.declares} if a.declares else dict(names)
    if a.within and a.within != b.within and a.declares == b.declares:
        own[a.within.rpartition(":")[2]] = b.within.rpartition(":")[2]
    return a.canonical(own) == b.canonical()


def _near(gone: list[Unit], come: list[Unit], names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The one pair that is most alike, if it is alike enough."""
    best: tuple[float, str, str] | None = None
    for a in gone:
        for b in come:
            if _sort(a) != _sort(b) or len(a.text) < 3 or len(b.text) < 3:
                continue
            words = [names.get(word, word) for word in " ".join(a.text).split()]
            ratio = difflib.SequenceMatcher(None, words, " ".join(b.text).split()).ratio()
            if ratio >= NEAR and (best is None or ratio > best[0]):
                best = (ratio, a.key, b.key)
    if best is not None:
        yield best[1], best[2]


def _sort(unit: Unit) -> str:
    """The sort of a unit, as its key says it."""
    return unit.key.partition(":")[0]


def _similar(a: str, b: str) -> float:
    """How much two names have in common, from 0 to 1."""
    return difflib.SequenceMatcher(None, a, b).ratio()


# ---------------------------------------------------------------- what differs within a pair


def cells_of(pair: Pair) -> list[CellChange]:
    """The figures that differ; none if the unit is text on either side."""
    old, new = pair.old, pair.new
    cells: list[CellChange] = []
    if old is not None and new is not None and old.label != new.label:
        cells.append(CellChange(heading="name", old=old.label, new=new.label))
    if not _tabular(pair):
        return cells
    a = old.cells or {} if old else {}
    b = new.cells or {} if new else {}
    for heading in [*b, *(h for h in a if h not in b)]:
        before, after = a.get(heading) or None, b.get(heading) or None
        if before != after:
            cells.append(CellChange(heading=heading, old=before, new=after))
    return cells


def lines_of(pair: Pair) -> list[TextLine]:
    """The texts side by side; nothing if figures say it all."""
    if _tabular(pair):
        return []
    old = pair.old.text if pair.old else []
    new = pair.new.text if pair.new else []
    return side_by_side(old, new)


def _tabular(pair: Pair) -> bool:
    """True if both sides of a pair are tables, or both single figures, so that cells can be compared."""
    sides = [unit for unit in (pair.old, pair.new) if unit is not None]
    if any(unit.cells is None for unit in sides):
        return False
    # A single figure on one side and a table on the other have no headings in common.
    return len({tuple(unit.cells or ()) == ("",) for unit in sides}) == 1


def side_by_side(old: list[str], new: list[str]) -> list[TextLine]:
    """The lines of two texts beside each other, marked as same, changed, removed or added."""
    rows: list[TextLine] = []
    for op, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if op == "equal":
            rows += [TextLine(mark="same", old=x, new=y) for x, y in zip(old[a:b], new[c:d], strict=True)]
            continue
        both = min(b - a, d - c)
        rows += [TextLine(mark="changed", old=old[a + i], new=new[c + i]) for i in range(both)]
        rows += [TextLine(mark="removed", old=line, new=None) for line in old[a + both : b]]
        rows += [TextLine(mark="added", old=None, new=line) for line in new[c + both : d]]
    return rows

"""Which changes belong together as one difference of two games, and by which ids a rulebook names it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulewright.tools.diff.compare import Pair
from rulewright.tools.diff.units import Unit
from rulewright.tools.rulebook import ID, Rulebook

# A row such as `TA-D5 | TA-3.8, TA-9.24 | …` names a difference and the rules that it concerns.
_ROW = re.compile(rf"^((?:{ID})(?:,\s*(?:{ID}))*)\s*·")


@dataclass(slots=True)
class Together:
    """Changes that make one difference."""

    pairs: list[Pair]
    ids: list[str]
    through: list[str]  # units through which the change is looked at; empty: the whole change
    not_through: list[str] = field(default_factory=list)  # those of the other consequences

    @property
    def title(self) -> str:
        """The names of the units that belong together."""
        return ", ".join(pair.one.name for pair in self.pairs)


def together(
    pairs: list[Pair], units: tuple[Mapping[str, Unit], Mapping[str, Unit]], book: Rulebook
) -> list[Together]:
    """The differences, each with its changes; words make no difference in play."""
    playing = [pair for pair in pairs if not pair.key.startswith("words:")]
    changed = {unit.key for pair in playing for unit in (pair.old, pair.new) if unit}
    elsewhere = {id for side in units for unit in side.values() if unit.key not in changed for id in unit.ids}
    found: list[Together] = []
    for set_ in _joined(playing, elsewhere, book):
        named = [id for id in _ids(set_) if id in book.entries and _concerned(book, id)]
        found += _by_consequence(set_, named, units, book) or [
            Together(set_, named or _own(set_, elsewhere), [])
        ]
    return found


def belonging(
    pairs: list[Pair], units: tuple[Mapping[str, Unit], Mapping[str, Unit]], book: Rulebook
) -> list[list[str]]:
    """The keys of changes that belong together."""
    changed = {unit.key for pair in pairs for unit in (pair.old, pair.new) if unit}
    elsewhere = {id for side in units for unit in side.values() if unit.key not in changed for id in unit.ids}
    return [[pair.key for pair in group] for group in _joined(pairs, elsewhere, book)]


def _ids(pairs: Iterable[Pair]) -> list[str]:
    """The rule ids of some pairs, each once."""
    return list(dict.fromkeys(id for p in pairs for u in (p.new, p.old) if u for id in u.ids))


def _own(pairs: list[Pair], elsewhere: set[str]) -> list[str]:
    """The ids that only these changes cite; if there are none, all that they cite."""
    ids = _ids(pairs)
    return [id for id in ids if id not in elsewhere] or ids


def _concerned(book: Rulebook, id: str) -> list[str]:
    """The rules that a row of a table of differences concerns; nothing for other rules."""
    match = _ROW.match(book.entries[id].text)
    return re.findall(ID, match[1]) if match else []


# ---------------------------------------------------------------- what cannot be told apart


def _joined(pairs: list[Pair], elsewhere: set[str], book: Rulebook) -> list[list[Pair]]:
    """Changes are joined if they cite a difference in common, or if one needs what the other adds or removes."""
    groups: list[list[Pair]] = []
    for pair in pairs:
        linked = [group for group in groups if any(_linked(pair, other, elsewhere, book) for other in group)]
        groups = [group for group in groups if group not in linked]
        groups.append([*(p for group in linked for p in group), pair])
    return groups


def _linked(a: Pair, b: Pair, elsewhere: set[str], book: Rulebook) -> bool:
    """True if two pairs share a rule id of their own or one needs the other."""
    common = {id for id in _ids([a]) if id in _ids([b])}
    if any(id not in elsewhere or (id in book.entries and _concerned(book, id)) for id in common):
        return True
    return _needs(a, b) or _needs(b, a)


def _needs(a: Pair, b: Pair) -> bool:
    """Whether a change speaks of something that the other one adds, removes or renames, or stands in it."""
    if b.kind == "changed":
        return b.key.startswith("kind:") and (_fills(a, b) or bool(_columns(b) & (a.new or a.one).uses))
    for user, unit in ((a.new, b.new), (a.old, b.old)):
        if user is not None and unit is not None:
            if unit.declares and unit.declares in user.uses:
                return True
            if user.within == unit.key or user.changes == unit.declares != "":
                return True
    return False


def _fills(a: Pair, kind: Pair) -> bool:
    """Whether a change is of a member whose kind has other columns than before."""
    return bool(_columns(kind)) and any(u is not None and u.within == kind.key for u in (a.old, a.new))


def _columns(kind: Pair) -> set[str]:
    """The columns that a kind has on one side only."""
    sides = [
        {h.removeprefix("column ") for h in (unit.cells or ()) if unit}
        for unit in (kind.old, kind.new)
        if unit
    ]
    return set.symmetric_difference(*sides) if len(sides) == 2 else set()


# ---------------------------------------------------------------- one change, several differences


def _by_consequence(
    pairs: list[Pair], ids: list[str], units: tuple[Mapping[str, Unit], Mapping[str, Unit]], book: Rulebook
) -> list[Together]:
    """One difference for each id, told apart by the rules that the id concerns; nothing if that is not possible."""
    if len(ids) < 2:
        return []
    own = {pair.key for pair in pairs}
    tops: dict[str, list[str]] = {}
    for id in ids:
        rules = set(_concerned(book, id))
        tops[id] = [
            key
            for key, unit in units[0].items()
            if key.startswith("function:") and key not in own and rules & set(unit.ids) and key in units[1]
        ]
    # A rule on the way of every other consequence tells none of them apart.
    below = {id: _below(tops[id], units[0]) for id in ids}
    clear = {id: [k for k in tops[id] if not all(k in below[o] for o in ids if o != id)] for id in ids}
    if not all(clear.values()):
        return []
    return [
        Together(pairs, [id], clear[id], [k for o in ids if o != id for k in clear[o] if k not in clear[id]])
        for id in ids
    ]


def _below(keys: list[str], units: Mapping[str, Unit]) -> set[str]:
    """The functions that some functions use, directly or by others."""
    by_name = {unit.declares: key for key, unit in units.items() if key.startswith("function:")}
    found: set[str] = set()
    waiting = list(keys)
    while waiting:
        for name in units[waiting.pop()].uses:
            key = by_name.get(name)
            if key is not None and key not in found:
                found.add(key)
                waiting.append(key)
    return found

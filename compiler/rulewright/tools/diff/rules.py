"""The rules part of a report: every change with its section, its figures or its text, and the rules that it cites."""

from __future__ import annotations

from rulewright.tools.diff.compare import Comparison, Pair, cells_of, lines_of
from rulewright.tools.diff.report import SECTIONS, Change, Cited
from rulewright.tools.diff.sections import Sections
from rulewright.tools.rulebook import Rulebook


def changes(comparison: Comparison, old: Sections, new: Sections) -> list[Change]:
    """The changes as a player reads them, section by section."""
    found = [_change(pair, old, new) for pair in comparison.pairs]
    return sorted(found, key=lambda change: SECTIONS.index(change.section))


def _change(pair: Pair, old: Sections, new: Sections) -> Change:
    """A changed unit with its section, figures, lines and rule ids."""
    a, b, one = pair.old, pair.new, pair.one
    ids = list(dict.fromkeys([*(b.ids if b else ()), *(a.ids if a else ())]))
    # What the older text belongs to tells more than where a variant's own rules stand.
    sections = new if b else old
    section = sections.of(one, [*(a.ids if a else ()), *ids])
    cells = cells_of(pair)
    lines = lines_of(pair)
    if cells and not any(line.mark != "same" for line in lines):
        lines = []
    if cells and not lines and all(cell.heading == "name" for cell in cells) and pair.kind == "changed":
        section = "words"
    return Change(
        key=pair.key,
        kind=pair.kind,
        section=section,
        what=one.what,
        name=one.name,
        old_name=a.name if a else one.name,
        label=one.label,
        rules=ids,
        old_place=a.place if a else "",
        new_place=b.place if b else "",
        cells=cells,
        lines=lines,
    )


def cited(changes: list[Change], old: Rulebook, new: Rulebook) -> list[Cited]:
    """The texts of all rules that the changes cite, in the order of the rulebook."""
    order = {id: number for number, id in enumerate({**new.entries, **old.entries})}
    ids = {id for change in changes for id in change.rules if id in order}
    found: list[Cited] = []
    for id in sorted(ids, key=order.__getitem__):
        before, after = old.entries.get(id), new.entries.get(id)
        found.append(Cited(id=id, old=before.text if before else "", new=after.text if after else ""))
    return found

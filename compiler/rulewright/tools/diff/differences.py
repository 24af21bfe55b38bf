"""The differences of two games as a reader meets them: changes that belong together under one heading from the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rulewright.tools.diff.report import SECTIONS, Change, ExampleOutcome, Reach, Reached, Report, Section
from rulewright.tools.diff.wording import Sentence, Wording, filled, humane, is_figure, upper

NEAR = 3  # units on the way from a change to what it reaches, both counted
MOST = 6  # things that one difference reaches, as they are listed
_UNSPOKEN = ("define", "event", "instead", "when", "field", "words")


@dataclass(slots=True)
class Figure:
    """A figure that differs, or one of something new."""

    what: str
    old: str
    new: str


@dataclass(slots=True)
class Difference:
    """One difference: what the rulebook says of it, its figures, and the changes of the rules behind it."""

    section: Section
    chapter: str
    title: str
    kind: str  # "new", "gone" or ""
    sentences: list[Sentence]
    more: list[Sentence]  # further sentences, folded
    figures: list[Figure]
    changes: list[Change]
    reaches: list[str] = field(default_factory=list)
    further: int = 0  # how many more it reaches


def differences(report: Report, together: list[list[str]], words: Wording) -> list[Difference]:
    """All changes of rules, those that belong together as one; changed translations are none."""
    changes = {change.key: change for change in report.changes if change.what != "words"}
    reach = {one.change: one for one in report.reach}
    groups = [[changes[key] for key in keys if key in changes] for keys in together]
    left = [change for key, change in changes.items() if not any(key in keys for keys in together)]
    found = [_difference(group, reach, words) for group in [*groups, *([one] for one in left)] if group]
    return sorted(found, key=lambda one: SECTIONS.index(one.section))


def _difference(group: list[Change], reach: Mapping[str, Reach], words: Wording) -> Difference:
    """A group of changes with the sentences of the rulebook, its figures and what it reaches."""
    ids = list(dict.fromkeys(id for change in group for id in change.rules))
    chapter, title = words.title(ids)
    sentences = [one for id in ids if (one := words.sentence(id)) is not None]
    first = [one for one in sentences if not one.cells][:1] + [one for one in sentences if one.cells][:1]
    kinds = {change.kind for change in group}
    kind = {"added": "new", "removed": "gone"}.get(next(iter(kinds)), "") if len(kinds) == 1 else ""
    names = list(_reached(group, reach))
    return Difference(
        section=min((change.section for change in group), key=SECTIONS.index),
        chapter=chapter,
        title=title or upper(named(group[0])),
        kind=kind,
        sentences=[one for one in first if len(first) == 1 or one.text.striptags().rstrip(".") != title],
        more=[one for one in sentences if one not in first],
        figures=[figure for change in group for figure in _figures(change)],
        changes=group,
        reaches=names[:MOST],
        further=max(0, len(names) - MOST),
    )


def named(change: Change) -> str:
    """A unit of the rules in words."""
    return filled(change.label) or humane(change.name)


def _figures(change: Change) -> Iterator[Figure]:
    """Figures and names that speak for themselves; formulas stay with the rules text."""
    for cell in change.cells:
        if (
            is_figure(cell.old)
            and is_figure(cell.new)
            and (cell.old, cell.new) not in (("-", None), (None, "-"))
        ):
            what = named(change) if not cell.heading else f"{named(change)}, {humane(cell.heading)}"
            yield Figure(what, humane(cell.old or ""), humane(cell.new or ""))


def _reached(group: list[Change], reach: Mapping[str, Reach]) -> Iterator[str]:
    """What a player would name of what can now behave differently, the nearest first, each once."""
    units = [unit for change in group if change.key in reach for unit in reach[change.key].units]
    near = [unit for unit in units if unit.what not in _UNSPOKEN and len(unit.through) <= NEAR]
    yield from dict.fromkeys(spoken(unit) for unit in sorted(near, key=lambda unit: len(unit.through)))


def spoken(unit: Reached) -> str:
    """A unit as a player would name it; the rule that is the whole game has a name only in the rules."""
    return filled(unit.label) or ("the course of the game" if unit.name == "play" else humane(unit.name))


def holding(report: Report) -> list[tuple[str, list[ExampleOutcome]]]:
    """The worked examples that hold on one side only, or on neither in the same way: for "old", "new" and ""."""
    found: dict[str, list[ExampleOutcome]] = {"old": [], "new": [], "": []}
    for one in report.examples.different if report.examples else ():
        side = "old" if one.old == "ok" else "new" if one.new == "ok" else ""
        found[side].append(one)
    return [(side, ones) for side, ones in found.items() if ones]

"""Makes the report of a comparison from its parts."""

from __future__ import annotations

from rulewright.tools.diff.compare import compare
from rulewright.tools.diff.report import Report, SideInfo
from rulewright.tools.diff.rules import changes, cited
from rulewright.tools.diff.sections import Sections
from rulewright.tools.diff.sides import Side
from rulewright.tools.diff.texts import Texts
from rulewright.tools.diff.units import units


def report(old: Side, new: Side) -> Report:
    a, b = units(old.resolved, Texts(old.sources)), units(new.resolved, Texts(new.sources))
    found = compare(a, b)
    sections = Sections(old.book, old.book_text), Sections(new.book, new.book_text)
    different = changes(found, *sections)
    related = old.game == new.game
    notes = (
        []
        if related
        else [f"{old.spec} and {new.spec} are different games: only their texts can be compared."]
    )
    return Report(
        old=_info(old),
        new=_info(new),
        related=related,
        same=not different,
        changes=different,
        moved=found.moved,
        cited=cited(different, old.book, new.book),
        reach=[],
        examples=None,
        groups=[],
        effect=None,
        notes=notes,
    )


def _info(side: Side) -> SideInfo:
    return SideInfo(
        spec=side.spec, game=side.game, variant=side.variant, title=side.title, players=side.resolved.players
    )

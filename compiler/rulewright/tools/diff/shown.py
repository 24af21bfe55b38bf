"""A report as text for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from rulewright.tools.diff.report import SECTIONS, Change, Cited, Report, TextLine
from rulewright.tools.tables import count

ABSENT = "—"
KINDS = {"added": "new", "removed": "gone", "changed": "", "renamed": "renamed", "moved": "moved"}
MARKS = {"same": " ", "changed": "~", "removed": "-", "added": "+"}


def as_text(report: Report, width: int) -> str:
    """The whole report, without the parts that were not asked for."""
    lines = [f"{report.old.spec} → {report.new.spec}"]
    if report.old.title != report.new.title:
        lines.append(f"{report.old.title} → {report.new.title}")
    lines += [line for note in report.notes for line in wrapped(note, width, "")]
    lines += ["", *rules(report, width)]
    return "\n".join(lines).rstrip()


# ---------------------------------------------------------------- rules


def rules(report: Report, width: int) -> Iterator[str]:
    if not report.changes:
        yield "The rules are the same."
        return
    yield summary(report)
    texts = {one.id: one for one in report.cited}
    told: set[str] = set()
    for section in SECTIONS:
        changes = [change for change in report.changes if change.section == section]
        if changes:
            yield from ("", section.upper())
        for change in changes:
            yield ""
            yield from changed(change, width)
            for id in change.rules:
                if id in texts and id not in told:
                    told.add(id)
                    yield from citation(texts[id], width)


def summary(report: Report) -> str:
    kinds = [change.kind for change in report.changes]
    parts = [f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)]
    moved = (
        f"; {count(len(report.moved), 'unit')} moved to another file, saying the same" if report.moved else ""
    )
    return f"{count(len(kinds), 'change')} of the rules: {', '.join(parts)}{moved}"


def changed(change: Change, width: int) -> Iterator[str]:
    yield "  " + title(change)
    for cell in change.cells:
        old, new = cell.old or ABSENT, cell.new or ABSENT
        shown = (
            f"{old} → {new}"
            if change.kind != "added" and change.kind != "removed"
            else cell.new or cell.old or ""
        )
        yield from wrapped(f"{cell.heading}: {shown}" if cell.heading else shown, width, "      ")
    yield from side_by_side(change.lines, width)


def title(change: Change) -> str:
    name = change.name if change.name == change.old_name else f"{change.old_name} → {change.name}"
    kind = f"{KINDS[change.kind]}: " if KINDS[change.kind] else ""
    what = (
        ""
        if change.name.startswith(f"{change.what} ") or f": {change.what} " in change.name
        else f"{change.what} "
    )
    ids = f"  [{', '.join(change.rules)}]" if change.rules else ""
    return f"{kind}{what}{name}{ids}"


def side_by_side(lines: list[TextLine], width: int) -> Iterator[str]:
    """Two columns; a text that stands on one side only has the whole width."""
    if not any(line.old for line in lines) or not any(line.new for line in lines):
        for line in lines:
            mark = MARKS[line.mark]
            yield from wrapped(line.new or line.old or "", width, f"    {mark} ")
        return
    room = max((width - 9) // 2, 20)
    for line in lines:
        old, new = columns(line.old or "", room), columns(line.new or "", room)
        for i in range(max(len(old), len(new))):
            left = old[i] if i < len(old) else ""
            right = new[i] if i < len(new) else ""
            yield f"    {MARKS[line.mark]} {left.ljust(room)} │ {right}".rstrip()


def columns(text: str, room: int) -> list[str]:
    indent = " " * (len(text) - len(text.lstrip()))
    return textwrap.wrap(
        text.strip(),
        room,
        initial_indent=indent,
        subsequent_indent=indent + "        ",
        break_on_hyphens=False,
    ) or [""]


def citation(rule: Cited, width: int) -> Iterator[str]:
    if rule.old == rule.new or not rule.old or not rule.new:
        yield from wrapped(f"{rule.id}  {rule.new or rule.old}", width, "      ")
    else:
        yield from wrapped(f"{rule.id}  before: {rule.old}", width, "      ")
        yield from wrapped(f"{rule.id}  now: {rule.new}", width, "      ")


def wrapped(text: str, width: int, indent: str) -> list[str]:
    hanging = " " * (len(indent) + 2)
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=hanging,
        break_on_hyphens=False,
        break_long_words=False,
    )

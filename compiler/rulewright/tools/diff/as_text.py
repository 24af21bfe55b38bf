"""A report as text for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from rulewright.tools.diff.report import (
    SECTIONS,
    Change,
    Cited,
    Effect,
    Group,
    Measure,
    Reached,
    RecordOutcome,
    Records,
    Report,
    TextLine,
    Witness,
)
from rulewright.tools.tables import count, table

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
    for part in (
        reached(report, width),
        examples(report, width),
        witnesses(report, width),
        effect(report, width),
        records(report, width),
    ):
        found = list(part)
        lines += ["", *found] if found else []
    return "\n".join(lines).rstrip()


# ---------------------------------------------------------------- rules


def rules(report: Report, width: int) -> Iterator[str]:
    """The lines of the changes of the rules, section by section."""
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
    """How many changes of which kind there are, in a line."""
    kinds = [change.kind for change in report.changes]
    parts = [f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)]
    moved = (
        f"; {count(len(report.moved), 'unit')} moved to another file, saying the same" if report.moved else ""
    )
    return f"{count(len(kinds), 'change')} of the rules: {', '.join(parts)}{moved}"


def changed(change: Change, width: int) -> Iterator[str]:
    """The lines of one change: its title, figures and text."""
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
    """A change by what happened to which unit, with its rule ids."""
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
    """A line of rules wrapped to a width, indented as it was."""
    indent = " " * (len(text) - len(text.lstrip()))
    return textwrap.wrap(
        text.strip(),
        room,
        initial_indent=indent,
        subsequent_indent=indent + "        ",
        break_on_hyphens=False,
    ) or [""]


def citation(rule: Cited, width: int) -> Iterator[str]:
    """A sentence of the rulebook, before and now if they differ."""
    if rule.old == rule.new or not rule.old or not rule.new:
        yield from wrapped(f"{rule.id}  {rule.new or rule.old}", width, "      ")
    else:
        yield from wrapped(f"{rule.id}  before: {rule.old}", width, "      ")
        yield from wrapped(f"{rule.id}  now: {rule.new}", width, "      ")


def wrapped(text: str, width: int, indent: str) -> list[str]:
    """A text wrapped to a width, later lines further in."""
    hanging = " " * (len(indent) + 2)
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=hanging,
        break_on_hyphens=False,
        break_long_words=False,
    )


# ---------------------------------------------------------------- reach


def reached(report: Report, width: int) -> Iterator[str]:
    """What a player would name: actions, scorings, cards; the defines in between are left to the JSON."""
    if report.reach:
        yield "WHAT CAN NOW BEHAVE DIFFERENTLY"
    for reach in report.reach:
        named = [
            unit for unit in reach.units if unit.what not in ("define", "event", "instead", "when", "field")
        ]
        if named:
            text = ", ".join(dict.fromkeys(spoken(unit) for unit in named))
            yield from wrapped(f"{reach.name}: {text}", width, "  ")


def spoken(unit: Reached) -> str:
    """A unit by its name in plain words, with its label if that says more."""
    plain = unit.name.replace("_", " ")
    return plain if unit.label in ("", plain) else f"{plain} ({unit.label})"


def examples(report: Report, width: int) -> Iterator[str]:
    """The lines of worked examples with another result."""
    found = report.examples
    if found is None:
        return
    yield f"WORKED EXAMPLES: {found.run} run on both sides, {len(found.different)} with another result"
    for one in found.different:
        ids = f" [{', '.join(one.rules)}]" if one.rules else ""
        yield from wrapped(f"{one.title}{ids}", width, "  ")
        yield from wrapped(f"{report.old.spec}: {one.old}", width, "      ")
        yield from wrapped(f"{report.new.spec}: {one.new}", width, "      ")


# ---------------------------------------------------------------- recorded games


def records(report: Report, width: int) -> Iterator[str]:
    """The lines of recorded games that do not stay the same."""
    found = report.records
    if found is None:
        return
    yield f"RECORDED GAMES  {records_summary(found)}"
    for one in found.outcomes:
        if one.outcome != "same":
            yield from wrapped(f"{one.file}: {record_course(one)}", width, "  ")


def records_summary(found: Records) -> str:
    """How many recorded games stay legal or the same, in a line."""
    parts = [f"{found.legal} of {found.games} stay legal", f"{found.same} the same move by move"]
    parts += [f"{found.illegal} not legal"] if found.illegal else []
    parts += [f"{found.unusable} not usable"] if found.unusable else []
    return ", ".join(parts)


def record_course(one: RecordOutcome) -> str:
    """Where a recorded game parts, and by which rule."""
    if one.outcome == "unusable":
        return one.message
    where = f"parts at move {one.move} of {one.moves}" if one.move else "parts at setup"
    move = f" ({one.by}: {one.pick})" if one.by else ""
    by = f", by {', '.join(one.changed)}" if one.changed else ""
    ids = f" [{', '.join(one.rules)}]" if one.rules else ""
    end = (
        "legal to the end" if one.outcome == "parted" else f"move {one.stops} is not possible: {one.message}"
    )
    return f"{where}{move}{by}{ids}; {end}"


# ---------------------------------------------------------------- witnesses


def witnesses(report: Report, width: int) -> Iterator[str]:
    """The lines of all witnesses."""
    for group in report.groups:
        yield from witness_of(group, report, width)


def witness_of(group: Group, report: Report, width: int) -> Iterator[str]:
    """The lines of one witness: the play, the position, what differs, and commands to play it on."""
    ids = f"{', '.join(group.ids)}: " if group.ids else ""
    through = f", through {group.through}" if group.through else ""
    yield f"WITNESS  {ids}{group.title}{through}"
    witness = group.witness
    if witness is not None:
        yield from wrapped(course(witness), width, "  ")
        yield from (f"      {line}".rstrip() for line in witness.position)
        yield from (f"    {line}" for line in last_moves(witness))
        for one in witness.differences:
            yield from wrapped(f"{one.what}: {one.old} │ {one.new}", width, "    ≠ ")
        for command in (witness.old_command, witness.new_command):
            if command:
                yield from wrapped(command, width, "    $ ")
    if group.note:
        yield from wrapped(group.note, width, "  ")
    yield ""


def course(witness: Witness) -> str:
    """How the play was found and how long it is."""
    start = f"{witness.players} players, seed {witness.seed}"
    if witness.parting is None:
        return f"{start}: the sides part at setup"
    moves = len(witness.moves) + 1
    tried = (
        "no shorter play exists from this start"
        if witness.shortest
        else f"shortened from {witness.shortened_from}"
    )
    return f"{start}: the sides part at move {moves} ({tried})"


def last_moves(witness: Witness) -> list[str]:
    """The last three moves and the one at which the sides part."""
    if witness.parting is None:
        return []
    last = [f"{move.by}: {move.text}" for move in witness.moves[-3:]]
    more = [f"… {len(witness.moves) - 3} moves before"] if len(witness.moves) > 3 else []
    return [*more, *last, f"{witness.parting.by}: {witness.parting.text}   ← here"]


# ---------------------------------------------------------------- effect

COUNTED = {  # topics with many rows
    "actions": "action",
    "owned": "possession",
    "points": "source",
    "wins with": "win rate",
    "lead with": "lead",
}
PERCENT = ("wins", "wins with")  # topics whose figures are shares
MOST_SAID = 12
SAID = {
    "score": "score,",
    "length": "length,",
    "wins": "wins,",
    "actions": "use of",
    "owned": "had in the end,",
    "points": "points by",
    "wins with": "wins with",
    "lead with": "points above the mean of the game with",
}


def effect(report: Report, width: int) -> Iterator[str]:
    """The lines of the effect in play."""
    found = report.effect
    if found is None:
        return
    yield from heading(found)
    yield from effect_in_words(found)
    rows = [row(one) for one in found.measures if one.topic not in COUNTED or one.significant]
    yield from table(("", report.old.spec, report.new.spec, "difference", "q", ""), rows).splitlines()
    for topic, name in COUNTED.items():
        quiet = sum(not one.significant for one in found.measures if one.topic == topic)
        if quiet:
            yield f"{count(quiet, name)} without a significant difference left out"


def effect_in_words(found: Effect) -> Iterator[str]:
    """What the change does to play, in words; the surest first."""
    yield from found.notes
    sure = sorted([one for one in found.measures if one.significant], key=lambda one: (one.q, one.p))
    if not sure:
        yield "No difference that is more than chance."
    for one in sure[:MOST_SAID]:
        percent = one.topic in PERCENT
        way = "more" if one.difference.mean > 0 else "less"
        old, new = number(one.old.mean, percent), number(one.new.mean, percent)
        yield f"- {SAID[one.topic]} {one.name}: {way}, {old} became {new}"


def heading(found: Effect) -> Iterator[str]:
    """The lines above the table of measures."""
    yield f"IN PLAY  {count(found.games, 'game')} on each side, {found.players} players, bots: {found.bots}"
    yield f"{count(found.identical, 'game')} the same move by move; * significant (q at most 0.05)"
    if found.unfinished:
        yield f"{count(found.unfinished, 'game')} stopped before the end"


def row(one: Measure) -> tuple[str, ...]:
    """A measure as a row of the table."""
    percent = one.topic in PERCENT
    difference = f"{number(one.difference.mean, percent, True)} [{number(one.difference.low, percent, True)}, {number(one.difference.high, percent, True)}]"
    return (
        f"{one.topic}: {one.name}",
        f"{number(one.old.mean, percent)} [{number(one.old.low, percent)}, {number(one.old.high, percent)}]",
        f"{number(one.new.mean, percent)} [{number(one.new.low, percent)}, {number(one.new.high, percent)}]",
        difference,
        f"{one.q:.3f}",
        "*" if one.significant else "",
    )


def number(value: float, percent: bool, signed: bool = False) -> str:
    """A number as text, in percent or with a sign if wished."""
    text = f"{100 * value:+.1f}" if percent else f"{value:+.2f}"
    text = text if signed else text.removeprefix("+")
    return f"{text} %" if percent else text

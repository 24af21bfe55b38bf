"""`rulewright trace`: which ids of the rulebook have a rule, which have a test, and which are cited but unknown."""

from __future__ import annotations

import argparse
import fnmatch
from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, Field

from rulewright.source import shown_folder
from rulewright.surface import ast
from rulewright.tools import reach
from rulewright.tools.errors import UsageError, unknown
from rulewright.tools.mutate import scores
from rulewright.tools.project import RULEBOOK, Project, add_games, chosen_games, project_of, spelt_out
from rulewright.tools.rulebook import WAIVERS, Rulebook, Waivers, read_rulebook, read_waivers
from rulewright.tools.tables import count, shortened, table
from rulewright.tools.tree import Parsed, line_text, parsed, walk

EXAMPLES = """\
examples:
  rulewright trace                     all games
  rulewright trace chess               one game: its gaps, and the sums
  rulewright trace chess --all         every id, also those without a gap
  rulewright trace chess --id CH-2.1   one rule: its text, where it is implemented, where tested
  rulewright trace --json              for other programs
  rulewright trace chess --runs 50     which statements 50 random games and the examples never reach

A rule id counts as implemented where a declaration, a statement or a row of a table cites it, and as tested where
an example does. rules/GAME/waivers.toml excuses ids:

  "CH-9.1" = "advice to players, not a rule"
  [test]
  "CH-1.*" = "components: nothing to test"
"""

Status = Literal["ok", "no rule", "no test", "no rule, no test", "waived", "section", "unknown"]


class Citing(BaseModel):
    """A place in the rules that cites an id."""

    path: str
    line: int
    owner: str = Field(description="the declaration, in the rules' words")
    text: str
    marks: list[str] = Field(
        default_factory=list, description="words after the id: assumed, known, an edition"
    )


class Traced(BaseModel):
    """One id: what the rulebook says, where it is implemented and where tested."""

    id: str
    status: Status
    line: int = Field(description="in the rulebook; 0: not there")
    text: str
    rules: list[Citing]
    tests: list[Citing]
    waived: str = Field(default="", description="the reason why nothing more is needed")


class Sums(BaseModel):
    """How many ids of a rulebook are in which state; sections are not counted."""

    ids: int
    with_rule: int
    with_test: int
    waived: int
    no_rule: int
    no_test: int
    unknown: int
    defined_twice: int


class Trace(BaseModel):
    """A game's rulebook against its rules and examples."""

    game: str
    ids: list[Traced]
    defined_twice: list[str]
    idle_waivers: list[str] = Field(
        description="waivers for ids that have all they need, or for ids that nothing matches"
    )
    sums: Sums
    mutants: str = Field(default="", description="what `rulewright mutate --save` found last, in words")

    @property
    def complete(self) -> bool:
        """True if no id lacks a rule or a test, is unknown or defined twice."""
        return not (self.sums.no_rule or self.sums.no_test or self.sums.unknown or self.sums.defined_twice)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    add_games(parser, "the games to trace (default: all)")
    parser.add_argument("--id", help="show one rule: its text, its rules and its tests")
    parser.add_argument("--all", action="store_true", help="list every id, not only those with a gap")
    parser.add_argument(
        "--runs",
        type=int,
        metavar="N",
        help="list the statements that N random games and the examples never reach",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def run(args: argparse.Namespace) -> int:
    """Traces games; exit code 1 if there is a gap or rules are broken."""
    project = project_of(args)
    games = chosen_games(project, args.games)
    if args.runs is not None:
        return reach.run(project, spelt_out(project, args.games) or games, args.runs, args.json)
    if args.id:
        return show_id(project, games, args.id)
    traces: list[Trace] = []
    broken = False
    for game in games:
        trees = parsed(project, game)
        if not trees.ok:
            broken = True
            print(trees.report())
            continue
        traces.append(trace_game(project, game, trees))
    if args.json:
        print("[" + ",\n".join(t.model_dump_json(indent=2) for t in traces) + "]")
    else:
        print("\n\n".join(as_text(t, everything=args.all) for t in traces))
    return 0 if not broken and all(t.complete for t in traces) else 1


def trace_game(project: Project, game: str, trees: Parsed) -> Trace:
    """The trace of a game, with its mutation score."""
    folder = project.folder(game)
    found = trace(game, read_rulebook(folder / RULEBOOK), trees, read_waivers(folder / WAIVERS))
    found.mutants = scores.in_words(folder)
    return found


def trace(game: str, book: Rulebook, trees: Parsed, waivers: Waivers) -> Trace:
    """Compares the three: what the rulebook defines, what the rules cite, what is excused."""
    rules, tests = citations(trees)
    ids = [
        traced(entry.id, book, rules.get(entry.id, []), tests.get(entry.id, []), waivers)
        for entry in book.entries.values()
    ]
    strangers = [id for id in dict.fromkeys((*rules, *tests)) if id not in book.entries]
    ids += [traced(id, book, rules.get(id, []), tests.get(id, []), waivers) for id in strangers]
    twice = [f"{entry.id} (lines {book.entries[entry.id].line} and {entry.line})" for entry in book.twice]
    return Trace(
        game=game, ids=ids, defined_twice=twice, idle_waivers=idle(waivers, ids), sums=sums(ids, len(twice))
    )


def citations(trees: Parsed) -> tuple[dict[str, list[Citing]], dict[str, list[Citing]]]:
    """Where each id is cited: by rules, and by examples."""
    rules: dict[str, list[Citing]] = {}
    tests: dict[str, list[Citing]] = {}
    for file in trees.files:
        for place in walk(file):
            sources: ast.Sources = getattr(place.node, "sources", ())
            for citation in sources:
                if not citation.id:
                    continue
                line = citation.span.line or place.node.span.line
                citing = Citing(
                    path=file.path,
                    line=line,
                    owner=place.owner,
                    text=line_text(file.text, line),
                    marks=list(citation.marks),
                )
                cited = (tests if place.example else rules).setdefault(citation.id, [])
                if all((known.path, known.line) != (citing.path, line) for known in cited[-1:]):
                    cited.append(citing)  # `if x: y [AB-1]` is one line, though two statements
    return rules, tests


def traced(id: str, book: Rulebook, rules: list[Citing], tests: list[Citing], waivers: Waivers) -> Traced:
    """An id with its status: what it has, what it lacks, what is waived."""
    entry = book.entries.get(id)
    if entry is None:
        return Traced(id=id, status="unknown", line=0, text="", rules=rules, tests=tests)
    missing: list[str] = []
    reasons: list[str] = []
    for part, needed, found in (("rule", entry.needs_rule, rules), ("test", entry.needs_test, tests)):
        if needed and not found:
            reason = waivers.reason(id, part)
            if reason is None:
                missing.append(f"no {part}")
            else:
                reasons.append(reason)
    status: Status = "section" if entry.section else "waived" if reasons else "ok"
    if missing:
        status = "no rule, no test" if len(missing) == 2 else "no rule" if "no rule" in missing else "no test"
    waived = "; ".join(dict.fromkeys(reasons))
    return Traced(
        id=id, status=status, line=entry.line, text=entry.text, rules=rules, tests=tests, waived=waived
    )


def idle(waivers: Waivers, ids: Iterable[Traced]) -> list[str]:
    """Waivers that excuse nothing."""
    waived = [t.id for t in ids if t.waived]
    return [pattern for pattern in waivers.ids() if not fnmatch.filter(waived, pattern)]


def sums(ids: list[Traced], twice: int) -> Sums:
    """The sums of a trace."""
    counted = [t for t in ids if t.status not in {"section", "unknown"}]
    return Sums(
        ids=len(counted),
        with_rule=sum(bool(t.rules) for t in counted),
        with_test=sum(bool(t.tests) for t in counted),
        waived=sum(bool(t.waived) for t in counted),
        no_rule=sum("no rule" in t.status for t in counted),
        no_test=sum("no test" in t.status for t in counted),
        unknown=sum(t.status == "unknown" for t in ids),
        defined_twice=twice,
    )


# ---------------------------------------------------------------- as text


def as_text(found: Trace, everything: bool = False) -> str:
    """The ids with a gap, or all of them, and the sums."""
    shown = [t for t in found.ids if everything or t.status not in {"ok", "section", "waived"}]
    parts: list[str] = []
    if shown:
        rows = [(t.id, t.status, str(len(t.rules)), str(len(t.tests)), remark(t)) for t in shown]
        parts.append(table(("id", "status", "rules", "tests", "text"), rows))
    parts += waived_lines(found) if not everything else []
    parts += [f"defined twice: {twice}" for twice in found.defined_twice]
    parts += [f"waiver without effect: {id}" for id in found.idle_waivers]
    parts.append(summary(found))
    parts += [f"{found.game}: {found.mutants}"] if found.mutants else []
    return "\n".join(parts)


def remark(t: Traced) -> str:
    """What is said of an id beside its status."""
    if t.status == "unknown":
        first = (t.rules + t.tests)[0]
        return f"cited in {first.path}:{first.line}, not in the rulebook"
    if t.status == "waived":
        return f"waived: {t.waived}"
    return shortened(t.text, 80)


def waived_lines(found: Trace) -> list[str]:
    """What is excused, one line for each reason."""
    reasons: dict[str, list[str]] = {}
    for t in found.ids:
        if t.status == "waived":
            reasons.setdefault(t.waived, []).append(t.id)
    return [
        f"waived: {shortened(', '.join(ids), 60)} ({len(ids)}): {reason}" for reason, ids in reasons.items()
    ]


def summary(found: Trace) -> str:
    """The sums in a line."""
    s = found.sums
    gaps = f"{s.no_rule} without rule, {s.no_test} without test, {s.waived} waived, {s.unknown} cited but unknown"
    return f"{found.game}: {count(s.ids, 'id')}, {s.with_rule} with a rule, {s.with_test} with a test; {gaps}"


def show_id(project: Project, games: list[str], id: str) -> int:
    """One rule in one line of sight."""
    known: list[str] = []
    for game in games:
        trees = parsed(project, game)
        if not (project.folder(game) / RULEBOOK).is_file():
            continue
        found = trace_game(project, game, trees)
        known += [t.id for t in found.ids]
        for t in found.ids:
            if t.id.lower() == id.lower():
                print(id_text(shown_folder(project.folder(game)), t))
                return 0 if t.status in {"ok", "waived", "section"} else 1
    if not known:
        raise UsageError(f"no rulebook defines {id}")
    raise unknown("rule id", id, known)


def id_text(folder: str, t: Traced) -> str:
    """All that is known of one id."""
    where = f"{folder}/{RULEBOOK}:{t.line}" if t.line else f"not in {folder}/{RULEBOOK}"
    lines = [f"{t.id}  {t.status}" + (f" ({t.waived})" if t.waived else ""), f"  rulebook  {where}"]
    if t.text:
        lines.append(f"            {t.text}")
    for heading, places in (("rule", t.rules), ("test", t.tests)):
        if not places:
            lines.append(f"  {heading:<8}  none")
        for place in places:
            marks = f" [{', '.join(place.marks)}]" if place.marks else ""
            lines.append(f"  {heading:<8}  {place.path}:{place.line}  {place.owner}{marks}")
            lines.append(f"            {place.text}")
    return "\n".join(lines)

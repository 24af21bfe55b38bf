"""Mutants as text and as a page: first what no example noticed, then the sums."""

from __future__ import annotations

from pathlib import Path

import jinja2

from rulewright.tools.mutate.results import Judged, Mutation
from rulewright.tools.tables import count, shortened, table

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
KINDS = ("figure", "condition", "statement")


def as_text(found: Mutation) -> str:
    """What a designer reads in the terminal."""
    parts = []
    survivors = found.having("survived")
    if survivors:
        rows = [
            (
                f"{one.path}:{one.line}",
                shortened(change(one), 34),
                shortened(one.text, 60),
                ", ".join(one.ids[:2]),
            )
            for one in survivors
        ]
        parts.append(table(("no example notices", "change", "in", "rules"), rows))
    sums = [(kind, *figures(found, kind)) for kind in KINDS if any(one.kind == kind for one in found.judged)]
    parts.append(table(("", "tried", "noticed", "not noticed", "waived"), sums))
    parts.append(summary(found))
    return "\n\n".join(parts)


def figures(found: Mutation, kind: str) -> tuple[str, str, str, str]:
    """How many mutants of a kind count, were noticed, survived and are waived."""

    def number(*fates: str) -> str:
        return str(sum(one.kind == kind and one.verdict.fate in fates for one in found.judged))

    return number("noticed", "survived", "waived"), number("noticed"), number("survived"), number("waived")


def change(one: Judged) -> str:
    """`3 → 4`, or what is left out."""
    return f"without {one.old}" if one.kind == "statement" else f"{one.old} → {one.new}"


def summary(found: Mutation) -> str:
    """The score of a game in one line."""
    noticed = len(found.having("noticed"))
    aside = [
        f"{len(some)} {words}"
        for some, words in (
            (found.having("waived"), "waived"),
            (found.having("same"), "without a difference"),
            (found.having("broken"), "that do not compile"),
        )
        if some
    ]
    rest = f" ({', '.join(aside)} not counted)" if aside else ""
    return (
        f"{found.game}: {noticed} of {count(found.counted, 'changed rule')} noticed by an example, "
        f"{found.score:.1f} %{rest}; seed {found.seed}, {count(found.sites, 'place')} that can be changed"
    )


def as_page(found: Mutation) -> str:
    """One HTML page that needs nothing else."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    rows = [(kind, *figures(found, kind)) for kind in KINDS]
    return environment.get_template("mutate.html.j2").render(
        found=found, kinds=rows, change=change, summary=summary(found)
    )

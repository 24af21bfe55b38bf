"""The files of a book: pages from templates, the data that unfolds in them, style and scripts."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from rulewright.tools.book import bundle
from rulewright.tools.book.components import Components
from rulewright.tools.book.positions import Drawn, Stage
from rulewright.tools.book.prose import Prose

TEMPLATES = Path(__file__).resolve().parents[2] / "templates" / "book"
STATIC = Path(__file__).parent / "static"
ROOT = "\0"  # stands for the way to the book's folder until a page is written
CHUNK = 16  # examples in one file of scenes


@dataclass(slots=True)
class RulesFile:
    """A file of the rules, coloured."""

    path: str
    slug: str
    title: str
    lines: list[Markup]  # addresses begin with ROOT


@dataclass(slots=True)
class Book:
    """Everything that the pages of one game show."""

    name: str  # as on the command line
    title: str
    prose: Prose
    behind: dict[str, Markup]  # by rule id
    files: list[RulesFile]
    components: dict[str, list[Components]]  # by language
    examples: list[Drawn]
    stages: dict[str, Stage]
    found: list[tuple[str, str, str]]  # for the search: address, title, text
    sums: list[tuple[str, str]] = field(default_factory=list)  # figures for the start page
    variants: list[tuple[str, str]] = field(default_factory=list)  # other books: name, title
    group: str = ""  # the folder of games that it lies in

    @property
    def languages(self) -> list[str]:
        """The languages of its tables."""
        return list(self.components)


@cache
def environment() -> jinja2.Environment:
    """The templates of books, loaded once."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    made.filters["in_folder"] = in_folder
    return made


def in_folder(line: Markup, root: str) -> Markup:
    """A coloured line whose links lead from a page to the book's folder."""
    return Markup(line.replace(ROOT, root))


def template(name: str, **about: Any) -> str:
    """A page made from a template."""
    return environment().get_template(name).render(**about)


def files_of(book: Book, library: bool = False) -> dict[str, str]:
    """Every file of a book by its path; in a library there is a page above it."""
    pages = {
        "index.html": template("rulebook.html.j2", book=book, root="", here="rulebook", library=library),
        "components.html": template(
            "components.html.j2", book=book, root="", here="components", library=library
        ),
        "rules/index.html": template("files.html.j2", book=book, root="../", here="rules", library=library),
    }
    for file in book.files:
        pages[f"rules/{file.slug}.html"] = template(
            "rules.html.j2", book=book, file=file, root="../", here="rules", library=library
        )
    return {**pages, **_data(book), **assets()}


def start_page(books: list[Book]) -> dict[str, str]:
    """The page above all books, those in no group first; their pictures are drawn from their own data."""
    groups = sorted({book.group for book in books})
    shelves = [(group, [book for book in books if book.group == group]) for group in groups]
    return {"index.html": template("library.html.j2", shelves=shelves), **assets()}


def assets() -> dict[str, str]:
    """The style sheets and scripts of a book by name."""
    own = {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.iterdir())}
    return {**own, "table.js": bundle.script(), "table.css": bundle.style()}


# ---------------------------------------------------------------- data


def _data(book: Book) -> dict[str, str]:
    """Scripts that hand data over: pages from a file may load scripts, but no JSON."""
    found = {
        "behind.js": _script("behind", {id: str(html) for id, html in book.behind.items()}),
        "search.js": _script("search", book.found),
    }
    for key, stage in book.stages.items():
        found[f"scenes/start-{key}.js"] = _script(f"start {key}", stage.starts)
        for language, setting in stage.settings.items():
            found[f"scenes/setting-{key}-{language}.js"] = _script(f"setting {key} {language}", setting)
    for first in range(0, len(book.examples), CHUNK):
        part = {str(first + i): _example(one) for i, one in enumerate(book.examples[first : first + CHUNK])}
        found[f"scenes/{first // CHUNK}.js"] = _script(f"examples {first // CHUNK}", part)
    return found


def _example(one: Drawn) -> dict[str, Any]:
    """The data that unfolds an example."""
    return {
        "stage": one.stage,
        "viewer": one.viewer,
        "seats": one.seats,
        "start": one.start,
        "before": one.before,
        "after": one.after,
        "played": one.played,
        "log": one.log,
        "moves": one.moves,
    }


def _script(name: str, data: Any) -> str:
    """Data as a script that hands it to the book."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"Book.take({json.dumps(name)}, {text});\n"

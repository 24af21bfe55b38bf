"""The pages of docs/: their fenced blocks, and the rules among them compiled in memory."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engines.compiled import loaded, unformatted

from rulewright import pipeline
from rulewright.diagnostics import render
from rulewright.resolved import merge
from rulewright.surface.parse import parse
from rulewright_runtime import Engine

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
ERRORS = DOCS / "errors"  # these pages have tests of their own, in tests/checks
FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^\n]*)\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S)


@dataclass(frozen=True)
class Block:
    """One fenced block of a page."""

    page: Path
    line: int
    language: str
    tags: tuple[str, ...]
    title: str
    prelude: str  # the title after in=
    text: str

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(DOCS).as_posix()}:{self.title or self.line}"


@cache
def blocks(page: Path) -> tuple[Block, ...]:
    """The fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        words = match["info"].split()
        values = dict(word.split("=", 1) for word in words[1:] if "=" in word)
        found.append(
            Block(
                page,
                text[: match.start()].count("\n") + 1,
                words[0] if words else "",
                tuple(word for word in words[1:] if "=" not in word),
                values.get("title", "").strip('"'),
                values.get("in", "").strip('"'),
                match["text"],
            )
        )
    return tuple(found)


def pages() -> list[Path]:
    """Every page except those of the error codes."""
    return [p for p in sorted(DOCS.rglob("*.md")) if ERRORS not in p.parents]


def rules_blocks() -> list[Block]:
    """The rules texts that stand for themselves; a part of rules is quoted, or shows a form alone."""
    return [b for page in pages() for b in blocks(page) if b.language == "rules" and b.tags != ("part",)]


def message_of(block: Block) -> str:
    """What the page says that the compiler prints about a block; empty if it says nothing."""
    wanted = f"{block.title}-message"
    return next((b.text for b in blocks(block.page) if b.language == "text" and b.title == wanted), "")


def texts_of(block: Block) -> dict[str, str]:
    """The files of the game that a block belongs to, by path."""
    shown = re.search(r"^--> (\S+?):\d+", message_of(block), re.M)
    texts = {shown[1] if shown else "example.rules": block.text}
    if block.prelude:
        around = [b for b in blocks(block.page) if b.title == block.prelude and "prelude" in b.tags]
        assert around, f"{block.name}: the page has no prelude {block.prelude!r}"
        texts["prelude.rules"] = around[0].text
    return texts


@cache
def read(block: Block) -> pipeline.Compilation:
    done = pipeline.Compilation(block.page.parent, "")
    done.sources = texts_of(block)
    for path, text in done.sources.items():
        file, problems = parse(path, text)
        done.diagnostics.extend(problems)
        if file is not None:
            done.files.append(file)
    return done


def variants(block: Block) -> list[str]:
    return merge.variants_of(read(block).files)


@cache
def compiled(block: Block, variant: str = "") -> pipeline.Compilation:
    return pipeline.compile_files(read(block), variant)


def printed(done: pipeline.Compilation) -> str:
    """All that the compiler says, as `rulewright check` prints it."""
    return "\n\n".join(render(d, done.sources).rstrip("\n") for d in done.diagnostics)


def engine(block: Block, variant: str = "") -> Engine:
    name = re.sub(r"\W", "_", f"docs_{block.name}_{variant}")
    module = loaded(name, unformatted(compiled(block, variant)))
    found: Engine = module.ENGINE
    return found

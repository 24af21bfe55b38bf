"""`rulewright words`: a file for translators with every text that players of a game can meet; what is missing or stale."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator

from pydantic import BaseModel, Field

from rulewright import pipeline
from rulewright.resolved.vocabulary import Word, vocabulary
from rulewright.resolved.words import declared, tables_in, translations, unknown
from rulewright.surface import ast
from rulewright.tools.errors import UsageError
from rulewright.tools.files import write_file
from rulewright.tools.project import Project, add_game, known_game, project_of, writable
from rulewright.tools.tables import count
from rulewright.tools.tree import parsed
from rulewright_runtime.phrases import PHRASES

EXAMPLES = """\
examples:
  rulewright words chess --language de            write or complete rules/chess/labels/de.rules
  rulewright words chess --language de --check    only say what is missing or no longer said
  rulewright words chess --language de --json     the same for other programs

The file holds a line for each text, as in
    "{you} takes {piece}" = ""  # log
Put the translation between the quotes. The holes {…} stand for names and figures: they may change places, but must
stay as they are. A line with empty quotes is not translated yet: players read the English text. Lines that are there
already are kept as they are, so the command can be run again whenever the rules have changed.
"""
LANGUAGE = re.compile(r"[a-z]{2,3}")
TABLE = "the table"  # whose own words come along, where it does not know the language


class Text(BaseModel):
    """One text that players can meet."""

    english: str
    key: str = Field(description="what stands before the = : a name of the rules, or the text itself")
    name: bool = Field(description="whether the key is a name")
    sort: str = Field(description="component, action, prompt, option, reason, log …")
    path: str
    line: int


class Stale(BaseModel):
    """A translation of something that no rule says."""

    key: str
    path: str
    line: int


class Words(BaseModel):
    """How far a game is translated."""

    game: str
    language: str
    texts: int = Field(description="how many texts there are")
    missing: list[Text]
    stale: list[Stale]

    @property
    def complete(self) -> bool:
        """True if nothing is missing or stale."""
        return not self.missing and not self.stale


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    add_game(parser, "the game, as in chess; its variants come along")
    parser.add_argument("--language", required=True, metavar="XX", help="its code, as in de, ru, pl")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit code 1 if something is missing"
    )
    parser.add_argument("--json", action="store_true", help="print JSON and write nothing")


def run(args: argparse.Namespace) -> int:
    """Writes or checks the translations of a game; exit code 1 if something is missing."""
    project = project_of(args)
    game = known_game(project, args.game)
    if not LANGUAGE.fullmatch(args.language) or args.language == "en":
        raise UsageError(f"`{args.language}` is no language to translate to", "two letters, as in de, ru, pl")
    trees = parsed(project, game)
    if not trees.ok:
        print(trees.report())
        return 1
    found = words(project, game, args.language, trees.files)
    if args.json:
        print(found.model_dump_json(indent=2))
    else:
        if not args.check and found.missing:
            print(f"written: {add_lines(writable(project), found, trees.files)}")
        print(as_text(found, listed=args.check))
    return 0 if found.complete or not (args.check or args.json) else 1


# ---------------------------------------------------------------- what there is


def words(project: Project, game: str, language: str, files: list[ast.File]) -> Words:
    """All texts of a game and its variants against the translations in its files."""
    wanted = every_word(project, game, language)
    have = {key for table in tables_of(files, language) for key, text in translations(table) if text}
    missing = [word for word in wanted if not any(key in have for key in word.keys)]
    return Words(
        game=game,
        language=language,
        texts=len(wanted),
        missing=[as_model(word) for word in missing],
        stale=list(stale(files, language)),
    )


def every_word(project: Project, game: str, language: str) -> list[Word]:
    """The vocabulary of the game under all its variants, and the table's own words if it does not know the language."""
    found: dict[str, Word] = {}
    folder = project.folder(game)
    read = pipeline.read(folder)
    for variant in ("", *pipeline.variants(folder)):
        resolved = pipeline.resolve(read, variant)
        for word in vocabulary(resolved) if resolved is not None else ():
            found.setdefault(word.keys[0], word)
    if language not in PHRASES:
        for text in next(iter(PHRASES.values())):
            found.setdefault(text, Word(TABLE, text, (text,), ast.NOWHERE))
    return list(found.values())


def tables_of(files: list[ast.File], language: str) -> Iterator[ast.Labels]:
    """The tables of translations into a language."""
    for table in tables_in([d for file in files for d in file.declarations]):
        if table.language == language:
            yield table


def stale(files: list[ast.File], language: str) -> Iterator[Stale]:
    """Translations of what no rule says any more."""
    names, texts = declared(files)
    for table in tables_of(files, language):
        for found in unknown(table, names, texts):
            yield Stale(key=key_at(table, found.span), path=found.span.path, line=found.span.line)


def key_at(table: ast.Labels, span: ast.Span) -> str:
    """The key of the translation that stands at a place."""
    places = [label.target.span for label in table.labels]
    return list(translations(table))[places.index(span)][0]


def as_model(word: Word) -> Text:
    """A text of the game as a model."""
    return Text(
        english=word.english,
        key=word.keys[0],
        name=word.is_name,
        sort=word.sort,
        path=word.span.path,
        line=word.span.line,
    )


# ---------------------------------------------------------------- the file


def add_lines(project: Project, found: Words, files: list[ast.File]) -> str:
    """Adds a line with empty quotes for everything that has none yet; gives the file's path."""
    path = project.folder(found.game) / "labels" / f"{found.language}.rules"
    present = {key for table in tables_of(files, found.language) for key, _ in translations(table)}
    lines = list(todo([text for text in found.missing if text.key not in present]))
    if lines:
        old = path.read_text(encoding="utf-8").rstrip("\n") if path.exists() else f"labels {found.language}"
        path.parent.mkdir(exist_ok=True)
        write_file(path, "\n".join([old, *lines]) + "\n")
    return project.shown(path)


def todo(texts: Iterable[Text]) -> Iterator[str]:
    """Lines to fill, under the names of the files whose texts they are."""
    place = ""
    for text in sorted(texts, key=lambda text: (not text.path, text.path, text.line)):
        if (text.path or TABLE) != place:
            place = text.path or TABLE
            yield f"\n    # {place}"
        key = text.key if text.name else quoted(text.key)
        note = text.sort if text.english == text.key else f"{text.sort}: {text.english}"
        yield f'    {key} = ""  # {note}' if text.path else f'    {key} = ""'


def quoted(text: str) -> str:
    """A text as the rules write it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def as_text(found: Words, listed: bool) -> str:
    """What is missing or stale, and how much is done."""
    done = found.texts - len(found.missing)
    lines = [
        f"{text.path or TABLE}:{text.line}: missing: {text.sort} {quoted(text.english)}"
        for text in found.missing
    ]
    lines = lines if listed else []
    lines += [f"{one.path}:{one.line}: no rule says this any more: {quoted(one.key)}" for one in found.stale]
    to_do = f", {len(found.missing)} to translate" if found.missing else ""
    return "\n".join(
        [*lines, f"{found.game}, {found.language}: {done} of {count(found.texts, 'text')} translated{to_do}"]
    )

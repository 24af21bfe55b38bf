"""Words of a game: translations that speak of nothing, are missing or do not fit; rule ids named twice on a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rulewright_runtime.phrases import PHRASES

from ..diagnostics import Diagnostic, error, suggest, warning
from ..surface import ast
from ..surface.once import once_per_file
from ..surface.parse import parse_label
from . import model
from .cite import cited_in
from .vocabulary import vocabulary

# What engines say of themselves; a game may translate it where the runtime does not know a language.
OWN_TEXTS = {text for texts in PHRASES.values() for text in texts}
DIRECTIONS = (  # by their numbers, the same for all boards
    *("north", "east", "south", "west", "northeast", "southeast", "southwest", "northwest"),
    *("clockwise", "counterclockwise", "forward", "back"),
)
LISTED = 5
ODD_NAME = re.compile(r"\b(_\w*|\w*__\w*|\w*_)\b")
REFERENCES = (ast.Name, ast.Your, ast.MemberOf, ast.TypeName)  # they only use a name


def check(game: model.Game, files: list[ast.File]) -> list[Diagnostic]:
    """All that can be said about the words of a game; files, not the merged game, tell which names there are."""
    found = list(double_ids(files))
    tables = list(tables_in([d for f in files for d in f.declarations]))
    if tables:
        names, texts = declared(files)
        for table in tables:
            found += unknown(table, names, texts)
            found += holes(table, texts)
        found += repeated(tables)
        found += missing(game, tables)
    return found


def tables_in(declarations: list[ast.Decl]) -> Iterator[ast.Labels]:
    """The tables of translations among declarations, those of variants too."""
    for d in declarations:
        if isinstance(d, ast.Labels):
            yield d
        elif isinstance(d, ast.Variant):
            yield from tables_in(d.declarations)


def translations(table: ast.Labels) -> Iterator[tuple[str, str]]:
    """Each name or text of a table with its translation, which is empty where there is none yet."""
    for label in table.labels:
        if isinstance(label.target, ast.Text):
            yield label.target.value, label.text.value
        elif isinstance(label.target, ast.Name):
            yield label.target.name, label.text.value


def double_ids(files: list[ast.File]) -> Iterator[Diagnostic]:
    """Warnings of rule ids that stand twice on one line."""
    for file in files:
        brackets = [found.split(",") for found in re.findall(r"\[([^\]\n]*,[^\]\n]*)\]", file.text)]
        if all(len(ids) == len({i.strip() for i in ids}) for ids in brackets):
            continue  # a quick look at the text; the tree then tells the place
        for _, sources in cited_in(file):
            seen: set[tuple[str, tuple[str, ...]]] = set()
            for c in sources:
                if c.id and (c.id, c.marks) in seen:
                    yield warning(
                        "RW509", f"{c.id} stands twice on this line", c.span, hint="name each rule once"
                    )
                seen.add((c.id, c.marks))


@once_per_file
def odd_names(file: ast.File) -> list[Diagnostic]:
    """Names with underscores at an end or in a row: the engine makes names of its own in that way."""
    found: list[Diagnostic] = []
    for node in ast.every(file.declarations) if ODD_NAME.search(file.text) else ():
        if isinstance(node, REFERENCES):
            continue
        for name in sorted(names_of(node)):
            if ODD_NAME.fullmatch(name):
                text = f"`{name}` has an underscore at an end, or two in a row"
                hint = "write a single underscore between two words"
                found.append(error("RW205", text, node.span, hint=hint))
    return found


# ---------------------------------------------------------------- names and texts of the rules


def declared(files: list[ast.File]) -> tuple[set[str], set[str]]:
    """The names that the files declare, and the texts that stand in them; those of translations are left out."""
    found = [declared_in(file) for file in files]
    return set(DIRECTIONS).union(*(names for names, _ in found)), OWN_TEXTS.union(
        *(texts for _, texts in found)
    )


@once_per_file
def declared_in(file: ast.File) -> tuple[set[str], set[str]]:
    """The names that a file declares and the texts that it says."""
    names: set[str] = set()
    texts: set[str] = set()
    for d in file.declarations:
        for node in ast.every(d) if not isinstance(d, (ast.Labels, ast.Look)) else ():
            if isinstance(node, ast.Text):
                texts.add(node.value)
            elif not isinstance(node, REFERENCES):
                names |= names_of(node)
            if isinstance(node, ast.Board) and isinstance(node.shape, ast.Apply):
                names |= {one.name for one in node.shape.args if isinstance(one, ast.Name)}
    return names, texts


def elsewhere(files: list[ast.File], chain: set[str]) -> set[str]:
    """The names that stand in variants outside of a chain."""
    return {
        n for file in files for variant, names in in_variants(file) if variant not in chain for n in names
    }


@once_per_file
def in_variants(file: ast.File) -> list[tuple[str, set[str]]]:
    """The variants that a file declares, with all names that stand in each."""
    return [(d.name, mentioned(d)) for d in file.declarations if isinstance(d, ast.Variant)]


def mentioned(item: Any) -> set[str]:
    """All names that stand in an item, whatever they mean there."""
    found: set[str] = set()
    for node in ast.every(item):
        found |= names_of(node)
        unit = getattr(node, "unit", None) or getattr(node, "menu", None) or getattr(node, "of", None)
        found |= {unit} if isinstance(unit, str) else set()
    return found


def names_of(node: ast.Node) -> set[str]:
    """The names that a node declares."""
    found = {
        n for n in (getattr(node, part, None) for part in ("name", "period", "once_per", "to", "copy")) if n
    }
    several = getattr(node, "ends", ()) or getattr(node, "names", ())
    return {n for n in (*found, *several) if isinstance(n, str)}


# ---------------------------------------------------------------- translations


def unknown(table: ast.Labels, names: set[str], texts: set[str]) -> Iterator[Diagnostic]:
    """Warnings of translations of a name or text that the rules do not have."""
    for label in table.labels:
        target = label.target
        if isinstance(target, ast.Name) and target.name not in names:
            near = suggest(target.name, names)
            hint = f"did you mean `{near}`?" if near else "remove the line, or mend the name"
            yield warning("RW504", f"nothing is called `{target.name}`", target.span, hint=hint)
        elif isinstance(target, ast.Text) and not is_said(target.value, names, texts):
            near = suggest(target.value, texts - OWN_TEXTS)
            hint = (
                f'did you mean "{near}"?'
                if near
                else "the text must be the same as in the rules, with its holes"
            )
            yield warning("RW504", "no rule says this text", target.span, hint=hint)


def is_said(text: str, names: set[str], texts: set[str]) -> bool:
    """Texts of the rules, names in words, and what is made of them: `choose x`, `this or that`."""
    if text in texts or text.replace(" ", "_") in names:
        return True
    if text.startswith("choose "):
        return is_said(text[7:], names, texts)
    first, joint, rest = text.partition(" or ")
    return bool(joint) and is_said(first, names, texts) and is_said(rest, names, texts)


def holes(table: ast.Labels, texts: set[str]) -> Iterator[Diagnostic]:
    """A translation has the holes of its text."""
    for label in table.labels:
        yield from parse_label(label.text.value, label.text.span)[1]
        untranslated = not label.text.value
        if untranslated or not isinstance(label.target, ast.Text) or label.target.value not in texts:
            continue
        wanted, given = holes_in(label.target.value), holes_in(label.text.value)
        for hole in dict.fromkeys(given):
            if hole not in wanted:
                near = suggest(hole, wanted)
                hint = (
                    f"did you mean `{{{near}}}`?"
                    if near
                    else f"holes: {', '.join('{' + w + '}' for w in wanted) or 'none'}"
                )
                yield error("RW506", f"the text has no hole `{{{hole}}}`", label.text.span, hint=hint)
        lost = [w for w in dict.fromkeys(wanted) if w not in given]
        if lost and all(hole in wanted for hole in given):
            text = ", ".join(f"`{{{w}}}`" for w in lost)
            yield warning(
                "RW506", f"the translation does not show {text}", label.text.span, hint="put the hole into it"
            )


def holes_in(text: str) -> list[str]:
    """What stands between single braces."""
    found: list[str] = []
    plain = text.replace("{{", "").replace("}}", "")
    while "{" in plain:
        hole, closed, plain = plain.partition("{")[2].partition("}")
        if closed:
            found.append(hole)
    return found


def repeated(tables: list[ast.Labels]) -> Iterator[Diagnostic]:
    """Warnings of what is translated twice in a language."""
    seen: dict[tuple[str, str], ast.Span] = {}
    for table in tables:
        for label in table.labels:
            key = (table.language, key_of(label))
            first = seen.setdefault(key, label.span)
            if first is not label.span:
                place = f"{first.path}:{first.line}"
                yield warning(
                    "RW507",
                    f"this is translated twice (first in {place})",
                    label.span,
                    hint="keep one of the two lines",
                )


def key_of(label: ast.Label) -> str:
    """What a label translates, as a key; texts and names cannot be mistaken for each other."""
    if isinstance(label.target, ast.Text):
        return f'"{label.target.value}"'
    return label.target.name if isinstance(label.target, ast.Name) else repr(label.span)


# ---------------------------------------------------------------- what a language lacks


def missing(game: model.Game, tables: list[ast.Labels]) -> Iterator[Diagnostic]:
    """One summary for each language."""
    # A title is often left as it is in every language.
    wanted = [word.keys for word in vocabulary(game) if word.sort != "title"]
    for language, words in game.labels.items():
        first = next((t for t in tables if t.language == language), None)
        lacking = [keys[0] for keys in wanted if not any(k in words for k in keys)]
        if language == "en" or first is None or not lacking:
            continue
        listed = ", ".join(f'"{k}"' if " " in k else k for k in lacking[:LISTED])
        more = f" and {len(lacking) - LISTED} more" if len(lacking) > LISTED else ""
        head = ast.Span(
            first.span.path, first.span.line, first.span.column, first.span.line, first.span.column + 7
        )
        text = f"{language} lacks {len(lacking)} of {len(wanted)} words that players read: {listed}{more}"
        yield warning("RW505", text, head, hint="until they are translated, the English words are shown")

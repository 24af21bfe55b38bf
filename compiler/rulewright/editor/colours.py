"""The colours of rules files as a TextMate grammar, with the keywords of the language's own grammar."""

from __future__ import annotations

from typing import Any

from rulewright.language.library import LIBRARY
from rulewright.surface.words import BODY, MARGIN, keywords

SCOPE = "source.rulewright"
VALUES = ("yes", "no", "none", "empty", "nothing")
SELF = ("you", "it", "this", "base", "options", "your")
TYPES = ("number", "flag", "text", "player", "participant", "direction", "bundle", "effect", "resource")
OPERATORS = ("and", "or", "not", "is", "in")
DECLARING = (
    "kind",
    "piece",
    "resource",
    "board",
    "define",
    "event",
    "rule",
    "action",
    "menu",
    "participant",
    "variant",
    "game",
)


def any_of(some: Any) -> str:
    """A pattern that matches any of some whole words."""
    return rf"\b({'|'.join(sorted(some))})\b"


def textmate() -> dict[str, Any]:
    """The grammar; what a name means is told by the server, so here words, texts, numbers and ids are enough."""
    declared = "|".join(DECLARING)
    statements = set(keywords()) - set(MARGIN) - set(OPERATORS) - set(SELF)
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Rulewright",
        "scopeName": SCOPE,
        "patterns": [
            {"include": "#comment"},
            {"include": "#text"},
            {"include": "#ids"},
            {
                "match": rf"^(\s*)({declared})\s+([A-Za-z_][A-Za-z0-9_]*)",
                "captures": {
                    "2": {"name": "keyword.declaration.rulewright"},
                    "3": {"name": "entity.name.function.rulewright"},
                },
            },
            {"match": rf"^\s*({'|'.join(sorted(MARGIN))})\b", "name": "keyword.declaration.rulewright"},
            {"match": any_of(OPERATORS), "name": "keyword.operator.word.rulewright"},
            {"match": any_of(VALUES), "name": "constant.language.rulewright"},
            {"match": any_of(SELF), "name": "variable.language.rulewright"},
            {
                "match": any_of({*statements, *BODY} - set(OPERATORS) - set(SELF)),
                "name": "keyword.control.rulewright",
            },
            {"match": rf"\b({'|'.join(sorted(LIBRARY))})(?=\()", "name": "support.function.rulewright"},
            {"match": rf"(?<=:)\s*{any_of(TYPES)}", "name": "storage.type.rulewright"},
            {"match": r"\b[0-9]+\b\??", "name": "constant.numeric.rulewright"},
            {"match": r"[-+]=|[<>]=?|\.\.|[-+*/=|]", "name": "keyword.operator.rulewright"},
        ],
        "repository": {
            "comment": {"match": r"#.*$", "name": "comment.line.number-sign.rulewright"},
            "text": {
                "begin": '"',
                "end": '"|$',
                "name": "string.quoted.double.rulewright",
                "patterns": [
                    {"match": r"\{\{|\}\}", "name": "constant.character.escape.rulewright"},
                    {
                        "begin": r"\{",
                        "end": r"\}|(?=\")|$",
                        "name": "meta.embedded.rulewright",
                        "patterns": [{"include": "$self"}],
                    },
                ],
            },
            "ids": {"match": r"\[[^\]\"]*\]", "name": "markup.underline.link.rulewright"},
        },
    }

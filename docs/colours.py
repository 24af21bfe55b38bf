"""Colours of rules on the documentation's site: a lexer for Pygments made of the grammar that colours them in VS Code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pygments.lexer import RegexLexer, include
from pygments.lexers import LEXERS, _lexer_cache
from pygments.token import Text, string_to_tokentype

from rulewright.editor.colours import textmate

# What stands for a scope of the grammar; the longest beginning counts.
TOKENS = {
    "comment": "Comment.Single",
    "constant.character": "String.Escape",
    "constant.language": "Keyword.Constant",
    "constant.numeric": "Number",
    "entity.name": "Name.Function",
    "keyword.control": "Keyword",
    "keyword.declaration": "Keyword.Declaration",
    "keyword.operator": "Operator",
    "keyword.operator.word": "Operator.Word",
    "markup.underline": "Name.Label",
    "meta.embedded": "String.Interpol",
    "storage.type": "Keyword.Type",
    "string": "String",
    "support.function": "Name.Builtin",
    "variable.language": "Name.Builtin.Pseudo",
}


def token(scope: str) -> Any:
    """The token of Pygments for a scope."""
    return string_to_tokentype(TOKENS[max((one for one in TOKENS if scope.startswith(one)), key=len)])


def grouped(rule: dict[str, Any]) -> Callable[..., Iterator[tuple[int, Any, str]]]:
    """What tells the tokens of a match some groups of which have scopes."""
    named = {int(number): token(scope["name"]) for number, scope in rule["captures"].items()}

    def tokens(lexer: Any, match: Any, context: Any = None) -> Iterator[tuple[int, Any, str]]:
        at = match.start()
        for number, kind in sorted(named.items()):
            yield at, Text, match.string[at : match.start(number)]
            yield match.start(number), kind, match[number]
            at = match.end(number)

    return tokens


def states() -> dict[str, list[Any]]:
    """The grammar as states of a lexer: one for each part of it, and one for the inside of each that has an end."""
    grammar = textmate()
    found: dict[str, list[Any]] = {}

    def rules(name: str, patterns: list[dict[str, Any]], before: list[Any], rest: Any) -> None:
        """Puts a state down; what ends it comes before all else, as in VS Code."""
        found[name] = list(before)
        for number, one in enumerate(patterns):
            if "include" in one:
                found[name].append(include(one["include"].replace("$self", "inside").lstrip("#")))
            elif "captures" in one:
                found[name].append((one["match"], grouped(one)))
            elif "match" in one:
                found[name].append((one["match"], token(one["name"])))
            else:
                spanning(name, f"{name} {number}", one)
        found[name] += [(r"\w+|[^\S\n]+|\n|.", rest)] if rest is not None else []

    def spanning(outer: str, inner: str, one: dict[str, Any]) -> None:
        """A part from its beginning to its end."""
        kind = token(one["name"])
        found[outer].append((one["begin"], kind, inner))
        embedded = any(each.get("include") == "$self" for each in one["patterns"])
        rules(inner, one["patterns"], [(one["end"], kind, "#pop")], Text if embedded else kind)

    for name, part in grammar["repository"].items():
        rules(name, [part], [], None)
    rules("inside", grammar["patterns"], [], None)
    rules("root", [{"include": "$self"}], [], Text)
    return found


class RulesLexer(RegexLexer):  # type: ignore[misc]
    """Rules of games."""

    name = "Rulewright"
    aliases = ("rules",)
    filenames = ("*.rules",)
    tokens = states()


def on_startup(**about: Any) -> None:
    """Makes the lexer known to Pygments under its name."""
    LEXERS[RulesLexer.__name__] = (__name__, RulesLexer.name, ("rules",), ("*.rules",), ())
    _lexer_cache[RulesLexer.name] = RulesLexer

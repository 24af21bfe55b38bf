"""The grammar, the tree builder and the error messages know the same rules and words."""

from __future__ import annotations

from rulewright.surface.build import Builder
from rulewright.surface.errors import KEYWORDS, PHRASES
from rulewright.surface.lalr import parser


def test_every_rule_has_its_builder() -> None:
    for rule in parser().lark.rules:
        name = str(rule.alias or rule.origin.name)
        inlined = rule.options.expand1 and rule.alias is None  # `?rule` with a single child
        if not name.startswith("_") and not inlined:
            assert hasattr(Builder, name), name


def test_every_word_is_known_to_the_messages() -> None:
    terminals = {t.name: str(t.pattern.value) for t in parser().lark.terminals}
    keywords = {word for word in terminals.values() if word.isalpha()}
    assert keywords == KEYWORDS, keywords ^ KEYWORDS
    assert PHRASES.keys() <= terminals.keys() | {"$END", "_INDENT", "_DEDENT"}

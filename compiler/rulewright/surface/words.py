"""The words of the language by where they stand, read from the grammar itself."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

_RULE = re.compile(r"^\??(\w+):(.*)$")
_WORD = re.compile(r'"([a-z]+)"')


@cache
def rules() -> dict[str, str]:
    """The right sides of the grammar's rules, by name."""
    text = resources.files("rulewright").joinpath("grammar/rules.lark").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    name = ""
    for line in text.split("\n"):
        line = line.partition("//")[0] if not line.lstrip().startswith("COMMENT") else line
        begun = _RULE.match(line)
        if begun:
            name = begun[1]
            found[name] = begun[2]
        elif line.startswith((" ", "\t")) and name:
            found[name] += " " + line.strip()
        else:
            name = ""
    return found


def first_words(rule: str) -> list[str]:
    """The words with which a rule can begin."""
    body = rules()[rule]
    found: list[str] = []
    for way in _ways(body):
        head = way.split()[0] if way.split() else ""
        if head.startswith('"'):
            found += _WORD.findall(head)
        elif head.startswith('("'):
            found += _WORD.findall(way.partition(")")[0])
        elif re.fullmatch(r"_?[a-z_]+", head) and head in rules() and head != rule:
            found += first_words(head)
    return list(dict.fromkeys(found))


def _ways(body: str) -> list[str]:
    """The alternatives of a rule, apart from those in brackets."""
    found, depth = [""], 0
    for sign in re.sub(
        r'"[^"]*"', lambda s: s[0].replace("(", " ").replace("[", " ").replace("|", " "), body
    ):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
        if sign == "|" and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return found


def keywords() -> list[str]:
    """Every word that the grammar gives a meaning."""
    text = " ".join(rules().values())
    return sorted(set(_WORD.findall(text)))


def _named(names: str) -> list[str]:
    """The first words of all rules that a rule of the grammar names."""
    return [
        word for rule in re.findall(r"\w+", rules()[names]) if rule in rules() for word in first_words(rule)
    ]


MARGIN = tuple(dict.fromkeys([*_named("_decl"), *_named("_behaviour")]))
BODY = tuple(dict.fromkeys([*_named("_simple"), *_named("_compound"), "each", "secretly", "may", "choose"]))

"""Random rules files drawn from the grammar itself: whatever the grammar allows, the parser must accept."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache

from lark.grammar import NonTerminal, Rule, Symbol

from rulewright.surface.lalr import parser

SAMPLES = {
    "NAME": ["x", "y", "your_turn", "players_left", "B2", "thing", "inner", "orchard"],
    "NUMBER": ["0", "7", "123456789"],
    "STRING": ['""', '"a {x} label"', '"zażółć # [X] |"'],
    "SOURCE": ["[X-1]", "[X-1.2 pl, Y-R3 assumed]", "[assumed]"],
    "QUANTIFIER": ["count", "any", "no", "all", "first", "best"],
    "FOLD": ["sum", "highest", "lowest", "each"],
    "CHANGE": ["+=", "-="],
    "COMPARE": ["<", "<=", ">", ">="],
    "OR_NONE": ["or none", "or  none"],
    "OPTIONS_OF": ["options of", "options  of"],
    "IS_ASKED": ["is asked", "is  asked"],
    "IS_NOT_ASKED": ["is not asked"],
    "SAID": ["said"],
    "NOT_SAID": ["not said", "not  said"],
    "COMMA": [",", ",", ",", ",\n" + " " * 80, ", # why, and why\n\n  # not\n" + " " * 80],
}


@cache
def grammar() -> tuple[dict[str, list[Rule]], dict[str, str], dict[str, int]]:
    """Rules by name, words by terminal, and for each rule the least depth in which it can end."""
    lark = parser().lark
    rules: dict[str, list[Rule]] = defaultdict(list)
    for rule in lark.rules:
        rules[str(rule.origin.name)].append(rule)
    words = {t.name: str(t.pattern.value) for t in lark.terminals}
    depths: dict[str, int] = {}
    while len(depths) < len(rules):
        for name, choices in rules.items():
            below = [depth(rule, depths) for rule in choices]
            if min(below) < 1000:
                depths[name] = min(below) + 1
    return rules, words, depths


def depth(rule: Rule, depths: dict[str, int]) -> int:
    names = [str(s.name) for s in rule.expansion if isinstance(s, NonTerminal)]
    return max((depths.get(name, 1000) for name in names), default=0)


class Generator:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.rules, self.words, self.depths = grammar()
        self.lines: list[str] = [""]
        self.level = 0

    def file(self, size: int) -> str:
        for _ in range(size):
            self.expand(NonTerminal("_decl"), 14)
        return "\n".join(line.rstrip() for line in self.lines) + "\n"

    def expand(self, symbol: Symbol, budget: int) -> None:
        if not isinstance(symbol, NonTerminal):
            self.terminal(str(symbol.name))
            return
        choices = self.rules[str(symbol.name)]
        least = min(depth(rule, self.depths) for rule in choices)
        fitting = [r for r in choices if depth(r, self.depths) <= max(budget, least)]
        for part in self.random.choice(fitting).expansion:
            self.expand(part, budget - 1)

    def terminal(self, name: str) -> None:
        if name == "_NL":
            self.lines.append(" " * 4 * self.level)
        elif name in ("_INDENT", "_DEDENT"):
            self.level += 1 if name == "_INDENT" else -1
            self.lines[-1] = " " * 4 * self.level
        else:
            if name == "STRING" and self.lines[-1].strip() == "as":
                name = "NAME"  # a line that begins with `as "…"` goes on with the one before
            word = self.random.choice(SAMPLES[name]) if name in SAMPLES else self.words[name]
            self.lines[-1] += word + " " * self.random.choice((1, 1, 1, 2))

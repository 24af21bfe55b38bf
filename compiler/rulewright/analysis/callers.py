"""What follows a rule that one other rule alone calls: the rest of a unit, as far as it is the same wherever the rule is carried out."""

from __future__ import annotations

from collections import Counter

from ..typed import tree
from ..typed.expr import CallExpr, RuleValue, You
from .walk import expressions_of


class Callers:
    """The one rule that calls a rule, and what it does afterwards."""

    def __init__(self, functions: dict[str, tree.Function], rule_values: list[str]) -> None:
        self.functions = functions
        self.calls = Counter(rule_values)  # how often a rule is mentioned
        self.after: dict[str, tuple[str, tree.Block]] = (
            {}
        )  # rule -> a rule that calls it, and what that does then
        for key, f in functions.items():
            self.calls.update(e.name for e in expressions_of(f) if isinstance(e, (CallExpr, RuleValue)))
            for i, s in enumerate(f.body):
                call = call_in(s)
                if call is not None:
                    self.after[call.call.name] = key, f.body[i + 1 :]

    def following(self, key: str) -> list[tree.Block]:
        """What is done after a rule, from the inside out: by the only rule that calls it, by the only one that calls that."""
        found: list[tree.Block] = []
        seen = {key}
        while key in self.after and self.calls[key] == 1 and self.functions[key].category != "action":
            key, rest = self.after[key]
            if key in seen:
                break
            seen.add(key)
            found.append(rest)
        return found


def call_in(s: tree.S) -> tree.Call | None:
    """The call that a statement is, or makes under a condition, for the same player."""
    if isinstance(s, tree.If) and len(s.then) == 1 and not s.otherwise:
        s = s.then[0]
    if isinstance(s, tree.Call) and isinstance(s.call, CallExpr) and s.call.subject is not None:
        return s if isinstance(s.call.subject, You) else None
    return None

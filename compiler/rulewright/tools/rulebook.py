"""Rulebooks and waivers beside the rules: reading their files."""

from __future__ import annotations

import fnmatch
import os
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.rulebook import ID as ID
from rulewright.rulebook import Entry as Entry
from rulewright.rulebook import Rulebook as Rulebook
from rulewright.rulebook import rulebook as rulebook
from rulewright.tools.errors import UsageError
from rulewright.tools.files import read_text

WAIVERS = "waivers.toml"

# Where a sentence stands in the sources, as in (000:359-361; 001:277-279).
_CITED = re.compile(r" *\(\d+:\d[\d:;, –-]*\)")


def read_rulebook(path: Path) -> Rulebook:
    """The rulebook of a file; UsageError if there is none or it is no text."""
    if not os.path.lexists(path):
        raise UsageError(f"there is no {path.name} beside the rules of {path.parent.name}")
    return rulebook(read_text(path, f"{path.name} of {path.parent.name}"))


def sentences(path: Path) -> dict[str, str]:
    """The ids of a rulebook with their texts for players, without the lines of the sources; none if there is no rulebook."""
    if not path.is_file():
        return {}
    return {id: _CITED.sub("", entry.text) for id, entry in read_rulebook(path).entries.items()}


@dataclass(slots=True)
class Waivers:
    """Ids that need no rule or no test, and why; an id may end in ``*``."""

    both: dict[str, str] = field(default_factory=dict)
    rule: dict[str, str] = field(default_factory=dict)
    test: dict[str, str] = field(default_factory=dict)
    mutant: dict[str, str] = field(default_factory=dict)  # changes of the rules that no example can notice

    def reason(self, id: str, part: str) -> str | None:
        """Why `id` needs no `part`, which is rule or test."""
        for patterns in (self.both, self.rule if part == "rule" else self.test):
            if id in patterns:
                return patterns[id]
            for pattern, reason in patterns.items():
                if pattern.endswith("*") and fnmatch.fnmatchcase(id, pattern):
                    return reason
        return None

    def ids(self) -> list[str]:
        """All ids that something is waived for."""
        return list(dict.fromkeys((*self.both, *self.rule, *self.test)))


def read_waivers(path: Path) -> Waivers:
    """``id = "reason"``, for rule and test alike, or under ``[rule]`` or ``[test]`` for one of them."""
    if not os.path.lexists(path):
        return Waivers()
    try:
        data = tomllib.loads(read_text(path, f"{path.parent.name}/{path.name}"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(
            f"{path.parent.name}/{path.name}: {error}", 'write lines such as "AB-1.2" = "reason"'
        ) from None
    rule, test, mutant = (_reasons(path, data.pop(part, {})) for part in ("rule", "test", "mutant"))
    return Waivers(_reasons(path, data), rule, test, mutant)


def _reasons(path: Path, data: object, prefix: str = "") -> dict[str, str]:
    """Flattens tables: an unquoted ``AB-1.2`` is, for TOML, the key 2 in the table AB-1."""
    if not isinstance(data, dict):
        raise UsageError(f'{path.parent.name}/{path.name}: a waiver is written id = "reason"')
    reasons: dict[str, str] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            reasons |= _reasons(path, value, f"{prefix}{key}.")
        elif isinstance(value, str) and value.strip():
            reasons[prefix + key] = value.strip()
        else:
            raise UsageError(f"{path.parent.name}/{path.name}: {prefix}{key} has no reason")
    return reasons

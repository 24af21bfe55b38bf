"""`--by-chance CHOICE`: choices that chance answers, so that who has a thing has it for no other reason."""

from __future__ import annotations

import argparse

from rulewright.tools.errors import UsageError
from rulewright_runtime.engine import Engine


def add_by_chance(parser: argparse.ArgumentParser) -> None:
    """Declares the option."""
    parser.add_argument(
        "--by-chance",
        default="",
        metavar="CHOICES",
        help="choices, with commas, that chance answers for all players, as in choose_hero.hero or choose_hero:"
        " what then goes better with an answer comes of that answer",
    )


def drawn(text: str, *engines: Engine) -> frozenset[str]:
    """The choices that a text names, each by its name or by its rule's; UsageError if no engine has one."""
    known = {choice.name: None for engine in engines for choice in engine.machine.choices}
    found: set[str] = set()
    for word in filter(None, map(str.strip, text.split(","))):
        some = [name for name in known if word in (name, name.partition(".")[0])]
        if not some:
            raise UsageError(f"there is no choice {word!r}", f"there is: {', '.join(sorted(known))}")
        found.update(some)
    return frozenset(found)


def about_drawn(names: frozenset[str]) -> list[str]:
    """What a report says of choices that chance answered."""
    if not names:
        return []
    return [f"answered by chance: {', '.join(sorted(names))}; what goes with these answers comes of them"]

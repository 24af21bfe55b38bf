"""The hunt: cases of all campaigns in turn until the time is up, and what was found."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rulewright.tools.files import write_file
from rulewright.tools.fuzz.cases import Campaign, limited

ENOUGH: Final = 10  # findings of one campaign: more would only repeat them


@dataclass(slots=True)
class Found:
    """A case that came to no good end."""

    campaign: str
    seed: int
    why: str
    text: str


@dataclass(slots=True)
class Hunt:
    """What was tried, and what was found."""

    cases: dict[str, int] = field(default_factory=dict)
    found: list[Found] = field(default_factory=list)


def hunt(
    campaigns: Sequence[Campaign], seconds: float, seed: int, tell: Callable[[Found], None] = lambda _: None
) -> Hunt:
    """Tries cases for so long; each campaign gets an equal share of the time, one case after the other."""
    made = Hunt({one.name: 0 for one in campaigns})
    spent = dict.fromkeys(made.cases, 0.0)
    began = time.monotonic()
    going = list(campaigns)
    while going and time.monotonic() - began < seconds:
        one = min(going, key=lambda c: spent[c.name])  # whoever had least is next
        before = time.process_time()
        number = seed + made.cases[one.name]
        found = tried(one, number)
        made.cases[one.name] += 1
        spent[one.name] += time.process_time() - before
        if found is not None:
            made.found.append(found)
            tell(found)
            if sum(x.campaign == one.name for x in made.found) == ENOUGH:
                going.remove(one)
    return made


def tried(campaign: Campaign, seed: int) -> Found | None:
    """One case; what was found, if anything."""
    text = ""
    try:
        text = campaign.write(seed)
        with limited():
            campaign.attempt(text)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever it is, it should not have happened
        if isinstance(error, (SystemExit, GeneratorExit)):
            error = RuntimeError(f"left with {error}")
        where = "".join(traceback.format_tb(error.__traceback__)[-2:])
        return Found(campaign.name, seed, f"{type(error).__name__}: {error}\n{where}".strip(), text)
    return None


def keep(found: Found, campaign: Campaign, folder: Path) -> Path:
    """Writes a case down where the ordinary tests find it."""
    path = folder / campaign.name / f"seed_{found.seed}{campaign.suffix}"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, found.text)
    return path

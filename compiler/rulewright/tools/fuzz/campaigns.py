"""All campaigns by name."""

from __future__ import annotations

from rulewright.tools.fuzz.cases import Campaign
from rulewright.tools.fuzz.command_cases import LINES
from rulewright.tools.fuzz.game_cases import MOVES, RECORDS, SAVES
from rulewright.tools.fuzz.rules_cases import CORES, MUTANTS, PROGRAMS
from rulewright.tools.fuzz.text_cases import TEXTS

CAMPAIGNS: dict[str, Campaign] = {
    one.name: one for one in (PROGRAMS, MUTANTS, CORES, TEXTS, SAVES, RECORDS, MOVES, LINES)
}

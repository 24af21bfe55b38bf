"""Names in the engine: as in the rules, out of the way of Python's words and the runtime's."""

from __future__ import annotations

import builtins
import keyword
import re

# Names that emitted code uses for itself.
RUNTIME = (
    "Blocked", "EdgeSet", "L_UNIT", "L_WITH", "NONE", "RulesFailure", "Then", "UNDECIDED", "add_bundles", "ask", "ask_checked",
    "ask_in_unit", "at_least", "backwards", "best_players", "bounded", "bundle_of", "carry_out", "clockwise_after", "clockwise_from",
    "completable", "connected", "copies_of", "difference", "distinct", "end_game", "first", "item", "joined", "last", "named",
    "next_player", "no_row", "offerable", "offerable_in_unit", "beneath", "one_of", "order_options", "piece_at", "place_of", "position", "positions",
    "deeper", "next_round",
    "replaced", "ring_distance", "roll", "run", "scale_bundle", "seat_name", "secretly", "shuffled", "some_of", "sorts",
    "deeper", "next_round",
    "subset_options", "subtract_bundles", "sum_bundles", "touching", "within", "yes_or_no", "find_edges",
)  # fmt: skip
OWN = {
    *RUNTIME, "g", "f", "up", "option", "G", "annotations", "Any", "Final", "options", "then", "drawn", "moved",
    "perform", "payable", "payable_with", "missing", "final_winners", "begin_play", "end_of_play", "start_setup", "start_play",
    "start_game", "new_position", "can_perform", "effect_is_exact", "candidates", "MACHINE", "controller_of", "automatic_answer",
}  # fmt: skip
CONSTANTS = {
    "G", "NONE", "MACHINE", "RULES", "FIELDS", "NO_OPTIONS", "ENGINE", "L_UNIT", "L_WITH", "DIRECTIONS", "ALL_DIRECTIONS", "NORTH", "EAST",
    "SOUTH", "WEST", "RESOURCE_LABELS", "EFFECT_LABELS",
}  # fmt: skip
BUILTINS = {n for n in dir(builtins) if n.islower()}


def local_name(name: str) -> str:
    """A local or parameter."""
    return name + "_" if keyword.iskeyword(name) or name in OWN or name in BUILTINS else name


def engine_name(key: str) -> str:
    """A function: `power.gained` is power_gained, `reach@below_dwarves_3` is reach__below_dwarves_3."""
    name = re.sub(r"\W+", "_", key.replace(".", "__").replace("@", "__")).rstrip("_")
    return name + "_" if keyword.iskeyword(name) or name in OWN or name in BUILTINS else name


def constant(name: str) -> str:
    """A constant; a member called `g` does not become the state's class `G`."""
    made = name.upper().replace(".", "_").replace("#", "_").replace("@", "_")
    return made + "_" if made in CONSTANTS else made

"""Names in the engine: as in the rules, out of the way of Python's words and the runtime's."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Mapping

from ..analysis.walk import statements
from ..resolved.words import DIRECTIONS
from ..typed import tree

# Names that emitted code uses for itself.
RUNTIME = (
    "Blocked", "DIRECTIONS", "EdgeSet", "PAIR", "paired", "in_turn", "FREE", "L_UNIT", "L_WITH", "NONE", "RulesFailure", "Then", "UNDECIDED", "Candidates", "add_bundles", "ask", "ask_checked", "ask_in_unit",
    "ask_outside", "at_least", "backwards", "best_players", "bounded", "bundle_of", "carry_out", "invalidate", "invalidate_at", "invalidate_for", "clockwise_after",
    "clockwise_from", "SideBySide",
    "completable", "connected", "copies_of", "not_none", "difference", "distinct", "end_game", "first", "invalidate_all", "item", "joined", "larger", "last", "named", "bundle_text",
    "next_player", "no_row", "offerable", "offerable_in_unit", "beneath", "caller", "one_of", "order_options", "piece_at", "place_of", "position", "positions",
    "deeper", "next_round", "number_options", "growing_options", "sorts_of_both",
    "replaced", "ring_distance", "roll", "run", "scale_bundle", "stepping", "one_step", "fits", "numbers", "limited", "too_many", "SIZE_LIMIT", "seat_name", "secretly", "shuffled", "smaller", "some_of", "sorts",
    "subset_options", "subtract_bundles", "sum_bundles", "sum_options", "touching", "within", "without", "without_alike", "yes_or_no",
)  # fmt: skip
OWN = {
    *RUNTIME, "g", "f", "up", "option", "G", "annotations", "Any", "Final", "options", "then", "drawn", "moved",
    "perform", "payable", "payable_with", "missing", "final_winners", "begin_play", "end_of_play", "start_setup", "start_play",
    "start_game", "new_position", "can_perform", "effect_is_exact", "candidates", "looks", "MACHINE", "controller_of", "automatic_answer",
    "Claim", "Example", "ExampleChance", "ExampleGiven", "ExampleMove", "Found",
}  # fmt: skip
CONSTANTS = {
    "G", "FREE", "NONE", "MACHINE", "RULES", "MEANING", "ORDER", "SPOKEN", "FIELDS", "NO_OPTIONS", "EXACT_EFFECTS", "ENGINE", "L_UNIT", "L_WITH", "ALL_DIRECTIONS",
    "RESOURCE_LABELS", "EFFECT_LABELS", *(name.upper() for name in DIRECTIONS),
}  # fmt: skip
PREFIXES = r"[ACELMZ]_"  # of actions, choices, effects, labels, menus and zones
BUILTINS = {n for n in dir(builtins) if n.islower()}


def local_name(name: str) -> str:
    """A local or parameter."""
    return name + "_" if keyword.iskeyword(name) or name in OWN or name in BUILTINS else name


def engine_name(key: str) -> str:
    """A function: `power.gained` is power_gained, `reach@below_dwarves_3` is reach__below_dwarves_3."""
    name = re.sub(r"\W+", "_", key.replace(".", "__").replace("@", "__")).rstrip("_")
    return name + "_" if keyword.iskeyword(name) or name in OWN or name in BUILTINS else name


def constant(name: str) -> str:
    """A constant. No name in the rules has two underscores in a row, so that what is put together stays apart:
    `card.labels` is CARD__LABELS, a board `card_labels` CARD_LABELS. A member `g` does not become the class `G`.
    """
    made = re.sub(r"[.#@]", "__", name).upper()
    return made + "_" if made in CONSTANTS or re.match(PREFIXES, made) else made


def of_the_rules(functions: Mapping[str, tree.Function], names: Mapping[str, str]) -> frozenset[str]:
    """What the functions of the rules are called, and their parameters and locals."""
    inside = (name for f in functions.values() for name in (*f.locals, *(p.name for p in f.params)))
    return frozenset((*inside, *names.values()))


def of_the_engine(game: tree.Game) -> set[str]:
    """The functions that an engine has beside those that its rules give it."""
    actions = [f for f in game.functions.values() if f.category == "action"]
    bodies = [x.body for some in (game.functions.values(), game.overrides, game.hooks) for x in some]
    begun = {s.period for body in bodies for s in statements(body) if isinstance(s, tree.Begin)}
    periods = {f.once_per for f in actions if f.once_per} | begun
    found = {name for menu in game.menus for name in (f"{menu}_menu", f"free_{menu}")} | {
        f"run_{f.name}" for f in actions
    }
    found |= {f"begin_{period}" for period in periods}
    found |= {f"{verb}_{p}" for p in game.pieces for verb in ("new", "leave", "stand", "remove")}
    found |= {f"{p}_sorts{where}" for p in game.pieces for where in ("", "_in_one_zone")}
    found |= {f"{k.name}_{column}" for k in game.kinds.values() for column in k.columns}
    return found | {"gain_bundle", "lose_bundle", "pay_bundle"}

"""What the C runtime has for the functions of the Python runtime: names, and what they are given."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Given:
    """A function of the C runtime: what it needs first (g, c or nothing), and its parameters with what stands for those left out."""

    name: str
    first: str = "c"
    params: tuple[str, ...] = ()  # names; `-` is not passed on (words), `&` is a function without a name
    defaults: tuple[tuple[str, str], ...] = ()

    def default(self, param: str) -> str:
        """What stands for a parameter that is left out."""
        return dict(self.defaults)[param]


def plain(name: str, *params: str, first: str = "c", **defaults: str) -> Given:
    """A function with its parameters in order."""
    return Given(name, first, params, tuple(defaults.items()))


LOOKS = {"looks": "NIL", "repeats": "N(0)"}
FUNCTIONS: dict[tuple[str, str], Given] = {
    ("runtime", "fits"): plain("rw_fitting", "value"),
    ("runtime", "limited"): plain("rw_sized", "things"),
    ("runtime", "numbers"): plain("rw_range", "low", "high"),
    ("runtime", "within"): plain("rw_within", "value", "low", "high", "-"),
    ("runtime", "at_least"): plain("rw_at_least", "value", "low", "-"),
    ("runtime", "larger"): plain("rw_larger", "a", "b", first=""),
    ("runtime", "smaller"): plain("rw_smaller", "a", "b", first=""),
    ("language", "any"): plain("rw_any", "xs"),
    ("language", "abs"): plain("rw_size_of_number", "a"),
    ("language", "reversed"): plain("rw_backwards", "xs"),
    ("runtime", "first"): plain("rw_first", "xs"),
    ("runtime", "last"): plain("rw_last", "xs"),
    ("runtime", "without"): plain("rw_without", "xs", "x"),
    ("runtime", "item"): plain("rw_item", "xs", "place"),
    ("runtime", "place_of"): plain("rw_place_of", "key", "low", "size"),
    ("runtime", "position"): plain("rw_place_in", "x", "xs"),
    ("runtime", "positions"): plain("rw_positions", "xs"),
    ("runtime", "fingerprint"): plain("rw_fingerprint", "xs"),
    ("runtime", "backwards"): plain("rw_backwards", "xs"),
    ("runtime", "distinct"): plain("rw_distinct", "xs"),
    ("runtime", "joined"): plain("rw_joined", "xs", "more"),
    ("runtime", "difference"): plain("rw_difference", "xs", "gone"),
    ("runtime", "taken_out"): plain("rw_taken_out", "held", "x"),
    ("runtime", "any_left"): plain("rw_any_left", "held", "picked"),
    ("runtime", "replaced"): plain("rw_replaced", "xs", "place", "value"),
    ("runtime", "copies_of"): plain("rw_copies_of", "copies"),
    ("runtime", "piece_at"): plain("rw_last_at", "pieces_on", "cell"),
    ("runtime", "connected"): plain("rw_connected", "things", "&", first="g"),
    ("runtime", "sorted_by"): plain("rw_sorted", "keys", "things"),
    ("runtime", "clockwise_from"): plain("rw_clockwise_from", "-g", "player", first="g"),
    ("runtime", "clockwise_after"): plain("rw_clockwise_after", "-g", "player", first="g"),
    ("runtime", "next_player"): plain("rw_next_player", "-g", "player", first="g"),
    ("runtime", "ring_distance"): plain("rw_ring_distance", "a", "b", "size"),
    ("runtime", "end_game"): plain("rw_end_game", "-g", "winners", first="g"),
    ("runtime", "best_players"): plain("rw_best_players", "scores"),
    ("runtime", "not_none"): plain("rw_not_none", "value"),
    ("runtime", "next_round"): plain("rw_next_round", "-g", "-", first="g"),
    ("runtime", "run"): plain("rw_run", "-g", "then", first="g"),
    ("runtime", "paired"): plain("rw_paired", "a", "b"),
    ("runtime", "add_bundles"): plain("rw_bundles_added", "a", "b"),
    ("runtime", "subtract_bundles"): plain("rw_bundles_subtracted", "a", "b"),
    ("runtime", "scale_bundle"): plain("rw_bundle_scaled", "n", "bundle"),
    ("runtime", "bundle_of"): plain("rw_bundle_of", "resource", "size"),
    ("runtime", "yes_or_no"): plain("rw_yes_or_no", "-g", first=""),
    ("runtime", "order_options"): plain(
        "rw_order_options", "left", "clashes", "idle", "wakers", idle="rw_no_things()", wakers="NIL"
    ),
    ("runtime", "Candidates"): plain("rw_ways", "things", "over", "figures", figures="NIL"),
    ("runtime", "beneath"): plain("rw_beneath", "up", "frames"),
    ("runtime", "caller"): plain("rw_beneath", "f", "frames"),
    ("runtime", "secretly"): plain("rw_secretly", "-g", "players", "label", "saved", "up", first="g"),
    ("runtime", "below"): plain("rw_below", "-g", "n", first="g"),
    ("runtime", "shuffled"): plain("rw_shuffled", "-g", "xs", first="g"),
    ("runtime", "some_of"): plain("rw_some_of", "-g", "n", "xs", first="g"),
    ("runtime", "one_of"): plain("rw_one_of", "-g", "xs", first="g"),
    ("runtime", "roll"): plain("rw_roll", "-g", "n", "weights", first="g"),
    ("runtime", "offerable"): plain("rw_offerable", "-g", "you", "choice", "options", "then", first="g"),
    ("runtime", "offerable_in_unit"): plain(
        "rw_offerable_in_unit", "-g", "you", "choice", "options", "then", first="g"
    ),
    ("runtime", "number_options"): plain(
        "rw_number_options", "picked", "candidates", "low", "high", "looks", "repeats", **LOOKS
    ),
    ("runtime", "subset_options"): plain(
        "rw_subset_options",
        *("picked", "candidates", "low", "high", "&", "grows", "looks", "repeats"),
        first="g",
        **LOOKS,
    ),
    ("runtime", "growing_options"): plain(
        "rw_growing_options", "picked", "candidates", "&", "looks", "repeats", first="g", **LOOKS
    ),
    ("runtime", "sum_options"): plain(
        "rw_sum_options", "picked", "candidates", "worth", "needed", "looks", "repeats", **LOOKS
    ),
    ("runtime", "sorts"): plain("rw_sorts", "things", "looks", "named", named="NIL"),
    ("runtime", "sorts_of_both"): plain("rw_sorts_of_both", "some", "others"),
}
WORDS = {"named", "seat_name", "bundle_text"}  # they give texts: C only knows that there is one
# What a method of a board is in C, and which parts of the board it is given first.
METHODS: dict[str, tuple[str, tuple[str, ...]]] = {
    "step": ("rw_board_step", ("steps",)),
    "block": ("rw_board_block", ("row_of", "column_of")),
    "path_length": ("rw_board_path_length", ("neighbours",)),
    "shared_neighbours": ("rw_board_shared_neighbours", ("neighbours",)),
    "between": ("rw_edges_between", ("ends",)),
}
WITH_CELLS = {"around": "arounds"}  # methods that look up a part of the board for a cell
BY_NUMBER = {"row": "_rows", "column": "_columns"}  # methods that look up a line by its number
CANDIDATES = {"every": 0, "things": 1, "over": 2, "figures": 3}

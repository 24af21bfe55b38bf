"""Mixed games: one side's rules with some units taken from the other side."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from rulewright.diagnostics import Diagnostic
from rulewright.resolved import model
from rulewright.tools.diff.compare import Pair
from rulewright.typed import tree
from rulewright.typed.infer import check as infer


class Unmixable(Exception):
    """These units make no sense on the other side alone; the message says why."""


def mixed(old: model.Game, new: model.Game, pairs: Iterable[Pair]) -> model.Game:
    """The old game with these units as the new one has them; examples are left out."""
    game = old.model_copy(deep=True)
    game.examples = []
    for pair in pairs:
        if pair.old is not None and (pair.new is None or pair.old.key != pair.new.key):
            _put(game, new, pair.old.key)
        if pair.new is not None:
            _put(game, new, pair.new.key)
    game.elsewhere = sorted({*game.elsewhere, *new.elsewhere, *new.symbols})
    _name_all(game, old, new)
    return game


def typed(game: model.Game) -> tree.Game:
    """The checked game; Unmixable if it has errors."""
    made, diagnostics = infer.check(game)
    wrong = [d for d in diagnostics if d.severity == "error"]
    if made is None or wrong:
        raise Unmixable(_first(wrong))
    return made


def _first(wrong: list[Diagnostic]) -> str:
    """The first of some problems in a line."""
    return (
        f"{wrong[0].message} ({wrong[0].span.path}:{wrong[0].span.line})" if wrong else "it does not compile"
    )


# ---------------------------------------------------------------- single units


def _put(game: model.Game, new: model.Game, key: str) -> None:
    """Makes one unit as it is in the new game, also if it is absent there."""
    sort, _, name = key.partition(":")
    if sort == "property":
        _put_property(game, new, name)
    elif sort == "member":
        kind, _, member = name.partition(".")
        if kind in game.kinds:
            here = game.kinds[kind].members
            there = new.kinds[kind].members if kind in new.kinds else {}
            _same_entry(here, there, member)
            _in_order(here, list(there))
    elif sort == "kind":
        _put_kind(game, new, name)
    elif sort == "board":
        _put_board(game, new, name)
    elif sort in ("resource", "piece", "menu", "participant"):
        attribute = {"menu": "menus", "resource": "resources", "piece": "pieces"}.get(sort, "participants")
        _same_entry(getattr(game, attribute), getattr(new, attribute), name)
    elif sort == "field":
        owner, _, field = name.rpartition(".")
        _same_entry(_fields(game, owner), _fields(new, owner), field)
    elif sort == "function":
        _put_function(game, new, name)
    elif sort in ("instead", "when"):
        _put_change(game, new, sort, name)


def _same_entry(here: dict[str, Any], there: Mapping[str, Any], name: str) -> None:
    """Makes an entry what it is on the other side, or removes it."""
    if name in there:
        here[name] = copy.deepcopy(there[name])
    else:
        here.pop(name, None)


def _in_order(entries: dict[str, Any], order: list[str]) -> None:
    """Sorts what both have as the other side has it; the rest stays at the end."""
    ranks = {name: number for number, name in enumerate(order)}
    items = sorted(entries.items(), key=lambda item: ranks.get(item[0], len(ranks)))
    entries.clear()
    entries.update(items)


def _put_property(game: model.Game, new: model.Game, name: str) -> None:
    """Takes a property over from the other side."""
    _same_entry(game.properties, new.properties, name)
    if name == "players":
        game.players = list(new.players)
    elif name == "override_order":
        game.override_order = list(new.override_order)


def _put_kind(game: model.Game, new: model.Game, name: str) -> None:
    """Takes a kind over without its members, which are units of their own."""
    if name not in game.kinds or name not in new.kinds:
        _same_entry(game.kinds, new.kinds, name)
        return
    here, there = game.kinds[name], copy.deepcopy(new.kinds[name])
    here.flags, here.columns, here.applies = there.flags, there.columns, there.applies
    here.own_columns = there.own_columns


def _put_board(game: model.Game, new: model.Game, name: str) -> None:
    """Takes a board over without its fields, which are units of their own."""
    if name not in game.boards or name not in new.boards:
        _same_entry(game.boards, new.boards, name)
        return
    here, there = game.boards[name], copy.deepcopy(new.boards[name])
    here.shape, here.edges, here.pictures = there.shape, there.edges, there.pictures


def _fields(game: model.Game, owner: str) -> dict[str, model.FieldDecl]:
    """The fields of a table, a player, a board's cells or edges, or a piece."""
    sort, _, name = owner.partition(":")
    if sort in ("table", "player"):
        return game.table if sort == "table" else game.player
    board, _, edges = name.partition(".")
    if sort == "cell":
        return game.boards[board].fields if board in game.boards else {}
    if sort == "edge":
        return game.boards[board].edges[edges].fields if board in game.boards else {}
    return game.pieces[name].fields if name in game.pieces else {}


def functions(game: model.Game, owner: str) -> dict[str, model.Function]:
    """The functions that are known by a bare name, or those of a kind, a board, a piece or a resource."""
    if not owner:
        return game.functions
    for group in (game.kinds, game.boards, game.pieces, game.resources):
        if owner in group:
            return group[owner].functions
    return {}


def _put_function(game: model.Game, new: model.Game, said: str) -> None:
    """Takes a function over with the overrides of variants on it."""
    owner, _, name = said.rpartition(".")
    _same_entry(functions(game, owner), functions(new, owner), name)
    # The `instead` of variants belong to the function.
    kept = [c for c in game.overrides if not _layer_of(c, name)]
    game.overrides = [*kept, *(copy.deepcopy(c) for c in new.overrides if _layer_of(c, name))]


def _layer_of(change: model.Change, name: str) -> bool:
    """True if a change is an override of this function by a variant."""
    return bool(change.variant) and not change.owner and change.target == name and not change.subject


def _put_change(game: model.Game, new: model.Game, sort: str, name: str) -> None:
    """An `instead` or `when` that stands in a member, a kind or a participant."""
    owner, _, said = name.partition(":")
    target = (
        said.removeprefix(f"{sort} ").partition("(")[0].partition(" where ")[0].rpartition(".")[2].rstrip("'")
    )

    def concerned(change: model.Change) -> bool:
        return change.owner.partition(":")[2] == owner and change.target == target

    attribute = "overrides" if sort == "instead" else "hooks"
    kept = [c for c in getattr(game, attribute) if not concerned(c)]
    setattr(game, attribute, [*kept, *(copy.deepcopy(c) for c in getattr(new, attribute) if concerned(c))])


# ---------------------------------------------------------------- names


def _name_all(game: model.Game, old: model.Game, new: model.Game) -> None:
    """The namespace of the mixed game: what it declares, as either side has it."""
    declared = {
        *game.kinds, *(m for k in game.kinds.values() for m in k.members), *game.resources, *game.boards,
        *game.pieces, *(p.plural for p in game.pieces.values()), *game.table, *game.functions, *game.menus,
        *game.participants,
    }  # fmt: skip
    both = {**new.symbols, **old.symbols}
    game.symbols = {name: symbol for name, symbol in both.items() if name in declared}

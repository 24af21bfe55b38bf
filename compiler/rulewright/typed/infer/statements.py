"""Which function checks which statement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...surface import ast
from .. import tree
from ..context import Context, Scope
from . import choices, control, rule_calls, stores, swapping, things

HANDLERS: dict[type[ast.Stmt], Callable[[Context, Any, Scope], tree.Block]] = {
    ast.Let: stores.on_let,
    ast.Result: stores.on_result,
    ast.Assign: stores.on_assign,
    ast.Change: stores.on_change,
    ast.Gain: things.on_gain,
    ast.Move: things.on_move,
    ast.Place: things.on_place,
    ast.Remove: things.on_remove,
    ast.Draw: things.on_draw,
    ast.Shuffle: things.on_shuffle,
    ast.Swap: swapping.on_swap,
    ast.Call: rule_calls.on_call,
    ast.Require: control.on_require,
    ast.Say: control.on_say,
    ast.Begin: control.on_begin,
    ast.Stop: control.on_stop,
    ast.If: control.on_if,
    ast.For: control.on_for,
    ast.Each: control.on_each,
    ast.Repeat: control.on_repeat,
    ast.As: control.on_as,
    ast.With: control.on_with,
    ast.Choose: choices.on_choose,
    ast.ChooseOne: choices.on_chooseone,
    ast.AnyOrder: choices.on_anyorder,
    ast.May: choices.on_may,
    ast.Offer: choices.on_offer,
}

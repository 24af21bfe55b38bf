"""Things on their way: moves, draws, new pieces and shuffles as lines of Python."""

from __future__ import annotations

import re
from functools import cached_property

from ..plan.names import constant
from ..typed import tree
from ..typed import types as t
from ..typed.checks_walk import statements
from ..typed.tree import E, FieldInfo
from .printing import indented
from .search import Searching

PLAIN = re.compile(r"\w+")  # a name or a figure: it may stand there several times


class Moving(Searching):
    def value(self, e: E, wanted: t.Type) -> str:
        raise NotImplementedError

    def blank(self, info: FieldInfo) -> str:
        raise NotImplementedError

    def is_piece(self, e: E) -> bool:
        return (e.type.item if e.type.is_many else e.type).name == "piece"

    def piece_of(self, e: E) -> str:
        return (e.type.item if e.type.is_many else e.type).of

    def is_zone(self, e: E) -> bool:
        return e.op == "field" and e.type.is_many and e.type.shape in t.ZONES and self.is_piece(e)

    # ------------------------------------------------------------ moves

    def do_move(self, s: tree.Move) -> list[str]:
        if s.goal.type.name == "cell" or (
            s.goal.type.is_many and s.goal.type.item.name == "cell" and s.goal.op != "field"
        ):
            goal = self.many(s.goal) if s.goal.type.is_many else f"({self.expr(s.goal)},)"
            piece = self.piece_of(s.what)
            if s.what.type.is_many:
                return [f"for x_ in {self.many(s.what)}:", f"    stand_{piece}(g, x_, {goal})"]
            return [f"stand_{piece}(g, {self.expr(s.what)}, {goal})"]
        if self.is_piece(s.what) and self.is_zone(s.goal):
            return self.move_pieces(s)
        return self.move_values(s)

    def move_pieces(self, s: tree.Move) -> list[str]:
        """A whole zone is moved in one go; other pieces leave the zone in which they are one by one."""
        first, goal, number = self.zone(s.goal, "goal_")
        if self.is_zone(s.what) and not first and s.end != "top":
            found, origin, _ = self.zone(s.what, "origin_")
            return [
                *found,
                f"moved = {origin}",
                f"{origin} = ()",
                *self.arrive(s.what, "moved", goal, number),
            ]
        if s.what.type.is_many:
            body = [*first, *self.move_piece(s, "x_", goal, number)]
            return [f"for x_ in {self.many(s.what)}:", *indented(body)]
        what = self.expr(s.what)
        if not PLAIN.fullmatch(what):
            first, what = [f"x_ = {what}", *first], "x_"
        return [*first, *self.move_piece(s, what, goal, number)]

    def move_piece(self, s: tree.Move, what: str, goal: str, number: str) -> list[str]:
        """One piece, wherever it is."""
        arrival = f"{goal} = ({what}, *{goal})" if s.end == "top" else f"{goal} += ({what},)"
        return [f"leave_{self.piece_of(s.what)}(g, {what}, {number})", arrival]

    def arrive(self, of: E, pieces: str, goal: str, number: str) -> list[str]:
        """Pieces that have left their zone come to the end of another one."""
        place = f"g.{self.piece_of(of)}_zone[x_]"
        return [f"{goal} += {pieces}", f"for x_ in {pieces}:", f"    {place} = {number}"]

    def zone(self, e: E, name: str) -> tuple[list[str], str, str]:
        """A zone: its tuple and its number, and the line that finds out first which one of several it is."""
        info: FieldInfo = e.data
        owner, key = e.args
        number = f"Z_{constant(info.attribute)}"
        if owner is None and key is None:
            return [], f"g.{info.attribute}", number
        place = self.index(info, owner, key)
        first = [] if re.fullmatch(r"\w+( \* \d+ \+ \w+)?", place) else [f"{name} = {place}"]
        place = name if first else place
        return first, f"g.{info.attribute}[{place}]", f"{number} + {place}"

    def less(self, origin: str, values: str) -> str:
        """What is left of some values without others."""
        one = re.fullmatch(r"\((\w+),\)", values)
        return f"without({origin}, {one[1]})" if one else f"difference({origin}, {values})"

    def move_values(self, s: tree.Move) -> list[str]:
        values = self.many(s.what) if s.what.type.is_many else f"({self.expr(s.what)},)"
        lines: list[str] = []
        if s.origin is not None and s.what.op not in ("local", "const"):
            lines.append(f"moved = {values}")
            values = "moved"
        if s.origin is not None:
            origin = self.expr(s.origin)
            lines.append(f"{origin} = {self.less(origin, values)}")
        goal = self.expr(s.goal)
        if not s.goal.type.is_many:
            single = (
                self.expr(s.what) if not s.what.type.is_many and values != "moved" else f"first({values})"
            )
            return [*lines, f"{goal} = {single}"]
        if s.goal.type.shape == "set":
            return [*lines, f"{goal} = joined({goal}, {values})"]
        if s.end == "top":
            return [*lines, f"{goal} = {values} + {goal}"]
        return [*lines, f"{goal} = {goal} + {values}"]

    # ------------------------------------------------------------ draws and shuffles

    def do_draw(self, s: tree.Draw) -> list[str]:
        amount = self.expr(s.amount)
        if s.amount.op != "const" and (s.amount.type.low is None or s.amount.type.low < 0):
            amount = f"max(0, {amount})"
        if self.is_zone(s.origin) and self.is_zone(s.goal):
            return self.draw_pieces(s, amount)
        origin, goal = self.expr(s.origin), self.expr(s.goal)
        lines = [f"drawn = {origin}[:{amount}]", f"{origin} = {origin}[{amount}:]"]
        if s.goal.type.is_many:
            return [*lines, f"{goal} = {goal} + drawn"]
        return [*lines, f"{goal} = first(drawn)"]

    def draw_pieces(self, s: tree.Draw, amount: str) -> list[str]:
        first, origin, _ = self.zone(s.origin, "origin_")
        others, goal, number = self.zone(s.goal, "goal_")
        if others:  # which zone it is may change with each piece
            body = [*others, f"leave_{self.piece_of(s.origin)}(g, x_, {number})", f"{goal} += (x_,)"]
            return [*first, f"for x_ in {origin}[:{amount}]:", *indented(body)]
        return [
            *first,
            f"drawn = {origin}[:{amount}]",
            f"{origin} = {origin}[{amount if amount.isdecimal() else 'len(drawn)'} :]",
            *self.arrive(s.origin, "drawn", goal, number),
        ]

    def do_shuffle(self, s: tree.Shuffle) -> list[str]:
        zone = self.expr(s.zone)
        return [f"{zone} = shuffled(g, {zone})"]

    # ------------------------------------------------------------ pieces made and taken out of play

    def fields_of(self, s: tree.Place) -> list[str]:
        infos = self.game.pieces[s.piece].fields
        return [self.value(s.fields[n], i.type) if n in s.fields else self.blank(i) for n, i in infos.items()]

    def do_place(self, s: tree.Place) -> list[str]:
        args = self.fields_of(s)
        if self.is_zone(s.at):
            first, goal, number = self.zone(s.at, "goal_")
            return [*first, f"{goal} += (new_{s.piece}({', '.join(['g', *args, number])}),)"]
        made = f"new_{s.piece}({', '.join(['g', *args])})"
        if s.at.type.name == "cell":
            return [f"stand_{s.piece}(g, {made}, ({self.expr(s.at)},))"]
        return [f"stand_{s.piece}(g, {made}, {self.many(s.at)})"]

    def place_alike(self, times: E, s: tree.Place) -> list[str]:
        """Pieces alike come into a zone in one go."""
        first, goal, number = self.zone(s.at, "goal_")
        args = ["g", self.expr(times), *self.fields_of(s), number]
        return [*first, f"{goal} += new_{s.piece}_times({', '.join(args)})"]

    def alike_in(self, s: tree.Repeat) -> tree.Place | None:
        """What a loop places in a zone, if it does nothing else and all of its pieces are alike."""
        place = s.body[0] if len(s.body) == 1 else None
        if s.times is None or not isinstance(place, tree.Place) or not self.is_zone(place.at):
            return None
        where = [e for e in place.at.args if e is not None]
        asked = [x for e in (*place.fields.values(), *where) for x in e.walk()]
        found = all(map(self.is_steady, asked)) and not any(e.type.optional for e in where)
        return place if found else None

    def is_steady(self, e: E) -> bool:
        """Whether something stays as it is while pieces are made."""
        if e.op == "column":
            return self.game.kinds[e.data].columns[e.name].constant
        return e.op in ("const", "local", "you", "this")

    @cached_property
    def made_alike(self) -> set[str]:
        """The sorts of pieces of which rules make several alike in one go."""
        loops = [
            s for f in self.plan.signatures.values() for s in statements(f.body) if isinstance(s, tree.Repeat)
        ]
        return {place.piece for s in loops if (place := self.alike_in(s)) is not None}

    def do_remove(self, s: tree.Remove) -> list[str]:
        if s.origin is None:
            piece = self.piece_of(s.what)
            if s.what.type.is_many:
                return [f"for x_ in {self.many(s.what)}:", f"    remove_{piece}(g, x_)"]
            return [f"remove_{piece}(g, {self.expr(s.what)})"]
        values = self.many(s.what) if s.what.type.is_many else f"({self.expr(s.what)},)"
        origin = self.expr(s.origin)
        return [f"{origin} = {self.less(origin, values)}"]

"""Which rule holds: overrides from the inside out, reactions, and the actions of a menu, found anew at each call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.diagnostics import Span
from rulewright.typed import tree
from rulewright.typed.expr import is_lib

from . import boards
from .env import Base, Env
from .state import NONE, State, blank, seats
from .values import Values, many


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of a function: its declaration (no change), or an override in force."""

    change: tree.Change | None
    this: int = NONE
    copy: Any = NONE


Layers = tuple[Layer | tree.Change, ...]  # from the inside out; a change is not yet looked at


@dataclass(frozen=True, slots=True)
class Reaction:
    """A hook in force: for whom, as which member, for which copy."""

    change: tree.Change
    holder: int
    this: int
    copy: Any


@dataclass(frozen=True, slots=True)
class Dispute:
    """An event whose reactions may come in any order: whose order matters, as the compiler finds."""

    choice: str
    hooks: tuple[Span, ...]  # where those stand in the rules whose order matters
    clashes: tuple[tuple[int, int], ...]
    idle: tuple[
        tuple[int, tree.E, tuple[int, ...]], ...
    ] = ()  # what does nothing unless that holds, and what could change it

    def options(self, left: list[int], holds: Callable[[tree.E], bool]) -> list[int]:
        """What may come next: one that can do nothing, the first that clashes with none of the others, or all that clash."""
        left = list(dict.fromkeys(left))
        idle = {i: {*wakers} for i, test, wakers in self.idle if i in left and not holds(test)}
        while woken := [i for i, wakers in idle.items() if wakers & {*left} - {*idle}]:
            idle = {i: wakers for i, wakers in idle.items() if i not in woken}
        if idle and len(left) > 1:
            return [min(idle)]
        clashing = [
            i for i in left if any(i in pair and j in pair for pair in self.clashes for j in left if j != i)
        ]
        return [i for i in left if i not in clashing][:1] or clashing


class Rules:
    """The rules of one game for one number of players."""

    def __init__(self, game: tree.Game, players: int, disputes: dict[str, Dispute]) -> None:
        self.game = game
        self.disputes = disputes  # by event
        self.values = Values(self)
        self.actions = [f for f in game.functions.values() if f.category == "action"]
        self.overrides = self.by_target(game.overrides)
        self.hooks = self.by_target(game.hooks)
        st = State(players)
        self.boards = {
            b.name: boards.make(b, lambda e, this: self.values.value(e, Env({}, this=this), st))
            for b in game.boards.values()
        }
        self.edges: dict[str, list[tuple[int, int]]] = {}
        self.make_edges()

    # ------------------------------------------------------------ the first state

    def make_edges(self) -> None:
        """The pairs of cells for which an edge's test holds before anything has happened."""
        for board in self.game.boards.values():
            st = State(self.game.players[0])
            for info in self.game.fields.values():
                if info.owner == f"cell:{board.name}":
                    self.fill(info, st)
            cells = self.boards[board.name].cells
            for e in board.edges.values():
                pairs = [(a, b) for a in cells for b in cells if a < b]
                self.edges[f"{board.name}.{e.name}"] = [
                    (a, b)
                    for a, b in pairs
                    if self.values.holds(e.test, Env({e.ends[0]: a, e.ends[1]: b}), st)
                ]

    def new_state(self, players: int, options: dict[str, int]) -> State:
        st = State(players)
        for piece in self.game.pieces:
            st.alive[piece] = ()
            st.made[piece] = 0
        for info in self.game.fields.values():
            if "option" in info.flags:
                value = options[info.name]
                st.fields[(info.attribute, 0, 0)] = bool(value) if info.type.name == "flag" else value
            elif not info.owner.startswith("piece:"):
                self.fill(info, st)
        for q in self.game.participants.values():
            self.give_attributes(q, st)
        return st

    def give_attributes(self, q: tree.Participant, st: State) -> None:
        infos = {i.name: i for i in self.game.fields.values() if i.owner == "player"}
        for name, e in q.attributes.items():
            seat = st.players + q.number
            st.write(infos[name], seat, 0, self.values.wanted(e, infos[name].type, Env({}, you=seat), st))

    def fill(self, info: tree.FieldInfo, st: State) -> None:
        for owner in self.owners(info, st):
            for key in range(info.key_low, info.key_low + info.key_size) if info.key is not None else (0,):
                st.fields[(info.attribute, owner, key)] = self.first_value(info, owner, key, st)

    def owners(self, info: tree.FieldInfo, st: State) -> range:
        what, _, of = info.owner.partition(":")
        if what == "table":
            return range(1)
        if what == "player":
            return range(seats(self.game, st))
        return range(self.boards[of].size if what == "cell" else len(self.edges[of]))

    def first_value(self, info: tree.FieldInfo, owner: int, key: int, st: State) -> Any:
        default = info.default
        if default is None:
            return blank(info, len(self.game.resources))
        if is_lib(default, "by_cell"):
            return self.values.given(default.arguments[owner], Env({}), st, NONE)
        env = Env({}, you=owner, this=key if info.key is not None else owner)
        return self.values.wanted(default, info.type, env, st)

    # ------------------------------------------------------------ in force

    def by_target(self, changes: list[tree.Change]) -> dict[str, list[tree.Change]]:
        """The changes of each function, from the inside out."""
        found: dict[str, list[tree.Change]] = {}
        for c in sorted(changes, key=self.place_in_order):
            found.setdefault(c.target, []).append(c)
        return found

    def place_in_order(self, c: tree.Change) -> int:
        """Variants and bare changes first, then kinds in the game's order, participants last."""
        order = self.game.override_order
        what, _, of = c.owner.partition(":")
        name = "participant" if what == "participant" else of.partition(".")[0]
        if what == "during":  # what lasts for one rule ends last
            return len(order) + 2
        if what not in ("kind", "member", "participant"):
            return -1
        return order.index(name) if name in order else len(order) + (what == "participant")

    def instances(self, c: tree.Change, you: int, this: int, st: State) -> Iterator[tuple[int, Any]]:
        """The members and copies for which a change's owner speaks to a player now; (NONE, NONE) if it has no owner."""
        what, _, of = c.owner.partition(":")
        if what == "participant":
            if you == st.players + self.game.participants[of].number:
                yield NONE, NONE
        elif what in ("kind", "member"):
            name, _, member = of.partition(".")
            kind = self.game.kinds[name]
            members = [kind.members.index(member)] if member else list(range(len(kind.members)))
            if self.game.functions[c.target].owner == f"kind:{name}":
                yield from ((m, NONE) for m in members if m == this)
            elif kind.in_force is not None:
                for m in members:
                    yield from self.copies(kind.in_force, you, m, st)
        else:
            yield NONE, NONE

    def copies(self, clause: tree.InForce, you: int, member: int, st: State) -> Iterator[tuple[int, Any]]:
        env = Env({}, you=you, this=member)
        if clause.copies is not None:
            yield from ((member, x) for x in self.values.all(clause.copies, env, st))
        elif self.values.holds(clause.test, env, st):
            yield member, NONE

    def names(self, c: tree.Change, args: tuple[Any, ...], subject: int, copy: Any) -> dict[str, Any]:
        found = {p.name: a for p, a in zip(c.params, args)}
        if c.subject:
            found[c.subject] = subject
        if c.copy:
            found[c.copy] = copy
        return found

    def matches(self, c: tree.Change, args: tuple[Any, ...], env: Env, st: State) -> bool:
        constants = all(args[i] == self.values.value(e, env, st) for i, e in c.matches)
        return constants and self.values.holds(c.where, env, st)

    # ------------------------------------------------------------ overrides

    def layers(self, key: str, you: int, this: int, st: State) -> Layers:
        """What may speak in one call, from the inside out; whether it is in force is read when the call comes to it."""
        return (Layer(None, this), *self.overrides.get(key, ()))

    def opened(
        self,
        key: str,
        layers: Layers,
        you: int,
        this: int,
        args: tuple[Any, ...],
        st: State,
    ) -> tuple[tree.Block, Env]:
        """The body of the outermost layer that speaks of these arguments, and what it knows."""
        last = layers[-1]
        if isinstance(last, tree.Change):
            found = [Layer(last, member, copy) for member, copy in self.instances(last, you, this, st)]
            if last.copy:
                found.reverse()  # the first copy is the outermost
            return self.opened(key, (*layers[:-1], *found), you, this, args, st)
        c = last.change
        if c is None:
            function = self.game.functions[key]
            return function.body, Env({p.name: a for p, a in zip(function.params, args)}, you, this)
        base = Base(key, layers[:-1], this, tuple(p.name for p in c.params))
        env = Env(self.names(c, args, you, last.copy), you, last.this, base)
        if self.matches(c, args, env, st):
            return c.body, env
        return self.opened(key, layers[:-1], you, this, args, st)

    # ------------------------------------------------------------ reactions

    def reactions(self, key: str, you: int, this: int, st: State) -> list[Reaction]:
        """Every hook with those for whom it speaks, at the moment when the rule has finished."""
        return [r for c in self.hooks.get(key, ()) for r in self.reactions_of(c, you, this, st)]

    def reactions_of(self, c: tree.Change, you: int, this: int, st: State) -> Iterator[Reaction]:
        anybody = c.subject and c.owner.startswith(("kind:", "member:", "participant:"))
        for holder in range(seats(self.game, st)) if anybody else [you]:
            for member, copy in self.instances(c, holder, this, st):
                yield Reaction(c, holder, member, copy)

    def reacting(self, r: Reaction, you: int, args: tuple[Any, ...], st: State) -> Env | None:
        """What a reaction knows at its turn; None if it does not speak of these arguments."""
        env = Env(self.names(r.change, args, you, r.copy), r.holder, r.this)
        return env if self.matches(r.change, args, env, st) else None

    def after_use(self, f: tree.Function, you: int, st: State) -> Iterator[Reaction]:
        """`when used` of the member, or of the kind of the member, to which an action belongs."""
        what, _, of = f.owner.partition(":")
        if what != "member":
            return
        kind, _, member = of.partition(".")
        this = self.game.kinds[kind].members.index(member)
        for c in self.game.hooks:
            if c.target == "used" and c.owner in (f.owner, f"kind:{kind}"):
                copy = next((x for m, x in self.in_force(f, you, st)), NONE) if c.copy else NONE
                yield Reaction(c, you, this, copy)

    # ------------------------------------------------------------ menus

    def in_force(self, f: tree.Function, you: int, st: State) -> Iterator[tuple[int, Any]]:
        """The member (and copy) for which an action speaks; nothing if it does not speak to this player now."""
        what, _, of = f.owner.partition(":")
        if what == "member":
            name, _, member = of.partition(".")
            kind = self.game.kinds[name]
            number = kind.members.index(member)
            if kind.in_force is None:
                yield number, NONE
            else:
                yield from self.copies(kind.in_force, you, number, st)
        elif what != "participant" or you == st.players + self.game.participants[of].number:
            yield NONE, NONE

    def menu(self, menu: str, you: int, st: State) -> list[int]:
        """The actions of a menu, by number, that are in force for a player and not used up."""
        return [
            i
            for i, f in enumerate(self.actions)
            if f.menu == menu
            and not (f.once_per and st.used.get((f.key, -1 if f.shared else you)))
            and any(True for _ in self.in_force(f, you, st))
        ]

    def final_winners(self, st: State) -> tuple[int, ...]:
        functions = self.game.functions
        st.over = True  # it is over when this is asked
        if "winners" in functions:
            return many(self.values.define("winners", 0, NONE, (), st))
        scores = self.scores(st)
        return tuple(p for p, n in enumerate(scores) if n == max(scores))

    def scores(self, st: State) -> tuple[int, ...]:
        if "score" not in self.game.functions:
            return ()
        return tuple(self.values.define("score", p, NONE, (), st) for p in range(st.players))

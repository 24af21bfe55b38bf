"""On what each frame can stand, and which frames wait for the answer to a choice: by this a saved game is checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..code.from_plan import FIRST_LABEL
from ..plan import model
from ..typed.expr import CallExpr

UNIT, JOIN, WITH, REASK = "unit", "join", "with", "reask"  # the runtime's own frames
ANY_CHOICE, ANYTHING = "any choice", "anything"
# Labels as the runtime numbers them, and what stands for any.
OWN_LABELS = {UNIT: 0, JOIN: 2, WITH: 3, REASK: 4, ANY_CHOICE: -1, ANYTHING: -2}
DEEPEST = 5  # of the runtime's own frames above one of the rules; deeper ones are not told apart

# What lies below a frame: the runtime's own frames from the top down, then the first of the rules.
Stack = tuple[str, ...]


@dataclass(slots=True)
class Stacks:
    """What was found of a plan."""

    below: dict[str, set[Stack]] = field(default_factory=dict)  # by function: what `up` can be in it
    asks: dict[str, set[str]] = field(default_factory=dict)  # by choice: the frames that wait for the answer


def stacks(plan: model.Plan) -> Stacks:
    """What can lie below the frames of a game: gone through again until nothing is added."""
    walk = _Walk(plan)
    walk.enter("begin_play", {()})
    for key, follows in (("play", "end_of_play"), ("setup", "begin_play")):
        if key in plan.asking:
            walk.enter(plan.names[key], {(follows,)})
    walk.enter("end_of_play", {()})
    for key in plan.asking:  # examples carry out one rule alone
        walk.enter(plan.names[key], {()})
    for action in plan.actions:
        if action.asking and action.menu in plan.free_menus:
            walk.enter(plan.names[action.key], {(UNIT, REASK, ANY_CHOICE)})
    walk.run()
    return walk.found


class _Walk:
    """Follows `up` through the functions of a plan."""

    def __init__(self, plan: model.Plan) -> None:
        self.plan = plan
        self.functions = {f.name: f for f in plan.functions}
        self.found = Stacks()
        self.waiting: list[str] = []

    def enter(self, function: str, up: set[Stack]) -> None:
        """Notes what `up` can be in a function; if that is new, the function is gone through again."""
        known = self.found.below.setdefault(function, set())
        if not up <= known:
            known |= up
            self.waiting.append(function)

    def run(self) -> None:
        """Goes through functions until nothing is new."""
        while self.waiting:
            name = self.waiting.pop()
            if name in self.functions:
                self.nodes(self.functions[name].body, set(self.found.below[name]))

    def pushed(self, frame: model.Frame | None, up: set[Stack]) -> set[Stack]:
        """What `up` is above a frame; without one, as it was."""
        if frame is None:
            return up
        self.enter(frame.label, up)
        return {(frame.label,)}

    def nodes(self, body: Iterable[model.Node], up: set[Stack]) -> None:
        """Goes through the nodes of a body, one after the other."""
        for n in body:
            up = self.node(n, up)

    def node(self, n: model.Node, up: set[Stack]) -> set[Stack]:
        """What `up` is after a node."""
        if isinstance(n, model.Branch):
            self.nodes(n.then, up)
            self.nodes(n.otherwise, up)
        elif isinstance(n, model.Push):
            return self.push(n, up)
        elif isinstance(n, model.Jump):
            self.enter(n.function, up)
        elif isinstance(n, model.Bounce):
            self.pushed(n.frame, up)
        elif isinstance(n, model.Invoke):
            above = self.pushed(n.frame, up)
            for key in [n.call.name] if isinstance(n.call, CallExpr) else self.effects():
                self.enter(self.plan.names[key], above)
        elif isinstance(n, model.RunAction):
            above = own(UNIT, self.pushed(n.frame, up))
            menus = {menu for menu, _ in n.menus}
            for action in self.plan.actions:
                if action.asking and action.menu in menus:
                    self.enter(self.plan.names[action.key], above)
        elif isinstance(n, model.Ask):
            self.pushed(n.frame, up)
            self.found.asks.setdefault(n.choice, set()).add(n.frame.label)
            self.nodes(n.fallback or (), up)
        elif isinstance(n, model.Secret):
            self.enter(n.frame.label, own(JOIN, self.pushed(n.after, up)))
        return up

    def push(self, n: model.Push, up: set[Stack]) -> set[Stack]:
        """What `up` is after a frame was put on it, in some cases or in all."""
        if n.kind != "frame":
            return own(UNIT if n.kind == "unit" else WITH, up)
        above = self.pushed(n.frame, up)
        return above if n.test is None else above | up

    def effects(self) -> list[str]:
        """The rules in tables that ask."""
        return [e.name for _, e in self.plan.rule_values if e.name in self.plan.asking]


def own(frame: str, up: set[Stack]) -> set[Stack]:
    """One of the runtime's frames on top of each."""
    return {(frame, *stack) if len(stack) <= DEEPEST else (ANYTHING,) for stack in up}


class Numbered:
    """What can lie below frames, by the numbers of their labels."""

    def __init__(self, plan: model.Plan, labels: Sequence[str]) -> None:
        self.plan = plan
        self.stacks = stacks(plan) if labels else Stacks()
        self.numbers = {**OWN_LABELS, **{name: FIRST_LABEL + i for i, name in enumerate(labels)}}
        self.all: list[tuple[tuple[int, ...], ...]] = []

    def below(self, label: str) -> int:
        """The number of all that can lie below a frame; frames of one rule have most of it in common."""
        found = self.stacks.below.get(label, set())
        row = tuple(sorted(tuple(self.numbers[name] for name in stack) for stack in found))
        if row not in self.all:
            self.all.append(row)
        return self.all.index(row)

    def asks(self) -> list[tuple[int, ...]]:
        """Of each choice, the labels that wait for its answer."""
        asks = self.stacks.asks
        return [tuple(sorted(self.numbers[name] for name in asks.get(c.name, ()))) for c in self.plan.choices]

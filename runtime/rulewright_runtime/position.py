"""What a position is made of: frames, the tables of an engine, the pending decision, and what can go wrong.

A position is plain data. What remains to be done is a chain of immutable frames (`Then`); a decision is the
frame that waits for the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias

# No thing at all: far below every index, so that a field of nothing can never be read by mistake.
NONE: Final = -1_000_000_000
# A seat without a human gives no answer of its own.
UNDECIDED: Final = NONE - 1
# Free actions stand beside the options of any decision, from this number up.
FREE: Final = 1_000_000_000
# Labels of the runtime's own frames; an engine numbers its labels from FIRST_LABEL.
L_UNIT: Final = 0  # a unit has been finished: a branch, a `may`, an action, whose number it saves
L_FINISH: Final = 1  # the game's `play` has ended
L_JOIN: Final = 2  # one player has answered everything secret
L_WITH: Final = 3  # the end of a block with free actions
L_REASK: Final = 4  # after a free action: ask the interrupted decision again
FIRST_LABEL: Final = 5


# What happens next, a frame: what to go on with afterwards, the label to resume now, then the saved locals, as in
# `(up, L_LABEL, you, card)`. A plain tuple, since an engine makes frames all the time.
Then: TypeAlias = tuple[Any, ...]


class Standing:
    """What encloses a frame: it follows from the frames alone, and is the same for all between two of these."""

    __slots__ = ("inside", "risky", "risky_after", "menus", "in_unit", "before_risk", "in_block")

    def __init__(
        self,
        inside: bool,
        risky: bool,
        risky_after: bool,
        menus: dict[int, int],
    ) -> None:
        self.inside = inside  # a unit encloses it
        self.risky = risky  # something that can fail still follows inside a unit, or after a free action
        self.risky_after = risky_after  # the same, if what the frame itself does can fail
        self.menus = menus  # seat -> the nearest menu of free actions; -1: inside a free action
        # what stands in a unit there, before something that can fail, and in a block with free actions by (seat, menu),
        # once that was asked for
        self.in_unit: Standing | None = None
        self.before_risk: Standing | None = None
        self.in_block: dict[tuple[Any, ...], Standing] = {}


NOWHERE: Final = Standing(False, False, False, {})


class Blocked(Exception):
    """A `pay`, a `require` or a choice that cannot be carried out; carries the rule's own words and its id."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class Stuck(Blocked):
    """A choice of which nothing can be chosen: where a trial came to it, so that what stands behind it can be told."""

    def __init__(self, reason: str, rule: str, position: Position, choice: int, then: Then) -> None:
        super().__init__(reason, rule)
        self.position = position
        self.choice = choice
        self.then = then


class RulesFailure(Exception):
    """The rules led to something impossible: a dead end, a figure out of its range."""


class Finished(Exception):
    """Inside a trial run: the unit can be carried through."""


class GameOver(Exception):
    """Raised by `end_game` wherever it stands."""


def outline(prompt: str) -> str:
    """A text without its holes, and without brackets in which there are some."""
    return re.sub(r" \([^()]*…[^()]*\)", "", re.sub(r"\{[^{}]*\}", "…", prompt))


class Choice:
    """What the engine knows of one choice in the rules, whatever the position."""

    __slots__ = (
        "name",
        "prompt",
        "rule",
        "place",
        "type",
        "hidden",
        "texts",
        "options",
        "why",
        "text",
        "always",
        "sure",
        "otherwise",
        "never_empty",
        "sure_if",
        "harmless",
        "veil",
        "asked",
        "beyond",
        "decides",
        "begun",
        "opened",
        "scattered",
        "granted",
    )

    def __init__(
        self,
        name: str,  # rule.variable, or the rule or menu
        prompt: str,
        rule: str,  # rule ids, as in "TM-8.1, TM-8.2"
        place: str,  # rules file and line
        type: str,  # kind:NAME cell:NAME piece:NAME edge:BOARD.NAME player number flag branch menu may list
        hidden: bool,
        texts: tuple[str, ...],  # labels of branches
        options: Callable[[Any, Then], list[int]],  # computed again from the frame
        why: (
            Callable[[Any, Then, int], tuple[str, str]] | None
        ),  # the condition that an option fails, and its rule ids
        text: (
            Callable[[Any, Then, int], str] | None
        ),  # an option in words, where that depends on the position
        always: bool = False,  # asked even if one option is left: not asking would tell what is private
        sure: tuple[int, ...] = (),  # options that need no trial outside of units: their own tests decide
        otherwise: (
            Callable[[Any, Then, int], Then | None] | None
        ) = None,  # goes on where nothing can be chosen
        never_empty: bool = False,  # some option is always there
        sure_if: (
            Callable[[Any, Then, int], bool] | None
        ) = None,  # whether an option needs no trial in this position
        harmless: tuple[int, ...] = (),  # free actions that take no answer away
        veil: (
            Callable[[Any, Then, int], bool] | None
        ) = None,  # whether a player holds what others cannot see: then even a refusal alone is asked for
        asked: Callable[[Any, Then], str] | None = None,  # the prompt, where it depends on the position
        beyond: tuple[int, ...] = (),  # labels of the frames above it, up to whose ends `sure_if` looks
        decides: bool = False,  # there `sure_if` says also what is not possible
        begun: Callable[[Then], bool] | None = None,  # whether some of a set is chosen already
        opened: (
            Callable[[Then], bool] | None
        ) = None,  # whether an earlier answer of its own statement has begun a unit
        scattered: bool = False,  # things of several zones are chosen from: each is told with its zone
        granted: tuple[
            str, ...
        ] = (),  # the tile or card whose rules ask, as in kind:tile:bridge; of several hooks: that of each branch
    ) -> None:
        self.name = name
        self.prompt = prompt
        self.rule = rule
        self.place = place
        self.type = type
        self.hidden = hidden
        self.texts = texts
        self.options = options
        self.why = why
        self.text = text
        self.always = always
        self.sure = frozenset(sure)
        self.otherwise = otherwise
        self.never_empty = never_empty
        self.sure_if = sure_if
        self.harmless = frozenset(FREE + action for action in harmless)
        self.veil = veil
        self.asked = asked
        self.beyond = beyond
        self.decides = decides
        self.begun = begun
        self.opened = opened
        self.scattered = scattered
        self.granted = granted

    def outline(self) -> str:
        """What is asked, without what depends on the position: its holes, and brackets in which there are some."""
        return outline(self.prompt)


class Action:
    """One action of a menu."""

    __slots__ = ("name", "label", "menu", "rule", "run", "why", "changes", "granted")

    def __init__(
        self,
        name: str,
        label: str,
        menu: str,
        rule: str,
        run: Callable[[Any, int, tuple[Any, ...], Then | None], Then | None],
        why: (
            Callable[[Any, int], tuple[str, str]] | None
        ) = None,  # why it is not in the menu: used up, not in force
        changes: tuple[
            str, ...
        ] = (),  # of a free action that asks nothing and draws on no chance: all the attributes that it changes
        granted: str = "",  # the tile or card whose action it is, as in kind:tile:bridge
    ) -> None:
        self.name = name
        self.label = label
        self.menu = menu
        self.rule = rule
        self.run = run
        self.why = why
        self.changes = changes
        self.granted = granted


# What resumes the runtime's own frames, in the order of their labels; filled by `core`.
OWN_FRAMES: Final[list[Callable[[Any, Then, int], Then | None]]] = []


class Machine:
    """The tables of an engine that the machine needs; one for each engine, filled when the engine is imported."""

    __slots__ = (
        "resume",
        "labels",
        "risky",
        "choices",
        "actions",
        "free_menus",
        "exact_menus",
        "controller",
        "decide",
        "veiled",
        "asks_all",
        "noting",
        "stores",
        "last_enclosed",
        "enclosing",
    )

    def __init__(self, stores: int = 0) -> None:
        self.stores = stores  # how many values are kept until something that they read changes
        self.resume: list[Callable[[Any, Then, int], Then | None]] = OWN_FRAMES[:]
        self.labels: list[str] = ["unit", "finish", "join", "with", "reask"]
        # whether what a frame does can fail; of the runtime's own frames, whether what they enclose depends on them
        self.risky: list[bool] = [label in (L_UNIT, L_WITH, L_REASK) for label in range(FIRST_LABEL)]
        self.choices: list[Choice] = []
        self.actions: list[Action] = []
        # menu of free actions -> what a player may take of it, numbered from FREE up
        self.free_menus: dict[int, Callable[[Any, int], list[int]]] = {}
        # menus of free actions that need no trial: they offer only what can be carried through
        self.exact_menus: set[int] = set()
        # who answers for a seat without a human
        self.controller: Callable[[Any, int], int] | None = None
        # what a seat without a human answers, or UNDECIDED if its controller is asked
        self.decide: Callable[[Any, int, int, list[int], Then], int] | None = None
        # refusals alone are asked for where not asking would tell something; examples leave that out
        self.veiled = True
        # whether decisions with a single answer are asked, too
        self.asks_all = False
        # is told of each answer that nobody was asked for: the seat, the choice, the answer, the frame that takes it
        self.noting: Callable[[Any, int, int, int, Then], None] | None = None
        # the frame of which it was asked last what encloses it, and the answer; one pair, so that threads cannot mix them up
        self.last_enclosed: tuple[Then | None, Standing] = (None, NOWHERE)
        # the same of frames that make a difference, by identity; the frame is kept, so that no other one can get its identity
        self.enclosing: dict[int, tuple[Then, Standing]] = {}


class Position:
    """What every game's state holds beside its own fields: seats, chance and the pending decision."""

    __slots__ = (
        "machine",
        "players",
        "chance",
        "script",
        "trial",
        "over",
        "winners",
        "log",
        "player",
        "you",
        "choice",
        "options",
        "then",
        "answer",
        "waiting",
        "tried",
        "call_depth",
        "idle_rounds",
        "memo",
    )

    def __init__(self, machine: Machine, players: int) -> None:
        self.machine = machine
        self.players = players
        self.chance = 0  # the whole state of the random generator: its key and the number of the next draw
        self.script: tuple[tuple[str, Any], ...] = ()  # what an example says chance will give
        self.trial = -1  # the player whose unit is being tried out; -1: this is the real game
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.log: list[tuple[str, str]] | None = None  # (text, rule id), newest last; None: not kept
        self.player = -1  # who answers
        self.you = -1  # for whom
        self.choice = -1
        self.options: list[int] = []
        self.then: Then | None = None
        self.answer = 0  # what nobody was asked for: the next frame to be resumed takes it
        self.waiting: tuple[tuple[int, int, int, list[int], Then], ...] = ()  # other secret decisions
        self.tried: tuple[int, ...] = ()  # inside a trial: the actions being tried, which are not tried again

        self.call_depth = 0  # how deep rules that call themselves are in each other
        self.idle_rounds = 0  # how often rules went round since the last decision
        # memoised values of stable fields, by seat or what they are about; an invalidated store is replaced, so clones may share it
        self.memo: list[dict[Any, Any]] = [{} for _ in range(machine.stores)]

    def clone(self) -> Position:
        """A copy that can be played on by itself; every engine has its own."""
        raise NotImplementedError

    def copy_into(self, other: Position) -> None:
        """Copies what every game shares; the emitted `clone` copies the rest."""
        other.machine = self.machine
        other.players = self.players
        other.chance = self.chance
        other.script = self.script
        other.trial = self.trial
        other.over = self.over
        other.winners = self.winners
        other.log = None if self.log is None else self.log[:]
        other.player = self.player
        other.you = self.you
        other.choice = self.choice
        other.options = self.options
        other.then = self.then
        other.answer = self.answer
        other.waiting = self.waiting
        other.tried = self.tried
        other.call_depth = self.call_depth
        other.idle_rounds = self.idle_rounds
        other.memo = self.memo[:]


def caller(f: Then, frames: int) -> Then:
    """A frame so many above another."""
    for _ in range(frames):
        f = f[0]
    return f


def beneath(up: Then | None, frames: int) -> Then | None:
    """What lies so many frames below: the caller, seen from inside a block."""
    for _ in range(frames):
        assert up is not None
        up = up[0]
    return up


# ---------------------------------------------------------------- memoised values


def invalidate(g: Position, readers: tuple[int, ...]) -> None:
    """Drops the memoised values that read a field which has changed."""
    memo = g.memo
    for store in readers:
        memo[store] = {}


def invalidate_for(g: Position, seat: int, readers: tuple[int, ...]) -> None:
    """Drops the memoised values of one player, whose field has changed."""
    memo = g.memo
    for store in readers:
        own = memo[store].copy()  # its own even if it is empty: clones share what they find there
        own.pop(seat, None)
        memo[store] = own


class Candidates:
    """The memoised candidates of a search: all of them once, and each thing with its own."""

    __slots__ = ("every", "things", "over", "figures")

    def __init__(self, things: dict[int, set[Any]], over: tuple[int, ...], figures: Any = None) -> None:
        self.every: tuple[Any, ...] = tuple(sorted(set().union(*things.values())))
        self.things = list(things.items())
        self.over = over  # everything that was gone over
        self.figures = figures  # the figures of the player with which they were computed


def invalidate_at(g: Position, cell: int, readers: tuple[int, ...]) -> None:
    """Drops the memoised candidates of searches that went over a cell whose field has changed."""
    for store in readers:
        g.memo[store] = {seat: found for seat, found in g.memo[store].items() if cell not in found.over}


def invalidate_all(g: Position) -> None:
    """Drops all memoised values: fields were changed from outside."""
    g.memo = [{} for _ in g.memo]

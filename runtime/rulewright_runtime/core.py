"""The machine under every engine: frames, decisions, steps, units that never dead-end, secret answers, free actions.

A position is plain data. What remains to be done is a chain of immutable `Then` frames; a decision is the
frame that waits for the answer. Functions of an engine return the next frame to resume, or None when they
wait for an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

# No thing at all: far below every index, so that a field of nothing can never be read by mistake.
NONE: Final = -1_000_000_000
# A seat without a human gives no answer of its own.
UNDECIDED: Final = NONE - 1
# Free actions stand beside the options of any decision, from this number up.
FREE: Final = 1_000_000_000
# A trial run of a unit gives up, as a success, after so many decisions: rules that offer endless loops stay playable.
TRIAL_LIMIT: Final = 10_000
TRIAL_DEPTH: Final = 100

# Labels of the runtime's own frames; an engine numbers its labels from FIRST_LABEL.
L_UNIT: Final = 0  # a unit (an action, a branch, a `may`) has been finished
L_FORCED: Final = 1  # the only option, taken without asking
L_FINISH: Final = 2  # the game's `play` has ended
L_JOIN: Final = 3  # one player has answered everything secret
L_WITH: Final = 4  # the end of a block with free actions
L_REASK: Final = 5  # after a free action: ask the interrupted decision again
FIRST_LABEL: Final = 6


class Then:
    """What happens next: resume `label` with the saved locals, then go on with `up`."""

    __slots__ = ("up", "label", "saved")

    def __init__(self, up: Then | None, label: int, saved: tuple[Any, ...]) -> None:
        self.up = up
        self.label = label
        self.saved = saved

    def __reduce__(self) -> tuple[Any, ...]:
        return Then, (self.up, self.label, self.saved)


class Blocked(Exception):
    """A `pay`, a `require` or a choice that cannot be carried out; carries the rule's own words and its id."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class RulesFailure(Exception):
    """The rules led to something impossible: a dead end, a figure out of its range."""


class Finished(Exception):
    """Inside a trial run: the unit can be carried through."""


class GameOver(Exception):
    """Raised by `end_game` wherever it stands."""


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
        self.sure = sure
        self.otherwise = otherwise
        self.never_empty = never_empty
        self.sure_if = sure_if


class Action:
    """One action of a menu."""

    __slots__ = ("name", "label", "menu", "rule", "run", "why")

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
    ) -> None:
        self.name = name
        self.label = label
        self.menu = menu
        self.rule = rule
        self.run = run
        self.why = why


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
    )

    def __init__(self) -> None:
        self.resume: list[Callable[[Any, Then, int], Then | None]] = [
            unit_end,
            forced,
            finish,
            join,
            with_end,
            reask,
        ]
        self.labels: list[str] = ["unit", "forced", "finish", "join", "with", "reask"]
        self.risky: list[bool] = [False] * FIRST_LABEL
        self.choices: list[Choice] = []
        self.actions: list[Action] = []
        # menu of free actions -> its options for a player
        self.free_menus: dict[int, Callable[[Any, int], list[int]]] = {}
        # menus of free actions that need no trial: they offer only what can be carried through
        self.exact_menus: set[int] = set()
        # who answers for a seat without a human
        self.controller: Callable[[Any, int], int] | None = None
        # what a seat without a human answers, or UNDECIDED if its controller is asked
        self.decide: Callable[[Any, int, int, list[int], Then], int] | None = None


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
        "waiting",
        "tried",
        "beyond",
    )

    def __init__(self, machine: Machine, players: int) -> None:
        self.machine = machine
        self.players = players
        self.chance = 0  # the whole state of the random generator
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
        self.waiting: tuple[tuple[int, int, int, list[int], Then], ...] = ()  # other secret decisions
        self.tried: tuple[int, ...] = ()  # inside a trial: the actions being tried, which are not tried again
        self.beyond = False  # inside a trial: it goes on to the next question after the unit

    def clone(self) -> Position:
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
        other.waiting = self.waiting
        other.tried = self.tried
        other.beyond = self.beyond


def beneath(up: Then | None, frames: int) -> Then | None:
    """What lies so many frames below: the caller, seen from inside a block."""
    for _ in range(frames):
        assert up is not None
        up = up.up
    return up


# ---------------------------------------------------------------- running


def run(g: Position, then: Then | None) -> None:
    """Resumes frames until the game waits for an answer or is over."""
    resume = g.machine.resume
    try:
        while then is not None:
            then = resume[then.label](g, then, 0)
    except GameOver:
        g.then = None
        g.waiting = ()
        g.over = True


def start(g: Position, rule: Callable[[Any], Then | None]) -> None:
    """Carries out a rule outside the flow of the game, up to its first decision."""
    try:
        following = rule(g)
    except GameOver:
        g.over = True
        return
    run(g, following)


def carry_out(g: Position, rule: Callable[[Any], Then | None]) -> None:
    """Carries out a rule and answers whatever it asks by the first option."""
    start(g, rule)
    while g.then is not None:
        step(g, g.options[0])


def step(g: Position, pick: int) -> None:
    """Answers the pending decision and plays on to the next one. The pick must be one of `g.options`."""
    then = g.then
    if then is None:
        raise RulesFailure("no decision is pending")
    g.then = None
    resume = g.machine.resume
    try:
        if pick >= FREE:
            again = Then(then, L_REASK, (g.player, g.you, g.choice))
            following = g.machine.actions[pick - FREE].run(g, g.you, (), again)
        else:
            following = resume[then.label](g, then, pick)
        while following is not None:
            following = resume[following.label](g, following, 0)
    except GameOver:
        g.then = None
        g.waiting = ()
        g.over = True


# ---------------------------------------------------------------- asking


def ask(g: Position, you: int, choice: int, options: list[int], then: Then) -> Then | None:
    """Stops for an answer of `you`; a single option is taken without asking."""
    if len(options) > 1 and g.trial < 0 and you < g.players and not g.machine.free_menus:
        g.player = you
        g.you = you
        g.choice = choice
        g.options = options
        g.then = then
        return None
    return ask_specially(g, you, choice, options, then)


def ask_specially(g: Position, you: int, choice: int, options: list[int], then: Then) -> Then | None:
    """A question that may need no answer: in a trial, of a seat without a human, with one option, or beside free actions."""
    if g.trial >= 0:
        return ask_in_trial(g, you, choice, options, then)
    machine = g.machine
    if you >= g.players and machine.decide is not None:
        answer = machine.decide(g, choice, you, options, then)
        if answer != UNDECIDED:
            return Then(then, L_FORCED, (answer, you, choice))
    if machine.free_menus:
        free = free_options(g, you, choice, then)
        if free:
            options = options + free
    if len(options) == 1 and (options[0] == NONE or not machine.choices[choice].always):
        return Then(then, L_FORCED, (options[0], you, choice))
    if not options:
        raise RulesFailure(f"nothing can be chosen for {machine.choices[choice].name}")
    g.player = you if you < g.players or machine.controller is None else machine.controller(g, you)
    g.you = you
    g.choice = choice
    g.options = options
    g.then = then
    return None


def ask_checked(g: Position, you: int, choice: int, options: list[int], then: Then) -> Then | None:
    """As `ask`, but offers only what the rest of the unit can be carried through with."""
    if g.trial < 0:
        if in_unit(then.up):
            options = [x for x in options if can_finish(g, you, choice, x, then)]
        else:
            asked = g.machine.choices[choice]
            sure, sure_if = asked.sure, asked.sure_if
            if sure_if is None:
                options = [x for x in options if x in sure or can_finish(g, you, choice, x, then)]
            else:
                options = [
                    x
                    for x in options
                    if x in sure or sure_if(g, then, x) or can_finish(g, you, choice, x, then)
                ]
    return ask(g, you, choice, options, then)


def in_unit(frame: Then | None) -> bool:
    """Whether a unit encloses what the frame does."""
    while frame is not None:
        if frame.label == L_UNIT:
            return True
        frame = frame.up
    return False


def ask_in_unit(g: Position, you: int, choice: int, options: list[int], then: Then) -> Then | None:
    """As `ask_checked`, where it depends on the callers whether anything later in the unit can fail."""
    if g.trial < 0 and in_risky_unit(g, then):
        options = [option for option in options if can_finish(g, you, choice, option, then)]
    return ask(g, you, choice, options, then)


def in_risky_unit(g: Position, then: Then) -> bool:
    """Whether something that can fail still follows inside an enclosing unit."""
    risky = g.machine.risky
    seen = False
    frame: Then | None = then
    while frame is not None:
        if frame.label == L_UNIT:
            if seen:
                return True
        elif risky[frame.label]:
            seen = True
        frame = frame.up
    return False


# ---------------------------------------------------------------- trial runs


def ask_in_trial(g: Position, you: int, choice: int, options: list[int], then: Then) -> Then | None:
    if you != g.trial:
        raise Finished
    if g.machine.choices[choice].type == "menu" and g.tried:
        options = [option for option in options if option not in g.tried]
    if not options:
        raise Blocked(
            f"nothing can be chosen for {g.machine.choices[choice].name}", g.machine.choices[choice].rule
        )
    if g.beyond:
        raise Finished
    g.you = you
    g.player = you
    g.choice = choice
    g.options = options
    g.then = then
    return None


def trial_of(g: Position, you: int, choice: int, then: Then) -> Position:
    """A copy of the position in which `you` try something out."""
    copy = g.clone()
    copy.trial = you
    copy.log = None
    copy.you = you
    copy.player = you
    copy.choice = choice
    copy.then = then
    copy.waiting = ()
    return copy


def can_finish(g: Position, you: int, choice: int, option: int, then: Then) -> bool:
    """Whether some answers carry the enclosing unit through after this option."""
    return why_blocked(g, you, choice, option, then) is None


def why_blocked(g: Position, you: int, choice: int, option: int, then: Then) -> Blocked | None:
    """The first reason that stops the unit after this option, or None if it can be carried through."""
    return _search(trial_of(g, you, choice, then), option, [TRIAL_LIMIT], TRIAL_DEPTH)


def _search(g: Position, option: int, budget: list[int], depth: int) -> Blocked | None:
    """Tries an option and all that can follow it; None: the unit can be carried through."""
    budget[0] -= 1
    if budget[0] < 0 or depth < 0:
        return None
    if g.machine.choices[g.choice].type == "menu" and option != NONE:
        g.tried = (*g.tried, option)
    try:
        step(g, option)
    except Finished:
        return None
    except Blocked as blocked:
        return blocked
    return _search_on(g, budget, depth)


def _search_on(g: Position, budget: list[int], depth: int) -> Blocked | None:
    """Tries the answers to the decision at which a trial has arrived."""
    then = g.then
    if then is None:
        return None  # the game is over, or the chain has ended: nothing failed
    first: Blocked | None = None
    for option in g.options:
        blocked = _search(g.clone(), option, budget, depth - 1)
        if blocked is None:
            return None
        if first is None:
            first = blocked
    otherwise = g.machine.choices[g.choice].otherwise
    if otherwise is None:
        return first
    g.then = None  # nothing can be chosen: what the rules say for that case
    try:
        run(g, otherwise(g, then, 0))
    except Finished:
        return None
    except Blocked as blocked_too:
        return first or blocked_too
    return _search_on(g, budget, depth - 1)


# ---------------------------------------------------------------- the runtime's own frames


def unit_end(g: Position, f: Then, pick: int) -> Then | None:
    """A unit has been carried through; the outermost one ends a trial run."""
    if g.trial >= 0:
        frame = f.up
        while frame is not None:
            if frame.label == L_UNIT:
                return f.up
            frame = frame.up
        if not g.beyond:
            raise Finished
    return f.up


def forced(g: Position, f: Then, pick: int) -> Then | None:
    up = f.up
    assert up is not None
    answer: int = f.saved[0]
    return g.machine.resume[up.label](g, up, answer)


def finish(g: Position, f: Then, pick: int) -> Then | None:
    raise GameOver


def with_end(g: Position, f: Then, pick: int) -> Then | None:
    return f.up


def reask(g: Position, f: Then, pick: int) -> Then | None:
    """Asks the decision that a free action interrupted, with its options computed again."""
    then = f.up
    assert then is not None
    you: int = f.saved[1]
    choice: int = f.saved[2]
    asked = g.machine.choices[choice]
    options = asked.options(g, then)
    if asked.otherwise is not None:
        options = [option for option in options if can_finish(g, you, choice, option, then)]
        if not options:
            return asked.otherwise(g, then, 0)
    if g.machine.risky[then.label]:  # the free action may have used up what an option needs
        return ask_checked(g, you, choice, options, then)
    return ask_in_unit(g, you, choice, options, then)


def free_options(g: Position, you: int, choice: int, then: Then) -> list[int]:
    """The free actions that `you` may take beside the pending decision, which must still have an answer after them."""
    menu = -1
    in_unit = False
    frame = then.up
    while frame is not None:
        if frame.label == L_UNIT:
            in_unit = True
        elif menu < 0 and frame.label == L_WITH and frame.saved[0] == you:
            menu = frame.saved[1]
        frame = frame.up
    if menu < 0:
        return []
    options = [FREE + action for action in g.machine.free_menus[menu](g, you)]
    asked = g.machine.choices[choice]
    if in_unit:
        return [option for option in options if can_finish(g, you, choice, option, then)]
    if menu not in g.machine.exact_menus:
        options = [option for option in options if can_finish(g, you, choice, option, then)]
    if asked.never_empty:
        return options
    return [option for option in options if leaves_an_answer(g, you, choice, option, then)]


def leaves_an_answer(g: Position, you: int, choice: int, option: int, then: Then) -> bool:
    """Whether the decision that a free action interrupts can still be answered after it."""
    copy = trial_of(g, you, choice, then)
    copy.beyond = True
    return _search(copy, option, [TRIAL_LIMIT], TRIAL_DEPTH) is None


# ---------------------------------------------------------------- secret answers


def secretly(
    g: Position, players: tuple[int, ...], label: int, saved: tuple[Any, ...], up: Then | None
) -> Then | None:
    """Starts the body at `label` for each player; they answer in any order; `up` follows when all have."""
    if g.trial >= 0:
        raise Finished
    gate = Then(up, L_JOIN, ())
    resume = g.machine.resume
    pending: list[tuple[int, int, int, list[int], Then]] = []
    for player in players:
        following = resume[label](g, Then(gate, label, (player, *saved)), 0)
        while following is not None and following is not gate:
            following = resume[following.label](g, following, 0)
        if g.then is not None:
            pending.append((g.player, g.you, g.choice, g.options, g.then))
            g.then = None
    if not pending:
        return up
    g.waiting = tuple(pending)
    next_waiting(g)
    return None


def next_waiting(g: Position) -> None:
    g.player, g.you, g.choice, g.options, g.then = g.waiting[0]
    g.waiting = g.waiting[1:]


def turn_to(g: Position, player: int) -> bool:
    """Makes the pending secret decision of `player` the one that `step` answers; False if there is none."""
    if g.then is None:
        return False
    if g.player == player:
        return True
    for i, other in enumerate(g.waiting):
        if other[0] == player:
            current = (g.player, g.you, g.choice, g.options, g.then)
            g.waiting = tuple(sorted((*g.waiting[:i], *g.waiting[i + 1 :], current), key=_by_seat))
            g.player, g.you, g.choice, g.options, g.then = other
            return True
    return False


def _by_seat(pending: tuple[int, int, int, list[int], Then]) -> tuple[int, int]:
    return pending[0], pending[1]


def join(g: Position, f: Then, pick: int) -> Then | None:
    if g.trial >= 0:
        raise Finished  # what follows depends on the answers of others
    if g.waiting:
        next_waiting(g)
        return None
    return f.up

"""The plan: flat functions, each a stretch between two choices, ready to be printed; no decision is left to the templates."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..surface.ast import NOWHERE, Sources, Span
from ..typed import tree
from ..typed.expr import BaseCall, CallExpr, Lib, RuleValue
from ..typed.tree import E
from ..typed.types import Type

# ---------------------------------------------------------------- nodes of a function's body


@dataclass(slots=True)
class Frame:
    """What follows, as data: resume `label` with these locals. None in its place means `up` itself."""

    label: str  # name of the function it resumes
    saved: list[str]


@dataclass(slots=True)
class Plain:
    """A statement without a choice; printed as it is."""

    statement: tree.S
    way_out: tuple[int, bool] = (0, False)  # for a `stop` inside it


@dataclass(slots=True)
class Turn:
    """One turn more of a loop that may have no end."""

    span: Span


@dataclass(slots=True)
class Branch:
    """A test with the nodes of both outcomes."""

    test: E
    then: list[Node]
    otherwise: list[Node]


@dataclass(slots=True)
class Return:
    """Goes on with the caller: `return up`."""


@dataclass(slots=True)
class Stop:
    """Leaves the rule, also from inside units: the frames of what is left out are passed over."""

    frames: int
    unit: bool


@dataclass(slots=True)
class Jump:
    """Goes on with another function of the rule: `return function(g, locals, up)`."""

    function: str
    args: list[str]


@dataclass(slots=True)
class Bounce:
    """Goes back by a frame, `return (up, label, locals)`: the way back to a loop's head, with a constant stack."""

    frame: Frame


@dataclass(slots=True)
class Leave:
    """Leaves a block that changed locals which are still needed: the frame below it is made anew."""

    kind: str  # unit, with
    frame: Frame


@dataclass(slots=True)
class Invoke:
    """Goes on with a rule that asks: `return rule(g, arguments, what follows)`."""

    call: CallExpr | BaseCall | Lib
    frame: Frame | None
    span: Span
    sources: Sources


@dataclass(slots=True)
class RunAction:
    """Carries out the action that was picked, then what follows."""

    pick: str
    who: E
    menus: list[tuple[str, list[E]]]
    frame: Frame | None


@dataclass(slots=True)
class Push:
    """Pushes a frame, `up = (up, …)`: the end of a unit, of a block with free actions, or what follows them."""

    kind: str  # frame, unit, with
    frame: Frame | None = None
    who: E | None = None
    menu: str = ""
    test: E | None = None  # a frame that is needed only if this holds


@dataclass(slots=True)
class Ask:
    """A question: who is asked, by which function options are listed, what follows the answer."""

    choice: str
    who: E
    options: str  # function that computes them
    args: list[str]
    mode: str  # plain, in_unit, checked, outside
    frame: Frame
    fallback: list[Node] | None  # what happens if nothing can be chosen; None: it is then impossible
    span: Span
    sources: Sources


@dataclass(slots=True)
class Secret:
    """The same question to several players, whose answers stay secret until all have answered."""

    players: E
    where: E | None
    player: str
    frame: Frame  # the body, for each player
    after: Frame | None


Node = (
    Plain | Turn | Branch | Return | Stop | Jump | Bounce | Leave | Invoke | RunAction | Push | Ask | Secret
)

# ---------------------------------------------------------------- functions and tables


@dataclass(slots=True)
class Function:
    """One function of the engine: its parameters, its role, its nodes."""

    name: str
    role: str  # value, plain, asking, resume
    params: list[tuple[str, Type]]  # after g; for resume: the saved locals
    body: list[Node]
    result: Type | None
    doc: str
    sources: Sources
    span: Span
    pick: str = ""  # resume: the local that takes the answer
    pick_type: Type | None = None
    resumable: bool = False  # has a label
    risky: bool = False  # something after this label can still fail
    circular: str = ""  # the name of its rule, if it can come to call itself
    locals: dict[str, Type] = field(default_factory=dict)
    section: str = ""  # the rules file it comes from
    rule: str = ""  # key of the function that it is a part of, where it can be resumed
    part: str = ""  # which part of it


@dataclass(slots=True)
class Options:
    """The function that lists the options of a choice."""

    name: str
    kind: str  # pick, pair, subset, branches, may, menu, order
    params: list[tuple[str, Type]]
    pick: tree.Pick | None = None
    second: tree.Pick | None = None  # of a pair
    later: E | None = None  # some later pick of the same `choose` exists
    nested: E | None = None  # the same, for reasons, also where a gate says it already
    optional: bool = False
    tests: list[E | None] = field(default_factory=list)
    menus: list[tuple[str, list[E]]] = field(default_factory=list)
    refusal: bool = False
    who: E | None = None
    picked: str = ""
    clashes: list[tuple[int, int]] | None = None
    idle: list[tuple[int, E, tuple[int, ...]]] = field(
        default_factory=list
    )  # of an order, as `tree.AnyOrder` has it
    branches: int = 0  # of an order: how many branches there are, if they wait together with their things
    gate: E | None = None  # what must hold of an option so that the rest can be carried through
    declined: E | None = None  # the same for the refusal, after which less is done
    gates: list[E | None] = field(default_factory=list)  # the same for each branch
    span: Span = NOWHERE

    @property
    def picks(self) -> list[tree.Pick]:
        """What is picked: one thing, or two together."""
        return [pick for pick in (self.pick, self.second) if pick is not None]

    def expressions(self) -> list[E]:
        """All that the options are computed of."""
        found = [self.later, self.gate, self.declined, *self.tests, *self.gates]
        found += [test for _, test, _ in self.idle]
        for pick in self.picks:
            found += [pick.source, pick.where, pick.number, pick.so_that]
        return [e for e in [*found, *(a for _, args in self.menus for a in args)] if e is not None]


@dataclass(slots=True)
class Choice:
    """A choice as the engine registers it."""

    name: str
    prompt: E  # text
    type: Type | None  # of an option; None for branches, menus and may
    kind: str
    hidden: bool  # asked secretly
    private: bool  # its options show what only the asked player may know
    veil: list[
        tree.FieldInfo
    ]  # the private fields of the asked player on which it depends what can be answered
    labels: list[E]
    options: Options
    saved: list[str]
    sources: Sources
    span: Span
    harmless: list[str] = field(default_factory=list)  # free actions that leave it an answer
    sure_if: dict[int, E] = field(default_factory=dict)  # options whose gates decide if this holds
    sure_pick: E | None = None  # the same for a thing that can be picked
    beyond: list[Frame] = field(default_factory=list)  # frames of callers whose locals `sure_if` reads
    decides: bool = False  # what follows there is all known: what is not sure is not possible
    opened: str = ""  # when an earlier answer has begun its unit: always, or once something is "picked"
    otherwise: str = ""  # function that goes on where a free action has left nothing to choose
    otherwise_fails: bool = False  # that can make the unit around it impossible
    sure: list[int] = field(
        default_factory=list
    )  # branches whose gates decide; of menus: by action, in the engine
    grantors: list[str] = field(
        default_factory=list
    )  # the owner of what asks; of hooks in any order: of each


@dataclass(slots=True)
class Action:
    """An action of a menu, with what must hold so that it is offered."""

    name: str
    label: str
    menu: str
    key: str
    owner: str
    once_per: str
    shared: bool
    asking: bool
    args: list[str]
    in_force: E | None
    gate: str  # key of the define that says whether it can be carried through, or ""
    exact: bool  # whether that define decides without a trial
    sure: str  # not exact: key of the define under which it decides all the same, or ""
    sources: Sources
    span: Span
    changes: list[str] = field(default_factory=list)  # of a plain free action: all that it changes


@dataclass(slots=True)
class SearchLoop:
    """One loop of a split search, with the tests that read nothing but stable fields."""

    name: str
    source: E
    tests: list[E]
    # what the loops inside it ask of it, beside columns: all of which this is the same have the same candidates; None: not known
    asked: list[E] | None = None
    # the fields of the player who asks that they read beside, if that is all: then the same holds in every position
    of_asker: list[E] | None = None


@dataclass(slots=True)
class SplitSearch:
    """A search split in two: loops over stable fields, whose candidates are memoised, and the residual test of each candidate."""

    loops: list[SearchLoop]
    columns: list[tuple[str, E]]  # local -> what it stands for
    residual: E  # the test that reads volatile fields
    of: str = ""  # the function with whose candidates these are shared

    def memoised_expressions(self) -> list[E]:
        """All but the residual test."""
        loops = [e for loop in self.loops for e in (loop.source, *loop.tests)]
        return [*loops, *(e for _, e in self.columns)]


@dataclass(slots=True)
class Reads:
    """The attributes that something reads."""

    own: set[str] = field(default_factory=set)  # fields of the player whom it is about
    other: set[str] = field(default_factory=set)  # fields of the table, of cells, of any player
    there: set[str] = field(default_factory=set)  # fields of the cells alone that a search goes over
    figures: list[E] = field(
        default_factory=list
    )  # defines by whose value a change of what they read is noticed


@dataclass(slots=True)
class Memoised:
    """What is memoised in the position until a field that it reads changes."""

    defines: list[str] = field(default_factory=list)  # keys of functions
    searches: dict[str, SplitSearch] = field(
        default_factory=dict
    )  # by the name of the function that searches
    stores: list[str] = field(default_factory=list)  # names of the memoised functions
    reads: list[Reads] = field(default_factory=list)  # what each of these reads


@dataclass(slots=True)
class Plan:
    """All that the code tree is made of."""

    game: tree.Game
    functions: list[Function]
    options: list[Options]
    choices: list[Choice]
    actions: list[Action]
    rule_values: list[tuple[str, RuleValue]]
    asking: set[str]
    names: dict[str, str]  # function key -> name in the engine
    params: dict[str, tuple[bool, bool]]  # function key -> takes you, takes this
    signatures: dict[str, tree.Function]
    free_menus: list[str]
    exact_menus: list[str]  # free menus whose gates decide without a trial
    trials: list[str]  # choices that are decided by trial runs
    constants: set[str]  # defines that give the same in every position
    growing: set[str]  # choices of a set whose condition every larger set meets too
    effect_gates: dict[
        str, tuple[str, bool]
    ]  # rule in a table -> the define that says whether it can be done; exact
    memoised: Memoised
    written: list[str]  # keys of the functions that come from the rules, without what is made for speed

"""How a rule is cut: its pieces, what follows them, the frames that lead there, and what every choice is registered with."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis.bounds import Bounds
from ..analysis.effects import EffectAnalysis
from ..analysis.failing import Facts
from ..analysis.walk import statements
from ..surface.ast import Span
from ..typed import tree
from ..typed import types as t
from ..typed.expr import Const, Text
from ..typed.tree import E
from . import model, preconditions
from .lower import Lowering
from .names import engine_name, of_the_engine
from .path_state import Gate, Gates
from .rule_values import rule_values
from .secrets import Secrets

ONE = Const(t.NUMBER, 1)
DECLINED = Const(t.NOTHING, -1_000_000_000, "none")


def text(words: str) -> E:
    """A text without holes."""
    return Text(t.TEXT, [words], [], words)


@dataclass(slots=True)
class Follow:
    """What comes after a block: return to the caller (no function), a function, or a loop's head."""

    function: str = ""
    live: list[str] | None = None
    back: bool = False
    fails: bool = False
    rest: tree.Block | None = None  # the statements that follow until the end of the rule; None: not known
    around: str = (
        ""  # unit, with: the block inside which this stands; its frame is made anew with the present locals
    )

    @property
    def names(self) -> set[str]:
        """The locals that it needs."""
        return set(self.live or [])


class Splitter:
    """The state of the planner while it cuts the rules, one after the other."""

    # the rule that is being cut
    f: tree.Function
    key: str
    base: str
    inside: bool  # it can be called inside of a unit
    outside: bool  # it can be called outside of all units
    followed: bool  # something that can fail may come after it
    risky: bool  # the same, inside of one unit
    hidden: bool  # it stands in `secretly`
    lexically_inside: int  # units around the statement
    enclosing: list[tuple[str, int]]  # units and blocks with free actions around the statement

    def __init__(self, game: tree.Game) -> None:
        self.game = game
        self.lowering = Lowering(game)
        self.signatures = self.lowering.run()
        self.rule_values = rule_values(game, self.signatures)
        effect_rules = [e.name for _, e in self.rule_values]
        self.bounds = Bounds(game, self.signatures)
        self.facts = Facts(self.signatures, effect_rules, self.bounds)
        effects = EffectAnalysis(game, self.signatures, effect_rules)
        self.gates = Gates(game, self.signatures, self.facts, effects, self.rule_values)
        self.secrets = Secrets(game, self.lowering, self.signatures, effect_rules)
        self.functions: list[model.Function] = []
        self.by_name: dict[str, model.Function] = {}
        self.options: list[model.Options] = []
        self.choices: list[model.Choice] = []
        self.trials: list[str] = []
        # the statement with which the rest of a rule begins -> that rest
        self.afters: dict[int, Follow] = {}
        # in which rule, and what this does then
        self.mays: list[tuple[model.Choice, str, tree.May, tree.Block]] = []
        self.free_menus: list[str] = []
        self.has_free_actions = any(
            isinstance(s, tree.With) for f in self.signatures.values() for s in statements(f.body)
        )
        self.taken = of_the_engine(game)  # names of functions
        self.wished: dict[str, str] = {}  # the same without the numbers that keep them apart
        self.written = list(self.signatures)
        self.names = {key: self.fresh(engine_name(key)) for key in self.signatures}
        self.function_names = set(self.names.values())  # those that stand for rules and defines

    # ------------------------------------------------------------ pieces

    def fresh(self, name: str) -> str:
        """A name that no function has yet, also in capital letters, as labels are written."""
        found, n = name, 2
        while found.lower() in self.taken:
            found = f"{name}_{n}"
            n += 1
        self.taken.add(found.lower())
        self.wished[found] = name
        return found

    def counter(self, name: str) -> str:
        """A local that no other has, nor a function that its rule may call."""
        found, n = name, 2
        while found in self.f.locals or found in self.function_names:
            found = f"{name}_{n}"
            n += 1
        return found

    def types(self, names: list[str]) -> list[tuple[str, t.Type]]:
        """Locals with their types."""
        known = {"you": t.PLAYER, "this": t.this_type(self.f.owner) or t.UNKNOWN}
        return [(n, self.f.locals.get(n) or known.get(n, t.NUMBER)) for n in names]

    def in_order(self, names: set[str]) -> list[str]:
        """Locals in the order in which the rule made them; `you` first."""
        known = ["you", "this", *self.f.locals]
        return [n for n in known if n in names] + sorted(names - set(known))

    def resume(
        self, name: str, live: list[str], span: Span, pick: str = "", pick_type: t.Type | None = None
    ) -> model.Function:
        """A new function of the rule, which takes these locals."""
        made = model.Function(
            name=name,
            role="resume" if pick else "asking",
            params=self.types(live),
            body=[],
            result=None,
            doc="",
            sources=(),
            span=span,
            pick=pick,
            pick_type=pick_type,
            resumable=True,
            locals=self.f.locals,
            section=span.path,
            rule=self.key,
            part=self.wished[name].removeprefix(f"{self.base}__").rstrip("_"),
        )
        self.functions.append(made)
        self.by_name[name] = made
        return made

    # ------------------------------------------------------------ what follows

    def finish(self, k: Follow) -> list[model.Node]:
        """The nodes that go on with what follows."""
        if not k.function:
            return [model.Return()]
        if k.around:
            return [model.Leave(k.around, self.frame_of(k))]
        if k.back:
            return [model.Bounce(self.frame_of(k))]
        return [model.Jump(k.function, list(k.live or []))]

    def frame_of(self, k: Follow) -> model.Frame:
        """The frame that resumes a function."""
        self.by_name[k.function].resumable = True
        self.by_name[k.function].risky = self.by_name[k.function].risky or k.fails
        return model.Frame(k.function, list(k.live or []))

    def frame(self, k: Follow) -> model.Frame | None:
        """The frame of what follows; None: the caller's own."""
        if k.around:  # what leaves the block must see the locals as they are then
            name = self.fresh(f"{self.base}__leave")
            made = self.resume(name, list(k.live or []), self.f.span)
            made.risky = k.fails
            made.body = self.finish(k)
            return model.Frame(name, list(k.live or []))
        return self.frame_of(k) if k.function else None

    def way_out(self) -> tuple[int, bool]:
        """How many frames `stop` leaves below it, and whether it ends a unit."""
        return sum(frames for _, frames in self.enclosing), any(kind == "unit" for kind, _ in self.enclosing)

    # ------------------------------------------------------------ units

    @property
    def in_unit(self) -> bool:
        """Whether a unit can be around the statement, in this rule or in one that calls it."""
        return self.inside or self.lexically_inside > 0

    def gate(
        self, rest: tree.Block, k: Follow, who: E, starts_unit: bool, picked: tuple[tree.Pick, ...] = ()
    ) -> Gate:
        """What an option must satisfy so that the rest of its unit can be carried through."""
        if not (starts_unit or self.in_unit):
            return Gate(None, True)
        known = ["you", "this", *self.f.locals]
        if starts_unit and not self.in_unit:
            return preconditions.of(
                self.gates, rest, known, who, picked
            )  # what follows is not part of the unit
        if not self.facts.block_fails(rest) and not k.fails:
            return Gate(None, True)
        found = preconditions.of(self.gates, [*rest, *(k.rest or [])], known, who, picked)
        if self.outside and not self.lexically_inside and not starts_unit:
            # Outside of units everything is offered: whether there is one around is known in play.
            enough = found.test if found.exact else found.exact_if
            return Gate(None, False, enough if k.rest is not None else None)
        return Gate(
            found.test, found.exact and k.rest is not None, found.exact_if if k.rest is not None else None
        )

    def mode(self, exact: bool, starts_unit: bool, name: str) -> str:
        """How the options are checked against the rest of the unit: by their gates, or by trial."""
        if exact:
            return "in_unit" if self.risky else "plain"
        self.trials.append(name)
        if not starts_unit:
            return "in_unit"
        return "checked" if self.in_unit else "outside"

    # ------------------------------------------------------------ choices

    def choice(
        self,
        name: str,
        kind: str,
        type: t.Type | None,
        labels: list[E],
        options: model.Options,
        saved: list[str],
        s: tree.S,
        prompt: E,
        hidden: bool = False,
        grantors: list[str] | None = None,
    ) -> None:
        """Registers a choice with its options, and gives its number."""
        self.options.append(options)
        private = self.secrets.in_options(options)
        veil = [*private, *(i for i in self.secrets.in_conditions(options, s) if i not in private)]
        taken = {c.name for c in self.choices}
        assert name not in taken, f"two choices are called {name}"
        self.choices.append(
            model.Choice(
                name=name,
                prompt=prompt,
                type=type,
                kind=kind,
                hidden=hidden,
                private=bool(private),
                veil=[i for i in veil if i.owner == "player" and i.visibility == "private"],
                labels=labels,
                options=options,
                saved=saved,
                sources=s.sources or self.f.sources,
                span=s.span,
                grantors=grantors
                or [owner for owner in (self.f.grantor or self.f.owner,) if owner.startswith("member:")],
            )
        )

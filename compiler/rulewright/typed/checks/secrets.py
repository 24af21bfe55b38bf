"""Who may know what: options, labels and the log may not give away what is private or hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...analysis.survey import Part, Survey
from ...analysis.walk import calls_of, is_size, shape
from ...surface.ast import Span
from .. import tree
from ..context import Context
from ..expr import CallExpr, DefineRef, Field, Local, Text, You
from ..tree import E
from ..types import PLAYER

DEPTH = 6  # calls that are followed
YOU = You(PLAYER)


@dataclass(frozen=True, slots=True)
class Secret:
    """A field that an expression reads and not everybody knows; whose it is, as seen from the expression."""

    field: str
    visibility: str
    owner: str  # shape of the owner's expression; "" if it is nobody's
    through: str  # the define that reads it, or ""


def check(c: Context, game: tree.Game, seen: Survey) -> None:
    """Reports labels, logs and options that would give a secret away."""
    reader = _Reader(game, seen)
    for part in seen.rules:
        names = aliases(part)
        for s in part.statements:
            if isinstance(s, tree.Say):
                check_text(c, reader, s.text, s.span)
            elif isinstance(s, tree.Choose):
                for p in s.picks:
                    check_text(c, reader, p.prompt, s.span)
                    told: set[str] = set()
                    for e in (p.source, p.where, p.so_that, p.number):
                        check_shown(c, reader, e, s.who, names, "options", told)
            elif isinstance(s, (tree.ChooseOne, tree.AnyOrder)):
                check_text(c, reader, s.prompt if isinstance(s, tree.ChooseOne) else None, s.span)
                for b in s.branches:
                    check_shown(c, reader, b.test, s.who, names, "options", set())
                    check_shown(c, reader, b.label, s.who, names, "label", set())
            elif isinstance(s, tree.May):
                check_shown(c, reader, s.label, s.who, names, "label", set())
            for who, unit in units(s):
                required(c, reader, unit, who, names)
        if part.category == "action":
            required(c, reader, part.block, YOU, names)


def units(s: tree.S) -> list[tuple[E, tree.Block]]:
    """The bodies that are offered only if they can be carried through, and to whom."""
    if isinstance(s, tree.May):
        return [(s.who, s.body)]
    return [(s.who, b.body) for b in s.branches] if isinstance(s, tree.ChooseOne) else []


def required(c: Context, reader: _Reader, unit: tree.Block, who: E, names: dict[str, E]) -> None:
    """What a unit requires decides whether it is offered."""
    for s in unit:
        if isinstance(s, tree.Require):
            check_shown(c, reader, s.test, who, names, "offer", set())


def aliases(part: Part) -> dict[str, E]:
    """What a `let` stands for, so that `let q = next_player(you)` and its value are the same player."""
    return {
        s.name: s.value for s in part.statements if isinstance(s, tree.Let) and s.value.type.name == "player"
    }


# ---------------------------------------------------------------- reports


def check_text(c: Context, reader: _Reader, text: E | None, span: Span) -> None:
    """Reports what a line of the log would tell everybody; what a choice asks stands there too."""
    for hole in text.holes if isinstance(text, Text) else ():
        for secret in reader.secrets(hole) if hole is not None else []:
            c.report(
                "RW411",
                f"the log is open to all, but `{secret.field}` is {secret.visibility}{via(secret)}",
                hole.span if hole is not None and hole.span.line else span,
                "say it after it has been revealed, or leave it out",
            )
            return


def check_shown(
    c: Context, reader: _Reader, e: E | None, asked: E, names: dict[str, E], what: str, told: set[str]
) -> None:
    """Reports what the asked player would learn from options or a label."""
    if e is None:
        return
    for secret in reader.secrets(e):
        if secret.field in told or (
            secret.visibility == "private" and same_player(secret.owner, asked, names)
        ):
            continue
        told.add(secret.field)
        if secret.visibility == "hidden":
            c.report(
                "RW419",
                f"the {what} would show `{secret.field}`, which is hidden{via(secret)}",
                e.span,
                "nobody may know it: decide on something else, or make it open first",
            )
        else:
            c.report(
                "RW419",
                f"the {what} would show another player's private `{secret.field}`{via(secret)}",
                e.span,
                "ask its owner, or make it open",
            )


def via(secret: Secret) -> str:
    """The define through which a secret is read, for a message."""
    return f" (read by `{secret.through}`)" if secret.through else ""


def same_player(owner: str, asked: E, names: dict[str, E]) -> bool:
    """Whether the owner of a field is the player who is asked."""
    if not owner:
        return True  # a private field of a cell or a piece has no owner that the compiler could know
    seen = {shape(asked)}
    while isinstance(asked, Local) and asked.name in names:
        asked = names[asked.name]
        seen.add(shape(asked))
    return owner in seen or any(
        shape(Local(v.type, n)) == owner and shape(v) in seen for n, v in names.items()
    )


# ---------------------------------------------------------------- what expressions read


class _Reader:
    """Finds the secrets that an expression reads, also through the defines that it calls."""

    def __init__(self, game: tree.Game, seen: Survey) -> None:
        self.game = game
        self.seen = seen
        self.known: dict[str, list[Secret]] = {}

    def secrets(self, e: E, depth: int = 0) -> Iterator[Secret]:
        """The secret fields that an expression reads, through defines too."""
        if is_size(e):  # how many cards there are is open to all
            for a in e.parts:
                if a is not None and isinstance(a, Field):
                    yield from (
                        x for inner in a.parts if inner is not None for x in self.secrets(inner, depth)
                    )
                elif a is not None:
                    yield from self.secrets(a, depth)
            return
        if isinstance(e, Field) and e.info.visibility != "open":
            owner = e.owner
            of = shape(owner) if owner is not None and owner.type.name == "player" else ""
            yield Secret(e.info.name, e.info.visibility, of, "")
        key = calls_of(e)
        if key is not None and key in self.seen.functions and depth < DEPTH:
            yield from self.through(e, key, depth)
        for a in e.parts:
            if a is not None:
                yield from self.secrets(a, depth)

    def through(self, e: E, key: str, depth: int) -> Iterator[Secret]:
        """The secrets of a define, its owners seen from the call."""
        part = self.seen.functions[key]
        subject = e.subject if isinstance(e, (CallExpr, DefineRef)) else None
        given = {shape(YOU): shape(subject) if subject is not None else "nobody"}
        if isinstance(e, CallExpr):
            for p, a in zip(part.params, e.arguments):
                if a is not None:
                    given[shape(Local(p.type, p.name))] = shape(a)
        for secret in self.of_define(key, depth):
            owner = given.get(secret.owner, f"{key}/{secret.owner}") if secret.owner else ""
            yield Secret(secret.field, secret.visibility, owner, part.name)

    def of_define(self, key: str, depth: int) -> list[Secret]:
        """The secret fields that a define reads."""
        if key not in self.known:
            self.known[key] = []  # a define that calls itself adds nothing new
            part = self.seen.functions[key]
            found: list[Secret] = []
            for s in part.block:
                for e in (getattr(s, "value", None), getattr(s, "test", None)):
                    found += self.secrets(e, depth + 1) if isinstance(e, E) else []
            self.known[key] = list(dict.fromkeys(found))
        return self.known[key]

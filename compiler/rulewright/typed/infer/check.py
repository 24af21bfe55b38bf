"""Stage 3: types flow from declarations and calls until nothing changes; then every body is checked once."""

from __future__ import annotations

from ...diagnostics import Diagnostic, suggest
from ...resolved import model
from .. import tree
from .. import types as t
from ..checks import changes as changes_exist
from ..checks import run as checks
from ..context import Context
from ..kept import KEPT
from ..looks import looks
from . import boards, changes, during, examples, fields, figures, functions, signatures
from .kept_examples import Examples

LIMIT_OF_PASSES = 60


def check(game: model.Game) -> tuple[tree.Game | None, list[Diagnostic]]:
    """The typed game and all that was found; None instead of the game if it cannot be put together."""
    c = Context(game)
    return run(c), c.diagnostics


def run(c: Context) -> tree.Game | None:
    """The typed game, or None if it cannot be built."""
    c.final = True
    fields.declare_fields(c)
    signatures.declare_signatures(c)
    c.final = False
    check_changes_known(c)
    infer(c)
    c.final = True
    return build(c)


def check_changes_known(c: Context) -> None:
    """Reports changes of what does not exist, before types are inferred."""
    c.final = True
    changes_exist.changes(c)
    c.final = False


def infer(c: Context) -> None:
    """Checks functions again and again until no type grows any more."""
    for word, some in (("instead", c.game.overrides), ("when", c.game.hooks)):
        for i, change in enumerate(some):
            c.followers.setdefault(signatures.target_key(c, change) or "", []).append(f"{word}:{i}")
    pending = [*c.signatures, *(f"instead:{i}" for i in range(len(c.game.overrides)))]
    pending += [f"when:{i}" for i in range(len(c.game.hooks))]
    pending += ["columns", "defaults", "boards"]
    pending += [f"example:{i}" for i in examples.in_force(c.game)]
    pending += ["participants"]
    kept = Examples(c)
    rounds: dict[str, int] = {}
    waiting = set(pending)
    while pending:
        key = pending.pop(0)
        waiting.discard(key)
        rounds[key] = rounds.get(key, 0) + 1
        if rounds[key] > LIMIT_OF_PASSES:
            continue
        c.current = key
        c.changed = set()
        check_one(c, key, kept)
        for changed in dependants(c, c.changed):
            if changed not in waiting:
                waiting.add(changed)
                pending.append(changed)


def dependants(c: Context, changed: set[str]) -> list[str]:
    """What must be looked at again: the functions themselves and what overrides or follows them."""
    found = sorted(changed)
    for target in found[:]:
        found += c.followers.get(target, [])
    return found


def check_one(c: Context, key: str, kept: Examples) -> None:
    """Checks one function, change, example or group of declarations."""
    if key == "columns":
        figures.check_columns(c)
    elif key == "defaults":
        fields.check_defaults(c)
    elif key == "boards":
        for board in c.game.boards.values():
            boards.typed_board(c, board)
    elif key.startswith("example:"):
        kept.check(key, int(key[8:]))
    elif key == "participants":
        examples.check_participants(c)
    elif key.startswith("instead:"):
        check_change(c, c.game.overrides[int(key[8:])], key)
    elif key.startswith("when:"):
        check_change(c, c.game.hooks[int(key[5:])], key)
    else:
        c.check(key, key, lambda: functions.function(c, c.signatures[key]))


def check_change(c: Context, change: model.Change, key: str) -> None:
    """Checks an override or a hook."""
    c.check(key, signatures.target_key(c, change), lambda: changes.change(c, change, key))


def build(c: Context) -> tree.Game | None:
    """The typed game, with every body checked a last time."""
    game = c.game
    c.current = "build"
    fields.check_defaults(c)
    kinds = {k.name: typed_kind(c, k) for k in game.kinds.values()}
    typed_functions = {
        key: c.finally_typed(key, lambda sig=sig: functions.function(c, sig))  # type: ignore[misc]
        for key, sig in c.signatures.items()
    }
    overrides = typed_changes(c, "instead", game.overrides)
    found = typed_changes(c, "when", game.hooks)
    hooks = [change for change in found if change is not None]
    typed = tree.Game(
        name=game.name,
        variant=game.variant,
        title=game.title,
        players=game.players,
        kinds=kinds,
        resources={r.name: typed_resource(c, r) for r in game.resources.values()},
        boards={b.name: boards.typed_board(c, b) for b in game.boards.values()},
        pieces={p.name: typed_piece(c, p) for p in game.pieces.values()},
        fields=c.fields,
        functions=typed_functions,
        overrides=[change for change in overrides if change is not None],
        hooks=hooks + during.endings(c, typed_functions, hooks),
        menus={
            m.name: (m.label, [tree.Param(n, c.type_of(ty)) for n, ty in m.params])
            for m in game.menus.values()
        },
        participants=examples.check_participants(c),
        examples=examples.check_examples(c),
        labels=game.labels,
        override_order=game.override_order,
        multi_cell=c.multi_cell,
        span=game.span,
    )
    KEPT.again(typed)
    typed.looks = looks(c, typed)
    checks.whole(c, typed)
    return typed


def typed_changes(c: Context, word: str, some: list[model.Change]) -> list[tree.Change | None]:
    """The overrides or hooks, each typed a last time; None for one of what does not exist."""
    found: list[tree.Change | None] = []
    for i, one in enumerate(some):
        key = f"{word}:{i}"
        found.append(c.finally_typed(key, lambda one=one, key=key: changes.change(c, one, key)))  # type: ignore[misc]
    return found


def typed_kind(c: Context, k: model.Kind) -> tree.Kind:
    """A kind with its typed columns."""
    return tree.Kind(
        name=k.name,
        label=k.label,
        flags=tuple(k.flags),
        members=list(k.members),
        labels=[m.label for m in k.members.values()],
        columns={name: figures.column(c, k, name) for name in k.columns},
        in_force=changes.in_force(c, k) if k.applies is not None else None,
        span=k.span,
    )


def typed_resource(c: Context, r: model.Resource) -> tree.Resource:
    """A resource with its field and functions; parts that do not exist are reported."""
    functions = {f: f"{r.name}.{f}" for f in r.functions}
    for other in r.of:
        if other not in c.game.resources:
            near = suggest(other, c.game.resources)
            hint = f"did you mean `{near}`?" if near else f"declare `resource {other}`"
            c.report("RW226", f"there is no resource `{other}`", r.span, hint)
    info = c.player.get(r.name)
    if info is None and not r.of and "gained" not in functions:
        if r.name in c.used:
            c.report(
                "RW226",
                f"players have no field `{r.name}`",
                r.span,
                f"add `{r.name}: resource` under `player`",
            )
    return tree.Resource(r.name, r.label, tuple(r.of), info, functions, r.span)


def typed_piece(c: Context, p: model.Piece) -> tree.Piece:
    """A sort of piece, and whether zones can hold it."""
    wanted = t.piece(p.name)
    zoned = any(
        f.type.is_many and f.type.item == wanted and f.type.shape in t.ZONES for f in c.fields.values()
    )
    alike = "alike" in p.flags
    return tree.Piece(p.name, p.plural, p.board, c.pieces[p.name], zoned, alike, p.span)

"""Stage 3: types flow from declarations and calls until nothing changes; then every body is checked once."""

from __future__ import annotations

from ..diagnostics import Diagnostic, suggest
from ..resolved import model
from ..resolved.cite import cite
from . import checks, tree
from . import types as t
from .during import During
from .examples import Examples
from .figures import Figures
from .looks import looks

LIMIT_OF_PASSES = 60


def check(game: model.Game) -> tuple[tree.Game | None, list[Diagnostic]]:
    checker = Checker(game)
    typed = checker.run()
    return typed, cite(checker.diagnostics, [game])


class Checker(During, Figures, Examples):
    def run(self) -> tree.Game | None:
        self.final = True
        self.declare_fields()
        self.declare_signatures()
        self.final = False
        self.check_changes_known()
        self.infer()
        self.final = True
        return self.build()

    def check_changes_known(self) -> None:
        self.final = True
        checks.changes(self)
        self.final = False

    def infer(self) -> None:
        self.followers: dict[str, list[str]] = {}
        for word, changes in (("instead", self.game.overrides), ("when", self.game.hooks)):
            for i, c in enumerate(changes):
                self.followers.setdefault(self.target_key(c) or "", []).append(f"{word}:{i}")
        pending = [*self.signatures, *(f"instead:{i}" for i in range(len(self.game.overrides)))]
        pending += [f"when:{i}" for i in range(len(self.game.hooks))]
        pending += ["columns", "defaults", "boards", "examples", "participants"]
        rounds: dict[str, int] = {}
        waiting = set(pending)
        while pending:
            key = pending.pop(0)
            waiting.discard(key)
            rounds[key] = rounds.get(key, 0) + 1
            if rounds[key] > LIMIT_OF_PASSES:
                continue
            self.current = key
            self.changed = set()
            self.check_one(key)
            for changed in self.dependants(self.changed):
                if changed not in waiting:
                    waiting.add(changed)
                    pending.append(changed)

    def dependants(self, changed: set[str]) -> list[str]:
        """What must be looked at again: the functions themselves and what overrides or follows them."""
        found = sorted(changed)
        for target in found[:]:
            found += self.followers.get(target, [])
        return found

    def check_one(self, key: str) -> None:
        if key == "columns":
            self.check_columns()
        elif key == "defaults":
            self.check_defaults()
        elif key == "boards":
            for board in self.game.boards.values():
                self.typed_board(board)
        elif key == "examples":
            self.check_examples()
        elif key == "participants":
            self.check_participants()
        elif key.startswith("instead:"):
            self.change(self.game.overrides[int(key[8:])], key)
        elif key.startswith("when:"):
            self.change(self.game.hooks[int(key[5:])], key)
        else:
            self.function(self.signatures[key])

    def build(self) -> tree.Game | None:
        game = self.game
        self.current = "build"
        self.check_defaults()
        kinds = {k.name: self.typed_kind(k) for k in game.kinds.values()}
        functions = {key: self.function(sig) for key, sig in self.signatures.items()}
        overrides = [self.change(c, f"instead:{i}") for i, c in enumerate(game.overrides)]
        hooks = [self.change(c, f"when:{i}") for i, c in enumerate(game.hooks)]
        typed = tree.Game(
            name=game.name,
            variant=game.variant,
            title=game.title,
            players=game.players,
            kinds=kinds,
            resources={r.name: self.typed_resource(r) for r in game.resources.values()},
            boards={b.name: self.typed_board(b) for b in game.boards.values()},
            pieces={p.name: self.typed_piece(p) for p in game.pieces.values()},
            fields=self.fields,
            functions=functions,
            overrides=[c for c in overrides if c is not None],
            hooks=[c for c in hooks if c is not None] + self.endings(),
            menus={
                m.name: (m.label, [tree.Param(n, self.type_of(ty)) for n, ty in m.params])
                for m in game.menus.values()
            },
            participants=self.check_participants(),
            examples=self.check_examples(),
            labels=game.labels,
            override_order=game.override_order,
            multi_cell=self.multi_cell,
            span=game.span,
        )
        typed.looks = looks(self, typed)
        checks.whole(self, typed)
        return typed

    def typed_kind(self, k: model.Kind) -> tree.Kind:
        return tree.Kind(
            name=k.name,
            label=k.label,
            flags=tuple(k.flags),
            members=list(k.members),
            labels=[m.label for m in k.members.values()],
            columns={c: self.column(k, c) for c in k.columns},
            in_force=self.in_force(k) if k.applies is not None else None,
            span=k.span,
        )

    def typed_resource(self, r: model.Resource) -> tree.Resource:
        functions = {f: f"{r.name}.{f}" for f in r.functions}
        for other in r.of:
            if other not in self.game.resources:
                near = suggest(other, self.game.resources)
                hint = f"did you mean `{near}`?" if near else f"declare `resource {other}`"
                self.report("RW226", f"there is no resource `{other}`", r.span, hint)
        info = self.player.get(r.name)
        if info is None and not r.of and "gained" not in functions:
            if r.name in self.used:
                self.report(
                    "RW226",
                    f"players have no field `{r.name}`",
                    r.span,
                    f"add `{r.name}: resource` under `player`",
                )
        return tree.Resource(r.name, r.label, tuple(r.of), info, functions, r.span)

    def typed_piece(self, p: model.Piece) -> tree.Piece:
        wanted = t.piece(p.name)
        zoned = any(
            f.type.is_many and f.type.item == wanted and f.type.shape in t.ZONES for f in self.fields.values()
        )
        alike = "alike" in p.flags
        return tree.Piece(p.name, p.plural, p.board, self.pieces[p.name], zoned, alike, p.span)

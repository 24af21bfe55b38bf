"""The parting of two sides in words: the position, the move, and what is different after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.tools.diff.lockstep import Duo, Options, Play, facts, same_fact, side
from rulewright.tools.diff.report import Difference, Step
from rulewright_runtime import moves
from rulewright_runtime.draw import draw, shown
from rulewright_runtime.engine import Engine
from rulewright_runtime.game import Game, new_game

MOST = 12  # differences that are told
FEW = 6  # moves that are listed of those that one side offers alone


@dataclass(slots=True)
class Parting:
    """A play, ready to be shown: both games before the last move and after it."""

    moves: list[Step]
    last: Step | None
    before: Game  # on the old side; at setup: the new game itself
    old: Game
    new: Game


def parting(old: Engine, new: Engine, play: Play, options: Options) -> Parting:
    """Plays a play again, in words."""
    a = new_game(old, play.players, play.seed, None, "en", False, (), False, **options)
    b = new_game(new, play.players, play.seed, None, "en", False, (), False, **options)
    duo = Duo(side(old, play.players), side(new, play.players))
    steps: list[Step] = []
    before = a.clone()
    for _, option in play.moves:
        before = a.clone()
        there = duo.carried(a.position, b.position, option)
        assert there is not None
        steps.append(_step(a, option))
        _answer(a, option)
        _answer(b, there)
    return Parting(steps[:-1], steps[-1] if steps else None, before, a, b)


def _step(game: Game, option: int) -> Step:
    """A move as the report tells it."""
    pending, *_ = moves.pending_decisions(game.position)
    move = game.moves(pending.player)[pending.options.index(option)]
    return Step(by=move.who, choice=move.choice, pick=move.pick, text=move.words)


def _answer(game: Game, option: int) -> None:
    """Plays an option of the first decision."""
    pending, *_ = moves.pending_decisions(game.position)
    game.play(game.moves(pending.player)[pending.options.index(option)])


# ---------------------------------------------------------------- what is different


def differences(old: Game, new: Game) -> list[Difference]:
    """What is not the same in two positions, the weightiest first."""
    found = [*_result(old, new), *_asked(old, new), *_state(old, new)]
    if not found and old.position.chance != new.position.chance:
        found.append(Difference(what="chance", old="no draw", new="a draw"))
    if len(found) > MOST:
        more = len(found) - MOST
        found = [*found[:MOST], Difference(what="and more", old="", new=f"{more} more differences")]
    return found


def _result(old: Game, new: Game) -> list[Difference]:
    """The difference of who has won, or of whether the game is over; nothing if there is none."""
    if old.over != new.over:
        return [Difference(what="the game", old=_course(old), new=_course(new))]
    if old.winners != new.winners:
        return [Difference(what="winners", old=_winners(old), new=_winners(new))]
    return []


def _course(game: Game) -> str:
    """Whether a game goes on or who has won it, in words."""
    return f"is over, won by {_winners(game)}" if game.over else "goes on"


def _winners(game: Game) -> str:
    """The names of the winners, or "nobody"."""
    return ", ".join(game.winner_names) or "nobody"


def _asked(old: Game, new: Game) -> list[Difference]:
    """The difference of what is asked next or offered; nothing if there is none."""
    a, b = old.decision, new.decision
    if a is None or b is None:
        return []
    if (a.player, a.choice) != (b.player, b.choice):
        return [Difference(what="asked next", old=str(a), new=str(b))]
    here = {str(m.pick): m.words for m in old.moves(a.player)}
    there = {str(m.pick): m.words for m in new.moves(b.player)}
    if set(here) == set(there):
        return []
    return [
        Difference(
            what=f"offered to {a.name} on this side only ({a.prompt})",
            old=_listed([here[k] for k in here if k not in there]),
            new=_listed([there[k] for k in there if k not in here]),
        )
    ]


def _listed(texts: list[str]) -> str:
    """The first few of some texts, and how many there are beside them."""
    shown = ", ".join(texts[:FEW])
    return f"{shown}, and {len(texts) - FEW} more" if len(texts) > FEW else shown or "nothing"


def _state(old: Game, new: Game) -> list[Difference]:
    """The differences of the fields of both positions, the general ones first."""
    here = facts(side(old.engine, old.players), old.position)
    there = facts(side(new.engine, new.players), new.position)
    found: list[Difference] = []
    here, there = _without_lone_pieces(here, there), _without_lone_pieces(there, here)
    for key in {**here, **there}:
        a, b = here.get(key), there.get(key)
        if not same_fact(a, b):
            found.append(Difference(what=_said(old, key), old=_shown(old, a), new=_shown(new, b)))
    return sorted(found, key=lambda one: one.what.count(","))


def _without_lone_pieces(here: dict[str, Any], there: dict[str, Any]) -> dict[str, Any]:
    """The facts; of a piece that stands on one side only nothing but that it is there."""
    found: dict[str, Any] = {}
    for path, value in here.items():
        part, *rest = path.split("/")
        if part == "pieces" and f"pieces/{rest[0]}/{rest[1]}/piece" not in there:
            found[f"pieces/{rest[1]}"] = True
        else:
            found[path] = value
    return found


def _said(game: Game, path: str) -> str:
    """A path to a fact in words: `players/player 1/vp` is victory points of player 1."""
    part, *rest = path.split("/")
    names = [game.words.name(name) for name in rest]
    if part == "players" and len(names) > 1:
        return f"{names[0]}: {' '.join(names[1:])}"
    return " ".join(names)


def _shown(game: Game, value: Any) -> str:
    """A value in words."""
    return shown(game.words, value)


# ---------------------------------------------------------------- the position as text


def drawn(game: Game, width: int) -> list[str]:
    """A position as lines of text, as the player who is asked sees it."""
    decision = game.decision
    lines = draw(game.words, game.view(None if decision is None else decision.player), width)
    return lines[1:] if lines and not lines[0] else lines


def news(game: Game, before: Game) -> list[str]:
    """What the log says of the last move."""
    return [str(line) for line in game.log[len(before.log) :]]

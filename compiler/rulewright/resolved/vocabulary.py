"""The vocabulary of a game: every text that its players can meet, with its place in the rules and the keys that translate it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..surface import ast
from . import model

SHOWN = ("player", "cell:", "piece:")  # owners whose defines without parameters are shown beside their fields
HOLE = re.compile(r"\{[^}]*\}")


@dataclass(frozen=True, slots=True)
class Word:
    """One text for players: in English, and the keys under which a language may translate it, the usual one first."""

    sort: str  # what it is, as translators say: component, action, prompt …
    english: str
    keys: tuple[str, ...]
    span: ast.Span
    is_name: bool = False  # whether the usual key is a name of the rules rather than a whole text


def vocabulary(game: model.Game) -> list[Word]:
    """In the order of the declarations, each text once."""
    found: dict[tuple[str, ...], Word] = {}
    for word in (*names(game), *texts(game)):
        found.setdefault(word.keys, word)
    return list(found.values())


# ---------------------------------------------------------------- names


def names(game: model.Game) -> Iterator[Word]:
    """What has a name: the game, components, actions and what the table and players have."""
    title = game.variant or game.name
    yield Word("title", game.title, (title,), game.span, is_name=True)
    for kind in game.kinds.values():
        for member in kind.members.values():
            yield named("component", member.name, member.label, member.span)
    for resource in game.resources.values():
        yield named("resource", resource.name, resource.label, resource.span)
    for piece in game.pieces.values():
        yield named("piece", piece.name, "", piece.span)
    for board in game.boards.values():
        yield named("board", board.name, "", board.span)
        for cell in cells(game, board):
            yield named("place", cell.name, "", cell.span)
    for participant in game.participants.values():
        yield named("participant", participant.name, participant.label, participant.span)
    for field in fields_of(game):
        yield named("field", field.name, "", field.span)
    for menu in game.menus.values():
        yield named("menu", menu.name, menu.label, menu.span)
    for function in functions_of(game):
        if function.once_per:
            yield named("period", function.once_per, "", function.span)
        if function.category == "action":
            yield named("action", function.name, function.label, function.span)
        elif is_shown(function):
            yield named("field", function.name, function.label, function.span)
        elif function.label and function.label != function.name.replace("_", " "):
            yield Word("prompt", function.label, (function.label, function.name), function.span)


def is_shown(function: model.Function) -> bool:
    """Whether it is a figure that stands beside the fields of its owner; the score is told by itself."""
    figure = function.category == "define" and not function.params and function.name != "score"
    return figure and function.owner.startswith(SHOWN)


def fields_of(game: model.Game) -> Iterator[model.FieldDecl]:
    """All fields, whatever has them."""
    yield from game.table.values()
    yield from game.player.values()
    for piece in game.pieces.values():
        yield from piece.fields.values()
    for board in game.boards.values():
        yield from board.fields.values()
        for edges in board.edges.values():
            yield from edges.fields.values()


def cells(game: model.Game, board: model.Board) -> Iterator[ast.Name]:
    """The places of a board that are written by name, as in `track(left, middle, right)`; a kind has its own members."""
    for one in board.shape.args if isinstance(board.shape, ast.Apply) else ():
        if isinstance(one, ast.Name) and one.name not in game.kinds and not one.name.isdecimal():
            yield one


def functions_of(game: model.Game) -> Iterator[model.Function]:
    """All functions, whatever owns them."""
    yield from game.functions.values()
    owners = (game.kinds, game.boards, game.pieces, game.resources)
    for owner in owners:
        for one in owner.values():
            yield from one.functions.values()


def named(sort: str, name: str, label: str, span: ast.Span) -> Word:
    """A name is translated by itself or by its English label."""
    english = label or name.replace("_", " ")
    return Word(sort, english, tuple(dict.fromkeys((name, english))), span, is_name=True)


# ---------------------------------------------------------------- texts


def texts(game: model.Game) -> Iterator[Word]:
    """What rules say and ask, wherever it stands."""
    bodies = [f.body for f in functions_of(game)]
    changes = [c.body for c in (*game.overrides, *game.hooks)]
    yield from texts_in([*bodies, *changes])


def texts_in(bodies: Iterable[model.Tree]) -> Iterator[Word]:
    """The texts that stand in bodies, with their sorts."""
    for body in bodies:
        for node in ast.every(body or []):
            for sort, text in said_by(node):
                if text is not None and has_words(text.value):
                    yield Word(sort, text.value, (text.value,), text.span)


def said_by(node: ast.Node) -> list[tuple[str, ast.Text | None]]:
    """The texts that one statement, or one part of it, shows."""
    match node:
        case ast.Say():
            return [("log", node.text)]
        case ast.Branch():
            return [("option", node.label)]
        case ast.May():
            return [("option", node.label), ("option", node.refusal)]
        case ast.Pick():
            return [("prompt", node.prompt), ("option", node.label), ("reason", node.reason)]
        case ast.ChooseOne():
            return [("prompt", node.prompt)]
        case ast.Offer():
            return [("option", node.refusal)]
        case ast.Require():
            return [("reason", node.reason)]
    return []


def has_words(text: str) -> bool:
    """Whether there is something to translate beside holes and signs."""
    return re.search(r"[^\W\d_]", HOLE.sub("", text)) is not None

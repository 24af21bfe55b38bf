"""Moves: one answer to one decision, named by its content, never by its place in a list."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

from . import described, locations
from .boards import Board
from .brief import brief
from .core import FREE, L_WITH, NONE, Action, Choice, Position, Then
from .pairs import halves, paired, types_of
from .words import Words, split_type

Pick = str | int

LARGEST: Final = 2**53  # number that may be picked
LONGEST: Final = 10_000  # characters that may be read as a move

# What people write for taking nothing (more), and for yes and no, whatever the rules call it.
NOTHING: Final = ("none", "done", "no", "-")
YES: Final = ("yes", "y", "true")
NO: Final = ("no", "n", "false")


@dataclass(frozen=True, slots=True)
class Move:
    """Who answers, which choice, and what is picked; equal moves are equal in every position."""

    by: int
    choice: str  # of a free action: its menu
    pick: Pick
    who: str = field(default="", compare=False)  # the player's name
    text: str = field(default="", compare=False)  # the pick in words for people
    prompt: str = field(default="", compare=False)

    def __str__(self) -> str:
        who = self.who or f"seat {self.by}"
        return f"{who}: {self.prompt}: {self.words}" if self.prompt else f"{who}: {self.words}"

    @property
    def words(self) -> str:
        """The move as people read it: its text, else its content."""
        return self.text or str(self.pick)

    def as_dict(self) -> dict[str, Pick]:
        """The move as plain data: who, which choice, which pick."""
        return {"by": self.who or self.by, "choice": self.choice, "pick": self.pick}

    def as_json(self) -> str:
        """The same as one line of JSON."""
        return json.dumps(self.as_dict(), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Pending:
    """A decision that waits for an answer, as the position holds it."""

    player: int
    you: int
    number: int  # of the choice
    choice: Choice
    options: list[int]
    then: Then


def pending_decisions(g: Position) -> list[Pending]:
    """All decisions that wait: the one that `step` answers first, then other secret ones."""
    if g.then is None:
        return []
    choices = g.machine.choices
    found = [Pending(g.player, g.you, g.choice, choices[g.choice], g.options, g.then)]
    for player, you, choice, options, then in g.waiting:
        found.append(Pending(player, you, choice, choices[choice], options, then))
    return found


# ---------------------------------------------------------------- one option


def free_action(g: Position, option: int) -> Action | None:
    """The free action that an option stands for, or None if it is an ordinary option."""
    actions = g.machine.actions
    return actions[option - FREE] if FREE <= option < FREE + len(actions) else None


def label_of(g: Position, choice: Choice, then: Then, option: int) -> str | None:
    """The English label of a branch, an action or a refusal; None for things that have names of their own."""
    if option >= FREE:
        return g.machine.actions[option - FREE].label
    if choice.type == "may" and option != 1:
        return choice.texts[1] if len(choice.texts) > 1 else "no"
    if choice.text is not None:
        return choice.text(g, then, option)
    if choice.type == "may":
        return choice.texts[0] if choice.texts else choice.prompt
    if option == NONE:
        return choice.texts[-1] if choice.texts else None
    if choice.type == "menu":
        return g.machine.actions[option].label
    if choice.type in ("branch", "list") and 0 <= option < len(choice.texts):
        return choice.texts[option]
    return None


def prompt_of(words: Words, g: Position, pending: Pending) -> str:
    """What is asked, in words for people."""
    return words.say(english_prompt(g, pending))


def english_prompt(g: Position, pending: Pending) -> str:
    """What is asked, as the rules say it; a question whether to do something says what, in this position."""
    choice = pending.choice
    if choice.asked is not None:
        return choice.asked(g, pending.then)
    if "{" in choice.prompt and choice.type == "may":
        return label_of(g, choice, pending.then, 1) or choice.prompt
    return choice.prompt


def content_of(words: Words, g: Position, choice: Choice, then: Then, option: int) -> Pick:
    """What names an option in a move; it says the same in every position where it means the same."""
    if option >= FREE:
        return g.machine.actions[option - FREE].name
    if option == NONE:
        return words.named(label_of(g, choice, then, option) or "none")
    if choice.type == "menu":
        return g.machine.actions[option].name
    if choice.type in ("branch", "may", "list"):
        label = label_of(g, choice, then, option)
        return words.named(label) if label else option
    both = types_of(choice.type)
    if both is not None:
        parts = [words.plain(g, type, half) for type, half in zip(both, halves(option), strict=True)]
        return f"({parts[0]}, {parts[1]})"
    value = words.plain(g, choice.type, option)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | str):
        return value
    return str(option)


def text_of(words: Words, g: Position, choice: Choice, then: Then, option: int) -> str:
    """An option in words for people, in their language."""
    label = label_of(g, choice, then, option)
    if label is not None:
        return words.say(label)
    if option == NONE:
        return words.say("none")
    return words.text(g, choice.type, option)


# ---------------------------------------------------------------- all options


def contents(words: Words, g: Position, pending: Pending, options: list[int]) -> list[Pick]:
    """The contents of several options, each different: those that are worded alike get a number."""
    if types_of(pending.choice.type) is not None:
        return _contents_of_pairs(words, g, pending, options)
    what, _, of = split_type(pending.choice.type)[1].partition(":")
    pieces: dict[int, str] = {}
    if what == "piece":
        numbers = [option for option in options if 0 <= option < FREE]
        pieces = locations.piece_names(words, g, of, numbers, pending.player, pending.choice.scattered)
    found: list[Pick] = []
    seen: dict[Pick, int] = {}
    for option in options:
        content: Pick | None = pieces.get(option)
        if content is None:
            content = content_of(words, g, pending.choice, pending.then, option)
        seen[content] = seen.get(content, 0) + 1
        found.append(content if seen[content] == 1 else f"{content} #{seen[content]}")
    return found


def _contents_of_pairs(words: Words, g: Position, pending: Pending, options: list[int]) -> list[Pick]:
    """Pairs by the contents of both things."""
    pairs = [halves(option) for option in options if 0 <= option < FREE]
    names: list[dict[int, Pick]] = []
    for place in (0, 1):
        part = half_of(pending, place, list(dict.fromkeys(pair[place] for pair in pairs)))
        names.append(dict(zip(part.options, contents(words, g, part, part.options), strict=True)))
    found: list[Pick] = []
    for option in options:
        if 0 <= option < FREE:
            first, second = halves(option)
            found.append(f"({names[0][first]}, {names[1][second]})")
        else:
            found.append(content_of(words, g, pending.choice, pending.then, option))
    return found


def half_of(pending: Pending, place: int, options: list[int]) -> Pending:
    """One thing of a choice of pairs, as if it were chosen alone."""
    both, whole = types_of(pending.choice.type), pending.choice
    assert both is not None
    alone = Choice(
        whole.name,
        whole.prompt,
        whole.rule,
        whole.place,
        both[place],
        whole.hidden,
        (),
        lambda g, f: options,
        None,
        None,
    )
    return Pending(pending.player, pending.you, pending.number, alone, options, pending.then)


def moves_of(words: Words, g: Position, pending: Pending) -> list[Move]:
    """The legal moves of a decision."""
    choice = pending.choice
    who = words.seat(pending.player)
    prompt = prompt_of(words, g, pending)
    what, _, of = split_type(choice.type)[1].partition(":")
    pieces: dict[int, str] = {}
    if what == "piece":
        pieces = piece_texts(words, g, of, pending)
    found: list[Move] = []
    for option, content in zip(pending.options, contents(words, g, pending, pending.options), strict=True):
        text = pieces.get(option) or text_of(words, g, choice, pending.then, option)
        free = free_action(g, option)
        if free is not None:
            found.append(Move(pending.player, free.menu, content, who, text, ""))
        else:
            shown = "" if choice.type in ("branch", "menu", "may") else prompt
            found.append(Move(pending.player, choice.name, content, who, text, shown))
    return found


def piece_texts(words: Words, g: Position, piece: str, pending: Pending) -> dict[int, str]:
    """Options that are pieces in words: where they lie, if in several zones; words of the rules say it unless they read alike."""
    among = [option for option in pending.options if 0 <= option < FREE]
    places = locations.places(words, g, piece, among, pending.player, pending.choice.scattered)
    if pending.choice.text is None:
        texts = words.piece_texts(g, piece, among)
    else:
        texts = {n: text_of(words, g, pending.choice, pending.then, n) for n in among}
        read = list(texts.values())
        places = {n: place for n, place in places.items() if read.count(texts[n]) > 1}
    return {n: f"{places[n]}: {text}" if n in places else text for n, text in texts.items()}


def domain(words: Words, g: Position, pending: Pending) -> list[int]:
    """Everything that a choice of this type could be about, offered or not; of numbers only what is offered."""
    choice = pending.choice
    what, _, of = split_type(choice.type)[1].partition(":")
    engine = words.engine
    found: list[int] = []
    if what == "kind":
        found = list(range(len(engine.kinds[of].members)))
    elif what == "cell":
        found = list(range(engine.boards[of].size))
    elif what in ("player", "participant"):
        found = list(range(g.players + (len(engine.participants) if what == "participant" else 0)))
    elif what == "piece":
        found = list(getattr(g, of + "_alive"))
    elif what == "edge":
        board, _, edges = of.partition(".")
        found = list(range(engine.boards[board].edges[edges].size))
    elif what == "direction":
        found = words.directions()
    elif what == "resource":
        found = list(range(len(engine.resources)))
    elif what in ("flag", "may"):
        found = [1, 0]
    elif what == "branch":
        found = list(range(len(choice.texts)))
    elif what == "menu":
        found = _actions_of(g, pending)
    found += free_actions(words, g, pending)
    return found + [option for option in pending.options if option not in set(found)]


def _actions_of(g: Position, pending: Pending) -> list[int]:
    """The actions of the menus that are open."""
    menus = set(pending.choice.name.partition("#")[0].split("_or_"))
    for option in pending.options:
        if 0 <= option < FREE:
            menus.add(g.machine.actions[option].menu)
    return [number for number, action in enumerate(g.machine.actions) if action.menu in menus]


def free_actions(words: Words, g: Position, pending: Pending) -> list[int]:
    """The actions of the free menu in force for whom the decision is, offered or not, as options."""
    menu = free_menu_of(words, pending)
    if not menu:
        return []
    return [FREE + number for number, action in enumerate(g.machine.actions) if action.menu == menu]


def free_menu_of(words: Words, pending: Pending) -> str:
    """The name of the free menu in force beside a decision, or nothing."""
    menus = words.engine.menus
    frame: Then | None = pending.then[0]
    while frame is not None:
        if frame[1] == L_WITH and frame[2] == pending.you:
            number: int = frame[3]
            return menus[number] if number < len(menus) else ""
        frame = frame[0]
    return ""


# ---------------------------------------------------------------- reading


def option_for(words: Words, g: Position, pending: Pending, pick: Pick, menu: str = "") -> int | None:
    """The option that a content or a text means: one that is offered if possible; None if nothing is meant."""
    if menu and menu != pending.choice.name:
        for option in dict.fromkeys([*pending.options, *free_actions(words, g, pending)]):
            free = free_action(g, option)
            if free is not None and free.menu == menu and free.name == pick:
                return option
    offered = _matching(words, g, pending, pending.options, pick)
    if offered is not None:
        return offered
    if split_type(pending.choice.type)[1] == "number" and _as_number(pick) is not None:
        return _as_number(pick)
    if types_of(pending.choice.type) is not None:
        pair = _pair_for(words, g, pending, str(pick))
        if pair is not None:
            return pair
    all_there_is = domain(words, g, pending)
    found = _matching(words, g, pending, all_there_is, pick)
    what, _, of = split_type(pending.choice.type)[1].partition(":")
    if found is None and what == "piece":
        others = [n for n in all_there_is if 0 <= n < FREE and n not in pending.options]
        fitting = described.pieces_for(words, g, of, others, str(pick))
        return fitting[0] if fitting else None  # any of them tells why it is not offered
    return found


def _pair_for(words: Words, g: Position, pending: Pending, pick: str) -> int | None:
    """The pair whose two things are written, with a comma between them, though it is not offered."""
    parts = split_pair(pick)
    if parts is None:
        return None
    found = [option_for(words, g, half_of(pending, place, []), parts[place]) for place in (0, 1)]
    if found[0] is None or found[1] is None or min(found[0], found[1]) < 0:
        return None
    return paired(found[0], found[1])


def split_pair(text: str) -> tuple[str, str] | None:
    """Both things of a pair that is written as (a, b); brackets inside belong to one thing."""
    text = text.strip()
    if text.startswith("(") and _closing(text) == len(text) - 1:
        text = text[1:-1]
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            return text[:place].strip(), text[place + 1 :].strip()
    return None


def _closing(text: str) -> int:
    """Where the bracket is closed with which a text begins."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return place
    return -1


def _as_number(pick: Pick) -> int | None:
    """A number that a choice can be about; others are no options of any game."""
    try:
        number = int(pick)
    except ValueError:
        return None
    return number if NONE < number < FREE else None


def unreadable(pick: object) -> str:
    """Why something cannot be what a move picks; empty if it can be."""
    if isinstance(pick, bool) or not isinstance(pick, str | int):
        return f"a move picks a text or a number, not {type(pick).__name__}"
    if isinstance(pick, int):
        return "" if abs(pick) <= LARGEST else "this number is no option of any game"
    return "" if len(pick) <= LONGEST else f"a move of {len(pick)} characters means nothing here"


def _matching(words: Words, g: Position, pending: Pending, options: list[int], pick: Pick) -> int | None:
    """The first option that means this: by content, by the text shown, then by how people may write it."""
    found = contents(words, g, pending, options)
    for option, content in zip(options, found, strict=True):
        if content == pick or str(content) == str(pick):
            return option
    wanted = simple(str(pick))
    for option, content in zip(options, found, strict=True):
        if wanted in spellings(words, g, pending, option, content):
            return option
    what, _, of = split_type(pending.choice.type)[1].partition(":")
    if what == "piece":
        return described.piece_for(words, g, of, [n for n in options if 0 <= n < FREE], str(pick))
    return None


def simple(text: str) -> str:
    """A text without what people write differently: case, quotes, spaces, underscores."""
    return text.strip().strip('"').lower().replace("_", " ").replace(", ", ",")


def spellings(words: Words, g: Position, pending: Pending, option: int, content: Pick) -> list[str]:
    """All simple spellings of an option."""
    text = text_of(words, g, pending.choice, pending.then, option)
    found = [simple(str(content)), simple(text)]
    if option == NONE:
        found.extend(NOTHING)
    what, _, of = split_type(pending.choice.type)[1].partition(":")
    if option < 0 or option >= FREE:
        return found
    if what == "pair":
        found.extend(_pair_spellings(words, g, pending, option, str(content)))
    elif what == "cell":
        found.extend(cell_spellings(of, str(content)))
    elif what == "edge":
        board, _, edges = of.partition(".")
        found.extend(edge_spellings(words.engine.boards[board], edges, option))
    elif what in ("player", "participant") and option >= len(words.names):
        name = words.engine.participants[option - len(words.names)]
        found.extend([simple(name), simple(words.engine.names.get(name, name))])
    elif what in ("flag", "may"):
        found.extend(YES if option else NO)
    elif what == "piece":
        found.append(simple(str(content).partition(" in ")[0]))
        found.extend([simple(part) for part in words.piece_parts(g, of, option)])
        for cell in words.piece_cells(g, of, option):
            board = words.engine.pieces[of].board
            found.extend(cell_spellings(board, words.engine.boards[board].names[cell]))
    return found


def _pair_spellings(words: Words, g: Position, pending: Pending, option: int, content: str) -> list[str]:
    """A pair as (a, b), a, b or a - b, each thing in any of its spellings."""
    spelt: list[list[str]] = []
    named = split_pair(content) or ("", "")
    for place, half in enumerate(halves(option)):
        spelt.append(spellings(words, g, half_of(pending, place, [half]), half, named[place]))
    joined = [f"{a},{b}" for a in spelt[0] for b in spelt[1]]
    return [
        *joined,
        *(f"({one})" for one in joined),
        *(one.replace(",", form) for one in joined for form in (" - ", "-", " ") if one.count(",") == 1),
    ]


def cell_spellings(board: str, name: str) -> list[str]:
    """How a cell may be written: (1, 3) as board(1, 3) and 1,3; E7 as board.E7; 5 as board(5)."""
    spelt = simple(name)
    board = simple(board)
    if spelt.startswith("("):
        return [spelt, board + spelt, spelt.strip("()"), spelt.strip("()").replace(",", " ")]
    return [spelt, f"{board}.{spelt}", f"{board}({spelt})"]


def edge_spellings(board: Board, edges: str, edge: int) -> list[str]:
    """An edge by its two cells, in both orders: A - B, A-B, A B, or with the board's name before each cell."""
    a, b = [board.names[cell] for cell in board.edges[edges].ends[edge]]
    found: list[str] = []
    for one, other in ((a, b), (b, a)):
        for first in cell_spellings(board.name, one):
            found.extend(
                [
                    f"{first}{mark}{second}"
                    for second in cell_spellings(board.name, other)
                    for mark in (" - ", "-", " ")
                ]
            )
    return found


def move_from(words: Words, data: Any) -> Move:
    """A move from a dict or its JSON text; ValueError says what is wrong with it."""
    if isinstance(data, str):
        data = json.loads(data)
    if not isinstance(data, dict):
        raise ValueError('a move is {"by": …, "choice": …, "pick": …}')
    missing = [key for key in ("by", "pick") if key not in data]
    if missing:
        raise ValueError(f"a move needs {' and '.join(missing)}")
    by, choice, pick = data["by"], data.get("choice", ""), data["pick"]
    seat = words.seat_named(by) if isinstance(by, str) else by
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(words.names):
        raise ValueError(f"nobody here is {brief(by)}; players: {', '.join(words.names)}")
    if isinstance(pick, bool):
        pick = "yes" if pick else "no"
    if not isinstance(pick, int | str) or not isinstance(choice, str):
        raise ValueError("the choice of a move is a text, its pick a text or a number")
    return Move(seat, choice, pick, words.seat(seat))

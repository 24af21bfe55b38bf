"""What a written answer means: one option by its content, its text or a short form of it; never a guess."""

from __future__ import annotations

from . import described
from .core import FREE, NONE, Position
from .moves import (
    Pending,
    Pick,
    cell_spellings,
    contents,
    free_action,
    option_for,
    prompt_of,
    simple,
    spellings,
    text_of,
)
from .plain import written_number
from .words import Words, split_type


class Ambiguous(Exception):
    """A text that could mean several options."""

    def __init__(self, text: str, candidates: list[str]) -> None:
        super().__init__(f"{text!r} could mean {', '.join(candidates)}")
        self.candidates = candidates


class Reader:
    """Reads answers of one game. Names that never change are looked up in tables, which keeps replaying quick."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._tables: dict[str, dict[str, int]] = {}
        self._actions: dict[str, list[int]] = {}
        for number, action in enumerate(words.engine.machine.actions):
            for name in dict.fromkeys((action.name, action.label)):
                self._actions.setdefault(name, []).append(number)

    def option(self, g: Position, pending: Pending, pick: Pick, menu: str = "") -> int | None:
        """The option that is meant, perhaps one that is not offered; None if there is none, Ambiguous if several."""
        if menu and menu != pending.choice.name:
            return self._free(g, pending, pick, menu)
        text = str(pick)
        choice = pending.choice
        prompt = choice.prompt if choice.asked is None else prompt_of(self.words, g, pending)
        after_prompt = text.removeprefix(f"{prompt}: ")
        for wanted in (text, after_prompt):
            option = self._by_table(pending, wanted)
            if option is not None:
                return option
        option = self._by_words(g, pending, text)
        if option is None:
            option = option_for(self.words, g, pending, after_prompt)  # it may be known, but not offered
        if option is None:
            option = self._by_short_form(g, pending, after_prompt)
        return option

    # ------------------------------------------------------------ tables

    def _free(self, g: Position, pending: Pending, pick: Pick, menu: str) -> int | None:
        """A free action, whose menu is named."""
        actions = self.words.engine.machine.actions
        for number in self._actions.get(str(pick), []):
            if actions[number].menu == menu and FREE + number in pending.options:
                return FREE + number
        return option_for(self.words, g, pending, pick, menu)

    def _by_table(self, pending: Pending, text: str) -> int | None:
        """The option that bears this very name, where names do not depend on the position."""
        choice = pending.choice
        type = split_type(choice.type)[1]
        option: int | None = None
        if type == "menu":
            found = [number for number in self._actions.get(text, []) if number in pending.options]
            option = found[0] if len(found) == 1 else None
        elif type == "number":
            option = written_number(text)
        elif type == "branch":
            option = choice.texts.index(text) if choice.texts.count(text) == 1 else None
        else:
            table = self._tables.get(type)
            if table is None:
                table = self._tables[type] = self._table(type)
            option = table.get(text)
        if option is not None and option in pending.options:
            return option
        if choice.text is not None and type != "menu":
            return None
        free = [FREE + number for number in self._actions.get(text, []) if FREE + number in pending.options]
        return free[0] if len(free) == 1 else None

    def _table(self, type: str) -> dict[str, int]:
        """The names of the things of a type, where they are the same in every position."""
        what, _, of = type.partition(":")
        engine = self.words.engine
        names: list[str] = []
        labels: list[str] = []
        if what == "kind":
            names, labels = list(engine.kinds[of].members), list(engine.kinds[of].labels)
        elif what == "cell":
            names = list(engine.boards[of].names)
        elif what == "player":
            names = list(self.words.names)
        found = {name: number for number, name in enumerate(names)}
        for number, label in enumerate(labels):
            if labels.count(label) == 1:
                found.setdefault(label, number)
        return found

    # ------------------------------------------------------------ words

    def _by_words(self, g: Position, pending: Pending, text: str) -> int | None:
        """By exact content, then by any spelling, which must be that of one option only."""
        named = contents(self.words, g, pending, pending.options)
        for option, content in zip(pending.options, named, strict=True):
            if str(content) == text:
                return option
        wanted = simple(text)
        prompt = simple(prompt_of(self.words, g, pending))
        found: list[tuple[int, Pick]] = []
        for option, content in zip(pending.options, named, strict=True):
            forms = spellings(self.words, g, pending, option, content)
            if wanted in forms or any(wanted == f"{prompt}: {form}" for form in forms):
                found.append((option, content))
        return _only(text, found)

    def _by_short_form(self, g: Position, pending: Pending, text: str) -> int | None:
        """The only option that a text is a short form of, None if there is none; `Ambiguous` if there are several."""
        named = contents(self.words, g, pending, pending.options)
        wanted = simple(text)
        return _only(
            text,
            [
                (option, content)
                for option, content in zip(pending.options, named, strict=True)
                if any(_shortens(wanted, form) for form in spellings(self.words, g, pending, option, content))
            ],
        )

    # ------------------------------------------------------------ writing

    def shown(self, g: Position, pending: Pending, option: int) -> Pick:
        """The text of an option if it means this option only, else its content."""
        text = text_of(self.words, g, pending.choice, pending.then, option)
        if self._reads_back(g, pending, option, text):
            return text
        return self.content(g, pending, option)

    def content(self, g: Position, pending: Pending, option: int) -> Pick:
        """The content by which an option is named among all that are offered."""
        return contents(self.words, g, pending, pending.options)[pending.options.index(option)]

    def name(self, g: Position, pending: Pending, option: int) -> Pick:
        """What an option is called in the rules, whatever its label says; its content if that name would mean another one."""
        choice = pending.choice
        named: Pick = self.content(g, pending, option)
        if option == NONE:
            named = "none"
        elif choice.type == "may" and option < FREE:
            named = "yes" if option else "no"
        elif choice.type == "branch" and option < FREE and choice.texts.count(choice.texts[option]) == 1:
            named = choice.texts[option]
        try:
            same = self.option(g, pending, named) == option
        except Ambiguous:
            same = False
        return named if same else self.content(g, pending, option)

    def menu(self, g: Position, pending: Pending, option: int) -> str:
        """The name of the choice that an option answers; of a free action, of its menu."""
        free = free_action(g, option)
        return pending.choice.name if free is None else free.menu

    def _reads_back(self, g: Position, pending: Pending, option: int, text: str) -> bool:
        """True if the text of an option is read as this option and no other."""
        same = [
            other
            for other in pending.options
            if text_of(self.words, g, pending.choice, pending.then, other) == text
        ]
        if same != [option] or (option == NONE and len(text) == 0):
            return False
        try:
            return self.option(g, pending, text) == option
        except Ambiguous:
            return False


def _only(text: str, found: list[tuple[int, Pick]]) -> int | None:
    """The one option that was found, or None; `Ambiguous` if there are several."""
    if len(found) > 1:
        raise Ambiguous(text, [str(content) for _, content in found])
    return found[0][0] if found else None


def _shortens(wanted: str, form: str) -> bool:
    """Whether all words of a short form begin words of the long one, in the same order."""
    words = iter(_words(form))
    parts = _words(wanted)
    return bool(parts) and all(any(_begins(word, part) for word in words) for part in parts)


def _words(text: str) -> list[str]:
    """The words of a text, without colons and commas."""
    return text.replace(":", " ").replace(",", " ").split()


def _begins(word: str, part: str) -> bool:
    """Whether a word begins with a part; a number is never the beginning of another one."""
    if not word.startswith(part):
        return False
    return not (part[-1].isdecimal() and word[len(part) : len(part) + 1].isdecimal())


def known_word(words: Words, text: str) -> bool:
    """Whether anything in the game has this name or label."""
    engine = words.engine
    known: set[str] = {"yes", "no", "none", "done", *words.names, *engine.participants, *engine.resources}
    for kind in engine.kinds.values():
        known.update(kind.members, kind.labels)
    for name, board in engine.boards.items():
        known.update(board.directions)
        for cell in board.names:
            known.update(cell_spellings(name, cell), (cell,))
    for action in engine.machine.actions:
        known.update((action.name, action.label))
    for choice in engine.machine.choices:
        known.update(choice.texts)
    wanted = text.strip('"')
    if described.is_form(words, wanted):
        return True
    if wanted in known or wanted.lower().replace(", ", ",") in known or wanted.lstrip("-").isdecimal():
        return True
    return any("{" in one and one.partition("{")[0] == wanted[: one.index("{")] for one in known)

"""What is known of a name: the figures and words of a member of a kind, the sentence of a rule."""

from __future__ import annotations

from typing import Final

from .draw_values import without_notes
from .engine import Kind
from .words import Words

_NOTHING: Final = ("-", "no", "", "0")
_TOLD: Final = 6  # of more members that are called so only the names are told


def info(words: Words, rules: dict[str, str], wanted: str) -> list[str]:
    """Texts about all that is called so; none if nothing is."""
    rule = next((id for id in rules if id.lower() == wanted.lower()), "")
    if rule:
        return [f"{rule}: {rules[rule]}"]
    members = _members(words, _simple(wanted))
    if len(members) > _TOLD:
        return [", ".join(dict.fromkeys([without_notes(_label(words, *one)) for one in members]))]
    return [text for one in members for text in _told(words, *one)]


def _members(words: Words, wanted: str) -> list[tuple[Kind, int]]:
    """The members that are called so; if there are none, those that have it in their names."""
    exact: list[tuple[Kind, int]] = []
    near: list[tuple[Kind, int]] = []
    for kind in words.engine.kinds.values():
        for place, name in enumerate(kind.members):
            label = _label(words, kind, place)
            if wanted in (_simple(name), _simple(label), _simple(without_notes(label))):
                exact.append((kind, place))
            elif wanted in _simple(label) or wanted in _simple(name):
                near.append((kind, place))
    return exact or near


def _told(words: Words, kind: Kind, place: int) -> list[str]:
    """A member after the kind that it belongs to, then its figures."""
    head = f"{words.name(kind.name)}: {_label(words, kind, place)}"
    figures = [
        f"{words.name(column)} {words.name(values[place])}"
        for column, values in kind.columns.items()
        if values[place] not in _NOTHING
    ]
    return [head, f"  {'; '.join(figures)}"] if figures else [head]


def _label(words: Words, kind: Kind, place: int) -> str:
    """The name of a member for people."""
    return words.text(None, f"kind:{kind.name}", place)


def _simple(text: str) -> str:
    """A name without what people write differently: case, spaces around it, underscores."""
    return text.strip().lower().replace("_", " ")

"""Signs: icons instead of words, and what stands under things that are taken away, as looks say."""

from __future__ import annotations

import re
from typing import Any, Final

from ..engine import Engine
from ..words import Words

_AMOUNT: Final = re.compile(r"(\d+) (\w+)")


def drawn(words: Words, icons: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Icons with their texts in the language of the scene."""
    return [{**icon, "text": words.name(icon["text"])} if "text" in icon else dict(icon) for icon in icons]


def under(engine: Engine, columns: list[dict[str, str]]) -> dict[str, Any] | None:
    """What stands under the places of a row: amounts of resources for each, by the member that a player has; or the
    define that counts them."""
    if not columns:
        return None
    if "figure" in columns[0]:
        return {"figure": columns[0]["figure"], "of": columns[0]["of"]}
    name = columns[0]["field"]
    field = next(one for one in engine.fields if one.owner == "player" and one.name == name)
    kind = engine.kinds[field.type.removesuffix(" or none").removeprefix("kind:")]
    places: dict[str, list[dict[str, int]]] = {}
    for place, member in enumerate(kind.members):
        found: list[dict[str, int]] = []
        for column in columns:
            for nth, text in enumerate(kind.columns[column["column"]][place].split(", ")):
                if nth == len(found):
                    found.append({})
                for resource, amount in _amounts(text, column.get("of", "")):
                    found[nth][resource] = found[nth].get(resource, 0) + amount
        places[member] = found if any(found) else []
    return {"field": name, "places": places}


def _amounts(text: str, resource: str) -> list[tuple[str, int]]:
    """The resources of a bundle in words, or so many of one."""
    if resource:
        return [(resource, int(text))] if text.isdigit() and int(text) else []
    return [(name, int(amount)) for amount, name in _AMOUNT.findall(text)]

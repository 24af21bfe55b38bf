"""Changes: what differs between two moments, so that a client can show movement and gains."""

from __future__ import annotations

from typing import Any

Change = dict[str, Any]


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[Change]:
    """Every field of the table, the players, cells and pieces that has another value: where, what, from, to.

    A piece whose reference is new has come into sight; one that is gone has left it.
    """
    found: list[Change] = []
    _fields(found, "table", before["table"], after["table"])
    for seat, (one, other) in enumerate(zip(before["players"], after["players"], strict=True)):
        _fields(found, f"player:{seat}", one, other)
    for part in ("cells", "edges"):
        for board, columns in after[part].items():
            for name, values in columns.items():
                old = before[part].get(board, {}).get(name, [])
                for place, (one, other) in enumerate(zip(old, values, strict=False)):
                    if one != other:
                        found.append(_change(f"{part}:{board}:{place}", name, one, other))
    for ref, piece in after["pieces"].items():
        _fields(found, ref, before["pieces"].get(ref, {}), piece)
    for ref in before["pieces"]:
        if ref not in after["pieces"]:
            found.append(_change(ref, "", True, None))
    return found


def _fields(found: list[Change], of: str, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Adds the changes of one owner's fields; of maps, one for each key."""
    for name, value in after.items():
        old = before.get(name)
        if old == value:
            continue
        if (
            isinstance(value, dict)
            and isinstance(old, dict)
            and "hidden" not in value
            and "hidden" not in old
        ):
            for key, one in value.items():
                if old.get(key) != one:
                    found.append({**_change(of, name, old.get(key), one), "key": key})
        else:
            found.append(_change(of, name, old, value))


def _change(of: str, name: str, before: Any, after: Any) -> Change:
    """One change as data: of what, which field, from, to."""
    return {"of": of, "field": name, "from": before, "to": after}

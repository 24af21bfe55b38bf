"""The state of a game as one class: its fields, their first values, and how it is copied."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..plan.names import constant
from ..typed import types as t
from ..typed.tree import E, FieldInfo
from .annotations import annotation
from .functions import FunctionPrinter
from .printing import indented

NOTHING = E("const", t.NOTHING, data=0)
CHAIN = 3  # so many zones are tried one after the other


@dataclass(slots=True)
class Slot:
    name: str
    type: str
    value: str
    is_list: bool
    comment: str = ""


def slots(p: FunctionPrinter) -> list[Slot]:
    found: list[Slot] = []
    for info in p.game.fields.values():
        found.append(slot(p, info))
    for piece in p.game.pieces.values():
        found.append(Slot(f"{piece.name}_alive", "list[int]", "[]", True, f"{piece.plural} in play"))
        if piece.board:
            board = constant(piece.board)
            found.append(Slot(f"{piece.name}_cells", "list[tuple[int, ...]]", "[]", True))
            found.append(Slot(f"{piece.name}_on", "list[tuple[int, ...]]", f"[()] * {board}.size", True))
        if piece.zoned:
            found.append(Slot(f"{piece.name}_zone", "list[int]", "[]", True))
    for a in p.plan.actions:
        if a.once_per:
            name = f"used_{a.name}"
            if a.shared:
                found.append(Slot(name, "bool", "False", False, f"once per {a.once_per}"))
            else:
                found.append(
                    Slot(name, "list[bool]", f"[False] * {seats(p)}", True, f"once per {a.once_per}")
                )
    return found


def seats(p: FunctionPrinter) -> str:
    extra = len(p.game.participants)
    return f"(players + {extra})" if extra else "players"


def needs_rules(p: FunctionPrinter, info: FieldInfo) -> bool:
    """Whether a first value calls a define: it is then set by the rules, once the state exists."""
    if info.default is None or info.owner.startswith("piece:") or "option" in info.flags:
        return False
    for e in info.default.walk():
        if e.op == "call" or (e.op == "column" and not p.game.kinds[e.data].columns[e.name].constant):
            return True
        if e.op == "lib" and e.name not in (
            "by_cell",
            "members",
            "cells",
            "players_count",
            "cell",
            "named_cell",
        ):
            return True
    return False


def late_values(p: FunctionPrinter) -> list[str]:
    """Lines that set the first values for which defines are needed."""
    lines: list[str] = []
    for info in p.game.fields.values():
        if needs_rules(p, info):
            made = slot(p, info, late=True)
            lines.append(f"g.{made.name} = {made.value.replace('(players', '(g.players')}")
    return lines


def first_value(p: FunctionPrinter, info: FieldInfo) -> str:
    """A first value that the rules give; what is worked out is held to its range."""
    default = info.default or NOTHING
    text = p.value(default, info.type)
    low, high = info.type.low, info.type.high
    if default.op in ("const", "lib") or info.type.name != "number" or info.type.optional or high is None:
        return text
    return f"within({text}, {-1_000_000 if low is None else low}, {high}, {info.name!r})"


def slot(p: FunctionPrinter, info: FieldInfo, late: bool = False) -> Slot:
    blank = info.default is None or (needs_rules(p, info) and not late)
    value = p.blank(replace(info, default=None)) if blank else first_value(p, info)
    name = annotation(info.type)
    place = f"{info.span.path}:{info.span.line}"
    if "option" in info.flags:
        return Slot(
            info.name,
            name,
            f"options[{info.name!r}]" if name == "int" else f"bool(options[{info.name!r}])",
            False,
            place,
        )
    if info.owner.startswith("piece:"):
        return Slot(info.attribute, f"list[{name}]", "[]", True, place)
    if info.default is not None and info.default.op == "lib" and info.default.name == "by_cell":
        return Slot(
            info.attribute,
            f"list[{name}]",
            f"[{', '.join(p.expr(a) for a in info.default.args if a)}]",
            True,
            place,
        )
    owners = ""
    if info.owner == "player":
        owners = f"for you in range({seats(p)})"
    elif info.owner.startswith("cell:"):
        owners = f"for this in {constant(info.owner[5:])}.cells"
    elif info.owner.startswith("edge:"):
        owners = f"for this in {constant(info.owner[5:])}.all"
    keys = f"for this in range({info.key_size})" if info.key is not None else ""
    if not owners and not keys:
        return Slot(info.attribute, name, value, False, place)
    return Slot(info.attribute, f"list[{name}]", listed(value, owners, keys), True, place)


def listed(value: str, owners: str, keys: str) -> str:
    uses = any(word in value for word in ("you", "this", "g."))
    if not uses and not keys and owners.startswith("for you"):
        return f"[{value}] * {owners.split('range(')[1][:-1]}"
    return f"[{value} {owners} {keys}]"


# ---------------------------------------------------------------- pieces


@dataclass(slots=True)
class Zone:
    constant: str
    attribute: str
    low: str
    end: str
    single: bool

    @property
    def held(self) -> str:
        """What is in the zone with the number `zone`."""
        if self.single:
            return f"g.{self.attribute}"
        return f"g.{self.attribute}[zone - {self.low}]" if self.low != "0" else f"g.{self.attribute}[zone]"


@dataclass(slots=True)
class PieceSlots:
    name: str
    board: str
    zoned: bool
    fields: list[tuple[str, str, str]]  # parameter, attribute, annotation
    zones: list[Zone]
    made_alike: bool  # rules make several of them in one go

    @property
    def first_list(self) -> str:
        """A list with one entry for each piece ever made."""
        if self.board:
            return f"{self.name}_cells"
        return f"{self.name}_zone" if self.zoned else self.fields[0][1]

    @property
    def leaving(self) -> list[str]:
        """Takes x out of the zone with the number `zone`."""
        return taking_out(self.zones)


def taking_out(zones: list[Zone], lowest: bool = True) -> list[str]:
    """Looks for the zone of a number by halves; a piece that is in none has a number below the lowest."""
    if len(zones) > CHAIN:
        half = len(zones) // 2
        low, high = taking_out(zones[:half], lowest), taking_out(zones[half:], False)
        return [f"if zone < {zones[half].low}:", *indented(low), "else:", *indented(high)]
    lines: list[str] = []
    for i, zone in enumerate(zones):
        leaving = [f"{zone.held} = taken_out({zone.held}, x)"]
        if i == 0 and lowest:
            leaving = ["if zone != NONE:", *indented(leaving)]
        if len(zones) == 1:
            return leaving
        test = f"{'elif' if i else 'if'} zone < {zone.end}:" if i < len(zones) - 1 else "else:"
        lines += [test, *indented(leaving)]
    return lines


def pieces(p: FunctionPrinter) -> list[PieceSlots]:
    found: list[PieceSlots] = []
    for piece in p.game.pieces.values():
        fields = [(f"{n}_", i.attribute, annotation(i.type)) for n, i in piece.fields.items()]
        alike = piece.name in p.made_alike
        found.append(PieceSlots(piece.name, piece.board, piece.zoned, fields, zones(p, piece.name), alike))
    return found


def zones(p: FunctionPrinter, piece: str) -> list[Zone]:
    """The zones that can hold a piece; each place in them has a number of its own."""
    found: list[Zone] = []
    low = 0
    most = max(p.game.players) + len(p.game.participants)
    for info in p.game.fields.values():
        if not (info.type.is_many and info.type.item == t.piece(piece) and info.type.shape in t.ZONES):
            continue
        size = max(1, info.key_size)
        single = info.owner == "table" and info.key is None
        if info.owner == "player":
            size *= most
        elif info.owner.startswith("cell:"):
            size *= 10_000
        elif info.owner.startswith("piece:"):
            size *= 100_000
        found.append(Zone(f"Z_{constant(info.attribute)}", info.attribute, str(low), str(low + size), single))
        low += size
    return found

"""How loops of a known form are printed: lists are made with room for all, filled without jumps, and copied only if they change."""

from __future__ import annotations

from collections import Counter

from ...code import tree as code
from .expressions import COPIES
from .loops import Gathering, Search, begins, few_rounds, gathering, listed, search
from .printer import Printer
from .scope import writes

INDENT = "    "


class KnownLoops:
    """What a function fills and looks for by loops of a known form."""

    def __init__(self, p: Printer, body: code.Block) -> None:
        self.p = p
        self.writes = writes(body)
        self.counts = Counter(x.name for x in code.walk(body) if isinstance(x, code.Local))
        self.made_lists = 0
        self.fresh: set[str] = set()  # empty lists that the next loop makes

    def made(self, left: list[code.Statement]) -> tuple[str, int]:
        """The list that the first statements make, and how many they are; 0: they make none."""
        looped = begins(left[0], left[1] if len(left) > 1 else None, self.p.unit)
        several = listed(self.p.unit, left)
        if looped or several:
            name, puts = looped or several[0].into, max(len(several), 1)
            if self.writes[name] == puts + 1:  # nothing else is put into it
                self.p.settled.add(name)
        if looped:
            self.fresh.add(looped)
            return "", 1
        return (self.list_of(several), 1 + len(several)) if several else ("", 0)

    def list_of(self, several: list[Gathering]) -> str:
        """A new list with several values, some of which may be left out."""
        self.made_lists += 1
        name, end = f"v_{several[0].into}", f"end_of_{self.made_lists}"
        lines = [
            f"{name} = rw_growing(g->c, {len(several)}, SEQUENCE);",
            f"Value *{end} = rw_end_of({name});",
        ]
        puts = "".join(self.gathered(x, end, "") for x in several)
        return "\n".join(lines) + "\n" + puts + f"rw_ends({name}, {end});\n"

    def search(self, loop: code.For) -> Search | None:
        """What a loop looks for, if it does nothing else."""
        return search(self.p.unit, loop, self.counts)

    def sought(self, loop: code.For, s: Search, places: str) -> str:
        """Whether a search finds something at these places."""
        held = self.p.unit.whole_list(s.attribute)
        size = self.p.unit.sizes.get(s.attribute) or f"rw_header_size(*rw_opened(g->c, {held}))"
        given = f"{held}, {size}, {places}, {self.p.value(s.wanted)}, {int(s.like)}"
        if not s.place:
            return f"rw_any_at(g, {given})"
        backwards = int(self.is_backwards(loop.source))
        return f"(v_{loop.names[0]} = rw_one_at(g, {given}, {backwards})) != NIL"

    def gathering(self, loop: code.For) -> Gathering | None:
        """What a loop gathers, if it does nothing else, and it is known before how many things there can be."""
        return gathering(self.p.unit, loop)

    def begun(self, found: Gathering, most: object) -> str:
        """Makes room for all that a loop gathers."""
        name = f"v_{found.into}"
        if found.into in self.fresh:
            self.fresh.remove(found.into)
            return f"{name} = rw_growing(g->c, {most}, SEQUENCE);"
        return f"{name} = rw_with_room(g->c, {self.p.read(found.into)}, {most});"

    def gathered(self, found: Gathering, end: str, before: str = INDENT) -> str:
        """What puts one value at the end of a list, if it is wanted there."""
        value = self.p.value(found.value)
        if found.test is None:
            return f"{before}*{end}++ = {value};\n"
        test = self.p.test(found.test)
        if found.plain:
            return f"{before}*{end} = {value};\n{before}{end} += {test};\n"
        return f"{before}if ({bare(test)}) *{end}++ = {value};\n"

    def few_rounds(self, source: code.Range) -> int:
        """How many rounds a loop that counts has at most, if they are few and known; else 0."""
        return few_rounds(source)

    def source(self, loop: code.For, steady: bool) -> str:
        """What a loop goes over, in either direction; of what no round changes, no copy is made."""
        if self.is_backwards(loop.source):
            assert isinstance(loop.source, code.Call)
            return self.p.value(loop.source.args[0])
        whole = loop.source
        if steady and isinstance(whole, code.Convert) and whole.to not in (*COPIES, "text", "flag", "number"):
            whole = whole.value
        return self.p.value(whole)

    def is_range(self, source: code.Expr) -> bool:
        """Whether a loop counts: then no list of numbers is made."""
        return isinstance(source, code.Range)

    def is_backwards(self, source: code.Expr) -> bool:
        """Whether a loop goes from the end to the beginning: then no turned copy is made."""
        return (
            isinstance(source, code.Call)
            and source.function in ("backwards", "reversed")
            and len(source.args) == 1
        )


def bare(text: str) -> str:
    """A test without brackets around all of it."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and at < len(text) - 1:
            return text
    return bare(text[1:-1])

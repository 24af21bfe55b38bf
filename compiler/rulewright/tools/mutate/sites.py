"""Where rules can be changed by one word: figures, conditions and statements, each with the words to put there instead."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.surface import ast
from rulewright.tools.tree import Place, parts, walk

# What is said about play or shown to people is no rule: no example can notice it.
NO_RULES = (ast.Example, ast.Shared, ast.Labels, ast.Look)
# Without them the rules would not compile, or only words would change.
KEPT = (ast.Let, ast.Result, ast.Say, ast.Branch)
OTHER_OPERATOR = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "=": ("is not",),
    "is": ("is not",),
    "is not": ("is",),
    "in": ("not in",),
    "not in": ("in",),
}
NOTHING = "nothing"
HAVING_LIMITS = (ast.TypeName, ast.Field)
# What becomes functions: whether an example reaches them can be told.
CALLED = (ast.Define, ast.Rule, ast.Action, ast.Event, ast.When, ast.Instead, ast.Decides)


@dataclass(frozen=True, slots=True)
class Site:
    """A stretch of the rules, what may stand there instead, and what it belongs to."""

    kind: str  # figure, condition, statement
    span: ast.Span
    instead: tuple[str, ...]
    owner: str
    ids: tuple[str, ...]  # rule ids of the lines around it, the nearest first
    variant: str  # in which alone it is read; empty for the game itself
    declared: ast.Span | None  # the rule that it stands in, or whatever else is called as the game goes on


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of the rules."""

    site: Site
    new: str

    def applied(self, text: str) -> str:
        """The file with the change."""
        start, end = bounds(text, self.site.span)
        return text[:start] + self.new + text[end:]


def sites(files: list[ast.File], variants: list[str]) -> list[Site]:
    """Every place of a game that can be changed, in the order of the text; of the variants only those named."""
    found: list[Site] = []
    for file in files:
        limits = {limit.span for place in walk(file) for limit in limits_of(place.node)}
        idle_parts = {id(part) for place in walk(file) for part in without_effect(place.node)}
        for place in walk(file):
            around = (*place.within, place.node)
            if id(place.node) in idle_parts or any(isinstance(one, NO_RULES) for one in around):
                continue
            variant = next((one.name for one in around if isinstance(one, ast.Variant)), "")
            if variant in variants:
                declared = next((one.span for one in reversed(around) if isinstance(one, CALLED)), None)
                found += [
                    Site(kind, span, instead, place.owner, cited(place), variant, declared)
                    for kind, span, instead in changes(place, file.text)
                    if span not in limits or isinstance(place.node, HAVING_LIMITS)
                ]
    return found


def sampled(all_sites: list[Site], seed: int) -> Iterator[Mutant]:
    """Mutants of all sites in an order of chance.

    The same seed gives the same ones, and an edit of the rules leaves those in other declarations as they were.
    """
    times: Counter[str] = Counter()
    drawn = []
    for number, site in enumerate(all_sites):
        name = f"{seed} {site.span.path} {site.owner} {site.kind} {' '.join(site.instead)}"
        times[name] += 1
        drawn.append((random.Random(f"{name} {times[name]}"), number, site))
    for _, _, rng, site in sorted((rng.random(), number, rng, site) for rng, number, site in drawn):
        yield Mutant(site, rng.choice(site.instead))


def cited(place: Place) -> tuple[str, ...]:
    """The rule ids of a node and of the declarations around it, the nearest first."""
    around = (place.node, *reversed(place.within))
    return tuple(dict.fromkeys(one.id for node in around for one in getattr(node, "sources", ()) if one.id))


# ---------------------------------------------------------------- what can be changed

Found = tuple[str, ast.Span, tuple[str, ...]]


def changes(place: Place, text: str) -> Iterator[Found]:
    """The changes of one node itself; those of its parts are found with them."""
    node = place.node
    for limit in limits_of(node):
        yield "figure", limit.span, (str(limit.value + limit.inwards),)
    if isinstance(node, ast.Number):
        lower = (str(node.value - 1),) if node.value > 0 else ()
        yield "figure", node.span, (str(node.value + 1), *lower)
    elif isinstance(node, ast.Compare):
        yield from between(node, text, node.op, OTHER_OPERATOR.get(node.op, ()))
    elif isinstance(node, ast.Both):
        yield from between(node, text, "and", ("or",))
    elif isinstance(node, ast.Either):
        yield from between(node, text, "or", ("and",))
    elif isinstance(node, ast.Statement) and not isinstance(node, KEPT) and not idle(node):
        yield "statement", node.span, (NOTHING,)
    for test in tests(node):
        yield "condition", test.span, ("yes", "no")


@dataclass(frozen=True, slots=True)
class Limit:
    """A bound that is declared; it is only moved inwards, since games that stay within it play the same with a wider one."""

    span: ast.Span
    value: int
    inwards: int


def limits_of(node: object) -> Iterator[Limit]:
    """The bounds that a type or a field for each number declares."""
    if isinstance(node, ast.TypeName):
        ends = (node.low, node.high)
    elif isinstance(node, ast.Field) and isinstance(node.each, ast.Range):
        ends = (node.each.low, node.each.high)
    else:
        return
    for end, inwards in zip(ends, (1, -1), strict=True):
        if isinstance(end, ast.Number):
            yield Limit(end.span, end.value, inwards)


def tests(node: object) -> Iterator[ast.Expr]:
    """The conditions that a node has; a comparison that stands alone is changed as such already."""
    found = [getattr(node, name, None) for name in ("where", "test", "so_that", "until")]
    if isinstance(node, ast.If):
        found += [test for test, _ in node.branches]
    for test in found:
        if isinstance(test, ast.Node):
            yield test  # type: ignore[misc]


def between(
    node: ast.Compare | ast.Both | ast.Either, text: str, word: str, others: tuple[str, ...]
) -> Iterator[Found]:
    """The word between two operands, replaced by others; brackets around the operands stay."""
    left, right = node.left.span, node.right.span
    gap = ast.Span(left.path, left.end_line, left.end_column, right.line, right.column)
    start, end = bounds(text, gap)
    words = text[start:end]
    if others and words.count(word) == 1:
        yield "condition", gap, tuple(words.replace(word, other) for other in others)


def without_effect(node: object) -> Iterator[object]:
    """The parts of a node that no example can notice: what is only said, and what is added to every measure of an order."""
    if only_speaks(node):
        yield from parts(node)
    measure = getattr(node, "by", None)
    if isinstance(measure, ast.Arithmetic) and measure.op in ("+", "-"):
        yield from (one for one in (measure.left, measure.right) if isinstance(one, ast.Number))


def only_speaks(node: object) -> bool:
    """True for an `if` that only decides whether something is said."""
    if not isinstance(node, ast.If):
        return False
    said = [one for _, block in node.branches for one in block] + (node.otherwise or [])
    return all(isinstance(one, ast.Say) for one in said)


def idle(node: ast.Statement) -> bool:
    """True for `nothing`."""
    return isinstance(node, ast.Call) and isinstance(node.call, ast.Name) and node.call.name == NOTHING


def bounds(text: str, span: ast.Span) -> tuple[int, int]:
    """Where a span begins and ends in the text of its file."""
    starts = [0]
    for line in text.split("\n")[: span.end_line - 1]:
        starts.append(starts[-1] + len(line) + 1)
    return starts[span.line - 1] + span.column - 1, starts[span.end_line - 1] + span.end_column - 1

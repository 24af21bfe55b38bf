"""Makes a book: brings the rulebook, the rules, the examples and what is known of them together, rule by rule."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from markupsafe import Markup

from rulewright.surface import ast
from rulewright.tools import reach
from rulewright.tools.book.carriers import Carriers, Passage, carriers
from rulewright.tools.book.colour import coloured
from rulewright.tools.book.components import components
from rulewright.tools.book.positions import Drawn, Theatre
from rulewright.tools.book.prose import inline, prose
from rulewright.tools.book.site import ROOT, Book, RulesFile, in_folder, template
from rulewright.tools.cache import Cache
from rulewright.tools.files import read_text
from rulewright.tools.loading import BrokenRules, engine
from rulewright.tools.mutate import scores
from rulewright.tools.mutate.results import Score
from rulewright.tools.project import RULEBOOK, Project, Target
from rulewright.tools.render import variants
from rulewright.tools.rulebook import WAIVERS, Rulebook, Waivers, read_rulebook, read_waivers
from rulewright.tools.tables import count
from rulewright.tools.tree import Parsed, parsed, walk
from rulewright_runtime.engine import Engine

_MARKUP = re.compile(r"[*`_]{1,2}")


def make(project: Project, target: Target, runs: int = 0) -> Book:
    """The book of a game in one of its variants; with `runs`, what so many random games reach."""
    trees = parsed(project, target.game)
    if not trees.ok:
        raise BrokenRules(trees.report())
    folder = project.folder(target.game)
    book = read_rulebook(folder / RULEBOOK)
    known = variants(project, target.game, Cache(None if project.bundled else project.cache))
    reached = reach.measured(project, [target], runs) if runs else None
    with engine(project, target) as loaded:
        score = scores.read(folder)
        maker = Maker(loaded, target, trees, book, read_waivers(folder / WAIVERS), known, reached, score)
        made = maker.make(read_text(folder / RULEBOOK, RULEBOOK))
    made.group = "/".join(folder.relative_to(project.rules).parts[:-1])
    return made


@dataclass(slots=True)
class Shown:
    """A passage of the rules as its figure shows it."""

    passage: Passage
    address: str
    file: str
    stretches: list[list[tuple[int, Markup, bool]]]  # number, line, whether it cites the rule


@dataclass(slots=True)
class Edition:
    """What another variant has instead."""

    name: str
    title: str
    sentences: list[tuple[str, Markup]]  # further rules that it cites, which say it in words
    passages: list[Shown] = field(default_factory=list)


class Maker:
    """Makes the book of one game or variant."""

    def __init__(
        self,
        loaded: Engine,
        target: Target,
        trees: Parsed,
        book: Rulebook,
        waivers: Waivers,
        known: list[str],
        reached: reach.Reach | None,
        score: Score | None,
    ) -> None:
        self.engine = loaded
        self.target = target
        self.trees = trees
        self.book = book
        self.waivers = waivers
        self.known = known
        self.reached = reached
        self.guards = score.rules if score is not None else {}
        self.names = dict(_declared(trees))
        self.titles = dict(_titles(trees))
        self.carriers = carriers(trees, known)
        self.own = {target.variant, *_parents(trees, target.variant)}
        self.files = {file.path: self._file(file) for file in trees.files}
        self.theatre = Theatre(loaded)
        self.examples = list(self.theatre.drawn().values())
        self.numbers = {one.place: number for number, one in enumerate(self.examples)}

    def make(self, text: str) -> Book:
        """The book with all of its pages."""
        written = prose(text, self.book, self._fold)
        languages = ["en", *[one for one in self.engine.labels if one != "en"]]
        tables = {language: components(self.engine, self.trees, language) for language in languages}
        files = [file for file in self.files.values() if "/labels/" not in file.path]
        rules = sum(not entry.section for entry in self.book.entries.values())
        book = Book(
            name=str(self.target),
            title=self.engine.title,
            prose=written,
            behind={id: html for id in self.book.entries if (html := self._behind(id))},
            files=files,
            components=tables,
            examples=self.examples,
            stages=self.theatre.stages,
            found=[],
            sums=[(str(rules), "rules"), (str(len(self.examples)), "examples")],
            variants=[(one, self.titles.get(one, one)) for one in self.known if one != self.target.variant],
        )
        book.found = list(self._found(book))
        return book

    # ------------------------------------------------------------ rules text

    def _file(self, file: ast.File) -> RulesFile:
        """A rules file with its lines coloured and linked."""
        lines = coloured(file.path, file.text, self._name_address, self._rule_address)
        slug = _slug(file.path)
        return RulesFile(file.path, slug, file.path.split("/", 2)[2], lines)

    def _name_address(self, name: str) -> str:
        """Where a name is declared, or nothing."""
        return self._address(*self.names[name]) if name in self.names else ""

    def _rule_address(self, id: str) -> str:
        """Where a rule stands in the book, or nothing."""
        return f"{ROOT}index.html#{id}" if id in self.book.entries else ""

    def _address(self, path: str, line: int) -> str:
        """The address of a line of the rules."""
        return f"{ROOT}rules/{_slug(path)}.html#L{line}"

    def _shown(self, passage: Passage) -> Shown:
        """A passage with the lines that are shown of it."""
        lines = self.files[passage.path].lines
        stretches = [
            [
                (number, in_folder(lines[number - 1], ""), number in passage.cited)
                for number in range(first, last + 1)
            ]
            for first, last in passage.shown()
        ]
        address = self._address(passage.path, passage.first).replace(ROOT, "")
        return Shown(passage, address, passage.path.split("/", 2)[2], stretches)

    # ------------------------------------------------------------ one rule

    def _fold(self, id: str) -> Markup:
        """The line beside a rule that unfolds what stands behind it."""
        found = self.carriers.get(id, Carriers())
        entry = self.book.entries[id]
        own = [one for one in found.passages if one.variant in self.own or not one.variant]
        marks = {
            "assumed": bool(found.assumed),
            "editions": [self.titles.get(name, name) for name in self._others(found)],
        }
        examples = [place for place in found.examples if place in self.numbers]
        if not (own or examples or marks["editions"] or self._excuse(id, own, examples)):
            return Markup()
        return Markup(
            template(
                "fold.html.j2",
                id=id,
                rules=len(own),
                examples=len(examples),
                marks=marks,
                missing=entry.needs_rule
                and not own
                and not marks["editions"]
                and not self._excuse(id, own, examples),
                reached=self._reached(own),
                guard=self.guards.get(id),
            )
        )

    def _behind(self, id: str) -> Markup:
        """What unfolds."""
        found = self.carriers.get(id, Carriers())
        own = [one for one in found.passages if one.variant in self.own or not one.variant]
        examples = [self.numbers[place] for place in found.examples if place in self.numbers]
        return Markup(
            template(
                "behind.html.j2",
                id=id,
                passages=[self._shown(one) for one in own],
                examples=[
                    (number, self.examples[number], self._written(self.examples[number]))
                    for number in examples
                ],
                assumed=found.assumed,
                editions=list(self._editions(found, id)),
                excuse=self._excuse(id, own, examples),
                reached=self._reached(own),
                runs=self.reached.runs if self.reached else 0,
                guard=self.guards.get(id),
                count=count,
            )
        )

    def _written(self, one: Drawn) -> list[Markup]:
        """An example as the rules have it."""
        path, _, line = one.place.rpartition(":")
        file = next(file for file in self.trees.files if file.path == path)
        node = next(d for d in file.declarations if isinstance(d, ast.Example) and d.span.line == int(line))
        lines = self.files[path].lines[node.span.line - 1 : node.span.end_line]
        while lines and not lines[-1].strip():
            lines = lines[:-1]
        return [in_folder(each, "") for each in lines]

    def _others(self, found: Carriers) -> list[str]:
        """The variants that have something of their own for a rule."""
        names = {one.variant for one in found.passages if one.variant} | found.editions
        return [name for name in self.known if name in names and name not in self.own]

    def _editions(self, found: Carriers, id: str) -> list[Edition]:
        """What the other variants say instead of a rule."""
        editions: list[Edition] = []
        for name in self._others(found):
            passages = [one for one in found.passages if one.variant == name]
            beside = {other for one in passages for other in one.beside if other != id}
            sentences = [
                (other, inline(entry.text, self.book))
                for other, entry in self.book.entries.items()
                if other in beside and entry.text
            ]
            editions.append(
                Edition(name, self.titles.get(name, name), sentences, [self._shown(one) for one in passages])
            )
        return editions

    def _excuse(self, id: str, rules: list[Passage], examples: object) -> str:
        """Why a rule needs no declaration or example, as the waivers say it."""
        entry = self.book.entries[id]
        reasons = [
            self.waivers.reason(id, part) or ""
            for part, needed, there in (
                ("rule", entry.needs_rule, rules),
                ("test", entry.needs_test, examples),
            )
            if needed and not there
        ]
        return "; ".join(dict.fromkeys(reason for reason in reasons if reason))

    def _reached(self, passages: list[Passage]) -> str:
        """Whether random games come to the statements that cite a rule, or examples alone; "" if there are none."""
        if self.reached is None:
            return ""
        statements = [
            one
            for one in self.reached.statements
            for passage in passages
            if one.path == passage.path and _concerns(passage, one.line)
        ]
        if not statements:
            return ""
        if any(one.games for one in statements):
            return "games"
        return "examples" if any(one.examples for one in statements) else "nothing"

    # ------------------------------------------------------------ search

    def _found(self, book: Book) -> list[tuple[str, str, str]]:
        """What the search of the book finds: address, text and sort."""
        found = [("index.html#" + one.anchor, one.text, "chapter") for one in book.prose.contents]
        found += [
            (f"index.html#{id}", id, _MARKUP.sub("", entry.text))
            for id, entry in self.book.entries.items()
            if not entry.section
        ]
        for language, tables in book.components.items():
            for table in tables:
                for row in table.rows:
                    text = f"{table.label}" + (f" ({language})" if language != "en" else "")
                    found.append((f"components.html#{table.name}-{row.name}", row.label, text))
        first = {number: id for id, one in self.carriers.items() for number in self._numbers(one)}
        found += [
            (f"index.html#{first[number]}", one.title, "example")
            for number, one in enumerate(self.examples)
            if number in first and first[number] in self.book.entries
        ]
        found += [
            (self._address(path, line).replace(ROOT, ""), name.replace("_", " "), "rules text")
            for name, (path, line) in self.names.items()
        ]
        return list(dict.fromkeys(found))

    def _numbers(self, one: Carriers) -> list[int]:
        """The numbers of the examples that test a rule."""
        return [self.numbers[place] for place in one.examples if place in self.numbers]


def _concerns(passage: Passage, line: int) -> bool:
    """Whether a statement belongs to what cites a rule: the cited line, or all of a declaration whose head cites it."""
    if passage.cited & set(range(passage.first, passage.first + 2)):
        return passage.first <= line <= passage.last
    return line in passage.cited


def _slug(path: str) -> str:
    """The name of the page of a rules file."""
    return path.split("/", 2)[2].removesuffix(".rules").replace("/", "-")


def _declared(trees: Parsed) -> list[tuple[str, tuple[str, int]]]:
    """The names that rules declare, with their places; those of the game itself come before those of variants."""
    found: dict[str, tuple[str, int]] = {}
    for inner in (False, True):
        for file in trees.files:
            for place in walk(file):
                node = place.node
                if not isinstance(node, ast.Declaration) or place.example is not None:
                    continue
                if inner != any(isinstance(one, ast.Variant) for one in place.within):
                    continue
                for name in _names(node):
                    found.setdefault(name, (file.path, node.span.line))
    return list(found.items())


def _names(node: ast.Declaration) -> list[str]:
    """The names that a declaration declares."""
    if isinstance(node, (ast.Kind, ast.Piece, ast.Resource, ast.Board, ast.Member, ast.Participant)):
        return [node.name]
    if isinstance(node, (ast.Define, ast.Rule, ast.Action, ast.Event, ast.Menu)):
        return [node.signature.name]
    return list(node.names) if isinstance(node, ast.Field) else []


def _titles(trees: Parsed) -> list[tuple[str, str]]:
    """What the variants are called."""
    found = [("", "the game itself")]
    for file in trees.files:
        for node in file.declarations:
            if isinstance(node, ast.Variant):
                found.append(
                    (
                        node.name,
                        f"{node.label.value} ({node.name})" if node.label else node.name.replace("_", " "),
                    )
                )
    return found


def _parents(trees: Parsed, variant: str) -> list[str]:
    """The variants on which one builds."""
    above = {d.name: d.of for file in trees.files for d in file.declarations if isinstance(d, ast.Variant)}
    found: list[str] = []
    while variant in above:
        variant = above[variant]
        found.append(variant)
    return found

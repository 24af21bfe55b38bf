"""The rulebook as HTML in reading order: every rule has its anchor, every id that is spoken of is a link."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from rulewright.tools.rulebook import ID, Entry, Rulebook

_SPOKEN = re.compile(
    rf"(?P<id>\b{ID}(?![\w-]))|(?P<edition>\[ED\])|(?P<source>\(?\b0\d\d:\d+(?:[-–,; ]+(?:0\d\d:)?\d+)*\)?)"
)
_SLUG = re.compile(r"[^a-z0-9]+")

Behind = Callable[[str], Markup]  # what stands beside a rule, folded


@dataclass(slots=True)
class Heading:
    """A line of the table of contents."""

    level: int
    anchor: str
    text: str


@dataclass(slots=True)
class Prose:
    """The text of a rulebook as HTML with its table of contents."""

    title: str
    html: Markup
    contents: list[Heading] = field(default_factory=list)


def prose(text: str, book: Rulebook, behind: Behind) -> Prose:
    """The whole rulebook; `behind` gives what unfolds beside a rule."""
    return _Writer(book, behind).write(text)


def inline(text: str, book: Rulebook) -> Markup:
    """One sentence of a rulebook as HTML."""
    return _Writer(book, lambda id: Markup()).sentence(text)


class _Writer:
    """Turns Markdown into HTML with anchors and links."""

    def __init__(self, book: Rulebook, behind: Behind) -> None:
        self.book = book
        self.behind = behind
        self.markdown = MarkdownIt("commonmark", {"html": False, "typographer": True}).enable("table")
        self.left: dict[int, list[Entry]] = {}  # entries by line, counted from 0, that have no anchor yet
        for entry in book.entries.values():
            self.left.setdefault(entry.line - 1, []).append(entry)
        self.taken: set[str] = set()  # anchors
        self.contents: list[Heading] = []
        self.title = ""

    def sentence(self, text: str) -> Markup:
        """One sentence as HTML, without a paragraph around it."""
        tokens = self.markdown.parseInline(text)
        self._speak(tokens[0].children or [])
        return Markup(self.markdown.renderer.render(tokens, self.markdown.options, {}))

    def write(self, text: str) -> Prose:
        """The whole rulebook as HTML."""
        tokens = list(self._anchored(self.markdown.parse(text)))
        for token in tokens:
            if token.type == "inline":
                self._speak(token.children or [])
        html = Markup(self.markdown.renderer.render(tokens, self.markdown.options, {}))
        return Prose(self.title, html, self.contents)

    # ------------------------------------------------------------ blocks

    def _anchored(self, tokens: list[Token]) -> Iterator[Token]:
        """The tokens with anchors, and after each rule what stands behind it."""
        after: list[tuple[str, int, list[Entry], int]] = (
            []
        )  # the token that closes a rule: type, level, its entries, columns
        skip = self._heading_of_book(tokens)
        columns = 0
        for index, token in enumerate(tokens):
            if index < skip:
                continue
            if token.type == "th_open" and token.level <= 3:
                columns = columns + 1 if tokens[index - 1].type == "th_close" else 1
            if token.type == "table_open":
                yield _html('<div class="wide">')
            if token.type == "heading_open":
                self._heading(token, tokens[index + 1])
            entries = self._entries(token)
            if entries:
                after.append((*_closing(token), entries, columns))
            yield token
            if token.type == "table_close":
                yield _html("</div>")
            if after and (token.type, token.level) == after[-1][:2]:
                _, _, done, wide = after.pop()
                yield from self._folded(done, token.type == "tr_close", wide)

    def _heading_of_book(self, tokens: list[Token]) -> int:
        """The first heading is the title of the page, not a part of it."""
        if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
            self.title = _plain(tokens[1])
            return 3
        return 0

    def _heading(self, token: Token, inside: Token) -> None:
        """Notes a heading for the contents; one without a rule id gets an anchor of its own."""
        text = _plain(inside)
        entries = self.left.get((token.map or [-1])[0], [])
        anchor = entries[0].id if entries else self._slug(text)
        if not entries:
            token.attrSet("id", anchor)
        self.contents.append(Heading(int(token.tag[1]), anchor, text))

    def _slug(self, text: str) -> str:
        """An anchor made of a text, unlike all others."""
        base = _SLUG.sub("-", text.lower()).strip("-") or "part"
        slug, number = base, 2
        while slug in self.taken:
            slug, number = f"{base}-{number}", number + 1
        self.taken.add(slug)
        return slug

    def _entries(self, token: Token) -> list[Entry]:
        """The rules that a block opens, taken off the list."""
        if token.map is None or token.hidden:
            return []
        if token.type in ("list_item_open", "heading_open", "tr_open"):
            lines = range(token.map[0], token.map[0] + 1)
        elif token.type == "paragraph_open":
            lines = range(*token.map)
        else:
            return []
        found = [entry for line in lines for entry in self.left.pop(line, [])]
        if found:
            token.attrSet("id", found[0].id)
            token.attrJoin("class", "rule section" if found[0].section else "rule")
        return found

    def _folded(self, entries: list[Entry], row: bool, columns: int) -> Iterator[Token]:
        """What stands behind rules; further ids of one block have their anchors here."""
        for place, entry in enumerate(entries):
            html = self.behind(entry.id)
            if place:
                html = Markup('<span id="{}"></span>').format(entry.id) + html
            if row and html:
                html = Markup('<tr class="behind-row"><td colspan="{}">{}</td></tr>').format(columns, html)
            yield _html(str(html))

    # ------------------------------------------------------------ words

    def _speak(self, children: list[Token]) -> None:
        """Ids become links, marks of editions and sources are set apart."""
        linked = 0
        for place, child in enumerate(list(children)):
            linked += {"link_open": 1, "link_close": -1}.get(child.type, 0)
            if child.type == "text" and not linked and _SPOKEN.search(child.content):
                new = Token("html_inline", "", 0)
                new.content = str(Markup("").join(self._parts(child.content)))
                children[place] = new

    def _parts(self, text: str) -> Iterator[Markup]:
        """The text in parts, with marks and ids as HTML."""
        at = 0
        for found in _SPOKEN.finditer(text):
            yield escape(text[at : found.start()])
            at = found.end()
            if found["edition"]:
                yield Markup('<abbr class="edition" title="differs between editions">edition</abbr>')
            elif found["source"]:
                yield Markup('<span class="source">{}</span>').format(found["source"])
            elif found["id"] in self.book.entries:
                yield Markup('<a class="id" href="#{0}">{0}</a>').format(found["id"])
            else:
                yield escape(found["id"])
        yield escape(text[at:])


def _closing(token: Token) -> tuple[str, int]:
    """The token after which a block's folded part stands: of a list item, after its own paragraph."""
    if token.type == "list_item_open":
        return "paragraph_close", token.level + 1
    return token.type.replace("_open", "_close"), token.level


def _plain(inside: Token) -> str:
    """The text of a heading without its marks."""
    return "".join(child.content for child in inside.children or [] if child.type in ("text", "code_inline"))


def _html(text: str) -> Token:
    """A piece of HTML as a token."""
    token = Token("html_block", "", 0)
    token.content = text + "\n"
    return token

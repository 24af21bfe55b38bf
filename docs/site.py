"""Hooks of the documentation's site: the order of its parts, and links that lead out of it as plain words."""

from __future__ import annotations

import posixpath
import re
from typing import Any

# The parts in the order in which a reader needs them; others follow.
ORDER = ("Tutorial", "Language", "How to", "Gallery", "Table", "Python", "Errors", "Internals", "Decisions")
_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
_INFO = re.compile(r"^( *```)(\w*)[^\n]*")  # what tests read after the language
_SHIM = re.compile(r'<script src="https://unpkg\.com/iframe-worker/shim"></script>')
_FENCE = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)


def on_nav(nav: Any, config: Any, files: Any) -> Any:
    """Puts the parts in their order."""

    def place(item: Any) -> int:
        title = (item.title or "").capitalize()
        return -1 if item.is_page else ORDER.index(title) if title in ORDER else len(ORDER)

    nav.items.sort(key=place)
    return nav


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Links to files of the repository beside docs/ become their words: the site stands alone."""
    folder = posixpath.dirname(page.file.src_uri)
    kept: list[str] = []

    def put_aside(found: re.Match[str]) -> str:
        kept.append(_INFO.sub(r"\1\2", found[0], 1))
        return f"\0{len(kept) - 1}\0"

    def inside(found: re.Match[str]) -> str:
        target = found[2]
        if re.match(r"\w+:", target):
            return found[0]
        path = posixpath.normpath(posixpath.join(folder, target))
        if path.startswith(".."):
            return found[1]
        if f"{path}/README.md" in files.src_uris:  # a folder means its first page
            return f"[{found[1]}]({target.rstrip('/')}/README.md{found[3] or ''})"
        return found[0]

    text = _LINK.sub(inside, _FENCE.sub(put_aside, markdown))
    return re.sub("\0(\\d+)\0", lambda found: kept[int(found[1])], text)


def on_post_page(output: str, page: Any, config: Any) -> str:
    """The theme's help for searching in pages from a file lies on a server; ours lies beside the pages."""
    up = "../" * page.url.count("/")
    return _SHIM.sub(f'<script src="{up}assets/worker.js"></script>', output)


def on_post_template(output: str, template_name: str, config: Any) -> str:
    """A page for addresses that are not there is the matter of a server."""
    return "" if template_name == "404.html" else output

"""The table's drawing for a book: its modules as one plain script, since pages from a file may not import any, and its style for a part of a page."""

from __future__ import annotations

import re
from pathlib import Path

import rulewright_table

STATIC = Path(rulewright_table.__file__).parent / "static"
ENTRIES = ("board.js", "mats.js", "common.js", "matrices.js", "printed.js", "model.js", "phrases.js")

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_PASSED_ON = re.compile(r'^export \{([^}]*)\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b", re.MULTILINE)


class CannotBundle(Exception):
    """A module is written in a way that this small bundler does not know."""


def script() -> str:
    """A script that sets `Drawing` to what the entry modules export."""
    done: dict[str, str] = {}
    for name in ENTRIES:
        _add(name, done, ())
    entries = ", ".join(f"...{_variable(name)}" for name in ENTRIES)
    return "(() => {\n" + "\n".join(done.values()) + f"\nwindow.Drawing = {{ {entries} }};\n}})();\n"


def _add(name: str, done: dict[str, str], within: tuple[str, ...]) -> None:
    """A module after those that it imports, as a function that gives its exports."""
    if name in done:
        return
    if name in within:
        raise CannotBundle(f"{' → '.join([*within, name])}: modules import each other")
    text = (STATIC / name).read_text(encoding="utf-8")
    for _, other in [*_IMPORT.findall(text), *_PASSED_ON.findall(text)]:
        _add(other, done, (*within, name))
    exports = [found[1] for found in _EXPORT.finditer(text)]
    for names, _ in _PASSED_ON.findall(text):
        exports += _names(names)
    body = _EXPORT.sub("", _PASSED_ON.sub(_taken, _IMPORT.sub(_taken, text)))
    other = _OTHER.search(body)
    if other is not None:
        raise CannotBundle(f"{name}: {body[other.start() :].splitlines()[0]}")
    done[name] = f"const {_variable(name)} = (() => {{\n{body}\nreturn {{ {', '.join(exports)} }};\n}})();"


def _taken(found: re.Match[str]) -> str:
    """An import as a constant; a name that is imported as another one bears it."""
    return f"const {{ {', '.join(_names(found[1], ': '))} }} = {_variable(found[2])};\n"


def _names(text: str, renamed: str = "") -> list[str]:
    """The names of an import or export list: renamed ones by their new name, or as a pattern with `renamed` between both."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return [part.replace(" as ", renamed) if renamed else part.split(" as ")[-1] for part in parts]


def _variable(name: str) -> str:
    """The variable that stands for a module."""
    return "module_" + re.sub(r"\W", "_", name.removesuffix(".js"))


def style() -> str:
    """The table's style for a shadow root: what it says of the page holds for the root's host."""
    text = (STATIC / "style.css").read_text(encoding="utf-8")
    text = re.sub(r":root((?:\[[^\]]*\]|:not\([^)]*\))+)", r":host(\1)", text)
    text = text.replace(":root", ":host")
    return re.sub(r"^(html|body)(?= \{)", ":host", text, flags=re.MULTILINE)

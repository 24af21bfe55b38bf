"""Diagnostics while typing: the same records as `rulewright check`, the quick ones at once, the others when they are known."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from lsprotocol import types as lsp

from rulewright.diagnostics import Diagnostic, has_errors, in_order
from rulewright.lsp.analysis import Analysis, Moment, analysed, variant_of, with_types
from rulewright.lsp.homes import Home
from rulewright.lsp.positions import Text
from rulewright.lsp.session import Session

COALESCE = 0.02  # seconds in which several changes count as one
PAUSE = 0.4  # without a keystroke, after which the other variants are checked
SOURCE = "rulewright"
_T = TypeVar("_T")
Publish = Callable[[lsp.PublishDiagnosticsParams], None]


@dataclass(slots=True)
class Checker:
    """Checks games in a thread of its own; a newer text takes the place of an older one."""

    session: Session
    publish: Publish
    tasks: dict[Home, asyncio.Task[None]] = field(default_factory=dict)
    told: dict[Home, dict[str, str]] = field(default_factory=dict)  # files with diagnostics: name -> address
    found: dict[Home, list[Diagnostic]] = field(default_factory=dict)  # what was told last
    others: dict[Home, dict[str, list[Diagnostic]]] = field(default_factory=dict)  # by variant
    thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "check"))

    def changed(self, home: Home, name: str = "") -> None:
        """A file of a game has another text: the game is checked again."""
        task = self.tasks.get(home)
        if task is not None:
            task.cancel()
        self.tasks[home] = asyncio.ensure_future(self._check(home, name))

    async def _check(self, home: Home, name: str) -> None:
        """Checks a game after an edit: the variant of the edited file first, then the others."""
        await asyncio.sleep(COALESCE)
        moment = await self._run(self.session.moment, home)
        first = await self._run(moment.first_findings)
        if has_errors(moment.read.diagnostics) or not moment.declares_game:
            self._tell(moment, first)
            return
        edited = next((f for f in moment.read.files if f.path == name), None)
        variants = moment.variants(variant_of(edited))
        found: dict[str, list[Diagnostic]] = {}
        for number, variant in enumerate(variants):
            done: Analysis = await self._run(analysed, moment.read.files, variant)
            found[variant] = done.diagnostics
            if done.context is not None:
                self.session.learned(home, done)
            if number == 0:
                self._tell(moment, [*first, *done.diagnostics, *self._of_others(home, variants[1:], name)])
                await self._run(with_types, done)
                self.session.stale()
                await asyncio.sleep(PAUSE if len(variants) > 1 else 0)
            else:
                await self._run(with_types, done)
            await self._run(_read_parts, moment)
        if home not in self.others:
            await self._run(settle)
        self.others[home] = found
        known = self.session.analyses.setdefault(home, {})
        for gone in set(known) - set(variants):
            del known[gone]
        if len(variants) > 1:
            self._tell(moment, [*first, *(d for each in found.values() for d in each)])

    async def _run(self, work: Callable[..., _T], *given: Any) -> _T:
        """What a piece of work gives, done in the thread of the compiler."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, work, *given)

    def _of_others(self, home: Home, variants: list[str], edited: str) -> list[Diagnostic]:
        """What the variants that are not checked yet had to say of files other than the one that changes."""
        known = self.others.get(home, {})
        return [d for variant in variants for d in known.get(variant, []) if d.span.path != edited]

    def _tell(self, moment: Moment, diagnostics: list[Diagnostic]) -> None:
        """Publishes what is known of every file; a file of which there is nothing more to say is cleared."""
        home = moment.home
        self.found[home] = in_order(diagnostics)
        by_file: dict[str, list[Diagnostic]] = {}
        for d in self.found[home]:
            by_file.setdefault(
                d.span.path if d.span.path in moment.sources else _first_file(moment), []
            ).append(d)
        before = self.told.get(home, {})
        open_files = [home.name_of(path) for path in self.session.open if home.holds(path)]
        told: dict[str, str] = {}
        for name in dict.fromkeys([*before, *by_file, *open_files]):
            if not name:
                continue
            uri = self.session.uri(home, name)
            text = self.session.text(home, name, moment.sources)
            buffer = self.session.open.get(home.path_of(name))
            shown = [as_shown(d, text) for d in by_file.get(name, [])]
            version = buffer.version if buffer is not None else None
            self.publish(lsp.PublishDiagnosticsParams(uri, shown, version))
            if shown:
                told[name] = uri
        self.told[home] = told

    def close(self) -> None:
        """Stops all checks."""
        for task in self.tasks.values():
            task.cancel()
        self.thread.shutdown(wait=False, cancel_futures=True)


def settle() -> None:
    """What is known by now is not looked through for garbage again and again: it makes a keystroke a third slower."""
    gc.collect()
    gc.freeze()


def _read_parts(moment: Moment) -> None:
    """Reads the files by declarations, so that requests find them read."""
    for _ in moment.trees():
        pass


def _first_file(moment: Moment) -> str:
    """Where something is told that belongs to no file that can be read."""
    return next(iter(moment.sources), "")


def as_shown(d: Diagnostic, text: Text) -> lsp.Diagnostic:
    """A diagnostic as editors show it: what is wrong, what was expected, and the hint below it."""
    more = [f"expected: {d.expected}"] if d.expected else []
    more += [*d.notes, *([f"hint: {d.hint}"] if d.hint else [])]
    return lsp.Diagnostic(
        range=text.first_line(d.span),
        message="\n".join([d.message, *more]),
        severity=lsp.DiagnosticSeverity.Error if d.severity == "error" else lsp.DiagnosticSeverity.Warning,
        code=d.code,
        source=SOURCE,
        tags=[lsp.DiagnosticTag.Unnecessary] if d.code in UNUSED else None,
        data=d.model_dump(mode="json"),
    )


# What nothing uses or reaches is greyed out.
UNUSED = frozenset({"RW405", "RW421", "RW432"})

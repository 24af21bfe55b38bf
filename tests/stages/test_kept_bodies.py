"""Typed bodies that came before are taken again, and only where they hold the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rulewright import pipeline
from rulewright.emit import package
from rulewright.typed import tree
from rulewright.typed.kept import are_alike

HERE = Path(__file__).parents[2] / "rules/connect_four"


def typed(*edits: tuple[str, str]) -> tree.Game:
    """The typed game after texts of its rules were replaced."""
    texts = [(path, edited(text, edits)) for path, text in pipeline.read(HERE).sources.items()]
    done = pipeline.check_files(pipeline.parsed(HERE, texts, []), "")
    assert done.typed is not None, done.diagnostics
    return done.typed


def edited(text: str, edits: tuple[tuple[str, str], ...]) -> str:
    for old, new in edits:
        text = text.replace(old, new)
    return text


def test_the_same_rules_give_the_same_bodies() -> None:
    one, again = typed(), typed()
    assert all(again.functions[key] is f for key, f in one.functions.items())
    assert all(a is b for a, b in zip(one.examples, again.examples, strict=True))


def test_an_edit_changes_its_body_and_no_other() -> None:
    one = typed()
    other = typed(('say "{you} drops a disc', 'say "{you} drops one disc'))
    changed = [key for key, f in other.functions.items() if one.functions[key] is not f]
    assert changed == ["take_turn"]


def test_bodies_with_their_locals_in_another_order_are_not_alike() -> None:
    f = typed().functions["take_turn"]
    turned = replace(f, locals=dict(reversed(f.locals.items())))
    assert f == turned
    assert len(f.locals) > 1
    assert not are_alike(f, turned)


def test_data_of_examples_follow_the_rules() -> None:
    def data(*edits: tuple[str, str]) -> str:
        texts = [(path, edited(text, edits)) for path, text in pipeline.read(HERE).sources.items()]
        done = pipeline.compile_files(pipeline.parsed(HERE, texts, []), "")
        assert done.plan is not None, done.diagnostics
        return package.package(done.plan, done.sources, "1")["examples.json"]

    before = data()
    assert data() == before
    renamed = data(("in_line(", "in_row("))
    assert renamed == before.replace("in_line(", "in_row(")

"""The formatter: canonical layout, the same tree, and nothing to do the second time."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.fmt import format_text

from .common import BAD, GOOD, text_of


def formatted(text: str) -> str:
    result, problems = format_text("x.rules", text)
    assert result is not None, problems
    return result


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_stable_and_equivalent(path: Path) -> None:
    once = formatted(text_of(path))  # format_text compares the trees itself
    assert formatted(once) == once


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_comments_are_kept(path: Path) -> None:
    def comments(text: str) -> list[str]:
        return [line.strip() for line in text.split("\n") if line.lstrip().startswith("#")]

    assert comments(formatted(text_of(path))) == comments(text_of(path))


@pytest.mark.parametrize("path", BAD[:5], ids=lambda p: p.stem)
def test_files_with_errors_are_left_alone(path: Path) -> None:
    result, problems = format_text("x.rules", text_of(path))
    assert result is None
    assert problems


X50 = "x" * 50
PAIRS = {
    "spaces": (
        "rule  f( a,b )\n  x( a )=-1+b*( 2 -3 )\n  choose (n) y  from 1 .. 3 , up to( n ) z from your  hand\n",
        "rule f(a, b)\n    x(a) = -1 + b * (2 - 3)\n    choose (n) y from 1..3, up to (n) z from your hand\n",
    ),
    "signs and ranges": (
        "player\n    a :- 3 .. - 1 or  none= - 2 ,private\n    b : 0 ..=1\n    c : 0 ..\n    d: 0.. or none\n",
        "player\n    a: -3..-1 or none = -2, private\n    b: 0.. = 1\n    c: 0..\n    d: 0.. or none\n",
    ),
    "tables": (
        'kind k|a|b ?\n  one "One"|1|-  [X-1]\n    x = 1\n\n  three|1,2| 33 ?\n',
        f"""kind k | a | b?\n{'    one "One" | 1    | -':<70}[X-1]\n        x = 1\n\n    three     | 1, 2 | 33?\n""",
    ),
    "cases": (
        "define f\n    = 1 if a\n    = (22 if b else c) if b\n    = 4 otherwise\n",
        "define f\n    = 1                if a\n    = (22 if b else c) if b\n    = 4                otherwise\n",
    ),
    "rule ids": (
        "rule f [X-1 ,X-2  pl]\n    stop   [ X-3 ] # why\n    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa [X-4]\n",
        f"{'rule f':<70}[X-1, X-2 pl]\n{'    stop':<70}[X-3]  # why\n    {'a' * 72}  [X-4]\n",
    ),
    "blank lines": (
        "\n\ndefine a = 1\ndefine b = 2\nrule f\n    stop\n\n\n    stop\nrule g\n    stop\n# about h\nrule h: stop\n\n\n",
        "define a = 1\ndefine b = 2\nrule f\n    stop\n\n    stop\n\nrule g\n    stop\n\n# about h\nrule h: stop\n",
    ),
    "comments": (
        "rule f\n  # first\n  if a:   # here\n     # inner\n     stop\n  # outer\n# margin\nrule g: stop\n",
        "rule f\n    # first\n    if a:  # here\n        # inner\n        stop\n    # outer\n\n# margin\nrule g: stop\n",
    ),
    "continued lines": (
        "rule f\n    require a\n  and b\n       or c   [X-1]\n",
        f"rule f\n    require a\n            and b\n{'            or c':<70}[X-1]\n",
    ),
    "lines after a comma": (
        "rule f\n  choose a from b,# why,\n\n      c from d ,\n     e from (1,\n    2):  [X-1]\n    stop\n",
        "rule f\n    choose a from b,  # why,\n\n            c from d,\n            e from (1,\n"
        f"{'            2):':<70}[X-1]\n        stop\n",
    ),
    "long choices": (
        'rule f\n    may choose hex "a hut on the land" from your worked where it.free "taken" '
        f'as "{{it}} {X50}" else "none": g  [X-1]\n',
        'rule f\n    may choose hex "a hut on the land"\n            from your worked\n'
        f'            where it.free "taken"\n            as "{{it}} {X50}"\n'
        + '            else "none": g'.ljust(70)
        + "[X-1]\n",
    ),
    "choices of several things": (
        f'rule f\n    choose aa from S as "{X50}", bb from T where c as "{X50}", cc from U\n',
        f'rule f\n    choose aa from S as "{X50}",\n            bb from T where c as "{X50}",\n            cc from U\n',
    ),
    "long conditions": (
        f"rule f\n    require {X50} and {X50} or {X50}\n    x = {X50} + {X50} * {X50}\n",
        f"rule f\n    require {X50}\n            and {X50}\n            or {X50}\n"
        f"    x = {X50}\n            + {X50} * {X50}\n",
    ),
    "long lists": (
        f"define f = ({X50}, {X50}, {X50}, a)  [X-1]\n",
        f"define f = ({X50}, {X50},\n        {X50}, a)\n" + " " * 70 + "[X-1]\n",
    ),
    "long labels": (
        f'labels pl\n    "{X50} a" = "{X50} {X50}"\n',
        f'labels pl\n    "{X50} a" =\n            "{X50} {X50}"\n',
    ),
    "two signs": ("define f = - - 1 - - a\n", "define f = - -1 - -a\n"),
    "long tables": (
        f'kind k | {X50} | {X50} | aaaaaa  [X-1]\n    x | 111 | "{X50}{X50}"  [X-2]\n    y | 2 | 3  [X-3]\n',
        f"kind k\n        | {X50}\n        | {X50}\n        | aaaaaa\n" + " " * 70 + "[X-1]\n"
        f'    x | 111 | "{X50}{X50}"\n' + " " * 70 + "[X-2]\n" + "    y | 2   | 3".ljust(115) + "[X-3]\n",
    ),
    "line ends": ("\ufeffrule f\r\n    stop", "rule f\n    stop\n"),
    "nothing": ("\n\n", ""),
}


@pytest.mark.parametrize("name", PAIRS)
def test_layout(name: str) -> None:
    before, after = PAIRS[name]
    assert formatted(before) == after


RULES = sorted((Path(__file__).parents[2] / "rules").rglob("*.rules"))
SOME = [p if i % 5 == 0 else pytest.param(p, marks=pytest.mark.long) for i, p in enumerate(RULES)]


@pytest.mark.parametrize("path", SOME, ids=lambda p: "/".join(p.parts[-2:]))
def test_our_rules_are_laid_out_and_no_line_is_long(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert formatted(text) == text
    assert [n for n, line in enumerate(text.split("\n"), 1) if len(line) > 120] == []

"""Small faults put into good rules: lines, blocks, names, numbers and words are lost, doubled, swapped or changed."""

from __future__ import annotations

import random
import re

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
NUMBER = re.compile(r"\b[0-9]+\b")
_VALUES = """
none you empty yes players this it base options random(1..6) 3 -1 0 first(players) size(players) north 1..3
next_player(you) 999999999 (1,2)
"""
_LINES = """\
    stop
    nothing
    end_game
    choose x from 1..3
    say "{x}"
    require no
    = 3
    base
    let y = 3
    each player: nothing
    repeat until no: nothing
    begin round
        choose one:
            "a": nothing
    may "b": stop
    for x in none: nothing"""
VALUES = _VALUES.split()
LINES = _LINES.split("\n")

Texts = list[tuple[str, str]]


def mutated(texts: Texts, seed: int, faults: int = 2) -> Texts:
    """The same files with some faults; the same seed gives the same faults."""
    rng = random.Random(seed)
    found = dict(texts)
    names = sorted({name for text in found.values() for name in NAME.findall(text)})
    for _ in range(rng.randint(1, faults)):
        path = rng.choice(sorted(found))
        lines = found[path].split("\n")
        fault = rng.choice(FAULTS)
        found[path] = "\n".join(fault(lines, names, rng))
    return list(found.items())


def some_line(lines: list[str], rng: random.Random) -> int:
    filled = [i for i, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]
    return rng.choice(filled) if filled else 0


def block_at(lines: list[str], start: int) -> int:
    """The end of the block that begins with a line."""
    indent = len(lines[start]) - len(lines[start].lstrip())
    end = start + 1
    while end < len(lines) and (
        not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > indent
    ):
        end += 1
    return end


def lose_line(lines: list[str], names: list[str], rng: random.Random) -> list[str]:
    i = some_line(lines, rng)
    return lines[:i] + lines[i + 1 :]


def lose_block(lines: list[str], names: list[str], rng: random.Random) -> list[str]:
    i = some_line(lines, rng)
    return lines[:i] + lines[block_at(lines, i) :]


def double_block(lines: list[str], names: list[str], rng: random.Random) -> list[str]:
    i = some_line(lines, rng)
    end = block_at(lines, i)
    return lines[:end] + lines[i:end] + lines[end:]


def move_block(lines: list[str], names: list[str], rng: random.Random) -> list[str]:
    i = some_line(lines, rng)
    end = block_at(lines, i)
    block, rest = lines[i:end], lines[:i] + lines[end:]
    j = rng.randint(0, len(rest))
    return rest[:j] + block + rest[j:]


def swap_lines(lines: list[str], names: list[str], rng: random.Random) -> list[str]:
    i, j = some_line(lines, rng), some_line(lines, rng)
    made = list(lines)
    made[i], made[j] = made[j], made[i]
    return made


def other_name(lines: list[str], names: list[str], rng: random.Random) -> list[str]:
    i = some_line(lines, rng)
    found = list(NAME.finditer(lines[i]))
    if not found:
        return lines
    at = rng.choice(found)
    new = rng.choice(names if rng.random() < 0.7 else VALUES)
    return [*lines[:i], lines[i][: at.start()] + new + lines[i][at.end() :], *lines[i + 1 :]]


def other_number(lines: list[str], names: list[str], rng: random.Random) -> list[str]:
    numbered = [i for i, line in enumerate(lines) if NUMBER.search(line.split("#")[0])]
    if not numbered:
        return lines
    i = rng.choice(numbered)
    at = rng.choice(list(NUMBER.finditer(lines[i])))
    new = rng.choice(["0", "1", "7", "99", "999999999", "none", rng.choice(names)])
    return [*lines[:i], lines[i][: at.start()] + new + lines[i][at.end() :], *lines[i + 1 :]]


def new_line(lines: list[str], names: list[str], rng: random.Random) -> list[str]:
    i = some_line(lines, rng)
    extra = rng.randint(0, 2) * 4
    return [*lines[: i + 1], " " * extra + rng.choice(LINES), *lines[i + 1 :]]


def lose_word(lines: list[str], names: list[str], rng: random.Random) -> list[str]:
    i = some_line(lines, rng)
    indent = lines[i][: len(lines[i]) - len(lines[i].lstrip())]
    words = lines[i].split()
    if words:
        del words[rng.randrange(len(words))]
    return [*lines[:i], indent + " ".join(words), *lines[i + 1 :]]


FAULTS = [lose_line, lose_block, double_block, move_block, swap_lines, other_name, other_name, other_number]
FAULTS += [other_name, other_number, new_line, lose_word]

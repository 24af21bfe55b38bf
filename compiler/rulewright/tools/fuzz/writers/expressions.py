"""Random expressions: every operator, query and fold inside every other."""

from __future__ import annotations

from .writer import Writer

HEAD = """game {name} "Sums"
    players: 2

resource coin
resource gem

kind fruit, ordered | points | colours
    apple  | 1 | 3
    pear   | 2 | 1, 2
    quince | 4 | -
    fig    | 2 | 5, 5

table
    numbers: list of number = (3, 1, 2, 3)
    flags: flag = yes
    left for each fruit: number = this.points * 2
    seen: list of number

player
    coin: resource = 3
    gem: resource = 1
    fruits: list of fruit = (pear, fig, pear)
    few: set of fruit = (pear, apple)
    best_fruit: fruit or none

define twice(n) = n * 2
define price(f) = f.points + left(f)
define richer(q) = q.coin > your coin
define by_price(f) = 0 - price(f)

rule play
    each player:
        choose a from 1..3
        choose f from fruit
        let b = a - 2
        your coin += a
        left(f) += b
        move a to numbers
        move f to your fruits
        your best_fruit = f if a > 1 else none
        take_notes(a, b, f)

"""


class Sums(Writer):
    """Writes a game whose one rule notes down the values of many expressions."""

    def text(self) -> str:
        lines = ["rule take_notes(a, b, f)"]
        for i in range(12):
            lines.append(f"    move {self.number(3, [])} to seen")
            lines.append(f"    if {self.flag(3, [])}: move 1 to seen")
            lines.append(f"    for number_{i} in {self.numbers(3, [])}: move number_{i} to seen")
            lines.append(f"    for fruit_{i} in {self.fruits(3, [])}: move fruit_{i}.points to seen")
            lines.append(f"    if payable({self.bundle(2, [])}): move 2 to seen")
        return HEAD.format(name=self.name) + "\n".join([*lines, ""])

    def pick(self, simple: list[str], deep: list[str]) -> str:
        return self.rng.choice(simple + deep * 2)

    # ------------------------------------------------------------ numbers and flags

    def number(self, depth: int, fruits: list[str]) -> str:
        """A number; `fruits` are the variables of queries around it."""
        one = self.fruit(0, fruits)
        simple = [
            "a",
            "b",
            "f.points",
            "your coin",
            str(self.rng.randint(0, 4)),
            f"{one}.points",
            f"left({one})",
        ]
        if depth == 0:
            return self.rng.choice(simple)
        n, m = self.number(depth - 1, fruits), self.number(depth - 1, fruits)
        name = self.fresh()
        kind = self.rng.randrange(16)
        if kind < 4:
            return f"({n} {self.rng.choice(['+', '-', '*', '-'])} {m})" if kind else f"{n} + {m} - {n}"
        made = [
            f"({n}) / {self.rng.randint(2, 3)}",
            f"(-{self.rng.choice(['a', 'b', '(' + n + ')'])})",
            f"({n} if {self.flag(depth - 1, fruits)} else {m})",
            f"{self.rng.choice(['min', 'max'])}({n}, {m})",
            f"abs({n})",
            f"mod({n}, 3)",
            f"size({self.numbers(depth - 1, fruits)})",
            f"(count {name} in {self.fruits(depth - 1, fruits)} where {self.flag(depth - 1, [*fruits, name])})",
            f"({self.rng.choice(['sum', 'highest', 'lowest'])} {self.number(depth - 1, [*fruits, name])}"
            f" for {name} in {self.fruits(depth - 1, fruits)})",
            f"twice({n})",
            f"price({self.fruit(depth - 1, fruits)})",
            f"position({self.fruit(depth - 1, fruits)}, {self.fruits(depth - 1, fruits)})",
        ]
        return made[kind - 4]

    def flag(self, depth: int, fruits: list[str]) -> str:
        if depth == 0:
            return self.rng.choice(
                ["flags", "a > 1", "yes", "your best_fruit is none", "richer(next_player(you))"]
            )
        p, q = self.flag(depth - 1, fruits), self.flag(depth - 1, fruits)
        n, m = self.number(depth - 1, fruits), self.number(depth - 1, fruits)
        name = self.fresh()
        some = self.fruits(depth - 1, fruits)
        one = self.fruit(depth - 1, fruits)
        return self.rng.choice(
            [
                f"({p} {self.rng.choice(['and', 'or'])} {q})",
                f"not ({p})",
                f"(({p}) is ({q}))",
                f"(({n}) {self.rng.choice(['<', '<=', '>', '>=', '=', 'is not'])} {m})",
                f"({one} {self.rng.choice(['is', 'is not', '<', '>='])} {self.fruit(depth - 1, fruits)})",
                f"({one} {self.rng.choice(['in', 'not in'])} {some})",
                f"({self.rng.choice(['any', 'no'])} {name} in {some} where {self.flag(depth - 1, [*fruits, name])})",
                f"({some} {self.rng.choice(['=', 'is not'])} {self.fruits(depth - 1, fruits)})",
            ]
        )

    # ------------------------------------------------------------ things and collections

    def fruit(self, depth: int, fruits: list[str]) -> str:
        simple = ["f", "apple", "quince", *fruits, *fruits]
        if depth == 0:
            return self.rng.choice(simple)
        one, other = self.fruit(depth - 1, fruits), self.fruit(depth - 1, fruits)
        name = self.fresh()
        return self.pick(
            simple,
            [
                f"({one} if {self.flag(depth - 1, fruits)} else {other})",
                f"(best {name} in fruit by {self.number(depth - 1, [*fruits, name])})",
                f"(best {name} in fruit by ({self.number(0, [*fruits, name])}, {name}.points))",
            ],
        )

    def fruits(self, depth: int, fruits: list[str]) -> str:
        simple = ["fruit", "your fruits", "next_player(you).fruits", "your few"]
        if depth == 0:
            return self.rng.choice(simple)
        some, others = self.fruits(depth - 1, fruits), self.fruits(depth - 1, fruits)
        name = self.fresh()
        one = self.fruit(depth - 1, fruits)
        return self.pick(
            simple,
            [
                f"(all {name} in {some} where {self.flag(depth - 1, [*fruits, name])})",
                f"({some} {self.rng.choice(['+', '-'])} {others})",
                f"distinct({some})",
                f"reversed({some})",
                f"sorted({some}, by: by_price)",
                f"without({some}, {one})",
                f"({one}, {self.fruit(depth - 1, fruits)})",
                f"({some} if {self.flag(depth - 1, fruits)} else {others})",
            ],
        )

    def numbers(self, depth: int, fruits: list[str]) -> str:
        simple = ["numbers", "(1, 2, a)", f"{self.fruit(0, fruits)}.colours", "(1..a)"]
        if depth == 0:
            return self.rng.choice(simple)
        name = self.fresh()
        return self.pick(
            simple,
            [
                f"(each {self.number(depth - 1, [*fruits, name])} for {name} in distinct({self.fruits(depth - 1, fruits)}))",
                f"positions({self.fruits(depth - 1, fruits)})",
                f"({self.numbers(depth - 1, fruits)} + {self.numbers(depth - 1, fruits)})",
                f"sorted({self.numbers(depth - 1, fruits)})",
                f"({self.numbers(depth - 1, fruits)} - ({self.number(0, fruits)}, {self.number(0, fruits)}))",
            ],
        )

    def bundle(self, depth: int, fruits: list[str]) -> str:
        n = self.number(depth - 1, fruits) if depth else "1"
        simple = [f"({n}) coin", f"({n}) gem", "1 coin + 1 gem"]
        if depth == 0:
            return self.rng.choice(simple)
        name = self.fresh()
        b, c = self.bundle(depth - 1, fruits), self.bundle(depth - 1, fruits)
        return self.pick(
            simple,
            [
                f"({b} + {c})",
                f"({b} - {c})",
                f"{self.rng.randint(0, 2)} * ({b})",
                f"({b} if {self.flag(depth - 1, fruits)} else {c})",
                f"(sum ({name}.points coin + 1 gem) for {name} in {self.fruits(depth - 1, fruits)})",
            ],
        )

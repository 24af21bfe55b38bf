"""Random handling of things: values and pieces moved between zones, cells and fields."""

from __future__ import annotations

from .writer import Writer

HEAD = """game {name} "Things"
    players: 2

kind fruit | points
    apple | 1
    pear  | 2
    plum  | 3

board field: grid(rows: 2, columns: 3)
    crop: fruit or none
    worth for each fruit: number = this.points
    edges path(a, b) where adjacent(a, b)
        open: flag

piece cart on field
    load: fruit
    weight: 0..9 = 2
    owner: player or none

table
    stock: deck of fruit = (apple, pear, plum, apple)
    row_of_all: row of fruit
    shed: zone of cart
    queue: pile of cart
    left for each fruit: number = 2
    by_cell for each field: number
    seen: list of number

player
    basket: bag of fruit
    known: set of fruit
    yard: zone of cart
    kept: fruit or none
    numbers: list of number = (3, 1, 2)
    counts for each 1..3: number

rule setup
    for f in fruit:
        place cart(f) at shed
        place cart(f, owner: first(players)) at field({row}, f.points)

rule play
    repeat 2 times:
        each player: turn

"""


class Things(Writer):
    """Writes one game; every choice it makes comes from its seed."""

    def text(self) -> str:
        self.lines = ["rule turn"]
        for _ in range(self.rng.randint(6, 10)):
            self.statement(1)
        self.note(1)
        return HEAD.format(name=self.name, row=self.rng.randint(1, 2)) + "\n".join([*self.lines, ""])

    # ------------------------------------------------------------ statements

    def statement(self, depth: int) -> None:
        deep = [self.each_cart, self.choose_cart, self.condition, self.choose_fruit] if depth < 3 else []
        simple = [
            self.move_values,
            self.move_carts,
            self.draw,
            self.numbers,
            self.cells,
            self.note,
            self.make,
        ]
        self.rng.choice(simple * 2 + deep)(depth)

    def fruit(self) -> str:
        return self.rng.choice(["apple", "pear", "plum", "first(stock)", "last(your basket)", "your kept"])

    def fruits(self) -> str:
        name = self.fresh()
        return self.rng.choice(
            [
                "your basket",
                "row_of_all",
                f"(all {name} in your basket where {name} is not apple)",
                "(pear, plum)",
                "distinct(your basket)",
            ]
        )

    def guarded(self, fruit: str, depth: int, text: str) -> None:
        """A thing that may not be there is asked for first."""
        if fruit in ("apple", "pear", "plum"):
            self.put(depth, text)
        else:
            self.put(depth, f"if {fruit} is not none: {text}")

    def move_values(self, depth: int) -> None:
        one, goal = self.fruit(), self.rng.choice(
            ["your basket", "row_of_all", "your known", "top(stock)", "bottom(stock)"]
        )
        kind = self.rng.randrange(7)
        if kind < 2:
            self.guarded(one, depth, f"move {one} to {goal}")
        elif kind == 2:
            self.put(depth, f"move {self.fruits()} to {goal}")
        elif kind == 3:
            self.put(
                depth, f"move row_of_all from row_of_all to {self.rng.choice(['your basket', 'top(stock)'])}"
            )
        elif kind == 4:
            self.put(
                depth,
                f"remove {self.rng.choice(['apple', 'pear'])} from {self.rng.choice(['your basket', 'your known'])}",
            )
        elif kind == 5:
            self.guarded(one, depth, f"your kept = {one}")
        else:
            self.put(depth, f"your known {self.rng.choice(['+=', '-='])} {self.rng.choice(['plum', 'pear'])}")

    def draw(self, depth: int) -> None:
        n = self.rng.choice(["1", "2", "9"])
        self.put(
            depth, f"draw {n} from stock to {self.rng.choice(['your basket', 'row_of_all', 'your kept'])}"
        )
        if self.rng.random() < 0.3:
            self.put(depth, "shuffle stock")

    def carts(self) -> str:
        name = self.fresh()
        return self.rng.choice(
            [
                "shed",
                "queue",
                "your yard",
                "carts",
                f"(all {name} in carts where {name}.weight > 2)",
                "field(1, 1).carts",
            ]
        )

    def place(self) -> str:
        return self.rng.choice(
            ["shed", "top(queue)", "bottom(queue)", "your yard", "next_player(you).yard", "field(2, 3)"]
        )

    def move_carts(self, depth: int) -> None:
        if self.rng.random() < 0.3:
            self.put(depth, f"draw 1 from {self.rng.choice(['shed', 'queue'])} to your yard")
        else:
            self.put(depth, f"move {self.carts()} to {self.place()}")

    def make(self, depth: int) -> None:
        where = self.rng.choice(["shed", "queue", "your yard", "field(1, 2)", "field(2, 1)"])
        fields = self.rng.choice(["plum", "pear, 5", "load: apple, owner: you"])
        self.put(depth, f"place cart({fields}) at {where}")

    def numbers(self, depth: int) -> None:
        n = self.rng.randint(1, 3)
        self.put(
            depth,
            self.rng.choice(
                [
                    f"your numbers({n}) += {self.number()}",
                    f"your counts({n}) = {self.number()}",
                    f"your counts({n}) -= 1",
                    f"left({self.rng.choice(['apple', 'plum'])}) += {self.number()}",
                    "your numbers = sorted(your numbers)",
                    "your numbers = reversed(your numbers)",
                ]
            ),
        )

    def cells(self, depth: int) -> None:
        cell = f"field({self.rng.randint(1, 2)}, {self.rng.randint(1, 3)})"
        self.put(
            depth,
            self.rng.choice(
                [
                    f"{cell}.crop = {self.rng.choice(['plum', 'none'])}",
                    f"{cell}.worth(pear) += {self.number()}",
                    f"by_cell({cell}) += {self.number()}",
                    "for e in edges_of(path) where not e.open by size(first(ends_of(e)).carts): e.open = yes",
                    f"for c in neighbours({cell}): c.crop = apple",
                ]
            ),
        )

    def number(self) -> str:
        return self.rng.choice(
            [
                "1",
                "size(your basket)",
                "size(shed) + size(queue)",
                "left(pear)",
                "your counts(2)",
                "(sum c.weight for c in carts)",
                "(count c in field where c.cart is not none)",
                "position(plum, your basket)",
                "size(your known)",
            ]
        )

    # ------------------------------------------------------------ loops and choices

    def each_cart(self, depth: int) -> None:
        name = self.fresh()
        by = self.rng.choice(["", f" by 0 - {name}.weight"])
        self.put(depth, f"for {name} in {self.carts()}{by}:")
        self.with_cart(name, depth + 1)

    def choose_cart(self, depth: int) -> None:
        name = self.fresh()
        self.put(depth, f"choose {name} from {self.carts()}:")
        self.with_cart(name, depth + 1)
        if self.rng.random() < 0.5:
            self.require(name, depth + 1)

    def require(self, name: str, depth: int) -> None:
        """Something that must hold after what was done with a cart: now it has to be foreseen."""
        zone = self.rng.choice(["shed", "queue", "your yard", "next_player(you).yard"])
        one = self.fresh()
        test = self.rng.choice(
            [
                f"size({zone}) < {self.rng.randint(1, 4)}",
                f"{name} in {zone}",
                f"(sum {one}.weight for {one} in {zone}) > {self.rng.randint(0, 6)}",
                f"first({zone}) is not {name}",
                f"your counts(2) < {self.rng.randint(0, 3)}",
                f"{self.number()} > {self.rng.randint(0, 3)}",
            ]
        )
        if self.rng.random() < 0.4:
            self.put(depth, f'may "count it": your counts(2) += {self.rng.randint(1, 2)}')
        self.put(depth, f"require {test}")

    def with_cart(self, name: str, depth: int) -> None:
        for _ in range(self.rng.randint(1, 2)):
            self.put(
                depth,
                self.rng.choice(
                    [
                        f"if {name}.weight < 8: {name}.weight += 1",
                        f"{name}.owner = you",
                        f"move {name} to {self.place()}",
                        f"if {name}.cell is not none: by_cell({name}.cell) += 1",
                        f"move {name}.weight to seen",
                        f"if {name}.owner is you: {name}.load = plum",
                        f"if {name}.cell is not none: move {name}.cell.carts to {self.place()}",
                    ]
                ),
            )
        if self.rng.random() < 0.2:
            self.put(depth, f"remove {name}")

    def choose_fruit(self, depth: int) -> None:
        name = self.fresh()
        amount = self.rng.choice(["", "any ", "up to 2 "])
        self.put(depth, f"choose {amount}{name} from your basket:")
        self.put(
            depth + 1, f"move {name} from your basket to {self.rng.choice(['row_of_all', 'top(stock)'])}"
        )

    def condition(self, depth: int) -> None:
        self.put(depth, f"if {self.number()} > {self.rng.randint(0, 3)}:")
        self.statement(depth + 1)

    def note(self, depth: int) -> None:
        self.put(depth, f"move {self.number()} to seen")

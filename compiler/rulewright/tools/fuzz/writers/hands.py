"""Random choices of several cards: how many, under which condition on all of them, and what is done with them then."""

from __future__ import annotations

from .writer import Writer

HEAD = """game {name} "Hands"
    players: 2

resource coin

kind beast | worth | weight | wild
    ant | 1 | 0 | no
    bee | 2 | 1 | yes
    cow | 0 | 3 | no
    dog | 3 | 1 | yes

piece card{alike}
    sort: beast
    marked: flag

table
    stock: deck of card, hidden
    market: row of card
    fed: beast or none
    seen: list of number

player
    coin: resource = {coin}
    hand: hand of card{private}
    heap: pile of card
    points: number
    define score = your points

define enough(some, n) = (sum c.sort.worth for c in some) >= n
define burden(some) = sum c.sort.weight for c in some
define price(beast) = beast.worth + {surcharge}

event spent(some: list of card)

when spent(some) where size(some) > {noticed}
    your points += size(some)

rule setup
    for beast in beast:
        repeat {copies} times: place card(beast) at stock
    shuffle stock
    each player:
        draw {cards} from stock to your hand
        draw 2 from stock to your heap
    draw 2 from stock to market

rule play
    repeat 2 times:
        each player:
{offer}

"""
OFFERS = [
    ['offer turn or "pass"'],
    ["with trade:", '    offer turn or "pass"'],
    [
        "with trade:",
        "    choose any kept from your hand so that size(kept) <= your coin:",
        "        gain 1 coin",
    ],
]


class Hands(Writer):
    """Writes one game; every choice it makes comes from its seed."""

    def text(self) -> str:
        rng = self.rng
        offer = rng.choice([OFFERS[0], *OFFERS])
        for n in range(rng.randint(1, 3)):
            self.lines += ["", f'action act{n} "act {n}" in turn']
            for _ in range(rng.randint(1, 3)):
                self.statement(1)
        if len(offer) > 1:
            self.lines += ["", 'action sell "sell" in trade']
            self.rng.choice([self.one, self.gain, self.several])(1)
        head = HEAD.format(
            name=self.name,
            alike=rng.choice(["", ", alike", ", alike"]),
            private=rng.choice(["", ", private"]),
            coin=rng.randint(0, 3),
            surcharge=rng.randint(0, 1),
            noticed=rng.randint(0, 2),
            copies=rng.randint(3, 4),
            cards=rng.randint(2, 4),
            offer="\n".join(f"            {line}" for line in offer),
        )
        return head + "\n".join([*self.lines, ""])

    # ------------------------------------------------------------ statements

    def statement(self, depth: int) -> None:
        simple = [self.several, self.several, self.several, self.gain, self.mark, self.one]
        deep = [self.block, self.block, self.may] if depth < 3 else []
        self.rng.choice(simple + deep)(depth)

    def several(self, depth: int) -> None:
        """Chosen outside of a block: what follows in the unit can still fail."""
        name = self.fresh()
        self.put(depth, self.choice(name))
        self.use(name, depth)

    def block(self, depth: int) -> None:
        name = self.fresh()
        self.put(depth, f"{self.choice(name)}:")
        self.use(name, depth + 1)
        if self.rng.random() < 0.3:
            self.statement(depth + 1)
        if self.rng.random() < 0.5:
            self.put(depth, "else:")
            self.rng.choice([self.gain, self.mark, self.statement])(depth + 1)

    def may(self, depth: int) -> None:
        self.put(depth, f'may "do {self.fresh()}":')
        self.statement(depth + 1)

    def gain(self, depth: int) -> None:
        self.put(depth, self.rng.choice(["gain 1 coin", "pay 1 coin", "your points += 1", "fed = bee"]))

    def mark(self, depth: int) -> None:
        name = self.fresh()
        self.put(depth, f"for {name} in your hand where {self.about(name)}: {name}.marked = yes")

    def one(self, depth: int) -> None:
        name = self.fresh()
        self.put(depth, f"choose {name} from {self.cards()} where {self.about('it')}:")
        self.put(depth + 1, f"move {name} to {self.place()}")

    # ------------------------------------------------------------ choices

    def choice(self, name: str) -> str:
        amount = self.rng.choice(["any", "any", "any", "up to 2", "up to (your coin)", "2", "(your coin)"])
        where = f" where {self.about('it')}" if self.rng.random() < 0.4 else ""
        wanted = f" so that {self.wanted(name)}" if self.rng.random() < 0.85 else ""
        return f"choose {amount} {name} from {self.cards()}{where}{wanted}"

    def cards(self) -> str:
        return self.rng.choice(
            ["your hand", "your hand", "your hand", "your hand + your heap", "market", "your hand + market"]
        )

    def about(self, card: str) -> str:
        return self.rng.choice(
            [
                f"{card}.sort.worth > 0",
                f"{card}.sort.wild",
                f"{card}.sort is not fed",
                f"not {card}.marked",
                f"price({card}.sort) <= your coin + 1",
            ]
        )

    def wanted(self, some: str) -> str:
        tests = [self.condition(some) for _ in range(self.rng.choice([1, 1, 2, 2, 3]))]
        return self.rng.choice([" and ", " and ", " or "]).join(tests)

    def condition(self, some: str) -> str:
        one, n = self.fresh(), self.rng.randint(0, 3)
        sign = self.rng.choice(["<", "<=", ">", ">=", ">=", "="])
        fold = self.rng.choice(["sum", "highest", "lowest"])
        return self.rng.choice(
            [
                f"size({some}) {sign} {n}",
                f"{self.rng.randint(1, 2)} <= size({some})",
                f"size({some}) <= your coin",
                f"({fold} {one}.sort.{self.rng.choice(['worth', 'weight'])} for {one} in {some}) {sign} {n}",
                f"enough({some}, {n + 1})",
                f"burden({some}) {sign} your coin + {n}",
                f"({self.rng.choice(['any', 'no'])} {one} in {some} where {self.about(one)})",
                f"(count {one} in {some} where {self.about(one)}) {sign} {n}",
                f"(enough({some}, {n}) and (no {one} in {some} where enough(without({some}, {one}), {n})))",
                f"(fed is none or (any {one} in {some} where {one}.sort is fed))",
                f"size(distinct(each {one}.sort for {one} in {some})) {sign} {n}",
                f"(sum price({one}.sort) for {one} in {some}) {sign} {n}",
            ]
        )

    # ------------------------------------------------------------ what is done with them

    def use(self, name: str, depth: int) -> None:
        one = self.fresh()
        for _ in range(self.rng.randint(1, 2)):
            self.put(
                depth,
                self.rng.choice(
                    [
                        f"move {name} to {self.place()}",
                        f"move {name} to {self.place()}",
                        f"pay size({name}) coin",
                        f"require {self.condition(name)}",
                        f"require size(your hand) > {self.rng.randint(0, 3)}",
                        f"move size({name}) to seen",
                        f"spent({name})",
                        f"for {one} in {name}: {one}.marked = yes",
                        f"for {one} in {name}: move {one}.sort.worth to seen",
                        f"if size({name}) > 1: gain 1 coin",
                    ]
                ),
            )

    def place(self) -> str:
        return self.rng.choice(["your heap", "your hand", "market", "bottom(stock)", "next_player(you).heap"])

"""Random searches: options and gates that ask defines of members, cards in piles and cells, while all of it changes in play."""

from __future__ import annotations

from .writer import Writer

HEAD = """game {name} "Searches"
    players: 2

resource coin

piece card{alike}
    sort: beast

board field: grid(rows: 2, columns: 3)
    owner: player or none
    crop: beast or none
    closed: flag

table
    stock for each beast: pile of card
    market: row of card
    season: 0..3
    level for each beast: 0..3
    seen: list of number

player
    coin: resource = {coin}
    hand: hand of card
    heap: pile of card
    home: field or none
    charms: set of charm
    mood: -3..3
    points: number
    define score = your points

kind beast | worth | becomes: beast | wild
    define bonus = {bonus}
    define usable = {usable}
    rule ability: require {required}
    ant | 1 | bee | no
{ant}
    bee | 2 | cow | yes
{bee}
    cow | 0 | -   | no
{cow}
    dog | 3 | ant | yes
{dog}

kind charm
    applies to p while this in p.charms
    plain_charm
    second_charm
{charm}

define limit = {limit}
define price(beast) = {price}
define near = all c in field where c.owner is none and (any d in neighbours(c) where {near})
define own_cells = all c in field where c.owner is you
define all_cards = your hand + your heap
define strength(some) = sum c.sort.worth for c in some
define next_card(beast) = first c in stock(beast.becomes if beast.becomes is not none else beast) where {next}
define is_rich = {rich}
define reach(cell) = {reach}

event bought(beast){any_order}

rule setup
    for beast in beast:
        repeat 2 times: place card(beast) at stock(beast)
        place card(beast) at market
    each player:
        for beast in beast where beast.wild: place card(beast) at your hand
        choose home "home" from field where it.owner is none
        home.owner = you
        your home = home
        choose charm from charm
        move charm to your charms

rule play
    repeat 3 times:
        each player:
            repeat 2 times: offer turn or "pass"
        if season < 3: season += 1
"""


class Searches(Writer):
    """Writes one game; every choice it makes comes from its seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.defining = False  # of what tests ask for: it must not ask for itself

    def text(self) -> str:
        rng = self.rng
        self.defining = True
        members = {name: self.member() for name in ("ant", "bee", "cow", "dog")}
        next_card = self.about_card("c", 1)
        self.defining = False
        head = HEAD.format(
            name=self.name,
            alike=rng.choice(["", ", alike"]),
            coin=rng.randint(0, 4),
            any_order=rng.choice(["", ", any_order"]),
            bonus=rng.choice(["0", "worth", "1", "level(this)"]),
            usable=rng.choice(["no", "yes", "worth > 1", "your coin > 1", "this.bonus > 0"]),
            required=rng.choice(["no", "your coin > 0", "is_rich"]),
            limit=rng.randint(1, 3),
            price=rng.choice(["beast.worth", "beast.worth + 1", "max(1, beast.worth - level(beast))"]),
            near=rng.choice(["d.owner is you", "d.owner is not none", "d.owner is you and not c.closed"]),
            next=next_card,
            rich=self.test({}, 2),
            reach=self.number({"cell": "cell"}, 1),
            charm=self.charm(),
            **members,
        )
        actions = [self.buy, self.settle, self.use, self.trade, self.collect, self.farm]
        rng.shuffle(actions)
        for n, action in enumerate(actions[: rng.randint(2, 4)]):
            self.put(0, "")
            self.put(0, f'action act{n} "act {n}" in turn{rng.choice(["", "", " once per game"])}')
            action()
        return head + "\n".join([*self.lines, ""])

    # ------------------------------------------------------------ exceptions

    def member(self) -> str:
        """What one beast has of its own."""
        rng = self.rng
        lines: list[str] = []
        if rng.random() < 0.5:
            lines.append(
                f"instead bonus = {rng.choice(['2', 'base + 1', 'your coin', 'season', 'size(own_cells)'])}"
            )
        if rng.random() < 0.5:
            lines.append(f"instead usable = {self.test({}, 1)}")
        if rng.random() < 0.6:
            lines.append("instead ability")
            lines += [f"    {line}" for line in self.deeds({})]
        return "\n".join(f"        {line}" for line in lines)

    def charm(self) -> str:
        rng = self.rng
        lines: list[str] = []
        if rng.random() < 0.5:
            lines.append("instead price(beast) = max(0, base - 1)")
        if rng.random() < 0.4:
            lines.append(f"instead limit = base + {rng.randint(1, 2)}")
        if rng.random() < 0.5:
            lines.append(f"when bought(beast) where {self.test({'beast': 'beast'}, 1)}")
            lines += [f"    {line}" for line in self.harmless({"beast": "beast"})]
        return "\n".join(f"        {line}" for line in lines)

    # ------------------------------------------------------------ actions

    def buy(self) -> None:
        names = {"beast": "beast"}
        self.put(
            1,
            f"choose beast from beast where {self.test(names, 2).replace('beast.', 'it.').replace('(beast)', '(it)')}",
        )
        self.put(1, "pay price(beast) coin")
        self.put(1, "let gained = next_card(beast)")
        if self.rng.random() < 0.6:
            self.put(1, "require gained is not none")
            self.put(1, "move gained to your hand")
        else:
            self.put(1, "if gained is not none: move gained to your heap")
        self.put(1, "bought(beast)")
        self.rest(names)

    def settle(self) -> None:
        source = self.rng.choice(["near", "near", "(all c in field where not c.closed)"])
        self.put(1, f"choose cell from {source} where {self.about_cell('it', 2)}")
        if self.rng.random() < 0.6:
            self.put(
                1, f"pay {self.rng.choice(['1', 'reach(cell)', 'max(0, reach(cell) - your mood)'])} coin"
            )
        self.put(
            1,
            self.rng.choice(
                ["cell.owner = you", "cell.closed = yes", "if cell.owner is none: cell.owner = you"]
            ),
        )
        self.rest({"cell": "cell"})

    def use(self) -> None:
        self.put(1, f"choose card from {self.cards()} where {self.about_card('it', 2)}")
        self.put(1, f"move card to {self.rng.choice(['your heap', 'market', 'bottom(stock(card.sort))'])}")
        self.put(1, "card.sort.ability")

    def trade(self) -> None:
        first, second = self.fresh(), self.fresh()
        self.put(
            1, f"choose {first} from {self.cards()}, {second} from market where {self.about_card('it', 1)}"
        )
        self.put(1, f"require {self.test({first: 'card', second: 'card'}, 2)}")
        self.put(1, f"move {second} to your hand")
        self.put(1, f"move {first} to market")
        self.rest({second: "card"})

    def collect(self) -> None:
        name = self.fresh()
        self.put(1, f"require {self.test({}, 2)}")
        self.put(
            1,
            f"for {name} in {self.rng.choice(['own_cells', 'near', 'field'])} where {self.about_cell(name, 1)}:",
        )
        self.put(
            2,
            self.rng.choice(
                ["your points += 1", f"if {name}.crop is not none: your points += {name}.crop.worth"]
            ),
        )
        self.rest({})

    def farm(self) -> None:
        self.put(
            1,
            f"choose cell from own_cells, beast from beast where {self.about_cell('cell', 1)} and {self.test({'cell': 'cell'}, 1)}",
        )
        self.put(1, "cell.crop = beast")
        self.put(1, f"pay {self.rng.choice(['beast.bonus', 'price(beast)', 'min(limit, beast.worth)'])} coin")
        self.rest({"cell": "cell", "beast": "beast"})

    def rest(self, names: dict[str, str]) -> None:
        for line in self.deeds(names):
            self.put(1, line)

    def deeds(self, names: dict[str, str]) -> list[str]:
        """One or two deeds of which some can fail."""
        hard = [
            f"require {self.test(names, 2)}",
            f"pay {self.rng.choice(['1', 'limit', 'season'])} coin",
            f"if {self.test(names, 1)}: pay 1 coin",
        ]
        return [*self.harmless(names), *([self.rng.choice(hard)] if self.rng.random() < 0.5 else [])]

    def harmless(self, names: dict[str, str]) -> list[str]:
        rng = self.rng
        simple = [
            "gain 1 coin",
            "your points += limit",
            "if your mood < 3: your mood += 1",
            "if your mood > -3: your mood -= 1",
            "if season < 3: season += 1",
            "if level(ant) < 3: level(ant) += 1",
            "move size(own_cells) to seen",
            "move strength(all_cards) to seen",
            "draw 1 from stock(bee) to your heap",
            "move your heap to your hand",
            'may "feel better": your points += 2',
        ]
        simple += [f"move {self.number(names, 2)} to seen"]
        return [rng.choice(simple) for _ in range(rng.randint(1, 2))]

    # ------------------------------------------------------------ what is asked

    def cards(self) -> str:
        return self.rng.choice(["your hand", "your hand", "all_cards", "your hand + market", "market"])

    def number(self, names: dict[str, str], depth: int) -> str:
        rng = self.rng
        simple = ["your coin", "limit", "season", "your mood", str(rng.randint(0, 3)), "level(dog)"]
        for name, kind in names.items():
            if kind == "beast":
                simple += [f"{name}.worth", f"{name}.bonus", f"price({name})", f"level({name})"]
            elif kind == "card":
                simple += [f"{name}.sort.worth", f"{name}.sort.bonus", f"price({name}.sort)"]
        if depth == 0:
            return rng.choice(simple)
        one = self.fresh()
        deep = [
            f"({self.number(names, depth - 1)} {rng.choice(['+', '-'])} {self.number(names, 0)})",
            f"{rng.choice(['min', 'max'])}({self.number(names, depth - 1)}, {self.number(names, 0)})",
            f"size({rng.choice(['own_cells', 'near', 'your hand', 'all_cards', 'market', 'stock(ant)'])})",
            f"strength({self.cards()})",
            f"(count {one} in {self.cards()} where {self.about_card(one, depth - 1)})",
            f"(sum {one}.sort.bonus for {one} in {self.cards()})",
            f"(highest {one}.bonus for {one} in beast where {self.about_beast(one, depth - 1)})",
            f"(count {one} in field where {self.about_cell(one, depth - 1)})",
            f"({self.number(names, 0)} if {self.test(names, depth - 1)} else {self.number(names, 0)})",
        ]
        return rng.choice(simple + deep * 2)

    def test(self, names: dict[str, str], depth: int) -> str:
        rng = self.rng
        sign = rng.choice(["<", "<=", ">", ">=", "=", "is not"])
        simple = [
            f"{self.number(names, 0)} {sign} {self.number(names, 0)}",
            "your coin > 0",
            "season < 2",
            "your mood >= 0",
        ]
        for name, kind in names.items():
            about = {"beast": self.about_beast, "card": self.about_card, "cell": self.about_cell}[kind]
            simple += [about(name, 0), about(name, 0)]
        if depth == 0:
            return rng.choice(simple)
        one = self.fresh()
        deep = [
            f"({self.test(names, depth - 1)} {rng.choice(['and', 'and', 'or'])} {self.test(names, depth - 1)})",
            f"not ({self.test(names, depth - 1)})",
            f"{self.number(names, depth)} {sign} {self.number(names, depth - 1)}",
            f"({rng.choice(['any', 'no'])} {one} in {self.cards()} where {self.about_card(one, depth - 1)})",
            f"({rng.choice(['any', 'no'])} {one} in {rng.choice(['field', 'near', 'own_cells'])} where {self.about_cell(one, depth - 1)})",
            f"({rng.choice(['any', 'no'])} {one} in beast where {self.about_beast(one, depth - 1)})",
        ]
        if not self.defining:
            deep.append(f"next_card({rng.choice(['ant', 'dog', 'cow'])}) {rng.choice(['is', 'is not'])} none")
        return rng.choice(simple + deep * 2)

    def about_beast(self, beast: str, depth: int) -> str:
        tests = [
            f"{beast}.wild",
            f"{beast}.bonus > {self.rng.randint(0, 2)}",
            f"price({beast}) <= your coin",
            f"level({beast}) < limit",
        ]
        if not self.defining:
            tests += [f"{beast}.usable", f"next_card({beast}) is not none"]
        return self.joined(tests, depth)

    def about_card(self, card: str, depth: int) -> str:
        tests = [
            f"{card}.sort.worth >= {self.rng.randint(0, 2)}",
            f"{card}.sort.wild",
            f"{card}.sort.becomes is not none",
            f"{card}.sort.bonus < limit",
            f"price({card}.sort) <= your coin",
        ]
        if not self.defining:
            tests.append(f"{card}.sort.usable")
        return self.joined(tests, depth)

    def about_cell(self, cell: str, depth: int) -> str:
        one = self.fresh()
        tests = [
            f"{cell}.owner is none",
            f"not {cell}.closed",
            f"({cell}.crop is none or {cell}.crop.worth <= your coin)",
            f"(your coin > 0 if {cell}.crop is none else {cell}.crop.bonus < limit)",
            f"(any {one} in neighbours({cell}) where {one}.owner is you)",
            f"distance({cell}, field(1, 1)) <= limit",
            f"{cell} is not your home",
        ]
        return self.joined(tests, depth)

    def joined(self, tests: list[str], depth: int) -> str:
        first = self.rng.choice(tests)
        if depth == 0 or self.rng.random() < 0.5:
            return first
        return f"({first} {self.rng.choice(['and', 'and', 'or'])} {self.test({}, depth - 1)})"

"""Random rules about paying, choosing and requiring: where options must be withheld, and only those."""

from __future__ import annotations

from .writer import Writer

HEAD = """game {name} "Made up"
    players: 2

resource coin
resource wood

table
    pot: number

player
    coin: resource = {coin}
    wood: resource = {wood}
    points: number
    charms: set of charm
    held: list of number, private
    define score = your points + pot

kind charm
    applies to p while this in p.charms
{charms}
define cheap(n) = n < your coin
define price(n) = n + pot

event done(n)

rule setup
    each player:
        choose any charms from charm
        move charms to your charms
        move 1 to your held
        move 3 to your held

rule play
    repeat {rounds} times:
        each player:
{offer}
"""
OFFERS = [
    ['offer turn or "pass"'],
    ['offer turn or "pass"'],
    ["with exchange:", '    offer turn or "pass"'],
    ["with exchange:", '    offer turn or "pass"', "    choose last_one from 0..1", "    pot += last_one"],
]


class Program(Writer):
    """Writes one game; every choice it makes comes from its seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rules: list[str] = []
        self.budget = 0
        self.bound = 0  # inside loops, orders and rules that are called: nothing that ends a search
        self.loose = False  # after chance or another player's decision nothing may fail
        self.extras = False  # there is a menu that actions may offer

    def text(self) -> str:
        rng = self.rng
        offer = rng.choice(OFFERS)
        self.bound = 1
        for n in range(rng.randint(0, 2)):
            self.declare(f"rule helper{n}(x: number)", ["x"], rng.randint(2, 4))
            self.rules.append(f"helper{n}")
        for n in range(rng.randint(0, 2)):
            limit = rng.choice(["", " once per game"])
            self.declare(f'action extra{n} "extra {n}" in extra{limit}', [], rng.randint(1, 3))
            self.extras = True
        self.bound = 0
        for n in range(rng.randint(1, 3)):
            limit = rng.choice(["", "", " once per game"])
            self.declare(f'action act{n} "act {n}" in turn{limit}', [], rng.randint(3, 8))
        self.bound = 1
        if len(offer) > 1:
            for n in range(rng.randint(1, 2)):
                self.declare(f'action swap{n} "swap {n}" in exchange', [], 2)
        if rng.random() < 0.4:
            self.declare("when done(n)", ["n"], 2)
        rules, self.lines = self.lines, []
        self.members()
        head = HEAD.format(
            name=self.name,
            coin=rng.randint(0, 4),
            wood=rng.randint(0, 3),
            rounds=rng.randint(1, 2),
            charms="\n".join(self.lines),
            offer="\n".join(f"            {line}" for line in offer),
        )
        return head + "\n".join(["", *rules, ""])

    def members(self) -> None:
        """Charms that change the rules for those who hold them."""
        self.put(1, "plain_charm")
        self.reaction = True
        if self.rules and self.rng.random() < 0.5:
            self.put(1, "changing")
            self.change(f"instead {self.rng.choice(self.rules)}(x)", "base(x)")
        if self.rng.random() < 0.5:
            self.put(1, "answering")
            self.change(self.rng.choice(["when done(x)", *(f"when {r}(x)" for r in self.rules)]), "")
        if self.rng.random() < 0.3:
            self.put(1, "cheapening")
            self.put(2, self.rng.choice(["instead price(n) = base - 1", "instead cheap(n) = base or n < 2"]))

    def change(self, head: str, base: str) -> None:
        self.put(2, head)
        names = ["x"] if "(x)" in head else []
        self.budget = 2
        if base and self.rng.random() < 0.5:
            self.put(3, base)
            base = ""
        self.block(names, 3)
        if base and self.rng.random() < 0.6:
            self.put(3, base)

    def declare(self, head: str, names: list[str], size: int) -> None:
        self.lines += ["", head]
        self.budget = size
        self.loose = False
        self.block(names, 1)

    # ------------------------------------------------------------ statements

    def block(self, names: list[str], depth: int) -> None:
        """One to three statements; names made inside end with the block."""
        names = list(names)
        for i in range(self.rng.randint(1, 3)):
            if i > 0 and self.budget <= 0:
                return
            self.budget -= 1
            self.statement(names, depth)

    def statement(self, names: list[str], depth: int) -> None:
        simple = [
            pay,
            pay,
            require,
            choose,
            choose,
            call,
            pay_several,
            pair,
        ]
        firm = [gain, points, let, stop, discard]
        units = [may, choose_block, may_choose]
        deep = [branches, condition, loop, order]
        rare = (
            [event]
            + ([offer] if self.extras and not self.reacting() else [])
            + ([other, chance] if not self.bound else [])
        )
        pool = firm if self.loose else simple * 2 + firm + rare
        if depth < 4 and self.budget > 0:
            pool = pool + units * 3 + (deep if not self.loose else [])
        self.rng.choice(pool)(self, names, depth)

    def unit(self, names: list[str], depth: int) -> None:
        """The body of something that can be declined or skipped may fail, whatever came before it."""
        loose, self.loose = self.loose, False
        self.block(names, depth)
        self.loose = loose or self.loose

    def amount(self, names: list[str]) -> str:
        one = f"{self.small(names)} {self.resource()}"
        return one if self.rng.random() < 0.8 else f"{self.rng.randint(1, 2)} coin + {self.small(names)} wood"

    def resource(self) -> str:
        return self.rng.choice(["coin", "coin", "wood"])

    def small(self, names: list[str]) -> str:
        if names and self.rng.random() < 0.5:
            return self.rng.choice(names)
        return str(self.rng.randint(1, 2))

    def test(self, names: list[str]) -> str:
        left = self.rng.choice(["your coin", "your wood", "your points", "pot", *names, *names])
        tests = [f"{left} {self.rng.choice(['<', '>', '=', '<=', '>=', 'is not'])} {self.value(names)}"]
        if names and self.rng.random() < 0.2:
            tests.append(f"cheap({self.rng.choice(names)})")
        return self.rng.choice([" and ", " or "]).join(tests)

    def value(self, names: list[str]) -> str:
        return self.rng.choice([str(self.rng.randint(0, 3)), "your coin", *names])

    def pick(self, names: list[str]) -> str:
        self.count += 1
        self.last = f"v{self.count}"
        if self.rng.random() < 0.15:
            return f"{self.last} from your held where {self.option_test(names)}"
        low = self.rng.randint(0, 1)
        high = self.rng.choice([str(low + self.rng.randint(0, 2)), "your coin", *names])
        where = f" where {self.option_test(names)}" if self.rng.random() < 0.4 else ""
        return f"{self.last} from {low}..{high}{where}"

    def option_test(self, names: list[str]) -> str:
        return self.rng.choice(
            ["it <= your coin", "it > 0", "cheap(it)", "price(it) < 4", f"it is not {self.value(names)}"]
        )

    reaction = False  # inside changes: what they call could lead back to them

    def reacting(self) -> bool:
        return self.reaction or any(line.startswith("when done") for line in self.lines)


# ---------------------------------------------------------------- each kind of statement


def pay(p: Program, names: list[str], depth: int) -> None:
    p.put(depth, f"pay {p.amount(names)}")


def gain(p: Program, names: list[str], depth: int) -> None:
    p.put(depth, f"{p.rng.choice(['gain', 'gain', 'lose'])} {p.amount(names)}")


def require(p: Program, names: list[str], depth: int) -> None:
    p.put(depth, f"require {p.test(names)}")


def choose(p: Program, names: list[str], depth: int) -> None:
    p.put(depth, f"choose {p.pick(names)}")
    names.append(p.last)


def points(p: Program, names: list[str], depth: int) -> None:
    target = p.rng.choice(["your points", "your points", "pot"])
    p.put(depth, f"{target} {p.rng.choice(['+=', '+=', '-='])} {p.small(names)}")


def let(p: Program, names: list[str], depth: int) -> None:
    if names and p.rng.random() < 0.4:
        p.put(depth, f"{p.rng.choice(names)} {p.rng.choice(['+=', '-='])} 1")
        return
    p.count += 1
    p.put(depth, f"let v{p.count} = {p.value(names)} + {p.small(names)}")
    names.append(f"v{p.count}")


def call(p: Program, names: list[str], depth: int) -> None:
    if not p.rules or p.reacting():
        points(p, names, depth)
        return
    p.put(depth, f"{p.rng.choice(p.rules)}({p.small(names)})")


def event(p: Program, names: list[str], depth: int) -> None:
    if p.reacting():
        points(p, names, depth)
        return
    p.put(depth, f"done({p.small(names)})")


def discard(p: Program, names: list[str], depth: int) -> None:
    p.put(depth, "if size(your held) > 0: remove last(your held) from your held")


def offer(p: Program, names: list[str], depth: int) -> None:
    p.put(depth, p.rng.choice(["offer extra", 'offer extra or "none"']))


def stop(p: Program, names: list[str], depth: int) -> None:
    p.put(depth, f"if {p.test(names)}: stop")


def may(p: Program, names: list[str], depth: int) -> None:
    p.count += 1
    p.put(depth, f'may "do {p.count}":')
    p.unit(names, depth + 1)


def may_choose(p: Program, names: list[str], depth: int) -> None:
    p.put(depth, f"may choose {p.pick(names)}:")
    p.unit([*names, p.last], depth + 1)


def choose_block(p: Program, names: list[str], depth: int) -> None:
    loose = p.loose
    p.put(depth, f"choose {p.pick(names)}:")
    p.unit([*names, p.last], depth + 1)
    if p.rng.random() < 0.5 and not loose:
        p.put(depth, "else:")
        p.block(names, depth + 1)


def branches(p: Program, names: list[str], depth: int) -> None:
    p.put(depth, "choose one:")
    labelled(p, names, depth)


def order(p: Program, names: list[str], depth: int) -> None:
    p.put(depth, "in any order:")
    p.bound += 1
    labelled(p, names, depth)
    p.bound -= 1


def labelled(p: Program, names: list[str], depth: int) -> None:
    for i in range(p.rng.randint(2, 3)):
        guard = f" if {p.test(names)}" if p.rng.random() < 0.25 else ""
        p.put(depth + 1, f'"branch {i}"{guard}:')
        p.block(names, depth + 2)


def condition(p: Program, names: list[str], depth: int) -> None:
    p.put(depth, f"if {p.test(names)}:")
    p.block(names, depth + 1)
    if p.rng.random() < 0.5:
        p.put(depth, "else:")
        p.block(names, depth + 1)


def loop(p: Program, names: list[str], depth: int) -> None:
    p.count += 1
    p.put(depth, f"for v{p.count} in 1..2:")
    p.bound += 1
    p.block([*names, f"v{p.count}"], depth + 1)
    p.bound -= 1


def pay_several(p: Program, names: list[str], depth: int) -> None:
    p.count += 1
    amount = p.rng.choice(["2", "up to 2", "any"])
    name = f"v{p.count}s"
    p.put(depth, f"choose {amount} {name} from 1..3")
    p.put(depth, f"pay (size({name})) {p.resource()}")


def pair(p: Program, names: list[str], depth: int) -> None:
    first = p.pick(names)
    names.append(p.last)
    p.put(depth, f"choose {first}, {p.pick(names)}")
    names.append(p.last)


def other(p: Program, names: list[str], depth: int) -> None:
    p.count += 1
    p.put(depth, f"next_player(you) chooses v{p.count} from 1..2")
    names.append(f"v{p.count}")
    p.loose = True


def chance(p: Program, names: list[str], depth: int) -> None:
    p.count += 1
    p.put(depth, f"let v{p.count} = random(1..2)")
    names.append(f"v{p.count}")
    p.loose = True

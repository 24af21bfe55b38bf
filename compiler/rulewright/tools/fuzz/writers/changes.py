"""Random exceptions to rules: members, copies, seasons and a participant that override and react."""

from __future__ import annotations

from .writer import Writer

HEAD = """game {name} "Changes"
    players: 2
    override_order: {order}

piece card
    type: charm
    level: 1..3

table
    now: season = spring
    seen: list of number

player
    traits: set of trait
    cards: zone of card
    points: number
    define score = your points + worth(1)

participant robot decided by first(players)
{robot}
define worth(n) = n + {constant}
define limit = 2
define named(trait)
    brave     | 1
    otherwise | limit

event rang(n){any_order}
event rested

rule work(n)
    your points += n
    rang(n)

rule rest
    move limit to seen
    rested

rule play
    each participant: take_cards
    repeat 2 times:
        each participant: turn

rule take_cards
    for n in 1..2:
        choose charm from charm
        place card(charm, n) at your cards
    choose trait from trait
    move trait to your traits

rule turn
    choose n from 1..3
    move worth(n) to seen
    move named(first(your traits)) to seen
    work(n)
    choose season from season
    now = season
    rest
    move worth(limit) * 10 to seen

"""
TARGETS = ["rang(n)", "rang(2)", "work(n)", "rested", "rest", "work(1)"]


class Changes(Writer):
    """Writes one game; every choice it makes comes from its seed."""

    def text(self) -> str:
        rng = self.rng
        order = ["trait", "season", "charm", "participant"]
        rng.shuffle(order)
        robot = self.collected(self.robot)
        head = HEAD.format(
            name=self.name,
            order=", ".join(order),
            constant=rng.randint(0, 2),
            robot=robot,
            any_order=rng.choice(["", ", any_order"]),
        )
        self.kind("trait", "applies to p while this in p.traits", ["brave", "quick", "wise"], "")
        self.kind("season", "applies while now is this", ["spring", "autumn"], "")
        clause = "applies to p for each sheet in p.cards where sheet.type is this"
        self.kind("charm", clause, ["bell", "drum"], "sheet.level")
        for _ in range(rng.randint(0, 2)):
            self.lines.append("")
            self.reaction("", 0)
        return head + "\n".join([*self.lines, ""])

    def collected(self, write: object) -> str:
        """What a method writes, apart from the rest."""
        before, self.lines = self.lines, []
        assert callable(write)
        write()
        text, self.lines = "\n".join([*self.lines, ""]), before
        return text

    # ------------------------------------------------------------ who changes

    def robot(self) -> None:
        self.put(1, "points = 5")
        if self.rng.random() < 0.5:
            self.put(1, f"instead worth(n) = {self.value('n')}")
        if self.rng.random() < 0.5:
            self.reaction("", 1)
        if self.rng.random() < 0.5:
            self.put(1, "decides turn.n = last(options)")

    def kind(self, name: str, clause: str, members: list[str], copy: str) -> None:
        """A kind; of its members that can be in force together at most one replaces a rule."""
        self.lines += ["", f"kind {name}", f"    {clause}"]
        replaced: set[str] = set()
        if self.rng.random() < 0.3:
            self.reaction(copy, 1)
        for member in members:
            self.put(1, member)
            if self.rng.random() < 0.5:
                self.put(2, f"instead worth(n) = base + {self.amount(copy, 'n')}")
            if self.rng.random() < 0.3:
                self.put(2, f"instead limit = base + {self.rng.randint(1, 2)}")
            if self.rng.random() < 0.4:
                self.override(copy, replaced, name == "season")
            for _ in range(self.rng.randint(0, 2)):
                self.reaction(copy, 2)

    def override(self, copy: str, replaced: set[str], alone: bool) -> None:
        target = self.rng.choice(["work", "rest", "rang"])
        if target in replaced and not alone:
            return
        replaced.add(target)
        pattern = "rest" if target == "rest" else f"{target}({self.rng.choice(['n', 'n', '2'])})"
        where = f" where {self.test('n' if '(n)' in pattern else '')}" if self.rng.random() < 0.3 else ""
        self.put(2, f"instead {pattern}{where}")
        name = "n" if "(n)" in pattern else ""
        if self.rng.random() < 0.5:
            self.put(3, self.base(target, name))
        self.act(copy, name, 3)
        if self.rng.random() < 0.6:
            self.put(3, self.base(target, name))

    def base(self, target: str, name: str) -> str:
        if target == "rest" or not name or self.rng.random() < 0.6:
            return "base"
        return f"base({name} + 1)"

    def reaction(self, copy: str, depth: int) -> None:
        target = self.rng.choice(TARGETS)
        name = "n" if "(n)" in target else ""
        subject = self.rng.choice(["", "", "q."])
        tests = ["q is not you"] if subject and self.rng.random() < 0.5 else []
        tests += [self.test(name)] if self.rng.random() < 0.3 else []
        where = f" where {' and '.join(tests)}" if tests else ""
        self.put(depth, f"when {subject}{target}{where}")
        self.act(copy, name, depth + 1)

    # ------------------------------------------------------------ what they do

    def act(self, copy: str, name: str, depth: int) -> None:
        """One or two small deeds; some of them change who is in force."""
        for _ in range(self.rng.randint(1, 2)):
            self.deed(copy, name, depth)

    def deed(self, copy: str, name: str, depth: int) -> None:
        self.count += 1
        amount = self.amount(copy, name)
        kind = self.rng.randrange(9)
        if kind == 0:
            self.put(depth, f"choose v{self.count} from 1..2")
            self.put(depth, f"your points += v{self.count} * {amount}")
        elif kind == 1:
            self.put(depth, f'may "{self.count}": move {amount} to seen')
        elif kind == 2 and copy:
            self.put(depth, f"{copy.partition('.')[0]}.level = 1")
        elif kind == 3:
            self.put(depth, f"now = {self.rng.choice(['spring', 'autumn'])}")
        elif kind == 4:
            self.put(depth, f"move {self.rng.choice(['brave', 'wise'])} to your traits")
        elif kind == 5:
            self.put(depth, f"remove {self.rng.choice(['brave', 'quick'])} from your traits")
        elif kind == 6:
            self.put(depth, f"if {self.test(name)}: your points += {amount}")
        elif kind == 7:
            self.put(depth, f"move worth({amount}) * 100 to seen")
        else:
            self.put(depth, f"move {amount} + {self.count * 1000} to seen")

    def amount(self, copy: str, name: str) -> str:
        choices = [
            str(self.rng.randint(1, 3)),
            "size(your traits)",
            *([copy] * 2 if copy else []),
            *([name] if name else []),
        ]
        return self.rng.choice(choices)

    def value(self, name: str) -> str:
        return self.rng.choice(
            [f"base + {name}", "base * 2", "7", f"base({name} + 1)", "base + size(your cards)"]
        )

    def test(self, name: str) -> str:
        tests = ["now is spring", "size(your traits) > 1", "your points > 4", "brave in your traits"]
        return self.rng.choice(tests + ([f"{name} > 1"] * 2 if name else []))

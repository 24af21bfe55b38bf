"""A large made-up game for measuring the compiler: as many provinces as are needed for so many lines.

Each province has what real games have: a kind with figures whose members change rules, react and act; fields,
defines, tables, rules with nested choices, actions in the common menu, and worked examples. The text is the same
every time.
"""

from __future__ import annotations

import re
from pathlib import Path

CRAFTS = ("miller", "weaver", "smith", "brewer", "mason", "fisher", "potter", "tanner")

GAME = """\
# A made-up game, for measuring the compiler only.

game large "A large made-up game"
    players: 2..4                                                     [LG-1.1]
    override_order: {order}

resource coin "coins"                                                 [LG-1.2]
resource grain                                                        [LG-1.2]
resource wood                                                         [LG-1.2]
resource vp "points"                                                  [LG-1.3]

kind season | frost
    spring | 0
    summer | 0
    autumn | 1
    winter | 3

board land: grid(rows: 7, columns: 9)                                 [LG-1.4]
    owner: player or none
    houses: 0..4

table
    round: 1..8 = 1                                                   [LG-1.5]
    now: season = spring                                              [LG-1.5]

player
    coin: resource = 6                                                [LG-1.6]
    grain, wood: resource = 3                                         [LG-1.6]
    vp: resource
    define score = your vp                                            [LG-1.7]

event round_ended

rule play                                                             [LG-2.1]
    repeat 8 times:
        each player: take_turn
        each player: round_ended                                      [LG-2.2]
        now = following(now)
        if round < 8: round += 1
    each player: gain (count c in land where c.owner is you) vp       [LG-2.3]
    end_game(all p in players where p.vp = top_score)

define top_score = highest p.vp for p in players                      [LG-1.7]
define following(past)
    spring | summer
    summer | autumn
    autumn | winter
    winter | spring

rule take_turn                                                        [LG-2.4]
    offer turn or "pass"
    may "settle":                                                     [LG-2.5]
        pay 1 wood + 1 coin
        choose cell from free_cells where next_to_yours(it)
        cell.owner = you
        say "{{you}} settles on {{cell}}"

define free_cells = all c in land where c.owner is none               [LG-2.5]
define next_to_yours(cell)                                            [LG-2.5]
    = yes if (no c in land where c.owner is you)
    = any n in neighbours(cell) where n.owner is you
"""

PROVINCE = """\
# Province {n}: its guild, its fields, what can be done there.

kind guild_{n} "guild {n}" | price | gift | rank                        [LG-{i}.1]
    applies to p while this in p.members_{n}
    define worth = 1                                                  [LG-{i}.2]

    {c[0]}_{n} | 2 | 1 coin           | 1
        instead harvest_{n} = base + 1                                 [LG-{i}.3]
    {c[1]}_{n} | 3 | 2 wood           | 2
        instead harvest_{n} = base + your fields_{n}                    [LG-{i}.3]
        instead worth = 2
    {c[2]}_{n}  | 1 | 1 grain + 1 coin | 1
        when reaped_{n}(n) where n >= 3: gain 1 vp                     [LG-{i}.4]
    {c[3]}_{n} | 4 | 3 grain          | 3
        when round_ended: gain 1 coin                                 [LG-{i}.4]
        instead worth = 3
    {c[4]}_{n}  | 2 | 2 wood           | 2
        action build_{n} "build in province {n}" in turn once per round  [LG-{i}.5]
            choose cell from own_cells where it.houses < 4
            pay (1 + cell.houses) wood
            cell.houses += 1
            gain worth_of_{n} vp
    {c[5]}_{n} | 2 | -                | 1
        when round_ended where now is not winter: gain 1 grain     [LG-{i}.4]

extend player
    members_{n}: set of guild_{n}                                       [LG-{i}.1]
    fields_{n}: 0..5 = 1                                               [LG-{i}.6]

extend table
    store_{n}: 0..20 = 8                                               [LG-{i}.6]
    marked_{n} for each guild_{n}: flag = no                            [LG-{i}.7]

define harvest_{n} = 1 + your fields_{n} - now.frost                     [LG-{i}.6]
define worth_of_{n} = sum m.worth for m in your members_{n}              [LG-{i}.2]
define rank_of_{n} = highest m.rank for m in your members_{n}
define cheap_{n} = all m in guild_{n} where m.price <= 2 and m not in your members_{n}
define levy_{n}(round_number)                                          [LG-{i}.8]
    1 | 0
    2 | 1
    3 | 1
    4 | 2
    5 | 2
    6 | 3
    7 | 3
    8 | 4

event reaped_{n}(amount)                                               [LG-{i}.4]

action work_{n} "work in province {n}" in turn                           [LG-{i}.9]
    require store_{n} > 0 "the store is empty"                         [LG-{i}.9]
    choose one:
        "reap": reap_{n}(max(0, harvest_{n}))
        "plough" if your fields_{n} < 5:
            pay 1 grain
            your fields_{n} += 1
            say "{{you}} ploughs a field in province {n}"
        "trade":
            pay 2 grain
            gain 3 coin
            next_player(you) may "join":
                pay 1 grain
                gain 1 coin

rule reap_{n}(amount)                                                  [LG-{i}.9]
    let taken = min(amount, store_{n})
    store_{n} -= taken
    gain taken grain
    say "{{you}} reaps {{taken}} in province {n}"
    reaped_{n}(taken)

action recruit_{n} "recruit in province {n}" in turn                     [LG-{i}.10]
    choose person from guild_{n} where it not in your members_{n} and not marked_{n}(it)
    pay person.price coin                                             [LG-{i}.10]
    move person to your members_{n}
    gain person.gift                                                  [LG-{i}.1]
    if person.rank = 3: mark_{n}(person)
    if size(your members_{n}) > 3:
        choose other from your members_{n} where it is not person
        remove other from your members_{n}
        say "{{other}} leaves {{you}}"

rule mark_{n}(person)                                                  [LG-{i}.7]
    marked_{n}(person) = yes
    for m in guild_{n} where m.rank < person.rank: marked_{n}(m) = no

action tax_{n} "pay the tax of province {n}" in turn once per round      [LG-{i}.8]
    pay levy_{n}(round) coin
    gain (1 + rank_of_{n}) vp
    for q in players where q is not you and size(q.members_{n}) > 0:
        q gains 1 coin
    choose up to 1 helper from cheap_{n}:
        move helper to your members_{n}
"""

COMMON = """\

define own_cells = all c in land where c.owner is you                 [LG-2.5]
"""

EXAMPLES = """\
# Worked examples of province {n}.

example "province {n}: reaping"                                        [LG-{i}.9, LG-{i}.6]
    players ann, bob
    given: ann.fields_{n} = 2
    when:
        ann: work_{n}, "reap"
    then:
        ann.grain = 6
        store_{n} = 5                                                  [LG-{i}.9]

example "province {n}: an empty store"                                 [LG-{i}.9]
    players ann, bob
    given: store_{n} = 0
    then:
        ann cannot work_{n}                                            [LG-{i}.9]
        ann.harvest_{n} = 2
        size(ann.cheap_{n}) = 4

example "province {n}: recruiting"                                     [LG-{i}.10, LG-{i}.1, LG-{i}.7]
    players ann, bob, cid
    given:
        ann.coin = 9
        marked_{n}({c[1]}_{n}) = yes
    when:
        ann.recruit_{n}
        ann cannot {c[1]}_{n}                                          [LG-{i}.10]
        ann: {c[3]}_{n}
    then:
        ann.coin = 5
        ann.grain = 6                                                 [LG-{i}.1]
        marked_{n}({c[3]}_{n}) is yes
        marked_{n}({c[1]}_{n}) is no                                   [LG-{i}.7]
        {c[3]}_{n} in ann.members_{n}

example "province {n}: a richer harvest"                               [LG-{i}.3, LG-{i}.4]
    players ann, bob
    given:
        ann.members_{n} = ({c[0]}_{n}, {c[2]}_{n})
        ann.fields_{n} = 3
        store_{n} = 20
    when: ann.reap_{n}(ann.harvest_{n})
    then:
        ann.grain = 8                                                 [LG-{i}.3]
        ann.vp = 1                                                    [LG-{i}.4]
        ann.worth_of_{n} = 2
        bob.worth_of_{n} = 0

example "province {n}: the tax"                                        [LG-{i}.8]
    players ann, bob, cid
    given:
        round = 4
        ann.members_{n} = {c[1]}_{n}
        bob.members_{n} = ({c[0]}_{n}, {c[2]}_{n}, {c[4]}_{n})
    when:
        ann.tax_{n}
        ann: done
    then:
        ann.coin = 4
        ann.vp = 3
        bob.coin = 7
        cid.coin = 6
"""


def province(i: int) -> dict[str, str]:
    n = f"{i:02}"
    crafts = [CRAFTS[(i + k) % len(CRAFTS)] for k in range(6)]
    return {
        f"provinces/p{n}.rules": PROVINCE.format(n=n, i=i + 2, c=crafts),
        f"examples/p{n}.rules": EXAMPLES.format(n=n, i=i + 2, c=crafts),
    }


def files(lines: int) -> dict[str, str]:
    """The rules files of a game of about so many lines."""
    count = max(1, round((lines - length(common(1))) / length(province(1))))
    found = common(count)
    for i in range(1, count + 1):
        found |= province(i)
    return found


def common(provinces: int) -> dict[str, str]:
    order = ", ".join(f"guild_{i:02}" for i in range(1, provinces + 1))
    return {"game.rules": GAME.format(order=order) + COMMON}


def length(texts: dict[str, str]) -> int:
    return sum(text.count("\n") for text in texts.values())


def write(folder: Path, lines: int) -> int:
    """Writes the game into ``FOLDER/rules/large``; returns how many lines it has."""
    made = files(lines)
    for name, text in made.items():
        path = folder / "rules" / "large" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return length(made)


def edit(folder: Path, number: int) -> None:
    """Changes one line in the middle of one file, and moves the lines below it by one."""
    path = folder / "rules" / "large" / "provinces" / "p01.rules"
    text = path.read_text(encoding="utf-8")
    changed = f"            # edit {number}\n            gain {number % 5 + 1} coin\n"
    text, times = re.subn(r"^ {12}gain \d coin\n", changed, text, count=1, flags=re.MULTILINE)
    assert times == 1
    path.write_text(text, encoding="utf-8")

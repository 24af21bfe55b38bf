"""Expressions as Python text."""

from __future__ import annotations

from ..plan.lower import substitute
from ..plan.model import Plan
from ..plan.names import constant, local_name
from ..typed.tree import E, FieldInfo, Result
from ..typed.types import Type

ATOMS = ("const", "local", "you", "this", "field", "call", "lib", "column", "item", "get", "list", "pieces")
NONE_VALUE = -1_000_000_000


def is_firm(text: str) -> bool:
    """Whether a text has no operator outside of brackets; some functions of the library are printed as operators."""
    depth = 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == " " and depth == 0:
            return False
    return True


def annotation(type: Type | None) -> str:
    if type is None or type.name == "none":
        return "None"
    if type.name == "flag":
        return "bool"
    if type.name == "text":
        return "str"
    if type.name == "bundle":
        return "tuple[int, ...]"
    if type.name == "many":
        return f"tuple[{annotation(type.item)}, ...]"
    if type.name == "map":
        return f"dict[int, {annotation(type.item)}]"
    return "int"


class Printer:
    """Prints typed expressions; knows the names that the plan gave to functions."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game = plan.game
        self.resources = list(self.game.resources)
        self.line_tables: set[tuple[str, int]] = set()  # tables of lines that the engine needs
        self.passable: set[tuple[str, str]] = (
            set()
        )  # (board, define): cells for which a constant define holds
        self.effects = {text: i for i, (text, _) in enumerate(plan.effects)}

    # ------------------------------------------------------------ entry

    def expr(self, e: E) -> str:
        e = self.folded(e)
        method = getattr(self, "on_" + e.op.replace(" ", "_"), None)
        if method is None:
            raise AssertionError(f"cannot print {e.op}")
        text: str = method(e)
        return text

    def folded(self, e: E) -> E:
        """A figure for a define without parameters that only names one."""
        while e.op == "call" and len(e.args) == 2:
            body = self.plan.signatures[e.name].body
            if len(body) != 1 or not isinstance(body[0], Result) or body[0].test is not None:
                return e
            value = body[0].value
            if (
                value.op not in ("const", "call")
                or self.plan.signatures[e.name].uses_you
                or e.args[1] is not None
            ):
                return e
            e = E(value.op, value.type, value.args, value.name, value.data, e.span)
        return e

    def atom(self, e: E) -> str:
        """With parentheses unless it stands firm by itself."""
        e = self.folded(e)
        text = self.expr(e)
        if e.op in ATOMS and not (e.op == "const" and text.startswith("-")):
            if e.op == "lib" and not is_firm(text):
                return f"({text})"
            return text
        return f"({text})"

    def many(self, e: E) -> str:
        """A tuple."""
        text = self.expr(e)
        if e.type.name == "map":
            return f"tuple({text}.values())"
        if e.op == "range" or (e.op == "lib" and e.name in ("players", "participants")):
            return f"tuple({text})"
        return text

    def items(self, e: E) -> str:
        """Anything that can be looped over."""
        if e.op == "query" and e.data == "all":
            source, where = e.arg(0), e.args[1]
            if where is None:
                return self.items(source)
            return f"({local_name(e.name)} for {self.clause(e.name, source, where)})"
        text = self.expr(e)
        return f"{text}.values()" if e.type.name == "map" else text

    def clause(self, name: str, source: E, where: E | None) -> str:
        text = f"{local_name(name)} in {self.items(source)}"
        return text + (f" if {self.expr(self.inlined(where))}" if where is not None else "")

    def inlined(self, e: E, depth: int = 2) -> E:
        """A test inside a loop: small defines stand there themselves, because a call costs more than they do."""
        args = [None if a is None else self.inlined(a, depth) for a in e.args]
        made = E(e.op, e.type, args, e.name, e.data, e.span)
        if e.op != "call" or depth == 0 or e.type.is_many:
            return made
        f = self.plan.signatures[e.name]
        given = {p.name: a for p, a in zip(f.params, args[2:]) if a is not None}
        if len(f.body) != 1 or not isinstance(f.body[0], Result) or f.body[0].test is not None or f.uses_this:
            return made
        value = f.body[0].value
        if args[0] is not None:
            given["you"] = args[0]
        simple = all(a.op in ("local", "const", "you") for a in given.values())
        if (
            not simple
            or any(x.op in ("query", "fold", "if", "text") for x in value.walk())
            or sum(1 for _ in value.walk()) > 8
        ):
            return made
        return self.inlined(substitute(value, given), depth - 1)

    # ------------------------------------------------------------ simple values

    def on_const(self, e: E) -> str:
        if isinstance(e.data, bool):
            return str(e.data)
        if e.data == NONE_VALUE:
            return "NONE"
        if e.type.name == "kind" and e.name:
            return constant(e.name)
        if e.type.name == "direction" and e.name:
            return e.name.upper()
        return repr(e.data)

    def on_local(self, e: E) -> str:
        return local_name(e.name)

    def on_you(self, e: E) -> str:
        return "you"

    def on_this(self, e: E) -> str:
        return "this"

    def on_text(self, e: E) -> str:
        holes = iter(e.args)
        if not e.args:
            return repr("".join(p or "" for p in e.data))
        parts: list[str] = []
        for part in e.data:
            if part is None:
                hole = next(holes)
                assert hole is not None
                parts.append(self.words(hole))
            elif part:
                parts.append(repr(part))
        return " + ".join(parts)

    def words(self, e: E) -> str:
        """A value in words, for labels and the log."""
        text = self.expr(e)
        name = e.type.name
        if name == "text":
            return self.atom(e)
        if name == "kind":
            return f"named({constant(e.type.of)}_LABELS, {text})"
        if name == "cell":
            return f"named({constant(e.type.of)}.names, {text})"
        if name == "player":
            return f"seat_name(g, {text})"
        if name == "flag":
            return f'("yes" if {text} else "no")'
        if name == "direction":
            return f"named(DIRECTIONS, {text})"
        if name == "resource":
            return f"named(RESOURCE_LABELS, {text})"
        if name == "many":
            each = self.words(E("local", e.type.item, name="one"))
            return f'", ".join({each} for one in {self.items(e)})'
        if name == "effect":
            return f"named(EFFECT_LABELS, {text})"
        if name == "piece":
            return f"{e.type.of!r}"
        return f"str({text})"

    def on_field(self, e: E) -> str:
        info: FieldInfo = e.data
        owner, key = e.args
        base = f"g.{info.attribute}"
        if info.key is not None and key is None:
            return self.whole_map(info, owner)
        if owner is None and key is None:
            return base
        return f"{base}[{self.index(info, owner, key)}]"

    def index(self, info: FieldInfo, owner: E | None, key: E | None) -> str:
        if key is None:
            assert owner is not None
            return self.expr(owner)
        place = self.key_text(info, key)
        if owner is None:
            return place
        if owner.op == "const" and owner.data == 0:
            return place
        return f"{self.atom(owner)} * {info.key_size} + {place}"

    def key_text(self, info: FieldInfo, key: E) -> str:
        if info.key_low:
            if key.op == "const":
                return repr(key.data - info.key_low)
        if info.key is not None and info.key.name == "number" and key.op != "const":
            return f"place_of({self.expr(key)}, {info.key_low}, {info.key_size})"
        return self.expr(key)

    def whole_map(self, info: FieldInfo, owner: E | None) -> str:
        low = info.key_low
        keys = f"range({low}, {low + info.key_size})" if low else f"range({info.key_size})"
        offset = f"{self.atom(owner)} * {info.key_size} + " if owner is not None else ""
        shift = f" - {low}" if low else ""
        return f"{{key: g.{info.attribute}[{offset}key{shift}] for key in {keys}}}"

    def on_column(self, e: E) -> str:
        kind = self.game.kinds[e.data]
        column = kind.columns[e.name]
        member = self.expr(e.arg(0))
        if column.constant:
            return f"{constant(kind.name)}_{constant(e.name)}[{member}]"
        return f"{kind.name}_{e.name}(g, {member})"

    def on_pieces(self, e: E) -> str:
        return f"tuple(g.{e.name}_alive)"

    # ------------------------------------------------------------ calls

    def on_call(self, e: E) -> str:
        return f"{self.plan.names[e.name]}({', '.join(self.arguments(e))})"

    def arguments(self, e: E) -> list[str]:
        f = self.plan.signatures[e.name]
        you, this = e.args[0], e.args[1]
        args = ["g"]
        if f.uses_you:
            args.append(self.expr(you) if you is not None else "you")
        if f.uses_this:
            args.append(self.expr(this) if this is not None else "this")
        for p, a in zip(f.params, e.args[2:]):
            assert a is not None
            args.append(self.passed(a, p.type))
        return args

    def passed(self, a: E, wanted: Type) -> str:
        if wanted.name == "many":
            return self.many(a) if a.type.is_many else f"({self.expr(a)},)"
        return self.expr(a)

    def on_effect(self, e: E) -> str:
        return f"E_{self.effect_name(e.data)}"

    def effect_name(self, text: str) -> str:
        words = "".join(c if c.isalnum() else "_" for c in text)
        while "__" in words:
            words = words.replace("__", "_")
        return words.strip("_").upper()

    def on_base(self, e: E) -> str:
        raise AssertionError("base was not bound")

    # ------------------------------------------------------------ operators

    def on_math(self, e: E) -> str:
        op = "//" if e.name == "/" else e.name
        first = e.arg(0)
        loose = e.name in "+-" and first.op == "math" and first.name in "+-"
        left = self.expr(first) if loose else self.atom(first)
        return f"{left} {op} {self.atom(e.arg(1))}"

    def on_minus(self, e: E) -> str:
        return f"-{self.atom(e.arg(0))}"

    def on_compare(self, e: E) -> str:
        left, right = e.arg(0), e.arg(1)
        op = "==" if e.name == "=" else e.name
        if left.op == "lib" and left.name == "piece_at" and right.op == "const" and right.data == NONE_VALUE:
            return f"g.{left.data}_on[{self.expr(left.arg(0))}] {op} ()"
        if "set" in (left.type.shape, right.type.shape):
            return f"set({self.many(left)}) {op} set({self.many(right)})"
        if left.type.is_many or right.type.is_many:
            return f"{self.many(left)} {op} {self.many(right)}"
        if right.op == "const" and isinstance(right.data, bool) and op in ("==", "!="):
            yes = right.data == (op == "==")
            return self.atom(left) if yes else f"not {self.atom(left)}"
        return f"{self.atom(left)} {op} {self.atom(right)}"

    def on_in(self, e: E) -> str:
        return f"{self.atom(e.arg(0))} in {self.members_of(e.arg(1))}"

    def on_not_in(self, e: E) -> str:
        return f"{self.atom(e.arg(0))} not in {self.members_of(e.arg(1))}"

    def members_of(self, e: E) -> str:
        text = self.expr(e)
        return f"{text}.values()" if e.type.name == "map" else text

    def on_and(self, e: E) -> str:
        return " and ".join(
            self.atom(a) if a.op not in ("compare", "not", "in", "not in", "and") else self.expr(a)
            for a in e.args
            if a
        )

    def on_or(self, e: E) -> str:
        return " or ".join(
            self.atom(a) if a.op not in ("compare", "not", "in", "not in", "or") else self.expr(a)
            for a in e.args
            if a
        )

    def negated(self, e: E) -> str:
        """That a test does not hold."""
        if e.op == "in":
            return self.on_not_in(e)
        return self.on_in(e) if e.op == "not in" else f"not {self.atom(e)}"

    def on_not(self, e: E) -> str:
        if e.arg(0).op == "in":
            return self.on_not_in(e.arg(0))
        return f"not {self.atom(e.arg(0))}"

    def on_if(self, e: E) -> str:
        test, value, otherwise = e.arg(0), e.arg(1), e.arg(2)
        if e.type.is_many:
            return f"({self.many(value)} if {self.expr(test)} else {self.many(otherwise)})"
        return f"({self.expr(value)} if {self.expr(test)} else {self.expr(otherwise)})"

    def on_list(self, e: E) -> str:
        if not e.args:
            return "()"
        inner = ", ".join(self.expr(a) for a in e.args if a is not None)
        return f"({inner},)" if len(e.args) == 1 else f"({inner})"

    def on_range(self, e: E) -> str:
        low, high = self.folded(e.arg(0)), self.folded(e.arg(1))
        if high.op == "const":
            return f"range({self.expr(low)}, {high.data + 1})"
        if high.op == "math" and high.name == "-" and high.arg(1).op == "const" and high.arg(1).data == 1:
            return f"range({self.expr(low)}, {self.expr(high.arg(0))})"
        return f"range({self.expr(low)}, {self.atom(high)} + 1)"

    def on_bundle(self, e: E) -> str:
        amounts = dict(zip(e.data, e.args))
        parts = [self.expr(a) if (a := amounts.get(r)) is not None else "0" for r in self.resources]
        return f"({', '.join(parts)},)" if len(parts) == 1 else f"({', '.join(parts)})"

    def on_item(self, e: E) -> str:
        group, place = e.arg(0), e.arg(1)
        text = self.many(group)
        if e.data == "sure":
            return f"{text}[{self.expr(place)} - 1]"
        return f"item({text}, {self.expr(place)})"

    def on_get(self, e: E) -> str:
        group = e.arg(0)
        if group.op == "field":
            info: FieldInfo = group.data
            return f"g.{info.attribute}[{self.index(info, group.args[0], e.arg(1))}]"
        return f"{self.expr(group)}[{self.expr(e.arg(1))}]"

    # ------------------------------------------------------------ queries

    def on_query(self, e: E) -> str:
        source, where, by = e.arg(0), e.args[1], e.args[2]
        name = local_name(e.name)
        clause = self.clause(e.name, source, where)
        if e.data == "count":
            return f"len([1 for {clause}])" if where is not None else f"len({self.many(source)})"
        if e.data in ("any", "no"):
            word = "not " if e.data == "no" else ""
            if where is None:
                return f"{word}bool({self.many(source)})"
            return f"{word}any({self.expr(self.inlined(where))} for {name} in {self.items(source)})"
        if e.data == "all":
            return self.many(source) if where is None else f"tuple([{name} for {clause}])"
        if e.data == "first" and e.type.is_many:
            return f"first(tuple({name} for {clause}))"
        if e.data == "first":
            return f"next(({name} for {clause}), NONE)"
        assert by is not None
        key = f"lambda {name}: {self.expr(by)}"
        pool = self.items(source) if where is None else f"({name} for {clause})"
        if e.data == "ordered":
            return f"tuple(sorted({pool}, key={key}))"
        return f"max({pool}, key={key}, default=NONE)"

    def on_fold(self, e: E) -> str:
        body, source, where = e.arg(0), e.arg(1), e.args[2]
        clause = self.clause(e.name, source, where)
        text = self.expr(body)
        if e.data == "each":
            return f"{{{local_name(e.name)}: {text} for {clause}}}"
        if e.data == "sum":
            return f"sum({text} for {clause})"
        if e.data == "sum_bundles":
            return f"sum_bundles(({text} for {clause}), {len(self.resources)})"
        word = "max" if e.data == "highest" else "min"
        return f"{word}(({text} for {clause}), default=0)"

    # ------------------------------------------------------------ the library

    def on_lib(self, e: E) -> str:
        special = getattr(self, "lib_" + e.name, None)
        if special is not None:
            text: str = special(e)
            return text
        args = [self.many(a) if a.type.is_many else self.expr(a) for a in e.args if a is not None]
        return f"{e.name}({', '.join(args)})"

    def lib_members(self, e: E) -> str:
        return f"{constant(e.data)}_ALL"

    def lib_cells(self, e: E) -> str:
        return f"{constant(e.data)}.cells"

    def lib_players(self, e: E) -> str:
        return "range(g.players)"

    def lib_participants(self, e: E) -> str:
        extra = len(self.game.participants)
        return f"range(g.players + {extra})" if extra else "range(g.players)"

    def lib_players_count(self, e: E) -> str:
        return "g.players"

    def lib_participant(self, e: E) -> str:
        return f"g.players + {e.data}" if e.data else "g.players"

    def lib_first_player(self, e: E) -> str:
        return "0"

    lib_first_seat = lib_first_player

    def lib_directions(self, e: E) -> str:
        return "ALL_DIRECTIONS"

    def lib_winners(self, e: E) -> str:
        return "g.winners"

    def lib_game_over(self, e: E) -> str:
        return "g.over"

    def lib_size(self, e: E) -> str:
        if e.arg(0).op == "lib" and e.arg(0).name in ("players", "participants"):
            extra = len(self.game.participants) if e.arg(0).name == "participants" else 0
            return f"g.players + {extra}" if extra else "g.players"
        return f"len({self.members_of(e.arg(0))})"

    def lib_mod(self, e: E) -> str:
        return f"{self.atom(e.arg(0))} % {self.atom(e.arg(1))}"

    def lib_min(self, e: E) -> str:
        return f"{e.name}({', '.join(self.expr(a) for a in e.args if a)})"

    lib_max = lib_min
    lib_abs = lib_min

    def lib_distinct(self, e: E) -> str:
        return f"distinct({self.items(e.arg(0))})"

    def lib_no_row(self, e: E) -> str:
        place = f"{e.data.path}:{e.data.line}"
        return f"no_row({place!r})"

    def lib_clockwise_from(self, e: E) -> str:
        return f"clockwise_from(g, {self.expr(e.arg(0))})"

    def lib_clockwise_after(self, e: E) -> str:
        return f"clockwise_after(g, {self.expr(e.arg(0))})"

    def lib_next_player(self, e: E) -> str:
        return f"next_player(g, {self.expr(e.arg(0))})"

    def lib_sorted(self, e: E) -> str:
        by = e.args[1]
        if by is None:
            return f"tuple(sorted({self.many(e.arg(0))}))"
        return f"tuple(sorted({self.many(e.arg(0))}, key=lambda x: {self.define_call(by, ['x'])}))"

    def lib_connected(self, e: E) -> str:
        by = e.args[1]
        assert by is not None
        return f"connected({self.many(e.arg(0))}, lambda a, b: {self.define_call(by, ['a', 'b'])})"

    def define_call(self, by: E, names: list[str]) -> str:
        f = self.plan.signatures[by.data]
        args = ["g"]
        if f.uses_you:
            subject = by.args[0]
            if f.params:
                args.append(self.expr(subject) if subject is not None else "you")
            else:
                args.append(names[0])
        if f.params:
            args.extend(names)
        return f"{self.plan.names[by.data]}({', '.join(args)})"

    def lib_union(self, e: E) -> str:
        return f"{self.tuple_atom(e.arg(0))} + {self.tuple_atom(e.arg(1))}"

    def tuple_atom(self, e: E) -> str:
        text = self.many(e)
        return f"({text})" if e.op in ("if",) else text

    def lib_difference(self, e: E) -> str:
        return f"difference({self.many(e.arg(0))}, {self.many(e.arg(1))})"

    def lib_payable(self, e: E) -> str:
        who, bundle = self.expr(e.arg(0)), e.arg(1)
        if bundle.op == "bundle":
            tests = [
                f"{self.stock(r, who)} >= {self.atom(a)}"
                for r, a in zip(bundle.data, bundle.args)
                if a is not None
            ]
            return "(" + (" and ".join(tests) or "True") + ")"
        return f"payable(g, {who}, {self.expr(bundle)})"

    def stock(self, resource: str, who: str) -> str:
        r = self.game.resources[resource]
        if r.of:
            return "(" + " + ".join(self.stock(x, who) for x in r.of) + ")"
        if "stock" in r.functions:
            return f"{self.plan.names[r.functions['stock']]}(g, {who})"
        return f"g.{r.field.attribute}[{who}]" if r.field is not None else "0"

    def lib_bundle_of(self, e: E) -> str:
        return f"bundle_of({self.expr(e.arg(0))}, {len(self.resources)})"

    def lib_random_one(self, e: E) -> str:
        return f"one_of(g, {self.many(e.arg(0))})"

    def lib_random_some(self, e: E) -> str:
        return f"some_of(g, {self.expr(e.arg(0))}, {self.many(e.arg(1))})"

    def lib_roll(self, e: E) -> str:
        kind = self.game.kinds[e.data]
        weights = f"{constant(e.data)}_SIDES" if "sides" in kind.columns else f"(1,) * {len(kind.members)}"
        return f"roll(g, {self.expr(e.arg(0))}, {weights})"

    def lib_all_of(self, e: E) -> str:
        if "copies" in self.game.kinds[e.data].columns:
            return f"copies_of({constant(e.data)}_COPIES)"
        return f"{constant(e.data)}_ALL"

    # boards

    def board(self, e: E) -> str:
        board = self.game.boards[e.data]
        borders = board.borders
        if borders is not None and any(x.op == "lib" and x.name == "players_count" for x in borders.walk()):
            return f"{constant(e.data)}_BY_PLAYERS[g.players]"
        return constant(e.data)

    def lib_cell(self, e: E) -> str:
        args = [self.folded(a) for a in e.args if a is not None]
        board = self.game.boards[e.data]
        if board.shape == "grid" and args[0].op == "const" and args[1].op != "const":
            return f"{self.board(e)}.at.get({args[0].data * 10_000} + {self.atom(args[1])}, NONE)"
        if board.shape == "grid":
            if all(a.op == "const" for a in args) and all(s.op == "const" for s in board.sizes.values()):
                row, column = args[0].data, args[1].data
                if 1 <= row <= board.sizes["rows"].data and 1 <= column <= board.sizes["columns"].data:
                    return str((row - 1) * board.sizes["columns"].data + column - 1)
            return f"{self.board(e)}.cell({', '.join(self.expr(a) for a in args)})"
        if board.shape == "ring":
            return (
                f"{self.atom(args[0])} % {self.expr(board.sizes['size'])}"
                if args[0].op != "const"
                else str(args[0].data)
            )
        return f"{self.atom(args[0])} - 1"

    def lib_piece_at(self, e: E) -> str:
        return f"piece_at(g.{e.data}_on, {self.expr(e.arg(0))})"

    def lib_pieces_at(self, e: E) -> str:
        return f"g.{e.data}_on[{self.expr(e.arg(0))}]"

    def lib_cell_of(self, e: E) -> str:
        return f"first(g.{e.data}_cells[{self.expr(e.arg(0))}])"

    def lib_cells_of(self, e: E) -> str:
        return f"g.{e.data}_cells[{self.expr(e.arg(0))}]"

    def lib_row_number(self, e: E) -> str:
        return f"{self.board(e)}.row_of[{self.expr(e.arg(0))}]"

    def lib_column_number(self, e: E) -> str:
        return f"{self.board(e)}.column_of[{self.expr(e.arg(0))}]"

    def lib_neighbours(self, e: E) -> str:
        return f"{self.board(e)}.neighbours[{self.expr(e.arg(0))}]"

    def lib_around(self, e: E) -> str:
        return f"{self.board(e)}.around({self.expr(e.arg(0))})"

    def lib_adjacent(self, e: E) -> str:
        return f"{self.atom(e.arg(1))} in {self.board(e)}.neighbours[{self.expr(e.arg(0))}]"

    def lib_distance(self, e: E) -> str:
        return f"{self.board(e)}.distances[{self.expr(e.arg(0))}][{self.expr(e.arg(1))}]"

    def lib_shared_neighbours(self, e: E) -> str:
        return f"{self.board(e)}.shared_neighbours({self.expr(e.arg(0))}, {self.expr(e.arg(1))})"

    def lib_line(self, e: E) -> str:
        return f"{self.board(e)}.rays[{self.expr(e.arg(1))}][{self.expr(e.arg(0))}]"

    def lib_lines_through(self, e: E) -> str:
        length = self.folded(e.arg(1))
        if length.op == "const":
            self.line_tables.add((self.board(e), length.data))
            return f"{self.board(e)}_LINES_{length.data}[{self.expr(e.arg(0))}]"
        return f"{self.board(e)}.lines_through({self.expr(length)})[{self.expr(e.arg(0))}]"

    def lib_lines(self, e: E) -> str:
        return f"{self.board(e)}.lines({self.expr(e.arg(0))})"

    def lib_step(self, e: E) -> str:
        args = ", ".join(self.expr(a) for a in e.args if a is not None)
        return f"{self.board(e)}.step({args})"

    def lib_row(self, e: E) -> str:
        return f"{self.board(e)}.row({self.expr(e.arg(0))})"

    def lib_column(self, e: E) -> str:
        return f"{self.board(e)}.column({self.expr(e.arg(0))})"

    def lib_row_through(self, e: E) -> str:
        return f"{self.board(e)}.row({self.board(e)}.row_of[{self.expr(e.arg(0))}])"

    def lib_column_through(self, e: E) -> str:
        return f"{self.board(e)}.column({self.board(e)}.column_of[{self.expr(e.arg(0))}])"

    def lib_block(self, e: E) -> str:
        return f"{self.board(e)}.block({self.many(e.arg(0))}, {self.many(e.arg(1))})"

    def lib_path_length(self, e: E) -> str:
        through = e.args[2]
        a, b = self.expr(e.arg(0)), self.expr(e.arg(1))
        if through is None:
            return f"{self.board(e)}.distances[{a}][{b}]"
        if through.data in self.plan.constants:
            self.passable.add((e.data, through.data))
            test = f"{e.data}_where_{self.plan.names[through.data]}(g)"
        else:
            test = f"tuple(x for x in {self.board(e)}.cells if {self.define_call(through, ['x'])})"
        return f"{self.board(e)}.path_length({a}, {b}, {test})"

    def lib_touching(self, e: E) -> str:
        piece = e.data
        board = constant(self.game.pieces[piece].board)
        a, b = self.expr(e.arg(0)), self.expr(e.arg(1))
        return f"touching({board}, g.{piece}_cells[{a}], g.{piece}_cells[{b}])"

    def lib_edge_between(self, e: E) -> str:
        return f"{constant(e.data)}.between({self.expr(e.arg(0))}, {self.expr(e.arg(1))})"

    def lib_edges_of(self, e: E) -> str:
        return f"{constant(e.data)}.all"

    def lib_ends_of(self, e: E) -> str:
        return f"{constant(e.data)}.ends[{self.expr(e.arg(0))}]"

    def lib_ring_distance(self, e: E) -> str:
        of = e.data
        size = len(self.game.kinds[of.of].members) if of.name == "kind" else f"{constant(of.of)}.size"
        return f"ring_distance({self.expr(e.arg(0))}, {self.expr(e.arg(1))}, {size})"

    def lib_reversed(self, e: E) -> str:
        return f"backwards({self.many(e.arg(0))})"

    def lib_tail(self, e: E) -> str:
        return f"{self.many(e.arg(0))}[1:]"

    def lib_some_subset(self, e: E) -> str:
        source, number, where, so_that = e.args
        pick = e.data
        assert source is not None
        name, picked = local_name(pick.candidate), local_name(pick.name)
        pool = (
            f"tuple({name} for {name} in {self.items(source)} if {self.expr(where)})"
            if where
            else self.many(source)
        )
        most = self.expr(number) if number is not None else "1_000_000"
        low = most if pick.amount == "exactly" else "0"
        holds = f"lambda {picked}: {self.expr(so_that)}" if so_that is not None else "None"
        return f"bool(subset_options((), {pool}, {low}, {most}, {holds}))"

    def lib_can_perform(self, e: E) -> str:
        return f"can_perform(g, {', '.join(self.expr(a) for a in e.args if a is not None)})"

    def lib_stock_of(self, e: E) -> str:
        return self.stock(e.data, self.expr(e.arg(0)))

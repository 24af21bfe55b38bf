"""Playing in a terminal: any engine, people and bots at any seats, commands in plain words."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path
from typing import Any, Final, TextIO

from .autosaves import Kept, resumed
from .bots import Bot, RandomBot, make_bot, move_by
from .draw import draw, untied
from .draw_columns import numbered, wrapped
from .draw_news import draw_news
from .draw_parts import draw_part, part_names
from .engine import Engine, OptionError
from .game import Decision, Game, IllegalMove, load_game, new_game
from .info import info
from .languages import languages
from .log_gains import log_with_gains
from .phrases import HELP
from .plain import written_number
from .position import RulesFailure
from .reading import read_whole, where_and_why, why
from .refusals import Refusal
from .saves import SaveError
from .shipped import shipped_rules, table
from .views import has_secrets
from .words import Words
from .writing import write_whole

WIDTH: Final = 80  # of output that goes to a file or another program
_NAMED: Final = 24  # so many things that are refused for one reason are named
_SMALL: Final = 16  # a position of so few lines is shown whole after every move
_MANY: Final = 9  # more moves than these stand in columns, if they are short


class Terminal:
    """One sitting: a game, a bot or nobody for each seat, where to read and where to write."""

    def __init__(
        self,
        game: Game,
        bots: list[Bot | None],
        read: TextIO,
        write: TextIO,
        colour: bool = False,
        width: int = WIDTH,
        rules: dict[str, str] | None = None,
        kept: Kept | None = None,
    ) -> None:
        self.kept = kept  # what is written down of the game while it goes on
        self.game = game
        self.bots = bots
        self.read = read
        self.write = write
        self.colour = colour
        self.width = width
        self.rules = rules or {}  # ids of rules and their sentences
        self._seen: dict[int, dict[str, Any]] = {}  # what each person saw last
        self._shown = 0  # how many lines of the log have been printed
        self._last_human = -1

    # ------------------------------------------------------------ output

    def say(self, text: str = "") -> None:
        """Writes a line."""
        self.write.write(text + "\n")

    def strong(self, text: str) -> str:
        """A text in bold if colours are wished, else as it is."""
        return f"\033[1m{text}\033[0m" if self.colour else text

    def say_text(self, text: str, indent: str = "  ", first: str = "") -> None:
        """A text in as many lines as it needs."""
        for line in untied(wrapped(text, self.width, indent, first)):
            self.say(line)

    def say_log(self, first: int = 0) -> None:
        """The lines of the log from a number on; what moves gave is told as far as all before the screen may know."""
        people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        for line in log_with_gains(self.game, first, people[0] if len(people) == 1 else None):
            self.say_text(line)
        self._shown = len(self.game.log)

    def say_position(self, player: int, whole: bool = True) -> None:
        """The whole position, or only what changed since the player last saw it if that is much shorter."""
        view = self.game.view(player)
        seen = self._seen.get(player)
        self._seen[player] = view
        lines = ["", *draw(self.game.words, view, self.width, self.colour)]
        if not whole and seen is not None and len(lines) > _SMALL:
            lines = draw_news(self.game.words, seen, view, self.width)
        for line in lines:
            self.say(line)

    def say_moves(self, decision: Decision) -> None:
        """Writes the question and its numbered answers."""
        self.say()
        for line in wrapped(self._question(decision), self.width):
            self.say(self.strong(line))
        texts = [move.words for move in self.game.moves(decision.player)]
        for line in numbered(texts, self.width, _MANY):
            self.say(line)

    def _question(self, decision: Decision) -> str:
        """What is asked of whom, and for whom if somebody decides for another."""
        if decision.you == decision.player:
            return str(decision)
        who = self.game.words.fill("{who} for {whom}", who=decision.name, whom=decision.you_name)
        return who + str(decision).removeprefix(decision.name)

    def say_result(self) -> None:
        """Writes the scores and who has won."""
        game, words = self.game, self.game.words
        scores = game.scores
        if scores:
            named = zip(game.names, scores, strict=True)
            self.say(", ".join([f"{words.say(name)} {score}" for name, score in named]))
        over = words.fill("{game} is over.", game=words.title)
        self.say(self.strong(f"{over} {_won_by(words, game.winner_names)}"))

    # ------------------------------------------------------------ the sitting

    def run(self) -> bool:
        """Plays until the game is over (True) or somebody leaves (False)."""
        while not self.game.over:
            decision = self.game.decision
            if self.kept is not None:
                self.kept.note(self.game)
            if decision is None:
                break
            bot = self.bots[decision.player]
            if bot is not None:
                move_by(self.game, bot, decision.player)
                self.say_log(self._shown)
            elif not self._human(decision):
                return False
        self.say_log(self._shown)
        self.say_result()
        return True

    def _human(self, decision: Decision) -> bool:
        """One decision of a person; False if they leave."""
        self.say_log(self._shown)
        self.write.flush()
        if self.kept is not None:
            self.kept.settle(self.game)
        if not self._hand_over(decision):
            return False
        self.say_position(decision.player, whole=False)
        self.say_moves(decision)
        game = self.game
        played = game.played
        while self.game is game and game.played == played:
            self.write.write("> ")
            self.write.flush()
            line = self.read.readline()
            if not line or line.strip().lower() in ("quit", "exit", "q"):
                self.say(self.game.words.say("Goodbye.") if line else "")
                return False
            self._command(line.strip(), decision)
        return True

    def _hand_over(self, decision: Decision) -> bool:
        """Where several people share the screen and have secrets, the next one is called first."""
        people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        secrets = any(field.visibility == "private" for field in self.game.engine.fields)
        if len(people) > 1 and secrets and self._last_human not in (-1, decision.player):
            call = "{name}, press Enter when only you can see the screen. "
            self.write.write("\n" * 40 + self.game.words.fill(call, name=decision.name))
            self.write.flush()
            if not self.read.readline():
                return False
        self._last_human = decision.player
        return True

    # ------------------------------------------------------------ commands

    def _command(self, line: str, decision: Decision) -> None:
        """Carries out what a player has typed: a command, or else a move."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        if not line or word in ("help", "h"):
            self.say("\n".join([f"  {self.game.words.fill(line)}" for line in HELP]))
        elif word.startswith("?"):
            self._explain((line[1:]).strip(), decision)
        elif word in ("show", "board"):
            self._show(rest, decision)
        elif word == "info":
            self._info(rest)
        elif word == "log" and not rest:
            self.say_log()
        elif word == "undo" and rest in ("", "force"):
            self._undo(force=rest == "force")
        elif word in ("save", "load"):
            self._file(word, rest)
        else:
            self._move(line, decision)

    def _show(self, name: str, decision: Decision) -> None:
        """The position and the moves, or only the part that is named."""
        if name in ("", "moves"):
            if not name:
                self.say_position(decision.player)
            self.say_moves(decision)
            return
        words, view = self.game.words, self.game.view(decision.player)
        called = decision.name if name.lower() in ("me", "mine") else name
        lines = draw_part(words, view, called, self.width, self.colour)
        if lines is None:
            names = ", ".join(part_names(words, view))
            self.say_text(words.fill("There is no {name} to show, but: {names}", name=name, names=names))
        for line in lines or []:
            self.say(line)

    def _info(self, name: str) -> None:
        """Writes what is known of a card, a tile or a rule."""
        words = self.game.words
        if not name:
            self.say(words.fill("info needs the name of a card, a tile or a rule"))
            return
        found = info(words, self.rules, name)
        for text in found or [words.fill("Nothing is called {name}.", name=name)]:
            self.say_text(text.lstrip(), "    ", "  " if text.startswith(" ") else "")

    def _move(self, line: str, decision: Decision) -> None:
        """Plays the move of a number or of a text; an illegal one is explained."""
        offered = self.game.moves(decision.player)
        try:
            if line.isdecimal() and 1 <= (number := written_number(line) or 0) <= len(offered):
                self.game.play(offered[number - 1])
            elif line.isdecimal():
                there = "There are {n} moves; `help` lists what you can type."
                self.say(self.game.words.fill(there, n=str(len(offered))))
            else:
                self.game.play({"by": decision.player, "pick": line})
        except IllegalMove as illegal:
            refused = "{reason}; `?` says why something is not offered, `help` lists the commands."
            self.say(self.game.words.fill(refused, reason=str(illegal)))

    def _explain(self, words: str, decision: Decision) -> None:
        """Writes why what has these words in it is not offered."""
        wanted = words.lower().replace("_", " ")
        found: dict[str, dict[str, Refusal]] = {}  # what is refused for one reason is told at once
        for text, refusal in self.game.refused(decision.player):
            if wanted in text.lower():
                found.setdefault(refusal.reason, {})[text] = refusal
        for reason_text, refusals in found.items():
            rules = {refusal.rule for refusal in refusals.values()}
            shown = str(next(iter(refusals.values()))) if len(rules) == 1 else reason_text
            names = list(refusals)
            more = len(names) - _NAMED
            if more > 0:
                names[_NAMED:] = [self.game.words.fill("and {n} more", n=str(more))]
            whole = f"{', '.join(names)}: {shown}"
            self.say_text(whole, "    ", "  ")
        if found:
            return
        if not words:
            self.say("  " + self.game.words.say("Everything that can be asked about here is offered."))
            return
        reason = self.game.why_not({"by": decision.player, "pick": words})
        listed = self.game.moves(decision.player)
        if reason is not None and 1 <= (number := written_number(words) or 0) <= len(listed):
            words, reason = listed[number - 1].words, None
        offered = self.game.words.say("this is offered")
        self.say(f"  {words}: {offered if reason is None else reason}")

    def _undo(self, force: bool) -> None:
        """Back to the last decision of a person; what was hidden and shown since is not taken back at a shared screen."""
        back = self.game.clone()
        sealed = False
        while back.played and (back.played == self.game.played or self.bots[_player(back)] is not None):
            sealed = sealed or back.sealed
            back.undo(force=True)
        if back.played == self.game.played:
            self.say(self.game.words.say("There is nothing to undo."))
        elif sealed and self.bots.count(None) > 1:
            self.say(self.game.words.say("Something hidden was shown since: this is not taken back."))
        elif sealed and not force:
            self.say(
                self.game.words.say(
                    "Something hidden was shown since; `undo force` takes it back all the same."
                )
            )
        else:
            self.game = back
            self._shown = min(self._shown, len(self.game.log))

    def _file(self, word: str, name: str) -> None:
        """Saves to a file or goes on with one; what is wrong with it is written, and the game stays."""
        if not name:
            self.say(self.game.words.fill("{word} needs the name of a file", word=word))
            return
        try:
            if word == "save":
                write_whole(Path(name), self.game.save())
                self.say(self.game.words.fill("saved to {file}", file=name))
                return
            text = read_whole(Path(name))
            game = load_game(self.game.engine, text, self.game.language, self.game.check)
        except (
            OSError,
            ValueError,
            SaveError,
        ) as error:  # ValueError: a name that no file can have, broken UTF-8
            self.say(f"{word} {name}: {why(error)}")
            return
        self.game = game
        self.bots = (self.bots + [RandomBot(game.engine, seat) for seat in range(game.players)])[
            : game.players
        ]
        self._shown = len(game.log)
        self._seen.clear()
        self.say(game.words.fill("loaded {file}", file=name))


def _player(game: Game) -> int:
    """The seat of who is asked, else the first one."""
    decision = game.decision
    return 0 if decision is None else decision.player


def _won_by(words: Words, winners: tuple[str, ...]) -> str:
    """Who has won, as a sentence."""
    names = [words.say(name) for name in winners]
    if not names:
        return words.say("Nobody wins.")
    if len(names) == 1:
        return words.fill("Winner: {name}.", name=names[0])
    return words.fill("Winners: {names}.", names=", ".join(names))


# ---------------------------------------------------------------- from the command line


def main(
    engine: Engine,
    argv: list[str] | None = None,
    read: TextIO | None = None,
    write: TextIO | None = None,
    rules: dict[str, str] | None = None,
) -> int:
    """`python -m` of an engine's package; returns the exit code."""
    read = sys.stdin if read is None else read
    write = sys.stdout if write is None else write
    if argv is not None and argv[:1] == ["table"]:
        return table(engine, argv[1:])
    arguments = _parser(engine).parse_args(argv)
    try:
        _check_record(arguments)
        game, path = _game(engine, arguments)
        bots = _bots(game, arguments)
    except (OptionError, SaveError, OSError, ValueError) as error:
        sys.stderr.write(f"{where_and_why(error)}\n")
        return 2
    except RulesFailure as error:
        return _failed(error)
    colour = write.isatty() and "NO_COLOR" not in os.environ
    width = shutil.get_terminal_size((WIDTH, 24)).columns if write.isatty() else WIDTH
    kept = Kept(engine, arguments.record, path, people=None in bots)
    told = shipped_rules() if rules is None else rules
    terminal = Terminal(game, bots, read, write, colour, width, told, kept)
    code = 0
    try:
        words = game.words
        players = ", ".join([words.say(name) for name in game.names])
        seed = str(game.seed)
        if arguments.seed is None:  # whoever knows the seed can foresee the game
            terminal.say(f"{words.title}: {players}")
        else:
            head = "{game}, seed {seed}: {players}"
            terminal.say(words.fill(head, game=words.title, seed=seed, players=players))
        if not terminal.run():
            _tell_left(terminal, kept)
        else:
            kept.done()
            if arguments.seed is None and not has_secrets(engine):
                terminal.say(words.fill("The seed was {seed}.", seed=seed))
        write.flush()
    except RulesFailure as error:
        code = _failed(error)
    except KeyboardInterrupt:
        terminal.say()
        _tell_left(terminal, kept)
        code = 130
    except BrokenPipeError:
        code = 1
    wrong = kept.write_record(terminal.game)
    if wrong:
        sys.stderr.write(f"{wrong}\n")
    return 2 if wrong else code


def _tell_left(terminal: Terminal, kept: Kept) -> None:
    """Says where a game that was left can be gone on with."""
    if kept.left():
        words = terminal.game.words
        terminal.say(words.fill("The game is kept in {file}; --resume goes on with it.", file=kept.left()))


def _failed(error: RulesFailure) -> int:
    """The rules led to something impossible: whoever wrote them is told where."""
    sys.stderr.write(f"the rules fail: {error}\n")
    return 1


def _parser(engine: Engine) -> argparse.ArgumentParser:
    """The arguments of the command, with one for each option of the game."""
    parser = argparse.ArgumentParser(prog=engine.name, description=f"Play {engine.title} in the terminal.")
    parser.add_argument("--players", type=int, help="how many play")
    parser.add_argument("--names", help="their names, separated by commas")
    parser.add_argument(
        "--humans", default="1", help="seats of people, as 1 or 1,3; 0: bots only (default: 1)"
    )
    parser.add_argument(
        "--bots",
        default="turn",
        metavar="BOTS",
        help="who plays the other seats: random, greedy, turn:300, mcts:0.5s, my_bot.py:MyBot; with commas, "
        "one for each of these seats (default: turn)",
    )
    parser.add_argument("--seed", type=int, help="the same seed gives the same game")
    parser.add_argument(
        "--language", default="en", choices=languages(engine), help="the language of the words"
    )
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="go on with the game that was left last"
    )
    parser.add_argument(
        "--record", metavar="FILE", help="write the moves to a file; as JSON if it ends in .json"
    )
    parser.add_argument("--check", action="store_true", help="check after every move that nothing got lost")
    for option in engine.options:
        parser.add_argument(
            f"--{option.name.replace('_', '-')}", dest="option_" + option.name, metavar=option.type
        )
    return parser


def _check_record(arguments: argparse.Namespace) -> None:
    """Says before the game, not after it, that its record could not be written."""
    if arguments.record and arguments.load:
        raise ValueError("--record needs a game from its start, --load goes on with one")
    if arguments.record and not Path(arguments.record).absolute().parent.is_dir():
        raise ValueError(f"--record {arguments.record}: there is no such folder")


def _game(engine: Engine, arguments: argparse.Namespace) -> tuple[Game, Path | None]:
    """The game to play, and the autosave that it comes from."""
    if arguments.resume is not None:
        return resumed(engine, arguments.resume, arguments.language, arguments.check)
    if arguments.load:
        text = read_whole(Path(arguments.load))
        return load_game(engine, text, arguments.language, arguments.check), None
    names = arguments.names.split(",") if arguments.names else None
    options: dict[str, Any] = {}
    for option in engine.options:
        value = getattr(arguments, "option_" + option.name)
        if value is not None:
            options[option.name] = _option_value(value)
    game = new_game(
        engine, arguments.players, arguments.seed, names, arguments.language, arguments.check, **options
    )
    return game, None


def _option_value(text: str) -> Any:
    """A typed value of an option: yes or no, a number, or a text."""
    if text in ("yes", "no"):
        return text == "yes"
    number = written_number(text)
    return text if number is None else number


def _bots(game: Game, arguments: argparse.Namespace) -> list[Bot | None]:
    """A bot for each seat where nobody sits."""
    people: set[int] = set()
    for part in arguments.humans.split(","):
        if part != "0":
            number = written_number(part)
            people.add(game.seat(part if number is None else number - 1))
    free = [seat for seat in range(game.players) if seat not in people]
    names = arguments.bots.split(",")
    if len(names) == 1:
        names *= len(free)
    if len(names) != len(free):
        raise ValueError(f"{len(names)} bots for {len(free)} seats without people")
    found: list[Bot | None] = [None] * game.players
    for seat, name in zip(free, names):
        found[seat] = make_bot(name, game.engine, game.players, game.seed + seat)
    return found

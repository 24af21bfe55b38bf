"""The table of a page that has no server: the same answers as the server's, to one person, by messages as JSON."""

from __future__ import annotations

import json
from typing import Any

from rulewright_runtime.engine import Engine, OptionError
from rulewright_runtime.moves import Move
from rulewright_runtime.position import RulesFailure
from rulewright_runtime.records import RecordError
from rulewright_runtime.replays import Difference
from rulewright_runtime.saves import SaveError
from rulewright_table.players import OPEN, PERSON
from rulewright_table.questions import QUESTIONS, around, rule
from rulewright_table.setting_up import base_of_text, new_base, somebody
from rulewright_table.table import Refused, Table, as_json
from rulewright_table.thinking import Thinkers

TOKEN = "page"  # the only one who plans here


class Page:
    """One game at a time; who sits at this screen has all seats that no bot has."""

    def __init__(self, engine: Engine, rulebook: dict[str, str]) -> None:
        self.engine = engine
        self.rulebook = rulebook
        self.failed = ""
        self._table: Table | None = None
        self._viewer: int | None = None
        self._thinkers = Thinkers()

    @property
    def table(self) -> Table:
        """The table; refused if none has been set up."""
        if self._table is None:
            raise Refused("there is no table yet")
        return self._table

    def call(self, text: str) -> str:
        """Answers one message: {"ok": …} or {"error": …}."""
        message = json.loads(text)
        try:
            return as_json({"ok": getattr(self, f"on_{message['what']}")(message.get("about", {}))})
        except (Refused, OptionError, RecordError, SaveError, Difference, LookupError) as error:
            return as_json({"error": str(error.args[0]) if error.args else str(error)})
        except RulesFailure as error:
            return as_json({"error": f"the rules fail: {error}"})

    # ------------------------------------------------------------ beginning, telling, keeping

    def on_open(self, about: dict[str, Any]) -> None:
        """A table as it was kept, or a new one, or one from a recorded or saved game."""
        base = about.get("base")
        if base is None and "text" in about:
            base = self._taken_in(str(about["text"]))
        elif base is None:
            seats = [(str(one["name"]), str(one["who"])) for one in about["seats"]]
            base = new_base(seats, about.get("seed"), about["options"], about["language"])
        table = self._table = Table(self.engine, base)
        table.seats = about.get("seats_now") or [PERSON if who == OPEN else who for who in table.seats]
        table.replay([Move(by, choice, pick) for by, choice, pick in about.get("moves", [])])

    def _taken_in(self, text: str) -> dict[str, Any]:
        """The base of a table that goes on with a saved or recorded game; refused if it is another game's."""
        game, base = base_of_text(text)
        own = f"{self.engine.name}@{self.engine.variant}" if self.engine.variant else self.engine.name
        if game != own:
            raise Refused(f"this is a game of {game}, and here is {own}")
        return base

    def on_kept(self, about: dict[str, Any]) -> dict[str, Any]:
        """What must be kept to go on later."""
        table = self.table
        lost = [] if table.trouble is None else table.trouble.lost
        moves = [[move.by, move.choice, move.pick] for move in [*table.moves, *lost]]
        return {"base": table.base, "seats_now": table.seats, "moves": moves}

    def on_setting(self, about: dict[str, str]) -> dict[str, Any]:
        """The setting in the language of the page."""
        return self.table.setting(about.get("language", ""))

    def on_moment(self, about: dict[str, str]) -> dict[str, Any]:
        """The moment for whoever is asked at this screen, and what stands around the table."""
        table = self.table
        self._viewer = table.viewer(self.mine, self._viewer)
        found = table.moment(self._viewer, TOKEN, about.get("language", ""))
        return {**found, **around(table, self.mine, True, self.failed, self._thinkers.trouble)}

    @property
    def mine(self) -> tuple[int, ...]:
        """The seats of people: all of them sit at this screen."""
        return tuple([seat for seat, who in enumerate(self.table.seats) if who == PERSON])

    # ------------------------------------------------------------ questions

    def on_ask(self, about: dict[str, Any]) -> Any:
        """The answer to a question about the table; a game with secrets is exported only when it is over."""
        what, rest = about["what"], {name: str(value) for name, value in about["about"].items()}
        if what == "rule":
            return rule(self.rulebook, rest)
        if what == "record":
            if not self.table.game.over and self.table.setting()["secrets"]:
                raise Refused("a game with secrets can be exported when it is over")
            return self.table.record()
        if what == "save":
            return self.table.game.save()
        return QUESTIONS[what](self.table, TOKEN, self.mine, rest)

    # ------------------------------------------------------------ deeds

    def on_send(self, about: dict[str, Any]) -> dict[str, Any]:
        """Carries a request out; gives the new revision."""
        getattr(self, f"_{about['what']}")(**about["body"])
        return {"revision": self.table.revision}

    def _play(self, revision: int, player: int, option: int) -> None:
        """Answers a decision, in the plan if there is one."""
        plan = self.table.plans.get(TOKEN)
        if player not in self.mine:
            raise Refused("this is not your seat")
        if plan is not None:
            self.table.try_move(plan, player, option)
        else:
            self.table.answer(revision, player, option)

    def _undo(self, revision: int, to: int) -> None:
        """Takes moves back, in the plan if there is one."""
        plan = self.table.plans.get(TOKEN)
        if plan is not None:
            self.table.undo_plan(plan, to)
        else:
            self.table.undo_one_of(revision, self.mine, to)

    def _plan(self, do: str) -> None:
        """Begins, drops or carries out the plan."""
        if do == "begin":
            viewer = self.table.viewer(self.mine)
            if viewer is None:
                raise Refused("spectators have nothing to plan")
            self.table.begin_plan(TOKEN, viewer)
            return
        plan = self.table.plans.pop(TOKEN, None)
        if plan is not None and do == "keep":
            for move in plan.moves:
                self.table.play(move)

    def _seats(self, seat: int, who: str) -> None:
        """Gives a seat to a bot or back to a person."""
        self.table.sit(seat, PERSON if who == OPEN else somebody(who))

    def _go_on(self, revision: int) -> None:
        """Under rules that have changed since: forgets the moves that they do not understand."""
        self.table.trouble = None

    # ------------------------------------------------------------ bots

    def on_bot(self, about: dict[str, Any]) -> bool:
        """Lets a bot move; whether one did."""
        if self.failed:
            return False
        try:
            thought = self._thinkers.think(self.table)
            if thought is not None:
                table, revision, seat, option, self._thinkers.trouble = thought
                table.answer(revision, seat, option)
            return thought is not None
        except (RulesFailure, Refused, ValueError) as error:
            self.failed = str(error)
            return True

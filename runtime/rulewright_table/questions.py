"""What can be asked at a table, and the answers; the same for a server and for a page that has none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rulewright_runtime import scene
from rulewright_table.table import Refused, Table

About = Mapping[str, str]  # what a question says beside its name
Answer = dict[str, Any]


def seat_of(about: About, seats: tuple[int, ...]) -> int:
    """The seat for which somebody asks: one of his."""
    text = about.get("seat", "")
    seat = int(text) if text.isdecimal() and len(text) < 4 else -1
    if seat not in seats:
        raise Refused("this is not your seat")
    return seat


def previews(table: Table, token: str, seats: tuple[int, ...], about: About) -> Answer:
    """What each option that a seat is offered would do, in the plan if there is one."""
    seat = seat_of(about, seats)
    plan = table.plans.get(token)
    if plan is not None:
        found = scene.previews(plan.game, seat, plan.handles, plan.others)
        return {"revision": plan.since + len(plan.game.past), "previews": found}
    found = scene.previews(table.game, seat, table.handles(seat), table.bots)
    return {"revision": table.revision, "previews": found}


def forecast(table: Table, token: str, seats: tuple[int, ...], about: About) -> Answer:
    """Of a plan that is being tried, what it would lead to."""
    viewer = seat_of(about, seats) if seats else None
    plan = table.plans.get(token)
    game, since = (table.game, 0) if plan is None else (plan.game, plan.since)
    return {"revision": since + len(game.past), "forecast": scene.forecast(game, viewer)}


def why(table: Table, token: str, seats: tuple[int, ...], about: About) -> Answer:
    """Why a thing on the table cannot be chosen by a seat now."""
    seat = seat_of(about, seats)
    ref, language = about.get("ref", ""), about.get("language", "")
    return {"reasons": scene.why_not(table.game, seat, table.handles(seat), ref, language)}


def ledger(table: Table, token: str, seats: tuple[int, ...], about: About) -> Answer:
    """Who gained or paid what by which rule, and whether time sufficed for all of it."""
    viewer = seat_of(about, seats) if seats else None
    entries, whole = table.ledger.entries(table.game, viewer, 0.5)
    return {"entries": entries, "whole": whole}


def log(table: Table, token: str, seats: tuple[int, ...], about: About) -> Answer:
    """The whole log in the language that is asked for."""
    return {"log": scene.lines(table.game, 0, about.get("language", ""))}


def at(table: Table, token: str, seats: tuple[int, ...], about: About) -> Answer:
    """The moment of an earlier revision, as the viewer may see it."""
    viewer = seat_of(about, seats) if seats else None
    try:
        revision = int(about.get("revision", "0")[:9])
    except ValueError:
        raise Refused("there is no such moment") from None
    return table.at(revision, viewer, about.get("language", ""))


QUESTIONS: Final[Mapping[str, Callable[[Table, str, tuple[int, ...], About], Answer]]] = {
    "previews": previews,
    "forecast": forecast,
    "why": why,
    "ledger": ledger,
    "log": log,
    "at": at,
}


def rule(rules: Mapping[str, str], about: About) -> Answer:
    """The sentence of a rule id."""
    id = about.get("id", "")
    if id not in rules:
        raise LookupError(f"the rulebook has no {id}")
    return {"id": id, "text": rules[id]}


def around(table: Table, seats: tuple[int, ...], host: bool, failed: str = "", notice: str = "") -> Answer:
    """What a moment says of the table itself: who sits where, what is wrong with the rules."""
    at = {"seats": table.seats, "mine": list(seats), "host": host, "failed": failed, "notice": notice}
    found: Answer = {"at": at}
    if table.trouble is not None:
        trouble = table.trouble
        found["trouble"] = {
            "revision": trouble.revision,
            "reason": trouble.reason,
            "lost": len(trouble.lost),
        }
    return found

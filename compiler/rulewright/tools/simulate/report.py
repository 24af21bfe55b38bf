"""Puts the report of simulated games together."""

from __future__ import annotations

from typing import Any

from rulewright.tools.diff.statistics import interval
from rulewright.tools.simulate import course, measuring
from rulewright.tools.simulate.playing import Played
from rulewright.tools.simulate.ratings import ratings
from rulewright.tools.simulate.results import Report
from rulewright_runtime.engine import Engine

MUTE = 0.9  # if so many scores are equal, they tell nothing


def report(engine: Engine, games: list[Played], about: dict[str, Any], notes: list[str]) -> Report:
    """Everything that the games show."""
    scores = [score for one in games for score in one.scores]
    answers = [
        count / choices
        for one in games
        for count, choices in zip(one.answers, one.choices, strict=True)
        if choices
    ]
    per_turn = [
        count / turns for one in games for count, turns in zip(one.choices, one.turns, strict=True) if turns
    ]
    never = measuring.never_used(engine, games)
    notes = notes[:]
    if scores and max(scores.count(score) for score in set(scores)) >= MUTE * len(scores):
        notes.append("nearly all scores are the same: these players say next to nothing about the rules")
    return Report(
        game=engine.name,
        variant=engine.variant,
        rules=engine.rules,
        players=len(games[0].bots),
        bots=list(about["bots"]),
        seed=about["seed"],
        games=len(games),
        wanted=about.get("wanted", len(games)),
        unfinished=sum(not one.over for one in games),
        decisions=interval([float(one.decisions) for one in games]),
        choices=interval([float(count) for one in games for count in one.choices]),
        per_turn=interval(per_turn or [0.0]),
        answers=interval(answers or [0.0]),
        seconds=sum(one.seconds for one in games) / len(games),
        score=interval([float(score) for score in scores]) if scores else None,
        best=interval([float(max(one.scores)) for one in games]) if scores else None,
        closeness=measuring.closeness(games),
        shared=sum(len(one.winners) > 1 for one in games) / len(games),
        nobody=sum(not one.winners for one in games) / len(games),
        seats=measuring.by_seat(games),
        by_bot=measuring.by_bot(games),
        ratings=ratings(games),
        first_wins=course.first_wins(games),
        first_score=course.first_score(games),
        course=course.course(games),
        leader_wins=measuring.leader_wins(games),
        things=measuring.things(games),
        sources=measuring.sources(games),
        never={key: names for key, names in never.items() if key != "choices never asked"},
        always=never.get("choices never asked", []),
        idle=course.idle(games),
        faults=[
            f"game {one.number}, seat {seat + 1} ({one.bots[seat]}): {why}; it played at random from there"
            for one in games
            for seat, why in one.faults
        ],
        notes=notes,
        scores=scores,
        lengths=[one.decisions for one in games],
    )
